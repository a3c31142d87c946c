"""The two boards of Pathing Dots & Boxes: cells, edges, boxes, lines and their symmetries.

Cells, edges and boxes are numbered, and sets of them are bit masks. The edges and boxes of the
normal board keep their numbers on the finals board, which adds four of each at the end.
"""

from __future__ import annotations

from dataclasses import dataclass

from crossfall.solver.errors import InputError
from crossfall.solver.grids import bits

SIDE = 4
CELLS = SIDE * SIDE
ALL_CELLS = (1 << CELLS) - 1
COLUMNS = "ABCD"
INNER_EDGES = 24
INNER_BOXES = 9


def cell(column: int, row: int) -> int:
    """The number of a cell; columns and rows count from 0, rows from the top."""
    return row * SIDE + column


def _name_order(number: int) -> tuple[int, int]:
    """Cells sort by column, then row."""
    return number % SIDE, number // SIDE


CELL_NAMES: tuple[str, ...] = tuple(
    f"{COLUMNS[number % SIDE]}{number // SIDE + 1}" for number in range(CELLS)
)
_CELL_NUMBERS = {name: number for number, name in enumerate(CELL_NAMES)}
CELLS_BY_NAME: tuple[int, ...] = tuple(sorted(range(CELLS), key=_name_order))


def cell_number(name: str) -> int:
    """The cell called `name` (any case); InputError if there is none.

    >>> cell_number("b1"), CELL_NAMES[1]
    (1, 'B1')
    """
    number = _CELL_NUMBERS.get(name.strip().upper())
    if number is None:
        raise InputError(f"no cell {name.strip()} on this board; expected A1 to D4")
    return number


def _inner_edges() -> list[tuple[int, int]]:
    right = [(cell(c, r), cell(c + 1, r)) for c in range(SIDE - 1) for r in range(SIDE)]
    down = [(cell(c, r), cell(c, r + 1)) for c in range(SIDE) for r in range(SIDE - 1)]
    return sorted(right + down, key=_edge_order)


def _edge_order(edge: tuple[int, int]) -> tuple[tuple[int, int], tuple[int, int]]:
    return _name_order(edge[0]), _name_order(edge[1])


def _long_edges() -> list[tuple[int, int]]:
    last = SIDE - 1
    top_left, top_right, bottom_left, bottom_right = (
        cell(0, 0),
        cell(last, 0),
        cell(0, last),
        cell(last, last),
    )
    pairs = [
        (top_left, bottom_left),
        (top_left, top_right),
        (bottom_left, bottom_right),
        (top_right, bottom_right),
    ]
    return sorted(pairs, key=_edge_order)


EDGES: tuple[tuple[int, int], ...] = (*_inner_edges(), *_long_edges())
EDGE_NAMES: tuple[str, ...] = tuple(f"{CELL_NAMES[a]}-{CELL_NAMES[b]}" for a, b in EDGES)
_EDGE_NUMBERS = {edge: number for number, edge in enumerate(EDGES)}
LINES: tuple[int, ...] = tuple(
    [sum(1 << cell(c, r) for c in range(SIDE)) for r in range(SIDE)]
    + [sum(1 << cell(c, r) for r in range(SIDE)) for c in range(SIDE)]
)


def edge_between(first: int, second: int) -> int | None:
    """The edge (of the finals board) that joins two cells, in either order, or None."""
    return _EDGE_NUMBERS.get((first, second), _EDGE_NUMBERS.get((second, first)))


def _small_box(column: int, row: int) -> int:
    corners = (cell(column, row), cell(column + 1, row), cell(column, row + 1))
    far = cell(column + 1, row + 1)
    sides = [(corners[0], corners[1]), (corners[0], corners[2]), (corners[1], far)]
    return sum(1 << _EDGE_NUMBERS[side] for side in [*sides, (corners[2], far)])


def _long_box(long_edge: int) -> int:
    """One long edge and the three edges of its side."""
    ends = EDGES[long_edge]
    line = next(line for line in LINES if all(line >> end & 1 for end in ends))
    return sum(
        1 << number
        for number, (a, b) in enumerate(EDGES)
        if (line >> a & 1 and line >> b & 1) and (number < INNER_EDGES or number == long_edge)
    )


BOXES: tuple[int, ...] = tuple(
    [_small_box(c, r) for r in range(SIDE - 1) for c in range(SIDE - 1)]
    + [_long_box(number) for number in range(INNER_EDGES, len(EDGES))]
)


@dataclass(frozen=True)
class Board:
    """One of the two boards.

    finals: whether the four long edges between the corners are there.
    edges: how many edges; they are numbered 0 to edges - 1.
    by_name: the edges in the order of their names (columns, then rows).
    all_filled: the mask of all edges.
    boxes: for each box the mask of its four edges.
    edge_boxes: for each edge the boxes it bounds.
    """

    finals: bool
    edges: int
    by_name: tuple[int, ...]
    all_filled: int
    boxes: tuple[int, ...]
    edge_boxes: tuple[tuple[int, ...], ...]

    def __repr__(self) -> str:
        return "FINALS" if self.finals else "NORMAL"

    def edge_number(self, name: str) -> int:
        """The edge called `name`, such as `A1-B1`, ends in either order, dash optional.

        >>> EDGE_NAMES[NORMAL.edge_number("b1a1")]
        'A1-B1'
        """
        word = name.strip().upper().replace("-", "")
        if len(word) != 4:
            raise InputError(
                f"no edge {name.strip()[:20]}; expected two neighbouring cells like A1-B1"
            )
        first, second = cell_number(word[:2]), cell_number(word[2:])
        number = edge_between(first, second)
        if number is None:
            raise InputError(f"no edge {name.strip()}: the two cells are not neighbours")
        if number >= self.edges:
            raise InputError(f"no edge {name.strip()}: only the finals board has it")
        return number

    def sorted_edges(self, mask: int) -> list[int]:
        """The edges in a mask in the order of their names."""
        return [number for number in self.by_name if mask >> number & 1]

    def edge_list(self, mask: int) -> str:
        """The edges in a mask as names with blanks between.

        >>> FINALS.edge_list(1 << 26 | 1)
        'A1-A2 A4-D4'
        """
        return " ".join(EDGE_NAMES[number] for number in self.sorted_edges(mask))

    def complete_boxes(self, filled: int) -> int:
        """The boxes whose four edges are all filled, as a mask."""
        return sum(1 << b for b, edges in enumerate(self.boxes) if filled & edges == edges)

    def boxes_closed_by(self, edge: int, filled: int) -> int:
        """The boxes (0, 1 or 2, as a mask) that filling `edge` completes."""
        after = filled | 1 << edge
        closed = 0
        for box in self.edge_boxes[edge]:
            if after & self.boxes[box] == self.boxes[box]:
                closed |= 1 << box
        return closed


def _board(finals: bool) -> Board:
    edges = len(EDGES) if finals else INNER_EDGES
    boxes = BOXES if finals else BOXES[:INNER_BOXES]
    return Board(
        finals=finals,
        edges=edges,
        by_name=tuple(sorted(range(edges), key=lambda number: _edge_order(EDGES[number]))),
        all_filled=(1 << edges) - 1,
        boxes=boxes,
        edge_boxes=tuple(
            tuple(b for b, mask in enumerate(boxes) if mask >> number & 1)
            for number in range(edges)
        ),
    )


NORMAL = _board(finals=False)
FINALS = _board(finals=True)


def board(finals: bool) -> Board:
    """The finals board or the normal one."""
    return FINALS if finals else NORMAL


def _cell_symmetries() -> list[tuple[int, ...]]:
    """The eight symmetries of the square: where each cell goes."""
    last = SIDE - 1
    images = []
    for flip in (False, True):
        places = [divmod(number, SIDE) for number in range(CELLS)]  # row, column
        if flip:
            places = [(row, last - column) for row, column in places]
        for _ in range(4):
            places = [(column, last - row) for row, column in places]  # a quarter turn
            images.append(tuple(cell(column, row) for row, column in places))
    return images


@dataclass(frozen=True)
class Symmetry:
    """One of the eight symmetries: where each cell and each edge goes."""

    cells: tuple[int, ...]
    edges: tuple[int, ...]

    def map_cells(self, mask: int) -> int:
        """The mask of the images of some cells."""
        return _map(self.cells, mask)

    def map_edges(self, mask: int) -> int:
        """The mask of the images of some edges."""
        return _map(self.edges, mask)


def _map(places: tuple[int, ...], mask: int) -> int:
    return sum(1 << places[number] for number in bits(mask))


def _symmetry(cells: tuple[int, ...]) -> Symmetry:
    edges = []
    for a, b in EDGES:
        number = edge_between(cells[a], cells[b])
        assert number is not None
        edges.append(number)
    return Symmetry(cells, tuple(edges))


SYMMETRIES: tuple[Symmetry, ...] = tuple(_symmetry(cells) for cells in _cell_symmetries())
