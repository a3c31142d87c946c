"""The reasons in Clear Path keys: what forces each stone, what it joins, why others fail.

Every sentence says what the rules, stone by stone, have just shown.
"""

from __future__ import annotations

from itertools import islice

from crossfall.generator.words.english import capital, listed
from crossfall.solver.budget import Budget
from crossfall.solver.clear_path.board import COLOURS, bits
from crossfall.solver.clear_path.rules import (
    Chain,
    ClearPathPosition,
    Step,
    forbidden_points,
    path_of,
)
from crossfall.solver.clear_path.search import any_win
from crossfall.solver.clear_path.turns import (
    joined_diagonally,
    least_order,
    quiet_turns,
)
from crossfall.solver.clear_path.wins import smallest_wins
from crossfall.solver.errors import BudgetError

MOST_LINES = 12  # of replies that a key spells out
MOST_TEMPTING = 3
_WORK = 5_000

_EDGES = (("bottom", "top"), ("left", "right"))


def chain_told(position: ClearPathPosition, points: tuple[int, ...]) -> str:
    """What each stone of a legal turn means, in sentences."""
    board = position.board
    chain = Chain(position)
    told = []
    for i, point in enumerate(points):
        name = board.name(point)
        _, free = chain.neighbours(point)
        chain = chain.place(name)
        step = chain.steps[-1]
        then = "then " if i else ""
        if step is Step.AGAIN:
            left = f"only {board.name(free)} beside it is empty" if free else "nothing beside it is empty"
            told.append(f"{name} is {then}surrounded ({left}): another stone must follow.")
        elif step is Step.WINS:
            stones = position.own | sum(points)
            path = board.names(path_of(board, position.turn, stones))
            near, far = _EDGES[position.turn]
            told.append(f"{name} completes the path from {near} to {far}: {' '.join(path)}.")
        else:
            told.append(
                f"{name} is not surrounded ({listed(board.names(free))} beside it are empty): "
                "the turn is over."
            )
    return " ".join(map(capital_point, told))


def capital_point(sentence: str) -> str:
    """Sentences that begin with a point's name keep it as it is."""
    first = sentence.split(" ", 1)[0]
    return sentence if any(sign.isdigit() for sign in first) else capital(sentence)


def forbidden_told(position: ClearPathPosition, points: tuple[int, ...]) -> list[str]:
    """Why no turn may start at these points."""
    board = position.board
    you = COLOURS[1 - position.turn].capitalize()
    told = []
    for point in points:
        name = board.name(point)
        if point & board.roomy(position.empty):
            line = " ".join(
                board.names(path_of(board, position.turn, position.own | point, diagonal=True))
            )
            told.append(
                f"{name} is not surrounded, so the turn would end there, with {line} cutting "
                f"{you} off."
            )
            continue
        if joined_diagonally(board, position.turn, position.own | point):
            told.append(
                f"{name} is surrounded and already cuts {you} off; no way to go on from it "
                "makes a path."
            )
            continue
        told.append(
            f"{name} is surrounded, but every stone that could end the turn after it cuts "
            f"{you} off, and no chain from it makes a path."
        )
    return told


def tempting_told(position: ClearPathPosition, points: tuple[int, ...]) -> list[str]:
    """Why the same stones in another order, and stones that look like a path, fail."""
    board, turn = position.board, sum(points)
    you = COLOURS[1 - position.turn].capitalize()
    told = []
    roomy = board.roomy(position.empty)
    forbidden = forbidden_points(position)
    early = turn & roomy if len(points) > 1 else 0
    if early & ~forbidden:
        names = listed(board.names(early & ~forbidden), "or")
        told.append(
            f"*Tempting:* to start with {names}: not surrounded yet, so the turn would be over."
        )
    illegal = list(bits(forbidden & roomy & early)) + list(bits(forbidden & roomy & ~early))
    if illegal:
        shown = illegal[:MOST_TEMPTING]
        names = listed([board.name(point) for point in sorted(shown)], "or")
        told.append(f"*Illegal:* to start with {names}: the turn would end there and cut {you} off.")
    return told


def replies_told(after: ClearPathPosition) -> list[str]:
    """What the player who has just placed answers to each turn of the other: a win each time."""
    board, me = after.board, 1 - after.turn
    my_name, your_name = COLOURS[me].capitalize(), COLOURS[after.turn].capitalize()
    own, empty = after.other, after.empty
    told = []
    threat = any_win(board, me, own, empty)
    replies = quiet_turns(board, after.turn, after.own, empty)
    if threat:
        series = _series(board_order(after, me, own, empty, threat), after)
        told.append(
            f"Whatever {your_name} places that touches none of {listed(board.names(threat))}: "
            f"{my_name} wins with {series}."
            if threat.bit_count() > 1
            else f"Unless {your_name} places on {board.name(threat)}, {my_name} wins there."
        )
        replies = (reply for reply in replies if reply & threat)
    try:
        listed_replies = list(islice(replies, MOST_LINES + 1))
    except BudgetError:
        listed_replies = []
    for reply in listed_replies[:MOST_LINES]:
        answer = _win_after(after, me, own, reply)
        series = _series(least_order(board, after.turn, after.own, empty, reply), after)
        told.append(f"After {series} {my_name} wins with {answer}.")
    if len(listed_replies) > MOST_LINES:
        told.append(f"All other turns of {your_name} were tried too: {my_name} always wins.")
    return told


def board_order(
    after: ClearPathPosition, player: int, own: int, empty: int, turn: int
) -> tuple[int, ...]:
    """The least legal order of a turn of `player`."""
    return least_order(after.board, player, own, empty, turn)


def _win_after(after: ClearPathPosition, me: int, own: int, reply: int) -> str:
    """A shortest win after a reply, as its series."""
    board, rest = after.board, after.empty & ~reply
    try:
        win = smallest_wins(board, me, own, rest, Budget(work=_WORK))[0]
    except BudgetError:
        win = any_win(board, me, own, rest)
    return _series(least_order(board, me, own, rest, win), after)


def _series(points: tuple[int, ...], position: ClearPathPosition) -> str:
    return " ".join(position.board.name(point) for point in points)


