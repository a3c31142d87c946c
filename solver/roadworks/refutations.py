"""The safe closures that lose, each with everything that refutes it."""

from __future__ import annotations

from dataclasses import dataclass

from crossfall.solver.budget import Budget
from crossfall.solver.roadworks.nimbers import distinct_closures, oracle
from crossfall.solver.roadworks.rules import Position


@dataclass(frozen=True)
class Wrong:
    """Closures that lose and leave one board: the mask, and the masks of the winning replies,
    each of which leaves a different board."""

    closures: int
    replies: tuple[int, ...]

    @property
    def every_reply(self) -> int:
        """The mask of all winning replies."""
        mask = 0
        for replies in self.replies:
            mask |= replies
        return mask


def wrong_closures(position: Position, budget: Budget) -> list[Wrong]:
    """Every safe closure that loses, with everything that refutes it. Raises BudgetError."""
    board = position.board
    exact = oracle(board)
    found = []
    for closures, left in distinct_closures(board, position.open):
        replies = tuple(
            mask for mask, after in distinct_closures(board, left) if exact.is_lost(after, budget)
        )
        if replies:
            found.append(Wrong(closures, replies))
    return found
