"""The design system's measures: papers, boxes in millimetres, the type scale and its spaces.

What is measured before a page is laid out and what the style sheet prints are the same numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

from crossfall.generator import fonts


@dataclass(frozen=True)
class Paper:
    """A sheet of paper, in mm, and the margins around what is printed on it."""

    width: float
    height: float
    side: float = 14.0
    top: float = 13.0
    bottom: float = 15.0

    @property
    def area(self) -> Box:
        """The room inside the margins, measured from its own top left corner."""
        return Box(0, 0, self.width - 2 * self.side, round(self.height - self.top - self.bottom, 3))


@dataclass(frozen=True)
class Box:
    """A rectangle: its top left corner, width and height."""

    x: float
    y: float
    width: float
    height: float

    def below(self, height: float) -> Box:
        """What is left under a strip of that height."""
        return Box(self.x, self.y + height, self.width, self.height - height)


PAPERS = {"a4": Paper(210.0, 297.0), "letter": Paper(215.9, 279.4)}


@dataclass(frozen=True)
class Type:
    """The type scale (points) and the spaces that go with it (mm)."""

    title: float = 21.0
    heading: float = 13.0
    text: float = 10.5
    rules: float = 9.2
    small: float = 8.5
    key: float = 9.5
    leading: float = 1.28
    badge: float = 7.0  # the disc with the puzzle's number
    star: float = 3.6
    blank: float = 9.5  # the height of a line to write on
    row: float = 8.0  # the height of a table's line
    listed: float = 3.6  # how far the lines of a list in a key stand in
    gap: float = 2.0  # between the parts of a cell
    gutter: float = 8.0  # between cells
    column: float = 52.0  # the least width of a text beside its board
    widest_step: float = 32.0
    least_board: float = 0.0  # boards shorter than this in both directions are too small

    def line(self, size: float) -> float:
        """The height of a line of that size, in mm."""
        return size * fonts.POINTS_TO_MM * self.leading


NORMAL = Type()
LARGE = Type(
    title=30.0,
    heading=20.0,
    text=17.0,
    rules=16.0,
    small=16.0,
    key=16.0,
    badge=11.0,
    star=6.0,
    blank=15.0,
    row=13.0,
    listed=5.4,
    gap=3.0,
    gutter=9.0,
    column=66.0,
    widest_step=45.0,
    least_board=85.0,
)
