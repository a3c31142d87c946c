"""What a book is made of, as plain data: picks of puzzles, sections, chapters."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from crossfall.generator.books.geometry import Geometry, Margins
from crossfall.generator.tongues import Tongue, tongue_of


@dataclass(frozen=True)
class Pick:
    """Puzzles to be found for a section.

    options: the finder's own (`level`, `size`, `rules` …), as pairs sorted by name.
    techniques: only puzzles graded with one of these, where any are named.
    """

    game: str
    task: str
    count: int
    difficulty: int | None = None
    techniques: tuple[str, ...] = ()
    options: tuple[tuple[str, object], ...] = ()

    @property
    def signature(self) -> str:
        """The wish as one line; a puzzles file says with it which puzzles belong to which pick."""
        parts = [self.game, self.task, f"count={self.count}"]
        if self.difficulty is not None:
            parts.append(f"difficulty={self.difficulty}")
        if self.techniques:
            parts.append(f"technique={'+'.join(self.techniques)}")
        parts += [f"{name}={value}" for name, value in self.options]
        return " ".join(parts)


@dataclass(frozen=True)
class Section:
    """Pages of puzzles under one heading.

    teaches: the technique whose page opens the section (`R2`), empty for none.
    puzzles: a puzzle file to take them from, instead of picks. spread: no answer lies at one place
    much more often than at others. rising: easier ones first.
    """

    title: str
    intro: str = ""
    picks: tuple[Pick, ...] = ()
    puzzles: str = ""
    teaches: str = ""
    per_page: int | None = None
    spread: bool = False
    rising: bool = True


@dataclass(frozen=True)
class Chapter:
    """A chapter: its title and sections. The rules of its games come first by themselves."""

    title: str
    sections: tuple[Section, ...]
    intro: str = ""
    place: str = ""


@dataclass(frozen=True)
class BookSpec:
    """Everything that BOOK.toml says.

    theme: `book` (serif text) or `classroom`. black: everything in black for a copier.
    credit: lines on the copyright page. bleed in inches; marks: crop marks. hints: a chapter of them.
    """

    title: str
    chapters: tuple[Chapter, ...]
    subtitle: str = ""
    author: str = ""
    trim: str = "8.5x11"
    theme: str = "book"
    black: bool = False
    seed: int = 0
    language: str = "en"
    isbn: str = ""
    copyright: str = ""
    credit: tuple[str, ...] = ()
    margins: Margins = field(default_factory=Margins)
    bleed: float = 0.0
    marks: bool = False
    hints: bool = True
    source: str = ""

    @property
    def tongue(self) -> Tongue:
        """The language of the book."""
        return tongue_of(self.language)

    @property
    def look(self) -> str:
        """How boards are drawn: one of `drawing.LOOKS`."""
        return "copier" if self.black else self.theme

    def geometry(self, pages: int) -> Geometry:
        """The pages of a book of so many."""
        return Geometry.of(self.trim, self.margins, pages)

    @property
    def picks(self) -> list[tuple[str, Pick, Section]]:
        """Every pick with a name of its own: its signature, and which of the same kind it is."""
        seen: dict[str, int] = {}
        named = []
        for chapter in self.chapters:
            for section in chapter.sections:
                for pick in section.picks:
                    number = seen.get(pick.signature, 0) + 1
                    seen[pick.signature] = number
                    name = f"{self.seed}: {pick.signature}"
                    named.append((name + (f" #{number}" if number > 1 else ""), pick, section))
        return named


def seed_of(name: str) -> int:
    """A seed that depends on a pick's name alone, wherever in the book it stands."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:6], "big")
