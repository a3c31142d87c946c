"""`crossfall audit`: what it reports and how it exits."""

import json
from pathlib import Path

import pytest

from crossfall.generator.cli import run

CASES = Path(__file__).parents[1] / "cases"


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run(["audit", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_it_agrees_with_a_right_answer_and_says_what_the_answer_is(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = call(capsys, "roadworks:3x3:b4")
    assert (code, err) == (0, "")
    assert out == "puzzle 1 (roadworks winning-move): agrees\n  answer: c1\n"


def test_json_tells_the_same_to_programs(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "--json", "roadworks:3x3:")
    assert code == 1
    (entry,) = json.loads(out)["puzzles"]
    assert entry.pop("message") == "the audit finds several answers: a4; b3; c2; d1"
    assert entry == {
        "number": 1,
        "title": "",
        "game": "roadworks",
        "task": "winning-move",
        "verdict": "differs",
        "answers": ["a4", "b3", "c2", "d1"],
    }


def test_every_flawed_roadworks_puzzle_differs(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "--json", str(CASES / "flawed.toml"))
    assert code == 1
    assert {p["verdict"] for p in json.loads(out)["puzzles"] if p["game"] == "roadworks"} == {
        "differs"
    }


def test_what_the_budget_does_not_reach_is_unknown(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "--json", "--budget", "0.000001", "roadworks:3x3:b4")
    assert code == 3
    assert json.loads(out)["puzzles"][0]["verdict"] == "unknown"


def test_what_cannot_be_read_exits_with_two_and_the_rest_is_audited(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "two.toml"
    file.write_text(
        '[[puzzle]]\ngame = "roadworks"\nclosed = "b4"\n[[puzzle]]\ngame = "roadworks"\nclosd = ""\n'
    )
    code, out, err = call(capsys, str(file))
    assert code == 2
    assert "puzzle 1 (roadworks winning-move): agrees" in out
    assert err.count("\n") == 1
    assert "did you mean closed?" in err


@pytest.mark.prove
def test_every_sound_roadworks_puzzle_is_proven_again(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "--json", str(CASES / "sound.toml"))
    assert {p["verdict"] for p in json.loads(out)["puzzles"] if p["game"] == "roadworks"} == {
        "agrees"
    }
    assert code == 0
