"""Positions with known answers, computed by the literal rules on a general graph library.

`cases/roadworks.json`: for each position all winning and all safe closures, and what falls after
each safe closure that makes something fall. Solver and second opinion must both find them.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from crossfall.solver.audit import AGREES, DIFFERS, Work, audit_record
from crossfall.solver.audit.roadworks_play import city, search
from crossfall.solver.budget import Budget
from crossfall.solver.position import SolveOptions, game
from crossfall.solver.records import Record
from crossfall.solver.verify import read_puzzle

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "cases" / "roadworks.json").read_text("utf-8")
)
# So early on big boards the second opinion plays for minutes.
SLOW_TO_AUDIT = 26


def named(case: dict[str, Any]) -> str:
    return f"{case['size']}:{case['closed'].replace(' ', ',')}"


def record(case: dict[str, Any], **fields: Any) -> Record:
    return Record({"game": "roadworks", "size": case["size"], "closed": case["closed"], **fields})


@pytest.mark.parametrize("case", CASES, ids=named)
def test_the_solver_finds_the_winning_the_safe_and_all_that_falls(case: dict[str, Any]) -> None:
    (report,) = game("roadworks").solve(read_puzzle(record(case)), Budget(), SolveOptions())
    assert report["winning"] == case["winning"]
    assert report["safe"] == case["safe"]
    assert {c: fell for c, fell in report["falls"].items() if fell} == case["falls"]
    assert set(report["falls"]) == set(case["safe"])
    assert report["outcome"] == ("win" if case["winning"] else "loss")


@pytest.mark.parametrize("case", CASES, ids=named)
def test_the_audit_finds_the_safe_and_all_that_falls(case: dict[str, Any]) -> None:
    width, height = map(int, case["size"].split("x"))
    at = city(width, height)
    live = at.all
    for crossing in case["closed"].split():
        live = at.closures(live)[crossing]
    closures = at.closures(live)
    assert list(closures) == case["safe"]
    falls = {c: sorted(live - left - {c}) for c, left in closures.items()}
    assert {c: fell for c, fell in falls.items() if fell} == case["falls"]
    for crossing, fell in case["falls"].items():
        asked = record(case, task="what-falls", closed=f"{case['closed']} {crossing}")
        assert audit_record(asked.with_fields(answer=" ".join(fell))).verdict == AGREES
        assert audit_record(asked.with_fields(answer=" ".join(fell[1:]))).verdict == DIFFERS


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(c, marks=[pytest.mark.prove] if len(c["safe"]) > SLOW_TO_AUDIT else [])
        for c in CASES
    ],
    ids=named,
)
def test_the_audit_finds_the_winning_closures(case: dict[str, Any]) -> None:
    width, height = map(int, case["size"].split("x"))
    at = city(width, height)
    live = at.all
    for crossing in case["closed"].split():
        live = at.closures(live)[crossing]
    assert list(search(at).winning(live, Work())) == case["winning"]
