"""The points of a board as bits of an integer, with the floods and peelings that rules need.

Point (x, y) is bit `x * (height + 1) + y`: bits ascend as names sort (a1, a2, …, b1, …), and one
unused bit above every column keeps shifts from running into the next one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from crossfall.solver.errors import InputError
from crossfall.solver.grids import LETTERS

MAX_SIDE = len(LETTERS)
RED, BLUE = 0, 1
COLOURS = ("red", "blue")
_POINT = re.compile(r"([a-z])([0-9]{1,3})")


class Board:
    """A board of `width` by `height` points; use `board_of`, which makes each size once.

    full: all points as bits. sides: for each player the two edges to join, as bits.

    >>> board = board_of(6, 4)
    >>> board.point("b3") == 1 << (1 * 5 + 2)
    True
    >>> board.names(board.mask("c1 a2"))
    ['a2', 'c1']
    """

    __slots__ = ("columns", "full", "height", "points", "rows", "sides", "stride", "width")

    def __init__(self, width: int, height: int) -> None:
        if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
            raise InputError(
                f"no board of {width}x{height} points; expected 1x1 to {MAX_SIDE}x{MAX_SIDE}"
            )
        self.width, self.height, self.stride = width, height, height + 1
        column = (1 << height) - 1
        self.columns = tuple(column << (x * self.stride) for x in range(width))
        self.full = sum(self.columns)
        low = sum(1 << (x * self.stride) for x in range(width))
        self.rows = tuple(low << y for y in range(height))
        self.sides = ((self.rows[0], self.rows[-1]), (self.columns[0], self.columns[-1]))
        self.points = tuple(bits(self.full))

    def __repr__(self) -> str:
        return f"board_of({self.width}, {self.height})"

    def at(self, x: int, y: int) -> int:
        """The bit of the point in column `x` and row `y`, both from 0."""
        return 1 << (x * self.stride + y)

    def place(self, point: int) -> tuple[int, int]:
        """Column and row of a bit, both from 0."""
        return divmod(point.bit_length() - 1, self.stride)

    def name(self, point: int) -> str:
        """The name of a bit: `c4`."""
        x, y = self.place(point)
        return f"{LETTERS[x]}{y + 1}"

    def names(self, points: int) -> list[str]:
        """The names of all bits, by column, then row."""
        return [self.name(point) for point in bits(points)]

    def point(self, name: str) -> int:
        """The bit of a name; InputError if the board has no such point."""
        found = _POINT.fullmatch(name.strip().lower())
        if found:
            x, y = LETTERS.index(found[1]), int(found[2]) - 1
            if x < self.width and 0 <= y < self.height:
                return self.at(x, y)
        last = f"{LETTERS[self.width - 1]}{self.height}"
        raise InputError(
            f"no point {name!r} on a {self.width}x{self.height} board; expected a1 to {last}"
        )

    def mask(self, names: str | Iterable[str]) -> int:
        """The bits of several names (blanks between)."""
        bits_ = 0
        for name in names.split() if isinstance(names, str) else names:
            bits_ |= self.point(name)
        return bits_

    def beside(self, points: int) -> int:
        """All points with an orthogonal neighbour in `points`."""
        stride = self.stride
        return (points << 1 | points >> 1 | points << stride | points >> stride) & self.full

    def around(self, points: int) -> int:
        """`points` and all points that touch them, diagonally too."""
        column = points | points << 1 | points >> 1
        return (column | column << self.stride | column >> self.stride) & self.full

    def flood(self, seed: int, within: int) -> int:
        """What can be reached from `seed` inside `within` by orthogonal steps."""
        stride = self.stride
        seen = seed = seed & within
        while seed:
            grown = seed << 1 | seed >> 1 | seed << stride | seed >> stride
            seed = grown & within & ~seen
            seen |= seed
        return seen

    def flood_diagonal(self, seed: int, within: int) -> int:
        """What can be reached from `seed` inside `within` by steps in all eight directions."""
        stride = self.stride
        seen = seed = seed & within
        while seed:
            column = seed | seed << 1 | seed >> 1
            seed = (column | column << stride | column >> stride) & within & ~seen
            seen |= seed
        return seen

    def facing_two(self, empty: int) -> int:
        """The points, empty or not, with two or more neighbours in `empty`."""
        stride = self.stride
        up, down, right, left = empty << 1, empty >> 1, empty << stride, empty >> stride
        return (up & down | right & left | (up | down) & (right | left)) & self.full

    def roomy(self, empty: int) -> int:
        """The points of `empty` that are not surrounded: two or more empty neighbours."""
        stride = self.stride
        up, down, right, left = empty << 1, empty >> 1, empty << stride, empty >> stride
        return (up & down | right & left | (up | down) & (right | left)) & empty

    def core(self, empty: int) -> int:
        """The 2-core of `empty`: what is left when surrounded points are filled for ever."""
        stride = self.stride
        while True:
            up, down, right, left = empty << 1, empty >> 1, empty << stride, empty >> stride
            left_over = (up & down | right & left | (up | down) & (right | left)) & empty
            if left_over == empty:
                return empty
            empty = left_over

    def mirrored(self, points: int) -> int:
        """The points mirrored left to right."""
        image = 0
        for x, column in enumerate(self.columns):
            shift = (self.width - 1 - 2 * x) * self.stride
            part = points & column
            image |= part << shift if shift >= 0 else part >> -shift
        return image

    def flipped(self, points: int) -> int:
        """The points turned upside down."""
        image = 0
        for y, row in enumerate(self.rows):
            shift = self.height - 1 - 2 * y
            part = points & row
            image |= part << shift if shift >= 0 else part >> -shift
        return image

    def transposed(self, points: int) -> int:
        """The points on the board with columns and rows exchanged."""
        other = board_of(self.height, self.width)
        image = 0
        for point in bits(points):
            x, y = self.place(point)
            image |= other.at(y, x)
        return image


@cache
def board_of(width: int, height: int) -> Board:
    """The board of this size; InputError if there is none."""
    return Board(width, height)


def bits(mask: int) -> Iterator[int]:
    """The single bits of `mask`, ascending.

    >>> list(bits(0b1010))
    [2, 8]
    """
    while mask:
        low = mask & -mask
        yield low
        mask ^= low
