"""Composed positions have one winning turn by the letter, and a line of play leads to them."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from itertools import islice
from random import Random

import pytest

from crossfall.generator.cli import run
from crossfall.generator.composers import clear_path as composer
from crossfall.solver.audit import audit_record
from crossfall.solver.budget import Budget
from crossfall.solver.clear_path.compose import compose
from crossfall.solver.clear_path.compose_model import ChainWish
from crossfall.solver.clear_path.notation import record_of, write_points
from crossfall.solver.clear_path.rules import Chain, ClearPathPosition, Step
from crossfall.solver.errors import BudgetError
from tests.clear_path import literal
from tests.clear_path.states import position_of


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


def test_a_chain_of_more_stones_than_points_is_none_at_once() -> None:
    assert list(compose(ChainWish(6, 6, 37), Random(0), Budget(work=0))) == []


def test_a_search_that_is_cut_off_says_so() -> None:
    with pytest.raises(BudgetError):
        next(compose(ChainWish(9, 9, 8), Random(0), Budget(work=1)))


def _one_winning_turn(width: int, height: int) -> dict[int, set[tuple[int, ...]]]:
    """By the letter: for each number of stones the positions of real play with one winning turn,
    up to symmetry."""
    start: literal.State = (width, height, frozenset(), frozenset(), 0)
    seen, todo = {start}, [start]
    found: dict[int, set[tuple[int, ...]]] = defaultdict(set)
    while todo:
        state = todo.pop()
        turns = literal.turns(state)
        winning = [turn for turn, wins in turns.items() if wins]
        if len(winning) == 1:
            found[len(winning[0])].add(position_of(state).key())
        for turn, wins in turns.items():
            after = literal.after(state, turn)
            if not wins and after not in seen:
                seen.add(after)
                todo.append(after)
    return found


@pytest.mark.parametrize(
    ("width", "height"),
    [
        (1, 1),
        (2, 2),
        (1, 5),
        (2, 4),
        (4, 2),
        (3, 3),
        pytest.param(3, 4, marks=pytest.mark.prove),
    ],
)
def test_what_runs_out_has_given_every_position_with_one_winning_turn(
    width: int, height: int
) -> None:
    expected = _one_winning_turn(width, height)
    for stones in range(1, max(expected, default=1) + 2):
        composed = compose(ChainWish(width, height, stones), Random(stones), Budget())
        found = [one.position.key() for one in composed]
        assert len(set(found)) == len(found)
        assert set(found) == expected.get(stones, set())


def test_the_command_says_that_there_is_none_and_that_it_is_proven(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["compose", "clear-path", "--size", "2", "--chain", "3"]) == 0
    assert capsys.readouterr().out == "none, proven\n"
    assert run(["compose", "clear-path", "--size", "3", "--chain", "4", "--count", "9"]) == 0
    assert "only 4 exist, proven" in capsys.readouterr().err


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


def needed_by_the_letter(position: ClearPathPosition, turn: frozenset[tuple[int, int]]) -> bool:
    """Whether the turn may be placed in some order, wins, and does not without any one stone."""
    width, height, red, blue, mover = by_the_letter(position)
    own = (red, blue)[mover]
    ends = [mover == 0, mover == 1]  # Red joins bottom and top, Blue left and right

    def joins(stones: frozenset[tuple[int, int]]) -> bool:
        reached = {(x, y) for x, y in stones if (y if ends[0] else x) == 0}
        waiting = list(reached)
        while waiting:
            x, y = waiting.pop()
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if near in stones and near not in reached:
                    reached.add(near)
                    waiting.append(near)
        return any((y if ends[0] else x) == (height if ends[0] else width) - 1 for x, y in reached)

    return joins(own | turn) and not any(joins(own | turn - {stone}) for stone in turn)


@pytest.mark.parametrize(
    "wish",
    [
        ChainWish(8, 8, 12),
        ChainWish(8, 8, 12, true_chain=True),
        ChainWish(7, 9, 11, elsewhere=True),
    ],
)
def test_long_chains_are_found_soon_along_a_course(wish: ChainWish) -> None:
    heard: list[int] = []
    budget = Budget(work=400_000)  # conflicts; without courses some take ten times as many
    (found,) = islice(compose(wish, Random(1), budget, heard.append), 1)
    board = found.position.board
    turn = frozenset(board.place(point) for point in found.series)
    assert len(turn) == wish.stones
    assert needed_by_the_letter(found.position, turn)
    chain = Chain(found.position)
    for point in found.series:
        chain = chain.place(board.name(point))
    assert chain.steps[-1] is Step.WINS
    assert heard == sorted(heard)
    assert heard[-1] > 0
    (again,) = islice(compose(wish, Random(1), Budget()), 1)
    assert again == found


def test_where_no_course_fits_the_search_is_left_free() -> None:
    # No path of so many points that never touches itself fits on such a board.
    with pytest.raises(BudgetError):
        list(compose(ChainWish(5, 5, 17), Random(0), Budget(work=3_000)))
    assert not list(compose(ChainWish(3, 3, 10), Random(0), Budget()))


def test_a_long_search_says_how_far_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(composer, "QUIET", 1)
    assert run(["compose", "clear-path", "--size", "8x8", "--chain", "12"]) == 0
    told = capsys.readouterr().err.splitlines()
    assert told
    assert all(
        re.fullmatch(r"composing: 0 found, [\d,]+ conflicts in this search", line) for line in told
    )
