"""Errors name every fault at once; budgets stop by work and by the clock."""

import pytest

from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError, Faults, InputError, nearest
from crossfall.solver.records import Record
from crossfall.solver.verify import read_puzzle, verify


def test_all_faults_are_raised_together_each_with_its_place() -> None:
    faults = Faults()
    faults.add("one", "two")
    with pytest.raises(InputError) as caught:
        faults.check()
    assert caught.value.at("puzzle 3").faults == ("puzzle 3: one", "puzzle 3: two")


def test_an_unknown_word_names_the_nearest_known_one() -> None:
    assert nearest("roadwork", ["roadworks", "clear-path"]) == "did you mean roadworks?"
    assert nearest("xyz", ["b", "a"]) == "expected one of: b, a"


def test_a_budget_of_seconds_stops_when_the_clock_passes_it() -> None:
    now = [0.0]
    budget = Budget(seconds=2, clock=lambda: now[0])
    budget.spend()
    now[0] = 3.0
    with pytest.raises(BudgetError):
        budget.spend(10_000)
    assert budget.is_over()


def test_a_part_of_a_budget_has_its_own_work_and_the_same_deadline() -> None:
    now = [0.0]
    part = Budget(seconds=2, clock=lambda: now[0]).part(work=5)
    part.spend(5)
    with pytest.raises(BudgetError):
        part.spend()
    now[0] = 9.0
    assert part.is_over()


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        (
            {"task": "closures-left", "level": 1, "closed": "b2", "answer": "1"},
            "there will never be 1 closure; there will be",
        ),
        (
            {
                "game": "pathing-boxes",
                "task": "force-line",
                "to_move": "X",
                "turns": 1,
                "board": "Y X . Y\nX . . X\nY . . Y\nX . Y X",
            },
            "X cannot force its line within 1 turn",
        ),
    ],
)
def test_one_of_a_thing_is_told_without_an_s(fields: dict[str, object], told: str) -> None:
    verdict = verify(read_puzzle(Record({"game": "roadworks", **fields})), Budget())
    assert told in verdict.problems[0].message
