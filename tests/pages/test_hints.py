"""Hints: true of the puzzle, never the whole answer, printed where they were asked for."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from crossfall.generator.cli import run
from crossfall.generator.hint_strips import hint_steps
from crossfall.generator.pages import plan
from crossfall.generator.sheets import Sheet, SheetOptions, build_sheet, puzzle_sheet
from crossfall.generator.tongues import ENGLISH
from crossfall.generator.words import paragraph
from crossfall.generator.words.hints import hints
from crossfall.solver.audit import audit_record
from crossfall.solver.budget import Budget
from crossfall.solver.position import Findings, Puzzle, game, game_names
from crossfall.solver.records import Record, read_records
from crossfall.solver.verify import read_puzzle, verify
from tests.pages.sheets import printed, text_of
from tests.pages.test_attachments import EVERY_TASK

Judge = Callable[[Record, list[str], "re.Match[str]"], bool]


def names_of(answers: list[str]) -> list[str]:
    """All names in the audit's answers: points, crossings, cells."""
    return re.findall(r"[a-zA-Z]\d+", " ".join(answers))


def rows_between(record: Record, answers: list[str], found: re.Match[str]) -> bool:
    low, high = map(int, found.groups())
    return any(low <= int(name[1:]) <= high for name in names_of(answers))


def falls_of(record: Record, closure: str) -> set[str]:
    """What the audit says falls after a closure."""
    after = Record(
        {
            "game": "roadworks",
            "task": "what-falls",
            "closed": f"{record.text('closed')} {closure}",
            **{k: record.fields[k] for k in ("size", "level") if k in record.fields},
        }
    )
    return set(names_of(list(audit_record(after).answers)))


def right_falls(record: Record, answers: list[str], found: re.Match[str]) -> bool:
    told = set(names_of([found[1]]))
    return any(told == falls_of(record, one) - set(answers) for one in answers)


def nothing_falls(record: Record, answers: list[str], found: re.Match[str]) -> bool:
    return any(one[0] == found[1] and not falls_of(record, one) - set(answers) for one in answers)


def as_many_fall(record: Record, answers: list[str], found: re.Match[str]) -> bool:
    return any(
        one[0] == found[2] and len(falls_of(record, one)) == int(found[1]) for one in answers
    )


def number(record: Record, answers: list[str], found: re.Match[str]) -> bool:
    return int(answers[0]) in (int(found[1]), int(found[2]))


# What each hint that says something of the answer claims, judged by the audit's answer.
CLAIMS: dict[str, Judge] = {
    r"Look in rows (\d+) to (\d+)\.": rows_between,
    r"How many (?:to find|stones|swaps): (\d+)\.": lambda _, answers, found: (
        len(answers[0].split()) == int(found[1])
    ),
    r"(?:One of them is|Begin with|One of the swaps is|One of its two cells is) (\S+)\.": (
        lambda _, answers, found: all(
            name in names_of(answers) for name in re.findall(r"[a-zA-Z]\d+", found[1])
        )
    ),
    r"It is in column (\w)\.": lambda _, answers, found: any(
        name[0] == found[1] for name in names_of(answers)
    ),
    r"After the right closure (.*) falls?\.": right_falls,
    r"Nothing falls after the right closure\. It is in column (\w)\.": nothing_falls,
    r"It makes (\d+) crossings fall and is in column (\w)\.": as_many_fall,
    r"The number is (\d+) or (\d+)\.": number,
    r"It is board (\d+) or board (\d+)\.": number,
    r"The two numbers differ by (\d+)\.": lambda _, answers, found: (
        int(answers[0].split()[1]) - int(answers[0].split()[0]) == int(found[1])
    ),
    r"The smaller one is (\d+)\.": lambda _, answers, found: answers[0].split()[0] == found[1],
    r"If (\w+) is closed, (\w+) is a right reply\.": lambda _, answers, found: (
        f"{found[1]}: {found[2]}" in answers
    ),
    r"One crossing is a right reply in (\d+) lines\.": lambda _, answers, found: (
        max(sum(line.endswith(f": {reply}") for line in answers) for reply in names_of(answers))
        >= int(found[1])
    ),
    r"The swap has a cell in row (\d)\.": lambda _, answers, found: any(
        name[1:] == found[1] for name in names_of(answers)
    ),
}
# Advice and ideas: whether they hold is shown in other tests, or they are rules of the game.
SAYS_NOTHING_OF_THE_ANSWER = (
    r"\*Idea:\*|Count the sides|Look where a stone|Look for|Mind the order|The last stone need|"
    r"A tempting stone|Threaten a win|Find the turn|First find|Look at what|For each cell|"
    r"From a crossing|Take a black|Play it out|For the fewest|On the lost board|Safe closures on|"
    r"First see what|The line stands|The first swap makes|A box first|It takes more than"
)


SOUND = (EVERY_TASK, Path("tests/cases/sound.toml"), Path("tests/cases/pathing_sound.toml"))


@cache
def every_puzzle(sources: tuple[Path, ...] = (EVERY_TASK,)) -> list[tuple[Puzzle, Findings]]:
    found = []
    for source in sources:
        for record in read_records(str(source)):
            puzzle = read_puzzle(record)
            verdict = verify(puzzle, Budget(work=300_000))
            if verdict.verdict == "sound":
                found.append((puzzle, verdict.findings))
    return found


@pytest.fixture(scope="module")
def puzzles() -> list[tuple[Puzzle, Findings]]:
    return every_puzzle()


@pytest.mark.parametrize(
    ("sources", "least"), [(SOUND[:1], 30), pytest.param(SOUND, 60, marks=pytest.mark.prove)]
)
def test_every_hint_is_true_by_the_audits_answer(sources: tuple[Path, ...], least: int) -> None:
    judged = 0
    for puzzle, findings in every_puzzle(sources):
        record = puzzle.record.with_fields(task=puzzle.task)
        answers = list(audit_record(record).answers)
        for hint in hints(puzzle, findings):
            claims = [(c, m) for c in CLAIMS if (m := re.fullmatch(c, hint))]
            if not claims:
                assert re.match(SAYS_NOTHING_OF_THE_ANSWER, hint), f"not judged: {hint}"
                continue
            for claim, match in claims:
                assert CLAIMS[claim](record, answers, match), (puzzle.task, answers, hint)
                judged += 1
    assert judged > least


def test_every_task_has_two_or_three_hints_that_do_not_tell_the_answer(
    puzzles: list[tuple[Puzzle, Findings]],
) -> None:
    seen = set()
    for puzzle, findings in puzzles:
        seen.add((puzzle.game, puzzle.task))
        told = hints(puzzle, findings)
        assert 2 <= len(told) <= 3
        assert len(set(told)) == len(told)
        whole = findings.answers[0].strings[0]
        assert not any(re.search(rf"\b{re.escape(whole)}\b", hint) for hint in told) or (
            whole.isdigit()
        )
    assert seen == {(name, task) for name in game_names() for task in game(name).tasks}


def test_the_line_of_fewest_swaps_stands_where_the_hint_says() -> None:
    # X's four stand in column B after both swaps, by hand.
    (record,) = (r for r in read_records(str(EVERY_TASK)) if r.task == "fewest-swaps")
    puzzle = read_puzzle(record)
    told = hints(puzzle, verify(puzzle, Budget()).findings)
    assert "The line stands in column B." in told


def test_safe_closures_of_the_lost_board_are_counted_as_solve_counts_them() -> None:
    (record,) = (r for r in read_records(str(EVERY_TASK)) if r.task == "lost-board")
    puzzle = read_puzzle(record)
    findings = verify(puzzle, Budget()).findings
    lost = record.texts("boards")[int(findings.answers[0].strings[0]) - 1]  # type: ignore[index]
    alone = Record(
        {
            "game": "roadworks",
            "task": "closures-left",
            "closed": lost,
            **{k: record.fields[k] for k in ("size", "level") if k in record.fields},
        }
    )
    cut = Record({**alone.fields, "task": "cut-crossings"})
    open_ = read_puzzle(alone).position.open.bit_count() - 2
    cuts = len(names_of(list(audit_record(cut).answers)))
    assert f"Safe closures on the lost board: {open_ - cuts}." in hints(puzzle, findings)


def some(count: int = 7, hinted: bool = True) -> Sheet:
    return puzzle_sheet(every_puzzle()[::3][:count], hinted=hinted)


@pytest.mark.parametrize("per_page", [1, 2, 4, 6])
@pytest.mark.parametrize("large", [False, True])
def test_hints_stand_upside_down_at_the_foot_of_their_own_page(per_page: int, large: bool) -> None:
    if large and per_page > 1:
        pytest.skip("with hints, large print has one a page")
    made = some()
    options = SheetOptions(hints="upside-down", key="none", per_page=per_page, large_print=large)
    planned = plan(made, options)
    pages = printed(build_sheet(made, options))
    assert len(pages) == len(planned.pages)
    for page, words in zip(planned.pages, pages, strict=True):
        if not page.items:
            continue
        assert page.hints_at is not None
        lowest = max(board.box.y + board.box.height for _, p in page.items for board in p.boards)
        assert lowest <= page.hints_at.y
        top = planned.paper.top + page.hints_at.y
        bottom = top + page.hints_at.height + 0.5
        inside = [w for w in words if w.top >= top - 0.5 and w.bottom <= bottom + 0.5]
        said = "".join(w.text for w in inside).replace(" ", "")
        for item, _ in page.items:
            for hint in item.hints:
                for word in hint.text.split():
                    assert word in said, (word, said)


def test_nothing_of_the_hints_is_printed_unasked_and_in_the_key_only_there() -> None:
    made = some()
    assert "hints:" not in text_of(build_sheet(made, SheetOptions()))
    told = text_of(build_sheet(made, SheetOptions(hints="key", key="only")))
    assert told.count("Hints: (1)") == 7
    assert "Look in rows" not in text_of(build_sheet(some(hinted=False), SheetOptions()))


@pytest.mark.parametrize(
    "arguments",
    [
        ["--hints", "key", "--no-key"],
        ["--hints", "upside-down", "--key-only"],
        ["--hints", "sideways"],
    ],
)
def test_hints_where_nothing_is_printed_are_refused(tmp_path: Path, arguments: list[str]) -> None:
    target = tmp_path / "out.pdf"
    assert run(["sheet", "roadworks:3x3:b4", "-o", str(target), *arguments]) == 2
    assert not target.exists()


def test_the_command_prints_them(tmp_path: Path) -> None:
    target = tmp_path / "out.pdf"
    assert run(["sheet", "roadworks:3x3:b4", "-o", str(target), "--hints", "upside-down"]) == 0
    said = text_of(target.read_bytes())
    assert "hints" in said
    assert "rows" in said


def test_a_game_without_hints_prints_without() -> None:
    made = some(1, hinted=False)
    options = SheetOptions(hints="upside-down", key="none")
    assert all(page.hints_at is None for page in plan(made, options).pages)


def test_a_sentence_that_helps_several_puzzles_of_a_page_stands_there_once() -> None:
    # Puzzles of one task: their first hint is the same advice.
    record = Record({"game": "roadworks", "task": "what-falls", "level": 2, "closed": "c1 b4 b2"})
    puzzle = read_puzzle(record)
    made = puzzle_sheet([(puzzle, verify(puzzle, Budget()).findings)], hinted=True)
    items = [replace(made.items[0], number=number) for number in (1, 2, 3, 4, 6, 7, 9)]
    first, second = (step.text for step in hint_steps(items, ENGLISH)[:2])
    assert first.startswith("First hints: 1–4, 6, 7, 9 From a crossing look for two ways")
    assert first.count("From a crossing") == 1
    assert second.startswith("Second hints: 1–4, 6, 7, 9 ")
    other = replace(items[1], hints=(paragraph("Another."), *items[1].hints[1:]))
    mixed = hint_steps([items[0], other, *items[2:]], ENGLISH)[0].text
    assert re.fullmatch(
        r"First hints: 1, 3, 4, 6, 7, 9 From a crossing .* it falls\. 2 Another\.", mixed
    )
