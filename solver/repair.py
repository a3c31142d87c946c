"""Repairing a flawed puzzle: the nearest sound ones, each checked.

A game that can be repaired has a module `repairs.py` in its folder with a function
`proposals(puzzle, changes)`, which yields every possible position of the same task that differs
from the puzzle's in exactly so many places. It may have `may_keep_answer(puzzle, proposal)`, which
is quick and false only where the author's answer is certainly wrong. Everything else is here, and
knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from crossfall.solver import position as registry
from crossfall.solver.budget import Budget
from crossfall.solver.errors import InputError
from crossfall.solver.position import Problem, Puzzle
from crossfall.solver.records import Record
from crossfall.solver.verify import FLAWED, SOUND, Verdict, read_puzzle, verify

MOST_CHANGES = 3
TRIES = 20_000  # proposals judged for one puzzle
JUDGING = 200_000  # units of work for one of them


@dataclass(frozen=True)
class Proposal:
    """A puzzle near a flawed one.

    record: the puzzle, without an answer. told: what to change, as a command to its author
    ("add a closure at e4"); empty where only the answer is wrong. position: what the record sets.
    """

    record: Record
    told: str
    position: Any = None


@dataclass(frozen=True)
class Repair:
    """A sound puzzle near a flawed one.

    record: the puzzle with its answer. changes: in how many places it differs.
    keeps_answer: whether the author's answer is right in it.
    """

    record: Record
    verdict: Verdict
    changes: int
    told: str
    keeps_answer: bool

    def sentence(self) -> str:
        """For a person: "add a closure at e4, then c3 is the only answer"."""
        answers = [" or ".join(answer.strings) for answer in self.verdict.findings.answers]
        answer = f"{' and '.join(answers)} is the only answer"
        if not self.told:
            return f"leave the position as it is: {answer}"
        return f"{self.told}, then {answer}"


@dataclass(frozen=True)
class Repairs:
    """What was found for one flawed puzzle.

    nearest: the sound puzzles with the fewest changes among those that keep the author's answer,
        if it has one and some keep it, else among all; all ties, those without warnings first.
    others: where `nearest` keeps the answer, those with fewer changes that do not.
    proven: False if the search gave up or some proposal could not be judged: there may then be
        others as near, or nearer.
    """

    nearest: tuple[Repair, ...]
    others: tuple[Repair, ...]
    proven: bool


def repair(
    puzzle: Puzzle,
    budget: Budget | None = None,
    most_changes: int = MOST_CHANGES,
    tries: int = TRIES,
    progress: Callable[[int, int], None] = lambda changes, judged: None,
) -> Repairs:
    """The nearest sound puzzles of the same task; InputError if the game has no repairs yet.

    `progress` is told the number of changes looked at and how many proposals have been judged.
    """
    repairs = _repairs_of(puzzle.game)
    search = _Search(puzzle, budget or Budget(), tries, progress)
    may_keep = getattr(repairs, "may_keep_answer", lambda puzzle, proposal: True)
    first: tuple[Repair, ...] = ()
    for changes in range(most_changes + 1):
        proposals: Iterable[Proposal] = repairs.proposals(puzzle, changes)
        if first:  # now only those that keep the answer are looked for
            proposals = (proposal for proposal in proposals if may_keep(puzzle, proposal))
        kept, others = search.level(proposals, changes)
        if kept:
            return Repairs(kept, first, search.proven)
        first = first or others
        if puzzle.claim is None and first:
            break
        if search.stopped:
            break
    return Repairs(first, (), search.proven)


class _Search:
    def __init__(
        self, puzzle: Puzzle, budget: Budget, tries: int, progress: Callable[[int, int], None]
    ) -> None:
        self.proven = True
        self.stopped = False
        self._puzzle = puzzle
        self._budget = budget
        self._left = tries
        self._judged = 0
        self._progress = progress

    def level(
        self, proposals: Iterable[Proposal], changes: int
    ) -> tuple[tuple[Repair, ...], tuple[Repair, ...]]:
        """The sound puzzles with so many changes: those that keep the answer, and the others."""
        kept: list[Repair] = []
        others: list[Repair] = []
        for found in self._sound(proposals, changes):
            (kept if found.keeps_answer else others).append(found)
        return _sorted(kept), _sorted(others)

    def _sound(self, proposals: Iterable[Proposal], changes: int) -> Iterator[Repair]:
        for proposal in proposals:
            if self._left == 0 or self._budget.is_over():
                self.proven, self.stopped = False, True
                return
            self._left -= 1
            self._judged += 1
            self._progress(changes, self._judged)
            verdict = verify(read_puzzle(proposal.record), self._budget.part(JUDGING))
            if verdict.verdict == SOUND:
                yield self._repair(proposal, verdict, changes)
            elif verdict.verdict != FLAWED:
                self.proven = False

    def _repair(self, proposal: Proposal, verdict: Verdict, changes: int) -> Repair:
        claim = self._puzzle.claim
        keeps = claim is not None and self._fault(verdict, claim) is None
        answer = claim if keeps and claim is not None else verdict.answers
        record = proposal.record.with_fields(answer=answer[0] if len(answer) == 1 else list(answer))
        return Repair(record, verdict, changes, proposal.told, keeps)

    def _fault(self, verdict: Verdict, claim: tuple[str, ...]) -> Problem | None:
        task = registry.task(registry.game(self._puzzle.game), self._puzzle.task)
        return task.judge_claim(replace(verdict.puzzle, claim=claim), verdict.findings)


def _sorted(repairs: list[Repair]) -> tuple[Repair, ...]:
    return tuple(sorted(repairs, key=lambda repair: len(repair.verdict.problems)))


def _repairs_of(game: str) -> Any:
    name = f"crossfall.solver.{registry.module_name(game)}.repairs"
    repairs = registry.module_if_any(name)
    if repairs is None:
        raise InputError(f"{game} puzzles cannot be repaired yet; only judged, by check")
    return repairs
