"""The compiled twin of `blocks.BlockSearch`: the same questions, answers and budget units.

Blocks of at most 8 × 8 crossings whose key fits one word: 6 × 8, or 7 × 7. The search is an
explicit stack, so that it can pause (for the clock, for a larger memory, for a checkpoint) and go
on. Needs the extra `fast`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.grids import Grid
from crossfall.solver.roadworks.bitboards import (
    MOST,
    U0,
    U1,
    U6,
    U12,
    U32,
    U63,
    Masks,
    Numbers,
    chain,
    compiled,
    count,
    count_closures,
    flood,
    shape,
    two_streets,
)
from crossfall.solver.roadworks.blocks import Block, BlockKeys, cancelled

Infos = np.ndarray[Any, np.dtype[np.uint16]]

ZERO = np.int64(0)
ROW = 16  # most blocks of a row that are more than one street (each has 3 crossings of its own)
EXACT = np.uint16(1 << 15)  # an info is this and the value, or the mask of values it has not
HASH = np.uint64(0x9E3779B97F4A7C15)
WIDE = np.uint64(1 << 62)
SIX_COLUMNS = np.uint64((1 << 48) - 1)
SEVEN = np.uint64(0x7F)
CODE = np.uint64((1 << 12) - 1)
MOST_SLOTS = 1 << 28  # of 10 bytes; beyond that a search forgets
SLICE = 1 << 18  # budget units between two looks at the clock
WINDOW = 48  # slots looked at for a key in a memory that may not grow

ANSWERED, PAUSED, FULL = 0, 1, 2
ASK, REPLY, NEXT_ROW = 0, 1, 2
# Registers.
DEPTH, MODE, RESULT, UNITS, LIMIT, USED, MOST_USED, FORGETS, VALUE, WANTED = range(10)
# Fields of a frame: the question's value, the value now tried on the replies, the reply, the
# block in its row, the value tried on that block, what the largest block must have so far, the
# values the block has not, the number of replies.
ASKED, TRIED, AT, PLACE, SMALL, NEEDED, EXCLUDED, REPLIES = range(8)


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


@compiled
def run(
    keys: Masks,
    infos: Infos,
    registers: Numbers,
    asked: Masks,
    frames: Numbers,
    blocks: Masks,
    ranks: Numbers,
    order: Numbers,
    rows: Masks,
    scratch: Masks,
    counts: Numbers,
) -> int:
    """Go on with the question on the stack: ANSWERED, PAUSED (units) or FULL (memory)."""
    depth = registers[DEPTH]
    mode = registers[MODE]
    result = registers[RESULT]
    units = registers[UNITS]
    limit = registers[LIMIT]
    value = registers[VALUE]
    forgets = registers[FORGETS] != 0
    mask = asked[0]
    code = asked[1]
    status = ANSWERED
    while True:
        if mode == ASK:
            key = slot_key(mask, code)
            info = look_up(keys, infos, key, forgets)
            if info & np.int64(EXACT):
                result = np.int64(info ^ np.int64(EXACT) == value)
                mode = REPLY
                continue
            if value < 15 and info >> value & 1:
                result = 0
                mode = REPLY
                continue
            ends = U1 << (code >> U6) | U1 << (code & U63)
            if info == 0:
                cost = np.int64(count_closures(mask, ends))
                if units + cost > limit:
                    registers[WANTED] = cost
                    status = PAUSED
                    break
                if registers[USED] >= registers[MOST_USED] and not forgets:
                    status = FULL
                    break
                units += cost
            first = (depth + 1) * MOST
            replies = list_replies(mask, ends, first, ranks, order, rows, scratch, counts)
            if value > replies:
                result = 0
                mode = REPLY
                continue
            depth += 1
            blocks[depth, 0] = mask
            blocks[depth, 1] = code
            frame = frames[depth]
            frame[ASKED] = value
            frame[TRIED] = value
            frame[AT] = -1
            frame[EXCLUDED] = info
            frame[REPLIES] = replies
            mode = NEXT_ROW
            known = known_reply(keys, infos, value, first, replies, ranks, order, rows, forgets)
            if known >= 0:
                frame[AT] = known
                frame[PLACE] = ranks[order[first + known], 2] - 1
                result = 1
                mode = REPLY
        frame = frames[depth]
        if mode == REPLY:
            reply = order[depth * MOST + frame[AT]]
            last = ranks[reply, 2] - 1
            if frame[PLACE] < last:
                if result:
                    frame[NEEDED] ^= frame[SMALL]
                    frame[PLACE] += 1
                    frame[SMALL] = 0
                else:
                    frame[SMALL] += 1
                row = reply * ROW + frame[PLACE]
                mask = rows[row, 0]
                code = rows[row, 1]
                value = frame[NEEDED] if frame[PLACE] == last else frame[SMALL]
                mode = ASK
                continue
            mode = NEXT_ROW
        else:
            result = 0
        # The row of the reply at hand has the value tried (result 1) or not; so far so good.
        tried = frame[TRIED]
        while True:
            if result:
                if depth == 0:
                    break
                if tried < 62:
                    frame[EXCLUDED] |= np.int64(1) << tried
                if tried == frame[ASKED]:
                    break
            else:
                frame[AT] += 1
                if frame[AT] < frame[REPLIES]:
                    reply = order[depth * MOST + frame[AT]]
                    if ranks[reply, 2] == 0:
                        result = np.int64(tried == 0)
                        continue
                    mode = ASK
                    break
                if depth == 0 or tried < frame[ASKED]:
                    break
            # Some reply has each value tried so far, none has the value asked: the next lesser.
            result = 0
            tried = 0 if tried == frame[ASKED] else tried + 1
            while tried < frame[ASKED] and (tried < 62 and frame[EXCLUDED] >> tried & 1):
                tried += 1
            if tried >= frame[ASKED]:
                break
            frame[TRIED] = tried
            frame[AT] = -1
        if mode == ASK:
            reply = order[depth * MOST + frame[AT]]
            frame[PLACE] = 0
            frame[SMALL] = 0
            frame[NEEDED] = tried
            mask = rows[reply * ROW, 0]
            code = rows[reply * ROW, 1]
            value = tried if ranks[reply, 2] == 1 else 0
            continue
        if depth == 0:
            status = ANSWERED
            break
        key = slot_key(blocks[depth, 0], blocks[depth, 1])
        if result and tried == frame[ASKED]:
            info = frame[EXCLUDED] & 0x7FFF
            result = 0
        elif tried >= frame[ASKED]:
            info = frame[ASKED] | np.int64(EXACT)
            result = 1
        else:
            info = tried | np.int64(EXACT)
            result = 0
        if info:
            registers[USED] += store(keys, infos, key, info, forgets)
        depth -= 1
        mode = REPLY
    registers[DEPTH] = depth
    registers[MODE] = mode
    registers[RESULT] = result
    registers[UNITS] = units
    registers[VALUE] = value
    asked[0] = mask
    asked[1] = code
    return status


# Compiled functions hand back plain ints; before they meet a mask again they must be uint64.


class FastSearch:
    """The compiled `BlockSearch`. Budget units are counted alike, so both run out alike.

    slots: how many blocks the memory has room for at first; it grows unless `forgets` is set,
    when it forgets small blocks instead once it is full.
    """

    def __init__(self, side: int, slots: int = 1 << 16, forgets: bool = False) -> None:
        self._keys = BlockKeys(side)
        self._stack: tuple[Any, ...] = (
            np.zeros(2, np.uint64),  # the block asked about
            np.zeros((MOST, 8), np.int64),  # frames
            np.zeros((MOST, 2), np.uint64),  # their blocks
            np.zeros(((MOST + 1) * MOST, 3), np.int64),  # ranks of replies
            np.zeros((MOST + 1) * MOST, np.int64),  # their order
            np.zeros(((MOST + 1) * MOST * ROW, 4), np.uint64),  # their rows
            np.zeros((5, MOST), np.uint64),
            np.zeros((2, MOST), np.int64),
        )
        self.registers = np.zeros(10, np.int64)
        self.registers[FORGETS] = int(forgets)
        self.keys = np.zeros(slots, np.uint64)
        self.infos = np.zeros(slots, np.uint16)
        self.registers[MOST_USED] = slots // 2

    @property
    def states(self) -> int:
        """How many blocks something is known of."""
        return int(self.registers[USED])

    def learn(self, values: Mapping[int, int], excluded: Mapping[int, int]) -> None:
        """Take over what a `BlockSearch` knows: values, and masks of values that are not it."""
        for known, flag in ((values, int(EXACT)), (excluded, 0)):
            for key, info in known.items():
                if self.registers[USED] >= self.registers[MOST_USED]:
                    self._grow()
                word = np.uint64(slot_key(np.uint64(key >> 12), np.uint64(key) & CODE))
                self.registers[USED] += store(
                    self.keys, self.infos, word, np.int64(info & 0x7FFF | flag), False
                )

    def sum_value(self, grid_: Grid, blocks: Iterable[Block], budget: Budget) -> int:
        """The value of a row of blocks of `grid_`. Raises BudgetError."""
        total = 0
        for key in cancelled(self._keys, grid_, blocks).keys:
            value = 0
            while not self._row_has((key,), value, budget):
                value += 1
            total ^= value
        return total

    def sum_has_value(
        self, grid_: Grid, blocks: Iterable[Block], value: int, budget: Budget
    ) -> bool:
        """Whether a row of blocks of `grid_` has that value. Raises BudgetError."""
        return self._row_has(cancelled(self._keys, grid_, blocks).keys, value, budget)

    def _row_has(self, keys: tuple[int, ...], value: int, budget: Budget) -> bool:
        if not keys:
            return value == 0
        self._begin(keys, value)
        registers = self.registers
        try:
            while True:
                self._make_room(budget)
                before = int(registers[UNITS])
                status = run(self.keys, self.infos, registers, *self._stack)
                budget.spend(int(registers[UNITS]) - before)
                if status == ANSWERED:
                    return bool(registers[RESULT])
                if status == FULL:
                    self._grow()
        except BudgetError:
            self._keep_what_is_known()
            raise

    def _begin(self, keys: tuple[int, ...], value: int) -> None:
        """Put the question whether that row has that value on an empty stack."""
        _, frames, _, ranks, order, rows, _, _ = self._stack
        frames[0] = (value, value, -1, 0, 0, 0, 0, 1)
        order[0] = 0
        ranks[0] = (0, 0, len(keys))
        for place, key in enumerate(keys):
            rows[place, 0] = key >> 12
            rows[place, 1] = key & int(CODE)
        self.registers[[DEPTH, MODE, RESULT, WANTED]] = (0, NEXT_ROW, 0, 0)

    def _make_room(self, budget: Budget) -> None:
        """Allow the next slice of work; raise BudgetError if it does not fit the budget."""
        wanted = int(self.registers[WANTED])
        self.registers[WANTED] = 0
        slice_ = max(SLICE, wanted)
        if budget.work is not None:
            slice_ = min(slice_, budget.work - budget.spent)
            if wanted > slice_:
                budget.spend(wanted)
        self.registers[LIMIT] = self.registers[UNITS] + slice_

    def _grow(self) -> None:
        slots = 4 * len(self.keys)
        if slots > MOST_SLOTS:
            self.registers[FORGETS] = 1
            return
        keys, infos = np.zeros(slots, np.uint64), np.zeros(slots, np.uint16)
        rehash(self.keys, self.infos, keys, infos, False)
        self.keys, self.infos = keys, infos
        self.registers[MOST_USED] = slots // 2

    def _keep_what_is_known(self) -> None:
        """Remember what the questions left on the stack have found."""
        _, frames, blocks, *_ = self._stack
        forgets = bool(self.registers[FORGETS])
        for depth in range(1, int(self.registers[DEPTH]) + 1):
            info = int(frames[depth, EXCLUDED]) & 0x7FFF
            if info:
                key = np.uint64(slot_key(blocks[depth, 0], blocks[depth, 1]))
                self.registers[USED] += store(self.keys, self.infos, key, info, forgets)


def store_all(search: FastSearch, keys: Masks, infos: Infos) -> None:
    """Add what is known to the memory of a search, which has room for it or forgets."""
    forgets = bool(search.registers[FORGETS])
    search.registers[USED] += rehash(keys, infos, search.keys, search.infos, forgets)


def fits(side_one: int, side_two: int) -> bool:
    """Whether the keys of blocks of that many crossings each way fit one word."""
    short, long = sorted((side_one, side_two))
    return (short <= 6 and long <= 8) or long <= 7
