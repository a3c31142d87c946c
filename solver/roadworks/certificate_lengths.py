"""Writes down why no fewer closures do: a least number for each block that the proof needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from heapq import heappop, heappush

from crossfall.solver.budget import Budget
from crossfall.solver.deep import deep_recursion
from crossfall.solver.grids import Grid, bits
from crossfall.solver.roadworks.blocks import Block, BlockKeys, block_closures
from crossfall.solver.roadworks.certificate import block_text
from crossfall.solver.roadworks.nimbers import distinct_closures
from crossfall.solver.roadworks.rules import Board, Position

Row = tuple[int, ...]  # the keys of the blocks that are more than a street, smaller first
Way = tuple[int, Row]  # so many closures, and the row of blocks that is left

FREE = 1  # closures that every block of more than a street allows; no entry says so


def prove_fewest(position: Position, budget: Budget) -> frozenset[str]:
    """The entries that prove the fewest closures of a position. Raises BudgetError."""
    board = position.board
    with deep_recursion():
        return _Writer(board, budget).entries(position)


class _Writer:
    """Bounds of blocks: at least so many closures are made in them, however one plays."""

    def __init__(self, board: Board, budget: Budget) -> None:
        self._board = board
        self._keys = BlockKeys(max(board.grid.columns, board.grid.rows))
        self._budget = budget
        self._low: dict[int, int] = {}  # at least so many
        self._high: dict[int, int] = {}  # so many are enough
        self._ways: dict[int, list[Way]] = {}

    def entries(self, position: Position) -> frozenset[str]:
        board, open_ = position.board, position.open
        off, row = self._row(board.grid, open_, board.grid.chain(open_, 0, board.b))
        fewest = 0
        while self._row_has(row, fewest + 1):
            fewest += 1
        kept = self._kept(row, fewest)
        told = {f"{block_text(self._keys, key)} > {number}" for key, number in kept.items()}
        if board.falling:
            off = 0
            if fewest < rings(board.grid, open_):
                told.add(f"play {' '.join(map(board.name, self._play(open_, fewest)))}")
        elif off + fewest < open_.bit_count() - 1 - _shortest(board, open_):
            told.add(f"path {' '.join(map(board.name, self._path(open_)))}")
        return frozenset(told)

    # --- searching ---

    def _row(self, grid: Grid, open_: int, blocks: Iterable[Block]) -> tuple[int, Row]:
        """How many of the open crossings no block holds, and the row."""
        keys = []
        for block in blocks:
            open_ &= ~block[0]
            if block[0].bit_count() > 2:
                keys.append(self._keys.shape(grid, block).key)
        return open_.bit_count(), tuple(sorted(keys))

    def _size(self, key: int) -> int:
        return self._keys.block(key)[0].bit_count()

    def _ways_of(self, key: int) -> list[Way]:
        """What the closures in a block leave; without falling, what the first steps of a path do."""
        ways = self._ways.get(key)
        if ways is None:
            grid = self._keys.grid
            mask, near, far = self._keys.block(key)
            if self._board.falling:
                self._budget.spend()
                found = {
                    (1, self._row(grid, 0, parts)[1])
                    for _, parts in block_closures(grid, mask, near, far)
                }
            else:
                found = {
                    self._row(grid, left, blocks) for left, blocks in self._steps(mask, near, far)
                }
            # Small blocks are soon decided.
            ways = self._ways[key] = sorted(
                found, key=lambda way: (sum(map(self._size, way[1])), way)
            )
            self._budget.spend(len(ways))
        return ways

    def _steps(self, mask: int, near: int, far: int) -> Iterator[tuple[int, list[Block]]]:
        """For every first step of a path without short cuts through a block: the crossings other
        than the near end that may still be off it or on it, and the blocks that it goes on through.
        """
        grid = self._keys.grid
        beside = grid.neighbours[near] & mask
        rest = mask & ~(1 << near)
        if beside >> far & 1:
            yield rest & ~(1 << far), []
            return
        for step in bits(beside):
            blocks = grid.chain(rest & ~beside | 1 << step, step, far)
            if blocks:
                yield rest, blocks

    def _row_has(self, row: Row, number: int) -> bool:
        """Whether a row of blocks allows at least so many closures."""
        for key in row:
            while sum(map(self._least, row)) < number <= sum(map(self._most, row)):
                if not self._has(key, self._least(key) + 1):
                    break
        return sum(map(self._least, row)) >= number

    def _has(self, key: int, number: int) -> bool:
        """Whether a block allows at least so many closures."""
        if number <= self._least(key):
            return True
        if number > self._most(key):
            return False
        if not self._board.falling:
            self._settle(key)
            return number <= self._least(key)
        for off, row in self._ways_of(key):
            if not self._row_has(row, number - off):
                self._high[key] = number - 1
                return False
        self._low[key] = number
        return True

    def _settle(self, key: int) -> int:
        """The fewest closures in a block, without falling."""
        if key not in self._high:
            fewest = min(off + sum(map(self._settle, row)) for off, row in self._ways_of(key))
            self._low[key] = self._high[key] = fewest
        return self._high[key]

    def _least(self, key: int) -> int:
        return self._low.get(key, FREE)

    def _most(self, key: int) -> int:
        known = self._high.get(key)
        if known is None:
            mask = self._keys.block(key)[0]
            known = rings(self._keys.grid, mask) if self._board.falling else mask.bit_count() - 2
        return known

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
                more = min(self._least(key) - now, -(-missing // times))
                if more > 0:
                    if key not in wanted:
                        heappush(waiting, (-self._size(key), key))
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
        for key in sorted(wanted, key=lambda key: (self._size(key), key)):
            ways = self._ways_of(key)
            numbers[key] = min(total(off, left) for off, left in ways)
            for off, left in ways:
                for part in set(left).intersection(numbers):
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

    def _play(self, open_: int, count: int) -> Iterator[int]:
        """The first play with just so many closures, the fewest there can be."""
        board = self._board
        for left_over in reversed(range(count)):
            closures, open_ = next(
                (closures, left)
                for closures, left in distinct_closures(board, open_)
                if not self._row_has(self._blocks_of(left), left_over + 1)
            )
            yield next(bits(closures))

    def _blocks_of(self, open_: int) -> Row:
        grid = self._board.grid
        return self._row(grid, open_, grid.chain(open_, 0, self._board.b))[1]

    def _path(self, open_: int) -> Iterator[int]:
        """The first of the longest paths from A to B that no street shortens."""
        grid, b = self._board.grid, self._board.b
        here = 0
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
        grid = self._board.grid
        off, row = self._row(grid, open_, grid.chain(open_, start, self._board.b))
        return off + sum(map(self._settle, row))


def rings(grid: Grid, open_: int) -> int:
    """How many rings (faces) connected crossings have: streets less crossings, and one. So many
    closures are the most there can be, with falling."""
    streets = (open_ & ~grid.top) << 1 & open_
    across = open_ << grid.rows & open_
    return streets.bit_count() + across.bit_count() - open_.bit_count() + 1


def _shortest(board: Board, open_: int) -> int:
    """How many streets a shortest path from A to B has."""
    seen, streets = 1, 0
    while not seen >> board.b & 1:
        seen |= board.grid.around(seen) & open_
        streets += 1
    return streets
