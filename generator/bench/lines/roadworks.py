"""Roadworks: what answers each closure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from crossfall.generator.bench.desks import State
from crossfall.generator.bench.lines import Line, Step
from crossfall.generator.players import roadworks as player
from crossfall.solver.budget import Budget
from crossfall.solver.grids import bits
from crossfall.solver.position import Findings, Puzzle
from crossfall.solver.roadworks.nimbers import distinct_closures, oracle
from crossfall.solver.roadworks.notation import write_line
from crossfall.solver.roadworks.rules import Position

_ASKED = ("winning-move", "answer-table")


def lines(puzzle: Puzzle, findings: Findings, state: State, budget: Budget) -> Iterator[Line]:
    """Every safe closure: the opponent's answer to a wrong one, our answers after a right one."""
    position: Position = puzzle.position
    if puzzle.task not in _ASKED or position.closures is None:
        return
    if puzzle.task == "answer-table":
        yield from _answers(position, state, (), budget)
        return
    wrong: list[tuple[int, Line]] = []
    for closures, left in distinct_closures(position.board, position.open):
        replies = _replies(position, left, budget)
        names = " or ".join(position.board.names(closures))
        first = next(bits(closures))
        step = _step(state, position, first)
        after = position.play(first)
        if not replies:
            if not after.safe:
                yield Line(names, True, "No safe closure is left.", (step,))
            yield from _answers(after, state, (step,), budget, names)
            continue
        reply = next(bits(replies))
        told = f"Answered by {' or '.join(position.board.names(replies))}."
        results = {after.after(answer) for answer in bits(replies)}
        line = Line(names, False, told, (step, _step(state, after, reply)))
        wrong.append((len(results), line))
    # The tries with one refutation are the good ones.
    yield from (line for _, line in sorted(wrong, key=lambda found: found[0]))


def _answers(
    lost: Position, state: State, before: tuple[Step, ...], budget: Budget, move: str = ""
) -> Iterator[Line]:
    """What to answer to each closure of the player who has lost."""
    for closures, left in distinct_closures(lost.board, lost.open):
        first = next(bits(closures))
        replies = _replies(lost, left, budget)
        if not replies:
            continue  # the position is not lost after all
        names = " or ".join(lost.board.names(closures))
        steps = (*before, _step(state, lost, first))
        steps = (*steps, _step(state, lost.play(first), next(bits(replies))))
        answer = " or ".join(lost.board.names(replies))
        told = f"{names} is answered by {answer}."
        yield Line(f"{move}, then {names}" if move else names, True, told, steps)


def _replies(position: Position, left: int, budget: Budget) -> int:
    return oracle(position.board).winning(left, budget)


def _step(state: State, position: Position, crossing: int) -> Step:
    after, said = player.play(position, crossing)
    return Step(replace(state, lines=(write_line(after),)), said)
