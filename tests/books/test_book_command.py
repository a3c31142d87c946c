"""`crossfall book`: what it says, what it writes, and that nothing found is lost."""

from __future__ import annotations

import io
import json
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from crossfall.generator.books.geometry import Geometry, Margins
from crossfall.generator.books.search import Store, find_puzzles
from crossfall.generator.books.spec import parse_book, read_book
from crossfall.generator.cli import run
from crossfall.generator.finders import Wish, finder, techniques
from crossfall.generator.finders import clear_path as clear_path_finder
from crossfall.generator.finders import pathing_boxes as pathing_boxes_finder
from crossfall.generator.finders import roadworks as roadworks_finder
from crossfall.solver.budget import Budget
from crossfall.solver.records import Record, read_records
from tests.conftest import Call

CHAPTER = '[[chapter]]\ngame = "roadworks"\ntask = "what-falls"\nlevel = 2\ncount = 6\n'


def write(folder: Path, text: str) -> str:
    path = folder / "book.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no title"),
        ('title = "T"\n', "no chapter in it"),
        ('titel = "T"\n' + CHAPTER, "unknown key 'titel'; did you mean title?"),
        ('title = "T"\ntrim = "6x8"\n' + CHAPTER, "unknown trim '6x8'; did you mean 6x9?"),
        ('title = "T"\ntheme = "bok"\n' + CHAPTER, "unknown theme 'bok'; did you mean book?"),
        ('title = "T"\n' + CHAPTER + "dificulty = 2\n", "did you mean difficulty?"),
        ('title = "T"\n[[chapter]]\ngame = "roadwork"\n', "did you mean roadworks?"),
        ('title = "T"\n[[chapter]]\ntask = "x"\n', "chapter 1: no game"),
        ('title = "T"\n[[chapter]]\ngame = "roadworks"\ntask = "wat-falls"\n', "what-falls?"),
        ('title = "T"\n' + CHAPTER + "rules = 'waves'\n", "roadworks takes no rules"),
        ('title = "T"\n' + CHAPTER + 'technique = "R9"\n', "unknown technique 'R9'"),
        ('title = "T"\n' + CHAPTER + "warm_ups = 3\n", 'warm_ups goes with chapter = "standard"'),
        ('title = "T"\n' + CHAPTER + "per_page = 5\n", "per_page is 5"),
        ('title = "T"\n[[chapter]]\npuzzles = "none.toml"\n', "no file"),
        ('title = "T"\n[[chapter]]\ngame = "roadworks"\nchapter = "standart"\n', "standard?"),
        ('title = "T"\nseed = "x"\n' + CHAPTER, "seed is 'x'; expected a whole number"),
        ('title = "T"\nbleed = 3\n' + CHAPTER, "bleed is 3; expected a number of inches"),
        ('title = "T"\n[margins]\ninsides = 1\n' + CHAPTER, "did you mean inside?"),
        ('title = "T"\n[margins]\ninside = [[9, 9]]\n' + CHAPTER, "inside makes no sense"),
        ('title = "T"\nlanguage = "fr"\n' + CHAPTER, "unknown language 'fr'"),
        ("title = ", "not TOML"),
    ],
)
def test_every_mistake_is_told_in_one_line_and_nothing_is_written(
    text: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "book.pdf"
    assert run(["book", write(tmp_path, text), "-o", str(target)]) == 2
    errors = capsys.readouterr().err
    assert told in errors
    assert all(line.startswith("crossfall: ") for line in errors.splitlines())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["book.toml"]


def test_a_book_needs_a_file_and_a_place_to_go(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["book"]) == 2
    assert "--example prints one" in capsys.readouterr().err
    assert run(["book", write(tmp_path, 'title = "T"\n' + CHAPTER)]) == 2
    assert "no -o FILE.pdf" in capsys.readouterr().err
    assert run(["book", str(tmp_path / "none.toml"), "-o", str(tmp_path / "b.pdf")]) == 2
    assert "cannot be read" in capsys.readouterr().err


def test_the_example_is_a_book_and_says_the_defaults(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["book", "--example"]) == 0
    text = capsys.readouterr().out
    book = parse_book(text, "example.toml")
    assert len(book.chapters) == 2
    # What stands behind a # is what holds without it, or would be understood.
    bare = "\n".join(
        line.removeprefix("# ") if " = " in line and "mine.toml" not in line else line
        for line in text.splitlines()
    ).replace("# [margins]", "[margins]")
    assert parse_book(bare.split("# [[chapter]]")[0].split("# A chapter of puzzles")[0], "x")
    table = tomllib.loads(bare.split("[margins]")[0])
    assert table["trim"] == book.trim == "8.5x11"
    assert table["theme"] == book.theme
    assert table["seed"] == book.seed
    assert table["hints"] is book.hints is True
    assert table["marks"] is book.marks is False


def test_the_inside_margin_grows_with_the_pages_as_shops_ask() -> None:
    for pages, inches in ((24, 0.375), (150, 0.375), (152, 0.5), (302, 0.625), (502, 0.75)):
        assert Geometry.of("6x9", Margins(), pages).inside == pytest.approx(inches * 25.4)
    own = parse_book('title = "T"\n[margins]\ninside = 0.8\noutside = 0.6\n' + CHAPTER, "x").margins
    assert own.inside_at(10) == own.inside_at(900) == 0.8
    assert own.outside == 0.6


@pytest.mark.parametrize(
    ("trim", "width", "height"),
    [
        ("8.5x11", 612, 792),
        ("8x10", 576, 720),
        ("6x9", 432, 648),
        ("a4", 595.276, 841.89),
        ("a5", 419.528, 595.276),
    ],
)
def test_pages_have_the_size_of_the_trim_and_boxes_for_the_bleed(
    trim: str, width: float, height: float, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bleed = 0.125 if trim == "6x9" else 0.0
    text = f'title = "T"\ntrim = "{trim}"\nbleed = {bleed}\ntheme = "classroom"\nink = "black"\n'
    target = tmp_path / "book.pdf"
    path = write(tmp_path, text + CHAPTER)
    assert run(["book", path, "-o", str(target), "--no-audit", "--workers", "1", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    with pikepdf.open(target) as document:
        assert report["pages"] == len(document.pages)
        assert report["pages"] % 2 == 0
        assert report["puzzles"] == 6
        for page in document.pages:
            left, low, right, high = (float(value) for value in page.trimbox)
            assert (right - left, high - low) == pytest.approx((width, height), abs=0.05)
            media = [float(value) for value in page.mediabox]
            assert media[2] - media[0] == pytest.approx(width + 2 * 72 * bleed, abs=0.05)


def test_a_book_takes_puzzles_of_a_file_and_teaches_what_they_need(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.toml").write_text(
        '[[puzzle]]\ngame = "roadworks"\ntask = "winning-move"\nlevel = 2\nclosed = "c1 b4 b2"\n'
        'title = "Market day"\n'
    )
    path = write(tmp_path, 'title = "T"\n[[chapter]]\ntitle = "Mine"\npuzzles = "mine.toml"\n')
    target = tmp_path / "book.pdf"
    assert run(["book", path, "-o", str(target), "--json"]) == 0
    told = [entry["title"] for entry in json.loads(capsys.readouterr().out)["contents"]]
    assert told[1] == "Mine"
    assert told[2] == "Leave nothing, or an even number of rings"
    assert not (tmp_path / "book.puzzles.toml").exists()


def test_a_flawed_puzzle_stops_the_book(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.toml").write_text(
        '[[puzzle]]\ngame = "roadworks"\ntask = "winning-move"\nlevel = 2\nclosed = "c1 b4 b2"\n'
        'answer = "a2"\n'
    )
    path = write(tmp_path, 'title = "T"\n[[chapter]]\npuzzles = "mine.toml"\n')
    target = tmp_path / "book.pdf"
    assert run(["book", path, "-o", str(target)]) == 1
    errors = capsys.readouterr().err
    assert "puzzle 1" in errors
    assert "nothing was written" in errors
    assert not target.exists()


# -- no puzzle is handed out twice ------------------------------------------------------------


def in_library(
    capsys: pytest.CaptureFixture[str], library: Path, *filters: str
) -> list[dict[str, Any]]:
    capsys.readouterr()
    assert run(["library", "list", "--json", "--library", str(library), *filters]) == 0
    return list(json.loads(capsys.readouterr().out)["puzzles"])


def test_a_book_marks_its_puzzles_and_the_next_one_has_none_of_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    library = tmp_path / "l.sqlite"
    for seed, name in ((1, "first"), (1, "second")):
        (tmp_path / name).mkdir()
        path = write(tmp_path / name, f'title = "T"\nseed = {seed}\n' + CHAPTER)
        marked = ["--mark", f"The {name} book", "--library", str(library), "--no-audit"]
        for _ in range(2):  # once more under its own name is no second use
            assert run(["book", path, "-o", str(tmp_path / f"{name}.pdf"), *marked]) == 0
    puzzles = in_library(capsys, library)
    assert len(puzzles) == 12
    assert all(not {"pick", "proof"} & set(p["features"]) for p in puzzles)
    for name in ("first", "second"):
        assert len(in_library(capsys, library, "--marked", f"The {name} book")) == 6
    assert all(len(p["marks"]) == 1 for p in puzzles)


def test_a_book_takes_unused_puzzles_of_a_library_and_refuses_used_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    library = tmp_path / "crossfall.sqlite"
    wish = ["generate", "roadworks", "--task", "what-falls", "--count", "4"]
    assert run([*wish, "--library", str(library)]) == 0
    assert run(["library", "export", "--unused", "--count", "2", "-o", "mine.toml"]) == 0
    path = write(tmp_path, 'title = "T"\n[[chapter]]\npuzzles = "mine.toml"\n')
    asked = ["book", path, "--no-audit", "--mark"]
    assert run([*asked, "One", "-o", "one.pdf"]) == 0
    assert [p["number"] for p in in_library(capsys, library, "--marked", "One")] == [1, 2]
    assert run([*asked, "Two", "-o", "two.pdf"]) == 2
    assert "mine.toml: puzzle 1: number 1 of crossfall.sqlite was used in One" in (
        capsys.readouterr().err
    )
    assert not Path("two.pdf").exists()
    assert run([*asked, "Two", "--again", "-o", "two.pdf"]) == 0
    assert in_library(capsys, library)[0]["marks"] == ["One", "Two"]


@pytest.mark.parametrize(
    "options",
    [["--again", "-o", "b.pdf"], ["--library", "l.sqlite", "-o", "b.pdf"], ["--find-only"]],
)
def test_marks_of_a_book_need_a_name_and_a_book(
    options: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    mark = ["--mark", "x"] if "--find-only" in options else []
    assert run(["book", write(tmp_path, 'title = "T"\n' + CHAPTER), *options, *mark]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert [file.name for file in tmp_path.iterdir()] == ["book.toml"]


# -- nothing found is lost --------------------------------------------------------------------


def found_by(path: str, kept: str) -> list[dict[str, Any]]:
    spec = read_book(path)
    store = Store(kept, [name for name, _, _ in spec.picks])
    got = find_puzzles(spec, store, Budget(), lambda *_: None)
    return [dict(record.fields) for records in got.sections for record in records]


def test_a_run_that_is_broken_off_keeps_what_it_found_and_goes_on_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, 'title = "T"\n' + CHAPTER + CHAPTER.replace("what-falls", "great-fall"))
    whole = found_by(path, str(tmp_path / "whole.toml"))
    find = roadworks_finder.find

    def broken(wish: Any, budget: Any) -> Iterator[Record]:
        for number, record in enumerate(find(wish, budget)):
            if wish.task == "great-fall" and number == 2:
                raise KeyboardInterrupt
            yield record

    monkeypatch.setattr(roadworks_finder, "find", broken)
    target = tmp_path / "book.pdf"
    assert run(["book", path, "-o", str(target)]) == 130
    assert "interrupted" in capsys.readouterr().err
    assert not target.exists()
    kept = tmp_path / "book.puzzles.toml"
    assert len(read_records(str(kept))) == 8
    monkeypatch.setattr(roadworks_finder, "find", find)
    assert found_by(path, str(kept)) == whole
    assert kept.read_bytes() == (tmp_path / "whole.toml").read_bytes()


def test_a_changed_book_searches_only_for_what_changed(tmp_path: Path) -> None:
    kept = str(tmp_path / "kept.toml")
    first = found_by(write(tmp_path, 'title = "T"\n' + CHAPTER), kept)
    spec = read_book(write(tmp_path, 'title = "U"\n' + CHAPTER + CHAPTER.replace("6", "2")))
    store = Store(kept, [name for name, _, _ in spec.picks])
    got = find_puzzles(spec, store, Budget(), lambda *_: None)
    assert (got.kept, got.searched) == (6, 2)
    assert [dict(record.fields) for record in got.sections[0]] == first


def test_a_foreign_file_is_not_taken_for_the_puzzles_of_the_book(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, 'title = "T"\n' + CHAPTER)
    kept = tmp_path / "book.puzzles.toml"
    kept.write_text('[[puzzle]]\ngame = "roadworks"\nlevel = 2\nclosed = "b2"\n')
    before = kept.read_bytes()
    assert run(["book", path, "-o", str(tmp_path / "book.pdf")]) == 2
    assert "expected a file that `crossfall book` wrote" in capsys.readouterr().err
    assert kept.read_bytes() == before


def test_without_a_hundred_puzzles_there_are_as_many_as_exist(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chapter = '[[chapter]]\ngame = "roadworks"\ntask = "winning-move"\nlevel = 2\ncount = 90\n'
    path = write(tmp_path, 'title = "T"\n' + chapter)
    assert run(["book", path, "--find-only", "--no-audit"]) == 0
    assert "no more exist" in capsys.readouterr().err


def test_the_sample_book_can_be_read() -> None:
    folder = Path(__file__).parents[2] / "docs" / "sample-book"
    spec = read_book(str(folder / "book.toml"))
    store = Store(str(folder / "book.puzzles.toml"), [name for name, _, _ in spec.picks])
    assert all(len(store.of(name)) == pick.count for name, pick, _ in spec.picks)


@pytest.mark.prove
def test_the_sample_book_is_found_again_puzzle_by_puzzle(tmp_path: Path) -> None:
    folder = Path(__file__).parents[2] / "docs" / "sample-book"
    shutil.copy(folder / "book.toml", tmp_path)
    path = str(tmp_path / "book.toml")
    assert run(["book", path, "--find-only"]) == 0
    shipped = (folder / "book.puzzles.toml").read_bytes()
    assert (tmp_path / "book.puzzles.toml").read_bytes() == shipped


def test_a_board_that_makes_no_sense_is_named_with_its_chapter(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = CHAPTER.replace("level = 2", 'size = "99x99"')
    path = write(tmp_path, 'title = "T"\n' + wrong)
    assert run(["book", path, "-o", str(tmp_path / "book.pdf")]) == 2
    assert "book.toml: line 5: chapter 1: a board of 99x99 blocks is too big" in (
        capsys.readouterr().err
    )
    assert [one.name for one in tmp_path.iterdir()] == ["book.toml"]


LATE = '''title = "T"
intro = "x"
[[chapter]]
game = "roadworks"
task = "what-falls"
intro = """
size = 3
"""
size = "26x2"
[[chapter]]
game = "roadworks"
level = 2
[[chapter]]
game = "roadworks"
task = "what-falls"
level = 1
[[chapter]]
game = "roadworks"
task = "great-fall"
difficulty = 5
[[chapter]]
game = "clear-path"
level = 3
size = "5x"
[[chapter]]
game = "pathing-boxes"
rules = "wavs"
difficulty = 9
[[chapter]]
puzzles = "none.toml"
[[chapter]]
puzzles = "mine.toml"
'''


def test_the_whole_book_is_checked_before_any_work_begins(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(roadworks_finder, "find", None)  # nobody searches
    Path("book.toml").write_text(LATE)
    Path("mine.toml").write_text('[[puzzle]]\ngame = "roadworks"\nclosed = "z9"\n')
    assert run(["book", "book.toml", "-o", "book.pdf"]) == 2
    told = [line.removeprefix("crossfall: ") for line in capsys.readouterr().err.splitlines()]
    begun = [
        "book.toml: line 2: unknown key 'intro'",
        "book.toml: line 3: chapter 1: a board of 26x2 blocks is too big",  # two sizes: its first
        "book.toml: line 16: chapter 3: what-falls needs falling crossings",
        "book.toml: line 20: chapter 4: great-fall has no difficulty 5",
        "book.toml: line 23: chapter 5: clear-path takes no level",
        "book.toml: line 24: chapter 5: size '5x'",
        "book.toml: line 27: chapter 6: ",
        "book.toml: line 28: chapter 6: difficulty is 9",
        "book.toml: line 30: chapter 7: puzzles: no file none.toml",
    ]
    for start in begun:
        assert any(line.startswith(start) for line in told), (start, told)
    assert len(told) == len(begun)
    # The puzzles of files of one's own are read next, still before the search.
    lines = LATE.splitlines()
    Path("book.toml").write_text("\n".join([lines[0], *lines[9:12], *lines[30:]]))
    assert run(["book", "book.toml", "-o", "book.pdf"]) == 2
    assert "mine.toml: puzzle 1" in capsys.readouterr().err
    assert sorted(one.name for one in tmp_path.iterdir()) == ["book.toml", "mine.toml"]


NEVER = [
    ("roadworks", "what-falls", 'technique = "R3"', "no what-falls puzzle needs R3; leave it out"),
    (
        "roadworks",
        "winning-move",
        'difficulty = 1\ntechnique = ["R2", "R4"]',
        "no winning-move puzzle of difficulty 1 needs R2 or R4; expected R0 or R1",
    ),
    (
        "roadworks",
        "lost-board",
        'difficulty = 4\ntechnique = "R3"',
        "no lost-board puzzle of difficulty 4 needs R3; expected R4",
    ),
    (
        "roadworks",
        "answer-table",
        'plain = true\ntechnique = "R0"',
        "no answer-table puzzle needs R0; leave it out",
    ),
    (
        "roadworks",
        "answer-table",
        "difficulty = 2\nplain = true",
        "answer-table without falling has no difficulty 2; expected 1",
    ),
    (
        "clear-path",
        "winning-turn",
        'technique = "C5"',
        "no winning-turn puzzle needs C5; expected C1 or C2 or C3 or C4",
    ),
    (
        "clear-path",
        "winning-turn",
        'difficulty = 2\ntechnique = "C1"',
        "no winning-turn puzzle of difficulty 2 needs C1; expected C2",
    ),
    ("clear-path", "play-again", 'technique = "C1"', "no play-again puzzle needs C1; leave it out"),
    (
        "pathing-boxes",
        "line-now",
        'difficulty = 3\ntechnique = ["P1", "P2"]',
        "no line-now puzzle of difficulty 3 needs P1 or P2; expected P3",
    ),
    (
        "pathing-boxes",
        "fewest-swaps",
        'technique = "P1"',
        "no fewest-swaps puzzle needs P1; leave it out",
    ),
]


@pytest.mark.parametrize(("game", "task", "asked", "fault"), NEVER)
def test_a_technique_or_difficulty_that_a_task_never_has_is_told_before_any_search(
    game: str, task: str, asked: str, fault: str, folder: Path, call: Call,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    for module in (roadworks_finder, clear_path_finder, pathing_boxes_finder):
        monkeypatch.setattr(module, "find", None)  # nobody searches
    Path("book.toml").write_text(
        f'title = "T"\n[[chapter]]\ngame = "roadworks"\n'
        f'[[chapter]]\ngame = "{game}"\ntask = "{task}"\n{asked}\n'
    )
    line = 7 + asked.count("\n")
    code, out, err = call("book", "book.toml", "-o", "book.pdf")
    assert (code, out) == (2, "")
    assert err == f"crossfall: book.toml: line {line}: chapter 2: {fault}\n"
    assert [path.name for path in folder.iterdir()] == ["book.toml"]


# What the puzzles that are found need is among what a wish can have.
@pytest.mark.parametrize(
    ("game", "task", "difficulties"),
    [
        ("roadworks", "winning-move", (1, 2, 3, 4, 5, None)),
        ("roadworks", "lost-board", (1, 2, 3)),
        ("clear-path", "winning-turn", (1, 2, 3, None)),
        ("clear-path", "win-in-two", (4, 5)),
        ("pathing-boxes", "line-now", (1, 2, 3)),
        ("pathing-boxes", "only-defence", (3,)),
        ("pathing-boxes", "conversion", (3,)),
        ("pathing-boxes", "force-line", (4,)),
        ("clear-path", "forbidden-points", (1,)),
    ],
)
def test_the_techniques_of_found_puzzles_are_those_a_wish_can_have(
    game: str, task: str, difficulties: tuple[int | None, ...]
) -> None:
    for difficulty in difficulties:
        count = 2 if game == "pathing-boxes" else 6
        options = {"size": "4x4"} if game == "roadworks" else {}
        wish = Wish(task, count, difficulty=difficulty, options=options)
        for record in finder(game).find(wish, Budget()):
            named = record.fields.get("features", {}).get("technique")
            possible = techniques(game, wish)
            assert named in possible if possible else named is None


def test_long_work_is_told_in_plain_lines_where_nobody_watches(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, 'title = "T"\n' + CHAPTER)
    asked = ["book", path, "-o", str(tmp_path / "book.pdf"), "--workers", "1"]
    assert run(asked) == 0
    lines = capsys.readouterr().err.splitlines()
    finding = "book: finding what-falls for Roadworks: What falls"
    assert lines[:5] == [f"{finding}: {n} of 6" for n in (0, 2, 3, 5, 6)]
    assert lines[5:9] == [f"book: proving: {n} of 6 puzzles" for n in (1, 2, 3, 5)]
    assert "book: laying out" in lines
    assert lines[-1].startswith("book: printing: ")
    assert lines[-1].endswith(" pages")
    assert len(lines) < 20
    assert not any("\r" in line for line in lines)
    # A second run looks for nothing.
    assert run(asked) == 0
    assert "finding" not in capsys.readouterr().err


def test_a_book_is_read_from_standard_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    kept = tmp_path / "kept.toml"

    def typed(text: str, *more: str) -> int:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        return run(["book", "-", "--find-only", *more])

    assert typed('title = "T"\n' + CHAPTER) == 2
    assert "--puzzles FILE.toml is missing" in capsys.readouterr().err
    assert typed('titel = "T"\n' + CHAPTER, "--puzzles", str(kept)) == 2
    assert "standard input: line 1: unknown key 'titel'" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
    assert typed('title = "T"\n' + CHAPTER.replace("6", "1"), "--puzzles", str(kept)) == 0
    assert len(read_records(str(kept))) >= 1


def test_a_file_too_large_for_a_book_is_called_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["book", write(tmp_path, "#" * 1_000_001), "--find-only"]) == 2
    assert "book.toml: larger than 1 MB; expected a book" in capsys.readouterr().err
