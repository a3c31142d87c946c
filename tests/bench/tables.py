"""Tables, search and generation from the table; processor seconds, so that company matters less."""

import random
import time
from collections.abc import Callable

from crossfall.solver.budget import Budget
from crossfall.solver.roadworks.blocks import BlockSearch
from crossfall.solver.roadworks.build import build
from crossfall.solver.roadworks.engines import PlainEngine, engine
from crossfall.solver.roadworks.nimbers import Oracle
from crossfall.solver.roadworks.rules import Board, board, start
from crossfall.solver.roadworks.stock import stock_of
from crossfall.solver.roadworks.tables import find, lost_sets


def took(work: Callable[[], object]) -> float:
    before = time.process_time()
    work()
    return time.process_time() - before


def played(board_: Board, count: int) -> list[int]:
    """Live sets from random play, from the empty board to the end."""
    rng = random.Random(1)
    found = []
    while len(found) < count:
        position = start(board_)
        while safe := [c for c in range(board_.grid.count) if position.safe >> c & 1]:
            found.append(position.open)
            position = position.play(rng.choice(safe))
    return found[:count]


def winning(board_: Board) -> tuple[str, str]:
    exact = Oracle(board_)
    positions = played(board_, 500)
    times = [took(lambda: exact.winning(live, Budget())) for live in positions]  # noqa: B023
    return (
        f"all winning closures of a {board_.size} position, mean and worst of 500",
        f"{1000 * sum(times) / 500:.2f} and {1000 * max(times):.1f} ms",
    )


def run() -> list[tuple[str, str]]:
    five, four = board(5, 5), board(4, 4)
    found = [
        ("load the 5x5 table", f"{took(lambda: lost_sets(five)):.2f} s"),
        ("read its census", f"{took(lambda: find(five)):.2f} s"),
        ("load the 5x5 stock", f"{took(lambda: stock_of(five)):.2f} s"),
        winning(four),
        winning(five),
    ]
    plain = took(lambda: build(four, PlainEngine(four)))
    found.append(("build the 4x4 table with its census, plain", f"{plain:.2f} s"))
    try:
        from crossfall.solver.roadworks.fast import FastSearch
    except ImportError:
        return found
    build(board(2, 2), engine(board(2, 2)))  # compiles or loads
    quick = took(lambda: build(four, engine(four)))
    found.append(("the same, compiled", f"{quick:.2f} s, {plain / quick:.0f} times quicker"))
    chain = four.grid.chain(four.full, 0, four.b)
    FastSearch(8).sum_value(four.grid, chain, Budget())
    slow = took(lambda: BlockSearch(8).sum_value(four.grid, chain, Budget()))
    fast = took(lambda: FastSearch(8).sum_value(four.grid, chain, Budget()))
    found.append(("Grundy value of the empty 4x4 board, plain search", f"{slow:.2f} s"))
    found.append(("the same, compiled", f"{fast:.3f} s, {slow / fast:.0f} times quicker"))
    for size in ((5, 5), (4, 7)):
        board_ = board(*size)
        exact = Oracle(board_, tables=False)
        seconds = took(lambda: exact.is_lost(board_.full, Budget()))  # noqa: B023
        found.append(
            (f"who wins the empty {board_.size} board without a table", f"{seconds:.1f} s")
        )
    return found
