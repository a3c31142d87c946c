"""`crossfall repair`: the nearest sound puzzles to flawed ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from crossfall.generator.options import (
    budget_of,
    budget_option,
    echo_json,
    json_option,
    read_puzzles,
    say,
    tell,
)
from crossfall.generator.output import check_target, write_output
from crossfall.generator.progress import Ticker
from crossfall.solver.errors import InputError

if TYPE_CHECKING:
    from crossfall.solver.repair import Repair, Repairs
    from crossfall.solver.verify import Verdict

MOST_TOLD = 12  # ties that are listed for a person


@click.command(
    short_help="The nearest sound puzzles to flawed ones.",
    epilog="Example: crossfall repair my-puzzles.toml",
)
@click.argument("file")
@click.option(
    "--changes",
    type=click.IntRange(0, 9),
    default=3,
    show_default=True,
    help="How far to look: closures added or taken away, stones placed, taken away or changed in "
    "colour (Clear Path), cells and edges changed (Pathing), at most so many.",
)
@click.option(
    "--tries",
    type=click.IntRange(1),
    default=20_000,
    show_default=True,
    help="Positions judged at most for each puzzle.",
)
@click.option("-o", "--output", metavar="FILE.toml", help="The puzzles, each flawed one mended.")
@budget_option
@json_option
def command(
    file: str, changes: int, tries: int, output: str | None, seconds: float | None, as_json: bool
) -> int:
    """For each flawed puzzle of FILE (a puzzle file, - or a one-line position) the sound ones with
    the fewest changes that keep its task and, if possible, its answer. Each is checked.

    Exit code 1: some puzzle has none within --changes, proven; 3: unknown.
    """
    from crossfall.solver.repair import repair
    from crossfall.solver.verify import FLAWED, UNKNOWN, verify

    if output is not None:
        check_target(output, file)
    puzzles, faults = read_puzzles(file)
    budget = budget_of(seconds)
    reports: list[dict[str, Any]] = []
    records = []
    codes = {2} if faults else set()
    for puzzle in puzzles:
        verdict = verify(puzzle, budget)
        repairs: Repairs | None = None
        if verdict.verdict == FLAWED:
            try:
                with Ticker(f"puzzle {puzzle.record.number}") as ticker:
                    repairs = repair(
                        puzzle,
                        budget,
                        changes,
                        tries,
                        lambda far, judged: ticker.say(f"{far} changes, {judged} judged"),
                    )
            except InputError as error:
                faults.extend(error.at(puzzle.record.place).faults)
                codes.add(2)
        if verdict.verdict == UNKNOWN or (repairs is not None and not repairs.proven):
            codes.add(3)
        elif repairs is not None and not repairs.nearest:
            codes.add(1)
        records.append(repairs.nearest[0].record if repairs and repairs.nearest else puzzle.record)
        reports.append(_report(verdict, repairs))
        if not as_json:
            say(_told(verdict, repairs, changes))
    if as_json:
        echo_json({"puzzles": reports})
    tell(faults)
    if output is not None and records:
        from crossfall.solver.records import dump_records

        write_output(output, dump_records(records))
    return next((code for code in (2, 1, 3) if code in codes), 0)


def _report(verdict: Verdict, repairs: Repairs | None) -> dict[str, Any]:
    puzzle = verdict.puzzle
    report: dict[str, Any] = {
        "number": puzzle.record.number,
        "title": puzzle.title,
        "game": puzzle.game,
        "task": puzzle.task,
        "verdict": verdict.verdict,
    }
    if repairs is not None:
        report["nearest"] = [_repair_report(repair) for repair in repairs.nearest]
        report["others"] = [_repair_report(repair) for repair in repairs.others]
        report["proven"] = repairs.proven
    return report


def _repair_report(repair: Repair) -> dict[str, Any]:
    from crossfall.solver.position import game

    return {
        "changes": repair.changes,
        "told": repair.sentence(),
        "keeps_answer": repair.keeps_answer,
        "position": game(repair.verdict.puzzle.game).line(repair.verdict.puzzle),
        "answers": list(repair.verdict.answers),
        "warnings": [problem.code for problem in repair.verdict.problems],
    }


def _told(verdict: Verdict, repairs: Repairs | None, changes: int) -> str:
    puzzle = verdict.puzzle
    title = f' "{puzzle.title}"' if puzzle.title else ""
    head = f"puzzle {puzzle.record.number}{title} ({puzzle.game} {puzzle.task}): {verdict.verdict}"
    lines = [head]
    lines += [f"  {problem.code}: {problem.message}" for problem in verdict.errors]
    if repairs is None:
        return "\n".join(lines)
    if not repairs.nearest:
        proven = "proven" if repairs.proven else "as far as was looked"
        lines.append(f"  no sound puzzle within {changes} changes, {proven}")
    asks = puzzle.claim is not None and repairs.nearest and not repairs.nearest[0].keeps_answer
    if asks:
        lines.append(
            f"  none within {changes} changes keeps the answer {' '.join(puzzle.claim or ())}"
        )
    lines += _listed(repairs.nearest)
    if repairs.others:
        lines.append("  nearer, but with another answer:")
        lines += _listed(repairs.others)
    if repairs.nearest and not repairs.proven:
        lines.append("  there may be others as near: not all could be judged")
    return "\n".join(lines)


def _listed(repairs: tuple[Repair, ...]) -> list[str]:
    lines = []
    for repair in repairs[:MOST_TOLD]:
        warnings = ", ".join(problem.code for problem in repair.verdict.problems)
        lines.append(f"  - {repair.sentence()}" + (f" ({warnings})" if warnings else ""))
    if len(repairs) > MOST_TOLD:
        lines.append(f"  - and {len(repairs) - MOST_TOLD} more as near")
    return lines
