"""Found Pathing puzzles: repeatable, sound, of the wished kind, with a play that leads there."""

from random import Random

import pytest

from crossfall.generator.finders import Ending, Wish
from crossfall.generator.finders.pathing_boxes import find
from crossfall.solver.audit import AGREES, audit_record
from crossfall.solver.budget import Budget
from crossfall.solver.errors import InputError
from crossfall.solver.pathing_boxes.game import GAME
from crossfall.solver.pathing_boxes.rules import RULES, PathingPosition
from crossfall.solver.pathing_boxes.techniques import DIFFICULTIES, line_technique
from crossfall.solver.records import Record
from crossfall.solver.verify import verify
from tests.pathing_boxes.positions import position, random_position


def found(**wish: object) -> tuple[list[Record], Ending]:
    search = find(Wish(**wish), Budget())
    records = []
    while True:
        try:
            records.append(next(search))
        except StopIteration as stop:
            return records, stop.value


@pytest.mark.parametrize("finals", [False, True])
@pytest.mark.parametrize("task", ["fewest-swaps", "line-now", "only-defence", "conversion"])
def test_found_puzzles_are_sound_under_all_rules_and_audited(task: str, finals: bool) -> None:
    records, ending = found(task=task, count=3, seed=5, options={"finals": finals})
    assert ending.kind == "done"
    assert len({GAME.canonical(GAME.read(record)) for record in records}) == 3
    for record in records:
        for rules in RULES:
            verdict = verify(GAME.read(record.with_fields(rules=rules)), Budget())
            assert (verdict.verdict, verdict.problems) == ("sound", ())
        assert audit_record(record).verdict == AGREES
        assert record.has("swaps")
        assert record.fields["difficulty"] in DIFFICULTIES[task]


def test_a_found_defence_is_a_block_and_no_line_of_ones_own() -> None:
    records, _ = found(task="only-defence", count=6, seed=3)
    assert len(records) == 6
    for record in records:
        attack = record.with_fields(task="line-now", turns=None, answer=None)
        assert audit_record(attack).answers == ()


def test_a_found_force_line_is_made_by_the_second_turn() -> None:
    ((record,), _) = found(task="force-line", seed=1)
    assert record.fields["turns"] == 2
    verdict = verify(GAME.read(record), Budget())
    plan = verdict.findings.facts["plan"]
    assert len(plan.exceptions) <= 4
    assert audit_record(record).verdict == AGREES


def test_the_same_wish_gives_the_same_puzzles_and_another_seed_others() -> None:
    wish = {"task": "line-now", "count": 2}
    first, again, other = (found(**wish, seed=seed)[0] for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_a_longer_run_begins_with_the_same_puzzles_where_difficulty_is_fixed() -> None:
    short, _ = found(task="line-now", count=1, seed=4, difficulty=2)
    long_, _ = found(task="line-now", count=2, seed=4, difficulty=2)
    assert GAME.canonical(GAME.read(short[0])) == GAME.canonical(GAME.read(long_[0]))


@pytest.mark.parametrize("difficulty", [1, 2, 3])
def test_difficulty_is_the_technique_that_suffices(difficulty: int) -> None:
    records, _ = found(task="line-now", count=2, seed=3, difficulty=difficulty)
    for record in records:
        puzzle = GAME.read(record)
        assert line_technique(puzzle.position) == f"P{difficulty}"


def test_a_sheet_of_rare_puzzles_is_searched_for_until_one_is_found() -> None:
    wish = {"rules": "dm5", "rules_dependent": True}
    records, ending = found(task="line-now", count=2, seed=4, options=wish)
    assert (len(records), ending.kind) == (2, "done")


def test_puzzles_that_depend_on_the_rules_are_found_when_asked_for_and_labelled() -> None:
    records, _ = found(task="line-now", seed=2, options={"rules": "dm5", "rules_dependent": True})
    (record,) = records
    verdict = verify(GAME.read(record), Budget())
    assert [problem.code for problem in verdict.problems] == ["depends-on-rules"]
    from crossfall.generator.words.pathing_boxes import question

    assert "(Rules: dm5.)" in question(GAME.read(record), verdict.findings)


@pytest.mark.parametrize("finals", [False, pytest.param(True, marks=pytest.mark.prove)])
@pytest.mark.parametrize("task", ["line-now", "force-line", "only-defence", "conversion"])
def test_puzzles_that_depend_on_the_rules_have_other_answers_by_other_rules(
    task: str, finals: bool
) -> None:
    """Found with little work on both boards; what differs is said by the audit."""
    wish = {"rules": "original", "finals": finals, "rules_dependent": True}
    records, ending = found(task=task, seed=2, options=wish)
    assert (len(records), ending.kind) == (1, "done")
    answers = {
        rules: audit_record(records[0].with_fields(rules=rules, answer=None)).answers
        for rules in ("original", "waves", "dm5")
    }
    assert list(answers["original"]) == [records[0].text("answer")]
    assert any(other != answers["original"] for other in answers.values())


@pytest.mark.parametrize(
    "wish",
    [
        {"task": "force-line", "difficulty": 1},
        {"task": "line-now", "difficulty": 5},
        {"task": "line-now", "tags": ("mirror",)},
        {"task": "fewest-swaps", "tags": ("greedy-box",)},
        {"task": "line-now", "options": {"rules": "wave"}},
        {"task": "line-now", "tags": ("greedy-box",), "not_tags": ("greedy-box",)},
    ],
)
def test_wishes_that_make_no_sense_are_refused(wish: dict) -> None:
    with pytest.raises(InputError):
        found(**wish)


def least_technique(here: PathingPosition) -> str | None:
    """P1 to P3 by trying every swap of the turn."""
    found = None
    for edge in here.moves():
        after = here.play(edge)
        closed = sum(after.score) - sum(here.score)
        if after.winner() == here.turn:
            return "P1"
        following = least_technique(after) if closed and after.winner() is None else None
        if following == "P1" and closed == 1:
            found = "P2"
        elif following is not None:
            found = found or "P3"
    return found


@pytest.mark.parametrize("finals", [False, True])
def test_techniques_are_those_found_by_trying_every_swap(finals: bool) -> None:
    rng = Random(f"techniques {finals}")
    seen = set()
    for _ in range(100):
        here, _, _ = random_position(rng, "dm5", finals, rng.randint(4, 7))
        seen.add(least_technique(here))
        assert line_technique(here) == least_technique(here)
    assert seen == {"P1", "P2", "P3", None}


def test_techniques_of_lines_this_turn() -> None:
    assert line_technique(position("XXX. ...X .... ....")) == "P1"
    box = position("XXX. .... ...X ....", "C2-D2 C2-C3 C3-D3")
    assert line_technique(box) == "P2"
    assert line_technique(position("XXX. .... ...X ....")) is None
