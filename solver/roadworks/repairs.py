"""Positions near a hand-made one: some closures added, some taken away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError, InputError
from crossfall.solver.grids import bits, mask_of
from crossfall.solver.position import Puzzle
from crossfall.solver.records import Record
from crossfall.solver.repair import JUDGING, Proposal
from crossfall.solver.roadworks.nimbers import oracle
from crossfall.solver.roadworks.notation import read_crossings, write_crossings, write_drawing
from crossfall.solver.roadworks.rules import Board, Position, least_order, replay


def proposals(puzzle: Puzzle, changes: int) -> Iterator[Proposal]:
    """Every possible unfinished position whose closures differ from the puzzle's in exactly
    `changes` crossings (added and taken away together), in the order of their names.

    The order of play is the author's as far as it can be; with no change at all the order itself
    may be mended. Of a `fewest-fences` the crossings drawn as gone are changed.
    """
    if puzzle.task == "lost-board":
        raise InputError("lost-board puzzles cannot be repaired yet; only judged, by check")
    position: Position = puzzle.position
    if position.closures is None:
        yield from _near_live_sets(puzzle, changes)
        return
    board = position.board
    given = _given(puzzle)
    made = mask_of(given)
    must_go = made & board.ends
    for changed in combinations(bits(board.full & ~(board.ends & ~made)), changes):
        change = mask_of(changed)
        if must_go & ~change:
            continue
        near = _played(board, given, made ^ change, puzzle.task == "what-falls")
        if near is None:
            continue
        order = near.closures or ()
        told = _told(board, change & ~made, change & made)
        kept = [crossing for crossing in given if not change >> crossing & 1]
        moved = [crossing for crossing in order if crossing in kept] != kept
        if moved or (puzzle.problems and not told):
            told += " and " * bool(told) + f"play in the order {write_crossings(board, order)}"
        yield Proposal(_record(puzzle, near), told, near)


def may_keep_answer(puzzle: Puzzle, proposal: Proposal) -> bool:
    """Whether the author's answer may be right in a proposal: quick, and false only if it is
    certainly wrong."""
    position: Position = proposal.position
    grid = position.board.grid
    points = [grid.point(name) for name in " ".join(puzzle.claim or ()).split()]
    claimed = mask_of(point for point in points if point is not None)
    if puzzle.task == "cut-crossings":
        return position.cut_crossings == claimed
    if puzzle.task in ("winning-move", "great-fall"):
        if claimed & ~position.safe:
            return False
        if puzzle.task == "great-fall":
            closure = next(bits(claimed))
            fall = position.falls(closure).bit_count()
            return fall > 0 and not any(
                position.falls(other).bit_count() > fall for other in bits(position.safe)
            )
        try:
            return oracle(position.board).is_lost(
                position.after(next(bits(claimed))), Budget(work=JUDGING)
            )
        except BudgetError:
            return True
    return True


def _given(puzzle: Puzzle) -> list[int]:
    """The closures as the author gave them, impossible ones too, each once."""
    position: Position = puzzle.position
    record = puzzle.record
    if record.has("closed"):
        names = " ".join(record.texts("closed") or ())
        return list(dict.fromkeys(read_crossings(position.board, names)))
    if record.line:
        _, _, names = record.line.partition(":")
        return list(dict.fromkeys(read_crossings(position.board, names)))
    return list(position.closures or ())


def _played(board: Board, given: Sequence[int], closed: int, last_counts: bool) -> Position | None:
    """The open position after these closures, in an order near the author's own; None if play
    cannot lead there."""
    if not board.joined(board.full & ~closed):
        return None
    kept = [crossing for crossing in given if closed >> crossing & 1]
    added = [crossing for crossing in bits(closed) if crossing not in kept]
    last = kept[-1:] if last_counts else []
    rest = kept[: len(kept) - len(last)]
    orders = [(*rest, *added, *last)] + ([(*added, *rest, *last)] if added and rest else [])
    for order in orders:
        position = replay(board, order)
        if not position.faults:
            return position
    least = least_order(board, closed & ~mask_of(last))
    if least is None:
        return None
    position = replay(board, (*least, *last))
    return None if position.faults else position


def _told(board: Board, added: int, removed: int) -> str:
    parts = []
    for verb, mask in (("take away the", removed), ("add a", added)):
        if mask.bit_count() == 1:
            parts.append(f"{verb} closure at {board.names(mask)[0]}")
        elif mask:
            what = "add closures" if verb == "add a" else "take away the closures"
            parts.append(f"{what} at {' '.join(board.names(mask))}")
    return " and ".join(parts)


def _record(puzzle: Puzzle, near: Position) -> Record:
    """The author's record with these closures, in the form that the author chose."""
    board: Board = puzzle.position.board
    record = Record(puzzle.record.fields, "", puzzle.record.number, puzzle.record.source)
    if record.has("board"):
        drawn = write_drawing(near) + "\n"
        return record.with_fields(board=drawn, answer=None)
    closed = write_crossings(board, near.closures or ())
    if puzzle.record.line:
        falling = None if board.falling else False
        fields = {"task": puzzle.task, "size": board.size, "falling": falling}
        return record.with_fields(**fields, closed=closed, answer=None)
    return record.with_fields(closed=closed, answer=None)


def _near_live_sets(puzzle: Puzzle, changes: int) -> Iterator[Proposal]:
    position: Position = puzzle.position
    board = position.board
    for changed in combinations(bits(board.full & ~(board.ends & position.open)), changes):
        change = mask_of(changed)
        live = position.open ^ change
        if board.ends & ~live or not board.joined(live) or board.settle(live) != live:
            continue
        parts = []
        for words, mask in (("gone", change & ~live), ("open", change & live)):
            if mask:
                parts.append(f"draw {' '.join(board.names(mask))} {words}")
        drawing = write_drawing(Position(board, live, None)) + "\n"
        record = Record(puzzle.record.fields, "", puzzle.record.number, puzzle.record.source)
        fields: dict[str, object] = {"task": puzzle.task, "board": drawing, "answer": None}
        if not board.falling:
            fields["falling"] = False
        near = Position(board, live, None)
        yield Proposal(record.with_fields(**fields), " and ".join(parts), near)
