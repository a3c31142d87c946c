"""Exact answers agree with the literal rules, with tables and without."""

from __future__ import annotations

import random

import pytest

from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.roadworks.nimbers import Oracle, distinct_closures, oracle
from crossfall.solver.roadworks.rules import board
from tests.roadworks.literal import Literal, mask


@pytest.mark.parametrize("tables", [True, False], ids=["table", "search"])
@pytest.mark.parametrize(
    "size", [(1, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2), (3, 3)], ids=lambda s: f"{s[0]}x{s[1]}"
)
def test_every_position_of_a_small_board_has_its_literal_answers(
    size: tuple[int, int], tables: bool
) -> None:
    width, height = size
    literal = Literal(width, height)
    board_ = board(width, height)
    ours = Oracle(board_, tables=tables)
    for live in literal.live_sets():
        open_ = mask(live, height)
        assert ours.winning(open_, Budget()) == mask(literal.winning(live), height)
        assert ours.nimber(open_, Budget()) == literal.nimber(live)
        assert ours.is_lost(open_, Budget()) == (literal.nimber(live) == 0)
        left = {mask({c}, height): mask(after, height) for c, after in literal.moves(live).items()}
        listed = distinct_closures(board_, open_)
        assert {
            1 << c: after
            for closures, after in listed
            for c in range(board_.grid.count)
            if closures >> c & 1
        } == left
        assert len({after for _, after in listed}) == len(listed)


def test_early_positions_of_larger_boards_have_their_literal_closures() -> None:
    # Most of their crossings have all eight neighbours, which small boards hardly show.
    rng = random.Random(6)
    for width, height in ((5, 5), (6, 6), (7, 4)):
        literal = Literal(width, height)
        board_ = board(width, height)
        for _ in range(3):
            live = literal.full
            for _ in range(rng.randint(0, 6)):
                live = rng.choice(sorted(literal.moves(live).items()))[1]
            left = {c: mask(after, height) for c, after in literal.moves(live).items()}
            found = {}
            for closures, after in distinct_closures(board_, mask(live, height)):
                for c in range(board_.grid.count):
                    if closures >> c & 1:
                        found[divmod(c, height + 1)] = after
            assert found == left


@pytest.mark.parametrize(
    ("size", "value"), [((3, 3), 1), ((4, 4), 4), ((2, 2), 0), ((1, 3), 0), ((2, 4), 0)]
)
def test_empty_boards_have_their_known_values(size: tuple[int, int], value: int) -> None:
    board_ = board(*size)
    assert Oracle(board_).nimber(board_.full, Budget()) == value


@pytest.mark.parametrize(
    ("size", "names"),
    [((3, 3), "a4 b3 c2 d1"), ((4, 4), "a3 c1 c3 c5 e3")],
    ids=["3x3", "4x4"],
)
def test_empty_boards_have_their_known_winning_closures(size: tuple[int, int], names: str) -> None:
    board_ = board(*size)
    for tables in (True, False):
        found = Oracle(board_, tables=tables).winning(board_.full, Budget())
        assert " ".join(board_.names(found)) == names


def test_without_falling_parity_alone_decides() -> None:
    plain = board(3, 3, falling=False)
    assert oracle(plain).nimber(plain.full, Budget()) == 1
    # Every closure but A and B is safe on the empty board, so all of them win.
    assert oracle(plain).winning(plain.full, Budget()) == plain.full & ~plain.ends
    smaller = plain.full & ~(1 << 5)
    assert oracle(plain).is_lost(smaller, Budget())
    assert oracle(plain).winning(smaller, Budget()) == 0


def test_a_search_stops_when_its_budget_is_spent() -> None:
    board_ = board(9, 9)
    with pytest.raises(BudgetError):
        Oracle(board_).is_lost(board_.full, Budget(work=500))
