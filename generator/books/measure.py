"""Breaks paragraphs into lines, letter by letter, in the fonts that come with the installation.

The pages print each line as it is broken here. So what is measured is what is printed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from crossfall.generator import fonts
from crossfall.generator.words import Paragraph, Run

SAFETY = 1.003  # kerning and rounding
LONG_ROW = 9  # letters; a longer row of alternatives may be broken


@dataclass(frozen=True)
class Style:
    """How a paragraph is set.

    size in points; leading: the height of a line in sizes; before, after: space in mm; indent: of
    the whole paragraph, in mm. weight: of its plain runs.
    """

    name: str
    size: float
    leading: float = 1.36
    family: str = fonts.SERIF
    weight: int = 400
    italic: bool = False
    before: float = 0.0
    after: float = 0.0
    indent: float = 0.0
    align: str = "left"
    quiet: bool = False

    @property
    def line(self) -> float:
        """The height of a line, in mm."""
        return self.size * fonts.POINTS_TO_MM * self.leading


def height(told: Paragraph, style: Style, width: float) -> float:
    """The height of a paragraph without the space around it, in a column of `width` mm."""
    return len(lines(told, style, width)) * style.line


@dataclass(frozen=True)
class _Piece:
    """A stretch of text that is never broken. glued: no blank stands before it."""

    runs: tuple[Run, ...]
    width: float
    blank: float
    glued: bool


@lru_cache(maxsize=20_000)
def lines(told: Paragraph, style: Style, width: float) -> tuple[tuple[Run, ...], ...]:
    """The lines of a paragraph, each as runs of text; broken greedily, at least one line.

    >>> from crossfall.generator.words import paragraph
    >>> told = lines(paragraph("**b2.** Then a2 falls."), Style("key", 9), 20)
    >>> ["".join(run.text for run in line) for line in told]
    ['b2. Then a2', 'falls.']
    """
    room = width - style.indent
    broken: list[list[_Piece]] = [[]]
    filled = 0.0
    for piece in _pieces(told, style, room):
        blank = 0.0 if piece.glued else piece.blank
        if broken[-1] and filled + blank + piece.width > room:
            broken.append([])
            filled = 0.0
        filled += piece.width + (blank if broken[-1] else 0.0)
        broken[-1].append(piece)
    return tuple(_joined(line) for line in broken)


def _joined(line: list[_Piece]) -> tuple[Run, ...]:
    """The runs of a line, those of one style together."""
    runs: list[Run] = []
    for number, piece in enumerate(line):
        for part, run in enumerate(piece.runs):
            blank = " " if number and not part and not piece.glued else ""
            if runs and runs[-1].style == run.style:
                runs[-1] = Run(runs[-1].text + blank + run.text, run.style)
            else:
                if blank and runs:
                    runs[-1] = Run(runs[-1].text + blank, runs[-1].style)
                runs.append(run)
    return tuple(runs)


def _pieces(told: Paragraph, style: Style, room: float) -> Iterator[_Piece]:
    """Words, long rows of alternatives (`a3/a4/b4`) broken after a stroke, and what is wider than a
    line broken anywhere."""
    em = style.size * fonts.POINTS_TO_MM * SAFETY
    waiting: list[Run] = []
    glued = True
    for run, ends in _words(told):
        if run.text:
            waiting.append(run)
        if not ends or not waiting:
            continue
        yield from _cut(waiting, style, em, room, glued)
        waiting, glued = [], False
    if waiting:
        yield from _cut(waiting, style, em, room, glued)


def _words(told: Paragraph) -> Iterator[tuple[Run, bool]]:
    """Parts of words; the flag says that a word ends with it."""
    for run in told.runs:
        parts = fonts.printable(run.text).split(" ")
        for number, part in enumerate(parts):
            yield Run(part, run.style), number + 1 < len(parts)


def _cut(word: list[Run], style: Style, em: float, room: float, glued: bool) -> Iterator[_Piece]:
    """One word, in as many pieces as it must be."""
    blank = _metrics(style, word[0]).width(" ") * em
    if len(word) == 1 and len(word[0].text) > LONG_ROW and "/" in word[0].text:
        texts = word[0].text.replace("/", "/\0").split("\0")
        parts = [[Run(text, word[0].style)] for text in texts if text]
    else:
        parts = [word]
    for number, part in enumerate(parts):
        wide = sum(_metrics(style, run).width(run.text) for run in part) * em
        first_glued = glued if not number else True
        if wide <= room:
            yield _Piece(tuple(part), wide, blank, first_glued)
            continue
        for letter in (Run(c, run.style) for run in part for c in run.text):
            wide = _metrics(style, letter).width(letter.text) * em
            yield _Piece((letter,), wide, blank, first_glued)
            first_glued = True


def _metrics(style: Style, run: Run) -> fonts.Metrics:
    weight = 700 if run.style == "bold" else style.weight
    italic = style.italic or run.style == "italic"
    return fonts.metrics(fonts.face(style.family, weight, italic and weight == 400))
