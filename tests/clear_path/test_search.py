"""Who wins: known values, known positions, the literal search, and the compiled twin."""

from __future__ import annotations

import random
from typing import Any

import pytest

from crossfall.solver.budget import Budget
from crossfall.solver.clear_path import search
from crossfall.solver.clear_path.board import board_of
from crossfall.solver.clear_path.fast import FastSearch
from crossfall.solver.clear_path.rules import ClearPathPosition, forbidden_points
from crossfall.solver.clear_path.sampling import random_game
from crossfall.solver.clear_path.search import SYMMETRIC_STONES, Search, all_winning, any_win
from crossfall.solver.clear_path.turns import winning_turns, wins_now
from crossfall.solver.clear_path.wins import minimal_wins
from crossfall.solver.errors import BudgetError
from tests.clear_path import literal
from tests.clear_path.states import drawn, known_positions, names, position_of


def mover_wins(position: ClearPathPosition, turns: int = -1) -> bool:
    search = Search(position.board, Budget())
    return search.wins(position.turn, position.own, position.other, turns)


@pytest.mark.parametrize(("side", "wins"), [(1, True), (2, False), (3, True), (4, False)])
def test_without_pie_the_first_player_wins_1x1_and_3x3_and_the_second_2x2_and_4x4(
    side: int, wins: bool
) -> None:
    assert mover_wins(ClearPathPosition.empty_board(side, side)) == wins


def test_on_3x3_only_corners_and_the_centre_win() -> None:
    start = ClearPathPosition.empty_board(3, 3)
    winning = all_winning(start.board, 0, 0, 0, Budget())
    assert names(start, winning) == [["a1"], ["a3"], ["b2"], ["c1"], ["c3"]]
    known: dict[literal.State, bool] = {}
    empty: literal.State = 3, 3, frozenset(), frozenset(), 0
    literally = [
        turn
        for turn in literal.turns(empty)
        if not literal.mover_wins(literal.after(empty, turn), known)
    ]
    assert sorted(literal.name(point) for (point,) in literally) == ["a1", "a3", "b2", "c1", "c3"]


@pytest.mark.prove
def test_on_5x5_the_first_player_wins_with_b3_d3_c2_and_c4_only() -> None:
    board = board_of(5, 5)
    winning = []
    for name in [
        "a1",
        "a2",
        "a3",
        "b1",
        "b2",
        "b3",
        "c1",
        "c2",
        "c3",
    ]:  # the others are their mirror images
        search = FastSearch(board, Budget(), SYMMETRIC_STONES)
        if not search.wins_later(1, 0, board.point(name)):
            winning.append(name)
    assert winning == ["b3", "c2"]


@pytest.mark.parametrize("case", known_positions(), ids=lambda case: "/".join(case["rows"]))
def test_known_positions_come_out_right(case: dict[str, Any]) -> None:
    position = drawn(" ".join(case["rows"]), case["to_move"])
    board, mover, own, other = position.board, position.turn, position.own, position.other
    assert wins_now(board, mover, own, position.empty) == case["wins_now"]
    if case["minimal_winning"] is not None:
        minimal = minimal_wins(board, mover, own, position.empty, Budget())
        assert names(position, minimal) == sorted(case["minimal_winning"])
    if case["win_in_two"] is not None:
        turns = list(Search(board, Budget()).winning(mover, own, other, 2))
        assert names(position, turns) == sorted(case["win_in_two"])
    assert mover_wins(position) == case["wins_any_depth"]
    if case["forbidden"] is not None:
        assert board.names(forbidden_points(position)) == case["forbidden"]


def ongoing(width: int, height: int, empties: int, count: int, seed: int) -> list[literal.State]:
    rng = random.Random(seed)
    found = []
    while len(found) < count:
        state = literal.random_state(width, height, empties, rng)
        if position_of(state).outcome().value == "ongoing":
            found.append(state)
    return found


@pytest.mark.parametrize(
    ("width", "height", "empties"), [(3, 3, 6), (4, 3, 6), (4, 4, 6), (5, 4, 6)]
)
def test_the_search_agrees_with_play_by_the_letter(width: int, height: int, empties: int) -> None:
    for state in ongoing(width, height, empties, 25, seed=empties):
        position = position_of(state)
        known: dict[literal.State, bool] = {}
        assert mover_wins(position) == literal.mover_wins(state, known)
        for limit in (1, 2, 3):
            assert mover_wins(position, limit) == literal.mover_wins(state, {}, limit)


def test_all_winning_turns_are_found() -> None:
    for state in ongoing(4, 4, 6, 40, seed=11):
        position = position_of(state)
        if wins_now(position.board, position.turn, position.own, position.empty):
            continue
        known: dict[literal.State, bool] = {}
        expected = [
            sorted(map(literal.name, turn))
            for turn in literal.turns(state)
            if not literal.mover_wins(literal.after(state, turn), known)
        ]
        found = all_winning(position.board, position.turn, position.own, position.other, Budget())
        assert names(position, found) == sorted(expected)


def test_any_win_is_a_winning_turn_if_there_is_one() -> None:
    for state in ongoing(5, 4, 7, 60, seed=12):
        position = position_of(state)
        board, mover, own, empty = position.board, position.turn, position.own, position.empty
        win = any_win(board, mover, own, empty)
        assert bool(win) == wins_now(board, mover, own, empty)
        if win:
            minimal = minimal_wins(board, mover, own, empty, Budget())
            assert any(not less & ~win for less in minimal)
            assert win in set(winning_turns(board, mover, own, empty))


@pytest.mark.parametrize(
    ("width", "height", "empties"), [(4, 4, 12), (5, 5, 14), (3, 6, 12), (8, 2, 11)]
)
def test_the_compiled_twin_gives_the_same_answer_after_as_many_positions(
    width: int, height: int, empties: int
) -> None:
    rng = random.Random(4)
    board = board_of(width, height)
    compared = 0
    while compared < 12:
        for position in random_game(board, rng):
            if position.empty.bit_count() > empties:
                continue
            if wins_now(board, position.turn, position.own, position.empty):
                continue
            plain = Search(board, Budget())
            compiled = FastSearch(board, Budget(), SYMMETRIC_STONES)
            expected = plain.wins(position.turn, position.own, position.other)
            assert compiled.wins_later(position.turn, position.own, position.other) == expected
            assert compiled.budget.spent == plain.budget.spent
            compared += 1
            break


def test_both_twins_run_out_of_the_same_budget() -> None:
    board = board_of(4, 4)
    spent = 6954  # positions of the whole search, by either twin
    for work in (1, 100, spent - 1):
        with pytest.raises(BudgetError):
            FastSearch(board, Budget(work=work), SYMMETRIC_STONES).wins_later(0, 0, 0)
    with pytest.raises(BudgetError):
        Search(board, Budget(work=100)).wins(0, 0, 0)
    assert not FastSearch(board, Budget(work=spent), SYMMETRIC_STONES).wins_later(0, 0, 0)


def test_the_compiled_twin_grows_its_table_and_goes_on() -> None:
    board = board_of(5, 5)
    compiled = FastSearch(board, Budget(work=60_000), SYMMETRIC_STONES)
    with pytest.raises(BudgetError):
        compiled.wins_later(0, 0, 0)
    assert compiled.budget.spent == 60_001


def test_without_the_compiled_twin_solve_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(6)
    board = board_of(5, 5)
    while True:
        for position in random_game(board, rng):
            args = board, position.turn, position.own, position.other
            if position.empty.bit_count() > 14 or wins_now(*args[:3], position.empty):
                continue
            plain = Budget()
            expected = list(Search(board, plain).winning(*args[1:]))
            if plain.spent <= search.QUICK_WORK:
                continue
            for compiled in (True, False):
                with monkeypatch.context() as patch:
                    if not compiled:
                        patch.setattr(search, "_compiled", lambda board: None)
                    assert all_winning(*args, Budget(work=plain.spent)) == expected
                    with pytest.raises(BudgetError):
                        all_winning(*args, Budget(work=plain.spent - 1))
            return
