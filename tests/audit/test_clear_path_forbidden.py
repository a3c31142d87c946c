"""The audit's way to the forbidden points: nothing is tried out but filling what is surrounded."""

from __future__ import annotations

import random

import pytest

from crossfall.solver.audit import AGREES, Work, audit_record
from crossfall.solver.audit.clear_path import TASKS, Field, Standing
from crossfall.solver.records import Record
from tests.clear_path import literal


def forbidden_by_the_letter(state: literal.State) -> set[str]:
    """The empty points with which no legal turn begins, by placing all turns."""
    width, height, red, blue, player = state
    found = set()
    for point in set(literal.points(width, height)) - red - blue:
        own = (red, blue)[player] | {point}
        placed = (width, height, *((own, blue) if player == 0 else (red, own)), player)
        taken = red | blue
        free = [p for p in literal.beside(width, height, point) if p not in taken]
        if literal.has_path(width, height, player, own, diagonal=False):
            continue
        if len(free) >= 2:
            legal = not literal.has_path(width, height, player, own, diagonal=True)
        else:
            legal = bool(literal.turns(placed))  # the turn goes on from the board as it is now
        if not legal:
            found.add(literal.name(point))
    return found


@pytest.mark.parametrize("marks", ["rrbb...", "rrrbbb..", "rrb."])
@pytest.mark.parametrize("size", [(2, 4), (3, 3), (4, 3), (4, 4), (5, 4)], ids=str)
def test_it_finds_what_placing_every_turn_finds(size: tuple[int, int], marks: str) -> None:
    rng = random.Random(f"forbidden {size} {marks}")
    forbidden = 0
    for _ in range(150):
        thrown = {point: rng.choice(marks) for point in literal.points(*size)}
        for point in rng.sample(sorted(thrown), 3):
            thrown[point] = "."
        red, blue = (frozenset(p for p in thrown if thrown[p] == c) for c in "rb")
        player = rng.randint(0, 1)
        if any(literal.has_path(*size, c, s, True) for c, s in enumerate((red, blue))):
            continue
        expected = forbidden_by_the_letter((*size, red, blue, player))
        standing = Standing(Field(*size, Work(1 << 40)), (red, blue), player)
        answers = TASKS["forbidden-points"][0](standing)
        assert {name for answer in answers for name in answer.split()} == expected
        forbidden += len(expected)
    assert forbidden


def test_twenty_one_empty_points_of_8x6_are_judged_at_once() -> None:
    board = (
        "6  R R R . . B . .\n5  B R B . R . R R\n4  . . . B R B . R\n"
        "3  R B R . B . B .\n2  . R B B B R . .\n1  B B R . . B . .\n   a b c d e f g h\n"
    )
    fields = {"game": "clear-path", "task": "forbidden-points", "to_move": "red", "board": board}
    assert audit_record(Record({**fields, "answer": "a4 b4 c4"})).verdict == AGREES
