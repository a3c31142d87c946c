"""The natural wrong ideas: how a player without the theory chooses, and when that fails.

Each idea recommends some safe closures. It fails at a position if it recommends some and none of
them wins; then the position bears the idea's name as a tag.
"""

from __future__ import annotations

from crossfall.solver.roadworks.nimbers import distinct_closures, plain_parity
from crossfall.solver.roadworks.rules import Position

BIGGEST_FALL = "biggest-fall"
PARITY = "parity"
MIRROR = "mirror"
IDEAS = (BIGGEST_FALL, PARITY, MIRROR)


def recommended(position: Position, idea: str) -> int:
    """The mask of the safe closures that an idea recommends.

    biggest-fall: those that make the most crossings fall, if any falls.
    parity: those that leave an even number of closures by the count that settles boards without
    falling (`plain_parity`): open crossings less those of a shortest path.
    mirror: those that leave a board that is its own mirror image or half turn, with a safe
    closure left on it.
    """
    board = position.board
    closures = distinct_closures(board, position.open)
    found = 0
    if idea == BIGGEST_FALL:
        least = min((left.bit_count() for _, left in closures), default=0)
        for mask, left in closures:
            if left.bit_count() == least < position.open.bit_count() - 1:
                found |= mask
        return found
    for mask, left in closures:
        if idea == PARITY:
            chosen = plain_parity(board, left) == 0
        elif idea == MIRROR:
            chosen = any(board.image(left, s) == left for s in board.symmetries[1:]) and bool(
                distinct_closures(board, left)
            )
        else:
            raise ValueError(f"no idea {idea!r}; expected one of: {', '.join(IDEAS)}")
        if chosen:
            found |= mask
    return found


def failing_ideas(position: Position, winning: int) -> tuple[str, ...]:
    """The ideas that fail at a position whose winning closures are `winning`, in the order of IDEAS.

    >>> from crossfall.solver.roadworks.rules import board, start
    >>> city = board(3, 3)
    >>> failing_ideas(start(city), 1 << city.grid.point("c2"))
    ('biggest-fall',)
    """
    return tuple(
        idea for idea in IDEAS if (chosen := recommended(position, idea)) and not chosen & winning
    )
