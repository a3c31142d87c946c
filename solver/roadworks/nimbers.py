"""Who wins, exactly: Grundy values of live sets by blocks.

Safe closures alone are moves, so Roadworks is an impartial game in normal play. With falling, the
unsafe closures are the cut vertices between A and B; they stay for ever, the blocks between them
are independent, and the value of a board is the XOR of its blocks' values (Sprague 1935, Grundy
1939). Without falling every line of play has a length of the same parity, which settles it.
"""

from __future__ import annotations

from functools import lru_cache

from crossfall.solver.budget import Budget
from crossfall.solver.grids import bits
from crossfall.solver.roadworks.rules import Board

Block = tuple[int, int, int]


class Oracle:
    """Exact answers about the positions of one board; remembers what it has worked out.

    >>> from crossfall.solver.roadworks.rules import board
    >>> b = board(3, 3)
    >>> b.names(oracle(b).winning(b.full, Budget()))
    ('a4', 'b3', 'c2', 'd1')
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self._values: dict[Block, int] = {}

    def nimber(self, open_: int, budget: Budget) -> int:
        """The Grundy value of the open crossings (A and B joined). Raises BudgetError."""
        if not self.board.falling:
            return plain_parity(self.board, open_)
        value = 0
        for block in self.board.grid.chain(open_, 0, self.board.b):
            value ^= self._block_value(block, budget)
        return value

    def is_lost(self, open_: int, budget: Budget) -> bool:
        """Whether the player to move loses. Raises BudgetError."""
        return self.nimber(open_, budget) == 0

    def winning(self, open_: int, budget: Budget) -> int:
        """The mask of all winning closures. Raises BudgetError."""
        board = self.board
        found = 0
        lost: dict[int, bool] = {}  # several closures may leave the same crossings
        for crossing in bits(open_ & ~board.ends):
            left = open_ & ~(1 << crossing)
            if not board.joined(left):
                continue
            left = board.settle(left)
            if left not in lost:
                lost[left] = self.is_lost(left, budget)
            if lost[left]:
                found |= 1 << crossing
        return found

    def _block_value(self, block: Block, budget: Budget) -> int:
        mask, near, far = block
        inner = mask & ~(1 << near | 1 << far)
        if not inner:
            return 0
        known = self._values.get(block)
        if known is not None:
            return known
        budget.spend()
        options = 0
        seen = set()
        for crossing in bits(inner):
            rest = tuple(self.board.grid.chain(mask & ~(1 << crossing), near, far))
            if rest in seen:
                continue
            seen.add(rest)
            value = 0
            for part in rest:
                value ^= self._block_value(part, budget)
            options |= 1 << value
        value = (~options & (options + 1)).bit_length() - 1  # the least value not among the options
        self._values[block] = value
        return value


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
