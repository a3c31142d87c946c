"""A whole small book: what stands where, what is taught before what, the same bytes every time."""

from __future__ import annotations

import io
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pikepdf
import pypdf
import pypdfium2
import pytest

from crossfall.generator.books import measure
from crossfall.generator.books.blocks import Reference
from crossfall.generator.books.compose import Book, compose
from crossfall.generator.books.items import Job, Made, make
from crossfall.generator.books.render import print_book, worker_pool
from crossfall.generator.books.search import Found, Store, find_puzzles
from crossfall.generator.books.spec import parse_book, read_book
from crossfall.generator.books.teaching import teaching
from crossfall.generator.words import paragraph
from crossfall.solver.budget import Budget
from crossfall.solver.position import game
from crossfall.solver.records import Record
from crossfall.solver.verify import read_puzzle

HERE = Path(__file__).parent
MM = 72 / 25.4
# The order of teaching, written down once more.
ORDER = {
    "roadworks": ("R0", "R1", "R2", "R3", "R4", "R5"),
    "clear-path": ("C1", "C2", "C3", "C4", "C5", "C6"),
    "pathing-boxes": ("P1", "P2", "P3", "P4", "P5"),
}


def say_nothing(*_: object) -> None:
    pass


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Found:
    kept = tmp_path_factory.mktemp("book") / "small.puzzles.toml"
    shutil.copy(HERE / "small.puzzles.toml", kept)
    spec = read_book(str(HERE / "small.toml"))
    store = Store(str(kept), [name for name, _, _ in spec.picks])
    got = find_puzzles(spec, store, Budget(), say_nothing)
    assert got.searched == 0, "the puzzles of the small book are kept in a file"
    return got


@pytest.fixture(scope="module")
def sections(found: Found) -> list[list[Made]]:
    made = []
    for records in found.sections:
        outcomes = [make(Job(record, audit=True)) for record in records]
        assert all(outcome.made for outcome in outcomes)
        made.append([outcome.made for outcome in outcomes if outcome.made])
    return made


@pytest.fixture(scope="module")
def book(sections: list[list[Made]]) -> Book:
    return compose(read_book(str(HERE / "small.toml")), sections)


@pytest.fixture(scope="module")
def pdf(book: Book) -> bytes:
    return print_book(book, map, say_nothing)


@pytest.fixture(scope="module")
def texts(pdf: bytes) -> list[str]:
    document = pypdfium2.PdfDocument(pdf)
    return [" ".join(page.get_textpage().get_text_range().split()) for page in document]


def text_page(texts: list[str], title: str) -> int:
    """Where a heading stands that is no entry of the contents."""
    return next(i for i, text in enumerate(texts) if i > 10 and title in text)


# -- what stands where ------------------------------------------------------------------------


def test_the_parts_of_a_book_stand_in_their_order(book: Book, texts: list[str]) -> None:
    assert "Watch What Falls" in texts[0]
    assert "A. Tester" in texts[0]
    assert "Who owns these puzzles" in texts[1]
    assert texts[2].startswith("Contents")
    titles = [entry.title for entry in book.entries if entry.level == 1]
    assert titles == [
        "How to use this book",
        "Roadworks",
        "Clear Path",
        "Pathing Dots & Boxes",
        "Hints",
        "Answers",
        "About the designers",
    ]
    pages = [book.where[entry.anchor] for entry in book.entries]
    assert pages == sorted(pages)
    first, second = (text_page(texts, title) for title in ("First hints", "Second hints"))
    assert book.where["hints"] - 1 == first <= second
    last = texts[book.where["designers"] - 1]
    for designer in ("Georgy Nuzhdin", "Mark Steere", "Zero"):
        assert designer in last
        assert designer in texts[1]


def test_the_contents_name_the_page_on_which_each_title_stands(
    book: Book, texts: list[str]
) -> None:
    listed = texts[2] + texts[3]
    for entry in book.entries:
        page = book.where[entry.anchor]
        assert f"{entry.title} {page}" in listed
        assert entry.title in texts[page - 1]


def test_chapters_begin_on_right_hand_pages_and_the_number_of_pages_is_even(book: Book) -> None:
    assert len(book.pages) % 2 == 0
    chapters = [entry for entry in book.entries if entry.level == 1][1:]
    assert all(book.where[entry.anchor] % 2 == 1 for entry in chapters)


def test_each_puzzle_names_the_page_of_its_answer_and_each_answer_that_of_its_puzzle(
    book: Book, texts: list[str]
) -> None:
    assert book.puzzles == 44
    for number in range(1, book.puzzles + 1):
        asked, answered = book.where[f"puzzle-{number}"], book.where[f"answer-{number}"]
        assert asked < book.where["answers"] <= answered
        assert f"Answer on page {answered}" in texts[asked - 1]
        assert f"Puzzle on page {asked}" in texts[answered - 1]
        hinted = book.where.get(f"hint-{number}")
        if hinted is not None:
            assert asked < hinted < answered
            assert f"Hint on page {hinted}" in texts[asked - 1]
            assert number in numbers_named(texts[hinted - 1])
    assert sum(f"hint-{n}" in book.where for n in range(1, 45)) > 35


def numbers_named(text: str) -> set[int]:
    """The numbers in a text, those that `3–6` stands for too."""
    named = {int(number) for number in re.findall(r"\d+", text)}
    for first, last in re.findall(r"(\d+)–(\d+)", text):
        named |= set(range(int(first), int(last) + 1))
    return named


def test_every_puzzle_finds_its_hints_and_near_puzzles_share_a_sentence(
    book: Book, sections: list[list[Made]]
) -> None:
    hints = [
        told.text
        for page in book.pages[book.where["hints"] - 1 : book.where["answers"] - 1]
        for block in page.blocks
        for told in [getattr(block, "told", None)]
        if told is not None
    ]
    steps: list[list[tuple[set[int], str]]] = []
    for text in hints:
        if text in ("First hints", "Second hints", "Third hints"):
            steps.append([])
        elif found := re.match(r"([\d–, ]*\d) (.*)", text):
            steps[-1].append((numbers_named(found[1]), found[2]))
    number = 0
    wanted: list[dict[int, str]] = [{} for _ in steps]
    for section in sections:
        first = number + 1
        for made in section:
            number += 1
            for step, hint in enumerate(made.item(False).hints):
                wanted[step][number] = hint.text
        for step, lines in enumerate(steps):
            near = [text for named, text in lines if min(named) >= first and max(named) <= number]
            assert len(near) == len(set(near)), step
    for step, lines in enumerate(steps):
        printed = {number: text for named, text in lines for number in named}
        assert sum(len(named) for named, _ in lines) == len(printed)
        assert set(printed) == set(wanted[step])
        starts = [min(named) for named, _ in lines]
        assert starts == sorted(starts)
    assert max(len(named) for named, _ in steps[0]) > 1
    assert steps[0][0][0] >= {1, 2}  # two of what-falls, by the file


def test_page_numbers_are_printed_outside_and_blank_pages_are_blank(book: Book, pdf: bytes) -> None:
    document = pypdfium2.PdfDocument(pdf)
    width = 8.5 * 72
    for number in range(5, len(book.pages) + 1):
        text = document[number - 1].get_textpage()
        if not book.pages[number - 1].folio:
            assert text.get_text_range().strip() == ""
            continue
        foot = text.get_text_bounded(0, 0, width, 40).split()
        assert foot == [str(number)]
        search = text.search(str(number))
        boxes = []
        while (match := search.get_next()) is not None:
            boxes.append(text.get_charbox(match[0]))
        lowest = min(boxes, key=lambda box: box[1])
        assert (lowest[0] > width / 2) == (number % 2 == 1)


def test_links_lead_to_the_pages_that_they_name(book: Book, pdf: bytes) -> None:
    document = pikepdf.open(io.BytesIO(pdf))
    pages = {page.obj.objgen: number for number, page in enumerate(document.pages, start=1)}
    targets = [
        pages[note.Dest[0].objgen]
        for note in document.pages[book.where["puzzle-1"] - 1].obj.Annots
        if "/Dest" in note
    ]
    assert book.where["answer-1"] in targets
    for page in document.pages:
        for note in page.obj.get("/Annots", []):
            assert "/A" not in note


# -- what is taught ---------------------------------------------------------------------------


def test_no_puzzle_stands_before_the_page_of_its_technique(
    book: Book, sections: list[list[Made]], texts: list[str]
) -> None:
    number = 0
    seen = set()
    for made in (made for section in sections for made in section):
        number += 1
        features = made.record.fields.get("features", {})
        code = features.get("technique", "")
        if made.task == "answer-table" or not code:
            continue
        seen.add(code)
        order = ORDER[made.game]
        page = book.where[f"puzzle-{number}"]
        for earlier in order[: order.index(code) + 1]:
            assert book.taught[made.game, earlier] < page
    assert {"R1", "R2", "R3", "R4", "R5", "C1", "C4", "C6", "P1", "P3", "P5"} <= seen
    for name, codes in ORDER.items():
        taught = teaching(name)
        assert taught is not None
        assert tuple(code for t in taught.TECHNIQUES for code in t.codes) == codes
        for technique in taught.TECHNIQUES:
            page = book.taught[name, technique.codes[0]]
            assert technique.title in texts[page - 1]
            assert "A worked example" in texts[page - 1] + texts[page]


def test_block_numbers_are_spoken_of_only_in_answers_after_the_cards(
    book: Book, sections: list[list[Made]], texts: list[str]
) -> None:
    cards = book.taught["roadworks", "R3"]
    assert f"on the eight cards on page {cards}" in texts[book.where["answers"] - 1]
    first = next(n for n in range(1, 100) if book.where[f"puzzle-{n}"] > cards)
    for page in range(book.where["answer-1"], book.where[f"answer-{first}"]):
        assert "nim-sum" not in texts[page - 1]


def test_what_is_for_those_who_mark_stands_in_no_book(texts: list[str]) -> None:
    assert not any("Marks: " in text for text in texts)


@pytest.mark.parametrize("name", ORDER)
def test_worked_examples_end_won_and_their_answers_are_the_authors(name: str) -> None:
    taught = teaching(name)
    assert taught is not None
    for technique in taught.TECHNIQUES:
        puzzle = read_puzzle(technique.example)
        assert not puzzle.problems
        findings = game(name).tasks[puzzle.task].examine(puzzle, Budget())
        assert findings.proven
        assert len(findings.answers) == 1
        figures = taught.worked(puzzle, findings)
        told = " ".join(figure.caption.text for figure in figures)
        assert len(figures) >= 2
        if technique.codes[0] not in ("P4", "P5", "R5"):
            assert re.search(r"win|Four [XY] in a line", told), (technique.codes, told)


def test_the_falls_told_in_the_rules_are_those_of_the_source() -> None:
    taught = teaching("roadworks")
    assert taught is not None
    told = " ".join(
        figure.caption.text
        for part in taught.rules([])
        if hasattr(part, "figures")
        for figure in part.figures
    )
    assert "The first player closes b2: nothing falls." in told
    assert "The second player closes a3: a2 and a4 fall." in told
    assert "The first player closes b1 and cuts A from B: the first player has lost." in told
    assert "Circled: b1, c2 and c3 must stay." in told
    assert "Nothing circled: there is a way round every crossing." in told


# -- no puzzle twice --------------------------------------------------------------------------


def images(text: str) -> Iterator[str]:
    """A drawn Roadworks board under the symmetries that keep A and B or change their places."""
    rows = [line.split() for line in text.splitlines()]
    rows = [row for row in rows if row and row[0].isdigit()]
    cells = [["x" if c in "#~" else "o" for c in row[1:]] for row in rows]
    for board in (cells, [list(row) for row in zip(*cells, strict=True)]):
        yield "/".join(map("".join, board))
        yield "/".join("".join(reversed(row)) for row in reversed(board))


def test_no_puzzle_stands_twice_symmetry_counted(sections: list[list[Made]]) -> None:
    canonical = [game(made.game).canonical(made.puzzle) for section in sections for made in section]
    assert len(canonical) == len(set(canonical))
    moves = [
        made
        for section in sections
        for made in section
        if made.game == "roadworks" and made.task == "winning-move"
    ]
    seen: set[str] = set()
    for made in moves:
        mine = set(images(game("roadworks").text(made.puzzle)))
        assert not mine & seen
        seen |= mine


def test_a_puzzle_of_a_file_that_stands_in_the_book_already_is_left_out(tmp_path: Path) -> None:
    first = 'game = "roadworks"\ntask = "winning-move"\nlevel = 2\nclosed = "c1 b4 b2"\n'
    half_turn = 'game = "roadworks"\ntask = "winning-move"\nlevel = 2\nclosed = "b4 c1 c3"\n'
    (tmp_path / "mine.toml").write_text(f"[[puzzle]]\n{first}[[puzzle]]\n{half_turn}")
    (tmp_path / "book.toml").write_text(
        'title = "Mine"\n[[chapter]]\npuzzles = "mine.toml"\n[[chapter]]\npuzzles = "mine.toml"\n'
    )
    spec = read_book(str(tmp_path / "book.toml"))
    got = find_puzzles(spec, Store(str(tmp_path / "kept.toml"), []), Budget(), say_nothing)
    assert [len(records) for records in got.sections] == [1, 0]
    assert len(got.notes) == 3
    assert all("stands in the book already" in note for note in got.notes)


# -- the file ---------------------------------------------------------------------------------


def test_the_bytes_are_the_same_with_any_number_of_workers(book: Book, pdf: bytes) -> None:
    with worker_pool(2) as mapped:
        assert print_book(book, mapped, say_nothing) == pdf


def test_fonts_are_embedded_and_the_file_is_tagged_with_title_and_language(pdf: bytes) -> None:
    document = pikepdf.open(io.BytesIO(pdf))
    assert document.Root.Lang == "en"
    assert document.Root.MarkInfo.Marked
    assert document.docinfo["/Title"] == "Watch What Falls"
    assert document.docinfo["/Author"] == "A. Tester"
    fonts = 0
    for item in document.objects:
        if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/FontDescriptor":
            assert "/FontFile3" in item or "/FontFile2" in item
            fonts += 1
    assert fonts


def test_every_page_finds_its_tags_and_every_board_its_words(pdf: bytes, book: Book) -> None:
    document = pikepdf.open(io.BytesIO(pdf))
    root = document.Root.StructTreeRoot
    flat = list(root.ParentTree.Nums)
    parents = {int(flat[i]): flat[i + 1] for i in range(0, len(flat), 2)}
    numbers = [int(page.obj.StructParents) for page in document.pages]
    assert len(set(numbers)) == len(document.pages)
    figures = 0
    for page, number in zip(document.pages, numbers, strict=True):
        for element in parents[number]:
            if isinstance(element, pikepdf.Dictionary) and "/Pg" in element:
                assert element.Pg.objgen == page.obj.objgen
            if isinstance(element, pikepdf.Dictionary) and element.get("/S") == "/Figure":
                # What a page draws itself is passed over; so every picture has its words.
                assert element.get("/Alt"), number
                figures += 1
    assert figures > book.puzzles


def test_bookmarks_lead_through_the_chapters(pdf: bytes) -> None:
    reader = pypdf.PdfReader(io.BytesIO(pdf))
    titles = [item["/Title"] for item in reader.outline if not isinstance(item, list)]
    assert titles[:3] == ["Contents", "How to use this book", "Roadworks"]
    inner = next(item for item in reader.outline if isinstance(item, list))
    assert "Leave nothing, or an even number of rings" in [item["/Title"] for item in inner]


def overlaps(page: pypdfium2.PdfPage) -> list[str]:
    """Lines of text that stand on each other."""
    text = page.get_textpage()
    boxes = [text.get_rect(i) for i in range(text.count_rects())]
    found = []
    for i, (l1, b1, r1, t1) in enumerate(boxes):
        for l2, b2, r2, t2 in boxes[i + 1 :]:
            high = min(t1, t2) - max(b1, b2)
            wide = min(r1, r2) - max(l1, l2)
            if high > 0.45 * min(t1 - b1, t2 - b2) and wide > 2:
                told = text.get_text_bounded(l1, b1, r1, t1), text.get_text_bounded(l2, b2, r2, t2)
                found.append(" | ".join(told))
    return found


def test_no_text_stands_on_another_or_outside_its_mirrored_margins(book: Book, pdf: bytes) -> None:
    document = pypdfium2.PdfDocument(pdf)
    inside, outside = 0.375 * 72, 0.5 * 72
    for number, page in enumerate(document, start=1):
        assert overlaps(page) == [], number
        text = page.get_textpage()
        left, right = (inside, outside) if number % 2 else (outside, inside)
        for i in range(text.count_rects()):
            west, south, east, north = text.get_rect(i)
            told = number, text.get_text_bounded(west, south, east, north)
            assert west > left - 3, told  # an italic f leans out
            assert east < 8.5 * 72 - right + 3, told
            assert south > 15, told
            assert north < 11 * 72 - 15, told


def test_a_record_without_a_seal_or_with_a_broken_one_is_audited(found: Found) -> None:
    from crossfall.generator.books.search import is_sealed

    record = found.sections[1][0]
    assert is_sealed(record)
    assert not is_sealed(record.with_fields(answer="b2"))
    assert not is_sealed(Record(dict(record.fields)).with_fields(features={}))
    wrong = record.with_fields(answer="a2 a3")
    assert make(Job(wrong, audit=True)).flawed


# -- narrow pages, other languages, chapters of one task ---------------------------------------

NARROW = """
title = "T"
trim = "{trim}"
language = "{language}"
hints = {hints}
[[chapter]]
game = "roadworks"
task = "what-falls"
per_page = {per_page}
[[chapter]]
game = "roadworks"
task = "winning-move"
per_page = {per_page}
"""


@pytest.mark.parametrize(
    ("trim", "language", "per_page", "hints"),
    [
        ("6x9", "hu", 6, "true"),  # once two lines ran into each other and off the page
        ("6x9", "de", 6, "true"),
        ("a5", "es", 8, "true"),
        ("a5", "hu", 8, "true"),
        ("a5", "hu", 8, "false"),
    ],
)
def test_page_references_keep_to_the_width_of_their_puzzle(
    trim: str, language: str, per_page: int, hints: str, found: Found
) -> None:
    spec = parse_book(
        NARROW.format(trim=trim, language=language, per_page=per_page, hints=hints), "t.toml"
    )
    records = [record for section in found.sections for record in section]
    sections = []
    for task in ("what-falls", "winning-move"):
        asked = [record for record in records if record.task == task][:8]
        outcomes = [make(Job(record, audit=False, language=language)) for record in asked]
        sections.append([outcome.made for outcome in outcomes if outcome.made])
    book = compose(spec, sections)
    title = spec.tongue.label("task", "What falls")
    assert book.entries[1].title == f"Roadworks: {title}"
    assert (title == "What falls") is (language == "en")
    data = print_book(book, map, say_nothing)
    referring = 0
    for number, page in enumerate(pypdfium2.PdfDocument(data), start=1):
        assert overlaps(page) == [], number
        for block in book.pages[number - 1].blocks:
            if isinstance(block, Reference) and block.anchor.startswith(("hint", "answer")):
                referring += 1
                assert block.box.y + block.box.height < book.setting.area.height + 0.6
                told = paragraph(block.text.replace("{page}", str(book.where[block.anchor])))
                assert len(measure.lines(told, block.style, block.box.width)) == 1
    assert referring >= book.puzzles


def test_a_chapters_title_never_stands_alone_on_its_page(found: Found) -> None:
    spec = parse_book(NARROW.format(trim="a5", language="en", per_page=4, hints="true"), "t.toml")
    sections = []
    for task in ("what-falls", "winning-move"):
        asked = next(r for section in found.sections for r in section if r.task == task)
        sections.append([made for made in [make(Job(asked, audit=False)).made] if made])
    book = compose(spec, sections)
    # The rules stand in the first chapter: the second one opens with the technique that it needs.
    assert book.taught["roadworks", "R1"] == book.where["chapter-2"]
    page = pypdfium2.PdfDocument(print_book(book, map, say_nothing))[book.where["chapter-2"] - 1]
    text = " ".join(page.get_textpage().get_text_range().split())
    assert "Chapter 2 Roadworks: Winning move Technique Leave nothing" in text
