"""What a press does on the boards of the bench, by the rules of each game."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from crossfall.solver.errors import InputError
from tests.serve.benches import act, bench, marks, refused

CLASSIC = "pathing-boxes:waves:X:YX1Y.X2X.Y2Y.X1YX::X0Y0"


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with bench() as found:
        yield found


def test_the_worked_example_of_roadworks_falls_as_the_source_says(client: TestClient) -> None:
    before = act(client, "roadworks:3x3:", "close", "b2")
    assert "fallen" not in marks(before).values()
    view = act(client, "roadworks:3x3:", "close", "b2", "a3")
    fallen = {name for name, mark in marks(view).items() if mark == "fallen"}
    assert fallen == {"a2", "a4"}
    assert "a2 and a4 fall" in view["said"]
    assert view["state"]["lines"] == ["roadworks:3x3:b2,a3"]
    over = act(client, "roadworks:3x3:", "close", "b2", "a3", "b1")
    assert over["boards"][0]["over"]
    assert "First player cut A from B" in over["boards"][0]["to_move"]


def test_a_fence_that_is_pressed_goes_and_what_fell_stands_again(client: TestClient) -> None:
    view = act(client, "roadworks:3x3:b2,a3", "close", "a3")
    assert view["state"]["lines"] == ["roadworks:3x3:b2"]
    assert set(marks(view).values()) == {"open", "end", "closed-0"}


def test_nobody_closes_what_cannot_be_closed(client: TestClient) -> None:
    assert "never closed" in refused(client, "roadworks:3x3:", "close", "a1")
    assert "has fallen" in refused(client, "roadworks:3x3:b2,a3", "close", "a4")
    assert "no crossing" in refused(client, "roadworks:3x3:", "close", "z9")


def test_crossings_can_be_marked_as_gone(client: TestClient) -> None:
    view = act(client, "roadworks:2x2:", "gone", "a3", "c1")
    assert view["state"]["task"] == "fewest-fences"
    assert {name for name, mark in marks(view).items() if mark == "gone"} == {"a3", "c1"}


def test_a_chain_of_clear_path_goes_on_until_a_point_is_not_surrounded(client: TestClient) -> None:
    line = "clear-path:3x3:red:3.B1B.3"
    view = act(client, line, "play", "b2")
    assert view["state"]["placed"] == ""  # b2 has two empty neighbours
    corner = "clear-path:4x4:red:4.4.B3.1B2"
    view = act(client, corner, "play", "a1")
    assert view["state"]["placed"] == "a1"
    assert "must place again" in view["said"]
    view = act(client, corner, "play", "a1", "c3")
    assert view["state"]["placed"] == ""
    assert view["state"]["lines"] == ["clear-path:4x4:blue:4.2R1.B3.RB2"]


def test_stones_can_be_set_freely_and_the_side_to_move_too(client: TestClient) -> None:
    view = act(client, "clear-path:3x3:red:3.3.3", "red", "a1", "b2")
    view = act(client, view["state"]["lines"][0], "blue", "c3", "a1")
    assert view["state"]["lines"] == ["clear-path:3x3:red:2B.1R1.B2"]
    view = act(client, view["state"]["lines"][0], "blue", "c3")
    assert view["state"]["lines"] == ["clear-path:3x3:red:3.1R1.B2"]
    asked = {"state": view["state"], "board": 0, "tool": "turn"}
    turned = client.post("/api/act", json=asked).json()
    assert turned["state"]["lines"] == ["clear-path:3x3:blue:3.1R1.B2"]


def test_the_worked_example_of_pathing_swaps_and_closes_a_box(client: TestClient) -> None:
    first = act(client, CLASSIC, "swap", "A1-B1", "A1-A2", "B1-B2")
    assert first["boards"][0]["to_move"] == "Y to swap. X0 Y0."
    view = act(client, CLASSIC, "swap", "A1-B1", "A1-A2", "B1-B2", "A2-B2")
    assert "closes a box" in view["said"]
    assert "Y to swap. X0 Y1." in view["boards"][0]["to_move"]
    assert marks(view)["box 1"] == "y"
    assert marks(view)["A2-B2"] == "filled"
    assert "filled" in refused(client, view["state"]["lines"][0], "swap", "A1-B1")


def test_pieces_edges_and_owners_can_be_set_freely(client: TestClient) -> None:
    view = act(client, CLASSIC, "piece", "C1", "C1")
    assert marks(view)["C1"] == "y"
    view = act(client, CLASSIC, "fill", "A1-B1", "A1-A2", "B1-B2", "A2-B2")
    assert marks(view)["box 1"] == "x"
    assert view["state"]["lines"][0].endswith("X1Y0")
    assert marks(view)["A1"] == "y"  # nothing was swapped
    asked = {"state": view["state"], "board": 0, "tool": "owner", "spot": "box 1"}
    view = client.post("/api/act", json=asked).json()
    assert marks(view)["box 1"] == "y"
    assert view["state"]["lines"][0].endswith("X0Y1")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("roadworks:3x3:b2", "roadworks:3x3:b2"),
        ("3  o o B\n2  o # o\n1  A o o\n   a b c\n", "roadworks:2x2:b2"),
        ("R . B\n. . .\n. R .\n", "clear-path:3x3:red:R1B.3.1R1"),
        ("Y X . Y\nX . . X\nY . . Y\nX . Y X\n", CLASSIC),
        (
            '[[puzzle]]\ngame = "roadworks"\nlevel = 2\nclosed = "c1 b4 b2"\n',
            "roadworks:3x3:c1,b4,b2",
        ),
        ('game = "roadworks"\nsize = "2x3"\nclosed = ""\n', "roadworks:2x3:"),
    ],
)
def test_what_is_pasted_is_read(client: TestClient, text: str, line: str) -> None:
    answer = client.post("/api/read", json={"text": text})
    assert answer.status_code == 200, answer.text
    assert answer.json()["puzzles"][0]["lines"] == [line]


@pytest.mark.parametrize("text", ["", "hello there", "roadworks:99x99:", "[[puzzle]]\n"])
def test_what_cannot_be_read_is_told_in_words(client: TestClient, text: str) -> None:
    answer = client.post("/api/read", json={"text": text})
    assert answer.status_code == 422
    assert answer.json()["error"][0]


def test_a_dropped_file_is_read(client: TestClient) -> None:
    headers = {"Content-Type": "application/octet-stream"}
    text = '[[puzzle]]\ngame = "roadworks"\nclosed = "b2"\ntitle = "Market"\n'
    answer = client.post("/api/read?name=a.toml", content=text.encode(), headers=headers)
    assert answer.json()["puzzles"][0]["fields"] == {"title": "Market"}
    binary = client.post("/api/read?name=a.png", content=b"\x89PNG\xff", headers=headers)
    assert binary.status_code == 422


def test_a_puzzle_file_comes_back_as_it_was_drawn(client: TestClient) -> None:
    view = act(client, CLASSIC, "swap", "A1-B1", "A1-A2", "B1-B2", "A2-B2", task="line-now")
    saved = client.post("/api/file", json={"puzzles": [view["state"]]})
    assert saved.headers["content-disposition"].startswith("attachment")
    again = client.post("/api/read", json={"text": saved.text}).json()["puzzles"][0]
    assert again == view["state"]


def test_how_a_position_came_about_is_kept_until_it_changes(client: TestClient) -> None:
    text = (
        '[[puzzle]]\ngame = "pathing-boxes"\ntask = "line-now"\nfirst = "X"\n'
        'start = "classic"\nswaps = "A1-B1 A1-A2"\n'
    )
    (state,) = client.post("/api/read", json={"text": text}).json()["puzzles"]
    assert state["fields"] == {"first": "X", "start": "classic", "swaps": "A1-B1 A1-A2"}
    asked = {"state": state, "board": 0, "tool": "swap", "spot": "B1-B2"}
    after = client.post("/api/act", json=asked).json()
    assert after["state"]["fields"] == {}


def test_several_boards_are_compared_and_saved(client: TestClient) -> None:
    state = {"lines": ["roadworks:3x3:b2", "roadworks:3x3:", "roadworks:3x3:a3"]}
    state["task"] = "lost-board"
    asked = {"state": state, "board": 1, "tool": "close", "spot": "d1"}
    view = client.post("/api/act", json=asked).json()
    assert view["state"]["lines"][1] == "roadworks:3x3:d1"
    assert len(view["boards"]) == 3
    text = client.post("/api/file", json={"puzzles": [view["state"]]}).text
    again = client.post("/api/read", json={"text": text}).json()["puzzles"][0]
    assert again["lines"] == view["state"]["lines"]


def test_positions_remembered_are_those_that_are_read_anew() -> None:
    from crossfall.generator.bench.desks.roadworks import _Recent
    from crossfall.solver.roadworks.notation import read_line

    rng = random.Random(4)
    for size in ("3x3", "4x4-plain", "5x5"):
        for _ in range(6):
            recent, closed = _Recent(most=7), []
            crossings = [f"{c}{r}" for c in "abcdef"[: int(size[0]) + 1] for r in range(1, 5)]
            # Also closures of what is closed, has fallen, or is A; also those after the end.
            for _ in range(14):
                closed.append(rng.choice(crossings))
                line = f"{size}:{','.join(closed)}"
                try:
                    expected = read_line(line)
                except InputError:
                    closed.pop()
                    continue
                assert recent.read(line) == expected
                assert recent.read(line).faults == expected.faults
                if expected.faults and rng.random() < 0.7:
                    closed.pop()


def test_an_address_with_entries_that_no_puzzle_has_is_shown_and_says_so(
    client: TestClient,
) -> None:
    state = {"lines": ["roadworks:3x3:b2"], "fields": {"titel": "Market", "author": "Ann"}}
    view = client.post("/api/view", json={"state": state}).json()
    assert view["said"] == "Left out, because a puzzle has no such entry: titel."
    assert view["state"]["fields"] == {"author": "Ann"}


def test_among_pasted_one_line_positions_bad_lines_are_named_and_the_others_read(
    client: TestClient,
) -> None:
    good = ["roadworks:3x3:b2", "clear-path:4x4:red:4.4.4.4"]
    text = f"{good[0]}\n\nbad line = 3\n{good[1]}\nroadworks:\nroadworks:3x3:z9\nchess:8x8:\n"
    answer = client.post("/api/read", json={"text": text, "game": "pathing-boxes"})
    assert answer.status_code == 200
    assert [puzzle["lines"] for puzzle in answer.json()["puzzles"]] == [[line] for line in good]
    faults = answer.json()["faults"]
    assert faults[0] == (
        "what you pasted: line 3: 'bad line = 3' is no one-line position, as other lines are"
    )
    assert faults[1].startswith("what you pasted: line 5: ")
    assert faults[2].startswith("position “roadworks:3x3:z9”: ")
    assert faults[3].startswith("position “chess:8x8:”: ")
    assert len(faults) == 4
    # Nothing but bad lines: refused, all of them named.
    answer = client.post("/api/read", json={"text": "roadworks:3x3:z9\nbad line"})
    assert answer.status_code == 422
    assert len(answer.json()["error"]) == 2
