"""`crossfall sheet`: what it prints, what it refuses, and the exit codes."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pypdf
import pytest

from crossfall.generator.cli import run
from crossfall.solver import audit
from tests.pages.sheets import text_of

GOOD = """
[[puzzle]]
game = "roadworks"
task = "winning-move"
size = "3x3"
closed = "b4"
answer = "c1"
title = "Market day"
difficulty = 2

[[puzzle]]
game = "roadworks"
task = "what-falls"
level = 2
closed = "b2 a3"

[[puzzle]]
game = "roadworks"
task = "great-fall"
size = "4x4"
closed = "e3 c4 b2 d2"
"""


@pytest.fixture
def folder(folder: Path) -> Path:
    (folder / "good.toml").write_text(GOOD)
    return folder


def pages(file: Path) -> int:
    return len(pypdf.PdfReader(io.BytesIO(file.read_bytes())).pages)


def test_a_sheet_has_questions_and_its_key_the_same_answers(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["sheet", "good.toml", "-o", "out.pdf", "--title", "Friday"]) == 0
    assert capsys.readouterr() == ("", "")
    told = text_of((folder / "out.pdf").read_bytes())
    for said in (
        "Friday",
        "Market day.",
        "Georgy Nuzhdin",
        "a3 has just been closed",
        "Which safe closure makes the most crossings fall?",
        "Answers",
        "c1.",
        "a2 a4.",
        "c3.",
    ):
        assert said in told
    assert pages(folder / "out.pdf") == 2


def test_key_and_puzzles_can_be_printed_apart(folder: Path) -> None:
    assert run(["sheet", "good.toml", "-o", "p.pdf", "--no-key"]) == 0
    assert run(["sheet", "good.toml", "-o", "k.pdf", "--key-only"]) == 0
    puzzles, key = (text_of((folder / name).read_bytes()) for name in ("p.pdf", "k.pdf"))
    assert "Answers" not in puzzles
    assert "has just been closed" not in key
    assert "Answers" in key


@pytest.mark.parametrize(
    "options", [["--large-print"], ["--bw"], ["--paper", "letter"], ["--no-rules"]]
)
def test_every_way_of_printing_works(folder: Path, options: list[str]) -> None:
    assert run(["sheet", "good.toml", "-o", "out.pdf", "--no-audit", *options]) == 0
    box = pypdf.PdfReader(folder / "out.pdf").pages[0].mediabox
    assert round(float(box.width)) == (612 if "letter" in options else 595)


def test_blank_boards_need_no_file(folder: Path) -> None:
    command = ["sheet", "--blank", "roadworks", "--size", "4x4", "-o", "blank.pdf"]
    assert run(command) == 0
    assert run([*command[:-1], "four.pdf", "--per-page", "4"]) == 0
    assert (folder / "blank.pdf").read_bytes() == (folder / "four.pdf").read_bytes()
    assert pages(folder / "blank.pdf") == 1
    told = text_of((folder / "blank.pdf").read_bytes())
    assert told.count("Winner") == 4
    assert run(["sheet", "--blank", "roadworks", "--size", "10x10", "--plain", "-o", "b.pdf"]) == 0


def test_a_one_line_position_is_a_sheet_of_one(folder: Path) -> None:
    assert run(["sheet", "roadworks:3x3:b4", "-o", "one.pdf"]) == 0


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("", 2, "no puzzle"),
        ('[[puzzle]]\ngame = "roadworks"\nclosed = "a1"\n', 2, "impossible-position"),
        ('[[puzzle]]\ngame = "roadworks"\nclosed = "a2 b1"\n', 2, "game-over"),
        ('[[puzzle]]\ngame = "roadwork"\n', 2, "did you mean roadworks"),
        ('[[puzzle]]\ngame = "roadworks"\ncloset = "b2"\n', 2, "did you mean closed"),
        (GOOD.replace('"c1"', '"d1"'), 1, "wrong-answer"),
        ('[[puzzle]]\ngame = "roadworks"\nlevel = 2\n', 1, "several-answers"),
    ],
)
def test_what_must_not_be_printed_is_refused_and_no_file_appears(
    folder: Path, capsys: pytest.CaptureFixture[str], text: str, code: int, said: str
) -> None:
    (folder / "bad.toml").write_text(text)
    assert run(["sheet", "bad.toml", "-o", "out.pdf"]) == code
    out, err = capsys.readouterr()
    assert said in err
    assert "bad.toml" in err
    assert out == ""
    assert not (folder / "out.pdf").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ["good.toml"],
        ["-o", "out.pdf"],
        ["good.toml", "--blank", "roadworks", "-o", "out.pdf"],
        ["good.toml", "--size", "3x3", "-o", "out.pdf"],
        ["good.toml", "--no-key", "--key-only", "-o", "out.pdf"],
        ["good.toml", "--per-page", "5", "-o", "out.pdf"],
        ["good.toml", "--paper", "a5", "-o", "out.pdf"],
        ["good.toml", "-o", "missing/out.pdf"],
        ["good.toml", "-o", "."],
        ["missing.toml", "-o", "out.pdf"],
        ["--blank", "roadwork", "-o", "out.pdf"],
        ["--blank", "roadworks", "--size", "0x0", "-o", "out.pdf"],
        ["--blank", "roadworks", "--size", "1000x1000", "-o", "out.pdf"],
        ["good.toml", "--large-print", "--per-page", "12", "-o", "out.pdf"],
    ],
)
def test_what_makes_no_sense_is_one_line_and_exit_code_2(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert run(["sheet", *arguments]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not (folder / "out.pdf").exists()


def test_a_key_that_the_audit_contradicts_is_not_printed(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    differs = audit.AuditResult(audit.DIFFERS, (), "the answer is a1")
    monkeypatch.setattr("crossfall.generator.proven.audit_record", lambda *_, **__: differs)
    assert run(["sheet", "good.toml", "-o", "out.pdf"]) == 1
    assert "audit contradicts the key (c1)" in capsys.readouterr().err
    assert not (folder / "out.pdf").exists()
    assert run(["sheet", "good.toml", "-o", "out.pdf", "--no-audit"]) == 0


def test_an_audit_that_did_not_finish_is_a_warning_and_exit_code_3(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    unknown = audit.AuditResult(audit.UNKNOWN, (), "not proven")
    monkeypatch.setattr("crossfall.generator.proven.audit_record", lambda *_, **__: unknown)
    assert run(["sheet", "good.toml", "-o", "out.pdf"]) == 3
    assert capsys.readouterr().err.count("\n") == 1
    assert pages(folder / "out.pdf") == 2


def test_what_is_generated_can_be_printed(folder: Path) -> None:
    for task in ("fewest-fences", "answer-table", "lost-board"):
        assert run(["generate", "roadworks", "--task", task, "--count", "1", "-o", "g.toml"]) == 0
        assert run(["sheet", "g.toml", "-o", f"{task}.pdf"]) == 0


def test_a_sheet_of_the_same_puzzles_is_the_same_file(folder: Path) -> None:
    for name in ("one.pdf", "two.pdf"):
        assert run(["sheet", "good.toml", "-o", name]) == 0
    assert (folder / "one.pdf").read_bytes() == (folder / "two.pdf").read_bytes()


def test_hostile_titles_are_printed_as_they_are(folder: Path) -> None:
    title = "<script>alert('1')</script> {{7*7}} {% raw %} &amp; ő ű"
    text = GOOD.replace('"Market day"', json.dumps(title, ensure_ascii=False))
    (folder / "hostile.toml").write_text(text, encoding="utf-8")
    assert run(["sheet", "hostile.toml", "-o", "out.pdf", "--title", title]) == 0
    assert text_of((folder / "out.pdf").read_bytes()).count("{{7*7}} {% raw %} &amp; ő") >= 3


@pytest.mark.parametrize(
    ("size", "options", "boards"),
    [("4x4", [], 4), ("25x1", [], 6), ("25x25", [], 1), ("3x3", ["--large-print"], 2)],
)
def test_a_page_of_blank_boards_is_one_well_filled_page(
    folder: Path, size: str, options: list[str], boards: int
) -> None:
    assert run(["sheet", "--blank", "roadworks", "--size", size, "-o", "b.pdf", *options]) == 0
    assert pages(folder / "b.pdf") == 1
    assert text_of((folder / "b.pdf").read_bytes()).count("Winner") == boards


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--code 7WJR --key text", "the code says its own --key;"),
        ("--code 7WJR --line-of-play", "the code says its own --line-of-play;"),
        ("--blank roadworks --finals", "--finals: Roadworks has no such boards;"),
        ("--blank clear-path --plain", "--plain: Clear Path has no such boards;"),
    ],
)
def test_an_option_is_called_as_it_is_typed(line: str, said: str, folder: Path, call) -> None:
    code, out, err = call("sheet", *line.split(), "-o", "out.pdf")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err
    assert not (folder / "out.pdf").exists()
