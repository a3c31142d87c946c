"""Every sentence of many keys, read by its words alone and asked of the rules by the letter."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from crossfall.generator.finders import Wish, finder
from crossfall.generator.words import clear_path as words
from crossfall.solver.budget import Budget
from crossfall.solver.clear_path.board import board_of
from crossfall.solver.clear_path.notation import read_line, record_of
from crossfall.solver.clear_path.rules import ClearPathPosition
from crossfall.solver.clear_path.sampling import random_game
from crossfall.solver.clear_path.techniques import LEVELS
from crossfall.solver.errors import BudgetError
from crossfall.solver.position import Puzzle
from crossfall.solver.verify import SOUND, read_puzzle, verify
from tests.clear_path import literal
from tests.clear_path.sentences import KINDS, Reader
from tests.clear_path.states import state_of

MOST_EMPTY = 11  # points of a position that is drawn at random
WORK = 20_000
UNSTOPPABLE = "5x5:red:BRBRB.RR2R.R3B.B3B.R1BBR"
SIX = "6x6:red:R3BR.2R3.1RB1RB.4RB.BBB2R.BBR2R"


def read(puzzle: Puzzle, seen: set[str]) -> bool:
    """Read the key of a puzzle; whether it has one."""
    try:
        verdict = verify(puzzle, Budget(work=WORK))
    except BudgetError:
        return False
    if verdict.verdict != SOUND or not verdict.findings.proven:
        return False
    key = words.key(puzzle, verdict.findings)
    reader = Reader(state_of(puzzle.position), puzzle.task, key.answer, seen)
    reader.read(paragraph.text for paragraph in key.paragraphs)
    return True


def drawn(chance: random.Random, sides: tuple[int, ...]) -> Iterator[ClearPathPosition]:
    """Late positions of random games on boards of these sides, without end."""
    while True:
        board = board_of(chance.choice(sides), chance.choice(sides))
        for position in random_game(board, chance):
            if position.empty.bit_count() <= MOST_EMPTY:
                yield position


def read_found(size: str, each: int, seed: int, seen: set[str]) -> int:
    """Read the keys of generated puzzles of every task and difficulty; how many there are."""
    found = 0
    for task, levels in LEVELS.items():
        for difficulty in (levels[0], levels[-1], None):
            wish = Wish(task, each, seed, difficulty, options={"size": size})
            for record in finder("clear-path").find(wish, Budget()):
                found += read(read_puzzle(record), seen)
    return found


def test_every_sentence_of_generated_keys_is_true() -> None:
    assert sum(read_found(size, 1, 4, set()) for size in ("4x4", "5x5", "6x6")) >= 40


def test_every_sentence_of_keys_to_drawn_positions_is_true() -> None:
    seen: set[str] = set()
    positions = drawn(random.Random(8), (1, 2, 3, 4))
    read_keys = 0
    while read_keys < 400:
        position = next(positions)
        for task in LEVELS:
            read_keys += read(read_puzzle(record_of(position, task)), seen)
    assert len(seen) > len(KINDS) // 2


@pytest.mark.prove
def test_every_sentence_of_many_keys_is_true_and_every_kind_comes_up() -> None:
    seen: set[str] = set()
    found = sum(
        read_found(size, 4, seed, seen) for size in ("4x4", "5x5", "6x6") for seed in (1, 2)
    )
    assert found >= 300
    # Rare: no reply of the other side takes any stone of the threat.
    assert read(read_puzzle(record_of(read_line(UNSTOPPABLE), "win-in-two")), seen)
    chance = random.Random(1)
    positions = drawn(chance, (1, 2, 3, 4, 4, 5))
    for _ in range(6000):
        position = next(positions)
        for task in LEVELS:
            read(read_puzzle(record_of(position, task)), seen)
    assert [kind for kind in KINDS if kind not in seen] == []


@pytest.mark.parametrize("count", [400, pytest.param(40_000, marks=pytest.mark.prove)])
def test_a_surrounded_stone_that_cuts_nobody_off_can_always_be_followed(count: int) -> None:
    chance = random.Random(3)
    for _ in range(count):
        sides = chance.choice([(3, 3), (3, 4), (4, 3), (4, 4), (5, 3)])
        state = literal.random_state(*sides, chance.randint(3, 7), chance)
        reader = Reader(state, "", "", set())
        for point in reader.empty - reader.starts():
            assert len(reader.free(point)) >= 2 or reader.joins([point], diagonal=True)


@pytest.mark.parametrize(
    ("line", "answer", "idea"),
    [
        ("4x4:red:4.3R.B2R.B1BR", "d4", "look for the last gap before an edge."),
        ("4x4:red:3R.4.B2R.B1BR", "d3", "look for the gap between two groups."),
    ],
)
def test_one_stone_at_the_edge_is_no_gap_between_two_groups(
    line: str, answer: str, idea: str
) -> None:
    puzzle = read_puzzle(record_of(read_line(line), "winning-turn"))
    key = words.key(puzzle, verify(puzzle, Budget()).findings)
    assert key.answer == answer
    assert key.paragraphs[-2].text == f"Idea: one stone can be enough: {idea}"


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("f5 e5 e2.", "f5 e2 e5."),
        ("only e5 beside", "only e6 beside"),
        ("Then e5 is", "Then e2 is"),
        ("e2 completes", "e3 completes"),
        ("bottom to top", "left to right"),
        ("to start with e2", "to start with f5"),
        ("to start with e5", "to start with e2"),
        ("cut Blue off", "cut Red off"),
        ("No other turn wins with so few stones: all", "No other single stone wins: all"),
        ("No other turn wins with so few stones: all of them were tried", "No other stone wins"),
        (
            "the last stone need not touch the chain",
            "each of these points is surrounded from the start: fill them all",
        ),
        (
            "for the right stones, 1 for a legal order of them (any one will do)",
            "for this stone alone",
        ),
    ],
)
def test_a_sentence_that_is_wrong_is_found(right: str, wrong: str) -> None:
    puzzle = read_puzzle(record_of(read_line(SIX), "winning-turn"))
    key = words.key(puzzle, verify(puzzle, Budget()).findings)
    told = [paragraph.text for paragraph in key.paragraphs]
    assert right in "\n".join(told)
    lies = [text.replace(right, wrong) for text in told]
    with pytest.raises(AssertionError):
        Reader(state_of(puzzle.position), puzzle.task, key.answer, set()).read(lies)
