"""Pathing Dots & Boxes taught in a book: rules in pictures, boxes before lines, threats, two turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crossfall.generator.boards.pathing_boxes import Marks, position_drawing
from crossfall.generator.books.teaching import Figure, Figures, Heading, Technique, Told
from crossfall.generator.tongues import ENGLISH
from crossfall.generator.words import Paragraph, paragraph
from crossfall.generator.words.pathing_boxes import rules as sheet_rules
from crossfall.solver.pathing_boxes.board import CELL_NAMES, EDGES, LINES
from crossfall.solver.pathing_boxes.rules import CLASSIC, PLAYERS, PathingPosition
from crossfall.solver.pathing_boxes.solutions import solution
from crossfall.solver.pathing_boxes.techniques import assess
from crossfall.solver.position import Findings, Puzzle
from crossfall.solver.records import Record, record_from_line

_OPENING = ("A1-B1", "A1-A2", "B1-B2", "A2-B2")


def rules(puzzles: Sequence[Puzzle]) -> Sequence[Told]:
    """The rules in pictures; see `crossfall.generator.books.teaching.Teaching`."""
    told: list[Told] = [
        Heading("Two games on one board"),
        paragraph(
            "X and Y share a board of 16 cells: columns A to D from the left, rows 1 to 4 from the "
            "top. A cell holds a piece of X, a piece of Y, or nothing. Neighbouring cells are joined "
            "by *edges*. While the pieces fight for a line, the edges are a game of dots and boxes."
        ),
        Heading("Your turn"),
        paragraph(
            "Choose an open edge, **swap what its two cells hold, and fill the edge**. A filled edge "
            "is used up. Equal pieces may be swapped, and empty cells too: only the edge matters then."
        ),
        Heading("Four in a line"),
        paragraph(
            "**Four of one colour in a full row or column end the game at once:** that colour wins, "
            "whoever made the swap. Diagonals do not count."
        ),
        Heading("Boxes"),
        paragraph(
            "Four edges around the middle of four cells make a *box*. **Whoever fills the last edge "
            "of a box owns it and swaps once more**: once, even for two boxes at a time. A *turn* is "
            "everything one player swaps in a row."
        ),
        Heading("A game, swap by swap"),
        Figures(
            (
                Figure(
                    position_drawing(CLASSIC),
                    paragraph("One of the starts. X begins here. Dotted edges are open."),
                ),
                *_swaps(CLASSIC, [CLASSIC.board.edge_number(name) for name in _OPENING]),
            )
        ),
        Heading("When the wave is over"),
    ]
    # What differs between the rule sets is told as the puzzles' sheets tell it.
    told += sheet_rules(puzzles).paragraphs[3:]
    return told


def _swaps(position: PathingPosition, edges: Sequence[int]) -> Iterator[Figure]:
    """Swaps played one after the other, one board a swap."""
    for edge in edges:
        first, second = EDGES[edge]
        one, other = position.contents(first), position.contents(second)
        mover = PLAYERS[position.turn]
        after = position.play(edge)
        told = [f"{mover} swaps {CELL_NAMES[first]}-{CELL_NAMES[second]}: {_pieces(one, other)}."]
        closed = sum(after.score) - sum(position.score)
        winner = after.winner()
        if winner is not None:
            told.append(f"**Four {PLAYERS[winner]} in a line.**")
        elif closed:
            boxes = "a box" if closed == 1 else "two boxes"
            told.append(f"That closes {boxes}, and {mover} swaps again.")
        line = _line(after) if winner is not None else 0
        drawing = position_drawing(after, Marks(line=line))
        yield Figure(drawing, paragraph(" ".join(told)))
        position = after


def _line(position: PathingPosition) -> int:
    cells = 0
    for line in LINES:
        if line & position.x == line or line & position.y == line:
            cells |= line
    return cells


def _pieces(one: str, other: str) -> str:
    named = [what if what in PLAYERS else "an empty cell" for what in (one, other)]
    if named[0] == named[1]:
        return "two empty cells" if named[0] not in PLAYERS else f"two pieces of {named[0]}"
    return ENGLISH.listed(named)


def _example(line: str, task: str, turns: int | None = None) -> Record:
    return record_from_line(f"pathing-boxes:waves:{line}").with_fields(task=task, turns=turns)


TECHNIQUES: Sequence[Technique] = (
    Technique(
        ("P1",),
        "One swap",
        (
            paragraph(
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
        "A box, then the line",
        (
            paragraph(
                "Whoever closes a box swaps again. So a line may be two swaps away and still be yours "
                "this turn: **first a swap that closes a box, then the one that makes the line.**"
            ),
            paragraph(
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
        "Chains of boxes",
        (
            paragraph(
                "A swap that closes a box often prepares the next one. **Go on as long as boxes "
                "close:** each gives one swap more. Two boxes at once still give only one."
            ),
            paragraph(
                "Draw the board anew after each swap, in the empty copies beside it. It is the cells "
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
        "Stop the threat",
        (
            paragraph(
                "First play the other side: which swaps make its line on its next turn? Then look for "
                "the one swap that stops them all."
            ),
            paragraph(
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
        "Two turns ahead",
        (
            paragraph(
                "Find a swap after which your line cannot be stopped. A threat is strong when it needs "
                "one swap only; it is stronger when there are two of them, on different edges."
            ),
            paragraph(
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

DESIGNER: Sequence[Paragraph] = (
    paragraph(
        "**Zero** designed *Pathing Dots & Boxes* as a duel for two. It was featured in Zero’s Gambit, "
        "in DM Colosseum and in The Genius Puzzler, and was awarded Best Strategy DM 2019. It is played "
        "by three sets of rules, which differ in what happens when both colours line up at once and "
        "when a wave ends on a full board."
    ),
)


def technique(puzzle: Puzzle, findings: Findings) -> str:
    """The technique that finds the answer; see `crossfall.generator.books.teaching.Teaching`."""
    return assess(puzzle, findings).technique


def key_notes(puzzles: Sequence[Puzzle], cards: bool) -> Sequence[Paragraph]:
    """Nothing: these keys speak for themselves."""
    return ()


def worked(puzzle: Puzzle, findings: Findings) -> Sequence[Figure]:
    """The puzzle and its solution, one board a swap."""
    position: PathingPosition = puzzle.position
    edges = [edge for stage in solution(puzzle, findings).stages for edge in stage.swaps]
    mover = PLAYERS[position.turn]
    return (
        Figure(position_drawing(position), paragraph(f"The puzzle. {mover} is to swap.")),
        *_swaps(position, edges),
    )
