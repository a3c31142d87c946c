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
from crossfall.generator.tongues import ENGLISH, Tongue, msg, msg_in
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
        msg("Swap by the rules"),
        msg("Press an edge: its two cells change places and the edge is filled."),
        ("edge", "cell"),
    ),
    Tool(PIECE, msg("Set pieces"), msg("Press a cell: empty, X, Y in turn."), ("cell",)),
    Tool(
        FILL,
        msg("Fill edges"),
        msg("Press an edge: filled or open, nothing is swapped."),
        ("edge",),
    ),
    Tool(OWNER, msg("Set owners"), msg("Press a closed box: X's or Y's."), ("box",)),
)
SIZES = ("waves", "original", "dm5", "waves-finals", "original-finals", "dm5-finals")
LEVELS: Mapping[str, int] = {}
TAGS = (GREEDY_BOX, THREE_IN_A_ROW)
# What pages call its tasks and tags.
TITLES: Mapping[str, str] = {
    "fewest-swaps": msg_in("task", "Fewest swaps"),
    "line-now": msg_in("task", "Line now"),
    "force-line": msg_in("task", "Force the line"),
    "only-defence": msg_in("task", "The only defence"),
    "conversion": msg_in("task", "Conversion"),
    "greedy-box": msg_in("tag", "taking a box"),
    "three-in-a-row": msg_in("tag", "three in a row"),
}
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


def act(
    state: State, board: int, tool: str, spot: str, tongue: Tongue = ENGLISH
) -> tuple[State, str]:
    position = position_of(state, board)
    if tool == TURN:
        turned = replace(position, turn=1 - position.turn)
        told = tongue.say("{player} is to swap now.", player=PLAYERS[turned.turn])
        return with_position(state, turned, board), told
    if tool == SWAP:
        if position.winner() is not None:
            raise InputError("the game is over: a line stands")
        if position.is_wave_over() and "-" in spot:
            loser = PLAYERS[position.wave_loser()]
            raise InputError(f"the wave is over: {loser} presses the cell to be changed")
        if not position.is_wave_over() and "-" not in spot:
            raise InputError("press an edge between two cells to swap them")
        move = player.read_move(position, spot)
        after, _ = player.play(position, move)
        return with_position(state, after, board), _move_told(position, move, after, tongue)
    if tool == PIECE:
        changed, told = _piece(position, cell_number(spot), tongue)
    elif tool == FILL:
        changed, told = _fill(position, position.board.edge_number(spot), tongue)
    else:
        changed, told = _owner(position, spot, tongue)
    return with_position(state, changed, board), told


def _piece(position: PathingPosition, cell: int, tongue: Tongue) -> tuple[PathingPosition, str]:
    bit = 1 << cell
    x, y = position.x & ~bit, position.y & ~bit
    content = position.contents(cell)
    if content == ".":
        x |= bit
    elif content == "X":
        y |= bit
    changed = replace(position, x=x, y=y)
    return changed, _cell_told(changed, cell, tongue)


def _cell_told(position: PathingPosition, cell: int, tongue: Tongue) -> str:
    holds = position.contents(cell)
    if holds == ".":
        return tongue.say("{name} is empty.", name=CELL_NAMES[cell])
    return tongue.say("{name} holds {player}.", name=CELL_NAMES[cell], player=holds)


def _move_told(
    before: PathingPosition, move: int | player.Convert, after: PathingPosition, tongue: Tongue
) -> str:
    """What a swap, or a conversion, does."""
    if isinstance(move, player.Convert):
        told = _cell_told(after, move.cell, tongue)
        if after.winner() is not None:
            return f"{told} " + tongue.say("A line stands.")
        return f"{told} " + tongue.say("A new wave begins.")
    edge, score = EDGE_NAMES[move], score_text(after.score)
    if after.winner() is not None:
        return tongue.say("{edge} makes a line.", edge=edge)
    closed = sum(after.score) - sum(before.score)
    if not closed:
        return tongue.say("{edge} is swapped.", edge=edge)
    if after.is_wave_over():
        return tongue.count(
            "{edge} closes a box; the wave is over, {score}.",
            "{edge} closes {n} boxes; the wave is over, {score}.",
            closed,
            edge=edge,
            score=score,
        )
    return tongue.count(
        "{edge} closes a box; {player} swaps again.",
        "{edge} closes {n} boxes; {player} swaps again.",
        closed,
        edge=edge,
        player=PLAYERS[before.turn],
    )


def _fill(position: PathingPosition, edge: int, tongue: Tongue) -> tuple[PathingPosition, str]:
    """An edge filled or opened; boxes that close are the mover's, those that open nobody's."""
    filled = position.filled ^ 1 << edge
    complete = position.board.complete_boxes(filled)
    owned = [boxes & complete for boxes in position.owned]
    closed = complete & ~position.board.complete_boxes(position.filled)
    owned[position.turn] |= closed
    changed = _scored(replace(position, filled=filled), (owned[X], owned[Y]))
    name = EDGE_NAMES[edge]
    if closed:
        owner = PLAYERS[position.turn]
        told = tongue.say(
            "{edge} is filled; the box closed is {player}'s.", edge=name, player=owner
        )
    elif filled >> edge & 1:
        told = tongue.say("{edge} is filled.", edge=name)
    else:
        told = tongue.say("{edge} is open.", edge=name)
    return changed, told


def _owner(position: PathingPosition, spot: str, tongue: Tongue) -> tuple[PathingPosition, str]:
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
    told = tongue.say("Box {number} is {player}'s.", number=box + 1, player=PLAYERS[owner])
    return _scored(position, (owned[X], owned[Y])), told


def _scored(position: PathingPosition, owned: tuple[int, int]) -> PathingPosition:
    score = owned[X].bit_count(), owned[Y].bit_count()
    return replace(position, owned=owned, score=score)


def of_play(position: PathingPosition) -> State:
    task = "conversion" if position.is_wave_over() else "force-line"
    begun = State("pathing-boxes", task, ("",))
    return with_position(begun, position)


def move_text(position: PathingPosition, move: int | player.Convert) -> str:
    return CELL_NAMES[move.cell] if isinstance(move, player.Convert) else EDGE_NAMES[move]


def move_told(before: PathingPosition, move: int | player.Convert, tongue: Tongue) -> str:
    return _move_told(before, move, player.play(before, move)[0], tongue)


def table(state: State, board: int, tongue: Tongue = ENGLISH) -> Table:
    position = position_of(state, board)
    winner = position.winner()
    if winner is not None:
        to_move = tongue.say("{player} has a line: the game is over.", player=PLAYERS[winner])
    elif position.is_wave_over():
        loser = position.wave_loser()
        to_move = tongue.say(
            "The wave is over, {score}: {player} changes a cell.",
            score=score_text(position.score),
            player=PLAYERS[loser],
        )
    else:
        to_move = tongue.say(
            "{player} to swap. {score}.",
            player=PLAYERS[position.turn],
            score=score_text(position.score),
        )
    lines = 0
    for line in LINES:
        if position.x & line == line or position.y & line == line:
            lines |= line
    drawing = position_drawing(position, Marks(line=lines), tongue=tongue)
    now = ("cell",) if position.is_wave_over() else ("edge",)
    return Table(drawing, _spots(position, tongue), to_move, now, winner is not None)


def _spots(position: PathingPosition, tongue: Tongue) -> tuple[Spot, ...]:
    where = places(position)
    spots = []
    for cell, (x, y) in enumerate(where.cells):
        name, holds = CELL_NAMES[cell], position.contents(cell)
        label = tongue.say("{name}, empty", name=name) if holds == "." else f"{name}, {holds}"
        mark = "empty" if holds == "." else holds.lower()
        spots.append(Spot(name, "cell", x, y, 2 * CELL_HALF, mark, label))
    for edge in position.board.by_name:
        x, y = where.edges[edge]
        name, filled = EDGE_NAMES[edge], bool(position.filled >> edge & 1)
        label = tongue.say(_FILLED if filled else _OPEN, name=name)
        spots.append(Spot(name, "edge", x, y, STEP * 0.55, "filled" if filled else "open", label))
    complete = position.board.complete_boxes(position.filled)
    for box, (x, y) in enumerate(where.boxes):
        owner = owner_of(position, box)
        mark, label = "none", msg("box {number}, not closed")
        if owner is not None:
            mark, label = "xy"[owner], msg("box {number}, owned by {player}")
        elif complete >> box & 1:
            mark, label = "closed", msg("box {number}, closed")
        told = tongue.say(label, number=box + 1, player=PLAYERS[owner or X])
        spots.append(Spot(f"box {box + 1}", "box", x, y, STEP * 0.5, mark, told))
    return tuple(spots)


_FILLED, _OPEN = msg("{name}, filled"), msg("{name}, open")
