"""How fast Clear Path is: turns, wins in two, exact values, the compiled twin, the composer."""

from __future__ import annotations

import random
import statistics
from itertools import islice
from time import process_time

from crossfall.generator.finders import Wish, finder
from crossfall.solver.budget import Budget
from crossfall.solver.clear_path.board import board_of
from crossfall.solver.clear_path.compose import compose
from crossfall.solver.clear_path.compose_model import ChainWish
from crossfall.solver.clear_path.fast import FastSearch
from crossfall.solver.clear_path.rules import ClearPathPosition
from crossfall.solver.clear_path.sampling import random_game
from crossfall.solver.clear_path.search import SYMMETRIC_STONES, Search
from crossfall.solver.clear_path.turns import wins_now


def run() -> list[tuple[str, str]]:
    """Name and figure of each benchmark; seconds of processor time."""
    rows = [
        (f"all wins in two, {side}x{side}, {empty} empty", _in_two(side, empty, count))
        for side, empty, count in ((5, 10, 40), (6, 12, 20))
    ]
    rows += [
        (f"exact value, 5x5, {empty} empty, plain", _exact(empty, count, fast=False))
        for empty, count in ((14, 20), (16, 20), (18, 8))
    ]
    rows += [
        (f"exact value, 5x5, {empty} empty, compiled", _exact(empty, count, fast=True))
        for empty, count in ((18, 20), (20, 20))
    ]
    rows += [
        (f"compose {side}x{side}, chain of {stones}", _compose(side, stones))
        for side, stones in ((6, 2), (6, 6), (9, 6), (9, 10))
    ]
    rows += [
        (
            f"generate 4 {task}, {side}x{side}, difficulty {stars or 'any'}",
            _found(task, side, stars),
        )
        for task, side, stars in (
            ("longest-chain", 6, 1),
            ("longest-chain", 6, None),
            ("longest-chain", 8, None),
            ("win-in-two", 6, 4),
            ("win-in-two", 6, 5),
            ("win-in-two", 8, 4),
            ("win-in-two", 8, None),
            ("win-in-two", 9, None),
        )
    ]
    return rows


def _positions(side: int, empty: int, count: int) -> list[ClearPathPosition]:
    """Positions of random play with so many empty points and no win at once."""
    rng = random.Random(1)
    found: list[ClearPathPosition] = []
    while len(found) < count:
        for position in random_game(board_of(side, side), rng):
            if position.empty.bit_count() == empty and not wins_now(
                position.board, position.turn, position.own, position.empty
            ):
                found.append(position)
    return found[:count]


def _told(times: list[float]) -> str:
    return f"median {statistics.median(times) * 1000:.2f} ms, worst {max(times) * 1000:.1f} ms"


def _in_two(side: int, empty: int, count: int) -> str:
    times = []
    for position in _positions(side, empty, count):
        begun = process_time()
        search = Search(position.board, Budget())
        list(search.winning(position.turn, position.own, position.other, 2))
        times.append(process_time() - begun)
    return _told(times)


def _exact(empty: int, count: int, fast: bool) -> str:
    times, nodes = [], 0
    if fast:  # compile before the clock starts
        FastSearch(board_of(2, 2), Budget(), SYMMETRIC_STONES).wins_later(0, 0, 0)
    for position in _positions(5, empty, count):
        budget = Budget()
        mover, own, other = position.turn, position.own, position.other
        begun = process_time()
        if fast:
            FastSearch(position.board, budget, SYMMETRIC_STONES).wins_later(mover, own, other)
        else:
            Search(position.board, budget).wins(mover, own, other)
        times.append(process_time() - begun)
        nodes += budget.spent
    return f"{_told(times)}, {nodes / sum(times) / 1000:.0f} thousand positions a second"


def _compose(side: int, stones: int) -> str:
    times = []
    for seed in range(10):
        begun = process_time()
        list(islice(compose(ChainWish(side, side, stones), random.Random(seed), Budget()), 1))
        times.append(process_time() - begun)
    return _told(times)


def _found(task: str, side: int, stars: int | None) -> str:
    times, counts = [], []
    for seed in range(5):
        wish = Wish(task, 4, seed, stars, options={"size": f"{side}x{side}"})
        begun = process_time()
        counts.append(len(list(finder("clear-path").find(wish, Budget()))))
        times.append(process_time() - begun)
    return f"{_told(times)}, {sum(counts)} of 20 found"
