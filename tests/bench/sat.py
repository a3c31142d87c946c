"""Connectivity: lazy cuts beside breadth-first layers and a unary order, on square grids.

Three kinds of demand: "clued" (a tenth of the vertices must be there, a fifth must not), "unclued"
(no square of four is all there or all missing), "sparse" (as many clues as rows, and at most 30%
of the vertices in all: here rounds of cuts have a heavy tail, and the propagator caps it). A time
is processor time for stating and answering together. Eager encodings are cut short: beyond 10×10
they get 3n layers instead of the complete three quarters of all vertices, fewer seeds, and 20
seconds each; "cut off" says how many did not finish.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median

from crossfall.solver.budget import Budget
from crossfall.solver.roadworks.record_falls import FallSearch
from crossfall.solver.roadworks.rules import board
from crossfall.solver.sat.cuts import LazyConnected
from crossfall.solver.sat.encodings import connected, connected_by_layers
from crossfall.solver.sat.formula import Formula
from crossfall.solver.sat.graph import Graph, grid
from crossfall.solver.sat.search import ROUNDS, Search, Status

SECONDS = 20.0
EAGER_SEEDS = {10: 20, 20: 5, 40: 2}


def clued(size: int, rng: Random) -> tuple[Formula, list[int]]:
    formula = Formula()
    on = formula.fresh(size * size)
    formula.add(on[0])
    for literal in on[1:]:
        if (chance := rng.random()) < 0.1:
            formula.add(literal)
        elif chance < 0.3:
            formula.add(-literal)
    return formula, on


def unclued(size: int, rng: Random) -> tuple[Formula, list[int]]:
    formula = Formula()
    on = formula.fresh(size * size)
    formula.add(on[0])
    for y in range(size - 1):
        for x in range(size - 1):
            corner = y * size + x
            square = [on[corner + step] for step in (0, 1, size, size + 1)]
            formula.add(*square)
            formula.add(*(-literal for literal in square))
    return formula, on


def sparse(size: int, rng: Random) -> tuple[Formula, list[int]]:
    formula = Formula()
    on = formula.fresh(size * size)
    for vertex in (0, *rng.sample(range(1, size * size), size)):
        formula.add(on[vertex])
    formula.at_most(on, 3 * size * size // 10)
    return formula, on


KINDS = {"clued": clued, "unclued": unclued, "sparse": sparse}


def timed(kind: str, size: int, way: str, seed: int) -> tuple[float, Status, int]:
    """Seconds, the answer, and the rounds of cuts used."""
    rng = Random(seed)
    formula, on = KINDS[kind](size, rng)
    graph = grid(size, size)
    if not way.startswith("lazy") and size > 10:
        graph = Graph(graph.neighbours, 3 * size)
    start = time.process_time()
    lazy = [LazyConnected(graph, on, 0)] if way.startswith("lazy") else []
    rounds = 10**9 if way == "lazy without propagator" else ROUNDS
    if way == "layers":
        connected_by_layers(formula, graph, on, 0)
    elif way == "order":
        connected(formula, graph, on, 0)
    with Search(
        formula, lazy, Budget(seconds=SECONDS, clock=time.process_time), rounds=rounds, rng=rng
    ) as search:
        status = search.solve()
        return time.process_time() - start, status, search.rounds_used


def row(measure: Callable[[int], tuple[float, Status, int]], seeds: int) -> str:
    runs = [measure(seed) for seed in range(seeds)]
    times = [1000 * seconds for seconds, _, _ in runs]
    text = f"median {median(times):.0f} ms, worst {max(times):.0f} ms"
    cut = sum(status is Status.UNKNOWN for _, status, _ in runs)
    rounds = max(used for _, _, used in runs)
    text += f", {seeds} seeds"
    text += f", at most {rounds} rounds" if rounds else ""
    return text + (f", {cut} cut off" if cut else "")


def record_fall(blocks: int) -> str:
    """How long it takes to find and prove the greatest fall."""
    start = time.process_time()
    budget = Budget()
    best = FallSearch(board(blocks, blocks), budget).maximum()
    assert best is not None
    return f"{best.size}, {time.process_time() - start:.1f} s, {budget.spent} conflicts"


def run() -> list[tuple[str, str]]:
    cases = [
        (kind, size, way, 20 if way == "lazy" else EAGER_SEEDS[size])
        for kind in ("clued", "unclued")
        for size in (10, 20, 40)
        for way in ("lazy", "layers", "order")
    ]
    cases += [("sparse", 10, way, 20) for way in ("lazy", "lazy without propagator", "order")]
    falls = [(f"greatest fall, {n}x{n} blocks", record_fall(n)) for n in (4, 5, 6, 7)]
    return falls + [
        (f"connected, {kind}, {size}x{size}, {way}", row(partial(timed, kind, size, way), seeds))
        for kind, size, way, seeds in cases
    ]


if __name__ == "__main__":
    for name, figure in run():
        print(f"{name}: {figure}", flush=True)
