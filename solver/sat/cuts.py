"""Connectivity stated when it is broken ("lazy"), by cuts along vertex separators."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from crossfall.solver.sat.formula import Clause
from crossfall.solver.sat.graph import Graph

MEMBERS = 8  # vertices of a lost piece that each separator is stated for


class LazyConnected:
    """All vertices that are there are joined; the lazy twin of `encodings.connected`.

    If u and v are there and the vertices of a separator between them are all missing, they are not
    joined: so of each separator one vertex must be there. Only separators that a candidate shows
    are stated, each as small as can be: of the missing vertices around a component those that the
    other component can reach without passing the rest.

    graph, on, root: as for `encodings.connected`.

    >>> path = Graph.from_edges(3, [(0, 1), (1, 2)])
    >>> LazyConnected(path, [1, 2, 3]).cuts(frozenset({1, 3}))
    [[-3, -1, 2]]
    """

    def __init__(self, graph: Graph, on: Sequence[int], root: int | None = None) -> None:
        self.graph = graph
        self.on = tuple(on)
        self.root = root
        self.variables: tuple[int, ...] = self.on
        if any(literal < 0 for literal in self.on) or len(set(self.on)) < len(self.on):
            raise ValueError("a lazy demand needs one variable of its own for each vertex")

    def first_clauses(self) -> list[Clause]:
        """No vertex stands alone: the cheapest separators are the neighbourhoods."""
        if self.root is None:
            return []
        clauses = []
        for v, near in enumerate(self.graph.neighbours):
            if v != self.root:
                clauses.append([-self.on[v], self.on[self.root]])
                clauses.append([-self.on[v], *(self.on[u] for u in near)])
        return clauses

    def cuts(self, true: frozenset[int]) -> list[Clause]:
        """The cuts that a complete candidate breaks; see `search.Lazy`."""
        there = {v for v, literal in enumerate(self.on) if literal in true}
        return self._cuts(there, there)

    def cuts_already(self, true: frozenset[int], false: frozenset[int]) -> list[Clause]:
        """The cuts that a partial candidate breaks, whatever the open vertices will be."""
        there = {v for v, literal in enumerate(self.on) if literal in true}
        hopeful = {v for v, literal in enumerate(self.on) if literal not in false}
        return self._cuts(there, hopeful)

    def _cuts(self, there: Collection[int], hopeful: set[int]) -> list[Clause]:
        pieces = [piece for piece in self._components(hopeful) if not piece.isdisjoint(there)]
        if len(pieces) < 2:
            return []
        home = self._home(pieces, there)
        others = [piece for piece in pieces if home not in piece]
        near_home = [] if home == self.root else [-self.on[home]]
        cuts: list[Clause] = []
        for piece in others:
            members = sorted(v for v in piece if v in there)
            wall = [self.on[w] for w in sorted(self._facing(self._border(piece), home))]
            cuts.extend([-self.on[v], *near_home, *wall] for v in members[:MEMBERS])
        return cuts

    def _home(self, pieces: Sequence[set[int]], there: Collection[int]) -> int:
        """The vertex that all others must be joined to: the root, or one of the largest piece."""
        if self.root is not None and any(self.root in piece for piece in pieces):
            return self.root
        largest = max(pieces, key=lambda piece: (sum(v in there for v in piece), -min(piece)))
        return min(v for v in largest if v in there)

    def _border(self, piece: Collection[int]) -> frozenset[int]:
        """The neighbours of a component outside it."""
        return frozenset(u for v in piece for u in self.graph.neighbours[v] if u not in piece)

    def _facing(self, border: frozenset[int], vertex: int) -> frozenset[int]:
        """The part of `border` that `vertex` can reach without passing `border`."""
        near = self.graph.neighbour_sets
        seen, edge = {vertex}, near[vertex]
        while fresh := edge - seen:
            seen |= fresh
            edge = frozenset().union(*[near[v] for v in fresh - border])
        return border & seen

    def _components(self, vertices: set[int]) -> list[set[int]]:
        pieces = []
        left = set(vertices)
        near = self.graph.neighbour_sets
        while left:
            piece: set[int] = set()
            fresh = {left.pop()}
            while fresh:
                piece |= fresh
                left -= fresh
                fresh = left.intersection(frozenset().union(*[near[v] for v in fresh]))
            pieces.append(piece)
        return pieces
