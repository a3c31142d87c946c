"""What leaves the printer: whole, in its place, readable, the same every time."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pypdf
import pytest

from crossfall.generator import design, fonts, layout
from crossfall.generator.design import Box
from crossfall.generator.drawing import ended
from crossfall.generator.pages import plan
from crossfall.generator.sheets import Sheet, SheetOptions, build_sheet, clean
from crossfall.generator.words import paragraph
from crossfall.solver.errors import InputError
from tests.pages.sheets import item, printed, rules, sheet, text_of

NO_KEY = SheetOptions(key="none")


def overlap(one: Box, other: Box) -> bool:
    slack = 0.01
    return (
        one.x < other.x + other.width - slack
        and other.x < one.x + one.width - slack
        and one.y < other.y + other.height - slack
        and other.y < one.y + one.height - slack
    )


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("per_page", layout.PER_PAGE)
@pytest.mark.parametrize("size", ["1x1", "2x5", "3x3", "4x4", "6x3", "10x10"])
def test_nothing_overlaps_and_nothing_leaves_the_page(size: str, per_page: int, paper: str) -> None:
    if (size, per_page) == ("10x10", 12):
        pytest.skip("too small to read: refused")
    made = sheet(2 * per_page + 1, size)
    if per_page > 6:
        # No one asks a table of five lines twelve times a page.
        made = replace(made, items=tuple(item(5 * i, size) for i in range(1, 2 * per_page)))
    options = SheetOptions(paper=paper, per_page=per_page)  # type: ignore[arg-type]
    planned = plan(made, options)
    area = planned.paper.area
    numbers = []
    for page in planned.pages:
        boxes = [box for _, box in page.fields] + [placed.box for placed in page.rules]
        for puzzle, placed in page.items:
            numbers.append(puzzle.number)
            boxes += [placed.head, *(board.box for board in placed.boards)]
            boxes += [box for _, box in (*placed.blanks, *placed.rows)] + list(placed.heads)
        for one, other in combinations(boxes, 2):
            assert not overlap(one, other), (one, other)
        for box in boxes:
            assert box.x >= -0.01
            assert box.y >= -0.01
            assert box.x + box.width <= area.width + 0.01
            assert box.y + box.height <= area.height + 0.01
    assert numbers == [puzzle.number for puzzle in made.items]


@pytest.mark.parametrize("per_page", [1, 2, 4, 6])
@pytest.mark.parametrize("size", ["2x5", "4x4", "6x3", "10x10"])
def test_boards_fill_the_page(size: str, per_page: int) -> None:
    made = Sheet("", tuple(item(5 * i, size) for i in range(1, per_page + 1)), fields=())
    (page,) = plan(made, SheetOptions(per_page=per_page, key="none")).pages
    width = min(placed.cell.width for _, placed in page.items)
    height = min(placed.cell.height for _, placed in page.items)
    for _, placed in page.items:
        (board,) = placed.boards
        fills_width = board.box.width > 0.9 * width
        fills_height = board.box.height + placed.head.height + 15 > 0.9 * height
        assert fills_width or fills_height or board.step > 0.95 * design.NORMAL.widest_step


def test_printed_text_stands_where_the_plan_says_and_never_on_a_board() -> None:
    made = sheet(6)
    options = SheetOptions(per_page=6, key="none")
    planned = plan(made, options)
    for page, words in zip(planned.pages, printed(build_sheet(made, options)), strict=True):
        left, top = planned.paper.side, planned.paper.top
        for puzzle, placed in page.items:
            begun = puzzle.question.split()[0]
            head = placed.head
            inside = [
                word
                for word in words
                if word.left > left + head.x + 5
                and word.text.startswith(begun)
                and abs(word.top - top - head.y) < 5
                and word.right < left + head.x + head.width + 1
            ]
            assert inside, puzzle.question
            for board in placed.boards:
                for word in words:
                    if len(word.text) > 3:
                        x, y = word.left - left, word.top - top
                        box = Box(x, y, word.right - word.left, word.bottom - word.top)
                        assert not overlap(box, board.box), word


def test_no_text_leaves_the_paper() -> None:
    for options in (SheetOptions(), SheetOptions(large_print=True, paper="letter")):
        paper = design.PAPERS[options.paper]
        for words in printed(build_sheet(sheet(5, title="Title " * 60), options)):
            for word in words:
                assert word.left >= 8
                assert word.right <= paper.width - 8
                assert word.top >= 5
                assert word.bottom <= paper.height - 5


def test_the_key_has_its_own_pages_and_the_same_numbers() -> None:
    made = sheet(7)
    both = pypdf.PdfReader(io.BytesIO(build_sheet(made)))
    puzzles = pypdf.PdfReader(io.BytesIO(build_sheet(made, NO_KEY)))
    key = pypdf.PdfReader(io.BytesIO(build_sheet(made, SheetOptions(key="only"))))
    assert len(both.pages) == len(puzzles.pages) + len(key.pages)
    told = " ".join(page.extract_text() for page in key.pages)
    for number in range(1, 8):
        assert f"The key of puzzle {number}" in told
    assert "The key of" not in " ".join(page.extract_text() for page in puzzles.pages)
    assert "Answers" in key.pages[0].extract_text()


@pytest.mark.parametrize(
    ("count", "per_page", "pages"), [(6, 6, 1), (24, 6, 4), (5, 2, 3), (3, 1, 3)]
)
def test_every_page_holds_as_many_puzzles_as_asked(count: int, per_page: int, pages: int) -> None:
    options = SheetOptions(per_page=per_page, key="none")
    made = Sheet("Six", tuple(item(5 * i, "3x3") for i in range(1, count + 1)), (rules(),))
    assert len(plan(made, options).pages) == pages


def test_fonts_are_ours_and_embedded() -> None:
    reader = pypdf.PdfReader(io.BytesIO(build_sheet(sheet(2, title="Őű → ✓ Größe"))))
    seen = set()
    for page in reader.pages:
        for font in page["/Resources"]["/Font"].values():  # type: ignore[index]
            inner = font.get_object()["/DescendantFonts"][0].get_object()
            descriptor = inner["/FontDescriptor"].get_object()
            assert "/FontFile3" in descriptor or "/FontFile2" in descriptor
            seen.add(str(descriptor["/FontName"]).split("+")[1])
    assert seen
    assert all(name.startswith("Source-Sans-Pro") for name in seen), seen


def test_our_fonts_have_every_sign_of_our_own_texts() -> None:
    root = Path(fonts.__file__).parent.parent
    files = [*root.glob("generator/words/*.py"), *root.glob("templates/**/*.j2")]
    assert len(files) > 5
    for face in (face for face in fonts.FACES if face.family == fonts.SANS):
        known = fonts.metrics(face).widths
        for file in files:
            signs = set(fonts.printable(file.read_text(encoding="utf-8"))) - {"\n"}
            assert {sign for sign in signs if ord(sign) not in known} == set(), file.name


def test_the_same_sheet_is_the_same_bytes_also_in_another_process() -> None:
    here = build_sheet(sheet(3))
    assert build_sheet(sheet(3)) == here
    program = (
        "import sys; from tests.pages.sheets import sheet;"
        "from crossfall.generator.sheets import build_sheet;"
        "sys.stdout.buffer.write(build_sheet(sheet(3)))"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True).stdout == here


def test_title_and_language_are_in_the_file_and_no_date() -> None:
    pdf = build_sheet(sheet(1, title="Market day"))
    reader = pypdf.PdfReader(io.BytesIO(pdf))
    assert reader.metadata is not None
    assert reader.metadata.title == "Market day"
    assert reader.trailer["/Root"]["/Lang"] == "en"
    assert "/CreationDate" not in reader.metadata


def test_every_board_has_its_words_for_those_who_do_not_see_it() -> None:
    reader = pypdf.PdfReader(io.BytesIO(build_sheet(sheet(2, "3x3"), NO_KEY)))
    assert reader.trailer["/Root"]["/MarkInfo"]["/Marked"]  # type: ignore[index]
    told: list[str] = []

    def walk(element: object) -> None:
        node = getattr(element, "get_object", lambda: element)()
        if isinstance(node, list):
            for child in node:
                walk(child)
        elif isinstance(node, dict):
            if node.get("/Alt"):
                told.append(str(node["/Alt"]))
            walk(node.get("/K", []))

    walk(reader.trailer["/Root"]["/StructTreeRoot"])  # type: ignore[index]
    assert sum(text.startswith("Roadworks, 3 by 3 blocks") for text in told) == 4


def test_what_a_user_writes_is_printed_as_it_is() -> None:
    hostile = "<script>alert(1)</script> {{7*7}} <img src=file:///etc/passwd> & ő ű"
    made = sheet(1, title=hostile)
    made = replace(made, items=(replace(made.items[0], title=hostile),))
    assert (
        text_of(build_sheet(made)).count("<script>alert(1)</script> {{7*7}} <img src=file:///etc")
        >= 2
    )


@pytest.mark.parametrize(
    "title", ["", "x" * 5000, "word " * 2000, "a\nb\tc\x00\x07\u202e\ufffe", "😀🏳️‍🌈 漢字 العربية"]
)
def test_no_title_breaks_the_page(title: str) -> None:
    planned = plan(sheet(2, title=title), NO_KEY)
    assert len(planned.pages) == 1
    pdf = build_sheet(sheet(2, title=title), NO_KEY)
    assert len(pypdf.PdfReader(io.BytesIO(pdf)).pages) == 1


def test_long_titles_are_shortened_and_control_characters_blanked() -> None:
    assert clean("a\nb\x00 c") == "a b c"
    assert len(clean("x" * 5000)) == 240
    assert clean("x" * 5000).endswith("…")


def test_large_print_keeps_its_measures() -> None:
    made = sheet(3, "3x3")
    planned = plan(made, SheetOptions(large_print=True))
    assert min(planned.type.text, planned.type.rules, planned.type.small, planned.type.key) >= 16
    for page in planned.pages:
        for _, placed in page.items:
            for board in placed.boards:
                assert max(board.box.width, board.box.height) >= 85


def test_what_does_not_fit_is_refused_and_says_what_would() -> None:
    with pytest.raises(InputError, match="expected at most"):
        plan(sheet(6), SheetOptions(large_print=True, per_page=6))


def test_without_rules_the_boards_get_the_room() -> None:
    with_rules, without = sheet(4), replace(sheet(4), rules=())
    small = plan(with_rules, NO_KEY).pages[0].items[0][1].step
    large = plan(without, NO_KEY).pages[0].items[0][1].step
    assert large > small


def test_the_first_page_has_title_and_all_rules_and_boards_where_these_leave_room() -> None:
    made = replace(sheet(8), rules=(rules(), rules()))
    for options in (NO_KEY, SheetOptions(key="none", large_print=True)):
        first, *rest = plan(made, options).pages
        assert first.has_title
        assert first.fields
        assert len(first.rules) == 2
        low = max(placed.box.y + placed.box.height for placed in first.rules)
        assert all(placed.head.y >= low for _, placed in first.items)
        assert not any(page.has_title or page.rules for page in rest)
        told = [puzzle.number for page in (first, *rest) for puzzle, _ in page.items]
        assert told == list(range(1, 9))


def test_twelve_a_page_leave_the_first_page_to_the_rules_and_fewer_boards() -> None:
    made = replace(sheet(15), items=tuple(item(5 * i) for i in range(1, 16)))
    planned = plan(made, SheetOptions(key="none", per_page=12))
    first, *rest = planned.pages
    assert first.rules
    assert 1 <= len(first.items) < 12
    assert all(len(page.items) <= 12 for page in rest)


def test_rules_longer_than_a_page_go_on_on_the_next() -> None:
    made = replace(sheet(2), rules=tuple(rules() for _ in range(9)))
    pages = plan(made, NO_KEY).pages
    height = plan(made, NO_KEY).paper.area.height
    assert [page.has_title for page in pages].count(True) == 1
    assert pages[0].has_title
    assert sum(len(page.rules) for page in pages) == 9
    assert all(r.box.y + r.box.height <= height for page in pages for r in page.rules)


@pytest.mark.parametrize(
    ("count", "per_page", "shares"), [(15, 6, [5, 5, 5]), (7, 6, [4, 3]), (9, 4, [3, 3, 3])]
)
def test_pages_hold_about_as_many_puzzles_each(
    count: int, per_page: int, shares: list[int]
) -> None:
    made = replace(sheet(count), rules=())
    planned = plan(made, SheetOptions(per_page=per_page, key="none"))
    assert [len(page.items) for page in planned.pages] == shares


def test_what_is_said_once_is_said_once() -> None:
    made = replace(sheet(8), notes=(paragraph("Only once."),), rules=())
    assert text_of(build_sheet(made)).count("Only once.") == 1


def test_no_word_stands_alone_on_the_last_line_of_a_paragraph() -> None:
    told = ["Marks: 1 for c2, 1 for “an even number of rings is left”.", "It is b2.", "No."]
    kept = [re.findall(r'<span class="whole">(.*?)</span>', str(ended(text))) for text in told]
    assert kept == [["is left”."], ["is b2."], []]
    assert [re.sub(r"<.*?>", "", str(ended(text))) for text in told] == told
