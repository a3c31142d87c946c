"""Pages looked at: contrast, text and boards in their places, and pictures that must stay as they are.

The pictures in `golden/` are made anew with `CROSSFALL_GOLDEN=write pytest tests/pages/test_looks.py`;
look at them before you commit them.
"""

from __future__ import annotations

import io
import os
import re
from pathlib import Path

import numpy as np
import pypdf
import pypdfium2
import pytest
from PIL import Image

from crossfall.generator.contact import contact_sheet
from crossfall.generator.design import Box
from crossfall.generator.drawing import LOOKS
from crossfall.generator.pages import plan
from crossfall.generator.painter import looks_of
from crossfall.generator.pictures import png_picture
from crossfall.generator.sheets import Sheet, SheetOptions, build_sheet, puzzle_sheet
from crossfall.solver.position import Findings, Puzzle, game_names, module_name
from tests.pages.sheets import board, printed
from tests.pages.test_hints import every_puzzle
from tests.pages.test_sheets import overlap

GOLDEN = Path(__file__).parent / "golden"
TEXT, LINE = 4.5, 3.0  # least contrast of text and of lines, as WCAG 2.1 AA asks

# What a style's text or line lies on, where that is not the paper: the style that paints it.
UNDER = {
    "sign-letter": "sign",
    "letter-0": "stone-0",
    "letter-1": "stone-1-inside",
    "x-letter": "x-piece",
    "bar-0-pattern": "bar-0",
    "bar-1-pattern": "bar-1",
    "answer-core": "answer",
}
TEXTS = {"name", "number", "sign-letter", "letter-0", "letter-1", "x-letter", "y-letter"}
# Grounds, fillings with an outline of their own, and white insides: nothing to be read by.
GROUNDS = {
    "block", "shade-0", "shade-1", "crossing", "taken", "path", "stone-1-inside", "new-stone",
    "bar-1", "cell",
}  # fmt: skip


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def colours(look: str) -> list[str]:
    return re.findall(r"#[0-9a-f]{6}", look)


def test_contrast_is_measured_as_its_definition_says() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("kind", [*map(module_name, game_names()), "page"])
def test_everything_on_a_board_stands_out(kind: str, look: str) -> None:
    styles = looks_of(kind)[look]
    for name, attributes in styles.items():
        if name in GROUNDS:
            continue
        under = colours(styles[UNDER[name]])[0] if name in UNDER else "#ffffff"
        strongest = max(contrast(colour, under) for colour in colours(attributes))
        assert strongest >= (TEXT if name in TEXTS else LINE), (name, attributes, strongest)


@pytest.mark.parametrize("look", LOOKS)
def test_all_text_of_a_page_stands_out_from_what_it_lies_on(look: str) -> None:
    from crossfall.generator.sheets import sheets_html

    html, _ = sheets_html([some(2)], SheetOptions(look=look))
    style = html.split("<style>")[1].split("</style>")[0]
    texts = {c for c in re.findall(r"[ {;]color: *(#[0-9a-f]{6})", style) if c != "#ffffff"}
    grounds = {"#ffffff", *re.findall(r"\.rules \{ background: (#[0-9a-f]{6})", style)}
    assert len(texts) >= 2
    for text in texts:
        assert all(contrast(text, ground) >= TEXT for ground in grounds), text


def all_puzzles() -> list[tuple[Puzzle, Findings]]:
    seen: dict[tuple[str, str], tuple[Puzzle, Findings]] = {}
    for puzzle, findings in every_puzzle():
        seen.setdefault((puzzle.game, puzzle.task), (puzzle, findings))
    return list(seen.values())


def some(count: int = 19, game: str = "", hinted: bool = False) -> Sheet:
    chosen = [pair for pair in all_puzzles() if not game or pair[0].game == game]
    return puzzle_sheet(chosen[:count], hinted=hinted)


@pytest.mark.parametrize(
    "options",
    [
        SheetOptions(key="none"),
        SheetOptions(key="none", per_page=4, paper="letter"),
        SheetOptions(key="none", hints="upside-down"),
        SheetOptions(key="none", large_print=True),
        SheetOptions(key="none", large_print=True, hints="upside-down", paper="letter"),
    ],
    ids=["usual", "four-letter", "hints", "large", "large-hints-letter"],
)
def test_no_text_lies_on_a_board_or_leaves_the_margins(options: SheetOptions) -> None:
    made = some(hinted=options.hints != "none")
    planned = plan(made, options)
    pdf = build_sheet(made, options)
    pages = printed(pdf)
    assert len(pages) == len(planned.pages)
    paper = planned.paper
    for page, words in zip(planned.pages, pages, strict=True):
        boxes = [placed.box for _, at in page.items for placed in at.boards]
        for word in words:
            assert word.left >= paper.side - 0.6, word
            assert word.right <= paper.width - paper.side + 0.6, word
            assert 5 <= word.top < word.bottom <= paper.height - 4, word
            if len(word.text) > 3:  # shorter ones are the boards' own names and letters
                left, top = word.left - paper.side, word.top - paper.top
                box = Box(left, top, word.right - word.left, word.bottom - word.top)
                assert not any(overlap(box, shown) for shown in boxes), word
        for shown in boxes:
            assert -0.01 <= shown.x <= shown.x + shown.width <= paper.area.width + 0.01
            assert -0.01 <= shown.y <= shown.y + shown.height <= paper.area.height + 0.01
            if options.large_print:
                assert max(shown.width, shown.height) >= 85 or len(boxes) > 2
    for page_ in pypdf.PdfReader(io.BytesIO(pdf)).pages:
        for font in page_["/Resources"]["/Font"].values():  # type: ignore[index]
            inner = font.get_object()["/DescendantFonts"][0].get_object()
            assert "Source-Sans-Pro" in str(inner["/BaseFont"])


def test_pictures_are_told_or_passed_over_and_every_page_can_be_found() -> None:
    reader = pypdf.PdfReader(io.BytesIO(build_sheet(some(3))))
    figures: list[bool] = []

    def walk(element: object) -> None:
        node = getattr(element, "get_object", lambda: element)()
        for child in node if isinstance(node, list) else []:
            walk(child)
        if isinstance(node, dict):
            if node.get("/S") == "/Figure":
                figures.append(bool(node.get("/Alt")))
            walk(node.get("/K", []))

    walk(reader.trailer["/Root"]["/StructTreeRoot"])  # type: ignore[index]
    assert len(figures) > 3
    assert all(figures), "a picture without words, which is not passed over either"
    assert [str(mark.title) for mark in reader.outline if not isinstance(mark, list)] == [  # type: ignore[union-attr]
        "Clear Path",
        "Answers",
    ]


def test_saving_ink_saves_ink_and_loses_nothing() -> None:
    def ink(look: str) -> float:
        page = first_page(build_sheet(some(4), SheetOptions(key="none", look=look)))
        return float((255 - np.asarray(page, float)).sum())

    assert ink("thrifty") < 0.75 * ink("copier")
    told = [looks_of(kind)["thrifty"].keys() for kind in ("roadworks", "clear_path")]
    assert told == [looks_of(kind)["copier"].keys() for kind in ("roadworks", "clear_path")]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_rules_of_large_print_lie_within_their_boxes(paper: str) -> None:
    for name in game_names():
        made = some(1, name)
        options = SheetOptions(key="none", large_print=True, paper=paper)  # type: ignore[arg-type]
        planned = plan(made, options)
        words = printed(build_sheet(made, options))
        for page, said in zip(planned.pages, words, strict=True):
            for placed in page.rules:
                bottom = planned.paper.top + placed.box.y + placed.box.height
                last = placed.rules.paragraphs[-1].text.split()[-1]
                ends = [word.bottom for word in said if word.text.endswith(last)]
                assert ends, last
                assert max(ends) <= bottom - 1, name


def first_page(pdf: bytes, page: int = 0) -> Image.Image:
    return pypdfium2.PdfDocument(pdf)[page].render(scale=0.6).to_pil().convert("L")  # type: ignore[no-any-return]


def pictures() -> dict[str, Image.Image]:
    """What must stay as it is, in grey: a page of each kind, and a board."""
    bw = SheetOptions(key="only", look="copier")
    hints = SheetOptions(key="none", hints="upside-down", per_page=4)
    large = SheetOptions(key="none", large_print=True)
    single = Image.open(io.BytesIO(png_picture([board("4x4", "c4,e2,b2")]))).convert("L")
    return {
        "worksheet-roadworks": first_page(build_sheet(some(6, "roadworks"))),
        "hints-clear-path": first_page(build_sheet(some(5, "clear-path", True), hints)),
        "key-pathing-copier": first_page(build_sheet(some(3, "pathing-boxes"), bw)),
        "large-print": first_page(build_sheet(some(2, "clear-path"), large), 1),
        "contact": first_page(contact_sheet(all_puzzles(), "Contact", SheetOptions())),
        "board": single.resize((single.width // 2, single.height // 2)),
    }


def test_pages_look_as_they_did() -> None:
    if os.environ.get("CROSSFALL_GOLDEN") == "write":
        GOLDEN.mkdir(exist_ok=True)
        for name, image in pictures().items():
            image.quantize(16).save(GOLDEN / f"{name}.png", optimize=True)
    made = pictures()
    assert {f"{name}.png" for name in made} == {path.name for path in GOLDEN.iterdir()}
    for name, image in made.items():
        kept = np.asarray(Image.open(GOLDEN / f"{name}.png").convert("L"), float)
        now = np.asarray(image, float)
        assert now.shape == kept.shape, name
        # Another renderer may draw edges a little differently; nothing may move or vanish.
        difference = np.abs(now - kept)
        assert difference.mean() < 3, (name, difference.mean())
        assert (difference > 96).mean() < 0.004, (name, (difference > 96).mean())
