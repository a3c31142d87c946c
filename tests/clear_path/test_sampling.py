"""Positions made larger play as they did before."""

from __future__ import annotations

import random

import pytest

from crossfall.solver.clear_path.board import board_of
from crossfall.solver.clear_path.essence import essence
from crossfall.solver.clear_path.notation import write_line
from crossfall.solver.clear_path.sampling import random_game, recoloured, widened
from tests.clear_path import literal
from tests.clear_path.states import position_of, state_of


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


def test_recoloured_stones_leave_every_turn_of_both_players_as_it_was() -> None:
    rng = random.Random(5)
    changed = 0
    for width, height in [(4, 4), (6, 3), (5, 6)]:
        for _ in range(8):
            game = list(random_game(board_of(width, height), rng))
            for position in game[len(game) * 4 // 5 :]:
                other = recoloured(position, rng)
                assert other.empty == position.empty
                assert not other.problems()
                changed += (other.red ^ position.red).bit_count()
                for turn in (0, 1):
                    before, after = (
                        literal.turns((*state_of(one)[:4], turn)) for one in (position, other)
                    )
                    assert before == after
    assert changed > 60


def test_widened_boards_seldom_have_an_edge_of_one_colour() -> None:
    rng = random.Random(2)
    padded = 0
    for _ in range(40):
        *_, position = random_game(board_of(4, 4), rng)
        rows = write_line(widened(position, 7, 7, rng)).split(":")[-1].split(".")
        columns = ["".join(signs) for signs in zip(*map(spelled, rows), strict=True)]
        edges = [spelled(rows[0]), spelled(rows[-1]), columns[0], columns[-1]]
        padded += any(len(set(edge)) == 1 for edge in edges)
    assert padded < 10


def spelled(row: str) -> str:
    return "".join("." * int(sign) if sign.isdigit() else sign for sign in row)


def test_the_essence_is_the_same_in_every_disguise_and_differs_where_the_turns_do() -> None:
    rng = random.Random(3)
    alike = 0
    for _ in range(10):
        game = list(random_game(board_of(4, 4), rng))
        for position in game[len(game) // 2 :]:
            width, height, red, blue, turn = state_of(position)
            larger = widened(position, 6, 7, rng)
            # Mirrored, turned upside down, and with the colours exchanged over the diagonal.
            mirrored = (
                frozenset((width - 1 - x, y) for x, y in red),
                frozenset((width - 1 - x, y) for x, y in blue),
            )
            flipped = (
                frozenset((x, height - 1 - y) for x, y in red),
                frozenset((x, height - 1 - y) for x, y in blue),
            )
            swapped = frozenset((y, x) for x, y in blue), frozenset((y, x) for x, y in red)
            disguises = [
                larger,
                position_of((width, height, *mirrored, turn)),
                position_of((width, height, *flipped, turn)),
                position_of((height, width, *swapped, 1 - turn)),
            ]
            assert {essence(one) for one in disguises} == {essence(position)}
            # One stone of the other colour: another essence, if it changes what may be done.
            point = rng.choice(sorted(red | blue))
            other = position_of((width, height, red ^ {point}, blue ^ {point}, turn))
            if other.problems():
                continue
            both = (0, 1)
            if [literal.turns((*state_of(other)[:4], t)) for t in both] == [
                literal.turns((*state_of(position)[:4], t)) for t in both
            ]:
                alike += essence(other) == essence(position)
            else:
                assert essence(other) != essence(position)
    assert alike > 5


def test_points_beside_an_own_stone_of_the_new_edge_vary() -> None:
    rng = random.Random(1)
    *_, position = random_game(board_of(4, 4), rng)
    assert len({write_line(widened(position, 6, 6, rng)) for _ in range(20)}) > 5
