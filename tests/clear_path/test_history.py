"""A position is possible only if a real line of play leads to it."""

from __future__ import annotations

import random

import pytest

from crossfall.solver.budget import Budget
from crossfall.solver.clear_path.board import board_of
from crossfall.solver.clear_path.history import line_of_play
from crossfall.solver.clear_path.rules import Chain, ClearPathPosition, Step
from crossfall.solver.clear_path.sampling import all_positions, random_game
from crossfall.solver.errors import BudgetError
from tests.clear_path import literal
from tests.clear_path.states import drawn, known_positions, position_of


def replayed(position: ClearPathPosition, line: list[tuple[int, ...]]) -> ClearPathPosition:
    """The end of a line of play, every stone placed by the rules."""
    board = position.board
    now = ClearPathPosition.empty_board(board.width, board.height)
    for turn in line:
        chain = Chain(now)
        for stone in turn:
            chain = chain.place(board.name(stone))
        assert chain.steps[-1] is Step.ENDS
        assert not now.problems()
        now = now.play(chain.set)
    return now


def test_a_line_leads_to_every_known_position() -> None:
    for case in known_positions():
        position = drawn(" ".join(case["rows"]), case["to_move"])
        line = line_of_play(position)
        assert line is not None
        assert replayed(position, line) == position


@pytest.mark.parametrize("side", [4, 6, 9, 13])
def test_a_line_leads_to_every_position_of_a_game(side: int) -> None:
    rng = random.Random(side)
    for _ in range(5 if side < 13 else 1):
        for position in list(random_game(board_of(side, side), rng))[-4:]:
            if position.outcome().value != "ongoing":
                continue
            line = line_of_play(position)
            assert line is not None
            assert replayed(position, line) == position


def test_on_small_boards_exactly_the_reachable_positions_have_a_line() -> None:
    start: literal.State = 3, 2, frozenset(), frozenset(), 0
    reachable = {start}
    todo = [start]
    while todo:
        state = todo.pop()
        for turn, wins in literal.turns(state).items():
            after = literal.after(state, turn)
            if not wins and after not in reachable:
                reachable.add(after)
                todo.append(after)
    rng = random.Random(1)
    tried = 0
    for _ in range(600):
        state = literal.random_state(3, 2, rng.randrange(1, 6), rng)
        position = position_of(state)
        if position.problems():
            assert state not in reachable
            continue
        tried += 1
        assert (line_of_play(position, Budget()) is not None) == (state in reachable)
    assert tried > 50
    for state in reachable:
        assert not position_of(state).problems()
    keys = {position_of(state).key() for state in reachable}
    assert {position.key() for position in all_positions(board_of(3, 2))} == keys


def test_a_search_that_is_cut_off_says_unknown_and_not_impossible() -> None:
    position = drawn("..R. ..B. RR.B BRRR", "blue")
    with pytest.raises(BudgetError):
        line_of_play(position, Budget(work=3))


def test_unequal_numbers_of_stones_are_normal() -> None:
    position = drawn("B...B RB..R BBBRB RRB.B BBB..")
    assert position.blue.bit_count() > position.red.bit_count() + 5
    assert line_of_play(position) is not None
