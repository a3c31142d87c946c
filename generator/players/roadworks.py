"""The computer plays Roadworks: perfectly where it can prove, and it says where it cannot."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from crossfall.generator.players import Choice
from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError, InputError
from crossfall.solver.grids import bits
from crossfall.solver.position import Outcome
from crossfall.solver.records import Record
from crossfall.solver.roadworks.nimbers import oracle
from crossfall.solver.roadworks.notation import (
    DEFAULT_LEVEL,
    read_crossings,
    read_size,
    write_crossings,
    write_drawing,
)
from crossfall.solver.roadworks.rules import LEVELS, Position, board, replay
from crossfall.solver.roadworks.rules import start as empty_board

# Nodes that a reply may cost: a few seconds on a board without a table.
WORK = 60_000


OPTIONS = ("level", "size", "plain")


def start(options: Mapping[str, Any]) -> Position:
    """The empty board of the `level`, or of the `size` (with `plain`: nothing falls)."""
    level, size, plain = options.get("level"), options.get("size"), bool(options.get("plain"))
    if level is not None and (size is not None or plain):
        raise InputError("--level together with --size or --plain; expected one of them")
    if size is not None:
        return empty_board(board(*read_size(size), not plain))
    width, height, falling = LEVELS[level or DEFAULT_LEVEL]
    return empty_board(board(width, height, falling and not plain))


def show(position: Position) -> str:
    return write_drawing(position)


def mover(position: Position) -> int:
    return position.turn


def result(position: Position) -> int | None:
    outcome = position.outcome()
    if outcome is Outcome.ONGOING:
        return None
    return 0 if outcome is Outcome.WON_BY_0 else 1


def read_move(position: Position, text: str) -> int:
    """The crossing named, if it may be closed (closing it may well lose)."""
    crossings = read_crossings(position.board, text)
    if len(crossings) != 1:
        raise InputError(f"{len(crossings)} crossings named; expected one, like b2")
    (crossing,) = crossings
    name = position.board.name(crossing)
    if position.board.ends >> crossing & 1:
        raise InputError(f"{name} is {'A' if crossing == 0 else 'B'} and is never closed")
    if position.closed >> crossing & 1:
        raise InputError(f"{name} is closed already")
    if not position.open >> crossing & 1:
        raise InputError(f"{name} has fallen and cannot be closed")
    return crossing


def play(position: Position, move: int) -> tuple[Position, str]:
    names = position.board.names
    after = position.play(move)
    name = position.board.name(move)
    if after.outcome() is not Outcome.ONGOING:
        return after, f"{name} is closed: A and B are cut off from each other."
    fell = names(position.open & ~after.open & ~(1 << move))
    if not fell:
        return after, f"{name} is closed."
    listed = fell[0] if len(fell) == 1 else f"{', '.join(fell[:-1])} and {fell[-1]}"
    return after, f"{name} is closed; {listed} {'falls' if len(fell) == 1 else 'fall'}."


def choose(position: Position, rng: random.Random, budget: Budget) -> Choice:
    """A winning closure where one is proven; where the game is lost, the closure that leaves the
    fewest winning answers; where it cannot be proven, a safe closure, and it says so."""
    safe = list(bits(position.safe))
    if not safe:
        # Every closure cuts A from B; the rules still ask for one.
        return Choice(rng.choice(list(position.moves())), "No closure is safe: I have lost.")
    if not position.board.falling:
        sure = _winning(position, budget)
        comment = "With sensible play I win: nothing falls, so only the number of closures counts."
        return Choice(rng.choice(safe), comment if sure else "")
    winning = _winning(position, budget)
    if winning:
        return Choice(rng.choice(list(bits(winning))), "I can prove that I win.")
    if winning is None:
        return Choice(rng.choice(safe), "This board is too big for me to prove who wins yet.")
    return Choice(_trap(position, safe, rng, budget), "")


def casual(position: Position, rng: random.Random) -> int:
    """Any safe closure; where there is none, any closure."""
    return rng.choice(list(bits(position.safe)) or list(position.moves()))


def _winning(position: Position, budget: Budget) -> int | None:
    """The mask of all winning closures; None if the budget runs out first."""
    try:
        return oracle(position.board).winning(position.open, budget.part(WORK))
    except BudgetError:
        return None


def _trap(position: Position, safe: list[int], rng: random.Random, budget: Budget) -> int:
    """The closure after which the fewest closures win for the opponent."""
    counts: dict[int, int] = {}
    for crossing in safe:
        replies = _winning(position.play(crossing), budget)
        counts[crossing] = len(safe) + 1 if replies is None else replies.bit_count()
    fewest = min(counts.values())
    return rng.choice([crossing for crossing in safe if counts[crossing] == fewest])


def hints(position: Position, budget: Budget) -> tuple[str, ...]:
    board_ = position.board
    if not position.safe:
        return ("No closure is safe any more: whatever you close cuts A from B.",)
    if not board_.falling:
        return (
            "Nothing falls on this board.",
            "However you both play, the number of safe closures left is odd or even from the start.",
        )
    winning = _winning(position, budget)
    if winning is None:
        return ("This board is too big for me to prove a winning closure yet.",)
    if not winning:
        return (
            "Against perfect play you lose from here; set a trap.",
            _trap_hint(position, budget),
        )
    answer = " or ".join(board_.names(winning))
    first = next(bits(winning))
    return (
        _where(position, winning),
        _what_then(position, first),
        f"Close {answer}.",
    )


def _trap_hint(position: Position, budget: Budget) -> str:
    move = _trap(position, list(bits(position.safe)), random.Random(0), budget)
    replies = _winning(position.play(move), budget)
    if replies is None:
        return f"Try {position.board.name(move)}."
    count = replies.bit_count()
    return (
        f"After {position.board.name(move)} only {count} "
        f"{'closure wins' if count == 1 else 'closures win'} for the opponent."
    )


def _where(position: Position, winning: int) -> str:
    """Where to look: the block, if there are several; else the part of the board."""
    blocks = [block for block in position.blocks if block[0].bit_count() > 2]
    name = position.board.name
    if len(blocks) > 1:
        for mask, near, far in blocks:
            if mask & winning:
                return f"Look at the block between {name(near)} and {name(far)}."
    count = winning.bit_count()
    column = next(bits(winning)) // position.board.grid.rows
    side = "on the left" if 2 * column < position.board.width else "on the right"
    if 2 * column == position.board.width:
        side = "in the middle"
    if count == 1:
        return f"One closure wins; look {side}."
    return f"{count} closures win, one of them {side}."


def _what_then(position: Position, crossing: int) -> str:
    """What the winning closure does, and the technique that shows that it wins."""
    from crossfall.solver.roadworks.techniques import grade

    try:
        found = grade(position.board, position.after(crossing), Budget(work=WORK))
    except BudgetError:
        found = None
    fell = position.falls(crossing).bit_count()
    falls = {0: "nothing falls", 1: "one crossing falls"}.get(fell, f"{fell} crossings fall")
    return f"After it {falls}{_IDEAS[found.technique] if found else ''}."


_IDEAS = {
    "R0": ", and no safe closure is left",
    "R1": "; only rings are left, an even number of them",
    "R2": "; twin blocks are left: what is done in one can be copied in the other",
    "R3": "; the numbers of the blocks that are left cancel",
    "R4": "; then each closure of the opponent has an answer that ends the matter",
    "R5": "; think two closures and answers ahead",
}


def why(before: Position, move: int, budget: Budget) -> str:
    """Whether the closure won, and what shows it."""
    board_ = before.board
    name = board_.name(move)
    after = before.play(move)
    if after.outcome() is not Outcome.ONGOING:
        return f"{name} cut A from B, and whoever does that loses."
    if not after.safe:
        return f"After {name} no safe closure is left: the next one must cut A from B."
    replies = _winning(after, budget)
    if replies is None:
        return f"I cannot prove yet whether {name} wins: the board is too big."
    if not board_.falling:
        odd = not replies
        return (
            f"Nothing falls here: after {name} the number of safe closures left is "
            f"{'even' if odd else 'odd'} however you both play, which is good for "
            f"{'whoever made it' if odd else 'the other side'}."
        )
    if replies:
        return f"{name} does not win: {' or '.join(board_.names(replies))} answers it."
    lines = []
    seen: set[int] = set()
    for crossing in bits(after.safe):
        left = after.after(crossing)
        if left in seen:
            continue
        seen.add(left)
        answers = _winning(after.play(crossing), budget)
        if answers is None:
            return f"{name} wins: that is proven."
        lines.append(f"  {board_.name(crossing)} is answered by {board_.name(next(bits(answers)))}")
    return "\n".join([f"{name} wins, because every safe closure has an answer:", *lines])


def record(position: Position) -> Record:
    board_ = position.board
    fields: dict[str, Any] = {
        "game": "roadworks",
        "task": "winning-move",
        "size": board_.size,
        "falling": board_.falling,
        "closed": write_crossings(board_, position.closures or ()),
    }
    if position.closures is None or replay(board_, position.closures).open != position.open:
        # It began from a live set: the closures alone do not lead here.
        fields["task"] = "fewest-fences"
        del fields["closed"]
        fields["board"] = write_drawing(replace(position, closures=None))
    return Record(fields)
