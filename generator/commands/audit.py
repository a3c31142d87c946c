"""`crossfall audit`: every answer proven again by the second implementation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from crossfall.generator.options import (
    budget_of,
    budget_option,
    certificate_option,
    echo_json,
    json_option,
    read_puzzles,
    say,
    tell,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crossfall.solver.audit import AuditResult
    from crossfall.solver.audit.certificate import Section
    from crossfall.solver.position import Puzzle


@click.command(
    short_help="Re-prove every answer independently.",
    epilog="Example: crossfall audit six.toml",
)
@click.argument("file")
@certificate_option("Proofs written by `generate` or `check`: check them instead of searching.")
@budget_option
@json_option
def command(file: str, certificate: str | None, seconds: float | None, as_json: bool) -> int:
    """Work out the answers of FILE (a puzzle file, a sheet printed with --attach, - or a one-line
    position) once more, with a second program that knows only the rules and shares nothing with the
    solver. It agrees with a puzzle that has exactly one answer, the given one if one is given. With
    a certificate it searches for nothing but checks every line of the proof, which takes early
    positions too.

    Exit code 0: it agrees with all; 1: it differs on some; 2: some puzzle cannot be read, or the
    certificate is refused; 3: something is unknown.
    """
    from crossfall.solver.audit import AGREES, DIFFERS, UNKNOWN, AuditResult, audit_record

    puzzles, faults = read_puzzles(file)
    sections: Mapping[int, Section] = {}
    if certificate is not None:
        from crossfall.generator.certifying import read_sections

        sections = read_sections(certificate, puzzles)
    budget = budget_of(seconds)
    results: list[AuditResult] = []
    for puzzle in puzzles:
        if budget.is_over():
            results.append(AuditResult(UNKNOWN, message="not looked at: the budget ran out"))
        else:
            record = puzzle.record.with_fields(task=puzzle.task)
            section = sections.get(record.number)
            results.append(audit_record(record, stop=budget.is_over, section=section))
            if results[-1].refused:
                faults.append(f"{certificate}: {results[-1].refused}")
        if not as_json:
            say(_told(puzzle, results[-1]))
    if as_json:
        report = {"puzzles": [_reported(*pair) for pair in zip(puzzles, results, strict=True)]}
        echo_json(report)
    tell(faults)
    if faults:
        return 2
    if any(result.verdict == DIFFERS for result in results):
        return 1
    return 0 if all(result.verdict == AGREES for result in results) else 3


def _reported(puzzle: Puzzle, result: AuditResult) -> dict[str, Any]:
    """The result as the report for programs gives it."""
    return {
        "number": puzzle.record.number,
        "title": puzzle.title,
        "game": puzzle.game,
        "task": puzzle.task,
        "verdict": result.verdict,
        "answers": list(result.answers),
        "message": result.message,
    }


def _told(puzzle: Puzzle, result: AuditResult) -> str:
    """The result for a person."""
    title = f' "{puzzle.title}"' if puzzle.title else ""
    head = f"puzzle {puzzle.record.number}{title} ({puzzle.game} {puzzle.task}): {result.verdict}"
    if result.message:
        return f"{head}\n  {result.message}"
    return f"{head}\n  answer: {'; '.join(result.answers)}"
