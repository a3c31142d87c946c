"""`generate --workers`: the same bytes, whoever looks and however often it is killed."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from crossfall.generator.cli import run
from crossfall.solver.records import read_records

WISHES = {
    "stock": ["roadworks", "--level", "4", "--count", "12"],
    "all of them": ["roadworks", "--size", "2x3", "--task", "what-falls", "--count", "900"],
    "drawn": ["roadworks", "--size", "6x6", "--task", "cut-crossings", "--count", "4"],
    "lost boards": ["roadworks", "--size", "6x6", "--task", "lost-board", "--count", "2"],
    "by SAT": ["roadworks", "--task", "great-fall", "--fall", "5", "--count", "2"],
    "tiny": ["clear-path", "--size", "3x3", "--task", "winning-turn", "--count", "5"],
    "games": ["clear-path", "--size", "5x5", "--task", "longest-chain", "--count", "4"],
    "swaps": ["pathing-boxes", "--task", "line-now", "--count", "4", "--seed", "8"],
}


@pytest.mark.parametrize("wish", WISHES.values(), ids=WISHES)
def test_one_and_two_workers_give_the_bytes_of_none(wish: list[str], tmp_path: Path) -> None:
    made = []
    for number, option in enumerate(([], ["--workers", "1"], ["--workers", "2"])):
        target = tmp_path / f"{number}.toml"
        assert run(["generate", *wish, *option, "-o", str(target)]) == 0
        made.append(target.read_bytes())
    assert made[0] == made[1] == made[2]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["0.toml", "1.toml", "2.toml"]


def rows(library: Path) -> list[str]:
    """All that a library holds, as SQL."""
    with closing(sqlite3.connect(library)) as database:
        return list(database.iterdump())


@pytest.mark.parametrize("wish", ["drawn", "games", "swaps"])
def test_with_any_number_of_workers_a_library_holds_the_same(wish: str, tmp_path: Path) -> None:
    """Of each game one wish, whose first puzzles the library holds before."""
    made = []
    for number, option in enumerate(([], ["--workers", "1"], ["--workers", "2"])):
        library, target = tmp_path / f"{number}.sqlite", tmp_path / f"{number}.toml"
        asked = ["generate", *WISHES[wish], "--library", str(library)]
        assert run([*asked, "--count", "1"]) == 0
        assert run([*asked, *option, "-o", str(target)]) == 0
        made.append((rows(library), target.read_bytes()))
    assert made[0] == made[1] == made[2]
    count = int(WISHES[wish][WISHES[wish].index("--count") + 1])
    assert sum(row.startswith('INSERT INTO "puzzle"') for row in made[0][0]) == 1 + count
    assert not list(tmp_path.glob("*.part"))


LONG = ["generate", "pathing-boxes", "--task", "force-line", "--count", "8", "--seed", "3"]


def test_a_killed_run_goes_on_and_loses_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, target = tmp_path / "whole.toml", tmp_path / "killed.toml"
    part = Path(f"{target}.part")
    assert run([*LONG, "-o", str(whole)]) == 0
    asked = [*LONG, "--workers", "2", "-o", str(target)]
    killed = subprocess.Popen(
        [sys.executable, "-m", "crossfall.generator", *asked], stderr=subprocess.DEVNULL
    )
    end = time.monotonic() + 100
    while not (part.exists() and part.read_bytes().count(b'"range":') > 1):
        assert killed.poll() is None
        assert time.monotonic() < end
        time.sleep(0.01)
    os.kill(killed.pid, signal.SIGKILL)
    killed.wait()
    assert not target.exists()
    left = part.read_bytes().count(b'"range":')

    capsys.readouterr()
    assert run([*LONG[:-1], "4", "--workers", "1", "-o", str(target)]) == 2
    assert "another run left it (seed 3, not 4)" in capsys.readouterr().err
    assert part.read_bytes().count(b'"range":') == left

    assert run(asked) == 0
    assert f"goes on after {left} ranges" in capsys.readouterr().err
    assert target.read_bytes() == whole.read_bytes()
    assert not part.exists()


@pytest.mark.parametrize("workers", [[], ["--workers", "2"]], ids=["alone", "2"])
def test_a_killed_run_into_a_library_ends_with_what_it_would_have_held(
    workers: list[str], tmp_path: Path
) -> None:
    whole, library = tmp_path / "whole.sqlite", tmp_path / "killed.sqlite"
    target = tmp_path / "killed.toml"
    part = Path(f"{library}.part")
    assert run([*LONG, "--library", str(whole), "-o", str(tmp_path / "whole.toml")]) == 0
    asked = [*LONG, *workers, "--library", str(library)]
    killed = subprocess.Popen(
        [sys.executable, "-m", "crossfall.generator", *asked], stderr=subprocess.DEVNULL
    )
    end = time.monotonic() + 100
    while not (part.exists() and b'"puzzle":' in part.read_bytes()):
        assert killed.poll() is None
        assert time.monotonic() < end
        time.sleep(0.01)
    os.kill(killed.pid, signal.SIGKILL)
    killed.wait()
    assert run(asked) == 0
    assert rows(library) == rows(whole)
    assert not part.exists()
    assert run(["library", "export", "--library", str(library), "-o", str(target)]) == 0
    assert len(read_records(str(target))) == 8


def test_what_the_budget_cut_off_is_a_prefix_that_the_same_command_completes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, target = tmp_path / "whole.toml", tmp_path / "cut.toml"
    assert run([*LONG, "-o", str(whole)]) == 0
    asked = [*LONG, "--workers", "1", "-o", str(target)]
    assert run([*asked, "--budget", "0.5"]) == 3
    assert f"the same command goes on from {target}.part" in capsys.readouterr().err
    if target.exists():
        # A look that was cut short must not let a later one take its place.
        assert whole.read_bytes().startswith(target.read_bytes())
    assert run([*asked, "--budget", "600"]) == 0
    assert target.read_bytes() == whole.read_bytes()


def test_what_was_found_so_far_can_be_read(tmp_path: Path) -> None:
    target = tmp_path / "cut.toml"
    wish = ["generate", "roadworks", "--level", "4", "--count", "100000", "--workers", "1"]
    assert run([*wish, "--budget", "2", "-o", str(target)]) == 3
    records = read_records(f"{target}.part")
    assert records
    assert [r.fields for r in records] == [r.fields for r in read_records(str(target))]


@pytest.mark.parametrize("wish", [["--level", "1"], ["--size", "1x1"], ["--tag", "none"]])
def test_a_wish_that_can_never_be_met_leaves_nothing(wish: list[str], tmp_path: Path) -> None:
    target = tmp_path / "none.toml"
    assert run(["generate", "roadworks", *wish, "--workers", "1", "-o", str(target)]) == 2
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("text", ["notes\n", "notes\nof mine\n", "", "# What crossfall"])
def test_a_file_that_is_no_journal_is_left_alone(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "six.toml"
    part = tmp_path / "six.toml.part"
    part.write_text(text)
    mine = text.startswith("notes")
    assert run(["generate", "roadworks", "--workers", "1", "-o", str(target)]) == (2 if mine else 0)
    assert part.exists() == mine
    if mine:
        assert part.read_text() == text
        assert "is no journal of a run" in capsys.readouterr().err


@pytest.mark.parametrize(
    "options",
    [
        ["--workers", "0"],
        ["--workers", "two"],
        ["--backend", "dask"],
        ["--scheduler", "tcp://127.0.0.1:8786"],
        ["--backend", "dask", "--scheduler", "tcp://127.0.0.1:8786", "--workers", "2"],
        ["--backend", "slurm"],
    ],
)
def test_bad_wishes_for_workers_are_one_line_and_exit_code_2(
    options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "six.toml"
    assert run(["generate", "roadworks", *options, "-o", str(target)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not list(tmp_path.iterdir())
