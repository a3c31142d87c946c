"""Draws Clear Path: a grid like a go board, edge bars, stones; and the marks of its keys."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from crossfall.generator.drawing import Dots, Drawing, Label, Labels, Layer, Path, number
from crossfall.generator.shapes import circle, cross
from crossfall.generator.tongues import ENGLISH, Tongue
from crossfall.solver.clear_path.board import BLUE, RED, bits
from crossfall.solver.clear_path.rules import ClearPathPosition, path_of
from crossfall.solver.clear_path.turns import joined
from crossfall.solver.grids import LETTERS
from crossfall.solver.position import Findings, Puzzle

STEP = 8.0  # from one point to the next, in board units; everything below is in the same
MARGIN = 6.2  # from the outer points to the inner side of the bars
BAR = 2.4  # how thick a bar is
STONE, STONE_INSIDE = 6.4, 5.4
LETTER, NUMBER = 3.4, 3.2
RING, CIRCLE, CROSS_HALF = 3.1, 2.9, 2.2
STAR = 1.2  # the grid's dots where it would be hard to count
ROOM = 1.0  # white around everything

_SETS = ("play-again", "forbidden-points")


@dataclass(frozen=True)
class Marks:
    """What is drawn on a board beyond its position; sets of points are bit masks.

    series: stones of a turn, numbered in this order. path: a path drawn through its points.
    circled: points circled. crossed: points crossed out.
    """

    series: tuple[int, ...] = ()
    path: int = 0
    circled: int = 0
    crossed: int = 0


NO_MARKS = Marks()


def position_drawing(
    position: ClearPathPosition, marks: Marks = NO_MARKS, tongue: Tongue = ENGLISH
) -> Drawing:
    """The board of a position, with marks.

    >>> position_drawing(ClearPathPosition.empty_board(5, 4)).alt
    'Clear Path, 5 by 4 points, no stones, red to move.'
    """
    canvas = _Canvas(position, tongue)
    return Drawing(
        kind="clear_path",
        width=canvas.width,
        height=canvas.height,
        layers=tuple(layer for layer in canvas.layers(marks) if not _is_empty(layer)),
        alt=describe(position, tongue),
        step=STEP,
    )


def place_of(position: ClearPathPosition, point: int) -> tuple[float, float]:
    """Where a point lies on the drawing of a position."""
    return _Canvas(position, ENGLISH).at(point)


def stones_drawing(columns: int = 13, rows: int = 16, tongue: Tongue = ENGLISH) -> Drawing:
    """Stones to cut out: the upper half Red's, the lower half Blue's."""
    spots = [((x + 0.5) * STEP, (y + 0.5) * STEP) for y in range(rows) for x in range(columns)]
    red, blue = spots[: len(spots) // 2], spots[len(spots) // 2 :]
    letters = stone_letters(tongue)
    return Drawing(
        kind="clear_path",
        width=columns * STEP,
        height=rows * STEP,
        layers=(
            Dots("stone-0", STONE, tuple(red)),
            Dots("stone-1", STONE, tuple(blue)),
            Dots("stone-1-inside", STONE_INSIDE, tuple(blue)),
            Labels("letter-0", LETTER, tuple(Label(x, y, letters[RED]) for x, y in red)),
            Labels("letter-1", LETTER, tuple(Label(x, y, letters[BLUE]) for x, y in blue)),
        ),
        alt=tongue.say("Stones to cut out, red and blue."),
        step=STEP,
    )


def stone_letters(tongue: Tongue = ENGLISH) -> tuple[str, str]:
    """The letters that tell stones apart without their colours, Red's and Blue's."""
    return tongue.label("on a red stone", "R"), tongue.label("on a blue stone", "B")


def describe(position: ClearPathPosition, tongue: Tongue = ENGLISH) -> str:
    """The position in words, for those who do not see the board."""
    board = position.board
    parts = [
        tongue.say("Clear Path, {width} by {height} points", width=board.width, height=board.height)
    ]
    red, blue = (" ".join(board.names(stones)) for stones in (position.red, position.blue))
    if red:
        parts.append(tongue.say("red: {points}", points=red))
    if blue:
        parts.append(tongue.say("blue: {points}", points=blue))
    if not red and not blue:
        parts.append(tongue.say("no stones"))
    if position.turn == RED:
        parts.append(tongue.say("red to move"))
    else:
        parts.append(tongue.say("blue to move"))
    return ", ".join(parts) + "."


def draw(puzzle: Puzzle, tongue: Tongue = ENGLISH) -> tuple[Drawing, ...]:
    """What the pupil sees."""
    return (position_drawing(puzzle.position, tongue=tongue),)


def draw_key(puzzle: Puzzle, findings: Findings, tongue: Tongue = ENGLISH) -> tuple[Drawing, ...]:
    """The board with the answer: sets marked as the question asks, a turn's stones numbered in
    order and, where they win, the path that they complete."""
    position: ClearPathPosition = puzzle.position
    if len(findings.answers) != 1:
        return draw(puzzle, tongue)
    names = findings.answers[0].strings[0].split()
    points = tuple(position.board.point(name) for name in names)
    if puzzle.task in _SETS:
        mask = sum(points)
        marks = Marks(circled=mask) if puzzle.task == "play-again" else Marks(crossed=mask)
        return (position_drawing(position, marks, tongue),)
    stones = position.own | sum(points)
    wins = joined(position.board, position.turn, stones)
    path = sum(path_of(position.board, position.turn, stones)) if wins else 0
    return (position_drawing(position, Marks(series=points, path=path), tongue),)


def _is_empty(layer: Layer) -> bool:
    match layer:
        case Path(d=what) | Dots(points=what) | Labels(labels=what):
            return not what


class _Canvas:
    """The layers of one position's board."""

    def __init__(self, position: ClearPathPosition, tongue: Tongue) -> None:
        self.letters = stone_letters(tongue)
        self.position, self.board = position, position.board
        self.name_size = 3.6 if max(self.board.width, self.board.height) < 10 else 4.2
        names = self.name_size * (1.7 if self.board.height > 9 else 1.2)
        self.left = ROOM + names + BAR + MARGIN
        self.top = ROOM + BAR + MARGIN
        across, down = (self.board.width - 1) * STEP, (self.board.height - 1) * STEP
        self.right, self.bottom = self.left + across, self.top + down
        self.width = self.right + MARGIN + BAR + ROOM
        self.height = self.bottom + MARGIN + BAR + 1.4 * self.name_size + ROOM

    def at(self, point: int) -> tuple[float, float]:
        x, y = self.board.place(point)
        return self.left + x * STEP, self.bottom - y * STEP

    def layers(self, marks: Marks) -> Iterable[Layer]:
        """Everything on the board, from the ground up."""
        position, board = self.position, self.board
        yield Path("bar-0", self._bars(RED))
        yield Path("bar-1", self._bars(BLUE))
        yield Path("bar-0-pattern", self._stripes())
        yield Dots("bar-1-pattern", 0.9, self._bar_dots())
        yield Path("grid", self._grid())
        yield Dots("point", STAR, self._points(position.empty))
        yield Path("path", self._path(marks.path))
        yield Dots("stone-0", STONE, self._points(position.red))
        yield Dots("stone-1", STONE, self._points(position.blue))
        yield Dots("stone-1-inside", STONE_INSIDE, self._points(position.blue))
        yield Labels("letter-0", LETTER, self._letters(position.red, self.letters[RED]))
        yield Labels("letter-1", LETTER, self._letters(position.blue, self.letters[BLUE]))
        new = sum(marks.series)
        yield Dots("new-stone", STONE, self._points(new))
        yield Path(f"new-rim-{position.turn}", self._each(circle(RING), new))
        yield Labels(
            "number",
            NUMBER,
            tuple(Label(*self.at(p), str(i)) for i, p in enumerate(marks.series, start=1)),
        )
        yield Path("circled", self._each(circle(CIRCLE), marks.circled))
        yield Path("crossed", self._each(_CROSS, marks.crossed))
        foot = self.bottom + MARGIN + BAR + 0.9 * self.name_size
        side = self.left - MARGIN - BAR - self.name_size * (0.9 if board.height > 9 else 0.7)
        letters = (Label(self.left + x * STEP, foot, LETTERS[x]) for x in range(board.width))
        figures = (Label(side, self.bottom - y * STEP, str(y + 1)) for y in range(board.height))
        yield Labels("name", self.name_size, (*letters, *figures))

    def _points(self, mask: int) -> tuple[tuple[float, float], ...]:
        return tuple(self.at(point) for point in bits(mask))

    def _letters(self, mask: int, letter: str) -> tuple[Label, ...]:
        return tuple(Label(x, y, letter) for x, y in self._points(mask))

    def _each(self, glyph: str, mask: int) -> str:
        """The path of a glyph (relative, from its point) at each point of `mask`."""
        return "".join(f"M{number(x)} {number(y)}{glyph}" for x, y in self._points(mask))

    def _grid(self) -> str:
        """The lines; each runs on to the bars, so that a single row has lines too."""
        out = MARGIN - 2.2
        rows = (
            f"M{number(self.left - out)} {number(self.top + i * STEP)}H{number(self.right + out)}"
            for i in range(self.board.height)
        )
        columns = (
            f"M{number(self.left + i * STEP)} {number(self.top - out)}V{number(self.bottom + out)}"
            for i in range(self.board.width)
        )
        return "".join((*rows, *columns))

    def _bars(self, player: int) -> str:
        """The two bars of a player, with slanting ends: a corner belongs to both its edges."""
        near, far = MARGIN, MARGIN + BAR
        inner = (self.left - near, self.top - near, self.right + near, self.bottom + near)
        outer = (self.left - far, self.top - far, self.right + far, self.bottom + far)
        (a, b, c, d), (e, f, g, h) = inner, outer
        if player == RED:
            corners = [((a, b), (c, b), (g, f), (e, f)), ((a, d), (c, d), (g, h), (e, h))]
        else:
            corners = [((a, b), (a, d), (e, h), (e, f)), ((c, b), (c, d), (g, h), (g, f))]
        return "".join(
            "M" + "L".join(f"{number(x)} {number(y)}" for x, y in shape) + "z" for shape in corners
        )

    def _stripes(self) -> str:
        """Slanting stripes along Red's bars."""
        inset, slant = 0.55, BAR - 1.1
        pieces = []
        for y in (self.top - MARGIN - inset, self.bottom + MARGIN + BAR - inset):
            x = self.left - MARGIN + 1.0
            while x + slant < self.right + MARGIN - 0.5:
                pieces.append(f"M{number(x)} {number(y)}l{number(slant)} {number(-slant)}")
                x += 2.4
        return "".join(pieces)

    def _bar_dots(self) -> tuple[tuple[float, float], ...]:
        """Dots along Blue's bars."""
        dots = []
        for x in (self.left - MARGIN - BAR / 2, self.right + MARGIN + BAR / 2):
            y = self.top - MARGIN + 1.2
            while y < self.bottom + MARGIN - 0.8:
                dots.append((x, y))
                y += 2.4
        return tuple(dots)

    def _path(self, mask: int) -> str:
        """Strokes between neighbours on a path, and out to the bars at its ends."""
        board = self.board
        pieces = []
        for point in bits(mask):
            x, y = self.at(point)
            if mask & (point << 1) & board.full:
                pieces.append(f"M{number(x)} {number(y)}v{number(-STEP)}")
            if mask & (point << board.stride) & board.full:
                pieces.append(f"M{number(x)} {number(y)}h{number(STEP)}")
        start, goal = board.sides[self.position.turn]
        step = "v{}" if self.position.turn == RED else "h{}"
        ends = ((start, MARGIN), (goal, -MARGIN))
        if self.position.turn == BLUE:
            ends = ((start, -MARGIN), (goal, MARGIN))
        for side, length in ends:
            for point in bits(mask & side):
                x, y = self.at(point)
                pieces.append(f"M{number(x)} {number(y)}{step.format(number(length))}")
        return "".join(pieces)


_CROSS = cross(CROSS_HALF)
