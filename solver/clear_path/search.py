"""Exact play: who wins, with which turns, within how many own turns.

A depth-first search over whole turns with a table. Two facts keep it small. A turn of the
opponent that hits no stone of a win the mover threatens leaves that win standing, because more
stones only surround more points; so replies that miss a threatened win are never tried. And a
turn after which the opponent wins at once is dropped before it is searched.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from crossfall.solver.budget import Budget
from crossfall.solver.clear_path.board import RED, Board, bits
from crossfall.solver.clear_path.rules import ClearPathPosition, images
from crossfall.solver.clear_path.turns import joined, peeled, quiet_turns, wins_now
from crossfall.solver.errors import BudgetError

# With so few stones reflections of a position are worth looking up as one.
SYMMETRIC_STONES = 6


@dataclass(frozen=True)
class Reply:
    """What answers one of the opponent's turns: the mover then wins at once."""

    turn: int


def any_win(board: Board, mover: int, own: int, empty: int) -> int:
    """The points of some winning turn, as few as a quick look finds; 0 if there is none."""
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


class Search:
    """Searches that share one table; work is counted in positions entered.

    proves: can the mover, to place now, force an OIP?
    """

    def __init__(self, board: Board, budget: Budget) -> None:
        self.board = board
        self.budget = budget
        self._table: dict[tuple[int, int, int, int], bool] = {}

    def wins(self, mover: int, own: int, other: int, turns: int = -1) -> bool:
        """Whether the mover can force a win, within `turns` own turns if that is not negative.

        Raises BudgetError when the budget runs out.
        """
        empty = self.board.full & ~(own | other)
        return wins_now(self.board, mover, own, empty) or (
            turns != 1 and self._wins_later(mover, own, other, turns)
        )

    def winning(self, mover: int, own: int, other: int, turns: int = -1) -> Iterator[int]:
        """Every turn that wins nothing now but forces a win, within `turns` own turns."""
        empty = self.board.full & ~(own | other)
        for turn in self._candidates(mover, own, other, empty):
            if self._holds(mover, own | turn, other, turns):
                yield turn

    def _wins_later(self, mover: int, own: int, other: int, turns: int) -> bool:
        """The same for a position without a win now."""
        key = self._key(mover, own, other, turns)
        known = self._table.get(key)
        if known is None:
            self.budget.spend()
            empty = self.board.full & ~(own | other)
            known = any(
                self._holds(mover, own | turn, other, turns)
                for turn in self._candidates(mover, own, other, empty)
            )
            self._table[key] = known
        return known

    def _candidates(self, mover: int, own: int, other: int, empty: int) -> list[int]:
        """The quiet turns after which the opponent does not win at once, threats first."""
        board = self.board
        needed = any_win(board, 1 - mover, other, empty)
        threats, others = [], []
        for turn in quiet_turns(board, mover, own, empty):
            if needed and not turn & needed:
                continue
            rest = empty & ~turn
            if not wins_now(board, 1 - mover, other, rest):
                (threats if wins_now(board, mover, own | turn, rest) else others).append(turn)
        return threats + others

    def _holds(self, mover: int, own: int, other: int, turns: int) -> bool:
        """Whether the mover, who has just placed, wins whatever the opponent does.

        The opponent has no win now.
        """
        board = self.board
        if turns < 0:
            return not self._wins_later(1 - mover, other, own, turns)
        empty = board.full & ~(own | other)
        if turns == 2:
            return self._wins_next(mover, own, other, empty)
        key = self._key(1 - mover, other, own, turns)
        known = self._table.get(key)
        if known is None:
            self.budget.spend()
            known = all(
                self.wins(mover, own, other | reply, turns - 1)
                for reply in quiet_turns(board, 1 - mover, other, empty)
            )
            self._table[key] = known
        return known

    def _wins_next(self, mover: int, own: int, other: int, empty: int) -> bool:
        """Whether after each turn of the opponent, who has no win now, the mover wins at once."""
        board = self.board
        self.budget.spend()
        return all(
            wins_now(board, mover, own, empty & ~reply)
            for reply in quiet_turns(board, 1 - mover, other, empty)
        )

    def _key(self, mover: int, own: int, other: int, turns: int) -> tuple[int, int, int, int]:
        if (own | other).bit_count() <= SYMMETRIC_STONES:
            own, other = min(images(self.board, own, other))
        return own, other, mover, turns
