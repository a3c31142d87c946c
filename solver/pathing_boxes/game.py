"""Pathing Dots & Boxes as the registry offers it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crossfall.solver import position as registry
from crossfall.solver.budget import Budget
from crossfall.solver.certificates import Proof
from crossfall.solver.errors import BudgetError, Faults, InputError
from crossfall.solver.pathing_boxes import notation
from crossfall.solver.pathing_boxes.board import EDGE_NAMES
from crossfall.solver.pathing_boxes.drawing import score_text, write_drawing
from crossfall.solver.pathing_boxes.rules import PLAYERS, PathingPosition, least_image
from crossfall.solver.pathing_boxes.setting import Setting, read_setting
from crossfall.solver.pathing_boxes.tasks import TASKS, WORK, PathingTask
from crossfall.solver.pathing_boxes.wave import Wave
from crossfall.solver.position import Puzzle, SolveOptions
from crossfall.solver.records import Record, dump_records, key_faults


class PathingBoxes:
    """Everything Pathing Dots & Boxes offers to the rest."""

    name = "pathing-boxes"
    title = "Pathing Dots & Boxes"
    designer = "Zero"
    default_size = "4x4"
    tasks: Mapping[str, PathingTask] = {task.name: task for task in TASKS}

    def read(self, record: Record) -> Puzzle:
        """The puzzle of a record; InputError naming every fault if it sets none."""
        faults = Faults()
        faults.add(*key_faults(record, notation.KEYS))
        given: notation.Given | None = None
        setting: Setting | None = None
        claim: tuple[str, ...] | None = None
        task = next(iter(self.tasks.values()))
        try:
            given = notation.read_given(record)
        except InputError as error:
            faults.add(*error.faults)
        try:
            task = self._task(record, given)
        except InputError as error:
            faults.add(*error.faults)
        if given is not None:
            try:
                if given.turns is not None and not task.limited:
                    raise InputError(f"{task.name} takes no turns")
                setting = read_setting(given, task.conversion, task.counts_boxes or not record.task)
                claim = _read_claim(task, record, setting.position)
            except InputError as error:
                faults.add(*error.faults)
        faults.check()
        assert given is not None
        assert setting is not None
        wishes = {
            "turns": given.turns,
            "unproven": setting.unproven,
            "start": setting.start,
            "swaps": setting.swaps,
        }
        return Puzzle(
            record, self.name, task.name, setting.position, setting.problems, claim, wishes
        )

    def _task(self, record: Record, given: notation.Given | None) -> PathingTask:
        """The task named; without one a wave's end asks for a conversion."""
        if record.has("task"):
            return self.tasks[registry.task(self, record.text("task")).name]
        if given is not None and given.last is not None:
            filled = sum(1 << edge for edge in set(given.filled or ()))
            if filled == given.board.all_filled:
                return self.tasks["conversion"]
        return next(iter(self.tasks.values()))

    def line(self, puzzle: Puzzle) -> str:
        return notation.write_line(puzzle.position)

    def text(self, puzzle: Puzzle) -> str:
        """The drawn board; where that would leave something out, a whole puzzle table."""
        drawn = write_drawing(puzzle.position, extra=False)
        if puzzle.position.board.finals or drawn != write_drawing(puzzle.position):
            return dump_records([_shown_record(puzzle, drawn)]).rstrip("\n")
        return drawn

    def solve(self, puzzle: Puzzle, budget: Budget, options: SolveOptions) -> list[dict[str, Any]]:
        """One report: outcome within the wave, all winning swaps and all holding ones.

        At most `tasks.WORK` nodes, which settles every wave with up to 17 open edges. Where a line
        is forced it also says whose, in how many of that player's own turns, and by which swaps
        with the best defence; at a wave's end who converts, who begins the next wave, and what a
        bounded look into it shows of every cell.
        """
        from crossfall.solver.pathing_boxes.outlook import forced_line, wave_end

        position: PathingPosition = puzzle.position
        wave = Wave(position, budget.part(WORK))
        winning: list[int] = []
        holding: list[int] = []
        try:
            winning = wave.winning(options.turns)
            holding = wave.holding(options.turns)
            held = holding or not position.moves()
            outcome = "win" if winning else "open" if held else "loss"
        except BudgetError:
            winning, holding, outcome = [], [], "unknown"
        report: dict[str, Any] = {
            "position": self.line(puzzle),
            "to_move": PLAYERS[position.turn],
            "outcome": outcome,
            "winning": [EDGE_NAMES[edge] for edge in winning],
            "holding": [EDGE_NAMES[edge] for edge in holding],
        }
        if position.is_wave_over():
            loser = position.turn if puzzle.task == "conversion" else position.wave_loser()
            report |= wave_end(position, loser, budget, options.turns)
        elif outcome in ("win", "loss"):
            player = position.turn if outcome == "win" else 1 - position.turn
            report |= forced_line(position, player, budget, options.turns)
        return [report]

    def certificate(self, puzzle: Puzzle, budget: Budget) -> Proof | None:
        """The proof of all right first swaps, where the task asks for one that forces or stops a
        line. Raises BudgetError."""
        from crossfall.solver.pathing_boxes.certificate import prove_puzzle

        return prove_puzzle(puzzle, budget)

    def canonical(self, puzzle: Puzzle) -> str:
        """Task, rules and the least image of the board; the score counts for nothing within a wave."""
        position: PathingPosition = puzzle.position
        x, y, filled = least_image(position.x, position.y, position.filled)
        finals = "-finals" if position.board.finals else ""
        tail = PLAYERS[position.turn]
        if puzzle.task == "conversion" and position.last is not None:
            tail += PLAYERS[position.last]
        turns = puzzle.wishes.get("turns")
        if turns:
            tail += f" {turns}"
        head = f"pathing-boxes {puzzle.task} {position.rules.name}{finals}"
        return f"{head} {x:04x} {y:04x} {filled:07x} {tail}"


def _shown_record(puzzle: Puzzle, drawn: str) -> Record:
    """A record of the position that needs no start and no swaps."""
    position: PathingPosition = puzzle.position
    fields: dict[str, Any] = {
        "game": puzzle.game,
        "task": puzzle.record.text("task"),
        "rules": position.rules.name,
        "finals": position.board.finals,
        "to_move": PLAYERS[position.turn],
        "turns": puzzle.wishes.get("turns"),
        "board": drawn,
        "filled": position.board.edge_list(position.filled),
    }
    if sum(position.score) == position.board.complete_boxes(position.filled).bit_count():
        fields["score"] = score_text(position.score)
    if position.filled == position.board.all_filled and position.last is not None:
        fields["last"] = PLAYERS[position.last]
    return Record({key: value for key, value in fields.items() if value not in (None, "")})


def _read_claim(
    task: PathingTask, record: Record, position: PathingPosition
) -> tuple[str, ...] | None:
    texts = record.texts("answer")
    if texts is None:
        return None
    try:
        return task.read_claim(position, texts)
    except InputError as error:
        raise InputError(*(f"answer: {fault}" for fault in error.faults)) from None


GAME = PathingBoxes()
