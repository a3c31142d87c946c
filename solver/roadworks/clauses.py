"""Roadworks in clauses: live sets, what falls, and the fences behind a live set.

A live set is a set of crossings that all lie on simple A–B paths. What has fallen hangs: each
connected piece of fallen crossings touches at most one live crossing, because a piece that touched
two would carry a detour between them, and all of it would be live.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from random import Random

from crossfall.solver.errors import InputError
from crossfall.solver.grids import bits, mask_of
from crossfall.solver.roadworks.rules import Board
from crossfall.solver.sat.encodings import on_simple_path
from crossfall.solver.sat.formula import Formula
from crossfall.solver.sat.graph import Graph, grid
from crossfall.solver.sat.search import Search

MOST_CROSSINGS = 256


@cache
def graph_of(board: Board) -> Graph:
    """The board's graph; vertex and crossing have the same number."""
    return grid(board.height + 1, board.width + 1)


def live_set(formula: Formula, board: Board) -> list[int]:
    """For each crossing a literal that says it is live, with the demand that they are a live set.

    InputError for boards of more than MOST_CROSSINGS: the labels grow with their square.
    """
    if board.grid.count > MOST_CROSSINGS:
        raise InputError(
            f"a board of {board.size} blocks is too big to compose on; expected up to "
            f"{MOST_CROSSINGS} crossings, like 15x15"
        )
    live = formula.fresh(board.grid.count)
    on_simple_path(formula, graph_of(board), live, board.a, board.b)
    return live


def hangs(
    formula: Formula, graph: Graph, fallen: Mapping[int, int], live: Mapping[int, int]
) -> None:
    """Demand that each connected piece of what has fallen touches at most one live crossing.

    Both map crossings to literals. Each fallen crossing carries the number of a live one, in
    binary; neighbours carry the same, and next to a live crossing it is that one's.
    """
    number_of = {crossing: number for number, crossing in enumerate(sorted(live))}
    width = max(1, (len(live) - 1).bit_length())
    carried = {crossing: formula.fresh(width) for crossing in fallen}
    for v, digits in carried.items():
        for u in graph.neighbours[v]:
            if u in carried and u < v:
                for one, other in zip(carried[u], digits, strict=True):
                    formula.add(-fallen[u], -fallen[v], -one, other)
                    formula.add(-fallen[u], -fallen[v], one, -other)
            if u in live:
                for place, digit in enumerate(digits):
                    same = digit if number_of[u] >> place & 1 else -digit
                    formula.add(-fallen[v], -live[u], same)


def mask_from(search: Search, literals: Sequence[int]) -> int:
    """The mask of the crossings whose literals are true in the model."""
    return mask_of(c for c, literal in enumerate(literals) if search.value(literal))


def differs(literals: Sequence[int], mask: int, within: Iterable[int] | None = None) -> list[int]:
    """The clause that the true literals are not exactly those of `mask`."""
    places = range(len(literals)) if within is None else within
    return [-literals[c] if mask >> c & 1 else literals[c] for c in places]


def needed_fences(board: Board, live: int, keep: int = 0, rng: Random | None = None) -> int:
    """A set of fences that leaves exactly `live`, none of which could be left out, save for those
    in `keep`.

    If none could be left out, they can be built in any order: one that had fallen before could
    have been left out. `rng` chooses among such sets.
    """
    fences = board.full & ~live
    crossings = list(bits(fences & ~keep))
    if rng is not None:
        rng.shuffle(crossings)
    for crossing in crossings:
        fewer = fences & ~(1 << crossing)
        if board.settle(board.full & ~fewer) == live:
            fences = fewer
    return fences
