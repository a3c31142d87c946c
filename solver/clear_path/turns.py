"""Whole turns as sets of points.

A turn fills surrounded points, one after another, and then one point more. Filling a point never
makes another one less surrounded, so what can be filled at all is what peeling to the 2-core takes
away, any order of peeling does, and a turn is judged by its set alone. In all functions `own` are
the mover's stones, `empty` the empty points, `mover` the player, 0 for Red and 1 for Blue.
"""

from __future__ import annotations

from collections.abc import Iterator

from crossfall.solver.budget import Budget
from crossfall.solver.clear_path.board import Board, bits
from crossfall.solver.errors import BudgetError

# Positions with more turns (or more ways to fill so many points) than this are not searched.
MAX_TURNS = 1 << 15


def joined(board: Board, mover: int, stones: int) -> bool:
    """Whether an OIP of these stones joins the player's edges (orthogonal steps)."""
    start, goal = board.sides[mover]
    return bool(board.flood(start & stones, stones) & goal)


def joined_diagonally(board: Board, mover: int, stones: int) -> bool:
    """Whether an ODIP of these stones joins the player's edges (steps in all directions)."""
    start, goal = board.sides[mover]
    return bool(board.flood_diagonal(start & stones, stones) & goal)


def cut_off(board: Board, player: int, other_stones: int) -> bool:
    """Whether `player` can no longer join its edges, whatever it is given.

    By duality on the grid this is so exactly if the other player has an ODIP.
    """
    start, goal = board.sides[player]
    room = board.full & ~other_stones
    return not board.flood(start & room, room) & goal


def wins_now(board: Board, mover: int, own: int, empty: int) -> bool:
    """Whether some turn of the mover makes an OIP: two floods.

    Everything outside the 2-core can be filled in one turn, then one point of the core.
    """
    start, goal = board.sides[mover]
    core = board.core(empty)
    within = own | (empty & ~core)
    here = board.flood(start & within, within)
    if here & goal:
        return True
    closing = core & (board.beside(here) | start)
    if not closing:
        return False
    there = board.flood(goal & within, within)
    return bool(closing & (board.beside(there) | goal))


def too_many_turns() -> BudgetError:
    """The error for a position with more than MAX_TURNS turns."""
    return BudgetError(f"the position has more than {MAX_TURNS} turns")


def quiet_turns(board: Board, mover: int, own: int, empty: int) -> Iterator[int]:
    """Every legal turn that does not win, each set once, those with few stones first.

    A legal turn that wins nothing ends without an ODIP, so nothing in it may have made one.
    Raises BudgetError beyond MAX_TURNS.
    """
    start, goal = board.sides[mover]
    around, flood, roomy_of = board.around, board.flood_diagonal, board.roomy
    told: set[int] = set()
    prefixes = [0]
    while prefixes:
        longer: dict[int, None] = {}
        for prefix in prefixes:
            stones, rest = own | prefix, empty & ~prefix
            here = flood(start & stones, stones)
            if here & goal:
                continue
            there = flood(goal & stones, stones)
            blocking = (around(here) | start) & (around(there) | goal)
            roomy = roomy_of(rest)
            last = roomy & ~blocking
            while last:
                point = last & -last
                last ^= point
                turn = prefix | point
                if turn not in told:
                    if len(told) == MAX_TURNS:
                        raise too_many_turns()
                    told.add(turn)
                    yield turn
            again = rest & ~roomy & ~blocking
            while again:
                point = again & -again
                again ^= point
                longer[prefix | point] = None
            if len(longer) > MAX_TURNS:
                raise too_many_turns()
        prefixes = list(longer)


def winning_turns(
    board: Board, mover: int, own: int, empty: int, budget: Budget | None = None
) -> Iterator[int]:
    """Every turn that wins, each set once: its last stone makes the first OIP."""
    told: set[int] = set()
    prefixes = [0]
    while prefixes:
        longer: dict[int, None] = {}
        for prefix in prefixes:
            if budget is not None:
                budget.spend()
            stones, rest = own | prefix, empty & ~prefix
            if joined(board, mover, stones):
                continue
            for point in bits(joining_points(board, mover, stones, rest)):
                turn = prefix | point
                if turn not in told:
                    told.add(turn)
                    yield turn
            for point in bits(rest & ~board.roomy(rest)):
                longer[prefix | point] = None
        prefixes = list(longer)


def joining_points(board: Board, mover: int, stones: int, empty: int) -> int:
    """The empty points where one stone makes an OIP out of `stones`, which have none."""
    start, goal = board.sides[mover]
    here = board.flood(start & stones, stones)
    there = board.flood(goal & stones, stones)
    return empty & (board.beside(here) | start) & (board.beside(there) | goal)


def peeled(board: Board, empty: int, only: int) -> int:
    """The most of `only` that can be filled as surrounded points, nothing else being filled."""
    done = 0
    while True:
        rest = empty & ~done
        more = only & rest & ~board.roomy(rest)
        if not more:
            return done
        done |= more


def last_points(board: Board, mover: int, own: int, empty: int, turn: int) -> int:
    """The points of `turn` that can be its last stone; 0 if the set is no legal turn."""
    stones = own | turn
    wins = joined(board, mover, stones)
    if not wins and joined_diagonally(board, mover, stones):
        return 0
    fit = 0
    for point in bits(turn & empty):
        before = turn & ~point
        if peeled(board, empty, before) != before:
            continue
        if wins:
            ends = not joined(board, mover, own | before)
        else:
            ends = bool(board.roomy(empty & ~before) & point)
        if ends:
            fit |= point
    return fit


def least_order(board: Board, mover: int, own: int, empty: int, turn: int) -> tuple[int, ...]:
    """The stones of a legal turn in its least legal order; empty if the set is no legal turn."""
    orders = []
    for last in bits(last_points(board, mover, own, empty, turn)):
        order, left, rest = [], turn & ~last, empty
        while left:
            ready = left & ~board.roomy(rest)
            point = ready & -ready
            order.append(point)
            left ^= point
            rest ^= point
        orders.append((*order, last))
    return min(orders, default=())


def may_start(board: Board, mover: int, own: int, empty: int) -> int:
    """The points where the mover's turn may start, all others being forbidden (ruling 3).

    A start that wins nothing needs no long chain: if any chain from it is legal, so is the one
    that goes straight to its last point, because fewer stones surround fewer points and join less.
    """
    fit = joining_points(board, mover, own, empty)
    roomy = board.roomy(empty)
    for point in bits(empty & ~fit):
        stones, rest = own | point, empty & ~point
        if point & roomy:
            legal = not joined_diagonally(board, mover, stones)
        else:
            legal = wins_now(board, mover, stones, rest) or _can_end(board, mover, stones, rest)
        if legal:
            fit |= point
    return fit


def _can_end(board: Board, mover: int, stones: int, empty: int) -> bool:
    """Whether one more stone on a point that is not surrounded ends the turn legally."""
    start, goal = board.sides[mover]
    here = board.flood_diagonal(start & stones, stones)
    if here & goal:
        return False
    there = board.flood_diagonal(goal & stones, stones)
    blocking = (board.around(here) | start) & (board.around(there) | goal)
    return bool(board.roomy(empty) & ~blocking)
