"""What an author may want to know about a sound puzzle beyond the verdict.

A game whose folder has a module `advice` gives some; the others give none.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from crossfall.solver.budget import Budget
from crossfall.solver.position import Findings, Problem, Puzzle, module_name


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
    name = f"crossfall.solver.{module_name(puzzle.game)}.advice"
    if importlib.util.find_spec(name) is None:
        return Advice()
    found: Advice = importlib.import_module(name).advise(puzzle, findings, budget, twins)
    return found
