"""Drawing and checking in a real browser."""

from __future__ import annotations

from typing import Any

import pytest
from selenium.webdriver.common.keys import Keys


def test_what_is_cut_off_falls_and_the_verdict_follows(tab: Any) -> None:
    tab.open("#roadworks:3x3:")
    tab.press("b2")
    tab.until_text("#said", "b2 is closed")
    tab.press("a3")
    tab.until_text("#said", "a2 and a4 fall")
    assert tab.browser.current_url.endswith("#roadworks:3x3:b2,a3&task=winning-move")
    assert tab.one("[data-spot='a4']").get_attribute("aria-label") == "a4, fallen"
    tab.press("d1")
    tab.until_text("#said", "d1 is closed")
    tab.until(lambda: tab.all("#check .verdict[data-verdict]"))


def test_answers_stay_hidden_until_they_are_asked_for(tab: Any) -> None:
    tab.open("#roadworks:3x3:c1,b4,b2")
    tab.verdict("sound")
    assert "d3" not in tab.text("#check")
    tab.click("#answers-button")
    tab.until_text("#check .answer-list", "d3")
    assert tab.all("#check .answer-list svg")
    tab.click(".answer-list button")
    tab.until_text("#look-told", "d3")
    assert not tab.all(".spot")
    tab.click("#look-end")
    tab.until(lambda: tab.all(".spot"))


def test_a_link_shares_the_position_and_undo_takes_back(tab: Any) -> None:
    tab.open("#roadworks:4x4:c4,e2&task=what-falls&title=Market%20day")
    tab.verdict("sound")
    assert tab.one("[data-field='title']").get_attribute("value") == "Market day"
    tab.press("a3")
    tab.until_text("#said", "a3 is closed")
    tab.click("#undo")
    tab.until(lambda: "c4,e2&" in tab.browser.current_url)
    tab.click("#redo")
    tab.until(lambda: "c4,e2,a3&" in tab.browser.current_url)


def test_the_keyboard_alone_is_enough(tab: Any) -> None:
    tab.open("#roadworks:3x3:")
    tab.js("document.querySelector('[data-spot=a1]').focus()")
    for key in (Keys.ARROW_RIGHT, Keys.ARROW_UP, Keys.ENTER):
        tab.browser.switch_to.active_element.send_keys(key)
    tab.until_text("#said", "b2 is closed")
    assert tab.browser.switch_to.active_element.get_attribute("data-spot") == "b2"
    tab.browser.switch_to.active_element.send_keys(Keys.CONTROL, "z")
    tab.until(lambda: "roadworks:3x3:&" in tab.browser.current_url)
    tab.until(lambda: tab.text("#live") != "")


@pytest.mark.parametrize(
    ("text", "spots"), [("3  o o B\n2  o # o\n1  A o o", 9), ("clear-path:4x4:red:4.4.4.4", 16)]
)
def test_what_is_pasted_appears(tab: Any, text: str, spots: int) -> None:
    tab.open()
    tab.click("#paste summary")
    tab.one("#pasted").send_keys(text)
    tab.click("#read")
    tab.until(lambda: len(tab.all(".spot")) == spots)


def test_bad_input_is_told_in_words_and_nothing_is_lost(tab: Any) -> None:
    tab.open("#roadworks:3x3:b2")
    tab.click("#paste summary")
    tab.one("#pasted").send_keys("what is this")
    tab.click("#read")
    tab.until_text("#failure", "no position found")
    assert "roadworks:3x3:b2" in tab.browser.current_url


def test_the_worked_example_of_pathing_closes_a_box(tab: Any) -> None:
    tab.open("#pathing-boxes:waves:X:YX1Y.X2X.Y2Y.X1YX::X0Y0")
    for edge in ("A1-B1", "A1-A2", "B1-B2"):
        tab.press(edge)
        tab.until_text("#said", edge)
    tab.press("A2-B2")
    tab.until_text("#said", "closes a box")
    assert "Y to swap" in tab.text("#to-move")


@pytest.mark.parametrize("width", [360, 800, 1280])
def test_nothing_sticks_out_at_any_width(tab: Any, width: int) -> None:
    from tests.web.browser import resize

    try:
        resize(tab.browser, width, 800)
        for line in ("#roadworks:5x5:b2,a3", "#clear-path:9x9:red:9.9.9.9.9.9.9.9.9"):
            tab.open(line)
            assert tab.js("return document.documentElement.scrollWidth") <= width
    finally:
        resize(tab.browser, 1280, 900)


def test_tries_are_clicked_through_on_the_board(tab: Any) -> None:
    tab.open("#roadworks:3x3:c4,c3,d1")
    tab.verdict("sound")
    tab.click(".extra button")
    tab.until_text(".dug", "Press a move")
    wrong = next(line for line in tab.all(".lines li") if "Answered by a2." in line.text)
    wrong.find_element("css selector", "button").click()
    tab.until_text("#look-place", "1 of 2")
    tab.click("#look-on")
    tab.until_text("#said", "a2 is closed")
    tab.click("#look-end")
    tab.until(lambda: tab.browser.current_url.count("d1"))
    assert len(tab.all(".spot")) == 16


def test_a_flawed_puzzle_is_mended_by_a_click(tab: Any) -> None:
    tab.open("#roadworks:3x3:")
    tab.verdict("flawed")
    button = next(b for b in tab.all(".extra button") if "Nearest" in b.text)
    button.click()
    tab.until(lambda: tab.all(".lines button"), seconds=60)
    tab.click(".lines button")
    tab.verdict("sound")


def test_another_language_is_chosen_on_the_page(tab: Any) -> None:
    tab.open("#roadworks:3x3:c1,b4,b2")
    tab.choose("#language", "de")
    try:
        tab.until(lambda: "Rückgängig" in tab.text("#undo"))
        tab.until_text("#check", "genau eine Lösung")
        tab.press("d3")
        tab.until_text("#said", "gesperrt")
    finally:
        tab.choose("#language", "en")
    tab.until(lambda: "Undo" in tab.text("#undo"))


def test_tasks_and_problems_bear_the_names_of_the_pages_language(tab: Any) -> None:
    try:
        tab.open()
        tab.js("document.cookie = 'language=de; path=/'")
        tab.open("#roadworks:4x4:c4,e2")
        tab.verdict("sound")
        assert "Gewinnende Sperrung" in tab.text("#task")
        assert "Warnung: Zu schwer." in tab.text("#check .problems")
        assert "auf Englisch" in tab.text("#check .problems")
        assert tab.one("#check .problems span").get_attribute("lang") == "en"
    finally:
        tab.js("document.cookie = 'language=en; path=/'")
