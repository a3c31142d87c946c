"""The swaps a beginner is drawn to: a box for the taking, a third piece in a line."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from crossfall.solver.pathing_boxes.board import LINES, SIDE
from crossfall.solver.pathing_boxes.rules import PathingPosition

GREEDY_BOX = "greedy-box"
THREE_IN_A_ROW = "three-in-a-row"


@dataclass(frozen=True)
class Tempting:
    """A swap and what draws one to it: one of the ideas above."""

    edge: int
    idea: str


def tempting_swaps(position: PathingPosition, right: Collection[int]) -> list[Tempting]:
    """The tempting swaps that are not among the right ones: boxes first, more boxes before fewer."""
    found: list[tuple[int, Tempting]] = []
    three_before = _threes(position, position.turn)
    for edge in position.moves():
        if edge in right:
            continue
        after = position.play(edge)
        closed = sum(after.score) - sum(position.score)
        if closed:
            found.append((-closed, Tempting(edge, GREEDY_BOX)))
        elif after.winner() is None and _threes(after, position.turn) > three_before:
            found.append((0, Tempting(edge, THREE_IN_A_ROW)))
    return [tempt for _, tempt in sorted(found, key=lambda item: item[0])]


def _threes(position: PathingPosition, player: int) -> int:
    """How many lines hold three of a player's pieces."""
    pieces = position.pieces(player)
    return sum(1 for line in LINES if (pieces & line).bit_count() == SIDE - 1)
