"""The audit's two ways to the shortest wins: placing every turn, and the likely ones first."""

from __future__ import annotations

import random

import pytest

from crossfall.solver.audit import AGREES, DIFFERS, Work, audit_record
from crossfall.solver.audit.clear_path import Field, Standing, smallest_placed
from crossfall.solver.audit.clear_path_smallest import smallest_wins
from crossfall.solver.records import Record


@pytest.mark.parametrize("size", [(3, 3), (4, 3), (4, 4), (5, 5)], ids=str)
def test_both_find_the_same_on_random_boards(size: tuple[int, int]) -> None:
    rng = random.Random(f"smallest {size}")
    tried = won = long = 0
    while tried < 60:
        board = Field(*size, Work(10_000_000))
        marks = {point: rng.choice("rrbb...") for point in board.straight}
        stones = tuple(frozenset(p for p in marks if marks[p] == c) for c in "rb")
        standing = Standing(board, (stones[0], stones[1]), rng.randint(0, 1))
        if any(board.joins(c, standing.stones[c], board.diagonal) for c in (0, 1)):
            continue
        expected = smallest_placed(standing)
        found = smallest_wins(standing)
        assert len(found) == len(set(found))
        assert set(found) == set(expected)
        won += bool(expected)
        long += bool(expected) and len(expected[0]) > 2
        tried += 1
    assert won > 10
    assert long > 2 or size == (3, 3)


def test_a_win_among_dozens_of_dead_ends_is_proven_again() -> None:
    # A column of Red with a gap of four points, and dead ends of one point all over: two to the
    # power of thirty sets can be placed before the win.
    rows = [["R" if x == 6 else "RB"[(x + y) // 2 % 2] for x in range(13)] for y in range(13)]
    for y in (5, 6, 7, 8):
        rows[y][6] = "."
        rows[y][5] = rows[y][7] = "B"
    for x in (0, 2, 4, 8, 10, 12):
        for y in (1, 3, 9, 11, 12):
            rows[y][x] = "."
    rows[12][12] = rows[12][11] = rows[11][12] = rows[11][11] = "."
    drawing = "\n".join("".join(row) for row in reversed(rows))
    fields = {"game": "clear-path", "task": "winning-turn", "to_move": "red", "board": drawing}
    names = ["g6", "g7", "g8", "g9"]
    result = audit_record(Record({**fields, "answer": " ".join(names)}))
    assert (result.verdict, result.answers) == (AGREES, ("g6 g7 g8 g9",))
    assert audit_record(Record({**fields, "answer": "g6 g7"})).verdict == DIFFERS
