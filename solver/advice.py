"""What an author may want to know about a sound puzzle beyond the verdict.

A game whose folder has a module `advice` gives some; the others give none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, cast

from crossfall.solver.budget import Budget
from crossfall.solver.position import Findings, Problem, Puzzle, module_if_any, module_name


@dataclass(frozen=True)
class Advice:
    """Advice on one puzzle.

    problems: further warnings. notes: sentences for a person. report: the same for programs.
    """

    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()
    report: Mapping[str, Any] = field(default_factory=dict)


def advise(puzzle: Puzzle, findings: Findings, budget: Budget, twins: bool = False) -> Advice:
    """The advice of the puzzle's game; nothing when the budget runs out over it.

    puzzle: a sound one, with its findings. twins: also list small changes with another answer.
    """
    adviser = _adviser(puzzle.game)
    return adviser.advise(puzzle, findings, budget, twins) if adviser else Advice()


def warnings(
    puzzle: Puzzle, findings: Findings, budget: Budget, numbers: bool = True
) -> tuple[Problem, ...]:
    """The warnings alone, which cost less than all the advice; `numbers`: whether keys may speak
    of the numbers of blocks."""
    adviser = _adviser(puzzle.game)
    return adviser.warnings(puzzle, findings, budget, numbers) if adviser else ()


class _Adviser(Protocol):
    """What a module `advice` offers."""

    def advise(self, puzzle: Puzzle, findings: Findings, budget: Budget, twins: bool) -> Advice: ...

    def warnings(
        self, puzzle: Puzzle, findings: Findings, budget: Budget, numbers: bool
    ) -> tuple[Problem, ...]: ...


def _adviser(game_name: str) -> _Adviser | None:
    name = f"crossfall.solver.{module_name(game_name)}.advice"
    return cast(_Adviser | None, module_if_any(name))
