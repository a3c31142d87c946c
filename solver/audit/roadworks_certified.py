"""The second opinion on Roadworks with a certificate: block numbers, each checked by its closures.

Safe closures alone are moves, so a position is a row of blocks between cut crossings, of which
each closure changes one, and its number is the nim-sum of theirs (Sprague 1935, Grundy 1939): the
player to move loses exactly if it is 0. A certificate says of some blocks what number they have
(`=`) and of others which they have not (`!`, with a closure that leaves that number). Whether
that is so is worked out here from the closures of each block, on sets of points, and from what the
certificate says of the smaller blocks that they leave.

A point (column, row) is the number 32·column + row, so that its neighbours are ±1 and ±32 wherever
the block lies.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache

from crossfall.solver.audit import Work
from crossfall.solver.audit.certificate import Ledger, RefusedError, Section
from crossfall.solver.audit.roadworks_play import LETTERS, City, Crossings

STEPS = (1, -1, 32, -32)
MOST = 26  # points on a side

_ENTRY = re.compile(
    r"([0-9a-f]{1,7}(?:\.[0-9a-f]{1,7})*) ([a-z][0-9]{1,2}) ([a-z][0-9]{1,2}) "
    r"(?:= ([0-9]{1,3})|! ([0-9]{1,3}) ([a-z][0-9]{1,2}))"
)

Points = frozenset[int]


@dataclass(frozen=True)
class Block:
    """Crossings between two cut crossings, which are its ends."""

    points: Points
    near: int
    far: int


# --- the rules on sets of points -------------------------------------------------------------


def row_of_blocks(open_: Collection[int], near: int, far: int) -> list[Block]:
    """What lies on simple paths of `open_` between the two ends, cut into blocks from `near` on;
    empty if nothing joins them.

    Along a shortest path, which no street shortens, a crossing cuts exactly if nothing off the path
    leads past it. Off the path stays what ears hold (Whitney 1932): a path between two different
    crossings that stay, through ones not held so far.
    """
    path = _way({near}, {far}, set(open_))
    if not path:
        return []
    place = {point: i for i, point in enumerate(path)}
    furthest = list(range(1, len(path) + 1))  # how far one gets past each crossing of the path
    held: list[tuple[int, set[int]]] = []  # pieces off the path that stay, by their first crossing
    for piece in _pieces(set(open_) - set(path)):
        touched = {place[p + s] for p in piece for s in STEPS if p + s in place}
        if len(touched) > 1:
            first, last = min(touched), max(touched)
            furthest[first] = max(furthest[first], last)
            held.append((first, _held_by_ears(piece, set(path))))
    blocks = []
    start = reach = 0
    for here in range(len(path)):
        if here == reach and here > start:
            points = set(path[start : here + 1])
            for first, piece in held:
                if start <= first < here:
                    points |= piece
            blocks.append(Block(frozenset(points), path[start], path[here]))
            start = here
        reach = max(reach, furthest[here])
    return blocks


def _way(starts: set[int], goals: set[int], through: set[int]) -> list[int]:
    """A shortest path from one of `starts` to one of `goals` inside `through`, or nothing."""
    came_from: dict[int, int] = {point: point for point in sorted(starts)}
    queue = list(came_from)
    for here in queue:
        if here in goals:
            path = [here]
            while came_from[path[-1]] != path[-1]:
                path.append(came_from[path[-1]])
            return path[::-1]
        for step in STEPS:
            there = here + step
            if there in through and there not in came_from:
                came_from[there] = here
                queue.append(there)
    return []


def _pieces(points: set[int]) -> list[set[int]]:
    """The connected pieces."""
    pieces = []
    rest = set(points)
    while rest:
        queue = [rest.pop()]
        piece = set(queue)
        while queue:
            here = queue.pop()
            for step in STEPS:
                if here + step in rest:
                    rest.discard(here + step)
                    piece.add(here + step)
                    queue.append(here + step)
        pieces.append(piece)
    return pieces


def _held_by_ears(piece: set[int], held: set[int]) -> set[int]:
    """What ears between different crossings of `held` hold of a connected piece beside it."""
    kept: set[int] = set()
    unfinished = [piece]
    while unfinished:
        part = unfinished.pop()
        doors = {p: {p + s for s in STEPS if p + s in held} for p in part}
        touched = set().union(*doors.values())
        if len(touched) < 2:
            continue
        one = min(touched)
        starts = {p for p in part if one in doors[p]}
        goals = {p for p in part if doors[p] - {one}}
        ear = set(_way(starts, goals, part))
        kept |= ear
        held |= ear
        unfinished.extend(_pieces(part - ear))
    return kept


# --- blocks up to symmetry -------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _turned(column: int, high: int) -> int:
    return sum(1 << high - 1 - y for y in range(high) if column >> y & 1)


def written(block: Block) -> str:
    """A block as entries write it, the same for all its eight images and with its ends exchanged.

    The columns from the left, each the sum of 2 to the row (from 0) in base 16, then both ends. Of
    the images at least as high as wide it is the one whose columns, compared from the right, are
    least, and of several ways to name its ends the least.
    """
    xs = [point >> 5 for point in block.points]
    ys = [point & 31 for point in block.points]
    left, low = min(xs), min(ys)
    wide, high = max(xs) - left + 1, max(ys) - low + 1
    upright, lying = [0] * wide, [0] * high
    for x, y in zip(xs, ys, strict=True):
        upright[x - left] |= 1 << y - low
        lying[y - low] |= 1 << x - left
    ends = [((p >> 5) - left, (p & 31) - low) for p in (block.near, block.far)]
    images = []
    for columns, places, tall in (
        (upright, ends, high),
        (lying, [(y, x) for x, y in ends], wide),
    ):
        broad = len(columns)
        if broad > tall:
            continue
        for flipped in (False, True):
            shown = [_turned(c, tall) for c in columns] if flipped else columns
            moved = [(x, tall - 1 - y) for x, y in places] if flipped else places
            images.append((tuple(reversed(shown)), tuple(sorted(moved))))
            mirrored = tuple(sorted((broad - 1 - x, y) for x, y in moved))
            images.append((tuple(shown), mirrored))
    columns_, places_ = min(images)
    told = ".".join(f"{column:x}" for column in reversed(columns_))
    return f"{told} {' '.join(f'{LETTERS[x]}{y + 1}' for x, y in places_)}"


def point_of(name: str) -> int:
    return LETTERS.index(name[0]) * 32 + int(name[1:]) - 1


def block_of(text: str) -> Block:
    """The block that an entry writes."""
    columns, near, far = text.split(" ")
    points = frozenset(
        x * 32 + y
        for x, column in enumerate(columns.split("."))
        for y in range(MOST)
        if int(column, 16) >> y & 1
    )
    return Block(points, point_of(near), point_of(far))


# --- the entries -----------------------------------------------------------------------------

# What an entry is about: a block and None (its number), or a block and a number it has not.
_Key = tuple[str, int | None]
_Claim = tuple[int, str]  # the number, and the closure that leaves it


def _parse(text: str) -> tuple[_Key, _Claim]:
    found = _ENTRY.fullmatch(text)
    if found is None or found[1].count(".") >= MOST:
        raise ValueError("expected “BLOCK END END = NUMBER” or “BLOCK END END ! NUMBER CLOSURE”")
    block = f"{found[1]} {found[2]} {found[3]}"
    if found[4] is not None:
        return (block, None), (int(found[4]), "")
    return (block, int(found[5])), (int(found[5]), found[6])


class Certified:
    """Who wins on a board, by a certificate: the same questions as `roadworks_play.Search`
    answers by playing on. Every answer rests on the entries; `check` proves them."""

    def __init__(self, board: City, section: Section) -> None:
        self.board = board
        self.section = section
        self._entries = Ledger(section, _parse)
        for line, (text, number), _ in self._entries:
            if number is not None and self._entries.has((text, None)):
                raise RefusedError(line, "another entry gives the block's number")

    def is_lost(self, live: Crossings, work: Work) -> bool:
        """Whether the player to move has no safe closure that leaves the opponent lost."""
        points = {point_of(name) for name in live}  # A is a1; B lies furthest up and right
        row = row_of_blocks(points, min(points), max(points))
        return self._is(row, 0, self.section.line)

    def winning(self, live: Crossings, work: Work) -> dict[str, Crossings]:
        """Every winning closure and what it leaves."""
        return {
            crossing: left
            for crossing, left in self.board.closures(live).items()
            if self.is_lost(left, work)
        }

    def check(self, work: Work) -> None:
        """Prove every entry from the smaller ones; RefusedError names the first that fails."""
        for line, (text, _), (number, closure) in self._entries:
            work.spend()
            block = block_of(text)
            if not is_whole(block) or written(block) != text:
                raise RefusedError(line, "is no block, or not written in its least image")
            if closure:
                self._check_left(line, block, point_of(closure), number)
            else:
                self._check_number(line, block, number)
        self._entries.check_needed()

    def _check_number(self, line: int, block: Block, number: int) -> None:
        """No closure leaves the number, and some closure leaves each lesser one."""
        lesser = set(range(number))
        rows = {}
        for point in block.points - {block.near, block.far}:
            row = row_of_blocks(block.points - {point}, block.near, block.far)
            rows[tuple(_cancelled(row))] = row
        for row in rows.values():
            if self._is(row, number, line):
                raise RefusedError(line, f"a closure leaves the number {number} itself")
            lesser -= {self._known(row)}
        if lesser:
            raise RefusedError(line, f"no closure is shown to leave the number {min(lesser)}")

    def _check_left(self, line: int, block: Block, closure: int, number: int) -> None:
        if closure not in block.points - {block.near, block.far}:
            raise RefusedError(line, "its closure is no crossing within the block")
        row = row_of_blocks(block.points - {closure}, block.near, block.far)
        if self._known(row) != number:
            raise RefusedError(line, f"its closure is not shown to leave the number {number}")

    def _known(self, row: Iterable[Block]) -> int | None:
        """The number of a row of blocks, if entries give those of all."""
        total = 0
        for text in _cancelled(row):
            claim = self._entries.look((text, None))
            if claim is None:
                return None
            total ^= claim[0]
        return total

    def _is(self, row: Iterable[Block], number: int, line: int) -> bool:
        """Whether the row has the number, by entries for all its blocks, or all but one that has
        not what is missing."""
        unknown = []
        for text in _cancelled(row):
            claim = self._entries.look((text, None))
            if claim is None:
                unknown.append(text)
            else:
                number ^= claim[0]
        if not unknown:
            return number == 0
        if len(unknown) > 1 or self._entries.look((unknown[0], number)) is None:
            raise RefusedError(
                line, f"incomplete: nothing is said of the block {unknown[-1]} and {number}"
            )
        return False


def is_whole(block: Block) -> bool:
    """Whether it is one block: more than a street, and all of it on paths between its ends."""
    if not {block.near, block.far} <= block.points or block.near == block.far:
        return False
    row = row_of_blocks(block.points, block.near, block.far)
    return len(block.points) > 2 and [b.points for b in row] == [block.points]


def _cancelled(row: Iterable[Block]) -> list[str]:
    """The blocks of a row as entries write them. Single streets have no closure; of two equal
    blocks whoever moves second copies the other in its twin."""
    odd: set[str] = set()
    for block in row:
        if len(block.points) > 2:
            odd ^= {written(block)}
    return sorted(odd)
