"""Record falls: the known maxima, each fall replayed by the literal rules, proofs checked."""

from random import Random

import pytest

from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.grids import bits
from crossfall.solver.roadworks.clauses import needed_fences
from crossfall.solver.roadworks.record_falls import Fall, FallSearch
from crossfall.solver.roadworks.rules import board, least_order, replay
from crossfall.solver.sat.rup import check_files
from tests.roadworks import literal

MAXIMA = {(3, 3): 5, (3, 4): 8, (4, 4): 11, (4, 5): 14, (5, 5): 18, (6, 6): 27}


def confirmed(fall: Fall) -> bool:
    """Whether the literal rules say of this fall what it says of itself."""
    width, height = fall.board.width, fall.board.height
    slow = literal.Literal(width, height)
    points = {c: divmod(c, height + 1) for c in range(fall.board.grid.count)}
    live = frozenset(points[c] for c in bits(fall.live))
    linked = literal.graph(live)
    linked.add_edge(slow.a, slow.b)
    is_live = any(
        live == set(part) for part in literal.nx.biconnected_components(linked) if slow.a in part
    )
    after = slow.after(live, points[fall.closure])
    return (
        is_live
        and after is not None
        and live - after - {points[fall.closure]} == {points[c] for c in bits(fall.fallen)}
    )


@pytest.mark.parametrize("size", MAXIMA)
def test_the_greatest_fall_of_a_board_is_known(size: tuple[int, int]) -> None:
    told: list[Fall] = []
    best = FallSearch(board(*size)).maximum(told.append)
    assert best is not None
    assert best.size == MAXIMA[size]
    assert told[-1] == best
    assert all(confirmed(fall) for fall in told)


def test_the_greatest_fall_is_that_of_every_live_set_of_the_literal_rules() -> None:
    for width, height in [(1, 1), (2, 1), (2, 2), (3, 2), (3, 3)]:
        slow = literal.Literal(width, height)
        sizes = {
            len(live) - len(after) - 1
            for live in slow.live_sets()
            for after in slow.moves(live).values()
        }
        search = FallSearch(board(width, height))
        best = search.maximum()
        assert best is not None
        assert best.size == max(sizes)
        for size in range(max(sizes) + 3):
            found = search.find(size, exactly=True)
            assert (found is not None) == (size in sizes)
            assert found is None or (found.size == size and confirmed(found))
            assert (search.find(size) is not None) == (size <= max(sizes))


def test_one_seed_gives_one_series_of_falls_and_seeds_differ() -> None:
    def some(seed: int) -> list[tuple[int, int]]:
        falls = FallSearch(board(5, 5), rng=Random(seed)).falls(9, exactly=True)
        return [(fall.live, fall.closure) for fall, _ in zip(falls, range(4), strict=False)]

    assert some(1) == some(1)
    assert len({fall for seed in range(4) for fall in some(seed)}) == 16


def test_falls_come_with_different_live_sets_and_leave_nothing_behind() -> None:
    search = FallSearch(board(3, 3))
    listed = [fall.live for fall in search.falls(5)]
    first = set(listed)
    assert len(listed) == len({board(3, 3).canonical(live) for live in listed})
    assert {board(3, 3).canonical(fall.live) for fall in search.falls(5)} == {
        board(3, 3).canonical(live) for live in first
    }
    slow = literal.Literal(3, 3)
    b = board(3, 3)
    record = {
        b.canonical(literal.mask(live, 3))
        for live in slow.live_sets()
        for after in slow.moves(live).values()
        if len(live) - len(after) - 1 >= 5
    }
    assert {b.canonical(live) for live in first} == record


def test_with_every_closure_each_comes_once_up_to_symmetry() -> None:
    b = board(3, 3)

    def least(live: int, closure: int) -> tuple[int, int]:
        return min((b.image(live, image), image[closure]) for image in b.symmetries)

    slow = literal.Literal(3, 3)
    wanted = {
        least(literal.mask(live, 3), closure[0] * 4 + closure[1])
        for live in slow.live_sets()
        for closure, after in slow.moves(live).items()
        if len(live) - len(after) - 1 == 4
    }
    found = [
        least(fall.live, fall.closure)
        for fall in FallSearch(b).falls(4, exactly=True, every_closure=True)
    ]
    assert set(found) == wanted
    assert len(found) == len(wanted)


def test_a_fall_can_be_reached_by_play() -> None:
    for seed in range(5):
        fall = FallSearch(board(4, 5), rng=Random(seed)).find(10)
        assert fall is not None
        fences = needed_fences(fall.board, fall.live, rng=Random(seed))
        order = least_order(fall.board, fences)
        assert order is not None
        position = replay(fall.board, (*order, fall.closure))
        assert not position.faults
        assert position.fallen.bit_count() >= fall.size


def test_needed_fences_leave_the_live_set_and_none_can_be_left_out() -> None:
    b = board(3, 3)
    for live in literal.Literal(3, 3).live_sets():
        mask = literal.mask(live, 3)
        for rng in (None, Random(1)):
            fences = needed_fences(b, mask, rng=rng)
            assert b.settle(b.full & ~fences) == mask
            for crossing in bits(fences):
                assert b.settle(b.full & ~fences | 1 << crossing) != mask
        assert needed_fences(b, mask, keep=b.full & ~mask) == b.full & ~mask


def test_a_cut_off_search_is_unknown() -> None:
    with pytest.raises(BudgetError):
        FallSearch(board(6, 6), Budget(work=20)).maximum()


@pytest.mark.parametrize("size", [(3, 3), (4, 4)])
def test_that_no_more_can_fall_is_proven_to_an_outside_checker(size: tuple[int, int]) -> None:
    proof = FallSearch(board(*size)).refutation(MAXIMA[size] + 1)
    assert check_files(proof.dimacs(), proof.drup()) > 0
    with pytest.raises(ValueError, match="can fall"):
        FallSearch(board(*size)).refutation(MAXIMA[size])


@pytest.mark.prove
@pytest.mark.parametrize("size", [(5, 5), (6, 6)])
def test_the_greatest_falls_of_larger_boards_are_proven_too(size: tuple[int, int]) -> None:
    proof = FallSearch(board(*size)).refutation(MAXIMA[size] + 1)
    assert check_files(proof.dimacs(), proof.drup()) > 0


@pytest.mark.prove
def test_on_7x7_at_most_38_fall() -> None:
    best = FallSearch(board(7, 7)).maximum()
    assert best is not None
    assert best.size == 38
    assert confirmed(best)
