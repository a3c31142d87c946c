"""How Clear Path positions are written: puzzle files, one-line positions, drawings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeVar

from crossfall.solver.clear_path.board import (
    COLOURS,
    MAX_SIDE,
    RED,
    Board,
    board_of,
)
from crossfall.solver.clear_path.rules import ClearPathPosition
from crossfall.solver.errors import Faults, InputError, nearest
from crossfall.solver.grids import LETTERS
from crossfall.solver.records import Record

KEYS = ("board", "size", "to_move")

_SIZE = re.compile(r"([0-9]{1,9})(?:[x×]([0-9]{1,9}))?")
_ROW = re.compile(r"\s*([0-9]{0,3})([^0-9]*?)([0-9]{0,3})\s*")
_LINE_ROW = re.compile(r"[rb]|[0-9]+")
_SIGNS = ("R", "B", ".")
_T = TypeVar("_T")


def read_size(text: str) -> tuple[int, int]:
    """Width and height in points from `4x5`, or `4` for 4x4; InputError if it is no size.

    >>> read_size("4x5"), read_size("6")
    ((4, 5), (6, 6))
    """
    expected = f"expected 1x1 to {MAX_SIDE}x{MAX_SIDE}, points wide x points high"
    found = _SIZE.fullmatch(text.strip().lower())
    if not found:
        raise InputError(f"size {_shown(text)} is no board size; {expected}")
    width, height = int(found[1]), int(found[2] or found[1])
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        small = min(width, height) < 1
        raise InputError(
            f"a board of {width}x{height} points is too {'small' if small else 'big'}; {expected}"
        )
    return width, height


def read_colour(text: str) -> int:
    """The player called `red` or `blue` (also `r`, `b`, any case)."""
    word = text.strip().lower()
    for player, colour in enumerate(COLOURS):
        if word and colour.startswith(word) and len(word) in (1, len(colour)):
            return player
    raise InputError(f"unknown player {_shown(text)}; {nearest(word[:40], COLOURS)}")


def read_position(record: Record) -> ClearPathPosition:
    """The position a record sets; InputError naming every fault if it sets none."""
    if record.line:
        return read_line(record.line)
    faults = Faults()
    size: tuple[int, int] | None = None
    raw = record.fields.get("size")
    if raw is not None:
        if isinstance(raw, bool) or not isinstance(raw, (int, str)):
            faults.add('size must be like "6x6" or 6')
        else:
            size = _collected(faults, lambda: read_size(str(raw)))
    position: ClearPathPosition | None = None
    if record.has("board"):
        position = _collected(faults, lambda: read_drawing(record.text("board")))
    elif raw is None:
        faults.add(
            "no board given; expected board = a drawing of R, B and . (or size = an empty one)"
        )
    elif size is not None:
        position = ClearPathPosition.empty_board(*size)
    if position is not None and size is not None:
        drawn = (position.board.width, position.board.height)
        if drawn != size:
            faults.add(
                f"a drawing of {drawn[0]}x{drawn[1]} points contradicts size {size[0]}x{size[1]}"
            )
    turn: int | None = RED
    if record.has("to_move"):
        turn = _collected(faults, lambda: read_colour(record.text("to_move")))
    elif position is not None and position.empty != position.board.full:
        faults.add('to_move is missing; expected to_move = "red" or "blue"')
    faults.check()
    assert position is not None
    assert turn is not None
    return ClearPathPosition(position.board, position.red, position.blue, turn)


def read_drawing(text: str) -> ClearPathPosition:
    """The stones drawn, rows from the top, labels optional; Red to move.

    >>> read_drawing("R . B\\n. . .").board
    board_of(3, 2)
    """
    faults = Faults()
    lines = [line for line in text.splitlines() if line.strip()]
    if lines and _is_label_row(lines[-1]):
        lines.pop()
    if lines and _is_label_row(lines[0]):
        lines.pop(0)
    rows: list[str] = []
    for number, line in enumerate(lines, start=1):
        found = _ROW.fullmatch(line)
        middle = found[2] if found else line
        marks = "".join(middle.split()).upper()
        for label in (found[1], found[3]) if found else ():
            if label and int(label) != len(lines) - number + 1:
                faults.add(
                    f"board row {number} from the top is labelled {label}; "
                    f"expected {len(lines) - number + 1}"
                )
        for mark in sorted(set(marks) - set(_SIGNS)):
            faults.add(
                f"board row {number} from the top: unknown mark {_shown(mark)}; expected R for "
                "Red, B for Blue, . for an empty point"
            )
        rows.append(marks)
    faults.check()
    widths = {len(row) for row in rows}
    if not rows or widths == {0}:
        raise InputError("the board is empty; expected rows of R, B and .")
    if len(widths) > 1:
        counts = ", ".join(str(len(row)) for row in rows[:30])
        raise InputError(f"the board's rows differ in length ({counts}); expected all the same")
    width, height = widths.pop(), len(rows)
    if not (1 <= width <= MAX_SIDE and height <= MAX_SIDE):
        raise InputError(
            f"a drawing of {width}x{height} points; expected 1x1 to {MAX_SIDE}x{MAX_SIDE}"
        )
    return _from_rows(rows)


def _from_rows(rows: list[str], turn: int = RED) -> ClearPathPosition:
    board = board_of(len(rows[0]), len(rows))
    stones = {"R": 0, "B": 0, ".": 0}
    for y, row in enumerate(reversed(rows)):
        for x, mark in enumerate(row):
            stones[mark] |= board.at(x, y)
    return ClearPathPosition(board, stones["R"], stones["B"], turn)


def _rows(position: ClearPathPosition) -> list[str]:
    """The rows from the top, one sign a point."""
    board = position.board

    def sign(point: int) -> str:
        return "R" if position.red & point else "B" if position.blue & point else "."

    return [
        "".join(sign(board.at(x, y)) for x in range(board.width))
        for y in reversed(range(board.height))
    ]


def write_drawing(position: ClearPathPosition) -> str:
    """The position drawn with labels, rows from the top; reads back as it is written.

    >>> print(write_drawing(read_line("3x2:blue:R2.3")))
    2  R . .
    1  . . .
       a b c
    """
    board = position.board
    margin = len(str(board.height))
    lines = [
        f"{board.height - i:>{margin}}  {' '.join(row)}" for i, row in enumerate(_rows(position))
    ]
    return "\n".join([*lines, " " * margin + "  " + " ".join(LETTERS[: board.width])])


def read_line(line: str) -> ClearPathPosition:
    """The position of a one-line position's part after `clear-path:`.

    >>> read_line("6x6:red:R3BR.2R3.1RB1RB.4RB.BBB2R.BBR2R").turn
    0
    """
    form = "expected clear-path:SIZE:COLOUR:ROWS, like clear-path:3x3:blue:3.1R1.3"
    parts = line.strip().lower().split(":")
    if len(parts) != 3:
        raise InputError(f"not a one-line position; {form}")
    faults = Faults()
    size = _collected(faults, lambda: read_size(parts[0]))
    turn = _collected(faults, lambda: read_colour(parts[1]))
    faults.check()
    assert size is not None
    assert turn is not None
    width, height = size
    texts = parts[2].split(".")
    if len(texts) != height:
        given = "1 row" if len(texts) == 1 else f"{len(texts)} rows"
        raise InputError(f"{given} for a {width}x{height} board; expected {height}")
    rows = []
    for number, text in enumerate(texts, start=1):
        items = _LINE_ROW.findall(text)
        if "".join(items) != text:
            faults.add(f"row {number} from the top is {_shown(text)}; expected R, B and numbers")
            continue
        if any(len(item) > 3 for item in items):
            faults.add(f"row {number} from the top is {_shown(text)}; expected {width} points")
            continue
        length = sum(int(item) if item.isdigit() else 1 for item in items)
        if length != width:
            faults.add(f"row {number} from the top has {length} points; expected {width}")
            continue
        rows.append("".join("." * int(i) if i.isdigit() else i.upper() for i in items))
    faults.check()
    return _from_rows(rows, turn)


def write_line(position: ClearPathPosition) -> str:
    """The one-line position, `clear-path:` included.

    >>> write_line(ClearPathPosition.empty_board(3, 2))
    'clear-path:3x2:red:3.3'
    """
    board = position.board
    rows = ".".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in _rows(position))
    return f"clear-path:{board.width}x{board.height}:{COLOURS[position.turn]}:{rows}"


def read_points(board: Board, text: str | Iterable[str]) -> tuple[int, ...]:
    """The points named in `text` (blanks or commas between), in that order."""
    words = re.split(r"[\s,;]+", text) if isinstance(text, str) else list(text)
    faults = Faults()
    found = [_collected(faults, partial(board.point, word)) for word in words if word]
    faults.check()
    return tuple(point for point in found if point is not None)


def write_points(board: Board, points: Iterable[int]) -> str:
    """Names with blanks between, in the order given."""
    return " ".join(board.name(point) for point in points)


def record_of(position: ClearPathPosition, task: str, **fields: object) -> Record:
    """The record of a puzzle about this position, as `generate` writes it."""
    return Record(
        {
            "game": "clear-path",
            "task": task,
            "to_move": COLOURS[position.turn],
            "board": write_drawing(position) + "\n",
            **fields,
        }
    )


def _is_label_row(line: str) -> bool:
    joined = "".join(line.split()).lower()
    return bool(joined) and LETTERS.startswith(joined)


def _collected(faults: Faults, read: Callable[[], _T]) -> _T | None:
    """What `read` gives; None, with its faults collected, if it raises InputError."""
    try:
        return read()
    except InputError as error:
        faults.add(*error.faults)
        return None


def _shown(text: str) -> str:
    clean = "".join(char if char.isprintable() else "?" for char in text[:40])
    return repr(clean)
