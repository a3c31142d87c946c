"""A small checker for DRUP proofs, sharing nothing with the solvers.

A clause follows by *reverse unit propagation* if, with all its literals false, unit propagation in
the clauses so far ends in a conflict. A proof is right if every clause in it follows so and the
last is empty. Source: Goldberg and Novikov, "Verification of proofs of unsatisfiability for CNF
formulas", 2003. Two watched literals a clause; steps are checked forwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

LONGEST = 10  # digits of a literal


class ProofError(ValueError):
    """A proof that does not prove: the message names the step."""


class FormulaError(ValueError):
    """A formula that cannot be read: the message names the line."""


def check_files(dimacs: str, drup: str) -> int:
    """Check the texts of a DIMACS and a DRUP file; gives the number of clauses that were checked.

    ProofError if a step does not follow, or the empty clause is not reached; FormulaError if the
    formula cannot be read.

    >>> check_files("p cnf 1 2\\n1 0\\n-1 0\\n", "0\\n")
    1
    """
    return check(_read_dimacs(dimacs), drup.splitlines())


def check(clauses: Iterable[Sequence[int]], steps: Iterable[str]) -> int:
    """Check `steps` (lines of a DRUP file) against `clauses`; see `check_files`."""
    checker = _Checker()
    for clause in clauses:
        checker.add(clause)
    checked = 0
    for number, line in enumerate(steps, 1):
        words = line.split()
        if not words or words[0] == "c":
            continue
        forget = words[0] == "d"
        literals = [_number(word) for word in words[forget:]]
        if not literals or literals[-1] != 0 or 0 in literals[:-1] or None in literals:
            raise ProofError(f"step {number} is not a clause that ends in 0: {line[:80]!r}")
        clause = [literal for literal in literals[:-1] if literal is not None]
        if forget:
            checker.forget(clause)
            continue
        checked += 1
        if not checker.follows(clause):
            name = " ".join(map(str, clause)) or "the empty clause"
            raise ProofError(f"step {number} does not follow: {name}")
        if not clause:
            return checked
        checker.add(clause)
    raise ProofError("the proof ends without the empty clause")


def _read_dimacs(text: str) -> list[list[int]]:
    clauses: list[list[int]] = [[]]
    promised = -1
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or words[0] == "c":
            continue
        if words[0] == "p":
            said = _number(words[3]) if len(words) == 4 and words[1] == "cnf" else None
            if said is None:
                raise FormulaError(
                    f"line {number}: {line[:80]!r}; expected p cnf VARIABLES CLAUSES"
                )
            promised = said
            continue
        for word in words:
            literal = _number(word)
            if literal is None:
                raise FormulaError(f"line {number}: {word[:40]!r}; expected whole numbers")
            if literal:
                clauses[-1].append(literal)
            else:
                clauses.append([])
    if clauses.pop() or len(clauses) != promised:
        raise ProofError(f"the formula holds {len(clauses)} whole clauses; it says {promised}")
    return clauses


def _number(word: str) -> int | None:
    """A literal; None for a word that is none."""
    digits = word.removeprefix("-")
    return int(word) if digits.isdecimal() and digits.isascii() and len(digits) <= LONGEST else None


class _Checker:
    """Clauses under unit propagation; what follows at the top stays assigned."""

    def __init__(self) -> None:
        self.true: set[int] = set()
        self.trail: list[int] = []
        self.done = 0  # how much of the trail has been propagated
        self.watching: dict[int, list[list[int]]] = {}
        self.known: dict[tuple[int, ...], list[list[int]]] = {}
        self.refuted = False

    def add(self, literals: Sequence[int]) -> None:
        clause = sorted(set(literals), key=lambda literal: -literal in self.true)
        if any(-literal in clause for literal in clause):
            return
        if clause and len(clause) > 1:
            self.known.setdefault(tuple(sorted(clause)), []).append(clause)
            for literal in clause[:2]:  # those that are not false come first
                self.watching.setdefault(literal, []).append(clause)
        alive = [literal for literal in clause if -literal not in self.true]
        if not alive:
            self.refuted = True
        elif len(alive) == 1 and alive[0] not in self.true:
            self._assign(alive[0])
        if not self._propagate():
            self.refuted = True

    def forget(self, literals: Sequence[int]) -> None:
        """Drop a clause; one that is a reason at the top is kept in effect, as checkers do."""
        same = self.known.get(tuple(sorted(set(literals))))
        if same:
            clause = same.pop()
            for literal in clause[:2]:
                watched = self.watching[literal]
                watched[:] = [other for other in watched if other is not clause]

    def follows(self, literals: Sequence[int]) -> bool:
        if self.refuted:
            return True
        top = len(self.trail)
        conflict = False
        for literal in literals:
            if literal in self.true:
                conflict = True
                break
            if -literal not in self.true:
                self._assign(-literal)
        conflict = conflict or not self._propagate()
        self.true.difference_update(self.trail[top:])
        del self.trail[top:]
        self.done = top
        return conflict

    def _assign(self, literal: int) -> None:
        self.true.add(literal)
        self.trail.append(literal)

    def _propagate(self) -> bool:
        """Draw all conclusions; False on a conflict."""
        true = self.true
        while self.done < len(self.trail):
            false = -self.trail[self.done]
            self.done += 1
            watched = self.watching.get(false)
            if not watched:
                continue
            keep: list[list[int]] = []
            for place, clause in enumerate(watched):
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                first = clause[0]
                if first in true:
                    keep.append(clause)
                    continue
                for i in range(2, len(clause)):
                    if -clause[i] not in true:
                        clause[1], clause[i] = clause[i], false
                        self.watching.setdefault(clause[1], []).append(clause)
                        break
                else:
                    keep.append(clause)
                    if -first in true:
                        keep.extend(watched[place + 1 :])
                        self.watching[false] = keep
                        return False
                    self._assign(first)
            self.watching[false] = keep
        return True
