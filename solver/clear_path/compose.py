"""Composes positions with one strictly unique winning turn, of a chain of a given length, by SAT.

The clauses are in `compose_model`. Strictly unique: no other set of stones wins this turn, with
or without needless ones. So every stone of it is needed, on the path or to open the way.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from crossfall.solver.budget import Budget
from crossfall.solver.clear_path.board import BLUE, RED, board_of
from crossfall.solver.clear_path.compose_model import ChainWish, Model, OtherModel
from crossfall.solver.clear_path.history import line_of_play
from crossfall.solver.clear_path.rules import ClearPathPosition
from crossfall.solver.clear_path.wins import minimal_wins
from crossfall.solver.errors import BudgetError
from crossfall.solver.sat.search import Search, Status

HISTORY_WORK = 4_000  # turns undone to find a line of play; then the next position is tried
LONG = 9  # stones; for so long a turn a course is drawn first
COURSES, COURSE_CONFLICTS = 100, 2_000  # so many are drawn at most, and given up so soon
DRAWS = 2_000  # attempts at drawing one: on a small board there may be none
TRIES = 200  # positions in a row of which it is unknown whether a line of play leads to them


@dataclass(frozen=True)
class ComposedChain:
    """A position, its only winning turn in a legal order, and a line of play that leads to it."""

    position: ClearPathPosition
    series: tuple[int, ...]
    line_of_play: list[tuple[int, ...]]


def compose(
    wish: ChainWish, rng: Random, budget: Budget, told: Callable[[int], None] = lambda _: None
) -> Iterator[ComposedChain]:
    """Positions that meet the wish, one after another, no two the same up to the symmetries.

    Long turns are looked for along courses drawn at random first, each of them for a short time;
    then the search is left free, so that it may prove that there are no more. `told` is told now
    and then how many conflicts the search has cost.

    Ends when there are no more, proven. Raises BudgetError when `budget` (conflicts) runs out, or
    at the end if it is unknown of some position whether a line of play leads to it; InputError
    for a wish that makes no sense.
    """
    if wish.stones > board_of(wish.width, wish.height).full.bit_count():
        return
    first = rng.randrange(2)
    colours = (first, 1 - first)
    # A square board's positions are the same for both colours, but for the line of play: Red begins.
    rounds = [colours] if wish.width == wish.height else [(colour,) for colour in colours]
    untraced = 0
    for kind in (Model, OtherModel):
        for players in rounds:
            untraced += yield from _composed(kind, wish, players, rng, budget, told)
    if untraced:
        raise BudgetError(
            f"no line of play was found to {untraced} other positions, which is no proof that "
            "there is none"
        )


def _composed(
    kind: type[Model],
    wish: ChainWish,
    players: Sequence[int],
    rng: Random,
    budget: Budget,
    told: Callable[[int], None],
) -> Generator[ComposedChain, None, int]:
    """The positions of one model for the first of `players` that a line of play allows; how many
    could not be traced is returned."""
    sides = (wish.width, wish.height) if players[0] == RED else (wish.height, wish.width)
    model = kind(replace(wish, width=sides[0], height=sides[1]), begins=RED in players)
    untraced = fruitless = 0
    with Search(model.formula, budget=budget, rng=rng, told=told) as search:
        asked = _Asked(model, search, rng)
        while (status := asked.next_model()) is Status.SATISFIABLE:
            position, series = model.read(search)
            rivals = model.rivals(position, series)
            for rival in rivals:
                model.forbid_rival(rival)
            if rivals:
                continue
            search.shuffle()
            model.exclude(position)
            found, unknown = None, False
            for player in players:
                try:
                    found = found or _traced(position, series, player)
                except BudgetError:
                    unknown = True
            if found is not None:
                fruitless = 0
                asked.leave_course()
                yield found
            elif unknown:
                untraced, fruitless = untraced + 1, fruitless + 1
                if fruitless == TRIES:
                    raise BudgetError(f"no line of play was found to {TRIES} positions in a row")
    if status is Status.UNKNOWN:
        raise BudgetError("the search was cut off: it is unknown whether there is more")
    return untraced


class _Asked:
    """Asks the solver for the next model: along a course as long as there are some to try."""

    def __init__(self, model: Model, search: Search, rng: Random) -> None:
        self._model, self._search, self._rng = model, search, rng
        wish = model.wish
        is_drawn = type(model) is Model and wish.stones > LONG and wish.empty is None
        self._left = COURSES if is_drawn else 0
        self._course: list[int] | None = None

    def next_model(self) -> Status:
        """Whether there is another model; it is free where no course has led to one."""
        while self._left:
            if self._course is None:
                self._left -= 1
                self._course = self._drawn()
            if self._course is None:
                self._left = 0
                break
            status = self._search.solve(self._course, COURSE_CONFLICTS)
            if status is Status.SATISFIABLE or self._search.is_over():
                return status
            self._course = None
        return self._search.solve()

    def leave_course(self) -> None:
        """Another course for the next model."""
        self._course = None

    def _drawn(self) -> list[int] | None:
        """The stones but the last on a random path that never touches itself; None if none came."""
        near, slots = self._model.graph.neighbours, self._model.slots[:-1]
        for _ in range(DRAWS):
            path = [self._rng.randrange(len(near))]
            while len(path) < len(slots):
                on = [
                    v for v in near[path[-1]] if v not in path and not set(near[v]) & set(path[:-1])
                ]
                if not on:
                    break
                path.append(self._rng.choice(on))
            if len(path) == len(slots):
                return [slot[v] for slot, v in zip(slots, path, strict=True)]
        return None


def _traced(
    position: ClearPathPosition, series: tuple[int, ...], player: int
) -> ComposedChain | None:
    """The composed position, for Blue turned over; None if no line of play leads to it, and
    BudgetError if that is unknown."""
    if player == BLUE:
        board = position.board
        other = board_of(board.height, board.width)
        series = tuple(board.transposed(point) for point in series)
        position = ClearPathPosition(
            other, board.transposed(position.blue), board.transposed(position.red), BLUE
        )
    turn = sum(series)
    wins = minimal_wins(position.board, player, position.own, position.empty, Budget())
    if wins != [turn]:
        raise AssertionError("a composed position has one winning turn")
    if position.problems():
        if position.empty != position.board.full:
            raise AssertionError("a composed position has no fault")
        return None  # an empty board with Blue to move
    line = line_of_play(position, Budget(work=HISTORY_WORK))
    return None if line is None else ComposedChain(position, series, line)
