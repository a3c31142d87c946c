"""Paints drawings straight into the pages of a PDF, so that hundreds of boards cost little.

WeasyPrint draws an SVG image number by number, again for every board, and that was half of the
time of a long document. A `Painter` gives it images of its own kind instead: a layer's operators are
written once and shared by all boards that have the same layer. Letters are left to WeasyPrint, which
knows the fonts; what it writes for one board's names is kept for the next. A drawing with a style or
a path that this module does not know stays an SVG image: it then costs more and looks the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from math import atan2, ceil, cos, hypot, pi, sin, tan
from types import SimpleNamespace
from typing import Any, TypeAlias
from xml.etree import ElementTree

from crossfall.generator.drawing import Dots, Drawing, Labels, environment, number, to_svg

PIXELS_PER_MM = 96 / 25.4
Operators: TypeAlias = tuple[bytes, ...]

_ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
_COLOUR = re.compile(r"#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})")
_COMMAND = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_KNOWN = {
    "fill",
    "stroke",
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-dasharray",
    "fill-rule",
}
_ENDS = {"butt": 0, "round": 1, "square": 2}
_JOINTS = {"miter": 0, "round": 1, "bevel": 2}


class UnknownToPainterError(Exception):
    """A style or a path that only SVG can show."""


@dataclass(frozen=True)
class Picture:
    """A drawing in a look, `width` mm wide."""

    drawing: Drawing
    look: str
    width: float

    @property
    def height(self) -> float:
        """How high it comes out, in mm."""
        return self.drawing.height * self.width / self.drawing.width

    @property
    def svg(self) -> str:
        """The same as an SVG image."""
        return to_svg(self.drawing, self.look, self.width)


class Painter:
    """The images of one document."""

    def __init__(self, font_configuration: Any) -> None:
        # All that WeasyPrint's text wants of the document it belongs to.
        self._context = SimpleNamespace(font_config=font_configuration)
        self._layers: dict[tuple[str, str], bytes] = {}
        self._letters: dict[tuple[str, Labels], Operators] = {}

    def image(self, picture: Picture) -> PaintedImage | None:
        """The picture as an image for WeasyPrint; None where it must stay SVG."""
        looks = look_of(picture.drawing.kind, picture.look)
        parts: list[bytes | tuple[Drawing, str, Labels]] = []
        try:
            for layer in picture.drawing.layers:
                look = looks[layer.style]
                if isinstance(layer, Labels):
                    parts.append((picture.drawing, picture.look, layer))
                elif isinstance(layer, Dots):
                    round_ = (
                        f'stroke="{look}" stroke-width="{layer.diameter}" stroke-linecap="round"'
                    )
                    spots = "".join(f"M{number(x)} {number(y)}h0" for x, y in layer.points)
                    parts.append(self._painted(f'fill="none" {round_}', spots))
                else:
                    parts.append(self._painted(look, layer.d))
        except UnknownToPainterError:
            return None
        return PaintedImage(self, picture, tuple(parts))

    def _painted(self, look: str, d: str) -> bytes:
        if (look, d) not in self._layers:
            self._layers[look, d] = painted(look, d)
        return self._layers[look, d]

    def letters(self, stream: Any, drawing: Drawing, look: str, layer: Labels) -> None:
        """Write a layer of labels into a page, as WeasyPrint does or has done before."""
        key = (look_of(drawing.kind, look)[layer.style], layer)
        if key not in self._letters:
            from weasyprint.images import SVGImage

            alone = Drawing(drawing.kind, drawing.width, drawing.height, (layer,))
            svg = to_svg(alone, look).replace("mm", "", 2)
            image = SVGImage(ElementTree.fromstring(svg), None, None, self._context)
            before = len(stream.stream)
            image.draw(stream, drawing.width, drawing.height, None)
            self._letters[key] = tuple(stream.stream[before:])
        else:
            stream.stream.extend(self._letters[key])


@dataclass(frozen=True)
class PaintedImage:
    """What WeasyPrint asks of an image: how large it is by itself, and to draw it."""

    painter: Painter
    picture: Picture
    parts: tuple[bytes | tuple[Drawing, str, Labels], ...]

    def get_intrinsic_size(self, *_: object) -> tuple[float, float, float]:
        """Width and height in CSS pixels, and their ratio."""
        width, height = self.picture.width, self.picture.height
        return width * PIXELS_PER_MM, height * PIXELS_PER_MM, width / height

    def draw(self, stream: Any, width: float, height: float, *_: object) -> None:
        """Draw into a page whose origin is the image's top left corner."""
        drawing = self.picture.drawing
        stream.push_state()
        stream.transform(a=width / drawing.width, d=height / drawing.height)
        for part in self.parts:
            if isinstance(part, bytes):
                stream.stream.append(part)
            else:
                # What the page knows of its state is forgotten, so that the letters' operators
                # are complete and may be written again on any page.
                stream.push_state()
                stream.stream.append(b"")
                stream.pop_state()
                self.painter.letters(stream, *part)
        stream.pop_state()


@cache
def looks_of(kind: str) -> Mapping[str, Mapping[str, str]]:
    """A game's styles by look, as its template says: attributes, for dots a colour."""
    module: Any = environment().get_template(f"boards/{kind}.svg.j2").module
    styles: Mapping[str, Mapping[str, str]] = module.styles
    return {look: {k: str(v).strip() for k, v in of.items()} for look, of in styles.items()}


def look_of(kind: str, look: str) -> Mapping[str, str]:
    """The styles of a look; those for copiers where a game's template has no such look."""
    looks = looks_of(kind)
    return looks[look if look in looks else "copier"]


def painted(look: str, d: str) -> bytes:
    """The PDF operators for the path `d` in a look, given as SVG attributes.

    >>> painted('fill="none" stroke="#000000" stroke-width="2"', "M0 0h4v3z")
    b'q 0 0 0 RG 2 w 4 M 0 0 m 4 0 l 4 3 l h S Q'
    """
    given = dict(_ATTRIBUTE.findall(look))
    if not given.keys() <= _KNOWN or _ATTRIBUTE.sub("", look).strip():
        raise UnknownToPainterError(look)
    fill, stroke = given.get("fill", "#000000"), given.get("stroke", "none")
    parts = ["q"]
    if fill != "none":
        parts.append(f"{_colour(fill)} rg")
    if stroke != "none":
        parts.append(f"{_colour(stroke)} RG {given.get('stroke-width', '1')} w 4 M")
        for name, operator, codes in (
            ("stroke-linecap", "J", _ENDS),
            ("stroke-linejoin", "j", _JOINTS),
        ):
            if name in given:
                parts.append(f"{codes[given[name]]} {operator}")
        if "stroke-dasharray" in given:
            parts.append(f"[{given['stroke-dasharray']}] 0 d")
    parts.extend(path_operators(d))
    paint = {(True, True): "B", (True, False): "f", (False, True): "S", (False, False): "n"}
    how = paint[fill != "none", stroke != "none"]
    even_odd = "*" if given.get("fill-rule") == "evenodd" and fill != "none" else ""
    parts.append(f"{how}{even_odd} Q")
    return " ".join(parts).encode()


def _colour(text: str) -> str:
    found = _COLOUR.fullmatch(text)
    if found is None:
        raise UnknownToPainterError(text)
    return " ".join(_three(int(part, 16) / 255) for part in found.groups())


def _three(value: float) -> str:
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def path_operators(d: str) -> Iterable[str]:
    """An SVG path of moves, lines, circular arcs and closings as PDF operators.

    >>> " ".join(path_operators("M1 1m1 0l2 2H0z"))
    '2 1 m 4 3 l 0 3 l h'
    """
    pen = _Pen()
    for command, text in _COMMAND.findall(d):
        pen.follow(command, [float(value) for value in _NUMBER.findall(text)])
    return pen.written


class _Pen:
    def __init__(self) -> None:
        self.x = self.y = self.start_x = self.start_y = 0.0
        self.written: list[str] = []

    def follow(self, command: str, values: list[float]) -> None:
        kind, own = command.upper(), command.islower()
        at_x, at_y = (self.x, self.y) if own else (0.0, 0.0)
        match kind, values:
            case "M", [x, y]:
                self._move(at_x + x, at_y + y)
            case "L", [x, y]:
                self._line(at_x + x, at_y + y)
            case "H", [x]:
                self._line(at_x + x, self.y)
            case "V", [y]:
                self._line(self.x, at_y + y)
            case "A", [radius, other, 0.0, large, sweep, x, y] if radius == other > 0:
                self._arc(radius, bool(large), bool(sweep), at_x + x, at_y + y)
            case "Z", []:
                self.written.append("h")
                self.x, self.y = self.start_x, self.start_y
            case _:
                raise UnknownToPainterError(f"{command}{values}")

    def _move(self, x: float, y: float) -> None:
        if self.written and self.written[-1].endswith("m"):
            self.written.pop()  # nothing was drawn from there
        self.written.append(f"{_three(x)} {_three(y)} m")
        self.x, self.y = self.start_x, self.start_y = x, y

    def _line(self, x: float, y: float) -> None:
        self._begun()
        self.written.append(f"{_three(x)} {_three(y)} l")
        self.x, self.y = x, y

    def _begun(self) -> None:
        # After a closing a new piece begins where the last one did.
        if not self.written or self.written[-1] == "h":
            self._move(self.x, self.y)

    def _arc(self, radius: float, large: bool, sweep: bool, x: float, y: float) -> None:
        """An arc of a circle, as Bézier curves of at most a quarter turn each."""
        self._begun()
        across, down = x - self.x, y - self.y
        chord = hypot(across, down)
        radius = max(radius, chord / 2)
        height = (max(0.0, radius**2 - chord**2 / 4)) ** 0.5
        side = height if large != sweep else -height
        centre_x = self.x + across / 2 - side * down / chord
        centre_y = self.y + down / 2 + side * across / chord
        begin = atan2(self.y - centre_y, self.x - centre_x)
        turn = (atan2(y - centre_y, x - centre_x) - begin) % (2 * pi)
        if not sweep:
            turn -= 2 * pi
        pieces = max(1, ceil(abs(turn) / (pi / 2) - 1e-9))
        each = turn / pieces
        reach = 4 / 3 * tan(each / 4) * radius
        for i in range(pieces):
            one, two = begin + i * each, begin + (i + 1) * each
            from_x, from_y = centre_x + radius * cos(one), centre_y + radius * sin(one)
            to_x, to_y = centre_x + radius * cos(two), centre_y + radius * sin(two)
            points = (
                from_x - reach * sin(one),
                from_y + reach * cos(one),
                to_x + reach * sin(two),
                to_y - reach * cos(two),
                to_x,
                to_y,
            )
            self.written.append(f"{' '.join(map(_three, points))} c")
        self.x, self.y = x, y
