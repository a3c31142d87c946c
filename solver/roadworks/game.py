"""Roadworks as the registry offers it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from crossfall.solver import position as registry
from crossfall.solver.budget import Budget
from crossfall.solver.certificates import Proof
from crossfall.solver.errors import BudgetError, Faults, InputError
from crossfall.solver.grids import bits
from crossfall.solver.position import Puzzle, SolveOptions
from crossfall.solver.records import Record, key_faults
from crossfall.solver.roadworks import notation
from crossfall.solver.roadworks.fewest_fences import FewestFences
from crossfall.solver.roadworks.line_tasks import LINE_TASKS
from crossfall.solver.roadworks.nimbers import oracle
from crossfall.solver.roadworks.rules import Position, replay
from crossfall.solver.roadworks.tasks import TASKS, RoadworksTask, read_task_claim


class Roadworks:
    """Everything Roadworks offers to the rest."""

    name = "roadworks"
    title = "Roadworks"
    designer = "Georgy Nuzhdin"
    default_size = "3x3"
    tasks: Mapping[str, RoadworksTask] = {
        task.name: task for task in (*TASKS, FewestFences(), *LINE_TASKS)
    }

    def read(self, record: Record) -> Puzzle:
        """The puzzle of a record; InputError naming every fault if it sets none."""
        faults = Faults()
        faults.add(*key_faults(record, notation.KEYS))
        task = self.tasks[next(iter(self.tasks))]
        if notation.GONE in record.line:
            task = self.tasks[FewestFences.name]
        try:
            if record.has("task"):
                task = self.tasks[registry.task(self, record.text("task")).name]
        except InputError as error:
            faults.add(*error.faults)
        position: Position | None = None
        wishes: Mapping[str, Any] = {}
        try:
            position, wishes = task.read_position(record)
        except InputError as error:
            faults.add(*error.faults)
        claim: tuple[str, ...] | None = None
        if position is not None:
            try:
                claim = read_task_claim(task, record, position)
            except InputError as error:
                faults.add(*error.faults)
        faults.check()
        assert position is not None
        problems = task.problems(position, wishes)
        return Puzzle(record, self.name, task.name, position, problems, claim, wishes)

    def line(self, puzzle: Puzzle) -> str:
        """The position as one line; one line for each board of several."""
        return "\n".join(notation.write_line(position) for position in positions_of(puzzle))

    def text(self, puzzle: Puzzle) -> str:
        """The position drawn; several boards with a blank line between."""
        return "\n\n".join(notation.write_drawing(position) for position in positions_of(puzzle))

    def solve(self, puzzle: Puzzle, budget: Budget, options: SolveOptions) -> list[dict[str, Any]]:
        """For each board: outcome, all winning and all safe closures, what each makes fall."""
        return [_solved(position, budget, options) for position in positions_of(puzzle)]

    def certificate(self, puzzle: Puzzle, budget: Budget) -> Proof | None:
        """The proof of who wins, where the task asks that. Raises BudgetError."""
        from crossfall.solver.roadworks.certificate import prove_puzzle

        return prove_puzzle(puzzle, positions_of(puzzle), budget)

    def canonical(self, puzzle: Puzzle) -> str:
        """Task, board, and the least image of the live set (with the last closure where the task
        asks about it)."""
        position: Position = puzzle.position
        board = position.board
        head = f"roadworks {puzzle.task} {board.size}{'' if board.falling else '-plain'} "
        if puzzle.task == "lost-board":
            keys = sorted(one.key() for one in positions_of(puzzle))
            return head + " ".join(f"{key:x}" for key in keys)
        if puzzle.task == "what-falls" and position.closures:
            last = position.closures[-1]
            fell_from = replay(board, position.closures[:-1]).open
            images = (
                (board.image(fell_from, symmetry), symmetry[last]) for symmetry in board.symmetries
            )
            mask, closure = min(images)
            return f"{head}{mask:x} {closure}"
        return f"{head}{position.key():x}"


def positions_of(puzzle: Puzzle) -> tuple[Position, ...]:
    """The boards a puzzle shows: several for `lost-board`."""
    several: tuple[Position, ...] = puzzle.wishes.get("boards", (puzzle.position,))
    return several


def _solved(position: Position, budget: Budget, options: SolveOptions) -> dict[str, Any]:
    board = position.board
    try:
        winning: int | None = oracle(board).winning(position.open, budget)
    except BudgetError:
        winning = None
    nimber: int | None = None
    if options.nimber:
        with suppress(BudgetError):
            nimber = oracle(board).nimber(position.open, budget)
    outcome = "unknown" if winning is None else "win" if winning else "loss"
    return {
        "position": notation.write_line(position),
        "to_move": None if position.closures is None else ("first", "second")[position.turn],
        "outcome": outcome,
        "winning": list(board.names(winning or 0)),
        "safe": list(board.names(position.safe)),
        "falls": {board.name(c): list(board.names(position.falls(c))) for c in bits(position.safe)},
        "nimber": nimber,
    }


GAME = Roadworks()
