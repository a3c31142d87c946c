"""How Roadworks positions are written: puzzle files, one-line positions, drawings."""

from __future__ import annotations

import re
from collections.abc import Iterable

from crossfall.solver.errors import Faults, InputError, nearest
from crossfall.solver.grids import LETTERS, bits
from crossfall.solver.records import Record
from crossfall.solver.roadworks.rules import (
    LEVELS,
    MAX_SIDE,
    Board,
    Position,
    board,
    from_fences,
    live_set,
    replay,
)

KEYS = ("level", "size", "falling", "closed", "board", "boards")

DEFAULT_LEVEL = 2
OPEN, CLOSED, FALLEN, GONE = "o", "#", "~", "?"
_MARKS = {OPEN, CLOSED, FALLEN, GONE, "a", "b"}
_SIZE = re.compile(r"([0-9]{1,9})(?:\s*[x×]\s*([0-9]{1,9}))?")


def read_size(text: str) -> tuple[int, int]:
    """Width and height in blocks from `4x5`, or `4` for 4x4; InputError if it is no size.

    >>> read_size("4x5"), read_size("4")
    ((4, 5), (4, 4))
    """
    found = _SIZE.fullmatch(text.strip().lower())
    expected = f"expected 1x1 to {MAX_SIDE}x{MAX_SIDE}, blocks wide x blocks high"
    if not found:
        raise InputError(f"size {text[:40]!r} is no board size; {expected}")
    width, height = int(found[1]), int(found[2] or found[1])
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        small = min(width, height) < 1
        raise InputError(
            f"a board of {width}x{height} blocks is too {'small' if small else 'big'}; {expected}"
        )
    return width, height


def read_board(record: Record, drawn: tuple[int, int] | None = None) -> Board:
    """The board that a record's `level`, `size` and `falling` (or its drawing) name together."""
    level = record.integer("level", 1, 4)
    size: tuple[int, int] | None = None
    raw = record.fields.get("size")
    if raw is not None:
        if isinstance(raw, bool) or not isinstance(raw, (int, str)):
            raise InputError('size must be like "4x5" or 4')
        size = read_size(str(raw))
    falling = record.flag("falling", True) if record.has("falling") else None
    faults = Faults()
    if level is not None:
        width, height, falls = LEVELS[level]
        means = f"level {level} is {width}x{height} {'with' if falls else 'without'} falling"
        if size is not None and size != (width, height):
            faults.add(f"size {size[0]}x{size[1]} contradicts level {level}; {means}")
        if falling is not None and falling != falls:
            faults.add(f"falling = {str(falling).lower()} contradicts level {level}; {means}")
        if drawn is not None and drawn != (width, height):
            faults.add(
                f"a drawing of {drawn[0]}x{drawn[1]} blocks contradicts level {level}; {means}"
            )
        size, falling = (width, height), falls
    elif drawn is not None:
        if size is not None and size != drawn:
            faults.add(
                f"a drawing of {drawn[0]}x{drawn[1]} blocks contradicts size {size[0]}x{size[1]}"
            )
        size = drawn
    faults.check()
    if size is None:
        size = LEVELS[DEFAULT_LEVEL][:2]
    return board(*size, True if falling is None else falling)


def read_crossings(board_: Board, text: str | Iterable[str]) -> tuple[int, ...]:
    """The crossings named in `text` (blanks or commas between), in that order.

    >>> read_crossings(board(3, 3), "b2, A3")
    (5, 2)
    """
    words = re.split(r"[\s,;]+", text) if isinstance(text, str) else list(text)
    faults = Faults()
    found: list[int] = []
    for word in words:
        if not word:
            continue
        crossing = board_.grid.point(word)
        if crossing is None:
            faults.add(no_crossing(board_, word))
        else:
            found.append(crossing)
    faults.check()
    return tuple(found)


def no_crossing(board_: Board, word: str) -> str:
    """The sentence that says that the board has no crossing of that name."""
    last = board_.name(board_.b)
    clean = "".join(c if c.isprintable() else "?" for c in word[:20])
    return f"no crossing {clean} on a {board_.size} board; expected a1 to {last}"


def write_crossings(board_: Board, crossings: Iterable[int]) -> str:
    """Names with blanks between, in the order given."""
    return " ".join(board_.name(crossing) for crossing in crossings)


def read_position(record: Record, gone_allowed: bool = False) -> Position:
    """The position a record sets, by `closed`, by a drawing, or by a one-line position.

    With `gone_allowed` a drawing may hold `?`; it then is a live set without its closures.
    Raises InputError for what cannot be read; what is impossible stands in the position's faults.
    """
    if record.line:
        return read_line(record.line)
    if record.has("board"):
        if record.has("closed"):
            raise InputError("both closed and board are given; expected one of them")
        return read_drawing(record, gone_allowed)
    board_ = read_board(record)
    closed = record.texts("closed") or ()
    return replay(board_, read_crossings(board_, " ".join(closed)))


def read_line(line: str) -> Position:
    """The position of a one-line position's part after `roadworks:`.

    >>> read_line("5x5:b2,a3").board.size
    '5x5'
    """
    form = "expected roadworks:SIZE:CLOSED, like roadworks:5x5:b2,a3 or roadworks:3x3-plain:"
    head, colon, rest = line.strip().lower().partition(":")
    if not colon or ":" in rest:
        raise InputError(f"not a one-line position; {form}")
    size, dash, word = head.partition("-")
    if dash and word != "plain":
        raise InputError(f"unknown word {word[:20]!r} after the size; {nearest(word, ['plain'])}")
    board_ = board(*read_size(size), not dash)
    if rest.startswith(GONE):
        live = 0
        for crossing in read_crossings(board_, rest[1:]):
            live |= 1 << crossing
        return live_set(board_, live)
    return replay(board_, read_crossings(board_, rest))


def write_line(position: Position) -> str:
    """The one-line position, `roadworks:` included.

    >>> write_line(read_line("3x3-plain:B2"))
    'roadworks:3x3-plain:b2'
    """
    board_ = position.board
    head = f"roadworks:{board_.size}{'' if board_.falling else '-plain'}:"
    if position.closures is None:
        return f"{head}{GONE}{','.join(board_.names(position.open))}"
    return head + ",".join(board_.name(crossing) for crossing in position.closures)


def read_drawing(record: Record, gone_allowed: bool) -> Position:
    """The position of a record's drawn `board`."""
    rows = _rows(record.text("board"))
    height, width = len(rows) - 1, len(rows[0]) - 1
    board_ = read_board(record, (width, height))
    marks = dict.fromkeys(_MARKS, 0)
    for number, row in enumerate(reversed(rows)):
        for column, mark in enumerate(row):
            marks[mark] |= 1 << (column * (height + 1) + number)
    faults = Faults()
    for letter, crossing in (("A", 0), ("B", board_.b)):
        others = marks[letter.lower()] & ~(1 << crossing)
        faults.add(
            *(
                f"{letter} is drawn at {board_.name(c)}; expected at {board_.name(crossing)}"
                for c in bits(others)
            )
        )
        if not marks[letter.lower()] >> crossing & 1 and marks[OPEN] >> crossing & 1:
            faults.add(f"{board_.name(crossing)} is drawn open; expected {letter} there")
    if marks[GONE] and not gone_allowed:
        faults.add(
            f"{GONE} (closed or fallen) stands at {' '.join(board_.names(marks[GONE]))}; "
            "expected only in fewest-fences"
        )
    if gone_allowed and (marks[CLOSED] or marks[FALLEN]):
        drawn = marks[CLOSED] | marks[FALLEN]
        faults.add(
            f"{CLOSED} or {FALLEN} stands at {' '.join(board_.names(drawn))}; "
            f"expected {GONE} for every crossing that is closed or fallen"
        )
    faults.check()
    if gone_allowed:
        return live_set(board_, board_.full & ~marks[GONE])
    return from_fences(board_, marks[CLOSED], marks[FALLEN])


def write_drawing(position: Position) -> str:
    """The position drawn with labels, rows from the top; reads back as it is written.

    >>> print(write_drawing(read_line("2x2:b2")))
    3  o o B
    2  o # o
    1  A o o
       a b c
    """
    board_ = position.board
    rows = board_.height + 1
    margin = len(str(rows))
    unknown = position.closures is None

    def mark(crossing: int) -> str:
        if position.closed >> crossing & 1:
            return CLOSED
        if crossing in (0, board_.b):
            return "A" if crossing == 0 else "B"
        if position.open >> crossing & 1:
            return OPEN
        return GONE if unknown else FALLEN

    lines = []
    for row in reversed(range(rows)):
        marks = " ".join(mark(column * rows + row) for column in range(board_.width + 1))
        lines.append(f"{row + 1:>{margin}}  {marks}")
    lines.append(" " * margin + "  " + " ".join(LETTERS[: board_.width + 1]))
    return "\n".join(lines)


def _rows(text: str) -> list[list[str]]:
    """The marks of a drawing, row by row from the top, labels taken away."""
    rows: list[list[str]] = []
    faults = Faults()
    lines = [line.split() for line in text.splitlines() if line.strip()]
    if lines and _is_label_row(lines[-1]):
        lines.pop()
    elif lines and _is_label_row(lines[0]):
        lines.pop(0)
    for number, words in enumerate(lines, start=1):
        if words[0].isdigit():
            label = int(words[0]) if len(words[0]) < 4 else -1
            if label != len(lines) - number + 1:
                faults.add(
                    f"board row {number} from the top is labelled {words[0][:9]}; "
                    f"expected {len(lines) - number + 1}"
                )
            words = words[1:]
        marks = [mark for word in words for mark in word.lower()]
        for mark in marks:
            if mark not in _MARKS:
                shown = mark if mark.isprintable() else "?"
                faults.add(
                    f"board row {number} from the top: unknown mark {shown}; expected A, B, "
                    f"{OPEN} open, {CLOSED} closed, {FALLEN} fallen (or {GONE} in fewest-fences)"
                )
        rows.append(marks)
    faults.check()
    widths = {len(row) for row in rows}
    if not rows or widths == {0}:
        raise InputError("the board is empty; expected rows of A, B, o, # and ~")
    if len(widths) > 1:
        counts = ", ".join(str(len(row)) for row in rows[:30])
        raise InputError(f"the board's rows differ in length ({counts}); expected all the same")
    columns, height = widths.pop() - 1, len(rows) - 1
    if not (1 <= columns <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        raise InputError(
            f"a drawing of {columns}x{height} blocks; expected 1x1 to {MAX_SIDE}x{MAX_SIDE}"
        )
    return rows


def _is_label_row(words: list[str]) -> bool:
    joined = "".join(words).lower()
    return len(joined) > 1 and LETTERS.startswith(joined)
