"""What `solve` tells beyond the first swaps: a forced line played out, and what a wave's end leads to."""

from __future__ import annotations

from typing import Any

from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.pathing_boxes.board import CELL_NAMES, EDGE_NAMES
from crossfall.solver.pathing_boxes.conversion import next_waves
from crossfall.solver.pathing_boxes.rules import PLAYERS, PathingPosition
from crossfall.solver.pathing_boxes.tasks import WORK
from crossfall.solver.pathing_boxes.wave import UNBOUNDED, Wave

LOOK_AHEAD = 2  # own turns of the next wave that are looked at where nothing else is asked


def forced_line(
    position: PathingPosition, player: int, budget: Budget, turns: int | None
) -> dict[str, Any]:
    """The shortest line that `player` forces: `line_of`, `own_turns` and `main_line`.

    turns: it is known to be forced within so many own turns; None: within the wave. The last two
    are None where the budget ends first.
    """
    told: dict[str, Any] = {"line_of": PLAYERS[player], "own_turns": None, "main_line": None}
    wave = Wave(position, budget.part(WORK))
    try:
        told["own_turns"] = wave.turns_needed(position, player, turns or UNBOUNDED)
        line = wave.main_line(player, turns or UNBOUNDED)
        told["main_line"] = [EDGE_NAMES[edge] for edge in line]
    except BudgetError:
        pass
    return told


def wave_end(
    position: PathingPosition, loser: int, budget: Budget, turns: int | None
) -> dict[str, Any]:
    """What follows a wave: `converts` (who lost it), `next_begins`, `best_conversion` (cells), the
    number of own turns looked ahead (`looked_ahead`), and what they show of every cell (`next_wave`,
    see `conversion.next_waves`). The cells are None where the budget ends first.
    """
    beginner = position.turn if position.last is None else position.last
    looked = turns or LOOK_AHEAD
    told: dict[str, Any] = {
        "converts": PLAYERS[loser],
        "next_begins": PLAYERS[beginner],
        "best_conversion": None,
        "looked_ahead": looked,
        "next_wave": None,
    }
    try:
        kinds = next_waves(position, loser, budget.part(WORK), looked)
    except BudgetError:
        return told
    named = {kind: [CELL_NAMES[cell] for cell in cells] for kind, cells in kinds.items()}
    told["best_conversion"] = next(iter(named.values()))
    told["next_wave"] = named
    return told
