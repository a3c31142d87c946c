"""Record falls: a possible position and one closure that makes many crossings fall, or a proof
that none does.

Every live set can be reached in play (the rules page), so a possible position is any live set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.roadworks.clauses import (
    differs,
    graph_of,
    hangs,
    live_set,
    mask_from,
    needed_fences,
)
from crossfall.solver.roadworks.rules import Board, Position, least_order, replay
from crossfall.solver.sat.encodings import on_simple_path
from crossfall.solver.sat.formula import Formula
from crossfall.solver.sat.proofs import Proof, refute
from crossfall.solver.sat.search import Search, Status


@dataclass(frozen=True)
class Fall:
    """`closure` in the position whose live crossings are `live` makes `fallen` fall."""

    board: Board
    live: int
    closure: int
    fallen: int

    @property
    def size(self) -> int:
        """How many crossings fall."""
        return self.fallen.bit_count()

    def position(self) -> Position:
        """The position before the closure, with fences none of which could be left out."""
        order = least_order(self.board, needed_fences(self.board, self.live))
        assert order is not None
        return replay(self.board, order)


class FallSearch:
    """Looks for falls of a wished size on one board (with falling).

    The closure is looked for in one part of the board only, the images of which under the board's
    symmetries are all of it. `rng` chooses among the falls; the same one gives the same falls.
    The work of `budget` is conflicts.

    >>> from crossfall.solver.roadworks.rules import board
    >>> search = FallSearch(board(3, 3))
    >>> search.maximum().size
    5
    >>> search.find(6) is None
    True
    """

    def __init__(
        self, board: Board, budget: Budget | None = None, rng: Random | None = None
    ) -> None:
        if not board.falling:
            raise ValueError("nothing falls on a plain board")
        self.board = board
        self.formula = Formula()
        self._state(board)
        self._search = Search(self.formula, budget=budget, rng=rng)

    def _state(self, board: Board) -> None:
        formula, graph = self.formula, graph_of(board)
        self.live = live_set(formula, board)
        stays = formula.fresh(len(graph))
        self.closure = formula.fresh(len(graph))
        self.fallen = []
        for live, stay, closed in zip(self.live, stays, self.closure, strict=True):
            formula.add(-stay, live)
            formula.add(-closed, live)
            formula.add(-closed, -stay)
            self.fallen.append(formula.all_of([live, -stay, -closed]))
        formula.exactly(self.closure, 1)
        on_simple_path(formula, graph, stays, board.a, board.b)
        hangs(formula, graph, dict(enumerate(self.fallen)), dict(enumerate(stays)))
        for crossing, closed in enumerate(self.closure):
            if min(symmetry[crossing] for symmetry in board.symmetries) != crossing:
                formula.add(-closed)
        self._counted = formula.count(self.fallen)

    def _bounds(self, least: int, exactly: bool) -> list[int]:
        bounds = [self._counted[least - 1]] if 0 < least <= len(self._counted) else []
        if exactly and least < len(self._counted):
            bounds.append(-self._counted[least])
        return bounds

    def find(self, least: int, exactly: bool = False, *, also: int | None = None) -> Fall | None:
        """A fall of at least (or exactly) `least` crossings; None: proven that there is none.

        `also`: a further literal to hold. Raises BudgetError if the budget runs out first.
        """
        if least > len(self._counted):
            return None
        bounds = self._bounds(least, exactly) + ([] if also is None else [also])
        status = self._search.solve(bounds)
        if status is Status.UNKNOWN:
            raise BudgetError(f"it is unknown whether {least} crossings can fall at once")
        return self._fall() if status is Status.SATISFIABLE else None

    def falls(
        self, least: int, exactly: bool = False, every_closure: bool = False
    ) -> Iterator[Fall]:
        """One fall after another of that size, until none is left; up to the board's symmetries
        no two are of the same live set (with `every_closure`: of the same closure in it)."""
        (other,) = self.formula.fresh(1)
        try:
            while (fall := self.find(least, exactly, also=other)) is not None:
                yield fall
                self._search.shuffle()
                for symmetry in self.board.symmetries:
                    image = self.board.image(fall.live, symmetry)
                    again = [-self.closure[symmetry[fall.closure]]] if every_closure else []
                    self.formula.add(-other, *again, *differs(self.live, image))
        finally:
            self.formula.add(-other)

    def maximum(self, progress: Callable[[Fall], None] | None = None) -> Fall | None:
        """A greatest fall, proven; None where no closure is safe. Raises BudgetError.

        `progress` is told each greater fall on the way.
        """
        best: Fall | None = None
        while (found := self.find(best.size + 1 if best else 0)) is not None:
            best = found
            if progress is not None:
                progress(found)
        return best

    def refutation(self, least: int, exactly: bool = False, budget: Budget | None = None) -> Proof:
        """A proof for an outside checker that no closure makes `least` crossings fall.

        ValueError if one does.
        """
        proof = refute(self.formula, self._bounds(least, exactly), budget)
        if proof is None:
            raise ValueError(f"{least} crossings can fall at once")
        return proof

    def _fall(self) -> Fall:
        live = mask_from(self._search, self.live)
        closure = mask_from(self._search, self.closure).bit_length() - 1
        return Fall(self.board, live, closure, mask_from(self._search, self.fallen))
