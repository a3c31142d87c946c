"""Whole turns: all swaps of one player in a row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from crossfall.solver.budget import Budget
from crossfall.solver.pathing_boxes.rules import PathingPosition


@dataclass(frozen=True)
class Turn:
    """A turn of one player: its swaps in order, and what stands after it."""

    swaps: tuple[int, ...]
    after: PathingPosition


def turns(position: PathingPosition, budget: Budget) -> Iterator[Turn]:
    """The turns of the player to move: to a line, to the other's turn, or to the wave's end.

    Of turns that swap over the same edges and leave the same board only the first is given.
    Raises BudgetError.
    """
    seen: set[PathingPosition] = set()
    yield from _turns(position, position.turn, (), seen, budget)


def _turns(
    position: PathingPosition,
    mover: int,
    swaps: tuple[int, ...],
    seen: set[PathingPosition],
    budget: Budget,
) -> Iterator[Turn]:
    budget.spend()
    for edge in position.moves():
        after = position.play(edge)
        if after in seen:
            continue
        seen.add(after)
        series = (*swaps, edge)
        if after.turn == mover and after.winner() is None and not after.is_wave_over():
            yield from _turns(after, mover, series, seen, budget)
        else:
            yield Turn(series, after)


def turn_orders(position: PathingPosition, turn: Turn, budget: Budget) -> Iterator[tuple[int, ...]]:
    """Every order in which the swaps of a turn are one turn that leaves the same board.

    Raises BudgetError.
    """
    yield from _orders(position, position.turn, (), frozenset(turn.swaps), turn.after, budget)


def _orders(
    position: PathingPosition,
    mover: int,
    done: tuple[int, ...],
    left: frozenset[int],
    end: PathingPosition,
    budget: Budget,
) -> Iterator[tuple[int, ...]]:
    if not left:
        if position == end:
            yield done
        return
    if position.turn != mover or position.winner() is not None:
        return
    for edge in sorted(left):
        budget.spend()
        yield from _orders(position.play(edge), mover, (*done, edge), left - {edge}, end, budget)


def winning_turns(position: PathingPosition, budget: Budget) -> Iterator[Turn]:
    """The turns in which the player to move wins by a line."""
    for turn in turns(position, budget):
        if turn.after.winner() == position.turn:
            yield turn


def play_series(position: PathingPosition, swaps: tuple[int, ...]) -> PathingPosition | None:
    """The position after a player's swaps in a row; None if they cannot be one turn.

    Stops at a line, which may come before the last swap.
    """
    mover = position.turn
    for edge in swaps:
        if position.winner() is not None:
            break
        if position.turn != mover or position.filled >> edge & 1:
            return None
        position = position.play(edge)
    return position
