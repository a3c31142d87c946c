"""What the keys say is what the rules, by the letter, show."""

from __future__ import annotations

import random
import re

import pytest

from crossfall.generator.boards.clear_path import draw, draw_key
from crossfall.generator.finders import Wish, finder
from crossfall.generator.lesson_plans import lesson_plan
from crossfall.generator.lessons import Lesson
from crossfall.generator.words import clear_path as words
from crossfall.solver.budget import Budget
from crossfall.solver.clear_path.board import board_of
from crossfall.solver.clear_path.notation import read_line, record_of
from crossfall.solver.clear_path.sampling import random_game
from crossfall.solver.clear_path.techniques import grade, is_straight, last_is_elsewhere
from crossfall.solver.position import Findings, Puzzle
from crossfall.solver.verify import read_puzzle, verify
from tests.clear_path import literal
from tests.clear_path.states import state_of

SIX = "6x6:red:R3BR.2R3.1RB1RB.4RB.BBB2R.BBR2R"


def told(line: str, task: str) -> str:
    puzzle = read_puzzle(record_of(read_line(line), task))
    verdict = verify(puzzle, Budget())
    key = words.key(puzzle, verdict.findings)
    return "\n".join(paragraph.text for paragraph in key.paragraphs)


def sound(task: str, count: int, side: int, empties: int = 9) -> list[tuple[Puzzle, Findings]]:
    rng = random.Random(5)
    found: list[tuple[Puzzle, Findings]] = []
    while len(found) < count:
        for position in list(random_game(board_of(side, side), rng))[6:]:
            if position.empty.bit_count() > empties or len(found) == count:
                continue
            puzzle = read_puzzle(record_of(position, task))
            verdict = verify(puzzle, Budget())
            if verdict.verdict == "sound" and not verdict.problems:
                found.append((puzzle, verdict.findings))
    return found


def points(text: str) -> literal.Stones:
    return frozenset(
        ("abcdefghij".index(name[0]), int(name[1:]) - 1) for name in re.findall(r"[a-j]\d+", text)
    )


def test_the_key_of_the_example_tells_what_forces_each_stone_and_what_fails() -> None:
    text = told(SIX, "winning-turn")
    assert text.startswith(
        "f5 e5 e2. f5 is surrounded (only e5 beside it is empty): another stone must follow. "
        "Then e5 is surrounded in the same way when placed. "
        "e2 completes the path from bottom to top: "
    )
    assert "Tempting: to start with e2" in text
    assert "Illegal: to start with e5: the turn would end there and cut Blue off." in text


def test_every_stone_of_a_chain_is_told_as_the_rules_see_it() -> None:
    for task in ("winning-turn", "longest-chain"):
        for puzzle, findings in sound(task, 12, 4):
            position = puzzle.position
            width, height, red, blue, _ = state_of(position)
            taken = set(red | blue)
            text = words.key(puzzle, findings).paragraphs[0].text.split(". ", 1)[1]
            for name in findings.answers[0].strings[0].split():
                (point,) = points(name)
                free = {p for p in literal.beside(width, height, point) if p not in taken}
                sentence = re.search(
                    rf"(?:^|(?<=\. )){name} [^.]*\.|Then [^.]*\b{name}\b[^.]*same way[^.]*\.", text
                )
                assert sentence is not None
                if "surrounded (only" in sentence[0]:
                    assert points(sentence[0].split("only")[1].split("beside")[0]) == free
                elif "surrounded (nothing" in sentence[0]:
                    assert not free
                elif "in the same way" in sentence[0]:
                    assert len(free) <= 1
                elif "not surrounded" in sentence[0]:
                    assert points(sentence[0].split("(")[1].split("beside")[0]) == free
                    assert len(free) >= 2
                else:
                    assert "completes the path" in sentence[0]
                taken.add(point)


def test_each_reply_is_answered_by_a_win_and_none_is_left_out() -> None:
    for puzzle, findings in sound("win-in-two", 12, 4):
        position = puzzle.position
        turn = points(findings.answers[0].strings[0])
        after = literal.after(state_of(position), turn)
        replies = dict.fromkeys(literal.turns(after))
        paragraphs = [p.text for p in words.key(puzzle, findings).paragraphs]
        answered = set()
        listed = any(p.endswith(" has no other legal turn.") for p in paragraphs)
        assert listed == any(p.startswith("After ") for p in paragraphs)
        for paragraph in paragraphs:
            none = re.match(
                r"\w+ has no legal turn that takes (.*): .* wins with (.*)\.", paragraph
            )
            if none:
                assert not any(reply & points(none[1]) for reply in replies)
                for reply in replies:
                    assert literal.turns(literal.after(after, reply))[points(none[2])]
                    answered.add(reply)
            unless = re.match(r"Unless \w+'s turn takes (.*), \w+ wins with (.*)\.", paragraph)
            if unless:
                for reply in replies:
                    if not reply & points(unless[1]):
                        assert literal.turns(literal.after(after, reply))[points(unless[2])]
                        answered.add(reply)
            elif paragraph.startswith(("After ", "If it does: after ")):
                for part in re.split(r"; after |After |If it does: after ", paragraph.rstrip(".")):
                    if not part:
                        continue
                    names, win = part.split(": ")
                    for series in re.split(r", | or ", names):
                        reply = points(series)
                        assert reply in replies
                        assert literal.turns(literal.after(after, reply))[points(win)]
                        answered.add(reply)
        assert answered == set(replies)


def test_a_threat_that_may_not_be_stopped_is_told_so() -> None:
    text = told("5x5:red:BRBRB.RR2R.R3B.B3B.R1BBR", "win-in-two")
    assert "Blue has no legal turn that takes b2: whatever Blue does, Red wins with b2." in text


def test_a_tempting_first_turn_threatens_to_win_and_is_refuted_as_told() -> None:
    seen = set()
    found = [read_puzzle(r) for r in finder("clear-path").find(Wish("win-in-two", 16), Budget())]
    for puzzle in found:
        findings = verify(puzzle, Budget()).findings
        state = state_of(puzzle.position)
        text = "\n".join(p.text for p in words.key(puzzle, findings).paragraphs)
        tempting = re.search(r"Tempting: (.*) threatens to win, but (.*)\.", text)
        if not tempting:
            continue
        turn, told = points(tempting[1]), tempting[2]
        assert turn != points(findings.answers[0].strings[0])
        assert literal.turns(state)[turn] is False
        after = literal.after(state, turn)
        unanswered = (*after[:4], 1 - after[4])
        assert any(literal.turns(unanswered).values())
        reply = points(told.split(" at once with " if "at once" in told else " answers ")[1])
        assert literal.turns(after)[reply] is ("at once" in told)
        if "at once" not in told:
            assert not any(literal.turns(literal.after(after, reply)).values())
        seen.add("at once" in told)
    assert seen == {True, False}


def test_the_idea_of_a_single_stone_is_not_that_of_a_chain() -> None:
    for puzzle, findings in sound("winning-turn", 30, 4):
        text = words.key(puzzle, findings).paragraphs
        stones = points(findings.answers[0].strings[0])
        in_line = len({x for x, _ in stones}) == 1 or len({y for _, y in stones}) == 1
        told = " ".join(paragraph.text for paragraph in text)
        assert ("one stone can be enough" in told) <= (len(stones) == 1)
        assert ("dead end in a straight line" in told) <= (len(stones) > 1 and in_line)


def test_forbidden_and_again_points_are_told_with_their_reason() -> None:
    text = told("5x5:red:3BB.1BRBB.2RBB.2BRB.2BRR", "forbidden-points")
    assert "b5 is not surrounded, so the turn would end there, with d1 d2 c3 c4 b5 cutting" in text
    assert "c5 is surrounded and already cuts Blue off" in text
    text = told("5x5:red:3BB.1BRBB.2RBB.2BRB.2BRR", "play-again")
    assert "One empty neighbour: c5 (only b5)." in text


def test_the_stones_of_a_win_that_only_open_the_way_are_named() -> None:
    named = 0
    wish = Wish("winning-turn", 24, seed=3, options={"size": "6x6"})
    for puzzle in [read_puzzle(r) for r in finder("clear-path").find(wish, Budget())]:
        findings = verify(puzzle, Budget()).findings
        width, height, red, blue, player = state_of(puzzle.position)
        turn = points(findings.answers[0].strings[0])
        text = words.key(puzzle, findings).paragraphs[0].text
        path = points(text.split("completes the path")[1].split(":")[1].split(".")[0])
        opens = re.search(r"\. ([^.]*) (?:is|are) not on the path: ", text)
        stones = points(opens[1]) if opens else frozenset()
        assert stones == turn - path
        own = (blue if player else red) | turn
        assert literal.has_path(width, height, player, own - stones, diagonal=False)
        named += bool(stones)
    assert named


def test_what_is_said_of_all_other_points_is_so() -> None:
    seen = set()
    for task in ("play-again", "forbidden-points"):
        for puzzle, findings in sound(task, 30, 4):
            state = state_of(puzzle.position)
            width, height, red, blue, _ = state
            empty = set(literal.points(width, height)) - red - blue
            others = empty - points(findings.answers[0].strings[0])
            text = " ".join(p.text for p in words.key(puzzle, findings).paragraphs)
            wins = re.search(r"A stone on (.*) wins, so nothing follows it", text)
            if wins:
                others -= points(wins[1])
            if task == "play-again":
                assert ("All other empty points have two or more." in text) == bool(others)
                free = [set(literal.beside(width, height, p)) & empty for p in others]
                assert all(len(beside) >= 2 for beside in free)
            else:
                said = "On every other empty point a legal turn can begin." in text
                assert said == bool(others)
                assert others <= {series[0] for series, _ in literal.sequences(state)}
            seen.add((task, bool(others), bool(wins)))
    assert len(seen) > 2


@pytest.mark.parametrize("task", ["play-again", "forbidden-points", "longest-chain"])
def test_pages_can_be_made_of_every_sound_puzzle(task: str) -> None:
    for puzzle, findings in sound(task, 8, 5):
        assert words.question(puzzle, findings)
        key = words.key(puzzle, findings)
        assert key.answer == findings.answers[0].strings[0]
        assert len(draw(puzzle)) == len(draw_key(puzzle, findings)) == 1
        assert draw(puzzle)[0].layers != draw_key(puzzle, findings)[0].layers


def test_rules_say_chain_reaction_and_who_designed_the_game() -> None:
    box = words.rules([])
    assert "chain-reaction" in box.title
    assert box.credit == "A game by Mark Steere"
    assert "newer game of the same name" in " ".join(p.text for p in box.paragraphs)


def test_techniques_are_told_apart() -> None:
    position = read_line("4x4:red:1BRB.4.1RBB.1RRB")
    board = position.board
    turn = board.mask("b3 c3 d3")
    assert is_straight(board, turn)
    assert grade(position, "winning-turn", turn).technique == "C1"
    six = read_line(SIX)
    assert last_is_elsewhere(six, six.board.mask("f5 e5 e2"))
    assert grade(six, "winning-turn", six.board.mask("f5 e5 e2")).stars == 3
    zugzwang = read_line("4x4:blue:BR2.BBR1.B3.R2R")
    assert grade(zugzwang, "win-in-two", zugzwang.board.mask("c4 d2")).technique == "C6"


@pytest.fixture(scope="module")
def pack() -> Lesson:
    return lesson_plan("clear-path").lesson(0, Budget(), audit=True)


def test_the_lesson_pack_goes_from_playing_to_winning_in_two(pack: Lesson) -> None:
    assert [page.sheet.title[0] for page in pack.pages] == list("123456")
    assert [len(page.sheet.items) for page in pack.pages] == [1, 4, 4, 4, 4, 2]
    assert len(pack.notes) == len(pack.pages) + 1
    assert "Mark Steere" in pack.credit
