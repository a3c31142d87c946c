"""What Pathing keys are made of: what each swap of a turn does, and where a line stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from crossfall.generator.tongues import ENGLISH, Tongue
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
from crossfall.solver.pathing_boxes.tempting import THREE_IN_A_ROW, Tempting


def names(edges: Iterable[int]) -> str:
    """Swaps one after the other.

    >>> names([1, 0])
    'A1-B1, A1-A2'
    """
    return ", ".join(EDGE_NAMES[edge] for edge in edges)


def any_of(edges: Iterable[int], tongue: Tongue = ENGLISH) -> str:
    """Swaps of which one is meant.

    >>> any_of([1, 0])
    'A1-B1 or A1-A2'
    """
    return tongue.listed([EDGE_NAMES[edge] for edge in edges], "or")


def line_names(position: PathingPosition, player: int, tongue: Tongue = ENGLISH) -> str:
    """Where a player's lines stand: `row 4`, `row 1 and column B`."""
    pieces = position.pieces(player)
    found = [
        tongue.say("row {row}", row=number + 1)
        if number < 4
        else tongue.say("column {column}", column=COLUMNS[number - 4])
        for number, line in enumerate(LINES)
        if pieces & line == line
    ]
    return tongue.listed(found)


def turn_told(
    position: PathingPosition,
    swaps: Sequence[int],
    bold: bool = False,
    tongue: Tongue = ENGLISH,
) -> str:
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
        told.append(_clause(shown, position, after, len(swaps) == 1, tongue))
        position = after
    return ", ".join(told)


def _clause(
    name: str, before: PathingPosition, after: PathingPosition, alone: bool, tongue: Tongue
) -> str:
    lines = line_table()
    if lines[after.x] and lines[after.y]:
        return tongue.say(
            "{swap} makes a line of both at once, and by these rules {player} wins",
            swap=name,
            player=_winner(after),
        )
    if after.winner() is not None:
        return tongue.say(
            "{swap} makes {player}'s line in {lines}",
            swap=name,
            player=_winner(after),
            lines=line_names(after, after.winner() or 0, tongue),
        )
    closed = sum(after.score) - sum(before.score)
    if closed:
        return boxes_closed(name, closed, tongue)
    return name if alone else tongue.say("{swap} ends the turn", swap=name)


def boxes_closed(name: str, boxes: int, tongue: Tongue) -> str:
    """That a swap closes one box or two."""
    return tongue.count("{swap} closes a box", "{swap} closes {n} boxes", boxes, swap=name)


def tempting(position: PathingPosition, tempt: Tempting, answer: str, tongue: Tongue) -> str:
    """A sentence on a swap that draws a beginner, and what is wrong with it."""
    name = EDGE_NAMES[tempt.edge]
    if tempt.idea == THREE_IN_A_ROW:
        idea = tongue.say(
            "{swap} brings three {player} into one line",
            swap=name,
            player=PLAYERS[position.turn],
        )
    else:
        after = position.play(tempt.edge)
        idea = boxes_closed(name, sum(after.score) - sum(position.score), tongue)
    clauses = tongue.say("{idea}, but {answer}", idea=idea, answer=answer)
    return tongue.say("*Tempting:* {clauses}.", clauses=clauses)


def _winner(position: PathingPosition) -> str:
    return PLAYERS[position.winner() or 0]


def moved(position: PathingPosition, edge: int, tongue: Tongue = ENGLISH) -> str:
    """What a swap puts where, the pieces of the player to move first: `X to A2, Y to A1`.

    >>> from crossfall.solver.pathing_boxes.rules import CLASSIC
    >>> moved(CLASSIC, 1)   # A1-B1: Y and X
    'X to A1, Y to B1'
    """
    after = position.play(edge)
    if (after.x, after.y) == (position.x, position.y):
        return tongue.say("nothing moves")
    ends = sum(1 << end for end in EDGES[edge])
    players = (position.turn, 1 - position.turn)
    return ", ".join(
        tongue.say("{piece} to {cell}", piece=PLAYERS[player], cell=CELL_NAMES[cell])
        for player in players
        for cell in bits(after.pieces(player) & ends)
        if not position.pieces(player) >> cell & 1
    )
