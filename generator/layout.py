"""Where everything on a page goes, in millimetres; knows no game and no HTML.

A page's area is divided into equal cells, one a puzzle. In a cell the board stands under its
question or beside it, as large as it can; of all divisions the one with the largest boards wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, log
from typing import Literal

from crossfall.generator.design import Box, Type
from crossfall.generator.drawing import Drawing
from crossfall.generator.heights import (
    Item,
    answer_height,
    blanks_in_row,
    head_height,
    table_columns,
    text_width,
)
from crossfall.generator.words import Blank

# Columns and rows that a page may be divided into, by the number of cells.
_SHAPES = {
    1: ((1, 1),),
    2: ((1, 2), (2, 1)),
    3: ((1, 3), (3, 1)),
    4: ((2, 2), (1, 4), (4, 1)),
    6: ((2, 3), (3, 2), (1, 6)),
    8: ((2, 4), (4, 2)),
    12: ((3, 4), (4, 3)),
}
PER_PAGE = tuple(_SHAPES)


# What a blank foot costs: the whole area blank as much as boards of half their size.
BLANK_COST, BLANK_ALLOWED = 0.7, 0.15
MUCH_SMALLER = 0.8  # boards of one size may differ in scale where one would be smaller than that
LEAST_STEP = 2.0  # streets shorter than this cannot be read
COMFORTABLE_STEP, COMFORTABLE_AMONG_SEVERAL = 8.5, 5.5
COMFORTABLE_TO_REDRAW = 9.0  # beside it are copies of less than half its size, to write in


@dataclass(frozen=True)
class Grid:
    """How a page is divided, and where in its cell a board stands.

    upright: whether blank copies stand under their board instead of beside it.
    """

    columns: int
    rows: int
    side: Literal["under", "beside"]
    upright: bool = False


@dataclass(frozen=True)
class PlacedBoard:
    """A board and where it goes; `label` is printed above it where there are several."""

    drawing: Drawing
    box: Box
    label: str

    @property
    def step(self) -> float:
        """The length of one step of the game on paper."""
        return self.drawing.step * self.box.width / self.drawing.width

    @property
    def has_copies(self) -> bool:
        """Whether blank copies stand with it."""
        return self.drawing.beside > 0 or self.drawing.below > 0

    @property
    def comfortable(self) -> float:
        """How long a step should be to be seen, and its copies written in, with ease."""
        if self.label:
            return COMFORTABLE_AMONG_SEVERAL
        return COMFORTABLE_TO_REDRAW if self.has_copies else COMFORTABLE_STEP

    @property
    def longest(self) -> float:
        """The board's longer side on paper, without its blank copies."""
        across = self.drawing.width - self.drawing.beside
        down = self.drawing.height - self.drawing.below
        return max(across, down) * self.box.width / self.drawing.width


@dataclass(frozen=True)
class Placed:
    """Where the parts of a puzzle go, measured from the page's top left corner.

    head_text: the width of number and question. blanks: the lines to write on. heads, rows: the table's column heads and its lines.
    """

    cell: Box
    head: Box
    head_text: float
    boards: tuple[PlacedBoard, ...]
    blanks: tuple[tuple[Blank, Box], ...] = ()
    heads: tuple[Box, ...] = ()
    rows: tuple[tuple[str, Box], ...] = ()

    @property
    def step(self) -> float:
        return min((board.step for board in self.boards), default=0.0)

    @property
    def lowest(self) -> float:
        """How far down its boards and lines to write on reach."""
        boxes = [self.head, *(board.box for board in self.boards)]
        boxes += [box for _, box in (*self.blanks, *self.rows)]
        return max(box.y + box.height for box in boxes)


def grids(count: int) -> list[Grid]:
    """The divisions of a page into cells for `count` puzzles, plainest first; where `count` is none
    of PER_PAGE, with as few cells left over as that many columns allow.

    >>> [(g.columns, g.rows) for g in grids(6) if g.side == "under"]
    [(2, 3), (3, 2), (1, 6)]
    >>> [(g.columns, g.rows) for g in grids(9) if g.side == "under"]
    [(3, 3), (2, 5), (4, 3), (1, 9)]
    """
    between = tuple((columns, ceil(count / columns)) for columns in (3, 2, 4, 1))
    shapes = _SHAPES.get(count, between)
    return [Grid(*shape, side) for shape in shapes for side in ("under", "beside")]


def room_for(count: int) -> int:
    """The least of PER_PAGE that holds `count` puzzles, or the greatest.

    >>> room_for(5)
    6
    """
    return next((size for size in PER_PAGE if size >= count), PER_PAGE[-1])


def cells(area: Box, grid: Grid, type_: Type) -> list[Box]:
    """The cells of a divided area, row by row."""
    width = (area.width - (grid.columns - 1) * type_.gutter) / grid.columns
    height = (area.height - (grid.rows - 1) * type_.gutter) / grid.rows
    return [
        Box(
            area.x + column * (width + type_.gutter),
            area.y + row * (height + type_.gutter),
            width,
            height,
        )
        for row in range(grid.rows)
        for column in range(grid.columns)
    ]


def best_grid(
    items: Sequence[Item], count: int, area: Box, type_: Type, fill: bool = False
) -> Grid | None:
    """The division into `count` cells whose boards come out largest; None if some board does not
    fit in any (its streets would be shorter than LEAST_STEP).

    fill: a blank foot of the area counts against a division, for as much as boards that are a
    little smaller.
    """
    best: Grid | None = None
    best_score = float("-inf")
    tried = grids(count)
    if any(board.upright for item in items for board in item.boards):
        tried += [replace(grid, upright=True) for grid in tried]
    for grid in tried:
        cell = cells(area, grid, type_)[0]
        placed = place(items, [cell] * len(items), grid, type_)
        if placed is None:
            continue
        # A clearly larger board beats a plainer division.
        score = sum(log(p.step) for p in placed if p.boards) / max(1, len(items))
        if fill:
            score -= BLANK_COST * max(0.0, blank_foot(items, area, grid, type_) - BLANK_ALLOWED)
        if score > best_score + 0.04:
            best, best_score = grid, score
    return best


def blank_foot(items: Sequence[Item], area: Box, grid: Grid, type_: Type) -> float:
    """The share of an area's height that stays blank under its items."""
    placed = place(items, cells(area, grid, type_)[: len(items)], grid, type_) or ()
    lowest = max((p.lowest for p in placed), default=area.y)
    return (area.y + area.height - lowest) / area.height


def place(
    items: Sequence[Item], boxes: Sequence[Box], grid: Grid, type_: Type
) -> list[Placed] | None:
    """Where the parts of each puzzle go in its cell; None if some board does not fit.

    Under their questions all boards begin at one height, whatever the questions' lengths. Boards of
    one size are printed in one size, unless a long answer leaves one of them far less room.
    """
    head = max((head_height(item, boxes[0].width, type_) for item in items), default=0.0)
    placed: list[Placed] = []
    for item, cell in zip(items, boxes, strict=True):
        where = _place_one(item, cell, grid, head, type_, type_.widest_step)
        if where is None:
            return None
        placed.append(where)
    alike: dict[tuple[float, float, int], list[int]] = {}
    for i, one in enumerate(placed):
        for board in one.boards[:1]:
            size = board.drawing.width, board.drawing.height, len(one.boards)
            alike.setdefault(size, []).append(i)
    for same in alike.values():
        steps = [placed[i].step for i in same]
        least = min(steps)
        if MUCH_SMALLER * max(steps) < least < max(steps) - 0.01:
            for i in same:
                again = _place_one(items[i], boxes[i], grid, head, type_, least)
                placed[i] = again or placed[i]
    return _level(placed) if grid.side == "under" else placed


def _level(placed: Sequence[Placed]) -> list[Placed]:
    """The puzzles with the boards of each row beginning at one height, that of the highest."""
    tops: dict[float, float] = {}
    for one in placed:
        for board in one.boards[:1]:
            top = tops.get(one.cell.y, board.box.y)
            tops[one.cell.y] = min(top, board.box.y)
    return [
        _raised(one, one.boards[0].box.y - tops[one.cell.y]) if one.boards else one
        for one in placed
    ]


def _raised(one: Placed, up: float) -> Placed:
    """A puzzle with everything but its question so much higher."""
    if up < 0.01:
        return one
    return replace(
        one,
        boards=tuple(PlacedBoard(b.drawing, _moved(b.box, -up), b.label) for b in one.boards),
        blanks=tuple((blank, _moved(box, -up)) for blank, box in one.blanks),
        heads=tuple(_moved(box, -up) for box in one.heads),
        rows=tuple((row, _moved(box, -up)) for row, box in one.rows),
    )


def _place_one(
    item: Item, cell: Box, grid: Grid, head: float, type_: Type, widest: float
) -> Placed | None:
    """Where the parts of one puzzle go, with streets of at most `widest` mm."""
    boards = item.boards
    if grid.upright:
        boards = tuple(board.upright or board for board in boards)
    if grid.side == "under":
        return _place_under(item, boards, cell, head, type_, widest)
    return _place_beside(item, boards, cell, type_, widest)


def _place_under(
    item: Item, drawings: Sequence[Drawing], cell: Box, head: float, type_: Type, widest: float
) -> Placed | None:
    answer = answer_height(item.space, cell.width, type_)
    top = head + (type_.gap if head else 0)
    bottom = answer + (type_.gap if answer else 0)
    room = Box(cell.x, cell.y + top, cell.width, cell.height - top - bottom)
    boards = _place_boards(drawings, room, type_, widest)
    if boards is None:
        return None
    low = max((b.box.y + b.box.height for b in boards), default=room.y)
    # Of what is left over, a little goes above the boards, the rest below the answer.
    slack = min(6.0, 0.35 * (room.y + room.height - low)) if boards else 0.0
    boards = tuple(PlacedBoard(b.drawing, _moved(b.box, slack), b.label) for b in boards)
    under = Box(cell.x, low + slack + (type_.gap if answer else 0), cell.width, answer)
    return _with_answer(item, cell, Box(cell.x, cell.y, cell.width, head), boards, under, type_)


def _place_beside(
    item: Item, drawings: Sequence[Drawing], cell: Box, type_: Type, widest: float
) -> Placed | None:
    if not drawings:
        return None
    between = 6.0
    room = Box(cell.x, cell.y, cell.width - type_.column - between, cell.height)
    boards = _place_boards(drawings, room, type_, widest, left=True)
    if not boards:
        return None
    right = max(b.box.x + b.box.width for b in boards) + between
    width = cell.x + cell.width - right
    head = head_height(item, width, type_)
    top = head + type_.gap
    answer = answer_height(item.space, width, type_)
    if top + answer > cell.height:
        return None
    under = Box(right, cell.y + top, width, answer)
    return _with_answer(item, cell, Box(right, cell.y, width, head), boards, under, type_)


def _with_answer(
    item: Item,
    cell: Box,
    head: Box,
    boards: tuple[PlacedBoard, ...],
    room: Box,
    type_: Type,
) -> Placed:
    """The placed puzzle with the lines to write on, which fill `room`."""
    gap = 6.0
    space = item.space
    text = text_width(item, head.width, type_) + type_.badge + 2.0
    if space.rows:
        columns = table_columns(space, room.width, type_)
        lines = ceil(len(space.rows) / columns)
        width = (room.width - (columns - 1) * gap) / columns
        head_room = room.height - lines * type_.row
        heads = tuple(
            Box(room.x + c * (width + gap), room.y, width, head_room) for c in range(columns)
        )
        rows = []
        for i, row in enumerate(space.rows):
            column, line = divmod(i, lines)
            top = room.y + head_room + line * type_.row
            rows.append((row, Box(room.x + column * (width + gap), top, width, type_.row)))
        return Placed(cell, head, text, boards, heads=heads if head_room else (), rows=tuple(rows))
    blanks = []
    if space.blanks:
        in_row = blanks_in_row(space, room.width, type_)
        # A short answer needs no line across the whole page.
        width = min((room.width - (in_row - 1) * gap) / in_row, 90.0 if in_row == 1 else 60.0)
        for i, blank in enumerate(space.blanks):
            line, column = divmod(i, in_row)
            x, y = room.x + column * (width + gap), room.y + line * type_.blank
            blanks.append((blank, Box(x, y, width, type_.blank - 1.5)))
    return Placed(cell, head, text, boards, blanks=tuple(blanks))


def _moved(box: Box, down: float) -> Box:
    return Box(box.x, box.y + down, box.width, box.height)


def _place_boards(
    drawings: Sequence[Drawing], room: Box, type_: Type, widest: float, left: bool = False
) -> tuple[PlacedBoard, ...] | None:
    """The boards in rows, centred (or to the left), as large as they can be."""
    if not drawings:
        return ()
    count = len(drawings)
    labelled = count > 1 and not any(drawing.numbered for drawing in drawings)
    label = type_.line(type_.text) + 1 if labelled else 0.0
    gap = 4.0
    wide = max(d.width for d in drawings)
    high = max(d.height for d in drawings)
    scale, columns = 0.0, 1
    for tried in range(1, count + 1):
        rows = ceil(count / tried)
        fits = min(
            (room.width - (tried - 1) * gap) / tried / wide,
            ((room.height - (rows - 1) * gap) / rows - label) / high,
        )
        if fits > scale + 1e-9:
            scale, columns = fits, tried
    scale = min(scale, *(widest / d.step for d in drawings))
    if any(scale * d.step < LEAST_STEP for d in drawings):
        return None
    width, height = wide * scale, high * scale
    used = columns * width + (columns - 1) * gap
    x0 = room.x + (0 if left else (room.width - used) / 2)
    placed = []
    for i, drawing in enumerate(drawings):
        row, column = divmod(i, columns)
        x = x0 + column * (width + gap) + (width - drawing.width * scale) / 2
        y = room.y + row * (height + label + gap) + label
        box = Box(x, y, drawing.width * scale, drawing.height * scale)
        placed.append(PlacedBoard(drawing, box, str(i + 1) if labelled else ""))
    return tuple(placed)
