"""How boards are drawn, one module a game; and what such a module offers.

A boards module turns a puzzle into drawings (`crossfall.generator.drawing`). Colours and line
styles are not its affair: it names styles, `templates/boards/GAME.svg.j2` says how they look.
"""

from __future__ import annotations

import importlib
from typing import Protocol, cast, runtime_checkable

from crossfall.generator.drawing import Drawing
from crossfall.generator.tongues import ENGLISH, Tongue, spoken
from crossfall.solver.position import Findings, Puzzle, module_name


class Boards(Protocol):
    """What `boards/GAME.py` offers, as functions of the module.

    A function that also takes `tongue: Tongue = ENGLISH` is given the language of what is written
    on the board and of its alternative text.
    """

    def draw(self, puzzle: Puzzle) -> tuple[Drawing, ...]:
        """What the pupil sees: one board, or several where the task compares some.

        A puzzle without a task is drawn as its position stands; so an empty position gives the
        blank board to play on.
        """

    def draw_key(self, puzzle: Puzzle, findings: Findings) -> tuple[Drawing, ...]:
        """The same boards with the answer drawn in."""


@runtime_checkable
class DrawsStart(Protocol):
    """Boards of a game that can also draw where a line of play begins."""

    def draw_start(self, puzzle: Puzzle) -> tuple[Drawing, ...]:
        """The position from which the line of play in a key begins; nothing if none is known."""


def start_drawings(puzzle: Puzzle, tongue: Tongue = ENGLISH) -> tuple[Drawing, ...]:
    """The start of a puzzle's line of play; nothing if its game draws none."""
    drawn = boards(puzzle.game, tongue)
    return drawn.draw_start(puzzle) if isinstance(drawn, DrawsStart) else ()


def boards(game_name: str, tongue: Tongue = ENGLISH) -> Boards:
    """The boards module of a game, with that language on its boards.

    >>> boards("roadworks").__name__
    'crossfall.generator.boards.roadworks'
    """
    module = importlib.import_module(f"{__name__}.{module_name(game_name)}")
    return cast(Boards, spoken(module, tongue))
