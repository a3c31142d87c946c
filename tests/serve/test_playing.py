"""Games on the bench follow the rules of `crossfall play`, which does the thinking."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.serve.benches import bench, done


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with bench() as found:
        yield found


def press(client: TestClient, match: dict[str, Any], spot: str, **more: Any) -> dict[str, Any]:
    answer = client.post("/api/play/press", json={"match": match, "spot": spot, **more})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    if found["move"]:
        match["moves"].append(found["move"])
    return found


def refused(client: TestClient, match: dict[str, Any], spot: str) -> str:
    answer = client.post("/api/play/press", json={"match": match, "spot": spot})
    assert answer.status_code == 422
    return str(answer.json()["error"][0])


def test_two_people_play_the_worked_example_to_its_end(client: TestClient) -> None:
    match: dict[str, Any] = {"game": "roadworks", "size": "3x3", "human": None, "moves": []}
    press(client, match, "b2")
    shown = press(client, match, "a3")
    assert "a2 and a4 fall" in shown["said"]
    assert "has fallen" in refused(client, match, "a4")
    assert "closed already" in refused(client, match, "b2")
    shown = press(client, match, "b1")
    assert shown["result"] == 1  # the first player cut A off and loses
    assert [move["by"] for move in shown["moves"]] == [0, 1, 0]
    assert refused(client, match, "c3")


def test_the_computer_wins_what_can_be_won_and_nobody_moves_for_it(client: TestClient) -> None:
    # The empty 3x3 board is won by d1, c2, b3 or a4 alone.
    match: dict[str, Any] = {"game": "roadworks", "size": "3x3", "human": 1, "moves": []}
    assert "computer" in refused(client, match, "b2")
    reply = done(client, "reply", match=match)["result"]
    assert reply["text"] in ("d1", "c2", "b3", "a4")
    assert reply == done(client, "reply", match=match)["result"]


def test_a_turn_of_clear_path_is_placed_stone_by_stone(client: TestClient) -> None:
    match: dict[str, Any] = {
        "game": "clear-path",
        "from": "clear-path:4x4:red:4.4.R3.1B2",
        "human": None,
        "moves": [],
    }
    begun = press(client, match, "a1")
    assert begun["placed"] == "a1"
    assert begun["move"] is None
    ended = press(client, match, "c3", placed="a1")
    assert ended["move"][0] == "a1 c3"
    assert ended["mover"] == 1


def test_after_the_first_turn_of_red_the_other_may_take_its_place(client: TestClient) -> None:
    match: dict[str, Any] = {"game": "clear-path", "size": "4x4", "human": None, "moves": []}
    assert press(client, match, "b2")["swap"]
    swapped = press(client, match, "swap")
    assert not swapped["swap"]
    assert swapped["mover"] == 0  # who began has Blue now, and Blue is to move


def test_hints_grow_stronger_and_every_move_can_be_asked_about(client: TestClient) -> None:
    match: dict[str, Any] = {"game": "roadworks", "size": "3x3", "human": 0, "moves": []}
    hints = done(client, "counsel", match=match)["result"]["told"]
    assert len(hints) > 1
    assert "d1" in hints[-1]
    match["moves"] = [["b2", 0]]
    why = done(client, "counsel", match=match, why=1)["result"]["told"]
    assert "does not win: c3" in why[0]
    assert done(client, "counsel", match=match, why=2)["state"] == "refused"


def test_a_clock_that_is_spent_loses_the_game(client: TestClient) -> None:
    match: dict[str, Any] = {
        "game": "pathing-boxes",
        "size": "dm5",
        "human": None,
        "clock": "dm5",  # a minute for a move, five in reserve
        "moves": [["A1-B1", 50.0], ["A1-A2", 100.0]],
    }
    shown = client.post("/api/play/show", json={"match": match}).json()
    assert [clock["reserve"] for clock in shown["clocks"]] == [300, 260]
    assert shown["result"] is None
    shown = client.post("/api/play/show", json={"match": {**match, "thinking": 361.0}}).json()
    assert shown["spent"]
    assert shown["result"] == 1
    assert "without clocks" in str(
        client.post("/api/play/show", json={"match": {"game": "roadworks", "clock": "dm5"}}).json()
    )


def test_a_game_is_saved_as_a_puzzle_file_with_its_moves(client: TestClient) -> None:
    match = {"game": "roadworks", "size": "3x3", "moves": ["b2", "a3"]}
    text = client.post("/api/play/file", json={"match": match}).text
    assert "Moves: b2; a3" in text
    again = client.post("/api/read", json={"text": text}).json()["puzzles"][0]
    assert again["lines"] == ["roadworks:3x3:b2,a3"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"},
        {"game": "roadworks", "moves": ["a1"]},
        {"game": "roadworks", "moves": "b2"},
        {"game": "roadworks", "human": 7},
        {"game": "roadworks", "size": "0x0"},
        {"game": "roadworks", "from": "clear-path:3x3:red:3.3.3"},
        {"game": "roadworks", "from": "roadworks:3x3:a3,a4"},
    ],
)
def test_a_game_without_sense_is_refused_in_words(
    client: TestClient, wrong: dict[str, Any]
) -> None:
    answer = client.post("/api/play/show", json={"match": wrong})
    assert answer.status_code == 422
    assert answer.json()["error"][0]


def test_a_weaker_computer_moves_by_its_seed_and_an_unknown_strength_is_told(
    client: TestClient,
) -> None:
    asked: dict[str, Any] = {"game": "roadworks", "size": "3x3", "human": 1, "moves": []}
    replies = set()
    for seed in range(6):
        match = {**asked, "strength": "easy", "seed": seed}
        reply = done(client, "reply", match=match)["result"]
        assert reply == done(client, "reply", match=match)["result"]
        assert reply["comment"] == ""
        replies.add(reply["text"])
    assert replies - {"d1", "c2", "b3", "a4"}  # it errs
    assert "no strength" in refused(client, {**asked, "human": 0, "strength": "best"}, "b2")


def test_a_game_from_a_position_after_reds_first_turn_keeps_the_pie_rule(
    client: TestClient,
) -> None:
    match = {"game": "clear-path", "from": "clear-path:4x4:blue:4.1R2.4.4", "human": None}
    assert client.post("/api/play/show", json={"match": match}).json()["swap"]
    match["from"] = "clear-path:4x4:red:4.1R2.4.1B2"
    assert not client.post("/api/play/show", json={"match": match}).json()["swap"]
