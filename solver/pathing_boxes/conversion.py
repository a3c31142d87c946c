"""The end of a wave: what each conversion leads to, and a bounded look into the next wave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crossfall.solver.budget import Budget
from crossfall.solver.pathing_boxes.board import ALL_CELLS, CELLS_BY_NAME
from crossfall.solver.pathing_boxes.rules import PathingPosition
from crossfall.solver.pathing_boxes.wave import Wave


@dataclass(frozen=True)
class ConvertedCell:
    """A cell the loser may convert, the next wave's start, and whether it keeps the rival at bay.

    lines: the conversion itself makes the rival's line. threat: if the rival begins, the swap by
    which it wins at once. own: if the loser begins, its swap that wins or leaves the rival none.
    """

    cell: int
    after: PathingPosition
    lines: bool
    holds: bool
    threat: int | None = None
    own: int | None = None


def candidates(position: PathingPosition, loser: int) -> list[int]:
    """The cells the loser may convert, in the order of names: empty ones, else its own."""
    empty = ALL_CELLS & ~(position.x | position.y)
    choice = empty or position.pieces(loser)
    return [cell for cell in CELLS_BY_NAME if choice >> cell & 1]


def judge_cells(position: PathingPosition, loser: int) -> list[ConvertedCell]:
    """Every cell of a wave's end, judged by the first turns of the next wave.

    A cell holds if no line of the rival's stands, and if the rival, beginning, wins by no swap; or
    if the loser, beginning, wins by a swap, or has one that makes no line and leaves the rival no
    winning swap. (No box can be closed by the first two swaps of a wave, so a turn is one swap.)
    """
    return [_judge(position, loser, cell) for cell in candidates(position, loser)]


def _judge(position: PathingPosition, loser: int, cell: int) -> ConvertedCell:
    rival = 1 - loser
    after = position.converted(cell, loser)
    winner = after.winner()
    if winner is not None:
        return ConvertedCell(cell, after, lines=winner == rival, holds=winner == loser)
    if after.turn == rival:
        threat = winning_swap(after)
        return ConvertedCell(cell, after, lines=False, holds=threat is None, threat=threat)
    own = winning_swap(after)
    if own is None:
        own = next((edge for edge in after.moves() if _quiet(after, edge)), None)
    return ConvertedCell(cell, after, lines=False, holds=own is not None, own=own)


def _quiet(position: PathingPosition, edge: int) -> bool:
    """Whether a swap makes no line and leaves the other player no winning swap."""
    return position.winner_after(edge) is None and winning_swap(position.play(edge)) is None


def winning_swap(position: PathingPosition) -> int | None:
    """The first swap (by name) that wins at once for the player to move, or None."""
    for edge in position.moves():
        if position.winner_after(edge) == position.turn:
            return edge
    return None


# What the next wave is to the loser after a cell, as far as it was looked at; the best first.
WIN, OPEN, LOSS, LINE = "win", "open", "loss", "line"


def next_waves(
    position: PathingPosition, loser: int, budget: Budget, turns: int = 2
) -> dict[str, list[int]]:
    """The loser's cells at a wave's end by what `turns` own turns of the next wave show.

    `win`: the loser forces its line within so many of its own turns; `loss`: the rival does within
    as many of its; `open`: neither; `line`: the conversion itself lines the rival up. Each in the
    order of names, the best kind first; kinds without cells are left out. Raises BudgetError.
    """
    found: dict[str, list[int]] = {kind: [] for kind in (WIN, OPEN, LOSS, LINE)}
    for cell in candidates(position, loser):
        found[_kind(position.converted(cell, loser), loser, budget, turns)].append(cell)
    return {kind: cells for kind, cells in found.items() if cells}


def best_conversions(position: PathingPosition, budget: Budget, turns: int = 2) -> Sequence[int]:
    """The loser's best cells at a wave's end, as far as `turns` turns of the next wave show (see
    `next_waves`). Raises BudgetError."""
    return next(iter(next_waves(position, position.wave_loser(), budget, turns).values()))


def _kind(after: PathingPosition, loser: int, budget: Budget, turns: int) -> str:
    winner = after.winner()
    if winner is not None:
        return WIN if winner == loser else LINE
    wave = Wave(after, budget)
    if wave.forces(after, loser, turns):
        return WIN
    return LOSS if wave.forces(after, 1 - loser, turns) else OPEN
