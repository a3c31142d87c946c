"""Whether a position can arise in play, and by which swaps.

Two questions. Do filled edges, boxes, owners and the side to move fit together? That is settled
exactly, going back from the last swap: only the set of boxes still complete, the number of filled
edges, the side to move and X's boxes matter, a few thousand states. And is there an order of the
swaps that also turns the given start into the given cells, with no line on the way? That is a
search, bounded by work: `play_finder.py`.
"""

from __future__ import annotations

from crossfall.solver.errors import counted
from crossfall.solver.grids import bits, mask_of
from crossfall.solver.pathing_boxes.board import (
    CELL_NAMES,
    EDGES,
    LINES,
    Board,
)
from crossfall.solver.pathing_boxes.rules import PLAYERS, PathingPosition, X, Y
from crossfall.solver.position import Problem

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
    return counted(number, one, more) if number else f"no {one}"


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
