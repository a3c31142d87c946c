"""A formula in conjunctive normal form that is still growing, with one pool of numbers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence

from pysat.formula import IDPool

Clause = list[int]


class Formula:
    """Clauses and the one pool that every variable in them comes from.

    A literal is a variable's number or its negative, as in DIMACS files.

    >>> formula = Formula()
    >>> rain, wet = formula.literal("rain"), formula.literal("wet")
    >>> formula.add(-rain, wet)
    >>> formula.clauses, formula.literal("wet") == wet
    ([[-1, 2]], True)
    """

    def __init__(self) -> None:
        self.pool = IDPool()
        self.clauses: list[Clause] = []

    def literal(self, name: Hashable) -> int:
        """The variable called `name`, made on first use."""
        return int(self.pool.id(("named", name)))

    def fresh(self, count: int) -> list[int]:
        """`count` new variables without names."""
        first = int(self.pool.top) + 1
        return [int(self.pool.id(("fresh", first + i))) for i in range(count)]

    def add(self, *literals: int) -> None:
        """Demand that one of `literals` holds."""
        self.clauses.append(list(literals))

    def adder(self, when: int | None) -> Callable[..., None]:
        """`add`, or an `add` whose demands hold only under the literal `when`."""
        if when is None:
            return self.add

        def add(*literals: int) -> None:
            self.clauses.append([-when, *literals])

        return add

    @property
    def variables(self) -> int:
        """The highest number given out."""
        return int(self.pool.top)

    # Derived literals

    def all_of(self, literals: Sequence[int]) -> int:
        """A literal that is true exactly if all of `literals` are."""
        (both,) = self.fresh(1)
        for literal in literals:
            self.add(-both, literal)
        self.add(both, *(-literal for literal in literals))
        return both

    def any_of(self, literals: Sequence[int]) -> int:
        """A literal that is true exactly if one of `literals` is."""
        return -self.all_of([-literal for literal in literals])

    # Counting

    def count(self, literals: Sequence[int]) -> list[int]:
        """A totalizer: the i-th literal returned is true exactly if more than i of `literals` are.

        Both directions are stated, so the outputs may be assumed true or false.
        Source: Bailleux and Boufkhad, "Efficient CNF encoding of Boolean cardinality constraints",
        2003. About n² log n clauses.
        """
        if len(literals) < 2:
            return list(literals)
        half = len(literals) // 2
        left, right = self.count(literals[:half]), self.count(literals[half:])
        total = self.fresh(len(literals))
        for i in range(len(left) + 1):
            for j in range(len(right) + 1):
                if i + j > 0:  # i on the left and j on the right make i + j
                    some = [-left[i - 1]] if i else []
                    some += [-right[j - 1]] if j else []
                    self.add(*some, total[i + j - 1])
                if i + j < len(total):  # no more than i and j make no more than i + j
                    some = [left[i]] if i < len(left) else []
                    some += [right[j]] if j < len(right) else []
                    self.add(*some, -total[i + j])
        return total

    def at_least(self, literals: Sequence[int], number: int, when: int | None = None) -> None:
        """Demand that `number` of `literals` or more are true."""
        add = self.adder(when)
        if number > len(literals):
            add()
        elif number == 1:
            add(*literals)
        elif number > 1:
            add(self.count(literals)[number - 1])

    def at_most(self, literals: Sequence[int], number: int, when: int | None = None) -> None:
        """Demand that no more than `number` of `literals` are true."""
        add = self.adder(when)
        if number < 0:
            add()
        elif number == 0:
            for literal in literals:
                add(-literal)
        elif number == 1 and len(literals) < 6:
            for i, one in enumerate(literals):
                for other in literals[:i]:
                    add(-one, -other)
        elif number < len(literals):
            add(-self.count(literals)[number])

    def exactly(self, literals: Sequence[int], number: int, when: int | None = None) -> None:
        """Demand that `number` of `literals` are true."""
        add = self.adder(when)
        if not 0 <= number <= len(literals):
            add()
        elif number in (0, len(literals)):
            for literal in literals:
                add(literal if number else -literal)
        else:
            outputs = self.count(literals)
            add(outputs[number - 1])
            add(-outputs[number])

    def extend(self, clauses: Iterable[Sequence[int]]) -> None:
        """Demand all of `clauses`."""
        self.clauses.extend(list(clause) for clause in clauses)
