"""Blocks: their distinct closures, their keys up to the square's symmetries, and their values.

A block is (mask, near terminal, far terminal) as `Grid.chain` gives it. Its Grundy value does not
depend on where it lies, how it is turned or mirrored, and which terminal is which; its key is one
number that is equal for exactly those.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from crossfall.solver.budget import Budget
from crossfall.solver.deep import deep_recursion
from crossfall.solver.grids import Grid, grid

Block = tuple[int, int, int]


def block_closures(grid_: Grid, mask: int, near: int, far: int) -> list[tuple[int, list[Block]]]:
    """The closures inside a block: (mask of crossings of one chain, the row of blocks they leave).

    Closing any crossing of one chain of crossings with two streets each makes the rest of the
    chain fall, so they are one closure. In the order of their least crossings.

    A crossing whose eight neighbours are all there leaves one block: they lie on a cycle, so what
    hung together through it still does, whatever else is taken away.
    """
    rings = grid_.rings
    inner = mask & ~(1 << near | 1 << far)
    chained = _two_streets(grid_, mask) & inner
    found = []
    while inner:
        bit = inner & -inner
        ring = rings[bit.bit_length() - 1]
        if ring and ring & mask == ring:
            inner ^= bit
            found.append((bit, [(mask ^ bit, near, far)]))
            continue
        closures = grid_.flood(bit, chained) if bit & chained else bit
        inner &= ~closures
        found.append((closures, grid_.chain(mask & ~closures, near, far)))
    return found


def count_closures(grid_: Grid, mask: int, near: int, far: int) -> int:
    """How many closures `block_closures` would list."""
    inner = mask & ~(1 << near | 1 << far)
    chained = _two_streets(grid_, mask) & inner
    # Every chain is a path: crossings less streets within.
    streets = (chained & ~grid_.top) << 1 & chained
    streets_across = chained << grid_.rows & chained
    return inner.bit_count() - streets.bit_count() - streets_across.bit_count()


def _two_streets(grid_: Grid, mask: int) -> int:
    """The crossings of `mask` with at most two neighbours in it."""
    up = (mask & ~grid_.top) << 1
    down = (mask & ~grid_.bottom) >> 1
    east = mask << grid_.rows
    west = mask >> grid_.rows
    three = (up & down & (east | west)) | (east & west & (up | down))
    return mask & ~three


class Shape(NamedTuple):
    """A block up to symmetry: its key, how symmetric it is (0 by a half turn, 1 otherwise, 2 not
    at all) and how many crossings it has."""

    key: int
    symmetry: int
    size: int


class BlockKeys:
    """Keys of blocks that fit a square of `side` × `side` crossings.

    A key is the block's mask moved into the corner of that square, the least of its eight images
    that are at least as high as wide, then its two terminals, the lesser one first.
    """

    def __init__(self, side: int) -> None:
        side = max(side, 8)  # one layout for most boards, which compiled code shares
        self.grid = grid(side, side)
        self._side = side
        self._mirrored: list[dict[int, int]] = [{} for _ in range(side + 1)]
        self._spread: dict[int, int] = {}

    def shape(self, grid_: Grid, block: Block) -> Shape:
        """The shape of a block of `grid_`."""
        mask, near, far = block
        rows = grid_.rows
        left = ((mask & -mask).bit_length() - 1) // rows
        rest = mask >> left * rows
        columns = []
        union = 0
        while rest:
            column = rest & grid_.left
            columns.append(column)
            union |= column
            rest >>= rows
        low = (union & -union).bit_length() - 1
        high = union.bit_length() - low
        if low:
            columns = [column >> low for column in columns]
        near_x, near_y = divmod(near, rows)
        far_x, far_y = divmod(far, rows)
        ends = (near_x - left, near_y - low, far_x - left, far_y - low)
        wide = len(columns)
        # Of the two ways to lie take the higher one; a square may lie either way.
        images: list[tuple[int, bool, bool, bool]] = []
        turned = [self._mirror(column, high) for column in columns]
        if high >= wide:
            for flip_y, source in ((False, columns), (True, turned)):
                images.append((self._pack(source), False, False, flip_y))
                images.append((self._pack(source[::-1]), False, True, flip_y))
        if wide >= high:
            for flip_y, source in ((False, columns), (True, turned)):
                images.append((self._pack_across(source), True, False, flip_y))
                images.append((self._pack_across(source[::-1]), True, True, flip_y))
        least = min(images)[0]
        keys = set()
        count = self.grid.count
        same = [image for image in images if image[0] == least]
        for _, across, flip_x, flip_y in same:
            one = self._place(ends[0], ends[1], wide, high, across, flip_x, flip_y)
            two = self._place(ends[2], ends[3], wide, high, across, flip_x, flip_y)
            if one > two:
                one, two = two, one
            keys.add((one, two))
        one, two = min(keys)
        if len(same) == len(keys):
            symmetry = 2
        else:
            half_turn = images[0][0] == images[3][0] and ends[2:] == (
                wide - 1 - ends[0],
                high - 1 - ends[1],
            )
            symmetry = 0 if half_turn else 1
        return Shape((least * count + one) * count + two, symmetry, mask.bit_count())

    def block(self, key: int) -> Block:
        """The block, lying on `grid`, that a key stands for."""
        rest, far = divmod(key, self.grid.count)
        mask, near = divmod(rest, self.grid.count)
        return mask, near, far

    def _place(
        self, x: int, y: int, wide: int, high: int, across: bool, flip_x: bool, flip_y: bool
    ) -> int:
        if flip_x:
            x = wide - 1 - x
        if flip_y:
            y = high - 1 - y
        return y * self._side + x if across else x * self._side + y

    def _mirror(self, column: int, high: int) -> int:
        known = self._mirrored[high].get(column)
        if known is None:
            known = 0
            for y in range(high):
                known |= (column >> y & 1) << (high - 1 - y)
            self._mirrored[high][column] = known
        return known

    def _pack(self, columns: list[int]) -> int:
        mask = 0
        for column in reversed(columns):
            mask = mask << self._side | column
        return mask

    def _pack_across(self, columns: list[int]) -> int:
        mask = 0
        for column in reversed(columns):
            across = self._spread.get(column)
            if across is None:
                across = 0
                for y in range(column.bit_length()):
                    across |= (column >> y & 1) << y * self._side
                self._spread[column] = across
            mask = mask << 1 | across
        return mask


class Reply(NamedTuple):
    """What a closure leaves of a block, equal blocks cancelled: keys from the smallest block to
    the largest. Sorts as it is worth trying: boards that a symmetry leaves as they are, then those
    with few closures."""

    symmetry: int
    closures: int
    keys: tuple[int, ...]


def cancelled(keys: BlockKeys, grid_: Grid, blocks: Iterable[Block]) -> Reply:
    """The row of blocks of `grid_`, single streets left out and equal blocks cancelled."""
    odd: dict[int, tuple[int, int, int]] = {}
    for block in blocks:
        if block[0].bit_count() == 2:
            continue  # a single street
        shape = keys.shape(grid_, block)
        if shape.key in odd:
            del odd[shape.key]
        else:
            odd[shape.key] = (shape.size, shape.symmetry, count_closures(grid_, *block))
    symmetry = max((kind for _, kind, _ in odd.values()), default=0)
    closures = sum(number for _, _, number in odd.values())
    return Reply(symmetry, closures, tuple(sorted(odd, key=lambda key: (odd[key][0], key))))


class BlockSearch:
    """Values of blocks, worked out only as far as a question asks.

    The question is always whether a block has a value v. What is known of a block is its value,
    or a set of values that it has not.

    values: the value of each block that is known, by its key.
    excluded: for others the mask of values that they have not.
    """

    def __init__(self, side: int) -> None:
        self._keys = BlockKeys(side)
        self.values: dict[int, int] = {}
        self.excluded: dict[int, int] = {}
        self._replies: dict[int, list[Reply]] = {}

    def sum_value(self, grid_: Grid, blocks: Iterable[Block], budget: Budget) -> int:
        """The value of a row of blocks of `grid_`. Raises BudgetError."""
        with deep_recursion():
            value = 0
            for key in cancelled(self._keys, grid_, blocks).keys:
                value ^= self._value(key, budget)
            return value

    def sum_has_value(
        self, grid_: Grid, blocks: Iterable[Block], value: int, budget: Budget
    ) -> bool:
        """Whether a row of blocks of `grid_` has that value. Raises BudgetError."""
        with deep_recursion():
            return self._row_has(cancelled(self._keys, grid_, blocks).keys, value, budget)

    @property
    def states(self) -> int:
        """How many blocks something is known of."""
        return len(self.values.keys() | self.excluded.keys())

    def _row_has(self, keys: tuple[int, ...], value: int, budget: Budget) -> bool:
        if not keys:
            return value == 0
        for key in keys[:-1]:
            value ^= self._value(key, budget)
        return self._has(keys[-1], value, budget)

    def _value(self, key: int, budget: Budget) -> int:
        value = 0
        while not self._has(key, value, budget):
            value = self.values.get(key, value + 1)
        return value

    def _has(self, key: int, value: int, budget: Budget) -> bool:
        """Whether the block has the value: no reply has it, and some reply has each lesser one."""
        known = self.values.get(key)
        if known is not None:
            return known == value
        excluded = self.excluded.get(key, 0)
        if excluded >> value & 1:
            return False
        replies = self._replies_to(key, budget)
        if value > len(replies):
            return False
        for reply in (*self._known_replies(replies, value), *replies):
            if self._row_has(reply.keys, value, budget):
                self.excluded[key] = self.excluded.get(key, 0) | 1 << value
                return False
        for lesser in range(value):
            if self.excluded.get(key, 0) >> lesser & 1:
                continue
            for reply in replies:
                if self._row_has(reply.keys, lesser, budget):
                    self.excluded[key] = self.excluded.get(key, 0) | 1 << lesser
                    break
            else:
                self._settle(key, lesser)
                return False
        self._settle(key, value)
        return True

    def _known_replies(self, replies: list[Reply], value: int) -> Iterator[Reply]:
        """The first reply that is known to have the value, if there is one."""
        for reply in replies:
            total = 0
            for key in reply.keys:
                known = self.values.get(key)
                if known is None:
                    break
                total ^= known
            else:
                if total == value:
                    yield reply
                    return

    def _settle(self, key: int, value: int) -> None:
        self.values[key] = value
        self.excluded.pop(key, None)
        self._replies.pop(key, None)

    def _replies_to(self, key: int, budget: Budget) -> list[Reply]:
        square = self._keys.grid
        block = self._keys.block(key)
        if key not in self.excluded:  # the first question about this block
            budget.spend(count_closures(square, *block))
        replies = self._replies.get(key)
        if replies is None:
            left = (cancelled(self._keys, square, row) for _, row in block_closures(square, *block))
            replies = self._replies[key] = sorted(set(left))
        return replies
