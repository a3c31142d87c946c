"""The fonts that come with the installation: where their files are and how wide their letters.

Source Sans Pro and Source Serif Pro (SIL Open Font License), from the packages
`font-source-sans-pro` and `font-source-serif-pro`. Widths let texts be centred and wrapped by
arithmetic, before any page is laid out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

POINTS_TO_MM = 25.4 / 72


@dataclass(frozen=True)
class Face:
    """One font file as style sheets name it."""

    family: str
    weight: int
    italic: bool
    package: str
    file: str

    @property
    def path(self) -> Path:
        """Where the file is on this machine."""
        from importlib.util import find_spec

        spec = find_spec(self.package)
        if spec is None or spec.origin is None:
            raise RuntimeError(f"the package {self.package} is not installed")
        return Path(spec.origin).parent / "files" / self.file


def _faces(family: str, package: str, stem: str) -> Iterator[Face]:
    for weight, italic, suffix in (
        (400, False, "Regular"),
        (400, True, "It"),
        (700, False, "Bold"),
    ):
        yield Face(family, weight, italic, package, f"{stem}-{suffix}.otf")


SANS = "Source Sans Pro"
SERIF = "Source Serif Pro"
FACES: tuple[Face, ...] = (
    *_faces(SANS, "font_source_sans_pro", "SourceSansPro"),
    *_faces(SERIF, "font_source_serif_pro", "SourceSerifPro"),
)


def face(family: str = SANS, weight: int = 400, italic: bool = False) -> Face:
    """The face of that family, weight and slope; the upright one where there is no slanted."""
    for found in FACES:
        if (found.family, found.weight, found.italic) == (family, weight, italic):
            return found
    if italic:
        return face(family, weight)
    raise ValueError(f"no face {family} {weight}")


@dataclass(frozen=True)
class Metrics:
    """Widths of a face's letters and the height of its capitals, in ems."""

    widths: dict[int, float]
    cap_height: float

    def width(self, text: str) -> float:
        """How wide `text` runs, without kerning; letters the face lacks count as a full em."""
        return sum(self.widths.get(ord(letter), 1.0) for letter in text)


@cache
def metrics(face_: Face) -> Metrics:
    """The metrics of a face, read from its file once."""
    from fontTools.ttLib import TTFont

    with TTFont(face_.path, lazy=True) as font:
        em = font["head"].unitsPerEm
        advances = font["hmtx"].metrics
        widths = {code: advances[glyph][0] / em for code, glyph in font.getBestCmap().items()}
        return Metrics(widths, font["OS/2"].sCapHeight / em)


# What is printed for signs that our own texts use and the fonts lack.
STAND_INS = str.maketrans({"↔": "←→"})


def printable(text: str) -> str:
    """Our own text with stand-ins for the signs that the fonts lack.

    >>> printable("a2 ↔ c3")
    'a2 ←→ c3'
    """
    return text.translate(STAND_INS)


def lines(text: str, size: float, width: float, face_: Face | None = None) -> int:
    """How many lines of `width` mm a text of `size` points takes, broken between words.

    A word wider than the line is broken anywhere, as the pages' style sheet does. At least 1.

    >>> lines("Circle every crossing that must never be closed.", 11, 60)
    2
    """
    known = metrics(face_ or face())
    em = size * POINTS_TO_MM
    blank = known.width(" ") * em
    count, filled = 1, 0.0
    for word in text.split():
        length = known.width(word) * em
        if filled and filled + blank + length <= width:
            filled += blank + length
            continue
        if filled:
            count += 1
        count += int(length // width) if length > width else 0
        filled = length % width if length > width else length
    return count
