"""Who sits across the board: what a game offers `crossfall play`, one module a game
(and `strength.py`: how strongly the computer plays, whatever the game is).

A game that has no module here is not played; nothing else lists them.
"""

from __future__ import annotations

import importlib
import pkgutil
import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, cast

from crossfall.solver.budget import Budget
from crossfall.solver.errors import InputError, nearest
from crossfall.solver.position import Puzzle, module_name
from crossfall.solver.records import Record

SHARED = ("strength",)  # modules here that are no game


@dataclass(frozen=True)
class Choice:
    """A move of the computer's and what it says of it (whether it is sure to win, for one)."""

    move: Any
    comment: str


class Player(Protocol):
    """What `players/GAME.py` offers, as functions of the module. Positions are the game's own."""

    def start(self, options: Mapping[str, Any]) -> Any:
        """The position to begin with; InputError for options that make no sense."""

    def show(self, position: Any) -> str:
        """The board as text."""

    def mover(self, position: Any) -> int:
        """Who is to move: 0 or 1, the one who began being 0."""

    def result(self, position: Any) -> int | None:
        """Who has won, None while the game goes on."""

    def read_move(self, position: Any, text: str) -> Any:
        """The move that `text` names; InputError saying why it is none."""

    def play(self, position: Any, move: Any) -> tuple[Any, str]:
        """The position after a move, and in a sentence what the move did."""

    def choose(self, position: Any, rng: random.Random, budget: Budget) -> Choice:
        """The computer's move. Says it wins only where that is proven."""

    def casual(self, position: Any, rng: random.Random) -> Any:
        """A legal move made without looking ahead, for an opponent that is weaker on purpose: none
        that loses at once where there is another."""

    def hints(self, position: Any, budget: Budget) -> tuple[str, ...]:
        """Hints for the player to move, from the gentlest to the answer."""

    def why(self, before: Any, move: Any, budget: Budget) -> str:
        """What there is to say for or against a move made from the position `before`."""

    def record(self, position: Any) -> Record:
        """The position as a puzzle, from which the game goes on with everything that its future
        depends on. A game whose positions in play hold more than a puzzle's position does takes it
        up again in a function `begin_from(puzzle)`."""


def player_names() -> tuple[str, ...]:
    """The names of the games that can be played.

    >>> "roadworks" in player_names()
    True
    """
    return tuple(
        sorted(
            m.name.replace("_", "-") for m in pkgutil.iter_modules(__path__) if m.name not in SHARED
        )
    )


def begun(opponent: Player, puzzle: Puzzle) -> Any:
    """The position in play of a game that begins from a puzzle's position."""
    begin_from = getattr(opponent, "begin_from", None)
    return puzzle.position if begin_from is None else begin_from(puzzle)


def player(game_name: str) -> Player:
    """The player's module of a game; InputError naming the nearest one if there is none."""
    wanted = game_name.strip().lower()
    if wanted not in player_names():
        raise InputError(f"no game {game_name!r} to play; {nearest(wanted, player_names())}")
    return cast(Player, importlib.import_module(f"{__name__}.{module_name(wanted)}"))
