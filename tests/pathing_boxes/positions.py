"""Positions for the tests of Pathing: real play at random, and the audit's view of a position."""

import random

from crossfall.solver.audit.pathing_boxes_play import State, edge
from crossfall.solver.pathing_boxes.board import CELL_NAMES, EDGES, board
from crossfall.solver.pathing_boxes.rules import (
    CLASSIC,
    RULES,
    PathingPosition,
    from_rows,
    replay,
)


def position(
    rows: str,
    filled: str = "",
    to_move: str = "X",
    score: tuple[int, int] = (0, 0),
    rules: str = "waves",
    finals: bool = False,
) -> PathingPosition:
    """A position from cells with blanks between rows and a list of filled edges."""
    x, y = from_rows(rows.split())
    the_board = board(finals)
    edges = 0
    for name in filled.split():
        edges |= 1 << the_board.edge_number(name)
    return PathingPosition(
        x, y, edges, "XY".index(to_move), score, rules=RULES[rules], board=the_board
    )


def swaps(start: PathingPosition, names: str) -> PathingPosition:
    """The position after the named swaps."""
    return replay(start, [start.board.edge_number(name) for name in names.split()])


def random_start(rng: random.Random, rules: str, finals: bool) -> PathingPosition:
    """A start without a line: the classic one, or pieces at random."""
    turn = rng.randrange(2)
    if rng.random() < 0.3:
        return PathingPosition(
            CLASSIC.x, CLASSIC.y, turn=turn, rules=RULES[rules], board=board(finals)
        )
    while True:
        cells = list(range(16))
        rng.shuffle(cells)
        own, other = rng.randint(4, 8), rng.randint(4, 8)
        x = sum(1 << cell for cell in cells[:own])
        y = sum(1 << cell for cell in cells[own : own + other])
        start = PathingPosition(x, y, turn=turn, rules=RULES[rules], board=board(finals))
        if start.winner() is None:
            return start


def random_position(
    rng: random.Random, rules: str, finals: bool, open_edges: int
) -> tuple[PathingPosition, PathingPosition, list[int]]:
    """A position of real play with so many open edges; its start and the swaps that led there."""
    while True:
        start = here = random_start(rng, rules, finals)
        played: list[int] = []
        while here.board.edges - here.filled.bit_count() > open_edges:
            quiet = [e for e in here.moves() if here.play(e).winner() is None]
            if not quiet:
                break
            played.append(rng.choice(quiet))
            here = here.play(played[-1])
        else:
            return here, start, played


def audit_state(here: PathingPosition) -> State:
    """The same position as the audit sees it."""
    cells = tuple(sorted((CELL_NAMES[cell], here.contents(cell)) for cell in range(16)))
    filled = frozenset(
        edge(CELL_NAMES[a], CELL_NAMES[b])
        for number, (a, b) in enumerate(EDGES)
        if here.filled >> number & 1
    )
    return State(here.rules.name, here.board.finals, cells, filled, "XY"[here.turn])
