"""What a thousand puzzles of each task cost: found in small numbers and extrapolated, one process.

Twice the number is found too, from which what the cost grows with can be seen.
"""

import time

from crossfall.generator.finders import Wish, finder
from crossfall.solver.budget import Budget
from crossfall.solver.position import game

# Per task how many are found; the settings are what `generate` takes without options but for
# Roadworks, where level 4 is asked for: smaller boards are listed to the end.
ROADWORKS = {"level": 4}
COUNTS = {
    "winning-move": 60,
    "lost-board": 12,
    "fewest-fences": 12,
    "answer-table": 12,
    "longest-chain": 12,
    "winning-turn": 12,
    "win-in-two": 12,
    "fewest-swaps": 12,
    "force-line": 6,
}
USUAL = 30


def seconds(name: str, task: str, count: int) -> tuple[float, int]:
    """Processor seconds to find so many puzzles, and how many were found."""
    options = ROADWORKS if name == "roadworks" else {}
    before = time.process_time()
    found = sum(1 for _ in finder(name).find(Wish(task, count, 7, options=options), Budget()))
    return time.process_time() - before, found


def run() -> list[tuple[str, str]]:
    figures = []
    for name in ("roadworks", "clear-path", "pathing-boxes"):
        for task in game(name).tasks:
            count = COUNTS.get(task, USUAL)
            seconds(name, task, 1)  # what is loaded once
            once, found = seconds(name, task, count)
            twice, more = seconds(name, task, 2 * count)
            each, growth = 1000 * twice / more, (twice / more) / (once / found)
            figures.append(
                (
                    f"{name} {task}: 1,000 puzzles, from {more}",
                    f"{each:.0f} s; twice as many cost {growth:.1f} times as much each",
                )
            )
    return figures
