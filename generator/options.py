"""Options and arguments that several commands share."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

import click

from crossfall.solver.errors import InputError

if TYPE_CHECKING:
    from crossfall.solver.budget import Budget
    from crossfall.solver.position import Puzzle
    from crossfall.solver.records import Record

Function = TypeVar("Function", bound=Callable[..., Any])


def _seconds(ctx: click.Context, param: click.Parameter, value: float | None) -> float | None:
    if value is not None and not 0 < value < 1e9:
        raise click.BadParameter(f"{value} is out of range; expected more than 0 seconds")
    return value


def json_option(function: Function) -> Function:
    """`--json`: the report for programs."""
    return click.option("--json", "as_json", is_flag=True, help="Report as JSON.")(function)


def language_option(function: Function) -> Function:
    """`--language CODE`: the language of everything that is printed."""
    from crossfall.generator.tongues import SOURCE, languages

    return click.option(
        "--language",
        type=click.Choice(languages()),
        default=SOURCE,
        show_default=True,
        help="The language of everything printed; titles stay as you wrote them.",
    )(function)


def budget_option(function: Function) -> Function:
    """`--budget SECONDS`: cut the search off."""
    return click.option(
        "--budget",
        "seconds",
        type=float,
        callback=_seconds,
        metavar="SECONDS",
        help="Cut the search off after so many seconds; what is then unknown is called so (exit 3).",
    )(function)


def certificate_option(help_: str) -> Callable[[Function], Function]:
    """`--certificate FILE`: proofs written down, to be read or written."""
    return click.option("--certificate", metavar="FILE", help=help_)


DEFAULT_LIBRARY = "crossfall.sqlite"


def library_option(words: str, default: str | None = None) -> Callable[[Function], Function]:
    """`--library FILE`; with `default` that one where none is named, else none."""
    return click.option(
        "--library", metavar="FILE", default=default, show_default=bool(default), help=words
    )


def mark_name(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """The name of a sheet or book, on one line; click's error if it is none."""
    if value is None:
        return None
    name = " ".join(value.split())
    if not name or len(name) > 200 or not name.isprintable():
        raise click.BadParameter("expected a name of 1 to 200 printable characters")
    return name


def budget_of(seconds: float | None) -> Budget:
    """The budget that `--budget` asks for; unbounded without."""
    from crossfall.solver.budget import Budget

    return Budget(seconds=seconds)


def read_puzzles(source: str) -> tuple[list[Puzzle], list[str]]:
    """The puzzles of a POSITION argument (file, PDF with a file in it, `-`, one-line position) that
    can be read, and one line for every mistake in the others."""
    from crossfall.generator.attachments import records_of

    return puzzles_of(records_of(source))


def puzzles_of(records: Iterable[Record]) -> tuple[list[Puzzle], list[str]]:
    """The puzzles of those records that set one, and one line for every mistake in the others."""
    from crossfall.solver.verify import read_puzzle

    puzzles: list[Puzzle] = []
    faults: list[str] = []
    for record in records:
        try:
            puzzles.append(read_puzzle(record))
        except InputError as error:
            faults.extend(error.faults)
    return puzzles, faults


def echo_json(report: object) -> None:
    """Print a report for programs on standard output, names as they are written.

    >>> echo_json({"puzzles": []})
    {
      "puzzles": []
    }
    """
    click.echo(json.dumps(report, indent=2, ensure_ascii=False))


def impossible(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    """One line for every reason why a position is impossible or finished."""
    for puzzle in puzzles:
        for problem in puzzle.problems:
            yield f"{puzzle.record.place}: {problem.code}: {problem.message}"


LONGEST_LINE, _END = 1_000, 200  # characters of what is told, and of its end if it is longer


def tell(lines: Iterable[str]) -> None:
    """Print lines on standard error, as the command line does with errors."""
    for line in lines:
        told = " ".join(plain(line).split())
        if len(told) > LONGEST_LINE:
            # What is wrong stands at the beginning, what was expected at the end.
            told = f"{told[: LONGEST_LINE - _END - 1]}…{told[-_END:]}"
        with suppress(OSError):  # where nobody can be told, the exit code still says it
            click.echo(f"crossfall: {told}", err=True)


def say(text: str = "") -> None:
    """Print a result for a person on standard output."""
    click.echo(plain(text))


def plain(text: str) -> str:
    r"""Somebody's text as a terminal can show it: signs that steer the terminal, turn the direction
    of writing or are none become question marks.

    >>> plain("Fin\x1b[2J \u202eevil\nnext")
    'Fin?[2J ?evil\nnext'
    """
    return "".join(map(_plain_sign, text))


def _plain_sign(sign: str) -> str:
    if sign.isprintable() or sign == "\n":
        return sign
    return " " if sign == "\t" or unicodedata.category(sign) == "Zs" else "?"
