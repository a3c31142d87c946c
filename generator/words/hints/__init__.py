"""Hints for those who are stuck: two or three a puzzle, each says a little more than the last.

One module a game (`hints/roadworks.py`) with a function `hints`; a game without one prints without
hints. They go from where to look over the idea to nearly the answer; every one is read off the
solved game and true of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, cast

from crossfall.generator.tongues import ENGLISH, Tongue
from crossfall.solver.position import Findings, Puzzle, module_if_any, module_name


class HintWords(Protocol):
    """What `words/hints/GAME.py` offers."""

    def hints(
        self, puzzle: Puzzle, findings: Findings, numbers: bool, tongue: Tongue
    ) -> tuple[str, ...]:
        """The hints to a verified puzzle, from the least to the most telling; none gives the whole
        answer away. numbers: whether they may speak of block numbers."""


def hints(
    puzzle: Puzzle, findings: Findings, numbers: bool = True, tongue: Tongue = ENGLISH
) -> tuple[str, ...]:
    """The hints to a verified puzzle; none where the game offers none."""
    module = cast(HintWords | None, module_if_any(f"{__name__}.{module_name(puzzle.game)}"))
    if module is None or not findings.answers:
        return ()
    return module.hints(puzzle, findings, numbers, tongue)


def marked_set(names: Sequence[str], tongue: Tongue) -> tuple[str, ...]:
    """Hints to an answer that is a set of points: how many there are, and one of them.

    >>> marked_set(["a2", "b3"], ENGLISH)
    ('How many to find: 2.', 'One of them is a2.')
    >>> marked_set(["a2"], ENGLISH)
    ('How many to find: 1.', 'It is in column a.')
    """
    told = [tongue.say("How many to find: {count}.", count=len(names))]
    if len(names) > 1:
        told.append(tongue.say("One of them is {name}.", name=names[0]))
    else:
        told.append(in_column(names[0], tongue))
    return tuple(told)


def in_column(name: str, tongue: Tongue) -> str:
    """Which column the answer is in.

    >>> in_column("c3", ENGLISH)
    'It is in column c.'
    """
    return tongue.say("It is in column {column}.", column=name[0])


def some_rows(row: int, rows: int, tongue: Tongue) -> str:
    """Which half of the board's rows the answer is in, the middle row in both.

    >>> some_rows(1, 4, ENGLISH), some_rows(5, 5, ENGLISH)
    ('Look in rows 1 to 2.', 'Look in rows 3 to 5.')
    """
    half = (rows + 1) // 2
    low = 1 if row <= half else rows - half + 1
    return tongue.say("Look in rows {low} to {high}.", low=low, high=low + half - 1)
