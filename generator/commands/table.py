"""`crossfall table`: complete tables of Roadworks boards, and what is counted in them."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from crossfall.generator.options import echo_json, json_option, say
from crossfall.solver.errors import InputError

if TYPE_CHECKING:
    from crossfall.solver.roadworks.census import Census
    from crossfall.solver.roadworks.rules import Board

MOST_UNASKED = 36  # crossings of a board that is counted anew without `--recount`
QUIET = 10.0  # seconds between two lines of progress where nobody watches a bar


@click.group(
    short_help="Complete tables of boards: build them, count what is in them.",
    epilog="Example: crossfall table stats 4x4",
)
def command() -> None:
    """Complete tables of Roadworks boards (falling): every position and who wins it.

    Tables of 3x3 to 5x5 come with the installation. Another one is used by all commands if the
    environment variable CROSSFALL_TABLES names the folder that it lies in.
    """


@command.command(
    short_help="Enumerate every position and mark the lost ones.",
    epilog="Example: crossfall table build 3x6 -o roadworks-3x6.xz",
)
@click.argument("size", metavar="MxN")
@click.option("-o", "--output", metavar="FILE", help="The table [default: roadworks-MxN.xz].")
@click.option(
    "--stock", metavar="FILE", help="Also write every position that has one winning result."
)
def build(size: str, output: str | None, stock: str | None) -> int:
    """Build the complete table of the board MxN.

    Broken off, the same command goes on where it was: what is known is kept beside the table in
    FILE.unfinished. The extra `fast` makes it some 20 times quicker, with the same result.
    """
    from crossfall.generator.output import check_target, write_output
    from crossfall.solver.roadworks.build import build as build_table
    from crossfall.solver.roadworks.tables import file_name, pack

    board = _board(size)
    target = output or file_name(board)
    unfinished = f"{target}.unfinished"
    for name in (target, *([stock] if stock is not None else [])):
        if name == "-":
            raise InputError("a table goes to a file, not to standard output; name one with -o")
    check_target(target, stock)
    check_target(unfinished, stock)
    if stock is not None:
        check_target(stock)
    table, positions = build_table(board, unfinished=Path(unfinished), progress=_Progress())
    packed = pack(table.to_bytes())
    write_output(target, packed)
    if stock is not None:
        write_output(stock, pack(positions.to_bytes()))
    Path(unfinished).unlink(missing_ok=True)  # not before: a full disk loses nothing
    say(
        f"{target}: {table.census['live']:,} live sets up to symmetry, {len(table.lost):,} lost; "
        f"{len(packed):,} bytes"
    )
    return 0


@command.command(
    short_help="Count positions by kind.",
    epilog="Example: crossfall table stats 5x5",
)
@click.argument("size", metavar="MxN")
@click.option("--recount", is_flag=True, help="Count anew instead of believing the table.")
@json_option
def stats(size: str, recount: bool, as_json: bool) -> int:
    """The census of the board MxN: live sets, lost ones, positions with one winning crossing and
    with one result, by safe closures and by the technique that proves the answer; longest fall.

    A table at hand carries its census; without one a small board is counted anew.
    """
    board = _board(size)
    census = _census(board, recount)
    if as_json:
        echo_json({"board": board.size, **census.report()})
    else:
        click.echo("\n".join(census.lines(board.size)))
    return 0


def _board(size: str) -> Board:
    from crossfall.solver.roadworks.notation import read_size
    from crossfall.solver.roadworks.rules import board

    return board(*read_size(size))


def _census(board: Board, recount: bool) -> Census:
    from crossfall.solver.roadworks.build import build as build_table
    from crossfall.solver.roadworks.census import Census
    from crossfall.solver.roadworks.tables import find

    table = None if recount else find(board)
    if table is None:
        if board.grid.count > MOST_UNASKED and not recount:
            raise InputError(
                f"no table of {board.size} at hand; count it with --recount, or build one with: "
                f"crossfall table build {board.size}"
            )
        table, _ = build_table(board, progress=_Progress())
    return Census.from_json(table.census)


class _Progress:
    """Tells on standard error how far a build is."""

    def __init__(self) -> None:
        self._watched = sys.stderr.isatty()
        self._told = time.monotonic()

    def __call__(self, stage: str, done: int, total: int) -> None:
        line = f"{stage}: {done:,} of {total:,}"
        if self._watched:
            click.echo(f"\r\x1b[K{line}", err=True, nl=done == total and stage == "counting")
        elif time.monotonic() - self._told >= QUIET:
            self._told = time.monotonic()
            click.echo(line, err=True)
