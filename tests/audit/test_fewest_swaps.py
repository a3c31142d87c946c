"""The audit's way to the fewest swaps finds what swaps of whole positions find."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from random import Random

import networkx as nx
import pytest

from crossfall.solver.audit import AGREES, DEFAULT_WORK, DIFFERS, Work, audit_record
from crossfall.solver.audit.pathing_boxes_fewest import _least_flow, least_order, smallest_sets
from crossfall.solver.audit.pathing_boxes_play import (
    LINES,
    NAMES,
    Edge,
    State,
    edges,
    lined_up,
    other,
)
from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.pathing_boxes.board import EDGE_NAMES
from crossfall.solver.pathing_boxes.fewest import fewest_swaps
from crossfall.solver.records import Record
from crossfall.solver.verify import read_puzzle

# Positions that take long, found by changing others step by step and keeping what took longer:
# finals, cells, filled edges, and the number of the fewest swaps and of the smallest sets.
HARD = (
    (False, "YYXXY..YYY.YXYYX", "A1-B1 A2-A3 A2-B2 B2-C2 B3-C3 C1-D1 C2-C3", 11, 1),
    (False, "XY.YX.Y.Y.XXYY.Y", "A2-B2 A3-B3 A4-B4 B1-B2 B3-C3 B4-C4 C1-C2 C3-D3 D3-D4", 11, 1),
    (True, "XYX.XXYY...Y.Y.Y", "A1-A4 A2-A3 A3-A4 B3-B4 D1-D4", 7, 56),
    (False, "X.XYXYY....YYY.X", "B4-C4 C2-D2", 7, 36),
    (True, "X.X..Y.YXYX.Y.Y.", "", 6, 144),
)
HARDER = (
    (True, "X.YY.YXXYYY.YYXY", "A1-A4 A1-B1 A1-D1 A2-A3 B2-B3 B2-C2 C2-C3 C2-D2", 10, 20),
    (False, "XYYYYYYXYYYXY..X", "A1-B1 A2-B2 C3-C4", 12, 17),
    (False, ".X.YXXY..Y.YXYY.", "A3-B3 B1-B2 B2-B3 C1-C2 C2-C3 C3-C4 C3-D3 D1-D2", 15, 1),
    (True, "XYYYXXYYYYXYYYYX", "B4-C4 C1-C2", 0, 0),
    (True, "YXYYXYXYYYY.YYXY", "A1-A4 A1-D1 B1-B2 C1-D1", 0, 0),
    (False, "XYY.YYXYYXYYYXYY", "A1-A2 B2-C2 B4-C4 C1-D1 D1-D2 D2-D3", 0, 0),
)


def by_whole_positions(state: State) -> set[frozenset[Edge]]:
    """The same as `smallest_sets`, swap by swap by the rules."""
    level = {(state.cells, state.filled)}
    while level:
        found: set[frozenset[Edge]] = set()
        following = set()
        for cells, filled in level:
            at = replace(state, cells=cells, filled=filled)
            for after in (at.swap(chosen) for chosen in at.open()):
                board = dict(after.cells)
                if lined_up(board, state.mover):
                    found.add(after.filled - state.filled)
                elif not lined_up(board, other(state.mover)):
                    following.add((after.cells, after.filled))
        if found:
            return found
        level = following
    return set()


def random_state(chance: Random, marks: str, finals: bool, most_open: int) -> State:
    """A position without a line, of such marks, with so many open edges at most."""
    while True:
        board = {name: chance.choice(marks) for name in NAMES}
        number = len(edges(finals)) - chance.randint(1, min(most_open, len(edges(finals))))
        filled = frozenset(chance.sample(edges(finals), number))
        if not any(lined_up(board, player) for player in "XY"):
            cells = tuple(sorted(board.items()))
            return State("waves", finals, cells, filled, chance.choice("XY"))


def hard_state(case: tuple[bool, str, str, int, int]) -> State:
    finals, marks, filled, _, _ = case
    cells = tuple(zip(NAMES, marks, strict=True))
    ends = (name.split("-") for name in filled.split())
    return State("waves", finals, cells, frozenset((one, two) for one, two in ends), "X")


def by_solver(state: State, work: int) -> set[frozenset[Edge]]:
    position = read_puzzle(record_of(state)).position
    found = set()
    for order in fewest_swaps(position, Budget(work=work)).orders:
        names = (EDGE_NAMES[number].split("-") for number in order)
        found.add(frozenset((one, two) for one, two in names))
    return found


def record_of(state: State) -> Record:
    board = dict(state.cells)
    return Record(
        {
            "game": "pathing-boxes",
            "task": "fewest-swaps",
            "finals": state.finals,
            "to_move": state.mover,
            "board": "\n".join(
                " ".join(board[column + row] for column in "ABCD") for row in "1234"
            ),
            "filled": ["-".join(one) for one in sorted(state.filled)],
        }
    )


@pytest.mark.parametrize("finals", [False, True])
def test_the_fewest_swaps_are_those_of_whole_positions(finals: bool) -> None:
    chance = Random("fewest")
    sizes = set()
    for marks in ("XXYY.", "XXYYYYYY.", "XXY...", "XY"):
        for _ in range(25):
            state = random_state(chance, marks, finals, 8)
            found = smallest_sets(state, Work())
            assert found == by_whole_positions(state)
            sizes |= {len(chosen) for chosen in found} or {0}
    assert len(sizes) >= 3


@pytest.mark.parametrize("finals", [False, True])
@pytest.mark.parametrize("marks", ["XXYY.", "XYYY", "XXYYYYY.", "XY.."])
def test_solver_and_audit_find_the_same_with_many_open_edges(finals: bool, marks: str) -> None:
    chance = Random(f"many {marks}")
    compared = 0
    for _ in range(14):
        state = random_state(chance, marks, finals, 28)
        found = smallest_sets(state, Work())
        try:
            expected = by_solver(state, 30_000)
        except BudgetError:
            continue
        assert found == expected
        compared += 1
    assert compared > 8


def test_an_answer_is_told_in_its_least_order_that_works() -> None:
    chance = Random("orders")
    longest = 0
    for _ in range(60):
        state = random_state(chance, "XXYY.", False, 12)
        for chosen in smallest_sets(state, Work()):
            working = []
            for order in permutations(sorted(chosen)):
                at = [state]
                for one in order:
                    at.append(replace(at[-1].swap(one), mover=state.mover, over=""))
                boards = [dict(after.cells) for after in at]
                if lined_up(boards[-1], state.mover) and not any(
                    lined_up(board, player) for board in boards[:-1] for player in "XY"
                ):
                    working.append(order)
            assert least_order(state, chosen, Work()) == min(working)
            longest = max(longest, len(chosen))
    assert longest >= 3


@pytest.mark.parametrize("case", HARD, ids=lambda case: case[1])
def test_positions_that_take_long_are_settled_with_little_work(
    case: tuple[bool, str, str, int, int],
) -> None:
    state, work = hard_state(case), Work()
    found = smallest_sets(state, work)
    assert found == by_solver(state, 300_000)
    assert (len(min(found)), len(found)) == case[3:]
    assert work.spent < DEFAULT_WORK / 20


@pytest.mark.parametrize("case", HARDER, ids=lambda case: case[1])
def test_so_are_those_that_take_longest(case: tuple[bool, str, str, int, int]) -> None:
    result = audit_record(record_of(hard_state(case)), work=DEFAULT_WORK // 20)
    assert result.verdict == (AGREES if case[4] == 1 else DIFFERS)
    assert len(result.answers) == case[4]
    assert all(len(answer.split()) == case[3] for answer in result.answers)


@pytest.mark.prove
@pytest.mark.parametrize("case", [c for c in HARDER if not c[4]], ids=lambda case: case[1])
def test_where_there_is_no_answer_no_swaps_at_all_help(
    case: tuple[bool, str, str, int, int],
) -> None:
    """Not even if edges could be swapped again and again, which leaves the cells only."""
    state = hard_state(case)
    todo, known = [state.cells], {state.cells}
    while todo:
        at = replace(state, cells=todo.pop())
        for after in (at.swap(chosen).cells for chosen in at.open()):
            board = dict(after)
            assert not lined_up(board, "X")
            if after not in known and not lined_up(board, "Y"):
                known.add(after)
                todo.append(after)


def test_a_flow_has_as_many_edges_as_the_least_one_of_networkx() -> None:
    chance = Random(4)
    reached = 0
    for _ in range(300):
        own = set(chance.sample(range(16), chance.randint(4, 9)))
        line = set(map(NAMES.index, chance.choice(LINES)))
        open_ = chance.sample(edges(True), chance.randint(6, 28))
        beside: list[list[int]] = [[] for _ in NAMES]
        graph = nx.DiGraph()
        graph.add_nodes_from(range(16), demand=0)
        for one, two in ([NAMES.index(name) for name in edge] for edge in open_):
            beside[one].append(two)
            beside[two].append(one)
            graph.add_edge(one, two, capacity=1, weight=1)
            graph.add_edge(two, one, capacity=1, weight=1)
        graph.add_node("from", demand=-4)
        graph.add_node("to", demand=4)
        graph.add_edges_from((("from", cell) for cell in own), capacity=1, weight=0)
        graph.add_edges_from(((cell, "to") for cell in line), capacity=1, weight=0)
        found = _least_flow(own, line, beside, 1_000)
        try:
            expected = nx.min_cost_flow_cost(graph)
        except nx.NetworkXUnfeasible:
            assert found >= 1_000
            continue
        assert found == expected
        assert _least_flow(own, line, beside, expected) >= expected
        reached += 1
    assert reached > 100
