"""Draws Roadworks: city blocks, streets, crossings, fences; and the marks of its keys."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from crossfall.generator.boards.roadworks_fences import BARRIER, PICKETS
from crossfall.generator.drawing import Dots, Drawing, Label, Labels, Layer, Path, number
from crossfall.generator.shapes import circle, cross, hatch, rounded_from_corner
from crossfall.generator.tongues import ENGLISH, Tongue
from crossfall.solver.grids import LETTERS, bits, mask_of
from crossfall.solver.position import Findings, Puzzle
from crossfall.solver.roadworks.cards import Card, example_of
from crossfall.solver.roadworks.game import positions_of
from crossfall.solver.roadworks.rules import Position, board, replay

STEP = 10.0  # from one crossing to the next, in board units; everything below is in the same
AROUND_FRAMED = 1.8  # more room, so that a frame touches nothing
PLACE_SIZE = 5.6  # of a board's number among several
RIGHT, TOP = 4.6, 4.6  # room around the crossings; left and below it depends on the names
BLOCK, BLOCK_ROUND = 6.2, 2.4  # side, and width of the stroke that rounds its corners
STREET_HALF = 0.55
FADE_FROM, FADE = 1.4, 5.4  # a street into a gone crossing runs out between these distances
CROSSING, CROSSING_INSIDE = 3.4, 2.3
GONE = 5.0
FALLEN_RADIUS = 1.9
SIGN_HALF, SIGN_CORNER = 3.1, 1.0
RING_RADIUS, CIRCLE_RADIUS, LAST_RADIUS = 3.4, 3.0, 4.4
CROSS_HALF = 2.4
SIGN_SIZE, NUMBER_SIZE = 5.0, 4.2


@dataclass(frozen=True)
class Marks:
    """What is drawn on a board beyond its position; sets of crossings are bit masks.

    ring: crossings with a ring around them (the answer).
    crossed: crossings crossed out (what falls, what is forbidden).
    circled: crossings circled as a pupil would (cut crossings).
    last: a crossing that has just been closed; what falls with it has not fallen yet.
    faint: open crossings drawn pale, to let the rest stand out.
    numbers: a number at some crossings (the order of play).
    shade: sets of crossings whose streets are shaded, in turn (the row of blocks).
    chosen: the whole board is framed (the answer among several boards). place: its number among
    these, written over it; all of them leave room for a frame.
    """

    ring: int = 0
    crossed: int = 0
    circled: int = 0
    last: int | None = None
    faint: int = 0
    numbers: tuple[tuple[int, int], ...] = ()
    shade: tuple[int, ...] = ()
    chosen: bool = False
    place: int = 0


NO_MARKS = Marks()


def position_drawing(
    position: Position, marks: Marks = NO_MARKS, tongue: Tongue = ENGLISH
) -> Drawing:
    """The board of a position, with marks; where the fences are unknown, gone crossings are black.

    >>> from crossfall.solver.roadworks.rules import board, start
    >>> position_drawing(start(board(4, 3))).alt
    'Roadworks, 4 by 3 blocks, all crossings open.'
    """
    canvas = _Canvas(position, among=bool(marks.place))
    return Drawing(
        kind="roadworks",
        width=canvas.width,
        height=canvas.height,
        layers=tuple(canvas.layers(marks)),
        alt=describe(position, tongue),
        step=STEP,
        numbered=bool(marks.place),
    )


def place_of(position: Position, crossing: int) -> tuple[float, float]:
    """Where a crossing lies on the drawing of a position."""
    canvas = _Canvas(position)
    return canvas.x(crossing), canvas.y(crossing)


def block_drawing(
    position: Position,
    block: tuple[int, int, int],
    name: str,
    frame: tuple[int, int],
    tongue: Tongue = ENGLISH,
) -> Drawing:
    """One block alone, cut out of its board and laid wide: its two ends black, its name under it.

    block: its crossings as a mask, then its two ends, as in `Position.blocks`. frame: the drawing
    has room for so many blocks wide and high, so that all of a set are printed to one scale.
    """
    mask, near, far = block
    rows = position.board.height + 1
    columns_of, rows_of = [c // rows for c in bits(mask)], [c % rows for c in bits(mask)]
    left, low = min(columns_of), min(rows_of)
    wide, high = max(columns_of) - left, max(rows_of) - low
    turned = high > wide
    small = board(max(wide, high), min(wide, high)) if turned else board(wide, high)

    def moved(crossing: int) -> int:
        column, row = crossing // rows - left, crossing % rows - low
        if turned:
            column, row = row, column
        return column * (small.height + 1) + row

    canvas = _Canvas(Position(small, mask_of(moved(crossing) for crossing in bits(mask))))
    canvas.left = RIGHT + (frame[0] - small.width) * STEP / 2
    canvas.top = TOP + (frame[1] - small.height) * STEP / 2
    canvas.width = 2 * RIGHT + frame[0] * STEP
    canvas.height = TOP + frame[1] * STEP + 11.0
    return Drawing(
        kind="roadworks",
        width=canvas.width,
        height=canvas.height,
        layers=tuple(canvas.block_layers(moved(near), moved(far), name)),
        alt=tongue.say("Block {name}", name=name),
        step=STEP,
    )


def card_drawing(card: Card, name: str, tongue: Tongue = ENGLISH) -> Drawing:
    """The example of a card, as `block_drawing` draws it; all cards are printed to one scale."""
    return block_drawing(*example_of(card), name, (4, 2), tongue)


def counters_drawing(
    width: float, height: float, side: float = 17.0, tongue: Tongue = ENGLISH
) -> Drawing:
    """Counters to cut out: fences of both players and fallen crossings, in squares."""
    columns, rows = int(width // side), int(height // side)
    left, scale = (width - columns * side) / 2, side / 12.0
    cuts = [f"M{number(left)} {number(r * side)}h{number(columns * side)}" for r in range(rows + 1)]
    cuts += [f"M{number(left + c * side)} 0v{number(rows * side)}" for c in range(columns + 1)]
    glyphs = {"fence-0": BARRIER, "fence-1": PICKETS, "fallen-rim": circle(FALLEN_RADIUS)}
    thirds = (rows // 3, 2 * (rows // 3), rows)
    layers: list[Layer] = [Path("cut", "".join(cuts))]
    first = 0
    for (style, glyph), last in zip(glyphs.items(), thirds, strict=True):
        shapes = [
            f"M{number((left + (c + 0.5) * side) / scale)} {number((r + 0.5) * side / scale)}{glyph}"
            for r in range(first, last)
            for c in range(columns)
        ]
        layers.append(Path(style, "".join(shapes)))
        if style == "fallen-rim":
            layers.append(
                Path(
                    "fallen-hatch", "".join(s.replace(glyph, hatch(FALLEN_RADIUS)) for s in shapes)
                )
            )
        first = last
    # Everything is drawn in the fences' own units, the cutting lines too.
    layers[0] = Path("cut", _scaled(cuts, 1 / scale))
    alt = tongue.say("Counters")
    return Drawing("roadworks", width / scale, height / scale, tuple(layers), alt, 12.0)


def _scaled(pieces: Iterable[str], factor: float) -> str:
    return "".join(
        re.sub(r"-?[\d.]+", lambda found: number(float(found[0]) * factor), piece)
        for piece in pieces
    )


def describe(position: Position, tongue: Tongue = ENGLISH) -> str:
    """The position in words, for those who do not see the board."""
    board = position.board
    parts = [
        tongue.say("Roadworks, {width} by {height} blocks", width=board.width, height=board.height)
    ]

    def named(mask: int) -> str:
        return " ".join(board.names(mask))

    gone = board.full & ~position.open
    if not gone:
        parts.append(tongue.say("all crossings open"))
    elif position.closures is None:
        parts.append(tongue.say("closed or fallen: {names}", names=named(gone)))
    else:
        first, second = (mask_of(position.closures[player::2]) for player in (0, 1))
        if first:
            parts.append(tongue.say("closed by the first player: {names}", names=named(first)))
        if second:
            parts.append(tongue.say("closed by the second player: {names}", names=named(second)))
        if position.fallen:
            parts.append(tongue.say("fallen: {names}", names=named(position.fallen)))
    return ", ".join(parts) + "."


def draw(puzzle: Puzzle, tongue: Tongue = ENGLISH) -> tuple[Drawing, ...]:
    """What the pupil sees: one board, for `lost-board` one for each of its boards."""
    if puzzle.task == "what-falls":
        before, last = _before_the_fall(puzzle.position)
        return (position_drawing(before, Marks(last=last), tongue),)
    return tuple(position_drawing(position, tongue=tongue) for position in positions_of(puzzle))


def draw_key(puzzle: Puzzle, findings: Findings, tongue: Tongue = ENGLISH) -> tuple[Drawing, ...]:
    """The boards of `draw` with the answer drawn in.

    A crossing to close bears a ring, what then falls is crossed out; a set is marked as the
    question asks.
    """
    positions = positions_of(puzzle)
    if not findings.answers:
        return draw(puzzle, tongue)
    first = positions[0]
    point = first.board.grid.point
    answer = mask_of(
        crossing
        for string in findings.answers[0].strings
        for crossing in map(point, string.replace(":", " ").split())
        if crossing is not None
    )
    match puzzle.task:
        case "winning-move" | "great-fall":
            falls = first.falls(next(bits(answer)))
            marks = Marks(ring=answer, crossed=falls & ~answer)
        case "what-falls":
            before, last = _before_the_fall(first)
            return (position_drawing(before, Marks(last=last, crossed=answer), tongue),)
        case "cut-crossings":
            marks = Marks(circled=answer)
        case "fewest-fences":
            marks = Marks(ring=answer)
        case "lost-board":
            lost = {int(string) for string in findings.answers[0].strings}
            return tuple(
                position_drawing(position, Marks(chosen=i in lost, place=i), tongue)
                for i, position in enumerate(positions, start=1)
            )
        case _:
            marks = NO_MARKS
    return (position_drawing(first, marks, tongue),)


def _before_the_fall(position: Position) -> tuple[Position, int]:
    """The position just after its last closure, before anything fell, and that closure."""
    *earlier, last = position.closures or ()
    before = replay(position.board, earlier)
    standing = Position(
        position.board, before.open & ~(1 << last), (*(before.closures or ()), last)
    )
    return standing, last


class _Canvas:
    """The layers of one position's board."""

    def __init__(self, position: Position, among: bool = False) -> None:
        around, over = (AROUND_FRAMED, PLACE_SIZE + 1.0) if among else (0.0, 0.0)
        self.position = position
        self.board = position.board
        self.rows = self.board.height + 1
        self.live = position.open
        # Names stay readable on big boards, whose streets are printed short.
        self.name_size = 4.0 if max(self.board.width, self.board.height) < 8 else 5.0
        self.left = around + (9.0 if self.rows < 10 else 10.5)
        self.top = around + over + TOP
        self.width = self.left + self.board.width * STEP + RIGHT + around
        self.height = self.top + self.board.height * STEP + 4.8 + self.name_size + around
        self.neighbours = self.board.grid.neighbours

    def x(self, crossing: int) -> float:
        return self.left + crossing // self.rows * STEP

    def y(self, crossing: int) -> float:
        return self.top + (self.board.height - crossing % self.rows) * STEP

    def layers(self, marks: Marks) -> Iterable[Layer]:
        """Everything on the board, from the ground up; empty layers are left out."""
        for layer in self._layers(marks):
            match layer:
                case Path(d=what) | Dots(points=what) | Labels(labels=what):
                    if what:
                        yield layer

    def _layers(self, marks: Marks) -> Iterable[Layer]:
        position, board = self.position, self.board
        live = self.live & ~marks.faint
        gone = board.full & ~self.live
        yield Path("block", self._blocks())
        for turn, shaded in enumerate(marks.shade):
            yield Path(f"shade-{turn % 2}", self._streets(shaded))
        yield Path("fading", self._fading_streets())
        yield Path("faint-street", self._streets(self.live, touching=marks.faint))
        yield Path("street", self._streets(live))
        inner = board.full & ~board.ends
        yield Dots("faint-rim", CROSSING, self._points(marks.faint & inner))
        yield Dots("rim", CROSSING, self._points(live & inner))
        yield Dots("crossing", CROSSING_INSIDE, self._points(self.live & inner & ~marks.ring))
        yield Dots("chosen", CROSSING_INSIDE, self._points(self.live & inner & marks.ring))
        if position.closures is None:
            yield Dots("gone", GONE, self._points(gone & ~marks.ring))
            yield Dots("gone-fence", GONE, self._points(gone & marks.ring))
        else:
            yield Path("fallen-rim", self._each(circle(FALLEN_RADIUS), position.fallen))
            yield Path("fallen-hatch", self._each(hatch(FALLEN_RADIUS), position.fallen))
            for player, (style, glyph) in enumerate((("fence-0", BARRIER), ("fence-1", PICKETS))):
                yield Path(style, self._each(glyph, mask_of(position.closures[player::2])))
        yield Path("sign", self._each(_SIGN, board.ends))
        yield self._sign_letters()
        yield self._names()
        yield Path("ring", self._each(circle(RING_RADIUS), marks.ring))
        yield Path("circled", self._each(circle(CIRCLE_RADIUS), marks.circled))
        yield Path("crossed", self._each(_CROSS, marks.crossed))
        if marks.last is not None:
            yield Path("last", self._each(circle(LAST_RADIUS), 1 << marks.last))
        if marks.chosen:
            yield Path("frame", self._frame())
        if marks.place:
            middle = self.left + self.board.width * STEP / 2
            over = Label(middle, AROUND_FRAMED + PLACE_SIZE / 2, str(marks.place))
            yield Labels("number", PLACE_SIZE, (over,))
        yield Labels(
            "number",
            NUMBER_SIZE,
            tuple(
                Label(self.x(c) + 3.9, self._beside(c), str(value)) for c, value in marks.numbers
            ),
        )

    def block_layers(self, near: int, far: int, name: str) -> Iterable[Layer]:
        """The layers of a block alone."""
        ends = 1 << near | 1 << far
        yield Path("street", self._streets(self.live))
        yield Dots("rim", CROSSING, self._points(self.live & ~ends))
        yield Dots("crossing", CROSSING_INSIDE, self._points(self.live & ~ends))
        yield Dots("gone", GONE, self._points(ends))
        yield Labels("name", 5.0, (Label(self.width / 2, self.height - 3.0, name),))

    def _points(self, mask: int) -> tuple[tuple[float, float], ...]:
        return tuple((self.x(crossing), self.y(crossing)) for crossing in bits(mask))

    def _each(self, glyph: str, mask: int) -> str:
        """The path of a glyph (relative, from its crossing) at each crossing of `mask`."""
        return "".join(
            f"M{number(self.x(crossing))} {number(self.y(crossing))}{glyph}"
            for crossing in bits(mask)
        )

    def _blocks(self) -> str:
        """Squares whose corners are rounded by the thick stroke around them."""
        corner, side = (STEP - BLOCK + BLOCK_ROUND) / 2, number(BLOCK - BLOCK_ROUND)
        shape = f"m{number(corner)} {number(-corner)}h{side}v-{side}h-{side}z"
        below_left = mask_of(
            column * self.rows + row
            for column in range(self.board.width)
            for row in range(self.board.height)
        )
        return self._each(shape, below_left)

    def _streets(self, open_: int, touching: int | None = None) -> str:
        """The streets between crossings of `open_`, those in one line drawn as one stroke.

        touching: only streets with an end in this set.
        """

        def is_street(one: int, other: int) -> bool:
            ends = 1 << one | 1 << other
            return open_ & ends == ends and (touching is None or bool(touching & ends))

        columns, rows = self.board.width + 1, self.rows
        along = [range(column * rows, (column + 1) * rows) for column in range(columns)]
        across = [range(row, columns * rows, rows) for row in range(rows)]
        return "".join(self._strokes(line, is_street) for line in (*along, *across))

    def _strokes(self, line: range, is_street: Callable[[int, int], bool]) -> str:
        pieces = []
        begin = line[0]
        for here, there in zip(line, [*line[1:], None], strict=True):
            if there is not None and is_street(here, there):
                continue
            if begin != here:
                pieces.append(
                    f"M{number(self.x(begin))} {number(self.y(begin))}"
                    f"L{number(self.x(here))} {number(self.y(here))}"
                )
            if there is not None:
                begin = there
        return "".join(pieces)

    def _fading_streets(self) -> str:
        """From each live crossing towards each gone neighbour a street that runs out."""
        gone = self.board.full & ~self.live
        pieces = []
        for crossing in bits(self.live):
            x, y = self.x(crossing), self.y(crossing)
            for other in bits(self.neighbours[crossing] & gone):
                dx, dy = (self.x(other) - x) / STEP, (self.y(other) - y) / STEP
                base_x, base_y = x + dx * FADE_FROM, y + dy * FADE_FROM
                pieces.append(
                    f"M{number(base_x - dy * STREET_HALF)} {number(base_y + dx * STREET_HALF)}"
                    f"L{number(x + dx * FADE)} {number(y + dy * FADE)}"
                    f"L{number(base_x + dy * STREET_HALF)} {number(base_y - dx * STREET_HALF)}z"
                )
        return "".join(pieces)

    def _beside(self, crossing: int) -> float:
        """The height of a number beside a fence: above it, in the top row below."""
        away = 5.3
        is_top = crossing % self.rows == self.board.height
        return self.y(crossing) + (away if is_top else -away)

    def _frame(self) -> str:
        return "M.6 .6" + rounded_from_corner(self.width - 1.2, self.height - 1.2, 2)

    def _sign_letters(self) -> Labels:
        b = self.board.b
        return Labels(
            "sign-letter",
            SIGN_SIZE,
            (Label(self.x(0), self.y(0), "A"), Label(self.x(b), self.y(b), "B")),
        )

    def _names(self) -> Labels:
        foot = self.top + self.board.height * STEP + 4.4 + self.name_size / 2
        letters = (
            Label(self.x(c * self.rows), foot, LETTERS[c]) for c in range(self.board.width + 1)
        )
        figures = (Label(self.left - 6.7, self.y(r), str(r + 1)) for r in range(self.rows))
        return Labels("name", self.name_size, (*letters, *figures))


_SIGN = f"m{number(-SIGN_HALF)} {number(-SIGN_HALF)}" + rounded_from_corner(
    2 * SIGN_HALF, 2 * SIGN_HALF, SIGN_CORNER
)
_CROSS = cross(CROSS_HALF)
