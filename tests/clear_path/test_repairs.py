"""Flawed Clear Path puzzles are mended with the fewest changed stones."""

from __future__ import annotations

from itertools import combinations, product
from pathlib import Path

import pytest

from crossfall.generator.cli import run
from crossfall.solver.budget import Budget
from crossfall.solver.clear_path.notation import read_line, record_of
from crossfall.solver.clear_path.repairs import proposals
from crossfall.solver.records import Record
from crossfall.solver.repair import repair
from crossfall.solver.verify import read_puzzle, verify


def test_a_position_that_is_not_two_clear_is_mended_by_one_stone() -> None:
    puzzle = read_puzzle(record_of(read_line("3x3:red:RB1.1R1.1BR"), "winning-turn"))
    found = repair(puzzle)
    assert found.proven
    assert {one.changes for one in found.nearest} == {1}
    for one in found.nearest:
        assert verify(read_puzzle(one.record), Budget()).verdict == "sound"
        assert "stone" in one.told


def test_proposals_differ_in_exactly_so_many_points_and_have_no_fault() -> None:
    position = read_line("3x3:red:3.1B1.R2")
    puzzle = read_puzzle(record_of(position, "play-again"))
    for changes in range(3):
        for proposal in proposals(puzzle, changes):
            near = proposal.position
            differing = (near.red ^ position.red) | (near.blue ^ position.blue)
            assert differing.bit_count() == changes
            assert not near.problems()
            assert read_puzzle(proposal.record).position == near
    # Nine points, two other signs each: all that are possible are there.
    assert len(list(proposals(puzzle, 1))) <= 18


def test_a_wrong_answer_is_mended_without_a_change() -> None:
    record = record_of(read_line("6x6:red:R3BR.2R3.1RB1RB.4RB.BBB2R.BBR2R"), "winning-turn")
    found = repair(read_puzzle(record.with_fields(answer="b6")), most_changes=0)
    (one,) = found.nearest
    assert (one.changes, one.keeps_answer) == (0, False)
    assert one.sentence() == "leave the position as it is: f5 e5 e2 is the only answer"


def test_the_command_mends_with_the_fewest_changed_stones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # The one finished game on 1x1: without its stone Red wins with it. No mending without a change.
    board = tmp_path / "one.toml"
    board.write_text(
        '[[puzzle]]\ngame = "clear-path"\ntask = "winning-turn"\nto_move = "red"\nboard = "R"\n'
    )
    assert run(["repair", str(board), "--changes", "0"]) == 1
    assert "no sound puzzle within 0 changes, proven" in capsys.readouterr().out
    assert run(["repair", str(board), "--changes", "1"]) == 0
    assert "take the stone at a1 away, then a1 is the only answer" in capsys.readouterr().out
    assert run(["repair", str(board), "--changes", "10"]) == 2
    assert "'--changes': 10 is not in the range" in capsys.readouterr().err
    run(["repair", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert "stones placed, taken away or changed in colour (Clear Path)" in told


def test_no_position_with_fewer_changes_is_sound() -> None:
    record = record_of(read_line("3x3:red:3.3.3"), "winning-turn")
    puzzle = read_puzzle(record)
    assert verify(puzzle, Budget()).verdict == "flawed"
    found = repair(puzzle)
    assert found.proven
    fewest = {one.changes for one in found.nearest}
    assert fewest == {2}
    # All boards that differ in fewer points, by hand.
    for changes in range(fewest.pop()):
        for places in combinations(range(9), changes):
            for new in product("RB.", repeat=changes):
                near = ["."] * 9
                for place, sign in zip(places, new, strict=True):
                    near[place] = sign
                rows = "\n".join("".join(near[i : i + 3]) for i in (0, 3, 6))
                other = Record({**record.fields, "board": rows})
                assert verify(read_puzzle(other), Budget()).verdict == "flawed"


def test_the_authors_answer_is_kept_where_few_changes_allow_it() -> None:
    record = record_of(read_line("4x4:red:1B1B.4.1RBB.1RRB"), "winning-turn", answer="d3 c3 b3")
    puzzle = read_puzzle(record)
    assert verify(puzzle, Budget()).verdict == "flawed"
    found = repair(puzzle, most_changes=2)
    assert all(one.keeps_answer for one in found.nearest)
    assert all(
        verify(read_puzzle(one.record), Budget()).verdict == "sound" for one in found.nearest
    )
