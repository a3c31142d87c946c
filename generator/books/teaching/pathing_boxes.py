"""Pathing Dots & Boxes taught in a book: rules in pictures, boxes before lines, threats, two turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crossfall.generator.boards.pathing_boxes import Marks, position_drawing
from crossfall.generator.books.teaching import Figure, Figures, Heading, Technique, Told
from crossfall.generator.tongues import ENGLISH, Tongue, msg
from crossfall.generator.words import Paragraph, paragraph
from crossfall.generator.words.pathing_boxes import rules as sheet_rules
from crossfall.solver.pathing_boxes.board import CELL_NAMES, EDGES, LINES
from crossfall.solver.pathing_boxes.rules import CLASSIC, PLAYERS, PathingPosition
from crossfall.solver.pathing_boxes.solutions import solution
from crossfall.solver.pathing_boxes.techniques import assess
from crossfall.solver.position import Findings, Puzzle
from crossfall.solver.records import Record, record_from_line

_OPENING = ("A1-B1", "A1-A2", "B1-B2", "A2-B2")


def rules(puzzles: Sequence[Puzzle], tongue: Tongue = ENGLISH) -> Sequence[Told]:
    """The rules in pictures; see `crossfall.generator.books.teaching.Teaching`."""
    told: list[Told] = [
        Heading(tongue.say("Two games on one board")),
        paragraph(
            tongue.say(
                "X and Y share a board of 16 cells: columns A to D from the left, rows 1 to 4 from the "
                "top. A cell holds a piece of X, a piece of Y, or nothing. Neighbouring cells are joined "
                "by *edges*. While the pieces fight for a line, the edges are a game of dots and boxes."
            )
        ),
        Heading(tongue.say("Your turn")),
        paragraph(
            tongue.say(
                "Choose an open edge, **swap what its two cells hold, and fill the edge**. A filled edge "
                "is used up. Equal pieces may be swapped, and empty cells too: only the edge matters then."
            )
        ),
        Heading(tongue.say("Four in a line")),
        paragraph(
            tongue.say(
                "**Four of one colour in a full row or column end the game at once:** that colour wins, "
                "whoever made the swap. Diagonals do not count."
            )
        ),
        Heading(tongue.say("Boxes")),
        paragraph(
            tongue.say(
                "Four edges around the middle of four cells make a *box*. **Whoever fills the last edge "
                "of a box owns it and swaps once more**: once, even for two boxes at a time. A *turn* is "
                "everything one player swaps in a row."
            )
        ),
        Heading(tongue.say("A game, swap by swap")),
        Figures(
            (
                Figure(
                    position_drawing(CLASSIC, tongue=tongue),
                    paragraph(
                        tongue.say("One of the starts. X begins here. Dotted edges are open.")
                    ),
                ),
                *_swaps(CLASSIC, [CLASSIC.board.edge_number(name) for name in _OPENING], tongue),
            )
        ),
        Heading(tongue.say("When the wave is over")),
    ]
    # What differs between the rule sets is told as the puzzles' sheets tell it.
    told += sheet_rules(puzzles, tongue).paragraphs[3:]
    return told


def _swaps(position: PathingPosition, edges: Sequence[int], tongue: Tongue) -> Iterator[Figure]:
    """Swaps played one after the other, one board a swap."""
    for edge in edges:
        first, second = EDGES[edge]
        one, other = position.contents(first), position.contents(second)
        mover = PLAYERS[position.turn]
        after = position.play(edge)
        swap = f"{CELL_NAMES[first]}-{CELL_NAMES[second]}"
        told = [
            tongue.say(
                "{player} swaps {swap}: {pieces}.",
                player=mover,
                swap=swap,
                pieces=_pieces(one, other, tongue),
            )
        ]
        closed = sum(after.score) - sum(position.score)
        winner = after.winner()
        if winner is not None:
            told.append(tongue.say("**Four {player} in a line.**", player=PLAYERS[winner]))
        elif closed:
            told.append(
                tongue.count(
                    "That closes a box, and {player} swaps again.",
                    "That closes {n} boxes, and {player} swaps again.",
                    closed,
                    player=mover,
                )
            )
        line = _line(after) if winner is not None else 0
        drawing = position_drawing(after, Marks(line=line), tongue=tongue)
        yield Figure(drawing, paragraph(" ".join(told)))
        position = after


def _line(position: PathingPosition) -> int:
    cells = 0
    for line in LINES:
        if line & position.x == line or line & position.y == line:
            cells |= line
    return cells


def _pieces(one: str, other: str, tongue: Tongue) -> str:
    if one == other:
        if one in PLAYERS:
            return tongue.say("two pieces of {player}", player=one)
        return tongue.say("two empty cells")
    named = [what if what in PLAYERS else tongue.say("an empty cell") for what in (one, other)]
    return tongue.listed(named)


def _example(line: str, task: str, turns: int | None = None) -> Record:
    return record_from_line(f"pathing-boxes:waves:{line}").with_fields(task=task, turns=turns)


TECHNIQUES: Sequence[Technique] = (
    Technique(
        ("P1",),
        msg("One swap"),
        (
            msg(
                "Look for lines that lack one piece, and for a piece of yours right beside the gap. "
                "**The edge between them must still be open.** A swap moves two pieces: make sure that "
                "the one that leaves is not missed elsewhere."
            ),
        ),
        _example(
            "Y:YXYX.XYYX.2Y1.1X1Y:A1B1,A4B4,B1B2,B1C1,B2B3,B2C2,B3B4,B4C4,C1C2,C2C3,C2D2,D1D2,D2D3:X1Y0",
            "line-now",
        ),
    ),
    Technique(
        ("P2",),
        msg("A box, then the line"),
        (
            msg(
                "Whoever closes a box swaps again. So a line may be two swaps away and still be yours "
                "this turn: **first a swap that closes a box, then the one that makes the line.**"
            ),
            msg(
                "Find the edges that would close a box now. Then see what each of them moves, and "
                "whether one swap is missing afterwards."
            ),
        ),
        _example(
            "X:XYXY.Y1Y1.1YXY.XYXX:A1A2,A1B1,A2A3,A2B2,A3A4,A3B3,B1B2,B2B3,B2C2,B4C4,C2C3,C2D2,C3C4,C4D4,D3D4:X1Y1",
            "line-now",
        ),
    ),
    Technique(
        ("P3",),
        msg("Chains of boxes"),
        (
            msg(
                "A swap that closes a box often prepares the next one. **Go on as long as boxes "
                "close:** each gives one swap more. Two boxes at once still give only one."
            ),
            msg(
                "Draw the board anew after each swap, in its empty copies. It is the cells "
                "that one forgets, not the edges."
            ),
        ),
        _example(
            "X:XX1X.X1YY.YXXY.YY1X:A1A2,A1B1,A2A3,A2B2,A3A4,A3B3,A4B4,B1B2,B2C2,B3B4,B3C3,B4C4,C3C4,D1D2,D2D3:X3Y0",
            "line-now",
        ),
    ),
    Technique(
        ("P4",),
        msg("Stop the threat"),
        (
            msg(
                "First play the other side: which swaps make its line on its next turn? Then look for "
                "the one swap that stops them all."
            ),
            msg(
                "**You can take the edge away by using it yourself.** Or move a piece that the line "
                "needs, or put one of yours into the gap."
            ),
        ),
        _example(
            "X:1XYY.XYYX.X1XY.XXY1:A1A2,A3B3,B1B2,B1C1,B2B3,B2C2,B3B4,B3C3,B4C4,C1C2,C2C3,C3C4,D2D3,D3D4:X1Y2",
            "only-defence",
            1,
        ),
    ),
    Technique(
        ("P5",),
        msg("Two turns ahead"),
        (
            msg(
                "Find a swap after which your line cannot be stopped. A threat is strong when it needs "
                "one swap only; it is stronger when there are two of them, on different edges."
            ),
            msg(
                "Few edges left? Then count them. **Often the other side must close a box or open one, "
                "and swaps the piece you need into its place.**"
            ),
        ),
        _example(
            "X:XX1Y.YYYX.XYXX.Y1YX:A1A2,A1B1,A2A3,A2B2,A3A4,A3B3,A4B4,B1C1,B2B3,B3B4,B3C3,B4C4,C1C2,C1D1,C3D3,C4D4,D2D3,D3D4:X0Y2",
            "force-line",
            2,
        ),
    ),
)

DESIGNER: Sequence[str] = (
    msg(
        "**Zero** designed *Pathing Dots & Boxes* as a duel for two. It was featured in Zero’s Gambit, "
        "in DM Colosseum and in The Genius Puzzler, and was awarded Best Strategy DM 2019. It is played "
        "by three sets of rules, which differ in what happens when both colours line up at once and "
        "when a wave ends on a full board."
    ),
)


def technique(puzzle: Puzzle, findings: Findings) -> str:
    """The technique that finds the answer; see `crossfall.generator.books.teaching.Teaching`."""
    return assess(puzzle, findings).technique


def key_notes(
    puzzles: Sequence[Puzzle], cards: bool, tongue: Tongue = ENGLISH
) -> Sequence[Paragraph]:
    """Nothing: these keys speak for themselves."""
    return ()


def worked(puzzle: Puzzle, findings: Findings, tongue: Tongue = ENGLISH) -> Sequence[Figure]:
    """The puzzle and its solution, one board a swap."""
    position: PathingPosition = puzzle.position
    edges = [edge for stage in solution(puzzle, findings).stages for edge in stage.swaps]
    mover = PLAYERS[position.turn]
    return (
        Figure(
            position_drawing(position, tongue=tongue),
            paragraph(tongue.say("The puzzle. {player} is to swap.", player=mover)),
        ),
        *_swaps(position, edges, tongue),
    )
