"""What Pathing costs: searches within a wave, plain and compiled, against proof numbers; finding."""

import random
import statistics
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from crossfall.generator.finders import Wish
from crossfall.generator.finders.pathing_boxes import find
from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.pathing_boxes.fast import CompiledSearch
from crossfall.solver.pathing_boxes.play_finder import PlayFinder
from crossfall.solver.pathing_boxes.rules import CLASSIC, PathingPosition
from crossfall.solver.pathing_boxes.setting import PLAY_WORK
from crossfall.solver.pathing_boxes.wave import UNBOUNDED, PlainSearch, Question, Search, Wave, ties
from tests.pathing_boxes.positions import random_position
from tests.pathing_boxes.proof_numbers import proof_number_nodes

Figures = list[tuple[str, str]]
Kind = Callable[[Question, Budget], Search]


def run() -> Figures:
    return [*_waves(), *_empty_wave(), *_lists(), *_finding(), *_plays()]


def _timed(kind: Kind, places: list[PathingPosition]) -> tuple[list[float], int]:
    seconds, nodes = [], 0
    for here in places:
        budget = Budget()
        search = kind(Question(here.board, ties(here), here.turn), budget)
        before = time.perf_counter()
        search.forces(here.x, here.y, here.filled, here.turn, UNBOUNDED)
        seconds.append(time.perf_counter() - before)
        nodes += budget.spent
    return seconds, nodes


def _waves() -> Figures:
    figures = []
    rng = random.Random(1)
    CompiledSearch(Question(CLASSIC.board, (0, 1), 0), Budget()).forces(
        CLASSIC.x, CLASSIC.y, 0, 0, 1
    )  # compile, or load what was compiled
    for open_edges, count in ((12, 40), (14, 20), (16, 10), (18, 4)):
        places = [random_position(rng, "waves", False, open_edges)[0] for _ in range(count)]
        plain, nodes = _timed(PlainSearch, places)
        compiled, _ = _timed(CompiledSearch, places)
        figures.append(
            (
                f"{open_edges} edges left, {count} positions: plain, median and worst",
                f"{statistics.median(plain):.3f} s, {max(plain):.3f} s",
            )
        )
        figures.append(("  the same compiled", f"{max(compiled):.3f} s worst"))
        ratio = sum(plain) / sum(compiled)
        figures.append(("  times faster; nodes", f"{ratio:.0f}; {nodes}"))
        if open_edges <= 14:
            numbers = sum(map(proof_number_nodes, places))
            figures.append(("  nodes of a search by proof numbers", str(numbers)))
    return figures


def _empty_wave() -> Figures:
    question = Question(CLASSIC.board, ties(CLASSIC), 0, by_swaps=True)
    budget = Budget()
    before = time.perf_counter()
    PlainSearch(question, budget).forces(CLASSIC.x, CLASSIC.y, 0, 0, 4)
    seconds = time.perf_counter() - before
    return [("a line within 4 own swaps of an empty wave, plain", f"{seconds:.2f} s")]


def _lists() -> Figures:
    rng = random.Random(2)
    seconds = []
    for _ in range(20):
        here, _, _ = random_position(rng, "waves", False, 12)
        before = time.perf_counter()
        wave = Wave(here, Budget())
        wave.winning()
        wave.holding()
        seconds.append(time.perf_counter() - before)
    return [("all forcing and holding swaps, 12 edges left, plain, worst", f"{max(seconds):.3f} s")]


def _plays() -> Figures:
    """How often a real order of swaps is found for positions of random real play."""
    figures = []
    for finals in (False, True):
        for open_edges in (0, 4, 8, 12):
            rng = random.Random(f"plays {finals} {open_edges}")
            found, before = 0, time.process_time()
            for _ in range(10):
                here, start, _ = random_position(rng, "waves", finals, open_edges)
                shown = replace(here, owned=(0, 0), last=None)
                cells, budget = (start.x, start.y), Budget(work=PLAY_WORK)
                with suppress(BudgetError):
                    found += PlayFinder(shown, cells, start.turn, budget).find() is not None
            seconds = (time.process_time() - before) / 10
            name = f"a play to {'finals' if finals else 'normal'} boards, {open_edges} edges left"
            figures.append((name, f"{found} of 10 found, {seconds:.2f} s each"))
    return figures


def _finding() -> Figures:
    figures = []
    for task in ("fewest-swaps", "line-now", "force-line", "only-defence", "conversion"):
        for finals in (False, True):
            wish = Wish(task, count=6, seed=1, options={"finals": finals})
            figures.append(_found(wish, "finals board" if finals else ""))
    for task in ("line-now", "force-line", "only-defence", "conversion"):
        options = {"rules": "dm5", "rules_dependent": True}
        figures.append(_found(Wish(task, count=2, seed=4, options=options), "hanging on dm5"))
    return figures


def _found(wish: Wish, kind: str) -> tuple[str, str]:
    before = time.process_time()
    found = list(find(wish, Budget()))
    name = f"find {len(found)} {wish.task}{f', {kind}' if kind else ''}"
    return name, f"{time.process_time() - before:.1f} s"
