"""A line forced by the second turn, as a person tells it: one turn answers almost everything."""

from __future__ import annotations

from dataclasses import dataclass

from crossfall.solver.budget import Budget
from crossfall.solver.pathing_boxes.rules import PathingPosition
from crossfall.solver.pathing_boxes.turns import (
    Turn,
    play_series,
    turn_orders,
    turns,
    winning_turns,
)
from crossfall.solver.pathing_boxes.wave import Wave


@dataclass(frozen=True)
class OtherAnswer:
    """A turn of the opponent's that needs another answer, and one that it has.

    answer is empty if the opponent's own turn makes the line.
    """

    turn: tuple[int, ...]
    answer: tuple[int, ...]


@dataclass(frozen=True)
class Plan:
    """How a line is forced by the second turn.

    first: the first turn. reply: the second turn that makes the line against all of the opponent's
    turns but the exceptions. A turn is a series: the same swaps in two orders are two turns.
    lost: the swaps of the reply that the opponent may make itself, but only in turns that make the
    line.
    """

    first: tuple[int, ...]
    reply: tuple[int, ...]
    exceptions: tuple[OtherAnswer, ...]
    lost: tuple[int, ...]


def common_reply(position: PathingPosition, edge: int, wave: Wave, budget: Budget) -> Plan | None:
    """The plan that begins with the winning swap `edge` and has the fewest exceptions.

    None if no first turn beginning with it forces the line by the second turn. Of equal plans the
    one with the shortest reply and the least edges is taken. Raises BudgetError.
    """
    mover = position.turn
    best: Plan | None = None
    for turn in turns(position, budget):
        if edge not in turn.swaps or turn.after.winner() is not None:
            continue
        orders = [swaps for swaps in turn_orders(position, turn, budget) if swaps[0] == edge]
        if orders and wave.forces(turn.after, mover, 1):
            plan = _plan(Turn(min(orders), turn.after), mover, budget)
            if best is None or _weight(plan) < _weight(best):
                best = plan
    return best


def _weight(plan: Plan) -> tuple[int, int, int]:
    return len(plan.exceptions), len(plan.first), len(plan.reply)


def _plan(first: Turn, mover: int, budget: Budget) -> Plan:
    """The reply that fails against the fewest of the opponent's turns, each order a turn."""
    replies = list(turns(first.after, budget))
    open_replies = [turn for turn in replies if turn.after.winner() != mover]
    orders = [list(turn_orders(first.after, turn, budget)) for turn in open_replies]
    answers = [list(winning_turns(turn.after, budget)) for turn in open_replies]
    # Every order: an answer may serve against another turn of the opponent's in one of them only.
    series_of = {
        series
        for turn, found in zip(open_replies, answers, strict=True)
        for answer in found
        for series in turn_orders(turn.after, answer, budget)
    }
    proposals = sorted(series_of, key=lambda series: (len(series), series))
    best: tuple[int, ...] = ()
    fewest = sum(map(len, orders)) + 1
    for proposal in proposals:
        failed = sum(
            len(series)
            for turn, series in zip(open_replies, orders, strict=True)
            if not _wins(turn.after, proposal, mover)
        )
        if failed < fewest:
            best, fewest = proposal, failed
    exceptions = tuple(
        OtherAnswer(swaps, min((a.swaps for a in found), key=lambda s: (len(s), s)))
        for turn, series, found in zip(open_replies, orders, answers, strict=True)
        if not _wins(turn.after, best, mover)
        for swaps in series
    )
    lost = tuple(
        edge
        for edge in sorted(best)
        if (own := [turn for turn in replies if edge in turn.swaps])
        and all(turn.after.winner() == mover for turn in own)
    )
    return Plan(first.swaps, best, exceptions, lost)


def _wins(position: PathingPosition, series: tuple[int, ...], mover: int) -> bool:
    after = play_series(position, series)
    return after is not None and after.winner() == mover
