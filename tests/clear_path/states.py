"""Between the literal twin's positions, drawings and the solver's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from crossfall.solver.clear_path.board import Board, board_of
from crossfall.solver.clear_path.rules import ClearPathPosition
from tests.clear_path import literal

CASES = Path(__file__).parent.parent / "cases" / "clear_path.json"


def position_of(state: literal.State) -> ClearPathPosition:
    width, height, red, blue, turn = state
    board = board_of(width, height)
    return ClearPathPosition(board, mask_of(board, red), mask_of(board, blue), turn)


def state_of(position: ClearPathPosition) -> literal.State:
    board = position.board
    red = frozenset(board.place(p) for p in board.points if p & position.red)
    blue = frozenset(board.place(p) for p in board.points if p & position.blue)
    return board.width, board.height, red, blue, position.turn


def mask_of(board: Board, points: literal.Stones) -> int:
    return sum(board.at(x, y) for x, y in points)


def drawn(rows: str, to_move: str = "red") -> ClearPathPosition:
    """A position from rows from the top, blanks between rows."""
    lines = rows.split()
    width, height = len(lines[0]), len(lines)
    found: dict[str, set[literal.Point]] = {"R": set(), "B": set(), ".": set()}
    for i, line in enumerate(lines):
        for x, sign in enumerate(line):
            found[sign].add((x, height - 1 - i))
    stones = frozenset(found["R"]), frozenset(found["B"])
    return position_of((width, height, *stones, 0 if to_move == "red" else 1))


def known_positions() -> list[dict[str, Any]]:
    """The positions with known answers."""
    cases: list[dict[str, Any]] = json.loads(CASES.read_text())
    return cases


def names(position: ClearPathPosition, turns: list[int]) -> list[list[str]]:
    return sorted(position.board.names(turn) for turn in turns)
