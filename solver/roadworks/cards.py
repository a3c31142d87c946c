"""The eight cards: the kinds of blocks whose longest game has at most three closures.

A block of two crossings, a single street, offers no closure and has no card. What a kind is does
not depend on the drawing but on what one closure can leave, so a pupil reads the kind off the
block: close each crossing in turn and see what is left. The kinds are eight, with the numbers
(Grundy values) 1, 2, 0, 1, 1, 3, 3, 3, and on boards of up to 4×4 blocks there is no other.

On larger boards there are: where two rings hang on one street, side by side, two closures are
left whatever happens, and the number is 0. On 4×5 that block and the four kinds from which one
closure leads to it are 23 of some 61,000 short blocks. They have no card: a proof that meets one
must look ahead.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from crossfall.solver.grids import Grid, mask_of
from crossfall.solver.roadworks.blocks import Block, block_closures
from crossfall.solver.roadworks.rules import Position, board, live_set

LONGEST = 3  # closures in the longest game of a block that has a card

Leaves = tuple[str, ...]  # the names of the cards that a closure leaves, sorted; () when none


@dataclass(frozen=True)
class Card:
    """A kind of block.

    name: `ring`, `double`, and `triple a` to `triple f`.
    number: its Grundy value. longest: closures in its longest game.
    leaves: what its closures can leave. example: the least drawing of one on 4×4 blocks, its two
    ends first.
    """

    name: str
    number: int
    longest: int
    leaves: frozenset[Leaves]
    example: str


_RING: Leaves = ("ring",)
_TWO_RINGS: Leaves = ("ring", "ring")
_DOUBLE: Leaves = ("double",)
_NOTHING: Leaves = ()

CARDS: tuple[Card, ...] = (
    Card("ring", 1, 1, frozenset({_NOTHING}), "a1 a2 b1 b2"),
    Card("double", 2, 2, frozenset({_NOTHING, _RING}), "a1 b1 a2 b2 c1 c2"),
    Card("triple a", 0, 3, frozenset({_RING, _DOUBLE}), "a1 b4 a2 a3 a4 b1 b2 b3"),
    Card("triple b", 1, 3, frozenset({_NOTHING, _DOUBLE}), "a2 a3 a1 b1 b2 b3 c2 c3"),
    Card("triple c", 1, 3, frozenset({_NOTHING, _DOUBLE, _TWO_RINGS}), "a2 b3 a1 a3 b1 b2 c2 c3"),
    Card("triple d", 3, 3, frozenset({_NOTHING, _RING, _DOUBLE}), "a1 a2 b1 b2 c1 c2 d1 d2"),
    Card(
        "triple e",
        3,
        3,
        frozenset({_NOTHING, _RING, _DOUBLE, _TWO_RINGS}),
        "a1 b3 a2 a3 b1 b2 c2 c3",
    ),
    Card(
        "triple f",
        3,
        3,
        frozenset({_RING, _DOUBLE, _TWO_RINGS}),
        "a1 c5 a2 a3 a4 b1 b2 b4 b5 c2 c3 c4",
    ),
)

_BY_LEAVES = {card.leaves: card for card in CARDS}


def example_of(card: Card) -> tuple[Position, Block]:
    """The example of a card: the position whose only open crossings are its own, and the block.

    >>> position, (mask, near, far) = example_of(CARDS[0])
    >>> position.board.names(mask)
    ('a1', 'a2', 'b1', 'b2')
    """
    city = board(4, 4)
    near, far, *rest = [city.grid.point(name) or 0 for name in card.example.split()]
    mask = mask_of((near, far, *rest))
    return live_set(city, mask), (mask, near, far)


class CardReader:
    """Finds the cards of the blocks of one grid; remembers those it has read.

    >>> reader = CardReader(board(1, 1).grid)
    >>> reader.read((0b1111, 0, 3)).name
    'ring'
    """

    def __init__(self, grid_: Grid) -> None:
        self._grid = grid_
        self._read: dict[Block, tuple[int, Card | None]] = {}

    def read(self, block: Block) -> Card | None:
        """The card of a block of more than a street; None if its longest game is longer than
        the cards go, or its kind is none of theirs."""
        return self._longest(block)[1]

    def _longest(self, block: Block) -> tuple[int, Card | None]:
        """The closures in the longest game, LONGEST + 1 standing for more, and the card."""
        known = self._read.get(block)
        if known is not None:
            return known
        longest = 0
        leaves: set[Leaves] | None = set()
        for _, parts in block_closures(self._grid, *block):
            total = 1
            names: list[str] = []
            for part in parts:
                if part[0].bit_count() == 2:
                    continue
                length, card = self._longest(part)
                total += length
                if card is None:
                    leaves = None
                else:
                    names.append(card.name)
            longest = max(longest, total)
            if longest > LONGEST:
                break
            if leaves is not None:
                leaves.add(tuple(sorted(names)))
        card = None
        if longest <= LONGEST and leaves is not None:
            card = _BY_LEAVES.get(frozenset(leaves))
        found = (min(longest, LONGEST + 1), card)
        self._read[block] = found
        return found


@lru_cache(maxsize=64)
def cards(grid_: Grid) -> CardReader:
    """The reader of a grid, the same one each time so that its memory is shared."""
    return CardReader(grid_)
