"""What can be done to a board by hand, one module a game; nothing else lists them.

A page knows no rules. It shows the spots that a desk names, tells the desk which of them was
pressed with which tool, and shows what comes back.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, cast

from crossfall.generator.drawing import Drawing, to_svg
from crossfall.generator.tongues import ENGLISH, Tongue
from crossfall.solver import position as registry
from crossfall.solver.errors import InputError, nearest
from crossfall.solver.position import Puzzle, module_name
from crossfall.solver.records import COMMON_KEYS, MAX_LINE_LENGTH, Record

MOST_BOARDS = 6  # of a puzzle that compares several
MOST_TEXT = 4_000  # characters of what an author writes about a puzzle
# What a puzzle may say beyond its position; of its way there only until the position changes.
OF_THE_WAY = ("first", "start", "swaps")
KEPT_FIELDS = (*(key for key in COMMON_KEYS if key not in ("game", "task")), "turns", *OF_THE_WAY)


@dataclass(frozen=True)
class State:
    """A puzzle as a page holds it, all of it text, so that an address can hold it too.

    lines: the one-line position of each of its boards (one, but where boards are compared).
    placed: the stones of a turn that is being placed. owners: who owns which box, a letter each.
    fields: what else its author says of it (`KEPT_FIELDS`).
    """

    game: str
    task: str
    lines: tuple[str, ...]
    placed: str = ""
    owners: str = ""
    fields: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "task": self.task,
            "lines": list(self.lines),
            "placed": self.placed,
            "owners": self.owners,
            "fields": dict(self.fields),
        }

    def part(self, board: int) -> str:
        """A board's line without the name of the game."""
        return self.lines[board].partition(":")[2]

    def with_line(self, board: int, line: str, **changes: Any) -> State:
        """A copy with another position on one of the boards."""
        lines = (*self.lines[:board], line, *self.lines[board + 1 :])
        return replace(self, lines=lines, **changes)


@dataclass(frozen=True)
class Spot:
    """A place on a board that can be pressed.

    kind: tools say which kinds they work on. x, y, size: its middle and how wide it may be
    pressed, in the drawing's units. mark: what it holds, in a word; a page animates its changes.
    label: what it is and holds, for those who do not see it.
    """

    id: str
    kind: str
    x: float
    y: float
    size: float
    mark: str
    label: str


@dataclass(frozen=True)
class Tool:
    """What pressing a spot does. kinds: the kinds of spots it works on."""

    name: str
    title: str
    help: str
    kinds: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """One board as a page shows it.

    over: whether the game is over. by_rules: the kinds of spots that the tool which plays by the
    rules works on just now.
    """

    drawing: Drawing
    spots: tuple[Spot, ...]
    to_move: str
    by_rules: tuple[str, ...]
    over: bool = False


class Desk(Protocol):
    """What `desks/GAME.py` offers, as names of the module."""

    @property
    def TOOLS(self) -> Sequence[Tool]:  # noqa: N802 - a constant of the module
        """The tools; the first plays by the rules."""

    @property
    def SIZES(self) -> Sequence[str]:  # noqa: N802
        """Sizes to offer, the usual one first (others can be typed, where there are others)."""

    @property
    def LEVELS(self) -> Mapping[str, int]:  # noqa: N802
        """The sizes that are a level of the game, and which."""

    @property
    def TAGS(self) -> Sequence[str]:  # noqa: N802
        """The tags that its puzzles may bear."""

    @property
    def TITLES(self) -> Mapping[str, str]:  # noqa: N802
        """What pages call its tasks and tags (contexts `task` and `tag`), by their names; what has
        no title goes by its name."""

    def wish(self, size: str) -> dict[str, Any]:
        """What `crossfall generate` is told, for a size as `SIZES` writes it."""

    def empty(self, options: Mapping[str, Any]) -> str:
        """The one-line position to begin with; InputError for options that make no sense."""

    def state_of(self, puzzle: Puzzle) -> State:
        """A puzzle that was read, as a page holds it."""

    def record(self, state: State) -> Record:
        """The puzzle of a state, as a file would hold it."""

    def act(
        self, state: State, board: int, tool: str, spot: str, tongue: Tongue = ENGLISH
    ) -> tuple[State, str]:
        """The state after pressing a spot, and in a sentence what happened.

        The tool `turn` changes the side to move. InputError, in English, says why nothing happened.
        """

    def of_play(self, position: Any) -> State:
        """A position of `generator/players/GAME.py`, as a page holds it."""

    def move_text(self, position: Any, move: Any) -> str:
        """A move of that module, as a person types it."""

    def move_told(self, before: Any, move: Any, tongue: Tongue) -> str:
        """In a sentence what a move of that module did."""

    def table(self, state: State, board: int, tongue: Tongue = ENGLISH) -> Table:
        """A board of the state, to be shown."""


def desk_names() -> tuple[str, ...]:
    """The games that have a desk."""
    return tuple(sorted(m.name.replace("_", "-") for m in pkgutil.iter_modules(__path__)))


def desk(game_name: str) -> Desk:
    """A game's desk; InputError naming the nearest game if there is none."""
    wanted = game_name.strip().lower()
    if wanted not in desk_names():
        raise InputError(f"no game {game_name[:40]!r} here; {nearest(wanted, desk_names())}")
    return cast(Desk, importlib.import_module(f"{__name__}.{module_name(wanted)}"))


def title_of(game_name: str, context: str, name: str, tongue: Tongue = ENGLISH) -> str:
    """What people call a task or a tag (the context says which) of a game; its own name where the
    game has no title for it.

    >>> title_of("roadworks", "task", "cut-crossings")
    'Crossings never to close'
    """
    known = getattr(desk(game_name), "TITLES", {}) if game_name in desk_names() else {}
    return tongue.label(context, known[name]) if name in known else name


def read_state(given: object) -> State:
    """The state that a page sent; InputError if it is none.

    >>> read_state({"lines": ["roadworks:3x3:b2"]}).task
    'winning-move'
    """
    if not isinstance(given, Mapping):
        raise InputError("no position was sent; expected one")
    lines = given.get("lines")
    if isinstance(lines, str):
        lines = lines.split(";")
    if not isinstance(lines, list) or not 1 <= len(lines) <= MOST_BOARDS:
        raise InputError(f"no board was sent; expected 1 to {MOST_BOARDS}")
    if not all(isinstance(line, str) and len(line) <= MAX_LINE_LENGTH for line in lines):
        raise InputError("a board's position is no text, or too long")
    games = {line.partition(":")[0].strip().lower() for line in lines}
    if len(games) != 1:
        raise InputError(f"boards of {' and '.join(sorted(games))[:80]}; expected one game")
    game = registry.game(next(iter(games)))
    desk(game.name)
    task = _text(given, "task", 40) or next(iter(game.tasks))
    fields = given.get("fields") or {}
    if not isinstance(fields, Mapping) or len(str(fields)) > MOST_TEXT:
        raise InputError(f"what is said about the puzzle is longer than {MOST_TEXT} characters")
    return State(
        game.name,
        registry.task(game, task).name,
        tuple(f"{game.name}:{line.partition(':')[2].strip()}" for line in lines),
        _text(given, "placed", 2_000),
        re.sub(r"[^xy.]", "", _text(given, "owners", 40).lower()),
        {key: value for key, value in fields.items() if key in KEPT_FIELDS and value != ""},
    )


def left_out(given: object) -> list[str]:
    """What a page or an address says of a puzzle under names that no puzzle has."""
    fields = given.get("fields") if isinstance(given, Mapping) else None
    if not isinstance(fields, Mapping):
        return []
    return sorted(str(key)[:40] for key in fields if key not in KEPT_FIELDS)[:20]


def _text(given: Mapping[str, Any], key: str, longest: int) -> str:
    value = given.get(key) or ""
    if not isinstance(value, str) or len(value) > longest:
        raise InputError(f"{key} is no text, or too long")
    return value.strip()


def kept_fields(record: Record) -> dict[str, Any]:
    """What a record says beyond its position."""
    return {key: record.fields[key] for key in KEPT_FIELDS if key in record.fields}


def warm() -> None:
    """Draw an empty board of each game: what the first page needs then lies ready."""
    for name in desk_names():
        its_desk = desk(name)
        to_svg(its_desk.table(read_state({"lines": [its_desk.empty({})]}), 0).drawing)
