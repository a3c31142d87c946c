"""Asking a solver about a formula: bounded, lazily completed, and leaving nothing behind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from random import Random
from typing import Any, Protocol

from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.sat.formula import Clause, Formula

CONFLICTS_AT_A_TIME = 2000  # between two looks at the budget
ROUNDS = 40  # of lazy cuts, before a propagator takes over


class Status(Enum):
    """What a search found out. UNKNOWN is never a proof of anything."""

    SATISFIABLE = "satisfiable"
    UNSATISFIABLE = "unsatisfiable"
    UNKNOWN = "unknown"


class Lazy(Protocol):
    """A demand whose clauses are stated only when a candidate breaks it."""

    variables: Sequence[int]

    def first_clauses(self) -> Iterable[Clause]:
        """Clauses worth stating in advance."""

    def cuts(self, true: frozenset[int]) -> list[Clause]:
        """Clauses of the demand that the candidate breaks; none exactly if it meets the demand.

        `true` holds those of `variables` that are true in the candidate.
        """

    def cuts_already(self, true: frozenset[int], false: frozenset[int]) -> list[Clause]:
        """Clauses that a partial candidate breaks already; may miss some."""


class Search:
    """A solver on a formula that may go on growing, with lazy demands.

    Lazy demands are met by rounds: a candidate, its cuts, the next candidate. After `rounds` of
    them in one question a propagator inside the solver goes on, and stays. Conflicts are the work
    of the budget. When the budget runs out or the user interrupts, the answer is UNKNOWN.

    >>> formula = Formula()
    >>> rain, wet = formula.literal("rain"), formula.literal("wet")
    >>> formula.add(-rain, wet)
    >>> with Search(formula) as search:
    ...     search.solve([rain]), search.value(wet), search.solve([rain, -wet])
    (<Status.SATISFIABLE: 'satisfiable'>, True, <Status.UNSATISFIABLE: 'unsatisfiable'>)
    """

    def __init__(
        self,
        formula: Formula,
        lazy: Sequence[Lazy] = (),
        budget: Budget | None = None,
        engine: str = "glucose4",
        rounds: int = ROUNDS,
        rng: Random | None = None,
        told: Callable[[int], None] = lambda _: None,
    ) -> None:
        """`rng` sets which value the solver tries first, so that seeds find different answers.
        `told` is told now and then how many conflicts the search has cost so far."""
        self._told = told
        self.formula = formula
        self.lazy = tuple(lazy)
        self.budget = budget or Budget()
        self.rounds = rounds
        self.cuts = 0  # lazy clauses stated so far
        self.rounds_used = 0
        self._rng = rng
        self._stopped = False
        self._propagating = False
        self._model: frozenset[int] = frozenset()
        self._solver: Any = None
        self._stated = 0  # clauses of the formula that the solver has
        self._conflicts = 0
        self._learned: list[Clause] = []  # lazy clauses: kept apart, they do not follow
        for demand in self.lazy:
            self._learned.extend(demand.first_clauses())
        self._start(engine)

    def __enter__(self) -> Search:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Free the solver."""
        if self._solver is not None:
            if self._propagating:
                self._solver.disconnect_propagator()
            self._solver.delete()
            self._solver = None

    def interrupt(self) -> None:
        """Let this and every later question be answered with UNKNOWN (from another thread, too)."""
        self._stopped = True

    def is_over(self) -> bool:
        """Whether every further question is answered with UNKNOWN."""
        return self._stopped or self.budget.is_over()

    def solve(self, assumptions: Sequence[int] = (), most: int | None = None) -> Status:
        """Whether the formula and the lazy demands hold together under `assumptions`; UNKNOWN after
        `most` conflicts each time that the solver is asked."""
        rounds = 0
        while True:
            status = self._ask(assumptions, most)
            if status is not Status.SATISFIABLE:
                return status
            cuts = [] if self._propagating else self._broken()
            if not cuts:
                return status
            rounds += 1
            self.rounds_used += 1
            self._state(cuts)
            if rounds >= self.rounds:
                self._propagate()

    def shuffle(self) -> None:
        """Draw anew which values are tried first, so that the next model is a different sort of
        model; nothing without `rng`."""
        if self._rng is not None:
            self._solver.set_phases(
                [
                    v if self._rng.random() < 0.5 else -v
                    for v in range(1, self.formula.variables + 1)
                ]
            )

    def value(self, literal: int) -> bool:
        """Whether `literal` is true in the model of the last question."""
        return (literal in self._model) if literal > 0 else (-literal not in self._model)

    def true(self, literals: Iterable[int]) -> list[int]:
        """Those of `literals` that are true in the model of the last question."""
        return [literal for literal in literals if self.value(literal)]

    def models(
        self, literals: Sequence[int], assumptions: Sequence[int] = ()
    ) -> Iterator[frozenset[int]]:
        """Each choice of true `literals` that has a model, once, until none is left.

        Ends early, with BudgetError, when the answer is unknown. What was given is blocked under a
        selector of this call alone, which is withdrawn at the end: nothing is left behind.
        """
        (selector,) = self.formula.fresh(1)
        try:
            while (status := self.solve([selector, *assumptions])) is Status.SATISFIABLE:
                true = frozenset(self.true(literals))
                yield true
                self.formula.add(-selector, *(-some if some in true else some for some in literals))
            if status is Status.UNKNOWN:
                raise BudgetError("the search was cut off: it is unknown whether there is more")
        finally:
            self.formula.add(-selector)

    def count_models(
        self, literals: Sequence[int], assumptions: Sequence[int] = (), most: int = 2
    ) -> int | None:
        """How many choices of true `literals` have a model, up to `most`; None for unknown."""
        found = 0
        try:
            for _ in self.models(literals, assumptions):
                found += 1
                if found >= most:
                    break
        except BudgetError:
            return None
        return found

    # The solver

    def _start(self, engine: str) -> None:
        from pysat.solvers import Solver

        self.close()
        self._solver = Solver(name=engine, bootstrap_with=self._learned)
        self._stated = self._conflicts = 0
        self._catch_up()
        self.shuffle()

    def _catch_up(self) -> None:
        for clause in self.formula.clauses[self._stated :]:
            self._solver.add_clause(clause)
        self._stated = len(self.formula.clauses)

    def _state(self, cuts: list[Clause]) -> None:
        self.cuts += len(cuts)
        self._learned.extend(cuts)
        for cut in cuts:
            self._solver.add_clause(cut)

    def _broken(self) -> list[Clause]:
        cuts: list[Clause] = []
        for demand in self.lazy:
            cuts.extend(demand.cuts(frozenset(v for v in demand.variables if v in self._model)))
        return cuts

    def _propagate(self) -> None:
        """Go on in a fresh solver that has all cuts, with a propagator inside."""
        from crossfall.solver.sat.propagator import LazyPropagator

        self._start("cadical195")
        propagator = LazyPropagator(self.lazy, self._learned)
        self._solver.connect_propagator(propagator)
        self._propagating = True
        for variable in propagator.variables:
            self._solver.observe(variable)

    def _ask(self, assumptions: Sequence[int], most: int | None = None) -> Status:
        self._catch_up()
        assumed = list(assumptions)
        last = None if most is None else self._conflicts + most
        while not self._stopped and not self.budget.is_over():
            self._told(self._conflicts)
            slice_ = CONFLICTS_AT_A_TIME
            if last is not None:
                slice_ = min(slice_, last - self._conflicts)
                if slice_ <= 0:
                    break
            if self.budget.work is not None:
                slice_ = min(slice_, self.budget.work - self.budget.spent)
                if slice_ <= 0:
                    break
            try:
                self._solver.conf_budget(slice_)
                answer = self._solver.solve_limited(assumptions=assumed)
                conflicts = int(self._solver.accum_stats()["conflicts"])
                self.budget.spend(conflicts - self._conflicts)
                self._conflicts = conflicts
            except BudgetError:
                if answer is None:
                    break
            except KeyboardInterrupt:
                self.interrupt()
                break
            if answer is not None:
                self._model = frozenset(self._solver.get_model() if answer else ())
                return Status.SATISFIABLE if answer else Status.UNSATISFIABLE
        return Status.UNKNOWN
