"""The hints to the puzzles of a page, upside down at its foot: step by step, so that nobody who
reads the first hint to one puzzle sees the second one."""

from __future__ import annotations

from collections.abc import Sequence

from crossfall.generator import layout
from crossfall.generator.design import Type
from crossfall.generator.sheets import SheetItem
from crossfall.generator.tongues import Tongue, msg
from crossfall.generator.words import Paragraph, Run

_HEADS = (msg("First hints:"), msg("Second hints:"), msg("Third hints:"))
GAP, BELOW = 4.0, 1.0  # mm above the strip and under it


def hint_steps(items: Sequence[SheetItem], tongue: Tongue) -> tuple[Paragraph, ...]:
    """A paragraph for each step: the hints of that step, each after its puzzle's number."""
    steps = []
    for step, head in enumerate(_HEADS):
        runs = [Run(tongue.say(head), "italic")]
        for item in items:
            if step < len(item.hints):
                runs.append(Run(f" {item.number} ", "bold"))
                runs.extend(item.hints[step].runs)
        if len(runs) > 1:
            steps.append(Paragraph(tuple(runs)))
    return tuple(steps)


def strip_height(steps: Sequence[Paragraph], width: float, type_: Type) -> float:
    """The height of these paragraphs with the gaps around them, a little generous."""
    if not steps:
        return 0.0
    heights = [layout.paragraph_height(step, type_.small, width, type_) for step in steps]
    return sum(heights) + GAP + BELOW


def in_the_key(item: SheetItem, tongue: Tongue) -> tuple[Paragraph, ...]:
    """The hints of one puzzle as a paragraph of its key; nothing without hints."""
    if not item.hints:
        return ()
    runs = [Run(tongue.say("Hints:"), "italic")]
    for number, hint in enumerate(item.hints, start=1):
        runs.append(Run(f" ({number}) "))
        runs.extend(hint.runs)
    return (Paragraph(tuple(runs)),)
