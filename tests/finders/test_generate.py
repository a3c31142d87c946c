"""`crossfall generate`: files, exit codes, and what is said."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from crossfall.generator import finders
from crossfall.generator.cli import run
from crossfall.solver.budget import Budget


def test_it_writes_a_file_that_check_and_audit_agree_with(tmp_path: Path) -> None:
    target = str(tmp_path / "six.toml")
    assert run(["generate", "roadworks", "--level", "2", "--count", "6", "-o", target]) == 0
    assert run(["check", target]) == 0
    assert run(["audit", target]) == 0


def test_without_a_file_the_puzzles_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["generate", "roadworks", "--task", "what-falls"]) == 0
    printed = tomllib.loads(capsys.readouterr().out)
    assert printed["puzzle"][0]["task"] == "what-falls"


def test_fewer_than_wanted_are_all_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    wanted = ["generate", "roadworks", "--size", "3x3", "--strict", "--count", "50"]
    assert run(wanted) == 0
    said = capsys.readouterr()
    assert "only 11 exist, proven" in said.err
    assert len(tomllib.loads(said.out)["puzzle"]) == 11


def test_the_budget_cuts_off_with_exit_code_3(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "none.toml"
    wanted = ["generate", "roadworks", "--level", "3", "--budget", "0.000001", "-o", str(target)]
    assert run(wanted) == 3
    assert not target.exists()
    assert "0 of 1 found" in capsys.readouterr().err


@pytest.mark.parametrize(
    "wanted",
    [
        ["roadworks", "--level", "1"],
        ["roadworks", "--task", "winning-mvoe"],
        ["roadwork"],
        ["roadworks", "--size", "1000x1000"],
        ["roadworks", "--count", "0"],
        ["roadworks", "-o", "no-such-folder/six.toml"],
    ],
)
def test_bad_wishes_are_one_line_and_exit_code_2(
    wanted: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["generate", *wanted]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1


def test_ctrl_c_keeps_what_was_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = finders.finder("roadworks")

    class Interrupted:
        OPTIONS = whole.OPTIONS

        def find(self, wish: finders.Wish, budget: Budget) -> finders.Found:
            search = whole.find(wish, budget)
            yield next(search)
            yield next(search)
            raise KeyboardInterrupt

    monkeypatch.setattr(finders, "finder", lambda name: Interrupted())
    target = tmp_path / "some.toml"
    assert run(["generate", "roadworks", "--count", "9", "-o", str(target)]) == 130
    assert "interrupted: 2 of 9 found" in capsys.readouterr().err
    assert run(["check", str(target)]) == 0
    assert len(tomllib.loads(target.read_text())["puzzle"]) == 2
