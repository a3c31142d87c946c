"""The task `fewest-fences`: which smallest set of fences explains the black crossings?"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.grids import bits, mask_of
from crossfall.solver.position import Answer, Findings, Problem, Puzzle
from crossfall.solver.records import Record
from crossfall.solver.roadworks.rules import Board, Position, live_set
from crossfall.solver.roadworks.tasks import SetTask, too_easy, wrong

MOST_LISTED = 1000


class FewestFences(SetTask):
    """Black crossings are closed or have fallen. Find the smallest set of fences that does this."""

    name = "fewest-fences"
    draws_gone = True

    def read_position(self, record: Record) -> tuple[Position, Mapping[str, Any]]:
        """The live set alone: fences that are given are part of what is to be found."""
        position, wishes = super().read_position(record)
        if position.closures is not None and not position.faults:
            position = live_set(position.board, position.open)
        return position, wishes

    def examine(self, puzzle: Puzzle, budget: Budget) -> Findings:
        """All smallest sets; of very many the first 1000, which are then called unproven."""
        from crossfall.solver.roadworks.fences import smallest_fences

        position: Position = puzzle.position
        board = position.board
        live = position.open
        gone = board.full & ~live
        if not gone:
            return Findings(reason="no crossing is gone: there is nothing to explain")
        if not board.falling:
            easy = too_easy("without falling every crossing that is gone bears a fence")
            return Findings(
                (_answer(board, gone),), problems=(easy,), facts={"size": gone.bit_count()}
            )
        try:
            smallest = smallest_fences(board, live, budget)
        except BudgetError:
            return Findings(proven=False)
        sets = sorted(islice(smallest.sets(), MOST_LISTED), key=lambda fences: list(bits(fences)))
        answers = tuple(_answer(board, fences) for fences in sets)
        proven = smallest.complete and smallest.count <= MOST_LISTED
        return Findings(answers, proven, facts={"size": smallest.size})

    def judge_claim(self, puzzle: Puzzle, findings: Findings) -> Problem | None:
        position: Position = puzzle.position
        board = position.board
        claim = set((puzzle.claim or ("",))[0].split())
        if not findings.answers or any(
            claim == set(a.strings[0].split()) for a in findings.answers
        ):
            return None
        points = [board.grid.point(name) for name in claim]
        fences = mask_of(point for point in points if point is not None)
        return wrong(_what_is_wrong(board, position.open, fences, findings.facts["size"]))


def _answer(board: Board, fences: int) -> Answer:
    return Answer((" ".join(board.names(fences)),))


def _what_is_wrong(board: Board, live: int, fences: int, size: int) -> str:
    """Why fences that are no smallest set are none."""
    if fences & board.ends:
        return "A and B are never fenced"
    if stray := fences & live:
        return (
            f"{' '.join(board.names(stray))} drawn open; expected fences on crossings that are gone"
        )
    left = board.full & ~fences
    standing = (board.settle(left) if board.joined(left) else 0) & ~live
    if standing:
        return f"with these fences {' '.join(board.names(standing))} would still stand"
    return f"{fences.bit_count()} fences; {size} are enough"
