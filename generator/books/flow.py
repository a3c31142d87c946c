"""Prose, figures and answers divided into pages: every block gets its place, in millimetres."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil

from crossfall.generator.books import measure
from crossfall.generator.books.answers import Answer
from crossfall.generator.books.blocks import Block, BoardBlock, BookPage, ContentsLine, TextBlock
from crossfall.generator.books.measure import Style
from crossfall.generator.books.setting import Setting
from crossfall.generator.books.teaching import Figure, Figures, Heading, Told
from crossfall.generator.design import Box
from crossfall.generator.drawing import Drawing
from crossfall.generator.sheets import SheetItem
from crossfall.generator.words import Key, Paragraph, paragraph

FIGURE_GAP, ROW_GAP, CAPTION_GAP = 5.0, 4.5, 1.2
COLUMN_GAP = 8.0
ANSWER_GAP = 4.5


class Flow:
    """Fills pages from above, in one or two columns.

    head: the running head of its pages. shrink: figures are so much smaller than they might be.
    Headings stay with what follows.
    """

    def __init__(self, setting: Setting, head: str, columns: int = 1, shrink: float = 1.0) -> None:
        self.setting = setting
        self.shrink = shrink
        self.head = head
        self.columns = columns
        area = setting.area
        self.width = (area.width - COLUMN_GAP * (columns - 1)) / columns
        self.height = area.height
        self.pages: list[BookPage] = []
        self._top = 0.0  # where the columns of this page begin
        self._blocks: list[Block] = []
        self._anchors: list[str] = []
        self._entries: list[tuple[int, str]] = []
        self._column, self._y = 0, 0.0
        self._kept: list[tuple[Paragraph, Style]] = []  # headings that wait for what follows

    @classmethod
    def part(cls, setting: Setting, title: str, anchor: str, columns: int = 1) -> Flow:
        """The flow of a part of the book that begins with its title and has a bookmark."""
        flow = cls(setting, title, columns)
        flow.anchor(anchor, title)
        flow.full(paragraph(title), "h1")
        return flow

    # -- what is added

    def full(self, told: Paragraph, name: str) -> None:
        """A paragraph over all columns, at the top of a page."""
        style = self.setting.style(name)
        width = self.setting.area.width
        self._y += style.before if self._y > 0 else 0.0
        high = measure.height(told, style, width)
        self._blocks.append(TextBlock(Box(0, self._y, width, high), told, style))
        self._y += high + style.after
        self._top = self._y

    def text(self, told: Paragraph, name: str = "body", marks: Sequence[str] = ()) -> None:
        """A paragraph; it stays whole. marks: anchors for where it stands."""
        style = self.setting.style(name)
        high = measure.height(told, style, self.width)
        self._room(high, style.before)
        self._anchors += marks
        self._text(told, style)

    def heading(self, text: str, name: str = "h2") -> None:
        """A heading that stays with what follows."""
        self._kept.append((paragraph(text), self.setting.style(name)))

    def told(self, parts: Iterable[Told]) -> None:
        """Headings, paragraphs and figures in their order; what is said just before boards stays
        with them."""
        listed = list(parts)
        for part, after in zip(listed, [*listed[1:], None], strict=False):
            if isinstance(part, Heading):
                self.heading(part.text)
            elif isinstance(part, Figures):
                self.figures(part)
            elif isinstance(after, Figures):
                self._kept.append((part, self.setting.style("body")))
            else:
                self.text(part)

    def figures(self, shown: Figures) -> None:
        """Boards in rows, all to one scale, each with its caption; a row stays whole."""
        figures = shown.figures
        caption = self.setting.style("caption")
        least = 33.0 if self.setting.is_small else 40.0
        most = max(1, int((self.width + FIGURE_GAP) // (least + FIGURE_GAP)))
        rows = ceil(len(figures) / min(most, 4))
        across = ceil(len(figures) / rows)
        each = (self.width - FIGURE_GAP * (across - 1)) / across
        scale = self.shrink * min(
            min(shown.step / f.drawing.step, each / f.drawing.width) for f in figures
        )
        for start in range(0, len(figures), across):
            row = figures[start : start + across]
            self._figure_row(row, across, each, scale, caption)

    def _figure_row(
        self, row: Sequence[Figure], across: int, each: float, scale: float, caption: Style
    ) -> None:
        tallest = max(f.drawing.height for f in row) * scale
        text = max(measure.height(f.caption, caption, each) for f in row)
        high = tallest + CAPTION_GAP + text
        self._room(high, 1.0)
        left = (self.width - len(row) * each - (len(row) - 1) * FIGURE_GAP) / 2
        left = 0.0 if len(row) == across else left
        for number, figure in enumerate(row):
            x = self._x + left + number * (each + FIGURE_GAP)
            drawing = figure.drawing
            width, height = drawing.width * scale, drawing.height * scale
            top = self._y + tallest - height
            self._blocks.append(
                BoardBlock(Box(x + (each - width) / 2, top, width, height), drawing)
            )
            place = Box(x, self._y + tallest + CAPTION_GAP, each, text)
            self._blocks.append(TextBlock(place, figure.caption, caption))
        self._y += high + ROW_GAP

    def contents(self, title: str, anchor: str, level: int) -> None:
        """A line of the contents."""
        style = self.setting.style(f"contents{level}")
        high = measure.height(paragraph(title), style, self.width - 14)
        self._room(high, style.before)
        self._blocks.append(
            ContentsLine(Box(self._x, self._y, self.width, high), title, anchor, style)
        )
        self._y += high

    def answer(self, item: SheetItem, key: Key) -> None:
        """An answer: number, board, what is told, and the way back to the puzzle."""
        whole = Answer(self.setting, self.width, item, key)
        if whole.height <= self.height:
            self._room(whole.height, ANSWER_GAP)
            self._anchors.append(f"answer-{item.number}")
            self._blocks += whole.at(self._x, self._y)
            self._y += whole.height
            return
        self._long_answer(item, key)

    def _long_answer(self, item: SheetItem, key: Key) -> None:
        """An answer longer than a column: its board, then its paragraphs, column by column."""
        short = Answer(self.setting, self.width, item, Key(key.answer, ()))
        self._room(short.height + 20.0, ANSWER_GAP)
        self._anchors.append(f"answer-{item.number}")
        self._blocks += short.at(self._x, self._y)
        self._y += short.height + 1.5
        for part in key.paragraphs:
            self.text(part, "key")

    def anchor(self, name: str, entry: str = "", level: int = 1) -> None:
        """Mark the page where the next block will stand, with a bookmark."""
        self._anchors.append(name)
        if entry:
            self._entries.append((level, entry))

    def space(self, height: float) -> None:
        """Empty room."""
        self._y += height

    def board(self, drawing: Drawing, widest: float, step: float) -> None:
        """A board alone, in the middle."""
        scale = min(step / drawing.step, widest / drawing.width)
        width, height = drawing.width * scale, drawing.height * scale
        self._room(height, 0.0)
        x = self._x + (self.width - width) / 2
        self._blocks.append(BoardBlock(Box(x, self._y, width, height), drawing))
        self._y += height

    def down_to(self, y: float) -> None:
        """Go on so far from the top."""
        self._y = y

    def opening(self) -> tuple[float, BookPage]:
        """What stands on this page so far, and how far down it reaches."""
        self._place_kept()
        page = BookPage(tuple(self._blocks), self.head, tuple(self._anchors), tuple(self._entries))
        return self._y, page

    def finish(self) -> list[BookPage]:
        """The pages."""
        self._place_kept()
        self._end_page()
        return self.pages

    # -- where it goes

    @property
    def _x(self) -> float:
        return self._column * (self.width + COLUMN_GAP)

    def _room(self, high: float, before: float) -> None:
        """Move to where a block of that height fits, with the headings that wait before it."""
        headings = sum(
            style.before + measure.height(told, style, self.width) + style.after
            for told, style in self._kept
        )
        at_top = self._y <= self._top and not self._kept
        needed = high + headings + (0.0 if at_top else before)
        if self._y + needed > self.height + 0.01 and self._y > self._top:
            self._next_column()
        self._place_kept()
        self._y += before if self._y > self._top else 0.0

    def _place_kept(self) -> None:
        for told, style in self._kept:
            self._y += style.before if self._y > self._top else 0.0
            self._text(told, style)
        self._kept = []

    def _text(self, told: Paragraph, style: Style) -> None:
        high = measure.height(told, style, self.width)
        box = Box(self._x, self._y, self.width, high)
        self._blocks.append(TextBlock(box, told, style))
        self._y += high + style.after

    def _next_column(self) -> None:
        if self._column + 1 < self.columns:
            self._column += 1
            self._y = self._top
        else:
            self._end_page()

    def _end_page(self) -> None:
        if self._blocks or self._anchors:
            self.pages.append(
                BookPage(tuple(self._blocks), self.head, tuple(self._anchors), tuple(self._entries))
            )
        self._blocks, self._anchors, self._entries = [], [], []
        self._column, self._y, self._top = 0, 0.0, 0.0
