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

    @cached_property
    def rings(self) -> tuple[int, ...]:
        """For each point the mask of the eight points around it; 0 on the grid's edge."""
        edge = self.bottom | self.top | self.left | self.right
        rings = []
        for point in range(self.count):
            square = 1 << point
            square |= (square << 1 | square >> 1) * (not edge >> point & 1)
            square |= (square << self.rows | square >> self.rows) * (not edge >> point & 1)
            rings.append(square & ~(1 << point))
        return tuple(rings)

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
        unseen = open_ & ~(1 << a)
        kept = open_  # points not yet cut off as a piece of their own
        path = [a]
        depth = [0] * self.count  # of the points seen: their place in `path` when found
        lows = [0]  # beside `path`: the least depth joined to what was found from there
        before = [unseen]  # beside `path`: what was unseen when the point was found
        far = b
        blocks: list[tuple[int, int, int]] = []
        here = a
        while True:
            rest = neighbours[here] & unseen
            if rest:
                bit = rest & -rest
                before.append(unseen)
                unseen ^= bit
                # Seen neighbours still in play lie on the path: nothing else could be unfinished.
                back = neighbours[bit.bit_length() - 1] & kept & ~unseen & ~(1 << here)
                here = bit.bit_length() - 1
                low = depth[here] = len(path)
                while back:
                    bit = back & -back
                    back ^= bit
                    above = depth[bit.bit_length() - 1]
                    if above < low:
                        low = above
                lows.append(low)
                path.append(here)
                continue
            path.pop()
            if not path:
                return []
            low = lows.pop()
            found = before.pop() & ~unseen
            here = path[-1]
            if low >= len(path) - 1:  # `here` cuts off what was found beyond it
                piece = found & kept
                kept ^= piece
                if piece >> far & 1:
                    blocks.append((piece | 1 << here, here, far))
                    far = here
                    if here == a:
                        blocks.reverse()
                        return blocks
            elif low < lows[-1]:
                lows[-1] = low

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
