"""The questions asked about a Clear Path position: all answers, and what is wrong with a claim."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import ClassVar

from crossfall.solver.budget import Budget
from crossfall.solver.clear_path.board import COLOURS, Board, bits
from crossfall.solver.clear_path.notation import read_points, write_points
from crossfall.solver.clear_path.rules import (
    Chain,
    ClearPathPosition,
    Step,
    again_points,
    forbidden_points,
    path_of,
)
from crossfall.solver.clear_path.search import Search, search_work, share
from crossfall.solver.clear_path.turns import (
    joined,
    last_points,
    least_order,
    quiet_turns,
    wins_now,
)
from crossfall.solver.clear_path.wins import longest_turns, minimal_wins, smallest_wins
from crossfall.solver.errors import BudgetError, InputError, counted
from crossfall.solver.position import WARNING, Answer, Findings, Problem, Puzzle

MOST_REPLIES = 8  # after a printed `win-in-two` the opponent has at most so many turns
TURN_WORK = 20_000  # steps of the searches for whole turns


class ClearPathTask:
    """What all Clear Path tasks share; each says how it reads, examines and judges."""

    name: ClassVar[str]

    def read_claim(self, board: Board, texts: Sequence[str]) -> tuple[str, ...]:
        """The author's answer in the interface's writing; InputError if it is none."""
        raise NotImplementedError

    def examine(self, puzzle: Puzzle, budget: Budget) -> Findings:
        raise NotImplementedError

    def judge_claim(self, puzzle: Puzzle, findings: Findings) -> Problem | None:
        raise NotImplementedError


def play_warnings(puzzle: Puzzle) -> tuple[Problem, ...]:
    """`unproven-play` where no line of play to the position was found."""
    if not puzzle.wishes.get("unproven_play"):
        return ()
    message = "no line of play to this position was found within the budget"
    return (Problem("unproven-play", message, WARNING),)


def _wrong(message: str) -> Problem:
    return Problem("wrong-answer", message)


class _SetTask(ClearPathTask):
    """The answer is one set of points, always found without a search."""

    def points(self, position: ClearPathPosition) -> int:
        """The points asked for."""
        raise NotImplementedError

    def none(self, position: ClearPathPosition) -> str:
        """The sentence for a position without any."""
        raise NotImplementedError

    def refute(self, position: ClearPathPosition, point: int) -> str:
        """A clause saying why a claimed point does not belong to the answer."""
        raise NotImplementedError

    def read_claim(self, board: Board, texts: Sequence[str]) -> tuple[str, ...]:
        points = sum(set(read_points(board, " ".join(texts))))
        return (" ".join(board.names(points)),)

    def examine(self, puzzle: Puzzle, budget: Budget) -> Findings:
        position: ClearPathPosition = puzzle.position
        points = self.points(position)
        warnings = play_warnings(puzzle)
        if not points:
            return Findings(problems=warnings, reason=self.none(position))
        return Findings((Answer((" ".join(position.board.names(points)),)),), problems=warnings)

    def judge_claim(self, puzzle: Puzzle, findings: Findings) -> Problem | None:
        position: ClearPathPosition = puzzle.position
        board = position.board
        claim = board.mask((puzzle.claim or ("",))[0])
        right = self.points(position)
        if claim == right:
            return None
        parts = []
        if right & ~claim:
            parts.append(f"{' '.join(board.names(right & ~claim))} missing")
        parts.extend(self.refute(position, point) for point in bits(claim & ~right))
        answer = " ".join(board.names(right))
        return _wrong("; ".join(parts) + (f"; the answer is {answer}" if answer else ""))


class PlayAgain(_SetTask):
    """Circle each empty point where the player, starting there, must place again."""

    name = "play-again"

    def points(self, position: ClearPathPosition) -> int:
        return again_points(position)

    def none(self, position: ClearPathPosition) -> str:
        return "no empty point is surrounded: every first stone ends the turn"

    def refute(self, position: ClearPathPosition, point: int) -> str:
        name = position.board.name(point)
        if not point & position.empty:
            return f"{name} is not empty"
        if point & position.board.roomy(position.empty):
            free = position.board.names(position.board.beside(point) & position.empty)
            return f"{name} is not surrounded: {' and '.join(free)} beside it are empty"
        return f"a stone on {name} wins, and nothing follows"


class ForbiddenPoints(_SetTask):
    """Cross out each empty point where the player may not start."""

    name = "forbidden-points"

    def points(self, position: ClearPathPosition) -> int:
        return forbidden_points(position)

    def none(self, position: ClearPathPosition) -> str:
        return "the player may start on every empty point"

    def refute(self, position: ClearPathPosition, point: int) -> str:
        name = position.board.name(point)
        if not point & position.empty:
            return f"{name} is not empty"
        return f"the turn {write_points(position.board, legal_turn_from(position, point))} is legal"


def legal_turn_from(position: ClearPathPosition, point: int) -> tuple[int, ...]:
    """A legal turn that starts with `point`, which is allowed: short if it wins nothing."""
    board, mover, own, empty = position.board, position.turn, position.own, position.empty
    if point & last_points(board, mover, own, empty, point):
        return (point,)
    after_own, after_empty = own | point, empty & ~point
    for turn in quiet_turns(board, mover, after_own, after_empty):
        if turn.bit_count() > 1:
            break
        return (point, turn)
    first = minimal_wins(board, mover, after_own, after_empty, Budget())[0]
    return (point, *least_order(board, mover, after_own, after_empty, first))


class SeriesTask(ClearPathTask):
    """The answer is one turn, as the series of its stones; any legal order of it is right."""

    def read_claim(self, board: Board, texts: Sequence[str]) -> tuple[str, ...]:
        series = [read_points(board, text) for text in texts]
        if not any(series):
            raise InputError("answer is empty; expected the stones in order, like f5 e5 e2")
        return tuple(write_points(board, stones) for stones in series)

    def judge_claim(self, puzzle: Puzzle, findings: Findings) -> Problem | None:
        position: ClearPathPosition = puzzle.position
        claims = puzzle.claim or ()
        right = {frozenset(answer.strings[0].split()) for answer in findings.answers}
        sets = {frozenset(claim.split()) for claim in claims}
        for claim in claims:
            fault = illegal(position, claim.split())
            if fault:
                return _wrong(f"{claim}: {fault}")
        if len(sets) > 1:
            return _wrong(f"{' and '.join(claims)} are different turns; expected one of them")
        if sets <= right:
            return None
        return self.judge_legal(position, claims[0], findings)

    def judge_legal(
        self, position: ClearPathPosition, claim: str, findings: Findings
    ) -> Problem | None:
        """What is wrong with a claimed legal turn that is not among the answers."""
        raise NotImplementedError


def illegal(position: ClearPathPosition, names: Iterable[str]) -> str:
    """Why a series of stones is no legal turn, as a clause; empty if it is one."""
    chain = Chain(position)
    try:
        for name in names:
            if chain.over and not chain.legal:
                break
            chain = chain.place(name)
    except InputError as error:
        return str(error)
    if chain.legal:
        return ""
    board, last = position.board, chain.placed[-1]
    if chain.steps[-1] is Step.AGAIN:
        _, free = chain.neighbours(last)
        beside = f"only {board.name(free)}" if free else "nothing"
        return (
            f"{board.name(last)} was surrounded when it was placed ({beside} beside it is empty), "
            "so another stone must follow"
        )
    if chain.steps[-1] is Step.FULL:
        return f"after {board.name(last)} another stone must follow, but the board is full"
    opponent = COLOURS[1 - position.turn].capitalize()
    line = path_of(board, position.turn, position.own | chain.set, diagonal=True)
    return (
        f"the turn ends with {board.name(last)} and cuts {opponent} off, which is illegal: "
        f"{write_points(board, line)} join {COLOURS[position.turn].capitalize()}'s edges, but only "
        "diagonally"
    )


def orders(position: ClearPathPosition, turns: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    """The turns as series in their least legal orders, sorted."""
    return tuple(
        sorted(
            least_order(position.board, position.turn, position.own, position.empty, turn)
            for turn in turns
        )
    )


def _answers(position: ClearPathPosition, turns: Iterable[int]) -> tuple[Answer, ...]:
    return tuple(
        Answer((write_points(position.board, order),)) for order in orders(position, turns)
    )


class LongestChain(SeriesTask):
    """Which turn is the longest?"""

    name = "longest-chain"

    def examine(self, puzzle: Puzzle, budget: Budget) -> Findings:
        position: ClearPathPosition = puzzle.position
        warnings = play_warnings(puzzle)
        try:
            turns = longest_turns(
                position.board,
                position.turn,
                position.own,
                position.empty,
                share(budget, TURN_WORK),
            )
        except BudgetError:
            return Findings(proven=False, problems=warnings)
        return Findings(_answers(position, turns), problems=warnings)

    def judge_legal(
        self, position: ClearPathPosition, claim: str, findings: Findings
    ) -> Problem | None:
        longest = findings.answers[0].strings[0]
        return _wrong(
            f"{claim} has {counted(len(claim.split()), 'stone')}, but {longest} has "
            f"{counted(len(longest.split()), 'stone')}"
        )


class WinningTurn(SeriesTask):
    """Win this turn, with as few stones as possible."""

    name = "winning-turn"

    def examine(self, puzzle: Puzzle, budget: Budget) -> Findings:
        position: ClearPathPosition = puzzle.position
        board, mover, own, empty = position.board, position.turn, position.own, position.empty
        warnings = play_warnings(puzzle)
        if not wins_now(board, mover, own, empty):
            name = COLOURS[mover].capitalize()
            return Findings(problems=warnings, reason=f"no turn of {name} wins now")
        try:
            turns = smallest_wins(board, mover, own, empty, share(budget, TURN_WORK))
        except BudgetError:
            return Findings(proven=False, problems=warnings)
        return Findings(_answers(position, turns), problems=warnings)

    def judge_legal(
        self, position: ClearPathPosition, claim: str, findings: Findings
    ) -> Problem | None:
        stones = frozenset(claim.split())
        smallest = [answer.strings[0] for answer in findings.answers]
        if not joined(position.board, position.turn, position.own | position.board.mask(claim)):
            told = f"; {smallest[0]} does" if len(smallest) == 1 else ""
            return _wrong(f"{claim} wins nothing{told}")
        fewest = len(smallest[0].split())
        for answer in smallest:
            if stones > set(answer.split()):
                needless = [name for name in claim.split() if name not in answer.split()]
                return Problem(
                    "not-minimal",
                    f"{claim} wins, but without {' '.join(needless)} the rest, {answer}, does too",
                    WARNING,
                )
        return _wrong(f"{claim} wins, but {smallest[0]} wins with {counted(fewest, 'stone')}")


class WinInTwo(SeriesTask):
    """Which first turn wins on the mover's next turn, whatever the opponent does?"""

    name = "win-in-two"

    def examine(self, puzzle: Puzzle, budget: Budget) -> Findings:
        position: ClearPathPosition = puzzle.position
        board, mover, own, empty = position.board, position.turn, position.own, position.empty
        warnings = play_warnings(puzzle)
        name = COLOURS[mover].capitalize()
        if wins_now(board, mover, own, empty):
            wins = smallest_wins(board, mover, own, empty, Budget())
            told = " or ".join(write_points(board, order) for order in orders(position, wins))
            return Findings(problems=warnings, reason=f"{name} wins at once with {told}")
        found: list[int] = []
        try:
            search = Search(board, share(budget, search_work(board.full.bit_count())))
            found.extend(search.winning(mover, own, position.other, 2))
        except BudgetError:
            return Findings(_answers(position, found), proven=False, problems=warnings)
        reason = f"after every turn of {name} the other side can prevent a win on the next"
        if len(found) != 1:
            return Findings(_answers(position, found), problems=warnings, reason=reason)
        after = position.play(found[0])
        replies = list(
            islice(quiet_turns(board, after.turn, after.own, after.empty), MOST_REPLIES + 1)
        )
        if len(replies) > MOST_REPLIES:
            other = COLOURS[1 - mover].capitalize()
            warnings += (
                Problem(
                    "too-hard",
                    f"after it {other} has more than {MOST_REPLIES} turns to be answered on paper",
                    WARNING,
                ),
            )
        return Findings(_answers(position, found), problems=warnings)

    def judge_legal(
        self, position: ClearPathPosition, claim: str, findings: Findings
    ) -> Problem | None:
        after = position.play(position.board.mask(claim))
        board, opponent = after.board, after.turn
        name = COLOURS[opponent].capitalize()
        if joined(board, position.turn, position.own | position.board.mask(claim)):
            return _wrong(f"{claim} wins at once; the question is for a win on the next turn")
        reply = refutation(after)
        told = write_points(board, reply)
        if wins_now(board, opponent, after.own, after.empty):
            return _wrong(f"after {claim} {name} wins at once with {told}")
        return _wrong(f"after {claim} {name} answers {told}, and there is no win on the next turn")


def refutation(after: ClearPathPosition) -> tuple[int, ...]:
    """A turn of the player to move that wins at once, or after which the other has no win now;
    empty if there is none."""
    board, mover, own, empty = after.board, after.turn, after.own, after.empty
    if wins_now(board, mover, own, empty):
        wins = smallest_wins(board, mover, own, empty, Budget())
        return orders(after, wins)[0]
    for turn in quiet_turns(board, mover, own, empty):
        if not wins_now(board, 1 - mover, after.other, empty & ~turn):
            return least_order(board, mover, own, empty, turn)
    return ()


TASKS: tuple[ClearPathTask, ...] = (
    PlayAgain(),
    ForbiddenPoints(),
    LongestChain(),
    WinningTurn(),
    WinInTwo(),
)
