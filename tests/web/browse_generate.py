"""Generating in a real browser: found, kept, replaced, printed."""

from __future__ import annotations

from typing import Any


def test_puzzles_are_found_kept_replaced_and_lie_on_the_sheet(tab: Any) -> None:
    tab.open("generate")
    tab.js("localStorage.removeItem('crossfall-basket')")
    tab.one("[name=count]").clear()
    tab.one("[name=count]").send_keys("3")
    tab.one("[name=size]").clear()
    tab.one("[name=size]").send_keys("3x3")
    tab.click("#find")
    tab.until(lambda: len(tab.all("#results .thumb")) == 3, seconds=60)
    tab.until_text("#told", "Found: 3")
    first = tab.href("#results .thumb a")
    tab.click("#results .thumb button[aria-label^='Another']")
    tab.until(lambda: tab.href("#results .thumb a") != first, seconds=60)
    tab.until_text("#told", "Found: 1")
    tab.click("#keep-all")
    tab.click("#to-print")
    tab.until(lambda: len(tab.all("#kept .thumb")) == 3)
    tab.until(lambda: tab.all(".pages img"), seconds=60)


def test_a_wish_that_cannot_be_met_is_told_in_words(tab: Any) -> None:
    tab.open("generate")
    tab.one("[name=size]").clear()
    tab.one("[name=size]").send_keys("3x3-plain")
    tab.click("#find")
    tab.until(lambda: tab.text("#failure") != "")
    assert "fall" in tab.text("#failure")
