"""The audit's two ways to the longest turns: placing every turn, and leaving stones out."""

import random

import pytest

from crossfall.solver.audit import AGREES, Work, audit_record
from crossfall.solver.audit.clear_path import Field, Standing
from crossfall.solver.audit.clear_path_longest import longest_turns
from crossfall.solver.records import Record


@pytest.mark.parametrize("size", [(3, 3), (4, 3), (4, 4)], ids=str)
def test_both_find_the_same_on_random_boards(size: tuple[int, int]) -> None:
    rng = random.Random(f"longest {size}")
    tried = 0
    while tried < 40:
        board = Field(*size, Work(10_000_000))
        marks = {point: rng.choice("rb..") for point in board.straight}
        stones = tuple(frozenset(p for p in marks if marks[p] == c) for c in "rb")
        standing = Standing(board, (stones[0], stones[1]), rng.randint(0, 1))
        if any(board.joins(c, standing.stones[c], board.diagonal) for c in (0, 1)):
            continue
        turns = standing.turns()
        most = max(map(len, turns), default=0)
        expected = {turn for turn in turns if len(turn) == most}
        assert set(longest_turns(standing)) == expected
        tried += 1


def test_a_chain_of_thirteen_on_5x5_is_proven_again() -> None:
    board = "5  R . B R .\n4  . R . B .\n3  . R R . R\n2  . B . B .\n1  R . B . .\n   a b c d e\n"
    answer = "a4 a3 b1 b5 c2 c4 d1 d3 e1 e2 e4 e5 a2"
    fields = {"game": "clear-path", "task": "longest-chain", "to_move": "blue", "board": board}
    assert audit_record(Record({**fields, "answer": answer})).verdict == AGREES
