"""Proof files for an outside checker: the formula in DIMACS, the solver's proof in DRUP.

"None" is a formula without a model. "Exactly one" is that formula together with one clause that
blocks the model found. Both are proven afresh from the eager formula by a solver that knows
nothing of the search before: lazily added cuts do not follow from a formula, so no proof may rest
on them, and what a search under assumptions refuted is stated in unit clauses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from crossfall.solver.budget import Budget
from crossfall.solver.sat.formula import Clause, Formula

PROVER = "glucose4"  # writes every clause it learns; minisat and kissat write none in python-sat


@dataclass(frozen=True)
class Proof:
    """A refutation: the clauses, and the steps that lead from them to the empty clause.

    steps: lines of a DRUP file: a clause with 0 behind it, `d` before one that is forgotten.
    """

    variables: int
    clauses: tuple[tuple[int, ...], ...]
    steps: tuple[str, ...]

    def dimacs(self, comments: Iterable[str] = ()) -> str:
        """The formula as a DIMACS file.

        >>> print(Proof(1, ((1,), (-1,)), ("0",)).dimacs(["no x"]), end="")
        c no x
        p cnf 1 2
        1 0
        -1 0
        """
        lines = [f"c {comment}" for comment in comments]
        lines.append(f"p cnf {self.variables} {len(self.clauses)}")
        lines += [" ".join(map(str, (*clause, 0))) for clause in self.clauses]
        return "\n".join(lines) + "\n"

    def drup(self) -> str:
        """The steps as a DRUP file (which every DRAT checker reads)."""
        return "\n".join(self.steps) + "\n"


def refute(
    formula: Formula, units: Sequence[int] = (), budget: Budget | None = None
) -> Proof | None:
    """A proof that `formula` with `units` as unit clauses has no model; None if it has one.

    BudgetError if the budget runs out first. Only eager formulas: lazy demands are not in it.

    >>> formula = Formula()
    >>> rain, wet = formula.literal("rain"), formula.literal("wet")
    >>> formula.add(-rain, wet)
    >>> refute(formula, [rain, -wet]).steps[-1]
    '0'
    >>> refute(formula, [rain]) is None
    True
    """
    from pysat.solvers import Solver

    from crossfall.solver.sat.search import CONFLICTS_AT_A_TIME

    clauses: list[Clause] = [*formula.clauses, *([unit] for unit in units)]
    budget = budget or Budget()
    with Solver(name=PROVER, bootstrap_with=clauses, with_proof=True) as solver:
        answer, before = None, 0
        while answer is None:
            solver.conf_budget(CONFLICTS_AT_A_TIME)
            answer = solver.solve_limited()
            conflicts = int(solver.accum_stats()["conflicts"])
            if answer is None:
                budget.spend(max(1, conflicts - before))
            before = conflicts
        if answer:
            return None
        steps = [line for line in solver.get_proof() if line.strip()]
    if not steps or steps[-1] != "0":
        steps.append("0")
    return Proof(formula.variables, tuple(map(tuple, clauses)), tuple(steps))


def blocking(true: Iterable[int], literals: Iterable[int]) -> Clause:
    """The clause that some of `literals` is other than in the model where `true` are true.

    >>> blocking([1, 3], [1, 2, 3])
    [-1, 2, -3]
    """
    chosen = frozenset(true)
    return [-literal if literal in chosen else literal for literal in literals]
