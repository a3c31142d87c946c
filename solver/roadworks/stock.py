"""The stock of a board: every position at which all winning closures leave one board.

These are the positions that a winning move can be asked for. They are kept in a file of the same
make as a table, by technique and number of safe closures, so that a puzzle maker can draw from
all of them by wish.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from crossfall.solver.roadworks.rules import Board
from crossfall.solver.roadworks.tables import (
    TableError,
    at_hand,
    decode_masks,
    encode_masks,
    lengthen,
    refuse,
    seal,
    shorten,
    transposition,
    unpack,
    unseal,
    upright,
)

FORMAT = "crossfall-stock-1"

Group = tuple[int, int]


@dataclass(frozen=True)
class Stock:
    """The live sets of a falling board at which all winning closures leave one board.

    groups: by (technique, safe closures) the least image of each, rising. The technique, 0 to 5
    for R0 to R5 and 6 beyond, is the easiest that proves what is left lost, however many lines
    that takes.
    """

    board: Board
    groups: Mapping[Group, tuple[int, ...]]

    def to_bytes(self) -> bytes:
        """The content of the file before compression; the same bytes for the same stock."""
        parts = []
        index = []
        for (technique, safe), masks in sorted(self.groups.items()):
            parts.append(encode_masks(shorten(self.board, masks)))
            index.append([technique, safe, len(masks), len(parts[-1])])
        return seal(FORMAT, self.board, {"groups": index}, b"".join(parts))

    @staticmethod
    def from_bytes(content: bytes, wanted: Board, place: str) -> Stock:
        """The stock that `to_bytes` wrote; TableError naming `place` if it is none of `wanted`."""
        header, payload = unseal(FORMAT, content, wanted, place)
        groups = {}
        first = 0
        for technique, safe, number, length in header["groups"]:
            part = payload[first : first + length]
            groups[technique, safe] = tuple(lengthen(wanted, decode_masks(part)))
            first += length
            if len(groups[technique, safe]) != number:
                raise refuse(place, "its groups do not hold what they should", wanted)
        return Stock(wanted, groups)

    def count(self, wanted: Callable[[int, int], bool] = lambda technique, safe: True) -> int:
        """How many positions there are in the groups (technique, safe closures) wanted."""
        return sum(len(masks) for group, masks in self.groups.items() if wanted(*group))

    def draw(
        self,
        rng: random.Random,
        wanted: Callable[[int, int], bool] = lambda technique, safe: True,
    ) -> Iterator[int]:
        """All live sets of the groups wanted, in a random order, each order equally likely.

        Each is one of its images under the board's symmetries, drawn too.

        >>> from crossfall.solver.roadworks.rules import board
        >>> stock = stock_of(board(3, 3))
        >>> len(set(stock.draw(random.Random(1), lambda technique, safe: safe >= 3)))
        22
        """
        chosen = [masks for group, masks in sorted(self.groups.items()) if wanted(*group)]
        starts = [0, *accumulate(map(len, chosen))]
        for number in shuffled(starts[-1], rng):
            place = bisect_right(starts, number) - 1
            mask = chosen[place][number - starts[place]]
            yield self.board.image(mask, rng.choice(self.board.symmetries))


def shuffled(count: int, rng: random.Random) -> Iterator[int]:
    """The numbers below `count` in a random order, without listing them first.

    The shuffle of Fisher and Yates, keeping only the places that differ.
    """
    moved: dict[int, int] = {}
    for left in range(count, 0, -1):
        place = rng.randrange(left)
        yield moved.get(place, place)
        moved[place] = moved.pop(left - 1, left - 1)


def stock_name(board_: Board) -> str:
    """The name of the board's stock file."""
    return f"roadworks-{upright(board_).size}-stock.xz"


@lru_cache(maxsize=4)
def stock_of(board_: Board) -> Stock | None:
    """The stock of a falling board if it is at hand. Raises TableError if it is damaged."""
    packed = at_hand(stock_name(board_)) if board_.falling else None
    if packed is None:
        return None
    wanted, name = upright(board_), stock_name(board_)
    stock = Stock.from_bytes(unpack(packed, wanted, name), wanted, name)
    if wanted == board_:
        return stock
    across = transposition(wanted)
    groups = {
        group: tuple(sorted(board_.canonical(wanted.image(mask, across)) for mask in masks))
        for group, masks in stock.groups.items()
    }
    return Stock(board_, groups)


__all__ = ["Stock", "TableError", "shuffled", "stock_name", "stock_of"]
