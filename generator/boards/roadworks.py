"""Draws Roadworks: city blocks, streets, crossings, fences; and the marks of its keys."""

from __future__ import annotations

from dataclasses import dataclass

from crossfall.generator.drawing import Drawing
from crossfall.solver.position import Findings, Puzzle
from crossfall.solver.roadworks.rules import Position


@dataclass(frozen=True)
class Marks:
    """What is drawn on a board beyond its position; sets of crossings are bit masks.

    ring: crossings with a ring around them (the answer).
    crossed: crossings crossed out (what falls, what is forbidden).
    circled: crossings circled as a pupil would (cut crossings).
    last: a crossing that has just been closed; what falls with it has not fallen yet.
    faint: open crossings drawn pale, to let the rest stand out.
    numbers: a number at some crossings (the order of play).
    shade: sets of crossings whose blocks of streets are shaded, in turn (the row of blocks).
    """

    ring: int = 0
    crossed: int = 0
    circled: int = 0
    last: int | None = None
    faint: int = 0
    numbers: tuple[tuple[int, int], ...] = ()
    shade: tuple[int, ...] = ()


NO_MARKS = Marks()


def position_drawing(position: Position, marks: Marks = NO_MARKS) -> Drawing:
    """The board of a position, with marks; fences unknown (`closures` None): gone ones are black."""
    raise NotImplementedError


def draw(puzzle: Puzzle) -> tuple[Drawing, ...]:
    """What the pupil sees."""
    raise NotImplementedError


def draw_key(puzzle: Puzzle, findings: Findings) -> tuple[Drawing, ...]:
    """The boards of `draw` with the answer drawn in."""
    raise NotImplementedError
