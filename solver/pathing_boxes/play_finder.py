"""Searches an order of the filled edges that turns a start into a position's cells.

A short search of all orders settles positions with few filled edges, and many that are impossible.
Where it does not, random plays from the start and back from the end are tried until two meet in the
middle; if none do, the search of all orders goes on for as long as the budget lets it.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TypeAlias

from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.grids import bits, mask_of
from crossfall.solver.pathing_boxes.board import EDGES
from crossfall.solver.pathing_boxes.possible import BoxOrders
from crossfall.solver.pathing_boxes.rules import PathingPosition, X, Y, swapped
from crossfall.solver.pathing_boxes.tables import edge_rows, line_table

_State: TypeAlias = tuple[int, int, int, int, int]  # x, y, filled, turn, boxes of X
_Before: TypeAlias = tuple[_State, int]  # what stood before a swap, and the swap

QUICK = 1_500  # positions looked at by the short search
SPLITS = 24  # ways to part the edges in two
AHEAD, BACK = 20_000, 1_500  # plays from the start, which cost little, and back from the end
WALKS_A_UNIT = 20  # plays from the start that cost as much as one position


class PlayFinder:
    """A search for the play from `start` (None: from any start without a line) to `position`.

    first: who begins; None where either may.
    """

    def __init__(
        self,
        position: PathingPosition,
        start: tuple[int, int] | None,
        first: int | None,
        budget: Budget,
    ) -> None:
        self.position = position
        self.board = position.board
        self.start = start
        self.budget = budget
        self.orders = BoxOrders(position, first)
        self._rows = edge_rows(position.board)
        self._line = line_table()
        self._seen: set[_State] = set()

    def find(self) -> list[int] | None:
        """Swaps from the start to the position, or None when there is no such play.

        Raises BudgetError when the budget runs out first.
        """
        position = self.position
        if self.start is not None:
            ends = {cell for edge in bits(position.filled) for cell in EDGES[edge]}
            untouched = ~mask_of(ends)
            if (position.x ^ self.start[X] | position.y ^ self.start[Y]) & untouched:
                return None
        state = position.x, position.y, position.filled, position.turn, position.score[X]
        if not self._fits(state):
            return None
        whole, self.budget = self.budget, self.budget.part(QUICK)
        try:
            return self._all_orders(state)
        except BudgetError:
            whole.spend(self.budget.spent)
        self.budget = whole
        swaps = self._from_both_ends(state) if self.start is not None else None
        if swaps is None:
            self._seen.clear()
            swaps = self._all_orders(state)
        return swaps

    def _fits(self, state: _State) -> bool:
        """Whether boxes and turns can have led here from the wave's beginning."""
        _, _, filled, turn, x_boxes = state
        complete = self.board.complete_boxes(filled)
        return self.orders.possible(complete, filled.bit_count(), turn, x_boxes)

    # -- from both ends

    def _from_both_ends(self, state: _State) -> list[int] | None:
        """Random plays of one half of the edges from the start, and of the other half back from
        the end, until two of them meet.

        A set of twelve edges can be played in millions of ways that leave the cells in some
        thousands, so that two thousand plays from each end mostly meet.
        """
        assert self.start is not None
        random = Random(f"{state} {self.start}")
        for _ in range(SPLITS):
            early = self._half(state[2], random)
            late = list(bits(state[2] & ~early))
            ahead = self._ahead(list(bits(early)), random)
            for _ in range(BACK):
                end, swaps = self._walk_back(state, late, random)
                if end is not None and end[:2] in ahead and end[4] == 0:
                    return [*ahead[end[:2]], *swaps]
        return None

    def _half(self, filled: int, random: Random) -> int:
        """Somewhat more than half of the filled edges, drawn at random, that close no box."""
        edges = list(bits(filled))
        random.shuffle(edges)
        half = 0
        for edge in edges:
            if half.bit_count() * 5 >= len(edges) * 3:
                break
            if not self.board.boxes_closed_by(edge, half):
                half |= 1 << edge
        return half

    def _ahead(self, edges: list[int], random: Random) -> dict[tuple[int, int], list[int]]:
        """What plays of some edges from the start lead to, and the first play to each."""
        assert self.start is not None
        found: dict[tuple[int, int], list[int]] = {}
        line, cells_of = self._line, [row.cells for row in self._rows]
        self.budget.spend(AHEAD // WALKS_A_UNIT)
        for _ in range(AHEAD):
            random.shuffle(edges)
            x, y = self.start
            for edge in edges:
                cells = cells_of[edge]
                held = x & cells
                if held and held != cells:
                    x ^= cells
                held = y & cells
                if held and held != cells:
                    y ^= cells
                if line[x] or line[y]:
                    break
            else:
                if (x, y) not in found:
                    found[x, y] = list(edges)
        return found

    def _walk_back(
        self, state: _State, edges: list[int], random: Random
    ) -> tuple[_State | None, list[int]]:
        """A random play back over some edges; its state is None if it got stuck."""
        self.budget.spend()
        left = list(edges)
        swaps: list[int] = []
        while left:
            random.shuffle(left)
            for edge in left:
                before = self._before(state, edge)
                if before is not None and self._fits(before):
                    break
            else:
                return None, swaps
            left.remove(edge)
            swaps.insert(0, edge)
            state = before
        return state, swaps

    # -- all orders

    def _all_orders(self, state: _State) -> list[int] | None:
        """The swaps that lead here, found by taking the last one back."""
        if not state[2]:
            return [] if self.start in (None, state[:2]) else None
        self.budget.spend()
        self._seen.add(state)
        for before, edge in sorted(self._steps(state), key=self._distance):
            if before not in self._seen and self._hopeful(before, edge):
                swaps = self._all_orders(before)
                if swaps is not None:
                    return [*swaps, edge]
        return None

    def _distance(self, step: _Before) -> tuple[int, _State]:
        """How many cells differ from the start's."""
        x, y = step[0][:2]
        start_x, start_y = self.start or (x, y)
        return (x ^ start_x).bit_count() + (y ^ start_y).bit_count(), step[0]

    # -- one swap back

    def _steps(self, state: _State) -> Iterator[_Before]:
        """What may have stood before the last swap, and the swap."""
        for edge in bits(state[2]):
            before = self._before(state, edge)
            if before is not None:
                yield before, edge

    def _before(self, state: _State, edge: int) -> _State | None:
        """What stood before the swap over `edge`; None if that swap cannot have led here."""
        x, y, filled, turn, x_boxes = state
        rest = filled & ~(1 << edge)
        boxes = self.board.boxes_closed_by(edge, rest)
        mover = turn if boxes else 1 - turn
        before_boxes = x_boxes - (boxes.bit_count() if mover == X else 0)
        before_x, before_y = swapped(x, edge), swapped(y, edge)
        if self.position.owned[1 - mover] & boxes or before_boxes < 0:
            return None
        if self._line[before_x] or self._line[before_y]:
            return None
        return before_x, before_y, rest, mover, before_boxes

    def _hopeful(self, before: _State, edge: int) -> bool:
        """Whether a play from the start can still lead there, as far as a quick look shows."""
        return self._cells_possible(*before[:3], edge) and self._fits(before)

    def _cells_possible(self, x: int, y: int, filled: int, edge: int) -> bool:
        """Whether the cells still joined to each end of `edge` hold what they held at the start."""
        if self.start is None:
            return True
        for end in EDGES[edge]:
            group = self._group(1 << end, filled)
            if (x & group).bit_count() != (self.start[X] & group).bit_count():
                return False
            if (y & group).bit_count() != (self.start[Y] & group).bit_count():
                return False
        return True

    def _group(self, group: int, filled: int) -> int:
        """A set of cells with all that filled edges join to it."""
        grown = True
        while grown:
            grown = False
            for row in self._rows:
                if filled & row.bit and group & row.cells and row.cells & ~group:
                    group |= row.cells
                    grown = True
        return group
