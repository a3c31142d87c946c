"""Clear Path taught in a book: rules in pictures, chains, orders, forbidden turns, two turns ahead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crossfall.generator.boards.clear_path import Marks, position_drawing
from crossfall.generator.books.teaching import Figure, Figures, Heading, Technique, Told
from crossfall.generator.tongues import ENGLISH, Tongue, msg
from crossfall.generator.words import Paragraph, paragraph
from crossfall.generator.words.clear_path_reasons import forbidden_told, forces, side
from crossfall.solver.clear_path.notation import read_line
from crossfall.solver.clear_path.rules import (
    Chain,
    ClearPathPosition,
    Step,
    again_points,
    path_of,
)
from crossfall.solver.clear_path.techniques import grade
from crossfall.solver.clear_path.turns import least_order, winning_turns
from crossfall.solver.position import Findings, Puzzle
from crossfall.solver.records import Record, record_from_line

_AGAIN = "4x4:red:1BRB.4.1RBB.1RRB"
_SERIES = ("d3", "c3", "b3")
_FORBIDDEN = "5x5:red:3BB.1BRBB.2RBB.2BRB.2BRR"


def rules(puzzles: Sequence[Puzzle], tongue: Tongue = ENGLISH) -> Sequence[Told]:
    """The rules in pictures; see `crossfall.generator.books.teaching.Teaching`."""
    position = read_line(_AGAIN)
    again = again_points(position)
    forbidden = read_line(_FORBIDDEN)
    point = forbidden.board.point("b5")
    return (
        Heading(tongue.say("The board")),
        paragraph(
            tongue.say(
                "The board is a grid of points, of any size. Points are named by a letter for the column, "
                "from the left, and a number for the row, from the bottom. **Red** owns the top and the "
                "bottom edge, **Blue** the left and the right one. A corner belongs to both its edges. Red "
                "begins; after Red's first turn Blue may change sides."
            )
        ),
        Heading(tongue.say("The aim")),
        paragraph(
            tongue.say(
                "Join your two edges by an unbroken path of your own stones, each a neighbour of the next "
                "along the lines. Whoever has such a path has won, at once."
            )
        ),
        Heading(tongue.say("Your turn")),
        paragraph(
            tongue.say(
                "Place a stone on an empty point. Was the point *surrounded* just before? It was if three "
                "or four of its sides were taken: by stones, of whatever colour, or by the edge of the "
                "board. **Then you must place again**, and so on. The first stone on a point that is not "
                "surrounded ends your turn. You may neither pass nor stop early."
            )
        ),
        Figures(
            (
                Figure(
                    position_drawing(position, Marks(circled=again), tongue=tongue),
                    paragraph(
                        tongue.say(
                            "Surrounded here: {points}.",
                            points=tongue.listed(position.board.names(again)),
                        )
                    ),
                ),
            )
        ),
        Heading(tongue.say("A turn, stone by stone")),
        paragraph(
            tongue.say("Red is to play on the board above, and wins in one turn of three stones.")
        ),
        Figures(tuple(_stones(position, _SERIES, tongue))),
        Heading(tongue.say("Leave a clear path")),
        paragraph(
            tongue.say(
                "**Never cut the other side off.** If your turn ends with your stones joining your two "
                "edges only by the help of diagonal steps, the other side could never win any more: such a "
                "turn is not allowed. In the middle of a turn this does not matter. If every way to go on "
                "from a point ends like that, you may not even start there."
            )
        ),
        Figures(
            (
                Figure(
                    position_drawing(forbidden, Marks(crossed=point), tongue=tongue),
                    paragraph(forbidden_told(forbidden, (point,), tongue)[0]),
                ),
            )
        ),
        Heading(tongue.say("No draws")),
        paragraph(
            tongue.say(
                "Because nobody is ever cut off, both sides can always still win, until one of them does. "
                "And there is always a legal turn."
            )
        ),
        paragraph(
            tongue.say(
                "These are the *chain-reaction* rules. A newer game of the same name is played one stone "
                "at a time."
            )
        ),
    )


def _stones(position: ClearPathPosition, names: Sequence[str], tongue: Tongue) -> Iterator[Figure]:
    """A turn, one board a stone, with what each stone means."""
    board = position.board
    chain = Chain(position)
    for name in names:
        _, free = chain.neighbours(board.point(name))
        chain = chain.place(name)
        step = chain.steps[-1]
        path = 0
        beside = tongue.listed(board.names(free))
        if step is Step.WINS:
            stones = position.own | chain.set
            path = sum(path_of(board, position.turn, stones))
            told = tongue.say(
                "{point} completes the path: **{player} wins.**",
                point=name,
                player=side(position.turn, tongue),
            )
        elif step is Step.AGAIN:
            told = forces(name, beside, tongue)
        else:
            told = tongue.say(
                "{point} is not surrounded ({points} are empty): the turn is over.",
                point=name,
                points=beside,
            )
        drawing = position_drawing(position, Marks(series=chain.placed, path=path), tongue=tongue)
        yield Figure(drawing, paragraph(told))


def _example(line: str, task: str) -> Record:
    return record_from_line(f"clear-path:{line}").with_fields(task=task)


TECHNIQUES: Sequence[Technique] = (
    Technique(
        ("C1",),
        msg("A chain in a straight line"),
        (
            msg(
                "A dead end is a row of empty points that is closed on three sides. **Fill it from its "
                "closed end:** each point is surrounded when its turn comes, so stone follows stone, "
                "and all of them in one turn."
            ),
            msg(
                "Look for the points that your path still lacks. If they lie in one line and one end "
                "of it is closed, they are yours."
            ),
        ),
        _example("5x5:blue:R2BR.1RB2.B1R2.1R1BR.B4", "winning-turn"),
    ),
    Technique(
        ("C2",),
        msg("The order matters"),
        (
            msg(
                "A stone surrounds the points beside it. The same stones in another order may end your "
                "turn too early: place first what is surrounded already, and **leave for the end the "
                "point that is not**."
            ),
            msg(
                "Work backwards. Which stone may come last? Which must lie there before it, so that "
                "each of the others is surrounded in its time?"
            ),
        ),
        _example("5x5:blue:BR2B.3RR.RBB1B.RBR1B.RBRR1", "winning-turn"),
    ),
    Technique(
        ("C3",),
        msg("The last stone lies elsewhere"),
        (
            msg(
                "After a surrounded point you must place again, but **nobody says where**. The next "
                "stone need not touch the chain. A surrounded point anywhere on the board is worth a "
                "stone more."
            ),
            msg(
                "So two gaps far from each other can be filled in one turn, if one of them is "
                "surrounded."
            ),
        ),
        _example("5x5:red:RB1RR.2B2.1RBBR.BBBRR.RRBB1", "winning-turn"),
    ),
    Technique(
        ("C4",),
        msg("A tempting turn is not allowed"),
        (
            msg(
                "Stones that touch only at their corners join nothing for you, but they block the "
                "other side. **If your turn would end with the other side cut off, you may not play "
                "it.** Test each candidate: can the other side still get through along the lines?"
            ),
            msg(
                "What is not allowed at the end of a turn is allowed in its middle. Go on until your "
                "path is joined along the lines, and you have won."
            ),
        ),
        _example("5x5:blue:RRBRB.RBB2.BRB2.RR1RR.BB2B", "winning-turn"),
    ),
    Technique(
        ("C5",),
        msg("Two turns ahead: the threat"),
        (
            msg(
                "No turn wins now? Then find one after which you *threaten* to win and the other side "
                "cannot stop it. There are few turns left to answer with: go through all of them."
            ),
            msg(
                "Remember that the other side's stones surround points for you as well. An answer may "
                "make your next chain longer."
            ),
        ),
        _example("5x5:red:BRBRB.RR2R.R3B.B3B.R1BBR", "win-in-two"),
    ),
    Technique(
        ("C6",),
        msg("Two turns ahead: nobody may pass"),
        (
            msg(
                "Sometimes the winning turn threatens nothing. **The other side has to place "
                "somewhere**, and wherever it does, it surrounds a point for you or uses up the room "
                "that it needed itself."
            ),
            msg(
                "Count the turns that are left to the other side. A turn of yours that leaves only "
                "harmful ones wins. Chess players call that *zugzwang*."
            ),
        ),
        _example("4x4:blue:B2R.B2B.RR2.BRBB", "win-in-two"),
    ),
)

DESIGNER: Sequence[str] = (
    msg(
        "**Mark Steere** designed *Clear Path*. He calls it the first game of its kind, a connection "
        "game along the lines of a square grid, that uses the clear path rule to prevent positions "
        "from which neither side can win. What made it succeed, he writes, is the chain reaction, which "
        "he took from his earlier game *Flume* (2010)."
    ),
)


def technique(puzzle: Puzzle, findings: Findings) -> str:
    """The technique that finds the answer; see `crossfall.generator.books.teaching.Teaching`."""
    position: ClearPathPosition = puzzle.position
    points = position.board.mask(findings.answers[0].strings[0])
    return grade(position, puzzle.task, points).technique


def key_notes(
    puzzles: Sequence[Puzzle], cards: bool, tongue: Tongue = ENGLISH
) -> Sequence[Paragraph]:
    """Nothing: these keys speak for themselves."""
    return ()


def worked(puzzle: Puzzle, findings: Findings, tongue: Tongue = ENGLISH) -> Sequence[Figure]:
    """The turn stone by stone; of a win in two also an answer and the turn that wins after it."""
    return tuple(_worked(puzzle, findings, tongue))


def _worked(puzzle: Puzzle, findings: Findings, tongue: Tongue) -> Iterator[Figure]:
    position: ClearPathPosition = puzzle.position
    me, you = side(position.turn, tongue), side(1 - position.turn, tongue)
    names = findings.answers[0].strings[0].split()
    yield Figure(
        position_drawing(position, tongue=tongue),
        paragraph(tongue.say("The puzzle. {player} is to play.", player=me)),
    )
    yield from _stones(position, names, tongue)
    if puzzle.task != "win-in-two":
        return
    board = position.board
    position = position.play(sum(board.point(name) for name in names))
    reply = min(position.moves(), key=lambda turn: (-turn.bit_count(), turn))
    order = least_order(position.board, position.turn, position.own, position.empty, reply)
    told = " ".join(board.name(point) for point in order)
    yield Figure(
        position_drawing(position, Marks(series=order), tongue=tongue),
        paragraph(tongue.say("One of {player}'s answers: {stones}.", player=you, stones=told)),
    )
    position = position.play(reply)
    wins = min(
        winning_turns(board, position.turn, position.own, position.empty),
        key=lambda turn: (turn.bit_count(), turn),
    )
    order = least_order(board, position.turn, position.own, position.empty, wins)
    path = sum(path_of(board, position.turn, position.own | wins))
    told = " ".join(board.name(point) for point in order)
    yield Figure(
        position_drawing(position, Marks(series=order, path=path), tongue=tongue),
        paragraph(tongue.say("{player} places {stones} and wins.", player=me, stones=told)),
    )
