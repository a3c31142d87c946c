"""`--language`: what the commands print in it, and that they print nothing in others."""

from __future__ import annotations

import io
import tomllib
from dataclasses import replace
from pathlib import Path

import pypdf
import pytest

import crossfall.generator
from crossfall.generator import catalogues, fonts
from crossfall.generator.cli import run
from crossfall.generator.sheets import build_sheet
from crossfall.generator.tongues import LOCALES, languages
from crossfall.generator.words import paragraph
from tests.pages.sheets import sheet, text_of

GOOD = """
[[puzzle]]
game = "roadworks"
task = "winning-move"
size = "3x3"
closed = "b4"
title = "Market day"
"""


@pytest.fixture
def folder(folder: Path) -> Path:
    (folder / "good.toml").write_text(GOOD)
    return folder


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", ("Name", "Class", "Date", "Answers")),
        ("es", ("Nombre", "Clase", "Fecha", "Soluciones")),
        ("hu", ("Név", "Osztály", "Dátum", "Megoldások")),
        ("de", ("Name", "Klasse", "Datum", "Lösungen")),
    ],
)
def test_a_sheet_speaks_the_language_and_says_so(
    folder: Path, capsys: pytest.CaptureFixture[str], code: str, said: tuple[str, ...]
) -> None:
    assert run(["sheet", "good.toml", "--language", code, "-o", "out.pdf"]) == 0
    assert capsys.readouterr() == ("", "")
    pdf = (folder / "out.pdf").read_bytes()
    told = text_of(pdf)
    for words in (*said, "Market day.", "Roadworks", "Georgy Nuzhdin"):
        assert words in told
    reader = pypdf.PdfReader(io.BytesIO(pdf))
    assert reader.trailer["/Root"]["/Lang"] == code


def test_blank_boards_speak_it_too(folder: Path) -> None:
    assert run(["sheet", "--blank", "roadworks", "--language", "hu", "-o", "out.pdf"]) == 0
    told = text_of((folder / "out.pdf").read_bytes())
    assert "Győztes" in told
    assert "Winner" not in told


@pytest.mark.parametrize("command", [["sheet", "good.toml"], ["lesson", "roadworks"]])
def test_an_unknown_language_is_one_line_and_exit_code_2(
    folder: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    assert run([*command, "--language", "xx", "-o", "out.pdf"]) == 2
    out, err = capsys.readouterr()
    assert (out, len(err.splitlines())) == ("", 1)
    assert "--language" in err
    assert "'hu'" in err
    assert not (folder / "out.pdf").exists()


def test_the_catalogues_are_part_of_the_installation() -> None:
    root = Path(crossfall.generator.__file__).parent
    settings = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
    patterns = settings["tool"]["setuptools"]["package-data"]["crossfall.generator"]
    shipped = {file for pattern in patterns for file in root.glob(pattern)}
    assert {LOCALES / code / "LC_MESSAGES" / "crossfall.po" for code in languages()[1:]} <= shipped


def test_the_letters_of_all_languages_are_in_the_fonts_and_come_back_from_the_file() -> None:
    told = "ő ű Ő Ű á é í ó ú ñ ¿ ¡ ß ä ö ü « » „ “ ” – … × −"
    for face in fonts.FACES:
        known = fonts.metrics(face).widths
        assert {letter for letter in told if ord(letter) not in known} == set(), face.file
    marked = " ".join(f"{told} **{told}** *{told}*" for _ in range(2))
    made = replace(sheet(1), notes=(paragraph(marked),))
    assert text_of(build_sheet(made)).count(told) == 6


@pytest.mark.parametrize("code", languages()[1:])
def test_our_fonts_have_every_letter_of_every_translation(code: str) -> None:
    told = "".join(
        "".join(message.string) for message in catalogues.read(code) if message.id
    ).translate(fonts.STAND_INS)
    for face in fonts.FACES:
        known = fonts.metrics(face).widths
        # Signs, such as arrows, stand in upright text only.
        needed = set(told) if face == fonts.face() else set(filter(str.isalpha, told))
        assert {letter for letter in needed if ord(letter) not in known} == set(), face.file
