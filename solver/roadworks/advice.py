"""What the author of a Roadworks puzzle may want to know: technique, economy, near misses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from crossfall.solver.advice import Advice
from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.grids import bits
from crossfall.solver.position import WARNING, Findings, Problem, Puzzle
from crossfall.solver.roadworks import game
from crossfall.solver.roadworks.grading import PROVEN_TASKS, assess, lost_set, technique
from crossfall.solver.roadworks.notation import write_crossings
from crossfall.solver.roadworks.rules import Position, replay
from crossfall.solver.roadworks.techniques import CHALLENGE_LINES, SHEET_LINES, Grade, prover

WORK = 200_000  # closures looked at for all the advice on one puzzle
MOST_TWINS = 12  # so many are told to a person; programs get them all


@dataclass(frozen=True)
class Twin:
    """A change of one fence: what it is, the closures then, and the other answer."""

    change: str
    closed: str
    answer: tuple[str, ...]


def advise(puzzle: Puzzle, findings: Findings, budget: Budget, twins: bool = False) -> Advice:
    """Technique and difficulty, closures that can be left out, and with `twins` the changes of
    one fence that give another unique answer. What the budget leaves unfinished is left out."""
    work = budget.part(WORK)
    problems: list[Problem] = []
    notes: list[str] = []
    report: dict[str, Any] = {}
    try:
        _grade(puzzle, findings, work, problems, notes, report)
        if puzzle.position.closures and puzzle.task != "lost-board":
            spare = [puzzle.position.board.name(c) for c in _needless(puzzle, findings, work)]
            report["needless"] = spare
            if spare:
                one = "can be left out" if len(spare) == 1 else "can each be left out"
                notes.append(f"{' '.join(spare)} {one} with the same answer")
            if twins:
                _tell_twins(list(_twins(puzzle, findings, work)), notes, report)
    except BudgetError:
        notes.append("not everything was looked at: the budget for advice ran out")
    return Advice(tuple(problems), tuple(notes), report)


def warnings(
    puzzle: Puzzle, findings: Findings, budget: Budget, numbers: bool = True
) -> tuple[Problem, ...]:
    """Whether the answer takes a proof that is none for a sheet, with or without the numbers of
    blocks; nothing if that stays open."""
    board = puzzle.position.board
    if puzzle.task not in PROVEN_TASKS or not board.falling:
        return ()
    try:
        graded = technique(puzzle, findings, budget.part(WORK))
        if graded is not None and puzzle.record.fields.get("difficulty") == graded.stars == 5:
            return ()  # its author knows
        found = tuple(_too_hard(graded))
        if numbers or found:
            return found
        live = lost_set(puzzle, findings)
        proof = prover(board, numbers=False).easiest(live, budget.part(WORK))
    except BudgetError:
        return ()
    if proof is not None and proof.level <= 4 and proof.lines <= SHEET_LINES:
        return ()
    how = (
        f"it takes {proof.technique} in {proof.lines} lines" if proof else "no technique proves it"
    )
    told = f"without the numbers of blocks {how}; with --numbers its key is short"
    return (Problem("too-hard", told, WARNING),)


def _grade(
    puzzle: Puzzle,
    findings: Findings,
    work: Budget,
    problems: list[Problem],
    notes: list[str],
    report: dict[str, Any],
) -> None:
    assessment = assess(puzzle, findings, work)
    told = [f"difficulty {assessment.difficulty}"] if assessment.difficulty else []
    if puzzle.task in PROVEN_TASKS and puzzle.position.board.falling:
        graded = technique(puzzle, findings, work)
        report["technique"] = graded.technique if graded else None
        report["lines"] = graded.lines if graded else None
        if graded is not None:
            lines = "1 line" if graded.lines == 1 else f"{graded.lines} lines"
            told.append(f"proven by {graded.technique} in {lines}")
        problems.extend(_too_hard(graded))
    report["difficulty"] = assessment.difficulty
    report["tags"] = list(assessment.tags)
    if assessment.tags:
        told.append(f"wrong ideas that fail here: {', '.join(assessment.tags)}")
    if told:
        notes.append("; ".join(told))


def _too_hard(graded: Grade | None) -> Iterator[Problem]:
    if graded is None:
        yield Problem(
            "too-hard",
            f"no technique up to R5 proves it in {CHALLENGE_LINES} lines: "
            "only a computer can justify the answer",
            WARNING,
        )
    elif graded.proof.level > 4 or graded.lines > SHEET_LINES:
        yield Problem(
            "too-hard",
            f"its proof is {graded.technique} in {graded.lines} lines; "
            f"a sheet takes R0 to R4 in at most {SHEET_LINES}",
            WARNING,
        )


def _needless(puzzle: Puzzle, findings: Findings, work: Budget) -> Iterator[int]:
    """The closures without which, each left out alone, the order works and the answer stays."""
    closures = puzzle.position.closures
    for place, closure in enumerate(closures):
        if puzzle.task == "what-falls" and place == len(closures) - 1:
            break  # the question is about this one
        answer = _unique(puzzle, (*closures[:place], *closures[place + 1 :]), work)
        if answer == findings.answers[0].strings:
            yield closure


def _twins(puzzle: Puzzle, findings: Findings, work: Budget) -> Iterator[Twin]:
    """Every change of one fence, left out, moved or added at the end, with another unique answer."""
    position: Position = puzzle.position
    board = position.board
    closures = position.closures or ()
    changes: list[tuple[str, tuple[int, ...]]] = []
    for place, closure in enumerate(closures):
        before, after = closures[:place], closures[place + 1 :]
        changes.append((f"without {board.name(closure)}", (*before, *after)))
        for other in bits(board.full & ~board.ends & ~position.closed):
            change = f"{board.name(other)} instead of {board.name(closure)}"
            changes.append((change, (*before, other, *after)))
    changes.extend(
        (f"{board.name(other)} closed too", (*closures, other)) for other in bits(position.safe)
    )
    for change, changed in changes:
        if puzzle.task == "what-falls" and not changed:
            continue
        answer = _unique(puzzle, changed, work)
        if answer is not None and answer != findings.answers[0].strings:
            yield Twin(change, write_crossings(board, changed), answer)


def _unique(puzzle: Puzzle, closures: tuple[int, ...], work: Budget) -> tuple[str, ...] | None:
    """The answer after other closures; None unless the order works and there is exactly one."""
    work.spend()
    position = replay(puzzle.position.board, closures)
    if position.faults:
        return None
    task = game.GAME.tasks[puzzle.task]
    findings = task.examine(replace(puzzle, position=position), work)
    if not findings.proven:
        raise BudgetError("the budget for advice ran out")
    return findings.answers[0].strings if len(findings.answers) == 1 else None


def _tell_twins(twins: list[Twin], notes: list[str], report: dict[str, Any]) -> None:
    report["twins"] = [
        {"change": twin.change, "closed": twin.closed, "answers": list(twin.answer)}
        for twin in twins
    ]
    for twin in twins[:MOST_TWINS]:
        notes.append(f"twin: {twin.change} gives {' or '.join(twin.answer)}")
    if len(twins) > MOST_TWINS:
        notes.append(f"and {len(twins) - MOST_TWINS} more twins (all of them with --json)")
    if not twins:
        notes.append("no change of one fence gives another unique answer")
