"""A library's file: survives kills, old versions are brought up to date, nothing foreign is touched."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from crossfall.generator.cli import run
from crossfall.generator.library import store
from crossfall.generator.library.schema import VERSION
from crossfall.solver.records import read_records

OLD = Path(__file__).parent.parent / "cases" / "library-v1.db"
PUZZLE = '[[puzzle]]\ngame = "roadworks"\nlevel = 2\nclosed = "c4 c3 d1"\n'

COMMANDS = [
    ["library", "list"],
    ["library", "stats"],
    ["library", "export", "-o", "out.toml"],
    ["library", "show", "1"],
    ["library", "add", "mine.toml"],
    ["library", "mark", "Sheet", "1"],
    ["library", "remove", "1"],
    ["check", "mine.toml"],
    ["generate", "roadworks"],
    ["sheet", "mine.toml", "--mark", "Sheet", "-o", "out.pdf"],
]


@pytest.fixture
def folder(folder: Path) -> Path:
    (folder / "mine.toml").write_text(PUZZLE)
    return folder


def made(name: str = "good.sqlite") -> Path:
    assert run(["library", "add", "mine.toml", "--library", name]) == 0
    return Path(name)


def empty(file: Path) -> None:
    sqlite3.connect(file).execute("CREATE TABLE bookmarks (url TEXT)").connection.close()


def newer(file: Path) -> None:
    shutil.copy(made(), file)
    with sqlite3.connect(file) as database:
        database.execute(f"PRAGMA user_version = {VERSION + 1}")
    database.close()


def truncated(file: Path) -> None:
    data = made().read_bytes()
    file.write_bytes(data[: len(data) // 2])


def scribbled(file: Path) -> None:
    data = bytearray(made().read_bytes())
    data[4096:] = b"\xa5" * (len(data) - 4096)
    file.write_bytes(bytes(data))


def without_table(file: Path) -> None:
    shutil.copy(made(), file)
    with sqlite3.connect(file) as database:
        database.execute("DROP TABLE mark")
    database.close()


def with_trigger(file: Path) -> None:
    shutil.copy(made(), file)
    with sqlite3.connect(file) as database:
        database.execute("CREATE TRIGGER bad AFTER INSERT ON mark BEGIN DELETE FROM puzzle; END")
    database.close()


def with_a_name_that_is_no_text(file: Path) -> None:
    """So that SQLite's own message cannot be decoded."""
    shutil.copy(made(), file)
    with sqlite3.connect(file) as database:
        database.execute("PRAGMA writable_schema = ON")
        database.execute(
            "UPDATE sqlite_schema SET name = CAST(x'81ff' AS TEXT), sql = 'CREATE TABLE (' "
            "WHERE name = 'mark'"
        )
    database.close()


FAULTY = {
    "text": (lambda file: file.write_text("my puzzles\n"), "no library"),
    "NUL bytes": (lambda file: file.write_bytes(b"\0" * 5000), "no library"),
    "folder": (lambda file: file.mkdir(), "is a folder"),
    "another program's": (empty, "another program's database"),
    "newer": (newer, f"of version {VERSION + 1}; this crossfall knows versions up to {VERSION}"),
    "truncated": (truncated, "damaged"),
    "scribbled": (scribbled, "damaged"),
    "a table lost": (without_table, "damaged"),
    "a trigger": (with_trigger, "damaged"),
    "a name that is no text": (with_a_name_that_is_no_text, "damaged"),
}


@pytest.mark.parametrize("kind", FAULTY)
def test_what_is_no_library_is_one_line_exit_code_2_and_left_alone(
    kind: str, folder: Path, call, capsys: pytest.CaptureFixture[str]
) -> None:
    make, words = FAULTY[kind]
    file = folder / "bad.sqlite"
    make(file)
    before = file.read_bytes() if file.is_file() else None
    capsys.readouterr()
    for command in COMMANDS:
        code, out, err = call(*command, "--library", "bad.sqlite")
        assert (code, out, err.count("\n")) == (2, "", 1), command
        assert err.startswith("crossfall: bad.sqlite: "), command
        assert words in err, command
    assert before is None or file.read_bytes() == before
    assert not (folder / "out.toml").exists()
    assert not (folder / "out.pdf").exists()


@pytest.mark.parametrize("name", ["", "none.sqlite", "no-such-folder/none.sqlite", "a\0b"])
def test_a_library_that_is_not_there_is_named(name: str, folder: Path, call) -> None:
    for command in (["library", "list"], ["check", "mine.toml"]):
        code, out, err = call(*command, "--library", name)
        assert (code, out, err.count("\n")) == (2, "", 1)
    if name != "none.sqlite":
        assert call("library", "add", "mine.toml", "--library", name)[0] == 2
    assert [file.name for file in folder.iterdir()] == ["mine.toml"]


def test_an_empty_file_becomes_a_library(folder: Path, call) -> None:
    (folder / "new.sqlite").touch()
    assert call("library", "list", "--library", "new.sqlite")[0] == 2
    assert made("new.sqlite").stat().st_size


def test_a_library_that_another_program_writes_is_read_but_not_written(
    folder: Path, call, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "SECONDS_TO_WAIT", 0.1)
    file = made()
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    capsys.readouterr()
    code, out, err = call("library", "mark", "Sheet", "1", "--library", str(file))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "another program is writing it" in err
    assert call("library", "list", "--library", str(file))[0] == 0
    other.execute("ROLLBACK")
    other.close()
    assert call("library", "mark", "Sheet", "1", "--library", str(file))[0] == 0


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may do anything")
def test_a_library_that_may_not_be_written_is_read(folder: Path, call) -> None:
    file = made()
    file.chmod(0o444)
    folder.chmod(0o555)
    try:
        assert call("library", "list", "--library", str(file))[0] == 0
        code, _, err = call("library", "mark", "Sheet", "1", "--library", str(file))
        assert (code, "no permission to write" in err) == (2, True)
    finally:
        folder.chmod(0o755)


def test_a_library_in_a_folder_that_may_not_be_written_is_read_as_it_lies(
    folder: Path, call, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = made()
    monkeypatch.setattr(store.os, "access", lambda place, mode: False)
    capsys.readouterr()
    code, out, err = call("library", "list", "--library", str(file))
    assert (code, err) == (0, "")
    assert "roadworks 3x3 winning-move" in out
    code, _, err = call("library", "mark", "Sheet", "1", "--library", str(file))
    assert (code, "no permission to write" in err) == (2, True)


def test_one_file_is_left_and_no_other(folder: Path) -> None:
    file = made()
    assert run(["library", "list", "--library", str(file)]) == 0
    assert {one.name for one in folder.iterdir()} == {"mine.toml", file.name}


def test_an_old_library_is_brought_up_to_date_and_nothing_is_lost(folder: Path, call) -> None:
    file = folder / "old.sqlite"
    shutil.copy(OLD, file)
    code, out, err = call("library", "list", "--json", "--library", "old.sqlite")
    assert (code, err) == (0, "")
    first, second, third = json.loads(out)["puzzles"]
    assert [p["number"] for p in (first, second, third)] == [1, 2, 4]
    assert first["title"] == "Market day"
    assert first["tags"] == ["homework", "parity"]
    assert first["marks"] == ["Book, chapter 2", "Sheet 3B"]
    assert first["features"] == {"technique": "R0", "lines": 1}
    assert [p["answer"] for p in (first, second, third)] == [["b2"], ["f5 e5 e2"], ["a2 a4"]]
    assert [p["difficulty"] for p in (first, second, third)] == [1, None, 2]
    assert {p["source"] for p in (first, second, third)} == {"autumn.toml"}
    assert 'note = "“Two at once”, says the source."' in third["toml"]
    with sqlite3.connect(file) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (VERSION,)
    database.close()
    # What was there is known: the first puzzle again, as it stands.
    code, out, _ = call("library", "add", "mine.toml", "--library", "old.sqlite")
    assert "0 added, 1 there already" in out
    code, out, _ = call("library", "export", "--library", "old.sqlite", "-o", "all.toml")
    assert run(["check", "all.toml"]) == 0


def test_an_old_library_that_cannot_be_read_whole_stays_old(folder: Path, call) -> None:
    file = folder / "old.sqlite"
    shutil.copy(OLD, file)
    with sqlite3.connect(file) as database:
        database.execute("UPDATE puzzle SET text = 'nonsense' WHERE number = 4")
    database.close()
    code, _, err = call("library", "list", "--library", "old.sqlite")
    assert code == 2
    assert "old.sqlite: puzzle 4: not TOML" in err
    with sqlite3.connect(file) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (1,)
        assert database.execute("SELECT count(*) FROM puzzle").fetchone() == (3,)
    database.close()


def test_a_damaged_puzzle_is_named(folder: Path, call, capsys: pytest.CaptureFixture[str]) -> None:
    file = made()
    for column, value in (("text", "nonsense"), ("answer", "["), ("features", "{"), ("text", 5)):
        with sqlite3.connect(file) as database:
            kept = database.execute(f"SELECT {column} FROM puzzle").fetchone()
            database.execute(f"UPDATE puzzle SET {column} = ?", (value,))
        capsys.readouterr()
        code, out, err = call("library", "list", "--library", str(file))
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert "puzzle 1: damaged" in err
        with database:
            database.execute(f"UPDATE puzzle SET {column} = ?", kept)
        database.close()


def test_a_kill_in_the_middle_of_add_loses_and_doubles_nothing(
    folder: Path, call, capsys: pytest.CaptureFixture[str]
) -> None:
    wish = ["generate", "roadworks", "--level", "3", "--count", "160", "--seed", "1"]
    assert run([*wish, "-o", "many.toml"]) == 0
    wanted = [record.text("closed") for record in read_records("many.toml")]
    command = [sys.executable, "-m", "crossfall.generator", "library", "add", "many.toml"]
    before = 0
    for kill_at in (1, 40, 90):
        adding = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + 100
        while count(folder / "crossfall.sqlite") < kill_at:
            assert adding.poll() is None
            assert time.monotonic() < end
            time.sleep(0.002)
        os.kill(adding.pid, signal.SIGKILL)
        adding.wait()
        capsys.readouterr()
        code, out, err = call("library", "list", "--json")
        assert (code, err) == (0, "")
        kept = json.loads(out)["puzzles"]
        assert before <= len(kept) < len(wanted)
        assert len(kept) >= kill_at
        before = len(kept)
        closed = [p["toml"].split('closed = "')[1].split('"')[0] for p in kept]
        assert closed == wanted[: len(kept)]  # each of them whole, in order
        tags = [record.texts("tags") or () for record in read_records("many.toml")]
        assert [tuple(p["tags"]) for p in kept] == [tuple(sorted(t)) for t in tags[: len(kept)]]
    code, out, _ = call("library", "add", "many.toml")
    assert f"{160 - before} added, {before} there already" in out


def count(file: Path) -> int:
    """The puzzles in a library, asked from outside."""
    if not file.exists():
        return 0
    database = sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)
    try:
        return int(database.execute("SELECT count(*) FROM puzzle").fetchone()[0])
    except sqlite3.OperationalError:
        return 0  # not made yet
    finally:
        database.close()


def test_two_programs_add_at_once_and_nothing_is_doubled(folder: Path) -> None:
    wish = ["generate", "roadworks", "--level", "3", "--count", "60", "--seed", "1"]
    assert run([*wish, "-o", "many.toml"]) == 0
    command = [sys.executable, "-m", "crossfall.generator", "library", "add", "many.toml"]
    both = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for _ in range(2)]
    assert [one.wait() for one in both] == [0, 0]
    assert count(folder / "crossfall.sqlite") == 60


@pytest.mark.parametrize("seed", range(40))
def test_a_library_with_any_bytes_changed_is_read_or_refused_in_one_line(
    seed: int, folder: Path, call, capsys: pytest.CaptureFixture[str]
) -> None:
    random = Random(seed)
    file = folder / "bad.sqlite"
    data = bytearray((OLD if seed % 4 == 0 else made()).read_bytes())
    for _ in range(random.choice((1, 3, 40))):
        at = random.randrange(100) if random.random() < 0.2 else random.randrange(len(data))
        data[at] = random.randrange(256)
    for command in (COMMANDS[0], COMMANDS[1], COMMANDS[2], COMMANDS[4], COMMANDS[5]):
        file.write_bytes(bytes(data))
        capsys.readouterr()
        code, _, err = call(*command, "--library", "bad.sqlite")
        assert code in (0, 1, 2), (command, err)
        assert code != 2 or err.count("\n") == 1, (command, err)
        for beside in ("bad.sqlite-wal", "bad.sqlite-shm", "bad.sqlite-journal"):
            (folder / beside).unlink(missing_ok=True)
