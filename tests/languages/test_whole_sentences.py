"""Nothing is printed past the catalogues: in a made-up language no English is left.

The made-up language puts a strange letter for every letter of a message, and leaves its places
alone. So whatever is still plain on a page came from outside the catalogues: it must be a
coordinate, a player's letter or a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields, is_dataclass
from functools import cache
from gettext import NullTranslations
from pathlib import Path
from typing import Literal

import pytest

from crossfall.generator import sheets
from crossfall.generator.books.teaching import teaching
from crossfall.generator.cli import run
from crossfall.generator.drawing import Drawing
from crossfall.generator.finders import Wish, finder
from crossfall.generator.lesson_plans import lesson_plan
from crossfall.generator.sheets import (
    SheetOptions,
    blank_sheet,
    puzzle_sheet,
    sheet_html,
)
from crossfall.generator.tongues import Tongue, tongue_of
from crossfall.generator.words import Key, words
from crossfall.solver.budget import Budget
from crossfall.solver.errors import InputError
from crossfall.solver.position import Findings, Puzzle, game
from crossfall.solver.records import Record
from crossfall.solver.verify import SOUND, read_puzzle, verify
from tests.pages.sheets import text_of

STRANGE = "ж"
# What stays in every language.
NAMES = (
    "Roadworks",
    "Clear Path",
    "Pathing Dots & Boxes",
    "Georgy Nuzhdin",
    "Mark Steere",
    "Zero",
    "waves",
    "original",
    "dm5",
)
GAMES = ("roadworks", "clear-path", "pathing-boxes")
# Of each task some puzzles: sizes with difficulties.
USUAL = {
    "roadworks": (("3x3", None),),
    "clear-path": (("4x4", None), ("5x5", 2)),
    "pathing-boxes": (("", None), ("", 2)),
}
MORE = {
    "winning-move": (("3x3", None), ("4x4", 2), ("4x4", 3), ("4x4", 4), ("4x4", 5)),
    "what-falls": (("3x3", 1), ("4x4", 3)),
    "great-fall": (("3x3", None), ("4x4", None)),
    "win-in-two": (("4x4", None),),
}


class Strange(NullTranslations):
    """Every letter of a message is strange."""

    def gettext(self, message: str) -> str:
        return re.sub(r"\{\w+\}|[A-Za-z]", lambda m: m[0] if m[0][0] == "{" else STRANGE, message)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


TONGUE = Tongue("xx", Strange())


def plain(text: str) -> str:
    """The letters of a text that are neither strange nor names nor coordinates."""
    for name in NAMES:
        text = text.replace(name, "")
    text = re.sub(r"(?<!\S)[XY.]{4}(?=[\s.])", "", text)  # a row of a Pathing board
    return "".join(re.findall(r"[A-Za-z]+", re.sub(r"(?<!\w)[A-Za-z]\d*(?!\w)", "", text)))


def texts(thing: object) -> Iterator[str]:
    """Every text in the data of a page; of drawings what is written on them, and their words."""
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, Drawing):
        yield thing.alt
        for layer in thing.layers:
            yield from (label.text for label in getattr(layer, "labels", ()))
    elif isinstance(thing, tuple | list):
        for part in thing:
            yield from texts(part)
    elif is_dataclass(thing):
        for field in fields(thing):
            if field.name not in ("style", "size", "speaks_of"):
                yield from texts(getattr(thing, field.name))


def left_over(thing: object) -> list[str]:
    return [text for text in texts(thing) if plain(text)]


def tasks() -> Iterator[tuple[str, str]]:
    for name in GAMES:
        for task in game(name).tasks:
            yield name, task


@cache
def proven(name: str, task: str) -> tuple[tuple[Puzzle, Findings], ...]:
    """Some puzzles of a task, easy and hard ones."""
    found = []
    for size, difficulty in MORE.get(task, USUAL[name]):
        wish = Wish(task, 3, 1, difficulty, options={"size": size} if size else {})
        with suppress(InputError):  # some tasks have no such difficulty
            for record in finder(name).find(wish, Budget()):
                puzzle = read_puzzle(record)
                verdict = verify(puzzle, Budget())
                assert verdict.verdict == SOUND
                found.append((puzzle, verdict.findings))
    assert found
    return tuple(found)


@pytest.mark.parametrize(("name", "task"), list(tasks()))
def test_no_english_is_left_on_a_sheet_and_its_key(name: str, task: str) -> None:
    for numbers in (True, False):
        sheet = puzzle_sheet(
            proven(name, task), numbers=numbers, play=True, tongue=TONGUE, hinted=True
        )
        assert left_over(sheet) == []


@pytest.mark.parametrize("name", GAMES)
def test_no_english_is_left_in_the_rules_of_any_kind_of_board(name: str) -> None:
    kinds: list[dict[str, object]] = [{"size": "5x5"}]
    if name == "roadworks":
        kinds = [{"size": "3x3"}, {"size": "3x3", "falling": False}]
    if name == "pathing-boxes":
        sets = ("original", "waves", "dm5")
        kinds = [{"rules": rules, "finals": finals} for rules in sets for finals in (False, True)]
    puzzles = [read_puzzle(Record({"game": name, **kind})) for kind in kinds]
    told = words(name, TONGUE)
    for some in ([], puzzles, *([puzzle] for puzzle in puzzles)):
        assert left_over(told.rules(some)) == []
    for puzzle in puzzles:
        assert left_over(blank_sheet(puzzle, "", 2, TONGUE)) == []


@pytest.mark.parametrize("name", GAMES)
def test_no_english_is_left_in_a_lesson_pack(name: str) -> None:
    pack = lesson_plan(name, TONGUE).lesson(0, Budget(), False)
    assert left_over(pack) == []


def test_no_english_is_left_in_the_frame_of_the_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "tongue_of", lambda code: TONGUE)
    sheet = puzzle_sheet(proven("roadworks", "winning-move"), tongue=TONGUE, hinted=True)
    for hints in ("none", "upside-down", "key"):
        html, _ = sheet_html(sheet, SheetOptions(hints=hints))  # type: ignore[arg-type]
        style, _, body = html.partition("</style>")
        shown = re.findall(r'content: "(.*?)"', style)
        shown += [re.sub(r"&[#\w]+;", "", text) for text in re.findall(r">([^<]+)<", body)]
        assert [text for text in shown if plain(text.replace("Roadworks", ""))] == []


@pytest.mark.parametrize(
    ("words", "joint", "told"),
    [
        (["h3", "i3"], "and", "h3 e i3"),
        (["i3", "j3"], "and", "i3 y j3"),
        (["n2", "o2"], "or", "n2 u o2"),
        (["o2", "p2"], "or", "o2 o p2"),
        (["A", "B"], "and", "A y B"),
    ],
)
def test_spanish_y_and_o_give_way_to_their_own_sounds(
    words: list[str], joint: Literal["and", "or"], told: str
) -> None:
    assert tongue_of("es").listed(words, joint) == told


def test_spanish_y_gives_way_in_the_middle_of_a_sentence_too() -> None:
    sentence = (
        "{point} is not surrounded, so the turn would end there, with {path} cutting {you} off."
    )
    told = tongue_of("es").say(sentence, point="h3", path="i2 i3", you="a Rojo")
    assert ", e i2 i3 dejarían" in told
    assert tongue_of("hu").listed(["h3", "i3"]) == "h3 és i3"


def test_the_test_sees_english() -> None:
    assert plain("жж c3 A1-B1 X ж. Then 2") == "Then"
    assert plain("Roadworks ж") == ""
    assert left_over(puzzle_sheet(proven("roadworks", "winning-move")))


@pytest.mark.parametrize("code", ["es", "hu", "de"])
@pytest.mark.parametrize("name", GAMES)
def test_a_language_changes_the_words_and_nothing_else(name: str, code: str) -> None:
    task = next(iter(game(name).tasks))
    english = puzzle_sheet(proven(name, task), hinted=True)
    other = puzzle_sheet(proven(name, task), tongue=tongue_of(code), hinted=True)
    for one, two in zip(english.items, other.items, strict=True):
        assert one.question != two.question
        assert one.key is not None
        assert two.key is not None
        assert one.key.answer == two.key.answer
        assert coordinates(one.key) == coordinates(two.key)
        assert [d.width for d in one.boards] == [d.width for d in two.boards]


def coordinates(key: Key) -> list[str]:
    """The coordinates in the sentences of a key, sorted: each language has its own order."""
    text = " ".join(part.text for part in key.paragraphs)
    return sorted(re.findall(r"(?<!\w)[A-Za-z]\d+(?!\w)", text))


@pytest.mark.parametrize("name", GAMES)
def test_no_english_is_left_in_what_a_book_teaches(name: str) -> None:
    taught = teaching(name)
    assert taught is not None
    kinds = {"roadworks": {"size": "3x3", "falling": False}, "clear-path": {"size": "5x5"}}
    puzzle = read_puzzle(Record({"game": name, **kinds.get(name, {})}))
    assert left_over(list(taught.rules([puzzle], TONGUE))) == []
    notes = taught.key_notes([puzzle], True, TONGUE)  # {cards} becomes a page number
    assert [note.text for note in notes if plain(note.text.replace("{cards}", ""))] == []
    for technique in taught.TECHNIQUES:
        assert left_over(TONGUE.say(technique.title)) == []
        example = read_puzzle(technique.example)
        findings = verify(example, Budget()).findings
        assert left_over(list(taught.worked(example, findings, TONGUE))) == []
        if technique.more is not None:
            assert left_over(technique.more(TONGUE)) == []


@pytest.mark.parametrize("code", ["en", "es", "hu", "de"])
def test_a_book_speaks_its_language(tmp_path: Path, code: str) -> None:
    (tmp_path / "mine.toml").write_text(
        f'title = "Zz"\nlanguage = "{code}"\n[[chapter]]\n'
        'game = "roadworks"\ntask = "what-falls"\nlevel = 2\ncount = 4\n'
    )
    out = tmp_path / "mine.pdf"
    assert run(["book", str(tmp_path / "mine.toml"), "-o", str(out), "--workers", "1"]) == 0
    told = text_of(out.read_bytes())
    tongue = tongue_of(code)
    for title in ("Contents", "How to use this book", "Answers", "About the designers"):
        assert tongue.say(title) in told
        assert code == "en" or title not in told
    assert tongue.say("*Marks:*").strip("*") not in told
