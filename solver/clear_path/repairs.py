"""Positions near a flawed puzzle's: with some stones placed, taken away or changed in colour."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from crossfall.solver.clear_path.board import COLOURS
from crossfall.solver.clear_path.notation import record_of
from crossfall.solver.clear_path.rules import ClearPathPosition, again_points, forbidden_points
from crossfall.solver.clear_path.tasks import illegal
from crossfall.solver.position import Puzzle
from crossfall.solver.records import Record
from crossfall.solver.repair import Proposal

_GONE_FIELDS = {"size": None, "answer": None}


def proposals(puzzle: Puzzle, changes: int) -> Iterator[Proposal]:
    """Every position that differs in exactly so many points and shows no fault by itself.

    Whether a line of play leads to it is seen when the proposal is judged.
    """
    position: ClearPathPosition = puzzle.position
    for points in combinations(position.board.points, changes):
        for signs in product(*(_others(position, point) for point in points)):
            changed, told = position, []
            for point, sign in zip(points, signs, strict=True):
                told.append(_told(position, point, sign))
                changed = _with(changed, point, sign)
            if not changed.problems():
                yield Proposal(_record(puzzle, changed), _listed(told), changed)


def may_keep_answer(puzzle: Puzzle, proposal: Proposal) -> bool:
    """Whether the author's answer may be right in a proposal: quick, and false only if it is
    certainly wrong."""
    position: ClearPathPosition = proposal.position
    claims = puzzle.claim or ()
    if puzzle.task == "play-again":
        return all(again_points(position) == position.board.mask(claim) for claim in claims)
    if puzzle.task == "forbidden-points":
        return all(forbidden_points(position) == position.board.mask(claim) for claim in claims)
    return not any(illegal(position, claim.split()) for claim in claims)


def _others(position: ClearPathPosition, point: int) -> tuple[int | None, ...]:
    """What else can be at a point: a player's stone, or None."""
    here = 0 if position.red & point else 1 if position.blue & point else None
    return tuple(sign for sign in (0, 1, None) if sign != here)


def _with(position: ClearPathPosition, point: int, sign: int | None) -> ClearPathPosition:
    red, blue = position.red & ~point, position.blue & ~point
    if sign == 0:
        red |= point
    elif sign == 1:
        blue |= point
    return ClearPathPosition(position.board, red, blue, position.turn)


def _told(position: ClearPathPosition, point: int, sign: int | None) -> str:
    name = position.board.name(point)
    if sign is None:
        return f"take the stone at {name} away"
    if point & position.empty:
        return f"place a {COLOURS[sign]} stone at {name}"
    return f"make the stone at {name} {COLOURS[sign]}"


def _listed(told: list[str]) -> str:
    if len(told) < 2:
        return "".join(told)
    return f"{', '.join(told[:-1])} and {told[-1]}"


def _record(puzzle: Puzzle, changed: ClearPathPosition) -> Record:
    fields = {key: value for key, value in puzzle.record.fields.items() if key not in _GONE_FIELDS}
    drawn = record_of(changed, puzzle.task).fields
    return Record({**fields, **drawn}, number=puzzle.record.number, source=puzzle.record.source)
