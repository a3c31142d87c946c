"""The play that leads to a puzzle's position: the one its file gives, or one found for it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.pathing_boxes.play_finder import PlayFinder
from crossfall.solver.pathing_boxes.rules import PathingPosition, X, Y, swapped
from crossfall.solver.position import Puzzle

WORK = 5_000  # positions looked at for a play from any start


@dataclass(frozen=True)
class Play:
    """A start and the swaps from it. given: whether the puzzle's file names the start."""

    start: PathingPosition
    swaps: tuple[int, ...]
    given: bool

    def turns(self) -> list[tuple[PathingPosition, tuple[int, ...]]]:
        """The swaps turn by turn, each with the position before it."""
        found: list[tuple[PathingPosition, tuple[int, ...]]] = []
        here = self.start
        for edge in self.swaps:
            if found and found[-1][0].turn == here.turn:
                found[-1] = (found[-1][0], (*found[-1][1], edge))
            else:
                found.append((here, (edge,)))
            here = here.play(edge)
        return found


def play_to(puzzle: Puzzle) -> Play | None:
    """The play that leads to a puzzle's position; None if none is known.

    Where the file gives a start, from that; otherwise from some start without a line, found by
    taking swaps back.
    """
    start: PathingPosition | None = puzzle.wishes.get("start")
    if start is not None:
        return Play(start, tuple(puzzle.wishes["swaps"]), given=True)
    if puzzle.wishes.get("unproven"):
        return None
    position: PathingPosition = puzzle.position
    if puzzle.task == "conversion" and position.last is not None:
        position = replace(position, turn=position.last)
    if sum(position.score) != position.board.complete_boxes(position.filled).bit_count():
        return None
    try:
        swaps = PlayFinder(position, None, None, Budget(work=WORK)).find()
    except BudgetError:
        return None
    return None if swaps is None else _from_the_end(position, swaps)


def _from_the_end(position: PathingPosition, swaps: list[int]) -> Play | None:
    """The play whose swaps end in a position, whoever began it."""
    x, y = position.x, position.y
    for edge in reversed(swaps):
        x, y = swapped(x, edge), swapped(y, edge)
    for first in (X, Y):
        start = PathingPosition(x, y, turn=first, rules=position.rules, board=position.board)
        here = start
        for edge in swaps:
            here = here.play(edge)
        if (here.turn, here.score) == (position.turn, position.score):
            return Play(start, tuple(swaps), given=False)
    return None
