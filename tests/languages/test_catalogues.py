"""Every sentence of the code is translated, whole, with the same places."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from babel.messages.catalog import Catalog

import crossfall.generator
from crossfall.generator.catalogues import read, source_messages, untranslated
from crossfall.generator.tongues import ENGLISH, languages, spoken, tongue_of
from crossfall.solver.errors import InputError

TRANSLATED = languages()[1:]


@pytest.fixture(scope="module")
def source() -> Catalog:
    return source_messages()


def forms(text: str | tuple[str, ...]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def places(text: str) -> set[str]:
    """The named places of a message; a number may stand with a capital or without."""
    return {name.lower() if len(name) == 1 else name for name in re.findall(r"\{(\w+)\}", text)}


def ending(text: str) -> str:
    """The full stop, colon, semicolon or question mark at the end, if there is one."""
    return text[-1] if text[-1] in ".:;?" else ""


def marks(text: str) -> int:
    return text.count("*")


def test_the_languages_asked_for_are_there() -> None:
    assert {"en", "es", "hu", "de"} <= set(languages())
    assert languages()[0] == "en"


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_message_of_the_code_is_translated_and_no_other_is_kept(
    code: str, source: Catalog
) -> None:
    catalogue = read(code)
    there = {(m.context, m.id) for m in catalogue if m.id}
    wanted = {(m.context, m.id) for m in source if m.id}
    assert there == wanted, "run `make messages`, then translate what is new"
    assert [m.id for m in untranslated(catalogue)] == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_translations_have_the_places_the_marks_and_the_ends_of_the_english(code: str) -> None:
    for message in read(code):
        if not message.id:
            continue
        english, told = forms(message.id), forms(message.string)
        allowed = set().union(*map(places, english))
        needed = set.intersection(*map(places, english)) - {"n"}
        for text in told:
            assert needed <= places(text) <= allowed, (message.id, text)
            assert marks(text) in {marks(form) for form in english}, (message.id, text)
            assert text.strip() == text
            assert ending(text) == ending(english[0]), (message.id, text)


@pytest.mark.parametrize("code", TRANSLATED)
def test_messages_with_a_number_have_every_plural_form(code: str) -> None:
    catalogue = read(code)
    for message in catalogue:
        if isinstance(message.id, tuple):
            assert len(forms(message.string)) == catalogue.num_plurals, message.id


def test_a_fuzzy_or_half_translated_message_counts_as_untranslated() -> None:
    catalogue = Catalog("de")
    catalogue.add("whole", "ganz")
    catalogue.add("fuzzy", "unklar", flags=["fuzzy"])
    catalogue.add("empty")
    catalogue.add(("one", "many"), ("ein", ""))
    assert [m.id for m in untranslated(catalogue)] == ["fuzzy", "empty", ("one", "many")]


def test_a_language_is_read_with_numbers_and_plurals() -> None:
    german = tongue_of("de")
    assert german.listed(["a2", "a4", "b3"]) == "a2, a4 und b3"
    assert (german.number(2), german.number(13)) == ("zwei", "13")
    assert (tongue_of("hu").number(2), tongue_of("es").number(2)) == ("két", "dos")


def test_what_has_no_translation_is_said_in_english() -> None:
    assert tongue_of("hu").say("{who} knows no word of it.", who="c3") == "c3 knows no word of it."


def test_numbers_are_words_with_a_capital_where_the_sentence_begins() -> None:
    assert ENGLISH.count("{N} ring is left.", "{N} rings are left.", 2) == "Two rings are left."
    assert ENGLISH.count("{N} ring is left.", "{N} rings are left.", 1) == "One ring is left."
    assert ENGLISH.listed([]) == ""


@pytest.mark.parametrize("code", ["fr", "", "../hu", "de_AT", "EN"])
def test_an_unknown_language_is_said_in_one_line(code: str) -> None:
    with pytest.raises(InputError, match=r"unknown language .* expected one of en, "):
        tongue_of(code)


@pytest.mark.parametrize("code", TRANSLATED)
def test_what_is_for_those_who_mark_begins_with_one_word(code: str) -> None:
    marks = tongue_of(code).say("*Marks:*")
    for message in read(code):
        if message.id and forms(message.id)[0].startswith("*Marks:*"):
            assert {text.startswith(marks) for text in forms(message.string)} == {True}, message.id


def test_words_that_know_no_languages_are_printed_in_english() -> None:
    words = ModuleType("words")
    vars(words).update(question=lambda puzzle: "How many?", label=lambda tongue: tongue.say("Name"))
    told = spoken(words, tongue_of("hu"))
    assert (told.question(None), told.label()) == ("How many?", "Név")
    assert spoken(words, ENGLISH) is words


def said(file: Path) -> Iterator[str]:
    """The sentences that a module says in a tongue, read off its syntax."""
    for call in ast.walk(ast.parse(file.read_text("utf-8"))):
        if not isinstance(call, ast.Call):
            continue
        name = ast.unparse(call.func).split(".")
        number = {"say": 0, "count": 0, "label": 1}.get(name[-1])
        if number is None or (name[-2:-1] != ["tongue"] and name != ["say"]):
            continue
        text = call.args[number]
        if isinstance(text, ast.Constant):
            yield str(text.value)


def test_what_any_module_says_is_in_the_catalogues(source: Catalog) -> None:
    known = {forms(message.id)[0] for message in source if message.id}
    spoken_ = {
        sentence
        for file in Path(crossfall.generator.__path__[0]).rglob("*.py")
        for sentence in said(file)
    }
    assert len(spoken_) > 500
    assert spoken_ <= known
