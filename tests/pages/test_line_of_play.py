"""`sheet --line-of-play`: the key also says how each position came about."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from crossfall.generator import words
from crossfall.generator.cli import run
from crossfall.solver.clear_path.notation import read_line, record_of
from crossfall.solver.position import Puzzle
from crossfall.solver.records import Record
from crossfall.solver.verify import read_puzzle
from tests.clear_path import literal
from tests.pages.sheets import text_of

SIX = "6x6:red:R3BR.2R3.1RB1RB.4RB.BBB2R.BBR2R"

MIXED = """
[[puzzle]]
game = "roadworks"
task = "what-falls"
level = 2
closed = "b2 a3"

[[puzzle]]
game = "clear-path"
task = "winning-turn"
to_move = "red"
board = '''
R . . . B R
. . R . . .
. R B . R B
. . . . R B
B B B . . R
B B R . . R
'''
"""


def told(puzzle: Puzzle) -> str:
    paragraph = words.line_of_play(puzzle)
    assert paragraph is not None
    return paragraph.text.replace("\xa0", " ")


def roadworks(task: str, **fields: object) -> Puzzle:
    return read_puzzle(Record({"game": "roadworks", "task": task, **fields}))


def points(text: str) -> list[literal.Point]:
    return [("abcdef".index(n[0]), int(n[1:]) - 1) for n in re.findall(r"\b[a-f]\d\b", text)]


def test_the_turns_told_of_clear_path_are_legal_and_lead_to_the_position() -> None:
    position = read_line(SIX)
    text = told(read_puzzle(record_of(position, "winning-turn")))
    state: literal.State = (6, 6, frozenset(), frozenset(), 0)
    parts = text.removeprefix("Line of play: ").removesuffix(".").split(" · ")
    for number, part in enumerate(parts, start=1):
        count, colour, stones = part.split(" ", 2)
        assert (int(count), colour) == (number, ("Red", "Blue")[state[4]])
        series = points(stones)
        taken = state[2] | state[3]
        for place, stone in enumerate(series, start=1):
            assert stone not in taken
            free = [p for p in literal.beside(6, 6, stone) if p not in taken]
            assert (len(free) <= 1) == (place < len(series))
            taken |= {stone}
        assert literal.turns(state)[frozenset(series)] is False
        state = literal.after(state, frozenset(series))
    board = position.board
    assert state[2] == {board.place(p) for p in board.points if p & position.red}
    assert state[3] == {board.place(p) for p in board.points if p & position.blue}
    assert state[4] == position.turn


def test_where_no_line_of_play_was_found_the_key_says_that_it_is_unproven() -> None:
    puzzle = read_puzzle(record_of(read_line(SIX), "winning-turn"))
    assert "not proven" in told(replace(puzzle, wishes={"unproven_play": True}))


def test_the_closures_of_roadworks_are_told_in_order_with_what_fell() -> None:
    assert told(roadworks("what-falls", level=2, closed="b2 a3")) == (
        "Line of play, the first player closing 1, 3, 5 …: 1 b2 · 2 a3 (a2 and a4 fall)."
    )
    assert "nothing is closed yet" in told(roadworks("winning-move", level=2))


def test_each_board_of_several_has_its_own_line_of_play() -> None:
    text = told(roadworks("lost-board", level=2, boards=["c4 d1", "b1", "a2 c4"]))
    assert "board 1: 1 c4 · 2 d1; board 2: 1 b1; board 3: 1 a2 · 2 c4" in text


def test_a_question_about_the_fences_has_no_line_of_play() -> None:
    assert words.line_of_play(roadworks("fewest-fences", level=2, closed="b2 a3")) is None


def test_a_game_whose_words_do_not_tell_it_prints_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "words", lambda name, tongue: ModuleType(name))
    assert words.line_of_play(roadworks("what-falls", level=2, closed="b2 a3")) is None


def test_only_the_key_tells_it_and_only_if_asked(tmp_path: Path) -> None:
    file, asked, plain = tmp_path / "m.toml", tmp_path / "asked.pdf", tmp_path / "plain.pdf"
    file.write_text(MIXED)
    assert run(["sheet", str(file), "-o", str(plain)]) == 0
    assert run(["sheet", str(file), "-o", str(asked), "--line-of-play"]) == 0
    assert "Line of play" not in text_of(plain.read_bytes())
    puzzles, key = text_of(asked.read_bytes()).split("Answers", 1)
    assert "Line of play" not in puzzles
    assert "2 a3 (a2 and a4 fall)" in key.replace("\xa0", " ")
    assert re.search(r"Line of play: 1\sRed\s[a-f]\d", key)


@pytest.mark.parametrize("asked", [["m.toml", "--no-key"], ["--blank", "clear-path"]])
def test_it_is_refused_where_no_key_is_printed(
    asked: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "out.pdf"
    assert run(["sheet", *asked, "--line-of-play", "-o", str(target)]) == 2
    assert "--line-of-play stands in the key" in capsys.readouterr().err
    assert not target.exists()
