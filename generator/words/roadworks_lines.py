"""Keys of the Roadworks tasks about fences, lines of play and replies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from crossfall.generator.words.roadworks_why import either, endings, listed, number, why
from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.position import Findings, Puzzle
from crossfall.solver.roadworks.cards import cards
from crossfall.solver.roadworks.game import positions_of
from crossfall.solver.roadworks.lengths import lengths
from crossfall.solver.roadworks.line_tasks import Line
from crossfall.solver.roadworks.nimbers import oracle
from crossfall.solver.roadworks.rules import Board, Position, replay, start
from crossfall.solver.roadworks.techniques import Proof, prover

PROOF_WORK = 2_000_000  # closures of blocks looked at before a key does without its reasons


def fewest_fences(puzzle: Puzzle, findings: Findings, numbers: bool) -> list[str]:
    """The fences, one order of play and what falls in it."""
    position: Position = puzzle.position
    board = position.board
    names = findings.answers[0].strings[0].split()
    played = replay(board, ())
    steps = []
    for name in names:
        fence = board.grid.point(name) or 0
        fell = board.names(played.falls(fence))
        played = played.play(fence)
        effect = (
            f"{listed(fell)} {'falls' if len(fell) == 1 else 'fall'}" if fell else "nothing falls"
        )
        steps.append(f"{name} ({effect})")
    count = len(names)
    return [
        f"**{' '.join(names)}.** For example in this order: {', '.join(steps)}. "
        f"No other {number(count)} fences do it, and no fewer.",
        f"*Marks:* 1 for {listed(names)}, in any order.",
    ]


def closures_left(puzzle: Puzzle, findings: Findings, numbers: bool) -> list[str]:
    """The number, why it is always the same, and one line of play."""
    position: Position = puzzle.position
    count = int(findings.answers[0].strings[0])
    told = f"**{count}.** {_why_as_many(position, count)}"
    if count:
        told += f" For example: {_example(position, count)}."
    return [told, f"*Marks:* 1 for {count}, 1 for the reason."]


def _why_as_many(position: Position, count: int) -> str:
    board = position.board
    if not count:
        return "Only one path is left, so no closure is safe."
    if not board.falling:
        open_ = position.open.bit_count()
        return (
            "Nothing falls, so play ends when the open crossings are a single path without short "
            f"cuts. Here every such path has {open_ - count} crossings, A and B among them: "
            f"{open_} are open, {open_} − {open_ - count} = {count}."
        )
    blocks = [block for block in position.blocks if block[0].bit_count() > 2]
    known = [cards(board.grid).read(block) for block in blocks]
    if all(card is not None and card.longest == 1 for card in known):
        rings = (
            "one ring is left, which allows"
            if count == 1
            else f"{number(count)} rings are left, and each allows"
        )
        return f"{rings[:1].upper()}{rings[1:]} one closure."
    return "All lines of play were counted: none is longer, none shorter."


def _example(position: Position, count: int) -> str:
    line = lengths(position.board).example(position, count, Budget())
    return " ".join(position.board.name(crossing) for crossing in line)


def long_and_short(puzzle: Puzzle, findings: Findings, numbers: bool) -> list[str]:
    """Both numbers, each with a line of play."""
    position: Position = puzzle.position
    fewest, most = map(int, findings.answers[0].strings[0].split())
    return [
        f"**{fewest} and {most}.** Fewest: {_example(position, fewest)}. "
        f"Most: {_example(position, most)}. "
        "All lines of play were counted: none is shorter than the one, none longer than the other.",
        f"*Marks:* 1 for {fewest}, 1 for {most}, whichever closures show it.",
    ]


def lost_board(puzzle: Puzzle, findings: Findings, numbers: bool) -> list[str]:
    """The board, why it is lost, and what wins on the others."""
    boards: tuple[Position, ...] = puzzle.wishes["boards"]
    lost = int(findings.answers[0].strings[0])
    position = boards[lost - 1]
    proof = _proof(position, numbers)
    if proof is None:
        reason = "A complete search proves it."
    else:
        reason = "Imagine that you have just made the last closure there. " + " ".join(
            why(position.board, proof)
        )
    others = [
        f"{either(other.board, oracle(other.board).winning(other.open, Budget()))} on board {place}"
        for place, other in enumerate(boards, start=1)
        if place != lost
    ]
    return [
        f"**Board {lost}.** {reason}",
        f"*The others* are won: close {listed(others)}.",
        f"*Marks:* 1 for board {lost}.",
    ]


def answer_table(puzzle: Puzzle, findings: Findings, numbers: bool) -> list[str]:
    """The table, any right reply named, and the reason if it is short."""
    position: Position = puzzle.position
    board = position.board
    table: tuple[Line, ...] = findings.facts["table"]
    rows = [f"{_any(board, line.closures)} → {_any(board, line.replies)}" for line in table]
    told = [f"**{' · '.join(rows)}**"]
    proof = _proof(position, numbers)
    if proof is not None and proof.level <= 3:
        told.append(f"*Why:* {' '.join(why(board, proof))}")
    elif proof is not None:
        told.append(
            f"*Why:* after your reply {endings(board, proof)}; your opponent has lost each time."
        )
    lines = "1 for the line" if len(rows) == 1 else f"1 for each of the {number(len(rows))} lines"
    told.append(f"*Marks:* {lines}; any of the replies named will do.")
    return told


def line_of_play_told(puzzle: Puzzle) -> str:
    """The closures of each board in order, with what fell; empty where they are not known.

    What is known of a drawn board is one order that works, not the one of a game.
    """
    told = []
    several = positions_of(puzzle)
    for place, position in enumerate(several, start=1):
        if position.closures is None:
            continue
        moves = "\xa0· ".join(_numbered(position)) or "nothing is closed yet"
        told.append(f"board {place}: {moves}" if len(several) > 1 else moves)
    if not told:
        return ""
    return f"*Line of play,* the first player closing 1, 3, 5 …: {'; '.join(told)}."


def _numbered(position: Position) -> Iterator[str]:
    """`2 a3 (a2 and a4 fall)` for each closure."""
    board = position.board
    before = start(board)
    for turn, closure in enumerate(position.closures or (), start=1):
        fell = board.names(before.falls(closure)) if before.safe >> closure & 1 else ()
        before = before.play(closure)
        verb = "falls" if len(fell) == 1 else "fall"
        yield f"{turn}\xa0{board.name(closure)}" + (f" ({listed(fell)} {verb})" if fell else "")


def _any(board: Board, crossings: Iterable[int]) -> str:
    return listed((board.name(crossing) for crossing in crossings), "or")


def _proof(position: Position, numbers: bool) -> Proof | None:
    """The easiest proof that the player to move has lost, if a person would write one."""
    if not position.board.falling:
        return None
    try:
        return prover(position.board, numbers).easiest(position.open, Budget(work=PROOF_WORK))
    except BudgetError:
        return None
