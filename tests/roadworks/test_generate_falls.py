"""`generate --fall K`: puzzles whose fall has exactly the wished size."""

import tomllib
from pathlib import Path

import pytest

from crossfall.generator.cli import run


def generated(tmp_path: Path, *arguments: str) -> tuple[int, list[dict[str, str]]]:
    file = tmp_path / "falls.toml"
    file.unlink(missing_ok=True)
    code = run(["generate", "roadworks", *arguments, "-o", str(file)])
    return code, tomllib.loads(file.read_text())["puzzle"] if file.exists() else []


@pytest.mark.parametrize(("size", "fall"), [("5x5", "13"), ("6x6", "20"), ("5x6", "8")])
@pytest.mark.parametrize("task", ["great-fall", "what-falls"])
def test_the_fall_has_the_wished_size_and_the_puzzles_are_sound(
    tmp_path: Path, task: str, size: str, fall: str
) -> None:
    wish = ["--task", task, "--size", size, "--fall", fall, "--count", "2"]
    code, puzzles = generated(tmp_path, *wish)
    assert code == 0
    assert len(puzzles) == 2
    assert run(["check", str(tmp_path / "falls.toml")]) == 0
    if task == "what-falls":
        assert all(len(puzzle["answer"].split()) == int(fall) for puzzle in puzzles)
    assert generated(tmp_path, *wish) == (0, puzzles)
    assert generated(tmp_path, *wish, "--seed", "9")[1] != puzzles


def test_where_fewer_exist_that_is_proven(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, puzzles = generated(tmp_path, "--task", "great-fall", "--fall", "5", "--count", "50")
    assert code == 0
    assert f"only {len(puzzles)} exist, proven" in capsys.readouterr().err
    code, puzzles = generated(tmp_path, "--task", "great-fall", "--fall", "6")
    assert (code, puzzles) == (2, [])
    assert "proven" in capsys.readouterr().err


def test_other_tasks_take_no_fall(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert generated(tmp_path, "--fall", "3") == (2, [])
    assert "winning-move takes no --fall" in capsys.readouterr().err
