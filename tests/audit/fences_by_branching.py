"""The smallest sets of fences once more, by branching: slow, and by the letter of the rules."""

from __future__ import annotations

from crossfall.solver.audit.roadworks_play import City, Crossings, order


def by_branching(board: City, live: Crossings) -> list[Crossings]:
    """Every smallest set of closures that leaves exactly `live`, which is a live set.

    In a smallest set each closure is of a live crossing, whatever the order: one that had fallen
    before could be left out.
    """
    for size in range(len(board.all - live) + 1):
        found: list[Crossings] = []
        unfinished: list[tuple[Crossings, Crossings]] = [(frozenset(), frozenset())]
        while unfinished:
            fences, spared = unfinished.pop()
            stray = board.core(board.all - fences) - live
            if not stray:
                found.append(fences)
            if not stray or len(fences) == size:
                continue
            for crossing in _ear(board, live, stray):
                if crossing not in spared:
                    unfinished.append((fences | {crossing}, spared))
                    spared = spared | {crossing}
        if found:
            return found
    return []


def _ear(board: City, live: Crossings, stray: Crossings) -> list[str]:
    """A shortest path of stray crossings between two live ones: while it is open, none of it
    falls, so every set of fences that works closes one of its crossings."""
    ears = []
    for name in sorted(live, key=order):
        for step in board.neighbours[name]:
            if step in stray:
                path = board.way(step, (stray | live) - {name}, live - {name})
                ears.append(path[1:])
    return min((ear for ear in ears if ear), key=len)
