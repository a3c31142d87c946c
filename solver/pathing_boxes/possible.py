"""Whether a position can arise in play, and by which swaps.

Two questions. Do filled edges, boxes, owners and the side to move fit together? That is settled
exactly, going back from the last swap: only the set of boxes still complete, the number of filled
edges, the side to move and X's boxes matter, a few thousand states. And is there an order of the
swaps that also turns the given start into the given cells, with no line on the way? That is a
search, bounded by work.
"""

from __future__ import annotations

from typing import TypeAlias

from crossfall.solver.budget import Budget
from crossfall.solver.grids import bits, mask_of
from crossfall.solver.pathing_boxes.board import (
    CELL_NAMES,
    EDGES,
    LINES,
    Board,
)
from crossfall.solver.pathing_boxes.rules import PLAYERS, PathingPosition, X, Y, swapped
from crossfall.solver.pathing_boxes.tables import edge_rows, line_table
from crossfall.solver.position import Problem

_State: TypeAlias = tuple[int, int, int, int, int]  # x, y, filled, turn, boxes of X

IMPOSSIBLE = "impossible-position"
GAME_OVER = "game-over"


def position_problems(position: PathingPosition) -> list[Problem]:
    """Every reason why the position is impossible in itself, and any line that stands."""
    return [*box_problems(position), *line_problems(position)]


def line_problems(position: PathingPosition) -> list[Problem]:
    """One `game-over` problem for each line that stands."""
    problems = []
    for player in (X, Y):
        pieces = position.pieces(player)
        for number, line in enumerate(LINES):
            if pieces & line == line:
                place = f"row {number + 1}" if number < 4 else f"column {'ABCD'[number - 4]}"
                problems.append(
                    Problem(
                        GAME_OVER, f"{PLAYERS[player]}'s line stands in {place}; the game is over"
                    )
                )
    return problems


def box_problems(position: PathingPosition) -> list[Problem]:
    """What does not fit between filled edges, owners and score."""
    board = position.board
    complete = board.complete_boxes(position.filled)
    problems = []
    for player in (X, Y):
        for box in bits(position.owned[player] & ~complete):
            problems.append(
                Problem(
                    IMPOSSIBLE,
                    f"the box {box_name(board, box)} is marked as {PLAYERS[player]}'s, "
                    "but not all its edges are filled",
                )
            )
        known = position.owned[player].bit_count()
        if known > position.score[player]:
            problems.append(
                Problem(
                    IMPOSSIBLE,
                    f"{_count(known, 'box', 'boxes')} {'is' if known == 1 else 'are'} "
                    f"marked as {PLAYERS[player]}'s, "
                    f"but the score gives {PLAYERS[player]} {position.score[player]}",
                )
            )
    total = sum(position.score)
    if total != complete.bit_count():
        closed = _count(complete.bit_count(), "box", "boxes")
        problems.append(
            Problem(
                IMPOSSIBLE,
                f"the filled edges close {closed}, "
                f"but the score X{position.score[X]} Y{position.score[Y]} counts {total}",
            )
        )
    return problems


def box_name(board: Board, box: int) -> str:
    """A box by its first and last cell: `A1-B2`; a long one by its long edge: `A1-D1`."""
    cells = sorted({cell for edge in bits(board.boxes[box]) for cell in EDGES[edge]})
    return f"{CELL_NAMES[cells[0]]}-{CELL_NAMES[cells[-1]]}"


def _count(number: int, one: str, more: str) -> str:
    return f"{number} {one if number == 1 else more}" if number else f"no {one}"


class BoxOrders:
    """Which boxes, swaps and turns can come before what a position shows.

    A state is (boxes still complete, filled edges left, side to move, X's boxes left). Edges of no
    complete box are interchangeable, and so are the edges that one complete box has to itself.
    """

    def __init__(self, position: PathingPosition, first: int | None) -> None:
        self.board = position.board
        self.owned = position.owned
        self.first = first
        self._possible: dict[tuple[int, int, int, int], bool] = {}

    def possible(self, complete: int, left: int, turn: int, x_boxes: int) -> bool:
        """Whether some order of swaps, begun by `first`, leads to this state."""
        state = complete, left, turn, x_boxes
        if state not in self._possible:
            self._possible[state] = self._any_order(*state)
        return self._possible[state]

    def _any_order(self, complete: int, left: int, turn: int, x_boxes: int) -> bool:
        if not complete:
            start = turn if left % 2 == 0 else 1 - turn
            return x_boxes == 0 and self.first in (None, start)
        covered = 0
        for box in bits(complete):
            covered |= self.board.boxes[box]
        free = left - covered.bit_count()
        if free and self.possible(complete, left - 1, 1 - turn, x_boxes):
            return True
        for edge in bits(covered):
            boxes = mask_of(b for b in self.board.edge_boxes[edge] if complete >> b & 1)
            before = self.boxes_before(boxes, turn, x_boxes)
            if before is not None and self.possible(complete & ~boxes, left - 1, turn, before):
                return True
        return False

    def boxes_before(self, boxes: int, mover: int, x_boxes: int) -> int | None:
        """X's boxes before `mover` closed `boxes`; None if others own them."""
        if self.owned[1 - mover] & boxes:
            return None
        before = x_boxes - (boxes.bit_count() if mover == X else 0)
        return before if before >= 0 else None


def turns_fit(position: PathingPosition, first: int | None) -> bool:
    """Whether some order of the filled edges, begun by `first`, leads to owners and side to move.

    Owners not known are counted by the score. Exact.
    """
    orders = BoxOrders(position, first)
    complete = position.board.complete_boxes(position.filled)
    return orders.possible(complete, position.filled.bit_count(), position.turn, position.score[X])


class PlayFinder:
    """Searches an order of the filled edges that turns `start` into `position`'s cells."""

    def __init__(
        self,
        position: PathingPosition,
        start: tuple[int, int],
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
        ends = {cell for edge in bits(position.filled) for cell in EDGES[edge]}
        untouched = ~mask_of(ends)
        if (position.x ^ self.start[X] | position.y ^ self.start[Y]) & untouched:
            return None
        return self._back(position.x, position.y, position.filled, position.turn, position.score[X])

    def _back(self, x: int, y: int, filled: int, turn: int, x_boxes: int) -> list[int] | None:
        """The swaps that lead here, found by taking the last one back."""
        if not filled:
            return [] if (x, y) == self.start else None
        self.budget.spend()
        state = x, y, filled, turn, x_boxes
        self._seen.add(state)
        complete = self.board.complete_boxes(filled)
        if not self.orders.possible(complete, filled.bit_count(), turn, x_boxes):
            return None
        for before, edge in self._steps(*state):
            if before not in self._seen and self._cells_possible(*before[:3], edge):
                swaps = self._back(*before)
                if swaps is not None:
                    return [*swaps, edge]
        return None

    def _steps(
        self, x: int, y: int, filled: int, turn: int, x_boxes: int
    ) -> list[tuple[_State, int]]:
        """What may have stood before the last swap, the likest to the start first."""
        steps = []
        owned = self.position.owned
        for edge, row in enumerate(self._rows):
            if not filled & row.bit:
                continue
            rest = filled & ~row.bit
            boxes = self.board.boxes_closed_by(edge, rest)
            mover = turn if boxes else 1 - turn
            before_boxes = x_boxes - (boxes.bit_count() if mover == X else 0)
            before_x, before_y = swapped(x, edge), swapped(y, edge)
            if owned[1 - mover] & boxes or before_boxes < 0:
                continue
            if self._line[before_x] or self._line[before_y]:
                continue
            wrong = (before_x ^ self.start[X]).bit_count() + (before_y ^ self.start[Y]).bit_count()
            steps.append((wrong, (before_x, before_y, rest, mover, before_boxes), edge))
        return [(before, edge) for _, before, edge in sorted(steps)]

    def _cells_possible(self, x: int, y: int, filled: int, edge: int) -> bool:
        """Whether the cells still joined to each end of `edge` hold what they held at the start."""
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
