"""The fewest swaps to a line of the mover's, alone on the board: every smallest set of edges.

Swaps are made one after the other, by the rules; boxes and turns are no matter here. Two things keep
the number of positions small.

1. A swap of equal contents is never made: without it the set would be smaller.
2. From every position at least as many swaps are needed as a *flow* takes. Whatever swaps make a line,
   each of its four pieces has come there from the cell where it stands now, over edges that were swapped,
   and no edge carries two of them: it is swapped once, and of different contents. So there are four
   ways without a common edge, from different cells of the mover's to the four cells of the line.
   The fewest edges that four such ways take together are a flow of least cost, found by
   successive shortest paths (Edmonds and Karp 1972). Where there is no flow, there is no line.

Positions that can still do with the fewest swaps in all come first; once some do it, none of those that
need more is looked at. Mostly the flow is what it takes. It is less where a line of the other
colour, which would end it, is in the way. Then little can be moved without making that line, so that
positions are few again, or nothing helps, which is found as a rule by asking whether it could be done
if edges could be swapped again and again: then a position is its cells and nothing else.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from crossfall.solver.audit import Work
from crossfall.solver.audit.pathing_boxes_play import LINES, NAMES, Edge, State, edges, other

FEW = 2_000  # positions looked at before it is asked whether it could be done at all

_LINES = tuple(tuple(map(NAMES.index, line)) for line in LINES)
_FAR = 1_000  # more swaps than there are edges

_At = tuple[str, int]  # the marks of the cells in the order of NAMES; which open edges were swapped


def smallest_sets(state: State, work: Work) -> set[frozenset[Edge]]:
    """The smallest sets of open edges whose swaps, in some order, line up the mover's pieces before
    the other's; empty if there are none. Raises OutOfWorkError.

    state: a position without a line.
    """
    search = _Search(state, work)
    waiting: dict[int, list[_At]] = defaultdict(list)
    waiting[0].append(search.start)
    known = {search.start}
    looked_at = 0
    found: set[int] = set()
    while waiting and not found:
        total = min(waiting)  # no set has fewer swaps than these
        todo = waiting.pop(total)
        while todo:
            cells, swapped = todo.pop()
            needed = swapped.bit_count() + search.needed(cells, swapped)
            if needed > total:
                if needed < _FAR:
                    waiting[needed].append((cells, swapped))
                continue
            looked_at += 1
            if looked_at == FEW and not search.could_ever():
                return set()
            for step, after in search.swaps(cells, swapped):
                if search.lines_up(after, search.own):
                    found.add(swapped | step)
                elif not search.lines_up(after, search.others):
                    at = after, swapped | step
                    if at not in known:
                        known.add(at)
                        # Where no own piece moves, not one swap fewer is needed than before.
                        moves = _marked(cells, search.own) != _marked(after, search.own)
                        (todo if moves else waiting[total + 1]).append(at)
    return {search.edges_of(swapped) for swapped in found}


def least_order(state: State, chosen: frozenset[Edge], work: Work) -> tuple[Edge, ...]:
    """The least order, by names, in which the swaps of a smallest set make the mover's line; empty
    for none. Raises OutOfWorkError."""
    closed = frozenset(edges(state.finals)) - chosen
    search = _Search(replace(state, filled=closed), work)
    hopeless: set[_At] = set()

    def ordered(cells: str, swapped: int) -> tuple[int, ...]:
        left = len(chosen) - swapped.bit_count()
        if (cells, swapped) in hopeless or search.needed(cells, swapped) > left:
            return ()
        for step, after in search.swaps(cells, swapped):
            if search.lines_up(after, search.own):
                if left == 1:
                    return (step,)
            elif not search.lines_up(after, search.others):
                following = ordered(after, swapped | step)
                if following:
                    return (step, *following)
        hopeless.add((cells, swapped))
        return ()

    return tuple(one for step in ordered(*search.start) for one in search.edges_of(step))


def _marked(cells: str, mark: str) -> tuple[int, ...]:
    return tuple(place for place, content in enumerate(cells) if content == mark)


class _Search:
    def __init__(self, state: State, work: Work) -> None:
        board = dict(state.cells)
        self.own, self.others = state.mover, other(state.mover)
        self.start: _At = "".join(board[name] for name in NAMES), 0
        self._work = work
        self._open = [one for one in edges(state.finals) if one not in state.filled]
        # The first end stands before the second in NAMES.
        self._ends = [(NAMES.index(first), NAMES.index(second)) for first, second in self._open]
        self._known: dict[tuple[tuple[int, ...], int], int] = {}

    def edges_of(self, swapped: int) -> frozenset[Edge]:
        return frozenset(one for number, one in enumerate(self._open) if swapped >> number & 1)

    def swaps(self, cells: str, swapped: int) -> Iterator[tuple[int, str]]:
        """Every swap of different contents over an edge not yet swapped: its step, and the cells."""
        for number, (one, two) in enumerate(self._ends):
            if not swapped >> number & 1 and cells[one] != cells[two]:
                before, between, behind = cells[:one], cells[one + 1 : two], cells[two + 1 :]
                yield 1 << number, before + cells[two] + between + cells[one] + behind

    def lines_up(self, cells: str, mark: str) -> bool:
        return any(all(cells[place] == mark for place in line) for line in _LINES)

    def could_ever(self) -> bool:
        """Whether it could be done if edges could be swapped more than once."""
        todo = [self.start[0]]
        known = set(todo)
        while todo:
            self._work.spend()
            for _, after in self.swaps(todo.pop(), 0):
                if self.lines_up(after, self.own):
                    return True
                if after not in known and not self.lines_up(after, self.others):
                    known.add(after)
                    todo.append(after)
        return False

    def needed(self, cells: str, swapped: int) -> int:
        """The edges of the least flow to some line: so many swaps are needed at least. _FAR if there
        is none."""
        key = _marked(cells, self.own), swapped
        if key not in self._known:
            self._work.spend()
            least = _FAR
            beside = self._beside(swapped)
            for line in _LINES:
                least = min(least, _least_flow(set(key[0]), set(line), beside, least))
            self._known[key] = least
        return self._known[key]

    def _beside(self, swapped: int) -> list[list[int]]:
        beside: list[list[int]] = [[] for _ in NAMES]
        for number, (one, two) in enumerate(self._ends):
            if not swapped >> number & 1:
                beside[one].append(two)
                beside[two].append(one)
        return beside


def _least_flow(own: set[int], line: set[int], beside: list[list[int]], most: int) -> int:
    """The fewest edges of ways without a common edge that lead from different cells of `own` to all
    cells of `line`; `most` or more if there are no such ways with fewer than `most` edges."""
    sources, goals = own - line, line - own
    if len(sources) < len(goals):
        return _FAR
    used: set[tuple[int, int]] = set()  # edges as the ways so far go over them
    while goals and len(used) < most:
        distance = dict.fromkeys(sources, 0)
        came_from: dict[int, int] = {}
        todo = list(sources)
        while todo:
            later: dict[int, None] = {}
            for here in todo:
                for there in beside[here]:
                    if (here, there) in used:
                        continue
                    # To go back over an edge takes it out of its way, and saves a step.
                    steps = distance[here] + (-1 if (there, here) in used else 1)
                    if steps < distance.get(there, _FAR):
                        distance[there] = steps
                        came_from[there] = here
                        later[there] = None
            todo = list(later)
        goal = min(goals, key=lambda cell: distance.get(cell, _FAR))
        if goal not in distance:
            return _FAR
        goals.remove(goal)
        while goal not in sources:
            step = came_from[goal], goal
            if step[::-1] in used:
                used.remove(step[::-1])
            else:
                used.add(step)
            goal = step[0]
        sources.remove(goal)
    return len(used)
