"""A really big book, printed by the command as its author would: `make prove` alone has the time."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pypdfium2
import pytest

from tests.books.test_book import numbers_named, overlaps
from tests.conftest import Call

SAMPLE = Path(__file__).parents[2] / "docs" / "sample-book"
PAGES = 300
INSIDE = [(150, 0.375), (300, 0.5), (500, 0.625), (10_000, 0.75)]  # inches, as shops ask


@pytest.mark.prove
def test_a_book_of_more_than_300_pages_is_whole(folder: Path, call: Call) -> None:
    text = (SAMPLE / "book.toml").read_text().replace('trim = "8.5x11"', 'trim = "a5"')
    text = text.replace("[[chapter]]\n", "[[chapter]]\nper_page = 1\n")
    (folder / "big.toml").write_text(text)
    (folder / "big.puzzles.toml").write_text((SAMPLE / "book.puzzles.toml").read_text())
    code, out, err = call("book", "big.toml", "-o", "big.pdf", "--json")
    assert code == 0
    report = json.loads(out)
    assert report["found"] == 0
    assert report["kept"] == report["puzzles"] > 250
    assert report["pages"] > PAGES
    assert report["pages"] % 2 == 0
    assert len(err.splitlines()) < 20  # what it said on the way

    document = pypdfium2.PdfDocument(folder / "big.pdf")
    pages = [" ".join(page.get_textpage().get_text_range().split()) for page in document]
    assert len(pages) == report["pages"]
    begins = {entry["title"]: entry["page"] for entry in report["contents"]}
    for entry in report["contents"]:
        assert entry["title"] in pages[entry["page"] - 1]
    hints, answers = begins["Hints"], begins["Answers"]

    # Each puzzle is printed once and sends its reader to pages that speak of it.
    asked: Counter[int] = Counter()
    answered: Counter[int] = Counter()
    for number, told in enumerate(pages[: hints - 1], start=1):
        for page in map(int, re.findall(r"Answer(?: on page|: p\.) (\d+)", told)):
            assert answers <= page < begins["About the designers"]
            assert f"Puzzle on page {number}" in pages[page - 1]
            asked[number] += 1
        for page in map(int, re.findall(r"Hint(?: on page|: p\.) (\d+)", told)):
            assert hints <= page < answers
    for told in pages[answers - 1 :]:
        answered.update(map(int, re.findall(r"Puzzle on page (\d+)", told)))
    assert asked == answered
    assert sum(asked.values()) == report["puzzles"]
    assert max(asked.values()) == 1
    hinted = set().union(*(numbers_named(told) for told in pages[hints - 1 : answers - 1]))
    assert set(range(1, report["puzzles"] + 1)) <= hinted

    inside = next(inches for most, inches in INSIDE if report["pages"] <= most) * 72
    outside = 0.5 * 72
    for number, page in enumerate(document, start=1):
        assert overlaps(page) == [], number
        text_page = page.get_textpage()
        left, right = (inside, outside) if number % 2 else (outside, inside)
        for i in range(text_page.count_rects()):
            west, south, east, north = text_page.get_rect(i)
            told = number, text_page.get_text_bounded(west, south, east, north)
            assert west > left - 3, told
            assert east < page.get_width() - right + 3, told
            assert 15 < south < north < page.get_height() - 15, told
