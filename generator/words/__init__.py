"""How puzzles and answers are told: the pieces of text, and what a game's words module offers.

One module a game (`words/roadworks.py`). It turns a verified puzzle into sentences; it draws
nothing itself, and the pages know nothing of the game. Everything here is plain data.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, cast, runtime_checkable

from crossfall.generator.drawing import Drawing
from crossfall.generator.tongues import ENGLISH, Tongue, spoken
from crossfall.solver.position import Findings, Puzzle, module_name

Style = Literal["plain", "bold", "italic"]


@dataclass(frozen=True)
class Run:
    """A stretch of text in one style."""

    text: str
    style: Style = "plain"


@dataclass(frozen=True)
class Paragraph:
    """Runs of text that flow together. listed: it is one line of a list.

    >>> paragraph("**b2.** Then a2 falls.").text
    'b2. Then a2 falls.'
    """

    runs: tuple[Run, ...]
    listed: bool = False

    @property
    def text(self) -> str:
        """The words without their styles."""
        return "".join(run.text for run in self.runs)


_MARKED = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*")


def paragraph(marked: str) -> Paragraph:
    """The paragraph written with `**bold**` and `*italic*`, a line of a list with `- ` before it;
    for our own text, never a user's.

    >>> paragraph("**b2.** Then *all* falls.").runs[0]
    Run(text='b2.', style='bold')
    >>> paragraph("- a2 → b3: one path is left.").listed
    True
    """
    listed = marked.startswith("- ")
    marked = marked.removeprefix("- ")
    runs = []
    end = 0
    for match in _MARKED.finditer(marked):
        if match.start() > end:
            runs.append(Run(marked[end : match.start()]))
        bold, italic = match.groups()
        runs.append(Run(bold, "bold") if bold else Run(italic, "italic"))
        end = match.end()
    if end < len(marked):
        runs.append(Run(marked[end:]))
    return Paragraph(tuple(runs), listed)


def plain(text: str) -> Paragraph:
    """A user's text as a paragraph: no marks in it.

    >>> plain("2 * 3 * 4").runs
    (Run(text='2 * 3 * 4', style='plain'),)
    """
    return Paragraph((Run(text),))


@dataclass(frozen=True)
class Blank:
    """A line to write on: `label` before it, room for one name (short) or for a series (long)."""

    label: str = "Answer"
    size: Literal["short", "long"] = "short"


@dataclass(frozen=True)
class AnswerSpace:
    """Where the pupil writes: blanks side by side, or a table with a line for each of `rows`.

    rows: the printed first column of the table (the opponent's closures), the second stays empty.
    heads: what stands over the two columns. Nothing at all: the answer is marked on the board.

    >>> [blank.label for blank in AnswerSpace((Blank("Fewest"), Blank("Most"))).blanks]
    ['Fewest', 'Most']
    """

    blanks: tuple[Blank, ...] = ()
    rows: tuple[str, ...] = ()
    heads: tuple[str, str] = ("", "")


ON_BOARD = AnswerSpace()


@dataclass(frozen=True)
class Key:
    """The answer to one puzzle.

    answer: the bare answer for compact keys (`b2`, `a2 a4`, `5`).
    paragraphs: the answer told in full, with the answer itself first, in bold.
    speaks_of: what it uses that the key page must explain once, by names that the game's
    `key_notes` knows.
    """

    answer: str
    paragraphs: tuple[Paragraph, ...]
    speaks_of: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Example:
    """A drawn example: the board and what it shows."""

    drawing: Drawing
    caption: Paragraph


@dataclass(frozen=True)
class RulesBox:
    """The rules of a game in a box: title, who designed it, rules, drawn examples."""

    title: str
    credit: str
    paragraphs: tuple[Paragraph, ...]
    examples: tuple[Example, ...] = ()


class Words(Protocol):
    """What `words/GAME.py` offers, as functions of the module.

    A function that also takes `tongue: Tongue = ENGLISH` is given the language to speak
    (docs/languages.md); others print in English.
    """

    def question(self, puzzle: Puzzle, findings: Findings) -> str:
        """The printed question, without what `notes` says once a sheet."""

    def answer_space(self, puzzle: Puzzle, findings: Findings) -> AnswerSpace:
        """Where the pupil writes the answer."""

    def notes(self, puzzles: Sequence[Puzzle]) -> tuple[Paragraph, ...]:
        """What a sheet with these puzzles must say once (`Safe: A and B stay joined.`)."""

    def key(self, puzzle: Puzzle, findings: Findings, numbers: bool = True) -> Key:
        """The answer and why it is right, every sentence true by construction.

        numbers: whether block numbers have been taught; a game without them ignores it.
        """

    def key_notes(self, puzzles: Sequence[Puzzle], keys: Sequence[Key]) -> tuple[Paragraph, ...]:
        """What the key page of these puzzles must say once: the signs that their keys use."""

    def rules(self, puzzles: Sequence[Puzzle]) -> RulesBox:
        """The rules that these puzzles are played by (one without a task for an empty board)."""


@runtime_checkable
class TellsPlay(Protocol):
    """Words of a game that can also tell how its positions came about (an option of the key)."""

    def line_of_play(self, puzzle: Puzzle) -> Paragraph | None:
        """The moves that lead to the puzzle's position, in order, or that they are not known.

        None where the question is about just these moves.
        """


def line_of_play(puzzle: Puzzle, tongue: Tongue = ENGLISH) -> Paragraph | None:
    """How the position of a puzzle came about; None if its game does not tell."""
    told = words(puzzle.game, tongue)
    return told.line_of_play(puzzle) if isinstance(told, TellsPlay) else None


@runtime_checkable
class LabelsRules(Protocol):
    """Words of a game whose puzzles can go by different sets of rules."""

    def rules_label(self, puzzle: Puzzle, among: Sequence[Puzzle]) -> str:
        """Which rules a puzzle goes by, where those of its sheet go by several; else empty."""


def rules_label(puzzle: Puzzle, among: Sequence[Puzzle], tongue: Tongue = ENGLISH) -> str:
    """What is printed after the question of a puzzle on a sheet of several sets of rules.

    among: the puzzles of the same game on the sheet.
    """
    told = words(puzzle.game, tongue)
    return told.rules_label(puzzle, among) if isinstance(told, LabelsRules) else ""


def words(game_name: str, tongue: Tongue = ENGLISH) -> Words:
    """The words module of a game, speaking that language as far as it can.

    >>> words("roadworks").__name__
    'crossfall.generator.words.roadworks'
    """
    module = importlib.import_module(f"{__name__}.{module_name(game_name)}")
    return cast(Words, spoken(module, tongue))


__all__ = [
    "ON_BOARD",
    "AnswerSpace",
    "Blank",
    "Example",
    "Key",
    "LabelsRules",
    "Paragraph",
    "RulesBox",
    "Run",
    "TellsPlay",
    "Words",
    "line_of_play",
    "paragraph",
    "plain",
    "rules_label",
    "words",
]
