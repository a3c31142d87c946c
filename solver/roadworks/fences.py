"""The smallest sets of fences behind a live set, by SAT, on boards of any size.

The fences must leave exactly the live set: whatever else is gone has fallen, and so hangs. In a
smallest set no fence could be left out, so none stands where a crossing had fallen before, and any
order of play builds it. Each connected piece of what is gone is a puzzle of its own: the smallest
sets are all combinations of the pieces' smallest sets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import prod

from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.grids import bits, mask_of
from crossfall.solver.roadworks.clauses import graph_of, hangs, needed_fences
from crossfall.solver.roadworks.rules import Board
from crossfall.solver.sat.formula import Formula
from crossfall.solver.sat.proofs import Proof, blocking, refute
from crossfall.solver.sat.search import Search, Status

MOST = 1000  # smallest sets of one piece that are listed


@dataclass(frozen=True)
class Piece:
    """A connected piece of what is gone.

    sets: its smallest sets of fences, rising; all of them if `complete`.
    """

    gone: int
    sets: tuple[int, ...]
    complete: bool = True


@dataclass(frozen=True)
class SmallestFences:
    """All smallest sets of fences, piece by piece."""

    pieces: tuple[Piece, ...]

    @property
    def size(self) -> int:
        """How many fences a smallest set has."""
        return sum(piece.sets[0].bit_count() for piece in self.pieces)

    @property
    def count(self) -> int:
        """How many smallest sets there are; at least so many if not `complete`."""
        return prod(len(piece.sets) for piece in self.pieces)

    @property
    def complete(self) -> bool:
        """Whether every smallest set is there."""
        return all(piece.complete for piece in self.pieces)

    @property
    def unique(self) -> bool:
        """Whether there is one smallest set, proven."""
        return self.complete and self.count == 1

    def sets(self) -> Iterator[int]:
        """The smallest sets as masks."""
        for some in product(*(piece.sets for piece in self.pieces)):
            yield sum(some)


def smallest_fences(
    board: Board, live: int, budget: Budget | None = None, most: int = MOST
) -> SmallestFences:
    """All smallest sets of fences that leave exactly the live set `live`.

    Of each piece at most `most` are listed. Raises BudgetError; the work is conflicts.

    >>> from crossfall.solver.roadworks.rules import board
    >>> b = board(2, 2)
    >>> ring = b.full & ~(1 << b.grid.point("b2"))
    >>> [b.names(fences) for fences in smallest_fences(b, ring).sets()]
    [('b2',)]
    """
    pieces = []
    left = board.full & ~live
    fences = needed_fences(board, live)
    while left:
        gone = board.grid.flood(left & -left, left)
        left &= ~gone
        pieces.append(_piece(board, live, gone, fences & gone, budget or Budget(), most))
    return SmallestFences(tuple(pieces))


def _piece(board: Board, live: int, gone: int, known: int, budget: Budget, most: int) -> Piece:
    """The smallest sets of one piece; `known` is a set that will do."""
    if known.bit_count() == 0:
        return Piece(gone, (0,))
    formula, fence = piece_formula(board, live, gone)
    total = formula.count(list(fence.values()))
    with Search(formula, budget=budget) as search:
        size = known.bit_count()
        while (status := search.solve([-total[size - 1]])) is Status.SATISFIABLE:
            size = sum(search.value(literal) for literal in fence.values())
        if status is Status.UNKNOWN:
            raise BudgetError("it is unknown how few fences do it")
        assumptions = [total[size - 1], *([-total[size]] if size < len(total) else [])]
        crossing_of = {literal: crossing for crossing, literal in fence.items()}
        sets: list[int] = []
        complete = True
        for true in search.models(list(fence.values()), assumptions):
            if len(sets) == most:
                complete = False
                break
            sets.append(mask_of(crossing_of[literal] for literal in true))
    return Piece(gone, tuple(sorted(sets)), complete)


def only_smallest(board: Board, live: int, budget: Budget | None = None) -> Proof:
    """A proof for an outside checker that there is one smallest set of fences: no other set of so
    many or fewer leaves exactly `live`. ValueError if there are several. Raises BudgetError."""
    smallest = smallest_fences(board, live, budget, most=2)
    only = next(smallest.sets())
    formula, fence = piece_formula(board, live, board.full & ~live)
    formula.at_most(list(fence.values()), smallest.size)
    formula.add(*blocking((fence[crossing] for crossing in bits(only)), fence.values()))
    proof = refute(formula, (), budget)
    if proof is None:
        raise ValueError("there are several smallest sets of fences")
    return proof


def piece_formula(board: Board, live: int, gone: int) -> tuple[Formula, dict[int, int]]:
    """The clauses for one piece of what is gone, or for all of it, and for each of its crossings the literal that
    it is fenced."""
    formula = Formula()
    fence = {crossing: formula.literal(board.name(crossing)) for crossing in bits(gone)}
    true = formula.literal("true")
    formula.add(true)
    beside = dict.fromkeys(bits(board.grid.around(gone) & live), true)
    hangs(formula, graph_of(board), {c: -literal for c, literal in fence.items()}, beside)
    return formula, fence
