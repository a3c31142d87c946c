"""Sheets for a class: other puzzles for each pupil, codes that give them again, one joint key."""

from __future__ import annotations

import re
from pathlib import Path

import pypdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crossfall.generator import recipes
from crossfall.generator.cli import run
from crossfall.generator.codes import PRIME, SIGNS, packed, unpacked
from crossfall.generator.recipes import Kind, Print, Recipe, find_all, recipe_of
from crossfall.generator.sheets import SheetOptions
from crossfall.solver.budget import Budget
from crossfall.solver.errors import InputError
from crossfall.solver.position import game
from crossfall.solver.records import read_records
from tests.pages.sheets import text_of
from tests.pages.test_attachments import EVERY_TASK

TASK_TITLES = {
    "winning-move": "Winning move",
    "what-falls": "What falls",
    "cut-crossings": "Crossings never to close",
    "great-fall": "The great fall",
    "fewest-fences": "Fewest fences",
    "closures-left": "Closures left",
    "long-and-short": "Longest and shortest game",
    "lost-board": "The lost board",
    "answer-table": "Table of answers",
    "play-again": "Play again",
    "forbidden-points": "Forbidden points",
    "longest-chain": "Longest chain",
    "winning-turn": "Winning turn",
    "win-in-two": "Win in two",
    "fewest-swaps": "Fewest swaps",
    "line-now": "Line now",
    "force-line": "Force the line",
    "only-defence": "The only defence",
    "conversion": "Conversion",
}
TWO = """
[[puzzle]]
game = "roadworks"
task = "what-falls"
level = 2
closed = "b2 a3"
difficulty = 1

[[puzzle]]
game = "roadworks"
task = "cut-crossings"
level = 2
closed = "d3 d1 b4 a3 a2"
"""
ANY_CODE = re.compile(r"(?:Code|Código|Kód):? ((?:[0-9A-Z]{1,4}-?)+)")
CODE = re.compile(r"Code ((?:[0-9A-Z]{1,4}-?)+)")


@pytest.fixture
def folder(folder: Path) -> Path:
    (folder / "two.toml").write_text(TWO)
    return folder


@settings(deadline=None)
@given(st.lists(st.integers(0, 10_000), min_size=1, max_size=12))
def test_a_code_is_read_back_however_it_is_typed(numbers: list[int]) -> None:
    code = packed(numbers)
    for typed in (code, code.lower(), code.replace("-", " "), code.replace("-", "")):
        assert unpacked(typed) == numbers


@settings(deadline=None)
@given(st.lists(st.integers(0, 500), min_size=1, max_size=8), st.data())
def test_a_wrong_sign_or_two_exchanged_are_found(numbers: list[int], data: st.DataObject) -> None:
    signs = packed(numbers).replace("-", "")
    at = data.draw(st.integers(0, len(signs) - 1))
    other = data.draw(st.sampled_from([sign for sign in SIGNS if sign != signs[at]]))
    with pytest.raises(InputError):
        unpacked(signs[:at] + other + signs[at + 1 :])
    if at and signs[at] != signs[at - 1] and at < len(signs) - 2:
        with pytest.raises(InputError):
            unpacked(signs[: at - 1] + signs[at] + signs[at - 1] + signs[at + 1 :])


def test_no_sign_of_a_code_can_be_taken_for_another() -> None:
    assert PRIME == 29
    assert len(set(SIGNS)) == 29
    for alike in ("0O", "1IL", "5S", "UV"):
        assert sum(sign in SIGNS for sign in alike) <= 1


@pytest.mark.parametrize("code", ["", "-", "22", "O0O0", "ÄÖ", "A" * 5000, "7WJR R4CF"])
def test_what_is_no_code_is_refused_in_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str], code: str
) -> None:
    assert run(["sheet", "--code", code, "-o", "out.pdf"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not (folder / "out.pdf").exists()


KINDS = (
    Kind("roadworks", "winning-move", "4x4", 2),
    Kind("roadworks", "winning-move", "4x4", 3),
    Kind("clear-path", "play-again", "6x6"),
    Kind("pathing-boxes", "line-now", "original-finals", 1),
    Kind("roadworks", "closures-left", "3x3-plain", 1),
)


@settings(deadline=None)
@given(
    st.lists(st.sampled_from(KINDS), min_size=1, max_size=8),
    st.integers(1, 200),
    st.integers(0, 2**20),
    st.sampled_from([None, 1, 4, 12]),
    st.booleans(),
    st.data(),
)
def test_a_code_says_all_of_its_recipe(
    kinds: list[Kind],
    variants: int,
    seed: int,
    per_page: int | None,
    yes: bool,
    data: st.DataObject,
) -> None:
    options = SheetOptions(
        paper="letter" if yes else "a4",
        per_page=per_page,
        large_print=yes,
        look="copier" if yes else "classroom",
        key_as="text" if yes else "boards",
        hints="upside-down" if yes else "none",
        language="de" if yes else "en",
    )
    print_ = Print(options, rules=not yes, numbers=yes, play=yes, titled=yes)
    recipe = Recipe(tuple(kinds), variants, seed, print_)
    variant = data.draw(st.integers(0, variants - 1))
    assert recipe_of(recipe.code(variant)) == (recipe, variant)


def test_a_code_of_one_kind_is_short() -> None:
    recipe = Recipe((KINDS[0],) * 6, 30)
    assert len(recipe.code(29)) <= len("ABCD-ABCD-ABCD-ABCD")


def test_another_version_refuses_a_code_and_names_both(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = recipes.version("crossfall")
    code = Recipe(KINDS[:1], 3).code(1)
    monkeypatch.setattr(recipes, "version", lambda _: "7.12.3")
    with pytest.raises(
        InputError, match=rf"crossfall {re.escape(ours)}, this is crossfall 7\.12\.3"
    ):
        recipe_of(code)


def test_no_puzzle_stands_in_two_variants_and_all_are_of_their_kinds() -> None:
    kinds = (KINDS[0], KINDS[0], KINDS[1], Kind("roadworks", "winning-move", "4x4"))
    found = find_all(Recipe(kinds, 5), Budget())
    assert found.notes == ()
    forms = []
    for sheet in found.variants:
        assert [puzzle.record.integer("difficulty", 1, 5) for puzzle in sheet[:3]] == [2, 2, 3]
        for puzzle in sheet:
            assert game("roadworks").line(puzzle).startswith("roadworks:4x4:")
            forms.append(game("roadworks").canonical(puzzle))
    assert len(forms) == 20
    assert len(set(forms)) == 20


def test_where_too_few_exist_it_is_said_and_no_sheet_has_one_twice() -> None:
    # Of 3x3 boards there are only eleven with one winning crossing, up to symmetry.
    kind = Kind("roadworks", "winning-move", "3x3", 1)
    found = find_all(Recipe((kind, kind, kind), 8), Budget())
    assert len(found.notes) == 1
    assert "some stand in several variants" in found.notes[0]
    for sheet in found.variants:
        assert len({game("roadworks").canonical(puzzle) for puzzle in sheet}) == 3
    with pytest.raises(InputError, match="a sheet asks for 40"):
        find_all(Recipe((kind,) * 40, 1), Budget())


def test_a_class_has_a_sheet_for_each_code_and_one_key_ordered_by_code(folder: Path) -> None:
    assert run(["sheet", "two.toml", "--variants", "4", "--key", "text", "-o", "class.pdf"]) == 0
    pages = [page.extract_text() for page in pypdf.PdfReader("class.pdf").pages]
    codes = [CODE.search(page)[1] for page in pages[:4]]  # type: ignore[index]
    assert codes == sorted(codes)
    assert len(set(codes)) == 4
    assert CODE.findall(pages[4]) == codes
    assert "Answers" in pages[4]
    assert len(pages) == 5


def test_a_code_gives_the_same_sheet_and_key_byte_for_byte(folder: Path) -> None:
    print_ = ["--paper", "letter", "--key", "text"]
    assert run(["sheet", "two.toml", "--variants", "3", "-o", "class.pdf", *print_]) == 0
    told = text_of((folder / "class.pdf").read_bytes())
    code = CODE.findall(told)[0]
    for name in ("one.pdf", "two.pdf"):
        assert run(["sheet", "--code", code.lower().replace("-", " "), "-o", name]) == 0
    assert (folder / "one.pdf").read_bytes() == (folder / "two.pdf").read_bytes()
    one = [page.extract_text() for page in pypdf.PdfReader("one.pdf").pages]
    whole = [page.extract_text() for page in pypdf.PdfReader("class.pdf").pages]
    assert one[0] == whole[0]
    (key,) = one[1:]
    assert f"Code {code}" in key
    answers = re.compile(rf"Code {code}\n(1 .*)")
    assert answers.findall(key) == answers.findall(whole[-1])
    assert len(answers.findall(key)) == 1
    assert run(["sheet", "two.toml", "--variants", "1", "-o", "single.pdf"]) == 0
    code = CODE.findall(text_of((folder / "single.pdf").read_bytes()))[0]
    assert run(["sheet", "--code", code, "-o", "again.pdf"]) == 0
    assert (folder / "single.pdf").read_bytes() == (folder / "again.pdf").read_bytes()


def test_another_seed_gives_other_puzzles(folder: Path) -> None:
    for seed in ("1", "2"):
        target = f"{seed}.pdf"
        assert run(["sheet", "two.toml", "--variants", "1", "--seed", seed, "-o", target]) == 0
    one, two = ((folder / f"{seed}.pdf").read_bytes() for seed in ("1", "2"))
    assert text_of(one) != text_of(two)


@pytest.mark.parametrize(
    "arguments",
    [
        ["two.toml", "--code", "7WJR"],
        ["--code", "7WJR", "--paper", "letter"],
        ["--code", "7WJR", "--variants", "3"],
        ["two.toml", "--variants", "0"],
        ["two.toml", "--variants", "201"],
        ["--variants", "3"],
        ["two.toml", "--seed", "3"],
        ["--blank", "roadworks", "--variants", "3"],
        ["two.toml", "--variants", "3", "--replace", "1"],
        ["two.toml", "--variants", "3", "--contact", "puzzles"],
        ["two.toml", "--contact", "puzzles", "--no-key"],
        ["two.toml", "--key", "text", "--no-key"],
        ["two.toml", "--key", "text", "--hints", "key"],
        ["two.toml", "--save", "other.toml"],
        ["two.toml", "--replace", "3"],
        ["two.toml", "--bw", "--save-ink"],
        ["two.toml", "--bw", "--theme", "book"],
        ["roadworks:3x3:b4", "--replace", "1"],
    ],
)
def test_what_does_not_go_together_is_one_line_and_exit_code_2(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert run(["sheet", *arguments, "-o", "out.pdf"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert sorted(path.name for path in folder.iterdir()) == ["two.toml"]
    assert (folder / "two.toml").read_text() == TWO


def test_a_key_as_text_has_every_bare_answer_and_no_board(folder: Path) -> None:
    assert run(["sheet", "two.toml", "--key", "text", "--key-only", "-o", "key.pdf"]) == 0
    told = text_of((folder / "key.pdf").read_bytes())
    assert "1 a2 a4" in told  # after b2 and a3, by hand
    assert "Marks" not in told
    assert len(pypdf.PdfReader("key.pdf").pages) == 1


def test_one_puzzle_is_swapped_and_all_else_stays(folder: Path) -> None:
    text = f"# my own\n{TWO}# the end\n"
    (folder / "two.toml").write_text(text)
    assert run(["sheet", "two.toml", "--replace", "1", "-o", "out.pdf"]) == 0
    before, after = TWO, (folder / "two.toml").read_text()
    assert after.startswith("# my own\n")
    assert after.endswith(before.split("\n\n")[1] + "# the end\n")
    new = read_records("two.toml")[0]
    assert (new.game, new.task, new.fields["difficulty"]) == ("roadworks", "what-falls", 1)
    assert new.text("closed") != "b2 a3"
    assert run(["check", "two.toml"]) == 0
    assert f"{new.text('closed').split()[-1]} has just been closed" in text_of(
        (folder / "out.pdf").read_bytes()
    )


def test_swapping_is_the_same_for_the_same_seed_and_can_go_to_another_file(folder: Path) -> None:
    texts = []
    for name, seed in (("a", "1"), ("b", "1"), ("c", "2")):
        arguments = ["--replace", "1", "--replace", "2", "--seed", seed, "--save", f"{name}.toml"]
        assert run(["sheet", "two.toml", *arguments, "-o", f"{name}.pdf"]) == 0
        texts.append((folder / f"{name}.toml").read_text())
    assert texts[0] == texts[1] != texts[2]
    assert (folder / "two.toml").read_text() == TWO


def test_a_swapped_puzzle_is_none_of_the_file(folder: Path) -> None:
    arguments = ["generate", "roadworks", "--level", "2", "--difficulty", "1", "--count", "5"]
    assert run([*arguments, "-o", "five.toml"]) == 0
    old = [record.text("closed") for record in read_records("five.toml")]
    assert run(["sheet", "five.toml", "--replace", "2", "--no-audit", "-o", "out.pdf"]) == 0
    new = [record.text("closed") for record in read_records("five.toml")]
    assert [a == b for a, b in zip(old, new, strict=True)] == [True, False, True, True, True]
    assert new[1] not in old


def test_where_no_other_exists_nothing_is_written(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = '[[puzzle]]\ngame = "roadworks"\ntask = "what-falls"\nsize = "1x1"\nclosed = "a2"\n'
    (folder / "tiny.toml").write_text(record)
    assert run(["sheet", "tiny.toml", "--replace", "1", "-o", "out.pdf"]) in (1, 2)
    assert not (folder / "out.pdf").exists()
    assert (folder / "tiny.toml").read_text() == record
    assert capsys.readouterr().err


@pytest.mark.parametrize("what", ["puzzles", "answers"])
def test_a_contact_sheet_has_every_puzzle_small(folder: Path, what: str) -> None:
    assert run(["sheet", str(EVERY_TASK), "--contact", what, "-o", "contact.pdf"]) == 0
    pages = pypdf.PdfReader("contact.pdf").pages
    assert len(pages) <= 2
    told = text_of((folder / "contact.pdf").read_bytes())
    for number, record in enumerate(read_records(str(EVERY_TASK)), start=1):
        assert f"{number} {TASK_TITLES[record.task]}" in told
        assert record.task not in told
    assert ("What falls: a3 a4 b4" in told) == (what == "answers")


def test_a_contact_sheet_speaks_its_language(folder: Path) -> None:
    sheet = ["sheet", "two.toml", "--contact", "puzzles", "--language", "de", "-o", "contact.pdf"]
    assert run(sheet) == 0
    told = text_of((folder / "contact.pdf").read_bytes())
    assert "what-falls" not in told
    assert "Was fällt" in told


def test_thirty_boards_stand_on_a_page_of_a_contact_sheet(folder: Path) -> None:
    (folder / "many.toml").write_text((TWO.split("\n\n")[0] + "\n") * 31)
    assert run(["sheet", "many.toml", "--contact", "puzzles", "-o", "contact.pdf"]) == 0
    one, two = (page.extract_text() for page in pypdf.PdfReader("contact.pdf").pages)
    assert one.count("What falls") == 30
    assert two.count("What falls") == 1


@pytest.mark.parametrize("end", ["# the end\n", "\n\n# the end\n# really", "  # indented\n", ""])
def test_what_stands_after_the_last_puzzle_stays(folder: Path, end: str) -> None:
    (folder / "two.toml").write_text(TWO + end)
    assert run(["sheet", "two.toml", "--replace", "2", "--no-audit", "-o", "out.pdf"]) == 0
    after = (folder / "two.toml").read_text()
    assert after.endswith(end or "\n")
    assert after.startswith(TWO.split("\n\n")[0])
    assert read_records("two.toml")[1].text("closed") != "d3 d1 b4 a3 a2"


@pytest.mark.parametrize(
    "options",
    [
        ["--paper", "letter", "--per-page", "1", "--large-print"],
        ["--bw", "--hints", "key", "--language", "hu", "--no-numbers"],
        ["--save-ink", "--hints", "upside-down", "--no-rules", "--language", "es"],
        ["--theme", "book", "--line-of-play", "--language", "de", "--seed", "5"],
    ],
)
def test_a_code_holds_every_option_that_shapes_the_page(folder: Path, options: list[str]) -> None:
    assert run(["sheet", "two.toml", "--variants", "1", *options, "-o", "one.pdf"]) == 0
    code = ANY_CODE.findall(text_of((folder / "one.pdf").read_bytes()))[0]
    assert run(["sheet", "--code", code, "-o", "again.pdf"]) == 0
    assert (folder / "one.pdf").read_bytes() == (folder / "again.pdf").read_bytes()


def test_a_code_says_that_there_was_a_title_and_takes_it_again(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    titled = ["--title", "Market day"]
    assert run(["sheet", "two.toml", "--variants", "1", *titled, "-o", "one.pdf"]) == 0
    code = CODE.findall(text_of((folder / "one.pdf").read_bytes()))[0]
    capsys.readouterr()
    assert run(["sheet", "--code", code, "-o", "bare.pdf"]) == 0
    assert "had a title, which no code holds; --title" in capsys.readouterr().err
    assert "Market day" not in text_of((folder / "bare.pdf").read_bytes())
    assert run(["sheet", "--code", code, *titled, "-o", "again.pdf"]) == 0
    assert "title" not in capsys.readouterr().err
    assert (folder / "one.pdf").read_bytes() == (folder / "again.pdf").read_bytes()


def test_a_sheet_of_many_kinds_has_a_long_code_that_is_read_again() -> None:
    recipe = Recipe(KINDS * 4, 200, 2**20, Print(SheetOptions(language="de"), titled=True))
    assert len(recipe.code(199).replace("-", "")) > 200
    assert recipe_of(recipe.code(199)) == (recipe, 199)
