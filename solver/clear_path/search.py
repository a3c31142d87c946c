"""Exact play: who wins, with which turns, within how many own turns.

A depth-first search over whole turns with a table. Three things keep it small. A turn that hits
no stone of a win the opponent threatens leaves that win standing, because more stones only
surround more points; so turns that miss a threatened win are never tried. A turn after which the
opponent wins at once is dropped before it is searched. And the turns with the most stones come
first: they leave the fewest points, and so the smallest rest to search (25 times fewer positions
on 5×5 with 15 empty points than in the order of generation).
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from contextlib import suppress
from types import ModuleType

from crossfall.solver.budget import Budget
from crossfall.solver.clear_path.board import Board, bits
from crossfall.solver.clear_path.rules import images
from crossfall.solver.clear_path.turns import joined, peeled, quiet_turns, wins_now
from crossfall.solver.errors import BudgetError

# With so few stones reflections of a position are worth looking up as one.
SYMMETRIC_STONES = 6
# So many positions are searched before it pays to load the compiled twin.
QUICK_WORK = 1500
# Positions that a search without another bound enters on boards of up to 36 points; on larger
# ones, where each costs more, as many fewer as the cube of the points is larger.
SEARCH_WORK = 300_000
_FULL_WORK_POINTS = 36


def search_work(points: int) -> int:
    """How many positions a search enters by default on a board of so many points.

    >>> search_work(25), search_work(81)
    (300000, 26337)
    """
    if points <= _FULL_WORK_POINTS:
        return SEARCH_WORK
    return SEARCH_WORK * _FULL_WORK_POINTS**3 // points**3


def share(budget: Budget, most: int | None = None) -> Budget:
    """A budget of `most` units, or of what is left of this one if that is less."""
    left = None if budget.work is None else max(0, budget.work - budget.spent)
    if left is None and most is None:
        return budget
    return budget.part(min(n for n in (left, most) if n is not None))


def any_win(board: Board, mover: int, own: int, empty: int) -> int:
    """The points of some winning turn of this moment, not many; 0 if there is none."""
    core = board.core(empty)
    room = empty & ~core
    start, goal = board.sides[mover]
    stones = own | room
    here = board.flood(start & stones, stones)
    point = 0
    if not here & goal:
        there = board.flood(goal & stones, stones)
        closing = core & (board.beside(here) | start) & (board.beside(there) | goal)
        if not closing:
            return 0
        point = closing & -closing
    stones = own | point
    for left_out in bits(room):
        if room & left_out:
            less = peeled(board, empty, room & ~left_out)
            if joined(board, mover, stones | less):
                room = less
    return room | point


def all_winning(board: Board, mover: int, own: int, other: int, budget: Budget) -> list[int]:
    """Every turn that wins nothing now but forces a win, with the compiled twin where it pays.

    The position has no win now. Raises BudgetError when the budget runs out; the result, and
    whether the budget suffices, do not depend on which twin searched.
    """
    first = share(budget, QUICK_WORK)
    try:
        return list(Search(board, first).winning(mover, own, other))
    except BudgetError:
        if first.work != QUICK_WORK or budget.is_over():
            raise
    candidates = list(Search(board, budget).candidates(mover, own, other))
    fast = _compiled(board)
    if fast is not None:
        search = fast.FastSearch(board, share(budget), SYMMETRIC_STONES)
        with suppress(fast.OverflowedError):
            return [t for t in candidates if not search.wins_later(1 - mover, other, own | t)]
    return list(Search(board, budget).winning(mover, own, other))


def _compiled(board: Board) -> ModuleType | None:
    """The module of the compiled twin, if numba is here and the board is not too large for it."""
    try:
        fast = importlib.import_module("crossfall.solver.clear_path.fast")
    except ImportError:
        return None
    return fast if board.full.bit_count() <= fast.MAX_POINTS else None


class Search:
    """Searches that share one table; work is counted in positions entered.

    Every method takes the mover and the stones of mover and opponent, in a position that is
    two-clear, and raises BudgetError when the budget runs out. `turns` is how many own turns the
    mover may take to win; negative for any number.
    """

    def __init__(self, board: Board, budget: Budget) -> None:
        self.board = board
        self.budget = budget
        self._table: dict[tuple[int, int, int, int], bool] = {}

    def wins(self, mover: int, own: int, other: int, turns: int = -1) -> bool:
        """Whether the mover, to place now, can force an OIP."""
        empty = self.board.full & ~(own | other)
        return wins_now(self.board, mover, own, empty) or (
            turns != 1 and self._wins_later(mover, own, other, turns)
        )

    def winning(self, mover: int, own: int, other: int, turns: int = -1) -> Iterator[int]:
        """Every turn that wins nothing now but forces a win; those with most stones first."""
        if turns in (0, 1):
            return
        for turn in self.candidates(mover, own, other):
            if self._holds(mover, own | turn, other, turns):
                yield turn

    def _wins_later(self, mover: int, own: int, other: int, turns: int) -> bool:
        """Whether the mover, who has no win now, can force one."""
        key = self._key(mover, own, other, turns)
        known = self._table.get(key)
        if known is None:
            self.budget.spend()
            known = any(
                self._holds(mover, own | turn, other, turns)
                for turn in self.candidates(mover, own, other)
            )
            self._table[key] = known
        return known

    def candidates(self, mover: int, own: int, other: int) -> Iterator[int]:
        """The quiet turns after which the opponent does not win at once."""
        board = self.board
        empty = board.full & ~(own | other)
        threat = any_win(board, 1 - mover, other, empty)
        turns = list(quiet_turns(board, mover, own, empty))
        turns.sort(key=int.bit_count, reverse=True)
        for turn in turns:
            if threat and not turn & threat:
                continue
            if not wins_now(board, 1 - mover, other, empty & ~turn):
                yield turn

    def _holds(self, mover: int, own: int, other: int, turns: int) -> bool:
        """Whether the mover, who has just placed, wins; the opponent has no win now."""
        if turns < 0:
            return not self._wins_later(1 - mover, other, own, turns)
        if turns == 2:
            return self._wins_next(mover, own, other)
        key = self._key(1 - mover, other, own, turns)
        known = self._table.get(key)
        if known is None:
            self.budget.spend()
            empty = self.board.full & ~(own | other)
            known = all(
                self.wins(mover, own, other | reply, turns - 1)
                for reply in quiet_turns(self.board, 1 - mover, other, empty)
            )
            self._table[key] = known
        return known

    def _wins_next(self, mover: int, own: int, other: int) -> bool:
        """Whether the mover wins at once after each turn of the opponent, who has no win now."""
        board = self.board
        self.budget.spend()
        empty = board.full & ~(own | other)
        threat = any_win(board, mover, own, empty)
        return all(
            wins_now(board, mover, own, empty & ~reply)
            for reply in quiet_turns(board, 1 - mover, other, empty)
            if reply & threat or not threat
        )

    def _key(self, mover: int, own: int, other: int, turns: int) -> tuple[int, int, int, int]:
        if (own | other).bit_count() <= SYMMETRIC_STONES:
            own, other = min(images(self.board, own, other))
        return own, other, mover, turns
