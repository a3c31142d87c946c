"""Sheets to test pages with, made by hand so that no solver is needed."""

from __future__ import annotations

from dataclasses import dataclass

import pypdfium2

from crossfall.generator.boards.roadworks import NO_MARKS, Marks, position_drawing
from crossfall.generator.drawing import Drawing
from crossfall.generator.sheets import Sheet, SheetItem
from crossfall.generator.words import (
    ON_BOARD,
    AnswerSpace,
    Blank,
    Example,
    Key,
    RulesBox,
    paragraph,
)
from crossfall.solver.roadworks.notation import read_line

MM = 72 / 25.4

QUESTIONS = (
    (
        "Your turn. Close one crossing so that you can always win. Which one?",
        AnswerSpace((Blank(),)),
    ),
    ("Circle every crossing that must never be closed (A and B aside).", ON_BOARD),
    (
        "Playing alone and safely, what are the fewest and the most closures until none is safe?",
        AnswerSpace((Blank("Fewest"), Blank("Most"))),
    ),
    (
        "Black crossings are closed or have fallen. Find the fences.",
        AnswerSpace((Blank("Fences", "long"),)),
    ),
    (
        "You go second. Write a winning reply to every closure.",
        AnswerSpace(rows=("a2, a3", "b1", "c3", "d1", "d2"), heads=("Closure", "Reply")),
    ),
)
SIZES = ("3x3", "4x4", "5x5", "2x5", "6x3", "10x10", "1x1", "25x25")


def board(size: str, closed: str = "", marks: Marks = NO_MARKS) -> Drawing:
    return position_drawing(read_line(f"{size}:{closed}"), marks)


def item(number: int, size: str = "4x4", **changes: object) -> SheetItem:
    """The puzzle of that number: the questions take turns."""
    question, space = QUESTIONS[number % len(QUESTIONS)]
    drawing = board(size)
    given: dict[str, object] = {
        "number": number,
        "question": question,
        "space": space,
        "boards": (drawing,),
        "key": Key(
            "b2", (paragraph(f"**b2.** The key of puzzle {number}. " + "Then a2 falls. " * 8),)
        ),
        "key_boards": (drawing,),
        "stars": number % 4,
    }
    return SheetItem(**{**given, **changes})  # type: ignore[arg-type]


def rules() -> RulesBox:
    return RulesBox(
        "Roadworks",
        "A game by Georgy Nuzhdin",
        tuple(
            paragraph(text)
            for text in (
                "Two players close crossings in a town, one each turn. **A** and **B** stay open.",
                "Whoever leaves no open path between A and B *loses* at once.",
                "After each closure every crossing on no path from A to B falls: " * 3,
            )
        ),
        tuple(
            Example(board("3x3", closed), paragraph(caption))
            for closed, caption in (("b2", "First b2 is closed."), ("b2,a3", "Then a3: two fall."))
        ),
    )


def sheet(count: int, size: str = "4x4", title: str = "Market day") -> Sheet:
    items = tuple(item(number, size) for number in range(1, count + 1))
    return Sheet(title, items, (rules(),), (paragraph("*Safe* means that A and B stay joined."),))


@dataclass(frozen=True)
class Word:
    """A stretch of printed text and its box in mm from the page's top left corner."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


def printed(pdf: bytes) -> list[list[Word]]:
    """What a reader sees printed as text on each page."""
    document = pypdfium2.PdfDocument(pdf)
    pages = []
    for page in document:
        height = page.get_height()
        text = page.get_textpage()
        words = []
        for i in range(text.count_rects()):
            left, bottom, right, top = text.get_rect(i)
            said = text.get_text_bounded(left, bottom, right, top).strip()
            if said:
                words.append(
                    Word(said, left / MM, (height - top) / MM, right / MM, (height - bottom) / MM)
                )
        pages.append(words)
    return pages


def text_of(pdf: bytes) -> str:
    """All printed text, blanks and line ends made one blank."""
    document = pypdfium2.PdfDocument(pdf)
    return " ".join(" ".join(page.get_textpage().get_text_range() for page in document).split())
