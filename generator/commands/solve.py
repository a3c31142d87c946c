"""`crossfall solve`: outcome and all winning moves."""

from __future__ import annotations

from typing import Any

import click

from crossfall.generator.options import (
    budget_of,
    budget_option,
    echo_json,
    impossible,
    json_option,
    read_puzzles,
    say,
    tell,
)


@click.command(
    short_help="Outcome and all winning moves.",
    epilog="Example: crossfall solve roadworks:4x4:c4,e2",
)
@click.argument("position")
@click.option("--nimber", is_flag=True, help="Roadworks: the Grundy value too.")
@click.option(
    "--turns",
    type=click.IntRange(1, 99),
    metavar="N",
    help="Clear Path and Pathing: only wins within N own turns.",
)
@budget_option
@json_option
def command(
    position: str, nimber: bool, turns: int | None, seconds: float | None, as_json: bool
) -> int:
    """Who wins POSITION (a puzzle file, - or a one-line position), and by which moves."""
    from crossfall.solver.position import SolveOptions, game

    puzzles, faults = read_puzzles(position)
    faults.extend(impossible(puzzles))
    budget = budget_of(seconds)
    reports: list[dict[str, Any]] = []
    for puzzle in puzzles:
        if puzzle.problems:
            continue
        for report in game(puzzle.game).solve(puzzle, budget, SolveOptions(nimber, turns)):
            reports.append({"game": puzzle.game, **report})
            if not as_json:
                say(_told(reports[-1]))
    if as_json:
        echo_json({"positions": reports})
    tell(faults)
    if faults:
        return 2
    unknown = any(report["outcome"] == "unknown" for report in reports)
    no_nimber = nimber and any("nimber" in r and r["nimber"] is None for r in reports)
    cut_off = any("next_wave" in r and r["next_wave"] is None for r in reports)
    return 3 if unknown or no_nimber or cut_off else 0


def _told(report: dict[str, Any]) -> str:
    """The report for a person."""
    mover = f", {report['to_move']} to move" if report.get("to_move") else ""
    lines = [f"{report['position']}{mover}: {report['outcome']}"]
    for key, value in report.items():
        if key in ("game", "position", "to_move", "outcome") or value is None:
            continue
        if not value and report["outcome"] == "unknown":
            continue  # nothing found is not the same as none
        if isinstance(value, dict):
            told = "; ".join(f"{k}: {' '.join(v)}" for k, v in value.items() if v)
        elif isinstance(value, list):
            told = ", ".join(str(item) for item in value)
        else:
            told = str(value)
        lines.append(f"  {key.replace('_', ' ')}: {told or 'none'}")
    return "\n".join(lines)
