"""Look-up tables for the searches: made once, when first asked for."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from crossfall.solver.pathing_boxes.board import ALL_CELLS, CELLS, EDGES, LINES, Board


class EdgeRow(NamedTuple):
    """What a search needs to know about one edge.

    bit: its mask. cells: its two cells. box, other_box: the other three edges of the boxes it
    bounds (the same one twice for an edge of one box).
    """

    bit: int
    cells: int
    box: int
    other_box: int


@cache
def edge_rows(board: Board) -> tuple[EdgeRow, ...]:
    """One row for each edge of the board."""
    rows = []
    for number in range(board.edges):
        first, second = EDGES[number]
        boxes = [board.boxes[box] & ~(1 << number) for box in board.edge_boxes[number]]
        rows.append(EdgeRow(1 << number, 1 << first | 1 << second, boxes[0], boxes[-1]))
    return tuple(rows)


@cache
def line_table() -> bytes:
    """For every set of cells whether it holds a full row or column.

    >>> line_table()[0b1111], line_table()[0b0111]
    (1, 0)
    """
    table = bytearray(1 << CELLS)
    for line in LINES:
        rest = ALL_CELLS & ~line
        others = rest
        while True:
            table[line | others] = 1
            if not others:
                break
            others = (others - 1) & rest
    return bytes(table)


@cache
def line_gates(board: Board) -> tuple[tuple[int, int], ...]:
    """For each line its cells and its gates, the edges with one end on it.

    A piece can join a line only through a gate, one piece for each, so a line that lacks more
    pieces than it has open gates will not be filled in this wave.
    """
    gates = []
    for line in LINES:
        crossing = 0
        for number in range(board.edges):
            first, second = EDGES[number]
            if (line >> first ^ line >> second) & 1:
                crossing |= 1 << number
        gates.append((line, crossing))
    return tuple(gates)
