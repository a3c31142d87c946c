"""Finds Last Counter puzzles: there are so few that all are known."""

from __future__ import annotations

from random import Random

from crossfall.generator.finders import Ending, Found, Wish
from crossfall.solver.budget import Budget
from crossfall.solver.errors import InputError
from crossfall.solver.last_counter.game import GAME, MOST
from crossfall.solver.records import Record
from crossfall.solver.verify import SOUND, read_puzzle, verify

OPTIONS: tuple[str, ...] = ()


def find(wish: Wish, budget: Budget) -> Found:
    """The puzzles of a wish in the order its seed gives them."""
    if wish.difficulty or wish.tags or wish.not_tags:
        raise InputError("last-counter has neither difficulties nor tags")
    numbers = list(range(1, MOST + 1))
    Random(wish.seed).shuffle(numbers)
    found = 0
    for number in numbers:
        if found == wish.count:
            return Ending("done")
        fields = {"game": GAME.name, "task": wish.task, "board": " ".join("o" * number)}
        verdict = verify(read_puzzle(Record(fields)), budget)
        if verdict.verdict == SOUND:
            found += 1
            yield Record({**fields, "answer": verdict.answers[0]})
    return Ending("done" if found == wish.count else "all")
