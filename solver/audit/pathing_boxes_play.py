"""How Pathing Dots & Boxes is played, by the letter: cells by name, edges and boxes as sets.

Nothing here is clever: a board is a dictionary, an edge a pair of names, and a search tries
everything.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import TypeAlias

import networkx as nx

from crossfall.solver.audit import Work

Edge: TypeAlias = tuple[str, str]
Cells: TypeAlias = tuple[tuple[str, str], ...]  # (name, mark), sorted by name

COLUMNS, ROWS = "ABCD", "1234"
NAMES = tuple(column + row for column in COLUMNS for row in ROWS)
LINES = tuple(
    [[column + row for column in COLUMNS] for row in ROWS]
    + [[column + row for row in ROWS] for column in COLUMNS]
)
CORNERS = ("A1", "D1", "D4", "A4")


def edge(first: str, second: str) -> Edge:
    """An edge by its two cells, the smaller first."""
    return (first, second) if first < second else (second, first)


@cache
def edges(finals: bool) -> tuple[Edge, ...]:
    """All edges of a board in the order of their names."""
    graph = nx.grid_2d_graph(4, 4)
    found = {edge(COLUMNS[a] + ROWS[b], COLUMNS[c] + ROWS[d]) for (a, b), (c, d) in graph.edges}
    if finals:
        found |= {edge(CORNERS[i], CORNERS[i - 1]) for i in range(4)}
    return tuple(sorted(found))


@cache
def boxes(finals: bool) -> tuple[frozenset[Edge], ...]:
    """All boxes, each as its four edges."""
    found = []
    for column in range(3):
        for row in range(3):
            square = nx.grid_2d_graph(range(column, column + 2), range(row, row + 2))
            found.append(
                frozenset(
                    edge(COLUMNS[a] + ROWS[b], COLUMNS[c] + ROWS[d])
                    for (a, b), (c, d) in square.edges
                )
            )
    if finals:
        for side in (LINES[0], LINES[3], LINES[4], LINES[7]):
            steps = [edge(a, b) for a, b in pairwise(side)]
            found.append(frozenset([*steps, edge(side[0], side[-1])]))
    return tuple(found)


@dataclass(frozen=True)
class State:
    """A position in play. over: who has won (`X`, `Y`), `wave` at a wave's end, else empty."""

    rules: str
    finals: bool
    cells: Cells
    filled: frozenset[Edge]
    mover: str
    over: str = ""

    def open(self) -> tuple[Edge, ...]:
        """The edges that can be swapped."""
        if self.over:
            return ()
        return tuple(e for e in edges(self.finals) if e not in self.filled)

    def swap(self, chosen: Edge) -> State:
        """What stands after a swap."""
        board = dict(self.cells)
        first, second = chosen
        board[first], board[second] = board[second], board[first]
        filled = self.filled | {chosen}
        closed = sum(1 for box in boxes(self.finals) if chosen in box and box <= filled)
        winner = line_winner(board, self.rules, self.mover)
        over = winner or ("wave" if len(filled) == len(edges(self.finals)) else "")
        mover = self.mover if closed else other(self.mover)
        cells = tuple(sorted(board.items()))
        return replace(self, cells=cells, filled=filled, mover=mover, over=over)


def other(player: str) -> str:
    return "Y" if player == "X" else "X"


def lined_up(board: dict[str, str], player: str) -> bool:
    """Whether a player has a full row or column."""
    return any(all(board[name] == player for name in line) for line in LINES)


def line_winner(board: dict[str, str], rules: str, swapper: str) -> str:
    """Who wins by the lines that stand after a swap; empty if there are none."""
    lines = [player for player in "XY" if lined_up(board, player)]
    if len(lines) < 2:
        return "".join(lines)
    if rules == "waves":
        return other(swapper)
    if rules == "original":
        x_count = sum(1 for mark in board.values() if mark == "X")
        y_count = sum(1 for mark in board.values() if mark == "Y")
        if x_count != y_count:
            return "X" if x_count > y_count else "Y"
    return swapper


class Forcing:
    """Whether a player can force its line, found by trying everything."""

    def __init__(self, player: str, work: Work) -> None:
        self.player = player
        self.work = work
        self._known: dict[tuple[State, int | None], bool] = {}

    def forces(self, state: State, turns: int | None) -> bool:
        """`turns`: own turns left, the running one included; None: no bound but the wave's end."""
        if state.over:
            return state.over == self.player
        if turns == 0:
            return False
        if (state, turns) not in self._known:
            self.work.spend(len(state.open()))  # so many positions are looked at from here
            results = (self.forces_after(state, chosen, turns) for chosen in state.open())
            if state.mover == self.player:
                self._known[state, turns] = any(results)
            else:
                self._known[state, turns] = all(results)
        return self._known[state, turns]

    def forces_after(self, state: State, chosen: Edge, turns: int | None) -> bool:
        """The same after one swap; a turn of the player's may end with it."""
        after = state.swap(chosen)
        if after.over:
            return after.over == self.player
        if turns is not None and state.mover == self.player != after.mover:
            turns -= 1
        return self.forces(after, turns)


def good_cells(state: State, last: str) -> set[str]:
    """The cells that leave the loser's rival without a line on its first turn of the next wave.

    `state.mover` has lost the wave; `last` begins the next.
    """
    loser, rival = state.mover, other(state.mover)
    board = dict(state.cells)
    empty = [name for name in NAMES if board[name] == "."]
    good = set()
    for name in empty or [n for n in NAMES if board[n] == loser]:
        mark = "." if not empty and state.rules == "original" else rival
        changed = {**board, name: mark}
        if lined_up(changed, rival):
            continue
        cells = tuple(sorted(changed.items()))
        following = replace(state, cells=cells, filled=frozenset(), mover=last)
        if last == rival:
            if not wins_at_once(following):
                good.add(name)
            continue
        for chosen in following.open():
            after = following.swap(chosen)
            if after.over == loser or (not after.over and not wins_at_once(after)):
                good.add(name)
    return good


def wins_at_once(state: State) -> bool:
    """Whether the mover has a swap that wins."""
    return any(state.swap(chosen).over == state.mover for chosen in state.open())
