"""The smallest winning sets of this turn by shortest walks: for boards with long dead ends.

What a turn fills before its last stone falls into parts that hang together. Such a part has no
circle, for no stone could be the first on it, and of the edges between empty points at most one
leads out of it: each stone is placed where at most one empty neighbour is left, so a part of n
points has at most n edges, in it and out of it, and n - 1 hold it together. And each part without a
circle and with one edge out at most can be filled, from its far ends on. These parts are the
*branches*.

So a winning turn joins the edges of the board by a walk over own stones, branches and its last
stone. Parts that the walk does without are needless, and it need not come back to any, so that in
a smallest turn it passes each branch once. The other way round, branches filled one after the
other are a filling again, for what is surrounded stays so. So the smallest turns are the shortest
walks, each branch as long as it has points.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush

from crossfall.solver.budget import Budget
from crossfall.solver.clear_path.board import Board, bits


def smallest_by_walks(board: Board, mover: int, own: int, empty: int, budget: Budget) -> set[int]:
    """Every winning set of this turn of the least size; none if no turn wins. Raises BudgetError.

    Arguments are those of `crossfall.solver.clear_path.turns`; no path stands yet.
    """
    pieces = [(group, 0) for group in _parts(board, own)]
    pieces += [(branch, branch) for branch in branches(board, empty)]
    start, goal = board.sides[mover]
    walks = [_Walks(board, pieces, side, budget) for side in (start, goal)]
    lengths = {}
    for last in bits(empty):
        ends = [side.length_to(last) for side in walks]
        if None not in ends:
            lengths[last] = sum(end for end in ends if end is not None)
    least = min(lengths.values(), default=0)
    found = set()
    for last, length in lengths.items():
        if length == least:
            for there in walks[0].filled_to(last):
                for back in walks[1].filled_to(last):
                    budget.spend()
                    found.add(there | last | back)
    return found


def branches(board: Board, empty: int) -> list[int]:
    """Every set that hangs together and can be filled with stones on surrounded points.

    >>> from crossfall.solver.clear_path.board import board_of
    >>> board = board_of(3, 1)
    >>> [board.names(branch) for branch in branches(board, board.mask("a1 b1"))]
    [['a1'], ['b1'], ['a1', 'b1']]
    """
    core = board.core(empty)
    found = []
    for tree in _parts(board, empty & ~core):
        root = tree & board.beside(core) or tree & -tree
        below = _subtrees(board, tree, root)
        found += below
        if not tree & board.beside(core):  # nothing is beyond the root, so each edge cuts both ways
            found += [tree & ~part for part in below if part != tree]
    return sorted(found, key=lambda branch: (branch.bit_count(), branch))


def _parts(board: Board, points: int) -> Iterator[int]:
    while points:
        part = board.flood(points & -points, points)
        points ^= part
        yield part


def _subtrees(board: Board, tree: int, root: int) -> list[int]:
    """For each point of a tree what hangs on it, seen from the root, with the point."""
    above: dict[int, int] = {}
    order = [root]
    for here in order:
        for there in bits(board.beside(here) & tree & ~above.get(here, 0)):
            above[there] = here
            order.append(there)
    below = {point: point for point in order}
    for point in reversed(order[1:]):
        below[above[point]] |= below[point]
    return list(below.values())


@dataclass
class _Piece:
    """A part of a walk. filled: the stones that it takes. before: the pieces it can come from on a
    shortest walk. ways: the stones of every such walk up to it."""

    filled: int
    length: int
    before: list[int] = field(default_factory=list)
    ways: set[int] | None = None


class _Walks:
    """The shortest walks from one side of the board, without a last stone."""

    def __init__(
        self, board: Board, pieces: list[tuple[int, int]], side: int, budget: Budget
    ) -> None:
        self._board = board
        self._side = side
        self._budget = budget
        self._points = [points for points, _ in pieces]
        self._holders: dict[int, int] = {}  # for each point the pieces with it, as a mask
        for number, points in enumerate(self._points):
            for point in bits(points):
                self._holders[point] = self._holders.get(point, 0) | 1 << number
        self._pieces: dict[int, _Piece] = {}
        self._walk([filled for _, filled in pieces])

    def _walk(self, filled: list[int]) -> None:
        # A piece is as long wherever the walk comes from, so it is reached first in the best way.
        queue: list[tuple[int, int]] = []

        def reach(number: int, length: int) -> None:
            length += filled[number].bit_count()
            self._pieces[number] = _Piece(filled[number], length)
            heappush(queue, (length, number))

        for one in bits(self._holding(self._side)):
            reach(one.bit_length() - 1, 0)
        while queue:
            self._budget.spend()
            length, number = heappop(queue)
            beyond = self._board.beside(self._points[number]) & ~self._points[number]
            for one in bits(self._holding(beyond)):
                other = one.bit_length() - 1
                if other not in self._pieces:
                    reach(other, length)
                piece = self._pieces[other]
                if piece.length == length + piece.filled.bit_count():
                    piece.before.append(number)

    def _holding(self, points: int) -> int:
        """The pieces with any of these points, as a mask."""
        pieces = 0
        for point in bits(points):
            pieces |= self._holders.get(point, 0)
        return pieces

    def _ends(self, last: int) -> list[int]:
        """The reached pieces beside a point."""
        near = bits(self._holding(self._board.beside(last)))
        numbers = [one.bit_length() - 1 for one in near]
        return [number for number in numbers if number in self._pieces]

    def length_to(self, last: int) -> int | None:
        """The stones that a walk to beside this point takes at least; None if there is no walk."""
        if last & self._side:
            return 0
        lengths = [self._pieces[number].length for number in self._ends(last)]
        return min(lengths, default=None)

    def filled_to(self, last: int) -> set[int]:
        """The stones of every shortest walk to beside this point."""
        length = self.length_to(last)
        found = {0} if last & self._side else set()
        for number in self._ends(last):
            if self._pieces[number].length == length:
                found |= self._ways(number)
        return found

    def _ways(self, wanted: int) -> set[int]:
        needed = [wanted]
        told = set(needed)
        for number in needed:
            fresh = [n for n in self._pieces[number].before if n not in told]
            needed += fresh
            told.update(fresh)
        # Own stones take none, so they come after the branch that leads to them.
        needed.sort(key=lambda n: (self._pieces[n].length, not self._pieces[n].filled))
        for number in needed:
            piece = self._pieces[number]
            if piece.ways is None:
                begins = self._points[number] & self._side
                at_once = begins and piece.length == piece.filled.bit_count()
                piece.ways = {piece.filled} if at_once else set()
                for before in piece.before:
                    for way in self._pieces[before].ways or ():
                        self._budget.spend()
                        piece.ways.add(way | piece.filled)
        return self._pieces[wanted].ways or set()
