"""The winning sets of this turn (all minimal ones, all smallest ones) and the longest turns.

They are searches over which surrounded points to leave out. Which of the remaining ones can then
be filled is plain peeling (the fillable sets form an antimatroid), so each step is a few floods.
Long dead ends can be left out in very many ways; the smallest sets are then found by walks.
Every function raises BudgetError when its budget runs out; arguments are those of
`crossfall.solver.clear_path.turns`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush

from crossfall.solver.budget import Budget
from crossfall.solver.clear_path.board import Board, bits
from crossfall.solver.clear_path.branches import smallest_by_walks
from crossfall.solver.clear_path.turns import (
    joined,
    joined_diagonally,
    joining_points,
    peeled,
)
from crossfall.solver.errors import BudgetError

QUICK = 1_000  # sets of points before the shortest walks are worth their time


def minimal_wins(board: Board, mover: int, own: int, empty: int, budget: Budget) -> list[int]:
    """Every winning set of this turn that contains no smaller one; by size, then points."""
    found: set[int] = set()
    for last, room in _closings(board, mover, own, empty):
        found |= _minimal_with(board, mover, own, empty, last, room, budget)
    return sorted((turn for turn in found if not _holds_another(turn, found)), key=_by_size)


def smallest_wins(board: Board, mover: int, own: int, empty: int, budget: Budget) -> list[int]:
    """Every winning set of this turn of the least size; by points.

    Leaving out points settles most positions at once. What it leaves unsettled, such as a maze of
    empty points, is searched by shortest walks. Both ways find the same.
    """
    left = QUICK if budget.work is None else max(0, min(QUICK, budget.work - budget.spent))
    quick = budget.part(left)
    found = None
    try:
        found = _smallest_by_leaving_out(board, mover, own, empty, quick)
    except BudgetError:
        if budget.is_over():
            raise
    budget.spend(quick.spent)  # raises where the caller gave no more than that
    if found is None:
        found = smallest_by_walks(board, mover, own, empty, budget)
    return sorted(found, key=_by_size)


def _smallest_by_leaving_out(
    board: Board, mover: int, own: int, empty: int, budget: Budget
) -> set[int]:
    found: set[int] = set()
    least = empty.bit_count()
    for last, room in _closings(board, mover, own, empty):
        seen: set[int] = set()
        stack = [room]
        while stack:
            fillable = peeled(board, empty, stack.pop())
            if fillable in seen:
                continue
            seen.add(fillable)
            budget.spend()
            missing = fewest_missing(board, mover, own | last, fillable)
            if missing is None or missing + 1 > least:
                continue
            points = _shrunk(board, mover, own | last, empty, fillable)
            size = points.bit_count() + 1
            if size < least:
                least, found = size, set()
            if size == least:
                found.add(points | last)
            stack.extend(fillable & ~point for point in bits(points))
    return found


def longest_turns(board: Board, mover: int, own: int, empty: int, budget: Budget) -> list[int]:
    """Every legal turn with the most stones; a winning turn counts, and ends with its win.

    Largest sets first: the first legal one is a longest, and a set that is too large is cut in
    every way that can mend what is wrong with it.
    """
    found: set[int] = set()
    best = 0
    room = empty & ~board.core(empty)
    queue: list[tuple[int, int, int, bool]] = []
    seen: set[tuple[int, int, bool]] = set()

    def offer(points: int, last: int, quiet: bool) -> None:
        fillable = peeled(board, empty, points)
        if (fillable, last, quiet) not in seen:
            seen.add((fillable, last, quiet))
            heappush(queue, (-fillable.bit_count(), fillable, last, quiet))

    for last in bits(empty):
        offer(room & ~last, last, True)
        offer(room & ~last, last, False)
    while queue:
        minus_size, fillable, last, quiet = heappop(queue)
        if 1 - minus_size < best:
            break
        budget.spend()
        cuts = (_quiet_cuts if quiet else _winning_cuts)(board, mover, own, empty, fillable, last)
        if cuts is None:
            best = 1 - minus_size
            found.add(fillable | last)
            continue
        for point in bits(cuts):
            offer(fillable & ~point, last, quiet)
    return sorted(found, key=_by_size)


def _quiet_cuts(
    board: Board, mover: int, own: int, empty: int, fillable: int, last: int
) -> int | None:
    """None if `fillable`, then `last`, is a legal turn without a win; else points of which a
    legal turn within it misses at least one (none if there is no such turn)."""
    if not board.roomy(empty & ~fillable) & last:
        return fillable & board.beside(last) if board.roomy(empty) & last else 0
    if joined_diagonally(board, mover, own | fillable | last):
        return _needed(fillable, lambda some: joined_diagonally(board, mover, own | last | some))
    return None


def _winning_cuts(
    board: Board, mover: int, own: int, empty: int, fillable: int, last: int
) -> int | None:
    """The same for turns that win with their last stone, and not before."""
    if not joined(board, mover, own | fillable | last):
        return 0
    if joined(board, mover, own | fillable):
        return _needed(fillable, lambda some: joined(board, mover, own | some))
    return None


def _needed(points: int, holds: Callable[[int], bool]) -> int:
    """A minimal subset of `points` for which the monotone `holds` is true."""
    for point in bits(points):
        if holds(points & ~point):
            points &= ~point
    return points


def _closings(board: Board, mover: int, own: int, empty: int) -> Iterator[tuple[int, int]]:
    """The empty points that can be the last stone of a winning turn, each with the points that
    can be filled before it."""
    core = board.core(empty)
    room = empty & ~core
    for last in bits(joining_points(board, mover, own | room, core)):
        yield last, room
    for last in bits(room):
        before = peeled(board, empty, room & ~last)
        if joined(board, mover, own | before | last):
            yield last, before


def _minimal_with(
    board: Board, mover: int, own: int, empty: int, last: int, room: int, budget: Budget
) -> set[int]:
    """The minimal sets within `room` that win together with `last`.

    A minimal set other than a given one misses a point of it, so leave out each point in turn.
    """
    found: set[int] = set()
    seen: set[int] = set()
    stack = [room]
    while stack:
        fillable = peeled(board, empty, stack.pop())
        if fillable in seen:
            continue
        seen.add(fillable)
        budget.spend()
        if joined(board, mover, own | last | fillable):
            points = _shrunk(board, mover, own | last, empty, fillable)
            found.add(points | last)
            stack.extend(fillable & ~point for point in bits(points))
    # Where the points win by themselves, `last` is needless and the set is not minimal.
    return {turn for turn in found if not joined(board, mover, own | turn & ~last)} | {
        turn & ~last for turn in found if joined(board, mover, own | turn & ~last)
    }


def _shrunk(board: Board, mover: int, stones: int, empty: int, points: int) -> int:
    """A minimal fillable set that wins with `stones`, within a fillable one that does."""
    for point in bits(points):
        if points & point:
            less = peeled(board, empty, points & ~point)
            if joined(board, mover, stones | less):
                points = less
    return points


def fewest_missing(board: Board, mover: int, stones: int, room: int) -> int | None:
    """The fewest points of `room` that a path of `stones` between the edges lacks."""
    start, goal = board.sides[mover]
    reached = board.flood(start & stones, stones)
    count = 0
    while not reached & goal:
        fresh = (board.beside(reached) | start) & room & ~reached
        if not fresh:
            return None
        reached = board.flood(reached | fresh, reached | fresh | stones)
        count += 1
    return count


def _holds_another(turn: int, turns: set[int]) -> bool:
    return any(other != turn and not other & ~turn for other in turns)


def _by_size(turn: int) -> tuple[int, list[int]]:
    return turn.bit_count(), list(bits(turn))
