"""Composed positions have one winning turn by the letter, and a line of play leads to them."""

from __future__ import annotations

import json
from itertools import islice
from random import Random

import pytest

from crossfall.generator.cli import run
from crossfall.solver.audit import audit_record
from crossfall.solver.budget import Budget
from crossfall.solver.clear_path.compose import ChainWish, compose
from crossfall.solver.clear_path.notation import record_of, write_points
from crossfall.solver.clear_path.rules import Chain, ClearPathPosition, Step
from crossfall.solver.errors import BudgetError
from tests.clear_path import literal


def by_the_letter(position: ClearPathPosition) -> literal.State:
    board = position.board

    def points(mask: int) -> literal.Stones:
        return frozenset(board.place(point) for point in board.points if point & mask)

    return (
        board.width,
        board.height,
        points(position.red),
        points(position.blue),
        position.turn,
    )


@pytest.mark.parametrize(
    "wish",
    [
        ChainWish(5, 5, 2),
        ChainWish(6, 6, 3),
        ChainWish(6, 4, 3),
        ChainWish(7, 7, 5, true_chain=True),
        ChainWish(6, 6, 4, elsewhere=True),
        ChainWish(6, 6, 3, empty=10),
        ChainWish(9, 9, 6),
    ],
)
def test_exactly_one_turn_wins_and_every_stone_of_it_is_needed(wish: ChainWish) -> None:
    colours = set()
    for seed in range(3):
        (found,) = islice(compose(wish, Random(seed), Budget(work=200_000)), 1)
        position, board = found.position, found.position.board
        colours.add(position.turn)
        assert (board.width, board.height) == (wish.width, wish.height)
        if wish.empty is not None:
            assert position.empty.bit_count() == wish.empty
        turns = literal.turns(by_the_letter(position))
        (winning,) = (turn for turn, wins in turns.items() if wins)
        assert len(winning) == wish.stones
        assert winning == frozenset(board.place(point) for point in found.series)
        chain = Chain(position)
        for point in found.series:
            if wish.true_chain and 0 < len(chain.placed) < wish.stones - 1:
                # Without the stone before it this one would have ended the turn.
                free = chain.neighbours(point)[1] | chain.placed[-1] & board.beside(point)
                assert free.bit_count() == 2
            chain = chain.place(board.name(point))
        assert chain.steps[-1] is Step.WINS
        if wish.elsewhere:
            last = found.series[-1]
            assert not board.around(last) & sum(found.series[:-1])
        now = ClearPathPosition.empty_board(board.width, board.height)
        for turn in found.line_of_play:
            chain = Chain(now)
            for stone in turn:
                chain = chain.place(board.name(stone))
            assert chain.steps[-1] is Step.ENDS
            now = now.play(chain.set)
        assert now == position
        answer = write_points(board, found.series)
        record = record_of(position, "winning-turn", answer=answer)
        assert audit_record(record).verdict == "agrees"
    assert colours


def test_the_same_seed_gives_the_same_positions_and_no_position_comes_twice() -> None:
    wish = ChainWish(5, 5, 3)
    first = list(islice(compose(wish, Random(1), Budget()), 8))
    again = list(islice(compose(wish, Random(1), Budget()), 8))
    assert [found.position for found in first] == [found.position for found in again]
    assert len({(found.position.red, found.position.blue) for found in first}) == 8


def test_a_search_that_is_cut_off_says_so() -> None:
    with pytest.raises(BudgetError):
        next(compose(ChainWish(9, 9, 8), Random(0), Budget(work=1)))
    with pytest.raises(BudgetError, match="others may exist"):
        next(compose(ChainWish(2, 2, 3), Random(0), Budget()))


def test_the_command_writes_sound_puzzles_and_tells_the_line_of_play(
    capsys: pytest.CaptureFixture[str], tmp_path
) -> None:
    file = tmp_path / "chain.toml"
    arguments = ["compose", "clear-path", "--size", "6", "--chain", "3", "--count", "2"]
    assert run([*arguments, "-o", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["found"]
    assert [len(one["winning"][0].split()) for one in found] == [3, 3]
    assert all(len(one["line_of_play"]) > 3 for one in found)
    assert run(["check", "--json", str(file)]) == 0
    for puzzle in json.loads(capsys.readouterr().out)["puzzles"]:
        assert (puzzle["verdict"], puzzle["problems"]) == ("sound", [])
