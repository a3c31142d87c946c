"""What a page of a book is made of: blocks at their places, in millimetres; plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from crossfall.generator.books.measure import Style
from crossfall.generator.design import Box
from crossfall.generator.drawing import Drawing
from crossfall.generator.layout import Placed
from crossfall.generator.sheets import SheetItem
from crossfall.generator.words import Paragraph


@dataclass(frozen=True)
class TextBlock:
    """A paragraph at its place."""

    box: Box
    told: Paragraph
    style: Style


@dataclass(frozen=True)
class BoardBlock:
    """A board at its place."""

    box: Box
    drawing: Drawing


@dataclass(frozen=True)
class ContentsLine:
    """A line of the contents: a title, and the page where its anchor stands."""

    box: Box
    title: str
    anchor: str
    style: Style


@dataclass(frozen=True)
class Reference:
    """A small line such as “Answer on page {page}”, the page being the anchor's."""

    box: Box
    text: str
    anchor: str
    style: Style


@dataclass(frozen=True)
class Badge:
    """The number of a puzzle in its disc."""

    box: Box
    number: int


Block: TypeAlias = TextBlock | BoardBlock | ContentsLine | Reference | Badge


@dataclass(frozen=True)
class BookPage:
    """A page with everything on it, measured from the corner of its area.

    head: the running head, empty for none. anchors: what other pages may refer to. entries: bookmarks
    (level, title). puzzles: as on a worksheet. furniture: what such a page draws itself.
    """

    blocks: tuple[Block, ...] = ()
    head: str = ""
    anchors: tuple[str, ...] = ()
    entries: tuple[tuple[int, str], ...] = ()
    puzzles: tuple[tuple[SheetItem, Placed], ...] = ()
    furniture: Drawing | None = None
    folio: bool = True


@dataclass(frozen=True)
class Entry:
    """A line of the contents."""

    level: int
    title: str
    anchor: str
