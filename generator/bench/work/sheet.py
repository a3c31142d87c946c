"""A sheet of the puzzles that a page holds, or of empty boards: its pages as pictures, or the PDF."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, cast

from crossfall.generator.bench.api.board import records_of
from crossfall.generator.bench.jobs import LONG, Report
from crossfall.generator.design import PAPERS
from crossfall.generator.pages import boards_that_fit
from crossfall.generator.proven import prove
from crossfall.generator.sheets import (
    Sheet,
    SheetOptions,
    blank_sheet,
    build_sheet,
    clean,
    puzzle_sheet,
)
from crossfall.solver.budget import Budget
from crossfall.solver.errors import InputError
from crossfall.solver.position import Findings, Puzzle, game
from crossfall.solver.records import Record
from crossfall.solver.verify import read_puzzle

LANE = LONG
SECONDS = 300.0
PER_PAGE = (1, 2, 3, 4, 6, 8, 12)
MOST_PAGES = 40  # that are shown
PIXELS = 760  # how wide a page is shown
FILES = {"after": "sheet.pdf", "none": "pupils.pdf", "only": "key.pdf"}


def run(args: Mapping[str, Any], report: Report) -> dict[str, Any]:
    """`puzzles` (or `blank`, a game, and `size`), and how to print them: `paper`, `per_page`,
    `language`, `bw`, `large`, `key`, `title`, `rules`, `numbers`, `play`, `attach`.

    With `preview` each page is a piece and nothing is audited; else every answer is proven a second
    time, and the PDF is a file.
    """
    options = options_of(args)
    preview = bool(args.get("preview"))
    attachment: str | None = None
    if args.get("blank"):
        sheet, options = _blank(args, options)
    else:
        puzzles = _proven(args, report, audit=not preview)
        title = clean(str(args.get("title") or ""))
        flags = (args.get("rules", True), args.get("numbers", True), args.get("play", False))
        rules, numbers, play = map(bool, flags)
        sheet = puzzle_sheet(puzzles, title, rules, numbers, play, options.tongue)
        if args.get("attach"):
            from crossfall.generator.attachments import attached

            attachment = attached(puzzles, with_answers=options.key != "none")
    report.say("the pages are set")
    pdf = build_sheet(sheet, options, attachment)
    if not preview:
        return {"files": {FILES[options.key]: pdf}}
    return {"pages": show_pages(pdf, report)}


def options_of(args: Mapping[str, Any]) -> SheetOptions:
    """How to print, from what a page sent; InputError for what makes no sense."""
    paper, key = args.get("paper") or "a4", args.get("key") or "after"
    per_page = args.get("per_page") or None
    if paper not in PAPERS:
        raise InputError(f"paper {str(paper)[:20]!r}; expected {' or '.join(PAPERS)}")
    if not isinstance(key, str) or key not in FILES:
        raise InputError(f"key {str(key)[:20]!r}; expected one of: {', '.join(FILES)}")
    if per_page is not None and per_page not in PER_PAGE:
        raise InputError(f"{str(per_page)[:9]} boards on a page; expected one of {PER_PAGE}")
    options = SheetOptions(
        paper=cast(Literal["a4", "letter"], paper),
        per_page=per_page,
        large_print=bool(args.get("large")),
        look="copier" if args.get("bw") else "classroom",
        key=cast(Literal["after", "none", "only"], key),
        language=str(args.get("language") or "en"),
    )
    assert options.tongue  # an unknown language is told before any work
    return options


def _proven(
    args: Mapping[str, Any], report: Report, audit: bool
) -> Sequence[tuple[Puzzle, Findings]]:
    """The puzzles, each judged sound; InputError with every objection."""
    puzzles = [read_puzzle(record) for record in records_of(args.get("puzzles"))]
    faults = [
        f"{puzzle.record.place}: {problem.message}"
        for puzzle in puzzles
        for problem in puzzle.problems
    ]
    if faults:
        raise InputError(*faults)
    found: list[tuple[Puzzle, Findings]] = []
    for number, puzzle in enumerate(puzzles, start=1):
        report.say(f"puzzle {number} of {len(puzzles)} is proven", number / len(puzzles))
        proven = prove([puzzle], Budget(), audit)
        faults.extend([*proven.flawed, *proven.unknown])
        found.extend(proven.puzzles)
    if faults:
        raise InputError(*faults)
    return found


def _blank(args: Mapping[str, Any], options: SheetOptions) -> tuple[Sheet, SheetOptions]:
    """Empty boards, and the options with so many of them on the page."""
    named = game(str(args["blank"]))
    size, dash, _ = str(args.get("size") or named.default_size).partition("-plain")
    fields: dict[str, Any] = {"game": named.name, "size": size}
    if dash:
        fields["falling"] = False
    if args.get("finals"):
        fields["finals"] = True
    puzzle = named.read(Record(fields))
    title = clean(str(args.get("title") or ""))

    def blank(boards: int) -> Sheet:
        return blank_sheet(puzzle, title, boards, options.tongue)

    count = options.per_page or boards_that_fit(blank, options)
    return blank(count), replace(options, per_page=count, key="none")


def show_pages(pdf: bytes, report: Report) -> int:
    """Hand over each page as a picture; how many pages there are."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    count = len(document)
    for number, picture in enumerate(_pictures(document, min(count, MOST_PAGES)), start=1):
        report.piece({"page": number, "of": count, "png": picture})
    return count


def _pictures(document: Any, count: int) -> Iterator[str]:
    from PIL.Image import Dither, Quantize

    for number in range(count):
        page = document[number]
        image = page.render(scale=PIXELS / page.get_width()).to_pil()
        made = io.BytesIO()
        colours = image.quantize(256, Quantize.FASTOCTREE, dither=Dither.NONE)
        colours.save(made, "PNG")
        yield "data:image/png;base64," + base64.b64encode(made.getvalue()).decode()
