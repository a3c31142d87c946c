"""`crossfall table`: builds tables, prints the census."""

from __future__ import annotations

import errno
import json
from pathlib import Path

import pytest

from crossfall.generator import output
from crossfall.generator.cli import run
from crossfall.generator.commands import table as table_command
from crossfall.solver.roadworks import tables
from crossfall.solver.roadworks.nimbers import oracle
from crossfall.solver.roadworks.rules import board
from crossfall.solver.roadworks.stock import Stock
from crossfall.solver.roadworks.tables import load, unpack


def test_build_writes_a_table_and_its_stock(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, stock = tmp_path / "t.xz", tmp_path / "s.xz"
    assert run(["table", "build", "3x2", "-o", str(table), "--stock", str(stock)]) == 0
    assert "39 live sets up to symmetry, 13 lost" in capsys.readouterr().out
    assert len(load(table, board(2, 3)).lost) == 13
    positions = unpack(stock.read_bytes(), board(2, 3), "s")
    assert Stock.from_bytes(positions, board(2, 3), "s").count() == 5
    assert sorted(path.name for path in tmp_path.iterdir()) == ["s.xz", "t.xz"]


@pytest.mark.parametrize("failing", ["t.xz", "s.xz"])
def test_a_build_that_cannot_be_written_goes_on_from_what_is_kept(
    failing: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    command = ["table", "build", "2x3", "-o", "t.xz", "--stock", "s.xz"]

    def stop(*at: object) -> None:
        if at[:2] == ("counting", 39):
            raise KeyboardInterrupt

    monkeypatch.setattr(table_command, "_Progress", lambda: stop)
    assert run(command) == 130
    assert [path.name for path in tmp_path.iterdir()] == ["t.xz.unfinished"]
    kept = Path("t.xz.unfinished").read_bytes()

    replace = output._replace

    def full(path: str, payload: bytes) -> None:
        if Path(path).name == failing:
            raise OSError(errno.ENOSPC, "No space left on device")
        replace(path, payload)

    stages: list[str] = []
    monkeypatch.setattr(table_command, "_Progress", lambda: lambda *at: stages.append(at[0]))
    monkeypatch.setattr(output, "_replace", full)
    capsys.readouterr()
    assert run(command) == 2
    told = f"crossfall: {failing}: cannot be written (No space left on device)\n"
    assert capsys.readouterr().err == told
    assert Path("t.xz.unfinished").read_bytes() == kept
    assert not Path(failing).exists()

    monkeypatch.setattr(output, "_replace", replace)
    stages.clear()
    assert run(command) == 0
    assert stages
    assert not {"finding live sets", "marking lost sets"} & set(stages)  # it went on from there
    assert sorted(path.name for path in tmp_path.iterdir()) == ["s.xz", "t.xz"]
    assert len(load(Path("t.xz"), board(2, 3)).lost) == 13


@pytest.mark.parametrize("recount", [[], ["--recount"]], ids=["carried", "recounted"])
def test_stats_prints_the_census(recount: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["table", "stats", "3x3", "--json", *recount]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["board"], report["live"], report["longest_fall"]) == ("3x3", 114, 5)
    assert report["one_crossing"]["total"] == 11
    assert report["one_result"]["printable"] == 22


def test_stats_of_5x5_come_from_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["table", "stats", "5x5"]) == 0
    out = capsys.readouterr().out
    for figure in ("1,258,787", "149,155", "223,265"):
        assert figure in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["stats", "6x6"], "no table of 6x6"),
        (["stats", "0x3"], "too small"),
        (["build", "8x8"], "no table of 8x8"),
        (["build", "three"], "no board size"),
        (["build", "2x2", "-o", "no-such-folder/t.xz"], "no folder no-such-folder"),
        (["build", "2x2", "-o", "-"], "goes to a file"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["table", *arguments]) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1


def test_no_command_believes_a_damaged_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = tables.at_hand("roadworks-4x4.xz")
    assert whole is not None
    damaged = bytes([*whole[:900], whole[900] ^ 4, *whole[901:]])
    monkeypatch.setattr(tables, "at_hand", lambda name: damaged)
    caches = (oracle, tables.lost_sets)
    for cache in caches:
        cache.cache_clear()
    try:
        for arguments in (["solve", "roadworks:4x4:c4"], ["table", "stats", "4x4"]):
            assert run(arguments) == 2
            err = capsys.readouterr().err
            assert "roadworks-4x4.xz: it is damaged" in err
            assert err.count("\n") == 1
    finally:
        for cache in caches:
            cache.cache_clear()
