"""What an author can wish of a Roadworks position, and that wish in clauses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from crossfall.solver.errors import Faults, InputError, counted, nearest
from crossfall.solver.grids import bits
from crossfall.solver.roadworks.clauses import graph_of, hangs, live_set, mask_from
from crossfall.solver.roadworks.rules import Board
from crossfall.solver.sat.formula import Formula
from crossfall.solver.sat.graph import Graph
from crossfall.solver.sat.search import Search

LEAST_BLOCK = 4  # crossings of the smallest block that is more than one street

# The marks of a mask. FREE says nothing about its crossing.
FREE = "."
MARKS = {"o": "live", "#": "closed", "~": "fallen", "?": "gone"}


def symmetries(board: Board) -> dict[str, tuple[int, ...]]:
    """The symmetries that can be wished for by name: for each the image of every crossing.

    Those that move A and B are symmetries of the picture, not of the game.
    """
    columns, rows = board.width + 1, board.height + 1

    def images(turned: Mapping[tuple[int, int], tuple[int, int]]) -> tuple[int, ...]:
        return tuple(
            x * rows + y for x, y in (turned[divmod(c, rows)] for c in range(columns * rows))
        )

    places = [(x, y) for x in range(columns) for y in range(rows)]
    named = {
        "half-turn": images({(x, y): (columns - 1 - x, rows - 1 - y) for x, y in places}),
        "left-right": images({(x, y): (columns - 1 - x, y) for x, y in places}),
        "top-bottom": images({(x, y): (x, rows - 1 - y) for x, y in places}),
    }
    if columns == rows:
        named["diagonal"] = images({(x, y): (y, x) for x, y in places})
        named["antidiagonal"] = images({(x, y): (rows - 1 - y, columns - 1 - x) for x, y in places})
        named["quarter-turn"] = images({(x, y): (y, columns - 1 - x) for x, y in places})
    return named


@dataclass(frozen=True)
class Wish:
    """A wish for a position; every part may be left out.

    live, closed, fallen, gone: masks of crossings that must be so (gone: closed or fallen).
    closures: least and most number of fences.
    open: least and most number of live crossings, A and B among them.
    symmetry: a name from `symmetries`, of the live crossings and of the fences.
    blocks: how many crossings the blocks have, in any order, those aside that are one street;
        () is a single path from A to B.
    """

    live: int = 0
    closed: int = 0
    fallen: int = 0
    gone: int = 0
    closures: tuple[int, int] | None = None
    open: tuple[int, int] | None = None
    symmetry: str | None = None
    blocks: tuple[int, ...] | None = None

    @property
    def names_fences(self) -> bool:
        """Whether the wish is about fences, and not about live crossings alone."""
        return bool(self.closed or self.fallen or self.closures or self.symmetry)


def read_mask(
    text: str, size: tuple[int, int] | None = None
) -> tuple[tuple[int, int], dict[str, int]]:
    """Size and masks of a drawn wish: rows from the top, `/` or line ends between; labels may be
    there or not. InputError for what cannot be read.

    >>> read_mask("..B/.#./A..")
    ((2, 2), {'live': 257, 'closed': 16, 'fallen': 0, 'gone': 0})
    """
    lines = [line.split() for line in text.replace("/", "\n").splitlines() if line.strip()]
    if lines and all(len(word) == 1 and word.isalpha() for word in lines[-1]):
        letters = "".join(lines[-1]).lower()
        if len(lines) > 1 and "abcdefghijklmnopqrstuvwxyz".startswith(letters) and len(letters) > 1:
            lines.pop()
    rows = [
        [m for word in (ws[1:] if ws[0].isdigit() else ws) for m in word.lower()] for ws in lines
    ]
    if len({len(row) for row in rows}) != 1 or len(rows) < 2 or len(rows[0]) < 2:
        raise InputError("the mask is no rectangle of 2 to 26 rows and columns")
    found = (len(rows[0]) - 1, len(rows) - 1)
    faults = Faults()
    masks = dict.fromkeys(MARKS.values(), 0)
    ends = {"a": (0, 0), "b": found}
    for y, row in enumerate(reversed(rows)):
        for x, mark in enumerate(row):
            crossing = x * len(rows) + y
            if mark in ends and ends[mark] == (x, y):
                mark = "o"
            if mark in MARKS:
                masks[MARKS[mark]] |= 1 << crossing
            elif mark != FREE:
                faults.add(
                    f"mask row {y + 1}: unknown mark {mark!r}; expected o live, # closed, "
                    f"~ fallen, ? closed or fallen, {FREE} free (A and B in their corners)"
                )
    faults.check()
    if size is not None and size != found:
        raise InputError(
            f"the mask is of {found[0]}x{found[1]} blocks; expected {size[0]}x{size[1]}"
        )
    return found, masks


class WishClauses:
    """A wish in clauses: `live`, and where the wish names fences also `fences`, by crossing.

    Some of what is wished is stated lazily; `refusal` gives what a model breaks. Raises InputError
    for a wish that contradicts the board by itself.
    """

    def __init__(self, board: Board, wish: Wish) -> None:
        self.board, self.wish = board, wish
        self.formula = Formula()
        self.graph = graph_of(board)
        self.live = live_set(self.formula, board)
        self.fences: list[int] | None = None
        self._inner: list[int] | None = None
        for crossing in bits(wish.live):
            self.formula.add(self.live[crossing])
        for crossing in bits(wish.closed | wish.fallen | wish.gone):
            self.formula.add(-self.live[crossing])
        if wish.open is not None:
            self.formula.at_least(self.live, wish.open[0])
            self.formula.at_most(self.live, wish.open[1])
        if wish.names_fences:
            self.fences = self._state_fences()
        if wish.symmetry is not None:
            self._state_symmetry(wish.symmetry)
        if wish.blocks is not None:
            self._inner = _state_blocks(
                self.formula, self.graph, self.live, board.ends, wish.blocks
            )

    def _state_fences(self) -> list[int]:
        formula, wish = self.formula, self.wish
        fences = formula.fresh(len(self.graph))
        fallen = [
            formula.all_of([-live, -fence]) for live, fence in zip(self.live, fences, strict=True)
        ]
        for live, fence in zip(self.live, fences, strict=True):
            formula.add(-live, -fence)
        hangs(formula, self.graph, dict(enumerate(fallen)), dict(enumerate(self.live)))
        for crossing in bits(wish.closed):
            formula.add(fences[crossing])
        for crossing in bits(wish.fallen):
            formula.add(fallen[crossing])
        if wish.closures is not None:
            formula.at_least(fences, wish.closures[0])
            formula.at_most(fences, wish.closures[1])
        return fences

    def _state_symmetry(self, name: str) -> None:
        known = symmetries(self.board)
        if name not in known:
            what = f"unknown symmetry {name!r} of a {self.board.size} board"
            raise InputError(f"{what}; {nearest(name, known)}")
        for literals in (self.live, self.fences or ()):
            for crossing, literal in enumerate(literals):
                self.formula.add(-literal, literals[known[name][crossing]])

    def refusal(self, search: Search) -> list[list[int]]:
        """Clauses of the wish that the model of `search` breaks; none if it meets the wish."""
        if self._inner is None:
            return []
        live = mask_from(search, self.live)
        grid = self.board.grid
        clauses = []
        for _, near, _ in grid.chain(live, 0, self.board.b)[1:]:
            if search.value(self._inner[near]):
                reached = grid.flood(1, live & ~(1 << near))
                wall = grid.around(reached) & ~live
                beyond = grid.flood(1 << self.board.b, grid.full & ~wall & ~(1 << near))
                wall &= grid.around(beyond)
                clauses.append([-self._inner[near], *(self.live[c] for c in bits(wall))])
        return clauses


def _state_blocks(
    formula: Formula, graph: Graph, live: Sequence[int], ends: int, sizes: Sequence[int]
) -> list[int]:
    """Demand that the live set is a row of blocks of these sizes and streets between them; for each
    crossing a literal: it lies inside a block, where nothing may be a cut vertex.

    A block has two terminals; from its other crossings streets lead to crossings of the block only.
    A terminal is A or B, or lies in two blocks, or one street leads on from it. Crossings in no
    block have two streets. That no crossing inside a block is a cut vertex is not stated here.
    """
    if any(size < LEAST_BLOCK for size in sizes):
        raise InputError(
            f"a block of {counted(min(sizes), 'crossing')}; the smallest that is no street has {LEAST_BLOCK}"
        )
    count = len(graph)
    inside = [formula.fresh(count) for _ in sizes]
    terminal = [formula.fresh(count) for _ in sizes]
    for size, members, last in zip(sizes, inside, terminal, strict=True):
        formula.exactly(members, size)
        formula.exactly(last, 2)
        for v in range(count):
            formula.add(-last[v], members[v])
            formula.add(-members[v], live[v])
            for u in graph.neighbours[v]:
                formula.add(-members[v], last[v], -live[u], members[u])
    inner = []
    for v, near in enumerate(graph.neighbours):
        blocks = [members[v] for members in inside]
        in_some = formula.any_of(blocks)
        in_two = formula.any_of(
            [formula.all_of([one, two]) for one, two in combinations(blocks, 2)]
        )
        for three in combinations(blocks, 3):
            formula.add(*(-literal for literal in three))
        for i, j in combinations(range(len(sizes)), 2):
            formula.add(-inside[i][v], -inside[j][v], terminal[i][v])
            formula.add(-inside[i][v], -inside[j][v], terminal[j][v])
        if ends >> v & 1:
            formula.add(-in_two)
            for members, last in zip(inside, terminal, strict=True):
                formula.add(-members[v], last[v])
        most_on = 1 if ends >> v & 1 else 2
        for some in combinations(near, most_on + 1):
            formula.add(-live[v], in_some, *(-live[u] for u in some))
        leads_on = []
        for u in near:
            together = [formula.all_of([members[u], members[v]]) for members in inside]
            leads_on.append(formula.all_of([live[u], -formula.any_of(together)]))
        for out in leads_on:
            formula.add(-in_two, -out)
            if ends >> v & 1:
                formula.add(-in_some, -out)
        for one, two in combinations(leads_on, 2):
            formula.add(-in_some, -one, -two)
        inner.append(formula.all_of([in_some, *(-last[v] for last in terminal)]))
    return inner
