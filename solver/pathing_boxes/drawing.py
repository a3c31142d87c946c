"""The drawn board of a puzzle file: cells, edges and owners as text.

    A   B   C   D
 1  Y---Y---Y---X
    | x |
 2  X---X   Y---X

A cell row holds four of `X`, `Y` and `.`, with dashes between cells whose edge is filled. In the
row between two cell rows a bar under a cell is a filled edge, and `x` or `y` between two bars owns
the box. Every mark belongs to the column it stands in; without edges, blanks do not matter.
What a drawing cannot show may follow it in lines of its own, as in a file: `filled = "A1-D1"`,
`score = "X1 Y2"`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise

from crossfall.solver.errors import Faults, InputError
from crossfall.solver.pathing_boxes.board import (
    COLUMNS,
    INNER_BOXES,
    INNER_EDGES,
    SIDE,
    cell,
    edge_between,
)
from crossfall.solver.pathing_boxes.rules import PathingPosition, from_rows, owner_of

_TAB = 8
_CELL = re.compile(r"[XY.]")
_EXTRA = re.compile(r"\s*(filled|score)\s*[=:]\s*\"?([^\"]*)\"?\s*", re.IGNORECASE)
_EXPECTED = "expected four rows of X, Y and ., with --- and | for filled edges, x and y for owners"


@dataclass(frozen=True)
class Drawn:
    """What a drawing says: cells and owners as masks of X and of Y, edges as a mask.

    extra: the lines that follow it, by their key.
    """

    cells: tuple[int, int]
    filled: int = 0
    owned: tuple[int, int] = (0, 0)
    extra: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class _CellRow:
    """A row of cells: what they hold, where they stand, and the gaps with dashes."""

    marks: str
    columns: tuple[int, ...]
    dashed: tuple[bool, ...]


def read_drawing(text: str) -> Drawn:
    """What a drawn board says; InputError naming every fault."""
    lines, extra = _lines(text)
    faults = Faults()
    rows: list[_CellRow] = []
    between: list[str] = ["", "", "", ""]  # what stands under each cell row
    for line in lines:
        row = _cell_row(line, len(rows) + 1, faults)
        if row is not None:
            rows.append(row)
        elif not rows or len(rows) >= SIDE or between[len(rows) - 1]:
            faults.add(f"board: {_shown(line)} is not a row of four cells; {_EXPECTED}")
        else:
            between[len(rows) - 1] = line
    faults.check()
    if len(rows) != SIDE:
        raise InputError(f"board: {len(rows)} rows of cells; {_EXPECTED}")
    cells = from_rows([row.marks for row in rows])
    if not any(any(row.dashed) for row in rows) and not any(between):
        return Drawn(cells, extra=extra)
    for number, row in enumerate(rows, start=1):
        if row.columns != rows[0].columns:
            faults.add(f"board: the cells of row {number} do not stand under those of row 1")
    faults.check()
    filled = _dashes(rows)
    owned = [0, 0]
    for number, line in enumerate(between[:-1]):
        for column, mark in enumerate(line):
            if mark != " ":
                filled |= _mark(mark, column, number, rows[0].columns, owned, faults)
    faults.check()
    return Drawn(cells, filled, (owned[0], owned[1]), extra)


def _lines(text: str) -> tuple[list[str], dict[str, str]]:
    """The lines that draw something, tabs expanded, and the lines that follow the drawing."""
    lines, extra = [], {}
    for raw in text.splitlines():
        found = _EXTRA.fullmatch(raw)
        if found:
            extra[found[1].lower()] = found[2]
            continue
        line = raw.expandtabs(_TAB).rstrip()
        if line and "".join(line.split()).upper() != COLUMNS:
            lines.append(line)
    return lines, extra


def _cell_row(line: str, number: int, faults: Faults) -> _CellRow | None:
    """A line as a row of cells; None if it is none. Row labels are checked and taken away."""
    label = re.match(r"\s*(\d+)", line)
    text = line
    if label:
        if label[1] != str(number):
            faults.add(f"board: row {number} from the top is labelled {label[1][:9]}")
        text = " " * label.end() + line[label.end() :]
    columns = tuple(match.start() for match in _CELL.finditer(text.upper()))
    if len(columns) != SIDE or re.fullmatch(r"[XY.\-\s]*", text.upper()) is None:
        return None
    gaps = [text[left + 1 : right] for left, right in pairwise(columns)]
    if "-" in text[: columns[0]] or "-" in text[columns[-1] :]:
        faults.add(f"board: a dash beside row {number}; expected only between two cells")
    for left, gap in zip(columns, gaps, strict=False):
        if "-" in gap and set(gap) != {"-"}:
            at = left + 2 + next(i for i, mark in enumerate(gap) if mark != "-")
            faults.add(
                f"board: a broken edge in row {number}, column {at}; "
                "expected --- from cell to cell, or blanks"
            )
    marks = "".join(text[column] for column in columns).upper()
    return _CellRow(marks, columns, tuple("-" in gap for gap in gaps))


def _dashes(rows: list[_CellRow]) -> int:
    filled = 0
    for number, row in enumerate(rows):
        for column, dashed in enumerate(row.dashed):
            if dashed:
                filled |= _edge(cell(column, number), cell(column + 1, number))
    return filled


def _edge(first: int, second: int) -> int:
    number = edge_between(first, second)
    assert number is not None
    return 1 << number


def _mark(
    mark: str, at: int, row: int, columns: tuple[int, ...], owned: list[int], faults: Faults
) -> int:
    """One mark between two cell rows: the edge it fills (as a mask), or an owner noted."""
    if mark == "|" and at in columns:
        column = columns.index(at)
        return _edge(cell(column, row), cell(column, row + 1))
    player = "xy".find(mark.lower())
    if player >= 0 and columns[0] < at < columns[-1] and at not in columns:
        column = sum(1 for place in columns if place < at) - 1
        owned[player] |= 1 << (row * (SIDE - 1) + column)
        return 0
    what = "a bar must stand under a cell" if mark == "|" else "expected | under a cell, x or y"
    faults.add(f"board: {_shown(mark)} under row {row + 1}, column {at + 1}; {what}")
    return 0


def _shown(text: str) -> str:
    clean = "".join(char if char.isprintable() else "?" for char in text.strip())
    return repr(clean if len(clean) <= 40 else clean[:39] + "…")


def write_drawing(position: PathingPosition, extra: bool = True) -> str:
    """The position drawn with labels, edges and owners; reads back as it is written.

    With `extra`, lines for filled long edges and for a score that the owners do not tell follow
    where needed.
    A board without any filled edge, or with all of them, is drawn as bare cells.
    """
    inner = position.filled & ((1 << INNER_EDGES) - 1)
    if not position.filled or position.filled == position.board.all_filled:
        return write_bare(position)
    lines = ["   " + "   ".join(COLUMNS)]
    for row in range(SIDE):
        cells = [position.contents(cell(column, row)) for column in range(SIDE)]
        text = cells[0]
        for column in range(SIDE - 1):
            edge = _edge(cell(column, row), cell(column + 1, row))
            text += ("---" if inner & edge else "   ") + cells[column + 1]
        lines.append(f"{row + 1}  {text}")
        if row < SIDE - 1:
            lines.append(_under(position, row, inner))
    after = _extra_lines(position) if extra else []
    return "\n".join([*(line.rstrip() for line in lines), *after])


def _under(position: PathingPosition, row: int, inner: int) -> str:
    text = "   "
    for column in range(SIDE):
        text += "|" if inner & _edge(cell(column, row), cell(column, row + 1)) else " "
        if column < SIDE - 1:
            owner = owner_of(position, row * (SIDE - 1) + column)
            text += f" {' ' if owner is None else 'xy'[owner]} "
    return text


def write_bare(position: PathingPosition) -> str:
    """The cells alone, with labels."""
    rows = (" ".join(marks) for marks in position.rows())
    head = "   " + " ".join(COLUMNS)
    return "\n".join([head, *(f"{i}  {row}" for i, row in enumerate(rows, start=1))])


def _extra_lines(position: PathingPosition) -> list[str]:
    lines = []
    long_edges = position.filled >> INNER_EDGES << INNER_EDGES
    if long_edges:
        lines.append(f'filled = "{position.board.edge_list(long_edges)}"')
    drawable = (1 << INNER_BOXES) - 1
    drawn = tuple((owned & drawable).bit_count() for owned in position.owned)
    if drawn != position.score:
        lines.append(f'score = "{score_text(position.score)}"')
    return lines


def score_text(score: tuple[int, int]) -> str:
    """A score as files give it.

    >>> score_text((1, 2))
    'X1 Y2'
    """
    return f"X{score[0]} Y{score[1]}"
