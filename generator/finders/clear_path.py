"""Finds Clear Path puzzles: from all positions of tiny boards, from random play on larger ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from crossfall.generator.finders import Ending, Found, Wish
from crossfall.generator.finders.ranges import ALONE, Listed, Look, Looked, Run
from crossfall.generator.finders.selection import Candidate, Selection
from crossfall.solver.budget import Budget
from crossfall.solver.clear_path.board import Board, board_of
from crossfall.solver.clear_path.game import GAME
from crossfall.solver.clear_path.notation import read_size, record_of
from crossfall.solver.clear_path.rules import ClearPathPosition, images
from crossfall.solver.clear_path.sampling import all_positions, random_game
from crossfall.solver.clear_path.techniques import LEVELS, grade, order_count
from crossfall.solver.clear_path.turns import wins_now
from crossfall.solver.errors import InputError, NeverError
from crossfall.solver.position import Puzzle
from crossfall.solver.records import Record

OPTIONS = ("size",)

STOCK_POINTS = 9  # boards of up to so many points are searched to the end
LEAST_EMPTY = 5  # empty points of a drawn position
MOST_EMPTY_IN_TWO = 11
A_GAME = 3  # positions at most that come from one random game
DRAWS, DRAWS_EACH = 4000, 1500  # positions looked at: at all, and for each puzzle more
PATIENCE = 150  # of these for one slot of a mixture before it takes what is there
MOST_WORK = 1_000_000  # for a position of a tiny board: never reached
APART = 4  # the puzzles of a file differ in one point of so many at least
WORK_EACH = 150  # steps that one position may cost; the easy ones cost few
RANGE = 60  # games, or positions of a tiny board, of one range


def find(wish: Wish, budget: Budget, run: Run = ALONE) -> Found:
    """The puzzles of a wish, one after the other; see `crossfall.generator.finders.Finder`."""
    board = _board(wish)
    _check(wish)
    job = _Job(wish)
    exact = job.exact
    looked = Looked(run)
    candidates = looked.candidates(job, budget)
    if not exact:
        candidates = islice(candidates, _scaled(board, DRAWS + DRAWS_EACH * wish.count))
    patience = _scaled(board, PATIENCE) if not exact and len(set(_slots(wish))) > 1 else None
    apart = board.full.bit_count() // APART
    selection = Selection(_slots(wish), patience=patience, apart=apart)
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


def _check(wish: Wish) -> None:
    """Raise InputError for a wish that makes no sense."""
    levels = LEVELS[wish.task]
    if wish.difficulty is not None and wish.difficulty not in levels:
        raise InputError(
            f"{wish.task} has no difficulty {wish.difficulty}; expected {levels[0]} to {levels[-1]}"
        )
    if wish.tags or wish.not_tags:
        raise InputError(f"{wish.task} puzzles have no tags; only roadworks puzzles have")


def _slots(wish: Wish) -> list[frozenset[int]]:
    """The difficulties wanted, slot by slot: a third each, easy ones first; what is rare, any."""
    levels = LEVELS[wish.task]
    if wish.difficulty is not None:
        return [frozenset({wish.difficulty})] * wish.count
    if len(levels) < 3:
        return [frozenset(levels)] * wish.count
    return [frozenset({levels[3 * number // wish.count]}) for number in range(wish.count)]


def _drawn(board: Board, random: Random, task: str, games: int) -> Iterator[ClearPathPosition]:
    """Positions from the last quarter of random games, where the chains are; for a win in two
    those with few empty points, whose turns a person can go through."""
    most = MOST_EMPTY_IN_TWO if task == "win-in-two" else board.full.bit_count()
    for _ in range(games):
        game = list(random_game(board, random))
        late = [
            position
            for position in game[len(game) * 3 // 4 :]
            if LEAST_EMPTY <= position.empty.bit_count() <= most
        ]
        # The start of a game is no puzzle of any kind, but it counts as a draw.
        yield from random.sample(late, min(A_GAME, len(late))) or game[:1]


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
            games = _drawn(self._board, self._chance(f" {number}"), self._wish.task, RANGE)
            return self._looked(games, budget, WORK_EACH)
        if self._listed is None:
            positions = all_positions(self._board)
            self._chance("").shuffle(positions)
            self._listed = Listed(iter(positions))
        part = self._listed.part(number, RANGE)
        return self._looked(iter(part), budget, MOST_WORK) if part else None

    def record(self, payload: dict[str, Any], image: int) -> Record:
        """The puzzle of a candidate, which is a record already."""
        return Record(payload)

    def _chance(self, what: str) -> Random:
        """Chance that depends on the wish and `what` alone."""
        board, wish = self._board, self._wish
        return Random(f"{wish.seed} {wish.task} {board.width}x{board.height}{what}")

    def _looked(
        self, source: Iterator[ClearPathPosition], budget: Budget, work: int
    ) -> Iterator[Look]:
        seen: set[str] = set()
        for position in source:
            budget.spend()
            yield _candidate(self._wish, position, budget.part(work), seen)


def _candidate(
    wish: Wish, position: ClearPathPosition, budget: Budget, seen: set[str]
) -> Candidate | None:
    # The cheap question first: most positions are sorted out by it.
    if wish.task in ("winning-turn", "win-in-two") and (
        wins_now(position.board, position.turn, position.own, position.empty)
        != (wish.task == "winning-turn")
    ):
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
    puzzle = GAME.read(record)
    if puzzle.problems or puzzle.wishes.get("unproven_play"):
        return None
    return Candidate(dict(record.fields), graded.stars, canonical=canonical, looks=_looks(position))


def _looks(position: ClearPathPosition) -> tuple[tuple[int, int], ...]:
    """The stones as one sees them: turned, reflected and with the colours exchanged, whoever is to
    move; the position itself first."""
    board, red, blue = position.board, position.red, position.blue
    views = [*images(board, red, blue), *images(board, blue, red)]
    if board.width == board.height:
        views += [(board.transposed(one), board.transposed(other)) for one, other in views]
    return tuple(views)
