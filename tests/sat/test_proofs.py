"""Proof files: what the solver writes is accepted, and what does not prove is refused."""

import pytest

from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.sat.encodings import connected, on_simple_path, separated, witness_path
from crossfall.solver.sat.formula import Formula
from crossfall.solver.sat.graph import grid
from crossfall.solver.sat.proofs import Proof, blocking, refute
from crossfall.solver.sat.rup import FormulaError, ProofError, check, check_files
from crossfall.solver.sat.search import Search, Status
from tests.sat.test_search import pigeons


def contradiction(size: int) -> Formula:
    """A board on which a and b are joined and separated at once."""
    graph = grid(size, size)
    formula = Formula()
    on = formula.fresh(len(graph))
    witness_path(formula, graph, on, [0], [len(graph) - 1])
    separated(formula, graph, on, 0, len(graph) - 1)
    return formula


@pytest.mark.parametrize("formula", [pigeons(5), pigeons(6), contradiction(3), contradiction(4)])
def test_a_refutation_is_accepted_by_the_checker(formula: Formula) -> None:
    proof = refute(formula)
    assert proof is not None
    assert check_files(proof.dimacs(["a comment"]), proof.drup()) > 0


def test_exactly_one_is_a_model_and_a_refutation_with_the_model_blocked() -> None:
    graph = grid(2, 2)
    formula = Formula()
    on = formula.fresh(4)
    on_simple_path(formula, graph, on, 0, 3)
    formula.at_most(on, 3)
    formula.add(-on[1])
    with Search(formula) as search:
        assert search.solve() is Status.SATISFIABLE
        true = search.true(on)
    assert true == [on[0], on[2], on[3]]
    formula.add(*blocking(true, on))
    proof = refute(formula)
    assert proof is not None
    check_files(proof.dimacs(), proof.drup())


def test_what_has_a_model_is_not_refuted() -> None:
    formula = Formula()
    on = formula.fresh(9)
    connected(formula, grid(3, 3), on, 0)
    assert refute(formula, [on[0], on[8]]) is None
    assert refute(formula, [on[0], on[8], -on[5], -on[7]]) is not None


def test_a_refutation_that_is_cut_off_is_none() -> None:
    with pytest.raises(BudgetError):
        refute(pigeons(11), budget=Budget(work=10))


HARD = [(1, 2), (-1, 2), (1, -2), (-1, -2)]


@pytest.mark.parametrize(
    ("clauses", "steps", "complaint"),
    [
        (HARD, ["0"], "step 1 does not follow"),
        (HARD, ["2 0"], "without the empty clause"),
        (HARD, [], "without the empty clause"),
        (HARD[:3], ["2 0", "0"], "step 2 does not follow"),
        (HARD, ["d 1 2 0", "d -1 2 0", "2 0", "0"], "step 3 does not follow"),
        (HARD, ["2"], "ends in 0"),
        (HARD, ["2 0 0"], "ends in 0"),
        ([(1, 2, 3)], ["1 2 0"], "step 1 does not follow: 1 2"),
    ],
)
def test_a_proof_that_does_not_prove_is_refused(
    clauses: list[tuple[int, ...]], steps: list[str], complaint: str
) -> None:
    with pytest.raises(ProofError, match=complaint):
        check(clauses, steps)


@pytest.mark.parametrize(
    ("clauses", "steps"),
    [
        (HARD, ["2 0", "0"]),
        (HARD, ["2 0", "d 1 2 0", "d -1 2 0", "c a comment", "", "0"]),
        ([(1,), (-1,)], ["0"]),
        ([(1,), (-1, 2), (-2, 3), (-3,)], ["0"]),
        ([()], ["0"]),
        ([(1, 1), (-1, -1), (2, -2)], ["0"]),
    ],
)
def test_a_proof_that_proves_is_accepted(clauses: list[tuple[int, ...]], steps: list[str]) -> None:
    assert check(clauses, steps) >= 1


def test_a_formula_that_is_not_whole_is_refused() -> None:
    for text in ("p cnf 1 2\n1 0\n", "p cnf 1 1\n1\n", "1 0\n"):
        with pytest.raises(ProofError, match="whole clauses"):
            check_files(text, "0\n")


NO_FORMULAS = ["p cnf 1", "p cnf 1 x", "p cnf 1 2 3", "1 x 0", "p cnf 1 1\n²0", "\0", "[[puzzle]]"]
NO_FORMULAS += ["p cnf 1 1\n" + "9" * 5000, "--1 0", "1_0 0"]


@pytest.mark.parametrize("text", NO_FORMULAS, ids=range(len(NO_FORMULAS)))
def test_a_formula_that_is_none_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(FormulaError, match=r"^line [12]: .{,120}$"):
        check_files(text, "0\n")


@pytest.mark.parametrize("step", ["x 0", "²0", "d", "\0", "d x 0", "1.0 0", "9" * 5000 + " 0"])
def test_a_step_that_is_none_is_refused_with_its_number(step: str) -> None:
    with pytest.raises(ProofError, match=r"^step 1 is not a clause .{,120}$"):
        check_files("p cnf 1 2\n1 0\n-1 0\n", f"{step}\n0\n")


def test_dropping_any_needed_clause_breaks_the_proof() -> None:
    proof = refute(pigeons(4))
    assert proof is not None
    for i in range(len(proof.clauses)):
        fewer = Proof(proof.variables, proof.clauses[:i] + proof.clauses[i + 1 :], proof.steps)
        with pytest.raises(ProofError):
            check_files(fewer.dimacs(), fewer.drup())
