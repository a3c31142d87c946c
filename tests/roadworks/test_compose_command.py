"""`crossfall compose roadworks`: what it prints, writes, and answers for nonsense."""

import json
import tomllib
from functools import partial
from pathlib import Path

import pytest

from crossfall.generator.cli import run


@pytest.fixture
def compose(call):
    return partial(call, "compose")


def test_the_greatest_fall_is_found_and_its_proof_written(compose, tmp_path: Path) -> None:
    name = str(tmp_path / "falls")
    code, out, err = compose("roadworks", "--size", "3x4", "--max-fall", "--proof", name)
    assert code == 0
    assert "greatest fall is of 8 crossings, proven" in out
    assert "falls.cnf" in err
    code, out, _ = compose("check-proof", f"{name}.cnf", f"{name}.drup")
    assert code == 0
    assert out.startswith("proven")
    half = (tmp_path / "falls.drup").read_text().splitlines()[:3]
    (tmp_path / "falls.drup").write_text("\n".join([*half, "0"]))
    code, out, _ = compose("check-proof", f"{name}.cnf", f"{name}.drup")
    assert code == 1
    assert out.startswith("not proven")


def test_the_greatest_fall_as_json(compose) -> None:
    code, out, _ = compose("roadworks", "--max-fall", "--json")
    report = json.loads(out)
    assert code == 0
    assert (report["size"], report["most"], report["proven"]) == ("3x3", 5, True)
    assert len(report["fall"]["falls"]) == 5


def test_none_is_said_to_be_proven(compose) -> None:
    assert compose("roadworks", "--fall", "6") == (0, "none, proven\n", "")
    code, out, _ = compose("roadworks", "--gone", "a2 b1")
    assert (code, out) == (0, "none, proven\n")
    code, out, _ = compose("roadworks", "--gone", "a2 b1", "--json")
    assert json.loads(out) == {"found": [], "complete": True}


def test_fewer_than_asked_for_are_said_to_be_all(compose) -> None:
    code, out, err = compose("roadworks", "--single-path", "--count", "99")
    assert code == 0
    assert out.count("roadworks:3x3:") == 7
    assert "only 7 exist, proven" in err


def test_a_cut_off_search_says_unknown(compose) -> None:
    code, _, err = compose("roadworks", "--task", "winning-move", "--count", "50", "--tries", "3")
    assert code == 3
    assert "unknown: " in err
    code, _, err = compose("roadworks", "--size", "7x7", "--max-fall", "--budget", "0.01")
    assert code == 3
    assert "unknown: " in err


@pytest.mark.parametrize(
    "task", ["winning-move", "cut-crossings", "fewest-fences", "closures-left"]
)
def test_puzzles_of_a_task_are_written_and_sound(compose, tmp_path: Path, task: str) -> None:
    file = str(tmp_path / "wish.toml")
    code, _, _ = compose("roadworks", "--level", "2", "--task", task, "--count", "2", "-o", file)
    assert code == 0
    assert run(["check", file]) == 0


@pytest.mark.parametrize("task", ["great-fall", "what-falls"])
def test_falls_of_a_wished_size_are_written_and_sound(compose, tmp_path: Path, task: str) -> None:
    file = str(tmp_path / "falls.toml")
    wish = ["--size", "5x6", "--fall", "11", "--exactly", "--task", task, "--seed", "3"]
    code, out, _ = compose("roadworks", *wish, "-o", file)
    assert code == 0
    assert compose("roadworks", *wish)[1] == out
    assert compose("roadworks", *wish[:-1], "4")[1] != out
    assert run(["check", file]) == 0


def test_a_fall_is_told_as_a_position_a_closure_and_what_falls(compose) -> None:
    wish = ["--size", "4x4", "--fall", "9", "--exactly"]
    code, out, _ = compose("roadworks", *wish)
    assert code == 0
    assert "makes 9 fall: " in out
    (found,) = json.loads(compose("roadworks", *wish, "--json")[1])["found"]
    assert len(found["falls"]) == 9
    assert {found["closure"], *found["falls"]} <= set(found["live"])


def test_stars_and_technique_can_be_wished(compose) -> None:
    for wish in (["--difficulty", "2"], ["--technique", "r1"], ["--strict"]):
        code, out, _ = compose("roadworks", "--level", "3", "--task", "winning-move", *wish)
        assert code == 0
        assert "winning-move: " in out


HEART = """
8  . . . . . . . B
7  . . ? ? . ? ? .
6  . ? ? ? ? ? ? ?
5  . ? ? ? ? ? ? ?
4  . . ? ? ? ? ? .
3  . . . ? ? ? . .
2  . . . . ? . . .
1  A . . . . . . .
"""


def test_a_heart_is_drawn_in_gone_crossings(compose, tmp_path: Path) -> None:
    mask = tmp_path / "heart.txt"
    mask.write_text(HEART)
    for more in ([], ["--task", "winning-move"]):
        code, out, _ = compose("roadworks", "--mask", str(mask), "--json", *more)
        (found,) = json.loads(out)["found"]
        assert code == 0
        for row, line in zip(range(8, 0, -1), HEART.split("\n")[1:], strict=False):
            for letter, mark in zip("abcdefgh", line.split()[1:], strict=True):
                assert mark != "?" or f"{letter}{row}" not in found["live"]


def test_that_an_authors_board_has_one_smallest_set_is_written_out(compose, tmp_path: Path) -> None:
    name = str(tmp_path / "only")
    board = "oo?oB/ooooo/o?ooo/ooooo/A????"
    wish = ["roadworks", "--task", "fewest-fences", "--mask", board, "--proof", name]
    code, out, _ = compose(*wish, "--json")
    answers = json.loads(out)["found"][0]["answers"]
    assert code == 0
    assert answers == ["b1 b3 c5 d1"]
    assert f"so few fences as {answers[0]}" in (tmp_path / "only.cnf").read_text()
    assert compose("check-proof", f"{name}.cnf", f"{name}.drup")[0] == 0


def test_composed_puzzles_say_how_hard_they_are(compose, tmp_path: Path) -> None:
    file = tmp_path / "wish.toml"
    wish = ["--size", "6x6", "--task", "fewest-fences", "--closures", "4-9", "--difficulty", "3"]
    assert compose("roadworks", *wish, "--count", "2", "-o", str(file))[0] == 0
    for puzzle in tomllib.loads(file.read_text())["puzzle"]:
        assert puzzle["difficulty"] == 3
        assert 4 <= puzzle["features"]["fences"] <= 9
        assert puzzle["features"]["gone"] >= puzzle["features"]["fences"] + 2


def test_a_drawn_mask_sets_the_size(compose, tmp_path: Path) -> None:
    mask = tmp_path / "cross.txt"
    mask.write_text(
        "5 . . . . B\n4 . . ? . .\n3 . ? ? ? .\n2 . . ? . .\n1 A . . . .\n  a b c d e\n"
    )
    code, out, _ = compose("roadworks", "--mask", str(mask), "--json")
    found = json.loads(out)["found"][0]
    assert code == 0
    assert found["position"].startswith("roadworks:4x4:")
    assert not {"b3", "c2", "c3", "c4", "d3"} & set(found["live"])
    assert compose("roadworks", "--mask", "..B/.#./A..", "--json")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--size", "0x3"], "too small"),
        (["--size", "25x25", "--max-fall"], "too big to compose on"),
        (["--size", "20x15"], "too big to compose on"),
        (["--level", "3", "--size", "5x5"], "give one of them"),
        (["--fall", "3", "--blocks", "4"], "does not go with --fall"),
        (["--exactly"], "goes with --fall"),
        (["--max-fall", "--fall", "3"], "give one of them"),
        (["--task", "winning-mvoe"], "did you mean winning-move?"),
        (["--task", "what-falls"], "give --fall K"),
        (["--task", "lost-board"], "several positions"),
        (["--fall", "3", "--task", "winning-move"], "asks about no fall"),
        (["--difficulty", "2"], "goes with --task"),
        (["--difficulty", "4", "--task", "fewest-fences"], "expected 1 to 3"),
        (["--strict"], "goes with --task"),
        (["--technique", "R9", "--task", "winning-move"], "unknown technique"),
        (["--blocks", "x"], "expected numbers"),
        (["--blocks", "3"], "smallest"),
        (["--blocks", "4", "--single-path"], "no blocks"),
        (["--closures", "5-3"], "smaller number first"),
        (["--closures", "many"], "expected a number"),
        (["--symmetry", "half-trun"], "did you mean half-turn?"),
        (["--size", "3x4", "--symmetry", "diagonal"], "unknown symmetry"),
        (["--closed", "z9"], "no crossing z9"),
        (["--mask", "no-such-file"], "cannot be read"),
        (["--mask", "x./.."], "cannot be read"),
        (["--mask", "../..", "--size", "3x3"], "expected 3x3"),
        (["-o", "x.toml"], "give --task"),
        (["--proof", "no-such-folder/x"], "no folder"),
    ],
)
def test_wishes_that_make_no_sense_are_refused_in_one_line(
    compose, arguments: list[str], complaint: str
) -> None:
    code, out, err = compose("roadworks", *arguments)
    assert (code, out) == (2, "")
    assert complaint in err
    assert err.count("\n") == 1


def test_an_unknown_game_names_those_that_can(compose) -> None:
    code, _, err = compose("raodworks", "--max-fall")
    assert code == 2
    assert "did you mean roadworks?" in err
    code, _, err = compose("check-proof", "no-such-file", "no-such-file")
    assert code == 2
    assert "no-such-file: no such file; expected a DIMACS file" in err
