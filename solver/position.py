"""What every game and every task offers the rest, and the registry of games by name.

A game is a folder in `solver/` whose package has an object called `GAME`; nothing else lists it.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from types import ModuleType
from typing import Any, Protocol, runtime_checkable

import crossfall.solver
from crossfall.solver.budget import Budget
from crossfall.solver.errors import InputError, nearest
from crossfall.solver.records import Record


class Outcome(Enum):
    """How a position stands, before any search."""

    ONGOING = "ongoing"
    WON_BY_0 = "won by the first player"
    WON_BY_1 = "won by the second player"
    HORIZON = "horizon"  # a wave's end: search within the wave stops here


class Position(Protocol):
    """An immutable position; see `crossfall.solver.roadworks.rules` for an example."""

    @property
    def turn(self) -> int:
        """The player to move, 0 or 1."""

    def moves(self) -> Iterable[Any]:
        """Every legal move, in a fixed order."""

    def play(self, move: Any) -> Any:
        """The position after `move`; its `turn` may be the same player's (an extra turn)."""

    def outcome(self) -> Outcome:
        """How the position stands, before any search."""

    def key(self) -> Hashable:
        """What the future depends on, canonical under the board's symmetries."""

    def problems(self) -> Sequence[Problem]:
        """EVERY reason why this is no possible position of real play; empty for a possible one."""


ERROR = "error"
WARNING = "warning"


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with a puzzle: a code of the interface and a sentence for a person."""

    code: str
    message: str
    severity: str = ERROR


@dataclass(frozen=True)
class Answer:
    """One answer; several strings where different writings come to the same.

    `strings` are sorted as the interface says and complete. together: they are one answer only
    all together (the lines of a table).

    >>> str(Answer(("c3", "c4"))), str(Answer(("a2: c3", "b1: c3"), together=True))
    ('c3 or c4', 'a2: c3; b1: c3')
    """

    strings: tuple[str, ...]
    together: bool = False

    def __str__(self) -> str:
        return ("; " if self.together else " or ").join(self.strings)


@dataclass(frozen=True)
class Findings:
    """What a task's exact search found about one puzzle.

    answers: every answer found, complete when `proven`.
    proven: False when the budget ran out; then nothing is unique.
    problems: errors and warnings beyond the number of answers (the task's printing conditions).
    reason: why there is no answer, as a sentence, when there is none.
    facts: whatever the words and the drawing of the key need, under names of the game's own.
    """

    answers: tuple[Answer, ...] = ()
    proven: bool = True
    problems: tuple[Problem, ...] = ()
    reason: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Puzzle:
    """A puzzle as read: its record, the position it sets, and what is impossible about that.

    problems: `impossible-position` and `game-over` errors, all of them.
    claim: the author's own answer as given (a string, or one for each line), or None.
    wishes: what else the task needs (`turns`, `boards`, …), read and checked.
    """

    record: Record
    game: str
    task: str
    position: Any
    problems: tuple[Problem, ...] = ()
    claim: tuple[str, ...] | None = None
    wishes: Mapping[str, Any] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The author's title on one line; empty where there is none."""
        return " ".join(self.record.text("title").split())


@dataclass(frozen=True)
class SolveOptions:
    """What a user may ask of `solve` beyond the outcome; a game ignores what it has no use for."""

    nimber: bool = False
    turns: int | None = None


class Task(Protocol):
    """A kind of question about a position."""

    @property
    def name(self) -> str:
        """The task's name in puzzle files."""

    def examine(self, puzzle: Puzzle, budget: Budget) -> Findings:
        """Every answer of a possible, unfinished position. Never raises BudgetError: says unproven."""

    def judge_claim(self, puzzle: Puzzle, findings: Findings) -> Problem | None:
        """What is wrong with the author's answer (`wrong-answer`, `not-minimal`), or None.

        Called only with proven findings; the message says what refutes a wrong answer.
        """


@runtime_checkable
class RefutesAtSight(Protocol):
    """A task that can see without any search that some answers are wrong."""

    def refute_at_sight(self, puzzle: Puzzle) -> Problem | None:
        """What is wrong with the author's answer whatever a search would find, or None."""


class Game(Protocol):
    """Everything a game offers to the rest, found by name in the registry."""

    @property
    def name(self) -> str:
        """The name in files and commands: `roadworks`."""

    @property
    def title(self) -> str:
        """The name on pages: `Roadworks`."""

    @property
    def designer(self) -> str:
        """Who designed the game."""

    @property
    def tasks(self) -> Mapping[str, Task]:
        """The tasks by name; the first is the default."""

    @property
    def default_size(self) -> str:
        """The board of `show`, `--blank` and examples when none is named, as `WxH`."""

    def read(self, record: Record) -> Puzzle:
        """The puzzle a record sets; InputError (every fault, without the place) if it sets none."""

    def line(self, puzzle: Puzzle) -> str:
        """The position as one line, URL-safe, stable for ever."""

    def text(self, puzzle: Puzzle) -> str:
        """The position drawn, as files may contain it (without final newline)."""

    def solve(self, puzzle: Puzzle, budget: Budget, options: SolveOptions) -> list[dict[str, Any]]:
        """The reports for `solve --json`, without the key `game`: one for each board shown.

        Each holds at least `position`, `to_move`, `outcome` (win, loss, open or unknown) and
        `winning`.
        """

    def canonical(self, puzzle: Puzzle) -> str:
        """Equal for two puzzles exactly if they are the same up to the board's symmetries."""


@cache
def game_names() -> tuple[str, ...]:
    """The names of all games, sorted: every package in `solver/` that says it is a game.

    >>> "roadworks" in game_names()
    True
    """
    names = []
    for module in pkgutil.iter_modules(crossfall.solver.__path__):
        if module.ispkg and module.name not in {"audit", "sat"}:
            names.append(module.name.replace("_", "-"))
    return tuple(sorted(names))


def module_name(game_name: str) -> str:
    """The name that a game's folder and files bear.

    >>> module_name("clear-path")
    'clear_path'
    """
    return game_name.replace("-", "_")


def module_if_any(name: str) -> ModuleType | None:
    """The module of that full name, for what not every game offers; None if there is none.

    >>> module_if_any("crossfall.solver.roadworks.advice").__name__, module_if_any("crossfall.tides")
    ('crossfall.solver.roadworks.advice', None)
    """
    return importlib.import_module(name) if importlib.util.find_spec(name) else None


def game(name: str) -> Game:
    """The game called `name` (any case); InputError naming the nearest one if there is none."""
    wanted = name.strip().lower()
    if wanted not in game_names():
        raise InputError(f"unknown game {name[:40]!r}; {nearest(wanted, game_names())}")
    module = importlib.import_module(f"crossfall.solver.{module_name(wanted)}")
    found: Game = module.GAME
    return found


def task(game_: Game, name: str) -> Task:
    """A game's task by name (any case); InputError naming the nearest one if there is none."""
    wanted = name.strip().lower()
    if wanted not in game_.tasks:
        raise InputError(f"unknown task {name[:40]!r}; {nearest(wanted, game_.tasks)}")
    return game_.tasks[wanted]
