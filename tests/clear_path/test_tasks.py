"""What `check` and `solve` say of Clear Path puzzles: answers, codes, reasons."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from crossfall.generator.cli import run
from crossfall.solver.audit import audit_record
from crossfall.solver.budget import Budget
from crossfall.solver.clear_path import history
from crossfall.solver.clear_path.board import board_of
from crossfall.solver.clear_path.game import GAME
from crossfall.solver.clear_path.notation import read_line, record_of, write_drawing, write_line
from crossfall.solver.clear_path.sampling import random_game
from crossfall.solver.errors import InputError
from crossfall.solver.position import SolveOptions
from crossfall.solver.records import Record, parse_records
from crossfall.solver.verify import Verdict, read_puzzle, verify
from tests.clear_path import literal
from tests.clear_path.states import position_of

INTERFACE = """
[[puzzle]]
game = "clear-path"
task = "winning-turn"
to_move = "red"
board = '''
6  R . . . B R
5  . . R . . .
4  . R B . R B
3  . . . . R B
2  B B B . . R
1  B B R . . R
   a b c d e f
'''
answer = "f5 e5 e2"
"""
SIX = "6x6:red:R3BR.2R3.1RB1RB.4RB.BBB2R.BBR2R"


def judged(line: str, task: str, answer: Any = None) -> Verdict:
    record = record_of(read_line(line), task)
    return verify(read_puzzle(record.with_fields(answer=answer)), Budget())


def codes(verdict: Verdict) -> list[str]:
    return [problem.code for problem in verdict.problems]


def test_the_example_of_the_files_is_sound() -> None:
    (record,) = parse_records(INTERFACE, "example")
    puzzle = read_puzzle(record)
    verdict = verify(puzzle, Budget())
    assert (verdict.verdict, verdict.answers, codes(verdict)) == ("sound", ("f5 e5 e2",), [])
    assert GAME.line(puzzle) == f"clear-path:{SIX}"
    assert GAME.text(puzzle) in INTERFACE


@pytest.mark.parametrize(
    ("answer", "code", "says"),
    [
        ("f5 e5 e2", None, ""),
        ("e5 f5 e2", "wrong-answer", "ends with e5 and cuts Blue off"),
        (
            "f5 e5",
            "wrong-answer",
            "e5 was surrounded when it was placed (only d5 beside it is empty)",
        ),
        ("f5 e5 e1", "wrong-answer", "ends with e1 and cuts Blue off"),
        ("b6", "wrong-answer", "b6 wins nothing; f5 e5 e2 does"),
        ("f5 e5 e2 d1", "wrong-answer", "d1 comes too late: the turn ended with e2"),
        ("f5 a6", "wrong-answer", "a6 is not empty"),
        (["f5 e5 e2", "F5, E5, E2"], None, ""),
    ],
)
def test_a_claimed_turn_is_right_in_any_legal_order_and_refuted_otherwise(
    answer: Any, code: str | None, says: str
) -> None:
    verdict = judged(SIX, "winning-turn", answer)
    assert codes(verdict) == ([code] if code else [])
    assert all(says in problem.message for problem in verdict.problems)


def test_a_winning_turn_with_needless_stones_is_right_but_not_minimal() -> None:
    # a1 is a dead end that has nothing to do with the path.
    verdict = judged("4x4:red:1BRB.4.1RBB.1RRB", "winning-turn", "a1 d3 c3 b3")
    assert verdict.answers == ("d3 c3 b3",)
    assert (verdict.verdict, codes(verdict)) == ("sound", ["not-minimal"])
    assert "without a1" in verdict.problems[0].message


def test_points_that_do_not_belong_to_a_set_are_named_with_the_reason() -> None:
    line = "5x5:red:3BB.1BRBB.2RBB.2BRB.2BRR"
    assert judged(line, "play-again").answers == ("c5",)
    assert judged(line, "forbidden-points").answers == ("b5 c5",)
    verdict = judged(line, "play-again", "b5 d5")
    assert codes(verdict) == ["wrong-answer"]
    message = verdict.problems[0].message
    assert "c5 missing" in message
    assert "d5 is not empty" in message
    assert "b5 is not surrounded: a5 and c5 beside it are empty" in message
    verdict = judged(line, "forbidden-points", "a1 b5 c5")
    assert "the turn a1 is legal" in verdict.problems[0].message


def test_a_set_without_points_is_no_answer() -> None:
    assert codes(judged("3x3:red:3.3.3", "play-again")) == ["no-answer"]
    assert codes(judged("3x3:red:3.3.3", "forbidden-points")) == ["no-answer"]
    assert codes(judged("3x3:red:3.3.3", "winning-turn")) == ["no-answer"]


def test_several_longest_turns_are_several_answers_and_a_right_one_gives_that_alone() -> None:
    verdict = judged("3x3:red:3.3.3", "longest-chain", "b2")
    assert codes(verdict) == ["several-answers"]
    assert verdict.answers == ("a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3")


def test_a_win_in_two_with_a_win_now_is_no_answer_that_names_it() -> None:
    verdict = judged(SIX, "win-in-two")
    assert codes(verdict) == ["no-answer"]
    assert "f5 e5 e2" in verdict.problems[0].message
    assert verdict.answers == ()


def test_a_wrong_win_in_two_is_refuted_by_a_reply() -> None:
    line = "4x4:blue:BR2.BBR1.B3.R2R"
    assert judged(line, "win-in-two", "c4 d2").verdict == "sound"
    assert judged(line, "win-in-two", "d2 c4").verdict == "flawed"
    verdict = judged(line, "win-in-two", "c2")
    assert codes(verdict) == ["wrong-answer"]
    assert verdict.problems[0].message.startswith("after c2 Red ")


def test_after_a_printed_win_in_two_there_are_at_most_eight_turns() -> None:
    verdict = judged("5x5:red:B2BR.RR1RR.RB2R.R3B.B2BR", "win-in-two")
    assert verdict.answers == ("b5 c5 c4 d3",)
    assert (verdict.verdict, codes(verdict)) == ("sound", ["too-hard"])


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"board": "R.B\n..."}, "to_move is missing"),
        ({"board": "R.B\n..", "to_move": "red"}, "differ in length (3, 2)"),
        ({"board": "R.X\n...", "to_move": "red"}, "unknown mark 'X'"),
        ({"board": "3 R..\n1 ...", "to_move": "red"}, "is labelled 3; expected 2"),
        ({"board": "R..\n...", "to_move": "rde"}, "did you mean red?"),
        ({"board": "R..\n...", "to_move": "red", "size": "4x2"}, "contradicts size 4x2"),
        ({}, "no board given"),
        ({"board": "", "to_move": "red"}, "the board is empty"),
        ({"board": "." * 27, "to_move": "red"}, "expected 1x1 to 26x26"),
        ({"size": "0x3"}, "too small"),
        ({"board": "R..\n...", "to_move": "red", "answer": "d9"}, "answer: no point 'd9'"),
        ({"board": "R..\n...", "to_move": "red", "colour": "x"}, "unknown key colour"),
    ],
)
def test_what_cannot_be_read_is_named(fields: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError) as caught:
        read_puzzle(Record({"game": "clear-path", "task": "play-again", **fields}))
    assert says in str(caught.value)
    assert str(caught.value).startswith("puzzle 1: ")


@pytest.mark.parametrize(
    "line",
    ["", "6x6", "3x3:red:3.3", "3x3:red:3.4.3", "3x3:red:3.Q2.3", "x:red:3", "3x3:green:3.3.3"],
)
def test_a_bad_one_line_position_is_refused(line: str) -> None:
    with pytest.raises(InputError):
        read_line(line)


def test_positions_are_read_back_as_they_are_written() -> None:
    rng = random.Random(1)
    for side in (1, 2, 5, 13):
        game = list(random_game(board_of(side, min(side + 1, 13)), rng))
        for position in game:
            assert read_line(write_line(position).partition(":")[2]) == position
        record = record_of(game[-1], "play-again")
        assert GAME.read(record).position == game[-1]
        assert GAME.text(GAME.read(record)) == write_drawing(game[-1])


def test_drawings_may_lack_labels_blanks_and_capitals() -> None:
    for board in (
        "R.B\n.b.",
        " r . B\n . b .",
        "2 R.B 2\n1 .B. 1\n  abc",
        "a b c\n2 r . b\n1 . b .",
    ):
        record = Record({"game": "clear-path", "to_move": "BLUE", "board": board})
        assert GAME.line(GAME.read(record)) == "clear-path:3x2:blue:R1B.1B1"


def test_solver_and_audit_agree_on_every_task() -> None:
    rng = random.Random(9)
    verdicts = set()
    for width, height, count in ((3, 3, 6), (4, 4, 8), (5, 4, 5)):
        board = board_of(width, height)
        for _ in range(count):
            game = list(random_game(board, rng))
            position = rng.choice(game[len(game) // 2 :])
            if position.empty.bit_count() > 9:
                continue
            for task in GAME.tasks:
                verdict = verify(read_puzzle(record_of(position, task)), Budget())
                audited = audit_record(record_of(position, task))
                assert audited.answers == verdict.answers, (write_line(position), task)
                assert (audited.verdict == "agrees") == (verdict.verdict == "sound")
                verdicts.add((task, verdict.verdict))
    assert len(verdicts) >= 8


def test_the_audit_reads_claims_by_itself() -> None:
    record = record_of(read_line(SIX), "winning-turn")
    assert audit_record(record.with_fields(answer="f5 e5 e2")).verdict == "agrees"
    for wrong in ("e5 f5 e2", "f5 e5", "f5 e5 e1"):
        audited = audit_record(record.with_fields(answer=wrong))
        assert (audited.verdict, audited.answers) == ("differs", ("f5 e5 e2",))


def solved(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert run(["solve", "--json", *arguments]) == 0
    (report,) = json.loads(capsys.readouterr().out)["positions"]
    return dict(report)


def test_solve_reports_minimal_wins_now_and_all_winning_turns_later(
    capsys: pytest.CaptureFixture[str],
) -> None:
    report = solved(capsys, f"clear-path:{SIX}")
    assert (report["outcome"], report["to_move"]) == ("win", "red")
    assert report["winning"] == ["f5 e5 e2"]
    assert report["first_points"] == ["f5"]
    report = solved(capsys, "clear-path:3x3:red:3.3.3")
    assert (report["outcome"], report["winning"]) == ("win", ["a1", "a3", "b2", "c1", "c3"])
    assert report["first_points"] == ["a1", "a3", "b2", "c1", "c3"]
    assert solved(capsys, "clear-path:2x2:red:2.2")["outcome"] == "loss"
    report = solved(capsys, "clear-path:3x3:red:3.3.3", "--turns", "1")
    assert (report["outcome"], report["winning"]) == ("open", [])


def test_solve_tells_wins_by_threat_from_those_by_zugzwang(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rng = random.Random(8)
    seen = {"by_threat": 0, "by_zugzwang": 0}
    for _ in range(70):
        state = literal.random_state(4, 4, rng.choice((7, 9, 11)), rng)
        position = position_of(state)
        if position.problems() or any(literal.turns(state).values()):
            continue
        report = GAME.solve(
            read_puzzle(record_of(position, "win-in-two")), Budget(), SolveOptions()
        )
        (told,) = report
        if told["outcome"] != "win":
            assert told["by_threat"] is told["by_zugzwang"] is None
            continue
        assert sorted(told["by_threat"] + told["by_zugzwang"]) == sorted(told["winning"])
        for how in seen:
            for series in told[how]:
                turn = frozenset(
                    position.board.place(position.board.point(n)) for n in series.split()
                )
                # What if the opponent could pass?
                passed = (*literal.after(state, turn)[:4], state[4])
                assert any(literal.turns(passed).values()) == (how == "by_threat")
                seen[how] += 1
    assert min(seen.values()) > 0
    assert run(["solve", "clear-path:4x4:blue:BR2.BBR1.B3.R2R"]) == 0
    assert "  by threat: none\n  by zugzwang: c4 d2\n" in capsys.readouterr().out
    assert run(["solve", f"clear-path:{SIX}"]) == 0
    assert "threat" not in capsys.readouterr().out


def test_a_position_without_a_known_line_of_play_is_sound_with_a_warning(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "six.toml"
    file.write_text(INTERFACE)
    assert run(["check", "--json", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["puzzles"][0]["problems"] == []
    monkeypatch.setattr(history, "DEFAULT_WORK", 1)  # too little to undo all turns
    assert run(["check", "--json", str(file)]) == 0
    (puzzle,) = json.loads(capsys.readouterr().out)["puzzles"]
    assert (puzzle["verdict"], puzzle["answers"]) == ("sound", ["f5 e5 e2"])
    (problem,) = puzzle["problems"]
    assert (problem["code"], problem["severity"]) == ("unproven-play", "warning")


def test_solve_and_check_agree_on_finished_and_impossible_positions(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for line, code in (
        ("3x3:blue:RB1.R2.RB1", "game-over"),
        ("3x3:red:RB1.1R1.1BR", "impossible-position"),
    ):
        assert run(["solve", f"clear-path:{line}"]) == 2
        assert code in capsys.readouterr().err
        verdict = judged(line, "winning-turn")
        assert code in codes(verdict)
        assert verdict.answers == ()
