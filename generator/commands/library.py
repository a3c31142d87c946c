"""`crossfall library`: puzzles in one file, none twice, with what each was used for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from crossfall.generator.filter_options import filter_of, filter_options
from crossfall.generator.options import (
    DEFAULT_LIBRARY,
    budget_of,
    budget_option,
    echo_json,
    json_option,
    library_option,
    mark_name,
    read_puzzles,
    say,
    tell,
)
from crossfall.solver.errors import InputError, counted

if TYPE_CHECKING:
    from crossfall.generator.library import Entry, Library
    from crossfall.generator.library.intake import Taken

DONE, FLAWED, BAD_INPUT, UNKNOWN = 0, 1, 2, 3
MOST = 10**9


@click.group(
    short_help="Puzzles in one file, none twice.",
    epilog="Example: crossfall library add six.toml, then "
    "crossfall library export --unused --count 12 --mark 'Sheet 3B' -o sheet.toml",
)
def command() -> None:
    """Keep proven puzzles in one file (SQLite), none twice up to symmetry, and note where each was
    used, so that nobody gets one twice."""


# -- add


@command.command(
    short_help="Prove puzzles and add them.",
    epilog="Example: crossfall library add mine.toml --tag homework",
)
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@library_option("The library.", DEFAULT_LIBRARY)
@click.option("--tag", "tags", multiple=True, help="Give the puzzles this tag.")
@click.option("--source", help="Where they come from; the file's name without.")
@click.option("--unknown-too", is_flag=True, help="Also those that were not proven in time.")
@budget_option
@json_option
def add(
    files: tuple[str, ...],
    library: str,
    tags: tuple[str, ...],
    source: str | None,
    unknown_too: bool,
    seconds: float | None,
    as_json: bool,
) -> int:
    """Check each puzzle of FILE… and add the sound ones with their answers. One that is there
    already, turned or mirrored or not, is not added again.

    Exit code 1: a flawed puzzle was refused; 2: one could not be read; 3: one could not be proven
    before --budget ran out. All others are added.
    """
    from crossfall.generator.library import open_library
    from crossfall.generator.library.intake import ADDED, DOUBLE, REFUSED, take_in

    read = [(name, *read_puzzles(name)) for name in files]
    budget = budget_of(seconds)
    taken: list[Taken] = []
    faults = [fault for _, _, faults_of_file in read for fault in faults_of_file]
    with open_library(library, write=True) as opened:
        for name, puzzles, _ in read:
            for puzzle in puzzles:
                if puzzle.record.line:
                    faults.append(f"{puzzle.record.place}: write it as a [[puzzle]] in a file")
                    continue
                one = take_in(opened, puzzle, source or name, budget, tags, unknown_too)
                taken.append(one)
                if not as_json:
                    _tell_taken(one)
    counts = Counter(one.result for one in taken)
    if as_json:
        report = [
            {
                "source": one.puzzle.record.source,
                "number": one.puzzle.record.number,
                "result": one.result,
                "verdict": one.verdict,
                "in_library": one.number,
                "reasons": list(one.reasons),
            }
            for one in taken
        ]
        echo_json({"puzzles": report})
    else:
        say(
            f"{library}: {counts[ADDED]} added, {counts[DOUBLE]} there already, "
            f"{counts[REFUSED]} refused"
        )
    tell(faults)
    refused = {one.verdict for one in taken if one.result == REFUSED}
    if faults:
        return BAD_INPUT
    return FLAWED if "flawed" in refused else UNKNOWN if refused else DONE


def _tell_taken(one: Taken) -> None:
    from crossfall.generator.library.intake import DOUBLE, REFUSED

    place = one.puzzle.record.place
    if one.result == REFUSED:
        tell(f"{place}: refused: {reason}" for reason in one.reasons)
    elif one.result == DOUBLE:
        say(f"{place}: the same as number {one.number}, up to symmetry")


# -- list, show


@command.command(
    "list",
    short_help="The puzzles, one a line.",
    epilog="Example: crossfall library list --task winning-move --difficulty 2-3 --unused",
)
@library_option("The library.", DEFAULT_LIBRARY)
@filter_options
@json_option
def list_(library: str, as_json: bool, **filters: Any) -> int:
    """List the puzzles that meet every wish: number, stars, game and board, task, answer, tags,
    where it was used, where it came from."""
    from crossfall.generator.library import open_library

    wanted = filter_of(**filters)
    with open_library(library) as opened:
        entries = list(opened.entries(wanted))
    if as_json:
        echo_json({"puzzles": [_reported(entry) for entry in entries]})
        return DONE
    for entry in entries:
        say(_line(entry))
    if not entries:
        tell([f"{library}: no such puzzle"])
    return DONE


@command.command(
    short_help="A puzzle with all that is known of it.",
    epilog="Example: crossfall library show 17",
)
@click.argument("numbers", nargs=-1, required=True, type=click.IntRange(1, MOST))
@library_option("The library.", DEFAULT_LIBRARY)
@json_option
def show(numbers: tuple[int, ...], library: str, as_json: bool) -> int:
    """Show the puzzles with these NUMBERS: the board, and all that is known of them."""
    from crossfall.generator.library import open_library
    from crossfall.solver.position import game
    from crossfall.solver.verify import read_puzzle

    with open_library(library) as opened:
        entries = list(opened.take(numbers))
    if as_json:
        echo_json({"puzzles": [_reported(entry) for entry in entries]})
        return DONE
    for entry in entries:
        say(_line(entry))
        click.echo(game(entry.game).text(read_puzzle(entry.record)) + "\n")
    return DONE


def _line(entry: Entry) -> str:
    """A puzzle in one line for a person."""
    stars = "*" * entry.difficulty if entry.difficulty else "-"
    answer = "; ".join(entry.answer)
    parts = [
        f"{entry.number:>5}  {stars:<5} {entry.game} {entry.board} {entry.task}",
        f'"{entry.title}"' if entry.title else "",
        f"answer {answer if len(answer) <= 40 else answer[:39] + '…'}",
        f"tags {' '.join(entry.tags)}" if entry.tags else "",
        f"used in {', '.join(entry.marks)}" if entry.marks else "unused",
        f"from {entry.source}",
    ]
    return " · ".join(part for part in parts if part)


def _reported(entry: Entry) -> dict[str, Any]:
    """A puzzle as the report for programs gives it."""
    from crossfall.solver.records import dump_records

    return {
        "number": entry.number,
        "game": entry.game,
        "task": entry.task,
        "board": entry.board,
        "difficulty": entry.difficulty,
        "title": entry.title,
        "answer": list(entry.answer),
        "features": entry.features,
        "tags": list(entry.tags),
        "marks": list(entry.marks),
        "source": entry.source,
        "toml": dump_records([entry.record]),
    }


# -- export, mark, remove


@command.command(
    short_help="Write puzzles to a puzzle file.",
    epilog="Example: crossfall library export --difficulty 2 --unused --count 12 --mark 'Sheet 3B' "
    "-o sheet.toml",
)
@library_option("The library.", DEFAULT_LIBRARY)
@filter_options
@click.option("--count", type=click.IntRange(1, MOST), help="So many; all of them without.")
@click.option("--seed", type=int, help="With --count: a choice by chance instead of the first.")
@click.option("--mark", callback=mark_name, metavar="NAME", help="Mark them as used in NAME.")
@click.option("-o", "--output", default="-", metavar="FILE.toml", help="Where the puzzles go.")
def export(
    library: str,
    count: int | None,
    seed: int | None,
    mark: str | None,
    output: str,
    **filters: Any,
) -> int:
    """Write the puzzles that meet every wish to a puzzle file, easy ones first.

    With --unused and --mark no puzzle is ever handed out twice. Exit code 3: there are fewer than
    --count; all of them are written.
    """
    from crossfall.generator.library import open_library
    from crossfall.generator.output import check_target, write_output
    from crossfall.solver.records import dump_records

    wanted = filter_of(**filters)
    check_target(output, library)
    with open_library(library, write=mark is not None, make=False) as opened:
        numbers = opened.numbers(wanted, count, seed)
        if not numbers:
            raise InputError(f"{library}: no such puzzle; nothing is written")
        entries = sorted(opened.take(numbers), key=lambda entry: entry.difficulty or 0)
        text = dump_records(entry.record for entry in entries)
        if mark is None:
            write_output(output, text)
        else:
            # Both or neither: a file without marks would be handed out again.
            with opened.change():
                opened.mark(numbers, mark)
                write_output(output, text)
    if count is not None and len(numbers) < count:
        tell([f"only {len(numbers)} such puzzles are in {library}"])
        return UNKNOWN
    return DONE


@command.command(
    short_help="Note where puzzles were used.",
    epilog="Example: crossfall library mark 'Book, chapter 2' chapter2.toml 17 18",
)
@click.argument("name", callback=mark_name)
@click.argument("what", nargs=-1, required=True, metavar="FILE|NUMBER…")
@library_option("The library.", DEFAULT_LIBRARY)
@click.option("--remove", is_flag=True, help="Take the mark off again.")
def mark(name: str, what: tuple[str, ...], library: str, remove: bool) -> int:
    """Mark puzzles as used in NAME: those of a puzzle file, turned or mirrored or not, or those with
    these numbers."""
    from crossfall.generator.library import open_library

    with open_library(library, write=True, make=False) as opened:
        numbers = _meant(opened, what)
        if remove:
            opened.unmark(numbers, name)
        else:
            opened.mark(numbers, name)
    bear = counted(len(numbers), "puzzle bears", "puzzles bear")
    say(f"{library}: {name}: {bear} it{' no more' if remove else ''}")
    return DONE


@command.command(short_help="Take puzzles out.", epilog="Example: crossfall library remove 17 18")
@click.argument("what", nargs=-1, required=True, metavar="FILE|NUMBER…")
@library_option("The library.", DEFAULT_LIBRARY)
def remove(what: tuple[str, ...], library: str) -> int:
    """Take out the puzzles of a puzzle file, or those with these numbers, with their marks."""
    from crossfall.generator.library import open_library

    with open_library(library, write=True, make=False) as opened:
        numbers = _meant(opened, what)
        opened.remove(numbers)
    say(f"{library}: {counted(len(numbers), 'puzzle')} taken out")
    return DONE


def _meant(library: Library, what: Sequence[str]) -> list[int]:
    """The numbers of the puzzles meant; InputError, with every fault, if one is not there."""
    numbers: list[int] = []
    faults: list[str] = []
    for one in what:
        if one.isdecimal() and len(one) < 10:
            numbers.append(int(one))
            continue
        puzzles, unread = read_puzzles(one)
        faults.extend(unread)
        for puzzle in puzzles:
            entry = None if puzzle.problems else library.same_as(puzzle)
            if entry is None:
                faults.append(f"{puzzle.record.place}: not in {library.name}; add it first")
            else:
                numbers.append(entry.number)
    if faults:
        raise InputError(*faults)
    numbers = list(dict.fromkeys(numbers))
    return [entry.number for entry in library.take(numbers)]


# -- stats


@command.command(
    short_help="How many puzzles of which kind.",
    epilog="Example: crossfall library stats --svg stats.svg",
)
@library_option("The library.", DEFAULT_LIBRARY)
@click.option("--svg", metavar="FILE", help="Write a chart of difficulty by task as SVG.")
@json_option
def stats(library: str, svg: str | None, as_json: bool) -> int:
    """Count the puzzles of each task by difficulty, those used, and those behind each mark."""
    from crossfall.generator.library import open_library
    from crossfall.generator.library.chart import Row, chart, table
    from crossfall.generator.output import check_target, write_output

    if svg is not None:
        check_target(svg)
    with open_library(library) as opened:
        counts, marks = opened.counts(), opened.marks()
    rows = Row.of(counts)
    if svg is not None:
        write_output(svg, chart(rows))
    if as_json:
        report = {
            "counts": [
                {"game": a, "task": b, "difficulty": c, "puzzles": d, "used": e}
                for a, b, c, d, e in counts
            ],
            "marks": [{"name": name, "puzzles": number} for name, number in marks],
        }
        echo_json(report)
        return DONE
    say(table(rows))
    for name, number in marks:
        say(f"{number:>6}  used in {name}")
    return DONE
