"""Every encoding has exactly the models that networkx says, on every small graph."""

from collections.abc import Callable

import networkx as nx
import pytest

from crossfall.solver.sat import encodings
from crossfall.solver.sat.cuts import LazyConnected
from crossfall.solver.sat.formula import Formula
from crossfall.solver.sat.graph import Graph, grid
from crossfall.solver.sat.search import Search
from tests.sat.graphs import (
    as_networkx,
    fresh,
    is_all_on_simple_paths,
    is_connected,
    is_joined,
    models,
    small_graphs,
    subsets,
)

GRAPHS = small_graphs()
Encoding = Callable[[Formula, Graph, list[int]], None]


def agrees(
    graph: Graph, encode: Encoding, truth: Callable[[nx.Graph, frozenset[int]], bool]
) -> None:
    formula, on = fresh(graph)
    encode(formula, graph, on)
    plain = as_networkx(graph)
    with Search(formula) as search:
        found = models(search, on)
    assert len(found) == len(set(found)), "a model was given twice"
    assert set(found) == {some for some in subsets(graph) if truth(plain, some)}


@pytest.mark.parametrize("graph", GRAPHS)
def test_joined_is_true_exactly_if_a_path_joins_the_two(graph: Graph) -> None:
    goal = len(graph) - 1
    agrees(
        graph,
        lambda f, g, on: f.add(encodings.joined(f, g, on, 0, goal)),
        lambda g, some: is_joined(g, some, 0, goal),
    )
    agrees(
        graph,
        lambda f, g, on: f.add(-encodings.joined(f, g, on, 0, goal)),
        lambda g, some: not is_joined(g, some, 0, goal),
    )


@pytest.mark.parametrize("graph", GRAPHS)
def test_separated_means_that_no_path_joins_the_two(graph: Graph) -> None:
    goal = len(graph) - 1
    agrees(
        graph,
        lambda f, g, on: encodings.separated(f, g, on, 0, goal),
        lambda g, some: not is_joined(g, some, 0, goal),
    )


@pytest.mark.parametrize("graph", GRAPHS)
def test_a_witness_path_exists_exactly_if_a_start_and_a_goal_are_joined(graph: Graph) -> None:
    size = len(graph)
    starts, goals = {0, size // 2}, {size - 1, size // 2}
    agrees(
        graph,
        lambda f, g, on: encodings.witness_path(f, g, on, [0], [size - 1]) and None,
        lambda g, some: is_joined(g, some, 0, size - 1),
    )
    agrees(
        graph,
        lambda f, g, on: encodings.witness_path(f, g, on, starts, goals) and None,
        lambda g, some: any(is_joined(g, some, s, t) for s in starts for t in goals),
    )


def test_a_witness_path_is_a_path_and_needs_an_end() -> None:
    graph = grid(3, 3)
    formula, on = fresh(graph)
    path = encodings.witness_path(formula, graph, on, [0], [8])
    plain = as_networkx(graph)
    with Search(formula) as search:
        for true in search.models(path):
            some = frozenset(path.index(literal) for literal in true)
            home = nx.node_connected_component(plain.subgraph(some), 0)
            assert 8 in home
            degrees = [plain.subgraph(home).degree(v) for v in home - {0, 8}]
            assert set(degrees) <= {2}
    formula, on = fresh(graph)
    encodings.witness_path(formula, graph, on, [], [8])
    with Search(formula) as search:
        assert models(search, on) == []


@pytest.mark.parametrize("encode", [encodings.connected, encodings.connected_by_layers])
@pytest.mark.parametrize("graph", GRAPHS)
def test_connected_means_that_all_that_are_there_are_joined(
    graph: Graph, encode: Callable[..., None]
) -> None:
    root = len(graph) // 2
    agrees(graph, lambda f, g, on: encode(f, g, on), is_connected)
    agrees(
        graph,
        lambda f, g, on: encode(f, g, on, root),
        lambda g, some: not some or (root in some and is_connected(g, some)),
    )


@pytest.mark.parametrize("rounds", [1, 1000])
@pytest.mark.parametrize("root", [None, 1])
@pytest.mark.parametrize("graph", GRAPHS[1:])
def test_lazily_connected_has_the_same_models(graph: Graph, root: int | None, rounds: int) -> None:
    formula, on = fresh(graph)
    lazy = LazyConnected(graph, on, root)
    with Search(formula, [lazy], rounds=rounds) as search:
        found = models(search, on)
    assert len(found) == len(set(found))
    assert set(found) == {
        some
        for some in subsets(graph)
        if is_connected(as_networkx(graph), some) and (root is None or not some or root in some)
    }


@pytest.mark.parametrize("graph", GRAPHS)
def test_on_a_simple_path_means_that_networkx_finds_a_path_through_each(graph: Graph) -> None:
    for goal in {0, len(graph) - 1, len(graph) // 2}:
        agrees(
            graph,
            lambda f, g, on, goal=goal: encodings.on_simple_path(f, g, on, 0, goal),
            lambda g, some, goal=goal: is_all_on_simple_paths(g, some, 0, goal),
        )


def test_the_live_sets_of_a_board_of_3x3_blocks_are_369() -> None:
    graph = grid(4, 4)
    formula, on = fresh(graph)
    encodings.on_simple_path(formula, graph, on, 0, 15)
    with Search(formula) as search:
        assert len(models(search, on)) == 369


@pytest.mark.parametrize(
    "encode",
    [
        lambda f, g, on, when: encodings.separated(f, g, on, 0, 5, when),
        lambda f, g, on, when: encodings.witness_path(f, g, on, [0], [5], when),
        lambda f, g, on, when: encodings.connected(f, g, on, None, when),
        lambda f, g, on, when: encodings.connected_by_layers(f, g, on, None, when),
        lambda f, g, on, when: encodings.on_simple_path(f, g, on, 0, 5, when),
    ],
)
def test_a_demand_under_a_condition_binds_only_then(encode: Callable[..., object]) -> None:
    graph = grid(3, 2)
    formula, on = fresh(graph)
    encode(formula, graph, on, None)
    with Search(formula) as search:
        bound = set(models(search, on))
    formula, on = fresh(graph)
    (when,) = formula.fresh(1)
    encode(formula, graph, on, when)
    with Search(formula) as search:
        assert len(list(search.models(on, [-when]))) == 2 ** len(graph)
        under = {
            frozenset(on.index(literal) for literal in true) for true in search.models(on, [when])
        }
    assert under == bound


def test_on_a_board_without_the_root_nothing_is_there() -> None:
    graph = grid(2, 2)
    formula, on = fresh(graph)
    with Search(formula, [LazyConnected(graph, on, 0)]) as search:
        assert set(search.models(on, [-on[0]])) == {frozenset()}


def test_a_lazy_demand_refuses_shared_or_negated_literals() -> None:
    with pytest.raises(ValueError, match="one variable"):
        LazyConnected(grid(2, 1), [1, -2])
    with pytest.raises(ValueError, match="one variable"):
        LazyConnected(grid(2, 1), [1, 1])


def test_a_graph_has_no_loops_and_no_strange_vertices() -> None:
    for edge in [(0, 0), (0, 3), (-1, 0)]:
        with pytest.raises(ValueError, match="no edge"):
            Graph.from_edges(3, [edge])


@pytest.mark.parametrize("diagonals", [False, True])
def test_no_two_vertices_of_a_small_grid_are_further_apart_than_its_bound(diagonals: bool) -> None:
    for width, height in [(1, 1), (4, 1), (3, 2), (3, 3), (4, 3)]:
        graph = grid(width, height, diagonals)
        plain = as_networkx(graph)
        for some in subsets(graph):
            for piece in nx.connected_components(plain.subgraph(some)):
                assert nx.diameter(plain.subgraph(piece)) <= graph.reach
