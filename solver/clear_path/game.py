"""Clear Path as the registry offers it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crossfall.solver import position as registry
from crossfall.solver.budget import Budget
from crossfall.solver.certificates import Proof
from crossfall.solver.clear_path import notation
from crossfall.solver.clear_path.board import COLOURS, bits
from crossfall.solver.clear_path.history import line_of_play
from crossfall.solver.clear_path.rules import ClearPathPosition
from crossfall.solver.clear_path.search import Search, all_winning, search_work, share
from crossfall.solver.clear_path.tasks import TASKS, TURN_WORK, ClearPathTask, orders
from crossfall.solver.clear_path.techniques import is_threat
from crossfall.solver.clear_path.turns import joined, last_points, wins_now
from crossfall.solver.clear_path.wins import minimal_wins
from crossfall.solver.errors import BudgetError, Faults, InputError
from crossfall.solver.position import Problem, Puzzle, SolveOptions
from crossfall.solver.records import Record, key_faults


class ClearPath:
    """Everything Clear Path offers to the rest."""

    name = "clear-path"
    title = "Clear Path"
    designer = "Mark Steere"
    default_size = "6x6"
    tasks: Mapping[str, ClearPathTask] = {task.name: task for task in TASKS}

    def read(self, record: Record) -> Puzzle:
        """The puzzle of a record; InputError naming every fault if it sets none.

        A position without other problems is traced back to the empty board: that no line of play
        leads to it is a problem too, that none was found becomes a warning of the tasks.
        """
        faults = Faults()
        faults.add(*key_faults(record, notation.KEYS))
        task = self.tasks[next(iter(self.tasks))]
        position: ClearPathPosition | None = None
        claim: tuple[str, ...] | None = None
        try:
            if record.has("task"):
                task = self.tasks[registry.task(self, record.text("task")).name]
        except InputError as error:
            faults.add(*error.faults)
        try:
            position = notation.read_position(record)
        except InputError as error:
            faults.add(*error.faults)
        try:
            texts = record.answers()
            if texts is not None and position is not None:
                claim = task.read_claim(position.board, texts)
        except InputError as error:
            faults.add(*(f"answer: {fault}" for fault in error.faults))
        faults.check()
        assert position is not None
        problems = position.problems()
        wishes: dict[str, Any] = {}
        if not problems:
            try:
                line = line_of_play(position)
                if line is None:
                    problems = [
                        Problem(
                            "impossible-position",
                            "no line of play leads to it: every way to undo turns was tried",
                        )
                    ]
                else:
                    wishes["line_of_play"] = line
            except BudgetError:
                wishes["unproven_play"] = True
        return Puzzle(record, self.name, task.name, position, tuple(problems), claim, wishes)

    def line(self, puzzle: Puzzle) -> str:
        return notation.write_line(puzzle.position)

    def text(self, puzzle: Puzzle) -> str:
        return notation.write_drawing(puzzle.position)

    def solve(self, puzzle: Puzzle, budget: Budget, options: SolveOptions) -> list[dict[str, Any]]:
        """One report: the outcome and all winning turns, the minimal ones if a win is there now; if
        it comes later, which of them threaten to win at once and which win by zugzwang."""
        position: ClearPathPosition = puzzle.position
        try:
            outcome, winning = outcome_of(position, budget, options.turns)
        except BudgetError:
            outcome, winning = "unknown", []
        later = outcome == "win" and not wins_now(
            position.board, position.turn, position.own, position.empty
        )
        threats = [turn for turn in winning if is_threat(position, turn)]
        quiet = [turn for turn in winning if turn not in threats]

        def told(turns: list[int]) -> list[str]:
            return [notation.write_points(position.board, o) for o in orders(position, turns)]

        return [
            {
                "position": self.line(puzzle),
                "to_move": COLOURS[position.turn],
                "outcome": outcome,
                "winning": told(winning),
                "first_points": position.board.names(first_points(position, winning)),
                "by_threat": told(threats) if later else None,
                "by_zugzwang": told(quiet) if later else None,
            }
        ]

    def certificate(self, puzzle: Puzzle, budget: Budget) -> Proof | None:
        """The proof of a `win-in-two`: every first turn answered or refuted. Raises BudgetError."""
        from crossfall.solver.clear_path.certificate import prove_puzzle

        return prove_puzzle(puzzle, budget)

    def canonical(self, puzzle: Puzzle) -> str:
        """Task, board, and the least image of the stones, the mover's first."""
        width, height, own, other = puzzle.position.key()
        return f"{self.name} {puzzle.task} {width}x{height} {own:x} {other:x}"


def outcome_of(
    position: ClearPathPosition, budget: Budget, turns: int | None = None
) -> tuple[str, list[int]]:
    """`win` (now or later), `loss`, or with `turns` `open`; and the winning turns as sets.

    Raises BudgetError where `search_work` or `budget` do not settle it.
    """
    board, mover, own, other = position.board, position.turn, position.own, position.other
    empty = position.empty
    if wins_now(board, mover, own, empty):
        return "win", minimal_wins(board, mover, own, empty, share(budget, TURN_WORK))
    work = share(budget, search_work(board.full.bit_count()))
    if turns is None:
        winning = all_winning(board, mover, own, other, work)
        return "win" if winning else "loss", winning
    winning = [] if turns == 1 else list(Search(board, work).winning(mover, own, other, turns))
    return "win" if winning else "open", winning


def first_points(position: ClearPathPosition, winning: list[int]) -> int:
    """The points that begin a winning turn: one that wins now, or else one of `winning`."""
    board, mover, own, empty = position.board, position.turn, position.own, position.empty
    surrounded = empty & ~board.roomy(empty)
    if wins_now(board, mover, own, empty):
        return sum(
            point
            for point in bits(empty)
            if joined(board, mover, own | point)
            or (point & surrounded and wins_now(board, mover, own | point, empty & ~point))
        )
    starts = 0
    for turn in winning:
        lasts = last_points(board, mover, own, empty, turn)
        if turn.bit_count() == 1:
            starts |= turn
        elif lasts.bit_count() > 1:
            starts |= turn & surrounded
        else:
            starts |= turn & surrounded & ~lasts
    return starts


GAME = ClearPath()
