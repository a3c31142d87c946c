"""Answers on the key's pages: how large their boards are, and where these stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Literal

from crossfall.generator.design import Box, Type
from crossfall.generator.drawing import Drawing
from crossfall.generator.heights import paragraph_height
from crossfall.generator.hint_strips import in_the_key
from crossfall.generator.sheets import Sheet, SheetItem, SheetOptions
from crossfall.generator.words import Key, Paragraph

KEY_STEP, KEY_BOARD, KEY_BOARDS = 6.6, 46.0, 96.0  # mm: a street, one board, several boards
KEY_GAP = 3.0  # between boards
# With shorter streets than this a row of boards is broken into two, whose streets may be longer.
KEY_LEAST_STEP, KEY_STEP_IN_ROWS = 5.5, 7.5
KEY_SHARES = (0.93, 0.86, 0.8)  # of the boards' usual size, where they save a page
MOST_FITTED = 48  # answers; a longer key runs over many pages anyway


@dataclass(frozen=True)
class KeyItem:
    """One answer on the key pages: how wide each board is, how far its right edge is from the
    page's and its top from the answer's; the room beside the text; the least height.

    boards: beside the text; or, in large print, one round which the text flows, or several in
    rows under it.
    """

    item: SheetItem
    key: Key
    board_widths: tuple[float, ...]
    board_rights: tuple[float, ...] = ()
    board_tops: tuple[float, ...] = ()
    room: float = 0.0
    height: float = 0.0
    boards: Literal["beside", "floating", "under"] = "beside"


def key_items(
    sheet: Sheet, options: SheetOptions, type_: Type, area: Box, title_size: float
) -> tuple[KeyItem, ...]:
    """The answers of a sheet with the sizes of their boards; the pages flow by themselves."""
    return tuple(_Answers(sheet, options, type_, area, title_size).items())


@dataclass(frozen=True)
class KeyPart:
    """The part of a pack's key that belongs to one of its sheets. said: what is told after the
    answers."""

    sheet: Sheet
    options: SheetOptions
    type_: Type
    area: Box
    said: tuple[Paragraph, ...] = ()

    def heights(self, items: Sequence[KeyItem]) -> list[float]:
        """How high its pieces are; the title stays with the first."""
        if not items and not self.said:
            return []
        type_ = self.type_
        answers = _Answers(self.sheet, self.options, type_, self.area, type_.title)
        room = self.area.width - type_.badge - 3.0
        told = [paragraph_height(p, type_.key, room, type_) + 2.0 for p in self.said]
        first, *others = *(answers.height(entry) for entry in items), *told
        return [6.0 + type_.line(type_.heading) + first, *others]


def joint_key_items(parts: Sequence[KeyPart]) -> list[tuple[KeyItem, ...]]:
    """The answers of each part of one key, all with boards of one share of their usual size: the
    largest of KEY_SHARES with which the whole key takes fewest pages."""
    best: list[tuple[KeyItem, ...]] = []
    fewest = 0
    for share in (1.0, *KEY_SHARES):
        sized = [
            tuple(_Answers(p.sheet, p.options, p.type_, p.area, p.type_.title).sized(share))
            for p in parts
        ]
        heights = [h for part, items in zip(parts, sized, strict=True) for h in part.heights(items)]
        title = max((part.type_.line(part.type_.title) for part in parts), default=0.0)
        pages = _pages(heights, title, min((part.area.height for part in parts), default=1.0))
        if not best or pages < fewest:
            best, fewest = sized, pages
    return best


def _pages(heights: Sequence[float], filled: float, height: float) -> int:
    """How many pages of that height pieces take that are not broken, after what fills the first."""
    pages = 1
    for high in heights:
        if filled + high > height:
            pages, filled = pages + 1, 0.0
        filled += high
    return pages


@dataclass(frozen=True)
class _Answers:
    """The answers of one sheet, and the page that they are to fill."""

    sheet: Sheet
    options: SheetOptions
    type_: Type
    area: Box
    title_size: float

    def items(self) -> list[KeyItem]:
        """The answers; their boards are as large as they can be without needing another page, within
        reason."""
        usual = list(self.sized(1.0))
        large = self.type_.least_board > 0  # smaller boards would break its promise
        if self.options.key_as == "text" or large or len(usual) > MOST_FITTED:
            return usual
        best, fewest = usual, self._pages(usual)
        for share in KEY_SHARES:
            if fewest == 1:
                break
            smaller = list(self.sized(share))
            pages = self._pages(smaller)
            if pages < fewest:
                best, fewest = smaller, pages
        return best

    def _pages(self, items: Sequence[KeyItem]) -> int:
        """How many pages the answers take, about."""
        type_, width = self.type_, self.area.width
        notes = [paragraph_height(n, type_.key, width, type_) + 2.0 for n in self.sheet.key_notes]
        filled = type_.line(self.title_size) + sum(notes)
        return _pages([self.height(entry) for entry in items], filled, self.area.height)

    def height(self, entry: KeyItem) -> float:
        """How high an answer is with the space before it."""
        room = round(self.area.width - self.type_.badge - 3.0 - entry.room, 2)
        text = sum(self._height(told, room) for told in entry.key.paragraphs)
        return 4.6 + max(entry.height, text, self.type_.badge)

    def _height(self, told: Paragraph, room: float) -> float:
        """How high a paragraph of a key is with the space after it."""
        inset = self.type_.listed if told.listed else 0.0
        return paragraph_height(told, self.type_.key, room - inset, self.type_) + 1.0

    def sized(self, share: float) -> Iterator[KeyItem]:
        """The answers with boards of that share of their usual size."""
        for item in self.sheet.items:
            if item.key is None:
                continue
            if self.type_.least_board and item.key_boards:
                yield self._large(item, item.key)
                continue
            drawings = item.key_boards
            scales = self._scales(drawings, len(drawings), share * KEY_STEP, share)
            in_row = len(drawings)
            if any(
                s * d.step < share * KEY_LEAST_STEP for s, d in zip(scales, drawings, strict=True)
            ):
                halved = ceil(len(drawings) / 2)
                broken = self._scales(drawings, halved, share * KEY_STEP_IN_ROWS, share)
                if sum(broken) > 1.15 * sum(scales):
                    scales, in_row = broken, halved
            widths = [s * d.width for s, d in zip(scales, drawings, strict=True)]
            heights = [s * d.height for s, d in zip(scales, drawings, strict=True)]
            rights: list[float] = []
            tops: list[float] = []
            room = top = 0.0
            for start in range(0, len(drawings), max(1, in_row)):
                row = widths[start : start + in_row]
                used = sum(row) + KEY_GAP * (len(row) - 1)
                room = max(room, used)
                rights += [used - sum(row[: i + 1]) - KEY_GAP * i for i in range(len(row))]
                tops += [top] * len(row)
                top += max(heights[start : start + in_row]) + KEY_GAP
            yield KeyItem(
                item,
                self._with_hints(item, item.key),
                tuple(widths),
                tuple(rights),
                tuple(tops),
                room + 5.0 if drawings else 0.0,
                max(0.0, top - KEY_GAP),
            )

    def _with_hints(self, item: SheetItem, key: Key) -> Key:
        """The key with the hints, where these stand in it."""
        if self.options.hints != "key":
            return key
        return replace(key, paragraphs=(*key.paragraphs, *in_the_key(item, self.options.tongue)))

    def _large(self, item: SheetItem, key: Key) -> KeyItem:
        """An answer in large print: its boards as large as is promised, whatever room they take."""
        least = 1.01 * self.type_.least_board
        widths = tuple(least / max(d.width, d.height) * d.width for d in item.key_boards)
        where: Literal["floating", "under"] = "floating" if len(widths) == 1 else "under"
        return KeyItem(item, self._with_hints(item, key), widths, boards=where)

    def _scales(
        self, drawings: Sequence[Drawing], in_row: int, step: float, share: float
    ) -> list[float]:
        """How large each board of an answer is, that many in a row, with streets up to `step`."""
        one = share * KEY_BOARD
        widest = one if in_row == 1 else (share * KEY_BOARDS - KEY_GAP * (in_row - 1)) / in_row
        return [min(step / d.step, widest / d.width, one / d.height) for d in drawings]
