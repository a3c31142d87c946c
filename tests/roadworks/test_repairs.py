"""`crossfall repair`: the nearest sound puzzles are exactly those of the literal rules."""

import json
from functools import cache
from itertools import combinations, permutations
from pathlib import Path

import pytest

from crossfall.generator.cli import run
from crossfall.solver.budget import Budget
from crossfall.solver.errors import InputError
from crossfall.solver.records import Record
from crossfall.solver.repair import Repairs, repair
from crossfall.solver.roadworks.repairs import may_keep_answer, proposals
from crossfall.solver.verify import SOUND, read_puzzle, verify
from tests.roadworks import literal

SLOW = literal.Literal(3, 3)
NAMES = {(x, y): "abcd"[x] + str(y + 1) for x, y in SLOW.full}
POINTS = {name: point for point, name in NAMES.items()}


def puzzle(**fields: object) -> Record:
    return Record({"game": "roadworks", "task": "winning-move", "level": 2, **fields})


def mended(record: Record, **how: int) -> Repairs:
    return repair(read_puzzle(record), **how)


@cache
def reached(closed: frozenset[literal.Point]) -> literal.Live | None:
    """The live set after these closures in some order of play; None if there is no such order."""
    for order in permutations(sorted(closed)):
        live: literal.Live | None = SLOW.full
        for point in order:
            live = SLOW.after(live, point) if live is not None and point in live else None
        if live is not None:
            return live
    return None


def only_answer(closed: frozenset[literal.Point]) -> set[str] | None:
    """The crossings of the only answer, if the closures make a sound winning-move."""
    if closed & {SLOW.a, SLOW.b}:
        return None
    live = reached(closed)
    if live is None:
        return None
    moves = SLOW.moves(live)
    winning = SLOW.winning(live)
    if len({moves[point] for point in winning}) != 1:
        return None
    return {NAMES[point] for point in winning}


def by_trying(closed: str, answer: str | None) -> tuple[int, dict[frozenset[str], set[str]]]:
    """The fewest changes and the closures of all sound puzzles that need so many."""
    given = frozenset(POINTS[name] for name in closed.split())
    for changes in range(4):
        found = {}
        for changed in combinations(sorted(SLOW.full), changes):
            near = given ^ frozenset(changed)
            right = only_answer(near)
            if right is not None and (answer is None or answer in right):
                found[frozenset(NAMES[point] for point in near)] = right
        if found:
            return changes, found
    raise AssertionError("nothing within three changes")


@pytest.mark.parametrize(
    ("closed", "answer"),
    [
        ("", None),
        ("", "c3"),
        ("a3 a4", None),
        ("a2 b1", None),
        ("b2", "d3"),
        ("b3 c2", "d4"),
        ("c3 b2", "a2"),
        ("a1", None),
    ],
)
def test_the_nearest_sound_puzzles_are_those_found_by_trying_all(
    closed: str, answer: str | None
) -> None:
    repairs = mended(
        puzzle(closed=closed, answer=answer or None) if answer else puzzle(closed=closed)
    )
    assert repairs.proven
    if answer is not None and POINTS[answer] != SLOW.b:
        changes, expected = by_trying(closed, answer)
        assert all(one.keeps_answer for one in repairs.nearest)
    else:
        changes, expected = by_trying(closed, None)
    assert {one.changes for one in repairs.nearest} == {changes}
    found = {
        frozenset(one.verdict.puzzle.record.text("closed").split()): set(one.verdict.answers)
        for one in repairs.nearest
    }
    assert found == expected


@pytest.mark.parametrize("task", ["winning-move", "great-fall", "cut-crossings", "what-falls"])
def test_only_where_the_answer_is_wrong_a_proposal_is_passed_over(task: str) -> None:
    flawed = read_puzzle(puzzle(task=task, closed="b2 a3", answer="c3"))
    for proposal in proposals(flawed, 2):
        if not may_keep_answer(flawed, proposal):
            claimed = read_puzzle(proposal.record.with_fields(answer="c3"))
            codes = {problem.code for problem in verify(claimed, Budget()).errors}
            assert codes & {"wrong-answer", "no-answer"}


def test_every_repair_is_sound_as_it_is_written() -> None:
    for record in (puzzle(closed="", answer="c3"), puzzle(closed="a3 a4"), puzzle(closed="a2 b1")):
        for one in mended(record).nearest:
            assert verify(read_puzzle(one.record), Budget()).verdict == SOUND


def test_an_answer_that_is_kept_stays_the_authors() -> None:
    repairs = mended(puzzle(closed="c4 e2", level=3, answer="c3"))
    assert "take away the closure at c4 and add a closure at a4, then c3 is the only answer" in [
        one.sentence() for one in repairs.nearest
    ]
    assert all(one.record.text("answer") == "c3" for one in repairs.nearest)
    assert [one.sentence() for one in repairs.others] == [
        "leave the position as it is: e3 is the only answer"
    ]


def test_an_order_that_does_not_work_is_mended_without_a_change() -> None:
    (one,) = mended(puzzle(closed="a3 a4")).nearest
    assert one.changes == 0
    assert one.sentence() == "play in the order a4 a3, then d2 is the only answer"
    assert one.record.text("closed") == "a4 a3"


def test_a_closure_named_twice_is_named_once() -> None:
    (one,) = mended(puzzle(closed="b2 b2")).nearest
    assert one.sentence().startswith("play in the order b2, then ")


def test_a_drawing_stays_a_drawing_and_a_line_becomes_a_puzzle() -> None:
    drawn = puzzle(board="o o o B\no o # o\no o o o\nA o o o", answer="a3")
    one = mended(drawn).nearest[0]
    assert "#" in one.record.text("board")
    assert not one.record.has("closed")
    (record,) = [Record({"game": "roadworks"}, line="3x3:a3,a4")]
    (one,) = mended(record).nearest
    assert one.record.text("closed") == "a4 a3"
    assert not one.record.line


def test_what_falls_keeps_the_last_closure() -> None:
    repairs = mended(puzzle(task="what-falls", closed="b2 a3", answer="a2"))
    assert [one.sentence() for one in repairs.nearest] == [
        "add a closure at a4, then a2 is the only answer"
    ]
    assert repairs.nearest[0].record.text("closed") == "b2 a4 a3"


def test_fewest_fences_is_mended_by_what_is_drawn_as_gone() -> None:
    several = Record(
        {
            "game": "roadworks",
            "task": "fewest-fences",
            "board": "? ? o B\n? ? o o\no o o o\nA o o o",
        }
    )
    assert verify(read_puzzle(several), Budget()).verdict != SOUND
    repairs = mended(several)
    assert repairs.proven
    assert repairs.nearest
    for one in repairs.nearest:
        assert one.changes >= 1
        assert len(one.verdict.findings.answers) == 1
        assert one.told.startswith("draw ")


def test_where_nothing_can_help_that_is_proven() -> None:
    assert mended(puzzle(level=1, closed="b2")) == Repairs((), (), True)
    assert mended(puzzle(size="1x1", level=None, closed="")) == Repairs((), (), True)


def test_what_is_cut_off_is_not_called_proven() -> None:
    record = puzzle(closed="", answer="a2")
    assert not mended(record, tries=1).proven
    assert not repair(read_puzzle(record), Budget(seconds=0)).proven


def test_a_lost_board_says_that_it_cannot_be_repaired() -> None:
    record = Record(
        {
            "game": "roadworks",
            "task": "lost-board",
            "size": "2x2",
            "boards": ["", "b2", "a2"],
        }
    )
    with pytest.raises(InputError, match="cannot be repaired yet"):
        mended(record)


FILE = """
[[puzzle]]
game = "roadworks"
task = "winning-move"
level = 2
closed = "a3 a4"
title = "Wrong order"

[[puzzle]]
game = "roadworks"
task = "winning-move"
level = 2
closed = "c4 c3 d1"
answer = "b2"
"""


def test_the_command_tells_lists_and_writes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, mended_file = tmp_path / "mine.toml", str(tmp_path / "mended.toml")
    file.write_text(FILE)
    assert run(["repair", str(file), "-o", mended_file]) == 0
    out, err = capsys.readouterr()
    assert 'puzzle 1 "Wrong order" (roadworks winning-move): flawed' in out
    assert "- play in the order a4 a3, then d2 is the only answer" in out
    assert "puzzle 2 (roadworks winning-move): sound" in out
    assert err == ""
    assert run(["check", mended_file]) == 0
    capsys.readouterr()
    assert run(["repair", "--json", str(file)]) == 0
    first, second = json.loads(capsys.readouterr().out)["puzzles"]
    assert first["proven"] is True
    assert first["nearest"][0]["changes"] == 0
    assert first["nearest"][0]["answers"] == ["d2"]
    assert "nearest" not in second


def test_the_command_exits_with_1_where_nothing_helps_and_3_where_it_is_unknown(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(FILE.replace("level = 2", "level = 1"))
    assert run(["repair", str(file)]) == 1
    assert "no sound puzzle within 3 changes, proven" in capsys.readouterr().out
    file.write_text(FILE.replace("c4 c3 d1", "").replace('answer = "b2"', 'answer = "c3"'))
    assert run(["repair", str(file), "--tries", "1"]) == 3
    assert run(["repair", str(tmp_path / "none.toml")]) == 2
