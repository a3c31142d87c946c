"""Graphs whose vertices are 0, 1, 2, …: all that the encodings know of a board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True)
class Graph:
    """An undirected simple graph.

    neighbours: for each vertex its neighbours, sorted.
    reach: a bound on the distance of two vertices that are joined in any induced subgraph, in
        edges; the layered encoding has that many layers. By default one less than the vertices.

    >>> path = Graph.from_edges(3, [(0, 1), (1, 2)])
    >>> path.neighbours, path.reach
    (((1,), (0, 2), (1,)), 2)
    """

    neighbours: tuple[tuple[int, ...], ...]
    reach: int = field(default=-1)

    def __post_init__(self) -> None:
        if self.reach < 0:
            object.__setattr__(self, "reach", max(0, len(self.neighbours) - 1))

    @classmethod
    def from_edges(cls, size: int, edges: Iterable[tuple[int, int]]) -> Graph:
        """The graph on `size` vertices with these edges; ValueError for a loop or a stranger."""
        near: list[set[int]] = [set() for _ in range(size)]
        for u, v in edges:
            if u == v or not (0 <= u < size and 0 <= v < size):
                raise ValueError(f"no edge {u}-{v} in a simple graph on {size} vertices")
            near[u].add(v)
            near[v].add(u)
        return cls(tuple(tuple(sorted(some)) for some in near))

    @cached_property
    def neighbour_sets(self) -> tuple[frozenset[int], ...]:
        """`neighbours` as sets."""
        return tuple(map(frozenset, self.neighbours))

    def __len__(self) -> int:
        return len(self.neighbours)

    def edges(self) -> list[tuple[int, int]]:
        """Each edge once, the smaller end first, sorted."""
        return [(u, v) for u, some in enumerate(self.neighbours) for v in some if u < v]


def grid(width: int, height: int, diagonals: bool = False) -> Graph:
    """The grid of `width` × `height` vertices; vertex `row * width + column`.

    With `diagonals`, steps go to all eight neighbours. The bound on distances is three quarters of
    the vertices (half with diagonals): a shortest path has no chord, so of a square of four
    vertices it holds at most three (two with diagonals, where the four are a clique).

    >>> grid(2, 2).neighbours
    ((1, 2), (0, 3), (0, 3), (1, 2))
    >>> grid(4, 4).reach
    11
    """
    steps = [(1, 0), (0, 1)] + ([(1, 1), (1, -1)] if diagonals else [])
    edges = [
        (y * width + x, (y + dy) * width + x + dx)
        for y in range(height)
        for x in range(width)
        for dx, dy in steps
        if 0 <= x + dx < width and 0 <= y + dy < height
    ]
    most = 2 if diagonals else 3
    tiles = (
        min(most, min(2, width - x) * min(2, height - y))
        for y in range(0, height, 2)
        for x in range(0, width, 2)
    )
    neighbours = Graph.from_edges(width * height, edges).neighbours
    return Graph(neighbours, max(0, sum(tiles) - 1))
