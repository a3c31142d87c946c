"""The puzzle file inside a printed sheet."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pypdf
import pytest

from crossfall.generator import attachments
from crossfall.generator.cli import run
from crossfall.solver.records import read_records

EVERY_TASK = Path("tests/cases/every_task.toml").resolve()


def with_file(name: str, data: bytes) -> bytes:
    writer = pypdf.PdfWriter()
    writer.add_blank_page(100, 100)
    writer.add_attachment(name, data)
    made = io.BytesIO()
    writer.write(made)
    return made.getvalue()


def test_a_printed_sheet_is_checked_like_its_file(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["sheet", str(EVERY_TASK), "--attach", "-o", "all.pdf"]) == 0
    assert run(["check", "--json", str(EVERY_TASK)]) == 0
    file = json.loads(capsys.readouterr().out)
    assert run(["check", "--json", "all.pdf"]) == 0
    assert json.loads(capsys.readouterr().out) == file
    assert run(["audit", "all.pdf"]) == 0
    assert run(["show", "all.pdf", "--number", "3"]) == 0
    assert run(["solve", "all.pdf"]) == 0
    assert run(["sheet", "all.pdf", "--attach", "-o", "again.pdf"]) == 0
    assert (folder / "again.pdf").read_bytes() == (folder / "all.pdf").read_bytes()


def test_the_file_is_in_the_pdf_on_request_alone_with_no_date_of_today(folder: Path) -> None:
    for name, options in (("with.pdf", ["--attach"]), ("without.pdf", [])):
        assert run(["sheet", "roadworks:3x3:b4", "-o", name, *options]) == 0
    assert pypdf.PdfReader("without.pdf").attachments == {}
    assert pypdf.PdfReader("with.pdf").attachments == {"crossfall.toml": [b"roadworks:3x3:b4\n"]}
    assert b"D:19700101000000Z" in (folder / "with.pdf").read_bytes()


def test_pupils_pages_hide_no_answers(folder: Path) -> None:
    assert run(["sheet", str(EVERY_TASK), "--attach", "--no-key", "-o", "pupils.pdf"]) == 0
    ((inside,),) = pypdf.PdfReader("pupils.pdf").attachments.values()
    assert b"[[puzzle]]" in inside
    assert b"answer =" not in inside
    assert run(["check", "pupils.pdf"]) == 0


def test_a_printed_sheet_can_be_piped_in(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["sheet", "roadworks:3x3:b4", "--attach", "-o", "one.pdf"]) == 0
    data = io.BufferedReader(io.BytesIO((folder / "one.pdf").read_bytes()))  # type: ignore[arg-type]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(data))
    assert run(["check", "-"]) == 0
    assert "sound" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"%PDF-1.7\nnothing", "cannot be read"),
        (with_file("notes.txt", b"hello"), "without a puzzle file (it holds notes.txt)"),
        (with_file("crossfall.toml", b"hello"), "not TOML"),
        (with_file("crossfall.toml", b"\xff\xfe"), "not UTF-8"),
        (with_file("crossfall.toml", b'[[puzzle]]\ngame = "chess"'), "unknown game"),
        (with_file("crossfall.toml", b" " * 16_000_001), "larger than 16 MB"),
    ],
    ids=["broken", "foreign", "no-toml", "no-text", "no-game", "huge"],
)
@pytest.mark.parametrize("command", ["check", "sheet"])
def test_a_pdf_without_a_good_puzzle_file_is_one_line_and_exit_code_2(
    folder: Path, capsys: pytest.CaptureFixture[str], command: str, data: bytes, said: str
) -> None:
    (folder / "bad.pdf").write_bytes(data)
    assert run([command, "bad.pdf", *(["-o", "out.pdf"] if command == "sheet" else [])]) == 2
    err = capsys.readouterr().err
    assert err.startswith("crossfall: bad.pdf:")
    assert said in err
    assert err.count("\n") == 1
    assert not (folder / "out.pdf").exists()


def test_a_sheet_printed_without_it_says_how_to_have_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["sheet", "roadworks:3x3:b4", "-o", "plain.pdf"]) == 0
    assert run(["check", "plain.pdf"]) == 2
    assert "it holds no file); expected a sheet printed with --attach" in capsys.readouterr().err


def test_a_huge_pdf_is_refused_before_it_is_opened(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(attachments, "MAX_PDF_BYTES", 1000)
    (folder / "huge.pdf").write_bytes(b"%PDF-" + b" " * 2000)
    assert run(["check", "huge.pdf"]) == 2
    assert "larger than" in capsys.readouterr().err


def test_empty_boards_have_no_puzzle_file(folder: Path) -> None:
    assert run(["sheet", "--blank", "roadworks", "--attach", "-o", "blank.pdf"]) == 2


def test_what_is_no_pdf_is_read_as_before() -> None:
    assert attachments.records_of("roadworks:3x3:b4") == read_records("roadworks:3x3:b4")
