"""The swaps a beginner is drawn to: a box for the taking, a third piece in a line."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from crossfall.solver.pathing_boxes.board import EDGE_NAMES, LINES, SIDE
from crossfall.solver.pathing_boxes.rules import PLAYERS, PathingPosition

GREEDY_BOX = "greedy-box"
THREE_IN_A_ROW = "three-in-a-row"


@dataclass(frozen=True)
class Tempting:
    """A swap with what draws one to it, as the beginning of a sentence."""

    edge: int
    idea: str
    told: str


def tempting_swaps(position: PathingPosition, right: Collection[int]) -> list[Tempting]:
    """The tempting swaps that are not among the right ones: boxes first, more boxes before fewer."""
    found: list[tuple[int, Tempting]] = []
    own = PLAYERS[position.turn]
    three_before = _threes(position, position.turn)
    for edge in position.moves():
        if edge in right:
            continue
        after = position.play(edge)
        closed = sum(after.score) - sum(position.score)
        name = EDGE_NAMES[edge]
        if closed:
            boxes = "two boxes" if closed == 2 else "a box"
            found.append((-closed, Tempting(edge, GREEDY_BOX, f"{name} closes {boxes}")))
        elif after.winner() is None and _threes(after, position.turn) > three_before:
            told = f"{name} brings three {own} into one line"
            found.append((0, Tempting(edge, THREE_IN_A_ROW, told)))
    return [tempt for _, tempt in sorted(found, key=lambda item: item[0])]


def _threes(position: PathingPosition, player: int) -> int:
    """How many lines hold three of a player's pieces."""
    pieces = position.pieces(player)
    return sum(1 for line in LINES if (pieces & line).bit_count() == SIDE - 1)
