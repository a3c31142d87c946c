"""The search within a wave against known answers, the audit's search, and its compiled twin."""

import json
import random
from itertools import pairwise
from pathlib import Path

import pytest

from crossfall.solver.audit import Work
from crossfall.solver.audit.pathing_boxes_play import Forcing
from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.pathing_boxes import GAME
from crossfall.solver.pathing_boxes.board import EDGE_NAMES
from crossfall.solver.pathing_boxes.fast import CompiledSearch
from crossfall.solver.pathing_boxes.rules import CLASSIC, PathingPosition
from crossfall.solver.pathing_boxes.tables import line_table
from crossfall.solver.pathing_boxes.wave import (
    UNBOUNDED,
    PlainSearch,
    Question,
    Search,
    Wave,
    ties,
)
from crossfall.solver.records import Record
from tests.pathing_boxes.positions import audit_state, position, random_position, swaps
from tests.pathing_boxes.proof_numbers import ProofNumbers

CASES = json.loads((Path(__file__).parent.parent / "cases" / "pathing_positions.json").read_text())
ALL_RULES = ["original", "waves", "dm5"]


def names(edges: list[int]) -> list[str]:
    return [EDGE_NAMES[edge] for edge in edges]


def case_position(case: dict) -> PathingPosition:
    return position(
        " ".join(case["rows"]),
        case["filled"],
        case["to_move"],
        tuple(case["score"]),
        case["rules"],
        case["finals"],
    )


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_known_positions_have_exactly_the_known_forcing_and_holding_swaps(case: dict) -> None:
    wave = Wave(case_position(case), Budget())
    assert names(wave.winning()) == case["force_line"]
    assert names(wave.holding()) == case["holds"]


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_the_swaps_of_known_positions_lead_to_them(case: dict) -> None:
    target = case_position(case)
    for first in "XY":
        start = position(" ".join(case["start"]), "", first, (0, 0), case["rules"], case["finals"])
        here = swaps(start, case["swaps"])
        if here.turn == target.turn and here.score == target.score:
            assert (here.x, here.y, here.filled) == (target.x, target.y, target.filled)
            return
    pytest.fail("no beginner leads there")


@pytest.mark.parametrize("finals", [False, True])
@pytest.mark.parametrize("rules", ALL_RULES)
def test_forced_lines_agree_with_the_audits_search(rules: str, finals: bool) -> None:
    rng = random.Random(f"audit {rules} {finals}")
    for _ in range(12):
        here, _, _ = random_position(rng, rules, finals, rng.randint(1, 7))
        state, wave = audit_state(here), Wave(here, Budget())
        for turns in (1, 2, None):
            own, rival = Forcing("XY"[here.turn], Work()), Forcing("YX"[here.turn], Work())
            swaps_there = [(edge, tuple(EDGE_NAMES[edge].split("-"))) for edge in here.moves()]
            assert wave.winning(turns) == [
                edge for edge, pair in swaps_there if own.forces_after(state, pair, turns)
            ]
            assert wave.holding(turns) == [
                edge for edge, pair in swaps_there if not rival.forces_after(state, pair, turns)
            ]


def random_question(rng: random.Random) -> tuple[PathingPosition, Question, int]:
    here, _, _ = random_position(
        rng, rng.choice(ALL_RULES), rng.random() < 0.5, rng.choice([3, 5, 7, 9, 11])
    )
    question = Question(here.board, ties(here), rng.randrange(2), rng.random() < 0.3)
    return here, question, rng.choice([1, 2, 3, UNBOUNDED])


def ask(search: Search, here: PathingPosition, limit: int) -> bool:
    return search.forces(here.x, here.y, here.filled, here.turn, limit)


def agree(number: int, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(number):
        here, question, limit = random_question(rng)
        plain_cost, compiled_cost = Budget(), Budget()
        plain = PlainSearch(question, plain_cost)
        compiled = CompiledSearch(question, compiled_cost)
        for bound in (limit, 1, UNBOUNDED):
            assert ask(plain, here, bound) == ask(compiled, here, bound)
        assert plain_cost.spent == compiled_cost.spent


def test_the_compiled_search_gives_the_same_answers_at_the_same_cost() -> None:
    agree(400, seed=1)


@pytest.mark.prove
def test_the_compiled_search_agrees_on_tens_of_thousands_of_positions() -> None:
    agree(30_000, seed=2)


@pytest.mark.prove
def test_both_searches_agree_with_the_audits_on_thousands_of_positions() -> None:
    """Every rule set on both boards, each swap: plain, compiled and by trying everything."""
    rng = random.Random(22)
    for number in range(6_000):
        rules, finals = ALL_RULES[number % 3], number % 2 == 0
        here, _, _ = random_position(rng, rules, finals, rng.randint(1, 5))
        limit = rng.choice([1, 2, None])
        state = audit_state(here)
        question = Question(here.board, ties(here), here.turn)
        plain, compiled = PlainSearch(question, Budget()), CompiledSearch(question, Budget())
        literal = Forcing("XY"[here.turn], Work()).forces(state, limit)
        assert ask(plain, here, limit or UNBOUNDED) == literal
        assert ask(compiled, here, limit or UNBOUNDED) == literal


def test_a_budget_cuts_both_searches_off_at_the_same_node() -> None:
    question = Question(CLASSIC.board, ties(CLASSIC), 0)
    for kind in (PlainSearch, CompiledSearch):
        budget = Budget(work=500)
        with pytest.raises(BudgetError):
            ask(kind(question, budget), CLASSIC, 3)
        assert budget.spent == 501


def test_the_compiled_search_outgrows_its_first_table() -> None:
    rng = random.Random(11)
    here, _, _ = random_position(rng, "waves", False, 16)
    question = Question(here.board, ties(here), 1 - here.turn)
    plain_cost, compiled_cost = Budget(), Budget()
    plain, compiled = PlainSearch(question, plain_cost), CompiledSearch(question, compiled_cost)
    for edge in here.moves():
        after = here.play(edge)
        if plain_cost.spent < 12_000 and after.winner() is None:
            assert ask(plain, after, UNBOUNDED) == ask(compiled, after, UNBOUNDED)
    assert plain_cost.spent == compiled_cost.spent > 1 << 13


def test_within_more_turns_never_less_is_forced() -> None:
    rng = random.Random(4)
    for _ in range(40):
        here, _, _ = random_position(rng, "dm5", False, 8)
        wave = Wave(here, Budget())
        found = [set(wave.winning(turns)) for turns in (1, 2, 3, None)]
        assert found == sorted(found, key=len)
        assert all(less <= more for less, more in pairwise(found))


def test_the_main_line_ends_with_the_line_after_the_fewest_turns() -> None:
    rng = random.Random(6)
    seen = 0
    while seen < 12:
        here, _, _ = random_position(rng, "waves", False, 9)
        wave = Wave(here, Budget())
        needed = wave.turns_needed(here, here.turn)
        if needed is None:
            assert wave.main_line(here.turn) == []
            continue
        seen += 1
        turns, step, by = 1, here, here.turn
        for edge in wave.main_line(here.turn):
            after = step.play(edge)
            turns += step.turn != here.turn == after.turn
            step, by = after, step.turn
        # A line that the opponent has to make falls into the turn after.
        assert (step.winner(), turns + (by != here.turn)) == (here.turn, needed)


def test_counting_own_swaps_bounds_a_search_of_an_empty_wave() -> None:
    question = Question(CLASSIC.board, ties(CLASSIC), 0, by_swaps=True)
    budget = Budget(work=100_000)
    assert not ask(PlainSearch(question, budget), CLASSIC, 4)


def test_the_line_table_holds_exactly_the_sets_with_a_full_row_or_column() -> None:
    table = line_table()
    rng = random.Random(8)
    for _ in range(3000):
        cells = rng.getrandbits(16) | rng.getrandbits(16)
        rows = [cells >> 4 * r & 15 for r in range(4)]
        columns = [sum(cells >> (4 * r + c) & 1 for r in range(4)) for c in range(4)]
        assert bool(table[cells]) == (15 in rows or 4 in columns)


def test_a_search_by_proof_numbers_gives_the_same_answers() -> None:
    rng = random.Random(14)
    for _ in range(40):
        rules, finals = rng.choice(ALL_RULES), rng.random() < 0.5
        here, _, _ = random_position(rng, rules, finals, rng.randint(2, 9))
        for attacker in (0, 1):
            question = Question(here.board, ties(here), attacker)
            expected = ProofNumbers(attacker).forces(here)
            assert ask(PlainSearch(question, Budget()), here, UNBOUNDED) == expected


@pytest.mark.parametrize(
    ("line", "swap"),
    [
        (
            "waves:X:Y1XX.XX1Y.1XXX.Y1YX:A1A2,A1B1,A2A3,A2B2,B1B2,B1C1,B2C2,B3C3,B4C4,C1C2,C1D1,"
            "C4D4,D2D3,D3D4:X1Y1",
            ("D1", "D2"),
        ),
        (
            "waves:X:XXXY.XYYX.YYXX.YYXY:A1A2,A1B1,A2A3,A2B2,A3A4,A4B4,B1C1,B2B3,B3B4,C1C2,C1D1,"
            "C2D2,C3C4,D1D2,D2D3,D3D4:X1Y0",
            ("B2", "C2"),
        ),
    ],
    ids=["ten edges", "eight edges"],
)
def test_a_line_that_needs_three_turns_is_not_forced_in_two(
    line: str, swap: tuple[str, str]
) -> None:
    here = GAME.read(Record({"game": "pathing-boxes"}, line=line)).position
    wave, edge = Wave(here, Budget()), EDGE_NAMES.index("-".join(swap))
    found = [wave.swap_wins(edge, turns) for turns in (1, 2, 3, None)]
    assert found == [False, False, True, True]
    forcing = Forcing("X", Work(10_000_000))
    state = audit_state(here)
    assert [forcing.forces_after(state, swap, turns) for turns in (1, 2, 3)] == found[:3]
