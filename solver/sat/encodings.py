"""Connectivity in clauses, stated in advance ("eager").

Everywhere `on` is a sequence of literals, one for each vertex, true if the vertex is there; the
graph meant is the one induced by those that are. `when` makes a demand hold only under a literal.
What each encoding costs is in docs/connectivity-in-clauses.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise

from crossfall.solver.sat.formula import Formula
from crossfall.solver.sat.graph import Graph


def joined(formula: Formula, graph: Graph, on: Sequence[int], start: int, goal: int) -> int:
    """A literal that is true exactly if `start` and `goal` are there and a path joins them.

    By layers of a breadth-first flood, so nothing is left to choose: the layers follow from `on`,
    and the literal may be demanded, denied or used in other clauses.

    >>> formula = Formula()
    >>> on = formula.fresh(3)
    >>> path = Graph.from_edges(3, [(0, 1), (1, 2)])
    >>> formula.add(joined(formula, path, on, 0, 2))
    """
    false = _constant_false(formula)
    first = [on[v] if v == start else false for v in range(len(graph))]
    return _flood(formula, graph, on, first)[goal]


def separated(
    formula: Formula,
    graph: Graph,
    on: Sequence[int],
    start: int,
    goal: int,
    when: int | None = None,
) -> None:
    """Demand that no path joins `start` and `goal` (true also if one of them is not there).

    One literal a vertex says on which side it is; neighbours that are there are on one side.
    """
    add = formula.adder(when)
    side = formula.fresh(len(graph))
    add(-on[start], side[start])
    add(-on[goal], -side[goal])
    for u, v in graph.edges():
        add(-on[u], -on[v], -side[u], side[v])
        add(-on[u], -on[v], side[u], -side[v])


def witness_path(
    formula: Formula,
    graph: Graph,
    on: Sequence[int],
    starts: Iterable[int],
    goals: Iterable[int],
    when: int | None = None,
) -> list[int]:
    """Demand a path from one of `starts` to one of `goals`; gives the literals of its vertices.

    By degrees alone: one start and one goal are chosen, and every vertex of the path has two
    neighbours on it, one less if it is the start and one less if it is the goal. The component of
    the start can then end nowhere but in the goal; rings elsewhere do no harm. A shortest path has
    no chord, so it satisfies this, and no distances are needed.
    """
    add = formula.adder(when)
    path = formula.fresh(len(graph))
    first = dict(zip(starts := sorted(set(starts)), formula.fresh(len(starts)), strict=True))
    last = dict(zip(goals := sorted(set(goals)), formula.fresh(len(goals)), strict=True))
    for ends in (first, last):
        add(*ends.values())
        formula.at_most(list(ends.values()), 1, when)
        for v, chosen in ends.items():
            add(-chosen, path[v])
    for v, near in enumerate(graph.neighbours):
        add(-path[v], on[v])
        steps = [path[u] for u in near]
        steps += [ends[v] for ends in (first, last) if v in ends]
        for three in combinations(steps, 3):
            add(-path[v], *(-step for step in three))
        for i in range(len(steps)):  # two are true: whichever one is left out, another is
            add(-path[v], *steps[:i], *steps[i + 1 :])
        if not steps:
            add(-path[v])
    return path


def connected(
    formula: Formula,
    graph: Graph,
    on: Sequence[int],
    root: int | None = None,
    when: int | None = None,
) -> None:
    """Demand that all vertices that are there are joined, by a unary order.

    Each vertex but the root has a neighbour of smaller label that is there. `root` is a vertex
    that is there if any is; without it, the first one that is there. No vertex at all is connected.
    """
    add = formula.adder(when)
    labels = _labels(formula, len(graph), graph.reach + 1)
    roots = _roots(formula, graph, on, root)
    for v, near in enumerate(graph.neighbours):
        parents = [_below(formula, labels, on, u, v) for u in near]
        add(-on[v], roots[v], *parents)


def connected_by_layers(
    formula: Formula,
    graph: Graph,
    on: Sequence[int],
    root: int | None = None,
    when: int | None = None,
) -> None:
    """Demand the same as `connected`, by the layers of a breadth-first flood from the root."""
    add = formula.adder(when)
    roots = _roots(formula, graph, on, root)
    flooded = _flood(formula, graph, on, roots)
    for v in range(len(graph)):
        add(-on[v], flooded[v])


def on_simple_path(
    formula: Formula,
    graph: Graph,
    on: Sequence[int],
    start: int,
    goal: int,
    when: int | None = None,
) -> None:
    """Demand that every vertex that is there lies on a simple path from `start` to `goal`.

    Both ends are there themselves. With an edge between the ends this is 2-connectedness, and a
    graph is that exactly if it has a numbering from `start` to `goal` in which every other vertex
    has a neighbour before it and one after it.
    Source: Lempel, Even and Cederbaum, "An algorithm for planarity testing of graphs", 1967.
    """
    add = formula.adder(when)
    add(on[start])
    add(on[goal])
    if start == goal:
        for v in range(len(graph)):
            if v != start:
                add(-on[v])
        return
    labels = _labels(formula, len(graph), len(graph))
    below = {
        (u, v): _below(formula, labels, on, u, v)
        for v, near in enumerate(graph.neighbours)
        for u in near
    }
    for v, near in enumerate(graph.neighbours):
        if v != start:
            add(-on[v], *(below[u, v] for u in near if u != goal))
        if v != goal:
            add(-on[v], *(below[v, u] for u in near if u != start))


def _constant_false(formula: Formula) -> int:
    false = formula.literal("false")
    formula.add(-false)
    return false


def _roots(formula: Formula, graph: Graph, on: Sequence[int], root: int | None) -> list[int]:
    """For each vertex a literal: it is there and the flood starts from it."""
    if root is not None:
        false = _constant_false(formula)
        return [on[v] if v == root else false for v in range(len(graph))]
    roots = []
    earlier = _constant_false(formula)
    for literal in on:
        roots.append(formula.all_of([literal, -earlier]))
        earlier = formula.any_of([earlier, literal])
    return roots


def _flood(formula: Formula, graph: Graph, on: Sequence[int], roots: Sequence[int]) -> list[int]:
    """For each vertex a literal, true exactly if the flood from `roots` through `on` reaches it."""
    layer = list(roots)
    for _ in range(graph.reach):
        layer = [
            formula.all_of([on[v], formula.any_of([layer[v], *(layer[u] for u in near)])])
            for v, near in enumerate(graph.neighbours)
        ]
    return layer


Labels = list[list[int]]


def _labels(formula: Formula, size: int, levels: int) -> Labels:
    """For each vertex a label from 0 to levels - 1 in unary: the k-th literal says "more than k"."""
    labels = [formula.fresh(levels - 1) for _ in range(size)]
    for digits in labels:
        for digit, higher in pairwise(digits):
            formula.add(-higher, digit)
    return labels


def _below(formula: Formula, labels: Labels, on: Sequence[int], u: int, v: int) -> int:
    """A literal that implies: u and v are there and u has the smaller label."""
    (below,) = formula.fresh(1)
    formula.add(-below, on[u])
    formula.add(-below, on[v])
    low, high = labels[u], labels[v]
    if not high:
        formula.add(-below)
        return below
    formula.add(-below, high[0])
    for digit, higher in zip(low, high[1:], strict=False):
        formula.add(-below, -digit, higher)
    formula.add(-below, -low[-1])
    return below
