"""The second opinion on `win-in-two` with a certificate: every other first turn refuted.

An entry is about a first turn after which the opponent has no win at once: that the mover then wins
after every reply (`+`), or a reply after which the mover has no win (`-`). Whether there is a win
now is seen without trying turns: a point that is surrounded stays so when more stones are placed, so
all points that a turn can fill before its last are found by filling whatever is surrounded, and a
win exists exactly if these, and at most one point more, complete a path.
"""

from __future__ import annotations

import re

from crossfall.solver.audit import Work
from crossfall.solver.audit.certificate import Ledger, RefusedError, Section
from crossfall.solver.audit.clear_path import Point, Standing, Stones, can_fill

_NAME = "[a-z][1-9][0-9]?"
_ENTRY = re.compile(rf"({_NAME}(?: {_NAME})*) (?:(\+)|- ({_NAME}(?: {_NAME})*))")


def written(standing: Standing) -> str:
    """A position as the head of a section writes it: the size, the stones of both, who is to move."""
    board = standing.field
    red, blue = (" ".join(map(board.name, sorted(stones))) for stones in standing.stones)
    mover = ("red", "blue")[standing.player]
    return f"{board.width}x{board.height} {mover} red {red or 'none'} blue {blue or 'none'}"


def _parse(text: str) -> tuple[str, str]:
    found = _ENTRY.fullmatch(text)
    if found is None:
        raise ValueError("expected “TURN +” or “TURN - REPLY”, turns as points with blanks between")
    return found[1], found[3] or "+"


def winning_turns(standing: Standing, section: Section, work: Work) -> list[Stones]:
    """Every first turn that wins on the mover's next turn; RefusedError if the entries do not prove
    that these are all."""
    entries = Ledger(section, _parse)
    good = []
    for turn in () if can_win(standing) else standing.turns():
        work.spend()
        after = standing.after(turn)
        if can_win(after):
            continue
        name = _listed(standing, turn)
        claim = entries.look(name)
        if claim is None:
            raise RefusedError(section.line, f"incomplete: nothing is said of the turn {name}")
        if claim == "+":
            good.append(turn)
    for line, name, claim in entries:
        turn = _turn(standing, line, name)
        if claim == "+":
            _check_answered(standing.after(turn), line)
        else:
            _check_refuted(standing.after(turn), line, claim)
    entries.check_needed()
    return good


def _check_answered(after: Standing, line: int) -> None:
    replies = after.turns()
    if not replies:
        raise RefusedError(line, "there is no reply")
    for reply in replies:
        if not can_win(after.after(reply)):
            raise RefusedError(line, f"after the reply {_listed(after, reply)} there is no win")


def _check_refuted(after: Standing, line: int, claim: str) -> None:
    reply = _turn(after, line, claim)
    if not is_legal(after, reply):
        raise RefusedError(line, f"the reply {claim} is no legal turn")
    if can_win(after.after(reply)):
        raise RefusedError(line, f"after the reply {claim} there is a win")


def can_win(standing: Standing) -> bool:
    """Whether some turn of the player to move wins."""
    board, player = standing.field, standing.player
    placed: set[Point] = set()
    waiting = [point for point in board.straight if point not in standing.taken]
    while True:
        surrounded = [p for p in waiting if _free_beside(standing, p, placed) <= 1]
        if not surrounded:
            break
        placed.update(surrounded)
        waiting = [p for p in waiting if p not in placed]
    own = standing.own | placed
    if board.joins(player, own, board.straight):
        return True
    axis, far = (1, board.height - 1) if player == 0 else (0, board.width - 1)
    low, high = (_reached(standing, own, axis, edge) for edge in (0, far))
    return any(
        (point[axis] == 0 or any(p in low for p in board.straight[point]))
        and (point[axis] == far or any(p in high for p in board.straight[point]))
        for point in waiting
    )


def _reached(standing: Standing, stones: Stones, axis: int, edge: int) -> set[Point]:
    reached = {stone for stone in stones if stone[axis] == edge}
    todo = list(reached)
    while todo:
        for other in standing.field.straight[todo.pop()]:
            if other in stones and other not in reached:
                reached.add(other)
                todo.append(other)
    return reached


def is_legal(standing: Standing, turn: Stones) -> bool:
    """Whether some order of these stones is a legal turn that wins nothing."""
    board, player = standing.field, standing.player
    stones = standing.own | turn
    if turn & standing.taken or not turn:
        return False
    # A path once made stays: the turn must end without one, and without cutting the other off.
    if board.joins(player, stones, board.diagonal):
        return False
    return any(
        _free_beside(standing, last, set(turn)) >= 2 and can_fill(standing, turn - {last})
        for last in turn
    )


def _free_beside(standing: Standing, point: Point, placed: set[Point]) -> int:
    return sum(
        1
        for other in standing.field.straight[point]
        if other not in standing.stones[0]
        and other not in standing.stones[1]
        and other not in placed
    )


def _listed(standing: Standing, turn: Stones) -> str:
    return " ".join(map(standing.field.name, sorted(turn)))


def _turn(standing: Standing, line: int, text: str) -> Stones:
    try:
        turn = frozenset(map(standing.field.point, text.split()))
    except ValueError as error:
        raise RefusedError(line, str(error)) from None
    if _listed(standing, turn) != text:
        raise RefusedError(line, f"the points of {text} are not in order, each once")
    return turn
