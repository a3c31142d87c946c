"""Pathing Dots & Boxes, designed by Zero: positions, swaps, wave ends and conversions.

A swap fills an edge and exchanges what its two cells hold. In this order: four of one colour in a
row or column end the game; boxes completed go to the player who swapped, who then swaps again;
when all edges are filled the wave ends, the player with fewer boxes converts a cell, and the
player who made the last swap starts the next wave.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from crossfall.solver.errors import InputError
from crossfall.solver.grids import bits
from crossfall.solver.pathing_boxes.board import (
    ALL_CELLS,
    CELL_NAMES,
    CELLS_BY_NAME,
    EDGES,
    NORMAL,
    SYMMETRIES,
    Board,
)
from crossfall.solver.pathing_boxes.tables import line_table
from crossfall.solver.position import Outcome, Problem

X, Y = 0, 1
PLAYERS = "XY"


@dataclass(frozen=True)
class RuleSet:
    """What the three sources rule differently.

    tie: who wins when both colours line up at once: `majority` (more pieces on the board, and the
        mover when they are equal), `opponent` (the mover loses) or `mover`.
    emptying: whether, with no empty cell left at a wave's end, the loser's piece becomes empty
        instead of the opponent's.
    """

    name: str
    tie: str
    emptying: bool

    def tie_winner(self, mover: int, x_pieces: int, y_pieces: int) -> int:
        """Who wins when a swap by `mover` lines up both colours.

        >>> RULES["waves"].tie_winner(X, 6, 5), RULES["original"].tie_winner(Y, 6, 5)
        (1, 0)
        """
        if self.tie == "majority" and x_pieces != y_pieces:
            return X if x_pieces > y_pieces else Y
        return 1 - mover if self.tie == "opponent" else mover


RULES: dict[str, RuleSet] = {
    rules.name: rules
    for rules in (
        RuleSet("original", tie="majority", emptying=True),
        RuleSet("waves", tie="opponent", emptying=False),
        RuleSet("dm5", tie="mover", emptying=False),
    )
}
DEFAULT_RULES = RULES["waves"]


@dataclass(frozen=True)
class PathingPosition:
    """What stands on the board, which edges are filled, and who is to swap.

    x, y: the cells of each colour, as masks. filled: the filled edges. turn: 0 for X, 1 for Y.
    score: boxes of X and of Y. owned: which boxes each is known to own (a score says how many,
    not which). last: who made the last swap, where that is known.

    >>> position = CLASSIC.play(1)   # A1-B1
    >>> position.turn, position.contents(0), position.contents(1)
    (1, 'X', 'Y')
    """

    x: int
    y: int
    filled: int = 0
    turn: int = X
    score: tuple[int, int] = (0, 0)
    owned: tuple[int, int] = (0, 0)
    last: int | None = None
    rules: RuleSet = DEFAULT_RULES
    board: Board = NORMAL

    def contents(self, cell: int) -> str:
        """What a cell holds: `X`, `Y` or `.`."""
        if self.x >> cell & 1:
            return "X"
        return "Y" if self.y >> cell & 1 else "."

    def pieces(self, player: int) -> int:
        """The cells that hold a player's pieces, as a mask."""
        return self.y if player else self.x

    def rows(self) -> tuple[str, ...]:
        """The cells as four strings, row 1 first."""
        marks = "".join(self.contents(cell) for cell in range(16))
        return tuple(marks[start : start + 4] for start in range(0, 16, 4))

    def moves(self) -> Sequence[int]:
        """The edges that can be swapped, in the order of their names; none once a line stands."""
        if self.winner() is not None:
            return ()
        return self.board.sorted_edges(self.board.all_filled & ~self.filled)

    def play(self, move: int) -> PathingPosition:
        """The position after swapping over the edge `move`; InputError if that is not allowed."""
        if not 0 <= move < self.board.edges:
            raise InputError(f"there is no edge number {move} on this board")
        if self.filled >> move & 1:
            first, second = EDGES[move]
            raise InputError(f"the edge {CELL_NAMES[first]}-{CELL_NAMES[second]} is filled")
        if self.winner() is not None:
            raise InputError("the game is over: a line stands")
        closed = self.board.boxes_closed_by(move, self.filled)
        score, owned = list(self.score), list(self.owned)
        score[self.turn] += closed.bit_count()
        owned[self.turn] |= closed
        return PathingPosition(
            swapped(self.x, move),
            swapped(self.y, move),
            self.filled | 1 << move,
            self.turn if closed else 1 - self.turn,
            (score[X], score[Y]),
            (owned[X], owned[Y]),
            self.turn,
            self.rules,
            self.board,
        )

    def winner(self) -> int | None:
        """Whose line stands, the tie rule deciding between two; None while there is no line.

        Two lines with nobody known to have made the last swap are the mover's opponent's doing.
        """
        return self._line_winner(self.x, self.y, 1 - self.turn if self.last is None else self.last)

    def winner_after(self, move: int) -> int | None:
        """Whose line would stand after swapping over an open edge; None for no line."""
        return self._line_winner(swapped(self.x, move), swapped(self.y, move), self.turn)

    def _line_winner(self, x: int, y: int, mover: int) -> int | None:
        lines = line_table()
        if lines[x] and lines[y]:
            return self.rules.tie_winner(mover, x.bit_count(), y.bit_count())
        if lines[x] or lines[y]:
            return X if lines[x] else Y
        return None

    def outcome(self) -> Outcome:
        """How the position stands; a wave's end is a horizon."""
        winner = self.winner()
        if winner is not None:
            return Outcome.WON_BY_1 if winner else Outcome.WON_BY_0
        return Outcome.HORIZON if self.filled == self.board.all_filled else Outcome.ONGOING

    def is_wave_over(self) -> bool:
        """Whether all edges are filled and no line stands: the loser must convert a cell."""
        return self.outcome() is Outcome.HORIZON

    def wave_loser(self) -> int:
        """The player with fewer boxes, at a wave's end (boxes are odd in number: never a tie)."""
        return X if self.score[X] < self.score[Y] else Y

    def conversions(self) -> Sequence[int]:
        """At a wave's end, the cells among which the loser must choose, in the order of names."""
        if not self.is_wave_over():
            return ()
        empty = ALL_CELLS & ~(self.x | self.y)
        choice = empty or self.pieces(self.wave_loser())
        return [cell for cell in CELLS_BY_NAME if choice >> cell & 1]

    def convert(self, cell: int) -> PathingPosition:
        """The start of the next wave after the loser's choice; a line then ends the game."""
        if cell not in self.conversions():
            raise InputError(f"{CELL_NAMES[cell]} cannot be converted now")
        return self.converted(cell, self.wave_loser())

    def converted(self, cell: int, loser: int) -> PathingPosition:
        """The next wave's start when `loser` converts `cell`; who swapped last begins it."""
        bit = 1 << cell
        was_empty = not (self.x | self.y) & bit
        pieces = [self.x & ~bit, self.y & ~bit]
        if was_empty or not self.rules.emptying:
            pieces[1 - loser] |= bit
        return replace(
            self,
            x=pieces[X],
            y=pieces[Y],
            filled=0,
            turn=self.turn if self.last is None else self.last,
            score=(0, 0),
            owned=(0, 0),
        )

    def key(self) -> tuple[str, bool, int, int, int, int, tuple[int, int]]:
        """What the future depends on: the least image under the board's eight symmetries."""
        x, y, filled = least_image(self.x, self.y, self.filled)
        return self.rules.name, self.board.finals, x, y, filled, self.turn, self.score

    def problems(self) -> list[Problem]:
        """Every reason why no play leads here, and a standing line."""
        from crossfall.solver.pathing_boxes.possible import position_problems

        return position_problems(self)


def swapped(mask: int, edge: int) -> int:
    """A mask of cells after the contents of an edge's two cells have been exchanged."""
    first, second = EDGES[edge]
    if (mask >> first ^ mask >> second) & 1:
        return mask ^ (1 << first | 1 << second)
    return mask


def least_image(x: int, y: int, filled: int) -> tuple[int, int, int]:
    """The least of the eight images of a board; equal exactly for boards that are alike."""
    return min(
        (image.map_cells(x), image.map_cells(y), image.map_edges(filled)) for image in SYMMETRIES
    )


def from_rows(rows: Sequence[str]) -> tuple[int, int]:
    """The masks of X and Y from four strings, row 1 first.

    >>> from_rows(["X...", ".Y..", "....", "...."])
    (1, 32)
    """
    marks = "".join(rows).upper()
    return (
        sum(1 << cell for cell, mark in enumerate(marks) if mark == "X"),
        sum(1 << cell for cell, mark in enumerate(marks) if mark == "Y"),
    )


CLASSIC_ROWS = ("YX.Y", "X..X", "Y..Y", "X.YX")
CLASSIC = PathingPosition(*from_rows(CLASSIC_ROWS))


def replay(start: PathingPosition, swaps: Sequence[int]) -> PathingPosition:
    """The position after some swaps; InputError naming the first that is not allowed."""
    position = start
    for edge in swaps:
        position = position.play(edge)
    return position


def owner_of(position: PathingPosition, box: int) -> int | None:
    """Who is known to own a box, or None."""
    for player, owned in enumerate(position.owned):
        if box in bits(owned):
            return player
    return None
