"""Finds `what-falls` and `great-fall` puzzles whose fall has a wished size, on boards of any size."""

from __future__ import annotations

from random import Random

from crossfall.generator.finders import Ending, Found, Wish
from crossfall.generator.finders.ranges import Run
from crossfall.solver.budget import Budget
from crossfall.solver.errors import InputError, NeverError
from crossfall.solver.roadworks.game import GAME
from crossfall.solver.roadworks.rules import Board

TASKS = ("what-falls", "great-fall")
TRIES_EACH = 500  # proposals judged for each puzzle wanted


def fall_puzzles(wish: Wish, board: Board, budget: Budget, run: Run) -> Found:
    """The puzzles of a wish with the option `fall`; see `crossfall.generator.finders.Finder`.

    SAT proposes the falls, so that rare sizes are found as fast as common ones; where too few
    exist that is proven. Each proposal rests on those before it, so one process makes them all.
    """
    from crossfall.generator.roadworks_wishes import graded
    from crossfall.solver.roadworks.compose import falls_to_wish

    size = wish.options["fall"]
    if wish.task not in TASKS:
        raise InputError(f"{wish.task} takes no --fall; expected --task {' or '.join(TASKS)}")
    random = Random(f"{wish.seed} {wish.task} {board.size} fall {size}")
    composed = falls_to_wish(board, size, wish.task, True, budget, random, TRIES_EACH * wish.count)
    found = skipped = 0
    for one in composed:
        assert one.verdict is not None
        record = graded(one.verdict)
        if wish.difficulty not in (None, record.fields["difficulty"]):
            continue
        if wish.strict and len(one.verdict.answers) > 1:
            continue
        if run.known(GAME.canonical(one.verdict.puzzle)):
            skipped += 1
            continue
        yield record
        found += 1
        if found == wish.count:
            return Ending("done")
    if not found and not skipped:
        raise NeverError(f"{board.size} has no such {wish.task} puzzle where {size} fall, proven")
    return Ending("all", exist=found + skipped)
