"""The rules of Roadworks: boards, positions, falls, and why a position is impossible.

A crossing is a number, counted column by column from A (`crossfall.solver.grids`); a set of
crossings is a bit mask. A is crossing 0, B the last one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

from crossfall.solver.grids import Grid, bits, grid, mask_of
from crossfall.solver.position import Outcome, Problem

IMPOSSIBLE = "impossible-position"
OVER = "game-over"

MAX_SIDE = 25

# Level: (blocks wide, blocks high, does anything fall?)
LEVELS = {1: (3, 3, False), 2: (3, 3, True), 3: (4, 4, True), 4: (5, 5, True)}


@dataclass(frozen=True)
class Board:
    """A city of `width` × `height` blocks.

    >>> board(3, 3).name(board(3, 3).b)
    'd4'
    """

    width: int
    height: int
    falling: bool = True

    @cached_property
    def grid(self) -> Grid:
        """The grid of its crossings."""
        return grid(self.width + 1, self.height + 1)

    @property
    def a(self) -> int:
        """The crossing A."""
        return 0

    @cached_property
    def b(self) -> int:
        """The crossing B."""
        return self.grid.count - 1

    @cached_property
    def ends(self) -> int:
        """The mask of A and B."""
        return 1 | 1 << self.b

    @property
    def full(self) -> int:
        """The mask of all crossings."""
        return self.grid.full

    @property
    def size(self) -> str:
        """The size as files say it: `4x5`."""
        return f"{self.width}x{self.height}"

    def name(self, crossing: int) -> str:
        """A crossing's name: `b2`."""
        return self.grid.name(crossing)

    def names(self, mask: int) -> tuple[str, ...]:
        """The names of the crossings of a mask, by column and row."""
        return self.grid.names(mask)

    def joined(self, open_: int) -> bool:
        """Whether a path of open crossings joins A and B."""
        return bool(self.grid.flood(1, open_) >> self.b & 1)

    def settle(self, open_: int) -> int:
        """What stays of the open crossings after a safe closure: all without falling, else the
        crossings on simple A–B paths."""
        return self.grid.core(open_, 0, self.b) if self.falling else open_

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Every symmetry that keeps {A, B}: for each the image of every crossing.

        The identity and the half turn; on square boards the two diagonal reflections too.
        """
        count, rows = self.grid.count, self.grid.rows
        same = tuple(range(count))
        half_turn = tuple(reversed(same))
        if self.width != self.height:
            return (same, half_turn)
        flip = tuple((c % rows) * rows + c // rows for c in same)
        return (same, half_turn, flip, tuple(reversed(flip)))

    def image(self, mask: int, symmetry: Sequence[int]) -> int:
        """The mask of the images of `mask` under one of `symmetries`."""
        tables = self._image_tables.get(tuple(symmetry))
        if tables is None:
            return mask_of(symmetry[crossing] for crossing in bits(mask))
        return _look_up(tables, mask)

    def canonical(self, mask: int) -> int:
        """The least of the images of `mask`."""
        return min(mask, *(_look_up(tables, mask) for tables in self._image_tables.values()))

    @cached_property
    def _image_tables(self) -> dict[tuple[int, ...], tuple[list[int], ...]]:
        """For each symmetry but the identity the images of all masks of `_CHUNK` crossings."""
        return {symmetry: _image_tables(symmetry) for symmetry in self.symmetries[1:]}


_CHUNK = 9
_CHUNK_MASK = (1 << _CHUNK) - 1


def _look_up(tables: tuple[list[int], ...], mask: int) -> int:
    image = 0
    for table in tables:
        image |= table[mask & _CHUNK_MASK]
        mask >>= _CHUNK
    return image


def _image_tables(symmetry: Sequence[int]) -> tuple[list[int], ...]:
    tables = []
    for first in range(0, len(symmetry), _CHUNK):
        table = [0]
        for image in symmetry[first : first + _CHUNK]:
            table += [known | 1 << image for known in table]
        tables.append(table)
    return tuple(tables)


@cache
def board(width: int, height: int, falling: bool = True) -> Board:
    """The board of that size, its tables worked out once; sizes from 1 to MAX_SIDE."""
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        raise ValueError(
            f"no board of {width}x{height} blocks; expected 1x1 to {MAX_SIDE}x{MAX_SIDE}"
        )
    return Board(width, height, falling)


@dataclass(frozen=True)
class Position:
    """A position: which crossings are open (with falling: live), and the closures that led here.

    The future depends on `open` alone. `closures` is in order of play, first player first; it is
    None where nobody knows it (a live set drawn without its fences). `faults` says what is
    impossible about the way here.

    >>> p = start(board(3, 3)).play(5).play(2)
    >>> p.board.names(p.fallen), p.turn
    (('a2', 'a4'), 0)
    """

    board: Board
    open: int
    closures: tuple[int, ...] | None = ()
    faults: tuple[Problem, ...] = ()

    @property
    def turn(self) -> int:
        """The player to move, 0 or 1."""
        return len(self.closures or ()) % 2

    @cached_property
    def closed(self) -> int:
        """The mask of the crossings that bear a fence."""
        return mask_of(self.closures or ())

    @property
    def fallen(self) -> int:
        """The mask of the crossings that fell."""
        return self.board.full & ~self.open & ~self.closed

    @cached_property
    def blocks(self) -> list[tuple[int, int, int]]:
        """The row of blocks from A to B (see `Grid.chain`); empty if A and B are cut off."""
        return self.board.grid.chain(self.open, 0, self.board.b)

    @cached_property
    def cut_crossings(self) -> int:
        """The open crossings other than A and B without which no path joins A and B."""
        return mask_of(near for _, near, _ in self.blocks) & ~self.board.ends

    @cached_property
    def safe(self) -> int:
        """The mask of the safe closures: those that leave A and B joined."""
        if not self.blocks:
            return 0
        return self.open & ~self.board.ends & ~self.cut_crossings

    def moves(self) -> Iterator[int]:
        """Every closure that the rules allow, safe or not."""
        if self.outcome() is Outcome.ONGOING:
            yield from bits(self.open & ~self.board.ends)

    def after(self, crossing: int) -> int:
        """What is open after the safe closure of `crossing`."""
        return self.board.settle(self.open & ~(1 << crossing))

    def falls(self, crossing: int) -> int:
        """What falls after the safe closure of `crossing`."""
        return self.open & ~(1 << crossing) & ~self.after(crossing)

    def play(self, crossing: int) -> Position:
        """The position after closing `crossing`, an open one other than A and B.

        A closure that cuts A from B ends the game; nothing falls after it.
        """
        left = self.open & ~(1 << crossing)
        if self.board.joined(left):
            left = self.board.settle(left)
        return replace(self, open=left, closures=(*(self.closures or ()), crossing))

    def outcome(self) -> Outcome:
        """Ongoing as long as A and B are joined; who cuts them has lost."""
        if self.board.joined(self.open):
            return Outcome.ONGOING
        # Whoever made the last closure cut A from B and lost.
        return Outcome.WON_BY_0 if self.turn == 0 else Outcome.WON_BY_1

    def key(self) -> int:
        """The open crossings, the same for symmetric positions."""
        return self.board.canonical(self.open)

    def problems(self) -> tuple[Problem, ...]:
        """Every reason why the position is impossible or finished: its `faults`."""
        return self.faults


def start(board_: Board) -> Position:
    """The empty board: every crossing open."""
    return Position(board_, board_.full)


def replay(board_: Board, closures: Iterable[int]) -> Position:
    """The position after these closures in this order; its `faults` name every closure that the
    rules forbid (A or B, a crossing closed or fallen already, one after the end), each of them
    left out of the play, and say if the game is over.

    >>> [fault.message for fault in replay(board(3, 3), [2, 3]).faults]
    ['a4 cannot be closed: it fell when a3 was closed']
    """
    position = start(board_)
    faults: list[Problem] = []
    fell_with: dict[int, int] = {}
    ended_by: int | None = None
    name = board_.name
    for crossing in closures:
        if ended_by is not None:
            why = f"the game was over before: closing {name(ended_by)} cut A from B"
        elif board_.ends >> crossing & 1:
            why = f"it is {'A' if crossing == 0 else 'B'}"
        elif position.closed >> crossing & 1:
            why = "it is closed already"
        elif crossing in fell_with:
            why = f"it fell when {name(fell_with[crossing])} was closed"
        else:
            before = position.open
            position = position.play(crossing)
            if position.outcome() is not Outcome.ONGOING:
                ended_by = crossing
            for gone in bits(before & ~position.open & ~(1 << crossing)):
                fell_with[gone] = crossing
            continue
        faults.append(Problem(IMPOSSIBLE, f"{name(crossing)} cannot be closed: {why}"))
    if ended_by is not None:
        faults.append(Problem(OVER, f"closing {name(ended_by)} cut A from B: the game is over"))
    return replace(position, faults=tuple(faults))


def live_set(board_: Board, live: int) -> Position:
    """The position of a live set alone, its closures unknown; its `faults` say if it is none."""
    name = board_.name
    faults = [
        Problem(IMPOSSIBLE, f"{end} ({name(c)}) is gone; it is never closed and never falls")
        for end, c in (("A", 0), ("B", board_.b))
        if not live >> c & 1
    ]
    if not faults and not board_.joined(live):
        faults.append(Problem(OVER, "no path joins A and B: the game is over"))
    elif not faults:
        stray = live & ~board_.settle(live)
        faults.extend(
            Problem(IMPOSSIBLE, f"{name(c)} is drawn open but lies on no simple path from A to B")
            for c in bits(stray)
        )
    return Position(board_, live, closures=None, faults=tuple(faults))


def can_reopen_all(board_: Board, closed: int, kept: int = 0) -> bool:
    """Whether the closures of `closed` outside `kept` can all be made, in some order, once those
    of `kept` have been made: peel from the end, reopening any that is then live.

    Which one is reopened first does not matter: reopening only ever adds paths.
    """
    if not board_.falling:
        return board_.joined(board_.full & ~closed)
    left = closed
    progress = True
    while left != kept and progress:
        progress = False
        for crossing in bits(left & ~kept):
            reopened = board_.full & ~left | 1 << crossing
            if board_.grid.core(reopened, 0, board_.b) >> crossing & 1:
                left &= ~(1 << crossing)
                progress = True
    return left == kept


def least_order(board_: Board, closed: int) -> tuple[int, ...] | None:
    """The least order (names compared column, then number) in which these closures can be made,
    all of them safe; None if there is no such order."""
    if closed & board_.ends or not board_.joined(board_.full & ~closed):
        return None
    if not can_reopen_all(board_, closed):
        return None
    order: list[int] = []
    made = 0
    live = board_.full
    while made != closed:
        for crossing in bits(closed & ~made & live):
            if can_reopen_all(board_, closed, made | 1 << crossing):
                break
        else:  # pragma: no cover - an order exists, so some closure always goes on
            raise AssertionError("no order found though one exists")
        made |= 1 << crossing
        order.append(crossing)
        live = board_.settle(board_.full & ~made)
    return tuple(order)


def from_fences(board_: Board, closed: int, drawn_fallen: int | None = None) -> Position:
    """The position of a drawing: fences known, their order not; its `faults` say what no order
    of play explains. `drawn_fallen`, if given, must have fallen.

    If the fences cut A from B and one of them can have been the last, the game is over.
    """
    name = board_.name
    faults = [
        Problem(IMPOSSIBLE, f"{end} ({name(c)}) is drawn closed; it is never closed")
        for end, c in (("A", 0), ("B", board_.b))
        if closed >> c & 1
    ]
    closed &= ~board_.ends
    order = least_order(board_, closed)
    over: int | None = None
    if order is None and not board_.joined(board_.full & ~closed):
        # Several fences may have been the last; what is drawn fallen tells them apart.
        for last in bits(closed):
            rest = closed & ~(1 << last)
            before = least_order(board_, rest)
            live = board_.settle(board_.full & ~rest)
            if before is None or not live >> last & 1:
                continue
            explains = not (drawn_fallen or 0) & (live | closed)
            if order is None or explains:
                order, over = (*before, last), last
            if explains:
                break
    if order is None:
        faults.append(Problem(IMPOSSIBLE, _no_order(board_, closed)))
        return Position(board_, board_.full & ~closed, tuple(bits(closed)), tuple(faults))
    position = start(board_)
    for crossing in order:
        position = position.play(crossing)
    for crossing in bits((drawn_fallen or 0) & ~position.fallen):
        what = "closed" if closed >> crossing & 1 else "still on a path from A to B"
        faults.append(Problem(IMPOSSIBLE, f"{name(crossing)} is drawn fallen but is {what}"))
    if over is not None:
        faults.append(
            Problem(OVER, "no path joins A and B: the last fence cut them, the game is over")
        )
    return replace(position, faults=tuple(faults))


def _no_order(board_: Board, closed: int) -> str:
    if not board_.joined(board_.full & ~closed):
        return (
            "the fences cut A from B and no order of play leads to them: "
            "whichever was last, an earlier one had cut A from B or had closed a fallen crossing"
        )
    left = closed
    progress = True
    while progress:
        progress = False
        for crossing in bits(left):
            if board_.grid.core(board_.full & ~left | 1 << crossing, 0, board_.b) >> crossing & 1:
                left &= ~(1 << crossing)
                progress = True
    stuck = " ".join(board_.names(left))
    return f"no order of play closes {stuck}: whichever comes last has fallen before"
