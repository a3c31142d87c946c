"""What the play from a position on depends on, whatever stones are around it.

A turn looks at empty points and at paths alone. A stone that no empty point touches matters only as
a part of its group, and a group only by the empty points and edges that it joins. So two positions
with the same empty points and the same joins are one puzzle in two disguises.
"""

from __future__ import annotations

from typing import TypeAlias

from crossfall.solver.clear_path.board import Board, bits
from crossfall.solver.clear_path.rules import ClearPathPosition

Cells: TypeAlias = tuple[tuple[int, int], ...]
# The cells that reach one edge and the other, and the cells that each group joins.
Joins: TypeAlias = tuple[tuple[Cells, Cells], tuple[Cells, ...]]


def contacts(
    board: Board, player: int, stones: int, empty: int
) -> tuple[tuple[int, int], frozenset[int]]:
    """What a player's stones join: the empty points from which a stone reaches the first edge and
    those from which it reaches the second, and for each group the empty points beside it.

    A group that joins nothing which another one, or an edge, does not join too is left out.
    """
    first, second = (
        (board.beside(board.flood(edge & stones, stones)) | edge) & empty
        for edge in board.sides[player]
    )
    groups: set[int] = set()
    rest = board.beside(empty) & stones
    while rest:
        group = board.flood(rest & -rest, stones)
        rest &= ~group
        groups.add(board.beside(group) & empty)
    joining = frozenset(
        group
        for group in groups
        if group & (group - 1)
        and group & ~first
        and group & ~second
        and not any(group != more and not group & ~more for more in groups)
    )
    return (first, second), joining


def essence(position: ClearPathPosition) -> tuple[Cells, Joins, Joins]:
    """The same for all positions that play alike, wherever on whatever board, turned or reflected,
    with the colours exchanged or not: the empty points, and what the stones of the player to move
    and of the other join.

    >>> small = ClearPathPosition.empty_board(1, 2)
    >>> board = small.board
    >>> essence(ClearPathPosition(board, board.mask("a1"), 0, 1))[0]
    ((0, 0),)
    """
    return min(_seen(position, x, y) for x in (False, True) for y in (False, True))


def _seen(position: ClearPathPosition, mirrored: bool, flipped: bool) -> tuple[Cells, Joins, Joins]:
    """The position with the mover's edges at the bottom and the top, in one of its reflections."""
    board, mover = position.board, position.turn
    places = {point: board.place(point) for point in bits(position.empty)}
    if mover:
        places = {point: (y, x) for point, (x, y) in places.items()}
    if mirrored:
        places = {point: (-x, y) for point, (x, y) in places.items()}
    if flipped:
        places = {point: (x, -y) for point, (x, y) in places.items()}
    left = min((x for x, _ in places.values()), default=0)
    low = min((y for _, y in places.values()), default=0)

    def cells(points: int) -> Cells:
        found = (places[point] for point in bits(points))
        return tuple(sorted((x - left, y - low) for x, y in found))

    def joins(player: int, turned: bool) -> Joins:
        stones = position.stones_of(player)
        (first, second), groups = contacts(board, player, stones, position.empty)
        edges = (cells(second), cells(first)) if turned else (cells(first), cells(second))
        return edges, tuple(sorted(map(cells, groups)))

    return cells(position.empty), joins(mover, flipped), joins(1 - mover, mirrored)
