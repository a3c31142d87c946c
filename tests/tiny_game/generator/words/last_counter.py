"""Last Counter told in words."""

from __future__ import annotations

from collections.abc import Sequence

from crossfall.generator.words import AnswerSpace, Blank, Key, Paragraph, RulesBox, paragraph
from crossfall.solver.position import Findings, Puzzle


def question(puzzle: Puzzle, findings: Findings) -> str:
    return "Your turn. How many counters must you take?"


def answer_space(puzzle: Puzzle, findings: Findings) -> AnswerSpace:
    return AnswerSpace((Blank(),))


def notes(puzzles: Sequence[Puzzle]) -> tuple[Paragraph, ...]:
    return ()


def key(puzzle: Puzzle, findings: Findings, numbers: bool = True) -> Key:
    take = str(findings.answers[0])
    left = puzzle.position.counters - int(take)
    why = f"**{take}.** Then {left} are left, a multiple of four: answer every take up to four."
    return Key(take, (paragraph(why),))


def key_notes(puzzles: Sequence[Puzzle], keys: Sequence[Key]) -> tuple[Paragraph, ...]:
    return ()


def rules(puzzles: Sequence[Puzzle]) -> RulesBox:
    told = "Take one, two or three counters from the row, in turn. Who takes the last one wins."
    return RulesBox("Last Counter", "Nobody knows who made it", (paragraph(told),))
