"""Searches: counting, models that leave nothing behind, budgets, interrupts, lazy demands."""

import os
import signal
import threading
from itertools import product
from random import Random

import networkx as nx
import pytest

from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.sat.cuts import LazyConnected
from crossfall.solver.sat.encodings import connected, connected_by_layers
from crossfall.solver.sat.formula import Formula
from crossfall.solver.sat.graph import Graph, grid
from crossfall.solver.sat.search import Search, Status
from tests.sat.graphs import as_networkx


def pigeons(birds: int) -> Formula:
    """One bird more than holes: no model, and hard to refute."""
    formula = Formula()
    sits = [[formula.literal((bird, hole)) for hole in range(birds - 1)] for bird in range(birds)]
    for row in sits:
        formula.add(*row)
    for hole, bird in product(range(birds - 1), range(birds)):
        for other in range(bird):
            formula.add(-sits[bird][hole], -sits[other][hole])
    return formula


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_a_count_says_exactly_how_many_are_true(size: int) -> None:
    formula = Formula()
    some = formula.fresh(size)
    total = formula.count(some)
    with Search(formula) as search:
        for signs in product([1, -1], repeat=size):
            asked = [sign * literal for sign, literal in zip(signs, some, strict=True)]
            assert search.solve(asked) is Status.SATISFIABLE
            assert [search.value(output) for output in total] == [
                i < signs.count(1) for i in range(size)
            ]


@pytest.mark.parametrize("name", ["at_least", "at_most", "exactly"])
@pytest.mark.parametrize("guarded", [False, True])
def test_bounds_on_a_number_bound_it(name: str, guarded: bool) -> None:
    holds = {
        "at_least": lambda have, number: have >= number,
        "at_most": lambda have, number: have <= number,
        "exactly": lambda have, number: have == number,
    }[name]
    for size, number in product([1, 3, 7], range(-1, 9)):
        formula = Formula()
        some = formula.fresh(size)
        (when,) = formula.fresh(1)
        getattr(formula, name)(some, number, when if guarded else None)
        with Search(formula) as search:
            found = {len(true) for true in search.models(some, [when])}
            assert found == {have for have in range(size + 1) if holds(have, number)}
            if guarded:
                assert len(list(search.models(some, [-when]))) == 2**size


def test_listing_models_leaves_no_blocking_clause_behind() -> None:
    formula = Formula()
    some = formula.fresh(3)
    formula.add(*some)
    with Search(formula) as search:
        assert len(list(search.models(some))) == 7
        assert len(list(search.models(some))) == 7
        for true in search.models(some):  # left in the middle
            assert true
            break
        assert len(list(search.models(some))) == 7
        assert search.count_models(some) == 2
        assert search.count_models(some, most=100) == 7
        assert search.count_models(some, [some[0], -some[1], -some[2]]) == 1


def test_blocking_looks_at_the_literals_asked_for_alone() -> None:
    formula = Formula()
    shown, hidden = formula.fresh(2), formula.fresh(4)
    formula.add(*hidden)
    with Search(formula) as search:
        assert len(list(search.models(shown))) == 4


@pytest.mark.parametrize("engine", ["glucose4", "cadical195", "minisat22"])
def test_a_budget_that_runs_out_answers_unknown(engine: str) -> None:
    formula = pigeons(10)
    with Search(formula, budget=Budget(work=50), engine=engine) as search:
        assert search.solve() is Status.UNKNOWN
        assert search.solve() is Status.UNKNOWN
        assert search.count_models([1, 2]) is None
        with pytest.raises(BudgetError):
            list(search.models([1, 2]))
    with Search(formula, budget=Budget(seconds=0), engine=engine) as search:
        assert search.solve() is Status.UNKNOWN


def test_a_budget_that_suffices_proves() -> None:
    budget = Budget(work=100_000)
    with Search(pigeons(6), budget=budget) as search:
        assert search.solve() is Status.UNSATISFIABLE
    assert 0 < budget.spent <= 100_000


def test_an_interrupt_from_the_program_answers_unknown() -> None:
    with Search(pigeons(11)) as search:
        threading.Timer(0.2, search.interrupt).start()
        assert search.solve() is Status.UNKNOWN
        assert search.solve() is Status.UNKNOWN


def test_an_interrupt_from_the_keyboard_answers_unknown() -> None:
    with Search(pigeons(11)) as search:
        threading.Timer(0.2, os.kill, [os.getpid(), signal.SIGINT]).start()
        assert search.solve() is Status.UNKNOWN


def random_demand(size: int, seed: int) -> tuple[Graph, Formula, list[int]]:
    """A grid with a third of its vertices told, and between a third and half to be there."""
    rng = Random(seed)
    graph = grid(size, size)
    formula = Formula()
    on = formula.fresh(len(graph))
    formula.add(on[0])
    for literal in on[1:]:
        if (chance := rng.random()) < 0.12:
            formula.add(literal)
        elif chance < 0.3:
            formula.add(-literal)
    formula.at_least(on, len(on) // 3)
    formula.at_most(on, len(on) // 2)
    return graph, formula, on


@pytest.mark.parametrize("seed", range(12))
def test_eager_and_lazy_agree_on_larger_random_demands(seed: int) -> None:
    answers = []
    for way in ("order", "layers", "rounds", "propagator", "no root"):
        graph, formula, on = random_demand(6, seed)
        lazy = []
        if way == "order":
            connected(formula, graph, on, 0)
        elif way == "layers":
            connected_by_layers(formula, graph, on, 0)
        else:
            lazy = [LazyConnected(graph, on, None if way == "no root" else 0)]
        rounds = 1 if way == "propagator" else 10_000
        with Search(formula, lazy, rounds=rounds, rng=Random(seed)) as search:
            answers.append(search.solve())
            if answers[-1] is Status.SATISFIABLE:
                there = [v for v in range(len(graph)) if search.value(on[v])]
                assert nx.is_connected(as_networkx(graph).subgraph(there))
    assert len(set(answers)) == 1
    assert Status.UNKNOWN not in answers


def test_random_demands_are_of_both_kinds() -> None:
    answers = set()
    for seed in range(12):
        graph, formula, on = random_demand(6, seed)
        with Search(formula, [LazyConnected(graph, on, 0)]) as search:
            answers.add(search.solve())
    assert answers == {Status.SATISFIABLE, Status.UNSATISFIABLE}


def test_a_propagator_answers_unknown_on_an_empty_budget_too() -> None:
    graph, formula, on = random_demand(8, 1)
    budget = Budget(work=10**9)
    with Search(formula, [LazyConnected(graph, on, 0)], budget, rounds=0) as search:
        search.interrupt()
        assert search.solve() is Status.UNKNOWN


def test_one_seed_gives_one_model_and_seeds_differ() -> None:
    def first(seed: int) -> frozenset[int]:
        formula = Formula()
        on = formula.fresh(36)
        with Search(formula, [LazyConnected(grid(6, 6), on, 0)], rng=Random(seed)) as search:
            assert search.solve() is Status.SATISFIABLE
            return frozenset(search.true(on))

    assert first(1) == first(1)
    assert len({first(seed) for seed in range(8)}) > 4
