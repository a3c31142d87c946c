"""Last Counter once more, by playing every line to its end."""

from __future__ import annotations

from functools import cache

from crossfall.solver.audit import AGREES, DIFFERS, AuditResult, Work
from crossfall.solver.records import Record


@cache
def is_won(counters: int) -> bool:
    """Whether the player to take can get the last counter."""
    return any(not is_won(counters - take) for take in (1, 2, 3) if take <= counters)


def audit(record: Record, work: Work) -> AuditResult:
    """The winning takes of one puzzle against the one it claims."""
    counters = int(record.line) if record.line else record.text("board").count("o")
    work.spend(counters)
    takes = [take for take in (1, 2, 3) if take <= counters and not is_won(counters - take)]
    answers = tuple(str(take) for take in takes)
    claim = record.texts("answer")
    if len(answers) == 1 and claim in (None, answers):
        return AuditResult(AGREES, answers)
    return AuditResult(DIFFERS, answers, f"the audit finds {' '.join(answers) or 'no answer'}")
