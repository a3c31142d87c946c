"""What a page draws itself: discs, stars, lines to write on or to cut along, forms at its foot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from crossfall.generator import fonts, heights
from crossfall.generator.design import Box, Type
from crossfall.generator.drawing import Dots, Drawing, Layer, Path, Point, number
from crossfall.generator.layout import Placed
from crossfall.generator.sheets import Ask, Form, SheetItem


def furniture(
    area: Box,
    type_: Type,
    fields: Sequence[tuple[str, Box]],
    items: Sequence[tuple[SheetItem, Placed]],
    foot: Sequence[str] = (),
    frames: bool = False,
) -> Drawing:
    """Discs behind the numbers, stars, lines to write on: one picture for the whole page."""
    discs: list[Point] = []
    stars: list[str] = []
    lines: list[str] = []
    radius = type_.badge / 2
    for item, placed in items:
        if item.heading:
            discs.append((placed.head.x + radius, placed.head.y + radius))
        stars.extend(_stars(item.stars, placed.head, type_))
        labelled = [(blank.label, box) for blank, box in placed.blanks]
        lines.extend(_line(label, box, type_) for label, box in (*labelled, *placed.rows))
    lines.extend(_line(label, box, type_) for label, box in fields)
    layers: list[Layer] = [
        Dots("badge", type_.badge, tuple(discs)),
        Path("star", "".join(stars)),
        Path("line", "".join((*lines, *foot))),
    ]
    if frames:
        layers.append(Path("cut", "".join(_frame(placed.cell, type_) for _, placed in items)))
    return Drawing("page", area.width, area.height, tuple(layers))


def _frame(cell: Box, type_: Type) -> str:
    """The line to cut along around a cell."""
    around = type_.gutter / 2
    x, y = cell.x - around, cell.y - around
    width, height = cell.width + 2 * around, cell.height + 2 * around
    return f"M{number(x)} {number(y)}h{number(width)}v{number(height)}h{number(-width)}z"


def _stars(count: int, head: Box, type_: Type) -> Iterator[str]:
    """Stars at the end of the question's line, or up to three in a row under the number."""
    badge = type_.badge
    at_right = heights.stars_at_right(head.width, type_)
    size = type_.star if at_right else heights.small_star(type_)
    for i in range(count):
        if at_right:
            x, y = head.x + head.width - (count - i) * size, head.y + (badge - size) / 2
        else:
            row, column = divmod(i, 3)
            in_row = min(3, count - 3 * row)
            x = head.x + (badge - in_row * size) / 2 + column * size
            y = head.y + badge + 0.6 + row * size
        yield star(x, y, size)


def _line(label: str, box: Box, type_: Type) -> str:
    """The line to write on after a label, at the foot of the box."""
    em = type_.text * fonts.POINTS_TO_MM
    x = box.x + fonts.metrics(fonts.face()).width(label) * em + 1.5
    return f"M{number(x)} {number(box.y + box.height)}H{number(box.x + box.width)}"


def star(x: float, y: float, size: float) -> str:
    """The path of a five-pointed star in the square with that corner."""
    corners = []
    for i in range(10):
        radius = size * (0.5 if i % 2 == 0 else 0.21)
        angle = pi * i / 5
        corners.append(
            f"{number(x + size / 2 + radius * sin(angle))} "
            f"{number(y + size * 0.53 - radius * cos(angle))}"
        )
    return f"M{'L'.join(corners)}z"


@dataclass(frozen=True)
class Foot:
    """The foot of a page: its texts with place and style, its lines, the room it takes."""

    texts: tuple[tuple[str, Box, str], ...] = ()
    lines: tuple[str, ...] = ()
    height: float = 0.0


def foot(parts: Sequence[Ask | Form], area: Box, type_: Type, row: float | None = None) -> Foot:
    """Questions and forms at the lower edge of a page; `row`: the height of a form's line."""
    made = _FootMaker(area, type_, type_.blank if row is None else row)
    for part in reversed(parts):
        if isinstance(part, Ask):
            made.ask(part)
        else:
            made.form(part)
        made.bottom -= type_.gutter
    return Foot(tuple(made.texts), tuple(made.lines), area.height - made.bottom)


def row_that_fills(parts: Sequence[Ask | Form], area: Box, type_: Type, room: float) -> float:
    """The height of the forms' lines with which the parts fill `room`, within reason."""
    lines = sum(len(part.rows) for part in parts if isinstance(part, Form))
    if not lines:
        return type_.blank
    rest = foot(parts, area, type_).height - lines * type_.blank
    return max(type_.blank, min(18.0, (room - rest) / lines))


class _FootMaker:
    """Builds a foot from below: `bottom` is the upper edge of what stands already."""

    def __init__(self, area: Box, type_: Type, row: float) -> None:
        self.width, self.bottom = area.width, area.height
        self.type, self.row = type_, row
        self.texts: list[tuple[str, Box, str]] = []
        self.lines: list[str] = []

    def ask(self, ask: Ask) -> None:
        """A question over its ruled lines."""
        blank = self.type.blank
        self.lines += [
            f"M0 {number(self.bottom - i * blank)}H{number(self.width)}" for i in range(ask.lines)
        ]
        height = heights.text_height(ask.question, self.type.text, self.width, self.type)
        self.bottom -= ask.lines * blank - 1.0 + height
        self.texts.append((ask.question, Box(0, self.bottom, self.width, height), "ask"))

    def form(self, form: Form) -> None:
        """A ruled table with its heads."""
        edges = [0.0]
        for share in form.shares:
            edges.append(edges[-1] + share * self.width / sum(form.shares))
        line = self.type.line(self.type.text)
        head = line + 2.0
        top = self.bottom - len(form.rows) * self.row - head
        levels = [top, *(top + head + i * self.row for i in range(len(form.rows) + 1))]
        self.lines += [f"M0 {number(y)}H{number(self.width)}" for y in levels]
        self.lines += [f"M{number(x)} {number(top)}V{number(self.bottom)}" for x in edges]
        for name, left, right in zip(form.heads, edges, edges[1:], strict=False):
            place = Box(left + 1.5, top + 1.0, right - left - 3.0, head)
            self.texts.append((name, place, "form-head"))
        for name, y in zip(form.rows, levels[1:], strict=False):
            place = Box(1.5, y + (self.row - line) / 2, edges[1] - 3.0, self.row)
            self.texts.append((name, place, "form-row"))
        self.bottom = top
