"""The tables and values that come with the installation, proved again: hours are allowed."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from crossfall.solver.audit import Work
from crossfall.solver.audit.roadworks_play import city, search
from crossfall.solver.budget import Budget
from crossfall.solver.roadworks.build import build
from crossfall.solver.roadworks.nimbers import Oracle, oracle
from crossfall.solver.roadworks.rules import Board, board, start
from crossfall.solver.roadworks.stock import stock_name
from crossfall.solver.roadworks.tables import at_hand, file_name, unpack
from tests.roadworks.literal import Literal

pytestmark = pytest.mark.prove

VALUES = Path(__file__).parents[2] / "docs" / "roadworks-values.md"
LATE = 18  # crossings of a position that the audit plays to the end
SAMPLE = 1_000  # late positions, and as many early ones


@pytest.mark.parametrize("size", [(3, 3), (3, 4), (3, 5), (4, 4), (4, 5), (5, 5)])
def test_an_installed_table_is_rebuilt_from_nothing_to_the_byte(size: tuple[int, int]) -> None:
    board_ = board(*size)
    table, stock = build(board_)
    for name, content in (
        (file_name(board_), table.to_bytes()),
        (stock_name(board_), stock.to_bytes()),
    ):
        packed = at_hand(name)
        assert packed is not None
        assert unpack(packed, board_, name) == content


def played(board_: Board, rng: random.Random, late: bool) -> int:
    """A live set from random play, with at most LATE crossings or with more."""
    while True:
        position = start(board_)
        for _ in range(rng.randint(0, 12)):
            safe = [c for c in range(board_.grid.count) if position.safe >> c & 1]
            if not safe or (late and position.open.bit_count() <= LATE):
                break
            position = position.play(rng.choice(safe))
        if (position.open.bit_count() <= LATE) is late:
            return position.open


def test_late_positions_of_the_5x5_table_agree_with_the_audit() -> None:
    rng = random.Random(55)
    board_ = board(5, 5)
    literal = search(city(5, 5))
    for _ in range(SAMPLE):
        live = played(board_, rng, late=True)
        theirs = literal.winning(frozenset(board_.names(live)), Work())
        assert set(board_.names(oracle(board_).winning(live, Budget()))) == set(theirs)


def test_early_positions_of_the_5x5_table_agree_with_the_search() -> None:
    pytest.importorskip("numba")
    rng = random.Random(56)
    board_ = board(5, 5)
    searching = Oracle(board_, tables=False)
    for _ in range(SAMPLE):
        live = played(board_, rng, late=False)
        assert oracle(board_).winning(live, Budget()) == searching.winning(live, Budget())


def documented() -> list[tuple[int, int, str, int | None]]:
    """The rows of the page: width, height, who wins, the value if it is known."""
    rows = re.findall(
        r"^\| (\d+)×(\d+) \| (first|second) \| (\d+|–) \|", VALUES.read_text("utf-8"), re.MULTILINE
    )
    return [
        (int(width), int(height), winner, None if value == "–" else int(value))
        for width, height, winner, value in rows
    ]


@pytest.mark.parametrize("row", documented(), ids=lambda row: f"{row[0]}x{row[1]}")
def test_a_value_in_the_documents_is_found_again(row: tuple[int, int, str, int | None]) -> None:
    width, height, winner, value = row
    board_ = board(width, height)
    if width > 5 and height > 5:
        pytest.skip("decided by `make prove-6x6`")
    searching = Oracle(board_, tables=False)
    lost = searching.is_lost(board_.full, Budget())
    assert winner == ("second" if lost else "first")
    if value is not None:
        assert searching.nimber(board_.full, Budget()) == value
        assert lost == (value == 0)
    if width * height <= 10:
        literal = Literal(width, height)
        assert literal.nimber(literal.full) == value
