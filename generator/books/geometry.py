"""Pages of a book, in millimetres: trims, and margins that grow with the number of pages."""

from __future__ import annotations

from dataclasses import dataclass

from crossfall.generator.design import Box

INCH = 25.4
TRIMS: dict[str, tuple[float, float]] = {
    "8.5x11": (8.5 * INCH, 11 * INCH),
    "8x10": (8 * INCH, 10 * INCH),
    "6x9": (6 * INCH, 9 * INCH),
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
}
# As print-on-demand shops ask: up to so many pages, so many inches. The last goes for all above.
INSIDE = ((150, 0.375), (300, 0.5), (500, 0.625), (100_000, 0.75))


@dataclass(frozen=True)
class Margins:
    """Margins in inches; `inside` as pairs (up to so many pages, inches), rising."""

    inside: tuple[tuple[int, float], ...] = INSIDE
    outside: float = 0.5
    top: float = 0.7
    bottom: float = 0.6

    def inside_at(self, pages: int) -> float:
        """The margin at the spine of a book of so many pages.

        >>> [Margins().inside_at(n) for n in (150, 151, 300, 500, 502)]
        [0.375, 0.5, 0.5, 0.625, 0.75]
        """
        for most, inches in self.inside:
            if pages <= most:
                return inches
        return self.inside[-1][1]


@dataclass(frozen=True)
class Geometry:
    """A page's size and margins in mm; inside and outside change sides from page to page."""

    width: float
    height: float
    inside: float
    outside: float
    top: float
    bottom: float

    @staticmethod
    def of(trim: str, margins: Margins, pages: int) -> Geometry:
        """The pages of a book of so many."""
        width, height = TRIMS[trim]
        # What a shop asks for is a least margin: text needs a little more to be read in the fold.
        inside = margins.inside_at(pages) * INCH
        return Geometry(
            width, height, inside, margins.outside * INCH, margins.top * INCH, margins.bottom * INCH
        )

    @property
    def area(self) -> Box:
        """The room for what is printed, measured from its own corner; the same on both sides."""
        width = self.width - self.inside - self.outside
        return Box(0, 0, round(width, 3), round(self.height - self.top - self.bottom, 3))

    @property
    def is_small(self) -> bool:
        """Whether text is set smaller and in one column."""
        return self.width < 170
