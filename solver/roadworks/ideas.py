"""The natural wrong ideas: how a player without the theory chooses, and when that fails.

Each idea recommends some safe closures. It fails at a position if it recommends some and none of
them wins; then the position bears the idea's name as a tag.
"""

from __future__ import annotations

from crossfall.solver.roadworks.nimbers import distinct_closures, plain_parity
from crossfall.solver.roadworks.rules import Board, Position

BIGGEST_FALL = "biggest-fall"
PARITY = "parity"
MIRROR = "mirror"
IDEAS = (BIGGEST_FALL, PARITY, MIRROR)


def recommendations(position: Position) -> dict[str, int]:
    """For each idea the mask of the safe closures that it recommends.

    biggest-fall: those that make the most crossings fall, if any falls.
    parity: those that leave an even number of closures by the count that settles boards without
    falling (`plain_parity`): open crossings less those of a shortest path.
    mirror: those that leave a board that is its own mirror image or half turn, with a safe
    closure left on it.
    """
    board = position.board
    closures = distinct_closures(board, position.open)
    open_ = position.open.bit_count()
    falls = [open_ - 1 - left.bit_count() for _, left in closures]
    most = max(falls, default=0)
    found = dict.fromkeys(IDEAS, 0)
    for (mask, left), fall in zip(closures, falls, strict=True):
        if fall == most > 0:
            found[BIGGEST_FALL] |= mask
        if plain_parity(board, left) == 0:
            found[PARITY] |= mask
        if any(board.image(left, s) == left for s in board.symmetries[1:]) and _goes_on(
            board, left
        ):
            found[MIRROR] |= mask
    return found


def _goes_on(board: Board, live: int) -> bool:
    """Whether a safe closure is left."""
    return bool(distinct_closures(board, live))


def failing_ideas(position: Position, winning: int) -> tuple[str, ...]:
    """The ideas that fail at a position whose winning closures are `winning`, in the order of IDEAS.

    >>> from crossfall.solver.roadworks.rules import board, start
    >>> city = board(3, 3)
    >>> failing_ideas(start(city), 1 << city.grid.point("c2"))
    ('biggest-fall',)
    """
    found = recommendations(position)
    return tuple(idea for idea in IDEAS if found[idea] and not found[idea] & winning)
