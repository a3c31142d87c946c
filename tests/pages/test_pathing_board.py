"""How Pathing boards are drawn and how large they are printed."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pypdfium2
import pytest

from crossfall.generator.boards.pathing_boxes import position_drawing
from crossfall.generator.drawing import Drawing, Labels, Path
from crossfall.generator.pages import plan
from crossfall.generator.sheets import Sheet, SheetOptions, build_sheet
from crossfall.generator.words import AnswerSpace, Blank, Key, paragraph
from crossfall.solver.pathing_boxes.board import board
from crossfall.solver.pathing_boxes.rules import CLASSIC
from tests.pages.sheets import item

FINALS = replace(CLASSIC, board=board(True))


def arcs(drawing: Drawing) -> list[tuple[float, float]]:
    """Points along all curved edges, from the curve's own definition."""
    points = []
    for layer in drawing.layers:
        if isinstance(layer, Path) and layer.style in ("open", "filled"):
            for curve in re.findall(r"M([^MLC]*)C([^MLC]*)", layer.d):
                numbers = [float(n) for n in " ".join(curve).split()]
                corners = list(zip(numbers[::2], numbers[1::2], strict=True))
                for i in range(101):
                    t = i / 100
                    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
                    x = sum(w * corner[0] for w, corner in zip(weights, corners, strict=True))
                    y = sum(w * corner[1] for w, corner in zip(weights, corners, strict=True))
                    points.append((x, y))
    return points


def test_names_stand_outside_the_long_edges_and_on_the_drawing() -> None:
    drawing = position_drawing(FINALS)
    points = arcs(drawing)
    assert points
    (names,) = [
        layer for layer in drawing.layers if isinstance(layer, Labels) and layer.style == "name"
    ]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    for label in names.labels:
        half = names.size / 2
        assert label.x + half < left or label.y + half < top
        assert label.x - half > 0
        assert label.y - half > 0


def test_nothing_of_the_finals_board_leaves_the_drawing() -> None:
    drawing = position_drawing(FINALS)
    for x, y in arcs(drawing):
        assert 0.9 < x < drawing.width - 0.9
        assert 0.9 < y < drawing.height - 0.9


def test_large_print_measures_the_board_and_not_the_copies_beside_it() -> None:
    drawing = position_drawing(CLASSIC, copies=3)
    items = tuple(item(5 * i, boards=(drawing,), key_boards=()) for i in range(1, 5))
    for page in plan(Sheet("", items), SheetOptions(large_print=True, key="none")).pages:
        for _, placed in page.items:
            (placed_board,) = placed.boards
            assert placed_board.box.height >= 85.0


def test_small_boards_of_a_key_stand_in_two_rows() -> None:
    drawing = position_drawing(CLASSIC)
    made = Sheet("", (item(1, key_boards=(drawing,) * 4), item(2, key_boards=(drawing,) * 2)))
    four, two = plan(made, SheetOptions(key="only")).key_items
    assert len(set(four.board_tops)) == 2
    assert len(set(two.board_tops)) == 1
    assert all(width / drawing.width * drawing.step >= 5.5 for width in four.board_widths)
    bottom = max(four.board_tops) + four.board_widths[0] * drawing.height / drawing.width
    assert abs(four.height - bottom) < 0.01


def test_large_print_has_the_blank_copies_under_the_board_and_fills_the_page() -> None:
    for position in (CLASSIC, FINALS):
        drawing = position_drawing(position, copies=3)
        upright = drawing.upright
        assert upright is not None
        assert (upright.alt, upright.step) == (drawing.alt, drawing.step)
        assert upright.height > drawing.height
        # The copies under the board are those beside it: as many cells, with and without.
        for one, other in zip(drawing.layers, upright.layers, strict=True):
            assert one.style == other.style
            if isinstance(one, Path):
                assert isinstance(other, Path)
                assert one.d.count("M") == other.d.count("M")
    puzzles = tuple(item(n, boards=(position_drawing(CLASSIC, copies=3),)) for n in range(1, 5))
    sheet = Sheet("Large", puzzles)
    printed = plan(sheet, SheetOptions(large_print=True)).pages
    placed = [where for page in printed for _, where in page.items]
    assert all(
        board.drawing.beside < 0.5 * board.drawing.width for p in placed for board in p.boards
    )
    full = max(board.box.y + board.box.height for p in placed for board in p.boards)
    assert full > 0.85 * plan(sheet, SheetOptions(large_print=True)).paper.area.height


@pytest.mark.parametrize("options", [SheetOptions(), SheetOptions(large_print=True)])
def test_no_line_of_text_ends_within_a_swap(options: SheetOptions) -> None:
    """Copied from the page, each swap is the plain text that may be typed."""
    names = [f"{a}{n}-{b}{n}" for a, b in pairwise("ABCD") for n in range(1, 5)]
    told = "".join(
        f"{'It is so. '[: 2 + number]}**{name}**, *{name}*: ({name}); {name}/{name}. "
        for number, name in enumerate(names)
    )
    space = AnswerSpace((Blank(),))
    items = tuple(
        item(
            number,
            question=f"{'I see. ' * number}Whose is {', '.join(names[number:])}?",
            space=space,
            key=Key(names[0], (paragraph("- " * number + told),)),
        )
        for number in range(1, 5)
    )
    text = "".join(
        page.get_textpage().get_text_range()
        for page in pypdfium2.PdfDocument(build_sheet(Sheet("Swaps", items), options))
    )
    asked = sum(len(names) - number for number in range(1, 5))
    assert len(re.findall(r"[A-D][1-4]-[A-D][1-4]", text)) == asked + 4 * 5 * len(names)
    assert text.count("\n") > 20
