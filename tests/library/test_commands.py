"""The library's commands: nothing twice, only what is proven, nothing handed out twice."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

# Two puzzles with known answers; the third is the first one mirrored at the diagonal A-B.
FIRST = (
    'game = "roadworks"\nlevel = 2\nclosed = "c4 c3 d1"\ntitle = "Market day"\ntags = ["market"]'
)
FALLS = 'game = "roadworks"\ntask = "what-falls"\nlevel = 2\nclosed = "b2 a3"\ndifficulty = 2'
MIRRORED = 'game = "roadworks"\nlevel = 2\nclosed = "d3 c3 a4"\ntitle = "The same"'
CHAIN = '''game = "clear-path"
task = "winning-turn"
to_move = "red"
difficulty = 3
board = """
6  R . . . B R
5  . . R . . .
4  . R B . R B
3  . . . . R B
2  B B B . . R
1  B B R . . R
"""'''


def write(file: Path, *puzzles: str) -> str:
    file.write_text("".join(f"[[puzzle]]\n{puzzle}\n\n" for puzzle in puzzles), "utf-8")
    return file.name


def listed(call, *filters: str) -> list[dict]:
    code, out, err = call("library", "list", "--json", *filters)
    assert (code, err) == (0, "")
    return json.loads(out)["puzzles"]


def titles_and_tasks(call, *filters: str) -> list[str]:
    return [f"{p['number']} {p['task']}" for p in listed(call, *filters)]


@pytest.fixture
def filled(folder: Path, call) -> str:
    file = write(folder / "mine.toml", FIRST, FALLS, CHAIN)
    code, out, err = call("library", "add", file)
    assert (code, err) == (0, "")
    assert out == "crossfall.sqlite: 3 added, 0 there already, 0 refused\n"
    return file


def test_added_puzzles_have_their_proven_answers(filled: str, call) -> None:
    first, falls, chain = listed(call)
    assert first["answer"] == ["b2"]
    assert falls["answer"] == ["a2 a4"]
    assert chain["answer"] == ["f5 e5 e2"]
    assert [first["board"], chain["board"]] == ["3x3", "6x6"]
    assert (first["title"], first["tags"], first["source"]) == ("Market day", ["market"], filled)
    assert (falls["difficulty"], first["difficulty"], falls["marks"]) == (2, None, [])


def test_a_mirrored_puzzle_is_a_double_and_named(filled: str, folder: Path, call) -> None:
    again = write(folder / "again.toml", MIRRORED, FALLS)
    code, out, err = call("library", "add", again)
    assert (code, err) == (0, "")
    assert "again.toml: puzzle 1: the same as number 1, up to symmetry" in out
    assert "0 added, 2 there already" in out
    assert len(listed(call)) == 3


def test_the_same_position_with_another_question_is_another_puzzle(
    filled: str, folder, call
) -> None:
    other = write(folder / "other.toml", FIRST.replace("level", 'task = "cut-crossings"\nlevel'))
    assert "1 added" in call("library", "add", other)[1]


def test_flawed_puzzles_are_refused_with_the_reason_and_the_sound_ones_added(folder, call) -> None:
    wrong = FIRST + '\nanswer = "c1"'
    twice = 'game = "roadworks"\nlevel = 2\nclosed = "b2 b2"'
    file = write(folder / "mixed.toml", wrong, twice, FALLS)
    code, out, err = call("library", "add", file)
    assert code == 1
    assert "mixed.toml: puzzle 1: refused: wrong-answer: " in err
    assert "mixed.toml: puzzle 2: refused: impossible-position: " in err
    assert "1 added, 0 there already, 2 refused" in out
    assert titles_and_tasks(call) == ["1 what-falls"]


def test_unreadable_puzzles_are_exit_code_2_and_the_others_are_added(folder, call) -> None:
    file = write(folder / "mixed.toml", 'game = "roadwork"', FALLS)
    code, out, err = call("library", "add", file)
    assert code == 2
    assert "did you mean roadworks" in err
    assert "1 added" in out


def test_unknown_puzzles_are_refused_unless_asked_for(folder: Path, call) -> None:
    early = 'game = "roadworks"\nsize = "9x9"\nclosed = "b2"'
    file = write(folder / "early.toml", early)
    code, _, err = call("library", "add", file, "--budget", "0.05")
    assert code == 3
    assert "refused: not proven before the budget ran out" in err
    assert listed(call) == []
    code, out, _ = call("library", "add", file, "--budget", "0.05", "--unknown-too")
    assert (code, "1 added" in out) == (0, True)


def test_a_one_line_position_is_refused_with_advice(folder: Path, call) -> None:
    code, _, err = call("library", "add", "roadworks:3x3:c4,c3,d1")
    assert code == 2
    assert "write it as a [[puzzle]] in a file" in err


def test_every_filter_holds(filled: str, folder: Path, call) -> None:
    waves = ["generate", "pathing-boxes", "--task", "line-now", "--count", "2", "--seed", "1"]
    assert call(*waves, "--library", "crossfall.sqlite")[0] == 0
    extra = write(
        folder / "extra.toml",
        'game = "roadworks"\nlevel = 1\ntask = "closures-left"\nclosed = "b2"',
    )
    assert (
        call("library", "add", extra, "--tag", "market", "--tag", "red", "--source", "Ann")[0] == 0
    )
    assert call("library", "mark", "Sheet 1", "1", "6")[0] == 0
    for filters, numbers in {
        (): "123456",
        ("--game", "roadworks"): "126",
        ("--task", "what-falls"): "2",
        ("--tag", "market"): "16",
        ("--tag", "market", "--tag", "red"): "6",
        ("--tag", "market", "--not-tag", "red"): "1",
        ("--difficulty", "2", "--game", "roadworks"): "2",
        ("--difficulty", "2-", "--not-tag", "greedy-box", "--size", "6x6"): "3",
        ("--difficulty", "1-5", "--game", "clear-path"): "3",
        ("--size", "3x3"): "126",
        ("--size", "3x3-plain"): "6",
        ("--rules", "waves"): "45",
        ("--size", "3"): "126",
        ("--source", "Ann"): "6",
        ("--unused", "--game", "roadworks"): "2",
        ("--marked", "Sheet 1"): "16",
        ("--marked", "Sheet 1", "--source", "Ann"): "6",
        ("--feature", "open=0-3"): "",
        ("--feature", "open=4-15"): "45",
        ("--feature", "technique=R9"): "",
    }.items():
        assert "".join(str(p["number"]) for p in listed(call, *filters)) == numbers, filters


@pytest.mark.parametrize(
    "wish",
    [
        ["list", "--difficulty", "many"],
        ["list", "--difficulty", "4-2"],
        ["list", "--difficulty", "0"],
        ["list", "--difficulty", "9"],
        ["list", "--difficulty", "6-"],
        ["list", "--difficulty", "2-6"],
        ["list", "--size", "large"],
        ["list", "--size", "4x"],
        ["list", "--game", "roadwork"],
        ["list", "--task", "winning-mvoe"],
        ["list", "--feature", "technique"],
        ["list", "--unused", "--marked", "x"],
        ["list", "--size", "3x3", "--rules", "waves"],
        ["show", "99"],
        ["show", "0"],
        ["mark", " ", "1"],
        ["mark", "a\x1bb", "1"],
        ["mark", "Sheet", "99"],
        ["mark", "Sheet", "none.toml"],
        ["remove", "99"],
        ["export", "--tag", "none", "-o", "none.toml"],
        ["export", "-o", "no-such-folder/none.toml"],
        ["stats", "--svg", "no-such-folder/stats.svg"],
        ["exprot"],
    ],
)
def test_bad_wishes_are_one_line_and_exit_code_2(
    wish: list[str], filled: str, folder, call
) -> None:
    before = listed(call)
    code, out, err = call("library", *wish)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert listed(call) == before
    assert {file.name for file in folder.iterdir()} == {"mine.toml", "crossfall.sqlite"}


def test_export_is_a_puzzle_file_that_everything_reads(filled: str, call) -> None:
    assert call("library", "export", "-o", "all.toml") == (0, "", "")
    assert call("check", "all.toml")[0] == 0
    assert call("audit", "all.toml")[0] == 0
    assert call("library", "add", "all.toml", "--library", "other.sqlite")[0] == 0
    first, second = (
        [(p["task"], p["answer"], p["tags"], p["title"]) for p in listed(call, *where)]
        for where in ((), ("--library", "other.sqlite"))
    )
    assert sorted(first) == sorted(second)


def test_nothing_unused_is_exported_twice(folder: Path, call) -> None:
    assert (
        call(
            "generate",
            "roadworks",
            "--size",
            "3x3",
            "--strict",
            "--count",
            "11",
            "--library",
            "crossfall.sqlite",
        )[0]
        == 0
    )
    seen: list[str] = []
    for number in range(4):
        file = f"{number}.toml"
        code, _, err = call(
            "library",
            "export",
            "--unused",
            "--count",
            "3",
            "--seed",
            str(number),
            "--mark",
            f"Sheet {number}",
            "-o",
            file,
        )
        assert code == (0 if number < 3 else 3)
        assert err == (
            "" if number < 3 else "crossfall: only 2 such puzzles are in crossfall.sqlite\n"
        )
        seen += [p["closed"] for p in tomllib.loads(Path(file).read_text())["puzzle"]]
    assert len(seen) == len(set(seen)) == 11
    code, _, err = call("library", "export", "--unused", "--mark", "Sheet 5", "-o", "5.toml")
    assert (code, Path("5.toml").exists()) == (2, False)
    assert "no such puzzle; nothing is written" in err


def test_a_choice_by_chance_depends_on_its_seed_alone(filled: str, call) -> None:
    chosen = [call("library", "export", "--count", "1", "--seed", str(s % 9))[1] for s in range(18)]
    assert chosen[:9] == chosen[9:]
    assert len(set(chosen)) == 3


def test_a_puzzle_that_was_not_written_bears_no_mark(filled: str, call, monkeypatch) -> None:
    from crossfall.solver.errors import InputError

    def full(target: str, data: str) -> None:
        raise InputError(f"{target}: cannot be written (the disk is full)")

    monkeypatch.setattr("crossfall.generator.output.write_output", full)
    code, _, err = call("library", "export", "--mark", "Sheet 1", "-o", "all.toml")
    assert (code, "disk is full" in err) == (2, True)
    assert [p["marks"] for p in listed(call)] == [[], [], []]


def test_marks_are_put_on_and_taken_off_by_file_or_number(filled: str, folder: Path, call) -> None:
    turned = write(folder / "turned.toml", MIRRORED)
    assert call("library", "mark", "Book,  chapter 2", turned, "3")[0] == 0
    assert [p["marks"] for p in listed(call)] == [["Book, chapter 2"], [], ["Book, chapter 2"]]
    assert call("library", "mark", "--remove", "Book, chapter 2", "1")[0] == 0
    assert titles_and_tasks(call, "--unused") == ["1 winning-move", "2 what-falls"]


def test_a_removed_number_is_never_given_again(filled: str, folder: Path, call) -> None:
    assert call("library", "remove", "3")[0] == 0
    assert call("library", "add", filled)[0] == 0
    assert [p["number"] for p in listed(call)] == [1, 2, 4]


def test_a_sheet_marks_its_puzzles_and_a_second_one_is_refused(filled, folder, call) -> None:
    other = 'game = "roadworks"\nlevel = 2\ntask = "cut-crossings"\nclosed = "c4 c3 d1"'
    file = write(folder / "sheet.toml", MIRRORED, other)
    sheet = ["sheet", file, "--library", "crossfall.sqlite"]
    assert call(*sheet, "--mark", "Sheet 3B", "-o", "b.pdf") == (0, "", "")
    assert titles_and_tasks(call, "--marked", "Sheet 3B") == ["1 winning-move", "4 cut-crossings"]
    assert call(*sheet, "--mark", "Sheet 3B", "-o", "b.pdf")[0] == 0  # printed once more
    code, _, err = call(*sheet, "--mark", "Sheet 3C", "-o", "c.pdf")
    assert (code, Path("c.pdf").exists()) == (2, False)
    assert "puzzle 1: number 1 of crossfall.sqlite was used in Sheet 3B" in err
    assert call(*sheet, "--mark", "Sheet 3C", "--again", "-o", "c.pdf")[0] == 0
    assert listed(call)[0]["marks"] == ["Sheet 3B", "Sheet 3C"]


@pytest.mark.parametrize(
    "options",
    [
        ["mine.toml", "--library", "crossfall.sqlite"],
        ["mine.toml", "--again"],
        ["--blank", "roadworks", "--mark", "x"],
        ["roadworks:3x3:c4,c3,d1", "--mark", "x"],
    ],
)
def test_a_mark_needs_a_puzzle_file(options: list[str], filled: str, call) -> None:
    code, _, err = call("sheet", *options, "-o", "b.pdf")
    assert (code, err.count("\n"), Path("b.pdf").exists()) == (2, 1, False)


def test_check_says_whether_a_puzzle_was_anticipated(filled: str, folder: Path, call) -> None:
    call("library", "mark", "Sheet 1", "1")
    new = 'game = "roadworks"\nlevel = 2\nclosed = "c1 b4 b2"'
    file = write(folder / "made.toml", MIRRORED, new)
    code, out, _ = call("check", file, "--library", "crossfall.sqlite")
    assert code == 0
    assert (
        'in crossfall.sqlite already: number 1 "Market day", from mine.toml, used in Sheet 1' in out
    )
    assert "not in crossfall.sqlite" in out
    told = json.loads(call("check", file, "--json", "--library", "crossfall.sqlite")[1])["puzzles"]
    assert told[0]["in_library"] == {
        "number": 1,
        "title": "Market day",
        "source": "mine.toml",
        "marks": ["Sheet 1"],
    }
    assert told[1]["in_library"] is None
    assert "in_library" not in json.loads(call("check", file, "--json")[1])["puzzles"][0]


def test_generate_passes_over_what_a_library_holds(folder: Path, call) -> None:
    wish = ["generate", "roadworks", "--size", "3x3", "--strict"]
    assert call(*wish, "--count", "4", "--library", "crossfall.sqlite")[:2] == (0, "")
    assert len(listed(call)) == 4
    code, out, err = call(*wish, "--count", "50", "--not-in-library", "crossfall.sqlite")
    assert code == 0
    assert "only 11 exist, proven; those in crossfall.sqlite are passed over" in err
    assert len(tomllib.loads(out)["puzzle"]) == 7
    assert len(listed(call)) == 4
    options = ["--workers", "2", "--library", "crossfall.sqlite", "-o", "new.toml"]
    assert call(*wish, "--count", "5", *options)[0] == 0
    assert len(listed(call)) == 9
    assert len(tomllib.loads(Path("new.toml").read_text())["puzzle"]) == 5
    assert {f.name for f in folder.iterdir()} == {"crossfall.sqlite", "new.toml"}
    assert listed(call)[0]["source"] == "generate roadworks winning-move, seed 0"


def test_a_certificate_needs_a_file_to_count_by(folder: Path, call) -> None:
    wish = ["generate", "roadworks", "--library", "crossfall.sqlite", "--certificate", "c.json"]
    code, _, err = call(*wish)
    assert (code, err.count("\n"), list(folder.iterdir())) == (2, 1, [])
    assert "give -o FILE.toml too" in err


def test_stats_count_by_task_and_difficulty(filled: str, folder: Path, call) -> None:
    call("library", "mark", "Sheet 1", "1", "2")
    code, out, _ = call("library", "stats")
    assert code == 0
    lines = [line.split() for line in out.splitlines()]
    assert ["roadworks", "what-falls", "1", "1", "0"] in lines
    assert ["clear-path", "winning-turn", "1", "1", "1"] in lines
    assert ["2", "used", "in", "Sheet", "1"] in lines
    told = json.loads(call("library", "stats", "--json")[1])
    assert {
        "game": "roadworks",
        "task": "winning-move",
        "difficulty": None,
        "puzzles": 1,
        "used": 1,
    } in told["counts"]
    assert told["marks"] == [{"name": "Sheet 1", "puzzles": 2}]


def test_the_chart_says_everything_in_words_and_needs_no_colour(filled: str, folder, call) -> None:
    assert call("library", "stats", "--svg", "stats.svg")[0] == 0
    image = Path("stats.svg").read_text("utf-8")
    root = ElementTree.fromstring(image)
    space = {"s": "http://www.w3.org/2000/svg"}
    assert root.get("role") == "img"
    assert root.find("s:title", space).text == "3 puzzles by task and difficulty"
    words = root.find("s:desc", space).text
    assert "Roadworks, what-falls: 1 2 stars; 0 used." in words
    assert "Clear Path, winning-turn: 1 3 stars; 0 used." in words
    fills = {rect.get("fill") for rect in root.iterfind("s:rect", space)}
    assert {"url(#two)", "#ffffff"} < fills
    width, height = (float(n) for n in root.get("viewBox").split()[2:])
    for text in root.iterfind("s:text", space):
        assert 0 < float(text.get("x")) < width
        assert 0 < float(text.get("y")) < height
    assert call("library", "stats", "--svg", "again.svg")[0] == 0
    assert Path("again.svg").read_text("utf-8") == image


def test_an_empty_library_has_stats_and_a_list(folder: Path, call) -> None:
    file = write(folder / "wrong.toml", FIRST + '\nanswer = "c1"')
    assert call("library", "add", file)[0] == 1
    assert listed(call) == []
    assert call("library", "stats", "--svg", "stats.svg")[0] == 0
