"""The commands on docs/composing.md do what the page says."""

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from crossfall.generator.cli import run

PAGE = (Path(__file__).parents[2] / "docs" / "composing.md").read_text("utf-8")
COMMANDS = re.findall(r"^crossfall (.*)$", PAGE, re.MULTILINE)
MINE = """
[[puzzle]]
game = "roadworks"
task = "winning-move"
level = 2
closed = ""
answer = "c3"
"""


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_on_the_page_works(
    line: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text(MINE)
    assert run(shlex.split(line)) == 0
    out = capsys.readouterr().out
    if line.startswith("compose"):
        assert "roadworks:" in out
    if "--max-fall" in line:
        assert "of 18 crossings, proven" in out
    if line.startswith("repair"):
        assert re.search(r"^> (.*)$", PAGE, re.MULTILINE)[1] in out
    for file in tmp_path.glob("great.toml"):
        puzzles = tomllib.loads(file.read_text())["puzzle"]
        assert [puzzle["features"]["falls"] for puzzle in puzzles] == [12, 12]


def test_the_heart_on_the_page_can_be_composed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    heart = re.search(r"```\n(8 .*?)```", PAGE, re.DOTALL)
    assert heart is not None
    (tmp_path / "heart.txt").write_text(heart[1])
    wish = ["--mask", str(tmp_path / "heart.txt"), "--task", "winning-move"]
    assert run(["compose", "roadworks", *wish]) == 0
    assert "winning-move: " in capsys.readouterr().out
