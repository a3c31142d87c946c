"""The compiled twin of `wave.PlainSearch`, for the extra `fast`.

Same nodes, same order, same count, so a budget cuts both off at the same place. The recursion is
unrolled into arrays, which lets the search pause for the clock and for a larger table, and go on.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from crossfall.solver.budget import Budget
from crossfall.solver.compiling import compiled
from crossfall.solver.pathing_boxes.tables import edge_rows, line_gates, line_table
from crossfall.solver.pathing_boxes.wave import UNBOUNDED, Question, position_key

_DONE, _PAUSED, _FULL = 0, 1, 2
_SLICE = 200_000  # nodes between two looks at the clock
_FIRST_SIZE = 1 << 14
_MARK = 1 << 62  # makes every stored key differ from an empty slot
_DEPTH = 30

# Columns of a stack frame.
_KEY, _LIMIT, _COUNT, _NEXT, _FRESH = range(5)


@compiled
def _slot(table: Any, key: Any) -> Any:
    """Where `key` is, or the empty slot where it belongs."""
    mask = table.shape[0] - 1
    mixed = key * 0x9E3779B97F4A7C1
    at = (mixed ^ (mixed >> 31)) & mask
    while table[at, 0] != 0 and table[at, 0] != key:
        at = (at + 1) & mask
    return at


@compiled
def _known(table: Any, key: Any, limit: int) -> int:
    """1 forced, 0 not, -1 unknown."""
    at = _slot(table, key)
    if table[at, 0] == 0:
        return -1
    won, lost = table[at, 1] & 0xFF, table[at, 1] >> 8
    if won != 0 and won <= limit:
        return 1
    if lost >= limit:
        return 0
    return -1


@compiled
def _store(table: Any, key: int, value: int, limit: int) -> int:
    """Note a value; returns 1 if the key is new to the table."""
    at = _slot(table, key)
    new = 1 if table[at, 0] == 0 else 0
    table[at, 0] = key
    won, lost = table[at, 1] & 0xFF, table[at, 1] >> 8
    if value == 1:
        if won == 0 or limit < won:
            won = limit
    elif limit > lost:
        lost = limit
    table[at, 1] = won | lost << 8
    return new


@compiled
def _rehash(old: Any, table: Any) -> None:
    """Move a table into a larger one."""
    for i in range(old.shape[0]):
        if old[i, 0] != 0:
            at = _slot(table, old[i, 0])
            table[at, 0] = old[i, 0]
            table[at, 1] = old[i, 1]


@compiled
def _popcount(mask: Any) -> Any:
    """How many of the low 32 bits are set."""
    mask = mask - ((mask >> 1) & 0x55555555)
    mask = (mask & 0x33333333) + ((mask >> 2) & 0x33333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F
    return ((mask * 0x01010101) & 0xFFFFFFFF) >> 24


@compiled
def _expand(
    frame: Any, children: Any, rows: Any, gates: Any, line: Any, ties: Any, settings: Any
) -> int:
    """Fill `children` (key and limit) for one frame; the value if it is plain at once, else -1."""
    attacker, by_swaps, everything = settings[0], settings[1], settings[2]
    key, limit = frame[_KEY], frame[_LIMIT]
    x, y, filled = key & 0xFFFF, key >> 16 & 0xFFFF, key >> 32 & 0xFFFFFFF
    turn = key >> 60 & 1
    pieces = y if attacker == 1 else x
    open_edges = everything & ~filled
    possible = False
    for i in range(gates.shape[0]):
        if _popcount(pieces & gates[i, 0]) + _popcount(open_edges & gates[i, 1]) >= 4:
            possible = True
            break
    if not possible:
        return 0
    attacking = turn == attacker
    limit_again = limit - 1 if attacking and by_swaps == 1 else limit
    limit_over = limit - 1 if attacking else limit
    # Swaps that keep the turn come first: they grow from the front, the others wait behind.
    front = 0
    waiting = 0
    spare = rows.shape[0]
    for i in range(rows.shape[0]):
        bit = rows[i, 0]
        if filled & bit:
            continue
        cells = rows[i, 1]
        held = x & cells
        next_x = x ^ cells if held != 0 and held != cells else x
        held = y & cells
        next_y = y ^ cells if held != 0 and held != cells else y
        x_line, y_line = line[next_x], line[next_y]
        if x_line or y_line:
            winner = np.int64(y_line)
            if x_line and y_line:
                winner = ties[turn]
            if attacking == (winner == attacker):
                return 1 if attacking else 0
            continue
        after = filled | bit
        if after == everything:
            if attacking:
                continue
            return 0
        base = next_x | next_y << 16 | after << 32 | np.int64(_MARK)
        if filled & rows[i, 2] == rows[i, 2] or filled & rows[i, 3] == rows[i, 3]:
            if limit_again:
                children[front, 0] = base | turn << 60
                children[front, 1] = limit_again
                front += 1
        elif limit_over:
            children[spare + waiting, 0] = base | (1 - turn) << 60
            children[spare + waiting, 1] = limit_over
            waiting += 1
    for i in range(waiting):
        children[front + i, 0] = children[spare + i, 0]
        children[front + i, 1] = children[spare + i, 1]
    frame[_COUNT] = front + waiting
    frame[_NEXT] = 0
    return -1


@compiled
def _peek(frame: Any, children: Any, table: Any, attacking: int) -> Any:
    """Keep only the children that the table does not know; the value if one settles it, else -1."""
    count = 0
    for i in range(frame[_COUNT]):
        known = _known(table, children[i, 0], children[i, 1])
        if known == attacking:
            return known
        if known == -1:
            children[count, 0] = children[i, 0]
            children[count, 1] = children[i, 1]
            count += 1
    frame[_COUNT] = count
    return -1


@compiled
def _run(
    stack: Any,
    children: Any,
    table: Any,
    rows: Any,
    gates: Any,
    line: Any,
    ties: Any,
    settings: Any,
    state: Any,
    most_nodes: int,
) -> int:
    """Go on with the search in `stack`. `state`: depth, value of the last frame, entries, nodes."""
    attacker = settings[0]
    while True:
        depth = state[0]
        frame = stack[depth]
        attacking = 1 if (frame[_KEY] >> 60 & 1) == attacker else 0
        value = -1
        limit = frame[_LIMIT]
        if frame[_FRESH] == 1:
            if state[3] >= most_nodes:
                return _PAUSED
            if 2 * state[2] >= table.shape[0]:
                return _FULL
            state[3] += 1
            frame[_FRESH] = 0
            value = _expand(frame, children[depth], rows, gates, line, ties, settings)
            if value >= 0:
                limit = 1 if value == 1 else UNBOUNDED
            else:
                value = _peek(frame, children[depth], table, attacking)
        elif state[1] == attacking:
            value = attacking
        while value < 0:
            if frame[_NEXT] == frame[_COUNT]:
                value = 1 - attacking
                break
            child = children[depth, frame[_NEXT]]
            frame[_NEXT] += 1
            known = _known(table, child[0], child[1])
            if known == attacking:
                value = attacking
            elif known == -1:
                below = stack[depth + 1]
                below[_KEY] = child[0]
                below[_LIMIT] = child[1]
                below[_FRESH] = 1
                state[0] = depth + 1
                break
        if value >= 0:
            state[2] += _store(table, frame[_KEY], value, limit)
            state[1] = value
            if depth == 0:
                return _DONE
            state[0] = depth - 1


class CompiledSearch:
    """See `wave.PlainSearch`; same answers, same cost in nodes, a small part of the time."""

    def __init__(self, question: Question, budget: Budget) -> None:
        self.question = question
        self.budget = budget
        board = question.board
        self._rows = np.array(edge_rows(board), dtype=np.int64)
        self._gates = np.array(line_gates(board), dtype=np.int64)
        self._line = np.frombuffer(line_table(), dtype=np.uint8)
        self._ties = np.array(question.ties, dtype=np.int64)
        self._settings = np.array(
            [question.attacker, int(question.by_swaps), board.all_filled], dtype=np.int64
        )
        self._stack = np.zeros((_DEPTH, 5), dtype=np.int64)
        self._children = np.zeros((_DEPTH, 2 * board.edges, 2), dtype=np.int64)
        self._entries = 0
        self._table = np.zeros((_FIRST_SIZE, 2), dtype=np.int64)

    def forces(self, x: int, y: int, filled: int, turn: int, limit: int) -> bool:
        """See `wave.Search.forces`."""
        key = position_key(x, y, filled, turn) | _MARK
        known = _known(self._table, key, limit)
        if known >= 0:
            return bool(known)
        self._stack[0, [_KEY, _LIMIT, _FRESH]] = (key, limit, 1)
        state = np.array([0, -1, self._entries, 0], dtype=np.int64)
        status = _PAUSED
        while status != _DONE:
            status = self._slice(state)
        return bool(state[1])

    def _slice(self, state: Any) -> int:
        """One stretch of the search; spends its nodes, which may raise BudgetError."""
        most = _SLICE
        if self.budget.work is not None:
            most = min(most, self.budget.work - self.budget.spent + 1)
        state[3] = 0
        status: int = _run(
            self._stack,
            self._children,
            self._table,
            self._rows,
            self._gates,
            self._line,
            self._ties,
            self._settings,
            state,
            most,
        )
        self._entries = int(state[2])
        if status == _FULL:
            self._grow()
        self.budget.spend(int(state[3]))
        return status

    def _grow(self) -> None:
        larger = np.zeros((2 * self._table.shape[0], 2), dtype=np.int64)
        _rehash(self._table, larger)
        self._table = larger
