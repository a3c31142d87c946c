"""The compiled twin of `Search.wins` for boards of up to 64 points (the extra `fast`).

The same search in the same order with the same count of positions, so a bound in positions gives
the same answer with and without it. Points are bits `x * height + y` here, without gaps, to fit
64 of them. The search keeps its whole state in arrays and runs in slices, so that a clock can be
looked at between two of them.

numba notes: everything is uint64, since mixing in a signed integer gives floats; no function
calls itself, since self-recursion and the cache do not go together.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from crossfall.solver.budget import Budget
from crossfall.solver.clear_path.board import Board, bits
from crossfall.solver.clear_path.turns import MAX_TURNS, too_many_turns
from crossfall.solver.compiling import compiled

MAX_POINTS = 64
SLICE = 100_000
_STACK = 1 << 20  # turns that wait, over all depths
_WORK = MAX_TURNS
_LOST, _WON, _RUNNING, _OVERFLOW, _TOO_MANY = 0, 1, 2, 3, 4

_U = np.uint64
_ZERO, _ONE = _U(0), _U(1)
# Places in the arrays of a board's masks and of the search's counters.
_FULL, _NOT_TOP, _NOT_BOTTOM, _HEIGHT, _WIDTH = 0, 1, 2, 3, 4
_SIDES = 5  # four masks: Red's start and goal, Blue's start and goal
_DEPTH, _COUNT, _FILLED, _SYMMETRIC, _STAMP = 0, 1, 2, 3, 4


@compiled
def _beside(m: Any, b: Any) -> Any:
    return (
        ((m & b[_NOT_TOP]) << _ONE)
        | ((m & b[_NOT_BOTTOM]) >> _ONE)
        | ((m << b[_HEIGHT]) & b[_FULL])
        | (m >> b[_HEIGHT])
    )


@compiled
def _around(m: Any, b: Any) -> Any:
    column = m | ((m & b[_NOT_TOP]) << _ONE) | ((m & b[_NOT_BOTTOM]) >> _ONE)
    return column | ((column << b[_HEIGHT]) & b[_FULL]) | (column >> b[_HEIGHT])


@compiled
def _flood(seed: Any, within: Any, b: Any) -> Any:
    seen = seed & within
    seed = seen
    while seed != _ZERO:
        seed = _beside(seed, b) & within & ~seen
        seen |= seed
    return seen


@compiled
def _flood_diagonal(seed: Any, within: Any, b: Any) -> Any:
    seen = seed & within
    seed = seen
    while seed != _ZERO:
        seed = _around(seed, b) & within & ~seen
        seen |= seed
    return seen


@compiled
def _roomy(empty: Any, b: Any) -> Any:
    up = (empty & b[_NOT_TOP]) << _ONE
    down = (empty & b[_NOT_BOTTOM]) >> _ONE
    right = (empty << b[_HEIGHT]) & b[_FULL]
    left = empty >> b[_HEIGHT]
    return ((up & down) | (right & left) | ((up | down) & (right | left))) & empty


@compiled
def _core(empty: Any, b: Any) -> Any:
    while True:
        left_over = _roomy(empty, b)
        if left_over == empty:
            return empty
        empty = left_over


@compiled
def _peeled(empty: Any, only: Any, b: Any) -> Any:
    done = _ZERO
    while True:
        rest = empty & ~done
        more = only & rest & ~_roomy(rest, b)
        if more == _ZERO:
            return done
        done |= more


@compiled
def _wins_now(mover: int, own: Any, empty: Any, b: Any) -> bool:
    start, goal = b[_SIDES + 2 * mover], b[_SIDES + 2 * mover + 1]
    core = _core(empty, b)
    within = own | (empty & ~core)
    here = _flood(start, within, b)
    if here & goal != _ZERO:
        return True
    closing = core & (_beside(here, b) | start)
    if closing == _ZERO:
        return False
    there = _flood(goal, within, b)
    return bool(closing & (_beside(there, b) | goal) != _ZERO)


@compiled
def _any_win(mover: int, own: Any, empty: Any, b: Any) -> Any:
    start, goal = b[_SIDES + 2 * mover], b[_SIDES + 2 * mover + 1]
    core = _core(empty, b)
    room = empty & ~core
    stones = own | room
    here = _flood(start, stones, b)
    point = _ZERO
    if here & goal == _ZERO:
        there = _flood(goal, stones, b)
        closing = core & (_beside(here, b) | start) & (_beside(there, b) | goal)
        if closing == _ZERO:
            return _ZERO
        point = closing & (~closing + _ONE)
    stones = own | point
    left = room
    while left != _ZERO:
        out = left & (~left + _ONE)
        left ^= out
        if room & out != _ZERO:
            less = _peeled(empty, room & ~out, b)
            if _flood(start, stones | less, b) & goal != _ZERO:
                room = less
    return room | point


@compiled
def _mixed(key: Any) -> Any:
    key ^= key >> _U(31)
    key *= _U(0x9E3779B97F4A7C15)
    key ^= key >> _U(29)
    key *= _U(0xBF58476D1CE4E5B9)
    return key ^ (key >> _U(32))


@compiled
def _is_new(key: Any, which: int, sets: Any, stamps: Any, stamp: int) -> bool:
    """Put `key` into one of this generation's two sets; whether it was not there."""
    last = _U(sets.shape[1] - 1)
    place = _mixed(key) & last
    while stamps[which, place] == stamp:
        if sets[which, place] == key:
            return False
        place = (place + _ONE) & last
    stamps[which, place] = stamp
    sets[which, place] = key
    return True


@compiled
def _quiet_turns(
    mover: int,
    own: Any,
    empty: Any,
    b: Any,
    work: Any,
    sets: Any,
    stamps: Any,
    stamp: int,
    levels: Any,
) -> int:
    """Write the quiet turns to work[0], in order of generation, and where each size starts to
    `levels`; returns the number of sizes, or -1 if there are too many turns."""
    start, goal = b[_SIDES + 2 * mover], b[_SIDES + 2 * mover + 1]
    room = work.shape[1]
    turns, size, now, count = 0, 0, 1, 1
    work[1, 0] = _ZERO
    levels[0] = 0
    while count > 0:
        longer = 0
        after = 3 - now
        for i in range(count):
            prefix = work[now, i]
            stones = own | prefix
            rest = empty & ~prefix
            here = _flood_diagonal(start, stones, b)
            if here & goal != _ZERO:
                continue
            there = _flood_diagonal(goal, stones, b)
            blocking = (_around(here, b) | start) & (_around(there, b) | goal)
            roomy = _roomy(rest, b)
            last = roomy & ~blocking
            while last != _ZERO:
                point = last & (~last + _ONE)
                last ^= point
                if _is_new(prefix | point, 0, sets, stamps, stamp):
                    if turns == room:
                        return -1
                    work[0, turns] = prefix | point
                    turns += 1
            again = rest & ~roomy & ~blocking
            while again != _ZERO:
                point = again & (~again + _ONE)
                again ^= point
                if _is_new(prefix | point, 1, sets, stamps, stamp):
                    if longer == room:
                        return -1
                    work[after, longer] = prefix | point
                    longer += 1
        size += 1
        levels[size] = turns
        now, count = after, longer
    return size


@compiled
def _mirrored(m: Any, b: Any) -> Any:
    image = _ZERO
    column = (_ONE << b[_HEIGHT]) - _ONE
    if b[_HEIGHT] == _U(64):
        column = b[_FULL]
    for x in range(b[_WIDTH]):
        part = (m >> (_U(x) * b[_HEIGHT])) & column
        image |= part << ((b[_WIDTH] - _ONE - _U(x)) * b[_HEIGHT])
    return image


@compiled
def _flipped(m: Any, b: Any) -> Any:
    image = _ZERO
    bottom = b[_SIDES]
    for y in range(b[_HEIGHT]):
        part = (m >> _U(y)) & bottom
        image |= part << (b[_HEIGHT] - _ONE - _U(y))
    return image


@compiled
def _canonical(own: Any, other: Any, b: Any, symmetric: Any) -> Any:
    stones, count = own | other, _ZERO
    while stones != _ZERO:
        stones &= stones - _ONE
        count += _ONE
    if count > symmetric:
        return own, other
    best_own, best_other = own, other
    for _ in range(2):
        for _ in range(2):
            if own < best_own or (own == best_own and other < best_other):
                best_own, best_other = own, other
            own, other = _mirrored(own, b), _mirrored(other, b)
        own, other = _flipped(own, b), _flipped(other, b)
    return best_own, best_other


@compiled
def _place_of(own: Any, other: Any, mover: int, owns: Any, others: Any, values: Any) -> Any:
    """Where this position stands in the table, or the free place where it belongs."""
    last = _U(values.size - 1)
    place = _mixed(own ^ _mixed(other + _U(mover))) & last
    while values[place] != 0:
        if owns[place] == own and others[place] == other and values[place] >> 1 == mover + 1:
            return place
        place = (place + _ONE) & last
    return place


@compiled
def _refill(owns: Any, others: Any, values: Any, keys: Any, other_keys: Any, kept: Any) -> None:
    """Put every entry of an old table into a new one."""
    for i in range(kept.size):
        if kept[i] != 0:
            mover = np.int64(kept[i] >> 1) - 1
            place = _place_of(keys[i], other_keys[i], mover, owns, others, values)
            owns[place], others[place], values[place] = keys[i], other_keys[i], kept[i]


@compiled
def _enter(
    depth: int,
    b: Any,
    counters: Any,
    frames: Any,
    stack: Any,
    work: Any,
    sets: Any,
    stamps: Any,
    levels: Any,
) -> int:
    """Lay the turns of the position at `depth` on the stack, longest first.

    Gives _RUNNING, or why it could not.
    """
    own, other = frames[depth, 0], frames[depth, 1]
    mover = np.int64(frames[depth, 5])
    empty = b[_FULL] & ~(own | other)
    counters[_STAMP] += 1
    sizes = _quiet_turns(mover, own, empty, b, work, sets, stamps, counters[_STAMP], levels)
    end = np.int64(frames[depth, 2])
    if sizes < 0:
        return _TOO_MANY
    if end + levels[sizes] >= stack.size:
        return _OVERFLOW
    for size in range(sizes - 1, -1, -1):
        for i in range(levels[size], levels[size + 1]):
            stack[end] = work[0, i]
            end += 1
    frames[depth, 3] = _U(end)
    frames[depth, 4] = _any_win(1 - mover, other, empty, b)
    return _RUNNING


@compiled
def _next_below(
    b: Any, counters: Any, frames: Any, stack: Any, owns: Any, others: Any, values: Any
) -> int:
    """Go through the turns of the deepest position up to one whose outcome is not in the table.

    Then writes the position after it as the next frame and gives _RUNNING; else the outcome.
    """
    depth = counters[_DEPTH]
    own, other, threat = frames[depth, 0], frames[depth, 1], frames[depth, 4]
    mover = np.int64(frames[depth, 5])
    empty = b[_FULL] & ~(own | other)
    while frames[depth, 2] < frames[depth, 3]:
        turn = stack[np.int64(frames[depth, 2])]
        hopeless = threat != _ZERO and turn & threat == _ZERO
        if not hopeless and not _wins_now(1 - mover, other, empty & ~turn, b):
            key, other_key = _canonical(other, own | turn, b, counters[_SYMMETRIC])
            value = values[_place_of(key, other_key, 1 - mover, owns, others, values)]
            if value == 0:
                frames[depth + 1, 0], frames[depth + 1, 1] = other, own | turn
                frames[depth + 1, 2] = frames[depth, 3]
                frames[depth + 1, 5] = _U(1 - mover)
                return _RUNNING
            if value & 1 == _LOST:
                return _WON
        frames[depth, 2] += _ONE
    return _LOST


@compiled
def _advance(
    until: int,
    b: Any,
    counters: Any,
    frames: Any,
    stack: Any,
    owns: Any,
    others: Any,
    values: Any,
    work: Any,
    sets: Any,
    stamps: Any,
    levels: Any,
) -> int:
    """Search until the root is known, `until` positions are entered or the table is full.

    A frame holds own, other, next turn, end of turns, the opponent's threat, and the mover.
    """
    while True:
        result = _next_below(b, counters, frames, stack, owns, others, values)
        if result == _RUNNING:
            if counters[_COUNT] >= until or 2 * counters[_FILLED] >= values.size:
                return _RUNNING
            counters[_COUNT] += 1
            depth = counters[_DEPTH]
            entered = _enter(depth + 1, b, counters, frames, stack, work, sets, stamps, levels)
            if entered != _RUNNING:
                return int(entered)
            frames[depth, 2] += _ONE
            counters[_DEPTH] = depth + 1
            continue
        # The deepest position is known. If it is lost, the one above is won, and so on.
        while True:
            depth = counters[_DEPTH]
            mover = np.int64(frames[depth, 5])
            own, other = _canonical(frames[depth, 0], frames[depth, 1], b, counters[_SYMMETRIC])
            place = _place_of(own, other, mover, owns, others, values)
            owns[place], others[place] = own, other
            values[place] = 2 * (mover + 1) + result
            counters[_FILLED] += 1
            if depth == 0:
                return int(result)
            counters[_DEPTH] = depth - 1
            if result == _WON:
                break
            result = _WON


class OverflowedError(Exception):
    """More turns wait than the compiled search can hold; the plain one has no such bound."""


class FastSearch:
    """`Search.wins` for any number of turns, compiled, on a board of at most MAX_POINTS points.

    Raises BudgetError as its twin does, and OverflowedError where it has to give up.
    """

    def __init__(self, board: Board, budget: Budget, symmetric_stones: int) -> None:
        self.board = board
        self.budget = budget
        bottom, top, left, right = (self._packed(s) for pair in board.sides for s in pair)
        full = self._packed(board.full)
        self._b = np.array(
            [
                full,
                full & ~top,
                full & ~bottom,
                board.height,
                board.width,
                bottom,
                top,
                left,
                right,
            ],
            dtype=np.uint64,
        )
        self._counters = np.zeros(5, dtype=np.int64)
        self._counters[_SYMMETRIC] = symmetric_stones
        self._frames = np.zeros((MAX_POINTS + 2, 6), dtype=np.uint64)
        self._stack = np.zeros(_STACK, dtype=np.uint64)
        self._work = np.zeros((3, _WORK), dtype=np.uint64)
        self._sets = np.zeros((2, 2 * _WORK), dtype=np.uint64)
        self._stamps = np.zeros((2, 2 * _WORK), dtype=np.int64)
        self._levels = np.zeros(MAX_POINTS + 2, dtype=np.int64)
        self._table = self._new_table(1 << 14)

    def wins_later(self, mover: int, own: int, other: int) -> bool:
        """Whether the mover, who has no win now, can force one."""
        counters, frames = self._counters, self._frames
        frames[0, :2] = self._packed(own), self._packed(other)
        frames[0, 2], frames[0, 5] = 0, mover
        key = _canonical(frames[0, 0], frames[0, 1], self._b, counters[_SYMMETRIC])
        value = int(self._table[2][_place_of(*key, mover, *self._table)])
        if value:
            return bool(value & 1)
        counters[_DEPTH] = 0
        scratch = (self._work, self._sets, self._stamps, self._levels)
        self.budget.spend()
        result = _enter(0, self._b, counters, frames, self._stack, *scratch)
        while result == _RUNNING:
            counters[_COUNT] = 0
            result = _advance(
                self._slice(), self._b, counters, frames, self._stack, *self._table, *scratch
            )
            self.budget.spend(int(counters[_COUNT]))
            if result != _RUNNING:
                break
            if 2 * counters[_FILLED] >= self._table[2].size:
                grown = self._new_table(2 * self._table[2].size)
                _refill(*grown, *self._table)
                self._table = grown
            elif counters[_COUNT] < SLICE:
                self.budget.spend()  # one position more than the budget has: raises
        if result == _OVERFLOW:
            raise OverflowedError
        if result == _TOO_MANY:
            raise too_many_turns()
        return bool(result == _WON)

    def _slice(self) -> int:
        if self.budget.work is None:
            return SLICE
        return int(min(SLICE, self.budget.work - self.budget.spent))

    @staticmethod
    def _new_table(size: int) -> tuple[Any, Any, Any]:
        return (
            np.zeros(size, dtype=np.uint64),
            np.zeros(size, dtype=np.uint64),
            np.zeros(size, dtype=np.uint8),
        )

    def _packed(self, points: int) -> int:
        packed = 0
        for point in bits(points):
            x, y = self.board.place(point)
            packed |= 1 << (x * self.board.height + y)
        return packed
