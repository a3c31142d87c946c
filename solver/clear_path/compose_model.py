"""The clauses of composed Clear Path positions: one strictly unique winning turn of K stones.

By duality on the grid every condition says that some path exists, and one path is stated for
each (`sat.encodings.witness_path`): the winner's path through its stones and the turn; for each
colour a way past it for the other, so that the position is two-clear; and for each stone of the
turn a way past the winner's stones and the other stones of the turn, so that this stone is
needed. The points that can be filled are exactly the chain but for its last stone. That no other
point could be the last stone is stated only for points that a model shows to be rivals.

The mover is Red in the clauses; for Blue the board is transposed afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from crossfall.solver.clear_path.board import RED, Board, bits, board_of
from crossfall.solver.clear_path.rules import ClearPathPosition, images
from crossfall.solver.clear_path.turns import joined, peeled
from crossfall.solver.errors import InputError
from crossfall.solver.sat.encodings import witness_path
from crossfall.solver.sat.formula import Formula
from crossfall.solver.sat.graph import Graph, grid
from crossfall.solver.sat.search import Search


@dataclass(frozen=True)
class ChainWish:
    """What is wanted: a winning turn of `stones` on a board of width × height points.

    empty: how many points are empty, None for any number. true_chain: each stone but the last two
    is surrounded only by the one before it. elsewhere: the last stone touches no other of the turn.
    """

    width: int
    height: int
    stones: int
    empty: int | None = None
    true_chain: bool = False
    elsewhere: bool = False


class Model:
    """The clauses of a wish, and how its models are read.

    The last stone lies on a point that is not surrounded, and none of the others could be spared
    even if it need not be surrounded any more: all of them are on the path. `OtherModel` has the
    other positions with one winning turn. begins: whether the board may be empty.
    """

    def __init__(self, wish: ChainWish, begins: bool) -> None:
        if wish.stones < 1:
            raise InputError(f"a turn of {wish.stones} stones; expected at least 1")
        self.wish, self.begins = wish, begins
        self.board: Board = board_of(wish.width, wish.height)
        self.graph: Graph = grid(wish.width, wish.height)
        self.diagonal: Graph = grid(wish.width, wish.height, diagonals=True)
        self.formula = Formula()
        size = len(self.graph)
        self.red, self.blue = self.formula.fresh(size), self.formula.fresh(size)
        self.empty = self.formula.fresh(size)
        # slots[i][v]: the i-th stone of the turn goes to v; chain[v]: v is filled before the last.
        self.slots = [self.formula.fresh(size) for _ in range(wish.stones)]
        self.chain = [self._any([slot[v] for slot in self.slots[:-1]]) for v in range(size)]
        width = wish.width
        rows = range(wish.height)
        self.bottom = range(width)
        self.top = range(size - width, size)
        self.left = [row * width for row in rows]
        self.right = [row * width + width - 1 for row in rows]
        self._stones()
        self._chain()
        # filled[v]: v is empty, but not when all that can be filled is.
        self.filled = self._filled()
        self._core()
        self._paths()
        self._last_turn()

    # Stating

    def _any(self, literals: list[int]) -> int:
        return self.formula.any_of(literals)

    def _stones(self) -> None:
        formula = self.formula
        for signs in zip(self.red, self.blue, self.empty, strict=True):
            formula.add(*signs)
            for one, other in combinations(signs, 2):
                formula.add(-one, -other)
        for slot in self.slots:
            formula.exactly(slot, 1)
            for v, here in enumerate(slot):
                formula.add(-here, self.empty[v])
        for v in range(len(self.graph)):
            for one, other in combinations([slot[v] for slot in self.slots], 2):
                formula.add(-one, -other)
        if self.wish.empty is not None:
            formula.exactly(self.empty, self.wish.empty)

    def _chain(self) -> None:
        """Each stone but the last is surrounded when it is placed."""
        formula, near = self.formula, self.graph.neighbours
        for number, slot in enumerate(self.slots[:-1]):
            earlier = self.slots[:number]
            for v, here in enumerate(slot):
                for one, other in combinations(near[v], 2):
                    formula.add(
                        -here,
                        -self.empty[one],
                        -self.empty[other],
                        *(before[u] for before in earlier for u in (one, other)),
                    )
                if self.wish.true_chain and number:
                    formula.add(-here, *(self.slots[number - 1][u] for u in near[v]))
                    for u in near[v]:
                        # With the stone before it lifted, two neighbours must have been empty.
                        formula.add(
                            -here,
                            -self.slots[number - 1][u],
                            *(self._left(w, number) for w in near[v] if w != u),
                        )
        if self.wish.elsewhere:
            for v, last in enumerate(self.slots[-1]):
                for u in self.diagonal.neighbours[v]:
                    formula.add(-last, -self.chain[u])

    def _filled(self) -> list[int]:
        return self.chain

    def _left(self, v: int, number: int) -> int:
        """A literal: v is still empty after the first `number` stones of the turn."""
        earlier = [-slot[v] for slot in self.slots[:number]]
        return self.formula.all_of([self.empty[v], *earlier])

    def _core(self) -> None:
        """What is empty and not filled keeps two such neighbours: nothing else can be filled."""
        formula = self.formula
        self.core = [
            formula.all_of([self.empty[v], -self.filled[v]]) for v in range(len(self.graph))
        ]
        self._keep_two(self.core, self.core)
        for v, last in enumerate(self.slots[-1]):
            formula.add(-last, self.core[v])

    def _keep_two(self, points: list[int], among: list[int], *unless: int) -> None:
        """Each of `points` has two neighbours among others, unless one of some literals is true."""
        for v, near in enumerate(self.graph.neighbours):
            for left_out in range(max(1, len(near))):
                rest = [among[u] for i, u in enumerate(near) if i != left_out]
                self.formula.add(-points[v], *rest, *unless)

    def _paths(self) -> None:
        formula = self.formula
        witness_path(formula, self.graph, self._stones_without(), self.bottom, self.top)
        # Neither player is cut off.
        witness_path(formula, self.graph, [-r for r in self.red], self.left, self.right)
        witness_path(formula, self.graph, [-b for b in self.blue], self.bottom, self.top)
        self._needs()

    def _needs(self) -> None:
        """Without any one stone of the turn there is a way for Blue past all the others."""
        for number in range(len(self.slots)):
            self._needed(number)

    def _needed(self, number: int, when: int | None = None) -> None:
        free = [-literal for literal in self._stones_without(number)]
        witness_path(self.formula, self.diagonal, free, self.left, self.right, when)

    def _stones_without(self, number: int | None = None) -> list[int]:
        """For each vertex a literal: it has a red stone after the turn without one of its stones."""
        slots = [slot for i, slot in enumerate(self.slots) if i != number]
        size = range(len(self.graph))
        return [self._any([self.red[v], *(slot[v] for slot in slots)]) for v in size]

    def forbid_rival(self, vertex: int) -> None:
        """The core point `vertex` as last stone instead of the right one makes no path."""
        placed = self._stones_without(len(self.slots) - 1)
        self._no_path_with(vertex, placed, self.core[vertex], -self.slots[-1][vertex])

    def _no_path_with(self, vertex: int, red: list[int], *whenever: int) -> None:
        """The point `vertex` and those of `red` make no path, where all those literals are true."""
        formula = self.formula
        free = [-literal for literal in red]
        free[vertex] = -formula.all_of([])
        when = formula.all_of(whenever)
        witness_path(formula, self.diagonal, free, self.left, self.right, when)

    def _last_turn(self) -> None:
        """Some stone of Blue's has two empty neighbours: Blue's last turn ended there (ruling 6)."""
        formula = self.formula
        enders = formula.fresh(len(self.graph))
        formula.add(*enders, *([formula.all_of(self.empty)] if self.begins else ()))
        for v, ends in enumerate(enders):
            formula.add(-ends, self.blue[v])
        self._keep_two(enders, self.empty)

    # Reading

    def point(self, vertex: int) -> int:
        """The board's bit of a vertex."""
        row, column = divmod(vertex, self.wish.width)
        return self.board.at(column, row)

    def read(self, search: Search) -> tuple[ClearPathPosition, tuple[int, ...]]:
        """The position and the turn of the last model."""

        def points(literals: list[int]) -> int:
            return sum(self.point(v) for v, on in enumerate(literals) if search.value(on))

        position = ClearPathPosition(self.board, points(self.red), points(self.blue), RED)
        return position, tuple(points(slot) for slot in self.slots)

    def rivals(self, position: ClearPathPosition, series: tuple[int, ...]) -> list[int]:
        """The vertices that would do as last stones of another winning turn."""
        chain, last = sum(series[:-1]), series[-1]
        return self._closing(position, chain, position.empty & ~chain & ~last)

    def _closing(self, position: ClearPathPosition, placed: int, points: int) -> list[int]:
        """The vertices of those `points` that make a path with Red's stones and those placed."""
        stones = position.red | placed
        found = sum(point for point in bits(points) if joined(self.board, RED, stones | point))
        return [v for v in range(len(self.graph)) if self.point(v) & found]

    def exclude(self, position: ClearPathPosition) -> None:
        """Neither this position again nor one of its reflections."""
        for red, blue in set(images(self.board, position.red, position.blue)):
            signs = ((self.red, red), (self.blue, blue))
            clause = []
            for v in range(len(self.graph)):
                on = [literals[v] for literals, stones in signs if self.point(v) & stones]
                clause.append(-(on[0] if on else self.empty[v]))
            self.formula.add(*clause)


class OtherModel(Model):
    """The positions with one winning turn that `Model` leaves out, and no others.

    The last stone is surrounded too, or some stone is off the path and only opens the way for
    others. A stone need not be needed on the path if, without it, one of the others cannot be
    filled: then some of them, `stuck`, keep two empty neighbours each.

    With a surrounded last stone there may be further points that could be filled after it, if the
    game were not over. None of them may be filled sooner, without any one stone of the turn: else
    it would be part of a second winning turn.
    """

    def _filled(self) -> list[int]:
        """All stones of the turn, if the last one is surrounded too."""
        formula, near = self.formula, self.graph.neighbours
        (self.surrounded_last,) = formula.fresh(1)
        *earlier, last = self.slots
        for v, here in enumerate(last):
            for one, other in combinations(near[v], 2):
                formula.add(
                    -self.surrounded_last,
                    -here,
                    -self.empty[one],
                    -self.empty[other],
                    *(before[u] for before in earlier for u in (one, other)),
                )
        return [
            self._any([self.chain[v], formula.all_of([here, self.surrounded_last])])
            for v, here in enumerate(last)
        ]

    def _core(self) -> None:
        formula, size = self.formula, range(len(self.graph))
        self.core = [formula.all_of([self.empty[v], -self.filled[v]]) for v in size]
        self._keep_two(self.core, self.core, self.surrounded_last)
        for v, last in enumerate(self.slots[-1]):
            formula.add(-last, self.core[v], self.surrounded_last)
        # is_stuck[i]: without stone i the points stuck[i] of the turn cannot be filled.
        self.is_stuck = formula.fresh(len(self.slots))
        self.stuck = [self._stuck(*numbered) for numbered in enumerate(self.is_stuck)]
        formula.add(-self.is_stuck[-1])

    def _stuck(self, number: int, is_stuck: int) -> list[int]:
        formula, slot = self.formula, self.slots[number]
        stuck = formula.fresh(len(self.graph))
        formula.add(-is_stuck, *stuck)
        for v, literal in enumerate(stuck):
            formula.add(-literal, is_stuck)
            formula.add(-literal, self.filled[v])
            formula.add(-literal, -slot[v])
        stays = [self._any([q, c, s]) for q, c, s in zip(stuck, self.core, slot, strict=True)]
        self._keep_two(stuck, stays)
        self._keep_two(self.core, stays)
        return stuck

    def _needs(self) -> None:
        formula = self.formula
        *_, last = range(len(self.slots))
        spared = formula.fresh(last)
        for number in range(last):
            (needed,) = formula.fresh(1)
            formula.add(needed, self.is_stuck[number])
            self._needed(number, needed)
            rest = self._stones_without(number)
            witness_path(formula, self.graph, rest, self.bottom, self.top, spared[number])
        self._needed(last)
        formula.add(self.surrounded_last, *spared)

    def rivals(self, position: ClearPathPosition, series: tuple[int, ...]) -> list[int]:
        turn, empty = sum(series), position.empty
        if not series[-1] & ~self.board.core(empty):
            return super().rivals(position, series)
        found: set[int] = set()
        for stone in series:
            placed = peeled(self.board, empty, turn & ~stone)
            found.update(self._closing(position, placed, empty & ~placed & ~stone))
        return sorted(found)

    def forbid_rival(self, vertex: int) -> None:
        """The point `vertex` makes no path when one stone and those stuck without it are missing."""
        formula = self.formula
        super().forbid_rival(vertex)
        for number, slot in enumerate(self.slots[:-1]):
            others = zip(self._stones_without(number), self.stuck[number], strict=True)
            placed = [formula.all_of([stone, -stuck]) for stone, stuck in others]
            whenever = (self.surrounded_last, self.empty[vertex], -slot[vertex])
            self._no_path_with(vertex, placed, *whenever)
