"""How high texts and lines to write on come out in a column of a worksheet, in millimetres."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import Protocol

from crossfall.generator import fonts
from crossfall.generator.design import NORMAL, Type
from crossfall.generator.drawing import Drawing
from crossfall.generator.words import AnswerSpace, Paragraph


class Item(Protocol):
    """What a layout must know of a puzzle: everything printed beside its number, how many stars, where
    the answer is written, the boards."""

    @property
    def heading(self) -> str: ...
    @property
    def stars(self) -> int: ...
    @property
    def space(self) -> AnswerSpace: ...
    @property
    def boards(self) -> tuple[Drawing, ...]: ...


def head_height(item: Item, width: float, type_: Type) -> float:
    """The height of a puzzle's number, stars and question in a column of that width."""
    if not item.heading:
        return 0.0
    text = text_height(item.heading, type_.text, text_width(item, width, type_), type_)
    corner = type_.badge
    if item.stars and not stars_at_right(width, type_):
        corner += 0.6 + ceil(item.stars / 3) * small_star(type_)
    return max(corner, text + (type_.badge - type_.line(type_.text)) / 2)


def stars_at_right(width: float, type_: Type) -> bool:
    """Whether the stars end the question's line; in narrow columns they stand under the number."""
    return width >= 11 * type_.badge


def small_star(type_: Type) -> float:
    """The size of stars under a number: three in a row are little wider than its disc."""
    return min(type_.star, (type_.badge + 1.0) / 3)


def text_width(item: Item, width: float, type_: Type) -> float:
    """The room for the question beside number and stars."""
    at_right = item.stars and stars_at_right(width, type_)
    return width - type_.badge - 2.0 - (item.stars * type_.star + 2.0 if at_right else 0.0)


@lru_cache(maxsize=4096)
def text_height(text: str, size: float, width: float, type_: Type) -> float:
    """The height of a text wrapped to a width, a little generous."""
    if width < 8:
        return 10_000.0
    return fonts.lines(text, size * 1.02, width) * type_.line(size)


def paragraph_height(paragraph: Paragraph, size: float, width: float, type_: Type) -> float:
    """The height of a paragraph wrapped to a width; its bold words run wider than the others."""
    regular, bold = fonts.metrics(fonts.face()), fonts.metrics(fonts.face(weight=700))
    plain = regular.width(paragraph.text)
    wider = sum(
        bold.width(r.text) - regular.width(r.text) for r in paragraph.runs if r.style == "bold"
    )
    share = plain / (plain + wider) if plain else 1.0
    return text_height(paragraph.text, size, round(width * share, 2), type_)


def answer_height(space: AnswerSpace, width: float, type_: Type) -> float:
    """The height of the lines to write on in a column of that width."""
    if space.rows:
        heads = type_.line(type_.small) + 1 if any(space.heads) else 0.0
        return heads + ceil(len(space.rows) / table_columns(space, width, type_)) * type_.row
    if space.blanks:
        return ceil(len(space.blanks) / blanks_in_row(space, width, type_)) * type_.blank
    return 0.0


def table_columns(space: AnswerSpace, width: float, type_: Type) -> int:
    """How many times a table to fill in stands beside itself, its lines divided."""
    longest = max(fonts.metrics(fonts.face()).width(row) for row in space.rows)
    needed = longest * type_.text * fonts.POINTS_TO_MM + 26.0
    return max(1, min(int((width + 6.0) // (needed + 6.0)), ceil(len(space.rows) / 2)))


def blanks_in_row(space: AnswerSpace, width: float, type_: Type) -> int:
    """How many of the blanks stand side by side."""
    widest = max(blank_width(blank.label, blank.size, type_) for blank in space.blanks)
    return max(1, min(len(space.blanks), int((width + 4.0) // (widest + 4.0))))


def blank_width(label: str, size: str, type_: Type) -> float:
    """The width of a label with the least line to write on after it."""
    em = type_.text * fonts.POINTS_TO_MM
    label_width = fonts.metrics(fonts.face()).width(label + ":") * em
    return label_width + 2.0 + (22.0 if size == "short" else 40.0) * type_.text / NORMAL.text
