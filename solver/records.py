"""Puzzle files and one-line positions as plain strings and lists; knows no game.

What a key means is the game's affair (`notation.py` in its folder); here it is only text. The audit
reads its puzzles through this module alone.
"""

from __future__ import annotations

import errno
import json
import os
import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from crossfall.solver.errors import InputError, file_name, nearest

MAX_FILE_BYTES = 16_000_000
MAX_LINE_LENGTH = 4_000
PUZZLE_FILE = "a puzzle file"

# What any puzzle may say about itself, whatever the game.
COMMON_KEYS = (
    "game",
    "task",
    "title",
    "author",
    "note",
    "difficulty",
    "tags",
    "features",
    "answer",
)

_DEEP = 500  # parts of a dotted key
_DEEP_KEY = re.compile(rf"(?:^|[{{,])\s*\[{{0,2}}\s*(?:[\w\"'-]+\s*\.\s*){{{_DEEP}}}")
_TABLES = re.compile(r"^\s*(\[|[\w\"'-]+\s*=)", re.MULTILINE)  # of TOML
_ONE_LINE = re.compile(r"[A-Za-z][A-Za-z-]*:[^\n]*")


@dataclass(frozen=True)
class Record:
    """One puzzle as its author wrote it.

    fields: the keys of its table, values as TOML gives them (strings, numbers, booleans, lists).
    line: what follows `GAME:` in a one-line position; empty for a puzzle from a file.
    number: its place in the file, from 1. source: the file's name, for messages. fault: why it is
    none, for a line among one-line positions that is none itself; `read_puzzle` raises it.
    """

    fields: Mapping[str, Any] = field(default_factory=dict)
    line: str = ""
    number: int = 1
    source: str = ""
    fault: str = ""

    @property
    def game(self) -> str:
        """The game asked for, in small letters; empty where none is named."""
        return self.text("game").strip().lower()

    @property
    def task(self) -> str:
        """The task asked for, in small letters; empty where none is named."""
        return self.text("task").strip().lower()

    @property
    def place(self) -> str:
        """Where the puzzle stands, for messages: `market.toml: puzzle 3`."""
        if self.line:
            return f"position “{self.game}:{_shortened(self.line)}”"
        source = f"{file_name(self.source)}: " if self.source else ""
        return f"{source}puzzle {self.number}"

    def has(self, key: str) -> bool:
        """Whether the record says anything under `key`."""
        return key in self.fields

    def text(self, key: str, default: str = "") -> str:
        """The string under `key`; InputError if something else stands there.

        >>> Record({"title": "Market day"}).text("title")
        'Market day'
        """
        value = self.fields.get(key, default)
        if not isinstance(value, str):
            raise InputError(f"{key} is {_kind(value)}; expected a text in quotes")
        return value

    def flag(self, key: str, default: bool) -> bool:
        """The boolean under `key`; InputError if something else stands there."""
        value = self.fields.get(key, default)
        if not isinstance(value, bool):
            raise InputError(f"{key} is {_kind(value)}; expected true or false")
        return value

    def integer(self, key: str, least: int, most: int) -> int | None:
        """The whole number under `key`, None if there is none; InputError if it is none or out of range."""
        value = self.fields.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int):
            raise InputError(f"{key} is {_kind(value)}; expected a whole number {least} to {most}")
        if not least <= value <= most:
            raise InputError(f"{key} is {value}; expected {least} to {most}")
        return value

    def texts(self, key: str) -> tuple[str, ...] | None:
        """The strings under `key`: one string counts as a list of one; None if there is none.

        >>> Record({"boards": ["c4 e2", "b1"]}).texts("boards")
        ('c4 e2', 'b1')
        """
        value = self.fields.get(key)
        if value is None:
            return None
        if isinstance(value, str):
            return (value,)
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return tuple(value)
        raise InputError(f"{key} is {_kind(value)}; expected a text or a list of texts in quotes")

    def answers(self) -> tuple[str, ...] | None:
        """The author's own answer: a text, a list of texts, or a whole number; None without.

        >>> Record({"answer": 5}).answers()
        ('5',)
        """
        value = self.fields.get("answer")
        if isinstance(value, int) and not isinstance(value, bool):
            return (str(value),)
        return self.texts("answer")

    def with_fields(self, **changes: Any) -> Record:
        """A copy with some fields set; a field set to None is left out."""
        fields = {**self.fields, **changes}
        return replace(self, fields={k: v for k, v in fields.items() if v is not None})


def key_faults(record: Record, own_keys: Iterable[str]) -> list[str]:
    """One line for each key of `record` that neither every puzzle nor this game knows, and for
    each common key whose value has the wrong type.

    >>> key_faults(Record({"game": "roadworks", "closd": "b2"}), ["closed"])
    ['unknown key closd; did you mean closed?']
    """
    known = [*COMMON_KEYS, *own_keys]
    faults = [
        f"unknown key {_shortened(key)}; {nearest(key, known)}"
        for key in record.fields
        if key not in known
    ]
    readers: list[Callable[[], object]] = [
        *(partial(record.text, key) for key in ("title", "author", "note")),
        partial(record.integer, "difficulty", 1, 5),
        partial(record.texts, "tags"),
        record.answers,
    ]
    for read in readers:
        try:
            read()
        except InputError as error:
            faults.extend(error.faults)
    features = record.fields.get("features", {})
    if not isinstance(features, (dict, list, str)):
        faults.append(f"features is {_kind(features)}; expected a table or a list")
    return faults


def is_one_line(text: str) -> bool:
    """Whether `text` has the form of a one-line position (`GAME:…`) rather than of a file name.

    >>> is_one_line("roadworks:5x5:b2,a3"), is_one_line("puzzles.toml"), is_one_line("C:/p.toml")
    (True, False, False)
    """
    return bool(_ONE_LINE.fullmatch(text)) and not re.match(r"[A-Za-z]:[\\/]", text)


def record_from_line(text: str, number: int = 1) -> Record:
    """The record of a one-line position; InputError if nothing follows the game's name."""
    if len(text) > MAX_LINE_LENGTH:
        raise InputError(
            f"a one-line position of {len(text)} characters; expected at most {MAX_LINE_LENGTH}"
        )
    game, _, rest = text.strip().partition(":")
    if not rest.strip():
        raise InputError(
            f"position “{_shortened(game)}:”: nothing after the colon; "
            "expected a whole one-line position"
        )
    return Record({"game": game.lower()}, line=rest, number=number)


def read_records(source: str) -> list[Record]:
    """The puzzles of `source`: a file's name, `-` for standard input, or a one-line position.

    Raises InputError when the whole cannot be read; whether a puzzle makes sense is seen later.
    """
    if source != "-" and is_one_line(source) and not os.path.exists(source):
        return [record_from_line(source)]
    name = "standard input" if source == "-" else source
    data = read_bytes(source, name, MAX_FILE_BYTES, PUZZLE_FILE)
    return records_in(text_of(data, file_name(name)), name)


def records_in(text: str, name: str) -> list[Record]:
    """The puzzles of a file's text, TOML or one-line positions; `name` is the file's, for messages."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    right = sum(map(is_one_line, lines))
    if not right or (right < len(lines) and _TABLES.search(text)):
        return parse_records(text, name)
    return lines_of(text, name)


def lines_of(text: str, name: str) -> list[Record]:
    """The records of one-line positions, one a line; a line that is none gives one with a fault."""
    numbered = [(n, line.strip()) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    return [
        _record_of_line(line, at, number, name) for number, (at, line) in enumerate(numbered, 1)
    ]


def _record_of_line(line: str, at: int, number: int, name: str) -> Record:
    """The record of one line among one-line positions, which may be none."""
    try:
        if not is_one_line(line):
            raise InputError(
                f"{_shortened(line, 40)!r} is no one-line position, as other lines are"
            )
        return record_from_line(line, number)
    except InputError as error:
        told = error.at(f"{file_name(name)}: line {at}").faults[0]
        return Record(number=number, source=name, fault=told)


def parse_records(text: str, name: str) -> list[Record]:
    """The puzzles of the TOML text `text`; `name` is the file's, for messages.

    >>> [record.game for record in parse_records('[[puzzle]]\\ngame = "roadworks"', "p.toml")]
    ['roadworks']
    """
    source, name = name, file_name(name)
    if any(line.count(".") >= _DEEP and _DEEP_KEY.search(line) for line in text.splitlines()):
        # tomllib takes minutes over them.
        raise InputError(f"{name}: nested too deeply; expected [[puzzle]] tables")
    try:
        document = tomllib.loads(text)
    except RecursionError:
        raise InputError(f"{name}: nested too deeply; expected [[puzzle]] tables") from None
    except tomllib.TOMLDecodeError as error:
        # tomllib names line and column in its message.
        told = _one_line(str(error))
        raise InputError(
            f"{name}: not TOML: {told}; expected [[puzzle]] tables or one-line positions"
        ) from None
    except ValueError:
        raise InputError(f"{name}: a number of thousands of digits; expected small ones") from None
    strangers = [key for key in document if key != "puzzle"]
    if strangers:
        raise InputError(
            *(
                f"{name}: unknown key {_shortened(key)} outside a puzzle; "
                "expected only [[puzzle]] tables"
                for key in strangers
            )
        )
    tables = document.get("puzzle", [])
    if isinstance(tables, dict):
        raise InputError(f"{name}: [puzzle] holds one table only; expected [[puzzle]]")
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise InputError(f"{name}: puzzle is {_kind(tables)}; expected [[puzzle]] tables")
    if not tables:
        raise InputError(f"{name}: no puzzle in it; expected [[puzzle]] tables")
    return [Record(table, number=i, source=source) for i, table in enumerate(tables, start=1)]


def dump_records(records: Iterable[Record]) -> str:
    """The text of a puzzle file that reads back as `records`.

    A text of several lines ends with a line end when it is read back, whether it had one or not.

    >>> print(dump_records([Record({"game": "roadworks", "level": 3})]), end="")
    [[puzzle]]
    game = "roadworks"
    level = 3
    """
    return "\n".join(
        "[[puzzle]]\n"
        + "".join(f"{_key(key)} = {_value(value)}\n" for key, value in record.fields.items())
        for record in records
    )


def text_of(data: bytes, name: str) -> str:
    """The text of a file; InputError naming the line where it is not UTF-8."""
    try:
        # Editors on Windows put a byte order mark first.
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise InputError(f"{name}: line {line}: not UTF-8; save the file as UTF-8") from None


def read_bytes(
    source: str, name: str, most: int, what: str, larger: tuple[bytes, int] | None = None
) -> bytes:
    """The content of a file (`-`: of standard input), `name` in messages; at most `most` bytes.

    larger: how a file begins that may have more bytes, and how many. It is opened once only, since
    what comes out of a pipe comes once. Raises InputError saying that `what` was expected: "a puzzle
    file".
    """
    if not source:
        raise InputError(f"no file named; expected {what}{_or_line(what)}")
    name = file_name(name)
    if source == "-" and (sys.stdin is None or sys.stdin.closed):
        raise InputError(f"{name}: is closed; expected {what}")
    sign, most_of_larger = larger or (b"", most)
    try:
        with nullcontext(sys.stdin.buffer) if source == "-" else open(source, "rb") as file:
            data = file.read(len(sign))
            most = most_of_larger if data == sign else most
            data += file.read(most + 1 - len(data))
    except OSError as error:
        raise InputError(f"{name}: {_os_fault(error, what)}") from None
    except ValueError:
        raise InputError(f"{name!r}: not a file name; expected {what}") from None
    if len(data) > most:
        raise InputError(f"{name}: larger than {most // 1_000_000} MB; expected {what}")
    return data


def _os_fault(error: OSError, what: str) -> str:
    if error.errno == errno.EISDIR:
        return f"is a folder; expected {what}"
    if error.errno == errno.ENOENT:
        return f"no such file; expected {what}{_or_line(what)}"
    if error.errno in (errno.EACCES, errno.EPERM):
        return "no permission to read it; expected a file you may read"
    return f"cannot be read ({error.strerror or 'unknown reason'}); expected {what}"


def _or_line(what: str) -> str:
    return " or a one-line position" if what == PUZZLE_FILE else ""


def _kind(value: object) -> str:
    names = {bool: "true or false", int: "a number", float: "a number", str: "a text"}
    if type(value) in names:
        return names[type(value)]
    return (
        "a list" if isinstance(value, list) else "a table" if isinstance(value, dict) else "a date"
    )


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _shortened(text: str, most: int = 60) -> str:
    clean = "".join(char if char.isprintable() else "?" for char in text)
    return clean if len(clean) <= most else clean[: most - 1] + "…"


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _text(key)


def _text(value: str) -> str:
    # A JSON string is a TOML basic string, but for DEL, which TOML wants escaped.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        if "\n" in value:
            lines = value.removesuffix("\n").split("\n")
            return '"""\n' + "".join(f"{_text(line)[1:-1]}\n" for line in lines) + '"""'
        return _text(value)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_value(item) for item in value) + "]"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + " }"
    return str(value)
