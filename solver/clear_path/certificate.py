"""Writes down why a first turn wins on the next turn, and why no other one does.

First turns after which the opponent wins at once are left out: the audit sees that by itself.
"""

from __future__ import annotations

from crossfall.solver.budget import Budget
from crossfall.solver.certificates import Proof
from crossfall.solver.clear_path.board import COLOURS
from crossfall.solver.clear_path.rules import ClearPathPosition
from crossfall.solver.clear_path.turns import quiet_turns, wins_now
from crossfall.solver.position import Puzzle

TASK = "win-in-two"


def prove_puzzle(puzzle: Puzzle, budget: Budget) -> Proof | None:
    """The proof of all answers of a `win-in-two`; None for other tasks. Raises BudgetError."""
    if puzzle.task != TASK:
        return None
    position: ClearPathPosition = puzzle.position
    board, mover, own, empty = position.board, position.turn, position.own, position.empty
    entries = []
    if not wins_now(board, mover, own, empty):
        for turn in quiet_turns(board, mover, own, empty):
            budget.spend()
            left = empty & ~turn
            if wins_now(board, 1 - mover, position.other, left):
                continue
            told = " ".join(board.names(turn))
            reply = _refutation(position, turn, budget)
            entries.append(f"{told} - {' '.join(board.names(reply))}" if reply else f"{told} +")
    return Proof(_told(position), frozenset(entries))


def _refutation(position: ClearPathPosition, turn: int, budget: Budget) -> int:
    """The first reply to a turn after which its player has no win now; 0 if there is none."""
    board, mover, own, empty = position.board, position.turn, position.own | turn, position.empty
    for reply in quiet_turns(board, 1 - mover, position.other, empty & ~turn):
        budget.spend()
        if not wins_now(board, mover, own, empty & ~turn & ~reply):
            return reply
    return 0


def _told(position: ClearPathPosition) -> str:
    board = position.board
    stones = (position.own, position.other)
    red, blue = stones if position.turn == 0 else stones[::-1]
    named = [" ".join(board.names(mask)) or "none" for mask in (red, blue)]
    size = f"{board.width}x{board.height}"
    return f"{size} {COLOURS[position.turn]} red {named[0]} blue {named[1]}"
