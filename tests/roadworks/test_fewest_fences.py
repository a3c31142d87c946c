"""`fewest-fences`: all smallest sets, against trying every set of fences by the literal rules."""

from itertools import combinations
from random import Random

import pytest

from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.grids import mask_of
from crossfall.solver.records import Record
from crossfall.solver.roadworks.fences import only_smallest, smallest_fences
from crossfall.solver.roadworks.rules import Board, board, live_set, start
from crossfall.solver.sat.rup import check_files
from crossfall.solver.verify import Verdict, read_puzzle, verify
from tests.roadworks import literal


def by_trying(slow: literal.Literal, live: literal.Live) -> set[literal.Live]:
    """Every smallest set of fences that leaves exactly `live`: all sets of 0, 1, 2, … are tried."""
    gone = sorted(slow.full - live)
    for size in range(len(gone) + 1):
        found = set()
        for fences in combinations(gone, size):
            left = literal.graph(slow.full - set(fences))
            left.add_edge(slow.a, slow.b)
            for part in literal.nx.biconnected_components(left):
                if slow.a in part and slow.b in part and part == live:
                    found.add(frozenset(fences))
        if found:
            return found
    raise AssertionError("fences everywhere always do it")


@pytest.mark.parametrize("size", [(1, 1), (2, 1), (2, 2), (2, 3)])
def test_the_smallest_sets_are_those_found_by_trying_all(size: tuple[int, int]) -> None:
    slow = literal.Literal(*size)
    for live in slow.live_sets():
        found = smallest_fences(board(*size), literal.mask(live, size[1]))
        expected = {literal.mask(fences, size[1]) for fences in by_trying(slow, live)}
        assert set(found.sets()) == expected
        assert found.count == len(expected)
        assert found.complete
        assert found.unique == (len(expected) == 1)


def test_on_3x3_too_for_a_sample() -> None:
    slow = literal.Literal(3, 3)
    lives = sorted(slow.live_sets(), key=sorted)
    for live in Random(3).sample(lives, 25):
        found = smallest_fences(board(3, 3), literal.mask(live, 3))
        assert set(found.sets()) == {literal.mask(f, 3) for f in by_trying(slow, live)}


def wandering(board_: Board, rng: Random) -> int:
    """The live set after some random safe closures."""
    position = start(board_)
    for _ in range(rng.randint(board_.width, 3 * board_.width)):
        safe = [c for c in range(board_.grid.count) if position.safe >> c & 1]
        if not safe:
            break
        position = position.play(rng.choice(safe))
    return position.open


def test_on_7x7_every_set_found_leaves_the_live_set_and_none_smaller_is_easily_found() -> None:
    b = board(7, 7)
    for seed in range(6):
        live = wandering(b, Random(seed))
        found = smallest_fences(b, live)
        for fences, _ in zip(found.sets(), range(20), strict=False):
            assert fences.bit_count() == found.size
            assert b.settle(b.full & ~fences) == live
            for crossing in range(b.grid.count):
                if fences >> crossing & 1:
                    assert b.settle(b.full & ~fences | 1 << crossing) != live


def check(drawing: str, **fields: object) -> Verdict:
    record = Record({"game": "roadworks", "task": "fewest-fences", "board": drawing, **fields})
    return verify(read_puzzle(record), Budget())


def codes(verdict: Verdict) -> list[str]:
    return [problem.code for problem in verdict.problems]


def test_a_puzzle_with_one_smallest_set_is_sound() -> None:
    verdict = check("? o o B\n? o o o\no o o o\nA o o o")
    assert (verdict.verdict, verdict.answers) == ("sound", ("a3",))
    assert codes(verdict) == []
    verdict = check("o o o B\no ? ? o\no ? ? o\nA o o o", answer="b2 b3 c2 c3")
    assert (verdict.verdict, verdict.answers) == ("sound", ("b2 b3 c2 c3",))


def test_several_smallest_sets_are_all_listed() -> None:
    slow = literal.Literal(3, 3)
    live = slow.full - {(0, 3), (0, 2), (1, 3), (3, 0), (2, 0)}
    expected = by_trying(slow, live)
    verdict = check("? ? o B\n? o o o\no o o o\nA o ? ?")
    b = board(3, 3)
    assert set(verdict.answers) == {
        " ".join(b.names(literal.mask(fences, 3))) for fences in expected
    }
    assert verdict.verdict == ("sound" if len(expected) == 1 else "flawed")


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        ("a3 a4", "2 fences; 1 are enough"),
        ("a4", "a3 would still stand"),
        ("a3 b2", "b2 drawn open"),
        ("a1 a3", "never fenced"),
    ],
)
def test_a_wrong_answer_is_told_what_is_wrong(answer: str, complaint: str) -> None:
    verdict = check("? o o B\n? o o o\no o o o\nA o o o", answer=answer)
    assert verdict.verdict == "flawed"
    (message,) = (p.message for p in verdict.problems if p.code == "wrong-answer")
    assert complaint in message


def test_a_board_without_gone_crossings_has_no_answer() -> None:
    verdict = check("o B\nA o")
    assert (verdict.verdict, codes(verdict)) == ("flawed", ["no-answer"])


def test_what_hangs_open_is_impossible() -> None:
    verdict = check("o o B\n? ? o\nA o o")
    assert "impossible-position" in codes(verdict)


def test_without_falling_every_gone_crossing_bears_a_fence() -> None:
    verdict = check("? o B\n? o o\nA o o", falling=False)
    assert (verdict.verdict, verdict.answers) == ("sound", ("a2 a3",))


def test_a_budget_that_runs_out_is_unknown() -> None:
    b = board(7, 7)
    live = wandering(b, Random(0))
    with pytest.raises(BudgetError):
        smallest_fences(b, live, Budget(work=3))
    record = Record({"game": "roadworks", "task": "fewest-fences"})
    puzzle = read_puzzle(record.with_fields(board="? ? ? B\n? ? ? o\n? ? ? o\nA o o o"))
    assert verify(puzzle, Budget(work=0)).verdict == "unknown"


def test_of_very_many_smallest_sets_some_are_listed_and_the_verdict_is_flawed() -> None:
    path = {(0, 0)} | {(x, 0) for x in range(8)} | {(7, y) for y in range(8)}
    b = board(7, 7)
    live = literal.mask(path, 7)
    assert not live_set(b, live).faults
    found = smallest_fences(b, live, most=50)
    assert found.count >= 2
    assert not found.unique


def test_that_a_set_is_the_only_smallest_one_is_proven_to_an_outside_checker() -> None:
    b = board(3, 3)
    gone = mask_of(b.grid.point(name) or 0 for name in ("b2", "b3", "c2", "c3"))
    proof = only_smallest(b, b.full & ~gone)
    check_files(proof.dimacs(), proof.drup())
    several = 1 << 3 | 1 << 2 | 1 << 6 | 1 << 7
    with pytest.raises(ValueError, match="several"):
        only_smallest(b, b.settle(b.full & ~several) & ~several)
