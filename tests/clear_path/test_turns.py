"""Turns as sets are what the literal rules, stone by stone, allow."""

from __future__ import annotations

import itertools
import random

import pytest

from crossfall.solver.budget import Budget
from crossfall.solver.clear_path import turns as t
from crossfall.solver.clear_path.board import bits, board_of
from crossfall.solver.clear_path.rules import (
    ClearPathPosition,
    again_points,
    forbidden_points,
)
from crossfall.solver.clear_path.sampling import _random_turn
from crossfall.solver.clear_path.search import any_win
from crossfall.solver.clear_path.wins import longest_turns, minimal_wins, smallest_wins
from tests.clear_path import literal
from tests.clear_path.states import mask_of, position_of

# Width, height, empty points, how many positions.
MANY = [
    (3, 3, 6, 60),
    (4, 4, 7, 200),
    (5, 5, 7, 150),
    (6, 6, 7, 150),
    (3, 6, 7, 150),
    (7, 2, 7, 100),
]
FEW = [(w, h, e - 1, n // 10) for w, h, e, n in MANY]


def states(plan: list[tuple[int, int, int, int]], seed: int = 0) -> list[literal.State]:
    rng = random.Random(seed)
    found = [
        literal.random_state(w, h, e - rng.randrange(3), rng)
        for w, h, e, n in plan
        for _ in range(n)
    ]
    return [state for state in found if position_of(state).outcome().value == "ongoing"]


def check_turns(state: literal.State) -> None:
    position = position_of(state)
    board, own, empty = position.board, position.own, position.empty
    expected = literal.turns(state)
    quiet = list(t.quiet_turns(board, position.turn, own, empty))
    winning = list(t.winning_turns(board, position.turn, own, empty))
    assert len(set(quiet)) == len(quiet)
    assert len(set(winning)) == len(winning)
    assert set(quiet) == {mask_of(board, s) for s, wins in expected.items() if not wins}
    assert set(winning) == {mask_of(board, s) for s, wins in expected.items() if wins}
    assert t.wins_now(board, position.turn, own, empty) == any(expected.values())
    assert expected or not any(True for _ in position.moves())


@pytest.mark.parametrize("seed", range(2))
def test_the_set_generator_gives_what_placing_stone_by_stone_gives(seed: int) -> None:
    for state in states(MANY, seed):
        check_turns(state)


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(2, 24))
def test_the_set_generator_gives_what_placing_gives_on_thousands(seed: int) -> None:
    for state in states(MANY, seed):
        check_turns(state)


def test_every_series_of_placements_is_an_order_of_one_of_the_sets() -> None:
    for state in states(FEW, seed=9):
        every = {frozenset(series): wins for series, wins in literal.sequences(state)}
        assert every == literal.turns(state)


def test_the_source_count_of_orders_and_sets_shows_why_sets_are_searched() -> None:
    rng = random.Random(5)
    orders = sets = 0
    for _ in range(10):
        series = [s for s, _ in literal.sequences(literal.random_state(4, 4, 8, rng))]
        orders += len(series)
        sets += len({frozenset(s) for s in series})
    assert orders > 2 * sets


def test_a_set_is_a_legal_turn_exactly_if_an_order_of_it_is() -> None:
    for state in states(FEW, seed=1):
        position = position_of(state)
        board, own, empty = position.board, position.own, position.empty
        legal: dict[frozenset[literal.Point], list[tuple[str, ...]]] = {}
        for series, _ in literal.sequences(state):
            legal.setdefault(frozenset(series), []).append(tuple(map(literal.name, series)))
        for size in range(1, 4):
            for some in itertools.combinations(literal.points(*state[:2]), size):
                turn = mask_of(board, frozenset(some))
                if turn & ~empty:
                    continue
                orders = legal.get(frozenset(some), [])
                lasts = {order[-1] for order in orders}
                found = t.last_points(board, position.turn, own, empty, turn)
                assert set(board.names(found)) == lasts
                least = t.least_order(board, position.turn, own, empty, turn)
                index = {literal.name(p): p for p in some}
                assert tuple(board.name(p) for p in least) == min(
                    orders, key=lambda order: [index[p] for p in order], default=()
                )


def test_forbidden_are_the_points_that_no_legal_chain_starts_with() -> None:
    for state in states(FEW, seed=2):
        position = position_of(state)
        starts = {series[0] for series, _ in literal.sequences(state)}
        allowed = mask_of(position.board, frozenset(starts))
        assert forbidden_points(position) == position.empty & ~allowed


def test_placing_again_is_for_every_surrounded_point_where_that_stone_does_not_win() -> None:
    for state in states(MANY, seed=3):
        width, height, red, blue, player = state
        expected = set()
        for point in literal.points(width, height):
            if point in red | blue:
                continue
            free = [p for p in literal.beside(width, height, point) if p not in red | blue]
            own = (blue if player else red) | {point}
            if len(free) <= 1 and not literal.has_path(
                width, height, player, frozenset(own), False
            ):
                expected.add(point)
        position = position_of(state)
        assert again_points(position) == mask_of(position.board, frozenset(expected))


def test_minimal_smallest_and_longest_sets_are_those_among_all_turns() -> None:
    budget = Budget()
    winners = 0
    for state in states(MANY, seed=4)[::2]:
        position = position_of(state)
        board, own, empty = position.board, position.own, position.empty
        everything = literal.turns(state)
        winning = [s for s, wins in everything.items() if wins]
        winners += bool(winning)
        minimal = [s for s in winning if not any(less < s for less in winning)]
        found = minimal_wins(board, position.turn, own, empty, budget)
        assert sorted(found) == sorted(mask_of(board, s) for s in minimal)
        least = min(map(len, winning), default=0)
        smallest = smallest_wins(board, position.turn, own, empty, budget)
        assert sorted(smallest) == sorted(mask_of(board, s) for s in winning if len(s) == least)
        most = max(map(len, everything), default=0)
        longest = longest_turns(board, position.turn, own, empty, budget)
        assert sorted(longest) == sorted(mask_of(board, s) for s in everything if len(s) == most)
    assert winners > 20


def test_cut_off_equals_the_others_diagonal_path() -> None:
    rng = random.Random(7)
    seen = set()
    for _ in range(3000):
        board = board_of(rng.randrange(1, 14), rng.randrange(1, 14))
        stones = sum(p for p in bits(board.full) if rng.random() < rng.choice((0.4, 0.6)))
        points = frozenset(board.place(p) for p in bits(stones))
        for player in (0, 1):
            blocked = t.cut_off(board, 1 - player, stones)
            assert blocked == t.joined_diagonally(board, player, stones)
            assert blocked == literal.has_path(board.width, board.height, player, points, True)
            room = frozenset(literal.points(board.width, board.height)) - points
            joined = literal.has_path(board.width, board.height, 1 - player, room, False)
            assert blocked != joined
            seen.add((player, blocked))
    assert len(seen) == 4


@pytest.mark.parametrize(("width", "height"), [(2, 2), (3, 3), (2, 3), (3, 2)])
def test_from_every_two_clear_position_there_is_a_legal_turn(width: int, height: int) -> None:
    board = board_of(width, height)
    places = literal.points(width, height)
    count = 0
    for colours in itertools.product((0, 1, 2), repeat=width * height):
        red, blue = (
            frozenset(p for p, c in zip(places, colours, strict=True) if c == player)
            for player in (0, 1)
        )
        two_clear = literal.is_two_clear((width, height, red, blue, 0))
        stones = mask_of(board, red), mask_of(board, blue)
        assert two_clear != any(t.joined_diagonally(board, p, stones[p]) for p in (0, 1))
        if not two_clear:
            continue
        count += 1
        for turn in (0, 1):
            assert next(literal.sequences((width, height, red, blue, turn)), None)
            position = ClearPathPosition(board, *stones, turn)
            assert any(True for _ in position.moves())
    assert count > 10


@pytest.mark.parametrize("count", [200, pytest.param(6000, marks=pytest.mark.prove)])
def test_from_random_two_clear_positions_up_to_thirteen_there_is_a_legal_turn(count: int) -> None:
    rng = random.Random(8)
    tried = 0
    while tried < count:
        width, height = rng.randrange(4, 14), rng.randrange(4, 14)
        share = rng.uniform(0.5, 0.95)
        places = [p for p in literal.points(width, height) if rng.random() < share]
        red = frozenset(p for p in places if rng.random() < 0.5)
        blue = frozenset(places) - red
        if not literal.is_two_clear((width, height, red, blue, 0)):
            continue
        tried += 1
        for turn in (0, 1):
            state = width, height, red, blue, turn
            position = position_of(state)
            board, own, empty = position.board, position.own, position.empty
            assert t.may_start(board, turn, own, empty)
            found = _random_turn(position, rng) or any_win(board, turn, own, empty)
            assert_legal(state, [board.place(p) for p in position_order(position, found)])


def position_order(position: ClearPathPosition, turn: int) -> tuple[int, ...]:
    return t.least_order(position.board, position.turn, position.own, position.empty, turn)


def assert_legal(state: literal.State, series: list[literal.Point]) -> None:
    """That the stones, one after another, are a whole turn by the letter."""
    width, height, red, blue, player = state
    own, taken = set(blue if player else red), set(red | blue)
    for number, point in enumerate(series, start=1):
        assert point not in taken
        free = [p for p in literal.beside(width, height, point) if p not in taken]
        own.add(point)
        taken.add(point)
        wins = literal.has_path(width, height, player, frozenset(own), diagonal=False)
        assert (wins or len(free) >= 2) == (number == len(series))
    assert wins or not literal.has_path(width, height, player, frozenset(own), diagonal=True)


def test_dead_ends_by_the_dozen_do_not_slow_down_what_is_judged_by_floods() -> None:
    # A 13x13 board with 36 dead-end points: 2 to the power 36 sets can be filled.
    board = board_of(13, 13)
    empty = sum(board.at(x, y) for x in range(1, 13, 2) for y in range(1, 13, 2))
    empty |= board.mask("m1 m2 m3 l1 l3 l2 k1 k2 k3")
    blue = board.full & ~empty & board.mask("a1 a2 a3 a4")
    assert t.may_start(board, 0, 0, empty)
    assert not t.wins_now(board, 1, blue, empty)
