"""How puzzles are found, one module a game; what such a module offers, and what is asked of it.

A finder turns a wish into records of sound puzzles, no two the same up to the board's symmetries.
It yields them in their final order, so that a run cut short leaves a prefix of the whole.
"""

from __future__ import annotations

import importlib
from collections.abc import Collection, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias, cast

from crossfall.generator.finders.ranges import ALONE, Run
from crossfall.solver.budget import Budget
from crossfall.solver.position import module_name
from crossfall.solver.records import Record


@dataclass(frozen=True)
class Wish:
    """What is wanted.

    options: the game's own (`level`, `size`, `plain`, `rules`, `finals`, `turns`), only those given.
    difficulty: 1 to 5, or None for a mixture. tags: every one of them; not_tags: none of them.
    strict: only puzzles whose answer can be written in one way.
    """

    task: str
    count: int = 1
    seed: int = 0
    difficulty: int | None = None
    tags: tuple[str, ...] = ()
    not_tags: tuple[str, ...] = ()
    strict: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Ending:
    """How a search ended.

    kind: `done` (as many as wanted), `all` (fewer exist, proven), `gave up` (fewer found).
    notes: what a person should know, one line each (shares that were dropped).
    exist: how many there are in all, where that is known and more than were given.
    """

    kind: Literal["done", "all", "gave up"]
    notes: tuple[str, ...] = ()
    exist: int | None = None


Found: TypeAlias = Generator[Record, None, Ending]


class Finder(Protocol):
    """What `finders/GAME.py` offers, as names of the module."""

    @property
    def OPTIONS(self) -> Collection[str]:  # noqa: N802 - a constant of the module
        """The options of `Wish.options` that the game takes."""

    def check(self, wish: Wish) -> None:
        """Raise InputError, or NeverError, for a wish of which that can be said without a search;
        a finder that has no `check` says it when it begins to search."""

    def techniques(self, wish: Wish) -> Collection[str]:
        """The techniques that puzzles of a wish can need, none for a task graded by its size; a
        finder that has no `techniques` has a game without them."""

    def find(self, wish: Wish, budget: Budget, run: Run = ALONE) -> Found:
        """The puzzles, one after the other.

        The result depends on the wish, and on what the run knows already, alone; `budget` only
        cuts off. Raises InputError for a wish that makes no sense, NeverError for one that no
        puzzle can meet, BudgetError when the budget runs out. A finder that has no `run` works
        too, but in one process, and it knows no library.
        """


def check_wish(game_name: str, wish: Wish) -> None:
    """Raise what a finder can say against a wish before it searches; see `Finder.check`.

    >>> check_wish("roadworks", Wish("what-falls", options={"size": "99x99"}))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    crossfall.solver.errors.InputError: a board of 99x99 blocks is too big; expected ...
    """
    check = getattr(finder(game_name), "check", None)
    if check is not None:
        check(wish)


def techniques(game_name: str, wish: Wish) -> tuple[str, ...]:
    """The techniques that puzzles of a wish can need; see `Finder.techniques`.

    >>> techniques("clear-path", Wish("winning-turn", difficulty=3))
    ('C3', 'C4')
    """
    named = getattr(finder(game_name), "techniques", None)
    return () if named is None else tuple(named(wish))


def finder(game_name: str) -> Finder:
    """The finder of a game.

    >>> finder("roadworks").__name__
    'crossfall.generator.finders.roadworks'
    """
    return cast(Finder, importlib.import_module(f"{__name__}.{module_name(game_name)}"))
