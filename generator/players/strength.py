"""How strongly the computer plays: as well as it can, or weaker on purpose.

A weaker opponent makes some of its moves without looking ahead (`Player.casual`). Which ones hangs on the
random numbers passed in alone. Hints and `why` never get weaker.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from crossfall.generator.players import Choice, Player
from crossfall.generator.tongues import msg
from crossfall.solver.budget import Budget
from crossfall.solver.errors import InputError, nearest


@dataclass(frozen=True)
class Strength:
    """A strength by its name. casual: which part of its moves is made without looking ahead.

    title, about: its name in a list and what a person must know of it, to be translated.
    """

    name: str
    title: str
    casual: float
    about: str = ""


EASY = Strength(
    "easy",
    msg("easy"),
    0.75,
    msg(
        "The computer plays weaker on purpose: it makes about three moves in four without looking "
        "ahead. Hints and why are as exact as ever."
    ),
)
MEDIUM = Strength(
    "medium",
    msg("medium"),
    0.35,
    msg(
        "The computer plays weaker on purpose: it makes about one move in three without looking "
        "ahead. Hints and why are as exact as ever."
    ),
)
FULL = Strength("full", msg("as well as it can"), 0.0)
STRENGTHS = (EASY, MEDIUM, FULL)


def strength(name: str) -> Strength:
    """The strength of that name; InputError naming the nearest if there is none.

    >>> strength("easy").casual > strength("medium").casual > strength("full").casual
    True
    """
    wanted = name.strip().lower()
    for one in STRENGTHS:
        if one.name == wanted:
            return one
    names = [one.name for one in STRENGTHS]
    raise InputError(f"no strength {name[:40]!r}; {nearest(wanted, names)}")


def choose(
    player: Player, strength: Strength, position: Any, rng: random.Random, budget: Budget
) -> Choice:
    """The computer's move at that strength. At full strength it is `Player.choose`, to the letter.

    Below it the computer claims nothing: what it could prove now it may give away later.
    """
    if strength.casual == 0.0:
        return player.choose(position, rng, budget)
    if rng.random() < strength.casual:
        return Choice(player.casual(position, rng), "")
    return Choice(player.choose(position, rng, budget).move, "")
