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
from crossfall.solver.compiling import compiled
from crossfall.solver.errors import BudgetError
from crossfall.solver.grids import Grid
from crossfall.solver.roadworks.bitboards import (
    MOST,
    U1,
    U6,
    U63,
    Masks,
    Numbers,
    count_closures,
)
from crossfall.solver.roadworks.blocks import Block, BlockKeys, cancelled
from crossfall.solver.roadworks.fast_memory import EXACT, Infos, look_up, rehash, slot_key, store
from crossfall.solver.roadworks.fast_replies import ROW, known_reply, list_replies

CODE = np.uint64((1 << 12) - 1)
MOST_SLOTS = 1 << 28  # of 10 bytes; beyond that a search forgets
SLICE = 1 << 18  # budget units between two looks at the clock

ANSWERED, PAUSED, FULL = 0, 1, 2
ASK, REPLY, NEXT_ROW = 0, 1, 2
# Registers.
DEPTH, MODE, RESULT, UNITS, LIMIT, USED, MOST_USED, FORGETS, VALUE, WANTED = range(10)
# Fields of a frame: the question's value, the value now tried on the replies, the reply, the
# block in its row, the value tried on that block, what the largest block must have so far, the
# values the block has not, the number of replies.
ASKED, TRIED, AT, PLACE, SMALL, NEEDED, EXCLUDED, REPLIES = range(8)


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
