"""Hints to Pathing Dots & Boxes puzzles."""

from __future__ import annotations

from crossfall.generator.tongues import Tongue, msg
from crossfall.generator.words.hints import in_column
from crossfall.solver.pathing_boxes.rules import PLAYERS, PathingPosition
from crossfall.solver.pathing_boxes.techniques import line_technique
from crossfall.solver.position import Findings, Puzzle

_LINE_NOW = {
    "P1": msg("The first swap makes the line."),
    "P2": msg("A box first: then you swap again."),
    "P3": msg("It takes more than one extra swap, or two boxes at once."),
}


def hints(puzzle: Puzzle, findings: Findings, numbers: bool, tongue: Tongue) -> tuple[str, ...]:
    """The hints to a verified puzzle."""
    position: PathingPosition = puzzle.position
    other = PLAYERS[1 - position.turn]
    answer = findings.answers[0].strings[0]
    first = answer.split()[0]
    match puzzle.task:
        case "fewest-swaps":
            count = len(answer.split())
            told = [
                tongue.say("How many swaps: {count}.", count=count),
                _line(position, answer, tongue),
            ]
            if count > 1:
                told.append(tongue.say("One of the swaps is {swap}.", swap=first))
            return tuple(told)
        case "conversion":
            return (
                tongue.say(
                    "For each cell that you could choose, look for {other}'s quickest line.",
                    other=other,
                ),
                in_column(answer, tongue),
            )
        case "line-now":
            technique = line_technique(position)
            idea = [tongue.say(_LINE_NOW[technique])] if technique in _LINE_NOW else []
        case "force-line":
            idea = [tongue.say("Look at what is left to {other} after each swap.", other=other)]
        case _:
            idea = [tongue.say("First find how {other} would make its line.", other=other)]
    cell = first.split("-")[0]
    return (
        *idea,
        tongue.say("The swap has a cell in row {row}.", row=cell[1]),
        tongue.say("One of its two cells is {cell}.", cell=cell),
    )


def _line(position: PathingPosition, answer: str, tongue: Tongue) -> str:
    """Where the line stands that the swaps make."""
    own = PLAYERS[position.turn]
    end = position
    for swap in answer.split():
        end = end.play(position.board.edge_number(swap))
    rows = end.rows()
    if 4 * own in rows:
        return tongue.say("The line stands in row {row}.", row=rows.index(4 * own) + 1)
    column = next(i for i in range(4) if all(row[i] == own for row in rows))
    return tongue.say("The line stands in column {column}.", column="ABCD"[column])
