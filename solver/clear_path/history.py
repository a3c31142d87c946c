"""Is there a real line of play to a position? A search backwards, undoing whole turns.

Undoing a turn lifts its last stone, which must have two empty neighbours, and then perhaps more
stones of the same colour, each with at most one: the order of placing, read backwards. Fewer
stones block less, so what comes before a two-clear position is two-clear and no win; the only
things to watch are that each earlier position again shows how its last turn ended, and that the
empty board is reached with Red to move. The pie rule exchanges players, not stones, and changes
nothing here.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain
from typing import TypeAlias

from crossfall.solver.budget import Budget
from crossfall.solver.clear_path.board import BLUE, RED, Board, bits
from crossfall.solver.clear_path.rules import ClearPathPosition

DEFAULT_WORK = 20_000  # turns undone; a possible position needs a few dozen
_TRIES = 12  # randomised searches before the exhaustive one
_TRY_WORK = 300  # positions in each


def line_of_play(
    position: ClearPathPosition, budget: Budget | None = None, seed: int = 0
) -> list[tuple[int, ...]] | None:
    """Turns from the empty board to `position`, each as its stones in a legal order.

    None if there is no such line, proven; BudgetError (of `budget`, by default DEFAULT_WORK
    turns undone) if the search found none but is not finished. The position must have no problems.

    >>> from crossfall.solver.clear_path.board import board_of
    >>> board = board_of(3, 3)
    >>> position = ClearPathPosition(board, board.mask("a1 c3"), board.mask("b2"), BLUE)
    >>> [[board.name(stone) for stone in turn] for turn in line_of_play(position)]
    [['c3'], ['b2'], ['a1']]
    """
    if budget is None:
        budget = Budget(work=DEFAULT_WORK)
    rng = random.Random(seed)
    for _ in range(_TRIES):
        line = _Backwards(position.board, rng, budget).line(position, most=_TRY_WORK)
        if line is not None:
            return line
    return _Backwards(position.board, rng, budget, exhaustive=True).line(position)


_Stones: TypeAlias = tuple[int, int, int]  # red, blue, player to move


class _Backwards:
    """One depth-first search backwards, over a few likely turns each time or over all."""

    def __init__(
        self, board: Board, rng: random.Random, budget: Budget, exhaustive: bool = False
    ) -> None:
        self.board, self.rng, self.budget, self.exhaustive = board, rng, budget, exhaustive

    def line(
        self, position: ClearPathPosition, most: int | None = None
    ) -> list[tuple[int, ...]] | None:
        """A line to `position`; None if none was found among `most` earlier positions."""
        start = (position.red, position.blue, position.turn)
        if not start[0] and not start[1]:
            return [] if position.turn == RED else None
        seen = {start}
        path: list[tuple[int, ...]] = []
        trail = [self._undone(start)]
        while trail and (most is None or len(seen) <= most):
            found = next(trail[-1], None)
            if found is None:
                trail.pop()
                if path:
                    path.pop()
                continue
            turn, before = found
            if before == (0, 0, RED):
                return [turn, *reversed(path)]
            if before in seen or not _can_be(before):
                continue
            seen.add(before)
            path.append(turn)
            trail.append(self._undone(before))
        return None

    def _undone(self, position: _Stones) -> Iterator[tuple[tuple[int, ...], _Stones]]:
        """Turns that may have led here, each with the position before it."""
        red, blue, turn = position
        player = 1 - turn
        stones = blue if player else red
        empty = self.board.full & ~(red | blue)
        told: set[int] = set()
        # With single stones only, Red has as many as Blue, or one more after Red's turn.
        surplus = red.bit_count() - blue.bit_count() - (player == RED)
        length = max(1, 1 + (-surplus if player else surplus))
        options = iter(
            sorted(self._likely(stones, empty, length), key=lambda turn: abs(len(turn) - length))
        )
        if self.exhaustive:
            options = chain(options, self._all(stones, empty))
        for option in options:
            lifted = sum(option)
            if lifted not in told:
                self.budget.spend()
                told.add(lifted)
                rest = stones & ~lifted
                yield option, (red, rest, player) if player else (rest, blue, player)

    def _likely(self, stones: int, empty: int, length: int) -> Iterator[tuple[int, ...]]:
        """Some turns, of about the length that evens out the numbers of stones."""
        lasts = list(bits(self._enders(stones, empty)))
        self.rng.shuffle(lasts)
        for last in lasts * 2:
            order: tuple[int, ...] = (last,)
            yield order
            while len(order) < length:
                more = list(bits(self._earlier(stones, empty, sum(order))))
                if not more:
                    break
                order = (self.rng.choice(more), *order)
                yield order

    def _all(self, stones: int, empty: int) -> Iterator[tuple[int, ...]]:
        seen: set[int] = set()
        for last in bits(self._enders(stones, empty)):
            stack: list[tuple[int, ...]] = [(last,)]
            while stack:
                order = stack.pop()
                lifted = sum(order)
                if lifted in seen:
                    continue
                seen.add(lifted)
                yield order
                stack.extend(
                    (stone, *order) for stone in bits(self._earlier(stones, empty, lifted))
                )

    def _enders(self, stones: int, empty: int) -> int:
        """The stones that can have been the last of a turn: two empty neighbours or more."""
        return stones & self.board.facing_two(empty)

    def _earlier(self, stones: int, empty: int, lifted: int) -> int:
        """The stones that can have been placed just before those lifted: at most one."""
        return stones & ~lifted & ~self.board.facing_two(empty | lifted)


def _can_be(position: _Stones) -> bool:
    """Whether the colours fit: Red has begun, and Blue has placed if Red is to move again."""
    red, blue, turn = position
    return bool(red) and (bool(blue) or turn == BLUE)
