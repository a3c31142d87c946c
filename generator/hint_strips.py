"""The hints to the puzzles of a page, upside down at its foot: step by step, so that nobody who
reads the first hint to one puzzle sees the second one. A sentence stands once, after the numbers of
all puzzles that it helps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from crossfall.generator.design import Type
from crossfall.generator.heights import paragraph_height
from crossfall.generator.sheets import SheetItem
from crossfall.generator.tongues import Tongue, msg
from crossfall.generator.words import Paragraph, Run

_HEADS = (msg("First hints:"), msg("Second hints:"), msg("Third hints:"))
GAP, BELOW = 4.0, 1.0  # mm above the strip and under it


def shared_hints(items: Sequence[SheetItem], step: int) -> list[tuple[list[int], Paragraph]]:
    """The hints of one step, each with the numbers of the puzzles that share it; in the order of
    the first number of each."""
    shared: dict[Paragraph, list[int]] = {}
    for item in items:
        if step < len(item.hints):
            shared.setdefault(item.hints[step], []).append(item.number)
    return [(numbers, hint) for hint, numbers in shared.items()]


def listed_numbers(numbers: Sequence[int]) -> str:
    """Rising numbers as a reader looks them up, three and more in a row with a dash.

    >>> listed_numbers([3]), listed_numbers([3, 4, 8]), listed_numbers([3, 4, 5, 8])
    ('3', '3, 4, 8', '3–5, 8')
    """
    runs = [
        [number for _, number in run]
        for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])
    ]
    return ", ".join(
        f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs
    )


def hint_steps(items: Sequence[SheetItem], tongue: Tongue) -> tuple[Paragraph, ...]:
    """A paragraph for each step: the hints of that step, each after the numbers of its puzzles."""
    steps = []
    for step, head in enumerate(_HEADS):
        runs = [Run(tongue.say(head), "italic")]
        for numbers, hint in shared_hints(items, step):
            runs.append(Run(f" {listed_numbers(numbers)} ", "bold"))
            runs.extend(hint.runs)
        if len(runs) > 1:
            steps.append(Paragraph(tuple(runs)))
    return tuple(steps)


def strip_height(steps: Sequence[Paragraph], width: float, type_: Type) -> float:
    """The height of these paragraphs with the gaps around them, a little generous."""
    if not steps:
        return 0.0
    texts = sum(paragraph_height(step, type_.small, width, type_) for step in steps)
    return texts + GAP + BELOW


def in_the_key(item: SheetItem, tongue: Tongue) -> tuple[Paragraph, ...]:
    """The hints of one puzzle as a paragraph of its key; nothing without hints."""
    if not item.hints:
        return ()
    runs = [Run(tongue.say("Hints:"), "italic")]
    for number, hint in enumerate(item.hints, start=1):
        runs.append(Run(f" ({number}) "))
        runs.extend(hint.runs)
    return (Paragraph(tuple(runs)),)
