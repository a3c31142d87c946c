"""The questions asked about a Pathing position: all answers, and what is wrong with a claimed one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError, InputError, counted
from crossfall.solver.pathing_boxes.board import CELL_NAMES, EDGE_NAMES
from crossfall.solver.pathing_boxes.conversion import ConvertedCell, judge_cells
from crossfall.solver.pathing_boxes.fewest import fewest_swaps
from crossfall.solver.pathing_boxes.notation import read_cell, read_edges, write_edges
from crossfall.solver.pathing_boxes.replies import common_reply
from crossfall.solver.pathing_boxes.rules import PLAYERS, RULES, PathingPosition
from crossfall.solver.pathing_boxes.wave import Wave, ties
from crossfall.solver.position import WARNING, Answer, Findings, Problem, Puzzle

# Nodes that one puzzle may cost: settles every position with up to 17 open edges, and more.
WORK = 1_000_000
MOST_EXCEPTIONS = 4  # turns of the opponent's that may need an answer of their own
MOST_TURNS = 2  # what a person is asked to see ahead


def too_easy(message: str) -> Problem:
    """The warning that a printing condition fails."""
    return Problem("too-easy", message, WARNING)


def too_hard(message: str) -> Problem:
    """The warning that a person cannot be asked this."""
    return Problem("too-hard", message, WARNING)


def wrong(message: str) -> Problem:
    """The error that the author's answer is wrong."""
    return Problem("wrong-answer", message)


class PathingTask:
    """What all Pathing tasks share; each says how it reads, examines and judges."""

    name: ClassVar[str]
    conversion: ClassVar[bool] = False  # set at a wave's end
    counts_boxes: ClassVar[bool] = True  # owners or score must account for the boxes
    limited: ClassVar[bool] = False  # may say `turns`

    def read_claim(self, position: PathingPosition, texts: Sequence[str]) -> tuple[str, ...]:
        """The author's answer in the interface's writing; InputError if it is none."""
        edges = read_edges(position.board, texts)
        if not edges:
            raise InputError("answer is empty; expected a swap like A1-B1")
        return tuple(EDGE_NAMES[edge] for edge in edges)

    def examine(self, puzzle: Puzzle, budget: Budget) -> Findings:
        """Every answer, under the rules the puzzle names, and how it fares under the others."""
        part = budget.part(WORK if budget.work is None else min(WORK, budget.work))
        try:
            findings = self.find(puzzle.position, puzzle.wishes, part)
        except BudgetError:
            return Findings(proven=False)
        problems = list(findings.problems)
        facts = dict(findings.facts)
        if len(findings.answers) == 1:
            facts["other_rules"] = self._under_other_rules(puzzle, findings, part)
            differing = [name for name, same in facts["other_rules"].items() if same is False]
            if differing:
                told = f"under the rules {' and '.join(differing)} the answer is not the same"
                problems.append(Problem("depends-on-rules", told, WARNING))
        if puzzle.wishes.get("unproven"):
            told = "no play from the given start to this position was found within the budget"
            problems.append(Problem("unproven-play", told, WARNING))
        return replace(findings, problems=tuple(problems), facts=facts)

    def find(self, position: PathingPosition, wishes: Any, budget: Budget) -> Findings:
        """Every answer under the position's own rules. Raises BudgetError."""
        raise NotImplementedError

    def judge_claim(self, puzzle: Puzzle, findings: Findings) -> Problem | None:
        """The claim must be one answer; the message refutes a wrong one."""
        right = {text for answer in findings.answers for text in answer.strings}
        claim = puzzle.claim or ()
        mistaken = [text for text in claim if text not in right]
        if not mistaken:
            if len(set(claim)) > 1:
                return wrong(f"{' and '.join(claim)} are different answers; expected one of them")
            return None
        told = [self.refute(puzzle, text) for text in mistaken]
        if len(findings.answers) == 1:
            told.append(f"the answer is {' or '.join(findings.answers[0].strings)}")
        return wrong("; ".join(told))

    def refute(self, puzzle: Puzzle, text: str) -> str:
        """A clause saying why `text` is no answer."""
        raise NotImplementedError

    def _under_other_rules(
        self, puzzle: Puzzle, findings: Findings, budget: Budget
    ) -> dict[str, bool | None]:
        """For each other rule set whether the answers are the same; None where that is unknown."""
        position: PathingPosition = puzzle.position
        same: dict[str, bool | None] = {}
        for name, rules in RULES.items():
            if rules is position.rules:
                continue
            other = replace(position, rules=rules)
            try:
                alike = self._plays_alike(position, other)
                same[name] = alike or (
                    self.find(other, puzzle.wishes, budget).answers == findings.answers
                )
            except BudgetError:
                same[name] = None
        return same

    def _plays_alike(self, position: PathingPosition, other: PathingPosition) -> bool:
        """Whether two rule sets cannot differ here."""
        return ties(position) == ties(other)


class FewestSwaps(PathingTask):
    """Make four in a line in the fewest swaps."""

    name = "fewest-swaps"
    counts_boxes = False

    def find(self, position: PathingPosition, wishes: Any, budget: Budget) -> Findings:
        fewest = fewest_swaps(position, budget)
        player = PLAYERS[position.turn]
        return Findings(
            tuple(Answer((write_edges(order),)) for order in fewest.orders),
            reason=f"no swaps over open edges make a line of {player}",
            facts={"number": fewest.number, "orders": fewest.orders},
        )

    def judge_claim(self, puzzle: Puzzle, findings: Findings) -> Problem | None:
        claim = puzzle.claim or ()
        rights = [answer.strings[0].split() for answer in findings.answers]
        if any(sorted(claim) == sorted(right) for right in rights):
            return None
        number = findings.facts["number"]
        told = f"{' '.join(claim)} is not a smallest set that makes the line"
        if number is not None and len(claim) != number:
            swaps = counted(len(claim), "swap")
            told = f"{' '.join(claim)} is {swaps}; the fewest is {counted(number, 'swap')}"
        if len(rights) == 1:
            told += f"; the answer is {' '.join(rights[0])}"
        return wrong(told)

    def _plays_alike(self, position: PathingPosition, other: PathingPosition) -> bool:
        return True  # nobody else swaps, no boxes, and a double line counts under all rules


class _FirstSwap(PathingTask):
    """The answer is the one right first swap."""

    def refute(self, puzzle: Puzzle, text: str) -> str:
        position: PathingPosition = puzzle.position
        edge = position.board.edge_number(text)
        if position.filled >> edge & 1:
            return f"{text} is filled already"
        after = position.play(edge)
        if after.winner() == 1 - position.turn:
            return f"{text} loses at once to {PLAYERS[1 - position.turn]}'s line"
        return self.refute_open(puzzle, edge, after)

    def refute_open(self, puzzle: Puzzle, edge: int, after: PathingPosition) -> str:
        """Why an open edge that loses no game at once is no answer."""
        raise NotImplementedError


class LineNow(_FirstSwap):
    """Make your line before your turn ends. Which swap comes first?"""

    name = "line-now"

    def find(self, position: PathingPosition, wishes: Any, budget: Budget) -> Findings:
        winning = Wave(position, budget).winning(turns=1)
        player = PLAYERS[position.turn]
        return Findings(
            tuple(Answer((EDGE_NAMES[edge],)) for edge in winning),
            reason=f"{player} cannot make its line before its turn ends",
        )

    def refute_open(self, puzzle: Puzzle, edge: int, after: PathingPosition) -> str:
        if after.turn != puzzle.position.turn:
            return f"{EDGE_NAMES[edge]} makes no line and closes no box, so the turn ends"
        return f"after {EDGE_NAMES[edge]} no further swaps of this turn make the line"


class ForceLine(_FirstSwap):
    """Which first swap makes your line, whatever the opponent does?"""

    name = "force-line"
    limited = True

    def find(self, position: PathingPosition, wishes: Any, budget: Budget) -> Findings:
        turns: int | None = wishes.get("turns")
        wave = Wave(position, budget)
        winning = wave.winning(turns)
        player = PLAYERS[position.turn]
        within = f"within {counted(turns, 'turn')}" if turns else "in this wave"
        problems = []
        facts: dict[str, Any] = {}
        if len(winning) == 1:
            problems += self._conditions(position, winning[0], wave, budget, facts)
        return Findings(
            tuple(Answer((EDGE_NAMES[edge],)) for edge in winning),
            problems=tuple(problems),
            reason=f"{player} cannot force its line {within}",
            facts=facts,
        )

    def _conditions(
        self,
        position: PathingPosition,
        edge: int,
        wave: Wave,
        budget: Budget,
        facts: dict[str, Any],
    ) -> list[Problem]:
        needed = next(n for n in range(1, 99) if wave.swap_wins(edge, n))
        facts["turns_needed"] = needed
        if needed == 1:
            return [too_easy("a line can be made this turn already")]
        if wave.winning(turns=1):
            return [too_easy("another swap makes a line this turn")]
        if needed > MOST_TURNS:
            return [too_hard(f"the line needs {needed} turns; a sheet wants at most {MOST_TURNS}")]
        plan = common_reply(position, edge, wave, budget)
        facts["plan"] = plan
        if plan is None or len(plan.exceptions) > MOST_EXCEPTIONS:
            told = f"no one turn answers all but {MOST_EXCEPTIONS} of the opponent's turns"
            return [too_hard(told)]
        return []

    def refute_open(self, puzzle: Puzzle, edge: int, after: PathingPosition) -> str:
        name = EDGE_NAMES[edge]
        mover = puzzle.position.turn
        if after.turn == mover:
            return f"after {name} the line can no longer be forced"
        turns: int | None = puzzle.wishes.get("turns")
        left = None if turns is None else turns - 1
        wave = Wave(puzzle.position, Budget(work=WORK))
        try:
            for reply in after.moves():
                if not wave.forces(after.play(reply), mover, left):
                    return f"after {name} the opponent answers {EDGE_NAMES[reply]}"
        except BudgetError:
            pass
        return f"{name} does not force the line"


class OnlyDefence(_FirstSwap):
    """The opponent threatens a line. Which swap stops it?"""

    name = "only-defence"
    limited = True

    def find(self, position: PathingPosition, wishes: Any, budget: Budget) -> Findings:
        turns: int | None = wishes.get("turns")
        wave = Wave(position, budget)
        holding = wave.holding(turns)
        opponent = PLAYERS[1 - position.turn]
        problems = []
        if len(holding) == 1:
            problems += self._conditions(position, holding[0], wave)
        return Findings(
            tuple(Answer((EDGE_NAMES[edge],)) for edge in holding),
            problems=tuple(problems),
            reason=f"no swap stops {opponent}'s line",
        )

    def _conditions(self, position: PathingPosition, edge: int, wave: Wave) -> list[Problem]:
        others = [other for other in position.moves() if other != edge]
        if not others:
            return [too_easy("there is only one swap")]
        if any(wave.swap_holds(other, MOST_TURNS) for other in others):
            told = f"some threat needs more than {MOST_TURNS} of the opponent's turns"
            return [too_hard(told)]
        return []

    def refute_open(self, puzzle: Puzzle, edge: int, after: PathingPosition) -> str:
        opponent = 1 - puzzle.position.turn
        wave = Wave(after, Budget(work=WORK))
        try:
            line = wave.main_line(opponent)
        except BudgetError:
            line = []
        how = f" ({write_edges(line)})" if line else ""
        return f"after {EDGE_NAMES[edge]} {PLAYERS[opponent]} still makes its line{how}"


class Conversion(PathingTask):
    """You lost the wave. Which cell leaves the opponent without a line on its first turn?"""

    name = "conversion"
    conversion = True

    def read_claim(self, position: PathingPosition, texts: Sequence[str]) -> tuple[str, ...]:
        return tuple(CELL_NAMES[read_cell(text)] for text in texts)

    def find(self, position: PathingPosition, wishes: Any, budget: Budget) -> Findings:
        judged = judge_cells(position, position.turn)
        budget.spend(len(judged))
        rival = PLAYERS[1 - position.turn]
        return Findings(
            tuple(Answer((CELL_NAMES[cell.cell],)) for cell in judged if cell.holds),
            reason=f"whichever cell is converted, {rival} has a line on its first turn",
            facts={"judged": tuple(judged)},
        )

    def refute(self, puzzle: Puzzle, text: str) -> str:
        position: PathingPosition = puzzle.position
        judged = judge_cells(position, position.turn)
        for cell in judged:
            if CELL_NAMES[cell.cell] == text:
                return self.refute_cell(position, cell)
        choice = "an empty cell" if position.x | position.y != 0xFFFF else "one of the loser's"
        return f"{text} cannot be converted; expected {choice}"

    def refute_cell(self, position: PathingPosition, judged: ConvertedCell) -> str:
        """Why a cell that may be converted is no answer."""
        name, rival = CELL_NAMES[judged.cell], PLAYERS[1 - position.turn]
        if judged.lines:
            return f"{name} itself makes {rival}'s line"
        if judged.threat is not None:
            return f"after {name} {rival} begins with {EDGE_NAMES[judged.threat]} and has its line"
        return f"after {name} {rival} has a line next, whatever is swapped first"

    def _plays_alike(self, position: PathingPosition, other: PathingPosition) -> bool:
        return False  # the rules of conversion differ too


TASKS: tuple[PathingTask, ...] = (
    FewestSwaps(),
    LineNow(),
    ForceLine(),
    OnlyDefence(),
    Conversion(),
)
