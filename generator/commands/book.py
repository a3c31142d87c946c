"""`crossfall book`: a whole puzzle book as a PDF."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from crossfall.generator.options import (
    DEFAULT_LIBRARY,
    budget_of,
    budget_option,
    echo_json,
    json_option,
    library_option,
    mark_name,
    tell,
)
from crossfall.generator.progress import Stages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crossfall.generator.books.items import Made
    from crossfall.generator.books.model import BookSpec
    from crossfall.generator.books.search import Found, Store
    from crossfall.generator.books.used import Marking
    from crossfall.solver.budget import Budget

DONE, FLAWED, UNKNOWN = 0, 1, 3


@click.command(
    short_help="A whole puzzle book as a PDF.",
    epilog="Example: crossfall book --example > mine.toml, then crossfall book mine.toml -o mine.pdf",
)
@click.argument("file", required=False, metavar="BOOK.toml")
@click.option("-o", "--output", metavar="FILE.pdf", help="Where the PDF goes.")
@click.option("--example", is_flag=True, help="Print a BOOK.toml that explains itself.")
@click.option(
    "--puzzles",
    metavar="FILE.toml",
    help="Where found puzzles are kept; BOOK.puzzles.toml beside BOOK.toml without.",
)
@click.option("--find-only", is_flag=True, help="Find the puzzles, print no book.")
@click.option("--no-audit", is_flag=True, help="Do not prove the answers a second time.")
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    help="Processes that prove and print; the book is the same with any number.",
)
@click.option(
    "--mark",
    callback=mark_name,
    metavar="NAME",
    help="Note in the library that its puzzles are used in NAME; none that was used elsewhere is "
    "looked for, and those of your own files are refused.",
)
@click.option("--again", is_flag=True, help="With --mark: also puzzles that were used elsewhere.")
@library_option(f"With --mark: the library; {DEFAULT_LIBRARY} without.")
@json_option
@budget_option
def command(
    file: str | None,
    output: str | None,
    example: bool,
    puzzles: str | None,
    find_only: bool,
    no_audit: bool,
    workers: int | None,
    mark: str | None,
    again: bool,
    library: str | None,
    as_json: bool,
    seconds: float | None,
) -> int:
    """Make the book that BOOK.toml (or -) describes: title, contents, rules in pictures, techniques before
    the puzzles that need them, puzzles, answers, about the designers.

    Puzzles are found once and kept in a puzzle file beside BOOK.toml; a run broken off goes on where
    it was. Exit code 1: a puzzle is flawed or the audit contradicts a key (nothing is written); 2:
    the input makes no sense; 3: fewer puzzles were found than wanted, or an audit did not finish (the
    book is written).
    """
    if example:
        from crossfall.generator.books.example import EXAMPLE

        click.echo(EXAMPLE, nl=False)
        return DONE
    if file is None:
        raise click.UsageError("no BOOK.toml named; --example prints one")
    if output is None and not find_only:
        raise click.UsageError("no -o FILE.pdf; expected where the book goes")
    if mark is None and (again or library is not None):
        raise click.UsageError("--library and --again go with --mark NAME")
    if mark is not None and output is None:
        raise click.UsageError("--mark goes with -o FILE.pdf; what is not printed is not used")
    if file == "-" and puzzles is None:
        raise click.UsageError("BOOK.toml from standard input: --puzzles FILE.toml is missing")
    from crossfall.generator.books.search import Store
    from crossfall.generator.books.spec import read_book
    from crossfall.generator.books.used import Marking
    from crossfall.generator.output import check_target

    spec = read_book(file)
    kept = puzzles or f"{os.path.splitext(file)[0]}.puzzles.toml"
    sections = [section for chapter in spec.chapters for section in chapter.sections]
    own = [section.puzzles for section in sections]  # the author's puzzle files
    check_target(kept, file, *own)
    if output is not None:
        check_target(output, file, kept, *own)
    names = [name for name, _, _ in spec.picks]
    store = Store(kept, names)
    marking = Marking(mark, library or DEFAULT_LIBRARY, again) if mark is not None else None
    budget = budget_of(seconds)
    with Stages("book") as stages:
        return _make(spec, store, output, not no_audit, workers, marking, as_json, budget, stages)


def _make(
    spec: BookSpec,
    store: Store,
    output: str | None,
    audit: bool,
    workers: int | None,
    marking: Marking | None,
    as_json: bool,
    budget: Budget,
    stages: Stages,
) -> int:
    from crossfall.generator.books.compose import compose
    from crossfall.generator.books.render import print_book, usual_workers, worker_pool
    from crossfall.generator.books.search import find_puzzles
    from crossfall.generator.output import making, write_output

    if marking is None:
        found = find_puzzles(spec, store, budget, stages.say)
    else:
        with marking.used() as used:
            found = find_puzzles(spec, store, budget, stages.say, used)
    stages.end()
    tell(found.notes)
    code = UNKNOWN if found.gave_up else DONE
    with worker_pool(workers or usual_workers()) as mapped:
        sections, faults, unaudited = _made(found, spec.language, audit, mapped, stages)
        stages.end()
        _keep_seals(store, sections)
        if faults:
            tell([*faults, "nothing was written"])
            return FLAWED
        if unaudited:
            tell(f"warning: {line}" for line in unaudited)
            code = UNKNOWN
        if output is None:
            return code
        printed = [made for section in sections for made in section]
        if marking is not None:
            marking.check(printed)  # before the long work of printing
        stages.say("laying out")
        book = compose(spec, sections)
        with making(output):
            data = print_book(book, mapped, partial(stages.say, "printing", unit="pages"))
        stages.end()
    if marking is None:
        write_output(output, data)
    else:
        marking.hand_out(printed, lambda: write_output(output, data))
    if as_json:
        _report(book, found, output)
    return code


def _made(
    found: Found, language: str, audit: bool, mapped: Callable[..., Iterator[Any]], stages: Stages
) -> tuple[list[list[Made]], list[str], list[str]]:
    """Every puzzle proven and told, section by section; what is wrong; what was not audited."""
    from crossfall.generator.books.items import Job, make

    faults: list[str] = []
    unaudited: list[str] = []
    jobs = [Job(record, audit, language) for records in found.sections for record in records]
    outcomes = mapped(make, jobs)
    sections: list[list[Made]] = []
    done = 0
    for records in found.sections:
        made: list[Made] = []
        for _ in records:
            outcome = next(outcomes)
            done += 1
            stages.say("proving", done, len(jobs), "puzzles")
            faults += [*outcome.flawed, *outcome.unknown]
            unaudited += outcome.unaudited
            if outcome.made is not None:
                made.append(outcome.made)
        sections.append(made)
    return sections, faults, unaudited


def _keep_seals(store: Store, sections: list[list[Made]]) -> None:
    """Write down which keys the audit has proven."""
    from crossfall.generator.books.search import identity

    sealed = {made.found: made.record for section in sections for made in section}
    for name in store.names:
        store.put(name, [sealed.get(identity(record), record) for record in store.of(name)])
    store.save()


def _report(book: Any, found: Found, output: str) -> None:
    chapters = [
        {"title": entry.title, "level": entry.level, "page": book.where[entry.anchor]}
        for entry in book.entries
    ]
    echo_json(
        {
            "file": output,
            "pages": len(book.pages),
            "puzzles": book.puzzles,
            "found": found.searched,
            "kept": found.kept,
            "contents": chapters,
        }
    )
