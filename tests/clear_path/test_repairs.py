"""Flawed Clear Path puzzles are mended with the fewest changed stones."""

from __future__ import annotations

from crossfall.solver.budget import Budget
from crossfall.solver.clear_path.notation import read_line, record_of
from crossfall.solver.clear_path.repairs import proposals
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


def test_the_authors_answer_is_kept_where_few_changes_allow_it() -> None:
    record = record_of(read_line("4x4:red:1B1B.4.1RBB.1RRB"), "winning-turn", answer="d3 c3 b3")
    puzzle = read_puzzle(record)
    assert verify(puzzle, Budget()).verdict == "flawed"
    found = repair(puzzle, most_changes=2)
    assert all(one.keeps_answer for one in found.nearest)
    assert all(
        verify(read_puzzle(one.record), Budget()).verdict == "sound" for one in found.nearest
    )
