"""The computer's move in a game."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from crossfall.generator.bench.desks import desk
from crossfall.generator.bench.jobs import QUICK, Report
from crossfall.generator.bench.matches import read_match
from crossfall.generator.players.strength import choose
from crossfall.solver.budget import Budget
from crossfall.solver.errors import InputError

LANE = QUICK
SECONDS = 120.0


def run(args: Mapping[str, Any], report: Report) -> dict[str, Any]:
    """`match`: the game. The same game and seed always get the same move."""
    match = read_match(args.get("match"))
    if match.result is not None:
        raise InputError("the game is over")
    rng = random.Random(f"{match.seed}:{len(match.moves)}")
    choice = choose(match.player, match.strength, match.position, rng, Budget())
    return {
        "text": desk(match.game).move_text(match.position, choice.move),
        "comment": choice.comment,
    }
