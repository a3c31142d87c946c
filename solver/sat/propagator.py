"""Lazy demands inside the solver: cuts from partial candidates, without starting again."""

from __future__ import annotations

from collections.abc import Sequence

from pysat.engines import Propagator

from crossfall.solver.sat.formula import Clause
from crossfall.solver.sat.search import Lazy

PATIENCE = 16  # vertices lost between two looks at a partial candidate


class LazyPropagator(Propagator):  # type: ignore[misc]
    """Follows the solver's trail and hands it the clauses that its candidate breaks.

    Every callback returns a real value: the binding takes None for a fault. Clauses are never
    withdrawn, so no reasons need to be kept. `learned` collects the clauses.
    """

    def __init__(self, lazy: Sequence[Lazy], learned: list[Clause]) -> None:
        super().__init__()
        self.is_lazy = False
        self.variables = sorted({v for demand in lazy for v in demand.variables})
        self._lazy = lazy
        self._learned = learned
        self._watched = frozenset(self.variables)
        self._trail: list[int] = []
        self._levels: list[int] = []
        self._assigned: set[int] = set()
        self._waiting: list[Clause] = []
        self._lost = 0

    def on_assignment(self, lit: int, fixed: bool = False) -> None:
        if abs(lit) in self._watched and lit not in self._assigned:
            self._assigned.add(lit)
            self._trail.append(lit)
            self._lost += lit < 0

    def on_new_level(self) -> None:
        self._levels.append(len(self._trail))

    def on_backtrack(self, to: int) -> None:
        if to < len(self._levels):
            keep = self._levels[to]
            self._assigned.difference_update(self._trail[keep:])
            del self._trail[keep:]
            del self._levels[to:]

    def check_model(self, model: list[int]) -> bool:
        true = frozenset(model)
        for demand in self._lazy:
            self._waiting.extend(demand.cuts(frozenset(v for v in demand.variables if v in true)))
        return not self._waiting

    def decide(self) -> int:
        return 0

    def propagate(self) -> list[int]:
        if self._lost >= PATIENCE and not self._waiting:
            self._lost = 0
            true = frozenset(lit for lit in self._assigned if lit > 0)
            false = frozenset(-lit for lit in self._assigned if lit < 0)
            for demand in self._lazy:
                self._waiting.extend(demand.cuts_already(true, false))
        return []

    def provide_reason(self, lit: int) -> list[int]:
        return []

    def add_clause(self) -> list[int]:
        if not self._waiting:
            return []
        clause = self._waiting.pop()
        self._learned.append(clause)
        return clause
