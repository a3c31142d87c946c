"""Whatever a file says, a puzzle is read or refused in clear lines; nothing else ever happens."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from crossfall.solver.audit import audit_record
from crossfall.solver.errors import InputError
from crossfall.solver.position import Puzzle, game, game_names
from crossfall.solver.records import MAX_LINE_LENGTH, Record, record_from_line
from crossfall.solver.verify import read_puzzle

# What the keys of all games may hold, right and wrong.
WORDS = st.sampled_from(
    [
        *["", " ", "a1", "b2", "c3 d4", "a3,b2;c1", "A1-B1", "A1-A2 B1-B2", "z9", "d4", "X1 Y2"],
        *["3x3", "2", "1x25", "0x0", "26x26", "-1x3", "x", "3x3x3", "４x４", "9" * 30],
        *["red", "blue", "X", "Y", "first", "waves", "dm5", "original", "classic", "yes"],
        *["1", "4 9", "a2: b2", "a2: ", ": b2", "a2", "\x00", "\u202e", "é", "🙂", "a" * 5000],
    ]
)
MARKS = st.text(alphabet="AaBboO#~?RrXxYy.-|0123456789 \n\tZ*", max_size=90)
BOARDS = st.sampled_from(
    [
        "o B\nA o",
        "o o B\no # o\nA o o",
        "4  ~ o o B\n3  # o o o\n2  ~ # o o\n1  A o o o\n   a b c d",
        "R B .\n. . .\n. B R",
        "Y X . Y\nX . . X\nY . . Y\nX . Y X",
        "   A   B   C   D\n1  Y---Y   Y   X\n   |\n2  X   X   Y   X\n\n3  X   Y   X   .\n\n4  Y   Y   .   X",
    ]
)
VALUES = (
    WORDS
    | MARKS
    | BOARDS
    | st.integers(-5, 40)
    | st.booleans()
    | st.floats(allow_nan=True)
    | st.lists(WORDS, max_size=4)
    | st.dictionaries(st.text(max_size=3), st.integers(), max_size=2)
)
KEYS = st.sampled_from(
    [
        *["task", "title", "author", "note", "difficulty", "tags", "features", "answer", "level"],
        *["size", "falling", "closed", "board", "boards", "to_move", "rules", "finals", "filled"],
        *["score", "first", "start", "swaps", "turns", "last", "strange"],
    ]
)
TASKS = [task for name in game_names() for task in game(name).tasks]


def read(record: Record) -> None:
    """Read the puzzle; if it can be, everything that is told of it must be possible too."""
    try:
        puzzle = read_puzzle(record)
    except InputError as error:
        refused = error.faults
    else:
        refused = ()
        tell(puzzle)
    assert all(line.strip() and "\n" not in line and len(line) < 2_000 for line in refused)


def tell(puzzle: Puzzle) -> None:
    """Say all that can be said of a puzzle that was read."""
    assert all(problem.message and "\n" not in problem.message for problem in puzzle.problems)
    its_game = game(puzzle.game)
    assert puzzle.task in its_game.tasks
    if not puzzle.problems:
        for line in its_game.line(puzzle).splitlines():
            # Long positions of large boards are written all the same.
            if len(line) <= MAX_LINE_LENGTH:
                again = read_puzzle(record_from_line(line))
                assert its_game.line(again) == line
        assert isinstance(its_game.text(puzzle), str)
        assert isinstance(its_game.canonical(puzzle), str)


@given(
    name=st.sampled_from([*game_names(), "roadwork", "", "\x00"]),
    task=st.none() | st.sampled_from(TASKS),
    fields=st.dictionaries(KEYS, VALUES, max_size=5),
)
@settings(max_examples=600, deadline=None)
def test_any_fields_are_read_or_refused(
    name: str, task: str | None, fields: dict[str, Any]
) -> None:
    read(Record({"game": name, **fields, **({"task": task} if task else {})}))


@given(
    name=st.sampled_from(game_names()),
    board=BOARDS,
    fields=st.dictionaries(KEYS, WORDS, max_size=3),
    data=st.data(),
)
@settings(max_examples=400, deadline=None)
def test_a_drawing_with_any_slip_of_the_pen_is_read_or_refused(
    name: str, board: str, fields: dict[str, Any], data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(board)))
    gone = data.draw(st.integers(0, 3))
    slip = data.draw(st.text(alphabet="AB#~?oRXYx.-| \n\t9é", max_size=3))
    read(Record({"game": name, **fields, "board": board[:at] + slip + board[at + gone :]}))


@given(
    name=st.sampled_from(game_names()),
    line=st.text(alphabet="0123456789x-:?,.abcdeRBXYplainwvesfdm5orig ", max_size=60)
    | st.sampled_from(
        [
            *["5x5:b2,a3", "3x3-plain:", "3x3:?a1,b1,c1,d1,d2,d3,d4", "25x25:", "3x3:?"],
            *["6x6:red:R3BR.2R3.1RB1RB.4RB.BBB2R.BBR2R", "2x2:blue:2.2", "1x1:red:1", "3x3:red:"],
            *["waves:X:YX1Y.X2X.Y2Y.X1YX:A1B1,A1A2:X0Y0", "waves-finals:Y:4.4.4.4::X0Y0"],
        ]
    ),
)
@settings(max_examples=500, deadline=None)
def test_any_one_line_position_is_read_or_refused(name: str, line: str) -> None:
    read(Record({"game": name}, line=line))


@given(
    name=st.sampled_from(game_names()),
    task=st.sampled_from(TASKS),
    fields=st.dictionaries(KEYS, VALUES, max_size=4),
)
@settings(max_examples=300, deadline=None)
def test_the_audit_never_raises_whatever_it_is_given(
    name: str, task: str, fields: dict[str, Any]
) -> None:
    record = Record({"game": name, **fields, "task": task})
    assert audit_record(record, work=300).verdict in ("agrees", "differs", "unknown")
