"""How hard a Clear Path puzzle is: the technique that suffices to find and explain its answer.

C1 a chain in a straight line. C2 the order of the stones matters. C3 the last stone lies
elsewhere. C4 a tempting turn is illegal. C5 a win in two by a threat. C6 a win in two without
one (zugzwang). Tasks without such a proof are graded 1 to 3 by the size and kind of the answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import factorial

from crossfall.solver.clear_path.board import Board, bits
from crossfall.solver.clear_path.rules import ClearPathPosition, forbidden_points
from crossfall.solver.clear_path.turns import last_points, wins_now

STARS = {"C1": 1, "C2": 2, "C3": 3, "C4": 3, "C5": 4, "C6": 5}
# The difficulties that each task has.
LEVELS = {
    "play-again": (1, 2, 3),
    "forbidden-points": (1, 2, 3),
    "longest-chain": (1, 2, 3),
    "winning-turn": (1, 2, 3),
    "win-in-two": (4, 5),
}
# The techniques that the puzzles of a task can need; the other tasks are graded by size.
NEEDED = {"winning-turn": ("C1", "C2", "C3", "C4"), "win-in-two": ("C5", "C6")}
_MOST_ORDERS = 8  # of longer turns than this the orders are not counted: some fail


@dataclass(frozen=True)
class Grade:
    """technique: its sign, empty for a task graded by size. stars: 1 to 5."""

    technique: str
    stars: int


def grade(position: ClearPathPosition, task: str, points: int) -> Grade:
    """How hard it is to find `points`, the only answer of `task` in this position."""
    if task == "winning-turn":
        technique = _turn_technique(position, points)
    elif task == "win-in-two":
        technique = "C5" if is_threat(position, points) else "C6"
    else:
        return Grade("", _size_stars(position, task, points))
    return Grade(technique, STARS[technique])


def is_threat(position: ClearPathPosition, turn: int) -> bool:
    """Whether after this turn the mover would win at once if the opponent could pass."""
    own = position.own | turn
    return wins_now(position.board, position.turn, own, position.empty & ~turn)


def order_count(position: ClearPathPosition, turn: int) -> int:
    """In how many orders the stones of a legal turn can be placed."""
    board, mover, own, empty = position.board, position.turn, position.own, position.empty
    lasts = last_points(board, mover, own, empty, turn)
    return sum(_fillings(board, empty, turn & ~last) for last in bits(lasts))


def _fillings(board: Board, empty: int, points: int) -> int:
    """In how many orders all of `points` can be filled as surrounded ones."""
    known = {0: 1}

    def count(left: int) -> int:
        if left not in known:
            ready = left & ~board.roomy(empty & ~(points & ~left))
            known[left] = sum(count(left & ~point) for point in bits(ready))
        return known[left]

    return count(points)


def _turn_technique(position: ClearPathPosition, turn: int) -> str:
    size = turn.bit_count()
    if size > 1 and forbidden_points(position) & ~turn:
        return "C4"
    if size > 1 and last_is_elsewhere(position, turn):
        return "C3"
    order_matters = size > _MOST_ORDERS or order_count(position, turn) < factorial(size)
    if order_matters and not is_straight(position.board, turn):
        return "C2"
    return "C1"


def last_is_elsewhere(position: ClearPathPosition, turn: int) -> bool:
    """Whether every possible last stone touches no other stone of the turn."""
    board = position.board
    lasts = last_points(board, position.turn, position.own, position.empty, turn)
    return all(not board.around(last) & turn & ~last for last in bits(lasts))


def is_straight(board: Board, points: int) -> bool:
    """Whether the points are neighbours in one row or column.

    >>> from crossfall.solver.clear_path.board import board_of
    >>> board = board_of(4, 4)
    >>> is_straight(board, board.mask("b2 b3")), is_straight(board, board.mask("b2 b4"))
    (True, False)
    """
    return any(points == line for line in _lines(board, points))


def _lines(board: Board, points: int) -> Iterator[int]:
    first = points & -points
    for step in (1, board.stride):
        yield sum(first << (i * step) for i in range(points.bit_count()))


def _size_stars(position: ClearPathPosition, task: str, points: int) -> int:
    size = points.bit_count()
    if task == "play-again":
        return 1 if size <= 3 else 2 if size <= 6 else 3
    if task == "forbidden-points":
        surrounded = points & ~position.board.roomy(position.empty)
        return 3 if surrounded else 1 if size <= 2 else 2
    return 1 if size <= 2 else 2 if size <= 3 else 3
