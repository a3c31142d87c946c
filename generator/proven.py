"""What may be printed: puzzles judged sound, their keys proven a second time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from crossfall.solver.audit import AGREES, DIFFERS, audit_record
from crossfall.solver.audit.certificate import Section
from crossfall.solver.budget import Budget
from crossfall.solver.position import Findings, Puzzle
from crossfall.solver.verify import FLAWED, UNKNOWN, verify


@dataclass
class Proven:
    """Puzzles with what was found about them, and every objection, one line each.

    flawed: puzzles that must not be printed, keys that the audit contradicts.
    unknown: puzzles whose answer was not found in time; they cannot be printed.
    unaudited: puzzles whose key the audit could not finish; they can, with a warning.
    refused: parts of a certificate that prove nothing; nothing must be printed by them.
    """

    puzzles: list[tuple[Puzzle, Findings]] = field(default_factory=list)
    flawed: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    unaudited: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


def prove(
    puzzles: Sequence[Puzzle],
    budget: Budget,
    audit: bool = True,
    sections: Mapping[int, Section] | None = None,
) -> Proven:
    """Judge possible, unfinished puzzles, and audit the keys that would be printed, those by a
    certificate for which it has a part in `sections`."""
    proven = Proven()
    for puzzle in puzzles:
        place = puzzle.record.place
        verdict = verify(puzzle, budget)
        if verdict.verdict == FLAWED:
            proven.flawed.extend(f"{place}: {p.code}: {p.message}" for p in verdict.errors)
            continue
        if verdict.verdict == UNKNOWN:
            proven.unknown.append(f"{place}: its answer was not proven before the budget ran out")
            continue
        proven.puzzles.append((puzzle, verdict.findings))
        if audit:
            section = (sections or {}).get(puzzle.record.number)
            _audit(puzzle, verdict.findings, budget, proven, section)
    return proven


def _audit(
    puzzle: Puzzle, findings: Findings, budget: Budget, proven: Proven, section: Section | None
) -> None:
    strings = list(findings.answers[0].strings)
    claim = strings[0] if len(strings) == 1 else strings
    record = puzzle.record.with_fields(game=puzzle.game, task=puzzle.task, answer=claim)
    result = audit_record(record, stop=budget.is_over, section=section)
    place = puzzle.record.place
    if result.refused:
        proven.refused.append(f"{place}: the certificate is refused: {result.refused}")
        return
    if result.verdict == AGREES and set(result.answers) == set(strings):
        return
    if result.verdict in (AGREES, DIFFERS):
        said = result.message or f"it finds {'; '.join(result.answers)}"
        proven.flawed.append(
            f"{place}: the audit contradicts the key ({'; '.join(strings)}): {said}"
        )
    else:
        proven.unaudited.append(f"{place}: the audit did not finish: {result.message}")
