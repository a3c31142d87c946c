"""The second opinion on Roadworks: its board, its rules, and playing on to the end.

Crossings are their names, positions plain sets of names. Nothing is borrowed from the solver:
no masks, no symmetry, no blocks and no Grundy values. What falls is found by growing ears: a
simple A–B path stays; a crossing off what stays so far stays too exactly if it has two ways to
it that share nothing but that crossing (Whitney 1932). Who wins is found by playing on until
nobody can.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache

from crossfall.solver.audit import Work

LETTERS = "abcdefghijklmnopqrstuvwxyz"

# Without falling, boards with at most this many crossings are played out; larger ones are judged
# by the colours of their crossings (see `Search.is_lost`).
PLAYED_OUT_PLAIN = 16

_REMEMBERED_POSITIONS = 1_000_000

Crossings = frozenset[str]


def order(name: str) -> tuple[str, int]:
    """By column, then number: a2 before a10.

    >>> sorted(["b1", "a10", "a2"], key=order)
    ['a2', 'a10', 'b1']
    """
    return name[0], int(name[1:])


def listed(names: Iterable[str]) -> str:
    """The names in order, with blanks between."""
    return " ".join(sorted(names, key=order))


def _cost(live: Crossings) -> int:
    """The work of looking at a position: each of its crossings is closed, and ways are sought
    among the others."""
    return 1 + len(live) ** 2 // 250


class City:
    """A board of `width` × `height` blocks.

    >>> sorted(city(3, 3).neighbours["a1"]), city(3, 3).b
    (['a2', 'b1'], 'd4')
    """

    def __init__(self, width: int, height: int, falling: bool = True) -> None:
        self.width, self.height = width, height
        self.falling = falling
        self.names = [f"{LETTERS[c]}{r + 1}" for c in range(width + 1) for r in range(height + 1)]
        self.all: Crossings = frozenset(self.names)
        self.a, self.b = self.names[0], self.names[-1]
        self.ends: Crossings = frozenset((self.a, self.b))
        self.neighbours: dict[str, tuple[str, ...]] = {}
        for name in self.names:
            column, row = LETTERS.index(name[0]), int(name[1:])
            near = [(column, row + 1), (column + 1, row), (column, row - 1), (column - 1, row)]
            self.neighbours[name] = tuple(
                f"{LETTERS[c]}{r}" for c, r in near if 0 <= c <= width and 1 <= r <= height + 1
            )

    def way(self, start: str, through: Collection[str], goals: Collection[str]) -> list[str]:
        """A shortest path from `start` through `through` to the first of `goals`, read from the
        goal back to `start`; empty if there is none. Goals count only inside `through`."""
        came_from = {start: start}
        queue = [start]
        for here in queue:
            for there in self.neighbours[here]:
                if there in came_from or there not in through:
                    continue
                came_from[there] = here
                if there in goals:
                    path = [there]
                    while path[-1] != start:
                        path.append(came_from[path[-1]])
                    return path
                queue.append(there)
        return []

    def joined(self, open_: Crossings) -> bool:
        """Whether a path of open crossings joins A and B."""
        return self.ends <= open_ and bool(self.way(self.a, open_, (self.b,)))

    def stays(self, open_: Crossings, doubtful: Iterable[str]) -> Crossings:
        """What lies on simple A–B paths of `open_`; nothing if A and B are not joined.

        Only the `doubtful` crossings are tested, and the neighbours of each that falls.
        """
        if not self.ends <= open_:
            return frozenset()
        held = set(self.way(self.a, open_, (self.b,)))
        if not held:
            return frozenset()
        rest = open_
        queue = list(doubtful)
        while queue:
            name = queue.pop()
            if name in rest and name not in held and not self._grow(name, rest, held):
                rest = rest - {name}
                queue.extend(self.neighbours[name])
        return rest

    def _grow(self, name: str, rest: Crossings, held: set[str]) -> bool:
        """Whether two ways lead from `name` to `held` that share only `name`; if so and they are
        at hand, all they pass is held too."""
        first = self.way(name, rest, held)
        if not first:
            return False
        second = self.way(name, rest.difference(first[:-1]), held - {first[0]})
        if second:
            held.update(first, second)
            return True
        # The first way may have blocked the second. Two ways exist if and only if no single
        # crossing cuts `name` off from all the rest of `held` (Menger 1927), and such a crossing
        # would lie on the first way.
        return all(self.way(name, rest - {cut}, held - {cut}) for cut in first[:-1])

    def on_a_path(self, name: str, open_: Crossings) -> bool:
        """Whether an open crossing lies on a simple A–B path of `open_`, which may hold others
        that do not."""
        held = set(self.way(self.a, open_, (self.b,)))
        return name in held or (bool(held) and self._grow(name, open_, held))

    def core(self, open_: Crossings) -> Crossings:
        """What lies on simple A–B paths, every crossing tested."""
        return self.stays(open_, open_)

    def close(self, live: Crossings, crossing: str) -> Crossings | None:
        """What is left of a position after closing `crossing`; None if that cuts A from B."""
        rest = live - {crossing}
        if not self.falling:
            return rest if self.joined(rest) else None
        # All of `live` was on simple paths, so whatever falls now has a neighbour that went.
        return self.stays(rest, self.neighbours[crossing]) or None

    def closable(self, live: Crossings) -> list[str]:
        """The open crossings but for A and B, in order (the order of a set may change from run to
        run, and with it how much work a search takes)."""
        return [name for name in self.names[1:-1] if name in live]

    def closures(self, live: Crossings) -> dict[str, Crossings]:
        """Every safe closure and what it leaves."""
        found = {}
        for crossing in self.closable(live):
            left = self.close(live, crossing)
            if left is not None:
                found[crossing] = left
        return found


@lru_cache(maxsize=16)
def city(width: int, height: int, falling: bool = True) -> City:
    """The board of that size."""
    return City(width, height, falling)


class Search:
    """Plays positions of one board to the end; remembers each it has played."""

    def __init__(self, board: City) -> None:
        self.board = board
        self._bit = {name: 1 << i for i, name in enumerate(board.names)}
        self._lost: dict[int, bool] = {}
        self._lengths: dict[int, frozenset[int]] = {}

    def is_lost(self, live: Crossings, work: Work) -> bool:
        """Whether the player to move has no safe closure that leaves the opponent lost.

        Without falling play ends when the open crossings are one path. Along a path the two
        colours of a chessboard alternate, so its number of crossings is odd exactly if A and B
        have one colour, whichever path it is: the number of closures left is odd or even from
        the start.
        """
        board = self.board
        if not board.falling and len(board.names) > PLAYED_OUT_PLAIN:
            column, row = LETTERS.index(board.b[0]), int(board.b[1:]) - 1
            return (len(live) - (column + row + 1)) % 2 == 0
        return self._is_lost(live, self._key(live), work)

    def _is_lost(self, live: Crossings, key: int, work: Work) -> bool:
        known = self._lost.get(key)
        if known is not None:
            return known
        work.spend(_cost(live))
        left: dict[int, Crossings] = {}
        answer = True
        for crossing in self.board.closable(live):
            after = self.board.close(live, crossing)
            if after is None:
                continue
            its_key = self._key(after)
            if self._lost.get(its_key):  # one refutation is enough
                answer = False
                break
            left[its_key] = after
        else:
            # Positions with few crossings are soon decided.
            for its_key, after in sorted(left.items(), key=lambda item: (len(item[1]), item[0])):
                if self._is_lost(after, its_key, work):
                    answer = False
                    break
        if len(self._lost) >= _REMEMBERED_POSITIONS:
            self._lost.clear()
        self._lost[key] = answer
        return answer

    def winning(self, live: Crossings, work: Work) -> dict[str, Crossings]:
        """Every winning closure and what it leaves."""
        work.spend(_cost(live))
        return {
            crossing: left
            for crossing, left in self.board.closures(live).items()
            if self.is_lost(left, work)
        }

    def lengths(self, live: Crossings, work: Work) -> frozenset[int]:
        """How many safe closures there can still be: every possible number."""
        key = self._key(live)
        known = self._lengths.get(key)
        if known is not None:
            return known
        work.spend(_cost(live))
        if self.board.falling:
            after = set(self.board.closures(live).values())
            found = frozenset(1 + n for left in after for n in self.lengths(left, work)) or {0}
        else:
            # Play can end in every path that no street shortens: close all that is off it.
            found = {len(live) - n for n in self._unshortened(live, work)}
        if len(self._lengths) >= _REMEMBERED_POSITIONS:
            self._lengths.clear()
        self._lengths[key] = frozenset(found)
        return self._lengths[key]

    def fewest(self, live: Crossings, work: Work) -> int:
        """How many safe closures there can still be at least, with falling."""
        level = {self._key(live): live}
        for made in range(len(live)):
            following: dict[int, Crossings] = {}
            for _, at in sorted(level.items()):
                work.spend(_cost(at))
                left = set(self.board.closures(at).values())
                if not left:
                    return made
                following.update((self._key(after), after) for after in left)
            level = following
        raise AssertionError("every closure takes a crossing")

    def _unshortened(self, open_: Crossings, work: Work) -> set[int]:
        """The numbers of crossings of all induced A–B paths."""
        board = self.board
        found = set()
        unfinished: list[tuple[tuple[str, ...], Crossings]] = [((board.a,), open_ - {board.a})]
        while unfinished:
            path, free = unfinished.pop()
            work.spend()
            if path[-1] == board.b:
                found.add(len(path))
                continue
            steps = [name for name in board.neighbours[path[-1]] if name in free]
            # Whatever else borders on this crossing would shorten the path.
            unfinished.extend(((*path, step), free.difference(steps)) for step in steps)
        return found

    def _key(self, live: Crossings) -> int:
        return sum(map(self._bit.__getitem__, live))


@lru_cache(maxsize=4)
def search(board: City) -> Search:
    """The search of a board, shared by the puzzles of a run."""
    return Search(board)
