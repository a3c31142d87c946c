"""Puzzles for a pack: found, proven, their keys audited, none of them twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, zip_longest

from crossfall.generator.finders import Wish, finder
from crossfall.generator.lessons import LessonError
from crossfall.generator.proven import prove
from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.position import Findings, Puzzle, game
from crossfall.solver.verify import read_puzzle

ENOUGH = 60  # puzzles looked at where one of a special kind is wanted
SPARE = 4  # more than are needed, so that what is taken already can be passed over

Chosen = list[tuple[Puzzle, Findings]]


class Shelf:
    """Gives a pack its puzzles, for each page by a seed of its own.

    audit: whether keys are proven a second time. spare: how many more than wanted are asked for.
    """

    def __init__(
        self, game_name: str, seed: int, budget: Budget, audit: bool, spare: int = SPARE
    ) -> None:
        self._game = game(game_name)
        self._seed, self._budget, self._audit, self._spare = seed, budget, audit, spare
        self.given: Chosen = []  # all that were taken
        self._taken: set[str] = set()
        self._asked = 0

    def take(
        self,
        count: int,
        task: str,
        difficulty: int | None = None,
        only: Callable[[Puzzle], bool] | None = None,
        vary: Callable[[Puzzle], object] | None = None,
        **options: object,
    ) -> Chosen:
        """`count` puzzles of a task for which `only` holds, with different values of `vary` where
        there are any.

        Raises LessonError where too few are found, a puzzle is flawed or the audit contradicts its
        key, BudgetError where something is not proven in time.
        """
        wanted = ENOUGH if only or vary else count + self._spare
        seed = self._seed * 1000 + self._asked
        self._asked += 1
        wish = Wish(task, wanted, seed, difficulty, options=options)
        chosen = list(islice(_varied(self._fitting(wish, only), vary), count))
        if len(chosen) < count:
            raise LessonError(f"too few {task} puzzles were found for this page")
        self._taken.update(map(self._game.canonical, chosen))
        proven = prove(chosen, self._budget, self._audit)
        if proven.flawed:
            raise LessonError("; ".join(proven.flawed))
        if proven.unknown or proven.unaudited:
            raise BudgetError("; ".join([*proven.unknown, *proven.unaudited]))
        self.given += proven.puzzles
        return proven.puzzles

    def _fitting(self, wish: Wish, only: Callable[[Puzzle], bool] | None) -> Iterator[Puzzle]:
        for record in finder(self._game.name).find(wish, self._budget):
            puzzle = read_puzzle(record)
            if self._game.canonical(puzzle) in self._taken:
                continue
            if only is None or only(puzzle):
                yield puzzle


def _varied(puzzles: Iterator[Puzzle], vary: Callable[[Puzzle], object] | None) -> Iterator[Puzzle]:
    """The puzzles in turns over the values of `vary`, each value's in their order."""
    if vary is None:
        yield from puzzles
        return
    piles: dict[str, list[Puzzle]] = {}
    for puzzle in puzzles:
        piles.setdefault(str(vary(puzzle)), []).append(puzzle)
    for turn in zip_longest(*(piles[value] for value in sorted(piles))):
        yield from (puzzle for puzzle in turn if puzzle is not None)
