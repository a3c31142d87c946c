"""Composes positions with one strictly unique winning turn, of a chain of a given length, by SAT.

By duality on the grid every condition says that some path exists, and one path is stated for
each (`sat.encodings.witness_path`): the winner's path through its stones and the turn; for each
colour a way past it for the other, so that the position is two-clear; and for each stone of the
turn a way past the winner's stones and the other stones of the turn, so that this stone is
needed. The points that can be filled are exactly the chain but for its last stone. That no other
point could be the last stone is stated only for points that a model shows to be rivals.

The mover is Red in the clauses; for Blue the board is transposed afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random

from crossfall.solver.budget import Budget
from crossfall.solver.clear_path.board import BLUE, RED, Board, bits, board_of
from crossfall.solver.clear_path.history import line_of_play
from crossfall.solver.clear_path.rules import ClearPathPosition
from crossfall.solver.clear_path.turns import joined
from crossfall.solver.clear_path.wins import minimal_wins
from crossfall.solver.errors import BudgetError, InputError
from crossfall.solver.sat.encodings import witness_path
from crossfall.solver.sat.formula import Formula
from crossfall.solver.sat.graph import Graph, grid
from crossfall.solver.sat.search import Search, Status

HISTORY_WORK = 4_000  # turns undone to find a line of play; then the next position is tried
TRIES = 200  # positions proposed for one that is wanted


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


@dataclass(frozen=True)
class ComposedChain:
    """A position, its only winning turn in a legal order, and a line of play that leads to it."""

    position: ClearPathPosition
    series: tuple[int, ...]
    line_of_play: list[tuple[int, ...]]


def compose(wish: ChainWish, rng: Random, budget: Budget) -> Iterator[ComposedChain]:
    """Positions that meet the wish, one after another, each different from those before.

    Never ends by itself: raises BudgetError when `budget` (conflicts) runs out, when TRIES
    proposals in a row could not be traced back to the empty board, or when there are no more of
    the kind composed here (the last stone of the turn is on a point that is not surrounded);
    InputError for a wish that makes no sense.
    """
    first = rng.randrange(2)
    # On a square board what is true of one colour is true of the other.
    players = (first,) if wish.width == wish.height else (first, 1 - first)
    for player in players:
        yield from _composed(wish, player, rng, budget)
    raise BudgetError(
        "there is no more in which the last stone lies on a point that is not surrounded; "
        "others may exist"
    )


def _composed(wish: ChainWish, player: int, rng: Random, budget: Budget) -> Iterator[ComposedChain]:
    sides = (wish.width, wish.height) if player == RED else (wish.height, wish.width)
    model = _Model(replace(wish, width=sides[0], height=sides[1]))
    fruitless = 0
    with Search(model.formula, budget=budget, rng=rng) as search:
        while (status := search.solve()) is Status.SATISFIABLE:
            position, series = model.read(search)
            rivals = model.rivals(position, series)
            for rival in rivals:
                model.forbid_rival(rival)
            if rivals:
                continue
            search.shuffle()
            model.formula.add(*model.differs(position))
            try:
                found = _traced(position, series, player)
            except BudgetError:
                found = None
            fruitless = fruitless + 1 if found is None else 0
            if fruitless == TRIES:
                raise BudgetError(f"no line of play was found to {TRIES} positions in a row")
            if found is not None:
                yield found
    if status is Status.UNKNOWN:
        raise BudgetError("the search was cut off: it is unknown whether there is more")


def _traced(
    position: ClearPathPosition, series: tuple[int, ...], player: int
) -> ComposedChain | None:
    """The composed position, for Blue turned over; None if no line of play leads to it, and
    BudgetError if that is unknown."""
    if player == BLUE:
        board = position.board
        other = board_of(board.height, board.width)
        series = tuple(board.transposed(point) for point in series)
        position = ClearPathPosition(
            other, board.transposed(position.blue), board.transposed(position.red), BLUE
        )
    turn = sum(series)
    wins = minimal_wins(position.board, player, position.own, position.empty, Budget())
    if position.problems() or wins != [turn]:
        raise AssertionError("a composed position has one winning turn and no fault")
    line = line_of_play(position, Budget(work=HISTORY_WORK))
    return None if line is None else ComposedChain(position, series, line)


class _Model:
    """The clauses of a wish, and how its models are read."""

    def __init__(self, wish: ChainWish) -> None:
        if wish.stones < 1:
            raise InputError(f"a turn of {wish.stones} stones; expected at least 1")
        self.wish = wish
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

    def _left(self, v: int, number: int) -> int:
        """A literal: v is still empty after the first `number` stones of the turn."""
        earlier = [-slot[v] for slot in self.slots[:number]]
        return self.formula.all_of([self.empty[v], *earlier])

    def _core(self) -> None:
        """What is empty and not in the chain keeps two such neighbours: nothing else can be filled."""
        formula = self.formula
        core = [formula.all_of([self.empty[v], -self.chain[v]]) for v in range(len(self.graph))]
        self.core = core
        for v, near in enumerate(self.graph.neighbours):
            for left_out in range(len(near)):
                rest = [core[u] for i, u in enumerate(near) if i != left_out]
                formula.add(-core[v], *rest)
        for v, last in enumerate(self.slots[-1]):
            formula.add(-last, core[v])

    def _paths(self) -> None:
        formula, size = self.formula, range(len(self.graph))
        turn = [self._any([slot[v] for slot in self.slots]) for v in size]
        wins = [self._any([self.red[v], turn[v]]) for v in size]
        witness_path(formula, self.graph, wins, self.bottom, self.top)
        # Neither player is cut off.
        witness_path(formula, self.graph, [-r for r in self.red], self.left, self.right)
        witness_path(formula, self.graph, [-b for b in self.blue], self.bottom, self.top)
        # Without any one stone of the turn there is a way for Blue past all the others.
        for number in range(len(self.slots)):
            others = [slot for i, slot in enumerate(self.slots) if i != number]
            free = [-self._any([self.red[v], *(slot[v] for slot in others)]) for v in size]
            witness_path(formula, self.diagonal, free, self.left, self.right)

    def forbid_rival(self, vertex: int) -> None:
        """The core point `vertex` as last stone instead of the right one makes no path."""
        formula = self.formula
        free = [
            -self._any([self.red[v], self.chain[v]]) if v != vertex else -formula.all_of([])
            for v in range(len(self.graph))
        ]
        when = formula.all_of([self.core[vertex], -self.slots[-1][vertex]])
        witness_path(formula, self.diagonal, free, self.left, self.right, when)

    def _last_turn(self) -> None:
        """Some stone of Blue's has two empty neighbours: Blue's last turn ended there (ruling 6)."""
        formula = self.formula
        enders = formula.fresh(len(self.graph))
        formula.add(*enders)
        for v, near in enumerate(self.graph.neighbours):
            formula.add(-enders[v], self.blue[v])
            for left_out in range(len(near)):
                rest = [self.empty[u] for i, u in enumerate(near) if i != left_out]
                formula.add(-enders[v], *rest)

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
        """The vertices that would do as last stones too."""
        chain, last = sum(series[:-1]), series[-1]
        core = position.empty & ~chain & ~last
        rivals = sum(p for p in bits(core) if joined(self.board, RED, position.red | chain | p))
        return [v for v in range(len(self.graph)) if self.point(v) & rivals]

    def differs(self, position: ClearPathPosition) -> list[int]:
        """The clause that the stones are not all the same again."""
        clause = []
        for v in range(len(self.graph)):
            signs = ((self.red, position.red), (self.blue, position.blue))
            on = [literals[v] for literals, stones in signs if self.point(v) & stones]
            clause.append(-(on[0] if on else self.empty[v]))
        return clause
