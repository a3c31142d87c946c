"""Pathing Dots & Boxes by hand: swap by the rules, or set pieces, edges and owners freely."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from crossfall.generator.bench.desks import OF_THE_WAY, Spot, State, Table, Tool, kept_fields
from crossfall.generator.boards.pathing_boxes import (
    CELL_HALF,
    STEP,
    Marks,
    places,
    position_drawing,
)
from crossfall.generator.players import pathing_boxes as player
from crossfall.solver.errors import InputError
from crossfall.solver.pathing_boxes.board import CELL_NAMES, EDGE_NAMES, LINES, cell_number
from crossfall.solver.pathing_boxes.drawing import score_text
from crossfall.solver.pathing_boxes.notation import read_line, write_line
from crossfall.solver.pathing_boxes.rules import (
    PLAYERS,
    PathingPosition,
    X,
    Y,
    owner_of,
)
from crossfall.solver.pathing_boxes.tempting import GREEDY_BOX, THREE_IN_A_ROW
from crossfall.solver.position import Puzzle
from crossfall.solver.records import Record

SWAP, FILL, PIECE, OWNER, TURN = "swap", "fill", "piece", "owner", "turn"
TOOLS = (
    Tool(
        SWAP,
        "Swap by the rules",
        "Press an edge: its two cells change places and the edge is filled.",
        ("edge", "cell"),
    ),
    Tool(PIECE, "Set pieces", "Press a cell: empty, X, Y in turn.", ("cell",)),
    Tool(FILL, "Fill edges", "Press an edge: filled or open, nothing is swapped.", ("edge",)),
    Tool(OWNER, "Set owners", "Press a closed box: X's or Y's.", ("box",)),
)
SIZES = ("waves", "original", "dm5", "waves-finals", "original-finals", "dm5-finals")
TAGS = (GREEDY_BOX, THREE_IN_A_ROW)
_CLASSIC = "X:YX1Y.X2X.Y2Y.X1YX::X0Y0"


def wish(size: str) -> dict[str, Any]:
    rules, dash, _ = size.strip().lower().partition("-finals")
    return {"rules": rules, **({"finals": True} if dash else {})}


def empty(options: Mapping[str, Any]) -> str:
    """The classic start under the rules asked for, or with `clear` bare cells."""
    rules = str(options.get("size") or SIZES[0]).strip().lower()
    cells = "X:4.4.4.4::X0Y0" if options.get("clear") else _CLASSIC
    read_line(f"{rules}:{cells}")
    return f"pathing-boxes:{rules}:{cells}"


def position_of(state: State, board: int = 0) -> PathingPosition:
    """The position of a state, its owners included."""
    given = read_line(state.part(board))
    assert given.drawn is not None
    x, y = given.drawn.cells
    filled = sum(1 << edge for edge in given.filled or ())
    owned = [0, 0]
    for box, owner in enumerate(state.owners[: len(given.board.boxes)]):
        if owner in "xy":
            owned["xy".index(owner)] |= 1 << box
    return PathingPosition(
        x,
        y,
        filled,
        given.to_move or X,
        given.score or (0, 0),
        (owned[X], owned[Y]),
        given.last,
        given.rules,
        given.board,
    )


def _owners(position: PathingPosition) -> str:
    letters = ""
    for box in range(len(position.board.boxes)):
        owner = owner_of(position, box)
        letters += "." if owner is None else "xy"[owner]
    return letters.rstrip(".")


def with_position(state: State, position: PathingPosition, board: int = 0) -> State:
    """The state with another position; what its file said of the way there holds no more."""
    if position.is_wave_over():
        position = replace(position, turn=position.wave_loser())
    fields = {key: value for key, value in state.fields.items() if key not in OF_THE_WAY}
    return state.with_line(board, write_line(position), owners=_owners(position), fields=fields)


def state_of(puzzle: Puzzle) -> State:
    position: PathingPosition = puzzle.position
    return State(
        "pathing-boxes",
        puzzle.task,
        (write_line(position),),
        owners=_owners(position),
        fields=kept_fields(puzzle.record),
    )


def record(state: State) -> Record:
    position = position_of(state)
    told = player.record(position)
    fields = {**told.fields, "task": state.task}
    if state.task == "conversion" and not position.is_wave_over():
        fields["last"] = PLAYERS[position.turn if position.last is None else position.last]
    return Record({**fields, **state.fields})


def act(state: State, board: int, tool: str, spot: str) -> tuple[State, str]:
    position = position_of(state, board)
    if tool == TURN:
        turned = replace(position, turn=1 - position.turn)
        told = f"{PLAYERS[turned.turn]} is to swap now."
        return with_position(state, turned, board), told
    if tool == SWAP:
        if position.winner() is not None:
            raise InputError("the game is over: a line stands")
        if position.is_wave_over() and "-" in spot:
            loser = PLAYERS[position.wave_loser()]
            raise InputError(f"the wave is over: {loser} presses the cell to be changed")
        if not position.is_wave_over() and "-" not in spot:
            raise InputError("press an edge between two cells to swap them")
        after, told = player.play(position, player.read_move(position, spot))
        return with_position(state, after, board), told
    if tool == PIECE:
        changed, told = _piece(position, cell_number(spot))
    elif tool == FILL:
        changed, told = _fill(position, position.board.edge_number(spot))
    else:
        changed, told = _owner(position, spot)
    return with_position(state, changed, board), told


def _piece(position: PathingPosition, cell: int) -> tuple[PathingPosition, str]:
    bit = 1 << cell
    x, y = position.x & ~bit, position.y & ~bit
    content = position.contents(cell)
    if content == ".":
        x |= bit
    elif content == "X":
        y |= bit
    changed = replace(position, x=x, y=y)
    holds = changed.contents(cell)
    return changed, f"{CELL_NAMES[cell]} {'is empty' if holds == '.' else f'holds {holds}'}."


def _fill(position: PathingPosition, edge: int) -> tuple[PathingPosition, str]:
    """An edge filled or opened; boxes that close are the mover's, those that open nobody's."""
    filled = position.filled ^ 1 << edge
    complete = position.board.complete_boxes(filled)
    owned = [boxes & complete for boxes in position.owned]
    closed = complete & ~position.board.complete_boxes(position.filled)
    owned[position.turn] |= closed
    changed = _scored(replace(position, filled=filled), (owned[X], owned[Y]))
    told = f"{EDGE_NAMES[edge]} is {'filled' if filled >> edge & 1 else 'open'}."
    if closed:
        told += f" The box closed is {PLAYERS[position.turn]}'s."
    return changed, told


def _owner(position: PathingPosition, spot: str) -> tuple[PathingPosition, str]:
    number = spot.removeprefix("box ")
    box = int(number) - 1 if number.isdigit() else -1
    if not 0 <= box < len(position.board.boxes):
        raise InputError(f"no box {spot[:20]!r} on this board")
    bit = 1 << box
    if not position.board.complete_boxes(position.filled) & bit:
        raise InputError(f"{spot} is not closed: fill its four edges first")
    owner = Y if owner_of(position, box) == X else X
    owned = [boxes & ~bit for boxes in position.owned]
    owned[owner] |= bit
    return _scored(position, (owned[X], owned[Y])), f"{spot} is {PLAYERS[owner]}'s."


def _scored(position: PathingPosition, owned: tuple[int, int]) -> PathingPosition:
    score = owned[X].bit_count(), owned[Y].bit_count()
    return replace(position, owned=owned, score=score)


def of_play(position: PathingPosition) -> State:
    task = "conversion" if position.is_wave_over() else "force-line"
    begun = State("pathing-boxes", task, ("",))
    return with_position(begun, position)


def move_text(position: PathingPosition, move: int | player.Convert) -> str:
    return CELL_NAMES[move.cell] if isinstance(move, player.Convert) else EDGE_NAMES[move]


def table(state: State, board: int) -> Table:
    position = position_of(state, board)
    winner = position.winner()
    if winner is not None:
        to_move = f"{PLAYERS[winner]} has a line: the game is over."
    elif position.is_wave_over():
        loser = position.wave_loser()
        to_move = (
            f"The wave is over, {score_text(position.score)}: {PLAYERS[loser]} changes a cell."
        )
    else:
        to_move = f"{PLAYERS[position.turn]} to swap. {score_text(position.score)}."
    lines = 0
    for line in LINES:
        if position.x & line == line or position.y & line == line:
            lines |= line
    drawing = position_drawing(position, Marks(line=lines))
    now = ("cell",) if position.is_wave_over() else ("edge",)
    return Table(drawing, _spots(position), to_move, now, winner is not None)


def _spots(position: PathingPosition) -> tuple[Spot, ...]:
    where = places(position)
    spots = []
    for cell, (x, y) in enumerate(where.cells):
        content = position.contents(cell)
        name, words = CELL_NAMES[cell], "empty" if content == "." else content
        mark = "empty" if content == "." else content.lower()
        spots.append(Spot(name, "cell", x, y, 2 * CELL_HALF, mark, f"{name}, {words}"))
    for edge in position.board.by_name:
        x, y = where.edges[edge]
        mark = "filled" if position.filled >> edge & 1 else "open"
        name = EDGE_NAMES[edge]
        spots.append(Spot(name, "edge", x, y, STEP * 0.55, mark, f"{name}, {mark}"))
    complete = position.board.complete_boxes(position.filled)
    for box, (x, y) in enumerate(where.boxes):
        owner = owner_of(position, box)
        mark, words = "none", "not closed"
        if complete >> box & 1:
            mark = "closed" if owner is None else "xy"[owner]
            words = "closed" if owner is None else f"{PLAYERS[owner]}'s"
        spots.append(
            Spot(f"box {box + 1}", "box", x, y, STEP * 0.5, mark, f"box {box + 1}, {words}")
        )
    return tuple(spots)
