"""Clear Path puzzles are found to a wish: sound, different, repeatable, honest about how many."""

from __future__ import annotations

import pytest

from crossfall.generator.finders import Ending, Found, Wish
from crossfall.generator.finders.clear_path import find
from crossfall.solver.budget import Budget
from crossfall.solver.clear_path.game import GAME
from crossfall.solver.clear_path.techniques import LEVELS
from crossfall.solver.errors import BudgetError, InputError, NeverError
from crossfall.solver.records import Record
from crossfall.solver.verify import read_puzzle, verify


def found(wish: Wish, budget: Budget | None = None) -> tuple[list[Record], Ending]:
    records = []
    search = find(wish, budget or Budget())
    while True:
        try:
            records.append(next(search))
        except StopIteration as stop:
            return records, stop.value


@pytest.mark.parametrize("task", GAME.tasks)
@pytest.mark.parametrize("size", ["4x4", "5x4"])
def test_every_puzzle_is_sound_different_and_of_the_difficulty_it_names(
    task: str, size: str
) -> None:
    records, ending = found(Wish(task, 6, seed=2, options={"size": size}))
    assert ending.kind in ("done", "gave up")
    assert records
    names = set()
    for record in records:
        puzzle = read_puzzle(record)
        verdict = verify(puzzle, Budget())
        assert (verdict.verdict, verdict.problems) == ("sound", ())
        assert record.fields["difficulty"] in LEVELS[task]
        names.add(GAME.canonical(puzzle))
    assert len(names) == len(records)


def test_the_same_wish_gives_the_same_puzzles_and_another_seed_others() -> None:
    wish = Wish("winning-turn", 5, seed=1, options={"size": "5x5"})
    assert found(wish)[0] == found(wish)[0]
    assert found(wish)[0] != found(Wish("winning-turn", 5, seed=2, options={"size": "5x5"}))[0]


@pytest.mark.parametrize(("task", "difficulty"), [("winning-turn", 3), ("win-in-two", 5)])
def test_a_difficulty_is_kept_to(task: str, difficulty: int) -> None:
    records, _ = found(Wish(task, 3, difficulty=difficulty, options={"size": "4x4"}))
    assert [record.fields["difficulty"] for record in records] == [difficulty] * 3


def test_a_difficulty_that_a_task_does_not_have_is_refused() -> None:
    with pytest.raises(InputError, match="winning-turn has no difficulty 5; expected 1 to 3"):
        found(Wish("winning-turn", difficulty=5))
    with pytest.raises(InputError, match="tags"):
        found(Wish("winning-turn", tags=("biggest fall",)))


def test_on_tiny_boards_all_puzzles_are_found_or_none_proven() -> None:
    # 2x2: one stone of each colour side by side, in the one or the other direction.
    records, ending = found(Wish("winning-turn", 50, options={"size": "2x2"}))
    assert (len(records), ending.kind) == (2, "all")
    with pytest.raises(NeverError, match="1x1 points has no play-again puzzle, proven"):
        found(Wish("play-again", options={"size": "1x1"}))


def test_a_budget_of_seconds_leaves_a_prefix() -> None:
    now = [0.0]

    def clock() -> float:
        now[0] += 0.001
        return now[0]

    wish = Wish("winning-turn", 40, options={"size": "6x6"})
    records: list[Record] = []
    with pytest.raises(BudgetError):
        _collect(find(wish, Budget(seconds=0.05, clock=clock)), records)
    whole, _ = found(wish)
    assert records == whole[: len(records)]
    assert 0 < len(records) < len(whole)


def _collect(search: Found, records: list[Record]) -> None:
    for record in search:
        records.append(record)
