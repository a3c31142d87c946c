"""The replies to a block, compiled: what `blocks.BlockSearch` lists, in the same order.

Needs the extra `fast`.
"""

from __future__ import annotations

import numpy as np

from crossfall.solver.compiling import compiled
from crossfall.solver.roadworks.bitboards import (
    U0,
    U1,
    Masks,
    Numbers,
    chain,
    count,
    count_closures,
    flood,
    shape,
    two_streets,
)
from crossfall.solver.roadworks.fast_memory import EXACT, Infos, look_up, slot_key

ROW = 16  # most blocks of a row that are more than one street (each has 3 crossings of its own)


@compiled
def _before(rows: Masks, ranks: Numbers, one: int, one_row: int, two: int, two_row: int) -> int:
    """Compare two replies as `Reply` tuples compare: -1, 0 or 1."""
    for field in range(2):
        if ranks[one, field] != ranks[two, field]:
            return -1 if ranks[one, field] < ranks[two, field] else 1
    length = min(ranks[one, 2], ranks[two, 2])
    for i in range(length):
        for part in range(2):
            left = rows[one_row + i, part]
            right = rows[two_row + i, part]
            if left != right:
                return -1 if left < right else 1
    if ranks[one, 2] == ranks[two, 2]:
        return 0
    return -1 if ranks[one, 2] < ranks[two, 2] else 1


@compiled
def list_replies(
    mask: np.uint64,
    ends: np.uint64,
    first: int,
    ranks: Numbers,
    order: Numbers,
    rows: Masks,
    scratch: Masks,
    counts: Numbers,
) -> int:
    """Write the distinct replies to a block, sorted as `blocks.Reply` sorts; how many there are.

    Reply `order[first + i]` has its rank (symmetry, closures, length of the row) in `ranks` and its
    row of (mask, code) in `rows`, ROW places for each reply.
    """
    near = ends & (~ends + U1)
    far = ends ^ near
    inner = mask & ~ends
    chained = two_streets(mask) & inner
    masks, parts, path, before, form = scratch[0], scratch[1], scratch[2], scratch[3], scratch[4]
    replies = 0
    here = first
    while inner:
        bit = inner & (~inner + U1)
        closures = flood(bit, chained) if bit & chained else bit
        inner &= ~closures
        found = chain(mask & ~closures, near, far, masks, parts, path, before, counts[0], counts[1])
        row = here * ROW
        length = 0
        for i in range(found):
            if count(masks[i]) == np.uint64(2):
                continue
            shape(masks[i], parts[i], form)
            size = np.int64(count(form[0]))
            at = 0  # rows are sorted by size, then key; equal blocks cancel
            equal = False
            while at < length:
                other = np.int64(count(rows[row + at, 0]))
                if other > size:
                    break
                if other == size:
                    if rows[row + at, 0] == form[0] and rows[row + at, 1] == form[1]:
                        equal = True
                        break
                    if rows[row + at, 0] > form[0] or (
                        rows[row + at, 0] == form[0] and rows[row + at, 1] > form[1]
                    ):
                        break
                at += 1
            if equal:
                for k in range(at, length - 1):
                    for part in range(4):
                        rows[row + k, part] = rows[row + k + 1, part]
                length -= 1
                continue
            for k in range(length, at, -1):
                for part in range(4):
                    rows[row + k, part] = rows[row + k - 1, part]
            rows[row + at, 0] = form[0]
            rows[row + at, 1] = form[1]
            rows[row + at, 2] = form[2]
            rows[row + at, 3] = count_closures(masks[i], parts[i])
            length += 1
        symmetry = U0
        closures_left = U0
        for i in range(length):
            symmetry = max(symmetry, rows[row + i, 2])
            closures_left += rows[row + i, 3]
        ranks[here, 0] = np.int64(symmetry)
        ranks[here, 1] = np.int64(closures_left)
        ranks[here, 2] = length
        at = replies
        same = False
        while at > 0:
            other_reply = order[first + at - 1]
            compared = _before(rows, ranks, here, row, other_reply, other_reply * ROW)
            if compared == 0:
                same = True
                break
            if compared > 0:
                break
            at -= 1
        if same:
            continue
        for k in range(replies, at, -1):
            order[first + k] = order[first + k - 1]
        order[first + at] = here
        replies += 1
        here += 1
    return replies


@compiled
def known_reply(
    keys: Masks,
    infos: Infos,
    value: int,
    first: int,
    replies: int,
    ranks: Numbers,
    order: Numbers,
    rows: Masks,
    forgets: bool,
) -> int:
    """The place of a reply that is known to have the value; -1 if there is none."""
    for i in range(replies):
        reply = order[first + i]
        needed = np.int64(value)
        for k in range(ranks[reply, 2]):
            row = reply * ROW + k
            info = look_up(keys, infos, slot_key(rows[row, 0], rows[row, 1]), forgets)
            if not info & np.int64(EXACT):
                needed = np.int64(-1)
                break
            needed ^= info ^ np.int64(EXACT)
        if needed == 0:
            return i
    return -1
