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
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from crossfall.solver.errors import InputError
from crossfall.solver.roadworks.census import Census, Kind
from crossfall.solver.roadworks.engines import UNGRADED, Engine, engine
from crossfall.solver.roadworks.rules import Board
from crossfall.solver.roadworks.sight import Progress, grade_all
from crossfall.solver.roadworks.stock import Stock
from crossfall.solver.roadworks.tables import Table, upright

FORMAT = "crossfall-build-2"
SAVE_EVERY = 60.0  # seconds between two saved states
_CHUNK = 20_000
_LONGEST_HEADER = 100_000


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

    unfinished: where the state is kept between two runs; the caller removes it once the table is
        written, for until then it is all that is left of the work.
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
    try:
        part.unlink(missing_ok=True)  # what is there may lead elsewhere
        with part.open("xb") as file:
            for content in _contents(json.dumps(header).encode() + b"\n", state):
                digest.update(content)
                file.write(content)
            file.write(digest.digest())
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise InputError(f"{path}: cannot be written ({error.strerror})") from None


def _contents(first: bytes, state: Build) -> Iterator[bytes]:
    yield first
    for group in (state.live, state.lost):
        for _, masks in sorted(group.items()):
            yield masks.tobytes()


def _resume(board: Board, path: Path | None) -> Build:
    fresh = Build(board, {board.grid.count: array("Q", [board.full])}, {}, board.grid.count)
    if path is None or not path.exists():
        return fresh
    refusal = InputError(f"{path}: no unfinished build of {board.size}; remove it to begin anew")
    if not path.is_file():
        raise refusal
    left = path.stat().st_size
    with path.open("rb") as file:
        try:
            first = file.readline(_LONGEST_HEADER)
            header = json.loads(first)
            if header["format"] != FORMAT or header["board"] != board.size:
                raise refusal
            state = Build(board, size=int(header["size"]), marked=int(header["marked"]))
            digest = hashlib.sha256(first)
            for name, group in (("live", state.live), ("lost", state.lost)):
                for size, number in header[name]:
                    if not 0 <= 8 * number <= left:
                        raise refusal
                    content = file.read(8 * number)
                    digest.update(content)
                    group[size] = array("Q", content)
            if file.read() != digest.digest():
                raise refusal
        except (ValueError, KeyError, TypeError, RecursionError):
            raise refusal from None
    return state
