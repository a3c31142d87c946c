"""Keys of the Roadworks tasks about fences, lines of play and replies."""

from __future__ import annotations

from collections.abc import Iterator

from crossfall.generator.tongues import Tongue
from crossfall.generator.words.roadworks_why import (
    Told,
    answered,
    either,
    endings,
    speaks_of_numbers,
    why,
)
from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.grids import mask_of
from crossfall.solver.position import Findings, Puzzle
from crossfall.solver.roadworks.cards import cards
from crossfall.solver.roadworks.game import positions_of
from crossfall.solver.roadworks.lengths import lengths
from crossfall.solver.roadworks.line_tasks import Line
from crossfall.solver.roadworks.nimbers import oracle
from crossfall.solver.roadworks.rules import Board, Position, replay, start
from crossfall.solver.roadworks.techniques import Proof, prover

PROOF_WORK = 2_000_000  # closures of blocks looked at before a key does without its reasons


def fewest_fences(puzzle: Puzzle, findings: Findings, numbers: bool, tongue: Tongue) -> Told:
    """The fences, one order of play and what falls in it."""
    position: Position = puzzle.position
    board = position.board
    names = findings.answers[0].strings[0].split()
    played = replay(board, ())
    steps = []
    for name in names:
        fence = board.grid.point(name) or 0
        effect = falling(board, played.falls(fence), tongue) or tongue.say("nothing falls")
        played = played.play(fence)
        steps.append(f"{name} ({effect})")
    told = (
        f"**{' '.join(names)}.**",
        tongue.say("For example in this order: {steps}.", steps=", ".join(steps)),
        tongue.count(
            "No other fence alone does it.",
            "No other {n} fences do it, and no fewer.",
            len(names),
        ),
    )
    marks = tongue.say("*Marks:* 1 for {names}, in any order.", names=tongue.listed(names))
    return Told([" ".join(told), marks])


def falling(board: Board, mask: int, tongue: Tongue) -> str:
    """`a2 and a4 fall`; empty where nothing does."""
    names = board.names(mask)
    if not names:
        return ""
    return tongue.count("{names} falls", "{names} fall", len(names), names=tongue.listed(names))


def closures_left(puzzle: Puzzle, findings: Findings, numbers: bool, tongue: Tongue) -> Told:
    """The number, why it is always the same, and one line of play."""
    position: Position = puzzle.position
    count = int(findings.answers[0].strings[0])
    told = [f"**{count}.**", _why_as_many(position, count, tongue)]
    if count:
        line = _example(position, count)
        told.append(tongue.say("For example: {line}.", line=line))
    marks = tongue.say("*Marks:* 1 for {answer}, 1 for the reason.", answer=count)
    return Told([" ".join(told), marks])


def _why_as_many(position: Position, count: int, tongue: Tongue) -> str:
    board = position.board
    if not count:
        return tongue.say("Only one path is left, so no closure is safe.")
    if not board.falling:
        open_ = position.open.bit_count()
        return tongue.say(
            "Nothing falls, so play ends when the open crossings are a single path without short "
            "cuts. Here every such path has {path} crossings, A and B among them: {open} are open, "
            "{open} − {path} = {left}.",
            path=open_ - count,
            open=open_,
            left=count,
        )
    blocks = [block for block in position.blocks if block[0].bit_count() > 2]
    known = [cards(board.grid).read(block) for block in blocks]
    if all(card is not None and card.longest == 1 for card in known):
        return tongue.count(
            "One ring is left, which allows one closure.",
            "{N} rings are left, and each allows one closure.",
            count,
        )
    return tongue.say("No line of play is longer, none is shorter.")


def _example(position: Position, count: int) -> str:
    line = lengths(position.board).example(position, count, Budget())
    return " ".join(position.board.name(crossing) for crossing in line)


def long_and_short(puzzle: Puzzle, findings: Findings, numbers: bool, tongue: Tongue) -> Told:
    """Both numbers, each with a line of play."""
    position: Position = puzzle.position
    fewest, most = map(int, findings.answers[0].strings[0].split())
    return Told(
        [
            tongue.say(
                "**{fewest} and {most}.** Fewest: {short}. Most: {long}. No line of play is "
                "shorter than the first, none longer than the second.",
                fewest=fewest,
                most=most,
                short=_example(position, fewest),
                long=_example(position, most),
            ),
            tongue.say(
                "*Marks:* 1 for {fewest}, 1 for {most}, whichever closures show it.",
                fewest=fewest,
                most=most,
            ),
        ]
    )


def lost_board(puzzle: Puzzle, findings: Findings, numbers: bool, tongue: Tongue) -> Told:
    """The board, why it is lost, and what wins on the others."""
    boards: tuple[Position, ...] = puzzle.wishes["boards"]
    lost = int(findings.answers[0].strings[0])
    position = boards[lost - 1]
    proof = _proof(position, numbers)
    told = [tongue.say("**Board {number}.**", number=lost)]
    ahead: list[str] = []
    if proof is None:
        told.append(tongue.say("A complete search proves it."))
    else:
        told.append(tongue.say("Imagine that you have just made the last closure there."))
        reason, *ahead = why(position.board, proof, tongue)
        told.append(reason)
    others = [
        tongue.say(
            "{closure} on board {number}",
            closure=either(other.board, oracle(other.board).winning(other.open, Budget()), tongue),
            number=place,
        )
        for place, other in enumerate(boards, start=1)
        if place != lost
    ]
    return Told(
        [
            " ".join(told),
            *ahead,
            tongue.say("*The others* are won: close {others}.", others=tongue.listed(others)),
            tongue.say("*Marks:* 1 for board {number}.", number=lost),
        ],
        proof is not None and speaks_of_numbers(proof),
    )


def answer_table(puzzle: Puzzle, findings: Findings, numbers: bool, tongue: Tongue) -> Told:
    """The table, any right reply named, and the reason if it is short."""
    position: Position = puzzle.position
    board = position.board
    table: tuple[Line, ...] = findings.facts["table"]
    rows = [answered(board, mask_of(line.closures), mask_of(line.replies)) for line in table]
    told = [f"- **{row}**" for row in rows]
    proof = _proof(position, numbers)
    if proof is not None and proof.level <= 3:
        (reason,) = why(board, proof, tongue)
        told.append(tongue.say("*Why:* {reason}", reason=reason))
    elif proof is not None:
        told.append(
            tongue.say(
                "*Why:* after your reply {endings}; your opponent has lost each time.",
                endings=endings(board, proof, tongue),
            )
        )
    told.append(
        tongue.count(
            "*Marks:* 1 for the line; any of the replies named will do.",
            "*Marks:* 1 for each of the {n} lines; any of the replies named will do.",
            len(rows),
        )
    )
    return Told(told, proof is not None and speaks_of_numbers(proof, False))


def line_of_play_told(puzzle: Puzzle, tongue: Tongue) -> str:
    """The closures of each board in order, with what fell; empty where they are not known.

    What is known of a drawn board is one order that works, not the one of a game.
    """
    told = []
    several = positions_of(puzzle)
    for place, position in enumerate(several, start=1):
        if position.closures is None:
            continue
        moves = "\xa0· ".join(_numbered(position, tongue)) or tongue.say("nothing is closed yet")
        if len(several) > 1:
            moves = tongue.say("board {number}: {closures}", number=place, closures=moves)
        told.append(moves)
    if not told:
        return ""
    return tongue.say(
        "*Line of play,* the first player closing 1, 3, 5 …: {lines}.", lines="; ".join(told)
    )


def _numbered(position: Position, tongue: Tongue) -> Iterator[str]:
    """`2 a3 (a2 and a4 fall)` for each closure."""
    board = position.board
    before = start(board)
    for turn, closure in enumerate(position.closures or (), start=1):
        fell = before.falls(closure) if before.safe >> closure & 1 else 0
        before = before.play(closure)
        effect = falling(board, fell, tongue)
        yield f"{turn}\xa0{board.name(closure)}" + (f" ({effect})" if effect else "")


def _proof(position: Position, numbers: bool) -> Proof | None:
    """The easiest proof that the player to move has lost, if a person would write one."""
    if not position.board.falling:
        return None
    try:
        return prover(position.board, numbers).easiest(position.open, Budget(work=PROOF_WORK))
    except BudgetError:
        return None
