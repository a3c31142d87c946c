"""The census of a board: how many positions of which kind there are, up to its symmetries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

TECHNIQUES = ("R0", "R1", "R2", "R3", "R4", "R5", "beyond R5")
FEWEST_SAFE = 3  # with fewer safe closures a winning move is not asked for


class Kind(NamedTuple):
    """What a live set is counted under: its safe closures; whether all winning closures leave one
    board; whether one crossing alone wins; the technique that proves what it leaves."""

    safe: int
    one_result: bool
    one_crossing: bool
    technique: int


@dataclass(frozen=True)
class Census:
    """Counts over all live sets of a board, one of each class under its symmetries.

    live, lost: live sets, and those at which the player to move loses.
    longest_fall: the most crossings that one closure makes fall.
    one_crossing, one_result: live sets where one crossing wins, and where all that win leave one
    board, by (safe closures, technique).
    """

    live: int
    lost: int
    longest_fall: int
    one_crossing: Mapping[tuple[int, int], int]
    one_result: Mapping[tuple[int, int], int]

    @staticmethod
    def of(kinds: Counter[Kind], lost: int, longest_fall: int) -> Census:
        """The census of live sets counted by kind."""
        crossing: Counter[tuple[int, int]] = Counter()
        result: Counter[tuple[int, int]] = Counter()
        for kind, number in kinds.items():
            if kind.one_crossing:
                crossing[kind.safe, kind.technique] += number
            if kind.one_result:
                result[kind.safe, kind.technique] += number
        return Census(kinds.total(), lost, longest_fall, crossing, result)

    def to_json(self) -> dict[str, Any]:
        """The census as a table's header carries it."""
        return {
            "live": self.live,
            "lost": self.lost,
            "longest_fall": self.longest_fall,
            "one_crossing": _rows(self.one_crossing),
            "one_result": _rows(self.one_result),
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Census:
        """What `to_json` gave."""
        return Census(
            data["live"],
            data["lost"],
            data["longest_fall"],
            _counts(data["one_crossing"]),
            _counts(data["one_result"]),
        )

    def report(self) -> dict[str, Any]:
        """The census for `table stats --json`: totals, by safe closures, by technique."""
        return {
            "live": self.live,
            "lost": self.lost,
            "longest_fall": self.longest_fall,
            **{
                name: {
                    "total": sum(counts.values()),
                    "printable": sum(n for (safe, _), n in counts.items() if safe >= FEWEST_SAFE),
                    "by_safe_closures": {str(k): n for k, n in _by(counts, 0)},
                    "by_technique": {TECHNIQUES[k]: n for k, n in _by(counts, 1)},
                }
                for name, counts in (
                    ("one_crossing", self.one_crossing),
                    ("one_result", self.one_result),
                )
            },
        }

    def lines(self, size: str) -> Iterator[str]:
        """The census as text."""
        yield f"Roadworks {size}, falling; counted up to the board's symmetries"
        yield f"live sets        {self.live:>12,}"
        yield f"lost             {self.lost:>12,}"
        yield f"longest fall     {self.longest_fall:>12,}"
        columns = (self.one_crossing, self.one_result)
        yield ""
        yield f"{'positions with':<16}{'one crossing':>14}{'one result':>14}"
        for place, label in ((0, "safe closures"), (1, "technique")):
            yield f"by {label}"
            found = [dict(_by(counts, place)) for counts in columns]
            for key in sorted(found[0].keys() | found[1].keys()):
                name = str(key) if place == 0 else TECHNIQUES[key]
                yield f"  {name:<14}{found[0].get(key, 0):>14,}{found[1].get(key, 0):>14,}"
        totals = [sum(counts.values()) for counts in columns]
        yield f"{'all':<16}{totals[0]:>14,}{totals[1]:>14,}"


def _rows(counts: Mapping[tuple[int, int], int]) -> list[list[int]]:
    return [[safe, technique, number] for (safe, technique), number in sorted(counts.items())]


def _counts(rows: list[list[int]]) -> dict[tuple[int, int], int]:
    return {(safe, technique): number for safe, technique, number in rows}


def _by(counts: Mapping[tuple[int, int], int], place: int) -> list[tuple[int, int]]:
    found: Counter[int] = Counter()
    for key, number in counts.items():
        found[key[place]] += number
    return sorted(found.items())
