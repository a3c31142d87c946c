"""Hints to Clear Path puzzles."""

from __future__ import annotations

from crossfall.generator.tongues import Tongue, msg
from crossfall.generator.words.hints import in_column, marked_set, some_rows
from crossfall.solver.clear_path.rules import ClearPathPosition
from crossfall.solver.clear_path.techniques import grade
from crossfall.solver.position import Findings, Puzzle

_MARKED = {
    "play-again": msg(
        "Count the sides of each empty point that are stones or the edge of the board. "
        "From three on, the turn goes on."
    ),
    "forbidden-points": msg(
        "Look where a stone would join your two edges, but only with the help of diagonal steps."
    ),
}
_IDEAS = {
    "C1": msg("Look for a dead end in a straight line: it fills up in one turn."),
    "C2": msg("Mind the order of the stones."),
    "C3": msg("The last stone need not touch the others."),
    "C4": msg("A tempting stone would cut the other side off: it is not allowed."),
    "C5": msg("Threaten a win that no reply can stop."),
    "C6": msg("Find the turn after which every reply helps you."),
}


def hints(puzzle: Puzzle, findings: Findings, numbers: bool, tongue: Tongue) -> tuple[str, ...]:
    """The hints to a verified puzzle."""
    names = findings.answers[0].strings[0].split()
    if puzzle.task in _MARKED:
        return (tongue.say(_MARKED[puzzle.task]), *marked_set(names, tongue))
    position: ClearPathPosition = puzzle.position
    points = sum(position.board.point(name) for name in names)
    technique = grade(position, puzzle.task, points).technique
    told = [tongue.say("How many stones: {count}.", count=len(names))]
    if technique:
        told.append(tongue.say(_IDEAS[technique]))
    if len(names) > 1:
        told.append(tongue.say("Begin with {name}.", name=names[0]))
    else:
        rows = position.board.height
        told = [some_rows(int(names[0][1:]), rows, tongue), *told[1:], in_column(names[0], tongue)]
    return tuple(told)
