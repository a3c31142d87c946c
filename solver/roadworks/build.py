"""Building complete tables: every live set up to symmetry, then which are lost, then a census.

Live sets are found from the full board down, one number of crossings after the other, and marked
from the smallest up: a set is lost if no closure leaves a lost one. What is known is written to a
file between two numbers of crossings, so that a build can go on after a break.
"""

from __future__ import annotations

import hashlib
import json
import time
from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple, Protocol

from crossfall.solver.errors import InputError
from crossfall.solver.roadworks.blocks import BlockKeys
from crossfall.solver.roadworks.cards import LONGEST, cards
from crossfall.solver.roadworks.census import Census, Kind
from crossfall.solver.roadworks.nimbers import distinct_closures
from crossfall.solver.roadworks.rules import Board
from crossfall.solver.roadworks.stock import Stock
from crossfall.solver.roadworks.tables import Table, upright

FORMAT = "crossfall-build-1"
SAVE_EVERY = 60.0  # seconds between two saved states
UNGRADED = 6  # of a lost set that no technique up to R5 proves
_CHUNK = 20_000

Progress = Callable[[str, int, int], None]


class Seen(NamedTuple):
    """What there is to know of some live sets, one byte of each for every set.

    safe: safe closures. results: lost sets that one closure leaves. crossings: winning closures.
    grade: technique of the lost set where there is one. fall: the most crossings that fall.
    """

    safe: bytes
    results: bytes
    crossings: bytes
    grade: bytes
    fall: bytes


class Engine(Protocol):
    """The work on many live sets at once; it remembers lost sets and their grades."""

    def children(self, live: array[int]) -> dict[int, array[int]]:
        """What closures leave of these sets, least images, by their number of crossings."""

    def merge(self, parts: list[array[int]]) -> array[int]:
        """All masks of the parts, rising, each once."""

    def mark(self, live: array[int]) -> array[int]:
        """Those that are lost, given that all smaller lost sets are remembered."""

    def remember(self, lost: array[int], grades: bytes) -> None:
        """Remember lost sets and their grades."""

    def ahead(self, lost: array[int], most: int) -> bytes:
        """For each set 1 if every closure has a reply that leaves a set graded `most` or less."""

    def examine(self, live: array[int]) -> Seen:
        """See `Seen`."""


class PlainEngine:
    """The engine in plain Python, for every board."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._grades: dict[int, int] = {}

    def _left(self, live: int) -> list[int]:
        return [self._board.canonical(left) for _, left in distinct_closures(self._board, live)]

    def children(self, live: array[int]) -> dict[int, array[int]]:
        found: dict[int, array[int]] = {}
        for left in {left for mask in live for left in self._left(mask)}:
            found.setdefault(left.bit_count(), array("Q")).append(left)
        return found

    def merge(self, parts: list[array[int]]) -> array[int]:
        return array("Q", sorted(set().union(*parts)))

    def mark(self, live: array[int]) -> array[int]:
        known = self._grades
        return array("Q", (m for m in live if not any(left in known for left in self._left(m))))

    def remember(self, lost: array[int], grades: bytes) -> None:
        self._grades.update(zip(lost, grades, strict=True))

    def ahead(self, lost: array[int], most: int) -> bytes:
        def answered(left: int) -> bool:
            return any(self._grades.get(reply, UNGRADED + 1) <= most for reply in self._left(left))

        return bytes(all(answered(left) for left in self._left(mask)) for mask in lost)

    def examine(self, live: array[int]) -> Seen:
        rows = []
        for mask in live:
            safe = crossings = fall = grade = 0
            lost = set()
            for closures, left in distinct_closures(self._board, mask):
                safe += closures.bit_count()
                fall = max(fall, mask.bit_count() - 1 - left.bit_count())
                known = self._grades.get(self._board.canonical(left))
                if known is not None:
                    crossings += closures.bit_count()
                    lost.add(left)
                    grade = known
            rows.append((safe, len(lost), crossings, grade, fall))
        return Seen(*(bytes(column) for column in zip(*rows, strict=True)))


def engine(board: Board, compiled: bool = True) -> Engine:
    """The quickest engine there is for the board."""
    if compiled and find_spec("numba") and max(board.width, board.height) <= 7:
        from crossfall.solver.roadworks.build_fast import FastEngine

        return FastEngine(board)
    return PlainEngine(board)


@dataclass
class Build:
    """The state of a build.

    live: the live sets by their number of crossings: all of them down to `size`, and those found
    so far below it. lost: the lost sets by their number of crossings, up to `marked`.
    """

    board: Board
    live: dict[int, array[int]] = field(default_factory=dict)
    lost: dict[int, array[int]] = field(default_factory=dict)
    size: int = 0
    marked: int = 0


def build(
    board: Board,
    workshop: Engine | None = None,
    unfinished: Path | None = None,
    progress: Progress = lambda stage, done, total: None,
    save_every: float = SAVE_EVERY,
) -> tuple[Table, Stock]:
    """The table of a falling board with its census, and its stock of positions with one result.

    unfinished: where the state is kept between two runs; removed at the end.
    progress: called with what is being done, how far it is, and how far it goes.
    Raises InputError if the board has more than 64 crossings or the unfinished file is no good.
    """
    board = upright(board)
    if board.grid.count > 64 or not board.falling:
        raise InputError(
            f"no table of {board.size}; expected a falling board of at most 64 crossings"
        )
    workshop = workshop or engine(board)
    state = _resume(board, unfinished)
    saved = time.monotonic()

    def save() -> None:
        nonlocal saved
        if unfinished is not None and time.monotonic() - saved >= save_every:
            _save(state, unfinished)
            saved = time.monotonic()

    try:
        for _ in _find_live_sets(state, workshop, progress):
            save()
        for _ in _mark_lost_sets(state, workshop, progress):
            save()
        table, stock = _take_census(state, workshop, progress)
    except KeyboardInterrupt:  # the state changes only between two sizes, so it is whole
        if unfinished is not None:
            _save(state, unfinished)
        raise
    if unfinished is not None:
        unfinished.unlink(missing_ok=True)
    return table, stock


def _chunks(masks: array[int]) -> Iterator[array[int]]:
    for first in range(0, len(masks), _CHUNK):
        yield masks[first : first + _CHUNK]


def _find_live_sets(state: Build, workshop: Engine, progress: Progress) -> Iterator[None]:
    board = state.board
    parts: dict[int, list[array[int]]] = {size: [part] for size, part in state.live.items()}
    while state.size > 1:
        size = state.size
        live = workshop.merge(parts.pop(size, []))
        state.live[size] = live
        for chunk in _chunks(live):
            for smaller, part in workshop.children(chunk).items():
                found = parts.setdefault(smaller, [])
                found.append(part)
                if sum(map(len, found[1:])) > len(found[0]) + 10 * _CHUNK:
                    parts[smaller] = [workshop.merge(found)]
        state.size -= 1
        parts = {smaller: [workshop.merge(found)] for smaller, found in parts.items()}
        state.live.update((smaller, found[0]) for smaller, found in parts.items())
        progress("finding live sets", board.grid.count - state.size, board.grid.count)
        yield


def _mark_lost_sets(state: Build, workshop: Engine, progress: Progress) -> Iterator[None]:
    for lost in state.lost.values():
        workshop.remember(lost, bytes([UNGRADED]) * len(lost))
    todo = [size for size in sorted(state.live) if size > state.marked]
    for place, size in enumerate(todo, 1):
        found = array("Q")
        for chunk in _chunks(state.live[size]):
            found += workshop.mark(chunk)
        workshop.remember(found, bytes([UNGRADED]) * len(found))
        state.lost[size] = found
        state.marked = size
        progress("marking lost sets", place, len(todo))
        yield


def _take_census(state: Build, workshop: Engine, progress: Progress) -> tuple[Table, Stock]:
    board = state.board
    lost = workshop.merge(list(state.lost.values()))
    grades = grade_all(board, workshop, lost, progress)
    workshop.remember(lost, grades)
    kinds: Counter[Kind] = Counter()
    falls: Counter[int] = Counter()
    groups: dict[tuple[int, int], array[int]] = {}
    done, total = 0, sum(map(len, state.live.values()))
    for size in sorted(state.live):
        for chunk in _chunks(state.live[size]):
            seen = workshop.examine(chunk)
            kinds.update(
                map(Kind, seen.safe, map(_one, seen.results), map(_one, seen.crossings), seen.grade)
            )
            falls.update(seen.fall)
            for mask, safe, results, grade in zip(
                chunk, seen.safe, seen.results, seen.grade, strict=True
            ):
                if results == 1:
                    groups.setdefault((grade, safe), array("Q")).append(mask)
            done += len(chunk)
            progress("counting", done, total)
    census = Census.of(kinds, len(lost), max(falls))
    stock = Stock(
        board,
        {key: tuple(workshop.merge([masks])) for key, masks in sorted(groups.items())},
    )
    return Table(board, tuple(lost), census.to_json()), stock


def _one(number: int) -> bool:
    return number == 1


def grade_all(board: Board, workshop: Engine, lost: array[int], progress: Progress) -> bytes:
    """The grade of each lost set: 0 to 5 for R0 to R5 (see `techniques`), UNGRADED beyond."""
    sight = _Sight(board)
    grades = bytearray()
    for place, mask in enumerate(lost):
        grades.append(sight.grade(mask))
        if place % _CHUNK == 0:
            progress("grading", place, len(lost))
    for level in (4, 5):
        workshop.remember(lost, bytes(grades))
        open_ = [place for place, grade in enumerate(grades) if grade == UNGRADED]
        for first in range(0, len(open_), _CHUNK):
            places = open_[first : first + _CHUNK]
            answered = workshop.ahead(array("Q", (lost[p] for p in places)), level - 1)
            for place, yes in zip(places, answered, strict=True):
                if yes:
                    grades[place] = level
            progress(f"grading R{level}", min(first + _CHUNK, len(open_)), len(open_))
    return bytes(grades)


class _Sight:
    """Grades R0 to R3: what can be seen without looking ahead."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._reader = cards(board.grid)
        self._keys = BlockKeys(max(board.grid.columns, board.grid.rows))
        # By the key of a block: closures in its longest game and its number, None off the cards.
        self._cards: dict[int, tuple[int, int] | None] = {}

    def grade(self, live: int) -> int:
        kinds = [
            self._kind(block)
            for block in self._board.grid.chain(live, 0, self._board.b)
            if block[0].bit_count() > 2
        ]
        if not kinds:
            return 0
        if len(kinds) % 2 == 0 and all(card == (1, 1) for _, card in kinds):
            return 1
        odd: dict[int, tuple[int, int] | None] = {}
        for key, card in kinds:
            if key in odd:
                del odd[key]
            else:
                odd[key] = card
        total = 0
        for card in odd.values():
            if card is None:
                return UNGRADED
            total ^= card[1]
        if len(odd) % 2 == 0 and all(card == (1, 1) for card in odd.values()):
            return 2
        return 3 if total == 0 else UNGRADED

    def _kind(self, block: tuple[int, int, int]) -> tuple[int, tuple[int, int] | None]:
        key = self._keys.shape(self._board.grid, block).key
        if key not in self._cards:
            card = None if self._lasts(block) else self._reader.read(block)
            self._cards[key] = (card.longest, card.number) if card else None
        return key, self._cards[key]

    def _lasts(self, block: tuple[int, int, int]) -> bool:
        """Whether one game, found at once, is longer than those of the cards."""
        grid = self._board.grid
        parts = [block]
        for _ in range(LONGEST + 1):
            while parts and parts[-1][0].bit_count() == 2:
                parts.pop()
            if not parts:
                return False
            mask, near, far = parts.pop()
            inner = mask & ~(1 << near | 1 << far)
            closed = inner & -inner, 1 << inner.bit_length() - 1
            left = [grid.chain(mask & ~bit, near, far) for bit in closed]
            parts += max(left, key=lambda row: sum(part.bit_count() for part, _, _ in row))
        return True


def _save(state: Build, path: Path) -> None:
    header = {
        "format": FORMAT,
        "board": state.board.size,
        "size": state.size,
        "marked": state.marked,
        "live": [(size, len(masks)) for size, masks in sorted(state.live.items())],
        "lost": [(size, len(masks)) for size, masks in sorted(state.lost.items())],
    }
    part = path.with_name(path.name + ".part")
    digest = hashlib.sha256()
    with part.open("wb") as file:
        file.write(json.dumps(header).encode() + b"\n")
        for group in (state.live, state.lost):
            for _, masks in sorted(group.items()):
                content = masks.tobytes()
                digest.update(content)
                file.write(content)
        file.write(digest.digest())
    part.replace(path)


def _resume(board: Board, path: Path | None) -> Build:
    fresh = Build(board, {board.grid.count: array("Q", [board.full])}, {}, board.grid.count)
    if path is None or not path.exists():
        return fresh
    refusal = InputError(f"{path}: no unfinished build of {board.size}; remove it to begin anew")
    with path.open("rb") as file:
        try:
            header = json.loads(file.readline())
            if header["format"] != FORMAT or header["board"] != board.size:
                raise refusal
            state = Build(board, size=int(header["size"]), marked=int(header["marked"]))
            digest = hashlib.sha256()
            for name, group in (("live", state.live), ("lost", state.lost)):
                for size, number in header[name]:
                    content = file.read(8 * number)
                    digest.update(content)
                    group[size] = array("Q", content)
            if file.read() != digest.digest():
                raise refusal
        except (ValueError, KeyError, TypeError):
            raise refusal from None
    return state
