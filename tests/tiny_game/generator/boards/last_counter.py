"""Draws Last Counter: a row of discs; in the key those to take are crossed out."""

from __future__ import annotations

from crossfall.generator.drawing import Dots, Drawing, Path
from crossfall.solver.position import Findings, Puzzle

STEP = 10.0


def draw(puzzle: Puzzle) -> tuple[Drawing, ...]:
    return (_drawing(puzzle.position.counters, 0),)


def draw_key(puzzle: Puzzle, findings: Findings) -> tuple[Drawing, ...]:
    taken = int(str(findings.answers[0])) if findings.answers else 0
    return (_drawing(puzzle.position.counters, taken),)


def _drawing(counters: int, taken: int) -> Drawing:
    middles = tuple((STEP * (i + 0.5), STEP / 2) for i in range(counters))
    crosses = "".join(f"M{x - 4:g} {y - 4:g}l8 8m0 -8l-8 8" for x, y in middles[counters - taken :])
    return Drawing(
        kind="last_counter",
        width=STEP * max(counters, 1),
        height=STEP,
        layers=(Dots("counter", 7.0, middles), Path("taken", crosses)),
        alt=f"A row of {counters} counters.",
        step=STEP,
    )
