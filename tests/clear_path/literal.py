"""Clear Path by the letter: stone by stone on sets of (column, row) pairs, as slow as it is plain.

Written from the rules alone, for tests to compare with; it uses nothing of the solver.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache

Point = tuple[int, int]
Stones = frozenset[Point]
State = tuple[int, int, Stones, Stones, int]  # width, height, red, blue, player to move

STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0))
ALL_STEPS = (*STEPS, (1, 1), (1, -1), (-1, 1), (-1, -1))


def points(width: int, height: int) -> list[Point]:
    return [(x, y) for x in range(width) for y in range(height)]


def beside(width: int, height: int, point: Point) -> list[Point]:
    x, y = point
    return [(x + dx, y + dy) for dx, dy in STEPS if 0 <= x + dx < width and 0 <= y + dy < height]


def name(point: Point) -> str:
    return "abcdefghijklmnopqrstuvwxyz"[point[0]] + str(point[1] + 1)


@lru_cache(maxsize=100_000)
def has_path(width: int, height: int, player: int, stones: Stones, diagonal: bool) -> bool:
    """Whether stones join the player's edges: rows for Red (0), columns for Blue (1)."""
    axis, far = (1, height - 1) if player == 0 else (0, width - 1)
    todo = [p for p in stones if p[axis] == 0]
    seen = set(todo)
    while todo:
        x, y = todo.pop()
        if (x, y)[axis] == far:
            return True
        for dx, dy in ALL_STEPS if diagonal else STEPS:
            near = (x + dx, y + dy)
            if near in stones and near not in seen:
                seen.add(near)
                todo.append(near)
    return False


def sequences(state: State) -> Iterator[tuple[tuple[Point, ...], bool]]:
    """Every legal series of placements of the mover, each with whether it wins."""
    width, height, red, blue, player = state
    own = blue if player else red

    def go(placed: tuple[Point, ...]) -> Iterator[tuple[tuple[Point, ...], bool]]:
        taken = red | blue | set(placed)
        for point in points(width, height):
            if point in taken:
                continue
            series = (*placed, point)
            mine = own | set(series)
            free = [p for p in beside(width, height, point) if p not in taken]
            if has_path(width, height, player, mine, diagonal=False):
                yield series, True
            elif len(free) <= 1:
                yield from go(series)
            elif not has_path(width, height, player, mine, diagonal=True):
                yield series, False

    yield from go(())


def turns(state: State) -> dict[Stones, bool]:
    """Every legal turn as a set of points, with whether it wins: placing on from every set of
    stones that can be on the board in the middle of a turn."""
    width, height, red, blue, player = state
    own = blue if player else red
    found: dict[Stones, bool] = {}
    middle: list[Stones] = [frozenset()]
    seen = set(middle)
    while middle:
        placed = middle.pop()
        taken = red | blue | placed
        for point in points(width, height):
            if point in taken:
                continue
            turn = placed | {point}
            free = [p for p in beside(width, height, point) if p not in taken]
            if has_path(width, height, player, own | turn, diagonal=False):
                found[turn] = True
            elif len(free) >= 2:
                if not has_path(width, height, player, own | turn, diagonal=True):
                    found[turn] = False
            elif turn not in seen:
                seen.add(turn)
                middle.append(turn)
    return found


def after(state: State, turn: Stones) -> State:
    width, height, red, blue, player = state
    if player == 0:
        return width, height, red | turn, blue, 1
    return width, height, red, blue | turn, 0


def mover_wins(state: State, known: dict[State, bool] | None = None, limit: int = -1) -> bool:
    """Whether the player to move can force a path, within `limit` own turns if not negative."""
    known = {} if known is None else known
    if limit == 0:
        return False
    key = (*state[:4], state[4] + 2 * limit)
    if key not in known:
        options = turns(state)
        known[key] = any(options.values()) or any(
            loses_after(after(state, turn), known, limit) for turn in options
        )
    return known[key]


def loses_after(state: State, known: dict[State, bool], limit: int) -> bool:
    """Whether the player to move loses against one who has `limit` - 1 own turns left."""
    if limit < 0:
        return not mover_wins(state, known)
    options = turns(state)
    return not any(options.values()) and all(
        mover_wins(after(state, turn), known, limit - 1) for turn in options
    )


def is_two_clear(state: State) -> bool:
    width, height, red, blue, _ = state
    return not has_path(width, height, 0, red, True) and not has_path(width, height, 1, blue, True)


def random_state(width: int, height: int, empties: int, rng: random.Random) -> State:
    """A two-clear position with so many empty points; stones anywhere, Red or Blue to move."""
    while True:
        order = points(width, height)
        rng.shuffle(order)
        filled = order[empties:]
        red = frozenset(p for p in filled if rng.random() < 0.5)
        state = width, height, red, frozenset(filled) - red, rng.randrange(2)
        if is_two_clear(state):
            return state
