"""Pages are filled well, whatever the game, the paper and the number of puzzles asked for."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Literal

import pypdf
import pytest

from crossfall.generator import layout
from crossfall.generator.boards.pathing_boxes import position_drawing
from crossfall.generator.design import NORMAL
from crossfall.generator.pages import Page, Plan, plan
from crossfall.generator.rules_boxes import rules_box
from crossfall.generator.sheets import Sheet, SheetOptions, build_sheet, puzzle_sheet
from crossfall.generator.words import AnswerSpace, Blank
from crossfall.solver.budget import Budget
from crossfall.solver.pathing_boxes.board import board
from crossfall.solver.pathing_boxes.rules import CLASSIC
from crossfall.solver.records import parse_records
from crossfall.solver.verify import read_puzzle, verify
from tests.pages.sheets import text_of

FILLED = 0.72  # of the page's height; the rest is the foot that boards as wide as they can be leave
FINALS = replace(CLASSIC, board=board(finals=True))
KINDS = {
    "roadworks": 'task = "winning-move"\nlevel = 3\nclosed = "c4 e2"',
    "clear-path": 'task = "play-again"\nto_move = "red"\nboard = """\n'
    'R . . . B R\n. . R . . .\n. R B . R B\n. . . . R B\nB B B . . R\nB B R . . R\n"""',
    "pathing-boxes": 'task = "line-now"\nrules = "waves"\nto_move = "Y"\nboard = """\n'
    "   A   B   C   D\n1  Y---Y---Y---X\n   | x |\n2  X---X   Y---X\n               |\n"
    '3  X---Y---X---.\n   | y | y |\n4  Y---Y---.   X\n"""',
}


def sheet_of(game: str, finals: bool, count: int) -> Sheet:
    """So many times one puzzle, with the rules of its game."""
    (record,) = parse_records(f'[[puzzle]]\ngame = "{game}"\n{KINDS[game]}\n', "")
    puzzle = read_puzzle(record)
    made = puzzle_sheet([(puzzle, verify(puzzle, Budget()).findings)])
    (item,) = made.items
    if finals:
        item = replace(item, boards=(position_drawing(FINALS, copies=3),))
    return replace(made, items=tuple(replace(item, number=n) for n in range(1, count + 1)))


def lowest(page: Page) -> float:
    boxes = [shown.box for _, p in page.items for shown in p.boards]
    boxes += [box for _, p in page.items for _, box in p.blanks]
    return max(box.y + box.height for box in boxes)


def widest_share(page: Page) -> float:
    """How much of its cell's width the widest board has."""
    return max(b.box.width / p.cell.width for _, p in page.items for b in p.boards)


def is_filled(planned: Plan, page: Page) -> bool:
    low = lowest(page) / planned.paper.area.height
    return low > 0.9 or (low > FILLED and widest_share(page) > 0.75)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("per_page", layout.PER_PAGE)
@pytest.mark.parametrize(
    ("game", "finals"),
    [
        ("roadworks", False),
        ("clear-path", False),
        ("pathing-boxes", False),
        ("pathing-boxes", True),
    ],
)
def test_pages_are_filled_for_every_game_and_every_number_a_page(
    game: str, finals: bool, per_page: int, paper: str
) -> None:
    options = SheetOptions(paper=paper, per_page=per_page, key="none")  # type: ignore[arg-type]
    planned = plan(sheet_of(game, finals, 2 * per_page), options)
    numbers = [item.number for page in planned.pages for item, _ in page.items]
    assert numbers == list(range(1, 2 * per_page + 1))
    assert all(len(page.items) <= per_page for page in planned.pages)
    for page in planned.pages[:-1]:
        assert is_filled(planned, page), (lowest(page), widest_share(page), len(page.items))


def test_copies_to_redraw_in_stand_where_they_leave_the_board_larger() -> None:
    planned = plan(sheet_of("pathing-boxes", False, 2), SheetOptions(per_page=1, key="none"))
    for page in planned.pages:
        ((_, placed),) = page.items
        (shown,) = placed.boards
        assert shown.drawing.below > 0
        assert shown.longest < shown.box.height
        assert lowest(page) > 0.8 * planned.paper.area.height


def test_nine_puzzles_need_no_page_divided_for_twelve() -> None:
    made = replace(sheet_of("roadworks", False, 9), rules=())
    (page,) = plan(made, SheetOptions(per_page=12, key="none")).pages
    columns = len({placed.cell.x for _, placed in page.items})
    rows = len({placed.cell.y for _, placed in page.items})
    assert columns * rows in (9, 10)


def test_rules_grow_where_wide_boards_leave_room_but_boards_stay_as_large() -> None:
    made = sheet_of("clear-path", False, 3)
    options = SheetOptions(per_page=3, key="none")
    (page,) = plan(made, options).pages
    (rules,) = page.rules
    usual = plan(replace(made, items=made.items * 2), SheetOptions(per_page=4)).pages[0].rules[0]
    assert rules.box.height > usual.box.height - 1
    assert rules.size > 12
    bare = plan(replace(made, rules=()), options).pages[0].items[0][1].step
    assert page.items[0][1].step > 0.6 * bare


# On the shorter Letter three boards side by side are clearly larger than three under each other.
@pytest.mark.parametrize(("paper", "share"), [("a4", 0.95), ("letter", 0.84)])
@pytest.mark.parametrize("game", ["roadworks", "pathing-boxes"])
def test_three_boards_under_the_rules_reach_the_foot_of_the_page(
    game: str, paper: str, share: float
) -> None:
    options = SheetOptions(paper=paper, per_page=3, key="none")  # type: ignore[arg-type]
    planned = plan(sheet_of(game, False, 6), options)
    assert [len(page.items) for page in planned.pages] == [3, 3]
    for page in planned.pages:
        assert lowest(page) > share * planned.paper.area.height


def test_boards_under_the_rules_are_as_large_as_those_that_follow() -> None:
    planned = plan(sheet_of("clear-path", False, 6), SheetOptions(key="none"))
    assert [len(page.items) for page in planned.pages] == [2, 4]
    steps = [placed.step for page in planned.pages for _, placed in page.items]
    assert min(steps) > 0.9 * max(steps)
    assert min(steps) > 8.5


@pytest.mark.parametrize("count", range(1, 8))
def test_copies_to_redraw_in_are_large_enough_for_a_pencil(count: int) -> None:
    planned = plan(sheet_of("pathing-boxes", False, count), SheetOptions(key="none"))
    for page in planned.pages:
        for _, placed in page.items:
            assert placed.boards[0].has_copies
            assert 0.42 * placed.step > 3.7  # mm from one cell of a copy to the next


@pytest.mark.parametrize("per_page", [8, 12])
@pytest.mark.parametrize("game", ["roadworks", "clear-path", "pathing-boxes"])
def test_without_rules_as_many_puzzles_share_a_page_as_were_asked_for(
    game: str, per_page: int
) -> None:
    made = replace(sheet_of(game, False, per_page), rules=())
    (page,) = plan(made, SheetOptions(per_page=per_page, key="none")).pages
    assert len(page.items) == per_page


def test_a_credit_in_small_print_beside_the_title_takes_no_line_of_its_own() -> None:
    (rules,) = sheet_of("clear-path", False, 1).rules
    for width in (24.0, 44.0, 66.0):
        with_credit = rules_box(rules, 0.0, 182.0, NORMAL, 12.0, width)
        without = rules_box(replace(rules, credit=""), 0.0, 182.0, NORMAL, 12.0, width)
        assert with_credit.box.height == without.box.height


def test_boards_of_a_row_begin_at_one_height_and_likes_are_of_one_size() -> None:
    made = sheet_of("clear-path", False, 3)
    (first, *others) = made.items
    longer = replace(first, space=AnswerSpace((Blank("Stones"),)))
    page = plan(replace(made, items=(longer, *others)), SheetOptions(per_page=3)).pages[0]
    shown = [placed.boards[0].box for _, placed in page.items]
    assert len({placed.cell.y for _, placed in page.items}) == 1
    assert max(box.y for box in shown) - min(box.y for box in shown) < 0.05
    assert max(box.width for box in shown) - min(box.width for box in shown) < 0.05


def test_three_stars_stand_in_one_row_under_their_number() -> None:
    made = sheet_of("roadworks", False, 6)
    starred = replace(made, items=tuple(replace(item, stars=3) for item in made.items))
    narrow = plan(starred, SheetOptions(per_page=6)).pages[0].furniture
    assert narrow is not None
    paths = next(layer.d for layer in narrow.layers if layer.style == "star")  # type: ignore[union-attr]
    tips = [tuple(map(float, star.split("L")[0].split())) for star in paths.split("M")[1:4]]
    assert len({y for _, y in tips}) == 1


def test_no_answer_stands_on_a_page_of_its_own_that_smaller_boards_would_save() -> None:
    made = sheet_of("clear-path", False, 6)
    keys = tuple(replace(item, key_boards=item.boards) for item in made.items)
    pdf = build_sheet(replace(made, items=keys), SheetOptions(key="only"))
    assert len(pypdf.PdfReader(io.BytesIO(pdf)).pages) == 1
    few = plan(replace(made, items=keys[:3]), SheetOptions(key="only")).key_items
    six = plan(replace(made, items=keys), SheetOptions(key="only")).key_items
    assert 0.79 < six[0].board_widths[0] / few[0].board_widths[0] < 1


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("shown", [1, 2, 4, 6])
@pytest.mark.parametrize("game", ["roadworks", "clear-path", "pathing-boxes"])
def test_boards_of_a_large_print_key_are_as_large_as_those_of_its_puzzles(
    game: str, shown: int, paper: Literal["a4", "letter"]
) -> None:
    made = sheet_of(game, False, 2)
    bare = replace(made.items[0].boards[0], upright=None)
    if game == "pathing-boxes":
        bare = position_drawing(CLASSIC)
    items = tuple(replace(item, key_boards=(bare,) * shown) for item in made.items)
    options = SheetOptions(paper=paper, large_print=True, key="only")
    planned = plan(replace(made, items=items), options)
    for entry in planned.key_items:
        assert len(entry.board_widths) == shown
        for width, drawing in zip(entry.board_widths, entry.item.key_boards, strict=True):
            assert width * max(1.0, drawing.height / drawing.width) >= 85.0
            assert 2 * width + 6.0 <= planned.paper.area.width
    pdf = build_sheet(replace(made, items=items), options)
    assert "Answers" in text_of(pdf)


def test_boards_that_bear_their_own_numbers_get_no_others() -> None:
    made = sheet_of("roadworks", False, 1)
    (board_,) = made.items[0].boards
    for numbered, labels in ((False, ["1", "2"]), (True, ["", ""])):
        twice = (replace(board_, numbered=numbered),) * 2
        one = replace(made, items=(replace(made.items[0], boards=twice),))
        ((_, placed),) = plan(one, SheetOptions(key="none")).pages[-1].items
        assert [shown.label for shown in placed.boards] == labels
