"""What the opponent threatens, and what it answers to every swap that does not stop it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace

from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.pathing_boxes.rules import PathingPosition
from crossfall.solver.pathing_boxes.solutions import WORK
from crossfall.solver.pathing_boxes.turns import Turn, winning_turns

Series = tuple[int, ...]


@dataclass(frozen=True)
class WrongSwaps:
    """The swaps that do not stop the threat, each under what happens.

    losing: makes the opponent's line. answered: the turn that makes it next. going_on: keeps the
    turn, in vain. later: the opponent needs more than one turn. The others were not settled in time.
    """

    losing: tuple[int, ...]
    answered: dict[int, Series]
    going_on: tuple[int, ...]
    later: tuple[int, ...]


def threats_of(position: PathingPosition) -> list[Series] | None:
    """The shortest turns by which the opponent would make its line, were it to swap now; None where
    these are not found in time."""
    passed = replace(position, turn=1 - position.turn)
    try:
        found = [turn.swaps for turn in winning_turns(passed, Budget(work=WORK))]
    except BudgetError:
        return None
    least = min(map(len, found), default=0)
    return sorted(swaps for swaps in found if len(swaps) == least)


def wrong_defences(position: PathingPosition, answer: int) -> WrongSwaps:
    """What happens after every swap but the answer, which alone stops the threat. Of the turns that
    answer a swap as fast, that is given which answers most swaps."""
    rival = 1 - position.turn
    losing, going_on = [], []
    found: dict[int, list[Turn]] = {}
    for edge in position.moves():
        after = position.play(edge)
        if edge == answer:
            continue
        if after.winner() is not None:
            losing.append(edge)
        elif after.turn != rival:
            going_on.append(edge)
        else:
            with suppress(BudgetError):
                found[edge] = list(winning_turns(after, Budget(work=WORK)))
    later = tuple(edge for edge, answers in found.items() if not answers)
    counts: dict[Series, int] = {}
    for answers in found.values():
        for turn in answers:
            counts[turn.swaps] = counts.get(turn.swaps, 0) + 1
    answered = {
        edge: min((t.swaps for t in answers), key=lambda s: (len(s), -counts[s], s))
        for edge, answers in found.items()
        if answers
    }
    return WrongSwaps(tuple(losing), answered, tuple(going_on), later)
