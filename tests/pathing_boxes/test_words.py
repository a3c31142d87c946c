"""What keys of Pathing say is true: derived again by playing it out on the audit's board."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from crossfall.generator.boards.pathing_boxes import draw, draw_key
from crossfall.generator.drawing import to_svg
from crossfall.generator.finders import Wish
from crossfall.generator.finders.pathing_boxes import find
from crossfall.generator.words.pathing_boxes import answer_space, key, question, rules
from crossfall.solver.audit import Work
from crossfall.solver.audit.pathing_boxes_play import Forcing, State, good_cells, wins_at_once
from crossfall.solver.budget import Budget
from crossfall.solver.pathing_boxes.game import GAME
from crossfall.solver.position import Findings, Puzzle
from crossfall.solver.records import read_records
from crossfall.solver.verify import verify
from tests.pathing_boxes.positions import audit_state

CASES = Path(__file__).parent.parent / "cases"
SWAP = r"[A-D][1-4]-[A-D][1-4]"
SERIES = rf"{SWAP}(?:, {SWAP})*"


def puzzles(
    task: str, count: int, seed: int, finals: bool = False
) -> list[tuple[Puzzle, Findings]]:
    found = find(Wish(task=task, count=count, seed=seed, options={"finals": finals}), Budget())
    read = [GAME.read(record) for record in found]
    return [(puzzle, verify(puzzle, Budget()).findings) for puzzle in read]


def told(puzzle: Puzzle, findings: Findings) -> list[str]:
    return [paragraph.text for paragraph in key(puzzle, findings).paragraphs]


def played(state: State, series: str) -> State:
    for name in re.findall(SWAP, series):
        assert not state.over
        a, b = name.split("-")
        state = state.swap((a, b))
    return state


@pytest.mark.parametrize("finals", [False, True])
def test_a_line_key_tells_a_turn_that_makes_the_line(finals: bool) -> None:
    for puzzle, findings in puzzles("line-now", 6, 7, finals):
        state = audit_state(puzzle.position)
        paragraphs = told(puzzle, findings)
        assert paragraphs[0].startswith(findings.answers[0].strings[0])
        turn = ", ".join(re.findall(SWAP, paragraphs[0]))
        assert played(state, turn).over == state.mover
        for text in paragraphs[1:]:
            if text.startswith("Tempting"):
                (wrong,) = re.findall(SWAP, text)
                after = played(state, wrong)
                if "closes" in text.split(", but")[0]:
                    assert len(after.filled) == len(state.filled) + 1
                    assert after.mover == state.mover
                assert not Forcing(state.mover, Work()).forces_after(
                    state, (wrong[:2], wrong[3:]), 1
                )
            if "at once" in text:
                for wrong in re.findall(SWAP, text):
                    assert played(state, wrong).over not in ("", "wave", state.mover)


@pytest.mark.parametrize("finals", [False, True])
def test_a_defence_key_names_lines_that_really_follow(finals: bool) -> None:
    for puzzle, findings in puzzles("only-defence", 4, 8, finals):
        state = audit_state(puzzle.position)
        rival = "YX"["XY".index(state.mover)]
        for text in told(puzzle, findings):
            if text.startswith("Others"):
                groups = text.split("with ", 1)[1].split("line, ", 1)[1].split(";")
                for group in groups:
                    series, _, wrong = group.partition(" answers ")
                    for name in re.findall(SWAP, wrong):
                        assert played(played(state, name), series).over == rival
            if text.startswith("Tempting"):
                wrong, *answer = re.findall(SWAP, text)
                assert played(played(state, wrong), ", ".join(answer)).over == rival


def test_a_force_key_names_every_turn_that_stops_the_threat_and_its_answer() -> None:
    kinds = set()
    for puzzle, findings in [*puzzles("force-line", 5, 1), exceptional(2)]:
        state = audit_state(puzzle.position)
        first_turn, _, rest = told(puzzle, findings)[0].partition(". ")
        after = played(state, first_turn)
        assert not after.over
        assert Forcing(state.mover, Work()).forces(after, 1)
        threat, _, exceptions = rest.partition(".")
        (reply,) = re.findall(SERIES, threat)
        if "threatens" in threat:
            assert wins(passed(after), reply, state.mover)
        special = dict(re.findall(rf"({SERIES}) by ({SERIES})", exceptions))
        stopping = stopping_turns(after, reply, state.mover)
        assert set(special) == stopping
        assert len(stopping) <= 4
        assert ("cannot stop it" in threat) == (not stopping)
        for turn, answer in special.items():
            assert wins(played(after, turn), answer, state.mover)
        kinds.add(bool(stopping))
    assert kinds == {False, True}


def test_two_orders_of_a_turn_that_stops_the_threat_are_two_turns() -> None:
    puzzle, findings = exceptional(1)
    state = audit_state(puzzle.position)
    stopping = stopping_turns(played(state, "B2-B3"), "D3-D4", state.mover)
    assert len(stopping) == 5
    assert len({frozenset(turn.split(", ")) for turn in stopping}) == 4
    assert len(findings.facts["plan"].exceptions) == 5
    assert [problem.code for problem in findings.problems] == ["too-hard"]
    told_first = told(puzzle, findings)[0]
    assert "5 turns of Y stop it" in told_first
    assert "cannot stop it" not in told_first


def exceptional(number: int) -> tuple[Puzzle, Findings]:
    """A forced line that some turns of the opponent's stop at first: five (1) or two (2)."""
    puzzle = GAME.read(read_records(str(CASES / "pathing_exceptions.toml"))[number - 1])
    return puzzle, verify(puzzle, Budget()).findings


def stopping_turns(after: State, reply: str, mover: str) -> set[str]:
    """The turns after which neither a line of the mover's stands nor the reply makes one."""
    ends = [(turn, end) for turn, end in whole_turns(after, after.mover, ()) if end.over != mover]
    assert not any(end.over for _, end in ends)
    return {", ".join(turn) for turn, end in ends if not wins(end, reply, mover)}


def passed(state: State) -> State:
    """The same board with the other player to swap."""
    return replace(state, mover="YX"["XY".index(state.mover)])


def wins(state: State, series: str, mover: str) -> bool:
    """Whether a series of swaps makes the mover's line, at its end or before."""
    for name in re.findall(SWAP, series):
        a, b = name.split("-")
        if state.over or (a, b) not in state.open():
            break
        state = state.swap((a, b))
    return state.over == mover


def whole_turns(
    state: State, mover: str, done: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], State]]:
    """Every turn of a player, all orders of its swaps, and what stands after it."""
    for a, b in state.open():
        after = state.swap((a, b))
        turn = (*done, f"{a}-{b}")
        if after.over or after.mover != mover:
            yield turn, after
        else:
            yield from whole_turns(after, mover, turn)


def test_a_conversion_key_names_the_swaps_that_punish_other_cells() -> None:
    for puzzle, findings in puzzles("conversion", 6, 9):
        state = audit_state(puzzle.position)
        last = "XY"[puzzle.position.last or 0]
        rival = "YX"["XY".index(state.mover)]
        assert good_cells(state, last) == set(findings.answers[0].strings)
        for text in told(puzzle, findings):
            hit = re.match(rf"After ([A-D1-4, or]+), [XY] begins with ({SWAP})\.", text)
            for cell in re.findall(r"[A-D][1-4]", hit[1]) if hit else ():
                cells = tuple(sorted({**dict(state.cells), cell: rival}.items()))
                wave = State(state.rules, state.finals, cells, frozenset(), rival)
                assert wins_at_once(wave)
                assert hit is not None
                assert played(wave, hit[2]).over == rival


def test_a_fewest_key_gives_orders_that_work() -> None:
    for puzzle, findings in puzzles("fewest-swaps", 4, 10):
        text = told(puzzle, findings)[0]
        board = dict(audit_state(puzzle.position).cells)
        names = re.findall(SWAP, text)
        for name in names:
            a, b = name.split("-")
            board[a], board[b] = board[b], board[a]
        player = "XY"[puzzle.position.turn]
        where = re.search(r"in (row|column) (\w)", text)
        assert where is not None
        line = [n for n in board if n[1 if where[1] == "row" else 0] == where[2]]
        assert [board[name] for name in line] == [player] * 4


@pytest.mark.parametrize(
    "task", ["fewest-swaps", "line-now", "force-line", "only-defence", "conversion"]
)
def test_every_task_has_question_answer_space_and_drawings(task: str) -> None:
    ((puzzle, findings),) = puzzles(task, 1, 1)
    assert "?" in question(puzzle, findings) or task == "fewest-swaps"
    assert answer_space(puzzle, findings).blanks
    for drawing in (*draw(puzzle), *draw_key(puzzle, findings)):
        for look in ("classroom", "book", "copier"):
            assert to_svg(drawing, look).startswith("<svg")
    copies = [layer.style for layer in draw(puzzle)[0].layers if layer.style == "mini-cell"]
    assert bool(copies) == (task != "conversion")


def test_the_rules_box_gives_the_credit_and_the_rules_that_are_used() -> None:
    ((puzzle, _),) = puzzles("line-now", 1, 1)
    box = rules([puzzle])
    text = " ".join(paragraph.text for paragraph in box.paragraphs)
    assert "Zero" in box.credit
    assert "the player who made the swap loses" in text
    assert "Finals" not in text
    ((finals, _),) = puzzles("line-now", 1, 1, finals=True)
    assert "not known" in " ".join(p.text for p in rules([finals]).paragraphs)
