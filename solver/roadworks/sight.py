"""By which technique lost sets are proven, many at once (see `techniques`, which writes proofs)."""

from __future__ import annotations

from array import array
from collections.abc import Callable

from crossfall.solver.roadworks.blocks import BlockKeys
from crossfall.solver.roadworks.cards import LONGEST, cards
from crossfall.solver.roadworks.engines import UNGRADED, Engine
from crossfall.solver.roadworks.rules import Board

Progress = Callable[[str, int, int], None]

_CHUNK = 20_000


def grade_all(board: Board, workshop: Engine, lost: array[int], progress: Progress) -> bytes:
    """The grade of each lost set: 0 to 5 for R0 to R5 (see `techniques`), UNGRADED beyond."""
    sight = _Sight(board)
    grades = bytearray()
    for place, mask in enumerate(lost):
        grades.append(sight.grade(mask))
        if place % _CHUNK == 0:
            progress("grading", place, len(lost))
    for level in (4, 5):
        workshop.remember(lost, bytes(grades))
        open_ = [place for place, grade in enumerate(grades) if grade == UNGRADED]
        for first in range(0, len(open_), _CHUNK):
            places = open_[first : first + _CHUNK]
            answered = workshop.ahead(array("Q", (lost[p] for p in places)), level - 1)
            for place, yes in zip(places, answered, strict=True):
                if yes:
                    grades[place] = level
            progress(f"grading R{level}", min(first + _CHUNK, len(open_)), len(open_))
    return bytes(grades)


class _Sight:
    """Grades R0 to R3: what can be seen without looking ahead."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._reader = cards(board.grid)
        self._keys = BlockKeys(max(board.grid.columns, board.grid.rows))
        # By the key of a block: closures in its longest game and its number, None off the cards.
        self._cards: dict[int, tuple[int, int] | None] = {}

    def grade(self, live: int) -> int:
        kinds = [
            self._kind(block)
            for block in self._board.grid.chain(live, 0, self._board.b)
            if block[0].bit_count() > 2
        ]
        if not kinds:
            return 0
        if len(kinds) % 2 == 0 and all(card == (1, 1) for _, card in kinds):
            return 1
        odd: dict[int, tuple[int, int] | None] = {}
        for key, card in kinds:
            if key in odd:
                del odd[key]
            else:
                odd[key] = card
        total = 0
        for card in odd.values():
            if card is None:
                return UNGRADED
            total ^= card[1]
        if len(odd) % 2 == 0 and all(card == (1, 1) for card in odd.values()):
            return 2
        return 3 if total == 0 else UNGRADED

    def _kind(self, block: tuple[int, int, int]) -> tuple[int, tuple[int, int] | None]:
        key = self._keys.shape(self._board.grid, block).key
        if key not in self._cards:
            card = None if self._lasts(block) else self._reader.read(block)
            self._cards[key] = (card.longest, card.number) if card else None
        return key, self._cards[key]

    def _lasts(self, block: tuple[int, int, int]) -> bool:
        """Whether one game, found at once, is longer than those of the cards."""
        grid = self._board.grid
        parts = [block]
        for _ in range(LONGEST + 1):
            while parts and parts[-1][0].bit_count() == 2:
                parts.pop()
            if not parts:
                return False
            mask, near, far = parts.pop()
            inner = mask & ~(1 << near | 1 << far)
            closed = inner & -inner, 1 << inner.bit_length() - 1
            left = [grid.chain(mask & ~bit, near, far) for bit in closed]
            parts += max(left, key=lambda row: sum(part.bit_count() for part, _, _ in row))
        return True
