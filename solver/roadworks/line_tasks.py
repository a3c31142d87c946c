"""Tasks about lines of play and replies: `closures-left`, `long-and-short`, `lost-board`,
`answer-table`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError, Faults, InputError, counted
from crossfall.solver.grids import bits
from crossfall.solver.position import WARNING, Answer, Findings, Problem, Puzzle
from crossfall.solver.records import Record
from crossfall.solver.roadworks import notation
from crossfall.solver.roadworks.lengths import another_length, lengths, numbers
from crossfall.solver.roadworks.nimbers import distinct_closures, oracle
from crossfall.solver.roadworks.rules import Position
from crossfall.solver.roadworks.shortest import most_closures, shortest
from crossfall.solver.roadworks.tasks import RoadworksTask, grouped, too_easy, wrong

LEAST_BOARDS, MOST_BOARDS = 3, 6
MOST_LINES = 12
MOST_LISTING = 4_000_000  # work, by crossing, for all numbers of a closures-left with several


class ClosuresLeft(RoadworksTask):
    """However you both play, how many more safe closures will there be?"""

    name = "closures-left"

    def read_claim(self, position: Position, texts: Sequence[str]) -> tuple[str, ...]:
        return (str(_whole_numbers(texts, 1)[0]),)

    def examine(self, puzzle: Puzzle, budget: Budget) -> Findings:
        """Every number there can be; of very large boards, where there are several, two."""
        position: Position = puzzle.position
        board, open_ = position.board, position.open
        most, proven = most_closures(board, open_), True
        try:
            other = another_length(position, budget)
        except BudgetError:
            return Findings(proven=False)
        possible: tuple[int, ...] = (most,)
        if other is not None:
            try:
                part = budget.part(MOST_LISTING // board.grid.count)
                possible = numbers(lengths(board).counts(open_, part))
            except BudgetError:
                possible, proven = (other, most), False
        return Findings(tuple(Answer((str(number),)) for number in possible), proven)

    def judge_claim(self, puzzle: Puzzle, findings: Findings) -> Problem | None:
        (claim,) = puzzle.claim or ("",)
        possible = [answer.strings[0] for answer in findings.answers]
        if claim in possible:
            return None
        told = (
            possible[0] if len(possible) == 1 else f"{', '.join(possible[:-1])} or {possible[-1]}"
        )
        return wrong(f"there will never be {counted(int(claim), 'closure')}; there will be {told}")


class LongAndShort(RoadworksTask):
    """Playing alone and safely, what are the fewest and the most closures until none is safe?"""

    name = "long-and-short"

    def read_claim(self, position: Position, texts: Sequence[str]) -> tuple[str, ...]:
        fewest, most = _whole_numbers(texts, 2)
        return (f"{fewest} {most}",)

    def examine(self, puzzle: Puzzle, budget: Budget) -> Findings:
        position: Position = puzzle.position
        try:
            fewest = shortest(position.board).fewest(position.open, budget)
        except BudgetError:
            return Findings(proven=False)
        most = most_closures(position.board, position.open)
        same = fewest == most
        problems = (too_easy(f"fewest and most are the same: {fewest}"),) if same else ()
        return Findings((Answer((f"{fewest} {most}",)),), problems=problems)

    def judge_claim(self, puzzle: Puzzle, findings: Findings) -> Problem | None:
        (claim,) = puzzle.claim or ("",)
        right = findings.answers[0].strings[0]
        if claim == right:
            return None
        told = []
        for word, given, true in zip(("fewest", "most"), claim.split(), right.split(), strict=True):
            if given != true:
                told.append(f"the {word} closures are {true}, not {given}")
        return wrong("; ".join(told))


class LostBoard(RoadworksTask):
    """On exactly one of these boards the player to move loses. Which?"""

    name = "lost-board"

    def read_position(self, record: Record) -> tuple[Position, Mapping[str, Any]]:
        if record.line:
            raise InputError("lost-board needs several boards; expected a puzzle file")
        for key in ("closed", "board"):
            if record.has(key):
                raise InputError(f"{key} is given; lost-board takes boards = [...] instead")
        texts = record.texts("boards")
        if texts is None or isinstance(record.fields["boards"], str):
            raise InputError('no list of boards; expected boards = ["c4 e2", "b1", ...]')
        if not texts:
            raise InputError(f"no boards; expected {LEAST_BOARDS} to {MOST_BOARDS}")
        faults = Faults()
        positions = []
        for number, text in enumerate(texts, start=1):
            drawn = "\n" in text.strip()
            one = record.with_fields(boards=None, **{"board" if drawn else "closed": text})
            try:
                positions.append(notation.read_position(one))
            except InputError as error:
                faults.add(*error.at(f"board {number}").faults)
        faults.check()
        return positions[0], {"boards": tuple(positions)}

    def problems(self, position: Position, wishes: Mapping[str, Any]) -> tuple[Problem, ...]:
        return tuple(
            Problem(fault.code, f"board {number}: {fault.message}", fault.severity)
            for number, board in enumerate(wishes["boards"], start=1)
            for fault in board.problems()
        )

    def read_claim(self, position: Position, texts: Sequence[str]) -> tuple[str, ...]:
        return (str(_whole_numbers(texts, 1)[0]),)

    def examine(self, puzzle: Puzzle, budget: Budget) -> Findings:
        boards: tuple[Position, ...] = puzzle.wishes["boards"]
        lost = []
        proven = True
        for number, position in enumerate(boards, start=1):
            try:
                if oracle(position.board).is_lost(position.open, budget):
                    lost.append(number)
            except BudgetError:
                proven = False
        problems = []
        if not LEAST_BOARDS <= len(boards) <= MOST_BOARDS:
            problems.append(
                too_easy(
                    f"{len(boards)} board{'s' if len(boards) > 1 else ''}; "
                    f"a sheet wants {LEAST_BOARDS} to {MOST_BOARDS}"
                )
            )
        if len({position.board for position in boards}) > 1:
            problems.append(
                too_easy("the boards differ in size; a sheet wants boards of like look")
            )
        if len({position.key() for position in boards}) < len(boards):
            problems.append(too_easy("two of the boards are the same up to symmetry"))
        return Findings(
            tuple(Answer((str(number),)) for number in lost),
            proven,
            tuple(problems),
            reason="the player to move wins on every board",
        )

    def judge_claim(self, puzzle: Puzzle, findings: Findings) -> Problem | None:
        (claim,) = puzzle.claim or ("",)
        boards: tuple[Position, ...] = puzzle.wishes["boards"]
        if any(claim in answer.strings for answer in findings.answers):
            return None
        if not 1 <= int(claim) <= len(boards):
            return wrong(f"there is no board {claim}; expected 1 to {len(boards)}")
        position = boards[int(claim) - 1]
        winning = position.board.names(oracle(position.board).winning(position.open, Budget()))
        return wrong(f"on board {claim} the player to move wins with {' or '.join(winning)}")


@dataclass(frozen=True)
class Line:
    """One line of an answer table: closures that leave one board, and every winning reply."""

    closures: tuple[int, ...]
    replies: tuple[int, ...]
    same: bool  # whether all replies leave the same board


class AnswerTable(RoadworksTask):
    """You go second. Write a winning reply to every closure."""

    name = "answer-table"

    def read_claim(self, position: Position, texts: Sequence[str]) -> tuple[str, ...]:
        faults = Faults()
        rows: list[str] = []
        for text in texts:
            left, colon, right = text.partition(":")
            if not colon:
                faults.add(f"{text[:40]!r} is no line; expected a closure and its reply: a2: c3")
                continue
            try:
                closures = notation.read_crossings(position.board, left)
                replies = notation.read_crossings(position.board, right)
            except InputError as error:
                faults.add(*error.faults)
                continue
            if not closures or not replies:
                faults.add(f"{text[:40]!r} lacks a closure or a reply; expected a2: c3")
            names = position.board.name
            rows.extend(f"{names(c)}: {' '.join(map(names, replies))}" for c in closures)
        faults.check()
        return tuple(rows)

    def lines(self, position: Position, budget: Budget) -> tuple[Line, ...]:
        """The lines of a lost position's table, by the least closure. Raises BudgetError."""
        board = position.board
        found = []
        for closures, left in distinct_closures(board, position.open):
            after = Position(board, left, None)
            replies = oracle(board).winning(left, budget)
            same = len(grouped(after, replies)) == 1
            found.append(Line(tuple(bits(closures)), tuple(bits(replies)), same))
        return tuple(found)

    def examine(self, puzzle: Puzzle, budget: Budget) -> Findings:
        position: Position = puzzle.position
        name = position.board.name
        if not position.safe:
            return Findings(reason="no closure is safe: there is nothing to answer")
        try:
            winning = oracle(position.board).winning(position.open, budget)
            if winning:
                listed = " or ".join(position.board.names(winning))
                return Findings(reason=f"the player to move wins: {listed} has no answer")
            table = self.lines(position, budget)
        except BudgetError:
            return Findings(proven=False)
        problems = [
            Problem(
                "several-answers",
                f"after {name(line.closures[0])} different replies win: "
                f"{' or '.join(map(name, line.replies))}",
            )
            for line in table
            if not line.same
        ]
        if len(table) > MOST_LINES:
            problems.append(
                Problem(
                    "too-hard",
                    f"the table has {len(table)} lines; a sheet takes at most {MOST_LINES}",
                    WARNING,
                )
            )
        rows = {
            closure: f"{name(closure)}: {name(line.replies[0])}"
            for line in table
            for closure in line.closures
        }
        answer = Answer(tuple(rows[closure] for closure in sorted(rows)), together=True)
        return Findings((answer,), problems=tuple(problems), facts={"table": table})

    def judge_claim(self, puzzle: Puzzle, findings: Findings) -> Problem | None:
        position: Position = puzzle.position
        board = position.board
        if not findings.answers:
            return wrong(findings.reason)
        table: tuple[Line, ...] = findings.facts["table"]
        line_of = {closure: line for line in table for closure in line.closures}
        told = []
        answered: set[Line] = set()
        for row in puzzle.claim or ():
            left, _, right = row.partition(":")
            (closure,) = notation.read_crossings(board, left)
            line = line_of.get(closure)
            if line is None:
                told.append(f"{board.name(closure)} is no safe closure")
                continue
            answered.add(line)
            after = position.play(closure)
            for reply in notation.read_crossings(board, right):
                if reply in line.replies:
                    continue
                said = f"{board.name(reply)} does not answer {board.name(closure)}"
                if after.safe >> reply & 1:
                    best = oracle(board).winning(after.after(reply), Budget())
                    said += f": {board.name(next(bits(best)))} refutes it"
                else:
                    said += ": it is no safe closure then"
                told.append(said)
        missing = [board.name(line.closures[0]) for line in table if line not in answered]
        if missing:
            told.append(f"no reply given to {' '.join(missing)}")
        return wrong("; ".join(told)) if told else None


def _whole_numbers(texts: Sequence[str], count: int) -> list[int]:
    """Exactly `count` whole numbers; InputError if that is not what `texts` hold."""
    words = [word for text in texts for word in re.split(r"[\s,;]+", text) if word]
    expected = "a whole number" if count == 1 else f"{count} whole numbers, like 4 9"
    if len(words) != count or not all(re.fullmatch(r"[0-9]{1,6}", word) for word in words):
        raise InputError(f"{' '.join(words)[:40]!r}; expected {expected}")
    return [int(word) for word in words]


LINE_TASKS: tuple[RoadworksTask, ...] = (
    ClosuresLeft(),
    LongAndShort(),
    LostBoard(),
    AnswerTable(),
)
