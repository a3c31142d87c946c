"""How Pathing positions are written: the keys of puzzle files and one-line positions.

Drawn boards are in `drawing.py`; how the parts fit together is judged in `setting.py`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from crossfall.solver.errors import Faults, InputError, nearest
from crossfall.solver.pathing_boxes.board import (
    EDGE_NAMES,
    SIDE,
    Board,
    board,
    cell_number,
)
from crossfall.solver.pathing_boxes.drawing import Drawn, read_drawing
from crossfall.solver.pathing_boxes.rules import (
    CLASSIC_ROWS,
    DEFAULT_RULES,
    PLAYERS,
    RULES,
    PathingPosition,
    RuleSet,
    X,
    from_rows,
)
from crossfall.solver.records import Record

KEYS = (
    "size",
    "rules",
    "finals",
    "to_move",
    "board",
    "filled",
    "score",
    "first",
    "start",
    "swaps",
    "turns",
    "last",
)
MAX_TURNS = 28
CLASSIC_NAME = "classic"

_FINALS = "-finals"
_FORM = (
    "expected pathing-boxes:RULES:TO-MOVE:ROWS:FILLED:SCORE, like "
    "pathing-boxes:waves:X:YX1Y.X2X.Y2Y.X1YX:A1B1,A1A2:X0Y0"
)

Part = TypeVar("Part")


@dataclass(frozen=True)
class Given:
    """What a puzzle says, each part read by itself; None for what it leaves out.

    filled: what the list says, as edges in order; drawn edges are in `drawn`.
    """

    rules: RuleSet
    board: Board
    drawn: Drawn | None = None
    filled: tuple[int, ...] | None = None
    to_move: int | None = None
    score: tuple[int, int] | None = None
    first: int | None = None
    start: tuple[int, int] | None = None
    swaps: tuple[int, ...] | None = None
    turns: int | None = None
    last: int | None = None


def read_given(record: Record) -> Given:
    """The parts of a record; InputError naming every fault."""
    if record.line:
        return read_line(record.line)
    faults = Faults()

    def part(read: Callable[[], Part]) -> Part | None:
        try:
            return read()
        except InputError as error:
            faults.add(*error.faults)
            return None

    rules = part(lambda: read_rules(record.text("rules", DEFAULT_RULES.name)))
    board_ = board(bool(part(lambda: record.flag("finals", False))))
    drawn = part(lambda: read_drawing(record.text("board")) if record.has("board") else None)
    extra = drawn.extra if drawn else {}
    filled = part(lambda: _read_filled(record, extra, board_))
    score = part(lambda: _read_score(record, extra))
    to_move, first, last = (
        part(partial(_read_player, record, key)) for key in ("to_move", "first", "last")
    )
    start = part(lambda: _read_start(record))
    swaps = part(lambda: _read_swaps(record, board_))
    part(lambda: _check_size(record))
    if drawn is None and swaps is None and not record.task:
        drawn = Drawn((0, 0))  # a blank board
        to_move = X if to_move is None else to_move
    turns = part(lambda: record.integer("turns", 1, MAX_TURNS))
    faults.check()
    return Given(
        rules or DEFAULT_RULES,
        board_,
        drawn,
        filled,
        to_move,
        score,
        first,
        start,
        swaps,
        turns,
        last,
    )


def _check_size(record: Record) -> None:
    size = record.text("size", f"{SIDE}x{SIDE}").strip().lower().replace("×", "x")
    if size not in (f"{SIDE}x{SIDE}", str(SIDE)):
        raise InputError(f"size {size[:20]!r}: the board is always {SIDE}x{SIDE} cells")


def read_rules(text: str) -> RuleSet:
    """A rule set by name (any case); InputError naming the nearest one.

    >>> read_rules("Waves").tie
    'opponent'
    """
    name = text.strip().lower()
    if name not in RULES:
        raise InputError(f"unknown rules {text[:40]!r}; {nearest(name, RULES)}")
    return RULES[name]


def read_player(text: str, key: str) -> int:
    """0 for X, 1 for Y (any case)."""
    name = text.strip().upper()
    if name not in ("X", "Y"):
        raise InputError(f"{key} is {text[:40]!r}; expected X or Y")
    return PLAYERS.index(name)


def _read_player(record: Record, key: str) -> int | None:
    return read_player(record.text(key), key) if record.has(key) else None


def read_edges(board_: Board, texts: Iterable[str]) -> tuple[int, ...]:
    """The edges named in `texts` (blanks, commas or semicolons between), in that order.

    >>> from crossfall.solver.pathing_boxes.board import NORMAL
    >>> [EDGE_NAMES[edge] for edge in read_edges(NORMAL, ["b2-b1, A1B1"])]
    ['B1-B2', 'A1-B1']
    """
    faults = Faults()
    found = []
    for word in re.split(r"[\s,;]+", " ".join(texts)):
        if not word:
            continue
        try:
            found.append(board_.edge_number(word))
        except InputError as error:
            faults.add(*error.faults)
    faults.check()
    return tuple(found)


def _read_filled(record: Record, extra: dict[str, str], board_: Board) -> tuple[int, ...] | None:
    texts = record.texts("filled")
    if texts is None and "filled" not in extra:
        return None
    edges = read_edges(board_, [*(texts or ()), extra.get("filled", "")])
    check_once(edges)
    return edges


def check_once(edges: Iterable[int]) -> None:
    """InputError naming every edge that a list of filled edges gives more than once."""
    counts = Counter(edges)
    doubled = [EDGE_NAMES[edge] for edge, count in counts.items() if count > 1]
    if doubled:
        raise InputError(f"filled names {' '.join(doubled)} more than once; expected each once")


def _read_score(record: Record, extra: dict[str, str]) -> tuple[int, int] | None:
    if not record.has("score"):
        return read_score(extra["score"]) if "score" in extra else None
    score = read_score(record.text("score"))
    if "score" in extra and read_score(extra["score"]) != score:
        raise InputError("the board's score and the puzzle's differ; expected one of them")
    return score


def read_score(text: str) -> tuple[int, int]:
    """The boxes of X and of Y.

    >>> read_score("X1 Y2"), read_score("y2x1")
    ((1, 2), (1, 2))
    """
    found = dict(re.findall(r"([XY])\s*[:=]?\s*(\d{1,3})", text.upper()))
    rest = re.sub(r"[XY]\s*[:=]?\s*\d{1,3}|[\s,;]", "", text.upper())
    if set(found) != {"X", "Y"} or rest:
        raise InputError(f"score {text[:40]!r} cannot be read; expected both, like X1 Y2")
    return int(found["X"]), int(found["Y"])


def _read_start(record: Record) -> tuple[int, int] | None:
    if not record.has("start"):
        return None
    text = record.text("start")
    if text.strip().lower() == CLASSIC_NAME:
        return from_rows(CLASSIC_ROWS)
    if re.fullmatch(r"\s*[A-Za-z]{5,}\s*", text):
        raise InputError(
            f"start is {text.strip()[:40]!r}; expected {CLASSIC_NAME}, or four rows of cells"
        )
    try:
        drawn = read_drawing(text)
    except InputError as error:
        raise InputError(*(f"start: {fault}" for fault in error.faults)) from None
    if drawn.filled:
        raise InputError("start: edges are drawn; expected cells alone")
    return drawn.cells


def _read_swaps(record: Record, board_: Board) -> tuple[int, ...] | None:
    texts = record.texts("swaps")
    if texts is None:
        return None
    try:
        return read_edges(board_, texts)
    except InputError as error:
        raise InputError(*(f"swaps: {fault}" for fault in error.faults)) from None


def read_cell(text: str) -> int:
    """The one cell named in `text`."""
    names = [word for word in re.split(r"[\s,;]+", text) if word]
    if len(names) != 1:
        raise InputError(f"{len(names)} cells named; expected one, like B2")
    return cell_number(names[0])


# --- one-line positions ------------------------------------------------------------------------


def read_line(line: str) -> Given:
    """The parts of a one-line position's part after `pathing-boxes:`.

    A sixth part, `X` or `Y`, may say who made the last swap, which only a wave's end needs.

    >>> given = read_line("waves-finals:X:YX1Y.X2X.Y2Y.X1YX:A1D1:X0Y0")
    >>> given.board.finals, given.to_move, given.filled
    (True, 0, (25,))
    """
    parts = line.strip().split(":")
    if not 5 <= len(parts) <= 6:
        raise InputError(f"not a one-line position; {_FORM}")
    name, mover, rows, filled, score, *last = parts
    faults = Faults()
    rules, finals = DEFAULT_RULES, name.lower().endswith(_FINALS)
    cells = to_move = numbers = edges = maker = None
    try:
        rules = read_rules(name[: -len(_FINALS)] if finals else name)
    except InputError as error:
        faults.add(*error.faults)
    try:
        to_move = read_player(mover, "the side to move")
    except InputError as error:
        faults.add(*error.faults)
    try:
        cells = _read_rows(rows)
    except InputError as error:
        faults.add(*error.faults)
    try:
        edges = read_edges(board(finals), [filled])
        check_once(edges)
    except InputError as error:
        faults.add(*error.faults)
    try:
        numbers = read_score(score)
        maker = read_player(last[0], "the maker of the last swap") if last else None
    except InputError as error:
        faults.add(*error.faults)
    faults.check()
    assert cells is not None
    return Given(
        rules,
        board(finals),
        Drawn(cells),
        edges,
        to_move,
        numbers,
        last=maker,
    )


def _read_rows(text: str) -> tuple[int, int]:
    rows = []
    for row in text.upper().split("."):
        marks = re.sub(r"\d", lambda digit: "." * int(digit[0]), row)
        if len(marks) != SIDE or set(marks) - set("XY."):
            raise InputError(
                f"row {row[:20]!r} is not four cells; expected X, Y and counts of empty cells"
            )
        rows.append(marks)
    if len(rows) != SIDE:
        raise InputError(f"{len(rows)} rows of cells; expected four with dots between")
    return from_rows(rows)


def write_line(position: PathingPosition) -> str:
    """The one-line position, `pathing-boxes:` included.

    >>> from crossfall.solver.pathing_boxes.rules import CLASSIC
    >>> write_line(CLASSIC.play(1))
    'pathing-boxes:waves:Y:XY1Y.X2X.Y2Y.X1YX:A1B1:X0Y0'
    """
    rows = ".".join(_packed(row) for row in position.rows())
    edges = ",".join(
        EDGE_NAMES[edge].replace("-", "") for edge in position.board.sorted_edges(position.filled)
    )
    parts = [
        "pathing-boxes",
        position.rules.name + (_FINALS if position.board.finals else ""),
        PLAYERS[position.turn],
        rows,
        edges,
        f"X{position.score[0]}Y{position.score[1]}",
    ]
    if position.filled == position.board.all_filled and position.last is not None:
        parts.append(PLAYERS[position.last])
    return ":".join(parts)


def _packed(row: str) -> str:
    return re.sub(r"\.+", lambda empty: str(len(empty[0])), row)


def write_edges(edges: Iterable[int]) -> str:
    """Edges as swaps with blanks between, in the order given."""
    return " ".join(EDGE_NAMES[edge] for edge in edges)
