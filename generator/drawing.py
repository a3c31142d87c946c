"""A board as layers of paths, dots and labels; knows no game, no colour and no page.

Lengths are in board units, x to the right, y down, (0, 0) the top left corner. How long a unit is
on paper is decided where the drawing is placed. Layers are painted in order. `style` is a name
that the game's template in `templates/boards/` gives a look.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True)
class Path:
    """Everything of one style that can be drawn as one path: `d` as in SVG."""

    style: str
    d: str


@dataclass(frozen=True)
class Dots:
    """Filled discs of one style and one diameter."""

    style: str
    diameter: float
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Label:
    """A text centred on a point; it may hold no blanks."""

    x: float
    y: float
    text: str


@dataclass(frozen=True)
class Labels:
    """Texts of one style and one size (the em, in board units)."""

    style: str
    size: float
    labels: tuple[Label, ...]


Layer: TypeAlias = Path | Dots | Labels


@dataclass(frozen=True)
class Drawing:
    """A board ready to be placed on a page.

    kind: the template in `templates/boards/` that knows its styles (`roadworks`).
    alt: the board in words, for those who do not see it.
    step: the length of one of the game's own steps (a block, a cell): boards on one page are
    given one scale by it.
    """

    kind: str
    width: float
    height: float
    layers: tuple[Layer, ...]
    alt: str = ""
    step: float = 1.0


def number(value: float) -> str:
    """A length as SVG writes it: at most two places, nothing needless.

    >>> number(2.50), number(-0.001), number(7)
    ('2.5', '0', '7')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
