"""Graphs to test on, and what networkx says of their vertex sets."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

import networkx as nx

from crossfall.solver.sat.formula import Formula
from crossfall.solver.sat.graph import Graph, grid
from crossfall.solver.sat.search import Search


def small_graphs() -> list[Graph]:
    """Grids and twelve random graphs of four to six vertices, connected or not."""
    rng = Random(7)
    graphs = [grid(1, 1), grid(2, 1), grid(3, 2), grid(3, 3), grid(3, 2, diagonals=True)]
    for _ in range(12):
        size = rng.randint(4, 6)
        edges = [pair for pair in combinations(range(size), 2) if rng.random() < 0.5]
        graphs.append(Graph.from_edges(size, edges))
    return graphs


def as_networkx(graph: Graph) -> nx.Graph:
    plain = nx.Graph()
    plain.add_nodes_from(range(len(graph)))
    plain.add_edges_from(graph.edges())
    return plain


def subsets(graph: Graph) -> Iterator[frozenset[int]]:
    for size in range(len(graph) + 1):
        yield from map(frozenset, combinations(range(len(graph)), size))


def is_connected(graph: nx.Graph, some: frozenset[int]) -> bool:
    return not some or nx.is_connected(graph.subgraph(some))


def is_joined(graph: nx.Graph, some: frozenset[int], start: int, goal: int) -> bool:
    return {start, goal} <= some and nx.has_path(graph.subgraph(some), start, goal)


def is_all_on_simple_paths(graph: nx.Graph, some: frozenset[int], start: int, goal: int) -> bool:
    if not {start, goal} <= some:
        return False
    paths = nx.all_simple_paths(graph.subgraph(some), start, goal)
    return some == ({v for path in paths for v in path} if start != goal else frozenset({start}))


def models(search: Search, on: list[int]) -> list[frozenset[int]]:
    """The vertex sets of all models, with repetitions if there were any."""
    return [frozenset(on.index(literal) for literal in true) for true in search.models(on)]


def fresh(graph: Graph) -> tuple[Formula, list[int]]:
    formula = Formula()
    return formula, formula.fresh(len(graph))
