"""The lesson pack: every page in its order, every puzzle proven, nothing before it is taught."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Literal

import networkx as nx
import pypdf
import pytest

from crossfall.generator.cli import run
from crossfall.generator.design import NORMAL
from crossfall.generator.lesson_plans import lesson_plan
from crossfall.generator.lessons import Lesson, LessonError, build_lesson
from crossfall.generator.pages import plan
from crossfall.generator.sheets import Form, SheetOptions
from crossfall.solver import audit
from crossfall.solver.budget import Budget
from crossfall.solver.errors import InputError
from crossfall.solver.roadworks.cards import CARDS
from tests.pages.sheets import text_of


@pytest.fixture(scope="module")
def pack() -> Lesson:
    return lesson_plan("roadworks").lesson(0, Budget(), audit=True)


def test_the_pages_stand_in_the_order_of_teaching(pack: Lesson) -> None:
    titles = [page.sheet.title for page in pack.pages]
    assert [title[0] for title in titles] == list("12345678")
    counts = [len(page.sheet.items) for page in pack.pages]
    assert counts == [2, 6, 4, 4, 4, 0, 6, 3]
    names = " ".join(page.sheet.title for page in pack.materials)
    for wanted in ("cards", "Counters", "2 × 2", "3 × 3", "4 × 4", "5 × 5", "Tournament"):
        assert wanted in names


def test_block_numbers_are_spoken_of_only_after_their_page(pack: Lesson) -> None:
    for page in pack.pages[:6]:
        for item in page.sheet.items:
            told = " ".join(p.text for p in item.key.paragraphs) if item.key else ""
            assert "number 0" not in told
            assert "nim-sum" not in told
            assert "cards" not in told


def test_no_puzzle_stands_twice_in_a_pack(pack: Lesson) -> None:
    seen = [(item.question, item.boards[0].layers) for item in pack.items if item.key]
    assert len(seen) == len({(question, str(layers)) for question, layers in seen})


def test_no_two_boards_of_the_falls_page_have_the_same_answer(pack: Lesson) -> None:
    page = next(page for page in pack.pages if page.sheet.title == "2 · What falls?")
    answers = [item.key.answer for item in page.sheet.items if item.key]
    assert len(answers) == len(set(answers)) == 6


def test_the_last_fall_is_a_loop_on_one_crossing(pack: Lesson) -> None:
    last = pack.pages[1].sheet.items[-1]
    assert last.key is not None
    assert "a loop" in last.key.paragraphs[0].text
    fallen = last.key.answer.split()
    city = nx.relabel_nodes(
        nx.grid_2d_graph(4, 4), {(c, r): f"{'abcd'[c]}{r + 1}" for c in range(4) for r in range(4)}
    )
    around = {n for name in fallen for n in city[name]}
    assert nx.cycle_basis(city.subgraph({*fallen, *around}))


def test_the_cards_answers_are_the_least_numbers_that_cannot_be_left(pack: Lesson) -> None:
    told = [paragraph.text for paragraph in pack.pages[5].answers]
    # ring, double, triples a to f: worked out by hand from what their closures leave.
    assert [text.split(".")[0].split(": ")[1] for text in told] == list("12011333")
    (form,) = pack.pages[5].sheet.closing
    assert isinstance(form, Form)
    assert list(form.rows) == [card.name for card in CARDS]


def test_each_page_is_one_page_of_paper(pack: Lesson) -> None:
    reader = pypdf.PdfReader(io.BytesIO(build_lesson(pack, SheetOptions(paper="letter"))))
    texts = [page.extract_text() for page in reader.pages]
    expected = [page.sheet.title for page in (*pack.pages, *pack.materials)]
    for title, text in zip(expected, texts, strict=False):
        assert title in text
    assert "For the teacher" in texts[len(expected)]
    assert "Answers" in texts[len(expected) + 1] or "Answers" in texts[len(expected) + 2]
    assert "Georgy Nuzhdin" in texts[0]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", ["roadworks", "clear-path", "pathing-boxes"])
def test_no_page_of_a_pack_runs_over(name: str, paper: Literal["a4", "letter"]) -> None:
    made = lesson_plan(name).lesson(0, Budget(), audit=False)
    for page in (*made.pages, *made.materials):
        options = SheetOptions(paper=paper, per_page=page.per_page)
        (placed,) = plan(page.sheet, options).pages
        assert len(placed.items) == len(page.sheet.items)
        for rules in placed.rules:
            assert rules.size >= (NORMAL.rules if rules.rules.credit else NORMAL.text)
        steps = [where.step for _, where in placed.items if where.boards]
        assert min(steps, default=10.0) > 7.0


def test_the_key_of_a_pack_takes_no_page_that_smaller_boards_would_save() -> None:
    made = lesson_plan("clear-path").lesson(0, Budget(), audit=False)
    reader = pypdf.PdfReader(io.BytesIO(build_lesson(made, SheetOptions())))
    texts = [page.extract_text() for page in reader.pages]
    key = [text for text in texts if "Answers" in text]
    assert len(key) == 4  # 18 answers; with boards of the usual size a fifth page holds one
    assert key[-1].count("Marks:") > 1


def test_the_key_of_a_pack_explains_its_signs(pack: Lesson) -> None:
    told = " ".join(note.text for note in pack.key_notes)
    assert "a → b: b is a winning answer to a." in told
    assert "Ring: the answer; cross: it falls." in told
    reader = pypdf.PdfReader(io.BytesIO(build_lesson(pack, SheetOptions())))
    texts = [page.extract_text() for page in reader.pages]
    first = next(text for text in texts if "winning answer" in text)
    assert "2 · What falls?" in first


def test_the_rings_page_rises_in_difficulty(pack: Lesson) -> None:
    stars = [item.stars for item in pack.pages[4].sheet.items]
    assert stars == sorted(stars)


def test_a_pack_is_the_same_for_the_same_seed_and_differs_for_another(pack: Lesson) -> None:
    assert lesson_plan("roadworks").lesson(0, Budget(), audit=False) == pack
    other = lesson_plan("roadworks").lesson(1, Budget(), audit=False)
    assert {item.boards for item in other.items} != {item.boards for item in pack.items}


def test_the_command_writes_a_pack(tmp_path: Path) -> None:
    target = tmp_path / "pack.pdf"
    assert run(["lesson", "roadworks", "-o", str(target), "--bw", "--no-audit"]) == 0
    assert "Exit ticket" in text_of(target.read_bytes())


def test_a_game_without_a_pack_or_a_wrong_name_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "pack.pdf"
    assert run(["lesson", "roadwork", "-o", str(target)]) == 2
    assert "did you mean roadworks" in capsys.readouterr().err
    assert not target.exists()
    with pytest.raises(InputError):
        lesson_plan("chess")


def test_a_key_that_the_audit_contradicts_stops_the_pack(monkeypatch: pytest.MonkeyPatch) -> None:
    differs = audit.AuditResult(audit.DIFFERS, (), "another answer")
    monkeypatch.setattr("crossfall.generator.proven.audit_record", lambda *_, **__: differs)
    with pytest.raises(LessonError, match="audit contradicts"):
        lesson_plan("roadworks").lesson(0, Budget(), audit=True)
