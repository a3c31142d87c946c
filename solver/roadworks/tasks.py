"""The questions asked about a Roadworks position: all answers, and what is wrong with a claimed one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError, Faults, InputError
from crossfall.solver.grids import bits, mask_of
from crossfall.solver.position import WARNING, Answer, Findings, Problem, Puzzle
from crossfall.solver.records import Record
from crossfall.solver.roadworks.nimbers import oracle
from crossfall.solver.roadworks.notation import read_crossings, read_position
from crossfall.solver.roadworks.rules import Board, Position, replay

LEAST_SAFE = 3  # a `winning-move` with fewer safe closures needs no thought
LEAST_UNCUT = 2  # so many open crossings of a `cut-crossings` must be harmless
LEAST_GREAT_FALL = 3


def too_easy(message: str) -> Problem:
    """The warning that a printing condition fails."""
    return Problem("too-easy", message, WARNING)


def wrong(message: str) -> Problem:
    """The error that the author's answer is wrong."""
    return Problem("wrong-answer", message)


class RoadworksTask:
    """What all Roadworks tasks share; each says how it reads, examines and judges."""

    name: ClassVar[str]
    draws_gone: ClassVar[bool] = False  # takes a drawing in which `?` is closed or fallen

    def read_claim(self, position: Position, texts: Sequence[str]) -> tuple[str, ...]:
        """The author's answer in the interface's writing; InputError if it is none."""
        raise NotImplementedError

    def read_position(self, record: Record) -> tuple[Position, Mapping[str, Any]]:
        """The position a record sets and the puzzle's wishes; InputError if it sets none."""
        if record.has("boards"):
            raise InputError("boards is given; expected only in lost-board")
        return read_position(record, self.draws_gone), {}

    def problems(self, position: Position, wishes: Mapping[str, Any]) -> tuple[Problem, ...]:
        """Every reason why what is set is impossible or finished."""
        return position.problems()

    def examine(self, puzzle: Puzzle, budget: Budget) -> Findings:
        raise NotImplementedError

    def judge_claim(self, puzzle: Puzzle, findings: Findings) -> Problem | None:
        raise NotImplementedError


class _ChoiceTask(RoadworksTask):
    """The answer is one crossing; several that leave the same crossings are one answer."""

    def read_claim(self, position: Position, texts: Sequence[str]) -> tuple[str, ...]:
        crossings = read_crossings(position.board, " ".join(texts))
        if not crossings:
            raise InputError("answer is empty; expected a crossing like c3")
        return position.board.names(mask_of(crossings))

    def judge_claim(self, puzzle: Puzzle, findings: Findings) -> Problem | None:
        claim = puzzle.claim or ()
        if any(set(claim) <= set(answer.strings) for answer in findings.answers):
            return None
        board = puzzle.position.board
        good = {text for answer in findings.answers for text in answer.strings}
        wrong_names = [name for name in claim if name not in good]
        if not wrong_names:
            return wrong(f"{' and '.join(claim)} are different answers; expected one of them")
        crossings = [board.grid.point(name) for name in wrong_names]
        reasons = [self.refute(puzzle.position, c) for c in crossings if c is not None]
        right = self.right(findings)
        return wrong("; ".join(reasons) + (f"; {right}" if right else ""))

    def refute_at_sight(self, puzzle: Puzzle) -> Problem | None:
        """`wrong-answer` if the crossing claimed cannot even be closed safely."""
        position: Position = puzzle.position
        crossings = [position.board.grid.point(name) or 0 for name in puzzle.claim or ()]
        told = [text for c in crossings if (text := why_unsafe(position, c))]
        return wrong("; ".join(told)) if told else None

    def right(self, findings: Findings) -> str:
        """The clause that names the right answer."""
        if len(findings.answers) != 1:
            return ""
        return f"the answer is {' or '.join(findings.answers[0].strings)}"

    def refute(self, position: Position, crossing: int) -> str:
        """A clause saying why closing `crossing` is no answer."""
        return why_unsafe(position, crossing)


def why_unsafe(position: Position, crossing: int) -> str:
    """A clause saying why a crossing cannot be closed safely; empty if it can."""
    board = position.board
    name = board.name(crossing)
    if board.ends >> crossing & 1:
        return f"{name} is {'A' if crossing == 0 else 'B'} and is never closed"
    if position.closed >> crossing & 1:
        return f"{name} is closed already"
    if not position.open >> crossing & 1:
        return f"{name} has fallen"
    if not position.safe >> crossing & 1:
        return f"closing {name} cuts A from B and loses"
    return ""


def grouped(position: Position, crossings: int) -> tuple[Answer, ...]:
    """Safe closures as answers: those that leave the same crossings open are one."""
    groups: dict[int, list[str]] = {}
    for crossing in bits(crossings):
        groups.setdefault(position.after(crossing), []).append(position.board.name(crossing))
    return tuple(Answer(tuple(names)) for names in groups.values())


class WinningMove(_ChoiceTask):
    """Close one crossing so that you can always win."""

    name = "winning-move"

    def examine(self, puzzle: Puzzle, budget: Budget) -> Findings:
        position: Position = puzzle.position
        board = position.board
        try:
            winning = oracle(board).winning(position.open, budget)
        except BudgetError:
            return Findings(proven=False)
        if not position.safe:
            reason = "no closure is safe: the player to move has lost"
        else:
            reason = "the player to move loses: every safe closure has a winning reply"
        problems = []
        safe = position.safe.bit_count()
        if not board.falling:
            problems.append(
                too_easy(
                    "without falling nothing depends on how you play: "
                    "every safe closure wins or none does"
                )
            )
        if safe < LEAST_SAFE:
            problems.append(
                too_easy(
                    f"the position has {safe} safe closures; a sheet wants at least {LEAST_SAFE}"
                )
            )
        return Findings(grouped(position, winning), problems=tuple(problems), reason=reason)

    def refute(self, position: Position, crossing: int) -> str:
        name = position.board.name(crossing)
        told = super().refute(position, crossing)
        if told:
            return told
        board = position.board
        replies = oracle(board).winning(position.after(crossing), Budget())
        return f"after {name} the opponent answers {' or '.join(board.names(replies))} and wins"


class GreatFall(_ChoiceTask):
    """Which safe closure makes the most crossings fall?"""

    name = "great-fall"

    def examine(self, puzzle: Puzzle, budget: Budget) -> Findings:
        position: Position = puzzle.position
        falls = {c: position.falls(c).bit_count() for c in bits(position.safe)}
        most = max(falls.values(), default=0)
        if most == 0:
            why = "no closure is safe" if not falls else "no safe closure makes anything fall"
            return Findings(reason=why)
        problems = []
        if most < LEAST_GREAT_FALL:
            problems.append(
                too_easy(f"at most {most} fall; a sheet wants at least {LEAST_GREAT_FALL}")
            )
        greatest = mask_of(c for c, count in falls.items() if count == most)
        return Findings(
            grouped(position, greatest), problems=tuple(problems), facts={"greatest": most}
        )

    def refute(self, position: Position, crossing: int) -> str:
        name = position.board.name(crossing)
        told = super().refute(position, crossing)
        if told:
            return told
        fallen = position.falls(crossing).bit_count()
        most = max(position.falls(c).bit_count() for c in bits(position.safe))
        return f"after {name} {_number(fallen)}, the most is {most}"


def _number(fallen: int) -> str:
    return {0: "nothing falls", 1: "1 crossing falls"}.get(fallen, f"{fallen} crossings fall")


class SetTask(RoadworksTask):
    """The answer is one set of crossings."""

    def read_claim(self, position: Position, texts: Sequence[str]) -> tuple[str, ...]:
        crossings = read_crossings(position.board, " ".join(texts))
        return (" ".join(position.board.names(mask_of(crossings))),)

    def judge_claim(self, puzzle: Puzzle, findings: Findings) -> Problem | None:
        claim = set((puzzle.claim or ("",))[0].split())
        rights = [set(answer.strings[0].split()) for answer in findings.answers]
        if claim in rights:
            return None
        if len(rights) != 1:
            return wrong(self.describe_claim(claim))
        board: Board = puzzle.position.board

        def listed(names: set[str]) -> str:
            return " ".join(sorted(names, key=lambda name: board.grid.point(name) or 0))

        parts = []
        if rights[0] - claim:
            parts.append(f"{listed(rights[0] - claim)} missing")
        if claim - rights[0]:
            parts.append(f"{listed(claim - rights[0])} too many")
        return wrong(f"{', '.join(parts)}; the answer is {findings.answers[0].strings[0]}")

    def describe_claim(self, claim: set[str]) -> str:
        """A sentence on a claimed set where there is not exactly one right one."""
        return f"{' '.join(sorted(claim)) or 'the empty answer'} is not an answer"


class WhatFalls(SetTask):
    """The last closure has just been made. Cross out every crossing that falls."""

    name = "what-falls"

    def read_position(self, record: Record) -> tuple[Position, Mapping[str, Any]]:
        position, wishes = super().read_position(record)
        if not position.closures and not position.faults:
            raise InputError("what-falls without closures; expected the last one to ask about")
        return position, wishes

    def examine(self, puzzle: Puzzle, budget: Budget) -> Findings:
        position: Position = puzzle.position
        closures = position.closures or ()
        board = position.board
        before = replay(board, closures[:-1])
        fell = before.open & ~position.open & ~(1 << closures[-1])
        facts = {"before": before, "fell": fell}
        if not fell:
            why = "nothing falls" if board.falling else "on this board nothing ever falls"
            return Findings(reason=f"{why} after {board.name(closures[-1])}", facts=facts)
        return Findings((Answer((" ".join(board.names(fell)),)),), facts=facts)


class CutCrossings(SetTask):
    """Circle every crossing that must never be closed (A and B aside)."""

    name = "cut-crossings"

    def examine(self, puzzle: Puzzle, budget: Budget) -> Findings:
        position: Position = puzzle.position
        board = position.board
        cut = position.cut_crossings
        if not cut:
            return Findings(reason="every open crossing may be closed: no single one cuts A from B")
        problems = []
        others = (position.open & ~board.ends & ~cut).bit_count()
        if others < LEAST_UNCUT:
            problems.append(
                too_easy(
                    f"{others} open crossings may be closed; a sheet wants at least {LEAST_UNCUT}"
                )
            )
        return Findings((Answer((" ".join(board.names(cut)),)),), problems=tuple(problems))


def read_task_claim(
    task: RoadworksTask, record: Record, position: Position
) -> tuple[str, ...] | None:
    """The author's answer, read as the task wants it; None if the record gives none."""
    texts = record.answers()
    if texts is None:
        return None
    faults = Faults()
    try:
        return task.read_claim(position, texts)
    except InputError as error:
        faults.add(*(f"answer: {fault}" for fault in error.faults))
    faults.check()
    return None


TASKS: tuple[RoadworksTask, ...] = (WinningMove(), WhatFalls(), CutCrossings(), GreatFall())
