"""The fewest swaps that line up one colour, alone on the board: all smallest sets of edges."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from crossfall.solver.budget import Budget
from crossfall.solver.grids import bits
from crossfall.solver.pathing_boxes.board import ALL_CELLS, LINES, SIDE, Board
from crossfall.solver.pathing_boxes.rules import PathingPosition
from crossfall.solver.pathing_boxes.tables import edge_rows, line_table


@dataclass(frozen=True)
class FewestSwaps:
    """What it takes to line up a colour.

    number: the fewest swaps; None if no swaps do. orders: for each smallest set of edges its least
    working order, by names.
    """

    number: int | None
    orders: tuple[tuple[int, ...], ...] = ()


def fewest_swaps(position: PathingPosition, budget: Budget) -> FewestSwaps:
    """All smallest sets of open edges whose swaps, in some order, line up the colour to move.

    A line of the other colour on the way ends it; both at once count. Iterative deepening, cut by
    the distance that would be left if edges could be used again and the other colour stepped aside.
    Raises BudgetError.
    """
    own, other = position.pieces(position.turn), position.pieces(1 - position.turn)
    open_edges = position.board.all_filled & ~position.filled
    if own.bit_count() < SIDE:
        return FewestSwaps(None)
    search = _Search(position.board, own.bit_count(), budget)
    for number in range(1, open_edges.bit_count() + 1):
        orders = search.orders(own, other, open_edges, number)
        if orders:
            return FewestSwaps(number, tuple(orders))
        if not search.cut_short:
            break
    return FewestSwaps(None)


class _Search:
    def __init__(self, board: Board, pieces: int, budget: Budget) -> None:
        rows = edge_rows(board)
        self._rows = [(edge, rows[edge]) for edge in board.by_name]
        self._line = line_table()
        self._distance = line_distances(board, pieces)
        self._budget = budget
        self._seen: set[tuple[int, int, int]] = set()
        self._found: dict[int, tuple[int, ...]] = {}
        self.cut_short = False  # whether more swaps could have helped

    def orders(self, own: int, other: int, open_edges: int, number: int) -> list[tuple[int, ...]]:
        """The least order of each set of `number` edges that does it."""
        self._seen, self._found, self.cut_short = set(), {}, False
        self._deepen(own, other, open_edges, number, ())
        return list(self._found.values())

    def _deepen(
        self, own: int, other: int, open_edges: int, left: int, done: tuple[int, ...]
    ) -> None:
        # Edges are tried in the order of names, so the first order met of a set is its least, and
        # a state met again can only add later orders of the same sets.
        state = own, other, open_edges
        if state in self._seen:
            return
        self._seen.add(state)
        self._budget.spend()
        for edge, row in self._rows:
            if not open_edges & row.bit:
                continue
            next_own, next_other = _swapped(own, row.cells), _swapped(other, row.cells)
            rest = open_edges & ~row.bit
            if self._line[next_own]:
                key = sum(1 << e for e in done) | row.bit
                self._found.setdefault(key, (*done, edge))
            elif self._line[next_other]:
                continue
            elif self._distance[next_own] < left:
                self._deepen(next_own, next_other, rest, left - 1, (*done, edge))
            else:
                self.cut_short = True


def _swapped(mask: int, cells: int) -> int:
    held = mask & cells
    return mask ^ cells if held and held != cells else mask


@cache
def line_distances(board: Board, pieces: int) -> dict[int, int]:
    """For every set of `pieces` cells the swaps to a line, if edges could be used again and again.

    Breadth first from all sets that hold a line.
    """
    rows = edge_rows(board)
    distance: dict[int, int] = {}
    level = set(_sets_with_line(pieces))
    steps = 0
    while level:
        distance.update(dict.fromkeys(level, steps))
        steps += 1
        nearby = {_swapped(mask, row.cells) for mask in level for row in rows}
        level = nearby - distance.keys()
    return distance


def _sets_with_line(pieces: int) -> set[int]:
    from itertools import combinations

    found = set()
    for line in LINES:
        others = list(bits(ALL_CELLS & ~line))
        for chosen in combinations(others, pieces - SIDE):
            found.add(line | sum(1 << cell for cell in chosen))
    return found
