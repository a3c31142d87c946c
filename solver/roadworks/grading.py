"""How hard a Roadworks puzzle is: stars, tags and features, for the generator and for authors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from crossfall.solver.budget import Budget
from crossfall.solver.grids import bits, mask_of
from crossfall.solver.position import Findings, Puzzle
from crossfall.solver.roadworks.ideas import BIGGEST_FALL, IDEAS, recommendations
from crossfall.solver.roadworks.rules import Board, Position, replay
from crossfall.solver.roadworks.techniques import SHEET_LINES, Grade, grade

PROVEN_TASKS = ("winning-move", "lost-board", "answer-table")  # graded by a technique, 1 to 5
LEAST_DEDUCED = 2  # crossings that fell by themselves, for a `fewest-fences` worth solving
HARDEST = {True: 5, False: 3}  # by whether the task is one of them


@dataclass(frozen=True)
class Assessment:
    """What is to be said of a sound puzzle beyond its answer.

    difficulty: stars, 1 to 5; None if no technique up to R5 proves the answer.
    tags: the wrong ideas that fail here. features: facts by name, for the puzzle file.
    for_sheets: whether the proof is one for a sheet, R0 to R4 in at most SHEET_LINES lines; of
    `fewest-fences` whether there is something to deduce.
    biggest_fall: whether the answer is what makes the most crossings fall.
    """

    difficulty: int | None
    tags: tuple[str, ...] = ()
    features: Mapping[str, Any] = field(default_factory=dict)
    for_sheets: bool = True
    biggest_fall: bool = False


def hardest(task: str) -> int:
    """The highest difficulty a task has."""
    return HARDEST[task in PROVEN_TASKS]


def assess(puzzle: Puzzle, findings: Findings, budget: Budget) -> Assessment:
    """The assessment of a sound puzzle with its findings. Raises BudgetError."""
    return _ASSESSORS[puzzle.task](puzzle, findings, budget)


def lost_set(puzzle: Puzzle, findings: Findings) -> int:
    """The live set that the answer of a sound puzzle of one of PROVEN_TASKS says to be lost."""
    position: Position = puzzle.position
    answer = findings.answers[0].strings[0]
    if puzzle.task == "winning-move":
        return position.after(position.board.grid.point(answer) or 0)
    if puzzle.task == "lost-board":
        shown: Position = puzzle.wishes["boards"][int(answer) - 1]
        return shown.open
    return position.open


def technique(puzzle: Puzzle, findings: Findings, budget: Budget) -> Grade | None:
    """How the answer of a sound puzzle of one of PROVEN_TASKS is proven; None if by no technique
    that a person has. Raises BudgetError."""
    board: Board = puzzle.position.board
    if not board.falling:
        return None
    return grade(board, lost_set(puzzle, findings), budget)


def _by_proof(board: Board, graded: Grade | None) -> tuple[int | None, dict[str, Any], bool]:
    if not board.falling:
        return 1, {}, True  # counting the open crossings settles it
    if graded is None:
        return None, {}, False
    features: dict[str, Any] = {"technique": graded.technique, "lines": graded.lines}
    if graded.mirror:
        features["mirror"] = graded.mirror
    for_sheets = graded.proof.level <= 4 and graded.lines <= SHEET_LINES
    return graded.stars, features, for_sheets


def _winning_move(puzzle: Puzzle, findings: Findings, budget: Budget) -> Assessment:
    position: Position = puzzle.position
    grid = position.board.grid
    answers = mask_of(grid.point(name) or 0 for name in findings.answers[0].strings)
    difficulty, features, for_sheets = _by_proof(
        puzzle.position.board, technique(puzzle, findings, budget)
    )
    least = next(bits(answers))
    features["safe"] = position.safe.bit_count()
    features["falls"] = position.falls(least).bit_count()
    ideas = recommendations(position)
    biggest = bool(ideas[BIGGEST_FALL] & answers)
    tags = tuple(idea for idea in IDEAS if ideas[idea] and not ideas[idea] & answers)
    return Assessment(difficulty, tags, features, for_sheets, biggest)


def _lost(puzzle: Puzzle, findings: Findings, budget: Budget) -> Assessment:
    difficulty, features, for_sheets = _by_proof(
        puzzle.position.board, technique(puzzle, findings, budget)
    )
    return Assessment(difficulty, (), features, for_sheets)


def _what_falls(puzzle: Puzzle, findings: Findings, budget: Budget) -> Assessment:
    position: Position = puzzle.position
    closures = position.closures or ()
    before = replay(position.board, closures[:-1])
    pieces, loops, fall = _fallen(before, closures[-1])
    difficulty = 3 if loops or pieces > 2 or fall > 5 else 2 if pieces > 1 or fall > 2 else 1
    return Assessment(difficulty, (), {"falls": fall, "pieces": pieces, "loops": loops})


def _fallen(before: Position, closure: int) -> tuple[int, int, int]:
    """How many pieces fall, how many of them are loops, and how many crossings in all."""
    grid = before.board.grid
    left, falls = before.after(closure), before.falls(closure)
    waiting, pieces, loops = falls, 0, 0
    while waiting:
        piece = grid.flood(waiting & -waiting, waiting)
        waiting &= ~piece
        pieces += 1
        loops += bool(grid.two_core(piece | grid.around(piece) & left))
    return pieces, loops, falls.bit_count()


def _great_fall(puzzle: Puzzle, findings: Findings, budget: Budget) -> Assessment:
    position: Position = puzzle.position
    falls = sorted({position.falls(c).bit_count() for c in bits(position.safe)}, reverse=True)
    margin = falls[0] - (falls[1] if len(falls) > 1 else 0)
    closure = position.board.grid.point(findings.answers[0].strings[0]) or 0
    _, loops, fall = _fallen(position, closure)
    difficulty = 3 if margin == 1 else 2 if margin == 2 or loops else 1
    return Assessment(difficulty, (), {"falls": fall, "margin": margin, "loops": loops})


def _cut_crossings(puzzle: Puzzle, findings: Findings, budget: Budget) -> Assessment:
    position: Position = puzzle.position
    neighbours = position.board.grid.neighbours
    cut = position.cut_crossings
    # A cut crossing in a street between two others stands out; a joint of blocks is hidden.
    hidden = sum((neighbours[c] & position.open).bit_count() > 2 for c in bits(cut))
    blocks = sum(mask.bit_count() > 2 for mask, _, _ in position.blocks)
    difficulty = min(3, max(1, hidden))
    features = {"cut": cut.bit_count(), "hidden": hidden, "blocks": blocks}
    return Assessment(difficulty, (), features)


def _fewest_fences(puzzle: Puzzle, findings: Findings, budget: Budget) -> Assessment:
    fences = len(findings.answers[0].strings[0].split())
    gone = (puzzle.position.board.full & ~puzzle.position.open).bit_count()
    difficulty = min(3, max(1, fences - 1))
    # Where next to nothing fell there is nothing to deduce.
    deduced = fences > 1 and gone - fences >= LEAST_DEDUCED
    return Assessment(difficulty, (), {"fences": fences, "gone": gone}, for_sheets=deduced)


def _closures_left(puzzle: Puzzle, findings: Findings, budget: Budget) -> Assessment:
    left = int(findings.answers[0].strings[0])
    return Assessment(1 if left <= 2 else 2 if left <= 5 else 3, (), {"closures": left})


def _long_and_short(puzzle: Puzzle, findings: Findings, budget: Budget) -> Assessment:
    fewest, most = map(int, findings.answers[0].strings[0].split())
    difficulty = 1 if most <= 3 else 2 if most <= 6 else 3
    return Assessment(difficulty, (), {"fewest": fewest, "most": most})


_ASSESSORS = {
    "winning-move": _winning_move,
    "what-falls": _what_falls,
    "cut-crossings": _cut_crossings,
    "great-fall": _great_fall,
    "fewest-fences": _fewest_fences,
    "closures-left": _closures_left,
    "long-and-short": _long_and_short,
    "lost-board": _lost,
    "answer-table": _lost,
}
