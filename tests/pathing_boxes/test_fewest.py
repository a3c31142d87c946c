"""The sharper search for the fewest swaps finds what making every swap by the rules finds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations

import networkx as nx
import pytest

from crossfall.solver.audit import AGREES, audit_record
from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.pathing_boxes import fewest
from crossfall.solver.pathing_boxes.assignment import (
    NEVER,
    SwapsNeeded,
    cheapest_assignment,
    ways_apart,
)
from crossfall.solver.pathing_boxes.board import EDGE_NAMES, NORMAL
from crossfall.solver.pathing_boxes.fewest import fewest_swaps
from crossfall.solver.pathing_boxes.game import GAME
from crossfall.solver.pathing_boxes.rules import PathingPosition
from crossfall.solver.records import Record
from crossfall.solver.verify import verify
from tests.pathing_boxes.positions import position

ALL_CELLS = [column + row for row in "1234" for column in "ABCD"]
STRAIGHT = [[c + r for c in "ABCD"] for r in "1234"] + [[c + r for r in "1234"] for c in "ABCD"]

# Where making more and more swaps runs out: rows, filled edges, finals; the fewest swaps, and in
# how many sets.
LONG = (
    (
        ".X.X XXYY .Y.Y Y.Y.",
        "A3-B3 B1-B2 B2-B3 C1-C2 C2-C3 C3-C4 C3-D3 D1-D2",
        False,
        15,
        1,
    ),
    ("XYYY YYY. YYY. YXXX", "A1-B1 A2-B2 C3-C4", False, 12, 17),
    ("XXYY YXYY YYXY YYYX", "B4-C4 C1-C2", True, 0, 0),
    # Too few ways without a common edge.
    (".YYX .Y.X YY.Y XYXY", "A2-A3 A2-B2 C1-D1 C3-D3 D1-D2 D2-D3", False, 0, 0),
)


def random_board(chance: random.Random, marks: str, finals: bool, most: int) -> PathingPosition:
    """A position without a line, of such marks, with so many open edges at most."""
    names = [name for name in EDGE_NAMES if finals or name not in EDGE_NAMES[24:]]
    while True:
        cells = "".join(chance.choice(marks) for _ in ALL_CELLS)
        filled = chance.sample(names, len(names) - chance.randint(1, min(most, len(names))))
        rows = " ".join(cells[start : start + 4] for start in range(0, 16, 4))
        here = position(rows, " ".join(filled), chance.choice("XY"), finals=finals)
        if not any(lined_up(marks_of(here), colour) for colour in "XY"):
            return here


def marks_of(here: PathingPosition) -> dict[str, str]:
    return {name: here.contents(cell) for cell, name in enumerate(ALL_CELLS)}


def lined_up(board: dict[str, str], colour: str) -> bool:
    return any(all(board[name] == colour for name in line) for line in STRAIGHT)


def orders_by_the_rules(here: PathingPosition) -> list[tuple[str, ...]]:
    """The least order of every smallest set, least first, by making every swap."""
    own = "XY"[here.turn]
    open_edges = sorted(EDGE_NAMES[edge] for edge in here.moves())
    level: dict[tuple[frozenset[str], tuple[str, ...]], tuple[str, ...]] = {}
    level[frozenset(), tuple(marks_of(here).values())] = ()
    for _ in open_edges:
        found: dict[frozenset[str], tuple[str, ...]] = {}
        following: dict[tuple[frozenset[str], tuple[str, ...]], tuple[str, ...]] = {}
        for (done, cells), order in level.items():
            for name in open_edges:
                if name in done:
                    continue
                board = dict(zip(ALL_CELLS, cells, strict=True))
                one, two = name.split("-")
                board[one], board[two] = board[two], board[one]
                longer, chosen = (*order, name), done | {name}
                if lined_up(board, own):
                    found[chosen] = min(longer, found.get(chosen, longer))
                elif not lined_up(board, "YX"[here.turn]):
                    key = chosen, tuple(board.values())
                    following[key] = min(longer, following.get(key, longer))
        if found:
            return sorted(found.values())
        level = following
    return []


def orders(here: PathingPosition, work: int | None = None) -> list[tuple[str, ...]]:
    found = fewest_swaps(here, Budget(work=work))
    assert {len(order) for order in found.orders} <= {found.number}
    return [tuple(EDGE_NAMES[edge] for edge in order) for order in found.orders]


def long_positions() -> Iterator[PathingPosition]:
    for rows, filled, finals, _, _ in LONG:
        yield position(rows, filled, finals=finals)


@pytest.mark.parametrize("quick", [0, 20, fewest.QUICK])
@pytest.mark.parametrize("finals", [False, True])
def test_every_smallest_set_is_found_in_its_least_order(
    finals: bool, quick: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fewest, "QUICK", quick)
    chance = random.Random(f"sharp {finals}")
    sizes = set()
    for marks in ("XXYY.", "XXYYYYYY.", "XXY...", "XY", "XXXXYYYY."):
        for _ in range(12):
            here = random_board(chance, marks, finals, 8)
            expected = orders_by_the_rules(here)
            assert orders(here) == expected
            sizes |= {len(order) for order in expected} or {0}
    assert len(sizes) >= 4


@pytest.mark.parametrize("finals", [False, True])
@pytest.mark.parametrize("marks", ["XXYY.", "XYYY", "XXYYYYY.", "XY.."])
def test_both_bounds_tell_the_same_with_many_open_edges(
    finals: bool, marks: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(f"both {marks}")
    compared = 0
    for _ in range(16):
        here = random_board(chance, marks, finals, 28)
        monkeypatch.setattr(fewest, "QUICK", 30_000)
        quick = Budget(work=30_000)
        try:
            expected = fewest_swaps(here, quick)
        except BudgetError:
            continue
        monkeypatch.setattr(fewest, "QUICK", 0)
        assert fewest_swaps(here, Budget()) == expected
        compared += 1
    assert compared > 8


@pytest.mark.parametrize("finals", [False, True])
def test_no_line_takes_fewer_swaps_than_the_bound_says(finals: bool) -> None:
    chance = random.Random(f"bound {finals}")
    exact = never = 0
    for marks in ("XXYY.", "XXYYYYYY.", "XXY...", "XXX.."):
        for _ in range(25):
            here = random_board(chance, marks, finals, 8)
            open_edges = here.board.all_filled & ~here.filled
            needed = SwapsNeeded(here.board, Budget())(here.pieces(here.turn), open_edges)
            expected = orders_by_the_rules(here)
            assert not expected or needed <= len(expected[0])
            exact += bool(expected) and needed == len(expected[0])
            never += needed == NEVER
    assert exact > 10
    assert never > 10


def test_an_assignment_is_the_cheapest_of_all() -> None:
    chance = random.Random("assignment")
    for _ in range(300):
        rows, columns = chance.randint(1, 4), chance.randint(1, 6)
        costs = [[chance.choice((1, 2, 3, 5, NEVER)) for _ in range(columns)] for _ in range(rows)]
        sums = [
            sum(row[column] for row, column in zip(costs, chosen, strict=True))
            for chosen in permutations(range(columns), rows)
        ]
        assert cheapest_assignment(costs) == min([NEVER, *sums])


def test_ways_are_apart_where_networkx_lets_that_much_flow() -> None:
    chance = random.Random("apart")
    counts = {True: 0, False: 0}
    for _ in range(400):
        graph = nx.DiGraph()
        graph.add_nodes_from(["from", "to", *range(16)])
        beside = [0] * 16
        for one, two in chance.sample(list(combinations(range(16), 2)), chance.randint(8, 30)):
            beside[one] |= 1 << two
            beside[two] |= 1 << one
            graph.add_edges_from([(one, two), (two, one)], capacity=1)
        cells = chance.sample(range(16), chance.randint(5, 10))
        sources, goals = cells[4:], cells[: chance.randint(1, 4)]
        graph.add_edges_from((("from", cell) for cell in sources), capacity=1)
        graph.add_edges_from(((cell, "to") for cell in goals), capacity=1)
        expected = nx.maximum_flow_value(graph, "from", "to") == len(goals)
        masks = [sum(1 << cell for cell in some) for some in (sources, goals)]
        assert ways_apart(masks[0], masks[1], beside) == expected
        counts[expected] += 1
    assert min(counts.values()) > 50


@pytest.mark.parametrize("case", LONG, ids=lambda case: case[0])
def test_positions_that_ran_out_are_settled(case: tuple[str, str, bool, int, int]) -> None:
    rows, filled, finals, number, sets = case
    found = orders(position(rows, filled, finals=finals), 60_000)
    assert len(found) == sets
    assert {len(order) for order in found} == ({number} if sets else set())


def test_check_and_audit_settle_a_puzzle_of_15_swaps() -> None:
    rows, filled, _, _, _ = LONG[0]
    fields = {"game": "pathing-boxes", "task": "fewest-swaps", "to_move": "X"}
    record = Record({**fields, "board": "\n".join(rows.split()), "filled": filled.split()})
    verdict = verify(GAME.read(record), Budget())
    assert verdict.verdict == "sound"
    assert [len(answer.split()) for answer in verdict.answers] == [15]
    audited = audit_record(record.with_fields(answer=verdict.answers[0]))
    assert audited.verdict == AGREES
    assert audited.answers == verdict.answers
    # The answer works, swap by swap.
    here = position(rows, filled)
    for name in verdict.answers[0].split():
        assert here.winner() is None
        here = replace(here.play(here.board.edge_number(name)), turn=here.turn)
    assert lined_up(marks_of(here), "X")


def test_a_budget_that_the_first_search_uses_up_ends_the_search() -> None:
    for here in long_positions():
        for work in (0, 20, fewest.QUICK):
            budget = Budget(work=work)
            with pytest.raises(BudgetError):
                fewest_swaps(here, budget)
            assert budget.spent == work + 1


def test_a_deadline_ends_the_search_too() -> None:
    here = next(long_positions())
    with pytest.raises(BudgetError):
        fewest_swaps(here, Budget(seconds=1, clock=iter(range(0, 10_000, 5)).__next__))


def test_pieces_that_cannot_get_into_a_line_need_more_swaps_than_there_are() -> None:
    here = position("XXX. .... ...X ....")
    pieces, everything = here.x, NORMAL.all_filled
    needed = SwapsNeeded(NORMAL, Budget())
    assert needed(pieces, everything) == 2
    assert needed(pieces, 0) == NEVER
