"""`crossfall play`: play in the terminal against the computer."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from crossfall.solver.position import Puzzle


@click.command(
    short_help="Play in the terminal against the computer.",
    epilog="Example: crossfall play roadworks --level 3 --first computer",
)
@click.argument("game")
@click.option("--level", type=click.IntRange(1, 4), help="Roadworks: levels 1 to 4.")
@click.option("--size", metavar="MxN", help="The board's size.")
@click.option("--plain", is_flag=True, help="Roadworks: nothing falls.")
@click.option("--rules", help="Pathing Dots & Boxes: original, waves or dm5.")
@click.option("--finals", is_flag=True, help="Pathing Dots & Boxes: the finals board.")
@click.option("--clock", help="Pathing Dots & Boxes: original, waves or dm5; yours alone.")
@click.option(
    "--first",
    type=click.Choice(["me", "computer"]),
    default="me",
    show_default=True,
    help="Who begins.",
)
@click.option(
    "--strength",
    default="full",
    show_default=True,
    metavar="easy|medium|full",
    help="How strongly the computer plays; hints and why stay exact.",
)
@click.option("--from", "from_", metavar="POSITION", help="Begin from this position.")
@click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    help="Chooses among the computer's equal moves, and which ones it makes weaker.",
)
def command(
    game: str,
    level: int | None,
    size: str | None,
    plain: bool,
    rules: str | None,
    finals: bool,
    clock: str | None,
    first: str,
    strength: str,
    from_: str | None,
    seed: int,
) -> int:
    """Play GAME against the computer. It plays perfectly where it can prove who wins, and says so
    where it cannot; with --strength easy or medium it plays weaker on purpose. While you play, `help` lists what else you can type: hint, why, undo, save.
    """
    from crossfall.generator.match import Match
    from crossfall.generator.players import begun, player
    from crossfall.generator.players.strength import strength as strength_of
    from crossfall.solver.errors import InputError

    opponent, plays = player(game), strength_of(strength)
    about = ""
    if from_ is None:
        options = {"level": level, "size": size, "plain": plain, "rules": rules, "finals": finals}
        given = {name: value for name, value in options.items() if value}
        known = getattr(opponent, "OPTIONS", tuple(options))
        strangers = [f"--{name}" for name in given if name not in known]
        if strangers:
            expected = " or ".join(f"--{name}" for name in known)
            raise InputError(f"{game} takes no {strangers[0]}; expected {expected}")
        position = opponent.start(given)
        about_start = getattr(opponent, "about_start", None)
        about = about_start(given) if about_start is not None else ""
    elif level or size or plain or rules or finals:
        raise InputError("--from together with options of a board; expected one of them")
    else:
        position = begun(opponent, _puzzle(game, from_))
    clocks = getattr(opponent, "clock", None)
    if clock is not None and clocks is None:
        raise InputError(f"{game} is played without clocks; leave out --clock")
    mover = opponent.mover(position)
    match = Match(
        opponent,
        position,
        human=mover if first == "me" else 1 - mover,
        rng=random.Random(seed),
        say=click.echo,
        strength=plays,
        clock=None if clock is None or clocks is None else clocks(clock),
    )
    if about:
        click.echo(about)
    match.run(_lines())
    return 0


def _puzzle(game: str, text: str) -> Puzzle:
    from crossfall.generator.options import impossible, read_puzzles
    from crossfall.solver.errors import InputError

    puzzles, faults = read_puzzles(text)
    faults.extend(impossible(puzzles))
    if not faults and len(puzzles) != 1:
        faults.append(f"{text}: {len(puzzles)} positions; expected one")
    if not faults and puzzles[0].game != game.strip().lower():
        faults.append(f"{text}: a position of {puzzles[0].game}; expected one of {game}")
    if faults:
        raise InputError(*faults)
    return puzzles[0]


def _lines() -> Iterator[str]:
    """What the person types, line by line; a prompt only for a person."""
    if sys.stdin is None:  # closed: nobody will ever type
        return
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")  # what is no text is no move
    prompt = "> " if sys.stdin.isatty() else ""
    while True:
        try:
            yield input(prompt)
        except EOFError:
            return
