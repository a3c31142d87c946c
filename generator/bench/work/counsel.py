"""Hints for the player to move, and what there is to say about a move that was made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crossfall.generator.bench.jobs import QUICK, Report
from crossfall.generator.bench.matches import read_match
from crossfall.solver.budget import Budget
from crossfall.solver.errors import InputError

LANE = QUICK
SECONDS = 120.0


def run(args: Mapping[str, Any], report: Report) -> dict[str, Any]:
    """`match`: the game. `why`: the number of a move, from 1; without it hints are given, from the
    gentlest to the answer."""
    match = read_match(args.get("match"))
    number = args.get("why")
    if number is None:
        if match.result is not None:
            raise InputError("the game is over")
        return {"told": list(match.player.hints(match.position, Budget()))}
    if not isinstance(number, int) or not 1 <= number <= len(match.moves):
        raise InputError("no such move has been made yet")
    made = match.moves[number - 1]
    return {"told": match.player.why(made.before, made.move, Budget()).split("\n")}
