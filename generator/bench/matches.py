"""A game being played on a page: where it began and the moves since, from which all else follows.

The server remembers nothing: a page sends the whole game with each question. So a game can be taken
back, saved and shared, and any number of them go on side by side.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from crossfall.generator.bench.desks import State, desk
from crossfall.generator.clocks import Clock
from crossfall.generator.players import Player, begun, player
from crossfall.generator.players.strength import FULL, Strength, strength
from crossfall.solver.errors import InputError
from crossfall.solver.position import game as game_of
from crossfall.solver.records import record_from_line
from crossfall.solver.verify import read_puzzle

MOST_MOVES = 1_000


@dataclass(frozen=True)
class Made:
    """A move that was made: what was typed, who made it, what it did, where it was made."""

    text: str
    by: int
    told: str
    before: Any
    move: Any


@dataclass
class Match:
    """A game as far as it has been played.

    human: the person's side against the computer, None for two people. clocks: of both sides, None
    where a side has none.
    """

    game: str
    player: Player
    position: Any
    human: int | None
    seed: int
    moves: list[Made] = field(default_factory=list)
    clocks: list[Clock | None] = field(default_factory=lambda: [None, None])
    about: str = ""
    strength: Strength = FULL

    @property
    def mover(self) -> int:
        """The player to move, 0 or 1."""
        return self.player.mover(self.position)

    @property
    def result(self) -> int | None:
        """Who has won: by the rules, or because the other's time is spent."""
        for side, clock in enumerate(self.clocks):
            if clock is not None and clock.is_spent:
                return 1 - side
        return self.player.result(self.position)

    @property
    def is_spent(self) -> bool:
        """Whether the time of either player is spent."""
        return any(clock is not None and clock.is_spent for clock in self.clocks)

    @property
    def computer_moves(self) -> bool:
        """Whether the computer is to move now."""
        return self.human is not None and self.result is None and self.mover != self.human

    def state(self) -> State:
        """The position as the desk of its game shows it."""
        return desk(self.game).of_play(self.position)

    def make(self, text: str, seconds: float = 0.0) -> None:
        """Make the move that `text` names. Raises InputError, saying why it is none."""
        if self.result is not None:
            raise InputError("the game is over")
        before = self.position
        side = self.mover
        move = self.player.read_move(before, text)
        self.charge(side, seconds)
        self.position, told = self.player.play(before, move)
        for clock in self.clocks:
            if clock is not None:
                clock.moved(before, self.position)
        self.moves.append(Made(text, side, told, before, move))

    def charge(self, side: int, seconds: float) -> None:
        """Take the time that a side has thought."""
        clock = self.clocks[side]
        if clock is not None and seconds > 0:
            clock.charge(seconds)


def read_match(given: object) -> Match:
    """The game that a page sent, replayed; InputError for one that is none.

    `game`; `size` or `from` (a one-line position; `features`: those of its puzzle file); `human` (0, 1 or null); `clock`; `strength` (of the computer); `moves`, each
    `[text, seconds]`; `thinking`: seconds since the last of them.
    """
    if not isinstance(given, Mapping):
        raise InputError("no game was sent; expected one")
    game = game_of(str(given.get("game") or ""))
    moves = given.get("moves") or []
    if not isinstance(moves, list) or len(moves) > MOST_MOVES:
        raise InputError(f"the moves are no list, or more than {MOST_MOVES}")
    human = given.get("human")
    if human not in (0, 1, None) or isinstance(human, bool):
        raise InputError(f"human is {str(human)[:20]!r}; expected 0, 1 or null")
    seed = given.get("seed") or 0
    opponent = player(game.name)
    position, about = _start(game.name, opponent, given)
    match = Match(game.name, opponent, position, human, seed if isinstance(seed, int) else 0)
    match.about = about
    match.strength = strength(str(given.get("strength") or FULL.name))
    match.clocks = _clocks(game.name, opponent, str(given.get("clock") or ""), human)
    for number, move in enumerate(moves, start=1):
        text, seconds = _move(move)
        try:
            match.make(text, seconds)
        except InputError as error:
            raise error.at(f"move {number}") from None
    thinking = given.get("thinking")
    if isinstance(thinking, int | float) and match.result is None:
        match.charge(match.mover, float(thinking))
    return match


def _start(game: str, opponent: Player, given: Mapping[str, Any]) -> tuple[Any, str]:
    if given.get("from"):
        record = record_from_line(str(given["from"]))
        puzzle = read_puzzle(record.with_fields(features=given.get("features")))
        if puzzle.game != game:
            raise InputError(f"a position of {puzzle.game}; expected one of {game}")
        if puzzle.problems:
            raise InputError(*(problem.message for problem in puzzle.problems))
        return begun(opponent, puzzle), ""
    options = desk(game).wish(str(given.get("size") or desk(game).SIZES[0]))
    about = getattr(opponent, "about_start", None)
    return opponent.start(options), about(options) if about is not None else ""


def _clocks(game: str, opponent: Player, name: str, human: int | None) -> list[Clock | None]:
    clocks = getattr(opponent, "clock", None)
    if not name:
        return [None, None]
    if clocks is None:
        raise InputError(f"{game} is played without clocks")
    clock: Clock = clocks(name)
    if human is None:
        return [copy.copy(clock), copy.copy(clock)]
    return [copy.copy(clock) if side == human else None for side in (0, 1)]


def _move(given: object) -> tuple[str, float]:
    if isinstance(given, str):
        return given[:2_000], 0.0
    if isinstance(given, list) and len(given) == 2 and isinstance(given[0], str):
        seconds = given[1]
        if isinstance(seconds, int | float) and 0 <= seconds < 1e7:
            return given[0][:2_000], float(seconds)
    raise InputError("a move is no text; expected [text, seconds]")
