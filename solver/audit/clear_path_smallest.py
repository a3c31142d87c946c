"""The winning turns of Clear Path with the fewest stones where there are too many turns to place.

Turns are placed stone by stone as ever, but those first that can still win with the fewest stones in
all: the stones placed, and as many as the shortest path needs that is made of the player's stones,
of points that can be filled and of one point more, the last one. A turn that needs more than the
first win met is never placed on.
"""

from __future__ import annotations

import heapq
from collections import deque
from itertools import count

from crossfall.solver.audit.clear_path import NOTHING, Point, Standing, Stones


def smallest_wins(standing: Standing) -> list[Stones]:
    """Every turn that wins with as few stones as any. Raises OutOfWorkError."""
    fillable = _fillable(standing)
    order = count()
    queue: list[tuple[int, int, Stones]] = []
    seen: set[Stones] = set()

    def offer(placed: Stones) -> None:
        if placed in seen:
            return
        seen.add(placed)
        missing = _missing(standing, fillable, placed)
        if missing is not None:
            heapq.heappush(queue, (len(placed) + missing, next(order), placed))

    offer(NOTHING)
    found: dict[Stones, None] = {}
    while queue:
        least, _, placed = heapq.heappop(queue)
        if found and least > len(next(iter(found))):
            break
        for point, meaning in standing.next(placed):
            if meaning == "wins":
                turn = placed | {point}
                if not found or len(turn) == len(next(iter(found))):
                    found[turn] = None
            elif meaning == "again":
                offer(placed | {point})
    return list(found)


def _fillable(standing: Standing) -> Stones:
    """The points that can be filled one after the other, each surrounded when its turn comes."""
    board = standing.field
    filled: set[Point] = set()
    while True:
        more = [
            point
            for point in board.straight
            if point not in standing.taken
            and point not in filled
            and sum(p not in standing.taken and p not in filled for p in board.straight[point]) <= 1
        ]
        if not more:
            return frozenset(filled)
        filled.update(more)


def _missing(standing: Standing, fillable: Stones, placed: Stones) -> int | None:
    """How many stones a path needs at least that is made of the player's stones, fillable points and
    one other empty point at most; None if there is no such path."""
    board = standing.field
    board.work.spend()
    own = standing.own | placed
    axis, far = (1, board.height - 1) if standing.player == 0 else (0, board.width - 1)
    todo: deque[tuple[int, Point, bool]] = deque()
    known: set[tuple[Point, bool]] = set()

    def reach(stones: int, point: Point, other: bool) -> None:
        if point in own:
            todo.appendleft((stones, point, other))
        elif point in fillable:
            todo.append((stones + 1, point, other))
        elif point not in standing.taken and not other:
            todo.append((stones + 1, point, True))

    for point in board.straight:
        if point[axis] == 0:
            reach(0, point, False)
    # Own stones cost nothing and come first, so that points are met by their number of new ones.
    while todo:
        stones, here, other = todo.popleft()
        if (here, other) in known:
            continue
        known.add((here, other))
        if here[axis] == far:
            return stones
        for point in board.straight[here]:
            reach(stones, point, other)
    return None
