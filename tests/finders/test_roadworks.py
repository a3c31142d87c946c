"""What the finder gives is proven by the audit, varied, repeatable, and counted to the end."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from crossfall.generator.finders import Ending, Wish, finder
from crossfall.solver.audit import AGREES, audit_record
from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError, InputError, NeverError
from crossfall.solver.records import Record, dump_records
from tests.roadworks.literal import Literal, Live

TASKS = (
    "winning-move",
    "what-falls",
    "cut-crossings",
    "great-fall",
    "fewest-fences",
    "closures-left",
    "long-and-short",
    "lost-board",
    "answer-table",
)


def collect(wish: Wish, budget: Budget | None = None) -> tuple[list[Record], Ending]:
    search = finder("roadworks").find(wish, budget or Budget())
    found = []
    while True:
        try:
            found.append(next(search))
        except StopIteration as stop:
            return found, stop.value


def replayed(record: Record, size: int) -> tuple[Literal, Live]:
    """The live set after a record's closures, by the literal rules."""
    literal = Literal(size, size)
    live = literal.full
    for name in record.text("closed").split():
        after = literal.after(live, point(name))
        assert point(name) in live
        assert after is not None
        live = after
    return literal, live


def point(name: str) -> tuple[int, int]:
    return "abcdefghij".index(name[0]), int(name[1:]) - 1


def images(live: Live, size: int) -> set[Live]:
    return {
        frozenset(live),
        frozenset((y, x) for x, y in live),
        frozenset((size - x, size - y) for x, y in live),
        frozenset((size - y, size - x) for x, y in live),
    }


@pytest.mark.parametrize("task", TASKS)
def test_every_task_gives_puzzles_that_the_audit_agrees_with(task: str) -> None:
    found, ending = collect(Wish(task, count=4, seed=5, options={"level": 2}))
    assert len(found) == 4 or ending.kind == "all"
    assert found
    for record in found:
        assert audit_record(record).verdict == AGREES
        assert 1 <= record.fields["difficulty"] <= 5


@pytest.mark.parametrize(("strict", "count"), [(True, 11), (False, 22)])
def test_there_are_so_many_winning_moves_on_3x3(strict: bool, count: int) -> None:
    found, ending = collect(Wish("winning-move", 100, strict=strict, options={"size": "3x3"}))
    assert ending.kind == "all"
    assert len(found) == count
    classes = set()
    for record in found:
        literal, live = replayed(record, 3)
        winning = literal.winning(live)
        assert point(record.text("answer")) in winning
        assert len({literal.after(live, c) for c in winning}) == 1
        assert len(literal.moves(live)) >= 3
        assert not strict or len(winning) == 1
        classes.add(frozenset(images(live, 3)))
    assert len(classes) == count


@pytest.mark.prove
@pytest.mark.parametrize(
    ("strict", "count", "beyond"), [(True, 1009, 12), (False, 1900, 18)], ids=["strict", "all"]
)
def test_there_are_so_many_winning_moves_on_4x4(strict: bool, count: int, beyond: int) -> None:
    found, ending = collect(Wish("winning-move", 5000, strict=strict, options={"level": 3}))
    assert (ending.kind, ending.exist, len(found)) == ("all", count, count - beyond)
    assert any(f"{beyond} more exist and are left out" in note for note in ending.notes)


def test_a_sheet_is_varied() -> None:
    found, _ = collect(Wish("winning-move", 20, seed=3, options={"level": 3}))
    classes = set()
    biggest = 0
    for record in found:
        literal, live = replayed(record, 4)
        classes.add(frozenset(images(live, 4)))
        falls = {c: len(live) - len(after) for c, after in literal.moves(live).items()}
        most = max(falls.values())
        biggest += most > 1 and falls[point(record.text("answer"))] == most
    assert len(classes) == 20
    assert biggest <= 4
    assert max(Counter(record.text("answer") for record in found).values()) <= 3
    stars = [record.fields["difficulty"] for record in found]
    assert all(one <= next_ for one, next_ in pairwise(stars[:16]))
    features = [record.fields["features"] for record in found]
    assert {f["technique"] for f in features} <= {"R0", "R1", "R2", "R3", "R4"}
    assert max(f["lines"] for f in features) <= 12


def test_the_same_wish_gives_the_same_bytes_and_another_seed_others() -> None:
    one = Wish("winning-move", 5, seed=1, options={"size": "4x4"})
    texts = [dump_records(collect(one)[0]) for _ in range(2)]
    other = Wish("winning-move", 5, seed=2, options={"size": "4x4"})
    assert texts[0] == texts[1]
    assert dump_records(collect(other)[0]) != texts[0]


def test_a_run_cut_short_leaves_a_prefix() -> None:
    wish = Wish("winning-move", 30, options={"size": "3x4"})
    whole, _ = collect(wish)
    lengths = []
    for work in (0, 10, 20, 50):
        found: list[Record] = []
        search = finder("roadworks").find(wish, Budget(work=work))
        with pytest.raises(BudgetError):
            found.extend(iter(search.__next__, None))
        lengths.append(len(found))
        assert found == whole[: len(found)]
    assert lengths[0] == 0 < lengths[-1] < len(whole)


@pytest.mark.parametrize("difficulty", [1, 2, 3, 4, 5])
def test_a_wish_for_a_difficulty_is_met(difficulty: int) -> None:
    wish = Wish("winning-move", 2, difficulty=difficulty, options={"level": 3})
    found, ending = collect(wish)
    assert ending.kind == "done"
    assert {record.fields["difficulty"] for record in found} == {difficulty}


def test_tags_are_wanted_and_unwanted() -> None:
    wish = Wish("winning-move", 3, tags=("parity",), not_tags=("mirror",), options={"size": "3x4"})
    found, _ = collect(wish)
    for record in found:
        assert "parity" in record.fields["tags"]
        assert "mirror" not in record.fields["tags"]


def test_larger_boards_are_sampled() -> None:
    found, ending = collect(Wish("winning-move", 3, options={"level": 4}))
    assert ending.kind == "done"
    for record in found:
        literal, live = replayed(record, 5)
        assert 3 <= len(literal.moves(live)) <= 16


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        (Wish("winning-move", options={"level": 1}), "needs falling crossings"),
        (Wish("what-falls", options={"size": "4x4", "plain": True}), "nothing ever falls"),
        (Wish("winning-move", options={"size": "1x1"}), "no winning-move puzzle, proven"),
        (Wish("winning-move", difficulty=5, options={"size": "3x3"}), "of difficulty 5, proven"),
    ],
)
def test_what_can_never_be_met_is_said_with_the_reason(wish: Wish, words: str) -> None:
    with pytest.raises(NeverError, match=words):
        collect(wish)


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        (Wish("winning-move", options={"level": 3, "size": "3x3"}), "level 3 is 4x4, not 3x3"),
        (Wish("winning-move", options={"level": 9}), "expected 1 to 4"),
        (Wish("winning-move", options={"size": "0x0"}), "too small"),
        (Wish("winning-move", tags=("paritty",)), "did you mean parity"),
        (Wish("what-falls", difficulty=4), "expected 1 to 3"),
        (Wish("what-falls", tags=("parity",)), "no tags"),
        (Wish("winning-move", tags=("parity",), not_tags=("parity",)), "both wanted"),
    ],
)
def test_wishes_that_make_no_sense_are_refused(wish: Wish, words: str) -> None:
    with pytest.raises(InputError, match=words):
        collect(wish)
