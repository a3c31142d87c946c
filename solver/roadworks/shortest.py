"""The fewest and the most closures, without counting all lines of play.

With falling the most are as many as the live crossings have rings: each closure in a block ends one
ring at least, and some closure ends just one (the proof stands in
`crossfall.solver.audit.roadworks_lengths`; tests play it). Without, play ends at a path that no
street shortens, and the most close all but a shortest one.

The fewest are searched for, block by block: does every closure leave a row of blocks that allows so
many less one? Without falling a longest path is put together from its first steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from crossfall.solver.budget import Budget
from crossfall.solver.deep import deep_recursion
from crossfall.solver.grids import Grid, bits
from crossfall.solver.roadworks.blocks import Block, BlockKeys, block_closures
from crossfall.solver.roadworks.rules import Board

Row = tuple[int, ...]  # the keys of the blocks that are more than a street
Way = tuple[int, Row]  # so many closures, and the row of blocks that is left

FREE = 1  # closures that every block of more than a street allows


def most_closures(board: Board, open_: int) -> int:
    """The most safe closures there can still be (A and B joined).

    >>> from crossfall.solver.roadworks.rules import board
    >>> most_closures(board(3, 3), board(3, 3).full)
    9
    """
    if board.falling:
        return rings(board.grid, open_)
    seen, left = 1, open_.bit_count() - 1
    while not seen >> board.b & 1:
        seen |= board.grid.around(seen) & open_
        left -= 1
    return left


def rings(grid: Grid, open_: int) -> int:
    """How many rings (faces) connected crossings have: streets less crossings, and one. So many
    closures are the most there can be, with falling."""
    streets = (open_ & ~grid.top) << 1 & open_
    across = open_ << grid.rows & open_
    return streets.bit_count() + across.bit_count() - open_.bit_count() + 1


class Shortest:
    """The fewest closures in one board's positions; remembers what it has worked out of blocks.

    keys: of the blocks.

    >>> from crossfall.solver.roadworks.rules import board
    >>> shortest(board(3, 3)).fewest(board(3, 3).full, Budget())
    4
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.keys = BlockKeys(max(board.grid.columns, board.grid.rows))
        self._low: dict[int, int] = {}  # at least so many
        self._high: dict[int, int] = {}  # so many are enough
        self._ways: dict[int, list[Way]] = {}

    def fewest(self, open_: int, budget: Budget) -> int:
        """The fewest safe closures there can still be (A and B joined). Raises BudgetError."""
        with deep_recursion():
            off, row = self.row(open_, 0)
            number = sum(map(self.least, row))
            while self.row_has(row, number + 1, budget):
                number += 1
            return number if self.board.falling else off + number

    def row(self, open_: int, start: int) -> Way:
        """From `start` to B: how many of the open crossings no block holds, and the blocks."""
        grid = self.board.grid
        return self._row(grid, open_, grid.chain(open_, start, self.board.b))

    def _row(self, grid: Grid, open_: int, blocks: Iterable[Block]) -> tuple[int, Row]:
        """How many of the open crossings no block holds, and the row."""
        keys = []
        for block in blocks:
            open_ &= ~block[0]
            if block[0].bit_count() > 2:
                keys.append(self.keys.shape(grid, block).key)
        return open_.bit_count(), tuple(sorted(keys))

    def size(self, key: int) -> int:
        """How many crossings a block has."""
        return self.keys.block(key)[0].bit_count()

    def ways_of(self, key: int, budget: Budget) -> list[Way]:
        """What the closures in a block leave; without falling, what the first steps of a path do."""
        ways = self._ways.get(key)
        if ways is None:
            grid = self.keys.grid
            mask, near, far = self.keys.block(key)
            if self.board.falling:
                budget.spend()
                found = {
                    (1, self._row(grid, 0, parts)[1])
                    for _, parts in block_closures(grid, mask, near, far)
                }
            else:
                found = {
                    self._row(grid, left, blocks) for left, blocks in self._steps(mask, near, far)
                }
            # Small blocks are soon decided.
            ways = self._ways[key] = sorted(
                found, key=lambda way: (sum(map(self.size, way[1])), way)
            )
            budget.spend(len(ways))
        return ways

    def _steps(self, mask: int, near: int, far: int) -> Iterator[tuple[int, list[Block]]]:
        """For every first step of a path without short cuts through a block: the crossings other
        than the near end that may still be off it or on it, and the blocks that it goes on through.
        """
        grid = self.keys.grid
        beside = grid.neighbours[near] & mask
        rest = mask & ~(1 << near)
        if beside >> far & 1:
            yield rest & ~(1 << far), []
            return
        for step in bits(beside):
            blocks = grid.chain(rest & ~beside | 1 << step, step, far)
            if blocks:
                yield rest, blocks

    def row_has(self, row: Row, number: int, budget: Budget) -> bool:
        """Whether a row of blocks allows at least so many closures."""
        for key in row:
            while sum(map(self.least, row)) < number <= sum(map(self._most, row)):
                if not self._has(key, self.least(key) + 1, budget):
                    break
        return sum(map(self.least, row)) >= number

    def _has(self, key: int, number: int, budget: Budget) -> bool:
        """Whether a block allows at least so many closures."""
        if number <= self.least(key):
            return True
        if number > self._most(key):
            return False
        if not self.board.falling:
            self.settle(key, budget)
            return number <= self.least(key)
        for off, row in self.ways_of(key, budget):
            if not self.row_has(row, number - off, budget):
                self._high[key] = number - 1
                break
        else:
            self._low[key] = number
        if self.least(key) == self._most(key):
            self._ways.pop(key, None)  # not looked at again
        return self.least(key) >= number

    def settle(self, key: int, budget: Budget) -> int:
        """The fewest closures in a block, without falling."""
        if key not in self._high:
            fewest = min(
                off + sum(self.settle(part, budget) for part in row)
                for off, row in self.ways_of(key, budget)
            )
            self._low[key] = self._high[key] = fewest
        return self._high[key]

    def least(self, key: int) -> int:
        """So many closures a block is known to allow at least."""
        return self._low.get(key, FREE)

    def _most(self, key: int) -> int:
        known = self._high.get(key)
        if known is None:
            mask = self.keys.block(key)[0]
            known = rings(self.keys.grid, mask) if self.board.falling else mask.bit_count() - 2
        return known


@lru_cache(maxsize=64)
def shortest(board: Board) -> Shortest:
    """The fewest closures of a board's positions, one object so that its memory is shared."""
    return Shortest(board)
