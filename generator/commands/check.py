"""`crossfall check`: the verdict on each puzzle of a hand-made file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from crossfall.generator.options import budget_of, budget_option, json_option, read_puzzles, tell

if TYPE_CHECKING:
    from crossfall.solver.verify import Verdict


@click.command(
    short_help="Verdict on each puzzle of a file.",
    epilog="Example: crossfall check my-puzzles.toml",
)
@click.argument("file")
@budget_option
@json_option
def command(file: str, seconds: float | None, as_json: bool) -> int:
    """Judge each puzzle of FILE (a puzzle file, - or a one-line position): is it possible, has it
    exactly one answer, is the given answer right? Every problem found is named.

    Exit code 0: all sound; 1: some puzzle is flawed; 2: some puzzle cannot be read; 3: unknown.
    """
    from crossfall.solver.verify import FLAWED, UNKNOWN, verify

    puzzles, faults = read_puzzles(file)
    budget = budget_of(seconds)
    verdicts: list[Verdict] = []
    for puzzle in puzzles:
        verdicts.append(verify(puzzle, budget))
        if not as_json:
            click.echo(_told(verdicts[-1]))
    if as_json:
        report = {"puzzles": [_reported(verdict) for verdict in verdicts]}
        click.echo(json.dumps(report, indent=2, ensure_ascii=False))
    tell(faults)
    if faults:
        return 2
    if any(verdict.verdict == FLAWED for verdict in verdicts):
        return 1
    return 3 if any(verdict.verdict == UNKNOWN for verdict in verdicts) else 0


def _reported(verdict: Verdict) -> dict[str, Any]:
    """The verdict as the report for programs gives it."""
    puzzle = verdict.puzzle
    return {
        "number": puzzle.record.number,
        "title": puzzle.title,
        "game": puzzle.game,
        "task": puzzle.task,
        "verdict": verdict.verdict,
        "answers": list(verdict.answers),
        "problems": [
            {"code": p.code, "severity": p.severity, "message": p.message} for p in verdict.problems
        ],
    }


def _told(verdict: Verdict) -> str:
    """The verdict for a person."""
    puzzle = verdict.puzzle
    title = f' "{puzzle.title}"' if puzzle.title else ""
    head = f"puzzle {puzzle.record.number}{title} ({puzzle.game} {puzzle.task}): {verdict.verdict}"
    answers = [str(answer) for answer in verdict.findings.answers]
    lines = [head]
    if answers:
        # A sound table or series is one answer of several strings; many answers stay readable.
        told = "; ".join(answers[:12]) + (
            f"; and {len(answers) - 12} more" if len(answers) > 12 else ""
        )
        lines.append(f"  {'answer' if len(answers) == 1 else 'answers'}: {told}")
    lines.extend(f"  {p.severity} {p.code}: {p.message}" for p in verdict.problems)
    return "\n".join(lines)
