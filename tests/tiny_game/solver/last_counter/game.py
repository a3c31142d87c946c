"""Last Counter as the registry offers it: its rules, how it is written, its one task."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from crossfall.solver import position as registry
from crossfall.solver.budget import Budget
from crossfall.solver.errors import Faults, InputError
from crossfall.solver.position import Answer, Findings, Outcome, Problem, Puzzle, SolveOptions
from crossfall.solver.records import Record, key_faults

MOST = 20
TAKES = (1, 2, 3)


@dataclass(frozen=True)
class Position:
    """So many counters are left; `turn` is the player to take."""

    counters: int
    turn: int = 0

    def moves(self) -> Iterator[int]:
        return (take for take in TAKES if take <= self.counters)

    def play(self, move: int) -> Position:
        return Position(self.counters - move, 1 - self.turn)

    def outcome(self) -> Outcome:
        if self.counters:
            return Outcome.ONGOING
        return Outcome.WON_BY_1 if self.turn == 0 else Outcome.WON_BY_0

    def key(self) -> int:
        return self.counters

    def problems(self) -> tuple[Problem, ...]:
        return () if self.counters else (Problem("game-over", "no counter is left"),)


class WinningTake:
    """How many counters must be taken to win?"""

    name = "winning-take"

    def examine(self, puzzle: Puzzle, budget: Budget) -> Findings:
        budget.spend()
        take = puzzle.position.counters % 4
        if not take:
            return Findings(reason="the player to move loses: whatever you take, four in all go")
        return Findings((Answer((str(take),)),))

    def judge_claim(self, puzzle: Puzzle, findings: Findings) -> Problem | None:
        right = [string for answer in findings.answers for string in answer.strings]
        if puzzle.claim is None or list(puzzle.claim) == right:
            return None
        return Problem("wrong-answer", f"{' '.join(puzzle.claim)} does not win; {right} does")


class LastCounter:
    """Everything the game offers to the rest."""

    name = "last-counter"
    title = "Last Counter"
    designer = "an unknown shopkeeper"
    default_size = "20x1"
    tasks: Mapping[str, WinningTake] = {WinningTake.name: WinningTake()}

    def read(self, record: Record) -> Puzzle:
        faults = Faults()
        faults.add(*key_faults(record, ("size", "board")))
        task = next(iter(self.tasks))
        try:
            if record.has("task"):
                task = registry.task(self, record.text("task")).name
        except InputError as error:
            faults.add(*error.faults)
        row = record.text("board").split()
        faults.add(*(f"unknown mark {mark[:9]!r}; expected o" for mark in set(row) - {"o"}))
        if not record.has("board"):
            number = record.line or record.text("size", self.default_size).removesuffix("x1")
            if not number.isdecimal() or int(number[:9]) > MOST:
                faults.add(f"{number[:9]!r} is no number of counters; expected 0 to {MOST}")
                number = "0"
            row = ["o"] * int(number)
        elif len(row) > MOST:
            faults.add(f"{len(row)} counters; expected 0 to {MOST}")
        faults.check()
        position = Position(len(row))
        return Puzzle(
            record, self.name, task, position, position.problems(), record.texts("answer")
        )

    def line(self, puzzle: Puzzle) -> str:
        return f"{self.name}:{puzzle.position.counters}"

    def text(self, puzzle: Puzzle) -> str:
        return " ".join("o" * puzzle.position.counters)

    def solve(self, puzzle: Puzzle, budget: Budget, options: SolveOptions) -> list[dict[str, Any]]:
        take = puzzle.position.counters % 4
        return [
            {
                "position": self.line(puzzle),
                "to_move": "first",
                "outcome": "win" if take else "loss",
                "winning": [str(take)] if take else [],
            }
        ]

    def canonical(self, puzzle: Puzzle) -> str:
        return f"{self.name} {puzzle.task} {puzzle.position.counters}"


GAME = LastCounter()
