"""What a person pastes: a puzzle file, one-line positions, or one drawn board without anything."""

from __future__ import annotations

import re

from crossfall.solver.errors import InputError
from crossfall.solver.grids import LETTERS
from crossfall.solver.records import Record, is_one_line, lines_of, parse_records

MOST_TEXT = 4_000_000


def pasted_records(text: str, name: str, game: str = "") -> list[Record]:
    """The records of a pasted text; `game` says whose board a bare drawing is, where it is unclear.
    A line among one-line positions that is none gives a record with that fault. Raises InputError
    for a text that holds nothing of the kind.

    >>> [record.fault for record in pasted_records("roadworks:3x3:b2\\nbad", "p")]
    ['', "p: line 2: 'bad' is no one-line position, as other lines are"]
    >>> pasted_records("o o B\\no # o\\nA o o", "p")[0].game
    'roadworks'
    """
    if len(text) > MOST_TEXT:
        raise InputError(f"{name}: longer than {MOST_TEXT // 1_000_000} million characters")
    text = text.replace("\r\n", "\n").removeprefix("\ufeff")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        raise InputError(f"{name}: there is nothing in it; expected a position or a puzzle file")
    if re.search(r"^\s*\[", text, re.MULTILINE):
        return parse_records(text, name)
    if any(is_one_line(line) for line in lines) and not re.search(r"^\s*game\s*=", text, re.M):
        return lines_of(text, name)
    if "=" in text:
        return parse_records("[[puzzle]]\n" + text, name)  # a table whose head was left behind
    drawn = _drawn(text, game)
    if drawn is None:
        raise InputError(
            f"{name}: no position found in it; expected a one-line position, a drawn board, "
            "or a puzzle file"
        )
    return [drawn]


def _drawn(text: str, game: str) -> Record | None:
    """A board alone; who is to move is not drawn, so the first player is."""
    rows = ["".join(re.sub(r"\d+", " ", line).split()) for line in text.splitlines()]
    signs = set("".join(row for row in rows if not _is_label_row(row)).upper())
    if not signs:
        return None
    board = text.strip("\n") + "\n"
    if signs <= set("ABO#~?") and "A" in signs:
        task = {"task": "fewest-fences"} if "?" in signs else {}
        return Record({"game": "roadworks", "board": board, **task})
    if "X" in signs or "Y" in signs or "-" in signs or game == "pathing-boxes":
        return Record({"game": "pathing-boxes", "board": board, "to_move": "X", "rules": "waves"})
    if signs <= set("RB."):
        return Record({"game": "clear-path", "board": board, "to_move": "red"})
    return None


def _is_label_row(row: str) -> bool:
    return len(row) > 1 and LETTERS.startswith(row.lower())
