"""The rules of Roadworks to the letter on a general graph library: slow, and shares no code."""

from __future__ import annotations

from functools import cache

import networkx as nx

Point = tuple[int, int]
Live = frozenset[Point]


def graph(live: Live) -> nx.Graph:
    result = nx.Graph()
    result.add_nodes_from(live)
    for x, y in live:
        result.add_edges_from(
            ((x, y), other) for other in ((x + 1, y), (x, y + 1)) if other in live
        )
    return result


def full(width: int, height: int) -> Live:
    return frozenset((x, y) for x in range(width + 1) for y in range(height + 1))


class Literal:
    """A falling board of `width` × `height` blocks."""

    def __init__(self, width: int, height: int) -> None:
        self.full = full(width, height)
        self.a, self.b = (0, 0), (width, height)

    def after(self, live: Live, closed: Point) -> Live | None:
        """What stays after a closure; None if it cuts A from B."""
        left = graph(live - {closed})
        if not nx.has_path(left, self.a, self.b):
            return None
        left.add_edge(self.a, self.b)
        for part in nx.biconnected_components(left):
            if self.a in part and self.b in part:
                return frozenset(part)
        raise AssertionError("the edge from A to B lies in some component")

    def moves(self, live: Live) -> dict[Point, Live]:
        """Every safe closure and what it leaves."""
        left = {c: self.after(live, c) for c in live - {self.a, self.b}}
        return {c: after for c, after in left.items() if after is not None}

    @cache  # noqa: B019 - one object a test
    def nimber(self, live: Live) -> int:
        values = {self.nimber(after) for after in self.moves(live).values()}
        return next(v for v in range(len(values) + 1) if v not in values)

    def winning(self, live: Live) -> set[Point]:
        return {c for c, after in self.moves(live).items() if self.nimber(after) == 0}

    def live_sets(self) -> set[Live]:
        """Every live set that play can reach."""
        seen = {self.full}
        todo = [self.full]
        while todo:
            for after in self.moves(todo.pop()).values():
                if after not in seen:
                    seen.add(after)
                    todo.append(after)
        return seen


def mask(live: Live | set[Point], height: int) -> int:
    """The set as the solver writes it: crossing (x, y) is bit x·(height + 1) + y."""
    return sum(1 << x * (height + 1) + y for x, y in live)
