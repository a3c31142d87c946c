"""Who wins, exactly: Grundy values of live sets, by blocks and by complete tables.

Safe closures alone are moves, so Roadworks is an impartial game in normal play. With falling, the
unsafe closures are the cut vertices between A and B; they stay for ever, the blocks between them
are independent, and the value of a board is the XOR of its blocks' values (Sprague 1935, Grundy
1939). Without falling every line of play has a length of the same parity, which settles it.

Where a complete table of the board is at hand (`crossfall.solver.roadworks.tables`), whether a
position is lost is looked up; elsewhere it is searched for.
"""

from __future__ import annotations

import weakref
from functools import cached_property, lru_cache

from crossfall.solver.budget import Budget
from crossfall.solver.grids import bits, mask_of
from crossfall.solver.roadworks.blocks import block_closures
from crossfall.solver.roadworks.rules import Board
from crossfall.solver.roadworks.search import Search
from crossfall.solver.roadworks.tables import lost_sets


class Oracle:
    """Exact answers about the positions of one board; remembers what it has worked out.

    One unit of the budget is one closure of one block looked at; what a table answers is free.

    >>> from crossfall.solver.roadworks.rules import board
    >>> b = board(3, 3)
    >>> b.names(oracle(b).winning(b.full, Budget()))
    ('a4', 'b3', 'c2', 'd1')
    """

    def __init__(self, board: Board, tables: bool = True, compiled: bool = True) -> None:
        self.board = board
        self._tables = tables
        self._compiled = compiled
        self._bounded: tuple[weakref.ref[Budget], Search] | None = None

    @cached_property
    def _lost(self) -> frozenset[int] | None:
        """The canonical lost live sets, where a table of the board is at hand."""
        return lost_sets(self.board) if self._tables and self.board.falling else None

    @cached_property
    def _unbounded(self) -> Search:
        return Search(self.board.grid, self._compiled)

    def _search(self, budget: Budget) -> Search:
        """The search with its memory. Under a bound of work every budget starts with none, so that
        where it runs out does not depend on what was asked before."""
        if budget.work is None:
            return self._unbounded
        if self._bounded is None or self._bounded[0]() is not budget:
            self._bounded = weakref.ref(budget), Search(self.board.grid, self._compiled)
        return self._bounded[1]

    def nimber(self, open_: int, budget: Budget) -> int:
        """The Grundy value of the open crossings (A and B joined). Raises BudgetError."""
        if not self.board.falling:
            return plain_parity(self.board, open_)
        return self._search(budget).value(self._chain(open_), budget)

    def is_lost(self, open_: int, budget: Budget) -> bool:
        """Whether the player to move loses (A and B joined). Raises BudgetError."""
        if not self.board.falling:
            return plain_parity(self.board, open_) == 0
        if self._lost is not None:
            return self.board.canonical(self.board.settle(open_)) in self._lost
        return self._search(budget).has_value(self._chain(open_), 0, budget)

    def winning(self, open_: int, budget: Budget) -> int:
        """The mask of all winning closures. Raises BudgetError."""
        found = 0
        for closures, left in distinct_closures(self.board, open_):
            if not self.board.falling:
                lost = plain_parity(self.board, left) == 0
            elif self._lost is not None:
                lost = self.board.canonical(left) in self._lost
            else:
                lost = self._search(budget).has_value(self._chain(left), 0, budget)
            if lost:
                found |= closures
        return found

    def _chain(self, open_: int) -> list[tuple[int, int, int]]:
        return self.board.grid.chain(open_, 0, self.board.b)


@lru_cache(maxsize=4096)
def distinct_closures(board: Board, open_: int) -> tuple[tuple[int, int], ...]:
    """The safe closures that differ in what they leave: (mask of closures, what each leaves).

    Every safe closure is in exactly one mask. They are in the order of the least closures.

    >>> from crossfall.solver.roadworks.rules import board
    >>> ring = board(1, 1)
    >>> [(ring.names(c), ring.names(left)) for c, left in distinct_closures(ring, ring.full)]
    [(('a2',), ('a1', 'b1', 'b2')), (('b1',), ('a1', 'a2', 'b2'))]
    """
    chain = board.grid.chain(open_, 0, board.b)
    if not board.falling:
        cut = mask_of(near for _, near, _ in chain) | board.ends
        return tuple((1 << c, open_ & ~(1 << c)) for c in bits(open_ & ~cut)) if chain else ()
    live = 0
    for mask, _, _ in chain:
        live |= mask
    found: dict[int, int] = {}
    for mask, near, far in chain:
        others = live & ~mask
        for closures, parts in block_closures(board.grid, mask, near, far):
            left = others
            for part, _, _ in parts:
                left |= part
            found[left] = found.get(left, 0) | closures
    pairs = ((closures, left) for left, closures in found.items())
    return tuple(sorted(pairs, key=lambda pair: pair[0] & -pair[0]))


def plain_parity(board: Board, open_: int) -> int:
    """The Grundy value without falling: 1 if an odd number of safe closures is left, else 0.

    Play ends when the open crossings form one induced A–B path; on a grid, where all paths
    between two points have the same parity of length, its number of crossings has the parity of
    width + height + 1 whatever happens.

    >>> from crossfall.solver.roadworks.rules import board
    >>> plain_parity(board(3, 3, falling=False), board(3, 3).full)
    1
    """
    return (open_.bit_count() - (board.width + board.height + 1)) % 2


@lru_cache(maxsize=64)
def oracle(board: Board) -> Oracle:
    """The oracle of a board, the same one each time so that its memory is shared."""
    return Oracle(board)
