"""The reasons in Clear Path keys: what forces each stone, what it joins, why others fail.

Every sentence says what the rules, stone by stone, have just shown.
"""

from __future__ import annotations

from functools import reduce
from itertools import islice
from operator import or_

from crossfall.generator.tongues import ENGLISH, Tongue, msg
from crossfall.solver.budget import Budget
from crossfall.solver.clear_path.board import BLUE, RED, bits
from crossfall.solver.clear_path.rules import (
    Chain,
    ClearPathPosition,
    Step,
    forbidden_points,
    path_of,
)
from crossfall.solver.clear_path.search import any_win
from crossfall.solver.clear_path.tasks import refutation
from crossfall.solver.clear_path.turns import (
    joined,
    joined_diagonally,
    least_order,
    quiet_turns,
)
from crossfall.solver.clear_path.wins import smallest_wins
from crossfall.solver.errors import BudgetError

MOST_REPLIES = 16  # that a key spells out
MOST_TEMPTING = 3
MOST_LOOKED_AT = 60  # turns, for one that is worth telling why it fails
_WORK = 5_000


def side(player: int, tongue: Tongue) -> str:
    """A player by the name of its colour."""
    return tongue.say("Red") if player == RED else tongue.say("Blue")


def chain_told(
    position: ClearPathPosition, points: tuple[int, ...], tongue: Tongue = ENGLISH
) -> str:
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
            else:
                told.append(forces(name, board.name(free) if free else "", tongue))
            continue
        if alike:
            told.append(
                tongue.count(
                    "Then {points} is surrounded in the same way when placed.",
                    "Then {points} are surrounded in the same way when placed.",
                    len(alike),
                    points=tongue.listed(alike),
                )
            )
        if step is Step.WINS:
            stones = position.own | sum(points)
            path = _series(path_of(board, position.turn, stones), position)
            told.append(tongue.say(_COMPLETES[position.turn], point=name, path=path))
        else:
            told.append(
                tongue.say(
                    "{point} is not surrounded ({points} beside it are empty): the turn is over.",
                    point=name,
                    points=tongue.listed(board.names(free)),
                )
            )
    return " ".join(told)


_COMPLETES = {
    RED: msg("{point} completes the path from bottom to top: {path}."),
    BLUE: msg("{point} completes the path from left to right: {path}."),
}


def forces(name: str, free: str, tongue: Tongue) -> str:
    """That a stone brings another one, `free` being the only empty point beside it, if any."""
    if free:
        return tongue.say(
            "{point} is surrounded (only {free} beside it is empty): another stone must follow.",
            point=name,
            free=free,
        )
    return tongue.say(
        "{point} is surrounded (nothing beside it is empty): another stone must follow.",
        point=name,
    )


def forbidden_told(
    position: ClearPathPosition, points: tuple[int, ...], tongue: Tongue
) -> list[str]:
    """Why no turn may start at these points."""
    board = position.board
    you = side(1 - position.turn, tongue)
    told = []
    for point in points:
        name = board.name(point)
        if point & board.roomy(position.empty):
            line = path_of(board, position.turn, position.own | point, diagonal=True)
            told.append(
                tongue.say(
                    "{point} is not surrounded, so the turn would end there, with {path} cutting "
                    "{you} off.",
                    point=name,
                    path=_series(line, position),
                    you=you,
                )
            )
        else:
            # Else neither side would have an ODIP with a stone still to be placed, and from such a
            # position there is always a legal way on.
            assert joined_diagonally(board, position.turn, position.own | point)
            told.append(
                tongue.say(
                    "{point} is surrounded and already cuts {you} off; no way to go on from it "
                    "makes a path.",
                    point=name,
                    you=you,
                )
            )
    return told


def tempting_told(
    position: ClearPathPosition, points: tuple[int, ...], tongue: Tongue
) -> list[str]:
    """Why the same stones in another order, and stones that look like a path, fail."""
    board, turn = position.board, sum(points)
    told = []
    roomy = board.roomy(position.empty)
    forbidden = forbidden_points(position)
    early = turn & roomy if len(points) > 1 else 0
    if early & ~forbidden:
        told.append(
            tongue.say(
                "*Tempting:* to start with {points}: not surrounded yet, so the turn would be "
                "over.",
                points=tongue.listed(board.names(early & ~forbidden), "or"),
            )
        )
    illegal = list(bits(forbidden & roomy & early)) + list(bits(forbidden & roomy & ~early))
    if illegal:
        shown = sorted(illegal[:MOST_TEMPTING])
        told.append(
            tongue.say(
                "*Illegal:* to start with {points}: the turn would end there and cut {you} off.",
                points=tongue.listed([board.name(point) for point in shown], "or"),
                you=side(1 - position.turn, tongue),
            )
        )
    return told


def parried_told(position: ClearPathPosition, answer: int, tongue: Tongue) -> list[str]:
    """A turn of few stones that threatens to win but does not, and why: rather one that the other
    side can only parry than one after which it wins itself."""
    board, me, own, empty = position.board, position.turn, position.own, position.empty
    lost: list[str] = []
    for turn in islice(quiet_turns(board, me, own, empty), MOST_LOOKED_AT):
        if turn == answer or not any_win(board, me, own | turn, empty & ~turn):
            continue
        after = position.play(turn)
        reply = refutation(after)
        told = {
            "stones": _series(least_order(board, me, own, empty, turn), position),
            "reply": _series(reply, position),
            "you": side(after.turn, tongue),
        }
        if reply and not joined(board, after.turn, after.own | sum(reply)):
            return [
                tongue.say(
                    "*Tempting:* {stones} threatens to win, but {you} answers {reply}.", **told
                )
            ]
        if reply and not lost:
            lost = [
                tongue.say(
                    "*Tempting:* {stones} threatens to win, but then {you} wins at once with "
                    "{reply}.",
                    **told,
                )
            ]
    return lost


def replies_told(after: ClearPathPosition, tongue: Tongue) -> list[str]:
    """What the player who has just placed answers to each turn of the other: a win each time."""
    board, me = after.board, 1 - after.turn
    sides = {"me": side(me, tongue), "you": side(after.turn, tongue)}
    own, empty = after.other, after.empty
    threat = any_win(board, me, own, empty)
    replies = quiet_turns(board, after.turn, after.own, empty)
    if threat:
        sides["points"] = tongue.listed(board.names(threat), "or")
        sides["stones"] = _series(least_order(board, me, own, empty, threat), after)
        replies = (reply for reply in replies if reply & threat)
    try:
        shown = list(islice(replies, MOST_REPLIES + 1))
    except BudgetError:
        shown = [0] * (MOST_REPLIES + 1)
    if not shown and threat:
        return [
            tongue.say(
                "{you} has no legal turn that takes {points}: whatever {you} does, {me} wins with "
                "{stones}.",
                **sides,
            )
        ]
    told = []
    if threat:
        told.append(_threat(after, threat, shown, sides, tongue))
    if len(shown) > MOST_REPLIES:
        if threat:
            told.append(
                tongue.say("All other turns of {you} were tried: {me} always wins.", **sides)
            )
        else:
            told.append(tongue.say("All turns of {you} were tried: {me} always wins.", **sides))
    elif shown:
        first, *more = _grouped(after, me, own, shown, tongue)
        if threat:
            lines = [tongue.say("If it does: after {turns}: {stones}", **first)]
        else:
            lines = [tongue.say("After {turns}: {stones}", **first)]
        lines += [tongue.say("after {turns}: {stones}", **line) for line in more]
        told.append(f"{'; '.join(lines)}.")
        if not threat:
            told.append(tongue.say("{you} has no other legal turn.", **sides))
    return told


def _threat(
    after: ClearPathPosition, threat: int, shown: list[int], sides: dict[str, str], tongue: Tongue
) -> str:
    """What happens unless a reply takes a point of the threat, and which of these none takes.

    shown: the replies that take some; more than `MOST_REPLIES` where they are not all.
    """
    board = after.board
    taken = threat if len(shown) > MOST_REPLIES else threat & reduce(or_, shown)
    sides = {**sides, "points": tongue.listed(board.names(taken), "or")}
    told = [tongue.say("Unless {you}'s turn takes {points}, {me} wins with {stones}.", **sides)]
    if never := threat & ~taken:
        sides["points"] = tongue.listed(board.names(never), "or")
        told.append(tongue.say("No legal turn of {you} takes {points}.", **sides))
    return " ".join(told)


def _grouped(
    after: ClearPathPosition, me: int, own: int, replies: list[int], tongue: Tongue
) -> list[dict[str, str]]:
    """Few lines that give each reply a win: after the turns `b1 or c1` the stones `c2 b2`."""
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
        lines.append({"turns": tongue.listed(names, "or"), "stones": _series(order, after)})
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
