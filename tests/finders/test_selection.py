"""The choice of puzzles for one file: no near-twins as long as others are to be had."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain

import pytest

from crossfall.generator.finders import Wish, finder
from crossfall.generator.finders.selection import Candidate, Selection, difference
from crossfall.solver.budget import Budget
from crossfall.solver.records import Record
from crossfall.solver.verify import read_puzzle

ANY = frozenset({1})


def chosen(candidates: list[Candidate | None], slots: int, **how: int) -> list[str]:
    selection = Selection([ANY] * slots, **how)
    return [choice.candidate.payload for choice in selection.choose(iter(candidates))]


def one(name: str, *looks: int) -> Candidate:
    return Candidate(name, 1, canonical=name, looks=tuple((look,) for look in looks))


def test_a_near_twin_waits_until_nothing_else_is_to_be_had() -> None:
    candidates = [one("a", 0b1111_0000), one("twin", 0b1110_0000), one("b", 0b0000_1111)]
    assert chosen(list(candidates), 2, apart=2) == ["a", "b"]
    assert chosen(list(candidates), 3, apart=2) == ["a", "b", "twin"]
    assert chosen(list(candidates), 3) == ["a", "twin", "b"]


def test_a_twin_in_the_mirror_is_a_twin_too() -> None:
    candidates = [one("a", 0b0001, 0b1000), one("mirrored", 0b1100, 0b0011), one("b", 0b0110)]
    assert chosen(candidates, 2, apart=2) == ["a", "b"]


def test_of_twins_alone_the_most_different_comes_first() -> None:
    candidates = [one("a", 0b1111), one("near", 0b1110), one("less near", 0b1100)]
    assert chosen(candidates, 3, apart=4) == ["a", "less near", "near"]


def test_a_run_cut_short_gives_a_prefix() -> None:
    rng = random.Random(3)
    candidates = [one(str(number), rng.getrandbits(12)) for number in range(60)]
    whole = chosen(list(candidates), 40, apart=4)
    for slots in (1, 7, 20):
        assert chosen(list(candidates), slots, apart=4) == whole[:slots]
    assert len(set(chosen(list(candidates), 60, apart=4))) == 60


def cells(record: Record) -> list[list[str]]:
    """The printed board as rows of marks."""
    rows = [row.split()[1:] for row in record.text("board").splitlines()]
    return [row for row in rows if row and row[0] in ("R", "B", ".")]


def views(rows: list[list[str]]) -> Iterator[list[list[str]]]:
    other = {"R": "B", "B": "R", ".": "."}
    for coloured in (rows, [[other[mark] for mark in row] for row in rows]):
        for turned in (coloured, [list(row) for row in zip(*coloured, strict=True)]):
            for up in (turned, turned[::-1]):
                yield up
                yield [row[::-1] for row in up]


@pytest.mark.parametrize(
    ("task", "seed"), [("longest-chain", 1), ("winning-turn", 1), ("play-again", 2)]
)
def test_clear_path_puzzles_of_one_file_differ_in_a_quarter_of_the_points(
    task: str, seed: int
) -> None:
    found = list(finder("clear-path").find(Wish(task, 6, seed), Budget()))
    boards = [cells(record) for record in found]
    for number, board in enumerate(boards):
        for before in boards[:number]:
            for view in views(before):
                marks = zip(chain(*view), chain(*board), strict=True)
                assert sum(one != other for one, other in marks) >= 9


def test_roadworks_puzzles_of_one_file_differ_in_an_eighth_of_the_crossings() -> None:
    wish = Wish("what-falls", 8, 1, options={"level": 3})
    found = [read_puzzle(r).position for r in finder("roadworks").find(wish, Budget())]
    for number, position in enumerate(found):
        board = position.board
        open_ = {board.name(c) for c in range(25) if position.open >> c & 1}
        for before in found[:number]:
            for symmetry in board.symmetries:
                image = {board.name(symmetry[c]) for c in range(25) if before.open >> c & 1}
                assert len(open_ ^ image) >= 3


def test_cells_are_counted_in_the_most_similar_image() -> None:
    assert difference([(0b11, 0b00), (0b00, 0b11)], (0b00, 0b01)) == 1
