"""The contact sheet of a file: all its puzzles small, many a page, to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from crossfall.generator import design, heights, layout
from crossfall.generator.bench.desks import title_of
from crossfall.generator.boards import boards
from crossfall.generator.design import Box
from crossfall.generator.furniture import furniture
from crossfall.generator.layout import Grid, Placed
from crossfall.generator.pages import Page, Plan
from crossfall.generator.sheets import Sheet, SheetItem, SheetOptions, clean, plans_pdf
from crossfall.generator.words import ON_BOARD
from crossfall.solver.errors import InputError
from crossfall.solver.position import Findings, Puzzle, game

SMALL = replace(
    design.NORMAL,
    text=7.5,
    badge=5.6,
    star=2.4,
    gap=1.2,
    gutter=4.0,
    widest_step=9.0,
)
# The first in which all boards can be read.
GRIDS = tuple(
    Grid(columns, rows, "under")
    for columns, rows in ((5, 6), (4, 5), (3, 4), (2, 3), (1, 2), (1, 1))
)


def contact_sheet(
    puzzles: Sequence[tuple[Puzzle, Findings | None]], title: str, options: SheetOptions
) -> bytes:
    """The PDF: each puzzle's number in the file, task, stars and board; with findings, the board
    with the answer drawn and the answer beside the task."""
    paper = design.PAPERS[options.paper]
    items = tuple(_item(puzzle, findings, options) for puzzle, findings in puzzles)
    name = title or " · ".join(dict.fromkeys(game(puzzle.game).title for puzzle, _ in puzzles))
    sheet = Sheet(clean(name), items, fields=())
    head = heights.text_height(sheet.title, SMALL.heading, paper.area.width, SMALL) + 3.0
    pages: list[Page] = []
    done = 0
    while done < len(items):
        area = paper.area if pages else paper.area.below(head)
        some = _page(items[done:], area)
        drawn = furniture(paper.area, SMALL, (), some)
        pages.append(Page(has_title=not pages, items=some, furniture=drawn))
        done += len(some)
    plan = Plan(sheet, options, paper, SMALL, SMALL.heading, tuple(pages), ())
    return plans_pdf([plan], options)


def _page(items: Sequence[SheetItem], area: Box) -> tuple[tuple[SheetItem, Placed], ...]:
    """The first of these puzzles, as many as fit on a page."""
    for grid in GRIDS:
        cells = layout.cells(area, grid, SMALL)
        some = items[: len(cells)]
        placed = layout.place(some, cells[: len(some)], grid, SMALL)
        if placed is not None:
            return tuple(zip(some, placed, strict=True))
    raise InputError("some puzzle does not fit on a page of its own")


def _item(puzzle: Puzzle, findings: Findings | None, options: SheetOptions) -> SheetItem:
    drawn = boards(puzzle.game, options.tongue)
    answer = ""
    if findings is not None and findings.answers:
        answer = f": {findings.answers[0].strings[0]}"
        if len(findings.answers[0].strings) > 1:
            answer += " …"
    return SheetItem(
        number=puzzle.record.number,
        question=title_of(puzzle.game, "task", puzzle.task, options.tongue) + answer,
        space=ON_BOARD,
        boards=drawn.draw(puzzle) if findings is None else drawn.draw_key(puzzle, findings),
        stars=puzzle.record.integer("difficulty", 1, 5) or 0,
    )
