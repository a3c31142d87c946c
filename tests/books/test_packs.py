"""`make packs`: finished files to print, made once, none of them half."""

from __future__ import annotations

from pathlib import Path

import pytest

from crossfall.generator import packs
from crossfall.generator.finders.clear_path import LEVELS as CLEAR_PATH_LEVELS
from crossfall.generator.packs import Ask, Level, groups, make_packs
from crossfall.solver import audit
from crossfall.solver.pathing_boxes.techniques import DIFFICULTIES
from crossfall.solver.roadworks.grading import hardest
from tests.pages.sheets import text_of

SMALL = (Level("roadworks", 1, (Ask(2, "what-falls", 1, (("level", 2),)),)),)


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packs, "LEVELS", SMALL)
    monkeypatch.setattr(packs, "SHEETS", 3)
    monkeypatch.setattr(packs, "GAMES", ())
    monkeypatch.setattr(packs, "BLANKS", packs.BLANKS[:1])


def files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_packs_hold_sheets_boards_and_a_page_that_lists_them(tmp_path: Path) -> None:
    assert make_packs(str(tmp_path), "a4") == 0
    made = files(tmp_path)
    assert set(made) == {
        "README.txt",
        "boards/roadworks-2x2.pdf",
        "index.html",
        "made-by.txt",
        *(f"sheets/roadworks-1-0{n}.pdf" for n in (1, 2, 3)),
    }
    for name in made:
        if name.endswith(".pdf"):
            assert name in made["README.txt"].decode()
            assert f'href="{name}"' in made["index.html"].decode()
    text = text_of(made["sheets/roadworks-1-02.pdf"])
    assert "Roadworks, one star: sheet 2" in text
    assert "Answers" in text


def test_a_run_that_is_broken_off_goes_on_to_the_same_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, part = tmp_path / "whole", tmp_path / "part"
    assert make_packs(str(whole), "a4") == 0
    write = packs.write_output
    left = 2

    def broken(target: str, data: bytes | str) -> None:
        nonlocal left
        if target.endswith(".pdf"):
            if not left:
                raise KeyboardInterrupt
            left -= 1
        write(target, data)

    monkeypatch.setattr(packs, "write_output", broken)
    assert packs.main([str(part)]) == 130
    assert sum(name.endswith(".pdf") for name in files(part)) == 2
    monkeypatch.setattr(packs, "write_output", write)
    before = (part / "sheets/roadworks-1-01.pdf").stat().st_mtime_ns
    assert packs.main([str(part)]) == 0
    assert (part / "sheets/roadworks-1-01.pdf").stat().st_mtime_ns == before
    assert files(part) == files(whole)


def test_for_another_paper_all_files_are_made_anew(tmp_path: Path) -> None:
    assert make_packs(str(tmp_path), "a4") == 0
    first = files(tmp_path)
    assert make_packs(str(tmp_path), "letter") == 0
    second = files(tmp_path)
    assert all(first[name] != second[name] for name in first)
    assert "Letter" in second["README.txt"].decode()


def test_a_key_that_the_audit_contradicts_is_not_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    differs = audit.AuditResult(audit.DIFFERS, (), "another answer")
    monkeypatch.setattr("crossfall.generator.proven.audit_record", lambda *_, **__: differs)
    assert make_packs(str(tmp_path), "a4") == 1
    assert "audit contradicts" in capsys.readouterr().err
    assert not any(name.startswith("sheets/") for name in files(tmp_path))


def test_no_puzzle_stands_on_two_sheets(tmp_path: Path) -> None:
    assert make_packs(str(tmp_path), "a4") == 0
    assert len({data for name, data in files(tmp_path).items() if "sheets/" in name}) == 3


def test_every_difficulty_has_its_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    have = {(level.game, level.stars) for level in packs.LEVELS}
    wanted = {("roadworks", stars) for stars in range(1, hardest("winning-move") + 1)}
    wanted |= {("clear-path", s) for levels in CLEAR_PATH_LEVELS.values() for s in levels}
    wanted |= {("pathing-boxes", s) for levels in DIFFICULTIES.values() for s in levels}
    assert wanted - have == {("clear-path", 4)}  # wins by a threat are too rare for ten sheets
    paths = [entry.path for group in groups("a4", 0) for entry in group.entries]
    assert len(paths) == len(set(paths)) == 3 + 10 * len(have) + 11


def test_packs_speak_another_language(tmp_path: Path) -> None:
    assert packs.main([str(tmp_path), "--language", "hu"]) == 0
    made = files(tmp_path)
    text = text_of(made["sheets/roadworks-1-02.pdf"])
    assert "Roadworks, egy csillag: 2. lap" in text
    assert "Megoldások" in text
    assert "Győztes" in text_of(made["boards/roadworks-2x2.pdf"])
    listed = made["index.html"].decode()
    assert '<html lang="hu">' in listed
    assert "Nyomtatható feladatok" in listed
    assert "Puzzles to print" not in listed + made["README.txt"].decode()
