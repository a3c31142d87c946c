"""Options and arguments that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

import click
from crossfall.solver.errors import InputError

if TYPE_CHECKING:
    from crossfall.solver.budget import Budget
    from crossfall.solver.position import Puzzle
    from crossfall.solver.records import Record

Function = TypeVar("Function", bound=Callable[..., Any])


class Seconds(click.ParamType[float]):
    """A positive number of seconds."""

    name = "seconds"

    def convert(self, value: Any, param: Any, ctx: Any) -> float:
        try:
            seconds = float(value)
        except (TypeError, ValueError):
            self.fail(f"{value!r} is no number of seconds", param, ctx)
        if not 0 < seconds < 1e9:
            self.fail(f"{value} is out of range; expected more than 0 seconds", param, ctx)
        return seconds


def json_option(function: Function) -> Function:
    """`--json`: the report for programs."""
    return click.option("--json", "as_json", is_flag=True, help="Report as JSON.")(function)


def budget_option(function: Function) -> Function:
    """`--budget SECONDS`: cut the search off."""
    return click.option(
        "--budget",
        "seconds",
        type=Seconds(),
        metavar="SECONDS",
        help="Cut the search off after so many seconds; what is then unknown is called so (exit 3).",
    )(function)


def budget_of(seconds: float | None) -> Budget:
    """The budget that `--budget` asks for; unbounded without."""
    from crossfall.solver.budget import Budget

    return Budget(seconds=seconds)


def read_puzzles(source: str) -> tuple[list[Puzzle], list[str]]:
    """The puzzles of a POSITION argument (file, `-`, one-line position) that can be read, and one
    line for every mistake in the others."""
    from crossfall.solver.records import read_records

    return puzzles_of(read_records(source))


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


def impossible(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    """One line for every reason why a position is impossible or finished."""
    for puzzle in puzzles:
        for problem in puzzle.problems:
            yield f"{puzzle.record.place}: {problem.code}: {problem.message}"


def tell(lines: Iterable[str]) -> None:
    """Print lines on standard error, as the command line does with errors."""
    for line in lines:
        click.echo(f"crossfall: {' '.join(line.split())}", err=True)
