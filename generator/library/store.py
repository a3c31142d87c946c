"""A library's file: opened with care, read and written. Knows no command and no page."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from crossfall.generator.library import schema
from crossfall.generator.library.filters import Filter
from crossfall.generator.output import check_target
from crossfall.solver.errors import InputError, file_name
from crossfall.solver.position import Puzzle, game
from crossfall.solver.records import Record, dump_records, parse_records

SECONDS_TO_WAIT = 5.0  # for another program that is writing
_CHECKED_BYTES = 50_000_000  # a file up to so large is checked as a whole when it is opened
_MAGIC = b"SQLite format 3\0"
_AT_ONCE = 500  # numbers in one question
_LARGEST = 20_000_000  # bytes of what stands in one place; a puzzle file has at most 16 million
_BESIDE = ("-wal", "-shm", "-journal")  # what SQLite keeps beside its file


@dataclass(frozen=True)
class Entry:
    """A puzzle of a library.

    number: by which it is called, never given twice. board: its size or rules as one-line positions
    write them. source: where it came from. marks: where it was used.
    """

    number: int
    game: str
    task: str
    board: str
    difficulty: int | None
    title: str
    answer: tuple[str, ...]
    features: Mapping[str, Any]
    source: str
    tags: tuple[str, ...]
    marks: tuple[str, ...]
    record: Record


@dataclass(frozen=True)
class Added:
    """What became of a puzzle that was to be added: its number, and whether it is new or a double
    of the one with this number."""

    number: int
    is_new: bool


def open_library(name: str, write: bool = False, make: bool = True) -> Library:
    """The library in the file `name`; with `write` and `make` it is made if there is none.

    Raises InputError if the file is no library, is damaged, is of a later version, or cannot be
    opened. An older one is brought to our version.
    """
    is_new = _look_at(name, write, make)
    _look_beside(name)
    was_there = os.path.exists(name)
    with guarded(name):
        database = _connect(name, "rwc" if is_new else "rw" if write else "ro")
        try:
            # A first program that was killed may have left an empty database.
            if write and not database.execute("PRAGMA page_count").fetchone()[0]:
                schema.create(database)
            if schema.version_of(database, name) < schema.VERSION:
                database.close()
                database = _connect(name, "rw")
                schema.check(database, name, schema.version_of(database, name))
                schema.migrate(database, name)
            schema.check(database, name)
            if os.path.getsize(name) <= _CHECKED_BYTES:
                fault = database.execute("PRAGMA quick_check(1)").fetchone()[0]
                if fault != "ok":
                    raise InputError(
                        f"{file_name(name)}: damaged ({_short(fault)}); take it from a copy"
                    )
            if write:
                database.execute("PRAGMA journal_mode = WAL")
                database.execute("PRAGMA synchronous = NORMAL")
        except BaseException:
            if not was_there:
                _drop_if_empty(name, database)
            database.close()
            raise
    return Library(name, database)


class Library:
    """A library that is open; to be used in a `with`, which closes it.

    Every method raises InputError if the file turns out to be damaged or another program keeps
    writing. What a method changes is in the file, whole, when it returns.
    """

    def __init__(self, name: str, database: sqlite3.Connection) -> None:
        self.name = name
        self._database = database

    def __enter__(self) -> Library:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(sqlite3.Error):
            self._database.close()

    # -- asking

    def knows(self, canonical: str) -> bool:
        """Whether it holds the puzzle of this canonical form."""
        return self._number(canonical) is not None

    def same_as(self, puzzle: Puzzle) -> Entry | None:
        """The puzzle that is the same up to the board's symmetries; None if there is none."""
        number = self._number(game(puzzle.game).canonical(puzzle))
        return None if number is None else next(self.entries(Filter(numbers=(number,))), None)

    def marks_of(self, canonical: str) -> tuple[str, ...]:
        """Where a puzzle of this form was used; empty where it is not held."""
        number = self._number(canonical)
        if number is None:
            return ()
        with guarded(self.name):
            rows = self._database.execute("SELECT name FROM mark WHERE puzzle = ?", (number,))
            return tuple(str(row[0]) for row in rows)

    def numbers(
        self, wanted: Filter, count: int | None = None, seed: int | None = None
    ) -> list[int]:
        """The numbers of the puzzles wanted, rising: all of them, or `count`: the first, or with
        `seed` a choice by chance."""
        condition, values = wanted.where()
        with guarded(self.name):
            rows = self._database.execute(
                f"SELECT number FROM puzzle WHERE {condition} ORDER BY number", values
            ).fetchall()
        found = [int(row[0]) for row in rows]
        if count is None or count >= len(found):
            return found
        return found[:count] if seed is None else sorted(Random(seed).sample(found, count))

    def entries(self, wanted: Filter) -> Iterator[Entry]:
        """The puzzles wanted, by number."""
        condition, values = wanted.where()
        names = "(SELECT json_group_array(name) FROM {0} WHERE {0}.puzzle = number)"
        with guarded(self.name):
            rows = self._database.execute(
                "SELECT number, game, task, board, difficulty, title, answer, features, source, "
                f"{names.format('tag')}, {names.format('mark')}, text "
                f"FROM puzzle WHERE {condition} ORDER BY number",
                values,
            )
            for row in rows:
                yield self._entry(row)

    def take(self, numbers: Iterable[int]) -> Iterator[Entry]:
        """The puzzles with these numbers, in this order; InputError for one that is not there."""
        waiting = list(numbers)
        for start in range(0, len(waiting), _AT_ONCE):
            part = waiting[start : start + _AT_ONCE]
            found = {entry.number: entry for entry in self.entries(Filter(numbers=tuple(part)))}
            for number in part:
                if number not in found:
                    raise InputError(f"{file_name(self.name)}: no puzzle {number}")
                yield found[number]

    def counts(self) -> list[tuple[str, str, int | None, int, int]]:
        """Game, task, difficulty, how many, and how many of these bear a mark."""
        with guarded(self.name):
            rows = self._database.execute(
                "SELECT game, task, difficulty, count(*), "
                "sum(EXISTS (SELECT 1 FROM mark WHERE mark.puzzle = number)) "
                "FROM puzzle GROUP BY game, task, difficulty ORDER BY game, task, difficulty"
            ).fetchall()
        if any(row[2] not in (None, 1, 2, 3, 4, 5) for row in rows):
            raise InputError(
                f"{file_name(self.name)}: damaged (a difficulty that is none of 1 to 5)"
            )
        return [(str(a), str(b), c, int(d), int(e)) for a, b, c, d, e in rows]

    def marks(self) -> list[tuple[str, int]]:
        """Every mark, and how many puzzles bear it."""
        with guarded(self.name):
            rows = self._database.execute(
                "SELECT name, count(*) FROM mark GROUP BY name"
            ).fetchall()
        return [(str(name), int(count)) for name, count in rows]

    # -- changing

    def add(self, puzzle: Puzzle, record: Record, source: str) -> Added:
        """Add a puzzle that was proven, unless it is there already, up to symmetry.

        record: its text as it is to be kept, with its answer.
        """
        named = game(puzzle.game)
        canonical = named.canonical(puzzle)
        board = named.line(puzzle).split(":")[1]
        kept = record.with_fields(game=puzzle.game, task=puzzle.task)
        columns = (
            canonical,
            puzzle.game,
            puzzle.task,
            board,
            record.fields.get("difficulty"),
            *schema.told(kept),
            source,
            dump_records([kept]),
        )
        with self.change():
            number = self._number(canonical)
            if number is not None:
                return Added(number, False)
            tags = list(record.texts("tags") or ())
            return Added(schema.insert(self._database, None, columns, tags), True)

    def mark(self, numbers: Iterable[int], name: str) -> None:
        """Mark puzzles as used in `name`."""
        with self.change():
            self._database.executemany(
                "INSERT OR IGNORE INTO mark VALUES (?, ?)", [(name, number) for number in numbers]
            )

    def unmark(self, numbers: Iterable[int], name: str) -> None:
        """Take the mark off again."""
        with self.change():
            self._database.executemany(
                "DELETE FROM mark WHERE puzzle = ? AND name = ?",
                [(number, name) for number in numbers],
            )

    def remove(self, numbers: Iterable[int]) -> None:
        """Take puzzles out, with their marks."""
        with self.change():
            self._database.executemany(
                "DELETE FROM puzzle WHERE number = ?", [(number,) for number in numbers]
            )

    @contextmanager
    def change(self) -> Iterator[None]:
        """What is done within is done whole or not at all; may be nested."""
        if self._database.in_transaction:
            yield
            return
        with guarded(self.name):
            self._database.execute("BEGIN IMMEDIATE")
        try:
            with guarded(self.name):
                yield
                self._database.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._database.execute("ROLLBACK")
            raise

    def _number(self, canonical: str) -> int | None:
        with guarded(self.name):
            row = self._database.execute(
                "SELECT number FROM puzzle WHERE canonical = ?", (canonical,)
            ).fetchone()
        return None if row is None else int(row[0])

    def _entry(self, row: tuple[Any, ...]) -> Entry:
        number, of_game, task, board, difficulty, title, answer, features, source, *lists, text = (
            row
        )
        place = f"{file_name(self.name)}: puzzle {number}"
        try:
            for value in (of_game, task, board, title, source):
                if not isinstance(value, str):
                    raise ValueError("something else where a text belongs")
            if difficulty not in (None, 1, 2, 3, 4, 5):
                raise ValueError("a difficulty that is none of 1 to 5")
            (record,) = parse_records(text, place)
            return Entry(
                number,
                of_game,
                task,
                board,
                difficulty,
                title,
                _texts(answer),
                json.loads(features, parse_constant=_no_number),
                source,
                _texts(lists[0]),
                _texts(lists[1]),
                record,
            )
        except (ValueError, TypeError, RecursionError) as error:
            raise InputError(f"{place}: damaged ({_short(str(error))}); remove it") from None


def _texts(told: str) -> tuple[str, ...]:
    found = json.loads(told)
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise ValueError("no list of texts")
    return tuple(found)


def _no_number(told: str) -> float:
    raise ValueError(f"{told} where a number belongs")


@contextmanager
def guarded(name: str) -> Iterator[None]:
    """Turn what SQLite may say of the file `name` into InputError."""
    try:
        yield
    except UnicodeDecodeError:
        raise InputError(
            f"{file_name(name)}: damaged (holds text that cannot be read); take it from a copy"
        ) from None
    except UnicodeEncodeError as error:
        raise InputError(
            f"{file_name(name)}: a library holds no text such as {_short(repr(error.object))}; expected UTF-8"
        ) from None
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        fault = _FAULTS.get(code) or f"damaged ({_short(str(error))}); take it from a copy"
        raise InputError(f"{file_name(name)}: {fault}") from None


_FAULTS = {
    sqlite3.SQLITE_BUSY: "another program is writing it; try again when it is done",
    sqlite3.SQLITE_LOCKED: "another program is writing it; try again when it is done",
    sqlite3.SQLITE_READONLY: "no permission to write it; expected a file you may write",
    sqlite3.SQLITE_FULL: "cannot be written (the disk is full)",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened; expected a library you may read",
    sqlite3.SQLITE_IOERR: "cannot be read or written (the disk refuses)",
    sqlite3.SQLITE_TOOBIG: f"holds something larger than {_LARGEST // 1_000_000} MB; it is damaged",
}


def _look_at(name: str, write: bool, make: bool) -> bool:
    """Whether the library is to be made; InputError if the file is none."""
    if not name or "\0" in name:
        raise InputError(f"{file_name(name)!r}: not a file name; expected a library")
    if os.path.isdir(name):
        raise InputError(f"{file_name(name)}: is a folder; expected a library")
    if os.path.exists(name) and not os.path.isfile(name):
        raise InputError(f"{file_name(name)}: is no ordinary file; expected a library")
    if not os.path.exists(name):
        if not (write and make):
            raise InputError(
                f"{file_name(name)}: no such library; `crossfall library add` makes one"
            )
        check_target(name, is_library=True)
        return True
    try:
        with open(name, "rb") as file:
            start = file.read(len(_MAGIC))
    except OSError as error:
        raise InputError(f"{file_name(name)}: cannot be read ({error.strerror})") from None
    if not start and write:
        check_target(name, is_library=True)
        return True
    if start != _MAGIC:
        raise InputError(
            f"{file_name(name)}: no library; expected an SQLite file that crossfall made"
        )
    if write:
        check_target(name, is_library=True)
    return False


def _look_beside(name: str) -> None:
    """Raise InputError if what SQLite would keep beside the file leads elsewhere: it would write
    through a link."""
    for beside in (f"{os.path.realpath(name)}{ending}" for ending in _BESIDE):
        if os.path.islink(beside) or (os.path.exists(beside) and not os.path.isfile(beside)):
            raise InputError(
                f"{file_name(name)}: {file_name(beside)} beside it is no ordinary file; move that away"
            )


def _connect(name: str, mode: str) -> sqlite3.Connection:
    """The database, in SQLite's own mode `ro`, `rw` or `rwc`."""
    place = Path(os.path.abspath(name)).as_uri()
    if (
        mode == "ro"
        and os.access(name, os.W_OK)
        and os.access(os.path.dirname(os.path.abspath(name)), os.W_OK)
    ):
        # Who may write tidies up the files that SQLite puts beside while it reads.
        database = _ask(f"{place}?mode=rw")
        database.execute("PRAGMA query_only = ON")
        return database
    database = _ask(f"{place}?mode={mode}")
    try:
        if mode == "ro":
            database.execute("PRAGMA user_version")
    except sqlite3.OperationalError:
        # In a folder that cannot be written a library is read as it lies there.
        database.close()
        if os.path.exists(f"{name}-wal"):
            raise
        database = _ask(f"{place}?immutable=1")
    if mode != "ro":
        database.execute("PRAGMA foreign_keys = ON")
    return database


def _ask(uri: str) -> sqlite3.Connection:
    database = sqlite3.connect(uri, uri=True, timeout=SECONDS_TO_WAIT, isolation_level=None)
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LARGEST)
    database.execute("PRAGMA trusted_schema = OFF")
    return database


def _drop_if_empty(name: str, database: sqlite3.Connection) -> None:
    """Take away a file that was to become a library and got nothing written; no other program can
    be writing it meanwhile."""
    try:
        database.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in (
            sqlite3.SQLITE_BUSY,
            sqlite3.SQLITE_LOCKED,
        ):
            return
    with suppress(OSError):
        if not os.path.getsize(name):
            os.unlink(name)


def _short(text: str) -> str:
    return " ".join(text.split())[:120]
