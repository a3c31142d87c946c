"""The nearest sound puzzles to a flawed one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crossfall.generator.bench.api.board import records_of
from crossfall.generator.bench.desks import desk
from crossfall.generator.bench.jobs import LONG, Report
from crossfall.solver.budget import Budget
from crossfall.solver.repair import Repair, repair
from crossfall.solver.verify import read_puzzle

LANE = LONG
SECONDS = 180.0
MOST = 24  # that are shown, of ties


def run(args: Mapping[str, Any], report: Report) -> dict[str, Any]:
    """`state`: the puzzle. `nearest`, `others` as `crossfall repair` says; each can be shown."""
    (record,) = records_of([args.get("state")])
    puzzle = read_puzzle(record)

    def progress(changes: int, judged: int) -> None:
        report.say(f"{judged} positions judged, {changes} places changed")

    found = repair(puzzle, Budget(), progress=progress)
    return {
        "nearest": [_told(one) for one in found.nearest[:MOST]],
        "others": [_told(one) for one in found.others[:MOST]],
        "more": max(0, len(found.nearest) - MOST),
        "proven": found.proven,
    }


def _told(one: Repair) -> dict[str, Any]:
    return {
        "told": one.sentence(),
        "changes": one.changes,
        "keeps_answer": one.keeps_answer,
        "warnings": [problem.code for problem in one.verdict.problems],
        "state": desk(one.verdict.puzzle.game).state_of(read_puzzle(one.record)).to_json(),
    }
