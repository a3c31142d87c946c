"""The longest turns of Clear Path where there are too many turns to place them all.

For each point that may be the last, all others that can be filled before it are filled (a surrounded
point stays surrounded, so the order does not matter). If that is no legal turn, something shows why:
a path of the player's stones that must not stand yet, or the last point's free neighbours. A legal
turn within it leaves out at least one stone of that, so each is left out in turn, the largest sets
first. The first legal sets met are the longest.
"""

from __future__ import annotations

import heapq
from collections import deque
from itertools import count

import networkx as nx

from crossfall.solver.audit.clear_path import Point, Standing, Stones


def longest_turns(standing: Standing) -> list[Stones]:
    """Every legal turn with the most stones. Raises OutOfWorkError."""
    board = standing.field
    empty = frozenset(p for p in board.straight if p not in standing.taken)
    order = count()
    queue: list[tuple[int, int, Stones, Point, bool]] = []
    seen: set[tuple[Stones, Point, bool]] = set()

    def offer(points: Stones, last: Point, wins: bool) -> None:
        filled = _filled(standing, points)
        if (filled, last, wins) not in seen:
            seen.add((filled, last, wins))
            heapq.heappush(queue, (-len(filled), next(order), filled, last, wins))

    for last in sorted(empty):
        for wins in (False, True):
            offer(empty - {last}, last, wins)
    found: dict[Stones, None] = {}
    while queue:
        size, _, filled, last, wins = heapq.heappop(queue)
        if found and -size + 1 < len(next(iter(found))):
            break
        board.work.spend(len(empty))
        guilty = (_why_no_win if wins else _why_no_end)(standing, filled, last)
        if guilty is None:
            found[filled | {last}] = None
            continue
        for point in sorted(guilty):
            offer(filled - {point}, last, wins)
    return list(found)


def _filled(standing: Standing, points: Stones) -> Stones:
    """As many of `points` as can be filled one after the other, each surrounded."""
    placed: set[Point] = set()
    while True:
        more = [p for p in points if p not in placed and len(_free(standing, p, placed)) <= 1]
        if not more:
            return frozenset(placed)
        placed.update(more)


def _free(standing: Standing, point: Point, placed: set[Point] | Stones) -> list[Point]:
    return [
        p for p in standing.field.straight[point] if p not in standing.taken and p not in placed
    ]


def _why_no_end(standing: Standing, filled: Stones, last: Point) -> Stones | None:
    """Stones of `filled` of which a turn that ends with `last`, without a win, leaves out one; none
    if there is no such turn; None if `filled` and `last` are one."""
    board = standing.field
    if len(_free(standing, last, filled)) < 2:
        beside = frozenset(board.straight[last])
        return filled & beside if len(_free(standing, last, frozenset())) >= 2 else frozenset()
    path = _path(standing, standing.own | filled | {last}, board.diagonal)
    return None if path is None else filled & path


def _why_no_win(standing: Standing, filled: Stones, last: Point) -> Stones | None:
    """The same for a turn that wins with `last` and not before."""
    board = standing.field
    if _path(standing, standing.own | filled | {last}, board.straight) is None:
        return frozenset()
    path = _path(standing, standing.own | filled, board.straight)
    return None if path is None else filled & path


def _path(standing: Standing, stones: Stones, graph: nx.Graph) -> Stones | None:
    """A path of these stones between the player's two edges, one with as few new stones as there
    is; None if there is none."""
    board = standing.field
    axis, far = (1, board.height - 1) if standing.player == 0 else (0, board.width - 1)
    starts = sorted(p for p in stones if p[axis] == 0)
    came_from: dict[Point, Point] = {}
    todo = deque[tuple[Point, Point]]()
    for start in starts:
        _put(todo, start, start, standing.own)
    while todo:
        here, before = todo.popleft()
        if here in came_from:
            continue
        came_from[here] = before
        if here[axis] == far:
            path = {here}
            while came_from[here] != here:
                here = came_from[here]
                path.add(here)
            return frozenset(path)
        for other in graph[here]:
            if other in stones and other not in came_from:
                _put(todo, other, here, standing.own)
    return None


def _put(todo: deque[tuple[Point, Point]], point: Point, before: Point, own: Stones) -> None:
    # Old stones first, so that points are met by their number of new ones.
    if point in own:
        todo.appendleft((point, before))
    else:
        todo.append((point, before))
