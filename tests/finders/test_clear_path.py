"""Clear Path puzzles are found to a wish: sound, different, repeatable, honest about how many."""

from __future__ import annotations

from typing import TypeAlias

import pytest

from crossfall.generator.finders import Ending, Found, Wish
from crossfall.generator.finders.clear_path import find
from crossfall.solver.budget import Budget
from crossfall.solver.clear_path.game import GAME
from crossfall.solver.clear_path.techniques import LEVELS
from crossfall.solver.errors import BudgetError, InputError, NeverError
from crossfall.solver.records import Record
from crossfall.solver.verify import read_puzzle, verify
from tests.clear_path import literal
from tests.clear_path.states import state_of


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


@pytest.mark.parametrize(
    ("task", "size", "difficulty", "count"),
    [("win-in-two", "8x8", 4, 4), ("longest-chain", "6x6", 1, 8), ("win-in-two", "6x6", None, 4)],
)
def test_no_two_puzzles_of_a_file_play_alike_and_none_looks_padded(
    task: str, size: str, difficulty: int | None, count: int
) -> None:
    records, _ = found(Wish(task, count, difficulty=difficulty, options={"size": size}))
    assert len(records) == count
    plays = [views(state_of(read_puzzle(record).position)) for record in records]
    for number, play in enumerate(plays):
        assert not any(play & before for before in plays[:number])
    for record in records:
        rows = [row.split()[1:] for row in record.text("board").split("\n")]
        rows = [row for row in rows if row and row[0] in "RB."]
        columns = [list(column) for column in zip(*rows, strict=True)]
        for edge in (rows[0], rows[-1], columns[0], columns[-1]):
            assert set(edge) not in ({"R"}, {"B"})


Cells: TypeAlias = tuple[tuple[int, int], ...]


def views(state: literal.State) -> set[tuple[tuple[Cells, bool], ...]]:
    """All turns of the player to move, by the letter, wherever they are on the board, in every
    reflection, Red's edges and Blue's as one."""
    turns = literal.turns(state).items()
    found = set()
    for mirrored in (1, -1):
        for flipped in (1, -1):
            seen = [([(x * mirrored, y * flipped) for x, y in turn], win) for turn, win in turns]
            if state[4]:
                seen = [([(y, x) for x, y in turn], win) for turn, win in seen]
            left = min(x for turn, _ in seen for x, _ in turn)
            low = min(y for turn, _ in seen for _, y in turn)
            found.add(
                tuple(
                    sorted(
                        (tuple(sorted((x - left, y - low) for x, y in turn)), win)
                        for turn, win in seen
                    )
                )
            )
    return found


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
