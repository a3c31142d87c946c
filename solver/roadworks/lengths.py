"""How many more safe closures there can be, over all lines of play.

With falling the blocks between A and B are played independently, so the possible numbers of a
board are the sums of its blocks' numbers. Without falling play ends when the open crossings are
one A–B path without short cuts, and every such path can be reached: the numbers follow from the
lengths of these paths.
"""

from __future__ import annotations

from functools import cached_property, lru_cache

from crossfall.solver.budget import Budget
from crossfall.solver.deep import deep_recursion
from crossfall.solver.grids import Grid, bits
from crossfall.solver.roadworks.blocks import Block, BlockKeys, block_closures
from crossfall.solver.roadworks.rules import Board, Position
from crossfall.solver.roadworks.shortest import most_closures, shortest


class Lengths:
    """The possible lengths of play of one board's positions; remembers what it has worked out.

    A set of numbers is a mask: bit n stands for n safe closures. One unit of the budget is one
    closure of one block, or one step of a path, looked at.

    >>> from crossfall.solver.roadworks.rules import board
    >>> numbers(lengths(board(2, 2)).counts(board(2, 2).full, Budget()))
    (2, 3, 4)
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self._of_block: dict[int, int] = {}
        self._of_plain: dict[int, int] = {}

    @cached_property
    def _keys(self) -> BlockKeys:
        return BlockKeys(max(self.board.width, self.board.height) + 1)

    def counts(self, open_: int, budget: Budget) -> int:
        """The mask of all possible numbers of safe closures (A and B joined). Raises BudgetError."""
        with deep_recursion():
            if not self.board.falling:
                return self._plain_counts(open_, budget)
            grid = self.board.grid
            return self._row(grid, grid.chain(open_, 0, self.board.b), budget)

    def example(self, position: Position, count: int, budget: Budget) -> tuple[int, ...]:
        """The least line of play with exactly `count` safe closures, one of `counts`."""
        line: list[int] = []
        while count:
            count -= 1
            for crossing in bits(position.safe):
                if self.can_be(position.after(crossing), count, budget):
                    break
            line.append(crossing)
            position = position.play(crossing)
        return tuple(line)

    def can_be(self, open_: int, count: int, budget: Budget) -> bool:
        """Whether there can be just so many safe closures. Raises BudgetError."""
        most = most_closures(self.board, open_)
        if count >= most:
            return count == most
        fewest = shortest(self.board).fewest(open_, budget)
        if count <= fewest:
            return count == fewest
        return bool(self.counts(open_, budget) >> count & 1)

    def _row(self, grid: Grid, blocks: list[Block], budget: Budget) -> int:
        total = 1
        for block in blocks:
            if block[0].bit_count() > 2:
                total = _sums(total, self._block(self._keys.shape(grid, block).key, budget))
        return total

    def _block(self, key: int, budget: Budget) -> int:
        found = self._of_block.get(key)
        if found is None:
            square = self._keys.grid
            found = 0
            for _, parts in block_closures(square, *self._keys.block(key)):
                budget.spend()
                found |= self._row(square, parts, budget) << 1
            self._of_block[key] = found
        return found

    def _plain_counts(self, open_: int, budget: Budget) -> int:
        found = self._of_plain.get(open_)
        if found is None:
            found = 0
            most = open_.bit_count()
            for length in bits(self._path_lengths(open_, budget)):
                found |= 1 << most - length
            self._of_plain[open_] = found
        return found

    def _path_lengths(self, open_: int, budget: Budget) -> int:
        """The mask of the numbers of crossings of all A–B paths without short cuts."""
        grid, b = self.board.grid, self.board.b
        neighbours = grid.neighbours
        found = 0
        # (end of the path so far, its length, what may still follow: nothing beside earlier steps)
        todo = [(0, 1, open_ & ~1)]
        while todo:
            end, length, free = todo.pop()
            budget.spend()
            if neighbours[end] >> b & 1:
                found |= 1 << length + 1
                continue  # any other way on would have this short cut
            nexts = neighbours[end] & free
            rest = free & ~neighbours[end]
            if not grid.flood(nexts, rest | nexts) >> b & 1:
                continue
            todo.extend((crossing, length + 1, rest) for crossing in bits(nexts))
        return found


def another_length(position: Position, budget: Budget) -> int | None:
    """A number of closures, less than the most, that there can also be; None if there are always
    as many. Raises BudgetError.

    With falling these are the blocks in which every crossing has two streets but for the ends: it
    keeps them, and each closure ends one ring. Closing any other first ends two or more.
    """
    board, open_ = position.board, position.open
    if not board.falling:
        fewest = shortest(board).fewest(open_, budget)
        return fewest if fewest < most_closures(board, open_) else None
    for crossing in bits(position.safe):
        if (board.grid.neighbours[crossing] & open_).bit_count() > 2:
            return 1 + most_closures(board, position.after(crossing))
    return None


def numbers(mask: int) -> tuple[int, ...]:
    """The numbers of a mask, rising."""
    return tuple(bits(mask))


def _sums(one: int, other: int) -> int:
    """The mask of all sums of a number of one mask and a number of the other."""
    total = 0
    for number in bits(one):
        total |= other << number
    return total


@lru_cache(maxsize=64)
def lengths(board: Board) -> Lengths:
    """The lengths of a board, the same object each time so that its memory is shared."""
    return Lengths(board)
