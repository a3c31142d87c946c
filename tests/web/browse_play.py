"""Playing in a real browser: a whole game, a chain, the clocks, two tabs at once."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote


def game(**match: Any) -> str:
    return "play#" + quote(json.dumps({"moves": [], **match}))


def test_a_whole_game_against_the_computer(tab: Any) -> None:
    tab.open(game(game="roadworks", size="3x3", human=0, seed=3))
    for _ in range(20):
        tab.until(lambda: "thinks" not in tab.text("#to-move"))
        if "win" in tab.text("#to-move"):
            break
        moves = len(tab.all("#moves li"))
        tab.click(".spot[data-mark='open']")
        tab.until(lambda n=moves: len(tab.all("#moves li")) > n)
    assert "win" in tab.text("#to-move")
    assert not tab.all(".spot")
    tab.click("#why")
    tab.until(lambda: tab.text("#counsel") != "")
    tab.click("#undo")
    tab.until(lambda: "Your turn" in tab.text("#to-move"))


def test_hints_come_in_steps(tab: Any) -> None:
    tab.open(game(game="roadworks", size="3x3", human=0))
    tab.click("#hint")
    tab.until(lambda: len(tab.all("#counsel li")) == 1)
    tab.click("#hint")
    tab.until(lambda: len(tab.all("#counsel li")) == 2)


def test_two_people_play_a_chain_and_swap_sides(tab: Any) -> None:
    tab.open(game(game="clear-path", size="4x4", human=None))
    tab.press("b2")
    tab.until(lambda: tab.one("#swap").is_displayed())
    tab.click("#swap")
    tab.until_text("#said", "sides are changed")
    start = "clear-path:4x4:red:4.4.R3.1B2"
    tab.open(game(**{"game": "clear-path", "from": start, "human": None}))
    tab.press("a1")
    tab.until_text("#said", "must place again")
    tab.press("c3")
    tab.until(lambda: len(tab.all("#moves li")) == 1)


def test_the_clock_of_pathing_runs(tab: Any) -> None:
    tab.open(game(game="pathing-boxes", size="waves", human=None, clock="waves"))
    tab.until_text("#clocks", "periods: 5")
    tab.until(lambda: "0:58" in tab.text("#clocks"))
    tab.press("A1-B1")
    tab.until(lambda: len(tab.all("#moves li")) == 1)


def test_two_tabs_do_not_wait_for_each_other(tab: Any) -> None:
    first = tab.browser.current_window_handle
    tab.open("#roadworks:8x8:")  # a search of many minutes
    tab.until_text("#check", "Checking")
    tab.browser.switch_to.new_window("tab")
    try:
        tab.open("#roadworks:3x3:c1,b4,b2")
        tab.verdict("sound")
    finally:
        tab.browser.close()
        tab.browser.switch_to.window(first)
    tab.click("#check button")
    tab.until_text("#check", "stopped")


def test_a_weaker_computer_is_chosen_said_and_kept_in_the_address(tab: Any) -> None:
    tab.open("play")
    assert not tab.one("#weaker").is_displayed()
    tab.choose("[name=strength]", "easy")
    tab.until_text("#weaker", "weaker on purpose")
    tab.choose("[name=who]", "")
    assert not tab.one("[name=strength]").is_displayed()
    tab.choose("[name=who]", "1")
    tab.click("#begin-game")
    tab.until(lambda: len(tab.all("#moves li")) == 1)
    assert "%22strength%22%3A%22easy%22" in tab.browser.current_url
    assert "prove" not in tab.text("#said")


def test_the_way_to_the_drawing_board_and_back_keeps_who_swapped(tab: Any) -> None:
    tab.open(game(game="clear-path", size="4x4", human=None, moves=[["b2", 0]]))
    tab.click("#swap")
    tab.until(lambda: len(tab.all("#moves li")) == 2)
    tab.click("#to-draw")
    tab.until(lambda: tab.js("return document.body.dataset.ready") == "yes" and tab.all("#play"))
    tab.until_text("#play", "Back to the game")
    tab.click("#play")
    tab.until(lambda: len(tab.all("#moves li")) == 2)
    assert tab.text("#to-move") == "First player. Blue to move."
    assert not tab.one("#swap").is_displayed()
    tab.open("#clear-path:4x4:red:4.4.4.4")
    assert "Play from here" in tab.text("#play")
