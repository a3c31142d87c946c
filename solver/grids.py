"""Grid graphs as bit masks: floods, the two-connected core and its blocks, the 2-core.

A grid of `columns` × `rows` points numbers them column by column, each from the bottom:
point (c, r) is bit c·rows + r. So bits in rising order are the points in the order of their
names (a1, a2, …, b1, …), and masks of any size are plain Python integers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property

LETTERS = "abcdefghijklmnopqrstuvwxyz"
MAX_COLUMNS = len(LETTERS)
MAX_ROWS = 26


def bits(mask: int) -> Iterator[int]:
    """The numbers of the set bits, rising.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(points: Iterable[int]) -> int:
    """The mask with exactly these bits.

    >>> mask_of([1, 3])
    10
    """
    mask = 0
    for point in points:
        mask |= 1 << point
    return mask


@dataclass(frozen=True)
class Grid:
    """The grid graph of `columns` × `rows` points, orthogonal neighbours joined."""

    columns: int
    rows: int

    @cached_property
    def count(self) -> int:
        """How many points there are."""
        return self.columns * self.rows

    @cached_property
    def full(self) -> int:
        """The mask of all points."""
        return (1 << self.count) - 1

    @cached_property
    def bottom(self) -> int:
        """The mask of the lowest row."""
        return mask_of(range(0, self.count, self.rows))

    @cached_property
    def top(self) -> int:
        """The mask of the highest row."""
        return self.bottom << (self.rows - 1)

    @cached_property
    def left(self) -> int:
        """The mask of the first column."""
        return (1 << self.rows) - 1

    @cached_property
    def right(self) -> int:
        """The mask of the last column."""
        return self.left << (self.rows * (self.columns - 1))

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """For each point the mask of its orthogonal neighbours."""
        return tuple(self.around(1 << point) for point in range(self.count))

    def around(self, mask: int) -> int:
        """Every point with a neighbour in `mask` (points of `mask` only if so joined themselves)."""
        return (
            ((mask & ~self.top) << 1)
            | ((mask & ~self.bottom) >> 1)
            | ((mask << self.rows) & self.full)
            | (mask >> self.rows)
        )

    def flood(self, start: int, within: int) -> int:
        """Everything in `within` that is joined to `start` inside `within`."""
        reached = start & within
        edge = reached
        while edge:
            edge = self.around(edge) & within & ~reached
            reached |= edge
        return reached

    def name(self, point: int) -> str:
        """`a1` for the bottom left point.

        >>> Grid(4, 4).name(5)
        'b2'
        """
        column, row = divmod(point, self.rows)
        return f"{LETTERS[column]}{row + 1}"

    def names(self, mask: int) -> tuple[str, ...]:
        """The names of the points of `mask`, sorted by column, then number."""
        return tuple(self.name(point) for point in bits(mask))

    def point(self, name: str) -> int | None:
        """The point called `name` (any case), or None if the grid has none.

        >>> Grid(4, 4).point("B2"), Grid(4, 4).point("e1")
        (5, None)
        """
        found = re.fullmatch(r"([a-z])([1-9][0-9]?)", name.lower())
        if not found:
            return None
        column, row = LETTERS.index(found[1]), int(found[2]) - 1
        return column * self.rows + row if column < self.columns and row < self.rows else None

    def chain(self, open_: int, a: int, b: int) -> list[tuple[int, int, int]]:
        """The row of blocks from `a` to `b` in the graph of the open points.

        Each block is (mask, near terminal, far terminal): its mask holds both terminals, the near
        one is towards `a`; consecutive blocks share a terminal, which is a cut vertex between `a`
        and `b`. A single street is a block of two points. The union of the blocks is what lies on
        simple a–b paths. Empty if `a` and `b` are not joined. `open_` must hold both.

        One depth-first pass for biconnected components (Hopcroft and Tarjan 1973), keeping only
        the components on the way to `b`; linear in the open points.
        """
        neighbours = self.neighbours
        order = {a: 0}
        low = {a: 0}
        path = [a]
        seen = [a]  # points in the order found, not yet given to a block
        untried = {a: neighbours[a] & open_}
        found_b: set[int] = set()
        blocks: list[tuple[int, int, int]] = []
        far = b
        while path:
            here = path[-1]
            rest = untried[here]
            if rest:
                bit = rest & -rest
                untried[here] = rest ^ bit
                there = bit.bit_length() - 1
                if there in order:
                    if order[there] < low[here]:
                        low[here] = order[there]
                    continue
                order[there] = low[there] = len(order)
                untried[there] = neighbours[there] & open_
                path.append(there)
                seen.append(there)
                if there == b:
                    found_b.add(there)
                continue
            path.pop()
            if not path:
                break
            parent = path[-1]
            holds_b = here in found_b
            if holds_b:
                found_b.add(parent)
            if low[here] >= order[parent]:
                block = 1 << parent
                while True:
                    point = seen.pop()
                    block |= 1 << point
                    if point == here:
                        break
                if holds_b:
                    blocks.append((block, parent, far))
                    far = parent
            elif low[here] < low[parent]:
                low[parent] = low[here]
        blocks.reverse()
        return blocks

    def core(self, open_: int, a: int, b: int) -> int:
        """What lies on a simple `a`–`b` path through `open_`: 0 if there is none."""
        mask = 0
        for block, _, _ in self.chain(open_, a, b):
            mask |= block
        return mask

    def two_core(self, mask: int) -> int:
        """The largest part of `mask` in which every point has two neighbours of that part."""
        while True:
            up = (mask & ~self.top) << 1 & mask
            down = (mask & ~self.bottom) >> 1 & mask
            east = mask << self.rows & mask
            west = mask >> self.rows & mask
            twice = (up & down) | (east & west) | ((up | down) & (east | west))
            if twice == mask:
                return mask
            mask = twice


@cache
def grid(columns: int, rows: int) -> Grid:
    """The grid of that size; its masks are worked out once."""
    return Grid(columns, rows)
