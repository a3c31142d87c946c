"""The page "Adding a game", followed to the letter: a tiny game is added to a copy of the sources."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.pages.sheets import text_of
from tests.walk import walk, walk_blank

ROOT = Path(__file__).parents[1]
TINY_GAME = ROOT / "tests" / "tiny_game"
PAGE = ROOT / "docs" / "adding-a-game.md"
TOPS = ("solver", "generator", "templates")


def added_files() -> list[Path]:
    """The files of the tiny game, relative to the top."""
    files = (file for top in TOPS for file in (TINY_GAME / top).rglob("*") if file.is_file())
    return sorted(f.relative_to(TINY_GAME) for f in files if f.suffix != ".pyc")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources with the tiny game's files added, importable as `crossfall`."""
    where = tmp_path_factory.mktemp("with-tiny-game")
    for top in TOPS:
        shutil.copytree(
            ROOT / top, where / "crossfall" / top, ignore=shutil.ignore_patterns("__pycache__")
        )
    for file in added_files():
        target = where / "crossfall" / file
        assert not target.exists(), f"{file} would change what is there"
        target.parent.mkdir(exist_ok=True)
        shutil.copy(TINY_GAME / file, target)
    return where


@pytest.fixture
def call(installed: Path, tmp_path: Path):
    environment = {**os.environ, "PYTHONPATH": str(installed), "PYTHONDONTWRITEBYTECODE": "1"}

    def called(*arguments: str) -> tuple[int, str, str]:
        done = subprocess.run(
            [sys.executable, "-m", "crossfall.generator", *arguments],
            capture_output=True,
            encoding="utf-8",
            env=environment,
            cwd=tmp_path,
            timeout=300,
        )
        # WeasyPrint may warn of libraries that it will want one day.
        told = [line for line in done.stderr.splitlines() if line.startswith("crossfall")]
        return done.returncode, done.stdout, "\n".join(told)

    return called


def test_the_page_shows_every_file_of_the_tiny_game_as_it_is() -> None:
    page = PAGE.read_text("utf-8")
    shown = dict(re.findall(r"^### `([^`]+)`\n.*?^```\w+\n(.*?)^```$", page, re.S | re.M))
    assert sorted(shown) == [file.as_posix() for file in added_files()]
    for name, text in shown.items():
        assert text == (TINY_GAME / name).read_text("utf-8"), name


def test_a_game_is_one_folder_and_one_file_a_room_and_nothing_else() -> None:
    rooms = {
        "solver/last_counter",
        "solver/audit",
        "generator/finders",
        "generator/words",
        "generator/boards",
        "templates/boards",
    }
    assert {file.parent.as_posix() for file in added_files()} == rooms
    outside = [file for file in added_files() if file.parent.name != "last_counter"]
    assert {file.name.partition(".")[0] for file in outside} == {"last_counter"}
    assert len(outside) == 5


def test_the_added_game_goes_through_everything(call, tmp_path: Path) -> None:
    walk(call, "last-counter", "winning-take", tmp_path)
    walk_blank(call, "last-counter", tmp_path)
    # It knows no languages: what it says itself is printed in English.
    target = tmp_path / "hu.pdf"
    assert call("sheet", "last-counter:7", "--language", "hu", "-o", str(target)) == (0, "", "")
    told = text_of(target.read_bytes())
    assert "How many counters must you take?" in told
    assert "Megoldások" in told


def test_the_added_game_answers_like_the_others(call, tmp_path: Path) -> None:
    code, out, _ = call("check", "last-counter:8")
    assert (code, "no-answer" in out) == (1, True)
    assert call("audit", "last-counter:8")[0] == 1
    code, _, err = call("solve", "last-counter:0")
    assert (code, "game-over: no counter is left" in err) == (2, True)
    code, _, err = call("check", "last-counters:8")
    assert (code, "did you mean last-counter?" in err) == (2, True)
    code, _, err = call("check", "last-counter:999")
    assert (code, err.count("\n")) == (2, 0)
    code, out, err = call("generate", "last-counter", "--count", "99")
    assert (code, out.count("[[puzzle]]"), err) == (0, 15, "crossfall: only 15 exist, proven")
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('[[puzzle]]\ngame = "last-counter"\nboard = "o o o"\nanswer = "1"\n')
    assert "wrong-answer" in call("check", str(wrong))[1]
    assert call("audit", str(wrong))[0] == 1
    assert call("sheet", str(wrong), "-o", str(tmp_path / "wrong.pdf"))[0] == 1
    assert not (tmp_path / "wrong.pdf").exists()


def test_what_the_copy_imports_is_the_copy(installed: Path) -> None:
    seen = subprocess.run(
        [sys.executable, "-c", "import crossfall.solver; print(crossfall.solver.__file__)"],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(installed)},
        cwd=installed,
    )
    assert Path(seen.stdout.strip()).is_relative_to(installed)
