"""The second opinion on everything there is to ask of small boards, and on ten thousand samples."""

from itertools import islice

import pytest

from tests.audit.sampled import ROWS, difference, samples, single_crossings

SAMPLED = 10_000


def test_the_11_puzzles_of_3x3_with_one_winning_crossing_are_proven_twice() -> None:
    records = single_crossings(3)
    assert len(records) == 11
    assert [difference(record) for record in records] == [""] * 11


@pytest.mark.prove
def test_the_1009_puzzles_of_4x4_with_one_winning_crossing_are_proven_twice() -> None:
    records = single_crossings(4)
    assert len(records) == 1009
    assert not [text for record in records if (text := difference(record))]


def test_every_game_and_task_is_sampled() -> None:
    from crossfall.solver.position import game, game_names

    assert {row[:2] for row in ROWS} == {(n, t) for n in game_names() for t in game(n).tasks}


@pytest.mark.prove
def test_solver_and_audit_agree_on_ten_thousand_puzzles_of_all_games_and_tasks() -> None:
    count = 0
    for record in islice(samples(), SAMPLED):
        assert difference(record) == "", dict(record.fields)
        count += 1
    assert count == SAMPLED
