"""How a library lies in its file: the tables, their versions, and the way from an old one to ours.

Version 1 kept tags and marks as text in the puzzle's own row; version 2 gives them tables, so that
they can be asked for, and takes answer, features and title out of the puzzle's text.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from math import isfinite
from typing import Any

from crossfall.solver.errors import InputError, file_name
from crossfall.solver.records import Record, parse_records

APPLICATION = (
    0x58464C31  # "XFL1", at a fixed place in the file, tells a library from other databases
)
VERSION = 2

_TABLES = """
CREATE TABLE puzzle (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    canonical TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    task TEXT NOT NULL,
    board TEXT NOT NULL,
    difficulty INTEGER,
    title TEXT NOT NULL,
    answer TEXT NOT NULL,
    features TEXT NOT NULL,
    source TEXT NOT NULL,
    text TEXT NOT NULL
);
CREATE INDEX puzzle_kind ON puzzle (game, task, difficulty);
CREATE TABLE tag (
    name TEXT NOT NULL,
    puzzle INTEGER NOT NULL REFERENCES puzzle (number) ON DELETE CASCADE,
    PRIMARY KEY (name, puzzle)
) WITHOUT ROWID;
CREATE INDEX tag_puzzle ON tag (puzzle);
CREATE TABLE mark (
    name TEXT NOT NULL,
    puzzle INTEGER NOT NULL REFERENCES puzzle (number) ON DELETE CASCADE,
    PRIMARY KEY (name, puzzle)
) WITHOUT ROWID;
CREATE INDEX mark_puzzle ON mark (puzzle);
"""
_TABLES_1 = """
CREATE TABLE puzzle (
    number INTEGER PRIMARY KEY,
    canonical TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    task TEXT NOT NULL,
    board TEXT NOT NULL,
    difficulty INTEGER,
    tags TEXT NOT NULL,
    used TEXT NOT NULL,
    source TEXT NOT NULL,
    text TEXT NOT NULL
);
"""
_OWN = ("sqlite_",)  # what SQLite itself puts beside them


def create(database: sqlite3.Connection) -> None:
    """Make the tables in an empty file, all at once; leave a file that is not empty alone."""
    database.execute("BEGIN IMMEDIATE")
    try:
        if not database.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
            _make_tables(database)
            database.execute(f"PRAGMA application_id = {APPLICATION}")
            database.execute(f"PRAGMA user_version = {VERSION}")
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:  # a full disk has taken it back already
            database.execute("ROLLBACK")
        raise


def version_of(database: sqlite3.Connection, name: str) -> int:
    """The version of a library; InputError if the file holds none, or one of a later version."""
    if _number(database, "application_id") != APPLICATION:
        raise InputError(
            f"{file_name(name)}: another program's database; expected a crossfall library"
        )
    version = _number(database, "user_version")
    if version > VERSION:
        raise InputError(
            f"{file_name(name)}: a library of version {version}; this crossfall knows versions up to "
            f"{VERSION}: install a newer one"
        )
    if version < 1:
        raise InputError(
            f"{file_name(name)}: a library of no version; expected 1 to {VERSION}: it is damaged"
        )
    return version


def check(database: sqlite3.Connection, name: str, version: int = VERSION) -> None:
    """Raise InputError if the tables are not those of the version, word for word: a trigger, a view
    or a column that is worked out could do anything."""
    rows = database.execute("SELECT name, sql FROM sqlite_schema").fetchall()
    found = {str(a): _words(str(b)) for a, b in rows if not str(a).startswith(_OWN)}
    known = {
        statement.split()[2]: _words(statement)
        for statement in (_TABLES_1 if version == 1 else _TABLES).split(";")[:-1]
    }
    if found != known:
        names = sorted(a for a in {*found, *known} if found.get(a) != known.get(a))
        different = ", ".join(names)[:200]
        raise InputError(
            f"{file_name(name)}: not the tables of a library ({different}): it is damaged"
        )


def _words(statement: str) -> str:
    return " ".join(statement.split())


def migrate(database: sqlite3.Connection, name: str) -> None:
    """Bring an older library to our version, whole or not at all."""
    database.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have done it while this one waited.
        if version_of(database, name) == 1:
            _from_1_to_2(database, name)
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:  # a full disk has taken it back already
            database.execute("ROLLBACK")
        raise


def _from_1_to_2(database: sqlite3.Connection, name: str) -> None:
    database.execute("ALTER TABLE puzzle RENAME TO puzzle_1")
    _make_tables(database)
    rows = database.execute(
        "SELECT number, canonical, game, task, board, difficulty, tags, used, source, text "
        "FROM puzzle_1 ORDER BY number"
    )
    for number, canonical, game, task, board, difficulty, tags, used, source, text in rows:
        place = f"{file_name(name)}: puzzle {number}"
        if not all(isinstance(value, str) for value in (tags, used, text)):
            raise InputError(f"{place}: damaged (something else where a text belongs)")
        (record,) = parse_records(text, place)
        columns = (canonical, game, task, board, difficulty, *told(record), source, text)
        insert(database, number, columns, tags.split())
        database.executemany(
            "INSERT OR IGNORE INTO mark VALUES (?, ?)",
            [(mark, number) for mark in used.split("\n") if mark],
        )
    database.execute("DROP TABLE puzzle_1")
    database.execute(f"PRAGMA user_version = {VERSION}")


def told(record: Record) -> tuple[str, str, str]:
    """Title, answer and features of a record, as their columns hold them."""
    features = record.fields.get("features", {})
    return (
        " ".join(record.text("title").split()),
        json.dumps(record.answers() or [], ensure_ascii=False),
        json.dumps(_told(features), ensure_ascii=False, sort_keys=True, default=str),
    )


def _told(value: Any) -> Any:
    """A value as JSON can hold it: what is no number there, as text."""
    if isinstance(value, float) and not isfinite(value):
        return str(value)
    if isinstance(value, Mapping):
        return {key: _told(one) for key, one in value.items()}
    return [_told(one) for one in value] if isinstance(value, list) else value


def insert(
    database: sqlite3.Connection,
    number: int | None,
    columns: tuple[str | int | None, ...],
    tags: list[str],
) -> int:
    """Add a puzzle's row and its tags; its number."""
    cursor = database.execute(
        f"INSERT INTO puzzle VALUES (?{', ?' * len(columns)})", (number, *columns)
    )
    added = int(cursor.lastrowid or 0)
    database.executemany("INSERT OR IGNORE INTO tag VALUES (?, ?)", [(tag, added) for tag in tags])
    return added


def _number(database: sqlite3.Connection, pragma: str) -> int:
    return int(database.execute(f"PRAGMA {pragma}").fetchone()[0])


def _make_tables(database: sqlite3.Connection) -> None:
    for statement in _TABLES.split(";")[:-1]:
        database.execute(statement)
