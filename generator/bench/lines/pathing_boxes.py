"""Pathing Dots & Boxes: the answer played out, and what comes of every other swap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from crossfall.generator.bench.desks import State
from crossfall.generator.bench.desks.pathing_boxes import with_position
from crossfall.generator.bench.lines import Line, Step
from crossfall.generator.players import pathing_boxes as player
from crossfall.solver import position as registry
from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.pathing_boxes.board import EDGE_NAMES
from crossfall.solver.pathing_boxes.rules import PathingPosition
from crossfall.solver.pathing_boxes.solutions import solution
from crossfall.solver.pathing_boxes.wave import Wave
from crossfall.solver.position import Findings, Puzzle

_FIRST_SWAPS = ("line-now", "force-line", "only-defence")
WORK = 300_000


def lines(puzzle: Puzzle, findings: Findings, state: State, budget: Budget) -> Iterator[Line]:
    """Each answer swap by swap; for tasks that ask for a first swap, every other one too."""
    position: PathingPosition = puzzle.position
    if puzzle.task not in _FIRST_SWAPS:
        return
    answers = [answer.strings[0] for answer in findings.answers]
    for answer in findings.answers[:6]:
        told = solution(puzzle, replace(findings, answers=(answer,)))
        swaps = [edge for stage in told.stages for edge in stage.swaps]
        steps = _played(position, swaps, state)
        yield Line(answer.strings[0], True, steps[-1].said, steps)
    task = registry.task(registry.game(puzzle.game), puzzle.task)
    for edge in position.moves():
        name = EDGE_NAMES[edge]
        if name in answers:
            continue
        budget.spend()
        fault = task.judge_claim(replace(puzzle, claim=(name,)), findings)
        told_why = fault.message if fault is not None else ""
        steps = _played(position, (edge, *_refutation(puzzle, position.play(edge))), state)
        yield Line(name, False, told_why, steps)


def _played(position: PathingPosition, swaps: Sequence[int], state: State) -> tuple[Step, ...]:
    steps = []
    for edge in swaps:
        if position.winner() is not None or position.is_wave_over():
            break
        position, said = player.play(position, edge)
        steps.append(Step(with_position(state, position), said))
    return tuple(steps)


def _refutation(puzzle: Puzzle, after: PathingPosition) -> Sequence[int]:
    """What the opponent makes of a wrong swap, where there is something to be shown."""
    mover = puzzle.position.turn
    turns: int | None = puzzle.wishes.get("turns")
    if after.winner() is not None:
        return ()
    wave = Wave(after, Budget(work=WORK))
    try:
        if puzzle.task == "only-defence":
            return wave.main_line(1 - mover)
        if puzzle.task == "force-line" and after.turn != mover:
            left = None if turns is None else turns - 1
            wave = Wave(puzzle.position, Budget(work=WORK))
            return [e for e in after.moves() if not wave.forces(after.play(e), mover, left)][:1]
    except BudgetError:
        pass
    return ()
