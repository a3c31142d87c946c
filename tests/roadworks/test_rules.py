"""The rules of Roadworks, each ruling in plain words, against the letter of the rules."""

from itertools import combinations, permutations
from random import Random

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crossfall.solver.position import Outcome
from crossfall.solver.roadworks.rules import (
    LEVELS,
    Board,
    Position,
    board,
    can_reopen_all,
    from_fences,
    least_order,
    live_set,
    replay,
    start,
)
from tests.roadworks.literal import Literal, graph, mask


def at(board_: Board, *names: str) -> tuple[int, ...]:
    """The crossings of these names, worked out here: columns from a, rows from 1."""
    rows = board_.height + 1
    return tuple("abcdefghijk".index(n[0]) * rows + int(n[1:]) - 1 for n in names)


def played(size: tuple[int, int], closed: str, falling: bool = True) -> Position:
    board_ = board(*size, falling)
    return replay(board_, at(board_, *closed.split()))


def codes(position: Position) -> list[str]:
    return [problem.code for problem in position.problems()]


def messages(position: Position) -> str:
    return "; ".join(problem.message for problem in position.problems())


# --- the board -------------------------------------------------------------------------------


def test_the_levels_are_the_sources() -> None:
    assert LEVELS == {1: (3, 3, False), 2: (3, 3, True), 3: (4, 4, True), 4: (5, 5, True)}


def test_a_is_bottom_left_and_b_top_right_and_columns_have_letters() -> None:
    wide = board(4, 2)
    assert wide.names(wide.full)[:4] == ("a1", "a2", "a3", "b1")
    assert (wide.name(wide.a), wide.name(wide.b)) == ("a1", "e3")
    assert wide.size == "4x2"


@pytest.mark.parametrize("size", [(0, 1), (1, 0), (0, 0), (-1, 3), (1000, 1000), (26, 1)])
def test_there_is_no_board_of_no_blocks_and_none_without_letters(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="expected 1x1 to 25x25"):
        board(*size)


def test_neither_a_nor_b_is_ever_closed() -> None:
    for falling in (True, False):
        closable = set(start(board(3, 3, falling)).moves())
        assert closable == set(range(16)) - {0, 15}
    for end in ("a1", "d4"):
        assert codes(played((3, 3), end)) == ["impossible-position"]


# --- the source's example --------------------------------------------------------------------


def test_in_the_sources_example_a2_and_a4_fall_together_after_the_second_closure() -> None:
    one = played((3, 3), "b2")
    assert one.fallen == 0
    two = played((3, 3), "b2 a3")
    assert two.board.names(two.fallen) == ("a2", "a4")
    # The other order: a4 goes one closure earlier.
    assert two.board.names(played((3, 3), "a3").fallen) == ("a4",)
    assert two.board.names(played((3, 3), "a3 b2").fallen) == ("a2", "a4")


def test_in_the_sources_example_b1_then_loses_for_the_first_player() -> None:
    end = played((3, 3), "b2 a3").play(*at(board(3, 3), "b1"))
    assert end.outcome() is Outcome.WON_BY_1
    # Nothing falls after the closure that cuts A from B.
    assert end.board.names(end.fallen) == ("a2", "a4")
    assert list(end.moves()) == []


def test_whoever_cuts_a_from_b_loses() -> None:
    assert played((1, 1), "a2").play(*at(board(1, 1), "b1")).outcome() is Outcome.WON_BY_0
    assert played((3, 3), "a2").play(*at(board(3, 3), "b1")).outcome() is Outcome.WON_BY_0
    assert played((3, 3), "a2").outcome() is Outcome.ONGOING


def test_without_falling_nothing_falls() -> None:
    position = played((3, 3), "b2 a3 d1", falling=False)
    assert position.fallen == 0
    assert not position.problems()


# --- falls -----------------------------------------------------------------------------------


@given(size=st.tuples(st.integers(1, 4), st.integers(1, 4)), seed=st.integers(0, 10_000))
@settings(max_examples=120, deadline=None)
def test_what_falls_is_what_lies_off_the_two_connected_part_with_the_edge_from_a_to_b(
    size: tuple[int, int], seed: int
) -> None:
    follow_a_game(size, seed)


@pytest.mark.parametrize("size", [(10, 10), (9, 8), (1, 20), (12, 6)], ids=str)
def test_boards_of_more_than_64_crossings_follow_the_same_rules(size: tuple[int, int]) -> None:
    follow_a_game(size, seed=7, most=25)


def follow_a_game(size: tuple[int, int], seed: int, most: int = 99) -> None:
    """Play at random and compare every step with the literal rules."""
    rng, rules = Random(seed), Literal(*size)
    position, live = start(board(*size)), rules.full
    for _ in range(most):
        assert position.open == mask(live, size[1])
        closable = sorted(live - {rules.a, rules.b})
        if not closable:
            break
        point = rng.choice(closable)
        crossing = point[0] * (size[1] + 1) + point[1]
        left = rules.after(live, point)
        assert bool(position.safe >> crossing & 1) == (left is not None)
        if left is None:
            assert position.cut_crossings >> crossing & 1
            assert position.play(crossing).outcome() is not Outcome.ONGOING
            break
        assert position.falls(crossing) == mask(live - {point} - left, size[1])
        position, live = position.play(crossing), left
        assert not position.faults


@given(size=st.tuples(st.integers(1, 5), st.integers(1, 5)), data=st.data())
@settings(max_examples=200, deadline=None)
def test_falls_are_monotone_what_falls_with_fewer_fences_has_fallen_with_more(
    size: tuple[int, int], data: st.DataObject
) -> None:
    board_ = board(*size)
    fewer = data.draw(st.integers(0, board_.full)) & ~board_.ends
    more = fewer | data.draw(st.integers(0, board_.full)) & ~board_.ends
    assert board_.settle(board_.full & ~more) & ~board_.settle(board_.full & ~fewer) == 0


@given(size=st.tuples(st.integers(1, 5), st.integers(1, 5)), open_=st.integers(0, 2**36 - 1))
@settings(max_examples=200, deadline=None)
def test_falling_once_is_enough(size: tuple[int, int], open_: int) -> None:
    board_ = board(*size)
    stays = board_.settle(open_ & board_.full | board_.ends)
    assert board_.settle(stays) == stays if stays else True


@given(size=st.tuples(st.integers(1, 5), st.integers(1, 5)), open_=st.integers(0, 2**36 - 1))
@settings(max_examples=200, deadline=None)
def test_symmetric_positions_lose_symmetric_crossings(size: tuple[int, int], open_: int) -> None:
    board_ = board(*size)
    open_ = open_ & board_.full | board_.ends
    assert len(board_.symmetries) == (4 if size[0] == size[1] else 2)
    for symmetry in board_.symmetries:
        assert sorted(symmetry) == list(range(board_.grid.count))
        image = board_.image(open_, symmetry)
        assert board_.settle(image) == board_.image(board_.settle(open_), symmetry)
        assert board_.canonical(image) == board_.canonical(open_)


@pytest.mark.parametrize("size", [(2, 2), (3, 3), (2, 4), (5, 3)], ids=str)
def test_the_symmetries_keep_the_streets_and_the_pair_of_a_and_b(size: tuple[int, int]) -> None:
    board_, rules = board(*size), Literal(*size)
    rows = size[1] + 1
    edges = {frozenset(x * rows + y for x, y in edge) for edge in graph(rules.full).edges}
    for symmetry in board_.symmetries:
        assert {frozenset(symmetry[c] for c in edge) for edge in edges} == edges
        assert {symmetry[0], symmetry[board_.b]} == {0, board_.b}


@pytest.mark.parametrize(
    ("size", "most"), [((3, 3), 5), pytest.param((3, 4), 8, marks=pytest.mark.prove)], ids=str
)
def test_the_greatest_falls_are_the_known_ones(size: tuple[int, int], most: int) -> None:
    found = 0
    for live in Literal(*size).live_sets():
        position = live_set(board(*size), mask(live, size[1]))
        safe = [c for c in range(position.board.grid.count) if position.safe >> c & 1]
        found = max([found, *(position.falls(c).bit_count() for c in safe)])
    assert found == most


def test_a_live_set_is_a_set_with_a_and_b_that_the_edge_from_a_to_b_makes_two_connected() -> None:
    board_, rules = board(2, 2), Literal(2, 2)
    reached = rules.live_sets()
    inner = sorted(rules.full - {rules.a, rules.b})
    for size in range(len(inner) + 1):
        for chosen in combinations(inner, size):
            live = frozenset(chosen) | {rules.a, rules.b}
            with_edge = graph(live)
            joined = nx.has_path(with_edge, rules.a, rules.b)
            with_edge.add_edge(rules.a, rules.b)
            expected = joined and nx.is_biconnected(with_edge)
            assert (live in reached) == expected
            assert (not live_set(board_, mask(live, 2)).faults) == expected


def test_closing_any_crossing_of_one_street_leaves_the_same_position() -> None:
    for live in Literal(3, 3).live_sets():
        streets = graph(live)
        position = live_set(board(3, 3), mask(live, 3))
        for one, other in streets.edges:
            if {one, other} & {(0, 0), (3, 3)} or streets.degree[one] != 2:
                continue
            if streets.degree[other] == 2:
                first, second = (x * 4 + y for x, y in (one, other))
                if position.safe >> first & 1:
                    assert position.after(first) == position.after(second)


def test_without_falling_the_number_of_closures_left_is_odd_or_even_from_the_start() -> None:
    rng = Random(5)
    for width, height in [(3, 3), (2, 3), (4, 4), (5, 5), (1, 1)]:
        for _ in range(5):
            position, count = start(board(width, height, falling=False)), 0
            while position.safe:
                safe = [c for c in range(position.board.grid.count) if position.safe >> c & 1]
                position = position.play(rng.choice(safe))
                count += 1
            assert count % 2 == width * height % 2


# --- what is impossible ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("closed", "said"),
    [
        ("a3 a4", "a4 cannot be closed: it fell when a3 was closed"),
        ("b2 b2", "b2 cannot be closed: it is closed already"),
        ("a1", "a1 cannot be closed: it is A"),
        ("d4", "d4 cannot be closed: it is B"),
    ],
)
def test_an_impossible_closure_is_named_with_its_reason(closed: str, said: str) -> None:
    position = played((3, 3), closed)
    assert codes(position) == ["impossible-position"]
    assert messages(position) == said


def test_every_reason_is_given_at_once() -> None:
    position = played((3, 3), "a1 a3 a4 a3 d4")
    assert codes(position) == ["impossible-position"] * 4


def test_an_order_that_is_given_must_work_even_if_another_would() -> None:
    assert codes(played((3, 3), "a3 a4")) == ["impossible-position"]
    assert codes(played((3, 3), "a4 a3")) == []
    # Drawn, the order is open: the least that works is taken, here not the least of all.
    board_ = board(3, 3)
    drawn = from_fences(board_, sum(1 << c for c in at(board_, "a3", "a4")))
    assert (drawn.closures, drawn.turn, codes(drawn)) == (at(board_, "a4", "a3"), 0, [])


def test_a_last_closure_that_cuts_a_from_b_ends_the_game() -> None:
    assert codes(played((3, 3), "a2 b1")) == ["game-over"]
    assert codes(played((3, 3), "b2 a3 b1")) == ["game-over"]


def test_an_earlier_closure_that_cuts_a_from_b_is_impossible_too() -> None:
    position = played((3, 3), "a2 b1 c3")
    assert sorted(codes(position)) == ["game-over", "impossible-position"]
    assert "c3 cannot be closed: the game was over before" in messages(position)


def orders_that_work(rules: Literal, points: tuple[tuple[int, int], ...]) -> list[tuple[int, ...]]:
    """Every order in which all these closures are safe, as crossings, by trying all."""
    rows = rules.b[1] + 1
    found = []
    for order in permutations(points):
        live = rules.full
        for point in order:
            left = rules.after(live, point) if point in live - {rules.a, rules.b} else None
            if left is None:
                break
            live = left
        else:
            found.append(tuple(x * rows + y for x, y in order))
    return found


@pytest.mark.parametrize("size", [(1, 1), (1, 2), (2, 2), (3, 2), (3, 3)], ids=str)
def test_the_least_order_is_the_least_of_all_that_work(size: tuple[int, int]) -> None:
    rules, rng = Literal(*size), Random(2)
    points = sorted(rules.full)
    for _ in range(60):
        chosen = tuple(rng.sample(points, min(rng.randint(0, 5), len(points))))
        working = orders_that_work(rules, chosen)
        fences = mask(set(chosen), size[1])
        assert least_order(board(*size), fences) == (min(working) if working else None)


def test_which_fence_is_taken_up_first_does_not_matter() -> None:
    rules, rng = Literal(3, 3), Random(11)
    inner = sorted(rules.full - {rules.a, rules.b})
    for _ in range(150):
        fences = set(rng.sample(inner, rng.randint(1, 9)))
        open_ = graph(rules.full - fences)
        if not nx.has_path(open_, rules.a, rules.b):
            continue
        taken_up = [taken_up_at_random(rules, set(fences), rng) for _ in range(4)]
        assert len(set(taken_up)) == 1
        assert can_reopen_all(board(3, 3), mask(fences, 3)) == taken_up[0]


def taken_up_at_random(rules: Literal, fences: set[tuple[int, int]], rng: Random) -> bool:
    while fences:
        free = []
        for point in sorted(fences):
            opened = graph((rules.full - fences) | {point})
            opened.add_edge(rules.a, rules.b)
            parts = nx.biconnected_components(opened)
            if point in next(p for p in parts if rules.a in p and rules.b in p):
                free.append(point)
        if not free:
            return False
        fences.remove(rng.choice(free))
    return True


def test_fences_that_leave_a_and_b_joined_can_always_be_put_up_in_some_order() -> None:
    for size in [(2, 2), (1, 4), (3, 2)]:
        board_ = board(*size)
        for fences in range(board_.full + 1):
            if not fences & board_.ends and board_.joined(board_.full & ~fences):
                assert can_reopen_all(board_, fences), board_.names(fences)


@pytest.mark.parametrize("size", [(1, 1), (1, 2), (2, 2)], ids=str)
def test_drawn_fences_are_possible_over_or_neither_as_trying_all_orders_says(
    size: tuple[int, int],
) -> None:
    board_, rules = board(*size), Literal(*size)
    inner = sorted(rules.full - {rules.a, rules.b})
    for number in range(min(len(inner), 5) + 1):
        for chosen in combinations(inner, number):
            drawn = from_fences(board_, mask(set(chosen), size[1]))
            if orders_that_work(rules, chosen):
                expected = []
            elif any(ends_the_game(rules, chosen, last) for last in chosen):
                expected = ["game-over"]
            else:
                expected = ["impossible-position"]
            assert codes(drawn) == expected, chosen


def ends_the_game(
    rules: Literal, chosen: tuple[tuple[int, int], ...], last: tuple[int, int]
) -> bool:
    """Whether some order works in which `last` comes last, live, and cuts A from B."""
    before = tuple(point for point in chosen if point != last)
    for order in orders_that_work(rules, before):
        live = rules.full
        for crossing in order:
            live = rules.after(live, divmod(crossing, rules.b[1] + 1)) or live
        if last in live and rules.after(live, last) is None:
            return True
    return False


def test_a_drawn_a_or_b_is_never_closed() -> None:
    board_ = board(3, 3)
    for end in ("a1", "d4"):
        position = from_fences(board_, sum(1 << c for c in at(board_, end, "b2")))
        assert "impossible-position" in codes(position)


def test_what_is_drawn_fallen_must_have_fallen() -> None:
    board_ = board(3, 3)
    fences = sum(1 << c for c in at(board_, "b2", "a3"))
    fallen = sum(1 << c for c in at(board_, "a2", "a4"))
    assert not from_fences(board_, fences, fallen).faults
    more = fallen | 1 << at(board_, "d1")[0]
    assert "d1 is drawn fallen" in messages(from_fences(board_, fences, more))


def test_a_live_set_without_a_or_b_or_with_a_dead_end_is_impossible() -> None:
    board_ = board(2, 2)
    a, b, dead = (1 << c for c in at(board_, "a1", "c3", "a3"))
    assert codes(live_set(board_, board_.full & ~a)) == ["impossible-position"]
    assert codes(live_set(board_, board_.full & ~a & ~b)) == ["impossible-position"] * 2
    street = sum(1 << c for c in at(board_, "a1", "a2", "b2", "c2", "c3"))
    assert not live_set(board_, street).faults
    assert codes(live_set(board_, street | dead)) == ["impossible-position"]
    assert codes(live_set(board_, a | b)) == ["game-over"]


# --- who plays -------------------------------------------------------------------------------


def test_players_alternate_and_the_future_depends_on_the_live_set_alone() -> None:
    assert start(board(3, 3)).turn == 0
    one, two = played((3, 3), "a2 b2"), played((3, 3), "b2 a2")
    assert (played((3, 3), "a2").turn, one.turn) == (1, 0)
    assert one.key() == two.key()
    # The same crossings are gone by another way: a4 fell or was closed.
    assert played((3, 3), "a3").key() != played((3, 3), "a4").key()
    assert played((3, 3), "b3 b4").open == played((3, 3), "b3 a4").open
