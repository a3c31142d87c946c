"""The reasons in Clear Path keys: what forces each stone, what it joins, why others fail.

Every sentence says what the rules, stone by stone, have just shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

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

MOST_REPLIES = 16  # that a key spells out
MOST_TEMPTING = 3
_WORK = 5_000

_EDGES = (("bottom", "top"), ("left", "right"))


def listed(words: Sequence[str], joint: str = "and") -> str:
    """Words as a sentence lists them.

    >>> listed(["a2", "a4", "b3"]), listed(["c3", "c4"], "or")
    ('a2, a4 and b3', 'c3 or c4')
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joint} {words[-1]}"


def chain_told(position: ClearPathPosition, points: tuple[int, ...]) -> str:
    """What the stones of a legal turn mean, in sentences: the first that forces another one in
    full, those that do so after it together, and the last."""
    board = position.board
    chain = Chain(position)
    told: list[str] = []
    alike: list[str] = []
    for point in points:
        name = board.name(point)
        _, free = chain.neighbours(point)
        chain = chain.place(name)
        step = chain.steps[-1]
        if step is Step.AGAIN:
            if told:
                alike.append(name)
                continue
            left = board.name(free) if free else "nothing"
            only = "only " if free else ""
            told.append(
                f"{name} is surrounded ({only}{left} beside it is empty): another stone must follow."
            )
            continue
        if alike:
            verb = "is" if len(alike) == 1 else "are"
            told.append(f"Then {listed(alike)} {verb} surrounded in the same way when placed.")
        if step is Step.WINS:
            stones = position.own | sum(points)
            path = _series(path_of(board, position.turn, stones), position)
            near, far = _EDGES[position.turn]
            told.append(f"{name} completes the path from {near} to {far}: {path}.")
        else:
            told.append(
                f"{name} is not surrounded ({listed(board.names(free))} beside it are empty): "
                "the turn is over."
            )
    return " ".join(told)


def forbidden_told(position: ClearPathPosition, points: tuple[int, ...]) -> list[str]:
    """Why no turn may start at these points."""
    board = position.board
    you = COLOURS[1 - position.turn].capitalize()
    told = []
    for point in points:
        name = board.name(point)
        if point & board.roomy(position.empty):
            line = _series(
                path_of(board, position.turn, position.own | point, diagonal=True), position
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
        told.append(
            f"*Illegal:* to start with {names}: the turn would end there and cut {you} off."
        )
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
        series = _series(least_order(board, me, own, empty, threat), after)
        told.append(
            f"Unless {your_name}'s turn takes {listed(board.names(threat), 'or')}, "
            f"{my_name} wins with {series}."
        )
        replies = (reply for reply in replies if reply & threat)
    try:
        shown = list(islice(replies, MOST_REPLIES + 1))
    except BudgetError:
        shown = [0] * (MOST_REPLIES + 1)
    if len(shown) > MOST_REPLIES:
        which = "All other turns" if threat else "All turns"
        told.append(f"{which} of {your_name} were tried: {my_name} always wins.")
    elif shown:
        head = "If it does: after" if threat else "After"
        told.append(f"{head} {'; after '.join(_grouped(after, me, own, shown))}.")
    return told


def _grouped(after: ClearPathPosition, me: int, own: int, replies: list[int]) -> list[str]:
    """Few lines that give each reply a win: `b1 or c1: c2 b2`."""
    board, empty = after.board, after.empty
    answers: dict[tuple[int, ...], list[int]] = {}
    for reply in replies:
        rest = empty & ~reply
        try:
            wins = smallest_wins(board, me, own, rest, Budget(work=_WORK))
        except BudgetError:
            wins = [any_win(board, me, own, rest)]
        for win in wins:
            answers.setdefault(least_order(board, me, own, rest, win), [])
    for order, answered in answers.items():
        answered.extend(r for r in replies if _wins_with(after, me, own, empty & ~r, order))
    waiting = list(replies)
    lines = []
    while waiting:
        order = max(answers, key=lambda o: sum(reply in answers[o] for reply in waiting))
        taken = [reply for reply in waiting if reply in answers[order]]
        waiting = [reply for reply in waiting if reply not in taken]
        names = [
            _series(least_order(board, after.turn, after.own, empty, reply), after)
            for reply in taken
        ]
        lines.append(f"{listed(names, 'or')}: {_series(order, after)}")
    return lines


def _wins_with(
    after: ClearPathPosition, me: int, own: int, empty: int, order: tuple[int, ...]
) -> bool:
    """Whether these stones in this very order are a winning turn of `me`."""
    board = after.board
    red, blue = (board.full & ~empty & ~own, own) if me else (own, board.full & ~empty & ~own)
    chain = Chain(ClearPathPosition(board, red, blue, me))
    for point in order:
        if chain.over or not point & empty & ~chain.set:
            return False
        chain = chain.place(board.name(point))
    return chain.steps[-1] is Step.WINS


def _series(points: tuple[int, ...], position: ClearPathPosition) -> str:
    return " ".join(position.board.name(point) for point in points)
