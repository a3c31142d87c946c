"""Library files that somebody made to harm: refused in a line, and nothing else is touched."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from crossfall.generator.cli import run
from crossfall.generator.library import store
from tests.conftest import Call

OLD = Path(__file__).parents[1] / "cases" / "library-v1.db"
PUZZLE = '[[puzzle]]\ngame = "roadworks"\nlevel = 2\nclosed = "c4 c3 d1"\n'
ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT {} FROM n"
COLUMNS = "number, canonical, game, task, board, difficulty, title, answer, features, source, text"
READING = (["list"], ["stats"], ["show", "1"], ["export", "-o", "out.toml"])


@pytest.fixture
def library(folder: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    (folder / "mine.toml").write_text(PUZZLE)
    assert run(["library", "add", "mine.toml", "--library", "l.sqlite"]) == 0
    capsys.readouterr()
    return folder / "l.sqlite"


def change(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        for statement in statements:
            database.execute(statement)


def endless(columns: str) -> str:
    return ENDLESS.format(", ".join(f"'x' AS {name.strip()}" for name in columns.split(",")))


SCHEMES = {
    "a view without end": (
        "DROP TABLE puzzle",
        f"CREATE VIEW puzzle AS {endless(COLUMNS)}",
        "CREATE INDEX puzzle_kind ON mark (name)",
    ),
    "marks without end": (
        "DROP TABLE mark",
        f"CREATE VIEW mark AS {ENDLESS.format('x AS name, 1 AS puzzle')}",
        "CREATE INDEX mark_puzzle ON tag (name)",
    ),
    "a column that is worked out": (
        "ALTER TABLE puzzle ADD COLUMN big TEXT AS (hex(zeroblob(500000000)))",
    ),
    "another column": ("ALTER TABLE puzzle ADD COLUMN more TEXT",),
    "a trigger that is named like a table": (
        "DROP TABLE tag",
        "CREATE TRIGGER tag AFTER INSERT ON mark BEGIN DELETE FROM puzzle; END",
        "CREATE INDEX tag_puzzle ON mark (name)",
    ),
    "a virtual table": ("DROP TABLE tag", "CREATE VIRTUAL TABLE tag USING fts5(name, puzzle)"),
}


@pytest.mark.parametrize("kind", SCHEMES)
def test_only_the_tables_of_a_library_are_a_library(
    kind: str, library: Path, folder: Path, call: Call
) -> None:
    change(library, *SCHEMES[kind])
    before = library.read_bytes()
    for words in (*READING, ["add", "mine.toml"], ["mark", "Sheet", "1"], ["remove", "1"]):
        code, out, err = call("library", *words, "--library", "l.sqlite")
        assert (code, out, err.count("\n")) == (2, "", 1), words
        assert "not the tables of a library" in err
    assert library.read_bytes() == before
    assert sorted(path.name for path in folder.iterdir()) == ["l.sqlite", "mine.toml"]


OLD_SCHEMES = {
    "a view without end": ("DROP TABLE puzzle", f"CREATE VIEW puzzle AS {endless(COLUMNS)}"),
    "a trigger": ("CREATE TRIGGER t AFTER INSERT ON puzzle BEGIN DELETE FROM puzzle; END",),
    "half brought up": ("ALTER TABLE puzzle RENAME TO puzzle_1", "CREATE TABLE puzzle (number)"),
    "marked as ours": ("PRAGMA user_version = 2",),
    "a number for a text": ("UPDATE puzzle SET text = x'31'",),
    "a number for tags": ("UPDATE puzzle SET tags = x'31'",),
}


@pytest.mark.parametrize("kind", OLD_SCHEMES)
def test_an_old_library_made_to_harm_stays_as_it_is(kind: str, folder: Path, call: Call) -> None:
    shutil.copy(OLD, "old.sqlite")
    change(folder / "old.sqlite", *OLD_SCHEMES[kind])
    before = (folder / "old.sqlite").read_bytes()
    code, out, err = call("library", "list", "--library", "old.sqlite")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("crossfall: old.sqlite: ")
    assert (folder / "old.sqlite").read_bytes() == before


VALUES = (
    "x'00'",
    "'nan'",
    "1e999",
    "-5",
    "9223372036854775807",
    "'[1]'",
    "'{\"a\": NaN}'",
    "'\"a\"'",
)
NAMES = ("game", "task", "board", "difficulty", "title", "answer", "features", "source", "text")


@pytest.mark.parametrize("column", NAMES)
@pytest.mark.parametrize("value", VALUES)
def test_anything_may_stand_where_something_else_belongs(
    column: str, value: str, library: Path, call: Call
) -> None:
    change(library, f"UPDATE puzzle SET {column} = {value}")
    for words in (*READING, ["list", "--json"], ["add", "mine.toml"]):
        code, out, err = call("library", *words, "--library", "l.sqlite")
        assert code in (0, 2), words
        assert err.count("\n") == (code == 2), err
        assert "internal" not in err
        if "--json" in words and code == 0:
            json.loads(out, parse_constant=lambda name: pytest.fail(name))


def test_something_huge_is_not_taken_into_memory(library: Path, call: Call) -> None:
    change(library, "UPDATE puzzle SET text = zeroblob(100000000)")
    code, _, err = call("library", "list", "--library", "l.sqlite")
    assert (code, err.count("\n")) == (2, 1)
    assert "larger than 20 MB" in err


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="this system has no links")
@pytest.mark.parametrize("ending", ["-wal", "-shm", "-journal"])
def test_nothing_is_written_through_a_link_beside_it(
    ending: str, library: Path, folder: Path, call: Call
) -> None:
    victim = folder / "victim"
    victim.write_text("mine")
    (folder / f"l.sqlite{ending}").symlink_to("victim")
    (folder / f"new.sqlite{ending}").symlink_to("victim")
    for words in (["add", "mine.toml"], ["mark", "Sheet", "1"], ["list"]):
        code, _, err = call("library", *words, "--library", "l.sqlite")
        assert (code, "is no ordinary file" in err) == (2, True)
    assert call("library", "add", "mine.toml", "--library", "new.sqlite")[0] == 2
    assert victim.read_text() == "mine"
    assert not (folder / "new.sqlite").exists()


def test_the_memory_of_another_library_beside_it_changes_nothing(
    library: Path, folder: Path, call: Call
) -> None:
    with closing(sqlite3.connect("other.sqlite", isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("CREATE TABLE t (x)")
        shutil.copy("other.sqlite-wal", "l.sqlite-wal")
    code, out, err = call("library", "list", "--library", "l.sqlite")
    assert code in (0, 2)
    assert err.count("\n") == (code == 2)
    assert code == 2 or "roadworks" in out


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such pipes")
def test_a_pipe_is_no_library(folder: Path, call: Call) -> None:
    os.mkfifo("pipe")
    (folder / "mine.toml").write_text(PUZZLE)
    for words in (["list"], ["add", "mine.toml"]):
        assert "is no ordinary file" in call("library", *words, "--library", "pipe")[2]


@pytest.mark.parametrize("option", ["--tag", "--source", "--marked", "--size"])
def test_half_a_sign_is_in_no_library(option: str, library: Path, call: Call) -> None:
    code, out, err = call("library", "list", option, "\udcff", "--library", "l.sqlite")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert call("library", "add", "mine.toml", "--source", "\udcff")[0] == 2


def test_numbers_that_are_none_do_not_damage_a_library(
    library: Path, folder: Path, call: Call
) -> None:
    (folder / "odd.toml").write_text(
        '[[puzzle]]\ngame = "roadworks"\nclosed = "b4"\n'
        "features = { a = nan, b = [inf, -inf], c = 1979-05-27, technique = 'R3' }\n"
    )
    assert call("library", "add", "odd.toml", "--library", "l.sqlite")[0] in (0, 1)
    code, out, _ = call("library", "list", "--json", "--library", "l.sqlite")
    assert code == 0
    json.loads(out, parse_constant=lambda name: pytest.fail(name))
    assert call("library", "list", "--feature", "technique=R3", "--library", "l.sqlite")[0] == 0


def test_a_library_that_cannot_be_made_leaves_no_file(
    folder: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "mine.toml").write_text(PUZZLE)

    def refuse(database: sqlite3.Connection) -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    monkeypatch.setattr(store.schema, "create", refuse)
    assert "the disk is full" in call("library", "add", "mine.toml")[2]
    assert [path.name for path in folder.iterdir()] == ["mine.toml"]
    (folder / "there.sqlite").touch()
    assert call("library", "add", "mine.toml", "--library", "there.sqlite")[0] == 2
    assert (folder / "there.sqlite").exists()


@pytest.mark.prove
@pytest.mark.skipif(os.name != "posix", reason="this system kills otherwise")
def test_a_kill_at_any_moment_while_it_is_brought_up_to_date_loses_nothing(folder: Path) -> None:
    shutil.copy(OLD, "old.sqlite")
    with closing(sqlite3.connect("old.sqlite")) as database:
        row = list(database.execute("SELECT * FROM puzzle").fetchone())
        rows = [[number, f"c{number}", *row[2:]] for number in range(100, 20_100)]
        database.executemany(f"INSERT INTO puzzle VALUES (?{', ?' * (len(row) - 1)})", rows)
        database.commit()
    words = [sys.executable, "-m", "crossfall.generator", "library", "stats"]
    before = time.monotonic()
    shutil.copy("old.sqlite", "l.sqlite")
    subprocess.run([*words, "--library", "l.sqlite"], check=True, stdout=subprocess.DEVNULL)
    whole = time.monotonic() - before
    for moment in range(1, 12):
        for name in folder.glob("l.sqlite*"):
            name.unlink()
        shutil.copy("old.sqlite", "l.sqlite")
        working = subprocess.Popen([*words, "--library", "l.sqlite"], stdout=subprocess.DEVNULL)
        time.sleep(whole * moment / 10)
        working.kill()
        working.wait()
        with closing(sqlite3.connect("l.sqlite")) as database:
            assert database.execute("SELECT count(*) FROM puzzle").fetchone() == (20_003,)
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert database.execute("PRAGMA user_version").fetchone() in ((1,), (2,))
    subprocess.run([*words, "--library", "l.sqlite"], check=True, stdout=subprocess.DEVNULL)
