"""Writes down why no fewer closures do: a least number for each block that the proof needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from heapq import heappop, heappush

from crossfall.solver.budget import Budget
from crossfall.solver.deep import deep_recursion
from crossfall.solver.grids import bits
from crossfall.solver.roadworks.certificate import block_text
from crossfall.solver.roadworks.nimbers import distinct_closures
from crossfall.solver.roadworks.rules import Position
from crossfall.solver.roadworks.shortest import FREE, Row, Shortest, Way, most_closures


def prove_fewest(position: Position, budget: Budget) -> frozenset[str]:
    """The entries that prove the fewest closures of a position. Raises BudgetError."""
    with deep_recursion():
        return _Writer(position, budget).entries()


class _Writer:
    """The entries of one position. Its memory is new: they do not depend on what was asked before."""

    def __init__(self, position: Position, budget: Budget) -> None:
        self._board, self._open = position.board, position.open
        self._search = Shortest(self._board)
        self._budget = budget

    def entries(self) -> frozenset[str]:
        board, open_ = self._board, self._open
        fewest = self._search.fewest(open_, self._budget)
        off, row = self._search.row(open_, 0)
        kept = self._kept(row, fewest if board.falling else fewest - off)
        told = {f"{block_text(self._search.keys, key)} > {kept[key]}" for key in kept}
        if fewest < most_closures(board, open_):
            named = self._play(fewest) if board.falling else self._path()
            kind = "play" if board.falling else "path"
            told.add(f"{kind} {' '.join(map(board.name, named))}")
        return frozenset(told)

    def _ways_of(self, key: int) -> list[Way]:
        return self._search.ways_of(key, self._budget)

    # --- what the proof needs ---

    def _kept(self, row: Row, fewest: int) -> dict[int, int]:
        """The blocks that an entry is needed for, and its number: just what follows from the
        entries for smaller blocks."""
        wanted: dict[int, int] = {}
        waiting: list[tuple[int, int]] = []  # the largest first: nothing smaller asks for more

        def want(row: Row, number: int) -> None:
            """Of the row at least `number`, from its smallest blocks."""
            missing = number - sum(wanted.get(key, FREE) for key in row)
            for key, times in Counter(row).items():
                now = wanted.get(key, FREE)
                more = min(self._search.least(key) - now, -(-missing // times))
                if more > 0:
                    if key not in wanted:
                        heappush(waiting, (-self._search.size(key), key))
                    wanted[key] = now + more
                    missing -= more * times

        want(row, fewest)
        while waiting:
            key = heappop(waiting)[1]
            for off, left in self._ways_of(key):
                want(left, wanted[key] - off)
        return self._pruned(row, wanted)

    def _pruned(self, row: Row, wanted: Iterable[int]) -> dict[int, int]:
        """The numbers of the blocks of `wanted`, without those whose lack would lessen no other."""
        numbers: dict[int, int] = {}

        def total(off: int, row: Row) -> int:
            return off + sum(numbers.get(key, FREE) for key in row)

        asking: dict[int, list[tuple[int, int, Row]]] = {}
        for key in sorted(wanted, key=lambda key: (self._search.size(key), key)):
            ways = self._ways_of(key)
            numbers[key] = min(total(off, left) for off, left in ways)
            for off, left in ways:
                for part in {part for part in left if part in numbers}:
                    asking.setdefault(part, []).append((key, off, left))
        for key in reversed(list(numbers)):
            gain = numbers[key] - FREE
            if key not in row and not any(
                asker in numbers and total(off, left) - left.count(key) * gain < numbers[asker]
                for asker, off, left in asking.get(key, ())
            ):
                del numbers[key]
        return numbers

    # --- what shows that fewer are not needed ---

    def _play(self, count: int) -> Iterator[int]:
        """The first play with just so many closures, the fewest there can be."""
        open_ = self._open
        for left_over in reversed(range(count)):
            closures, open_ = next(
                (closures, left)
                for closures, left in distinct_closures(self._board, open_)
                if not self._search.row_has(
                    self._search.row(left, 0)[1], left_over + 1, self._budget
                )
            )
            yield next(bits(closures))

    def _path(self) -> Iterator[int]:
        """The first of the longest paths from A to B that no street shortens."""
        grid, b = self._board.grid, self._board.b
        here, open_ = 0, self._open
        yield here
        while here != b:
            beside = grid.neighbours[here] & open_
            open_ &= ~(1 << here | beside)
            if beside >> b & 1:
                here = b
            else:
                steps = [step for step in bits(beside) if grid.chain(open_ | 1 << step, step, b)]
                here = min(steps, key=lambda step: self._off(open_ | 1 << step, step))
            open_ |= 1 << here
            yield here

    def _off(self, open_: int, start: int) -> int:
        """The fewest crossings off a path from `start` to B."""
        off, row = self._search.row(open_, start)
        return off + sum(self._search.settle(key, self._budget) for key in row)
