"""Puzzle files as plain records: every kind of bad file is one clear line, and texts round-trip."""

import io
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crossfall.solver import records
from crossfall.solver.errors import InputError
from crossfall.solver.records import (
    Record,
    dump_records,
    is_one_line,
    key_faults,
    parse_records,
    read_records,
    record_from_line,
)
from tests.conftest import Call

PUZZLE = '[[puzzle]]\ngame = "roadworks"\nclosed = "b2 a3"\n'


@pytest.fixture
def write(tmp_path: Path):
    def written(data: bytes | str) -> str:
        file = tmp_path / "puzzles.toml"
        file.write_bytes(data.encode() if isinstance(data, str) else data)
        return str(file)

    return written


def refused(source: str) -> str:
    """The one line that says why `source` cannot be read."""
    with pytest.raises(InputError) as caught:
        read_records(source)
    (line,) = caught.value.faults
    assert "\n" not in line
    assert "Traceback" not in line
    return line


# --- good files ------------------------------------------------------------------------------


def test_puzzles_are_numbered_and_know_their_file(write) -> None:
    first, second = read_records(write(PUZZLE + PUZZLE))
    assert (first.number, second.number) == (1, 2)
    assert second.place.endswith("puzzles.toml: puzzle 2")
    assert (first.game, first.task, first.text("closed")) == ("roadworks", "", "b2 a3")


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf" + PUZZLE.encode(),
        PUZZLE.replace("\n", "\r\n").encode(),
        (PUZZLE + "\n\n# a note\n").encode(),
        PUZZLE.rstrip("\n").encode(),
    ],
    ids=["byte order mark", "Windows line ends", "comments", "no final newline"],
)
def test_files_as_editors_leave_them_are_read(write, data: bytes) -> None:
    (record,) = read_records(write(data))
    assert record.fields == {"game": "roadworks", "closed": "b2 a3"}


def test_a_drawing_with_windows_line_ends_is_the_same_drawing(write) -> None:
    text = '[[puzzle]]\ngame = "roadworks"\nboard = """\no B\nA o\n"""\n'
    (unix,) = read_records(write(text))
    (windows,) = read_records(write(text.replace("\n", "\r\n")))
    assert unix.fields == windows.fields


def test_standard_input_is_read_for_a_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(PUZZLE.encode())))
    (record,) = read_records("-")
    assert record.place == "standard input: puzzle 1"


def test_one_line_positions_are_read_as_arguments_and_line_by_line(write) -> None:
    (record,) = read_records("roadworks:5x5:b2,a3")
    assert (record.game, record.line) == ("roadworks", "5x5:b2,a3")
    two = read_records(write("roadworks:5x5:b2,a3\n\n  roadworks:3x3:\n"))
    assert [(r.line, r.number) for r in two] == [("5x5:b2,a3", 1), ("3x3:", 2)]
    assert record_from_line("Clear-Path:3x3:red:...").game == "clear-path"
    for empty in ("pathing-boxes:", "roadworks: "):
        with pytest.raises(InputError, match="nothing after the colon"):
            record_from_line(empty)


def test_an_existing_file_that_looks_like_a_position_is_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if os.name == "nt":
        pytest.skip("a colon is no part of a file name there")
    Path("roadworks:my.toml").write_text(PUZZLE)
    assert read_records("roadworks:my.toml")[0].text("closed") == "b2 a3"


def test_a_drive_letter_makes_a_file_name() -> None:
    assert not is_one_line(r"C:\puzzles\six.toml")
    assert not is_one_line("C:/puzzles/six.toml")
    assert is_one_line("roadworks:3x3:")


# --- bad files -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "no puzzle in it; expected [[puzzle]] tables"),
        (b"\n# nothing yet\n", "no puzzle in it"),
        (b"\xef\xbb\xbf", "no puzzle in it"),
        (b'[[puzzle]]\ngame = "roadworks\n', "not TOML: "),
        (b"[[puzzle]\n", "not TOML: "),
        (b'[[puzzle]]\ngame = "a"\ngame = "b"\n', "not TOML: "),
        (b"hello\n", "not TOML: "),
        (b'[puzzle]\ngame = "roadworks"\n', "[puzzle] holds one table only; expected [[puzzle]]"),
        (b'puzzle = "roadworks"\n', "puzzle is a text; expected [[puzzle]] tables"),
        (b"puzzle = [1, 2]\n", "puzzle is a list; expected [[puzzle]] tables"),
        (b"puzzle = 3\n", "puzzle is a number"),
        (b"puzzle = 1979-05-27\n", "puzzle is a date"),
        (b'title = "Six"\n' + PUZZLE.encode(), "unknown key title outside a puzzle"),
        (b'[[puzzle]]\ngame = "\xff"\n', "line 2: not UTF-8; save the file as UTF-8"),
        (PUZZLE.encode("utf-16"), "not UTF-8"),
        (b'[[puzzle]]\ngame = "road\x00works"\n', "not TOML: "),
        (b"%PDF-1.7\n\xe2\xe3\xcf\xd3\n", "not UTF-8"),
    ],
)
def test_a_bad_file_is_refused_in_one_line_that_names_it(write, data: bytes, said: str) -> None:
    line = refused(write(data))
    assert "puzzles.toml" in line
    assert said in line


def test_toml_faults_name_the_line(write) -> None:
    assert "line 3" in refused(write('[[puzzle]]\ngame = "roadworks"\nclosed = b2\n'))


def test_deep_nesting_is_refused(write) -> None:
    assert "puzzles.toml" in refused(write("a = " + "[" * 100_000))
    assert "puzzles.toml" in refused(write("a = " + "[" * 100_000 + "]" * 100_000))
    assert "puzzles.toml" in refused(write("[" + ".".join(["a"] * 5_000) + "]\n"))


def test_a_huge_file_is_refused_unread(write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "MAX_FILE_BYTES", 1_000_000)
    assert "larger than 1 MB" in refused(write(b"#" * 1_000_001))
    assert read_records(write(PUZZLE.encode() + b"#" * 900_000))


def test_a_number_too_long_for_python_is_refused_not_raised(write) -> None:
    assert "puzzles.toml" in refused(write("[[puzzle]]\nlevel = " + "9" * 10_000 + "\n"))


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert "is a folder; expected a puzzle file" in refused(str(tmp_path))


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    line = refused(str(tmp_path / "none.toml"))
    assert "no such file; expected a puzzle file or a one-line position" in line


def test_a_file_without_permission_is_refused(write) -> None:
    name = write(PUZZLE)
    os.chmod(name, 0)
    if os.access(name, os.R_OK):
        pytest.skip("this user may read everything")
    assert "no permission to read it" in refused(name)


@pytest.mark.parametrize("name", ["a\0b.toml", "x" * 5_000, "puzzles.toml/inside", ""])
def test_what_is_no_file_name_is_refused(name: str, write, monkeypatch, tmp_path: Path) -> None:
    write(PUZZLE)
    monkeypatch.chdir(tmp_path)
    refused(name)


def test_a_line_too_long_is_refused() -> None:
    assert "expected at most" in refused("roadworks:3x3:" + "a" * 100_000)


def test_a_closed_standard_input_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    refused("-")


def test_control_characters_never_reach_the_message(write) -> None:
    line = refused(write('"\\u001b[2J" = 1\n'))
    assert "\x1b" not in line


# --- fields ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("read", "value", "said"),
    [
        (lambda r: r.text("key"), 3, "key is a number; expected a text in quotes"),
        (lambda r: r.text("key"), ["a"], "key is a list; expected a text"),
        (lambda r: r.flag("key", True), "yes", "key is a text; expected true or false"),
        (lambda r: r.flag("key", True), 1, "key is a number; expected true or false"),
        (lambda r: r.integer("key", 1, 4), "2", "key is a text; expected a whole number 1 to 4"),
        (lambda r: r.integer("key", 1, 4), 2.0, "key is a number; expected a whole number"),
        (lambda r: r.integer("key", 1, 4), True, "key is true or false; expected a whole number"),
        (lambda r: r.integer("key", 1, 4), 5, "key is 5; expected 1 to 4"),
        (lambda r: r.texts("key"), [1], "key is a list; expected a text or a list of texts"),
        (lambda r: r.texts("key"), {"a": "b"}, "key is a table; expected a text"),
    ],
)
def test_a_value_of_the_wrong_type_is_named_with_what_was_expected(
    read: Any, value: Any, said: str
) -> None:
    with pytest.raises(InputError, match="key is") as caught:
        read(Record({"key": value}))
    assert said in str(caught.value)


def test_absent_fields_have_their_defaults() -> None:
    record = Record()
    assert (record.text("title"), record.flag("falling", True)) == ("", True)
    assert (record.integer("level", 1, 4), record.texts("answer")) == (None, None)
    assert Record({"answer": "b2"}).texts("answer") == ("b2",)


def test_game_and_task_are_read_in_any_case() -> None:
    record = Record({"game": " RoadWorks ", "task": "Winning-Move"})
    assert (record.game, record.task) == ("roadworks", "winning-move")


def test_every_unknown_key_is_named_with_the_nearest_known_one() -> None:
    record = Record({"game": "roadworks", "closd": "b2", "titel": "x", "zzz": 1})
    faults = key_faults(record, ["closed", "level"])
    assert faults[:2] == [
        "unknown key closd; did you mean closed?",
        "unknown key titel; did you mean title?",
    ]
    assert faults[2].startswith("unknown key zzz; expected one of")


def test_every_common_key_of_the_wrong_type_is_named_at_once() -> None:
    record = Record({"title": 1, "difficulty": 9, "tags": 3, "answer": 4.5, "features": 1.5})
    assert len(key_faults(record, [])) == 5


def test_fields_set_to_none_are_left_out() -> None:
    record = Record({"answer": "b2", "title": "x"}).with_fields(answer=None, note="n")
    assert record.fields == {"title": "x", "note": "n"}


# --- writing ---------------------------------------------------------------------------------

KEYS = st.text(min_size=1, max_size=8)
TEXTS = st.text(max_size=30)
VALUES = st.recursive(
    TEXTS | st.integers(-(2**62), 2**62) | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=6,
)


def line_ended(value: Any) -> Any:
    """The value as it reads back: a text of several lines ends with a line end."""
    if isinstance(value, str):
        return value + "\n" if "\n" in value and not value.endswith("\n") else value
    if isinstance(value, list):
        return [line_ended(item) for item in value]
    return {k: line_ended(v) for k, v in value.items()} if isinstance(value, dict) else value


@given(st.lists(st.dictionaries(KEYS, VALUES, max_size=4), min_size=1, max_size=3))
@settings(max_examples=150, deadline=None)
def test_what_is_written_reads_back_the_same(tables: list[dict[str, Any]]) -> None:
    text = dump_records(Record(table) for table in tables)
    assert [dict(record.fields) for record in parse_records(text, "x")] == line_ended(tables)


@pytest.mark.parametrize(
    "drawing",
    [
        "o B\nA o",
        "\no B\nA o\n",
        "   a b\n 1 o\n",
        'a """ b\nc',
        "back\\slash\nline",
        "\n\n",
        "x\n",
    ],
)
def test_drawings_are_written_over_several_lines_and_keep_their_marks(drawing: str) -> None:
    text = dump_records([Record({"game": "roadworks", "board": drawing})])
    (back,) = parse_records(text, "x")
    assert back.text("board") == drawing.removesuffix("\n") + "\n"
    assert text.endswith('\n"""\n')


def test_a_bad_line_among_one_line_positions_is_named_and_the_others_are_judged(
    call: Call, folder: Path
) -> None:
    (folder / "lines.txt").write_text(
        "roadworks:3x3:b2\n\nno position\nroadworks:\nclear-path:3x3:red:3.3.3\n"
    )
    code, out, err = call("check", "lines.txt", "--json")
    assert code == 2
    assert [puzzle["number"] for puzzle in json.loads(out)["puzzles"]] == [1, 4]
    assert err.splitlines() == [
        "crossfall: lines.txt: line 3: 'no position' is no one-line position, as other lines are",
        "crossfall: lines.txt: line 4: position “roadworks:”: nothing after the colon; "
        "expected a whole one-line position",
    ]
    (folder / "bad.txt").write_text("roadworks:3x3:b2\n[[puzzle]]\nnote\n")
    code, _, err = call("check", "bad.txt")
    assert code == 2
    assert "not TOML" in err
