"""The second opinion on how many closures there can be: the most directly, the fewest by a certificate.

**The most, with falling:** as many as streets less crossings, and one. A connected plane figure has
that many rings (faces). A closure in a block makes at least one fewer: what it leaves hangs
together without a crossing that lay on a ring. And some closure makes just one fewer, unless one
path is left. Proof: the corners of a block's outline that stick out have two streets each. The
outline has four at least, so one that is no end of the block; it lies in a chain of crossings with
two streets each. Without the chain the block is a row of blocks between the crossings beside it.
If the block's ends lie in the first and the last of them, nothing falls but the chain, and one
ring is gone. If not, the first (or the last) holds no end; the crossing beside the chain has three streets or more, so this part is no
single street but a smaller block, with that crossing and the next cut as ends on its outline, and
what makes one ring fewer of it does so of the whole.

So `closures-left` has one answer exactly if every crossing that may be closed has two streets: it
keeps them to the end, and each closure takes one chain, one ring. If one has more, closing it
first takes two rings or more.

**The most, without falling:** all crossings but those of a shortest path, for what is left at the
end is a path that no street shortens, and each of these can be left.

**The fewest:** entries say of blocks that at least so many closures are made in them. A block of
more than one street allows one, entry or not. An entry says just what follows from the closures
made in it (without falling: from the first steps of the paths through it) and the entries for the
smaller blocks that these leave. One more entry names a play with no more closures, or a path
that leaves no more crossings off it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from crossfall.solver.audit import Work
from crossfall.solver.audit.certificate import Ledger, RefusedError, Section
from crossfall.solver.audit.roadworks_certified import (
    MOST,
    STEPS,
    Block,
    block_of,
    is_whole,
    point_of,
    row_of_blocks,
    written,
)
from crossfall.solver.audit.roadworks_play import City, Crossings, search

_BOUND = re.compile(
    r"([0-9a-f]{1,7}(?:\.[0-9a-f]{1,7})* [a-z][0-9]{1,2} [a-z][0-9]{1,2}) > ([0-9]{1,3})"
)
_WITNESS = re.compile(r"(path|play)((?: [a-z][0-9]{1,2})+)")
_WITNESSED = ""  # what the entry of a play or path is about


def most_closures(board: City, live: Crossings) -> int:
    """The most safe closures there can still be.

    >>> from crossfall.solver.audit.roadworks_play import city
    >>> board = city(3, 3)
    >>> most_closures(board, board.all)
    9
    """
    if board.falling:
        streets = sum(other in live for name in live for other in board.neighbours[name]) // 2
        return streets - len(live) + 1
    return len(live) - 1 - len(board.way(board.a, live, (board.b,))[1:])


def another_length(board: City, live: Crossings) -> int | None:
    """With falling: a number of closures, less than the most, that there can also be; None if
    however one plays there are as many."""
    for name in board.closable(live):
        if len(live.intersection(board.neighbours[name])) > 2:
            left = board.close(live, name)
            if left is not None:
                return 1 + most_closures(board, left)
    return None


class Counted:
    """The fewest closures on a board, by playing; without falling by building up longest paths."""

    def __init__(self, board: City) -> None:
        self.board = board
        self._known: dict[str, int] = {}

    def fewest(self, live: Crossings, work: Work) -> int:
        """The fewest safe closures there can still be."""
        if self.board.falling:
            return search(self.board).fewest(live, work)
        points = {point_of(name) for name in live}
        row = row_of_blocks(points, min(points), max(points))
        return len(points) - _crossings(row) + self._in(row, work)

    def _in(self, row: list[Block], work: Work) -> int:
        """The fewest crossings of a row of blocks that are off a path through it."""
        total = 0
        for block in row:
            if len(block.points) > 2:
                text = written(block)
                if text not in self._known:
                    work.spend(1 + len(block.points) ** 2 // 400)
                    ways = _stepped(block_of(text))
                    self._known[text] = min(off + self._in(left, work) for off, left in ways)
                total += self._known[text]
        return total


# --- the fewest, by a certificate --------------------------------------------------------------


def _parse(text: str) -> tuple[str, tuple[int, str]]:
    """What an entry is about (a block as text, or the witness), and its number or its words."""
    bound = _BOUND.fullmatch(text)
    if bound is not None and bound[1].count(".") < MOST:
        return bound[1], (int(bound[2]), "")
    witness = _WITNESS.fullmatch(text)
    if witness is None:
        raise ValueError("expected “BLOCK END END > NUMBER”, “play CLOSURES” or “path CROSSINGS”")
    return _WITNESSED, (0, text)


class CertifiedLengths:
    """The fewest closures on a board, by a certificate. The answer rests on the entries; `check`
    proves them."""

    def __init__(self, board: City, section: Section) -> None:
        self.board = board
        self.section = section
        self._entries = Ledger(section, _parse)
        self._bounds = {about: claim[0] for _, about, claim in self._entries if about}

    def fewest(self, live: Crossings, work: Work) -> int:
        """The fewest safe closures there can still be. Raises RefusedError."""
        points = {point_of(name) for name in live}
        row = row_of_blocks(points, min(points), max(points))  # A is a1; B lies up and right
        off = 0 if self.board.falling else len(points) - _crossings(row)
        least, blocks = self._least(row)
        for text in blocks:
            if self._bound(text) > 1:
                self._entries.look(text)
        if off + least < most_closures(self.board, live):
            self._check_witness(live, off + least)
        return off + least

    def check(self, work: Work) -> None:
        """Prove every entry from the smaller ones; RefusedError names the first that fails."""
        for line, about, (number, _) in self._entries:
            if about == _WITNESSED:
                continue
            work.spend()
            block = block_of(about)
            if not is_whole(block) or written(block) != about:
                raise RefusedError(line, "is no block, or not written in its least image")
            self._check_bound(line, block, number)
        self._entries.check_needed()

    def _check_bound(self, line: int, block: Block, number: int) -> None:
        """The number is the least that follows; entries without which less would are needed."""
        ways = self._closed(block) if self.board.falling else _stepped(block)
        rows = [(off, *self._least(row)) for off, row in ways]
        right = min(off + least for off, least, _ in rows)
        if number != right:
            raise RefusedError(line, f"the entries show at least {right} closures, not {number}")
        for off, least, blocks in rows:
            for text, times in blocks.items():
                if off + least - times * (self._bound(text) - 1) < number:
                    self._entries.look(text)

    def _bound(self, text: str) -> int:
        return self._bounds.get(text, 1)

    def _least(self, row: list[Block]) -> tuple[int, Counter[str]]:
        """The closures that a row of blocks allows at least, and the blocks that are more than a
        street."""
        blocks = Counter(written(block) for block in row if len(block.points) > 2)
        return sum(times * self._bound(text) for text, times in blocks.items()), blocks

    @staticmethod
    def _closed(block: Block) -> Iterator[tuple[int, list[Block]]]:
        """One closure, and the row of blocks it leaves: for every closure."""
        for point in block.points - {block.near, block.far}:
            yield 1, row_of_blocks(block.points - {point}, block.near, block.far)

    def _check_witness(self, live: Crossings, number: int) -> None:
        line = next((n for n, about, _ in self._entries if about == _WITNESSED), self.section.line)
        kind, *names = (self._entries.look(_WITNESSED) or (0, "no"))[1].split(" ")
        if kind != ("play" if self.board.falling else "path"):
            raise RefusedError(line, f"incomplete: nothing shows how {number} closures are enough")
        made = self._played(line, live, names) if kind == "play" else self._walked(live, names)
        if made != number:
            raise RefusedError(line, f"does not show how {number} closures are enough")

    def _played(self, line: int, live: Crossings, names: list[str]) -> int | None:
        """The number of closures, if no safe one follows these."""
        for name in names:
            if name not in live or name in self.board.ends:
                raise RefusedError(line, f"{name} cannot be closed then")
            left = self.board.close(live, name)
            if left is None:
                raise RefusedError(line, f"{name} cuts A from B")
            live = left
        return None if self.board.closures(live) else len(names)

    def _walked(self, live: Crossings, names: list[str]) -> int | None:
        """How many crossings are off a path of these, if no street shortens it."""
        steps = list(pairwise(names))
        on = live.intersection(names)
        goes = len(on) == len(names) and all(b in self.board.neighbours[a] for a, b in steps)
        if not goes or (names[0], names[-1]) != (self.board.a, self.board.b):
            return None
        streets = sum(other in on for name in on for other in self.board.neighbours[name]) // 2
        return len(live) - len(on) if streets == len(steps) else None


def _crossings(row: list[Block]) -> int:
    """How many crossings a row of blocks has."""
    return len(frozenset[int]().union(*(block.points for block in row)))


def _stepped(block: Block) -> Iterator[tuple[int, list[Block]]]:
    """For every first step of a path through a block: the crossings that are off the path for it,
    and the row of blocks that the path goes on through. Whatever else borders on the near end would
    shorten the path."""
    beside = {block.near + step for step in STEPS} & block.points
    if block.far in beside:
        yield len(block.points) - 2, []
        return
    for step in sorted(beside):
        row = row_of_blocks(block.points - {block.near} - (beside - {step}), step, block.far)
        if row:
            yield len(block.points) - 1 - _crossings(row), row
