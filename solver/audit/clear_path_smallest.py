"""The winning turns of Clear Path with the fewest stones, found without placing turn after turn.

A turn fills surrounded points and then one point more, its last. Call what it fills before its last
the *filling*. What may be a filling is told by its groups, the parts that hang together along rows and
columns:

1. While an empty point `v` is surrounded, all its empty neighbours but one at most, `u`, have been
   filled. Each of these, `w`, was surrounded when it was filled, and `v` was empty then, so for `w`
   the one was `v`. So whoever fills `v` before `u` has filled `v | u` before or then: `v`, and
   `w | v` for every other empty neighbour `w` of `v`. Whoever fills `v` last of all around has
   filled `v | none`: `v`, and `w | v` for all of them.
2. A group of a filling is a filling by itself, for points of other groups lie beside none of its own.
   Let `v` be the point of it that is filled last, and `u` its neighbour that stays empty, if there is
   one. By 1 the group holds `v | u`. It holds no more: it hangs together, and whoever walks from `v`
   within it, never back, walks from `v` to some `w` of `w | v`, and so on. So every group is one
   of these sets, at most five for each point, and each of these sets is a filling.
3. Two fillings together are one, for what is surrounded stays so. So the cost of a walk from edge to edge
   over own stones, over sets of 1, and over one last point, each set with all its stones and the
   last point with one, is never less than the smallest win: together the sets are a filling of no more
   stones. And the smallest win is such a walk: the path that it makes need not come
   back to a group that it has left (a group hangs together), and groups that it does not use would be
   left out. Its filling alone makes no path, or fewer stones would do.

So the smallest wins are the shortest walks: those from the one edge to beside the last point, and from
there to the other. As no stone is counted twice in a shortest one, different ways to a set of
stones on the way make different turns, and there are never more ways to follow than turns to tell.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from crossfall.solver.audit.clear_path import NOTHING, Point, Standing, Stones

_Exempt = Point | None


def smallest_wins(standing: Standing, most: int) -> list[Stones]:
    """The winning turns with as few stones as any: all of them, or `most` of them if there are more.
    Empty if no turn wins.

    standing: a position in which neither player has a path.
    """
    board = standing.field
    axis, far = (1, board.height - 1) if standing.player == 0 else (0, board.width - 1)
    steps = _steps(standing)
    near_side, far_side = (_Side(standing, steps, axis, edge) for edge in (0, far))
    costs: dict[Point, int] = {}
    for point in board.straight:
        if point not in standing.taken:
            one, other = near_side.cost_beside(point), far_side.cost_beside(point)
            if one is not None and other is not None:
                costs[point] = one + other
    least = min(costs.values(), default=0)
    found: dict[Stones, None] = {}
    for point in (point for point, cost in costs.items() if cost == least):
        for there in near_side.ways_beside(point, most):
            for back in far_side.ways_beside(point, most):
                found[there | back | {point}] = None
                if len(found) == most:
                    return list(found)
    return list(found)


@dataclass(frozen=True)
class _Step:
    """Points that a walk can pass, and which of them it has to fill: all, or none if they are a
    group of the player's stones."""

    points: Stones
    filled: Stones


def _steps(standing: Standing) -> list[_Step]:
    groups = [_Step(group, NOTHING) for group in _own_groups(standing)]
    return groups + [_Step(points, points) for points in _fillings(standing)]


def _own_groups(standing: Standing) -> Iterable[Stones]:
    left = set(standing.own)
    while left:
        group = {min(left)}
        todo = list(group)
        while todo:
            for other in standing.field.straight[todo.pop()]:
                if other in left and other not in group:
                    group.add(other)
                    todo.append(other)
        left -= group
        yield frozenset(group)


def _fillings(standing: Standing) -> Iterable[Stones]:
    """Every set `v | u` and `v | none` of the argument, each once."""
    board = standing.field
    empty = [point for point in board.straight if point not in standing.taken]
    beside = {v: [p for p in board.straight[v] if p not in standing.taken] for v in empty}
    known: dict[tuple[Point, _Exempt], Stones] = {}
    todo: list[tuple[Point, _Exempt]] = [(v, u) for v in empty for u in (*beside[v], None)]
    while todo:
        v, u = todo.pop()
        before = [(w, v) for w in beside[v] if w != u]
        if (v, u) in known or any(pair not in known for pair in before):
            continue  # where it waits for others, the last of them calls it again
        known[v, u] = frozenset({v}).union(*(known[pair] for pair in before))
        if u is not None:
            todo.extend((u, x) for x in (*beside[u], None) if x != v)
    return dict.fromkeys(known.values())


class _Side:
    """The shortest walks from one edge of the board, without a last point."""

    def __init__(self, standing: Standing, steps: list[_Step], axis: int, edge: int) -> None:
        self._steps = steps
        self._axis, self._edge = axis, edge
        holding: dict[Point, list[int]] = defaultdict(list)  # the steps with this point
        for number, step in enumerate(steps):
            for point in step.points:
                holding[point].append(number)
        self._beside: dict[Point, list[int]] = defaultdict(list)  # those with a neighbour of it
        onward: dict[int, list[int]] = {}
        for number, step in enumerate(steps):
            around = {p for point in step.points for p in standing.field.straight[point]}
            for point in around - step.points:
                self._beside[point].append(number)
            onward[number] = list(
                dict.fromkeys(n for p in sorted(around - step.points) for n in holding[p])
            )
        self._cost: dict[int, int] = {}
        self._before: dict[int, list[int]] = defaultdict(list)
        self._walk(standing, onward)
        self._known: dict[int, list[Stones]] = {}

    def _walk(self, standing: Standing, onward: dict[int, list[int]]) -> None:
        """Dijkstra's algorithm, keeping every step that a shortest walk may come from."""
        queue = [(len(s.filled), n) for n, s in enumerate(self._steps) if self._begins(s)]
        heapq.heapify(queue)
        while queue:
            cost, number = heapq.heappop(queue)
            if number in self._cost:
                continue
            self._cost[number] = cost
            standing.field.work.spend()
            for after in onward[number]:
                if after not in self._cost:
                    heapq.heappush(queue, (cost + len(self._steps[after].filled), after))
        for number, cost in self._cost.items():
            for after in onward[number]:
                if self._cost[after] == cost + len(self._steps[after].filled):
                    self._before[after].append(number)

    def _begins(self, step: _Step) -> bool:
        return any(point[self._axis] == self._edge for point in step.points)

    def cost_beside(self, point: Point) -> int | None:
        """The fewest stones filled by a walk to beside this point; None if there is no walk."""
        if point[self._axis] == self._edge:
            return 0
        costs = [self._cost[number] for number in self._beside[point] if number in self._cost]
        return min(costs, default=None)

    def ways_beside(self, point: Point, most: int) -> list[Stones]:
        """What the walks with that many stones fill, each set once, `most` sets at most."""
        cost = self.cost_beside(point)
        ways: dict[Stones, None] = {}
        if point[self._axis] == self._edge:
            ways[NOTHING] = None
        for number in self._beside[point]:
            if self._cost.get(number) == cost:
                ways.update(dict.fromkeys(self._ways(number, most)))
        return list(ways)[:most]

    def _ways(self, wanted: int, most: int) -> list[Stones]:
        """The same for the walks that end with a step."""
        needed = {wanted}
        todo = [wanted]
        while todo:
            more = [n for n in self._before[todo.pop()] if n not in needed | self._known.keys()]
            needed.update(more)
            todo.extend(more)
        # A group of own stones costs nothing, so it comes after the filling that leads to it.
        for number in sorted(needed, key=lambda n: (self._cost[n], not self._steps[n].filled)):
            filled = self._steps[number].filled
            ways: dict[Stones, None] = {}
            if self._begins(self._steps[number]) and self._cost[number] == len(filled):
                ways[filled] = None
            for before in self._before[number]:
                ways.update(dict.fromkeys(way | filled for way in self._known[before]))
            self._known[number] = list(ways)[:most]
        return self._known[wanted]
