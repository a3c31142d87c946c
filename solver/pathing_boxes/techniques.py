"""How hard a Pathing puzzle is: the techniques P1 to P5 that a person solves it by.

P1 one swap · P2 a box, then the line · P3 two or more extra swaps, or a double box · P4 stop a
threat · P5 two turns ahead. A puzzle has the technique that proves its answer where the one below
does not. Tasks without such a proof are graded by the size of their answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from crossfall.solver.budget import Budget
from crossfall.solver.pathing_boxes.rules import PathingPosition
from crossfall.solver.pathing_boxes.tempting import tempting_swaps
from crossfall.solver.pathing_boxes.wave import Wave
from crossfall.solver.position import Findings, Puzzle

STARS = {"P1": 1, "P2": 2, "P3": 3, "P4": 3, "P5": 4}
DIFFICULTIES: dict[str, tuple[int, ...]] = {
    "fewest-swaps": (1, 2, 3),
    "line-now": (1, 2, 3),
    "force-line": (4,),
    "only-defence": (3,),
    "conversion": (3,),
}
# The techniques that the puzzles of a task can need; `fewest-swaps` is graded by its size.
NEEDED: dict[str, tuple[str, ...]] = {
    "line-now": ("P1", "P2", "P3"),
    "force-line": ("P5",),
    "only-defence": ("P4",),
    "conversion": ("P4",),
}


@dataclass(frozen=True)
class Assessment:
    """What is to be said of a sound puzzle beyond its answer.

    technique: P1 to P5, empty for a task graded by its size. difficulty: stars, 1 to 5.
    tags: the wrong ideas that fail here. features: facts by name, for the puzzle file.
    """

    difficulty: int
    technique: str = ""
    tags: tuple[str, ...] = ()
    features: Mapping[str, Any] = field(default_factory=dict)


def line_technique(position: PathingPosition) -> str | None:
    """The least of P1 to P3 by which the player to move sees a line this turn; None without one.

    >>> from crossfall.solver.pathing_boxes.rules import CLASSIC
    >>> line_technique(CLASSIC) is None
    True
    """
    if _wins_somehow(position):
        return "P1"
    for edge in position.moves():
        after = position.play(edge)
        closed = sum(after.score) - sum(position.score)
        if closed == 1 and after.winner() is None and _wins_somehow(after):
            return "P2"
    return "P3" if Wave(position, Budget()).forces(position, position.turn, turns=1) else None


def _wins_somehow(position: PathingPosition) -> bool:
    return any(wins_now(position, edge) for edge in position.moves())


def wins_now(position: PathingPosition, edge: int) -> bool:
    """Whether a swap makes a line that wins for the player who makes it."""
    return position.winner_after(edge) == position.turn


def assess(puzzle: Puzzle, findings: Findings) -> Assessment:
    """The assessment of a sound puzzle with its findings."""
    position: PathingPosition = puzzle.position
    open_edges = len(position.moves())
    features: dict[str, Any] = {}
    if puzzle.task == "fewest-swaps":
        number: int = findings.facts["number"]
        features["swaps"] = number
        return Assessment(1 if number <= 2 else 2 if number == 3 else 3, features=features)
    if puzzle.task == "conversion":
        features["technique"] = "P4"
        return Assessment(STARS["P4"], "P4", features=features)
    if puzzle.task == "line-now":
        technique = line_technique(position) or "P3"
    elif puzzle.task == "only-defence":
        technique = "P4"
    else:
        technique = "P5"
        if "plan" in findings.facts and findings.facts["plan"] is not None:
            features["exceptions"] = len(findings.facts["plan"].exceptions)
    features["technique"] = technique
    features["open"] = open_edges
    right = {position.board.edge_number(answer.strings[0]) for answer in findings.answers}
    ideas = {tempt.idea for tempt in tempting_swaps(position, right)}
    return Assessment(STARS[technique], technique, tuple(sorted(ideas)), features)
