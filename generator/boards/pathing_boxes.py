"""Draws Pathing Dots & Boxes: cells, edges open or filled, owned boxes; and the marks of its keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from crossfall.generator.drawing import Drawing, Label, Labels, Layer, Path, number
from crossfall.generator.tongues import ENGLISH, Tongue
from crossfall.solver.grids import bits
from crossfall.solver.pathing_boxes.board import (
    COLUMNS,
    EDGES,
    INNER_BOXES,
    INNER_EDGES,
    LINES,
    SIDE,
)
from crossfall.solver.pathing_boxes.plays import play_to
from crossfall.solver.pathing_boxes.rules import PLAYERS, PathingPosition, X, Y
from crossfall.solver.pathing_boxes.solutions import solution
from crossfall.solver.position import Findings, Puzzle

STEP = 10.0  # from one cell to the next, in board units; everything below is in the same
CELL_HALF, CELL_CORNER = 2.9, 0.7
SQUARE_HALF, SQUARE_CORNER = 2.15, 0.5  # a piece of X
DISC_RADIUS = 2.15  # a piece of Y
BOX_HALF = 2.1
NAME_OFFSET, NAME_SIZE = 5.4, 3.4
LETTER_SIZE, NUMBER_SIZE = 3.0, 3.0
COUNTER = 6.0  # the side of a counter to cut out
CAPTION_ROOM = 4.0  # under a board that is called the start
MARGIN, NAME_ROOM = 4.2, 4.0  # around the outer cells; and more where names stand
# The corner edges of the finals: room for them, where they leave a cell, where they are drawn to.
ARC_ROOM, ARC_START, ARC_ALONG, ARC_PULL = 7.6, 2.6, 6.6, 13.5
ARC_BULGE = 0.75 * ARC_PULL + 0.25 * CELL_HALF  # from the outer cells to the middle of an arc
LONG_BOX_OFFSET = (CELL_HALF + ARC_BULGE) / 2
FINALS_NAME_OFFSET = ARC_BULGE + 2.7  # names stand outside the arcs
# The blank copies, by whether the board is that of the finals: as large as a pencil needs.
MINI_SCALE, MINI_GAP = {False: 0.53, True: 0.44}, 3.5
UPRIGHT_SCALE = {False: 0.44, True: 0.42}  # of the copies under a board
REDRAWN = ("fewest-swaps", "line-now", "force-line", "only-defence")
BLANK_COPIES = 3


@dataclass(frozen=True)
class Marks:
    """What is drawn on a board beyond its position.

    swaps: edges of the answer, each with what is written beside it (the order of swaps).
    ring: a cell with a ring around it. line: cells framed as a line.
    """

    swaps: tuple[tuple[int, str], ...] = ()
    ring: int | None = None
    line: int = 0


NO_MARKS = Marks()


def position_drawing(
    position: PathingPosition,
    marks: Marks = NO_MARKS,
    copies: int = 0,
    tongue: Tongue = ENGLISH,
) -> Drawing:
    """The board of a position, with marks, and blank copies beside it.

    >>> from crossfall.solver.pathing_boxes.rules import CLASSIC
    >>> position_drawing(CLASSIC).alt
    'Pathing Dots & Boxes, X to swap. Rows from the top: YX.Y X..X Y..Y X.YX. No edge is filled.'
    """
    canvas = _Canvas(position)
    board = Drawing(
        kind="pathing_boxes",
        width=canvas.width,
        height=canvas.height,
        layers=tuple(canvas.layers(marks)),
        alt=describe(position, tongue),
        step=STEP,
    )
    if not copies:
        return board
    scale = MINI_SCALE[position.board.finals]
    size = scale * _span(position.board.finals)
    below = (board.height - size) / max(1, (copies + 1) // 2 - 1)  # from one row to the next
    left = board.width + MINI_GAP + size / 2
    places = [(left + i % 2 * (size + MINI_GAP), i // 2 * below + size / 2) for i in range(copies)]
    room = 2 * (size + MINI_GAP)
    return replace(
        board,
        width=board.width + room,
        layers=(*board.layers, *_blank_copies(position, places, scale)),
        beside=room,
        upright=_upright(position, marks, board, copies),
    )


def _upright(position: PathingPosition, marks: Marks, board: Drawing, copies: int) -> Drawing:
    """The board with its blank copies in a row under it."""
    scale = UPRIGHT_SCALE[position.board.finals]
    size = scale * _span(position.board.finals)
    row = copies * size + (copies - 1) * MINI_GAP
    width = max(board.width, row)
    left, top = (width - row + size) / 2, board.height + MINI_GAP + size / 2
    places = [(left + i * (size + MINI_GAP), top) for i in range(copies)]
    canvas = _Canvas(position, (width - board.width) / 2)
    return replace(
        board,
        width=width,
        height=board.height + MINI_GAP + size,
        layers=(*canvas.layers(marks), *_blank_copies(position, places, scale)),
        beside=width - board.width,
        below=MINI_GAP + size,
    )


@dataclass(frozen=True)
class Places:
    """Where the cells, edges and boxes of a board lie on its drawing, by their numbers."""

    cells: tuple[tuple[float, float], ...]
    edges: tuple[tuple[float, float], ...]
    boxes: tuple[tuple[float, float], ...]


def places(position: PathingPosition) -> Places:
    """Where everything lies on the drawing of a position without blank copies."""
    grid, board = _Canvas(position).grid, position.board
    return Places(
        tuple(grid.at(cell) for cell in range(SIDE * SIDE)),
        tuple(grid.middle(edge) for edge in range(board.edges)),
        tuple(grid.box(box) for box in range(len(board.boxes))),
    )


def describe(position: PathingPosition, tongue: Tongue = ENGLISH) -> str:
    """The position in words, for those who do not see the board."""
    edges = position.board.edge_list(position.filled)
    parts = [
        tongue.say("Pathing Dots & Boxes, {player} to swap", player=PLAYERS[position.turn]),
        tongue.say("Rows from the top: {rows}", rows=" ".join(position.rows())),
        tongue.say("Filled edges: {edges}", edges=edges)
        if edges
        else tongue.say("No edge is filled"),
    ]
    if any(position.score):
        parts.append(
            tongue.say("Boxes: {x} of X, {y} of Y", x=position.score[X], y=position.score[Y])
        )
    return ". ".join(parts) + "."


def draw(puzzle: Puzzle, tongue: Tongue = ENGLISH) -> tuple[Drawing, ...]:
    """What the pupil sees: the board, where it is to be redrawn with blank copies beside it."""
    copies = BLANK_COPIES if puzzle.record.task in REDRAWN else 0
    return (position_drawing(_shown(puzzle), copies=copies, tongue=tongue),)


def draw_key(puzzle: Puzzle, findings: Findings, tongue: Tongue = ENGLISH) -> tuple[Drawing, ...]:
    """The board with the numbered swaps of the answer, and a board after each turn."""
    if len(findings.answers) != 1:
        return draw(puzzle, tongue)
    told = solution(puzzle, findings)
    boards = []
    for stage in told.stages:
        alone = len(stage.swaps) == 1
        swaps = tuple(
            (edge, "" if alone else str(i)) for i, edge in enumerate(stage.swaps, start=1)
        )
        marks = Marks(swaps, stage.cell, _lines(stage.position))
        boards.append(position_drawing(stage.position, marks, tongue=tongue))
    return tuple(boards)


def counters_drawing(columns: int, rows: int, tongue: Tongue = ENGLISH) -> Drawing:
    """Counters to cut out: the upper half of the rows X's, the lower half Y's."""
    across, down = columns * COUNTER, rows * COUNTER
    cuts = [f"M0 {number(r * COUNTER)}h{number(across)}" for r in range(rows + 1)]
    cuts += [f"M{number(c * COUNTER)} 0v{number(down)}" for c in range(columns + 1)]
    layers: list[Layer] = [Path("cut", "".join(cuts))]
    for player, glyph, first, last in ((X, _square, 0, rows // 2), (Y, _disc, rows // 2, rows)):
        places = [
            ((c + 0.5) * COUNTER, (r + 0.5) * COUNTER)
            for r in range(first, last)
            for c in range(columns)
        ]
        name = PLAYERS[player]
        layers.append(Path(f"{name.lower()}-piece", "".join(glyph(x, y) for x, y in places)))
        letters = tuple(Label(x, y, name) for x, y in places)
        layers.append(Labels(f"{name.lower()}-letter", LETTER_SIZE, letters))
    return Drawing("pathing_boxes", across, down, tuple(layers), tongue.say("Counters"), STEP)


def draw_start(puzzle: Puzzle, tongue: Tongue = ENGLISH) -> tuple[Drawing, ...]:
    """Where the puzzle's line of play begins, if one is known."""
    play = play_to(puzzle)
    if play is None:
        return ()
    drawing = position_drawing(play.start, tongue=tongue)
    word = tongue.label("position", "Start")
    caption = Label(drawing.width / 2, drawing.height + CAPTION_ROOM / 2, word)
    return (
        replace(
            drawing,
            height=drawing.height + CAPTION_ROOM,
            layers=(*drawing.layers, Labels("name", NAME_SIZE, (caption,))),
            alt=tongue.say("The line of play begins here: {position}", position=drawing.alt),
        ),
    )


def _shown(puzzle: Puzzle) -> PathingPosition:
    """The position as the pupil sees it; a wave's end with its edges open again."""
    position: PathingPosition = puzzle.position
    if puzzle.task == "conversion":
        return replace(position, filled=0, owned=(0, 0))
    return position


def _lines(position: PathingPosition) -> int:
    """The cells of all lines that stand."""
    cells = 0
    for line in LINES:
        if position.x & line == line or position.y & line == line:
            cells |= line
    return cells


def _span(finals: bool) -> float:
    """The length of a grid's side with its outer cells, and with the arcs of the finals."""
    reach = ARC_BULGE + 0.5 if finals else CELL_HALF + 0.3
    return (SIDE - 1) * STEP + 2 * reach


def _blank_copies(
    position: PathingPosition, places: Sequence[tuple[float, float]], scale: float
) -> Iterator[Layer]:
    """Empty boards around these places, to redraw the position in."""
    edges, cells = [], []
    for x, y in places:
        mini = _Grid(x, y, scale)
        edges.append("".join(mini.edge(edge) for edge in range(position.board.edges)))
        cells.append("".join(mini.cell(cell) for cell in range(SIDE * SIDE)))
    yield Path("mini-edge", "".join(edges))
    yield Path("mini-cell", "".join(cells))


class _Grid:
    """Where cells and edges lie: the grid's middle and its scale."""

    def __init__(self, middle_x: float, middle_y: float, scale: float = 1.0) -> None:
        self.scale = scale
        self.left = middle_x - scale * STEP * (SIDE - 1) / 2
        self.top = middle_y - scale * STEP * (SIDE - 1) / 2

    def at(self, cell: int) -> tuple[float, float]:
        step = self.scale * STEP
        return self.left + cell % SIDE * step, self.top + cell // SIDE * step

    def cell(self, cell: int) -> str:
        x, y = self.at(cell)
        return rounded(x, y, CELL_HALF * self.scale, CELL_CORNER * self.scale)

    def edge(self, edge: int) -> str:
        """The stroke of an edge: from cell to cell, or around the side of the board."""
        if edge >= INNER_EDGES:
            return self._arc(edge)
        (x0, y0), (x1, y1) = (self.at(cell) for cell in EDGES[edge])
        half = CELL_HALF * self.scale
        dx, dy = (half, 0.0) if y0 == y1 else (0.0, half)
        return f"M{number(x0 + dx)} {number(y0 + dy)}L{number(x1 - dx)} {number(y1 - dy)}"

    def _arc(self, edge: int) -> str:
        (x0, y0), (x1, y1) = (self.at(cell) for cell in EDGES[edge])
        out_x, out_y = self.outwards(edge)
        s = self.scale
        start, half = ARC_START * s, CELL_HALF * s
        aside, pull = ARC_ALONG * s, ARC_PULL * s
        along_x, along_y = abs(out_y), abs(out_x)  # the direction from the first cell to the second
        points = [
            (x0 - along_x * start + out_x * half, y0 - along_y * start + out_y * half),
            (x0 - along_x * aside + out_x * pull, y0 - along_y * aside + out_y * pull),
            (x1 + along_x * aside + out_x * pull, y1 + along_y * aside + out_y * pull),
            (x1 + along_x * start + out_x * half, y1 + along_y * start + out_y * half),
        ]
        begin, *curve = (f"{number(x)} {number(y)}" for x, y in points)
        return f"M{begin}C{' '.join(curve)}"

    def outwards(self, edge: int) -> tuple[int, int]:
        """The direction in which a corner edge leaves the board."""
        first, second = EDGES[edge]
        if first // SIDE == second // SIDE:
            return 0, -1 if first // SIDE == 0 else 1
        return (-1 if first % SIDE == 0 else 1), 0

    def middle(self, edge: int) -> tuple[float, float]:
        """The middle of an edge's stroke."""
        (x0, y0), (x1, y1) = (self.at(cell) for cell in EDGES[edge])
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        if edge < INNER_EDGES:
            return x, y
        out_x, out_y = self.outwards(edge)
        bulge = self.scale * ARC_BULGE
        return x + out_x * bulge, y + out_y * bulge

    def box(self, box: int) -> tuple[float, float]:
        """The middle of a box; of a long one between its side and its arc."""
        if box < INNER_BOXES:
            column, row = box % (SIDE - 1), box // (SIDE - 1)
            x, y = self.at(row * SIDE + column)
            return x + self.scale * STEP / 2, y + self.scale * STEP / 2
        edge = INNER_EDGES + box - INNER_BOXES
        (x0, y0), (x1, y1) = (self.at(cell) for cell in EDGES[edge])
        out_x, out_y = self.outwards(edge)
        away = self.scale * LONG_BOX_OFFSET
        return (x0 + x1) / 2 + out_x * away, (y0 + y1) / 2 + out_y * away


class _Canvas:
    """The layers of one position's board."""

    def __init__(self, position: PathingPosition, left: float = 0.0) -> None:
        self.position = position
        around = MARGIN + (ARC_ROOM if position.board.finals else 0.0)
        before = FINALS_NAME_OFFSET + 2.4 if position.board.finals else MARGIN + NAME_ROOM
        span = (SIDE - 1) * STEP
        self.width = self.height = before + span + around
        self.grid = _Grid(left + before + span / 2, before + span / 2)

    def layers(self, marks: Marks) -> Iterator[Layer]:
        """Everything on the board, from the ground up; empty layers are left out."""
        for layer in self._layers(marks):
            if layer.d if isinstance(layer, Path) else getattr(layer, "labels", True):
                yield layer

    def _layers(self, marks: Marks) -> Iterable[Layer]:
        position, grid = self.position, self.grid
        board = position.board
        answer = {edge for edge, _ in marks.swaps}
        open_edges = [e for e in bits(board.all_filled & ~position.filled) if e not in answer]
        complete = board.complete_boxes(position.filled)
        unknown = complete & ~(position.owned[X] | position.owned[Y])
        yield Path("taken", self._boxes(unknown, lambda x, y: rounded(x, y, BOX_HALF, 0.4)))
        for player, name, hatch in ((X, "x", _rising), (Y, "y", _level)):
            yield Path(f"{name}-box", self._boxes(position.owned[player], hatch))
        yield Path("open", "".join(grid.edge(edge) for edge in open_edges))
        yield Path("filled", "".join(grid.edge(edge) for edge in bits(position.filled)))
        swaps = "".join(grid.edge(edge) for edge in sorted(answer))
        yield Path("answer", swaps)
        yield Path("answer-core", swaps)
        yield Path("cell", "".join(grid.cell(cell) for cell in range(SIDE * SIDE)))
        yield Path("x-piece", self._each(position.x, _square))
        yield Path("y-piece", self._each(position.y, _disc))
        yield self._letters("x-letter", position.x, "X")
        yield self._letters("y-letter", position.y, "Y")
        yield self._names()
        if marks.ring is not None:
            yield Path("ring", self._each(1 << marks.ring, _ring))
        yield Path("line", self._frames(marks.line))
        yield self._numbers(marks)

    def _each(self, cells: int, glyph: Callable[[float, float], str]) -> str:
        return "".join(glyph(*self.grid.at(cell)) for cell in bits(cells))

    def _boxes(self, boxes: int, glyph: Callable[[float, float], str]) -> str:
        return "".join(glyph(*self.grid.box(box)) for box in bits(boxes))

    def _letters(self, style: str, cells: int, letter: str) -> Labels:
        return Labels(
            style,
            LETTER_SIZE,
            tuple(Label(*self.grid.at(cell), letter) for cell in bits(cells)),
        )

    def _names(self) -> Labels:
        offset = FINALS_NAME_OFFSET if self.position.board.finals else NAME_OFFSET
        top, left = self.grid.top - offset, self.grid.left - offset
        columns = [Label(self.grid.at(i)[0], top, COLUMNS[i]) for i in range(SIDE)]
        rows = [Label(left, self.grid.at(SIDE * i)[1], str(i + 1)) for i in range(SIDE)]
        return Labels("name", NAME_SIZE, (*columns, *rows))

    def _numbers(self, marks: Marks) -> Labels:
        labels = []
        for edge, text in marks.swaps:
            if text:
                x, y = self.grid.middle(edge)
                across = EDGES[edge][0] // SIDE == EDGES[edge][1] // SIDE
                labels.append(Label(x if across else x + 2.0, y - 2.2 if across else y, text))
        return Labels("number", NUMBER_SIZE, tuple(labels))

    def _frames(self, cells: int) -> str:
        """A frame around each line whose cells are all in `cells`."""
        frames = []
        for line in LINES:
            if cells & line == line:
                places = [self.grid.at(cell) for cell in bits(line)]
                (x0, y0), (x1, y1) = places[0], places[-1]
                reach = CELL_HALF + 0.8
                frames.append(
                    f"M{number(x0 - reach)} {number(y0 - reach)}H{number(x1 + reach)}"
                    f"V{number(y1 + reach)}H{number(x0 - reach)}z"
                )
        return "".join(frames)


def rounded(x: float, y: float, half: float, corner: float) -> str:
    """A square with round corners around a point."""
    side, r = number(2 * (half - corner)), number(corner)
    arc = f"a{r} {r} 0 0 1 "
    return (
        f"M{number(x - half + corner)} {number(y - half)}h{side}{arc}{r} {r}v{side}{arc}-{r} {r}"
        f"h-{side}{arc}-{r}-{r}v-{side}{arc}{r}-{r}z"
    )


def _square(x: float, y: float) -> str:
    return rounded(x, y, SQUARE_HALF, SQUARE_CORNER)


def _circle(x: float, y: float, radius: float) -> str:
    r, across = number(radius), number(2 * radius)
    return f"M{number(x - radius)} {number(y)}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0-{across} 0z"


def _disc(x: float, y: float) -> str:
    return _circle(x, y, DISC_RADIUS)


def _ring(x: float, y: float) -> str:
    return _circle(x, y, CELL_HALF + 1.1)


def _rising(x: float, y: float) -> str:
    """Slanting strokes that fill a box: X's."""
    h = BOX_HALF
    pieces = []
    for c in (0.75 * h, 1.4 * h, 2 * h, 2.6 * h, 3.25 * h):
        # From the left or lower side up to the upper or right one, along x + y = c.
        low, high = max(0.0, c - 2 * h), min(2 * h, c)
        pieces.append(
            f"M{number(x - h + low)} {number(y - h + c - low)}"
            f"L{number(x - h + high)} {number(y - h + c - high)}"
        )
    return "".join(pieces)


def _level(x: float, y: float) -> str:
    """Level strokes that fill a box: Y's."""
    h = BOX_HALF
    rows: Sequence[float] = (-h, -h / 3, h / 3, h)
    return "".join(f"M{number(x - h)} {number(y + row)}h{number(2 * h)}" for row in rows)
