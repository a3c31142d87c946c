"""`crossfall sheet`: a worksheet with its answer key as a PDF."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Literal

import click

from crossfall.generator.options import (
    DEFAULT_LIBRARY,
    budget_of,
    budget_option,
    certificate_option,
    language_option,
    library_option,
    mark_name,
)

if TYPE_CHECKING:
    from crossfall.generator.sheet_jobs import Made, Wanted
    from crossfall.solver.budget import Budget

BAD_INPUT = 2
# What a code says itself, by the names of the parameters.
IN_THE_CODE = (
    "per_page",
    "paper",
    "large_print",
    "bw",
    "save_ink",
    "theme",
    "key_as",
    "hints",
    "no_rules",
    "numbers",
    "play",
    "language",
    "seed",
    "variants",
    "replace_",
    "contact",
)
PER_PAGE = ("1", "2", "3", "4", "6", "8", "12")


@click.command(
    short_help="Worksheet and answer key as a PDF.",
    epilog="Example: crossfall sheet six.toml -o six.pdf --title 'Market day' --per-page 4",
)
@click.argument("file", required=False)
@click.option("-o", "--output", required=True, metavar="FILE.pdf", help="Where the PDF goes.")
@click.option("--no-key", is_flag=True, help="Only the puzzles.")
@click.option("--key-only", is_flag=True, help="Only the answer key.")
@click.option(
    "--key",
    "key_as",
    type=click.Choice(("boards", "text")),
    default="boards",
    show_default=True,
    help="The key: boards with the answer drawn and told, or the bare answers.",
)
@click.option(
    "--per-page",
    type=click.Choice(PER_PAGE),
    help="Puzzles on a page, at most: fewer where the rules leave them no room or pages come out more even.",
)
@click.option(
    "--paper", type=click.Choice(("a4", "letter")), default="a4", show_default=True, help="Paper."
)
@language_option
@click.option(
    "--title",
    help="The title at the top; the game's name without. No code holds it: give it with --code again.",
)
@click.option("--large-print", is_flag=True, help="Boards of at least 85 mm, text of 16 points.")
@click.option("--bw", is_flag=True, help="For a black-and-white copier.")
@click.option("--save-ink", is_flag=True, help="Greys instead of black and tints: less ink.")
@click.option("--theme", type=click.Choice(("classroom", "book")), help="Colours of the boards.")
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
@click.option(
    "--variants",
    type=click.IntRange(1, 200),
    metavar="N",
    help="N sheets with other puzzles of the same kinds, each with its code, and one joint key.",
)
@click.option("--code", metavar="CODE", help="The sheet with this printed code; needs no FILE.")
@click.option(
    "--replace",
    "replace_",
    type=click.IntRange(1),
    multiple=True,
    metavar="N",
    help="Swap puzzle N of FILE for another of its kind, and rewrite FILE. May be repeated.",
)
@click.option("--save", metavar="FILE.toml", help="With --replace: write this file instead.")
@click.option("--seed", type=click.IntRange(0), help="With --variants or --replace: other puzzles.")
@click.option(
    "--contact",
    type=click.Choice(("puzzles", "answers")),
    help="All puzzles of FILE small, many a page, to choose from.",
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
@click.pass_context
def command(
    ctx: click.Context,
    file: str | None,
    output: str,
    no_key: bool,
    key_only: bool,
    key_as: Literal["boards", "text"],
    per_page: str | None,
    paper: str,
    language: str,
    title: str | None,
    large_print: bool,
    bw: bool,
    save_ink: bool,
    theme: str | None,
    no_rules: bool,
    numbers: bool,
    play: bool,
    hints: Literal["none", "upside-down", "key"],
    attach: bool,
    variants: int | None,
    code: str | None,
    replace_: tuple[int, ...],
    save: str | None,
    seed: int | None,
    contact: str | None,
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
    from crossfall.generator.output import check_target, making, write_output
    from crossfall.generator.recipes import Print
    from crossfall.generator.sheet_jobs import Wanted
    from crossfall.generator.sheets import SheetOptions

    _check_source(ctx, file, blank, code, size, plain or finals)
    _check_options(SimpleNamespace(**ctx.params))
    check_target(output, file, save, certificate, library)
    if save is not None:
        check_target(save, certificate)
    options = SheetOptions(
        paper="letter" if paper == "letter" else "a4",
        per_page=int(per_page) if per_page else None,
        large_print=large_print,
        look="thrifty" if save_ink else "copier" if bw else theme or "classroom",
        key="only" if key_only else "none" if no_key else "after",
        key_as=key_as,
        hints=hints,
        language=language,
    )
    wanted = Wanted(
        Print(options, not no_rules, numbers, play), title or "", not no_audit, attach, certificate
    )
    kinds = {"falling": False} if plain else {}
    if finals:
        kinds["finals"] = True
    job = _Job(wanted, budget_of(seconds), seed or 0)
    with making(output):
        if blank is not None:
            made = job.blank(blank, size, kinds)
        elif code is not None:
            made = job.again(code)
        else:
            made = job.file(file or "", variants, replace_, save, contact)
    pdf = made.pdf
    if pdf is not None and mark is not None:
        from crossfall.generator.library import open_library
        from crossfall.generator.library.handout import check_unused, hand_out

        with open_library(library or DEFAULT_LIBRARY, write=True) as opened:
            check_unused(opened, made.puzzles, mark, again)
            hand_out(opened, made.puzzles, mark, again, lambda: write_output(output, pdf))
    elif pdf is not None:
        write_output(output, pdf)
    return made.code


@dataclass(frozen=True)
class _Job:
    """One run of the command, after its options are understood."""

    wanted: Wanted
    budget: Budget
    seed: int

    def blank(self, game: str, size: str | None, kinds: dict[str, bool]) -> Made:
        from crossfall.generator.sheet_jobs import Made, empty_boards

        wanted = self.wanted
        return Made(empty_boards(game, size, kinds, wanted.title, wanted.options))

    def again(self, code: str) -> Made:
        from crossfall.generator.options import tell
        from crossfall.generator.recipes import recipe_of
        from crossfall.generator.sheet_jobs import print_variants

        recipe, variant = recipe_of(code)
        if recipe.print.titled and not self.wanted.title:
            tell(["note: this sheet had a title, which no code holds; --title gives it again"])
        options = replace(recipe.print.options, key=self.wanted.options.key)
        wanted = replace(self.wanted, print=replace(recipe.print, options=options))
        return print_variants(recipe, wanted, self.budget, only=variant)

    def file(
        self,
        file: str,
        variants: int | None,
        numbers: tuple[int, ...],
        save: str | None,
        contact: str | None,
    ) -> Made:
        from crossfall.generator import sheet_jobs as jobs

        puzzles = jobs.possible(file)
        if puzzles is None:
            return jobs.Made(None, BAD_INPUT)
        if variants is not None:
            print_ = replace(self.wanted.print, titled=bool(self.wanted.title))
            recipe = jobs.recipe_for(puzzles, variants, self.seed, print_)
            return jobs.print_variants(recipe, self.wanted, self.budget)
        text = ""
        if numbers:
            target = save or _own_file(file)
            puzzles, text = jobs.swapped(file, puzzles, numbers, self.seed, self.budget)
        if contact is not None:
            made = jobs.print_contact(puzzles, contact == "answers", self.wanted, self.budget)
        else:
            made = jobs.print_file(puzzles, self.wanted, self.budget)
        if numbers and made.pdf is not None:
            from crossfall.generator.output import write_output

            write_output(target, text)
        return made


def _own_file(file: str) -> str:
    """The file that `--replace` rewrites; UsageError where there is none to rewrite."""
    import os

    if file == "-" or not os.path.isfile(file) or file.lower().endswith(".pdf"):
        raise click.UsageError("--replace rewrites a puzzle file; say with --save where it goes")
    return file


def _check_source(
    ctx: click.Context,
    file: str | None,
    blank: str | None,
    code: str | None,
    size: str | None,
    kind: bool,
) -> None:
    given = [
        name
        for name, value in (("FILE", file), ("--blank", blank), ("--code", code))
        if value is not None
    ]
    if len(given) != 1:
        told = " and ".join(given) if given else "neither FILE nor --blank nor --code"
        raise click.UsageError(f"{told}; expected one of them")
    if blank is None and (size is not None or kind):
        raise click.UsageError(
            "--size, --plain and --finals go with --blank; a puzzle file says its own"
        )
    if code is not None:
        from click.core import ParameterSource

        options = {param.name: param.opts[0] for param in ctx.command.params}
        said = [
            options[name]
            for name in IN_THE_CODE
            if ctx.get_parameter_source(name) == ParameterSource.COMMANDLINE
        ]
        if said:
            raise click.UsageError(f"the code says its own {', '.join(said)}; leave it out")


def _check_options(given: SimpleNamespace) -> None:
    """UsageError for options that go with no such others. given: the command's parameters."""
    blank, code, certificate = (
        value is not None for value in (given.blank, given.code, given.certificate)
    )
    marked, seeded = given.mark is not None, given.seed is not None
    hidden = given.no_key or blank  # no key is printed
    for is_wrong, said in (
        (given.no_key and given.key_only, "--no-key and --key-only leave nothing to print"),
        (blank and given.attach, "--attach with --blank: empty boards are no puzzles"),
        (blank and given.key_only, "--key-only with --blank: empty boards have no key"),
        (
            given.key_as == "text" and (hidden or given.hints == "key"),
            "--key text is the bare answers; they are not printed so",
        ),
        (
            seeded and given.variants is None and not code and not given.replace_,
            "--seed goes with --variants or --replace",
        ),
        (
            (given.variants or given.replace_ or given.contact) and given.file is None,
            "--variants, --replace and --contact want a FILE",
        ),
        (given.save is not None and not given.replace_, "--save goes with --replace"),
        (
            given.variants and (certificate or given.replace_ or given.contact),
            "--variants go with no --certificate, --replace or --contact",
        ),
        (
            given.contact and (given.no_key or given.key_only or given.attach or certificate),
            "--contact is no worksheet; it has no key, puzzle file or certificate",
        ),
        (given.play and hidden, "--line-of-play stands in the key, which is not printed"),
        (
            given.hints == "key" and given.no_key,
            "--hints key stands with the key, which is not printed",
        ),
        (
            given.hints == "upside-down" and given.key_only,
            "--hints upside-down stands under puzzles, which are not printed",
        ),
        (given.hints != "none" and blank, "--hints with --blank: empty boards are no puzzles"),
        (
            certificate and (given.no_audit or blank),
            "--certificate is for the audit, and there is none",
        ),
        (
            given.bw + given.save_ink + (given.theme is not None) > 1,
            "--bw, --save-ink and --theme: expected one of them",
        ),
        (
            not marked and (given.again or given.library is not None),
            "--library and --again go with --mark NAME",
        ),
        (
            marked and blank,
            "--mark goes with a puzzle file; empty boards are never used up",
        ),
        (
            marked and (given.variants or given.contact or given.replace_ or code),
            "--mark goes with a plain worksheet of FILE",
        ),
    ):
        if is_wrong:
            raise click.UsageError(said)
