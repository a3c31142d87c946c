"""The verdict on a puzzle, whoever made it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from crossfall.solver import position as registry
from crossfall.solver.budget import Budget
from crossfall.solver.errors import InputError
from crossfall.solver.position import ERROR, Findings, Problem, Puzzle, RefutesAtSight
from crossfall.solver.records import Record

SOUND, FLAWED, UNKNOWN = "sound", "flawed", "unknown"


@dataclass(frozen=True)
class Verdict:
    """What is to be said of one puzzle.

    verdict: `sound`, `flawed` (some problem is an error) or `unknown` (the budget ran out first).
    answers: every answer as the interface writes it; empty for an impossible or finished position,
    and what was found so far where the search did not end.
    problems: everything found, errors before warnings.
    """

    puzzle: Puzzle
    findings: Findings
    verdict: str
    answers: tuple[str, ...]
    problems: tuple[Problem, ...]

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The problems for which the puzzle may not be printed."""
        return tuple(problem for problem in self.problems if problem.severity == ERROR)


def read_puzzle(record: Record) -> Puzzle:
    """The puzzle a record sets; InputError naming the record's place if it sets none."""
    if record.fault:
        raise InputError(record.fault)
    try:
        if not record.game:
            raise InputError(f"no game given; expected one of: {', '.join(registry.game_names())}")
        return registry.game(record.game).read(record)
    except InputError as error:
        raise error.at(record.place) from None


def verify(puzzle: Puzzle, budget: Budget) -> Verdict:
    """Examine a puzzle: every answer, every problem; `unknown` if the budget runs out."""
    if puzzle.problems:
        return Verdict(puzzle, Findings(), FLAWED, (), _sorted(puzzle.problems))
    task = registry.task(registry.game(puzzle.game), puzzle.task)
    findings = task.examine(puzzle, budget)
    problems = list(findings.problems)
    count = len(findings.answers)
    if count > 1:
        problems.append(Problem("several-answers", _several(findings)))
    elif count == 0 and findings.proven:
        problems.append(Problem("no-answer", findings.reason or "there is no answer"))
    if puzzle.claim is not None and findings.proven:
        fault = task.judge_claim(puzzle, findings)
        if fault is not None:
            problems.append(fault)
    if puzzle.claim is not None and not findings.proven and isinstance(task, RefutesAtSight):
        fault = task.refute_at_sight(puzzle)
        if fault is not None:
            problems.append(fault)
    if any(problem.severity == ERROR for problem in problems):
        verdict = FLAWED
    else:
        verdict = SOUND if findings.proven else UNKNOWN
    answers = [text for answer in findings.answers for text in answer.strings]
    if count > 1:
        answers.sort(key=_by_names)
    return Verdict(puzzle, findings, verdict, tuple(answers), _sorted(problems))


def _by_names(text: str) -> list[tuple[int, int, str]]:
    """Sorts names by column, then number, and numbers by size.

    >>> sorted(["b2", "a10", "a2 b1", "a2"], key=_by_names)
    ['a2', 'a2 b1', 'a10', 'b2']
    """
    parts = re.findall(r"[0-9]+|[^0-9\W]+", text)
    return [(1, int(part), "") if part.isdigit() else (0, 0, part) for part in parts]


def _several(findings: Findings) -> str:
    # At least two are shown, that is the point; long ones are cut, and many are counted.
    shown: list[str] = []
    for answer in findings.answers[:6]:
        text = str(answer)
        if len(shown) >= 2 and sum(map(len, shown)) + len(text) > 200:
            break
        shown.append(text if len(text) <= 120 else text[:120].rsplit(" ", 1)[0] + " …")
    more = len(findings.answers) - len(shown)
    listed = "; ".join(shown) + (f"; and {more} more" if more else "")
    least = "" if findings.proven else "at least "
    return f"{least}{len(findings.answers)} different answers: {listed}"


def _sorted(problems: tuple[Problem, ...] | list[Problem]) -> tuple[Problem, ...]:
    return tuple(sorted(problems, key=lambda problem: problem.severity != ERROR))
