"""Flawed Pathing puzzles and the nearest sound ones."""

from crossfall.solver.budget import Budget
from crossfall.solver.pathing_boxes.game import GAME
from crossfall.solver.records import Record, record_from_line
from crossfall.solver.repair import repair
from crossfall.solver.verify import SOUND, read_puzzle, verify


def record(**fields: object) -> Record:
    told = {"game": "pathing-boxes", "task": "line-now", "rules": "waves", "to_move": "X"}
    return Record({**told, **fields})


def test_every_repair_is_sound_and_keeps_the_answer_where_one_can() -> None:
    flawed = record(board="XXX.\n...X\nXXX.\nY.YX", answer="D1-D2")
    found = repair(GAME.read(flawed))
    assert found.proven
    assert found.nearest
    for mended in found.nearest:
        assert (mended.changes, mended.keeps_answer) == (1, True)
        assert verify(read_puzzle(mended.record), Budget()).verdict == SOUND
    assert "empty A3" in [mended.told for mended in found.nearest]


def test_a_score_that_counts_too_much_is_set_right() -> None:
    flawed = record(board="XXX.\n...X\nY...\nY.Y.", filled="A3-B3", score="X1 Y0")
    (mended,) = repair(GAME.read(flawed)).nearest
    assert (mended.changes, mended.told) == (0, "set the score to X0 Y0")


def test_a_wrong_answer_alone_needs_no_change() -> None:
    flawed = record(board="XXX.\n...X\nY...\nY.Y.", answer="A3-B3", score="X0 Y0")
    found = repair(GAME.read(flawed), most_changes=0)
    assert [r.verdict.answers for r in found.nearest or found.others] == [("D1-D2",)]


def test_a_one_line_position_can_be_repaired() -> None:
    line = record_from_line("pathing-boxes:waves:X:XXX1.3X.Y2X.Y1Y1:A3B3:X0Y0")
    found = repair(GAME.read(line), most_changes=1)
    for mended in found.nearest:
        assert verify(read_puzzle(mended.record), Budget()).verdict == SOUND
