"""The search for values of blocks: plain Python at first, compiled once it gets long.

Both twins ask the same questions in the same order and count the same units, so whether the
extra `fast` is installed changes neither an answer nor where a budget runs out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib.util import find_spec
from typing import TYPE_CHECKING, TypeVar

from crossfall.solver.budget import Budget
from crossfall.solver.compiling import can_compile
from crossfall.solver.errors import BudgetError
from crossfall.solver.grids import Grid
from crossfall.solver.roadworks.blocks import Block, BlockSearch

if TYPE_CHECKING:
    from crossfall.solver.roadworks.fast import FastSearch

T = TypeVar("T")

HAND_OVER = 10_000  # units of Python, about as long as loading the compiled twin takes


class Search:
    """Values of the blocks of one board; remembers what it has worked out."""

    def __init__(self, grid: Grid, compiled: bool = True) -> None:
        self._grid = grid
        self._slow = BlockSearch(max(grid.columns, grid.rows))
        self._fast: FastSearch | None = None
        self._may_compile = compiled and find_spec("numba") is not None
        self._spent = 0

    def value(self, blocks: Iterable[Block], budget: Budget, lying: Grid | None = None) -> int:
        """The value of a row of blocks (of the grid `lying`, if they are not of the board's).

        Raises BudgetError.
        """
        row, at = list(blocks), lying or self._grid
        return self._ask(lambda search, left: search.sum_value(at, row, left), budget)

    def has_value(
        self, blocks: Iterable[Block], value: int, budget: Budget, lying: Grid | None = None
    ) -> bool:
        """Whether a row of blocks has that value. Raises BudgetError."""
        row, at = list(blocks), lying or self._grid
        return self._ask(lambda search, left: search.sum_has_value(at, row, value, left), budget)

    def _ask(self, question: Callable[[BlockSearch | FastSearch, Budget], T], budget: Budget) -> T:
        if self._fast is not None:
            return question(self._fast, budget)
        room = HAND_OVER - self._spent
        within = budget.work is not None and budget.work - budget.spent <= room
        if within or not self._may_compile:
            before = budget.spent
            try:
                return question(self._slow, budget)
            finally:
                self._spent += budget.spent - before
        # What a trial learns before it is given up must not shorten the compiled search.
        known = dict(self._slow.values), dict(self._slow.excluded)
        trial = budget.part(room)
        try:
            answer = question(self._slow, trial)
        except BudgetError:
            if trial.spent <= room:
                budget.spend(trial.spent)
                raise  # the clock
            self._fast = self._compiled()
            if self._fast is None:
                self._may_compile = False
                self._slow.values, self._slow.excluded = known
                return question(self._slow, budget)
            self._fast.learn(*known)
            return question(self._fast, budget)
        self._spent += trial.spent
        budget.spend(trial.spent)
        return answer

    def _compiled(self) -> FastSearch | None:
        if not can_compile():
            return None
        try:
            from crossfall.solver.roadworks import bitboards, fast
        except ImportError:
            return None
        if not fast.fits(self._grid.columns, self._grid.rows):
            return None
        bitboards.announce(fast.run)
        return fast.FastSearch(max(self._grid.columns, self._grid.rows))
