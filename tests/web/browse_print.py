"""Printing in a real browser: the preview, and the files that are saved."""

from __future__ import annotations

from typing import Any

from pypdf import PdfReader


def keep(tab: Any, *addresses: str) -> None:
    """Keep puzzles for a sheet as a person does, on the page that draws them."""
    tab.open()
    tab.js("localStorage.removeItem('crossfall-basket')")
    for number, address in enumerate(addresses, start=1):
        tab.open(address)
        tab.click("#keep")
        tab.until_text("#kept", str(number))


def test_kept_puzzles_are_seen_and_saved_as_a_pdf_with_their_key(tab: Any) -> None:
    keep(tab, "#roadworks:3x3:c1,b4,b2&title=Market%20day", "#roadworks:3x3:b2")
    tab.open("print")
    tab.until(lambda: len(tab.all("#kept .thumb")) == 2)
    tab.until(lambda: len(tab.all(".pages img")) == 2)
    assert tab.js("return document.querySelector('.pages img').naturalWidth") > 500
    tab.click("[name=attach]")
    tab.click("[data-for=sheet] [data-key=after]")
    pages = PdfReader(tab.saved("sheet.pdf")).pages
    text = " ".join(page.extract_text() for page in pages)
    assert len(pages) == 2
    assert "Market day" in pages[0].extract_text()
    assert "d3" in pages[1].extract_text()
    assert "c3" in text


def test_the_sheet_that_was_saved_is_dropped_on_the_page_and_read(tab: Any) -> None:
    keep(tab, "#roadworks:3x3:c1,b4,b2")
    tab.open("print")
    tab.click("[name=attach]")
    tab.click("[data-for=sheet] [data-key=none]")
    sheet = tab.saved("pupils.pdf")
    tab.open()
    tab.click("#paste summary")
    tab.one("#file").send_keys(str(sheet))
    tab.until(lambda: "roadworks:3x3:c1,b4,b2" in tab.browser.current_url)
    tab.verdict("sound")


def test_puzzles_are_moved_and_removed(tab: Any) -> None:
    keep(tab, "#roadworks:3x3:c1,b4,b2&title=One", "#roadworks:3x3:b2&title=Two")
    tab.open("print")
    tab.one("#kept .thumb:nth-child(2) button").click()
    tab.until(lambda: "Two" in tab.text("#kept .thumb:first-child .caption"))
    tab.click("#kept .thumb:first-child button:last-child")
    tab.until(lambda: len(tab.all("#kept .thumb")) == 1)
    assert "One" in tab.text("#kept .caption")


def test_a_flawed_puzzle_is_not_printed_and_the_reason_is_told(tab: Any) -> None:
    keep(tab, "#roadworks:3x3:")
    tab.open("print")
    tab.until_text("#pages-told", "several-answers")
    assert not tab.all(".pages img")


def test_empty_boards_are_printed_in_black_and_white(tab: Any) -> None:
    tab.open("print")
    tab.click("[name=kind][value=blank] + span")
    tab.click("[name=bw]")
    tab.until(lambda: len(tab.all(".pages img")) == 1)
    tab.click("[data-for=blank] [data-key=none]")
    assert len(PdfReader(tab.saved("pupils.pdf")).pages) == 1
