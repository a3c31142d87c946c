"""`crossfall generate`: finds puzzles, each proven, and writes a puzzle file."""

from __future__ import annotations

import sys
from contextlib import closing
from typing import TYPE_CHECKING, Any

import click

from crossfall.generator.options import (
    budget_of,
    budget_option,
    certificate_option,
    library_option,
    tell,
)
from crossfall.solver.errors import BudgetError, InputError, WorkersError

if TYPE_CHECKING:
    from crossfall.generator.finders import Ending, Finder, Wish
    from crossfall.generator.operations import Operation
    from crossfall.solver.budget import Budget
    from crossfall.solver.records import Record

DONE, INTERRUPTED, UNKNOWN = 0, 130, 3
MOST = 100_000
MOST_WORKERS = 1024
SAY_EVERY = 1000  # puzzles between two lines of progress where nobody watches the bar


@click.command(
    short_help="Find puzzles, each proven.",
    epilog="Example: crossfall generate roadworks --level 3 --count 6 -o six.toml",
)
@click.argument("game")
@click.option("--task", help="The kind of question; the game's first without.")
@click.option("--level", type=int, help="Roadworks: level 1 to 4.")
@click.option("--size", metavar="MxN", help="The board's size instead of a level.")
@click.option("--plain", is_flag=True, default=None, help="Roadworks: nothing falls.")
@click.option(
    "--fall",
    type=click.IntRange(1),
    metavar="K",
    help="Roadworks, what-falls and great-fall: exactly K crossings fall.",
)
@click.option("--rules", help="Pathing Dots & Boxes: original, waves or dm5.")
@click.option("--finals", is_flag=True, default=None, help="Pathing Dots & Boxes: finals board.")
@click.option(
    "--rules-dependent",
    is_flag=True,
    default=None,
    help="Pathing Dots & Boxes: only where another rule set has another answer.",
)
@click.option("--count", type=click.IntRange(1, MOST), default=1, show_default=True)
@click.option("--difficulty", type=click.IntRange(1, 5), help="Stars; a mixture without.")
@click.option("--seed", type=int, default=0, show_default=True, help="Another seed, other puzzles.")
@click.option("--tag", "tags", multiple=True, help="Only where this wrong idea fails.")
@click.option("--not-tag", "not_tags", multiple=True, help="Only where it does not.")
@click.option("--strict", is_flag=True, help="Only answers that can be written in one way.")
@click.option("-o", "--output", metavar="FILE.toml", help="Where the puzzles go.")
@library_option("Put each puzzle into this library as it is found; those it holds are passed over.")
@click.option(
    "--not-in-library",
    "shunned",
    metavar="FILE",
    help="Pass over the puzzles of this library; it is not changed.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, MOST_WORKERS),
    metavar="N",
    help="Look with N processes. What is found is kept in FILE.toml.part until all is done; after "
    "a break-off the same command goes on from there.",
)
@click.option(
    "--backend",
    type=click.Choice(("local", "dask")),
    help="The workers: processes of this machine, or those of a Dask cluster.",
)
@click.option("--scheduler", metavar="ADDRESS", help="With --backend dask: tcp://HOST:PORT.")
@certificate_option("Also write the proofs of the answers, for `audit` and `sheet` to check.")
@budget_option
def command(
    game: str,
    task: str | None,
    count: int,
    difficulty: int | None,
    seed: int,
    tags: tuple[str, ...],
    not_tags: tuple[str, ...],
    strict: bool,
    output: str | None,
    library: str | None,
    shunned: str | None,
    workers: int | None,
    backend: str | None,
    scheduler: str | None,
    certificate: str | None,
    seconds: float | None,
    **options: Any,
) -> int:
    """Find puzzles of GAME (roadworks, clear-path or pathing-boxes) that differ up to symmetry.

    The same wish and seed give the same puzzles, whoever looks for them. Exit code 0 also where
    fewer exist, proven; 3 where the search gave up or --budget ran out: what was found is written.
    """
    from crossfall.generator.finders import Wish, finder
    from crossfall.generator.operations import Operation
    from crossfall.generator.output import STANDARD_OUTPUT, check_target
    from crossfall.solver import position as registry

    found_game = registry.game(game)
    wish = Wish(
        task=registry.task(found_game, task or next(iter(found_game.tasks))).name,
        count=count,
        seed=seed,
        difficulty=difficulty,
        tags=tags,
        not_tags=not_tags,
        strict=strict,
        options={name: value for name, value in options.items() if value is not None},
    )
    maker = finder(found_game.name)
    strangers = [_flag(name) for name in wish.options if name not in maker.OPTIONS]
    if strangers:
        raise InputError(
            f"{found_game.name} takes no {' or '.join(strangers)}; "
            f"expected {', '.join(map(_flag, maker.OPTIONS))}"
        )
    if output is None and library is None:
        output = STANDARD_OUTPUT
    if output is None and certificate is not None:
        raise click.UsageError("--certificate counts the puzzles of a file; give -o FILE.toml too")
    if output is not None:
        check_target(output, certificate, library)
    if certificate is not None:
        check_target(certificate, library)
    _check_backend(workers, backend, scheduler)
    with Operation(
        found_game.name, wish, output, workers, scheduler, library, shunned
    ) as operation:
        return _run(maker, wish, budget_of(seconds), output, operation, certificate)


def _check_backend(workers: int | None, backend: str | None, scheduler: str | None) -> None:
    if (backend == "dask") != (scheduler is not None):
        missing = "--scheduler" if backend == "dask" else "--backend dask"
        raise click.UsageError(f"{missing} is missing; --backend dask --scheduler go together")
    if backend == "dask" and workers is not None:
        raise click.UsageError("--workers goes without --backend dask; the cluster has its own")


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _run(
    maker: Finder,
    wish: Wish,
    budget: Budget,
    output: str | None,
    operation: Operation,
    certificate: str | None,
) -> int:
    """Find, write what was found and its certificate, and say how it ended."""
    found: list[Record] = []
    code = DONE
    said: list[str] = []
    try:
        ending = _collect(maker, wish, budget, found, operation)
        operation.is_done = True
        said.extend(ending.notes)
        if ending.kind == "all":
            said.append(f"only {ending.exist or len(found)} exist, proven{operation.passed_over()}")
        elif ending.kind == "gave up":
            said.append(f"the search gave up: {len(found)} of {wish.count} found")
            code = UNKNOWN
    except (BudgetError, WorkersError) as error:
        said.append(f"{error}: {len(found)} of {wish.count} found")
        code = UNKNOWN
    except KeyboardInterrupt:
        said.append(f"interrupted: {len(found)} of {wish.count} found")
        code = INTERRUPTED
    if found and output is not None:
        from crossfall.generator.output import write_output
        from crossfall.solver.records import dump_records

        write_output(output, dump_records(found))
        if certificate is not None:
            if code == INTERRUPTED:
                tell(["interrupted: writing the proofs of what was found; Ctrl-C cuts that short"])
            unfinished, is_interrupted = _certify(certificate, output, found, budget)
            said.extend(unfinished)
            if unfinished:
                code = INTERRUPTED if is_interrupted else code or UNKNOWN
    elif not found and code != DONE:
        said.append("nothing is written")
    tell([*said, *operation.left()])
    return code


def _certify(
    certificate: str, output: str, found: list[Record], budget: Budget
) -> tuple[list[str], bool]:
    """Write the certificate of what was found: what it leaves out, and whether Ctrl-C was why."""
    from crossfall.generator.certifying import numbered, write_certificate
    from crossfall.generator.output import STANDARD_OUTPUT

    unfinished, is_interrupted = write_certificate(certificate, numbered(found), budget)
    if unfinished and output != STANDARD_OUTPUT:
        unfinished.append(f"crossfall check {output} --certificate {certificate} writes it whole")
    return unfinished, is_interrupted


def _collect(
    maker: Finder, wish: Wish, budget: Budget, found: list[Record], operation: Operation
) -> Ending:
    """Put the puzzles into `found` one by one, with a bar where someone watches."""
    search = operation.search(maker, budget)
    watched = sys.stderr.isatty() and wish.count > 1
    with (
        closing(search),
        click.progressbar(length=wish.count, file=sys.stderr, hidden=not watched) as bar,
    ):
        while True:
            try:
                record = next(search)
            except StopIteration as stop:
                ending: Ending = stop.value
                return ending
            operation.keep(record)
            found.append(record)
            bar.update(1)
            if not watched and len(found) % SAY_EVERY == 0:
                tell([f"{len(found)} of {wish.count} found"])
