"""A board as layers of paths, dots and labels; knows no game, no colour and no page.

Lengths are in board units, x to the right, y down, (0, 0) the top left corner. How long a unit is
on paper is decided where the drawing is placed. Layers are painted in order. `style` is a name
that the game's template in `templates/boards/` gives a look.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup


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
    beside, below: how much of the width and of the height is not the board itself but for its
    blank copies. upright: the same with the copies under the board. numbered: its number among
    several stands on it.
    """

    kind: str
    width: float
    height: float
    layers: tuple[Layer, ...]
    alt: str = ""
    step: float = 1.0
    beside: float = 0.0
    below: float = 0.0
    upright: Drawing | None = None
    numbered: bool = False


def number(value: float) -> str:
    """A length as SVG writes it: at most two places, nothing needless.

    >>> number(2.50), number(-0.001), number(7)
    ('2.5', '0', '7')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


LOOKS = ("classroom", "book", "copier", "thrifty")

# The weights of label styles that are not bold.
_WEIGHTS = {"name": 400}


def to_svg(drawing: Drawing, look: str = "classroom", width: float | None = None) -> str:
    """The drawing as an SVG image, `width` mm wide (a board unit is a millimetre without).

    >>> to_svg(Drawing("roadworks", 8, 8, (Dots("rim", 3, ((4, 4),)),)))[:40]
    '<svg xmlns="http://www.w3.org/2000/svg" '
    """
    scale = 1.0 if width is None else width / drawing.width
    return (
        environment()
        .get_template("board.svg.j2")
        .render(
            drawing=drawing,
            look=look,
            width=number(drawing.width * scale),
            height=number(drawing.height * scale),
        )
    )


@dataclass(frozen=True)
class Typeset:
    """A layer of labels as one SVG text: its letters, each with its own place."""

    family: str
    weight: int
    text: str
    x: str
    y: str


def typeset(layer: Labels) -> Typeset:
    """Where each letter goes so that every label is centred on its point."""
    from crossfall.generator import fonts

    weight = _WEIGHTS.get(layer.style, 700)
    known = fonts.metrics(fonts.face(fonts.SANS, weight))
    letters: list[str] = []
    xs: list[str] = []
    ys: list[str] = []
    for label in layer.labels:
        x = label.x - known.width(label.text) * layer.size / 2
        baseline = number(label.y + known.cap_height * layer.size / 2)
        for letter in label.text:
            letters.append(letter)
            xs.append(number(x))
            ys.append(baseline)
            x += known.width(letter) * layer.size
    family = f"{fonts.SANS}, Helvetica, Arial, sans-serif"
    return Typeset(family, weight, "".join(letters), " ".join(xs), " ".join(ys))


def _dots(points: tuple[Point, ...]) -> str:
    # A stroke of no length with round ends is a disc, and all discs are one path.
    return "".join(f"M{number(x)} {number(y)}h0" for x, y in points)


def _digits_width(value: int, size: float) -> float:
    """How wide a number runs in bold type of `size` points, in mm."""
    from crossfall.generator import fonts

    bold = fonts.metrics(fonts.face(fonts.SANS, 700))
    return bold.width(str(value)) * size * fonts.POINTS_TO_MM


LONGEST_END = 24  # letters of a paragraph's last two words, to be kept together
# A swap such as A1-B1, or a short row of crossings such as a2/a3, with what stands close to it.
_WHOLE = re.compile(
    r"[^\s/]*\b[A-Za-z]\d{1,2}-[A-Za-z]\d{1,2}\b[^\s/]*/?"
    r"|(?<!/)\b[a-z]\d{1,2}(?:/[a-z]\d{1,2}){1,4}(?!/)[^\s/]*"
)


def unbroken(text: str) -> Markup:
    """The text for a page, each swap and each short row of crossings in it kept on one line: no
    line ends at its hyphen or stroke.

    The letters stay as they are, so that what is copied from the page can be typed.

    >>> print(unbroken("D1-D2, for 4 < 5"))
    <span class="whole">D1-D2,</span> for 4 &lt; 5
    >>> print(unbroken("a2/a3: both"))
    <span class="whole">a2/a3:</span> both
    """
    from markupsafe import Markup, escape

    whole = Markup('<span class="whole">{}</span>')
    told, end = Markup(), 0
    for found in _WHOLE.finditer(text):
        told += escape(text[end : found.start()]) + whole.format(found[0])
        end = found.end()
    return told + escape(text[end:])


def ended(text: str) -> Markup:
    """The end of a paragraph for a page, as `unbroken`; its last two words stay on one line, where
    they are short: no word stands alone on the last one.

    >>> print(ended("Marks: 1 for b2."))
    Marks: 1 <span class="whole">for b2.</span>
    """
    before, _, last = text.rstrip().rpartition(" ")
    first, between, word = before.rpartition(" ")
    if not between or len(word) + len(last) > LONGEST_END or "\xa0" in word + last:
        return unbroken(text)
    from markupsafe import Markup

    whole = Markup('<span class="whole">{} {}</span>').format(word, last)
    return unbroken(first + between) + whole


@cache
def environment() -> Environment:
    """The templates, with what they may use of ours; everything printed is escaped."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("crossfall.templates", ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    made.install_null_translations(newstyle=True)  # type: ignore[attr-defined]
    from crossfall.generator.fonts import printable

    made.filters.update(
        printable=printable,
        unbroken=unbroken,
        ended=ended,
        units=number,
        dots=_dots,
        typeset=typeset,
        digits_width=_digits_width,
    )
    return made
