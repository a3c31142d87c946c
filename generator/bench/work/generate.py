"""Puzzles to a wish, each shown as soon as it is found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crossfall.generator.bench.desks import desk
from crossfall.generator.bench.jobs import LONG, Report
from crossfall.generator.finders import Wish, finder
from crossfall.generator.finders.ranges import Run
from crossfall.solver import position as registry
from crossfall.solver.budget import Budget
from crossfall.solver.errors import InputError
from crossfall.solver.verify import read_puzzle

LANE = LONG
SECONDS = 900.0
MOST = 60


def run(args: Mapping[str, Any], report: Report) -> dict[str, Any]:
    """`game`, `task`, `size`, `count`, `difficulty` (1 to 5 or null), `seed`, `tags`, `strict`;
    `avoid`: canonical forms of puzzles that are not wanted again. Every puzzle is a piece."""
    game = registry.game(str(args.get("game") or ""))
    its_desk = desk(game.name)
    task = registry.task(game, str(args.get("task") or next(iter(game.tasks))))
    count = _number(args, "count", 1, MOST) or 1
    wish = Wish(
        task=task.name,
        count=count,
        seed=_number(args, "seed", -(10**9), 10**9) or 0,
        difficulty=_number(args, "difficulty", 1, 5),
        tags=_texts(args, "tags"),
        strict=bool(args.get("strict")),
        options=its_desk.wish(str(args.get("size") or its_desk.SIZES[0])),
    )
    avoid = frozenset(_texts(args, "avoid"))
    report.say("searching", 0.0)
    search = finder(game.name).find(wish, Budget(), Run(known=avoid.__contains__))
    number = 0
    while True:
        try:
            record = next(search)
        except StopIteration as stop:
            ending = stop.value
            break
        number += 1
        puzzle = read_puzzle(record)
        report.piece(
            {"state": its_desk.state_of(puzzle).to_json(), "canonical": game.canonical(puzzle)}
        )
        report.say(f"{number} of {count} found", number / count)
    told = list(ending.notes)
    if ending.kind == "all":
        told.append(f"only {ending.exist or number} exist, proven")
    elif ending.kind == "gave up":
        told.append(f"the search gave up: {number} of {count} found")
    return {"found": number, "ending": ending.kind, "told": told}


def _number(args: Mapping[str, Any], key: str, least: int, most: int) -> int | None:
    value = args.get(key)
    if value is None or value == "":
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise InputError(f"{key} is {str(value)[:20]!r}; expected a whole number {least} to {most}")
    return value


def _texts(args: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = args.get(key) or []
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise InputError(f"{key} is no list of texts")
    return tuple(value)
