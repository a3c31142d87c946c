"""The smallest sets of fences behind a live set, worked out directly on boards of any size.

What is gone and bears no fence has fallen, and so hangs: each of its connected pieces touches one
live crossing at most. So the fences keep the live crossings around each piece of what is gone
apart, all from all. The live crossings hang together, so they lie on one side of the piece, and
go around it in order; between each and the next is a *gap*. Fences keep all of them apart exactly
if a line that crosses no street, but passes from face to face through fenced crossings, joins all
gaps. The fewest fences are those of a smallest tree of that kind between points on the rim of a
plane figure, which needs no search: of such a tree every branch leads to a run of neighbouring gaps
(Erickson, Monma and Veinott 1987, "Send-and-split method for minimum-concave-cost network flows").

A point (column, row) is the number 32·column + row, as in `roadworks_certified.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import islice, product
from operator import add

from crossfall.solver.audit import Work
from crossfall.solver.audit.roadworks_play import LETTERS, City, Crossings

MOST_LISTED = 1000
_MOST_LISTING = 2_000  # units of work that listing several smallest sets of a piece may take

_TURNS = (1, 32, -1, -32)  # up, right, down, left: the streets of a crossing, clockwise
_NEVER = 1 << 40  # dearer than any set of fences

Points = frozenset[int]


def smallest_fences(board: City, live: Crossings, work: Work) -> list[Crossings]:
    """The smallest sets of closures that leave exactly `live`; empty if there is none. Of many the
    first, but never one only where there are several.

    In a smallest set each closure is of a live crossing, whatever the order: one that had fallen
    before could be left out.

    >>> from crossfall.solver.audit.roadworks_play import city
    >>> board = city(2, 2)
    >>> [sorted(fences) for fences in smallest_fences(board, board.all - {"b2"}, Work())]
    [['b2']]
    """
    gone = board.all - live
    if not board.falling:
        return [gone] if board.joined(live) else []
    if board.core(live) != live:
        return []
    points = {name: LETTERS.index(name[0]) * 32 + int(name[1:]) - 1 for name in board.names}
    standing = frozenset(points[name] for name in live)
    fallen = {points[name] for name in gone}
    # A crossing between two live ones joins them by itself.
    forced = {p for p in fallen if len(_beside(p, standing)) > 1}
    kinds = [
        list(_smallest(_rim(piece, standing), work))
        for piece in _pieces(fallen - forced)
        if len(set().union(*(_beside(p, standing) for p in piece))) > 1
    ]
    name_of = {point: name for name, point in points.items()}
    return [
        frozenset(name_of[p] for p in forced.union(*chosen))
        for chosen in islice(product(*kinds), MOST_LISTED)
    ]


def _beside(point: int, among: Iterable[int]) -> set[int]:
    return {point + turn for turn in _TURNS}.intersection(among)


def _pieces(points: set[int]) -> Iterator[Points]:
    """The connected pieces, by their least points."""
    rest = set(points)
    while rest:
        queue = [min(rest)]
        rest.discard(queue[0])
        for here in queue:
            for there in sorted(_beside(here, rest)):
                rest.discard(there)
                queue.append(there)
        yield frozenset(queue)


@dataclass(frozen=True)
class _Rim:
    """A piece of what is gone as a plane figure.

    points: its crossings, in order.
    gaps: for each gap, in order around the piece, the numbers of the crossings that border on it.
    faces: the same for what else streets enclose.
    """

    points: tuple[int, ...]
    gaps: tuple[frozenset[int], ...]
    faces: tuple[frozenset[int], ...]


def _rim(piece: Points, live: Points) -> _Rim:
    """Walk around every face of a piece with the streets to the live crossings beside it."""
    points = tuple(sorted(piece))
    number = {point: i for i, point in enumerate(points)}
    streets = {(p, turn) for p in points for turn in range(4) if p + _TURNS[turn] in piece | live}
    gaps: list[frozenset[int]] = []
    faces: list[frozenset[int]] = []
    for first in sorted(streets):
        if first not in streets:
            continue
        # The crossings passed, each set up to the next live crossing, and these.
        passed: list[set[int]] = [set()]
        met: list[int] = []
        here, turn = first
        while (here, turn) in streets:
            streets.discard((here, turn))
            there = here + _TURNS[turn]
            if there in live:
                met.append(there)
                passed.append(set())
            else:
                here, turn = there, (turn + 2) % 4
            passed[-1].add(number[here])
            turn = next(
                turned % 4
                for turned in range(turn + 1, turn + 5)
                if here + _TURNS[turned % 4] in piece or here + _TURNS[turned % 4] in live
            )
        if not met:
            faces.append(frozenset(passed[0]))
            continue
        passed[0] |= passed.pop()  # the walk has no beginning
        for i, between in enumerate(passed):
            # Between two streets to one live crossing there is nothing to keep apart.
            kind = faces if met[i - 1] == met[i] else gaps
            kind.append(frozenset(between))
    return _Rim(points, tuple(gaps), tuple(faces))


def _smallest(rim: _Rim, work: Work) -> Iterator[Points]:
    """The smallest sets of crossings that join all gaps, as points; of many the first, but always
    a second one if there is one."""
    count = len(rim.points)
    first = _joining(rim, dict.fromkeys(range(count), 1), work) or frozenset()
    size = len(first)
    listed = work.spent + _MOST_LISTING
    # (a set, what is in all sets beside it, what is in none of them)
    unfinished = [(first, frozenset[int](), frozenset[int]())]
    known = 1
    while unfinished:
        chosen, forced, barred = unfinished.pop()
        other: frozenset[int] | None = None
        if known < 2 or (known < MOST_LISTED and work.spent < listed):
            # Of the smallest sets the one that has least in common with `chosen`.
            price = {v: count + 1 + (v in chosen) for v in range(count)}
            price |= dict.fromkeys(forced, 0) | dict.fromkeys(barred, _NEVER)
            other = _joining(rim, price, work)
        if other is None or len(other | forced) > size or other | forced == chosen:
            yield frozenset(rim.points[v] for v in chosen)
            continue
        known += 1
        apart = frozenset({min(chosen - other)})
        unfinished.append((other | forced, forced, barred | apart))
        unfinished.append((chosen, forced | apart, barred))


def _joining(rim: _Rim, price: Mapping[int, int], work: Work) -> frozenset[int] | None:
    """The crossings of a cheapest tree that joins all gaps (two or more); None if there is none.

    cost[i, j][v]: of the cheapest tree with the crossing v that joins the gaps i to j. Branches
    of one crossing lead to neighbouring runs of gaps, so two runs are put together at each crossing, and then
    the tree grows from there, face by face.
    """
    places = range(len(rim.points))
    prices = [price[v] for v in places]
    faces = [*rim.gaps, *rim.faces]
    bordering: list[list[int]] = [[] for _ in places]
    for f, face in enumerate(faces):
        for v in face:
            bordering[v].append(f)
    last = len(rim.gaps) - 1
    cost: dict[tuple[int, int], list[int]] = {}
    # How each tree came about: from which crossing it grew, or where its runs are put together.
    grown: dict[tuple[int, int], list[int]] = {}

    def grow(run: tuple[int, int], begun: list[int]) -> None:
        work.spend(1 + len(begun) * (1 + run[1] - run[0]) // 2_000)
        least, before = list(begun), list(places)
        entered = [False] * len(faces)
        queue = [(c, v) for v, c in enumerate(least) if c < _NEVER]
        heapify(queue)
        while queue:
            c, v = heappop(queue)
            if c > least[v]:
                continue
            for f in bordering[v]:
                if entered[f]:  # from a crossing that was cheaper
                    continue
                entered[f] = True
                for u in faces[f]:
                    if c + prices[u] < least[u]:
                        least[u], before[u] = c + prices[u], v
                        heappush(queue, (least[u], u))
        cost[run], grown[run] = least, before

    for i in range(1, last + 1):
        grow((i, i), [prices[v] if v in rim.gaps[i] else _NEVER for v in places])
    for length in range(1, last):
        for i in range(1, last + 1 - length):
            begun = [_NEVER] * len(prices)
            for m in range(i, i + length):
                begun = list(map(min, begun, map(add, cost[i, m], cost[m + 1, i + length])))
            # The crossing where two runs meet was paid twice.
            paid = zip(begun, prices, strict=True)
            grow((i, i + length), [c - p if c < _NEVER else c for c, p in paid])
    whole = cost[1, last]
    root = min(rim.gaps[0], key=lambda v: (whole[v], v))
    if whole[root] >= _NEVER:
        return None
    tree = set[int]()
    unfinished = [((1, last), root)]
    while unfinished:
        (i, j), v = unfinished.pop()
        tree.add(v)
        before = grown[i, j]
        while before[v] != v:
            v = before[v]
            tree.add(v)
        if i < j:
            _, m = min((cost[i, m][v] + cost[m + 1, j][v], m) for m in range(i, j))
            unfinished += [((i, m), v), ((m + 1, j), v)]
    return frozenset(tree)
