"""What Pathing keys are made of: what each swap of a turn does, and where a line stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from crossfall.generator.words.english import listed
from crossfall.solver.grids import bits
from crossfall.solver.pathing_boxes.board import (
    CELL_NAMES,
    COLUMNS,
    EDGE_NAMES,
    EDGES,
    LINES,
)
from crossfall.solver.pathing_boxes.rules import PLAYERS, PathingPosition
from crossfall.solver.pathing_boxes.tables import line_table


def names(edges: Iterable[int]) -> str:
    """Swaps one after the other.

    >>> names([1, 0])
    'A1-B1, A1-A2'
    """
    return ", ".join(EDGE_NAMES[edge] for edge in edges)


def any_of(edges: Iterable[int]) -> str:
    """Swaps of which one is meant.

    >>> any_of([1, 0])
    'A1-B1 or A1-A2'
    """
    return listed([EDGE_NAMES[edge] for edge in edges], "or")


def line_names(position: PathingPosition, player: int) -> str:
    """Where a player's lines stand: `row 4`, `row 1 and column B`."""
    pieces = position.pieces(player)
    found = [
        f"row {number + 1}" if number < 4 else f"column {COLUMNS[number - 4]}"
        for number, line in enumerate(LINES)
        if pieces & line == line
    ]
    return listed(found)


def turn_told(position: PathingPosition, swaps: Sequence[int], bold: bool = False) -> str:
    """What each swap of one player's turn does, clause by clause; the first name in bold type.

    >>> from crossfall.solver.pathing_boxes.rules import CLASSIC
    >>> turn_told(CLASSIC, [1], bold=True)
    '**A1-B1**'
    """
    told: list[str] = []
    for edge in swaps:
        if position.winner() is not None:
            break
        after = position.play(edge)
        name = EDGE_NAMES[edge]
        shown = f"**{name}**" if bold and not told else name
        told.append(_clause(shown, position, after, alone=len(swaps) == 1))
        position = after
    return ", ".join(told)


def _clause(name: str, before: PathingPosition, after: PathingPosition, alone: bool) -> str:
    lines = line_table()
    if lines[after.x] and lines[after.y]:
        return f"{name} makes a line of both at once, and by these rules {_winner(after)} wins"
    if after.winner() is not None:
        winner = after.winner() or 0
        return f"{name} makes {PLAYERS[winner]}'s line in {line_names(after, winner)}"
    closed = sum(after.score) - sum(before.score)
    if closed == 2:
        return f"{name} closes two boxes"
    if closed == 1:
        return f"{name} closes a box"
    return name if alone else f"{name} ends the turn"


def _winner(position: PathingPosition) -> str:
    return PLAYERS[position.winner() or 0]


def moved(position: PathingPosition, edge: int) -> str:
    """What a swap puts where, the pieces of the player to move first: `X to A2, Y to A1`.

    >>> from crossfall.solver.pathing_boxes.rules import CLASSIC
    >>> moved(CLASSIC, 1)   # A1-B1: Y and X
    'X to A1, Y to B1'
    """
    after = position.play(edge)
    if (after.x, after.y) == (position.x, position.y):
        return "nothing moves"
    ends = sum(1 << end for end in EDGES[edge])
    players = (position.turn, 1 - position.turn)
    return ", ".join(
        f"{PLAYERS[player]} to {CELL_NAMES[cell]}"
        for player in players
        for cell in bits(after.pieces(player) & ends)
        if not position.pieces(player) >> cell & 1
    )
