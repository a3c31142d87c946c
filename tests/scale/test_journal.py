"""The journal of a run: torn anywhere it loses only what was not whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from crossfall.generator.finders.ranges import Alone, Looked, Run
from crossfall.generator.finders.selection import Selection
from crossfall.generator.journal import Journal, Recorded
from crossfall.solver.budget import Budget
from crossfall.solver.errors import InputError
from tests.scale.toy import RANGES, Toy

HEADING = {"game": "toy", "seed": "1"}


def go_on(target: Path, log: Path, count: int) -> list[str]:
    """Make `count` puzzles with a journal beside `target` and leave as if killed."""
    journal = Journal(str(target), HEADING)
    crew = Recorded(Alone(), journal)
    job = Toy(log=str(log))
    selection = Selection([frozenset({1})] * count, a_place=100)
    titles = [
        crew.record(job, chosen).text("title")
        for chosen in selection.choose(Looked(Run(crew)).candidates(job, Budget()))
    ]
    journal._file.close()
    return titles


def looked_through(log: Path) -> set[int]:
    done = {int(file.name) for file in log.iterdir()}
    for file in log.iterdir():
        file.unlink()
    return done


@pytest.fixture
def log(tmp_path: Path) -> Path:
    (tmp_path / "log").mkdir()
    return tmp_path / "log"


def test_a_journal_torn_at_any_byte_gives_the_same_puzzles(tmp_path: Path, log: Path) -> None:
    target = tmp_path / "toy.toml"
    part = tmp_path / "toy.toml.part"
    titles = go_on(target, log, RANGES)
    assert titles == [f"{number} 0" for number in range(RANGES)]
    assert looked_through(log) == set(range(RANGES))
    whole = part.read_bytes()
    ends = [place + 1 for place, byte in enumerate(whole) if byte == ord("\n")]
    for length in (*range(0, 1200, 7), *ends):
        part.write_bytes(whole[:length])
        assert go_on(target, log, RANGES) == titles, length
        again = looked_through(log)
        kept = whole[:length].count(b'"range"')
        assert again <= set(range(max(0, kept - 1), RANGES)), length
        assert part.read_bytes() == whole, length


def test_a_whole_journal_is_not_worked_through_again(tmp_path: Path, log: Path) -> None:
    target = tmp_path / "toy.toml"
    go_on(target, log, RANGES)
    looked_through(log)
    go_on(target, log, RANGES - 1)
    assert looked_through(log) == set()


@pytest.mark.parametrize("byte", [b"\0", b"\xff", b"{", b"#"])
def test_a_damaged_journal_is_cut_off_at_the_damage(byte: bytes, tmp_path: Path, log: Path) -> None:
    target = tmp_path / "toy.toml"
    part = tmp_path / "toy.toml.part"
    titles = go_on(target, log, RANGES)
    whole = part.read_bytes()
    start = whole.index(b'"range"')
    for place in range(start, len(whole), 23):
        part.write_bytes(whole[:place] + byte + whole[place + 1 :])
        assert go_on(target, log, RANGES) == titles, place
        assert part.read_bytes() == whole, place


def test_two_runs_do_not_write_one_journal(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    first = Journal(str(tmp_path / "toy.toml"), HEADING)
    with pytest.raises(InputError, match="another run is writing it"):
        Journal(str(tmp_path / "toy.toml"), HEADING)
    first.close(done=True)
    assert not list(tmp_path.iterdir())
