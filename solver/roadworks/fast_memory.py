"""What the compiled search remembers of blocks: exact keys in one flat table.

An info is EXACT and the value, or the mask of the values that a block has not. Needs the extra
`fast`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from crossfall.solver.compiling import compiled
from crossfall.solver.roadworks.bitboards import MOST, U0, U12, U32, Masks, count

Infos = np.ndarray[Any, np.dtype[np.uint16]]

ZERO = np.int64(0)
EXACT = np.uint16(1 << 15)
HASH = np.uint64(0x9E3779B97F4A7C15)
WIDE = np.uint64(1 << 62)
SIX_COLUMNS = np.uint64((1 << 48) - 1)
SEVEN = np.uint64(0x7F)
WINDOW = 48  # slots looked at for a key in a memory that may not grow


@compiled
def slot_key(mask: np.uint64, code: np.uint64) -> np.uint64:
    """One word for a block's shape: exact, never 0."""
    if mask <= SIX_COLUMNS:
        return mask << U12 | code
    packed = U0
    for x in range(7):
        packed |= (mask >> np.uint64(8 * x) & SEVEN) << np.uint64(7 * x)
    return packed << U12 | code | WIDE


@compiled
def _place(key: np.uint64, slots: np.uint64) -> np.uint64:
    mixed = key * HASH
    mixed ^= mixed >> U32
    mixed *= HASH
    return (mixed >> U32) * slots >> U32


@compiled
def look_up(keys: Masks, infos: Infos, key: np.uint64, forgets: bool) -> np.int64:
    """What is known of a block: 0 if nothing."""
    slots = len(keys)
    at = np.int64(_place(key, np.uint64(slots)))
    for _ in range(WINDOW if forgets else slots):
        if keys[at] == key:
            return np.int64(infos[at])
        if keys[at] == U0:
            return ZERO
        at += 1
        if at == slots:
            at = ZERO
    return ZERO


@compiled
def store(keys: Masks, infos: Infos, key: np.uint64, info: int | np.int64, forgets: bool) -> int:
    """Remember what is known of a block; 1 if that took a new slot.

    A memory that may not grow forgets the smallest block nearby when it is full.
    """
    slots = len(keys)
    at = np.int64(_place(key, np.uint64(slots)))
    smallest = at
    size = np.uint64(MOST)
    for _ in range(WINDOW if forgets else slots):
        if keys[at] == key:
            infos[at] = np.uint16(info)
            return 0
        if keys[at] == U0:
            keys[at] = key
            infos[at] = np.uint16(info)
            return 1
        if forgets and count(keys[at] >> U12) < size:
            size = count(keys[at] >> U12)
            smallest = at
        at += 1
        if at == slots:
            at = ZERO
    keys[smallest] = key
    infos[smallest] = np.uint16(info)
    return 0


@compiled
def rehash(keys: Masks, infos: Infos, new_keys: Masks, new_infos: Infos, forgets: bool) -> int:
    """Put everything known into another memory; how many new slots that took."""
    used = 0
    for at in range(len(keys)):
        if keys[at] != U0:
            used += store(new_keys, new_infos, keys[at], np.int64(infos[at]), forgets)
    return used
