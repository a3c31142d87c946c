"""Clear Path, the chain-reaction rules: positions, whole turns, and turns stone by stone.

The game is Mark Steere's. A position is what stands at the start of a turn; a move is a whole
turn, as the set of its points. `Chain` is the second view, stone by stone, for checking and for
telling why another stone must follow or why a turn is illegal; searches never use it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from crossfall.solver.clear_path.board import BLUE, COLOURS, RED, Board, bits, board_of
from crossfall.solver.clear_path.turns import (
    cut_off,
    joined,
    joined_diagonally,
    may_start,
    quiet_turns,
    winning_turns,
)
from crossfall.solver.errors import InputError
from crossfall.solver.position import Outcome, Problem


@dataclass(frozen=True)
class ClearPathPosition:
    """The stones at the start of a turn, as bits (see `crossfall.solver.clear_path.board`).

    turn: who is to place, 0 for Red (top and bottom edge) and 1 for Blue (left and right edge).

    >>> start = ClearPathPosition.empty_board(3, 3)
    >>> [start.board.name(move) for move in start.moves()][:4]
    ['a1', 'a2', 'a3', 'b1']
    >>> start.play(start.board.mask("b2")).turn
    1
    """

    board: Board
    red: int
    blue: int
    turn: int

    @classmethod
    def empty_board(cls, width: int, height: int) -> ClearPathPosition:
        """The start of a game: nothing placed, Red to move."""
        return cls(board_of(width, height), 0, 0, RED)

    @property
    def empty(self) -> int:
        """The points without a stone."""
        return self.board.full & ~(self.red | self.blue)

    @property
    def own(self) -> int:
        """The stones of the player to move."""
        return self.blue if self.turn else self.red

    @property
    def other(self) -> int:
        """The stones of the player who is not to move."""
        return self.red if self.turn else self.blue

    def moves(self) -> Iterator[int]:
        """Every legal turn as a set of points: those that win nothing first. Can be very many."""
        yield from quiet_turns(self.board, self.turn, self.own, self.empty)
        yield from winning_turns(self.board, self.turn, self.own, self.empty)

    def play(self, move: int) -> ClearPathPosition:
        """The position after a whole turn (not checked: see `turns.last_points`)."""
        if self.turn:
            return ClearPathPosition(self.board, self.red, self.blue | move, RED)
        return ClearPathPosition(self.board, self.red | move, self.blue, BLUE)

    def outcome(self) -> Outcome:
        """Who has an OIP, if anyone; two OIPs cannot stand together."""
        if joined(self.board, RED, self.red):
            return Outcome.WON_BY_0
        if joined(self.board, BLUE, self.blue):
            return Outcome.WON_BY_1
        return Outcome.ONGOING

    def key(self) -> tuple[int, ...]:
        """The least image under reflections and, as the colours change places, transposition.

        Transposed, Red's edges become Blue's: the player to move is then seen as Red or Blue
        alike, so the key holds the mover's stones as if the mover were Red.
        """
        board, own, other = self.board, self.own, self.other
        if self.turn == BLUE:
            own, other = board.transposed(own), board.transposed(other)
            board = board_of(board.height, board.width)
        return (board.width, board.height, *min(images(board, own, other)))

    def problems(self) -> list[Problem]:
        """Every reason why this cannot stand at the start of a turn; `game-over` stands alone."""
        over = self.outcome()
        if over is not Outcome.ONGOING:
            winner = RED if over is Outcome.WON_BY_0 else BLUE
            path = self._told_path(winner, diagonal=False)
            name = COLOURS[winner].capitalize()
            return [Problem("game-over", f"{name}'s path already stands: {path}")]
        return [
            Problem("impossible-position", message)
            for message in (*self._blockades(), *self._last_turn())
        ]

    def stones_of(self, player: int) -> int:
        """The stones of one player."""
        return self.blue if player else self.red

    def _told_path(self, player: int, diagonal: bool) -> str:
        path = path_of(self.board, player, self.stones_of(player), diagonal)
        return " ".join(map(self.board.name, path))

    def _blockades(self) -> Iterator[str]:
        for player in (RED, BLUE):
            if joined_diagonally(self.board, player, self.stones_of(player)):
                me, you = COLOURS[player].capitalize(), COLOURS[1 - player].capitalize()
                edges = "top and bottom" if player == RED else "left and right"
                line = self._told_path(player, diagonal=True)
                yield (
                    f"not two-clear: {me}'s stones {line} touch {edges} edge diagonally and cut "
                    f"{you} off, and no turn may end so"
                )

    def _last_turn(self) -> Iterator[str]:
        if not self.red and not self.blue:
            if self.turn != RED:
                yield "on an empty board Red is to move"
            return
        if not self.enders():
            name = COLOURS[1 - self.turn].capitalize()
            yield (
                f"{name}'s last turn cannot have ended: no stone of {name} has two empty "
                "neighbours, so after each of them another stone had to follow"
            )

    def enders(self) -> int:
        """The stones with which the last turn can have ended (ruling 6)."""
        return self.other & self.board.facing_two(self.empty)


def images(board: Board, own: int, other: int) -> Iterator[tuple[int, int]]:
    """The four images of two sets of stones under the board's reflections."""
    for _ in range(2):
        for _ in range(2):
            yield own, other
            own, other = board.mirrored(own), board.mirrored(other)
        own, other = board.flipped(own), board.flipped(other)


def path_of(board: Board, player: int, stones: int, diagonal: bool = False) -> tuple[int, ...]:
    """A shortest path of these stones from the player's first edge (bottom, left) to the other.

    Empty if there is none; with `diagonal`, steps in all eight directions count.
    """
    start, goal = board.sides[player]
    layers = [start & stones]
    seen = layers[0]
    while layers[-1] and not layers[-1] & goal:
        near = board.around(layers[-1]) if diagonal else board.beside(layers[-1])
        layers.append(near & stones & ~seen)
        seen |= layers[-1]
    reach = layers[-1] & goal
    path = []
    for layer in reversed(layers):
        choice = layer & reach
        if not choice:
            return ()
        point = choice & -choice
        path.append(point)
        reach = board.around(point) if diagonal else board.beside(point)
    return tuple(reversed(path))


class Step(Enum):
    """What a stone just placed means for the turn."""

    AGAIN = "the point was surrounded: another stone must follow"
    ENDS = "the point was not surrounded: the turn is over"
    WINS = "the stone makes a path: the game is won"
    CUTS_OFF = "the turn ends with the opponent cut off: it is illegal"
    FULL = "another stone must follow, but no point is empty: the turn is illegal"


@dataclass(frozen=True)
class Chain:
    """A turn that is being placed, stone by stone, with nothing worked out ahead.

    placed: the stones so far, in order. steps: what each of them meant.

    >>> chain = Chain(ClearPathPosition.empty_board(2, 2)).place("a1")
    >>> chain.steps
    (<Step.ENDS: 'the point was not surrounded: the turn is over'>,)
    """

    start: ClearPathPosition
    placed: tuple[int, ...] = ()
    steps: tuple[Step, ...] = ()

    @property
    def set(self) -> int:
        """The stones placed so far, as one set."""
        return sum(self.placed)

    @property
    def over(self) -> bool:
        """Whether the turn has ended, legally or not."""
        return bool(self.steps) and self.steps[-1] is not Step.AGAIN

    @property
    def legal(self) -> bool:
        """Whether the turn has ended legally."""
        return bool(self.steps) and self.steps[-1] in (Step.ENDS, Step.WINS)

    def neighbours(self, point: int) -> tuple[int, int]:
        """The stones beside a point just now, and its empty neighbours."""
        board = self.start.board
        beside = board.beside(point)
        empty = self.start.empty & ~self.set
        return beside & ~empty, beside & empty

    def place(self, name: str) -> Chain:
        """The chain with one stone more; InputError if the turn is over or the point taken."""
        board, mover = self.start.board, self.start.turn
        point = board.point(name)
        if self.over:
            last = board.name(self.placed[-1])
            raise InputError(f"{board.name(point)} comes too late: the turn ended with {last}")
        if not point & self.start.empty or point & self.set:
            raise InputError(f"{board.name(point)} is not empty")
        _, free = self.neighbours(point)
        stones = self.start.own | self.set | point
        empty = self.start.empty & ~self.set & ~point
        if joined(board, mover, stones):
            step = Step.WINS
        elif free.bit_count() >= 2:
            blocked = cut_off(board, 1 - mover, stones)
            if blocked != joined_diagonally(board, mover, stones):
                raise AssertionError("a player is cut off exactly if the other has an ODIP")
            step = Step.CUTS_OFF if blocked else Step.ENDS
        else:
            step = Step.AGAIN if empty else Step.FULL
        return Chain(self.start, (*self.placed, point), (*self.steps, step))


def forbidden_points(position: ClearPathPosition) -> int:
    """The empty points where the player to move may not start (ruling 3)."""
    return position.empty & ~may_start(position.board, position.turn, position.own, position.empty)


def again_points(position: ClearPathPosition) -> int:
    """The points that are surrounded, so that a player who starts there must place again.

    Legal start or not; except where that first stone makes a path, which ends the game.
    """
    board, own, empty = position.board, position.own, position.empty
    surrounded = empty & ~board.roomy(empty)
    return sum(point for point in bits(surrounded) if not joined(board, position.turn, own | point))
