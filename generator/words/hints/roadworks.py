"""Hints to Roadworks puzzles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from crossfall.generator.tongues import Tongue
from crossfall.generator.words.hints import marked_set, some_rows
from crossfall.generator.words.roadworks_why import idea
from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.position import Findings, Puzzle
from crossfall.solver.roadworks.game import positions_of
from crossfall.solver.roadworks.rules import Position
from crossfall.solver.roadworks.techniques import mirror, prover

PROOF_WORK = 2_000_000  # blocks looked at before a hint does without the idea


def hints(puzzle: Puzzle, findings: Findings, numbers: bool, tongue: Tongue) -> tuple[str, ...]:
    """The hints to a verified puzzle."""
    return _HINTS[puzzle.task](puzzle, findings, numbers, tongue)


def _winning_move(
    puzzle: Puzzle, findings: Findings, numbers: bool, tongue: Tongue
) -> tuple[str, ...]:
    position: Position = puzzle.position
    name = findings.answers[0].strings[0]
    closure = position.board.grid.point(name) or 0
    left = position.after(closure)
    told = [_rows(position, name, tongue)]
    try:
        proof = prover(position.board, numbers).easiest(left, Budget(work=PROOF_WORK))
    except BudgetError:
        proof = None
    if proof is not None:
        told.append(idea(proof, mirror(position.board, left), tongue))
    fallen = [
        other
        for other in position.board.names(position.falls(closure))
        if other not in findings.answers[0].strings  # they fall, or are closed instead
    ]
    if fallen:
        told.append(
            tongue.count(
                "After the right closure {names} falls.",
                "After the right closure {names} fall.",
                len(fallen),
                names=tongue.listed(fallen),
            )
        )
    else:
        told.append(
            tongue.say(
                "Nothing falls after the right closure. It is in column {column}.", column=name[0]
            )
        )
    return tuple(told)


def _rows(position: Position, name: str, tongue: Tongue) -> str:
    return some_rows(int(name[1:]), position.board.height + 1, tongue)


def _great_fall(
    puzzle: Puzzle, findings: Findings, numbers: bool, tongue: Tongue
) -> tuple[str, ...]:
    position: Position = puzzle.position
    name = findings.answers[0].strings[0]
    fallen = position.falls(position.board.grid.point(name) or 0).bit_count()
    return (
        _rows(position, name, tongue),
        tongue.say("Look for a closure that leaves dead ends, or loops joined at one crossing."),
        tongue.say(
            "It makes {count} crossings fall and is in column {column}.",
            count=fallen,
            column=name[0],
        ),
    )


def _what_falls(
    puzzle: Puzzle, findings: Findings, numbers: bool, tongue: Tongue
) -> tuple[str, ...]:
    return (
        tongue.say(
            "From a crossing look for two ways, one to A and one to B, that meet nowhere else. "
            "If there are none, it falls."
        ),
        *marked_set(findings.answers[0].strings[0].split(), tongue),
    )


def _cut_crossings(
    puzzle: Puzzle, findings: Findings, numbers: bool, tongue: Tongue
) -> tuple[str, ...]:
    return (
        tongue.say("Look for the crossings that every path from A to B goes through."),
        *marked_set(findings.answers[0].strings[0].split(), tongue),
    )


def _fewest_fences(
    puzzle: Puzzle, findings: Findings, numbers: bool, tongue: Tongue
) -> tuple[str, ...]:
    return (
        tongue.say(
            "Take a black crossing and think it open, all other black ones gone. If it would not "
            "fall, a fence stands on it."
        ),
        *marked_set(findings.answers[0].strings[0].split(), tongue),
    )


def _closures_left(
    puzzle: Puzzle, findings: Findings, numbers: bool, tongue: Tongue
) -> tuple[str, ...]:
    number = int(findings.answers[0].strings[0])
    low = number - 2 if number > 2 and number % 4 < 2 else number
    return (
        tongue.say("Play it out once, safely to the end: the number is the same every time."),
        tongue.say("The number is {low} or {high}.", low=low, high=low + 2),
    )


def _long_and_short(
    puzzle: Puzzle, findings: Findings, numbers: bool, tongue: Tongue
) -> tuple[str, ...]:
    fewest, most = map(int, findings.answers[0].strings[0].split())
    return (
        tongue.say(
            "For the fewest closures try to make much fall at a time, for the most as little as "
            "you can."
        ),
        tongue.say("The two numbers differ by {difference}.", difference=most - fewest),
        tongue.say("The smaller one is {fewest}.", fewest=fewest),
    )


def _lost_board(
    puzzle: Puzzle, findings: Findings, numbers: bool, tongue: Tongue
) -> tuple[str, ...]:
    lost = int(findings.answers[0].strings[0])
    positions: list[Position] = list(positions_of(puzzle))
    other = lost % len(positions) + 1  # the next board, the first after the last
    low, high = sorted((lost, other))
    safe = positions[lost - 1].safe.bit_count()
    return (
        tongue.say("On the lost board the other player has an answer to every safe closure."),
        tongue.say("Safe closures on the lost board: {count}.", count=safe),
        tongue.say("It is board {low} or board {high}.", low=low, high=high),
    )


def _answer_table(
    puzzle: Puzzle, findings: Findings, numbers: bool, tongue: Tongue
) -> tuple[str, ...]:
    table: Any = findings.facts["table"]
    board = puzzle.position.board
    served = [reply for line in table for reply in line.replies]
    most = max(map(served.count, served))
    first = table[0]
    told = [tongue.say("First see what falls: only the crossings that are left matter.")]
    if most > 1:
        told.append(tongue.say("One crossing is a right reply in {count} lines.", count=most))
    told.append(
        tongue.say(
            "If {closure} is closed, {reply} is a right reply.",
            closure=board.name(first.closures[0]),
            reply=board.name(first.replies[0]),
        )
    )
    return tuple(told)


_HINTS: dict[str, Callable[[Puzzle, Findings, bool, Tongue], tuple[str, ...]]] = {
    "winning-move": _winning_move,
    "great-fall": _great_fall,
    "what-falls": _what_falls,
    "cut-crossings": _cut_crossings,
    "fewest-fences": _fewest_fences,
    "closures-left": _closures_left,
    "long-and-short": _long_and_short,
    "lost-board": _lost_board,
    "answer-table": _answer_table,
}
