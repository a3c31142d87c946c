"""Grid graphs as bit masks, against a general graph library."""

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crossfall.solver.grids import Grid, bits, grid, mask_of

SIZES = st.tuples(st.integers(1, 7), st.integers(1, 7))
BITS = st.integers(0, 2**49 - 1)


def graph(of: Grid, mask: int) -> nx.Graph:
    """The points of `mask`, joined where column or row differ by one."""
    points = [divmod(point, of.rows) for point in range(of.count) if mask >> point & 1]
    result = nx.Graph()
    result.add_nodes_from(c * of.rows + r for c, r in points)
    for c, r in points:
        for other in ((c + 1, r), (c, r + 1)):
            if other in points:
                result.add_edge(c * of.rows + r, other[0] * of.rows + other[1])
    return result


def points(mask: int) -> set[int]:
    return {point for point in range(mask.bit_length()) if mask >> point & 1}


@given(st.sets(st.integers(0, 700)))
def test_a_mask_holds_exactly_its_points_and_lists_them_rising(numbers: set[int]) -> None:
    mask = mask_of(numbers)
    assert list(bits(mask)) == sorted(numbers)
    assert mask.bit_count() == len(numbers)


@given(SIZES, BITS)
@settings(deadline=None)
def test_around_a_set_is_every_point_with_a_neighbour_in_it(
    size: tuple[int, int], mask: int
) -> None:
    on = grid(*size)
    mask &= on.full
    whole = graph(on, on.full)
    expected = {n for point in points(mask) for n in whole.neighbors(point)}
    assert points(on.around(mask)) == expected


@given(SIZES, BITS, BITS)
@settings(deadline=None)
def test_a_flood_reaches_what_is_joined_to_its_start(
    size: tuple[int, int], start: int, within: int
) -> None:
    on = grid(*size)
    start, within = start & on.full, within & on.full
    parts = nx.connected_components(graph(on, within))
    expected = {p for part in parts if part & points(start) for p in part}
    assert points(on.flood(start, within)) == expected


@given(st.tuples(st.integers(2, 7), st.integers(2, 7)), BITS)
@settings(max_examples=300, deadline=None)
def test_the_chain_is_the_row_of_blocks_on_the_way_from_a_to_b(
    size: tuple[int, int], open_: int
) -> None:
    on = grid(*size)
    a, b = 0, on.count - 1
    open_ = open_ & on.full | 1 | 1 << b
    whole = graph(on, open_)
    chain = on.chain(open_, a, b)
    if not nx.has_path(whole, a, b):
        assert chain == []
        assert on.core(open_, a, b) == 0
        return
    # Crossing the tree of blocks and cut vertices from a to b meets exactly the blocks wanted.
    blocks = [frozenset(part) for part in nx.biconnected_components(whole)]
    cuts = set(nx.articulation_points(whole))
    tree = nx.Graph((block, cut) for block in blocks for cut in cuts if cut in block)
    tree.add_nodes_from(blocks)
    for end in (a, b):
        tree.add_edges_from((end, block) for block in blocks if end in block)
    way = nx.shortest_path(tree, a, b)
    assert [frozenset(points(mask)) for mask, _, _ in chain] == way[1::2]
    assert [near for _, near, _ in chain] == way[0:-1:2]
    assert [far for _, _, far in chain] == way[2::2]


@given(st.tuples(st.integers(2, 7), st.integers(2, 7)), BITS)
@settings(max_examples=200, deadline=None)
def test_the_core_is_the_two_connected_part_with_the_edge_from_a_to_b(
    size: tuple[int, int], open_: int
) -> None:
    on = grid(*size)
    a, b = 0, on.count - 1
    open_ = open_ & on.full | 1 | 1 << b
    whole = graph(on, open_)
    expected: set[int] = set()
    if nx.has_path(whole, a, b):
        whole.add_edge(a, b)
        expected = next(p for p in nx.biconnected_components(whole) if a in p and b in p)
    assert points(on.core(open_, a, b)) == expected


def test_any_two_points_can_be_the_ends_of_a_chain() -> None:
    on = grid(3, 3)
    ends = on.point("a2"), on.point("c2")
    assert ends == (1, 7)
    assert on.chain(on.full, *ends) == [(on.full, 1, 7)]
    row = mask_of([1, 4, 7])
    assert on.chain(row, *ends) == [(mask_of([1, 4]), 1, 4), (mask_of([4, 7]), 4, 7)]


@given(SIZES, BITS)
@settings(deadline=None)
def test_the_two_core_is_the_largest_part_with_two_neighbours_each(
    size: tuple[int, int], mask: int
) -> None:
    on = grid(*size)
    mask &= on.full
    assert points(on.two_core(mask)) == set(nx.k_core(graph(on, mask), 2))


@given(SIZES)
def test_every_point_has_a_name_that_leads_back_to_it(size: tuple[int, int]) -> None:
    on = grid(*size)
    names = [on.name(point) for point in range(on.count)]
    assert names == sorted(names, key=lambda name: (name[0], int(name[1:])))
    assert [on.point(name) for name in names] == list(range(on.count))
    assert [on.point(name.upper()) for name in names] == list(range(on.count))
    assert on.names(on.full) == tuple(names)


@pytest.mark.parametrize(
    "word",
    ["", "a", "1", "a0", "a01", "a5", "e1", "aa1", "a1 ", "a-1", "a¹", "ä1", "a1\n", "a１", "a999"],
)
def test_what_is_no_name_of_a_point_is_none(word: str) -> None:
    assert grid(4, 4).point(word) is None


def test_borders_are_the_outer_rows_and_columns() -> None:
    on = grid(3, 2)
    assert on.names(on.bottom) == ("a1", "b1", "c1")
    assert on.names(on.top) == ("a2", "b2", "c2")
    assert on.names(on.left) == ("a1", "a2")
    assert on.names(on.right) == ("c1", "c2")
    assert on.neighbours[on.point("b1") or 0] == mask_of([0, 3, 4])
