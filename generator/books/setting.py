"""How a book is set: its geometry, its type scale, its language."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from crossfall.generator import fonts
from crossfall.generator.books.geometry import Geometry
from crossfall.generator.books.measure import Style
from crossfall.generator.design import NORMAL, Box, Type
from crossfall.generator.tongues import Tongue, tongue_of


@dataclass(frozen=True)
class Setting:
    """What all pages of a book share: their geometry and type."""

    geometry: Geometry
    theme: str = "book"
    language: str = "en"

    @property
    def tongue(self) -> Tongue:
        """The language of its pages."""
        return tongue_of(self.language)

    @property
    def area(self) -> Box:
        """Where its pages are printed."""
        return self.geometry.area

    @property
    def is_small(self) -> bool:
        """Whether the trim is a small one, with smaller type."""
        return self.geometry.is_small

    @cached_property
    def type(self) -> Type:
        """The type of puzzles, as on worksheets."""
        if not self.is_small:
            return NORMAL
        return replace(
            NORMAL,
            text=9.6,
            small=7.8,
            key=8.4,
            badge=6.4,
            star=3.1,
            blank=8.5,
            row=7.0,
            gutter=6.0,
            column=40.0,
        )

    def style(self, name: str) -> Style:
        """A style of the book's type scale."""
        return self.styles[name]

    @cached_property
    def styles(self) -> dict[str, Style]:
        """All styles of the type scale by their names."""
        k = 0.86 if self.is_small else 1.0
        text = fonts.SERIF if self.theme == "book" else fonts.SANS
        sans = fonts.SANS
        styles = (
            Style("title", 40 * k, 1.1, text, 700, after=5, align="center"),
            Style("subtitle", 17 * k, 1.25, text, italic=True, after=3, align="center"),
            Style("author", 14 * k, 1.3, text, align="center"),
            Style("kicker", 11 * k, 1.3, sans, 700, after=1, quiet=True),
            Style("h1", 27 * k, 1.15, text, 700, after=6),
            Style("h2", 14.5 * k, 1.2, sans, 700, before=5, after=1.6),
            Style("h3", 11.5 * k, 1.2, sans, 700, before=4, after=1.5),
            Style("body", 11.2 * k, 1.4, text, after=2.4),
            Style("lead", 11.8 * k, 1.35, text, italic=True, after=4),
            Style("caption", 9.0 * k, 1.25, sans, align="center"),
            Style("key", 9.0 * k, 1.27, sans, after=0.8),
            Style("hint", 9.4 * k, 1.3, sans, after=0.7),
            Style("reference", 8.0 * k, 1.2, sans, align="right", quiet=True),
            Style("back", 7.8 * k, 1.2, sans, quiet=True),
            Style("contents1", 12 * k, 1.25, text, 700, before=3.2),
            Style("contents2", 10.8 * k, 1.3, text, before=0.9, indent=5),
            Style("fine", 9.6 * k, 1.36, text, after=2.4),
        )
        return {style.name: style for style in styles}
