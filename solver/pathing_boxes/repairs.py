"""The positions near a Pathing puzzle's: some cells changed, some edges opened or filled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from crossfall.solver.pathing_boxes.board import CELL_NAMES, CELLS_BY_NAME, EDGE_NAMES
from crossfall.solver.pathing_boxes.drawing import score_text, write_bare
from crossfall.solver.pathing_boxes.possible import position_problems
from crossfall.solver.pathing_boxes.rules import PathingPosition, X, Y
from crossfall.solver.position import Puzzle
from crossfall.solver.records import Record
from crossfall.solver.repair import Proposal

_DROPPED = ("first", "start", "swaps", "answer", "difficulty", "tags", "features")


@dataclass(frozen=True)
class _Change:
    """One place changed: what a cell holds (`X`, `Y` or `.`), or whether an edge is filled."""

    told: str
    cell: int | None = None
    mark: str = ""
    edge: int | None = None

    def applied(self, position: PathingPosition) -> PathingPosition:
        if self.edge is not None:
            return replace(position, filled=position.filled ^ 1 << self.edge)
        assert self.cell is not None
        bit = 1 << self.cell
        x, y = position.x & ~bit, position.y & ~bit
        return replace(
            position, x=x | (bit if self.mark == "X" else 0), y=y | (bit if self.mark == "Y" else 0)
        )


def proposals(puzzle: Puzzle, changes: int) -> Iterator[Proposal]:
    """The possible positions that differ in exactly so many cells and edges, edges first.

    Owners are left out; the score follows the boxes that the edges close. Who began the wave, a
    start and swaps are left out too, since they tell of the position as it was.
    """
    position: PathingPosition = replace(puzzle.position, owned=(0, 0))
    conversion = puzzle.task == "conversion"
    for chosen in combinations(_changes(position, conversion), changes):
        cells = [change.cell for change in chosen if change.cell is not None]
        if len(set(cells)) < len(cells):
            continue
        changed = position
        for change in chosen:
            changed = change.applied(changed)
        changed, told = _with_score(changed, [change.told for change in chosen], conversion)
        if not position_problems(changed):
            yield Proposal(_record(puzzle, changed, conversion), ", ".join(told))


def _changes(position: PathingPosition, conversion: bool) -> list[_Change]:
    found = []
    if not conversion:
        for edge in position.board.by_name:
            verb = "open" if position.filled >> edge & 1 else "fill"
            found.append(_Change(f"{verb} {EDGE_NAMES[edge]}", edge=edge))
    for cell in CELLS_BY_NAME:
        for mark in "XY.":
            if mark != position.contents(cell):
                name = CELL_NAMES[cell]
                told = f"empty {name}" if mark == "." else f"put {mark} on {name}"
                found.append(_Change(told, cell=cell, mark=mark))
    return found


def _with_score(
    position: PathingPosition, told: list[str], conversion: bool
) -> tuple[PathingPosition, list[str]]:
    """The position with a score that counts the closed boxes, the nearest there is."""
    closed = position.board.complete_boxes(position.filled).bit_count()
    score = list(position.score)
    while sum(score) > closed:
        score[X if score[X] >= score[Y] else Y] -= 1
    while sum(score) < closed:
        score[X if score[X] <= score[Y] else Y] += 1
    if conversion and score[position.turn] > score[1 - position.turn]:
        score.reverse()
    new = (score[X], score[Y])
    if new != position.score:
        told = [*told, f"set the score to {score_text(new)}"]
    return replace(position, score=new), told


def _record(puzzle: Puzzle, position: PathingPosition, conversion: bool) -> Record:
    fields: dict[str, object] = dict.fromkeys(_DROPPED)
    fields["rules"], fields["finals"] = position.rules.name, position.board.finals
    fields["task"] = puzzle.task
    fields["board"] = write_bare(position)
    fields["score"] = score_text(position.score)
    fields["to_move"] = "XY"[position.turn]
    fields["filled"] = None if conversion else position.board.edge_list(position.filled)
    if conversion and position.last is not None:
        fields["last"] = "XY"[position.last]
    return replace(puzzle.record.with_fields(**fields), line="")
