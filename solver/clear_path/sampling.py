"""Positions of random play: real ones, so each is possible."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from crossfall.solver.clear_path.board import Board, bits
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
