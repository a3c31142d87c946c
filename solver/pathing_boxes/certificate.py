"""Writes down why a player forces its line in a wave, or why it does not: a proof tree.

Positions that come about in several ways are written once. Where one swap ends the game for the
mover, or no line can be filled any more, nothing is written: the audit sees that by itself.
"""

from __future__ import annotations

from crossfall.solver.budget import Budget
from crossfall.solver.certificates import Proof
from crossfall.solver.pathing_boxes.board import CELLS_BY_NAME, EDGE_NAMES, SIDE
from crossfall.solver.pathing_boxes.rules import PLAYERS, PathingPosition
from crossfall.solver.pathing_boxes.tables import line_gates
from crossfall.solver.pathing_boxes.wave import Wave
from crossfall.solver.position import Puzzle

TASKS = ("line-now", "force-line", "only-defence")


def prove_puzzle(puzzle: Puzzle, budget: Budget) -> Proof | None:
    """The proof of all answers of a `line-now`, `force-line` or `only-defence`; None for other
    tasks. Raises BudgetError."""
    if puzzle.task not in TASKS:
        return None
    position: PathingPosition = puzzle.position
    turns: int | None = 1 if puzzle.task == "line-now" else puzzle.wishes.get("turns")
    defends = puzzle.task == "only-defence"
    writer = _Writer(position, 1 - position.turn if defends else position.turn, budget)
    for swap in position.moves():
        writer.prove_after(position, swap, turns)
    rules = position.rules.name + ("-finals" if len(position.board.boxes) > 9 else "")
    return Proof(f"{rules} {_told(position, turns)}", frozenset(writer.entries.values()))


def _told(position: PathingPosition, turns: int | None) -> str:
    cells = "".join(position.contents(cell) for cell in CELLS_BY_NAME)
    in_order = position.board.sorted_edges(position.board.all_filled)
    filled = sum(1 << i for i, edge in enumerate(in_order) if position.filled >> edge & 1)
    mover = PLAYERS[position.turn]
    return f"{cells} {filled:x} {mover} {'any' if turns is None else turns}"


class _Writer:
    def __init__(self, root: PathingPosition, attacker: int, budget: Budget) -> None:
        self.entries: dict[str, str] = {}
        self._attacker = attacker
        self._wave = Wave(root, budget)
        self._budget = budget

    def prove_after(self, position: PathingPosition, swap: int, turns: int | None) -> bool:
        """Whether the attacker forces its line after a swap, and what proves it."""
        after = position.play(swap)
        winner = after.winner()
        if winner is not None:
            return winner == self._attacker
        if turns is not None and position.turn == self._attacker != after.turn:
            turns -= 1
        if turns == 0 or not self._can_line_up(after):
            return False
        if any(after.winner_after(edge) == after.turn for edge in after.moves()):
            return after.turn == self._attacker
        return self._prove(after, turns)

    def _prove(self, position: PathingPosition, turns: int | None) -> bool:
        forced = self._wave.forces(position, self._attacker, turns)
        key = _told(position, turns)
        if key in self.entries:
            return forced
        self._budget.spend()
        entry = f"{key} {'+' if forced else '-'}"
        self.entries[key] = entry
        if (position.turn == self._attacker) == forced:
            swap = self._choice(position, turns, forced)
            self.entries[key] = f"{entry} {EDGE_NAMES[swap]}"
            self.prove_after(position, swap, turns)
        else:
            for swap in position.moves():
                self.prove_after(position, swap, turns)
        return forced

    def _choice(self, position: PathingPosition, turns: int | None, forced: bool) -> int:
        """The first swap that keeps things so, one that needs nothing new if there is one."""
        right = -1
        for swap in position.moves():
            after = position.play(swap)
            left = turns
            if left is not None and position.turn == self._attacker != after.turn:
                left -= 1
            if self._wave.forces(after, self._attacker, left) == forced:
                known = after.winner() is not None or left == 0 or not self._can_line_up(after)
                if known or _told(after, left) in self.entries:
                    return swap
                if right < 0:
                    right = swap
        return right

    def _can_line_up(self, position: PathingPosition) -> bool:
        own = position.y if self._attacker else position.x
        still_open = position.board.all_filled & ~position.filled
        return any(
            (own & line).bit_count() + (still_open & gates).bit_count() >= SIDE
            for line, gates in line_gates(position.board)
        )
