"""Puzzles to a wish, each shown as soon as it is found."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random
from typing import Any

from crossfall.generator.bench.desks import desk
from crossfall.generator.bench.jobs import LONG, Report
from crossfall.generator.finders import Wish, finder
from crossfall.generator.finders.ranges import Run
from crossfall.generator.library import Library, open_library
from crossfall.generator.library.filters import Filter
from crossfall.solver import position as registry
from crossfall.solver.budget import Budget
from crossfall.solver.errors import InputError
from crossfall.solver.position import Game
from crossfall.solver.verify import read_puzzle

LANE = LONG
SECONDS = 900.0
MOST = 60
SEARCH, NEW, LIBRARY = SOURCES = ("search", "new", "library")


def run(args: Mapping[str, Any], report: Report) -> dict[str, Any]:
    """`game`, `task`, `size`, `count`, `difficulty` (1 to 5 or null), `seed`, `tags`, `strict`;
    `avoid`: canonical forms of puzzles that are not wanted again. `source`: `search`, `new` (none
    that the library holds) or `library` (of it, not used before). Every puzzle is a piece."""
    game = registry.game(str(args.get("game") or ""))
    its_desk = desk(game.name)  # also the check that there is one
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
    source = args.get("source") or SEARCH
    if source not in SOURCES:
        raise InputError(f"no source {str(source)[:20]!r}; expected one of: {', '.join(SOURCES)}")
    report.say("searching", 0.0)
    if source == SEARCH:
        return _search(game, wish, Run(known=avoid.__contains__), report)
    if report.library is None:
        raise InputError("there is no library; name one with: crossfall serve --library FILE")
    with open_library(report.library) as library:
        if source == LIBRARY:
            return _taken(library, game, wish, str(args.get("size") or ""), avoid, report)
        known = Run(known=lambda one: one in avoid or library.knows(one))
        return _search(game, wish, known, report)


def _search(game: Game, wish: Wish, run_: Run, report: Report) -> dict[str, Any]:
    """Puzzles that are found anew."""
    its_desk, count = desk(game.name), wish.count
    search = finder(game.name).find(wish, Budget(), run_)
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


def _taken(
    library: Library, game: Game, wish: Wish, size: str, avoid: Collection[str], report: Report
) -> dict[str, Any]:
    """Puzzles of the library that were not used before."""
    stars = None if wish.difficulty is None else (wish.difficulty, wish.difficulty)
    wanted = Filter(
        game.name, wish.task, size or None, difficulty=stars, tags=wish.tags, unused=True
    )
    numbers = library.numbers(wanted)
    Random(wish.seed).shuffle(numbers)
    number = 0
    for entry in library.take(numbers):
        puzzle = read_puzzle(entry.record)
        canonical = game.canonical(puzzle)
        if canonical in avoid:
            continue
        number += 1
        state = desk(game.name).state_of(puzzle).to_json()
        report.piece({"state": state, "canonical": canonical})
        if number == wish.count:
            break
    told = [] if number == wish.count else ["the library has no more that fit and are not used"]
    return {"found": number, "ending": "done", "told": told}


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
