"""Positions made larger play as they did before."""

from __future__ import annotations

import random

import pytest

from crossfall.solver.clear_path.board import board_of
from crossfall.solver.clear_path.notation import write_line
from crossfall.solver.clear_path.sampling import random_game, widened
from tests.clear_path import literal
from tests.clear_path.states import state_of


@pytest.mark.parametrize("size", [(5, 4), (4, 6), (6, 6)])
def test_a_widened_position_has_the_same_turns_and_the_same_wins(size: tuple[int, int]) -> None:
    rng = random.Random(7)
    for _ in range(12):
        game = list(random_game(board_of(4, 4), rng))
        for position in game[len(game) // 2 :]:
            larger = widened(position, *size, rng)
            assert not larger.problems(), write_line(larger)
            before, after = literal.turns(state_of(position)), literal.turns(state_of(larger))
            # The empty points are all that is left of the small board: name them by their order.
            small, large = sorted(empty(state_of(position))), sorted(empty(state_of(larger)))
            moved = dict(zip(small, large, strict=True))
            shifts = {(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in moved.items()}
            assert len(shifts) <= 1
            assert {
                frozenset(moved[point] for point in turn): wins for turn, wins in before.items()
            } == after


def empty(state: literal.State) -> set[literal.Point]:
    width, height, red, blue, _ = state
    return set(literal.points(width, height)) - red - blue


def test_points_beside_an_own_stone_of_the_new_edge_vary() -> None:
    rng = random.Random(1)
    *_, position = random_game(board_of(4, 4), rng)
    assert len({write_line(widened(position, 6, 6, rng)) for _ in range(20)}) > 5
