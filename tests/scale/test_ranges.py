"""A search cut into ranges: nothing twice, nothing known, the same whoever looks."""

from __future__ import annotations

import json
import pickle
from itertools import islice
from pathlib import Path

import pytest

from crossfall.generator.crews import Workers
from crossfall.generator.finders import Wish, finder
from crossfall.generator.finders.ranges import (
    Alone,
    Crew,
    Listed,
    Looked,
    Passed,
    Run,
    in_time,
    pack,
    unpack,
)
from crossfall.generator.finders.selection import Candidate
from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.position import game, game_names
from crossfall.solver.verify import read_puzzle
from tests.scale.toy import RANGES, Toy

ALL = [f"toy {number}" for number in range(RANGES)]


def names(crew: Crew, toy: Toy, **run: object) -> list[str]:
    found = Looked(Run(crew, **run)).candidates(toy, Budget())
    return [candidate.canonical for candidate in found if candidate is not None]


@pytest.mark.parametrize("crew", [Alone(), Workers(1), Workers(2)], ids=["alone", "1", "2"])
def test_every_crew_looks_through_all_ranges_in_order(crew: Crew) -> None:
    assert names(crew, Toy()) == ALL


def test_what_is_known_is_passed_over_and_counted() -> None:
    looked = Looked(Run(known=lambda form: form in ("toy 2", "toy 5")))
    found = [c.canonical for c in looked.candidates(Toy(), Budget()) if c is not None]
    assert found == [form for form in ALL if form not in ("toy 2", "toy 5")]
    assert looked.skipped == 2
    assert looked.passed == {"odd": RANGES}


def test_a_puzzle_of_two_ranges_is_found_once() -> None:
    class Twice(Toy):
        def looks(self, number, budget):
            return super().looks(number // 2, budget)

    assert names(Alone(), Twice()) == ALL


def test_one_process_looks_no_further_than_is_asked() -> None:
    budget = Budget()
    looks = Looked(Run()).candidates(Toy(), budget)
    assert [look and look.canonical for look in islice(looks, 4)] == [None, "toy 0", None, None]
    assert budget.spent == 2


def test_a_killed_worker_costs_nothing_but_time(tmp_path: Path) -> None:
    killed = tmp_path / "killed"
    assert names(Workers(2), Toy(deadly=str(killed))) == ALL
    assert killed.exists()


def test_workers_stop_when_the_seconds_are_over() -> None:
    found = Looked(Run(Workers(2))).candidates(Toy(), Budget(seconds=1e-9))
    with pytest.raises(BudgetError):
        list(found)


def test_a_look_that_ends_too_late_does_not_count() -> None:
    clock = iter([0, 1, 2, 4, 9, 9, 9])
    budget = Budget(seconds=5, clock=lambda: next(clock))
    late = in_time(iter([None, Passed("odd", "x"), None, None]), budget)
    assert [next(late), next(late), next(late)] == [None, Passed("odd", "x"), None]
    with pytest.raises(BudgetError):
        next(late)


def test_what_is_packed_is_unpacked_the_same() -> None:
    looks = [
        None,
        None,
        Candidate({"a": [1]}, 3, 1, ("several",), (4, 5), ("R0",), "x", ((6, 1), (3, 8))),
        *Toy()._looks(3, Budget()),
    ]
    again = list(unpack(json.loads(json.dumps(pack(looks)))))
    assert again == looks
    # What a selection compares candidates by it also keeps in tables.
    assert {one.looks for one in again if isinstance(one, Candidate)} == {(), ((6, 1), (3, 8))}


def test_a_listed_series_gives_its_ranges_in_any_order() -> None:
    listed = Listed(iter(range(8)))
    assert [listed.part(n, 3) for n in (2, 0, 1, 3, 2)] == [
        [6, 7],
        [0, 1, 2],
        [3, 4, 5],
        [],
        [6, 7],
    ]


EVERY_TASK = [(name, task) for name in game_names() for task in game(name).tasks]
SMALL = {"roadworks": {"size": "3x4"}, "clear-path": {"size": "4x4"}}


@pytest.mark.parametrize(("name", "task"), EVERY_TASK, ids=map(" ".join, EVERY_TASK))
def test_candidates_bear_the_canonical_form_of_their_puzzle(name: str, task: str) -> None:
    forms: list[str] = []

    class Noting(Alone):
        def record(self, job, chosen):
            # Another process would get it like this.
            again = pickle.loads(pickle.dumps(job))
            record = again.record(chosen.candidate.payload, chosen.image)
            assert record == super().record(job, chosen)
            forms.append(chosen.candidate.canonical)
            return record

    wish = Wish(task, 3, seed=4, options=SMALL.get(name, {}))
    found = list(finder(name).find(wish, Budget(), Run(Noting())))
    assert forms == [game(name).canonical(read_puzzle(record)) for record in found]
    assert forms
