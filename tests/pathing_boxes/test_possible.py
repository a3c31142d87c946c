"""Which hand-made positions are possible, against every order of play tried by hand."""

import random
from dataclasses import replace
from itertools import product

import pytest

from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.pathing_boxes.board import board
from crossfall.solver.pathing_boxes.play_finder import PlayFinder
from crossfall.solver.pathing_boxes.possible import position_problems, turns_fit
from crossfall.solver.pathing_boxes.rules import CLASSIC, PathingPosition, X, Y
from tests.pathing_boxes.positions import position, random_position, swaps


def codes(here: PathingPosition) -> list[str]:
    return [problem.code for problem in position_problems(here)]


def test_a_possible_position_has_no_problem() -> None:
    assert codes(swaps(CLASSIC, "A1-B1 A1-A2 B1-B2 A2-B2")) == []


def test_a_standing_line_is_a_finished_game() -> None:
    assert codes(position("XXXX Y... Y... Y..Y")) == ["game-over"]
    assert codes(position("XXXX .... .... YYYY")) == ["game-over", "game-over"]


def test_boxes_must_be_those_that_the_edges_close() -> None:
    three = "A1-B1 A1-A2 B1-B2"
    assert codes(position("X... .... .... ....", three, score=(1, 0))) == ["impossible-position"]
    assert codes(position("X... .... .... ....", three + " A2-B2")) == ["impossible-position"]
    assert codes(position("X... .... .... ....", three + " A2-B2", score=(0, 1))) == []


def test_owners_must_own_closed_boxes_and_agree_with_the_score() -> None:
    closed = position("X... .... .... ....", "A1-B1 A1-A2 B1-B2 A2-B2", score=(0, 1))
    assert codes(replace(closed, owned=(0, 1))) == []
    assert codes(replace(closed, owned=(1, 0))) == ["impossible-position"]
    assert codes(replace(closed, owned=(0, 2))) == ["impossible-position"]


def every_end(edges: list[int], first: int, finals: bool) -> set[tuple[int, tuple[int, int]]]:
    """Side to move and owners after every order of some edges, by trying all of them."""
    start = PathingPosition(0, 0, turn=first, board=board(finals))
    level = {start}
    for _ in edges:
        level = {
            replace(here.play(edge), last=None)
            for here in level
            for edge in edges
            if not here.filled >> edge & 1
        }
    return {(here.turn, here.owned) for here in level}


@pytest.mark.parametrize("finals", [False, True])
def test_turns_fit_exactly_when_some_order_of_the_edges_leads_there(finals: bool) -> None:
    rng = random.Random(f"orders {finals}")
    the_board = board(finals)
    checked = 0
    for _ in range(6):
        # Edges of a few neighbouring boxes, so that boxes and double boxes are there.
        box_sets = [*rng.sample(the_board.boxes, 2), rng.choice(the_board.boxes)]
        pool = sorted({e for mask in box_sets for e in range(the_board.edges) if mask >> e & 1})
        edges = pool[:9]
        filled = sum(1 << edge for edge in edges)
        complete = [b for b, mask in enumerate(the_board.boxes) if filled & mask == mask]
        ends = {first: every_end(edges, first, finals) for first in (X, Y)}
        for owners in product((X, Y), repeat=len(complete)):
            owned = [0, 0]
            for box, owner in zip(complete, owners, strict=True):
                owned[owner] |= 1 << box
            score = (owners.count(X), owners.count(Y))
            for first, turn in product((X, Y), repeat=2):
                exact = PathingPosition(
                    0, 0, filled, turn, score, (owned[0], owned[1]), board=the_board
                )
                counted = replace(exact, owned=(0, 0))
                ending = {(t, (o[0].bit_count(), o[1].bit_count())) for t, o in ends[first]}
                assert turns_fit(exact, first) == ((turn, exact.owned) in ends[first])
                assert turns_fit(counted, first) == ((turn, score) in ending)
                checked += 1
    assert checked > 20


def test_one_swap_can_close_two_boxes_so_counting_is_not_enough() -> None:
    # Seven edges, two boxes: closed by one swap (6 turns pass) or by two (5 pass).
    edges = "A1-B1 A1-A2 A2-B2 B1-C1 B2-C2 C1-C2 B1-B2"
    both = position("X... .... .... ....", edges, "X", (2, 0))
    assert turns_fit(both, X)
    assert turns_fit(both, Y)
    split = position("X... .... .... ....", edges, "X", (1, 1))
    assert not turns_fit(split, X)


def check_order(start: PathingPosition, here: PathingPosition, work: int) -> None:
    """The order found leads from `start` to `here`, and no line stands before its end."""
    shown = replace(here, owned=(0, 0), last=None)
    found = PlayFinder(shown, (start.x, start.y), start.turn, Budget(work=work)).find()
    assert found is not None
    reached = start
    for edge in found:
        assert reached.winner() is None
        reached = reached.play(edge)
    assert replace(reached, owned=(0, 0), last=None) == shown


@pytest.mark.parametrize("finals", [False, True])
def test_a_real_order_of_swaps_is_found_for_positions_of_play(finals: bool) -> None:
    rng = random.Random(f"play {finals}")
    for _ in range(10):
        here, start, _ = random_position(rng, "waves", finals, 14 if finals else 12)
        check_order(start, here, work=50_000)


def test_a_real_order_is_found_from_both_ends_where_most_edges_are_filled() -> None:
    rng = random.Random("long")
    here, start, _ = random_position(rng, "waves", True, 2)
    check_order(start, here, work=80_000)


@pytest.mark.parametrize("finals", [False, True])
def test_some_start_is_found_where_none_is_given(finals: bool) -> None:
    rng = random.Random(f"any {finals}")
    for _ in range(5):
        here, _, _ = random_position(rng, "waves", finals, 8)
        shown = replace(here, owned=(0, 0), last=None)
        found = PlayFinder(shown, None, None, Budget(work=5_000)).find()
        assert found is not None
        assert len(found) == shown.filled.bit_count()


def test_cells_that_no_order_leads_to_are_proven_impossible() -> None:
    here = position("YX.Y X..X Y..Y X.YX", "A1-B1")
    assert PlayFinder(here, (CLASSIC.x, CLASSIC.y), None, Budget()).find() is None
    far = position("XY.Y X..X Y..Y X.XY", "A1-B1", "Y")
    assert PlayFinder(far, (CLASSIC.x, CLASSIC.y), X, Budget()).find() is None


def test_a_line_on_the_way_is_no_way() -> None:
    # Over these two edges X's line stands in between, whichever comes first.
    start = position("XXX. ...X .... ....", finals=False)
    here = position("XXX. .... ...X ....", "D1-D2 D2-D3", "X")
    found = PlayFinder(here, (start.x, start.y), X, Budget()).find()
    assert found is not None  # D2-D3 first
    gone = position("XXX. ...X .... ....", "D1-D2 C1-D1", "X")
    assert PlayFinder(gone, (start.x, start.y), X, Budget()).find() is None


def test_out_of_budget_is_not_impossible() -> None:
    rng = random.Random(9)
    here, start, _ = random_position(rng, "waves", True, 6)
    with pytest.raises(BudgetError):
        PlayFinder(here, (start.x, start.y), start.turn, Budget(work=3)).find()
