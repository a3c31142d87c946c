"""What keys of Pathing say is true: derived again by playing it out on the audit's board."""

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from crossfall.generator.boards.pathing_boxes import draw, draw_key, draw_start
from crossfall.generator.drawing import to_svg
from crossfall.generator.finders import Wish
from crossfall.generator.finders.pathing_boxes import find
from crossfall.generator.sheets import puzzle_sheet
from crossfall.generator.words.pathing_boxes import (
    answer_space,
    key,
    line_of_play,
    question,
    rules,
)
from crossfall.solver.audit import Work
from crossfall.solver.audit.pathing_boxes_play import (
    Forcing,
    State,
    good_cells,
    lined_up,
    wins_at_once,
)
from crossfall.solver.audit.pathing_boxes_play import boxes as all_boxes
from crossfall.solver.budget import Budget
from crossfall.solver.pathing_boxes import defences, solutions
from crossfall.solver.pathing_boxes.board import EDGE_NAMES
from crossfall.solver.pathing_boxes.game import GAME
from crossfall.solver.position import Findings, Puzzle
from crossfall.solver.records import Record, parse_records, read_records
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


def boxes(state: State) -> int:
    """How many boxes are closed."""
    return sum(1 for box in all_boxes(state.finals) if box <= state.filled)


def play_clauses(state: State, text: str) -> State:
    """The state after a turn told clause by clause, each clause checked on the audit's board."""
    for clause in text.rstrip(".").split(", "):
        name, _, what = clause.partition(" ")
        (a, b) = name.split("-")
        after = state.swap((a, b))
        closed = boxes(after) - boxes(state)
        if what.startswith("makes") and "both" not in what:
            winner, where = re.fullmatch(r"makes ([XY])'s line in (.*)", what).groups()
            assert after.over == winner
            for kind, place in re.findall(r"(row|column) (\w)", where):
                row = kind == "row"
                cells = [c for n, c in after.cells if n[1 if row else 0] == place]
                assert cells == [winner] * 4
        elif what.startswith("closes"):
            assert {"closes a box": 1, "closes two boxes": 2}[what] == closed
            assert after.mover == state.mover
        elif what == "ends the turn":
            assert after.mover != state.mover
            assert not closed
        state = after
    return state


@pytest.mark.parametrize("finals", [False, True])
def test_a_line_key_tells_a_turn_that_makes_the_line(finals: bool) -> None:
    for puzzle, findings in puzzles("line-now", 3, 7, finals):
        state = audit_state(puzzle.position)
        paragraphs = told(puzzle, findings)
        assert paragraphs[0].startswith(findings.answers[0].strings[0])
        assert play_clauses(state, paragraphs[0]).over == state.mover
        for text in paragraphs[1:]:
            if text.startswith("Tempting"):
                (wrong,) = re.findall(SWAP, text)
                after = played(state, wrong)
                if "closes" in text.split(", but")[0]:
                    assert boxes(after) > boxes(state)
                assert not Forcing(state.mover, Work()).forces_after(
                    state, (wrong[:2], wrong[3:]), 1
                )
            if "at once" in text:
                for wrong in re.findall(SWAP, text):
                    assert played(state, wrong).over not in ("", "wave", state.mover)


@pytest.mark.parametrize("finals", [False, True])
def test_a_defence_key_tells_a_turn_after_which_no_line_follows(finals: bool) -> None:
    lengths = set()
    for puzzle, findings in puzzles("only-defence", 5, 8, finals):
        state = audit_state(puzzle.position)
        rival = "YX"["XY".index(state.mover)]
        turn, _, rest = told(puzzle, findings)[0].partition(". ")
        end = play_clauses(state, turn)
        lengths.add(turn.count(",") + 1)
        if end.over == state.mover:
            assert f"So {state.mover} wins" in rest
        elif end.over:
            assert "The wave is over" in rest
        else:
            assert end.mover == rival
            assert not Forcing(rival, Work()).forces(end, 1)
            assert f"Now {rival} has no line on its next turn" in rest
        threat = re.search(r"The threats?: (.*?)\.", rest)
        if threat is not None:
            for way in threat[1].split("; "):
                assert play_clauses(passed(state), way).over == rival
        gone = re.search(rf"After that turn ({SERIES}) makes? no line", rest)
        if gone is not None:
            assert not wins(passed(end), gone[1], rival)
    assert max(lengths) > 1


OWN_LINE = """
[[puzzle]]
game = "pathing-boxes"
task = "only-defence"
to_move = "X"
turns = 1
score = "X5 Y1"
board = '''
   A   B   C   D
1  X---X   X---Y
   | x |       |
2  X---X---.---X
   | x | x | x |
3  Y---X---Y---Y
       | x | y |
4  .---Y---Y---Y
'''
"""


def test_the_key_of_a_defence_that_makes_a_line_of_ones_own_says_so() -> None:
    (record,) = parse_records(OWN_LINE, "")
    puzzle = GAME.read(record)
    findings = verify(puzzle, Budget()).findings
    first, *_ = told(puzzle, findings)
    state = audit_state(puzzle.position)
    assert play_clauses(state, first.partition(". ")[0]).over == "X"
    assert "So X wins" in first


@pytest.mark.parametrize("finals", [False, True])
def test_a_defence_key_names_lines_that_really_follow(finals: bool) -> None:
    for puzzle, findings in puzzles("only-defence", 5, 8, finals):
        state = audit_state(puzzle.position)
        rival = "YX"["XY".index(state.mover)]
        answer = findings.answers[0].strings[0]
        named = {answer}
        for text in told(puzzle, findings)[1:]:
            if text.startswith("Others"):
                for group in text.removesuffix(".").split("; "):
                    wrong, _, series = group.partition(" by ")
                    for name in re.findall(SWAP, wrong):
                        named.add(name)
                        after = played(state, name)
                        if series == "another turn":
                            assert Forcing(rival, Work()).forces(after, 1)
                        else:
                            assert played(after, series).over == rival
            elif text.startswith("Tempting"):
                wrong, *line = re.findall(SWAP, text)
                named.add(wrong)
                after = played(state, wrong)
                if line:
                    assert played(after, ", ".join(line)).over == rival
                else:
                    assert after.mover == state.mover
                    assert Forcing(rival, Work()).forces(after, 1)
            elif not text.startswith("Marks"):
                for name in re.findall(SWAP, text):
                    named.add(name)
                    after = played(state, name)
                    if "at once" in text:
                        assert after.over == rival
                    else:
                        assert after.mover == state.mover
                        assert Forcing(rival, Work()).forces(after, 1)
        assert named == {"-".join(pair) for pair in state.open()}


def test_a_defence_is_told_without_what_was_not_settled_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = puzzles("only-defence", 5, 8)
    monkeypatch.setattr(defences, "WORK", 0)
    monkeypatch.setattr(solutions, "WORK", 0)
    going_on = 0
    for puzzle, findings in made:
        first, *others = told(puzzle, findings)
        for claim in ("threat", "were to swap now", "makes its line after", "later in the wave"):
            assert claim not in " ".join((first, *others))
        state = audit_state(puzzle.position)
        end = play_clauses(state, first.partition(". ")[0].removesuffix("."))
        if not end.over and end.mover == state.mover:
            going_on += 1
            assert "Now" not in first
    assert going_on


def test_a_force_key_names_every_turn_that_stops_the_threat_and_its_answer() -> None:
    kinds, hows = set(), set()
    for puzzle, findings in [*puzzles("force-line", 3, 1), exceptional(2), self_defeating()]:
        state = audit_state(puzzle.position)
        first_turn, _, rest = told(puzzle, findings)[0].partition(". ")
        after = play_clauses(state, first_turn)
        assert not after.over
        assert Forcing(state.mover, Work()).forces(after, 1)
        threat, _, others = rest.partition(". ")
        if "threatens" in threat:
            assert play_clauses(passed(after), threat.split(": ")[1]).over == state.mover
        reply = findings.facts["plan"].reply
        series = ", ".join(EDGE_NAMES[edge] for edge in reply)
        special = dict(re.findall(rf"after ({SERIES}) comes ({SERIES})", others))
        stopping = stopping_turns(after, series, state.mover)
        assert set(special) == stopping
        assert len(stopping) <= 4
        told_so = (f"{series} still makes", f"then swaps {series}, in this order, until its line")
        assert any(sentence in others for sentence in told_so) == (not stopping)
        for turn, answer in special.items():
            assert wins(played(after, turn), answer, state.mover)
        own_swaps = rf"swaps ((?:{SWAP}(?: or |, )?)+) itself, (that|its own turn)"
        ends = list(whole_turns(after, after.mover, ()))
        named = set()
        for names, how in re.findall(own_swaps, others):
            for swap in re.findall(SWAP, names):
                named.add(swap)
                if how == "that":
                    assert played(after, swap).over == state.mover
                else:
                    assert {end.over for turn, end in ends if swap in turn} == {state.mover}
        # Nobody wonders what becomes of a swap of the reply that the opponent makes first.
        for swap in re.findall(SWAP, series):
            if (lost := {end.over for turn, end in ends if swap in turn}) == {state.mover}:
                assert swap in named, lost
        kinds.add(bool(stopping))
        hows |= {how for _, how in re.findall(own_swaps, others)}
    assert kinds == {False, True}
    assert "its own turn" in hows


def test_two_orders_of_a_turn_that_stops_the_threat_are_two_turns() -> None:
    puzzle, findings = exceptional(1)
    state = audit_state(puzzle.position)
    stopping = stopping_turns(played(state, "B2-B3"), "D3-D4", state.mover)
    assert len(stopping) == 5
    assert len({frozenset(turn.split(", ")) for turn in stopping}) == 4
    assert len(findings.facts["plan"].exceptions) == 5
    assert [problem.code for problem in findings.problems] == ["too-hard"]
    told_first = told(puzzle, findings)[0]
    assert "5 turns of Y stop this" in told_first
    assert "still makes the line" not in told_first


def exceptional(number: int) -> tuple[Puzzle, Findings]:
    """A forced line that some turns of the opponent's stop at first: five (1) or two (2)."""
    puzzle = GAME.read(read_records(str(CASES / "pathing_exceptions.toml"))[number - 1])
    return puzzle, verify(puzzle, Budget()).findings


def self_defeating() -> tuple[Puzzle, Findings]:
    """A forced line whose last swap the opponent can make first, and must then complete it."""
    board = """
   A   B   C   D
1  Y   Y   X---.
   |   |   | y |
2  Y   .   Y---X
   |   |
3  X   Y---X---Y
   |       | x |
4  X---X---Y---X
"""
    fields = {"game": "pathing-boxes", "task": "force-line", "to_move": "Y", "turns": 2}
    puzzle = GAME.read(Record({**fields, "board": board, "score": "X1 Y1"}))
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
            hit = re.match(r"After ([A-D1-4, or]+), [XY] begins: (.*)", text)
            for cell in re.findall(r"[A-D][1-4]", hit[1]) if hit else ():
                cells = tuple(sorted({**dict(state.cells), cell: rival}.items()))
                wave = State(state.rules, state.finals, cells, frozenset(), rival)
                assert wins_at_once(wave)
                assert hit is not None
                assert play_clauses(wave, hit[2]).over == rival


def quiet_orders(puzzle: Puzzle, swaps: Collection[str]) -> list[tuple[str, ...]]:
    """The orders in which swaps make the line with the last one, no line before, by trying all."""
    state = audit_state(puzzle.position)
    player = state.mover
    found = []
    for order in permutations(swaps):
        board = dict(state.cells)
        lines = []
        for a, b in (name.split("-") for name in order):
            board[a], board[b] = board[b], board[a]
            lines.append({c for c in "XY" if lined_up(board, c)})
        if not any(lines[:-1]) and player in lines[-1]:
            found.append(order)
    return found


def test_a_fewest_key_tells_what_each_swap_moves_and_which_orders_work() -> None:
    kinds = set()
    for puzzle, findings in puzzles("fewest-swaps", 12, 10):
        first, *rest = told(puzzle, findings)
        state = audit_state(puzzle.position)
        board = dict(state.cells)
        swaps = findings.answers[0].strings[0].split()
        steps = re.findall(rf"({SWAP}) \(([^)]*)\)", first)
        assert [name for name, _ in steps] == swaps
        for name, what in steps:
            a, b = name.split("-")
            before = dict(board)
            board[a], board[b] = board[b], board[a]
            told_moves = {(part[0], part[-2:]) for part in what.split(", ")}
            moves = {(board[c], c) for c in (a, b) if board[c] not in (".", before[c])}
            assert told_moves == moves
        for kind, place in re.findall(r"in (row|column) (\w)", first):
            line = [n for n in board if n[1 if kind == "row" else 0] == place]
            assert [board[name] for name in line] == [state.mover] * 4
        orders = [text for text in rest if text.startswith("Order")]
        working = quiet_orders(puzzle, swaps)
        for text in orders:
            kinds.add(text.split(":")[1][:14])
            if "only this one" in text:
                assert working == [tuple(swaps)]
            elif "any will do." in text:
                assert len(working) == len(list(permutations(swaps)))
            elif "in which" in text:
                demands = re.findall(rf"({SWAP}) comes before ({SWAP})", text)
                demands += [
                    (s, e) for e in re.findall(rf"({SWAP}) comes last", text) for s in swaps
                ]
                assert working == [
                    order
                    for order in permutations(swaps)
                    if all(order.index(a) <= order.index(b) for a, b in demands)
                ]
            elif "these work" in text:
                listed = [tuple(re.findall(SWAP, part)) for part in text.split(";")]
                assert sorted(listed) == sorted(working)
    assert len(kinds) >= 3


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


CLASSIC_FOUR = """
[[puzzle]]
game = "pathing-boxes"
task = "only-defence"
to_move = "Y"
first = "X"
start = "classic"
swaps = "A1-B1 A1-A2 B1-B2 A2-B2"
"""

TWO_RULES = """
[[puzzle]]
game = "pathing-boxes"
task = "line-now"
rules = "waves"
to_move = "X"
board = "XXX.\\n...X\\nY...\\nY.Y."

[[puzzle]]
game = "pathing-boxes"
task = "line-now"
rules = "dm5"
to_move = "X"
board = "XXX.\\n...X\\nY.Y.\\nY..."
"""


def spoken(text: str) -> str:
    return text.replace("\xa0", " ")


def test_the_line_of_play_is_numbered_by_turns_and_names_boxes() -> None:
    puzzle = GAME.read(parse_records(CLASSIC_FOUR, "four")[0])
    assert spoken(line_of_play(puzzle).text) == (
        "Line of play from the start classic: 1 X A1-B1 · 2 Y A1-A2 · 3 X B1-B2 · 4 Y A2-B2 (box)."
    )
    (start,) = draw_start(puzzle)
    assert "YX.Y X..X Y..Y X.YX. No edge is filled" in start.alt


@pytest.mark.parametrize("finals", [False, True])
@pytest.mark.parametrize("task", ["line-now", "conversion"])
def test_a_line_of_play_leads_to_the_position(task: str, finals: bool) -> None:
    for puzzle, _ in puzzles(task, 2, 21, finals):
        play_is_told_truly(puzzle, spoken(line_of_play(puzzle).text))


def test_where_the_puzzle_gives_no_start_one_is_found() -> None:
    for puzzle, _ in puzzles("line-now", 3, 22):
        bare = GAME.read(puzzle.record.with_fields(start=None, swaps=None, first=None))
        told_play = spoken(line_of_play(bare).text)
        assert "gives no start" in told_play
        play_is_told_truly(bare, told_play)


def play_is_told_truly(puzzle: Puzzle, text: str) -> None:
    """The start that is drawn and the swaps that are told lead to the position, by the audit."""
    (start,) = draw_start(puzzle)
    marks = re.search(r"from the top: ([XY.]{4}(?: [XY.]{4}){3})", start.alt)
    assert marks is not None
    columns = marks[1].split()
    cells = tuple(
        sorted(("ABCD"[c] + str(r + 1), columns[r][c]) for r in range(4) for c in range(4))
    )
    first = re.search(r"\b1 ([XY]) ", text)
    assert first is not None
    here = State(
        puzzle.position.rules.name, puzzle.position.board.finals, cells, frozenset(), first[1]
    )
    turns = re.findall(rf"(\d+) ([XY]) ((?:{SWAP}(?: \((?:box|2 boxes)\))?(?:, )?)+)", text)
    assert [int(number) for number, _, _ in turns] == list(range(1, len(turns) + 1))
    for _, player, series in turns:
        assert here.mover == player
        for name, closes in re.findall(rf"({SWAP})(?: \((box|2 boxes)\))?", series):
            assert not here.over
            a, b = name.split("-")
            after = here.swap((a, b))
            assert boxes(after) - boxes(here) == {"": 0, "box": 1, "2 boxes": 2}[closes]
            here = after
    there = audit_state(puzzle.position)
    assert (here.cells, here.filled) == (there.cells, there.filled)
    if puzzle.task != "conversion":
        assert here.mover == there.mover


def test_a_play_that_was_not_found_is_not_told() -> None:
    ((puzzle, _),) = puzzles("line-now", 1, 23)
    lost = replace(puzzle, wishes={"unproven": True})
    assert "none was found" in line_of_play(lost).text
    assert draw_start(lost) == ()


def test_on_a_sheet_of_several_rule_sets_every_puzzle_names_its_own() -> None:
    read = [GAME.read(record) for record in parse_records(TWO_RULES, "two")]
    sheet = puzzle_sheet([(puzzle, verify(puzzle, Budget()).findings) for puzzle in read])
    assert "(Rules: waves.)" in sheet.items[0].question
    assert "(Rules: dm5.)" in sheet.items[1].question
    box = " ".join(p.text for p in sheet.rules[0].paragraphs)
    assert "loses (waves)" in box
    assert "wins (dm5)" in box
    alone = puzzle_sheet([(read[1], verify(read[1], Budget()).findings)])
    assert "Rules:" not in alone.items[0].question


def test_a_label_is_not_printed_twice() -> None:
    double = TWO_RULES.replace("XXX.\\n...X\\nY.Y.\\nY...", "XXXY\\nYYYX\\n....\\n....")
    dependent = parse_records(double, "two")
    read = [GAME.read(record) for record in dependent]
    sheet = puzzle_sheet([(puzzle, verify(puzzle, Budget()).findings) for puzzle in read])
    assert sheet.items[1].question.count("(Rules: dm5.)") == 1
    key_text = " ".join(p.text for p in sheet.items[1].key.paragraphs)
    assert "By waves it is not the same" in key_text
    assert "a line of both at once, and by these rules X wins" in key_text
