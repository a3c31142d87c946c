"""Roadworks by hand: close and reopen crossings, or mark those that are gone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crossfall.generator.bench.desks import Spot, State, Table, Tool, kept_fields
from crossfall.generator.boards.roadworks import STEP, place_of, position_drawing
from crossfall.generator.players import roadworks as player
from crossfall.generator.tongues import ENGLISH, Tongue, msg, msg_in
from crossfall.solver.errors import InputError
from crossfall.solver.grids import mask_of
from crossfall.solver.position import Outcome, Puzzle
from crossfall.solver.records import Record
from crossfall.solver.roadworks.game import positions_of
from crossfall.solver.roadworks.ideas import IDEAS
from crossfall.solver.roadworks.notation import (
    GONE,
    read_crossings,
    read_line,
    write_crossings,
    write_drawing,
    write_line,
)
from crossfall.solver.roadworks.rules import LEVELS as LEVEL_BOARDS
from crossfall.solver.roadworks.rules import Position, from_fences, live_set, replay

CLOSE, MARK_GONE = "close", "gone"
TOOLS = (
    Tool(
        CLOSE,
        msg("Close and reopen"),
        msg("Close an open crossing; what is cut off falls. Press a fence to take it away."),
        ("crossing",),
    ),
    Tool(
        MARK_GONE,
        msg("Mark as gone"),
        msg("Black or open: for puzzles that ask which fences did it."),
        ("crossing",),
    ),
)
SIZES = ("4x4", "3x3", "3x3-plain", "5x5", "4x5", "6x6")
LEVELS = {
    f"{width}x{height}{'' if falling else '-plain'}": level
    for level, (width, height, falling) in LEVEL_BOARDS.items()
}
TAGS = IDEAS
# What pages call its tasks and tags.
TITLES: Mapping[str, str] = {
    "winning-move": msg_in("task", "Winning move"),
    "what-falls": msg_in("task", "What falls"),
    "cut-crossings": msg_in("task", "Crossings never to close"),
    "great-fall": msg_in("task", "The great fall"),
    "fewest-fences": msg_in("task", "Fewest fences"),
    "closures-left": msg_in("task", "Closures left"),
    "long-and-short": msg_in("task", "Longest and shortest game"),
    "lost-board": msg_in("task", "The lost board"),
    "answer-table": msg_in("task", "Table of answers"),
    "biggest-fall": msg_in("tag", "the biggest fall"),
    "parity": msg_in("tag", "counting odd and even"),
    "mirror": msg_in("tag", "the mirror image"),
}
TASK = "winning-move"  # of a position that nobody asked anything about
_SEVERAL, _LIVE = "lost-board", "fewest-fences"


class _Recent:
    """The positions read last. A press costs one closure then, not all of them again, which on a
    large board takes seconds; positions never change, so who else reads them does not matter."""

    def __init__(self, most: int = 200) -> None:
        self._known: dict[str, Position] = {}
        self._most = most

    def read(self, part: str) -> Position:
        """`read_line(part)`."""
        found = self._known.get(part)
        if found is None:
            found = self._one_more(part) or read_line(part)
            if len(self._known) >= self._most:
                self._known = {}
            self._known[part] = found
        return found

    def _one_more(self, part: str) -> Position | None:
        """By the last closure alone, if the position before it is known and it is nothing special."""
        head, comma, name = part.rpartition(",")
        before = self._known.get(head) if comma else None
        if before is None or before.closures is None or before.faults:
            return None
        crossings = read_crossings(before.board, name)
        if before.outcome() is not Outcome.ONGOING or len(crossings) != 1:
            return None
        playable = before.open & ~before.board.ends
        if not playable >> crossings[0] & 1:
            return None
        after = before.play(crossings[0])
        return after if after.outcome() is Outcome.ONGOING else None


_RECENT = _Recent()


def wish(size: str) -> dict[str, Any]:
    blocks, dash, _ = size.strip().lower().partition("-plain")
    return {"size": blocks, **({"plain": True} if dash else {})}


def empty(options: Mapping[str, Any]) -> str:
    size = str(options.get("size") or SIZES[0])
    read_line(f"{size}:")
    return f"roadworks:{size.strip().lower()}:"


def state_of(puzzle: Puzzle) -> State:
    lines = tuple(write_line(position) for position in positions_of(puzzle))
    if puzzle.record.line and puzzle.position.faults:
        lines = (f"roadworks:{puzzle.record.line}",)  # impossible closures are not in the position
    elif puzzle.position.faults and puzzle.record.has("closed"):
        head = write_line(puzzle.position).rpartition(":")[0]
        closed = " ".join(puzzle.record.texts("closed") or ())
        lines = (f"{head}:{','.join(closed.replace(',', ' ').split())}",)
    return State("roadworks", puzzle.task, lines, fields=kept_fields(puzzle.record))


def record(state: State) -> Record:
    position = _RECENT.read(state.part(0))
    fields: dict[str, Any] = {"game": state.game, "task": state.task}
    if position.closures is None:
        if not position.board.falling:
            fields["falling"] = False
        fields["board"] = write_drawing(position) + "\n"
        return Record({**fields, **state.fields})
    fields |= {"size": position.board.size, "falling": position.board.falling}
    if state.task == _SEVERAL:
        fields["boards"] = [" ".join(_closed(state, i)) for i in range(len(state.lines))]
    else:
        fields["closed"] = " ".join(_closed(state, 0))
    return Record({**fields, **state.fields})


def act(
    state: State, board: int, tool: str, spot: str, tongue: Tongue = ENGLISH
) -> tuple[State, str]:
    position = _RECENT.read(state.part(board))
    named = read_crossings(position.board, spot)
    if len(named) != 1:
        raise InputError(f"{len(named)} crossings; expected one")
    (crossing,) = named
    if tool == MARK_GONE:
        return _marked(state, board, position, crossing, tongue)
    if position.closures is None:
        raise InputError("this board shows only what is gone; take the tool “Mark as gone”")
    closed = _closed(state, board)
    name = position.board.name(crossing)
    if name in closed:
        return _reopened(state, board, position, name, tongue)
    if position.outcome() is not Outcome.ONGOING:
        raise InputError("the game is over: A and B are cut off; take a fence away first")
    move = player.read_move(position, name)
    told = _closure_told(position, move, tongue)
    return state.with_line(board, _line(position, [*closed, name])), told


def _closure_told(position: Position, crossing: int, tongue: Tongue) -> str:
    """What a closure does."""
    name, after = position.board.name(crossing), position.play(crossing)
    if after.outcome() is not Outcome.ONGOING:
        return tongue.say("{name} is closed: A and B are cut off from each other.", name=name)
    fell = position.board.names(position.open & ~after.open & ~(1 << crossing))
    if not fell:
        return tongue.say("{name} is closed.", name=name)
    return tongue.count(
        "{name} is closed; {names} falls.",
        "{name} is closed; {names} fall.",
        len(fell),
        name=name,
        names=tongue.listed(fell),
    )


def _closed(state: State, board: int) -> list[str]:
    """The closures as they are written, impossible ones too."""
    closures = state.part(board).partition(":")[2]
    return [name for name in closures.lower().split(",") if name and not name.startswith(GONE)]


def _line(position: Position, closed: list[str]) -> str:
    head = write_line(position).rpartition(":")[0]
    return f"{head}:{','.join(closed)}"


def _reopened(
    state: State, board: int, position: Position, name: str, tongue: Tongue
) -> tuple[State, str]:
    """Without a closure: the others in their order or, if it works no more, in the least one."""
    rest = [other for other in _closed(state, board) if other != name]
    crossings = read_crossings(position.board, rest)
    told = tongue.say("{name} is open again.", name=name)
    if replay(position.board, crossings).faults:
        drawn = from_fences(position.board, mask_of(crossings))
        if not drawn.faults:
            rest = write_crossings(position.board, drawn.closures or ()).split()
            told = tongue.say(
                "{name} is open again. The others are closed in another order now.", name=name
            )
    return state.with_line(board, _line(position, rest)), told


def _marked(
    state: State, board: int, position: Position, crossing: int, tongue: Tongue
) -> tuple[State, str]:
    if position.board.ends >> crossing & 1:
        raise InputError(f"{position.board.name(crossing)} never goes")
    live = position.open ^ 1 << crossing
    marked = live_set(position.board, live)
    name = position.board.name(crossing)
    if live >> crossing & 1:
        told = tongue.say("{name} is open again.", name=name)
    else:
        told = tongue.say("{name} is gone.", name=name)
    return state.with_line(board, write_line(marked), task=_LIVE), told


def of_play(position: Position) -> State:
    return State("roadworks", TASK, (write_line(position),))


def move_text(position: Position, move: int) -> str:
    return position.board.name(move)


def move_told(before: Position, move: int, tongue: Tongue) -> str:
    return _closure_told(before, move, tongue)


def table(state: State, board: int, tongue: Tongue = ENGLISH) -> Table:
    position = _RECENT.read(state.part(board))
    rows = position.board.height + 1
    over = position.outcome() is not Outcome.ONGOING
    if position.closures is None:
        to_move = ""
    elif over:
        to_move = tongue.say(_LOST[1 - position.turn])
    else:
        to_move = tongue.say(_TO_MOVE[position.turn])
    spots = tuple(
        _spot(position, column * rows + row, tongue)
        for row in reversed(range(rows))
        for column in range(position.board.width + 1)
    )
    return Table(position_drawing(position, tongue=tongue), spots, to_move, ("crossing",), over)


def _spot(position: Position, crossing: int, tongue: Tongue) -> Spot:
    x, y = place_of(position, crossing)
    mark, label = _mark(position, crossing)
    name = position.board.name(crossing)
    return Spot(name, "crossing", x, y, STEP * 0.9, mark, tongue.say(label, name=name))


def _mark(position: Position, crossing: int) -> tuple[str, str]:
    if position.board.ends >> crossing & 1:
        return "end", msg("{name}, this is A") if crossing == 0 else msg("{name}, this is B")
    if position.open >> crossing & 1:
        return "open", msg("{name}, open")
    if position.closures is None:
        return "gone", msg("{name}, gone")
    for player_, closures in enumerate((position.closures[0::2], position.closures[1::2])):
        if crossing in closures:
            return f"closed-{player_}", _CLOSED[player_]
    return "fallen", msg("{name}, fallen")


_CLOSED = (msg("{name}, closed by the first player"), msg("{name}, closed by the second player"))
_TO_MOVE = (msg("First player to move."), msg("Second player to move."))
_LOST = (
    msg("First player cut A from B and has lost."),
    msg("Second player cut A from B and has lost."),
)
