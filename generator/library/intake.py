"""What may go into a library: puzzles that were proven, with their whole answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from crossfall.generator.library.store import Library
from crossfall.solver.budget import Budget
from crossfall.solver.position import Answer, Puzzle
from crossfall.solver.records import Record
from crossfall.solver.verify import FLAWED, UNKNOWN, verify

ADDED, DOUBLE, REFUSED = "added", "double", "refused"


@dataclass(frozen=True)
class Taken:
    """What became of one puzzle that was offered.

    result: ADDED, DOUBLE (of the puzzle `number`) or REFUSED (with the reasons). verdict: as `check`
    gives it.
    """

    puzzle: Puzzle
    verdict: str
    result: str
    number: int | None = None
    reasons: tuple[str, ...] = ()


def take_in(
    library: Library,
    puzzle: Puzzle,
    source: str,
    budget: Budget,
    tags: Sequence[str] = (),
    unknown_too: bool = False,
) -> Taken:
    """Prove a puzzle and add it with its answer; a double is not proven again.

    tags: given to it beside its own. unknown_too: also if the budget ran out before it was proven.
    """
    same = None if puzzle.problems else library.same_as(puzzle)
    if same is not None:
        return Taken(puzzle, "sound", DOUBLE, same.number)
    verdict = verify(puzzle, budget)
    if verdict.verdict == FLAWED:
        reasons = tuple(f"{problem.code}: {problem.message}" for problem in verdict.errors)
        return Taken(puzzle, FLAWED, REFUSED, reasons=reasons)
    if verdict.verdict == UNKNOWN and not unknown_too:
        return Taken(puzzle, UNKNOWN, REFUSED, reasons=("not proven before the budget ran out",))
    answers = verdict.findings.answers if verdict.verdict != UNKNOWN else ()
    record = with_answer(puzzle.record, answers)
    if tags:
        record = record.with_fields(tags=_joined(record.texts("tags") or (), tags))
    added = library.add(puzzle, record, source)
    result = ADDED if added.is_new else DOUBLE
    return Taken(puzzle, verdict.verdict, result, added.number)


def with_answer(record: Record, answers: Sequence[Answer]) -> Record:
    """A record with its proven answer, unless its author gave one."""
    if not answers or record.has("answer"):
        return record
    strings = list(answers[0].strings)
    return record.with_fields(answer=strings if answers[0].together else strings[0])


def _joined(first: Iterable[str], second: Iterable[str]) -> list[str]:
    return list(dict.fromkeys((*first, *second)))
