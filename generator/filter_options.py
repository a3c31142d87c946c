"""The options that say which puzzles of a library are meant."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from crossfall.solver.errors import InputError, nearest

if TYPE_CHECKING:
    from crossfall.generator.library import Filter

Function = TypeVar("Function", bound=Callable[..., Any])


def filter_options(function: Function) -> Function:
    """The options of a command; its function is given them all, as `filter_of` takes them."""
    options = (
        click.option("--game", help="Only puzzles of this game."),
        click.option("--task", help="Only this kind of question."),
        click.option("--tag", "tags", multiple=True, help="Only with this tag (may be repeated)."),
        click.option("--not-tag", "not_tags", multiple=True, help="Only without it."),
        click.option("--difficulty", metavar="RANGE", help="Stars: 2, 2-4 or 3-."),
        click.option("--size", metavar="MxN", help="The board; 4x4-plain where nothing falls."),
        click.option("--rules", help="Pathing Dots & Boxes: waves, waves-finals and so on."),
        click.option(
            "--feature",
            "features",
            multiple=True,
            metavar="NAME=VALUE",
            help="A feature: technique=R3, lines=4-8.",
        ),
        click.option("--source", help="Where they came from, as `list` names it."),
        click.option("--unused", is_flag=True, help="Only those that bear no mark."),
        click.option("--marked", multiple=True, metavar="NAME", help="Only with this mark."),
    )
    for option in reversed(options):
        function = option(function)
    return function


def filter_of(
    game: str | None,
    task: str | None,
    tags: tuple[str, ...],
    not_tags: tuple[str, ...],
    difficulty: str | None,
    size: str | None,
    rules: str | None,
    features: tuple[str, ...],
    source: str | None,
    unused: bool,
    marked: tuple[str, ...],
) -> Filter:
    """The filter that these options ask for.

    Raises InputError for an unknown game or task, and for a range or feature that is none; click's
    UsageError for options that shut each other out.
    """
    from crossfall.generator.library.filters import Filter, read_feature, read_size, read_stars
    from crossfall.solver import position as registry

    named = registry.game(game) if game is not None else None
    if task is not None:
        games = [named] if named else [registry.game(name) for name in registry.game_names()]
        known = {name for one in games for name in one.tasks}
        if task.strip().lower() not in known:
            raise InputError(f"unknown task {task[:40]!r}; {nearest(task, sorted(known))}")
    if size is not None and rules is not None:
        raise click.UsageError("--size and --rules: no game has both")
    if unused and marked:
        raise click.UsageError("--unused and --marked leave nothing")
    board = read_size(size) if size is not None else rules
    return Filter(
        game=named.name if named else None,
        task=task.strip().lower() if task is not None else None,
        board=board.strip().lower() if board is not None else None,
        difficulty=read_stars(difficulty) if difficulty is not None else None,
        tags=tags,
        not_tags=not_tags,
        features=tuple(map(read_feature, features)),
        source=source,
        unused=unused,
        marks=marked,
    )
