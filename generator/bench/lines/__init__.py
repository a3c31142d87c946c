"""Answers played out and tries refuted, to be clicked through, one module a game.

A game without a module here has none to show.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol, cast

from crossfall.generator.bench.desks import State
from crossfall.solver.budget import Budget
from crossfall.solver.position import Findings, Puzzle, module_if_any, module_name


@dataclass(frozen=True)
class Step:
    """A position on the way, and what was done to come there."""

    state: State
    said: str


@dataclass(frozen=True)
class Line:
    """A move, and what comes of it.

    right: whether it is an answer. told: what is to be said of it.
    """

    move: str
    right: bool
    told: str
    steps: tuple[Step, ...]


class Lines(Protocol):
    """What `lines/GAME.py` offers, as a function of the module."""

    def lines(
        self, puzzle: Puzzle, findings: Findings, state: State, budget: Budget
    ) -> Iterator[Line]:
        """The lines of a possible, unfinished position with proven findings, right ones first.

        Raises BudgetError when the budget runs out; what was given until then stays true.
        """


def lines_of(game_name: str) -> Lines | None:
    """The lines module of a game, if it has one."""
    return cast(Lines | None, module_if_any(f"{__name__}.{module_name(game_name)}"))
