"""The audit's way to the smallest wins finds what placing every turn finds, on every board."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from crossfall.solver.audit import AGREES, DIFFERS, UNKNOWN, Work, audit_record
from crossfall.solver.audit.clear_path import MOST_ANSWERS, Field, Point, Standing, Stones
from crossfall.solver.audit.clear_path_smallest import smallest_wins
from crossfall.solver.budget import Budget
from crossfall.solver.clear_path.board import Board
from crossfall.solver.clear_path.wins import smallest_wins as by_solver
from crossfall.solver.records import Record


def smallest_placed(standing: Standing) -> set[Stones]:
    """Every winning turn with the fewest stones, met by placing all turns, short ones first."""
    found: set[Stones] = set()
    for placed in standing.middles():
        if found and len(placed) >= len(next(iter(found))):
            break
        for point, meaning in standing.next(placed):
            if meaning == "wins":
                found.add(placed | {point})
    return found


def random_standings(size: tuple[int, int], marks: str, seed: str) -> Iterator[Standing]:
    """Positions with these marks thrown in, without anybody's path, also a loose one."""
    rng = random.Random(f"{seed} {size} {marks}")
    while True:
        board = Field(*size, Work(1 << 40))
        thrown = {point: rng.choice(marks) for point in board.straight}
        stones = tuple(frozenset(p for p in thrown if thrown[p] == c) for c in "rb")
        standing = Standing(board, (stones[0], stones[1]), rng.randint(0, 1))
        if not any(board.joins(c, standing.stones[c], board.diagonal) for c in (0, 1)):
            yield standing


# Marks by how much is empty; the more, the more turns there are to place.
@pytest.mark.parametrize(
    ("size", "marks", "count"),
    [
        ((1, 1), "rb.", 3),
        ((1, 4), "b...", 20),
        ((5, 1), "rrbb...", 30),
        ((3, 3), "rrbb...", 60),
        ((4, 3), "rb..", 60),
        ((3, 5), "rrbb.....", 60),
        ((4, 4), "rrbb...", 80),
        ((4, 4), "rb..", 40),
        ((5, 5), "rrbb...", 60),
        ((5, 5), "rrrbbb.....", 30),
        ((7, 5), "rrrrbbb....", 40),
    ],
    ids=str,
)
def test_both_find_the_same_on_random_boards(size: tuple[int, int], marks: str, count: int) -> None:
    won = long = 0
    standings = random_standings(size, marks, "smallest")
    for _ in range(count):
        standing = next(standings)
        expected = smallest_placed(standing)
        found = smallest_wins(standing, 1 << 30)
        assert len(found) == len(set(found))
        assert set(found) == expected
        won += bool(expected)
        long += bool(expected) and len(min(expected)) > 2
    assert won
    assert long or min(size) <= 3 or marks == "rb.."


def maze(size: int, walls: str, seed: int) -> dict[Point, str]:
    """Empty points that hang together without a circle, wherever a turn starts; stones between."""
    rng = random.Random(f"maze {size} {walls} {seed}")
    free, way = {(0, 0)}, [(0, 0)]
    while way:
        x, y = way[-1]
        further = [
            (x + dx, y + dy, x + 2 * dx, y + 2 * dy)
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
            if (x + 2 * dx, y + 2 * dy) not in free
            and 0 <= x + 2 * dx < size
            and 0 <= y + 2 * dy < size
        ]
        if not further:
            way.pop()
            continue
        one_x, one_y, next_x, next_y = rng.choice(further)
        free |= {(one_x, one_y), (next_x, next_y)}
        way.append((next_x, next_y))
    points = [(x, y) for x in range(size) for y in range(size)]
    return {point: "." if point in free else rng.choice(walls) for point in points}


def record_of(board: dict[Point, str], to_move: str) -> Record:
    width, height = max(x for x, _ in board) + 1, max(y for _, y in board) + 1
    rows = ["".join(board[x, y] for x in range(width)) for y in reversed(range(height))]
    return Record(
        {
            "game": "clear-path",
            "task": "winning-turn",
            "to_move": to_move,
            "board": "\n".join(rows),
        }
    )


def test_a_win_among_dozens_of_dead_ends_is_proven_again() -> None:
    # A column of Red with a gap of four points, and dead ends of one point all over: two to the
    # power of thirty sets can be placed before the win.
    rows = [["R" if x == 6 else "RB"[(x + y) // 2 % 2] for x in range(13)] for y in range(13)]
    for y in (5, 6, 7, 8):
        rows[y][6] = "."
        rows[y][5] = rows[y][7] = "B"
    for x in (0, 2, 4, 8, 10, 12):
        for y in (1, 3, 9, 11, 12):
            rows[y][x] = "."
    rows[12][12] = rows[12][11] = rows[11][12] = rows[11][11] = "."
    record = record_of({(x, y): rows[y][x] for x in range(13) for y in range(13)}, "red")
    result = audit_record(record.with_fields(answer="g6 g7 g8 g9"))
    assert (result.verdict, result.answers) == (AGREES, ("g6 g7 g8 g9",))
    assert audit_record(record.with_fields(answer="g6 g7")).verdict == DIFFERS


@pytest.mark.parametrize("size", [7, 9], ids=str)
def test_in_a_maze_solver_and_audit_find_the_same(size: int) -> None:
    sizes = set()
    for seed in range(8):
        board = maze(size, ("rb", "rrb", "rbb")[seed % 3], seed)
        stones = tuple(frozenset(p for p in board if board[p] == c) for c in "rb")
        field = Field(size, size, Work())
        if any(field.joins(c, stones[c], field.straight) for c in (0, 1)):
            continue
        found = smallest_wins(Standing(field, (stones[0], stones[1]), 0), 1 << 30)
        solver = Board(size, size)
        own = solver.mask(" ".join(map(field.name, stones[0])))
        empty = solver.full & ~own & ~solver.mask(" ".join(map(field.name, stones[1])))
        expected = by_solver(solver, 0, own, empty, Budget())
        names = [frozenset(solver.names(turn)) for turn in expected]
        assert {frozenset(map(field.name, turn)) for turn in found} == set(names)
        sizes |= {len(turn) for turn in names}
    assert len(sizes) > 2


@pytest.mark.parametrize("size", [10, 20, 26], ids=str)
def test_no_board_is_too_large(size: int) -> None:
    # As much of the board as can be filled in one turn, and as many dead ends as there can be.
    audited = 0
    for seed in range(40):
        record = record_of(maze(size, "rbb", seed), "red")
        result = audit_record(record)
        assert result.verdict != UNKNOWN
        audited += bool(result.answers)
        if audited:
            break
    assert audited


def test_of_very_many_smallest_wins_a_hundred_are_told() -> None:
    full, gaps = "R" * 23, "B" + ".B" * 11
    rows = [full, gaps, full, gaps, full]
    board = {(x, y): rows[y][x] for x in range(23) for y in range(5)}
    result = audit_record(record_of(board, "red"))
    assert result.verdict == DIFFERS
    assert result.message == "it has more than 100 answers"
    assert len(set(result.answers)) == MOST_ANSWERS
    names = {f"{'abcdefghijklmnopqrstuvw'[x]}{y}" for x in range(1, 23, 2) for y in (2, 4)}
    for answer in result.answers:
        first, second = answer.split()
        assert first[-1] != second[-1]
        assert {first, second} <= names
