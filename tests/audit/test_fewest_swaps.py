"""The audit's way to the fewest swaps finds what swaps of whole positions find."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from crossfall.solver.audit import Work
from crossfall.solver.audit.pathing_boxes_play import (
    NAMES,
    Edge,
    State,
    edges,
    lined_up,
    other,
    smallest_sets,
)


def by_whole_positions(state: State) -> set[frozenset[Edge]]:
    """The same as `smallest_sets`, swap by swap by the rules."""
    level = {(state.cells, state.filled)}
    while level:
        found: set[frozenset[Edge]] = set()
        following = set()
        for cells, filled in level:
            at = replace(state, cells=cells, filled=filled)
            for after in (at.swap(chosen) for chosen in at.open()):
                board = dict(after.cells)
                if lined_up(board, state.mover):
                    found.add(after.filled - state.filled)
                elif not lined_up(board, other(state.mover)):
                    following.add((after.cells, after.filled))
        if found:
            return found
        level = following
    return set()


@pytest.mark.parametrize("finals", [False, True])
def test_the_fewest_swaps_are_those_of_whole_positions(finals: bool) -> None:
    chance = Random(9)
    sizes = set()
    for _ in range(60):
        marks = [chance.choice("XXYY.") for _ in NAMES]
        filled = chance.sample(edges(finals), len(edges(finals)) - chance.randint(1, 9))
        cells = tuple(sorted(zip(NAMES, marks, strict=True)))
        state = State("waves", finals, cells, frozenset(filled), chance.choice("XY"))
        if any(lined_up(dict(cells), player) for player in "XY"):
            continue
        found = smallest_sets(state, Work(1 << 30))
        assert found == by_whole_positions(state)
        sizes |= {len(chosen) for chosen in found} or {0}
    assert len(sizes) >= 3
