"""What a book teaches, one module a game: rules in pictures, techniques with a worked example.

A module says it in words and positions; how they look on a page is `flow.py`'s affair. Every
caption that says what happens on a board is made from what the rules code did there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias, cast

from crossfall.generator.drawing import Drawing
from crossfall.generator.tongues import ENGLISH, Tongue
from crossfall.generator.words import Paragraph
from crossfall.solver.position import Findings, Puzzle, module_if_any, module_name
from crossfall.solver.records import Record


@dataclass(frozen=True)
class Heading:
    """A heading within a chapter."""

    text: str


@dataclass(frozen=True)
class Figure:
    """A board and what it shows."""

    drawing: Drawing
    caption: Paragraph


@dataclass(frozen=True)
class Figures:
    """Boards side by side, in order; `step` is how long one step of the game is at most, in mm."""

    figures: tuple[Figure, ...]
    step: float = 9.0


Told: TypeAlias = Heading | Paragraph | Figures


@dataclass(frozen=True)
class Technique:
    """A technique page.

    codes: the techniques it teaches, as grades name them (`R0`, `R1`). title, told: messages, in
    English, the latter with marks. example: a puzzle that is worked step by step. more: what
    follows the example.
    """

    codes: tuple[str, ...]
    title: str
    told: tuple[str, ...]
    example: Record
    more: Callable[[Tongue], tuple[Told, ...]] | None = None


class Teaching(Protocol):
    """What `teaching/GAME.py` offers, as names of the module."""

    @property
    def TECHNIQUES(self) -> Sequence[Technique]:  # noqa: N802 - a constant of the module
        """Every technique, in the order of teaching."""

    @property
    def DESIGNER(self) -> Sequence[str]:  # noqa: N802 - a constant of the module
        """About who designed the game: marked messages, in English."""

    def rules(self, puzzles: Sequence[Puzzle], tongue: Tongue = ENGLISH) -> Sequence[Told]:
        """The rules chapter, for the rules that these puzzles are played by."""

    def technique(self, puzzle: Puzzle, findings: Findings) -> str:
        """The technique that a puzzle needs; empty where its task has none."""

    def worked(
        self, puzzle: Puzzle, findings: Findings, tongue: Tongue = ENGLISH
    ) -> Sequence[Figure]:
        """The solution of an example, one board a step."""

    def key_notes(
        self, puzzles: Sequence[Puzzle], cards: bool, tongue: Tongue = ENGLISH
    ) -> Sequence[Paragraph]:
        """What the answers of such puzzles must say once; `cards`: whether block numbers occur."""


def teaching(game_name: str) -> Teaching | None:
    """The teaching of a game; None where a game has none."""
    return cast(Teaching | None, module_if_any(f"{__name__}.{module_name(game_name)}"))


def techniques_of(game_name: str) -> tuple[str, ...]:
    """The codes of a game's techniques, in the order of teaching.

    >>> techniques_of("roadworks")[:3]
    ('R0', 'R1', 'R2')
    """
    taught = teaching(game_name)
    return tuple(code for t in taught.TECHNIQUES for code in t.codes) if taught else ()
