"""The work of building tables, on many live sets at once; in plain Python, or compiled."""

from __future__ import annotations

from array import array
from typing import NamedTuple, Protocol

from crossfall.solver.compiling import can_compile
from crossfall.solver.roadworks.nimbers import distinct_closures
from crossfall.solver.roadworks.rules import Board

UNGRADED = 6  # of a lost set that no technique up to R5 proves


class Seen(NamedTuple):
    """What there is to know of some live sets, one byte of each for every set.

    safe: safe closures. results: lost sets that one closure leaves. crossings: winning closures.
    grade: technique of the lost set where there is one. fall: the most crossings that fall.
    """

    safe: bytes
    results: bytes
    crossings: bytes
    grade: bytes
    fall: bytes


class Engine(Protocol):
    """The work on many live sets at once; it remembers lost sets and their grades."""

    def children(self, live: array[int]) -> dict[int, array[int]]:
        """What closures leave of these sets, least images, by their number of crossings."""

    def merge(self, parts: list[array[int]]) -> array[int]:
        """All masks of the parts, rising, each once."""

    def mark(self, live: array[int]) -> array[int]:
        """Those that are lost, given that all smaller lost sets are remembered."""

    def remember(self, lost: array[int], grades: bytes) -> None:
        """Remember lost sets and their grades."""

    def ahead(self, lost: array[int], most: int) -> bytes:
        """For each set 1 if every closure has a reply that leaves a set graded `most` or less."""

    def examine(self, live: array[int]) -> Seen:
        """See `Seen`."""


class PlainEngine:
    """The engine in plain Python, for every board."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._grades: dict[int, int] = {}

    def _left(self, live: int) -> list[int]:
        return [self._board.canonical(left) for _, left in distinct_closures(self._board, live)]

    def children(self, live: array[int]) -> dict[int, array[int]]:
        found: dict[int, array[int]] = {}
        for left in {left for mask in live for left in self._left(mask)}:
            found.setdefault(left.bit_count(), array("Q")).append(left)
        return found

    def merge(self, parts: list[array[int]]) -> array[int]:
        return array("Q", sorted(set().union(*parts)))

    def mark(self, live: array[int]) -> array[int]:
        known = self._grades
        return array("Q", (m for m in live if not any(left in known for left in self._left(m))))

    def remember(self, lost: array[int], grades: bytes) -> None:
        self._grades.update(zip(lost, grades, strict=True))

    def ahead(self, lost: array[int], most: int) -> bytes:
        def answered(left: int) -> bool:
            return any(self._grades.get(reply, UNGRADED + 1) <= most for reply in self._left(left))

        return bytes(all(answered(left) for left in self._left(mask)) for mask in lost)

    def examine(self, live: array[int]) -> Seen:
        rows = []
        for mask in live:
            safe = crossings = fall = grade = 0
            lost = set()
            for closures, left in distinct_closures(self._board, mask):
                safe += closures.bit_count()
                fall = max(fall, mask.bit_count() - 1 - left.bit_count())
                known = self._grades.get(self._board.canonical(left))
                if known is not None:
                    crossings += closures.bit_count()
                    lost.add(left)
                    grade = known
            rows.append((safe, len(lost), crossings, grade, fall))
        return Seen(*(bytes(column) for column in zip(*rows, strict=True)))


def engine(board: Board, compiled: bool = True) -> Engine:
    """The quickest engine there is for the board."""
    if compiled and max(board.width, board.height) <= 7 and can_compile():
        from crossfall.solver.roadworks.build_fast import FastEngine

        return FastEngine(board)
    return PlainEngine(board)
