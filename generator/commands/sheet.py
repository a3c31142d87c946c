"""`crossfall sheet`: a worksheet with its answer key as a PDF."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import click

from crossfall.generator.options import (
    DEFAULT_LIBRARY,
    budget_of,
    budget_option,
    certificate_option,
    impossible,
    language_option,
    library_option,
    mark_name,
    read_puzzles,
    tell,
)
from crossfall.solver.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crossfall.generator.proven import Proven
    from crossfall.generator.sheets import Sheet, SheetOptions
    from crossfall.solver.audit.certificate import Section
    from crossfall.solver.budget import Budget

DONE, FLAWED, BAD_INPUT, UNKNOWN = 0, 1, 2, 3
PER_PAGE = ("1", "2", "3", "4", "6", "8", "12")


@click.command(
    short_help="Worksheet and answer key as a PDF.",
    epilog="Example: crossfall sheet six.toml -o six.pdf --title 'Market day' --per-page 4",
)
@click.argument("file", required=False)
@click.option("-o", "--output", required=True, metavar="FILE.pdf", help="Where the PDF goes.")
@click.option("--no-key", is_flag=True, help="Only the puzzles.")
@click.option("--key-only", is_flag=True, help="Only the answer key.")
@click.option("--per-page", type=click.Choice(PER_PAGE), help="Puzzles on a page.")
@click.option(
    "--paper", type=click.Choice(("a4", "letter")), default="a4", show_default=True, help="Paper."
)
@language_option
@click.option("--title", help="The title at the top; the game's name without.")
@click.option("--large-print", is_flag=True, help="Boards of at least 85 mm, text of 16 points.")
@click.option("--bw", is_flag=True, help="For a black-and-white copier.")
@click.option("--no-rules", is_flag=True, help="Without the box of rules.")
@click.option(
    "--numbers/--no-numbers",
    default=True,
    show_default=True,
    help="Whether keys may speak of block numbers; without, where the cards are not taught yet.",
)
@click.option(
    "--line-of-play",
    "play",
    is_flag=True,
    help="The key also says how each position came about, move by move.",
)
@click.option(
    "--hints",
    type=click.Choice(("upside-down", "key", "none")),
    default="none",
    show_default=True,
    help="Two or three hints a puzzle: upside down at the foot of the page, or with the key.",
)
@click.option(
    "--attach", is_flag=True, help="Put the puzzle file into the PDF: crossfall check FILE.pdf."
)
@click.option("--no-audit", is_flag=True, help="Do not prove the answers a second time.")
@certificate_option("Proofs written by `generate` or `check`, for the audit to check.")
@click.option(
    "--mark",
    callback=mark_name,
    metavar="NAME",
    help="Note in the library that its puzzles are used in NAME; refuse those used elsewhere.",
)
@click.option("--again", is_flag=True, help="With --mark: also puzzles that were used elsewhere.")
@library_option(f"With --mark: the library; {DEFAULT_LIBRARY} without.")
@click.option("--blank", metavar="GAME", help="Empty boards to play on; needs no FILE.")
@click.option("--size", metavar="MxN", help="With --blank: the board's size.")
@click.option("--plain", is_flag=True, help="With --blank: Roadworks in which nothing falls.")
@click.option("--finals", is_flag=True, help="With --blank: the finals board of Pathing.")
@budget_option
def command(
    file: str | None,
    output: str,
    no_key: bool,
    key_only: bool,
    per_page: str | None,
    paper: str,
    language: str,
    title: str | None,
    large_print: bool,
    bw: bool,
    no_rules: bool,
    numbers: bool,
    play: bool,
    hints: Literal["none", "upside-down", "key"],
    attach: bool,
    no_audit: bool,
    certificate: str | None,
    mark: str | None,
    again: bool,
    library: str | None,
    blank: str | None,
    size: str | None,
    plain: bool,
    finals: bool,
    seconds: float | None,
) -> int:
    """Print the puzzles of FILE (a puzzle file, a sheet printed with --attach, - or a one-line
    position) as a worksheet with its answer key. Every puzzle must be sound, and every answer is
    proven a second time, by the audit.

    Exit code 1: a puzzle is flawed or the audit contradicts a key (nothing is written); 2: the
    input makes no sense; 3: an answer could not be proven (nothing is written) or its audit did not
    finish (the sheet is written).
    """
    from crossfall.generator.attachments import attached
    from crossfall.generator.output import check_target, write_output
    from crossfall.generator.sheets import SheetOptions, build_sheet, puzzle_sheet

    _check_options(file, blank, size, plain or finals, no_key, key_only, attach)
    if play and (no_key or blank is not None):
        raise click.UsageError("--line-of-play stands in the key, which is not printed")
    if hints == "key" and no_key:
        raise click.UsageError("--hints key stands with the key, which is not printed")
    if hints == "upside-down" and key_only:
        raise click.UsageError("--hints upside-down stands under puzzles, which are not printed")
    if hints != "none" and blank is not None:
        raise click.UsageError("--hints with --blank: empty boards are no puzzles")
    if certificate is not None and (no_audit or blank is not None):
        raise click.UsageError("--certificate is for the audit, and there is none")
    if mark is None and (again or library is not None):
        raise click.UsageError("--library and --again go with --mark NAME")
    if mark is not None and blank is not None:
        raise click.UsageError("--mark goes with a puzzle file; empty boards are never used up")
    check_target(output)
    options = SheetOptions(
        paper="letter" if paper == "letter" else "a4",
        per_page=int(per_page) if per_page else None,
        large_print=large_print,
        look="copier" if bw else "classroom",
        key="only" if key_only else "none" if no_key else "after",
        hints=hints,
        language=language,
    )
    code = DONE
    attachment: str | None = None
    if blank is not None:
        kinds = {"falling": False} if plain else {}
        if finals:
            kinds["finals"] = True
        sheet, options = _blank_sheet(blank, size, kinds, title, options)
    else:
        assert file is not None
        proven, code = _proven(file, not no_audit, certificate, numbers, budget_of(seconds))
        if proven is None:
            return code
        sheet = puzzle_sheet(
            proven.puzzles,
            title or "",
            not no_rules,
            numbers,
            play,
            options.tongue,
            hinted=hints != "none",
        )
        if attach:
            attachment = attached(proven.puzzles, with_answers=options.key != "none")
        if mark is not None:
            from crossfall.generator.library import open_library
            from crossfall.generator.library.handout import check_unused, hand_out

            with open_library(library or DEFAULT_LIBRARY, write=True) as opened:
                check_unused(opened, proven.puzzles, mark, again)
                pdf = build_sheet(sheet, options, attachment)
                hand_out(opened, proven.puzzles, mark, again, lambda: write_output(output, pdf))
            return code
    write_output(output, build_sheet(sheet, options, attachment))
    return code


def _check_options(
    file: str | None,
    blank: str | None,
    size: str | None,
    kind: bool,
    no_key: bool,
    key_only: bool,
    attach: bool,
) -> None:
    if (file is None) == (blank is None):
        given = "both FILE and" if file is not None else "neither FILE nor"
        raise click.UsageError(f"{given} --blank; expected one of them")
    if blank is None and (size is not None or kind):
        raise click.UsageError(
            "--size, --plain and --finals go with --blank; a puzzle file says its own"
        )
    if no_key and key_only:
        raise click.UsageError("--no-key and --key-only leave nothing to print")
    if blank is not None and attach:
        raise click.UsageError("--attach with --blank: empty boards are no puzzles")
    if blank is not None and key_only:
        raise click.UsageError("--key-only with --blank: empty boards have no key")


def _proven(
    file: str, audit: bool, certificate: str | None, numbers: bool, budget: Budget
) -> tuple[Proven | None, int]:
    """The puzzles of a file, proven, and the exit code; none where something forbids a sheet."""
    from crossfall.generator.proven import prove
    from crossfall.solver.advice import warnings

    puzzles, faults = read_puzzles(file)
    faults.extend(impossible(puzzles))
    if faults:
        tell(faults)
        return None, BAD_INPUT
    sections: Mapping[int, Section] = {}
    if certificate is not None:
        from crossfall.generator.certifying import read_sections

        sections = read_sections(certificate, puzzles)
    proven = prove(puzzles, budget, audit, sections)
    if proven.flawed or proven.unknown or proven.refused:
        tell([*proven.refused, *proven.flawed, *proven.unknown])
        tell(["nothing was written"])
        return None, BAD_INPUT if proven.refused else FLAWED if proven.flawed else UNKNOWN
    for puzzle, findings in proven.puzzles:
        place = puzzle.record.place
        tell(
            f"warning: {place}: {problem.code}: {problem.message}"
            for problem in warnings(puzzle, findings, budget, numbers)
        )
    if proven.unaudited:
        tell([f"warning: {'; '.join(proven.unaudited)}"])
    return proven, UNKNOWN if proven.unaudited else DONE


def _blank_sheet(
    game_name: str,
    size: str | None,
    kinds: dict[str, bool],
    title: str | None,
    options: SheetOptions,
) -> tuple[Sheet, SheetOptions]:
    """Empty boards of a game, and the options with so many of them on the page."""
    from crossfall.generator.pages import boards_that_fit
    from crossfall.generator.sheets import blank_sheet
    from crossfall.solver.position import game
    from crossfall.solver.records import Record

    named = game(game_name)
    record = Record({"game": named.name, "size": size or named.default_size})
    record = record.with_fields(**kinds)
    try:
        puzzle = named.read(record)
    except InputError as error:
        raise error.at("--blank") from None

    def blank(boards: int) -> Sheet:
        return blank_sheet(puzzle, title or "", boards, options.tongue)

    count = options.per_page or boards_that_fit(blank, options)
    return blank(count), replace(options, per_page=count)
