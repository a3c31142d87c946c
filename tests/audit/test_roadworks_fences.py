"""The smallest sets of fences, worked out directly, against trying, branching and the SAT search."""

from itertools import combinations
from random import Random

import networkx as nx
import pytest

from crossfall.solver.audit import AGREES, DIFFERS, Work, audit_record
from crossfall.solver.audit.roadworks_fences import smallest_fences
from crossfall.solver.audit.roadworks_play import LETTERS, City, Crossings, city
from crossfall.solver.budget import Budget
from crossfall.solver.records import Record
from crossfall.solver.roadworks import fences
from crossfall.solver.roadworks.rules import board
from tests.audit.fences_by_branching import by_branching
from tests.roadworks.literal import Literal, Live


def named(live: Live) -> Crossings:
    return frozenset(f"{LETTERS[x]}{y + 1}" for x, y in live)


def live_sets(width: int, height: int) -> list[Crossings]:
    """Everything that play can reach, by the letter of the rules."""
    return sorted(map(named, Literal(width, height).live_sets()), key=sorted)


@pytest.mark.parametrize("size", [(1, 1), (2, 1), (2, 2), (2, 3)], ids=str)
def test_the_smallest_sets_of_fences_are_those_found_by_trying_all(size: tuple[int, int]) -> None:
    at = city(*size)
    for live in live_sets(*size):
        gone = sorted(at.all - live)
        found = set(smallest_fences(at, live, Work()))
        number = len(next(iter(found)))
        for smaller in range(number):
            for some in combinations(gone, smaller):
                assert at.core(at.all - set(some)) != live
        expected = {
            frozenset(some)
            for some in combinations(gone, number)
            if at.core(at.all - set(some)) == live
        }
        assert found == expected


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.prove)])
def test_they_are_those_found_by_branching(every: int) -> None:
    at = city(3, 3)
    for live in live_sets(3, 3)[::every]:
        found = smallest_fences(at, live, Work())
        assert len(set(found)) == len(found)
        assert set(found) == set(by_branching(at, live)), sorted(live)


def some_live_set(at: City, rng: Random) -> Crossings:
    """What stays of a few winding paths, or of a board with holes."""
    if rng.random() < 0.5:
        share = rng.choice((0.1, 0.2, 0.3))
        return at.core(frozenset(x for x in at.names if x in at.ends or rng.random() > share))
    plan = nx.Graph([(x, y) for x in at.names for y in at.neighbours[x]])
    open_: set[str] = set()
    for _ in range(rng.randint(2, 5)):
        for street in plan.edges:
            plan.edges[street]["long"] = rng.random() ** 3
        open_ |= set(nx.shortest_path(plan, at.a, at.b, "long"))
    return at.core(frozenset(open_))


@pytest.mark.parametrize("count", [15, pytest.param(300, marks=pytest.mark.prove)])
def test_on_4x4_too(count: int) -> None:
    at, rng = city(4, 4), Random(4)
    for _ in range(count):
        live = some_live_set(at, rng)
        if live:
            assert set(smallest_fences(at, live, Work())) == set(by_branching(at, live))


@pytest.mark.parametrize(
    ("size", "count"),
    [
        ((5, 5), 40),
        ((8, 6), 12),
        ((13, 13), 3),
        pytest.param((5, 5), 1000, marks=pytest.mark.prove),
        pytest.param((9, 9), 200, marks=pytest.mark.prove),
        pytest.param((15, 15), 30, marks=pytest.mark.prove),
        pytest.param((25, 25), 10, marks=pytest.mark.prove),
    ],
    ids=str,
)
def test_on_larger_boards_they_are_those_of_the_sat_search(
    size: tuple[int, int], count: int
) -> None:
    at, rng = city(*size), Random(f"{size}")
    on = board(*size)
    for _ in range(count):
        live = some_live_set(at, rng)
        if not live:
            continue
        found = smallest_fences(at, live, Work())
        mask = sum(1 << (on.grid.point(name) or 0) for name in live)
        expected = fences.smallest_fences(on, mask, Budget(), most=100)
        assert {len(some) for some in found} == {expected.size}
        assert (len(found) == 1) == expected.unique, sorted(live)
        assert len(set(found)) == len(found)
        for some in found[:3]:
            assert at.core(at.all - some) == live
        if len(found) < 50:
            sets = {frozenset(on.names(some)) for some in expected.sets()}
            # Of many, on a large board, the audit lists the first only.
            assert set(found) <= sets if size[0] > 5 else set(found) == sets


def ring(width: int, height: int) -> Crossings:
    """The rim of a board, with nothing inside it."""
    inner = {(x, y) for x in range(1, width) for y in range(1, height)}
    return named(frozenset(Literal(width, height).full - inner))


@pytest.mark.parametrize("size", [(4, 4), (7, 5), (9, 9)], ids=str)
def test_a_large_hole_has_very_many_sets_and_is_never_called_single(size: tuple[int, int]) -> None:
    at, on = city(*size), board(*size)
    live = ring(*size)
    found = smallest_fences(at, live, Work())
    mask = sum(1 << (on.grid.point(name) or 0) for name in live)
    expected = fences.smallest_fences(on, mask, Budget(), most=2)
    assert len(found[0]) == expected.size
    assert (len(found) == 1) == expected.unique
    for some in found:
        assert at.core(at.all - some) == live


def test_a_crossing_between_live_ones_bears_a_fence_itself() -> None:
    rows = ["o o o o o o o o o B"] + ["o ? ? o ? ? o ? ? o", "o o o o o o o o o o"] * 3
    rows[-1] = "A" + rows[-1][1:]
    result = audit_record(
        Record({"game": "roadworks", "task": "fewest-fences", "board": "\n".join(rows)})
    )
    assert (result.verdict, len(result.answers)) == (AGREES, 1)
    assert len(result.answers[0].split()) == 18


def test_several_smallest_sets_differ_though_a_claim_names_one_of_them() -> None:
    record = Record(
        {"game": "roadworks", "task": "fewest-fences", "board": "? ? B\n? ? o\n? ? o\nA o o"}
    )
    result = audit_record(record)
    assert result.verdict == DIFFERS
    assert result.answers == (
        *("a2 b2 b3", "a2 b2 b4", "a3 b2 b3", "a3 b2 b4"),
        *("a4 b2 b3", "b2 b3 b4"),
    )
    for answer in result.answers:
        assert audit_record(record.with_fields(answer=answer)).verdict == DIFFERS


def test_what_is_no_live_set_has_no_fences() -> None:
    at = city(2, 2)
    assert smallest_fences(at, at.all - {"a2", "b1"}, Work()) == []
    assert smallest_fences(at, frozenset({"a1", "c3"}), Work()) == []


def test_without_falling_all_that_is_gone_bears_a_fence() -> None:
    at = city(3, 3, falling=False)
    assert smallest_fences(at, at.all - {"a2", "a3"}, Work()) == [frozenset({"a2", "a3"})]
    assert smallest_fences(at, frozenset({"a1", "d4"}), Work()) == []
