"""The second opinion on Roadworks against the letter of the rules, and the solver against it."""

from itertools import combinations

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crossfall.solver.audit import OutOfWorkError, Work
from crossfall.solver.audit.roadworks_play import City, Crossings, city, search
from crossfall.solver.budget import Budget
from crossfall.solver.roadworks.nimbers import Oracle
from crossfall.solver.roadworks.rules import board
from tests.roadworks.literal import Literal, Live

SMALL = [(1, 1), (1, 3), (2, 2), (2, 3), (3, 2), (3, 3)]


def named(points: Live | set[tuple[int, int]]) -> Crossings:
    return frozenset(f"{'abcdefghij'[x]}{y + 1}" for x, y in points)


def mask(names: Crossings, height: int) -> int:
    return sum(1 << ("abcdefghij".index(n[0]) * (height + 1) + int(n[1:]) - 1) for n in names)


def live_sets(at: City) -> set[Crossings]:
    """Everything that play can reach."""
    seen = {at.all}
    unvisited = [at.all]
    while unvisited:
        for left in at.closures(unvisited.pop()).values():
            if left not in seen:
                seen.add(left)
                unvisited.append(left)
    return seen


def sizes(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


@pytest.mark.parametrize("size", SMALL, ids=sizes)
def test_every_closure_of_every_live_set_leaves_what_the_rules_say(size: tuple[int, int]) -> None:
    check_closures(size)


@pytest.mark.prove
def test_every_closure_of_every_live_set_of_3x4_leaves_what_the_rules_say() -> None:
    check_closures((3, 4))


def check_closures(size: tuple[int, int]) -> None:
    at, rules = city(*size), Literal(*size)
    for live in rules.live_sets():
        expected = {min(named({c})): named(left) for c, left in rules.moves(live).items()}
        assert at.closures(named(live)) == expected
        assert at.core(named(live)) == named(live)


@st.composite
def open_crossings(draw: st.DrawFn) -> tuple[City, Crossings]:
    at = city(draw(st.integers(1, 6)), draw(st.integers(1, 6)))
    gone = draw(st.sets(st.sampled_from(at.names), max_size=len(at.names) // 2))
    return at, at.all - gone


@given(open_crossings())
@settings(max_examples=300, deadline=None)
def test_what_stays_is_the_two_connected_part_that_holds_a_street_from_a_to_b(
    case: tuple[City, Crossings],
) -> None:
    at, open_ = case
    graph = nx.Graph([(x, y) for x in open_ for y in at.neighbours[x] if y in open_])
    graph.add_nodes_from(open_)
    expected: set[str] = set()
    if at.ends <= open_ and nx.has_path(graph, at.a, at.b):
        graph.add_edge(at.a, at.b)
        expected = next(p for p in nx.biconnected_components(graph) if at.ends <= p)
    assert at.core(open_) == expected
    if at.ends <= open_:
        assert {name for name in open_ if at.on_a_path(name, open_)} == expected


@pytest.mark.parametrize(
    ("size", "count"),
    [
        ((3, 3), 369),
        ((3, 4), 2_244),
        pytest.param((3, 5), 15_051, marks=pytest.mark.prove),
        pytest.param((4, 4), 22_570, marks=pytest.mark.prove),
    ],
    ids=lambda value: sizes(value) if isinstance(value, tuple) else "",
)
def test_boards_have_their_known_numbers_of_live_sets(size: tuple[int, int], count: int) -> None:
    assert len(live_sets(city(*size))) == count


@pytest.mark.parametrize(
    "size",
    [
        (1, 1),
        (2, 2),
        (2, 3),
        (3, 3),
        (3, 4),
        pytest.param((3, 5), marks=pytest.mark.prove),
        pytest.param((4, 4), marks=pytest.mark.prove),
    ],
    ids=sizes,
)
def test_solver_and_audit_find_the_same_winning_closures_of_every_live_set(
    size: tuple[int, int],
) -> None:
    at = city(*size)
    solvers = [Oracle(board(*size), tables=tables) for tables in (True, False)]
    for live in live_sets(at):
        expected = mask(frozenset(search(at).winning(live, Work())), size[1])
        for solver in solvers:
            assert solver.winning(mask(live, size[1]), Budget()) == expected, sorted(live)


@pytest.mark.parametrize("size", [(1, 1), (1, 2), (2, 2), (2, 3), (3, 3)], ids=sizes)
def test_without_falling_playing_out_agrees_with_the_colours_of_the_crossings(
    size: tuple[int, int],
) -> None:
    at = city(*size, falling=False)
    solver = Oracle(board(*size, falling=False))
    odd = size[0] * size[1] % 2
    assert search(at).is_lost(at.all, Work()) == (not odd)
    for closed in combinations(at.names[1:-1], 2):
        live = at.all - set(closed)
        if at.joined(live):
            assert search(at).is_lost(live, Work()) == (not odd)
            assert solver.is_lost(mask(live, size[1]), Budget()) == (not odd)


def test_a_large_board_without_falling_is_judged_at_once() -> None:
    for width, height in [(4, 4), (5, 5), (9, 9), (4, 5)]:
        at = city(width, height, falling=False)
        assert search(at).is_lost(at.all, Work(1)) == (width * height % 2 == 0)


def lengths_by_playing(at: City, live: Crossings) -> set[int]:
    left = set(at.closures(live).values())
    return {1 + n for after in left for n in lengths_by_playing(at, after)} or {0}


@pytest.mark.parametrize("falling", [True, False])
@pytest.mark.parametrize("size", [(1, 1), (1, 2), (2, 2)], ids=sizes)
def test_every_number_of_closures_left_is_found(size: tuple[int, int], falling: bool) -> None:
    at = city(*size, falling)
    for live in live_sets(at):
        assert search(at).lengths(live, Work()) == lengths_by_playing(at, live)


def test_a_search_stops_at_its_bound_and_when_told_to() -> None:
    at = city(5, 5)
    with pytest.raises(OutOfWorkError):
        search(at).is_lost(at.all, Work(500))
    with pytest.raises(OutOfWorkError):
        search(at).is_lost(at.all, Work(stop=lambda: True))
    # On a large board a position counts for many, so the bound is reached in like time.
    with pytest.raises(OutOfWorkError):
        search(city(25, 25)).is_lost(city(25, 25).all, Work(1_000))
