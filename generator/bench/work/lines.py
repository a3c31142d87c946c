"""Answers played out and tries refuted, to be clicked through."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crossfall.generator.bench.api.board import records_of
from crossfall.generator.bench.desks import read_state
from crossfall.generator.bench.jobs import QUICK, Report
from crossfall.generator.bench.lines import lines_of
from crossfall.solver.budget import Budget
from crossfall.solver.verify import read_puzzle, verify

LANE = QUICK
SECONDS = 60.0
MOST = 80


def run(args: Mapping[str, Any], report: Report) -> dict[str, Any]:
    """`state`: the puzzle. Every line is a piece; `complete`: whether there are no more."""
    state = read_state(args.get("state"))
    (record,) = records_of([args.get("state")])
    puzzle = read_puzzle(record)
    verdict = verify(puzzle, Budget())
    module = lines_of(puzzle.game)
    if module is None or puzzle.problems or not verdict.findings.proven:
        return {"complete": True, "count": 0}
    count = 0
    for line in module.lines(puzzle, verdict.findings, state, Budget()):
        if count == MOST:
            return {"complete": False, "count": count}
        count += 1
        report.piece(
            {
                "move": line.move,
                "right": line.right,
                "told": line.told,
                "steps": [{"state": s.state.to_json(), "said": s.said} for s in line.steps],
            }
        )
    return {"complete": True, "count": count}
