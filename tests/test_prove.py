"""Proof search for any game, compared with plain minimax and with games whose value is known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crossfall.solver.budget import Budget
from crossfall.solver.position import Outcome, Problem
from crossfall.solver.prove import can_force, winning_moves
from crossfall.solver.roadworks.nimbers import Oracle
from crossfall.solver.roadworks.rules import board, start


@dataclass(frozen=True)
class Heap:
    """Take 1 to 3 counters; taking the last wins. Taking 3 moves again; at `horizon` play stops."""

    counters: int
    turn: int = 0
    horizon: int = -1

    def moves(self) -> Iterable[int]:
        return [n for n in (1, 2, 3) if n <= self.counters]

    def play(self, move: int) -> Heap:
        left = self.counters - move
        again = move == 3 and left
        return Heap(left, self.turn if again else 1 - self.turn, self.horizon)

    def outcome(self) -> Outcome:
        if self.counters == self.horizon:
            return Outcome.HORIZON
        if self.counters:
            return Outcome.ONGOING
        return Outcome.WON_BY_1 if self.turn == 0 else Outcome.WON_BY_0

    def key(self) -> int:
        return self.counters

    def problems(self) -> tuple[Problem, ...]:
        return ()


def plays_out(heap: Heap, attacker: int) -> bool:
    """The same question by plain minimax without memory."""
    outcome = heap.outcome()
    if outcome is not Outcome.ONGOING:
        return outcome is (Outcome.WON_BY_0, Outcome.WON_BY_1)[attacker]
    results = [plays_out(heap.play(move), attacker) for move in heap.moves()]
    return any(results) if heap.turn == attacker else all(results)


@given(st.integers(0, 11), st.integers(0, 1), st.integers(-1, 3), st.integers(0, 1))
@settings(deadline=None)
def test_extra_turns_and_horizons_are_searched_as_plain_minimax_does(
    counters: int, turn: int, horizon: int, attacker: int
) -> None:
    heap = Heap(counters, turn, horizon)
    assert can_force(heap, attacker, Budget()) is plays_out(heap, attacker)


def test_a_horizon_is_a_win_for_nobody() -> None:
    assert can_force(Heap(3, 0, horizon=3), 0, Budget()) is False
    assert can_force(Heap(3, 0, horizon=3), 1, Budget()) is False


@pytest.mark.parametrize(
    ("size", "first_wins"), [((1, 3), False), ((2, 2), False), ((3, 3), True), ((2, 4), False)]
)
def test_who_wins_the_empty_roadworks_board(size: tuple[int, int], first_wins: bool) -> None:
    position = start(board(*size))
    assert can_force(position, 0, Budget()) is first_wins
    assert can_force(position, 1, Budget()) is not first_wins


@pytest.mark.parametrize("falling", [True, False])
def test_winning_moves_are_those_of_the_block_search(falling: bool) -> None:
    position = start(board(3, 2, falling))
    names = position.board.names
    for crossing in (5, 2):
        found = winning_moves(position, Budget())
        assert found is not None
        expected = Oracle(position.board, tables=False).winning(position.open, Budget())
        assert tuple(position.board.name(move) for move in found) == names(expected)
        position = position.play(crossing)


def test_a_budget_that_runs_out_is_unknown() -> None:
    position = start(board(3, 3))
    assert can_force(position, 0, Budget(work=3)) is None
    assert winning_moves(position, Budget(work=3)) is None
