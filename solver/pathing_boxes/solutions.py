"""The answer of a puzzle played out, turn by turn, for the words and the drawing of its key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.pathing_boxes.board import cell_number
from crossfall.solver.pathing_boxes.conversion import judge_cells
from crossfall.solver.pathing_boxes.notation import read_edges
from crossfall.solver.pathing_boxes.replies import Plan
from crossfall.solver.pathing_boxes.rules import PathingPosition
from crossfall.solver.pathing_boxes.turns import Turn, play_series, turns, winning_turns
from crossfall.solver.pathing_boxes.wave import Wave
from crossfall.solver.position import Findings, Puzzle

WORK = 1_000_000


@dataclass(frozen=True)
class Stage:
    """A board of the story: what stands, and the swaps that come next (none at its end).

    cell: the cell converted to come here.
    """

    position: PathingPosition
    swaps: tuple[int, ...] = ()
    cell: int | None = None


@dataclass(frozen=True)
class Solution:
    """An answer played out: a board before each turn, and the last one.

    plan: how a line by the second turn is forced, where the story shows that.
    """

    stages: tuple[Stage, ...]
    plan: Plan | None = None


def solution(puzzle: Puzzle, findings: Findings) -> Solution:
    """The story of a puzzle with one proven answer."""
    position: PathingPosition = puzzle.position
    text = findings.answers[0].strings[0]
    if puzzle.task == "conversion":
        return _conversion(position, cell_number(text))
    edges = read_edges(position.board, [text])
    if puzzle.task == "fewest-swaps":
        return Solution((Stage(position, edges), Stage(alone(position, edges))))
    if puzzle.task == "line-now":
        return Solution(_stages(position, [finishing_turn(position, edges[0]).swaps]))
    if puzzle.task == "force-line":
        plan: Plan | None = findings.facts.get("plan")
        if plan is not None:
            return Solution(_stages(position, _sample(position, plan)), plan)
        return Solution(_stages(position, _by_turns(position, edges[0])))
    limit: int | None = puzzle.wishes.get("turns")
    return Solution(_stages(position, [holding_turn(position, edges[0], limit)]))


def alone(position: PathingPosition, edges: Sequence[int]) -> PathingPosition:
    """The board after swaps of one player who plays alone, up to a line."""
    player = position.turn
    for edge in edges:
        position = replace(position.play(edge), turn=player)
    return position


def finishing_turn(position: PathingPosition, edge: int) -> Turn:
    """The shortest turn beginning with a swap and ending with the line of the player to move."""
    found = [t for t in winning_turns(position, Budget(work=WORK)) if t.swaps[0] == edge]
    return min(found, key=lambda turn: (len(turn.swaps), turn.swaps))


def holding_turn(position: PathingPosition, edge: int, limit: int | None) -> tuple[int, ...]:
    """The shortest turn that begins with a swap and leaves the opponent without a forced line.

    limit: within so many of the opponent's turns; None: ever in this wave. The swap alone where
    finding the rest of its turn would cost too much.
    """
    budget = Budget(work=WORK)
    wave = Wave(position, budget)
    rival = 1 - position.turn
    found = []
    try:
        for turn in turns(position, budget):
            winner = turn.after.winner()
            if turn.swaps[0] != edge or winner == rival:
                continue
            if winner is not None or not wave.forces(turn.after, rival, limit):
                found.append(turn.swaps)
    except BudgetError:
        pass
    return min(found, key=lambda swaps: (len(swaps), swaps), default=(edge,))


def _sample(position: PathingPosition, plan: Plan) -> list[tuple[int, ...]]:
    """The first turn, a turn of the opponent's that the common reply answers, and the reply."""
    after = play_series(position, plan.first)
    assert after is not None
    special = {exception.turn for exception in plan.exceptions}
    for turn in turns(after, Budget(work=WORK)):
        if turn.swaps not in special and turn.after.winner() is None:
            return [plan.first, turn.swaps, plan.reply]
    return [plan.first]


def _by_turns(position: PathingPosition, edge: int) -> list[tuple[int, ...]]:
    """A forced line that begins with a swap, split into turns."""
    after = position.play(edge)
    rest: list[int] = []
    if after.winner() is None:
        rest = Wave(after, Budget(work=WORK)).main_line(position.turn)
    series: list[list[int]] = [[]]
    mover = position.turn
    here = position
    for swap in (edge, *rest):
        if here.turn != mover:
            series.append([])
            mover = here.turn
        series[-1].append(swap)
        here = here.play(swap)
    return [tuple(turn) for turn in series]


def _stages(position: PathingPosition, series: Sequence[tuple[int, ...]]) -> tuple[Stage, ...]:
    stages = []
    for swaps in series:
        stages.append(Stage(position, swaps))
        after = play_series(position, swaps)
        assert after is not None
        position = after
    return (*stages, Stage(position))


def _conversion(position: PathingPosition, cell: int) -> Solution:
    judged = next(c for c in judge_cells(position, position.turn) if c.cell == cell)
    stages = [Stage(judged.after, () if judged.own is None else (judged.own,), cell)]
    if judged.own is not None:
        stages.append(Stage(judged.after.play(judged.own)))
    return Solution(tuple(stages))
