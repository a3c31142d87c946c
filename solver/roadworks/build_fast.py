"""The compiled engine for building tables of boards of at most 7 × 7 blocks.

Live sets are 64-bit words with crossing (x, y) at bit 8·x + y while they are worked on, which
keeps their order. Needs the extra `fast`.
"""

from __future__ import annotations

from array import array
from typing import Any

import numpy as np

from crossfall.solver.compiling import compiled
from crossfall.solver.roadworks.bitboards import (
    MOST,
    U0,
    U1,
    Masks,
    Numbers,
    announce,
    chain,
    count,
    flip_x,
    flip_y,
    flood,
    transpose,
    two_streets,
)
from crossfall.solver.roadworks.engines import Seen
from crossfall.solver.roadworks.fast_memory import Infos, look_up, rehash, store
from crossfall.solver.roadworks.rules import Board

Bytes = np.ndarray[Any, np.dtype[np.uint8]]


@compiled
def _spread(mask: np.uint64, columns: int, rows: int) -> np.uint64:
    wide = U0
    column = (U1 << np.uint64(rows)) - U1
    for x in range(columns):
        wide |= (mask >> np.uint64(rows * x) & column) << np.uint64(8 * x)
    return wide


@compiled
def _gather(wide: np.uint64, columns: int, rows: int) -> np.uint64:
    mask = U0
    column = (U1 << np.uint64(rows)) - U1
    for x in range(columns):
        mask |= (wide >> np.uint64(8 * x) & column) << np.uint64(rows * x)
    return mask


@compiled
def _canonical(wide: np.uint64, columns: int, rows: int) -> np.uint64:
    across = np.uint64(8 * (8 - columns))
    up = np.uint64(8 - rows)
    turned = flip_y(flip_x(wide) >> across) >> up
    least: np.uint64 = min(wide, turned)
    if columns == rows:
        least = min(least, min(transpose(wide), transpose(turned)))
    return least


@compiled
def _results(
    live: np.uint64, far: np.uint64, left: Masks, closures: Masks, scratch: Masks, counts: Numbers
) -> int:
    """What distinct safe closures leave, and which closures do, into `left` and `closures`."""
    path, before = scratch[0], scratch[1]
    blocks = chain(live, U1, far, scratch[2], scratch[3], path, before, counts[0], counts[1])
    found = 0
    for i in range(blocks):
        mask = scratch[2, i]
        ends = scratch[3, i]
        near = ends & (~ends + U1)
        other = ends ^ near
        outside = live & ~mask
        inner = mask & ~ends
        chained = two_streets(mask) & inner
        while inner:
            bit = inner & (~inner + U1)
            together = flood(bit, chained) if bit & chained else bit
            inner &= ~together
            parts = chain(
                mask & ~together,
                near,
                other,
                scratch[4],
                scratch[5],
                path,
                before,
                counts[0],
                counts[1],
            )
            rest = outside
            for k in range(parts):
                rest |= scratch[4, k]
            at = 0
            while at < found and left[at] != rest:
                at += 1
            if at == found:
                left[at] = rest
                closures[at] = U0
                found += 1
            closures[at] |= together
    return found


@compiled
def _children(masks: Masks, columns: int, rows: int, out: Masks) -> int:
    scratch, counts, left, closures = _room()
    far = U1 << np.uint64(8 * (columns - 1) + rows - 1)
    number = 0
    for mask in masks:
        found = _results(_spread(mask, columns, rows), far, left, closures, scratch, counts)
        for k in range(found):
            out[number] = _gather(_canonical(left[k], columns, rows), columns, rows)
            number += 1
    return number


@compiled
def _sizes(masks: Masks, out: Bytes) -> None:
    for place in range(len(masks)):
        out[place] = np.uint8(count(masks[place]))


@compiled
def _room() -> tuple[Masks, Numbers, Masks, Masks]:
    return (
        np.zeros((6, MOST), np.uint64),
        np.zeros((2, MOST), np.int64),
        np.zeros(MOST, np.uint64),
        np.zeros(MOST, np.uint64),
    )


@compiled
def _examine(
    masks: Masks, columns: int, rows: int, keys: Masks, infos: Infos, out: Bytes, first_only: bool
) -> None:
    """`Seen` for each set, in five rows; with `first_only` stop at the first lost result."""
    scratch, counts, left, closures = _room()
    far = U1 << np.uint64(8 * (columns - 1) + rows - 1)
    for place in range(len(masks)):
        live = _spread(masks[place], columns, rows)
        found = _results(live, far, left, closures, scratch, counts)
        for k in range(found):
            number = np.uint8(count(closures[k]))
            out[0, place] += number
            fall = np.uint8(count(live & ~left[k]) - U1)
            out[4, place] = max(out[4, place], fall)
            info = look_up(keys, infos, _canonical(left[k], columns, rows), False)
            if info:
                out[1, place] += np.uint8(1)
                out[2, place] += number
                out[3, place] = np.uint8(info - 1)
                if first_only:
                    break


@compiled
def _ahead(
    masks: Masks, columns: int, rows: int, keys: Masks, infos: Infos, most: int, out: Bytes
) -> None:
    scratch, counts, left, closures = _room()
    _, _, replies, _ = _room()
    far = U1 << np.uint64(8 * (columns - 1) + rows - 1)
    for place in range(len(masks)):
        live = _spread(masks[place], columns, rows)
        found = _results(live, far, left, closures, scratch, counts)
        out[place] = 1
        for k in range(found):
            answers = _results(left[k], far, replies, closures, scratch, counts)
            answered = False
            for i in range(answers):
                info = look_up(keys, infos, _canonical(replies[i], columns, rows), False)
                if info != 0 and info <= most + 1:
                    answered = True
                    break
            if not answered:
                out[place] = 0
                break


@compiled
def _remember(
    masks: Masks, grades: Bytes, columns: int, rows: int, keys: Masks, infos: Infos
) -> int:
    used = 0
    for i in range(len(masks)):
        wide = _spread(masks[i], columns, rows)
        used += store(keys, infos, wide, np.int64(grades[i]) + 1, False)
    return used


class FastEngine:
    """See `build.Engine`."""

    def __init__(self, board: Board) -> None:
        announce(_examine)
        self._shape = board.grid.columns, board.grid.rows
        self._keys: Masks = np.zeros(1 << 12, np.uint64)
        self._infos: Infos = np.zeros(1 << 12, np.uint16)
        self._used = 0

    def children(self, live: array[int]) -> dict[int, array[int]]:
        masks = _words(live)
        out = np.empty(len(masks) * MOST, np.uint64)
        found = np.unique(out[: _children(masks, *self._shape, out)])
        sizes = np.zeros(len(found), np.uint8)
        _sizes(found, sizes)
        return {int(size): _array(found[sizes == size]) for size in np.unique(sizes)}

    def merge(self, parts: list[array[int]]) -> array[int]:
        return _array(np.unique(np.concatenate([_words(part) for part in (*parts, array("Q"))])))

    def mark(self, live: array[int]) -> array[int]:
        masks = _words(live)
        return _array(masks[self._seen(masks, True)[1] == 0])

    def remember(self, lost: array[int], grades: bytes) -> None:
        while 2 * (self._used + len(lost)) > len(self._keys):
            keys = np.zeros(4 * len(self._keys), np.uint64)
            infos = np.zeros(4 * len(self._keys), np.uint16)
            rehash(self._keys, self._infos, keys, infos, False)
            self._keys, self._infos = keys, infos
        masks, marks = _words(lost), np.array(bytearray(grades), np.uint8)
        self._used += _remember(masks, marks, *self._shape, self._keys, self._infos)

    def ahead(self, lost: array[int], most: int) -> bytes:
        masks = _words(lost)
        out = np.zeros(len(masks), np.uint8)
        _ahead(masks, *self._shape, self._keys, self._infos, most, out)
        return out.tobytes()

    def examine(self, live: array[int]) -> Seen:
        return Seen(*(row.tobytes() for row in self._seen(_words(live), False)))

    def _seen(self, masks: Masks, first_only: bool) -> Bytes:
        out = np.zeros((5, len(masks)), np.uint8)
        _examine(masks, *self._shape, self._keys, self._infos, out, first_only)
        return out


def _words(masks: array[int]) -> Masks:
    return np.frombuffer(masks, np.uint64) if masks else np.zeros(0, np.uint64)


def _array(masks: Masks) -> array[int]:
    found = array("Q")
    found.frombytes(masks.tobytes())
    return found
