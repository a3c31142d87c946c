"""Choosing a varied sheet from candidates, whatever the game: by slots, with shares.

A sheet has slots, each for some difficulties, easy ones first. Candidates come one after the
other; one that fits no slot yet waits. So the choice for a slot never depends on later slots, and
a run cut short leaves a prefix.

Puzzles of one file shall differ at sight. How far two boards are from each other is the number of
their cells that are not alike, with one of them turned and reflected so that this is least
(`difference`). One that is too near to one chosen before waits, and is taken only when no other is
to be had.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from heapq import heappop, heappush, heapreplace
from operator import or_
from typing import Any, TypeAlias

PLACES = "places"
RECENT = 100  # boards chosen before to which a new one is compared
Look: TypeAlias = tuple[int, ...]


def difference(images: Sequence[Look], board: Look) -> int:
    """In how many cells a board differs from the most similar one of some images.

    A board is a few masks of cells (the stones of one player, of the other): a cell differs if it
    does in any of them.

    >>> difference([(0b0011, 0b0100), (0b1100, 0b0010)], (0b1000, 0b0011))
    2
    """
    return min(
        reduce(or_, (one ^ other for one, other in zip(image, board, strict=True)), 0).bit_count()
        for image in images
    )


@dataclass(frozen=True)
class Candidate:
    """A puzzle that may be chosen.

    payload: the finder's own. difficulty: stars.
    canonical: the canonical form of the puzzle that it becomes.
    rank: 0 for one that is wanted; others are chosen only when no more such are to be had.
    lacks: names of what makes it less wanted.
    places: where its answer can lie, one for each symmetric image; empty if that is no matter.
    shares: the limited kinds that it belongs to.
    looks: its board as masks of cells (see `difference`), once for each symmetry, itself first;
    empty if that is no matter.
    """

    payload: Any
    difficulty: int
    rank: int = 0
    lacks: tuple[str, ...] = ()
    places: tuple[Hashable, ...] = ()
    shares: tuple[str, ...] = ()
    canonical: str = ""
    looks: tuple[Look, ...] = ()


@dataclass(frozen=True)
class Chosen:
    """A candidate, which of its images is to be printed, and what was dropped for it: names of
    shares, of what it lacks, and PLACES."""

    candidate: Candidate
    image: int
    dropped: tuple[str, ...] = ()


@dataclass
class Selection:
    """How to choose.

    slots: for each the difficulties wanted. limits: how many of a share at most.
    a_place: how many answers at most may lie in one place.
    apart: in how many cells at least two boards shall differ.
    patience: after how many fruitless draws a slot takes what is waiting, once something is; None:
    never. accept: what costs too much to be asked of more than those that would be chosen.
    """

    slots: Sequence[frozenset[int]]
    limits: Mapping[str, int] = field(default_factory=dict)
    a_place: int = 1
    patience: int | None = None
    apart: int = 0
    accept: Callable[[Candidate], bool] | None = None
    _exhausted: bool = False
    _shares: Counter[str] = field(default_factory=Counter)
    _places: Counter[Hashable] = field(default_factory=Counter)
    _waiting: _Waiting = field(init=False)
    _looks: list[tuple[Look, ...]] = field(default_factory=list)
    # For a board the least difference so far, and from how many of those chosen.
    _nearest: dict[tuple[Look, ...], tuple[int, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._waiting = _Waiting(self._is_broken, self._nearness)

    def choose(self, source: Iterator[Candidate | None]) -> Generator[Chosen, None, bool]:
        """Fill the slots in order; returns whether the source is exhausted.

        The source gives None for a draw that found nothing.
        """
        for wanted in self.slots:
            chosen = self._best(source, wanted)
            while chosen is not None and self.accept is not None and not self.accept(chosen):
                chosen = self._best(source, wanted)
            if chosen is None:
                break
            dropped = (*chosen.lacks, *self._broken(chosen))
            yield Chosen(chosen, self._take(chosen), dropped)
        return self._exhausted

    def _best(self, source: Iterator[Candidate | None], wanted: frozenset[int]) -> Candidate | None:
        """The candidate for one slot; None if there are no more."""
        chosen = self._waiting.first_wanted(wanted)
        draws = 0
        while chosen is None and not self._exhausted:
            if self._waiting and self.patience is not None and draws >= self.patience:
                break
            draws += 1
            try:
                candidate = next(source)
            except StopIteration:
                self._exhausted = True
                break
            if candidate is None:
                continue
            if candidate.difficulty in wanted and candidate.rank == 0 and self._fits(candidate):
                chosen = candidate
            else:
                self._waiting.add(candidate)
        return self._waiting.nearest(wanted) if chosen is None else chosen

    def share(self, name: str) -> int:
        """How many chosen ones belong to a share."""
        return self._shares[name]

    def _fits(self, candidate: Candidate) -> bool:
        return not self._is_broken(candidate) and not self._nearness(candidate)

    def _is_broken(self, candidate: Candidate) -> bool:
        return any(True for _ in self._broken(candidate))

    def _nearness(self, candidate: Candidate) -> int:
        """How many cells more should be different from the most similar board chosen so far, of
        very many the last RECENT."""
        looks = candidate.looks
        if not looks or not self.apart:
            return 0
        nearest, compared = self._nearest.get(looks, (self.apart, 0))
        for images in self._looks[max(compared, len(self._looks) - RECENT) :]:
            nearest = min(nearest, difference(images, looks[0]))
        self._nearest[looks] = nearest, len(self._looks)
        return max(0, self.apart - nearest)

    def _broken(self, candidate: Candidate) -> Iterator[str]:
        """The shares that the candidate would break."""
        for name in candidate.shares:
            if self._shares[name] >= self.limits.get(name, 1 << 30):
                yield name
        places = candidate.places
        if places and all(self._places[place] >= self.a_place for place in places):
            yield PLACES

    def _take(self, candidate: Candidate) -> int:
        """Count the candidate; the image whose place has the fewest answers so far."""
        self._shares.update(candidate.shares)
        if candidate.looks:
            self._looks.append(candidate.looks)
        if not candidate.places:
            return 0
        image = min(
            range(len(candidate.places)), key=lambda i: (self._places[candidate.places[i]], i)
        )
        self._places[candidate.places[image]] += 1
        return image


Pile: TypeAlias = tuple[int, int]  # rank and difficulty
Heap: TypeAlias = list[tuple[int, int, Candidate]]  # nearness when last looked at, and number


class _Waiting:
    """Candidates that wait, in piles with the best on top.

    Shares and places only fill up, and a board only comes nearer to those chosen: what is broken
    stays broken, and a nearness only grows. So it is enough to look again at what lies on top, and
    the choice takes no longer the more of them wait.
    """

    def __init__(
        self, broken: Callable[[Candidate], bool], nearness: Callable[[Candidate], int]
    ) -> None:
        self._is_broken, self._nearness = broken, nearness
        self._piles: dict[Pile, Heap] = {}
        self._broken: dict[Pile, Heap] = {}
        self._came = self._gone = 0

    def __len__(self) -> int:
        return self._came - self._gone

    def add(self, candidate: Candidate) -> None:
        """Let a candidate wait."""
        pile = self._piles.setdefault((candidate.rank, candidate.difficulty), [])
        heappush(pile, (0, self._came, candidate))
        self._came += 1

    def first_wanted(self, wanted: frozenset[int]) -> Candidate | None:
        """The first that came of those wanted without reserve."""
        tops = {}
        for difficulty in wanted:
            top = self._top((0, difficulty))
            if top is not None and top[0] == 0:
                tops[top[1]] = (0, difficulty)
        return self._take(self._piles, tops[min(tops)]) if tops else None

    def nearest(self, wanted: frozenset[int]) -> Candidate | None:
        """The best of all: one that breaks no share, of low rank, of nearly the difficulty wanted,
        least like those chosen."""
        for piles in (self._piles, self._broken):
            best: tuple[tuple[int, int, int, int], Pile] | None = None
            for rank, difficulty in list(piles):
                top = self._top((rank, difficulty), piles)
                if top is not None:
                    far = min(abs(difficulty - d) for d in wanted)
                    badness = (rank, far, *top)
                    if best is None or badness < best[0]:
                        best = badness, (rank, difficulty)
            if best is not None:
                return self._take(piles, best[1])
        return None

    def _top(self, name: Pile, piles: dict[Pile, Heap] | None = None) -> tuple[int, int] | None:
        """Nearness and number of the best of a pile; None if it is empty."""
        piles = self._piles if piles is None else piles
        pile = piles.get(name, [])
        while pile:
            nearness, number, candidate = pile[0]
            if piles is self._piles and self._is_broken(candidate):
                heappop(pile)
                heappush(self._broken.setdefault(name, []), (nearness, number, candidate))
                continue
            now = self._nearness(candidate)
            if now == nearness:
                return nearness, number
            heapreplace(pile, (now, number, candidate))
        return None

    def _take(self, piles: dict[Pile, Heap], name: Pile) -> Candidate:
        self._gone += 1
        return heappop(piles[name])[2]
