"""The computer plays Clear Path: exactly near the end, sensibly before, and it says which.

A move is a whole turn, typed as its stones in order (`f5 e5 e2`), or `swap`: after Red's first
turn the other player may take Red's place (the pie rule).
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeAlias

from crossfall.generator.players import Choice
from crossfall.generator.words.clear_path_reasons import chain_told
from crossfall.solver.budget import Budget
from crossfall.solver.clear_path.board import BLUE, COLOURS, Board, bits
from crossfall.solver.clear_path.game import GAME
from crossfall.solver.clear_path.notation import (
    read_points,
    read_size,
    record_of,
    write_drawing,
    write_points,
)
from crossfall.solver.clear_path.rules import ClearPathPosition
from crossfall.solver.clear_path.search import Search, any_win
from crossfall.solver.clear_path.tasks import illegal
from crossfall.solver.clear_path.turns import joined, least_order, quiet_turns, wins_now
from crossfall.solver.clear_path.wins import fewest_missing, smallest_wins
from crossfall.solver.errors import BudgetError, InputError
from crossfall.solver.position import Outcome, Puzzle
from crossfall.solver.records import Record

EXACT_EMPTY = 16  # with so few empty points the computer tries to prove who wins …
EXACT_WORK = 3_000  # … looking at so many positions
LOOKED_AT = 300  # turns that it compares before that

SWAP = "swap"
OPEN, MADE = "open", "made"  # what a saved game says of the swap, where the stones do not
Series: TypeAlias = tuple[int, ...]


@dataclass(frozen=True)
class Table:
    """The stones, and who sits where.

    swapped: the player who began has Blue. first: Red's first turn has just been made, so the
    other may swap.
    """

    position: ClearPathPosition
    swapped: bool = False
    first: bool = False


def start(options: Mapping[str, Any]) -> Table:
    """The empty board of the `size`."""
    if options.get("level") is not None or options.get("plain"):
        raise InputError("clear-path takes no --level and no --plain; expected --size")
    size = options.get("size")
    return Table(ClearPathPosition.empty_board(*read_size(size or GAME.default_size)))


def _table(position: Table | ClearPathPosition) -> Table:
    # A match that begins from a given position hands over the bare position.
    return position if isinstance(position, Table) else Table(position)


def begin_from(puzzle: Puzzle) -> Table:
    """A game that begins from a position. Red's first turn has just been made where red stones alone
    stand and Blue is to move: then the pie rule is still open, unless the file of a saved game says
    that the sides have been changed. Raises InputError where it says neither."""
    position: ClearPathPosition = puzzle.position
    first = _after_one_turn(position) and position.outcome() is Outcome.ONGOING
    features = puzzle.record.fields.get("features")
    said = features.get(SWAP, OPEN) if isinstance(features, dict) else OPEN
    if said not in (OPEN, MADE):
        raise InputError(f"features: {SWAP} is {str(said)[:40]!r}; expected {OPEN} or {MADE}")
    return Table(position, first=first and said == OPEN)


def _after_one_turn(position: ClearPathPosition) -> bool:
    return position.turn == BLUE and bool(position.red) and not position.blue


def show(position: Table | ClearPathPosition) -> str:
    table = _table(position)
    told = write_drawing(table.position)
    if table.position.outcome() is not Outcome.ONGOING:
        return told
    mover = COLOURS[table.position.turn].capitalize()
    edges = ("top and bottom", "left and right")[table.position.turn]
    swap = "; or type swap to take Red's place" if table.first else ""
    return f"{told}\n{mover} to move, from edge to edge between {edges}{swap}."


def mover(position: Table | ClearPathPosition) -> int:
    table = _table(position)
    return table.position.turn ^ table.swapped


def result(position: Table | ClearPathPosition) -> int | None:
    table = _table(position)
    outcome = table.position.outcome()
    if outcome is Outcome.ONGOING:
        return None
    return (0 if outcome is Outcome.WON_BY_0 else 1) ^ table.swapped


def read_move(position: Table | ClearPathPosition, text: str) -> Series | str:
    """The turn typed, if it is legal; InputError saying why it is not."""
    table = _table(position)
    if text.strip().lower() == SWAP:
        if not table.first:
            raise InputError("only right after Red's first turn may you swap")
        return SWAP
    board = table.position.board
    series = read_points(board, text)
    if not series:
        raise InputError("no stone named; expected the stones of your turn in order, like b2")
    fault = illegal(table.position, [board.name(point) for point in series])
    if fault:
        raise InputError(fault)
    return series


def play(position: Table | ClearPathPosition, move: Series | str) -> tuple[Table, str]:
    table = _table(position)
    if isinstance(move, str):
        return Table(table.position, not table.swapped), "The sides are changed."
    before = table.position
    mover_ = COLOURS[before.turn].capitalize()
    after = before.play(sum(move))
    first = before.empty == before.board.full and after.outcome() is Outcome.ONGOING
    told = f"{mover_} places {write_points(before.board, move)}."
    if len(move) > 1:
        told += f" {chain_told(before, move)}"
    return Table(after, table.swapped, first), told


def choose(position: Table | ClearPathPosition, rng: random.Random, budget: Budget) -> Choice:
    """A win now; else a turn proven to win, near the end; else one that looks good.

    No first turn but one that wins at once is proven to win: the other may take it over.
    """
    table = _table(position)
    now = table.position
    if _is_empty(now) and not wins_now(now.board, now.turn, 0, now.empty):
        return Choice(_order(now, _modest(now, rng)), "You may take that turn over: type swap.")
    winning = _winning_turn(now, budget)
    if table.first and _would_swap(now, winning):
        judged = "looks good" if winning is None else "is proven to win"
        return Choice(SWAP, f"That first turn {judged}: I take Red's place.")
    if winning:
        return Choice(_order(now, winning), "I can prove that I win.")
    turns = _sensible(now, rng)
    told = "" if winning == 0 else "It is too early for me to prove who wins."
    return Choice(_order(now, turns[0]), told)


def casual(position: Table | ClearPathPosition, rng: random.Random) -> Series:
    """Any of the turns it comes across first; a turn that wins at once, if it is one of them."""
    now = _table(position).position
    turns: list[int] = []
    with suppress(BudgetError):
        turns.extend(islice(quiet_turns(now.board, now.turn, now.own, now.empty), LOOKED_AT))
    winning = wins_now(now.board, now.turn, now.own, now.empty)
    if not turns or (winning and rng.random() < 0.5):
        return _order(now, any_win(now.board, now.turn, now.own, now.empty))
    return _order(now, rng.choice(turns))


def _is_empty(now: ClearPathPosition) -> bool:
    return now.empty == now.board.full


def _modest(now: ClearPathPosition, rng: random.Random) -> int:
    """A first turn that the other will hardly take over; any, if all look good."""
    turns = _sensible(now, rng)
    return next((turn for turn in turns if not _would_swap(now.play(turn), None)), turns[0])


def _would_swap(now: ClearPathPosition, winning: int | None) -> bool:
    """Whether Red's first turn is worth taking: proven where it can be, else in the middle."""
    if winning is not None:
        return winning == 0
    board = now.board
    x, y = _off_middle(board, now.red & -now.red)
    return 2 * x < board.width and 2 * y < board.height


def _off_middle(board: Board, point: int) -> tuple[int, int]:
    """How far a point is from the board's middle, across and up, in half steps."""
    x, y = board.place(point)
    return abs(2 * x - board.width + 1), abs(2 * y - board.height + 1)


def _winning_turn(now: ClearPathPosition, budget: Budget) -> int | None:
    """A turn that is proven to win; 0 if none does, proven; None for unknown."""
    board, mover_, own, empty = now.board, now.turn, now.own, now.empty
    if wins_now(board, mover_, own, empty):
        try:
            return smallest_wins(board, mover_, own, empty, budget.part(EXACT_WORK))[0]
        except BudgetError:
            return any_win(board, mover_, own, empty)
    if empty.bit_count() > EXACT_EMPTY:
        return None
    try:
        return next(Search(board, budget.part(EXACT_WORK)).winning(mover_, own, now.other), 0)
    except BudgetError:
        return None


def _sensible(now: ClearPathPosition, rng: random.Random) -> list[int]:
    """Legal turns, those first that leave the opponent more stones to place than the mover, and
    of these the ones in the middle."""
    board, mover_, own, other, empty = now.board, now.turn, now.own, now.other, now.empty
    turns: list[int] = []
    with suppress(BudgetError):
        turns.extend(islice(quiet_turns(board, mover_, own, empty), LOOKED_AT))

    def worth(turn: int) -> tuple[bool, int, int, float]:
        rest = empty & ~turn
        far = board.full.bit_count()
        mine = fewest_missing(board, mover_, own | turn, rest)
        theirs = fewest_missing(board, 1 - mover_, other, rest)
        lead = (far if theirs is None else theirs) - (far if mine is None else mine)
        off = min(sum(_off_middle(board, point)) for point in bits(turn))
        return not wins_now(board, 1 - mover_, other, rest), lead, -off, rng.random()

    return sorted(turns, key=worth, reverse=True)


def _order(now: ClearPathPosition, turn: int) -> Series:
    return least_order(now.board, now.turn, now.own, now.empty, turn)


def hints(position: Table | ClearPathPosition, budget: Budget) -> tuple[str, ...]:
    table = _table(position)
    now = table.position
    if _is_empty(now) and not wins_now(now.board, now.turn, 0, now.empty):
        modest = write_points(now.board, _order(now, _modest(now, random.Random(0))))
        return (
            "The other side may take over your first turn: look for one that is not too good.",
            f"{modest} looks modest enough.",
        )
    winning = _winning_turn(now, budget)
    if table.first and _would_swap(now, winning):
        judged = "looks good" if winning is None else "is proven to win"
        return (f"Red's first turn {judged}.", "Type swap.")
    if winning is None:
        best = _sensible(now, random.Random(0))[0]
        return (
            "It is too early to prove who wins.",
            f"{write_points(now.board, _order(now, best))} looks sensible.",
        )
    if not winning:
        return ("Against perfect play you lose from here; look for a turn that keeps you alive.",)
    series = _order(now, winning)
    when = "this turn" if joined(now.board, now.turn, now.own | winning) else "by force"
    stones = "one stone" if len(series) == 1 else f"{len(series)} stones"
    return (
        f"You can win {when}.",
        f"A winning turn of {stones} starts with {now.board.name(series[0])}.",
        f"Place {write_points(now.board, series)}.",
    )


def why(before: Table | ClearPathPosition, move: Series | str, budget: Budget) -> str:
    now = _table(before).position
    if isinstance(move, str):
        return _why_swapped(now, budget)
    told = write_points(now.board, move)
    after = now.play(sum(move))
    if after.outcome() is not Outcome.ONGOING:
        return f"{told} won: {chain_told(now, move)}"
    reply = _winning_turn(after, budget)
    other = COLOURS[after.turn].capitalize()
    if reply:
        return f"After {told} {other} wins with {write_points(now.board, _order(after, reply))}."
    if reply == 0 and _is_empty(now):
        return f"{told} is proven to win for whoever has Red: {other} should swap."
    if reply == 0:
        return f"{told} wins: whatever {other} does, that is proven."
    return f"It is too early to prove whether {told} was right."


def _why_swapped(now: ClearPathPosition, budget: Budget) -> str:
    """What is to be said of a swap, Blue being to move."""
    told = "Who swaps takes over Red's first turn."
    winning = _winning_turn(now, budget)
    if winning is None:
        return f"{told} It is too early to prove whether it wins."
    if not winning:
        return f"{told} It is proven to win, so the swap was right."
    series = write_points(now.board, _order(now, winning))
    return f"{told} It loses: Blue wins with {series}."


def record(position: Table | ClearPathPosition) -> Record:
    table = _table(position)
    made = record_of(table.position, next(iter(GAME.tasks)))
    if not _after_one_turn(table.position):
        return made
    return made.with_fields(features={SWAP: OPEN if table.first else MADE})
