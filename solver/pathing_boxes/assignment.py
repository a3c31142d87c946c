"""How many swaps a line takes at least: pieces assigned to its cells, over edges still open."""

from __future__ import annotations

from crossfall.solver.budget import Budget
from crossfall.solver.grids import bits
from crossfall.solver.pathing_boxes.board import CELLS, EDGES, LINES, Board

NEVER = 1_000  # more swaps than a board has edges


class SwapsNeeded:
    """A lower bound for the swaps up to a line of one colour.

    A swap moves one piece of a colour at most, and over an edge that is still open. So the swaps up
    to a line are no fewer than the steps of the pieces that come to its empty places, each along a
    shortest path over open edges, with the pieces assigned to the places in the cheapest way.
    Pieces that are on the line stay: where one would make room for another, the other can go
    on in its stead, and no way gets longer.

    >>> from crossfall.solver.pathing_boxes.board import NORMAL
    >>> needed = SwapsNeeded(NORMAL, Budget())
    >>> needed(0b1000_0000_0000_0111, NORMAL.all_filled)   # A1, B1, C1; and D4, three below D1
    3
    """

    def __init__(self, board: Board, budget: Budget) -> None:
        self._edges = [(*EDGES[edge], 1 << edge) for edge in range(board.edges)]
        self._budget = budget
        self._boards: dict[int, tuple[list[int], list[list[int]]]] = {}  # by the open edges
        self._known: dict[tuple[int, int], int] = {}

    def __call__(self, pieces: int, open_edges: int) -> int:
        """The bound for a colour's `pieces`; NEVER if they cannot make a line over these edges.

        Raises BudgetError.
        """
        key = pieces, open_edges
        if key not in self._known:
            self._budget.spend()
            self._known[key] = self._cheapest(pieces, open_edges)
        return self._known[key]

    def _cheapest(self, pieces: int, open_edges: int) -> int:
        beside, paths = self._board_of(open_edges)
        least = NEVER
        for line in LINES:
            places, others = line & ~pieces, pieces & ~line
            steps = [[paths[place][piece] for piece in bits(others)] for place in bits(places)]
            if sum(min(row, default=NEVER) for row in steps) < least:
                cost = cheapest_assignment(steps)
                if cost < least and ways_apart(others, places, beside):
                    least = cost
        return least

    def _board_of(self, open_edges: int) -> tuple[list[int], list[list[int]]]:
        """For each cell those beside it over open edges; and its steps to each, NEVER for none."""
        if open_edges not in self._boards:
            beside = [0] * CELLS
            for first, second, bit in self._edges:
                if open_edges & bit:
                    beside[first] |= 1 << second
                    beside[second] |= 1 << first
            steps = [_steps_from(cell, beside) for cell in range(CELLS)]
            self._boards[open_edges] = beside, steps
        return self._boards[open_edges]


def cheapest_assignment(costs: list[list[int]]) -> int:
    """The least sum with one cost out of each row, no two in one column; NEVER if there is none.

    Row by row, with the least sum for each set of columns taken (Held and Karp 1962): rows are few.

    costs: rows of equal length; NEVER and more stands for what cannot be.

    >>> cheapest_assignment([[1, 2], [1, 5]])
    3
    """
    sums = {0: 0}  # for each set of columns taken
    for row in costs:
        following: dict[int, int] = {}
        for taken, total in sums.items():
            for column, cost in enumerate(row):
                columns = taken | 1 << column
                if columns != taken and total + cost < following.get(columns, NEVER):
                    following[columns] = total + cost
        sums = following
    return min(sums.values(), default=NEVER)


def ways_apart(sources: int, goals: int, beside: list[int]) -> bool:
    """Whether ways without a common edge lead from different cells of `sources` to all of `goals`.

    Way after way is added. A new one may go back over an edge of an old one: then each goes on as
    the other would have (Ford and Fulkerson 1956).

    beside: for each cell those beside it.

    >>> ways_apart(0b0001, 0b0100, [0b0010, 0b0101, 0b0010]), ways_apart(1, 0b0110, [2, 5, 2])
    (True, False)
    """
    onward = [0] * len(beside)  # for each cell those to which a way leads from it
    while goals:
        came_from: dict[int, int] = {}
        reached, todo = sources, list(bits(sources))
        while todo and not reached & goals:
            here = todo.pop()
            fresh = beside[here] & ~onward[here] & ~reached
            reached |= fresh
            for there in bits(fresh):
                came_from[there] = here
                todo.append(there)
        if not reached & goals:
            return False
        end = reached & goals
        end &= -end
        here = end.bit_length() - 1
        while here in came_from:
            before = came_from[here]
            if onward[here] >> before & 1:
                onward[here] ^= 1 << before
            else:
                onward[before] |= 1 << here
            here = before
        goals ^= end
        sources ^= 1 << here
    return True


def _steps_from(cell: int, beside: list[int]) -> list[int]:
    steps = [NEVER] * CELLS
    level = reached = 1 << cell
    number = 0
    while level:
        around = 0
        for here in bits(level):
            steps[here] = number
            around |= beside[here]
        level = around & ~reached
        reached |= level
        number += 1
    return steps
