"""Roadworks puzzles as the second opinion reads and answers them."""

from typing import Any

import pytest

from crossfall.solver import audit as package
from crossfall.solver.audit import AGREES, DIFFERS, UNKNOWN, AuditResult, audit_record
from crossfall.solver.records import Record, record_from_line
from tests.roadworks.literal import Literal


def audited(task: str, **fields: Any) -> AuditResult:
    return audit_record(Record({"game": "roadworks", "task": task, **fields}))


def test_the_worked_example_of_the_source() -> None:
    assert audited("what-falls", level=2, closed="b2 a3", answer="a4 a2").verdict == AGREES
    result = audited("what-falls", level=2, closed="b2 a3", answer="a2")
    assert (result.verdict, result.answers) == (DIFFERS, ("a2 a4",))
    # With a3 closed first, a4 falls one closure earlier.
    assert audited("what-falls", level=2, closed="a3").answers == ("a4",)
    assert audited("what-falls", level=2, closed="a3 b2").answers == ("a2",)
    # b1 after b2 and a3 cuts A off.
    assert "cuts A from B" in audited("what-falls", level=2, closed="b2 a3 b1").message


def test_a_winning_move_is_proven_against_every_other_closure() -> None:
    assert audited("winning-move", size="3x3", closed="b4", answer="c1").verdict == AGREES
    assert audited("winning-move", size="3x3", closed="b4", answer="d1").verdict == DIFFERS
    assert audited("winning-move", size="3x3", closed="b4").answers == ("c1",)
    empty = audited("winning-move", level=2, closed="")
    assert (empty.verdict, empty.answers) == (DIFFERS, ("a4", "b3", "c2", "d1"))
    lost = audited("winning-move", size="2x2", closed="")
    assert (lost.verdict, lost.answers) == (DIFFERS, ())


def test_crossings_that_leave_the_same_board_are_one_answer() -> None:
    # Once a2 and b2 are closed, b3 and b4 stand in one street: whichever is closed, both are gone.
    for answer in (None, "b3", "b4", "b4 b3", ["b3", "b4"]):
        result = audited("winning-move", size="3x3", closed="a2 b2", answer=answer)
        assert (result.verdict, result.answers) == (AGREES, ("b3", "b4"))
    for answer in ("b3 c1", "", "c1"):
        result = audited("winning-move", size="3x3", closed="a2 b2", answer=answer)
        assert result.verdict == DIFFERS
    # Closing a2 leaves b1, closing b1 leaves a2: different boards.
    two = audited("winning-move", size="1x1", closed="")
    assert (two.verdict, two.answers) == (DIFFERS, ("a2", "b1"))


def test_cut_crossings_are_those_that_every_path_passes() -> None:
    result = audited("cut-crossings", size="2x2", closed="a2")
    assert (result.verdict, result.answers) == (AGREES, ("b1",))
    assert audited("cut-crossings", size="2x2", closed="a2", answer="b1").verdict == AGREES
    assert audited("cut-crossings", size="2x2", closed="a2", answer="b1 b2").verdict == DIFFERS
    assert audited("cut-crossings", size="2x2", closed="").verdict == DIFFERS


def test_closures_left_lists_every_possible_number() -> None:
    assert audited("closures-left", level=1, closed="", answer="9").verdict == AGREES
    assert audited("closures-left", level=1, closed="", answer="8").verdict == DIFFERS
    varies = audited("closures-left", size="2x2", closed="")
    assert (varies.verdict, varies.answers) == (DIFFERS, ("2", "3", "4"))
    assert audited("closures-left", size="1x1", closed="a2").answers == ("0",)


def test_long_and_short_names_the_fewest_and_the_most() -> None:
    assert audited("long-and-short", size="2x2", closed="", answer="2 4").verdict == AGREES
    assert audited("long-and-short", size="2x2", closed="", answer="4 2").verdict == DIFFERS


def test_the_lost_board_is_named_by_its_number() -> None:
    boards = ["", "b4", "d1"]  # the empty board and b4 are won, after d1 the mover is lost
    assert audited("lost-board", size="3x3", boards=boards, answer="3").verdict == AGREES
    assert audited("lost-board", size="3x3", boards=boards, answer="1").verdict == DIFFERS
    assert audited("lost-board", size="3x3", boards=["", "b4"]).answers == ()
    twice = audited("lost-board", size="3x3", boards=["d1", "a4"])
    assert (twice.verdict, twice.answers) == (DIFFERS, ("1", "2"))
    assert "board 2" in audited("lost-board", size="3x3", boards=["", "a1"]).message


def test_an_answer_table_needs_a_right_reply_to_every_closure() -> None:
    # A ring of eight crossings: one closure ends it, so the player to move wins.
    assert audited("answer-table", size="2x2", closed="b2").answers == ()
    lost = {"size": "2x2", "closed": ""}
    table = list(audited("answer-table", **lost).answers)
    assert [line.partition(":")[0] for line in table] == ["a2", "a3", "b1", "b2", "b3", "c1", "c2"]
    assert audited("answer-table", **lost, answer=table[:-1]).verdict == DIFFERS
    assert audited("answer-table", **lost, answer=[*table[:-1], "c2: c2"]).verdict == DIFFERS


def test_answer_tables_of_all_lost_3x3_positions_follow_the_rules() -> None:
    rules = Literal(3, 3)
    sound = 0
    for live in rules.live_sets():
        moves = rules.moves(live)
        if rules.winning(live) or not moves:
            continue
        boards = {
            c: {rules.moves(left)[reply] for reply in rules.winning(left)}
            for c, left in moves.items()
        }
        names = ",".join(f"{'abcd'[x]}{y + 1}" for x, y in live)
        line = record_from_line(f"roadworks:3x3:?{names}").with_fields(task="answer-table")
        result = audit_record(line)
        one = all(len(replies) == 1 for replies in boards.values())
        assert result.verdict == (AGREES if one else DIFFERS)
        assert len(result.answers) == len(moves)
        if one:
            sound += 1
            assert audit_record(line.with_fields(answer=list(result.answers))).verdict == AGREES
            assert audit_record(line.with_fields(answer=[result.answers[0]])).verdict == (
                AGREES if len(moves) == 1 else DIFFERS
            )
    assert sound > 0


def test_fewest_fences_are_read_from_a_drawing_or_a_line() -> None:
    drawing = "? o o B\n? o o o\no o o o\nA o o o"
    assert audited("fewest-fences", board=drawing, answer="a3").verdict == AGREES
    assert audited("fewest-fences", board=drawing, answer="a4").verdict == DIFFERS
    ring = "3 o o B\n2 o ? o\n1 A o o\n  a b c"
    assert audited("fewest-fences", board=ring).answers == ("b2",)
    line = record_from_line("roadworks:2x2:?a1,a2,a3,b1,b3,c1,c2,c3")
    assert audit_record(line.with_fields(task="fewest-fences")).answers == ("b2",)
    assert audited("fewest-fences", board="o B\nA o").answers == ()
    plain = audited("fewest-fences", board="? o B\n? o o\nA o o", falling=False)
    assert plain.answers == ("a2 a3",)


def test_a_drawn_board_is_played_in_its_least_order() -> None:
    drawing = "4  ~ o o B\n3  # o o o\n2  ~ # o o\n1  A o o o\n   a b c d"
    # a3 comes before b2, so the last closure is b2 and makes a2 fall.
    assert audited("what-falls", board=drawing, answer="a2").verdict == AGREES
    wrong = drawing.replace("1  A o o o", "1  A o o ~")
    assert "drawn fallen" in audited("what-falls", board=wrong).message


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"level": 2, "closed": "a3 a4"}, "a4 cannot be closed"),
        ({"level": 2, "closed": "a1"}, "a1 cannot be closed"),
        ({"level": 2, "closed": "b2 b2"}, "b2 cannot be closed"),
        ({"level": 2, "closed": "e9"}, "e9 cannot be closed"),
        ({"level": 2, "closed": "a2 b1"}, "cuts A from B"),
        ({"level": 2, "closed": "a2 b1 c3"}, "cuts A from B"),
        ({"board": "o # B\no o #\nA o o"}, "not joined"),
        ({"level": 2, "size": "4x4", "closed": ""}, "cannot read"),
        ({"level": 2, "falling": False, "closed": ""}, "cannot read"),
        ({"size": "0x0", "closed": ""}, "cannot read"),
        ({"size": "1000x1000", "closed": ""}, "cannot read"),
        ({"board": "o o B\no o\nA o o"}, "cannot read"),
        ({"level": "two"}, "cannot read"),
        ({"task": "winning-mvoe"}, "cannot read"),
        ({"task": "what-falls", "closed": ""}, "cannot read"),
        ({"task": "lost-board"}, "no boards"),
        ({"task": "lost-board", "boards": []}, "no boards"),
    ],
)
def test_a_bad_puzzle_never_agrees(fields: dict[str, Any], said: str) -> None:
    result = audit_record(Record({"game": "roadworks", "task": "winning-move", **fields}))
    assert result.verdict == DIFFERS
    assert said in result.message


def test_what_is_not_proven_is_unknown() -> None:
    record = Record({"game": "roadworks", "task": "winning-move", "level": 4, "closed": ""})
    assert audit_record(record, work=100).verdict == UNKNOWN
    assert audit_record(record, stop=lambda: True).verdict == UNKNOWN
    for task in ("answer-table", "long-and-short"):
        assert audit_record(record.with_fields(task=task), work=100).verdict == UNKNOWN
    plain = record.with_fields(level=None, size="6x6", falling=False)
    for task in ("closures-left", "long-and-short"):
        assert audit_record(plain.with_fields(task=task), work=100).verdict == UNKNOWN


@pytest.mark.parametrize("game", ["", "chess", "roadworks-play", "../roadworks", "Road works"])
def test_a_game_without_an_audit_is_unknown(game: str) -> None:
    assert audit_record(Record({"game": game, "task": "winning-move"})).verdict == UNKNOWN


def test_one_line_positions_and_defaults() -> None:
    assert audit_record(record_from_line("roadworks:3x3:b4")).answers == ("c1",)
    assert audit_record(record_from_line("ROADWORKS:3X3:B4")).answers == ("c1",)
    assert audit_record(Record({"game": "roadworks", "closed": "b4"})).answers == ("c1",)
    assert audit_record(Record({"game": "roadworks", "size": 3, "closed": "b4"})).answers == ("c1",)
    plain = audit_record(record_from_line("roadworks:3x3-plain:b2"))
    assert plain.answers == ()  # thirteen are left, of which eight more go: even


def test_every_module_of_the_package_that_audits_has_the_one_function() -> None:
    import importlib
    import pkgutil

    from crossfall.solver.position import game_names

    for module in pkgutil.iter_modules(package.__path__):
        if module.name.replace("_", "-") in game_names():
            assert callable(importlib.import_module(f"{package.__name__}.{module.name}").audit)


@pytest.mark.parametrize("task", ["winning-move", "closures-left", "answer-table", "what-falls"])
def test_the_largest_boards_end_in_order(task: str) -> None:
    for line in ("25x25:b2,c3", "25x1:b2", "25x25-plain:b2,c3"):
        record = record_from_line(f"roadworks:{line}").with_fields(task=task)
        assert audit_record(record, work=5_000).verdict in (UNKNOWN, DIFFERS, AGREES)
