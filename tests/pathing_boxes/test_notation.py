"""Pathing positions as files and lines write them: everything written can be read back."""

import random
from dataclasses import replace

import pytest

from crossfall.solver.errors import InputError
from crossfall.solver.pathing_boxes.board import FINALS
from crossfall.solver.pathing_boxes.drawing import read_drawing, write_drawing
from crossfall.solver.pathing_boxes.game import GAME
from crossfall.solver.pathing_boxes.rules import CLASSIC, PathingPosition
from crossfall.solver.position import Puzzle
from crossfall.solver.records import Record, dump_records, parse_records, record_from_line
from tests.pathing_boxes.positions import position, random_position, swaps

SHOWN = """
   A   B   C   D
1  Y---Y---Y---X
   | x |
2  X---X   Y---X
               |
3  X---Y---X---.
   | y | y |
4  Y---Y---.   X
"""
EDGES = "A1-B1 B1-C1 C1-D1 A2-B2 C2-D2 A3-B3 B3-C3 C3-D3 A4-B4 B4-C4 A1-A2 B1-B2 D2-D3 A3-A4 B3-B4 C3-C4"


def read(**fields: object) -> Puzzle:
    return GAME.read(Record({"game": "pathing-boxes", "task": "line-now", **fields}))


def codes(**fields: object) -> list[str]:
    return [problem.code for problem in read(**fields).problems]


def faults(**fields: object) -> str:
    with pytest.raises(InputError) as caught:
        read(**fields)
    return str(caught.value)


def test_a_drawing_says_cells_edges_and_owners() -> None:
    puzzle = read(board=SHOWN, to_move="Y", score="X1 Y2")
    listed = position("YYYX XXYX XYX. YY.X", EDGES, "Y", (1, 2))
    assert puzzle.problems == ()
    assert replace(puzzle.position, owned=(0, 0)) == listed
    assert puzzle.position.owned == (1 << 0, 1 << 6 | 1 << 7)
    assert read(board=SHOWN, to_move="Y").position == puzzle.position


def test_labels_indentation_tabs_and_blank_lines_do_not_matter() -> None:
    bare = "\n".join(line[3:] for line in SHOWN.strip("\n").splitlines()[1:])
    indented = "\n".join("     " + line for line in SHOWN.splitlines())
    tabbed = "\n".join("\t" + line for line in SHOWN.splitlines())
    spaced = SHOWN.replace("2  X", "\n2  X")
    for text in (bare, indented, tabbed, spaced):
        assert read_drawing(text) == read_drawing(SHOWN)


def test_without_edges_blanks_and_case_do_not_matter() -> None:
    cells = read_drawing("YX.Y\nX..X\nY..Y\nX.YX").cells
    assert read_drawing(" A B C D\n1 y x .  y\n2 X . . X\n3 Y..Y\n4 X . y X").cells == cells
    assert cells == (CLASSIC.x, CLASSIC.y)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("YX.Y\nX..X\nY..Y", "3 rows of cells"),
        ("YX.Y\nX..X\nY..Y\nX.YX\nX.YX", "5 rows of cells"),
        ("YX.Z\nX..X\nY..Y\nX.YX", "'YX.Z' is not a row"),
        ("2 YX.Y\nX..X\nY..Y\nX.YX", "row 1 from the top is labelled 2"),
        ("Y---X   .   Y\n  |\nX . . X\nY . . Y\nX . Y X", "row 2 do not stand under"),
        (SHOWN.replace("   | x |", "    |x |"), "a bar must stand under a cell"),
        (SHOWN.replace("   | x |", "   | z |"), "'z' under row 1"),
        (SHOWN.replace("1  Y", "1 -Y"), "a dash beside row 1"),
        (SHOWN.replace("1  Y---Y", "1  Y-  Y"), "a broken edge in row 1, column 6;"),
        (SHOWN.replace("3  X---Y", "3  X --Y"), "a broken edge in row 3, column 5;"),
        (SHOWN.replace("4  Y---Y", "4  Y- -Y"), "a broken edge in row 4, column 6;"),
        (SHOWN.replace("2  X---X   Y", "2  X---X - Y"), "a broken edge in row 2, column 9;"),
    ],
)
def test_a_drawing_that_is_none_says_what_is_wrong(text: str, told: str) -> None:
    with pytest.raises(InputError) as caught:
        read_drawing(text)
    assert told in str(caught.value)


@pytest.mark.parametrize("finals", [False, True])
def test_everything_shown_can_be_read_back(finals: bool) -> None:
    rng = random.Random(f"text {finals}")
    for number in range(60):
        here, _, _ = random_position(rng, "waves", finals, rng.randint(1, 24))
        if number % 2:
            here = replace(here, owned=(0, 0))
        drawn = read(board=write_drawing(here), to_move="XY"[here.turn], finals=finals)
        line = GAME.read(record_from_line(GAME.line(drawn)))
        assert drawn.problems == line.problems == ()
        shown = replace(here, owned=(0, 0), last=None)
        for read_back in (drawn.position, line.position):
            assert replace(read_back, owned=(0, 0)) == shown
            for player in (0, 1):  # owners are told in part, or worked out from the score
                assert read_back.owned[player].bit_count() <= here.score[player]
        for player, owned in enumerate(here.owned):
            assert owned & 0x1FF & ~drawn.position.owned[player] == 0  # long ones have no place


@pytest.mark.parametrize("finals", [False, True])
@pytest.mark.parametrize("task", [None, "line-now"])
def test_what_show_prints_is_a_board_or_a_whole_table(finals: bool, task: str | None) -> None:
    rng = random.Random(f"shown {finals} {task}")
    tables = 0
    for _ in range(40):
        here, _, _ = random_position(rng, "original", finals, rng.randint(1, 24))
        line = GAME.line(read(board=write_drawing(here), to_move="XY"[here.turn], finals=finals))
        fields = {} if task is None else {"task": task, "turns": None}
        puzzle = GAME.read(record_from_line(line).with_fields(**fields))
        shown = GAME.text(puzzle)
        if shown.startswith("[["):
            tables += 1
            (record,) = parse_records(shown, "shown")
            assert dump_records([record]).rstrip("\n") == shown
            again = GAME.read(record)
            assert again.record.fields.get("task") == task
        else:
            assert "=" not in shown
            assert not finals
            to_move = "XY"[puzzle.position.turn]
            again = read(board=shown, to_move=to_move)
        assert again.problems == ()
        assert GAME.line(again) == line
        assert GAME.text(again) == shown
    assert tables == 40 if finals else tables < 40


def test_a_finals_waves_end_is_shown_with_the_maker_of_its_last_swap() -> None:
    edges = FINALS.edge_list(FINALS.all_filled).replace("-", "").replace(" ", ",")
    line = f"pathing-boxes:waves-finals:X:YX1Y.X2X.Y2Y.X1YX:{edges}:X6Y7:Y"
    puzzle = GAME.read(record_from_line(line))
    (record,) = parse_records(GAME.text(puzzle), "shown")
    assert record.text("last") == "Y"
    assert GAME.line(GAME.read(record)) == line


def test_the_one_line_form_is_the_documented_one() -> None:
    text = "pathing-boxes:waves:X:YX1Y.X2X.Y2Y.X1YX:A1B1,A1A2:X0Y0"
    puzzle = GAME.read(record_from_line(text))
    assert puzzle.position.rows() == ("YX.Y", "X..X", "Y..Y", "X.YX")
    assert GAME.line(puzzle) == text.replace("A1B1,A1A2", "A1A2,A1B1")
    finals = "pathing-boxes:dm5-finals:Y:YX1Y.X2X.Y2Y.X1YX:A1D1:X0Y0"
    assert GAME.line(GAME.read(record_from_line(finals))) == finals


@pytest.mark.parametrize(
    "text",
    [
        "pathing-boxes:",
        "pathing-boxes: ",
        "pathing-boxes::",
        "pathing-boxes:::::",
        "pathing-boxes:waves",
        "pathing-boxes:waves:X::",
        "pathing-boxes:waves:X:YX1Y.X2X.Y2Y.X1YX",
        "pathing-boxes:waves:X:YX1Y.X2X.Y2Y.X1YX:A1B1",
        "pathing-boxes:waves:X:YX1Y.X2X.Y2Y.X1YX:A1B1:",
        "pathing-boxes:waves:X",
        "pathing-boxes:wave:X:YX1Y.X2X.Y2Y.X1YX::X0Y0",
        "pathing-boxes:waves:Z:YX1Y.X2X.Y2Y.X1YX::X0Y0",
        "pathing-boxes:waves:X:YX1Y.X2X.Y2Y::X0Y0",
        "pathing-boxes:waves:X:YX1Y.X3X.Y2Y.X1YX::X0Y0",
        "pathing-boxes:waves:X:YX1Y.X2X.Y2Y.X1YX:A1D1:X0Y0",
        "pathing-boxes:waves:X:YX1Y.X2X.Y2Y.X1YX::X0",
    ],
)
def test_a_line_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        GAME.read(record_from_line(text))


def test_drawn_and_listed_edges_are_united() -> None:
    drawn = "Y---X   .   Y\n\nX   .   .   X\n\nY   .   .   Y\n\nX   .   Y   X"
    puzzle = read(board=drawn, filled=["A1-A2", "A1-D1"], to_move="X", finals=True)
    assert puzzle.position.board.edge_list(puzzle.position.filled) == "A1-A2 A1-B1 A1-D1"


def test_unknown_words_name_the_nearest_known_one() -> None:
    board = "YX.Y\nX..X\nY..Y\nX.YX"
    assert "did you mean filled?" in faults(board=board, to_move="X", filed="A1-B1")
    assert "did you mean waves?" in faults(board=board, to_move="X", rules="wavess")
    assert "did you mean line-now?" in faults(board=board, to_move="X", task="line-nwo")
    assert "expected X or Y" in faults(board=board, to_move="red")
    assert "only the finals board" in faults(board=board, to_move="X", filled="A1-D1")
    assert "no to_move" in faults(board=board)
    assert "no board" in faults(to_move="X")
    assert "score" in faults(board=board, to_move="X", score="3")
    assert "takes no turns" in faults(board=board, to_move="X", turns=2)
    assert "no last" in faults(task="conversion", board=board, to_move="X")
    assert "swaps without first" in faults(swaps="A1-B1")
    for word in ("klassic", "standard"):
        told = faults(board=board, to_move="X", start=word)
        assert told == f"start is '{word}'; expected classic, or four rows of cells"


def test_a_filled_edge_is_named_once() -> None:
    board = "YX.Y\nX..X\nY..Y\nX.YX"
    told = "filled names A1-B1 more than once; expected each once"
    assert faults(board=board, to_move="X", filled="A1-B1 B1A1") == told
    with pytest.raises(InputError, match=told):
        GAME.read(record_from_line("pathing-boxes:waves:X:YX1Y.X2X.Y2Y.X1YX:A1B1,A1B1:X0Y0"))
    drawn = "Y---X   .   Y\nX   .   .   X\nY   .   .   Y\nX   .   Y   X"
    assert read(board=drawn, to_move="X", filled="A1-B1").problems == ()  # drawn and listed


def test_a_waves_end_whose_score_leaves_boxes_out_says_what_to_do() -> None:
    fields = {"task": "conversion", "board": "YX.Y\nX..X\nY..Y\nX.YX", "last": "Y"}
    for score, finals, boxes in (("X3 Y5", False, 9), ("X4 Y5", True, 13)):
        (problem,) = read(**fields, to_move="X", score=score, finals=finals).problems
        assert problem.code == "impossible-position"
        assert f"must sum to {boxes}" in problem.message
        assert "leave score out" in problem.message


def test_one_box_is_one_box() -> None:
    told = [p.message for p in read(board=SHOWN, to_move="Y", score="X0 Y3").problems]
    assert "1 box is marked as X's, but the score gives X 0" in told


# --- what else a puzzle may say ------------------------------------------------------------------


def test_swaps_lead_from_the_start_to_the_position() -> None:
    puzzle = read(first="X", swaps="A1-B1 A1-A2 B1-B2 A2-B2")
    here = swaps(CLASSIC, "A1-B1 A1-A2 B1-B2 A2-B2")
    assert replace(puzzle.position, last=here.last) == here
    drawn = write_drawing(here)
    agreed = {"first": "X", "start": "classic", "swaps": "A1-B1 A1-A2 B1-B2 A2-B2", "board": drawn}
    assert codes(**agreed, to_move="Y", score="X0 Y1") == []
    for wrong in (
        {"to_move": "X"},
        {"score": "X1 Y0"},
        {"filled": "C3-D3"},
        {"board": "YX.Y\nX..X\nY..Y\nX.YX"},
        {"first": "Y", "to_move": "Y"},
        {"swaps": "A1-B1 A1-B1"},
        {"start": "XXXX\nY...\nY...\n...."},
    ):
        assert "impossible-position" in codes(**{**agreed, **wrong})


def test_a_line_on_the_way_makes_swaps_impossible_and_one_at_the_end_is_a_finished_game() -> None:
    start = "XXX.\n...X\nY..Y\nY..Y"
    assert codes(first="X", start=start, swaps="D1-D2 A1-B1") == ["impossible-position"]
    assert codes(first="X", start=start, swaps="D1-D2") == ["game-over"]


def test_who_began_the_wave_must_fit() -> None:
    board = "YX.Y\nX..X\nY..Y\nX.YX"
    assert codes(board=board, filled="A1-B1", to_move="Y", first="X") == []
    assert codes(board=board, filled="A1-B1", to_move="X", first="X") == ["impossible-position"]


def test_a_start_from_which_no_order_leads_here_is_impossible() -> None:
    here = swaps(CLASSIC, "A1-B1 B1-C1 C1-D1 A1-A2")
    good = {"board": write_drawing(here), "to_move": "X", "start": "classic"}
    puzzle = read(**good)
    assert puzzle.problems == ()
    assert puzzle.wishes["start"].x == CLASSIC.x
    moved = here.rows()[0][::-1] + "\n" + "\n".join(here.rows()[1:])
    listed = here.board.edge_list(here.filled)
    assert codes(board=moved, filled=listed, to_move="X", start="classic") == [
        "impossible-position"
    ]


CONVERSION = {
    "task": "conversion",
    "board": "X.XY\nX.YY\nY.XY\nYXY.",
    "to_move": "X",
    "last": "Y",
}


@pytest.mark.parametrize("score", ["X5 Y4", "X4 Y4", "X9 Y0", "X4 Y6"])
def test_a_waves_score_counts_every_box_and_gives_the_loser_fewer(score: str) -> None:
    assert codes(**CONVERSION, score="X4 Y5") == []
    assert codes(**CONVERSION) == []
    assert "impossible-position" in codes(**CONVERSION, score=score)


def test_who_swaps_last_owns_a_box() -> None:
    fields = {**CONVERSION, "last": "X", "score": "X0 Y9"}
    assert codes(**fields) == ["impossible-position"]


def test_a_waves_end_round_trips_as_a_line() -> None:
    puzzle = read(**CONVERSION, score="X4 Y5")
    again = GAME.read(record_from_line(GAME.line(puzzle)))
    assert again.task == "conversion"
    assert again.position == puzzle.position


def test_canonical_forms_are_equal_exactly_for_images_of_one_board() -> None:
    one = read(board="YX.Y\nX..X\nY..Y\nX.YX", filled="A1-B1", to_move="X")
    mirrored = read(board="Y.XY\nX..X\nY..Y\nXY.X", filled="C1-D1", to_move="X")
    other = read(board="YX.Y\nX..X\nY..Y\nX.YX", filled="A1-A2", to_move="X")
    assert GAME.canonical(one) == GAME.canonical(mirrored) != GAME.canonical(other)
    assert isinstance(one.position, PathingPosition)
