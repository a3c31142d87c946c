"""The fewest swaps that line up one colour, alone on the board: all smallest sets of edges."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from heapq import heappop, heappush

from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.grids import bits
from crossfall.solver.pathing_boxes.assignment import NEVER, SwapsNeeded
from crossfall.solver.pathing_boxes.board import ALL_CELLS, LINES, SIDE, Board
from crossfall.solver.pathing_boxes.rules import PathingPosition
from crossfall.solver.pathing_boxes.tables import edge_rows, line_table

QUICK = 2_000  # positions before the sharper bound, which takes longer to tell, is worth its time
CELLS_ONLY = 300_000  # positions looked at for a proof that no swaps help at all


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

    A line of the other colour on the way ends it; both at once count. Iterative deepening (Korf
    1985), cut where a position takes more swaps than are left. How many it takes at least is told
    by a table at first: the distance if edges could be used again and again and the other colour
    stepped aside. What that leaves unsettled is searched with the sharper, dearer bound of
    `SwapsNeeded`, unless it is proven that no swaps help at all. Both ways find the same.
    Raises BudgetError.
    """
    own, other = position.pieces(position.turn), position.pieces(1 - position.turn)
    open_edges = position.board.all_filled & ~position.filled
    if own.bit_count() < SIDE:
        return FewestSwaps(None)
    left = QUICK if budget.work is None else max(0, min(QUICK, budget.work - budget.spent))
    quick = budget.part(left)
    found = None
    try:
        found = _quickly(position.board, own, other, open_edges, quick)
    except BudgetError:
        if budget.is_over():
            raise
    budget.spend(quick.spent)  # raises where the caller gave no more than that
    return found or _sharply(position.board, own, other, open_edges, budget)


def _quickly(board: Board, own: int, other: int, open_edges: int, budget: Budget) -> FewestSwaps:
    distance = line_distances(board, own.bit_count())
    search = _Search(board, lambda pieces, _: distance[pieces], budget)
    for number in range(1, open_edges.bit_count() + 1):
        orders = search.orders(own, other, open_edges, number)
        if orders:
            return FewestSwaps(number, orders)
        if search.next_number is None:
            break
    return FewestSwaps(None)


def _sharply(board: Board, own: int, other: int, open_edges: int, budget: Budget) -> FewestSwaps:
    needed = SwapsNeeded(board, budget)
    number: int | None = needed(own, open_edges)
    if number == NEVER or _never_lines_up(board, own, other, open_edges, budget):
        return FewestSwaps(None)
    search = _Search(board, needed, budget, idle=False)
    while number is not None and number <= open_edges.bit_count():
        orders = search.orders(own, other, open_edges, number)
        if orders:
            return FewestSwaps(number, orders)
        number = search.next_number
    return FewestSwaps(None)


def _never_lines_up(board: Board, own: int, other: int, open_edges: int, budget: Budget) -> bool:
    """Whether it is proven, looking at CELLS_ONLY positions, that no swaps line up the own colour
    before the other, not even if edges could be swapped again and again.

    A position is nothing but its cells then; those with the least distance to a line come first.
    """
    rows = [row for row in edge_rows(board) if row.bit & open_edges]
    line, distance = line_table(), line_distances(board, own.bit_count())
    seen = {(own, other)}
    queue = [(distance[own], own, other)]
    for _ in range(CELLS_ONLY):
        if not queue:
            return True
        budget.spend()
        _, own, other = heappop(queue)
        for row in rows:
            after = _swapped(own, row.cells), _swapped(other, row.cells)
            if line[after[0]]:
                return False
            if after not in seen and not line[after[1]]:
                seen.add(after)
                heappush(queue, (distance[after[0]], *after))
    return False


class _Search:
    """Deepening to one number of swaps after the other.

    needed: for pieces and open edges a number of swaps that a line takes at least. idle: whether
    swaps of equal contents are tried too. In no order that works does a smallest set have one: its
    other swaps would do, boxes being no matter here.
    """

    def __init__(
        self, board: Board, needed: Callable[[int, int], int], budget: Budget, idle: bool = True
    ) -> None:
        rows = edge_rows(board)
        self._rows = [(edge, rows[edge]) for edge in board.by_name]
        self._line = line_table()
        self._needed = needed
        self._budget = budget
        self._idle = idle
        self._seen: set[tuple[int, int, int]] = set()
        self._found: dict[int, tuple[int, ...]] = {}
        # The least number that allows for a position that was cut off; None if none was.
        self.next_number: int | None = None

    def orders(
        self, own: int, other: int, open_edges: int, number: int
    ) -> tuple[tuple[int, ...], ...]:
        """The least order of each set of `number` edges that does it."""
        self._seen, self._found, self.next_number = set(), {}, None
        self._deepen(own, other, open_edges, number, ())
        return tuple(self._found.values())

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
            if not self._idle and (next_own, next_other) == (own, other):
                continue
            rest = open_edges & ~row.bit
            if self._line[next_own]:
                key = sum(1 << e for e in done) | row.bit
                self._found.setdefault(key, (*done, edge))
            elif self._line[next_other]:
                continue
            else:
                needed = self._needed(next_own, rest)
                if needed < left:
                    self._deepen(next_own, next_other, rest, left - 1, (*done, edge))
                elif needed < NEVER:
                    number = len(done) + 1 + needed
                    self.next_number = min(number, self.next_number or number)


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
