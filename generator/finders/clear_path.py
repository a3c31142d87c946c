"""Finds Clear Path puzzles: from all positions of tiny boards, from random play on larger ones."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import islice
from random import Random
from typing import Any

from crossfall.generator.finders import Ending, Found, Wish
from crossfall.generator.finders.ranges import ALONE, Listed, Look, Looked, Run
from crossfall.generator.finders.selection import Candidate, Selection
from crossfall.solver.budget import Budget
from crossfall.solver.clear_path.board import Board, board_of
from crossfall.solver.clear_path.essence import essence
from crossfall.solver.clear_path.game import GAME
from crossfall.solver.clear_path.notation import read_size, record_of
from crossfall.solver.clear_path.rules import ClearPathPosition, images
from crossfall.solver.clear_path.sampling import (
    all_positions,
    looks_padded,
    random_game,
    widened,
)
from crossfall.solver.clear_path.search import Search
from crossfall.solver.clear_path.techniques import LEVELS, NEEDED, STARS, grade, order_count
from crossfall.solver.clear_path.turns import wins_now
from crossfall.solver.errors import BudgetError, InputError, NeverError
from crossfall.solver.position import Puzzle
from crossfall.solver.records import Record

OPTIONS = ("size",)

STOCK_POINTS = 9  # boards of up to so many points are searched to the end
LEAST_EMPTY = 5  # empty points of a drawn position
MOST_EMPTY_IN_TWO = 13
SHORT_FILLED = 3  # points that can be filled, at most, where the longest turn is short
A_GAME = 3  # positions at most that come from one random game
DRAWS, DRAWS_EACH = 4000, 1500  # positions looked at: at all, and for each puzzle more
PATIENCE = 150  # of these for one slot of a mixture before it takes what is there
MOST_WORK = 1_000_000  # for a position of a tiny board: never reached
TIMES_RARE = 10  # so many times as many of what is rare, and cheap to look at
APART = 4  # the puzzles of a file differ in one point of so many at least
WORK_EACH = 150  # steps that one position may cost; the easy ones cost few
RANGE = 60  # games, or positions of a tiny board, of one range


def find(wish: Wish, budget: Budget, run: Run = ALONE) -> Found:
    """The puzzles of a wish, one after the other; see `crossfall.generator.finders.Finder`."""
    check(wish)
    board = _board(wish)
    job = _Job(wish)
    exact = job.exact
    looked = Looked(run)
    candidates = looked.candidates(job, budget)
    times = TIMES_RARE if wish.task in ("longest-chain", "win-in-two") else 1
    if not exact:
        candidates = islice(candidates, _scaled(board, times * (DRAWS + DRAWS_EACH * wish.count)))
    patient = exact or len(set(_slots(wish))) == 1
    selection = Selection(
        _slots(wish),
        patience=None if patient else _scaled(board, times * PATIENCE),
        apart=board.full.bit_count() // APART,
        accept=_Accepted(twins=exact),
    )
    found = 0
    for chosen in selection.choose(candidates):
        found += 1
        yield run.crew.record(job, chosen)
    if not found and exact and not looked.skipped:
        asked = f" of difficulty {wish.difficulty}" if wish.difficulty else ""
        raise NeverError(
            f"a board of {board.width}x{board.height} points has no {wish.task} puzzle{asked}, proven"
        )
    if found == wish.count:
        return Ending("done")
    return Ending("all", exist=found + looked.skipped) if exact else Ending("gave up")


def _board(wish: Wish) -> Board:
    return board_of(*read_size(str(wish.options.get("size", GAME.default_size))))


def check(wish: Wish) -> None:
    """Raise InputError for a wish that makes no sense; see `finders.Finder`."""
    _board(wish)
    levels = LEVELS[wish.task]
    if wish.difficulty is not None and wish.difficulty not in levels:
        raise InputError(
            f"{wish.task} has no difficulty {wish.difficulty}; expected {levels[0]} to {levels[-1]}"
        )
    if wish.tags or wish.not_tags:
        raise InputError(f"{wish.task} puzzles have no tags; only roadworks puzzles have")


def techniques(wish: Wish) -> tuple[str, ...]:
    """The techniques that puzzles of a wish can need; see `finders.Finder`."""
    needed = NEEDED.get(wish.task, ())
    return tuple(code for code in needed if wish.difficulty in (None, STARS[code]))


def _slots(wish: Wish) -> list[frozenset[int]]:
    """The difficulties wanted, slot by slot: equal parts, easy ones first; what is rare, any."""
    levels = LEVELS[wish.task]
    if wish.difficulty is not None:
        return [frozenset({wish.difficulty})] * wish.count
    parts = len(levels)
    return [frozenset({levels[parts * number // wish.count]}) for number in range(wish.count)]


def _drawn(
    board: Board, random: Random, wish: Wish, games: int
) -> Iterator[ClearPathPosition | None]:
    """Positions from the last quarter of random games, where the chains are; for a win in two
    those with few empty points, whose turns a person can go through.

    What is rare on large boards (wins in two, short longest turns) also comes from games on
    small ones: to be widened, if it meets the wish.
    """
    most = MOST_EMPTY_IN_TWO if wish.task == "win-in-two" else board.full.bit_count()
    longest = wish.task == "longest-chain" and wish.difficulty in (None, 1)
    inner = _inner(board) if longest or wish.task == "win-in-two" else []
    rare = wish.difficulty in (1, 4) or (not longest and board.full.bit_count() > 36)
    for number in range(games):
        small = inner and (rare or number % (5 if longest else 2))
        short = bool(small and longest)
        game = list(random_game(random.choice(inner) if small else board, random))
        begun = 0 if wish.task == "win-in-two" else len(game) * 3 // 4
        late = [p for p in game[begun:] if LEAST_EMPTY <= p.empty.bit_count() <= most]
        for position in late if small else random.sample(late, min(A_GAME, len(late))):
            yield position if _may_fit(position, wish.task, short) else None
        if not late:
            yield None


def _inner(board: Board) -> list[Board]:
    """The small boards that fit into a larger one."""
    sides = [(4, 4), (4, 5), (5, 4), (5, 5)]
    return [board_of(*s) for s in sides if s[0] <= board.width and s[1] <= board.height]


def _may_fit(position: ClearPathPosition, task: str, short: bool) -> bool:
    """The cheap questions first: most positions are sorted out by them."""
    board, empty = position.board, position.empty
    if task in ("winning-turn", "win-in-two"):
        wins = wins_now(board, position.turn, position.own, empty)
        return wins == (task == "winning-turn")
    return not short or (empty & ~board.core(empty)).bit_count() <= SHORT_FILLED


def _scaled(board: Board, number: int) -> int:
    """Fewer on boards larger than 6x6, where each draw costs more."""
    points = max(36, board.full.bit_count())
    return max(40, number * 36 // points)


class _Job:
    """The looks of a wish, range by range; see `crossfall.generator.finders.ranges.Job`.

    exact: the ranges together hold every position there is.
    """

    def __init__(self, wish: Wish) -> None:
        self._wish = wish
        self._board = _board(wish)
        self.exact = self._board.full.bit_count() <= STOCK_POINTS
        self._listed: Listed[ClearPathPosition] | None = None

    def __reduce__(self) -> tuple[type[_Job], tuple[Wish]]:
        return _Job, (self._wish,)

    def looks(self, number: int, budget: Budget) -> Iterator[Look] | None:
        """The puzzles of one range that meet the wish, None for each look at something else."""
        if not self.exact:
            games = _drawn(self._board, self._chance(f" {number}"), self._wish, RANGE)
            return self._looked(games, budget, WORK_EACH, self._chance(f" {number} wider"))
        if self._listed is None:
            positions = all_positions(self._board)
            self._chance("").shuffle(positions)
            self._listed = Listed(iter(positions))
        part = self._listed.part(number, RANGE)
        fitting = (p if _may_fit(p, self._wish.task, False) else None for p in part)
        return self._looked(fitting, budget, MOST_WORK, self._chance("")) if part else None

    def record(self, payload: dict[str, Any], image: int) -> Record:
        """The puzzle of a candidate, which is a record already."""
        return Record(payload)

    def _chance(self, what: str) -> Random:
        """Chance that depends on the wish and `what` alone."""
        board, wish = self._board, self._wish
        return Random(f"{wish.seed} {wish.task} {board.width}x{board.height}{what}")

    def _looked(
        self,
        source: Iterator[ClearPathPosition | None],
        budget: Budget,
        work: int,
        random: Random,
    ) -> Iterator[Look]:
        seen: set[str] = set()
        sides = self._board.width, self._board.height
        for position in source:
            budget.spend()
            if position is None:
                yield None
                continue
            look = _candidate(self._wish, position, budget.part(work), seen)
            if look is not None and position.board is not self._board:
                larger = widened(position, *sides, random)
                look = _candidate(self._wish, larger, budget.part(work), seen)
            yield look


def _candidate(
    wish: Wish, position: ClearPathPosition, budget: Budget, seen: set[str]
) -> Candidate | None:
    if position.problems():
        return None
    if wish.task == "win-in-two" and not _has_one_win_in_two(position, budget):
        return None
    bare = Puzzle(Record(), GAME.name, wish.task, position)
    findings = GAME.tasks[wish.task].examine(bare, budget)
    if not findings.proven or len(findings.answers) != 1 or findings.problems:
        return None
    canonical = GAME.canonical(bare)
    if canonical in seen:
        return None
    seen.add(canonical)
    answer = findings.answers[0].strings[0]
    points = position.board.mask(answer)
    graded = grade(position, wish.task, points)
    if wish.difficulty is not None and graded.stars != wish.difficulty:
        return None
    is_series = wish.task not in ("play-again", "forbidden-points")
    if wish.strict and is_series and order_count(position, points) > 1:
        return None
    record = record_of(
        position,
        wish.task,
        answer=answer,
        difficulty=graded.stars,
        **({"features": {"technique": graded.technique}} if graded.technique else {}),
    )
    return Candidate(
        dict(record.fields),
        graded.stars,
        rank=int(looks_padded(position)),
        canonical=canonical,
        looks=_looks(position),
    )


def _has_one_win_in_two(position: ClearPathPosition, budget: Budget) -> bool:
    """Whether one turn wins by the next: most positions have none or are soon seen to have two."""
    search = Search(position.board, budget.part(WORK_EACH))
    try:
        winning = search.winning(position.turn, position.own, position.other, 2)
        return len(list(islice(winning, 2))) == 1
    except BudgetError:
        return False


class _Accepted:
    """What is asked of each puzzle that would be chosen: real play leads to it, and it does not
    play like one chosen before, with other stones around the same empty points.

    twins: those are taken too, so that all puzzles of a tiny board are found.
    """

    def __init__(self, twins: bool) -> None:
        self._twins = twins
        self._taken: set[Hashable] = set()

    def __call__(self, candidate: Candidate) -> bool:
        puzzle = GAME.read(Record(candidate.payload))
        played = essence(puzzle.position)
        if played in self._taken and not self._twins:
            return False
        if puzzle.problems or puzzle.wishes.get("unproven_play"):
            return False
        self._taken.add(played)
        return True


def _looks(position: ClearPathPosition) -> tuple[tuple[int, int], ...]:
    """The stones as one sees them: turned, reflected and with the colours exchanged, whoever is to
    move; the position itself first."""
    board, red, blue = position.board, position.red, position.blue
    views = [*images(board, red, blue), *images(board, blue, red)]
    if board.width == board.height:
        views += [(board.transposed(one), board.transposed(other)) for one, other in views]
    return tuple(views)
