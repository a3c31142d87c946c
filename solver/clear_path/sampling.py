"""Positions of random play: real ones, so each is possible, and larger boards made of these."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from crossfall.solver.clear_path.board import Board, bits, board_of
from crossfall.solver.clear_path.essence import contacts
from crossfall.solver.clear_path.rules import ClearPathPosition
from crossfall.solver.clear_path.turns import quiet_turns


def random_game(board: Board, rng: Random) -> Iterator[ClearPathPosition]:
    """The positions of one game of random turns, none of which wins, from the empty board on.

    It ends where no such turn is found.
    """
    position = ClearPathPosition.empty_board(board.width, board.height)
    while True:
        yield position
        turn = _random_turn(position, rng)
        if not turn:
            return
        position = position.play(turn)


def _random_turn(position: ClearPathPosition, rng: Random) -> int:
    """A random legal turn that wins nothing; 0 if there is none.

    If there is one, its last stone alone is one too.
    """
    for likely in (0.5, 0.5, 0.5, 0.0):
        turn = _random_chain(position, rng, likely)
        if turn:
            return turn
    return 0


def _random_chain(position: ClearPathPosition, rng: Random, likely: float) -> int:
    """Stones placed at random, on a surrounded point next with the chance `likely` if there is
    one, until the turn ends; 0 if it cannot."""
    board, empty = position.board, position.empty
    start, goal = board.sides[position.turn]
    turn = 0
    while True:
        stones, rest = position.own | turn, empty & ~turn
        here = board.flood_diagonal(start & stones, stones)
        there = board.flood_diagonal(goal & stones, stones)
        fit = rest & ~((board.around(here) | start) & (board.around(there) | goal))
        roomy = board.roomy(rest)
        if fit & ~roomy and rng.random() < likely:
            turn |= rng.choice(list(bits(fit & ~roomy)))
        elif fit & roomy:
            return turn | rng.choice(list(bits(fit & roomy)))
        else:
            return 0


def all_positions(board: Board) -> list[ClearPathPosition]:
    """Every position at the start of a turn in real play, one of each up to symmetry.

    For boards of a dozen points at most: the number grows like 3 to the power of the points.
    """
    start = ClearPathPosition.empty_board(board.width, board.height)
    seen = {start.key()}
    found = [start]
    for position in found:
        for turn in quiet_turns(board, position.turn, position.own, position.empty):
            after = position.play(turn)
            if after.key() not in seen:
                seen.add(after.key())
                found.append(after)
    return found


def widened(position: ClearPathPosition, width: int, height: int, rng: Random) -> ClearPathPosition:
    """The same play on a larger board, with filled rows and columns put to its sides at random.

    A point of a new top or bottom row bears a red stone, or by chance a blue one if the point
    beside it does; so Red's edge is reached there exactly where it was reached before, and Blue
    gains no way. Columns likewise. Then stones change their colour wherever that is no matter, so
    that the new rows are not of one colour. Every turn stays what it was.
    """
    board = position.board
    sides = [0] * (width - board.width) + [1] * (height - board.height)
    rng.shuffle(sides)
    size = [board.width, board.height]
    stones = {board.place(p): p & position.blue > 0 for p in bits(position.red | position.blue)}
    for axis in sides:
        # A column (axis 0) is Blue's edge, a row Red's.
        owner = axis == 0
        before = rng.random() < 0.5
        if before:
            stones = {_moved(place, axis): blue for place, blue in stones.items()}
        new, old = (0, 1) if before else (size[axis], size[axis] - 1)
        for along in range(size[1 - axis]):
            here, beside = ((new, along), (old, along)) if owner else ((along, new), (along, old))
            foreign = stones.get(beside, owner) != owner
            stones[here] = owner != (foreign and rng.random() < 0.5)
        size[axis] += 1
    larger = board_of(width, height)
    red, blue = (sum(larger.at(*p) for p, b in stones.items() if b == c) for c in (False, True))
    return recoloured(ClearPathPosition(larger, red, blue, position.turn), rng)


def recoloured(position: ClearPathPosition, rng: Random) -> ClearPathPosition:
    """Stones of other colours that join the same empty points and edges: the same play from here.

    Every stone is tried once, in random order; the position stays one that play can lead to as far
    as the last turn is concerned (ruling 6), if it was.
    """
    board, empty = position.board, position.empty
    joins = [contacts(board, player, position.stones_of(player), empty) for player in (0, 1)]
    stones = list(bits(position.red | position.blue))
    rng.shuffle(stones)
    for point in stones:
        other = ClearPathPosition(board, position.red ^ point, position.blue ^ point, position.turn)
        if other.enders() and joins == [
            contacts(board, player, other.stones_of(player), empty) for player in (0, 1)
        ]:
            position = other
    return position


def looks_padded(position: ClearPathPosition) -> bool:
    """Whether an outer row or column is filled with stones of one colour.

    >>> looks_padded(ClearPathPosition(board_of(2, 2), 0b0001, 0b1000, 0))
    False
    >>> looks_padded(ClearPathPosition(board_of(2, 2), 0b0011, 0b1000, 0))
    True
    """
    edges = [edge for side in position.board.sides for edge in side]
    return any(not edge & ~stones for edge in edges for stones in (position.red, position.blue))


def _moved(place: tuple[int, int], axis: int) -> tuple[int, int]:
    x, y = place
    return (x, y + 1) if axis else (x + 1, y)
