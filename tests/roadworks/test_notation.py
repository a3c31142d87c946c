"""Roadworks positions as they are written: files, drawings, one-line positions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossfall.solver.budget import Budget
from crossfall.solver.errors import InputError
from crossfall.solver.position import game
from crossfall.solver.records import Record, dump_records, parse_records
from crossfall.solver.roadworks import notation
from crossfall.solver.roadworks.rules import Position, board, start
from crossfall.solver.verify import read_puzzle, verify


def record(**fields: object) -> Record:
    return Record({"game": "roadworks", **fields})


def faults_of(**fields: object) -> str:
    with pytest.raises(InputError) as caught:
        read_puzzle(record(**fields))
    return str(caught.value)


@st.composite
def played(draw: st.DrawFn) -> Position:
    width = draw(st.integers(1, 6))
    height = draw(st.integers(1, 6))
    position = start(board(width, height, draw(st.booleans())))
    for _ in range(draw(st.integers(0, 8))):
        names = position.board.names(position.safe)
        if not names:
            break
        crossing = position.board.grid.point(draw(st.sampled_from(names)))
        assert crossing is not None
        position = position.play(crossing)
    return position


@given(played())
def test_a_one_line_position_reads_back_as_it_was_written(position: Position) -> None:
    line = notation.write_line(position)
    assert notation.read_line(line.partition(":")[2]) == position


@given(played())
def test_a_drawing_reads_back_to_the_same_fences_and_falls(position: Position) -> None:
    drawn = notation.write_drawing(position)
    back = notation.read_position(record(board=drawn, falling=position.board.falling))
    assert (back.open, back.closed, back.fallen) == (
        position.open,
        position.closed,
        position.fallen,
    )
    assert back.faults == ()
    assert notation.write_drawing(back) == drawn


def test_the_drawing_of_the_source_example() -> None:
    puzzle = read_puzzle(record(closed="b2 a3"))
    assert game("roadworks").text(puzzle).splitlines() == [
        "4  ~ o o B",
        "3  # o o o",
        "2  ~ # o o",
        "1  A o o o",
        "   a b c d",
    ]


@pytest.mark.parametrize(
    "drawing",
    [
        "~ o o B\n# o o o\n~ # o o\nA o o o",
        "~ooB\n#ooo\n~#oo\nAooo",
        "4 ~ O O b\n3 # o o o\n2 ~ # o o\n1 a o o o\n  A B C D",
        "\n\n   a b c d\n 4  o o o B\n 3  # o o o\n 2  o # o o\n 1  A o o o\n\n",
    ],
)
def test_labels_case_blanks_and_undrawn_falls_do_not_matter(drawing: str) -> None:
    position = notation.read_position(record(board=drawing))
    names = position.board.names
    assert names(position.closed) == ("a3", "b2")
    assert names(position.fallen) == ("a2", "a4")
    # a3 first would make a4 fall only; both orders work, the least is taken.
    assert position.closures is not None
    assert [position.board.name(c) for c in position.closures] == ["a3", "b2"]
    assert position.faults == ()


def test_a_fallen_mark_that_does_not_match_is_an_impossible_position() -> None:
    puzzle = read_puzzle(record(board="o o o B\n# o o o\no o ~ o\nA o o o"))
    assert [p.code for p in puzzle.problems] == ["impossible-position"]
    assert "c2" in puzzle.problems[0].message


def test_a_drawing_in_which_the_last_fence_cut_a_from_b_is_over() -> None:
    puzzle = read_puzzle(record(board="o o o B\no o o o\n# o o o\nA # o o"))
    assert [p.code for p in puzzle.problems] == ["game-over"]


def test_a_drawing_that_no_order_explains_is_impossible() -> None:
    # Both A and B are shut in: whichever was shut in first, the game ended there.
    puzzle = read_puzzle(record(board="o o # B\no o o #\n# o o o\nA # o o"))
    assert [p.code for p in puzzle.problems] == ["impossible-position"]


def test_level_and_size_that_contradict_each_other_are_refused() -> None:
    assert "contradicts level 3" in faults_of(level=3, size="5x5")
    assert "contradicts level 1" in faults_of(level=1, falling=True)
    assert "contradicts size 4x4" in faults_of(size="4x4", board="o B\nA o")


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"size": "0x0"}, "too small; expected 1x1 to 25x25"),
        ({"size": "1000x1000"}, "too big; expected 1x1 to 25x25"),
        ({"size": "4 by 4"}, "is no board size"),
        ({"size": True}, "size must be"),
        ({"level": 5}, "level is 5; expected 1 to 4"),
        ({"closed": "e1"}, "no crossing e1 on a 3x3 board; expected a1 to d4"),
        ({"closed": 3}, "closed is a number"),
        ({"closd": "b2"}, "did you mean closed?"),
        ({"task": "wining-move"}, "did you mean winning-move?"),
        ({"answer": "z9"}, "answer: no crossing z9"),
        ({"task": "what-falls"}, "what-falls without closures"),
        ({"closed": "b2", "board": "o B\nA o"}, "expected one of them"),
        ({"board": ""}, "the board is empty"),
        ({"board": "o o B\nA o"}, "differ in length"),
        ({"board": "o x\nA o"}, "unknown mark x"),
        ({"board": "o o\nA o"}, "b2 is drawn open; expected B"),
        ({"board": "? B\nA o"}, "expected only in fewest-fences"),
        ({"board": "1 o B\n2 A o"}, "is labelled 1; expected 2"),
        ({"board": "o A\nA o"}, "A is drawn at b2; expected at a1"),
    ],
)
def test_bad_input_is_named_with_what_was_expected(fields: dict[str, object], told: str) -> None:
    assert told in faults_of(**fields)


def test_all_mistakes_of_a_puzzle_are_named_at_once() -> None:
    told = faults_of(closed="e1 f9", task="x", colour="red").splitlines()
    assert len(told) == 4
    assert all(line.startswith("puzzle 1: ") for line in told)


def test_a_written_file_reads_back() -> None:
    first = record(
        level=3, closed="c4 e2", answer="e3", title='Ő "quoted" \\ \x7f', tags=["a", "b"]
    )
    second = record(board="o B\nA o", features={"lines": 3, "technique": "R1"}, falling=False)
    text = dump_records([first, second])
    back = parse_records(text, "x.toml")
    assert [dict(r.fields) for r in back] == [
        dict(first.fields),
        {**second.fields, "board": "o B\nA o\n"},
    ]


def test_level_one_is_parity_by_theorem_and_by_search() -> None:
    puzzle = read_puzzle(record(level=1, closed="b2 c2"))
    verdict = verify(puzzle, Budget())
    assert verdict.verdict == "flawed"
    assert [p.code for p in verdict.problems] == ["several-answers", "too-easy"]


def test_a_finished_game_is_drawn_and_read_back_with_what_had_fallen() -> None:
    # b4 closed makes a3 and a4 fall, then b1 cuts: another order would leave a3 standing.
    puzzle = read_puzzle(record(closed="a2 b4 b1"))
    drawn = game("roadworks").text(puzzle)
    back = read_puzzle(record(board=drawn))
    assert [p.code for p in back.problems] == ["game-over"]
    assert game("roadworks").text(back) == drawn


def test_a_live_set_in_one_line_is_a_fewest_fences() -> None:
    puzzle = read_puzzle(Record({"game": "roadworks"}, line="3x3:?a1,b1,c1,d1,d2,d3,d4"))
    assert puzzle.task == "fewest-fences"


def test_fewest_fences_hides_the_fences_it_is_given() -> None:
    puzzle = read_puzzle(record(task="fewest-fences", closed="b2 a3"))
    assert "#" not in game("roadworks").text(puzzle)
    assert verify(puzzle, Budget()).answers == ("a3 b2",)


def test_a_single_fence_is_a_printable_fewest_fences() -> None:
    verdict = verify(read_puzzle(record(task="fewest-fences", closed="b2")), Budget())
    assert (verdict.verdict, verdict.answers, verdict.problems) == ("sound", ("b2",), ())


def test_several_answers_are_listed_by_column_then_number() -> None:
    verdict = verify(read_puzzle(record(closed="c2 a4")), Budget())
    assert verdict.answers == ("a2", "b2", "b3", "c1", "c3", "c4", "d1", "d2")


def test_a_claim_that_is_wrong_at_sight_is_named_though_the_search_did_not_end() -> None:
    for answer, told in (("a1", "a1 is A"), ("b2", "b2 is closed already")):
        puzzle = read_puzzle(record(size="9x9", closed="b2", answer=answer))
        verdict = verify(puzzle, Budget(work=1))
        assert [p.code for p in verdict.problems] == ["wrong-answer"]
        assert told in verdict.problems[0].message


def test_a_whole_number_may_be_an_answer() -> None:
    puzzle = read_puzzle(record(task="closures-left", level=1, closed="b2 c2", answer=7))
    assert verify(puzzle, Budget()).verdict == "sound"
