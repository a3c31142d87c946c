"""Clear Path by hand: place stones by the rules, chains stone by stone, or set them freely."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from crossfall.generator.bench.desks import Spot, State, Table, Tool, kept_fields
from crossfall.generator.boards.clear_path import STEP, Marks, place_of, position_drawing
from crossfall.generator.players import clear_path as player
from crossfall.generator.tongues import ENGLISH, Tongue, msg, msg_in
from crossfall.solver.clear_path.board import BLUE, COLOURS, RED
from crossfall.solver.clear_path.notation import (
    read_line,
    read_size,
    record_of,
    write_line,
    write_points,
)
from crossfall.solver.clear_path.rules import (
    Chain,
    ClearPathPosition,
    Step,
    forbidden_points,
    path_of,
)
from crossfall.solver.errors import InputError
from crossfall.solver.position import Outcome, Puzzle
from crossfall.solver.records import Record

PLAY, SET_RED, SET_BLUE, ERASE, TURN = "play", "red", "blue", "erase", "turn"
TOOLS = (
    Tool(
        PLAY,
        msg("Play by the rules"),
        msg("Place stones in turn; after a surrounded point the same player places again."),
        ("point",),
    ),
    Tool(SET_RED, msg("Set red"), msg("Set a red stone, or take it away."), ("point",)),
    Tool(SET_BLUE, msg("Set blue"), msg("Set a blue stone, or take it away."), ("point",)),
    Tool(ERASE, msg("Erase"), msg("Take a stone away."), ("point",)),
)
SIZES = ("6x6", "4x4", "5x5", "7x7", "8x8", "9x9")

LEVELS: Mapping[str, int] = {}
TAGS: tuple[str, ...] = ()
# What pages call its tasks and tags.
TITLES: Mapping[str, str] = {
    "play-again": msg_in("task", "Play again"),
    "forbidden-points": msg_in("task", "Forbidden points"),
    "longest-chain": msg_in("task", "Longest chain"),
    "winning-turn": msg_in("task", "Winning turn"),
    "win-in-two": msg_in("task", "Win in two"),
}
TASK = "winning-turn"  # of a position that nobody asked anything about


def wish(size: str) -> dict[str, Any]:
    return {"size": size}


def empty(options: Mapping[str, Any]) -> str:
    size = read_size(str(options.get("size") or SIZES[0]))
    return write_line(ClearPathPosition.empty_board(*size))


def state_of(puzzle: Puzzle) -> State:
    line = write_line(puzzle.position)
    return State("clear-path", puzzle.task, (line,), fields=kept_fields(puzzle.record))


def record(state: State) -> Record:
    _no_turn_begun(state)
    return record_of(read_line(state.part(0)), state.task, **state.fields)


def _no_turn_begun(state: State) -> None:
    if state.placed:
        raise InputError(
            f"a turn is being placed ({state.placed}); finish it, or take its stones back"
        )


def _chain(position: ClearPathPosition, placed: str) -> Chain:
    chain = Chain(position)
    for name in placed.split():
        chain = chain.place(name)
    return chain


def act(
    state: State, board: int, tool: str, spot: str, tongue: Tongue = ENGLISH
) -> tuple[State, str]:
    position = read_line(state.part(board))
    if tool == TURN:
        _no_turn_begun(state)
        turned = replace(position, turn=1 - position.turn)
        return state.with_line(board, write_line(turned)), tongue.say(_NOW[turned.turn])
    if tool == PLAY:
        return _placed(state, board, position, spot, tongue)
    _no_turn_begun(state)
    point = position.board.point(spot)
    red, blue = position.red & ~point, position.blue & ~point
    name = position.board.name(point)
    told = tongue.say("{name} is empty.", name=name)
    if tool == SET_RED and not position.red & point:
        red, told = red | point, tongue.say("A red stone on {name}.", name=name)
    elif tool == SET_BLUE and not position.blue & point:
        blue, told = blue | point, tongue.say("A blue stone on {name}.", name=name)
    changed = replace(position, red=red, blue=blue)
    return state.with_line(board, write_line(changed)), told


def _placed(
    state: State, board: int, position: ClearPathPosition, spot: str, tongue: Tongue
) -> tuple[State, str]:
    """One stone more of the turn; with it the turn ends, or another must follow."""
    if position.outcome() is not Outcome.ONGOING:
        raise InputError("the game is over: a path stands")
    chain = _chain(position, state.placed)
    names = position.board.name
    point = position.board.point(spot)
    mover = COLOURS[position.turn].capitalize()
    if not chain.placed and point & forbidden_points(position):
        other = COLOURS[1 - position.turn].capitalize()
        raise InputError(
            f"{mover} may not start on {names(point)}: every turn from there would cut {other} off"
        )
    chain = chain.place(spot)
    match chain.steps[-1]:
        case Step.AGAIN:
            placed = " ".join(map(names, chain.placed))
            told = tongue.say(_GOES_ON[position.turn], name=names(point))
            return replace(state, placed=placed), told
        case Step.CUTS_OFF:
            other = COLOURS[1 - position.turn].capitalize()
            raise InputError(
                f"{mover} may not end on {names(point)}: it would cut {other} off without a win"
            )
        case Step.FULL:
            raise InputError(
                f"{mover} may not place {names(point)}: another stone would have to follow, "
                "and no point is empty"
            )
    after = position.play(chain.set)
    wins = chain.steps[-1] is Step.WINS
    told = tongue.say((_WINS if wins else _PLACES)[position.turn], name=names(point))
    return state.with_line(board, write_line(after), placed=""), told


def of_play(position: player.Table | ClearPathPosition) -> State:
    stones = position.position if isinstance(position, player.Table) else position
    return State("clear-path", TASK, (write_line(stones),))


def move_text(position: player.Table | ClearPathPosition, move: tuple[int, ...] | str) -> str:
    if isinstance(move, str):
        return move
    stones = position.position if isinstance(position, player.Table) else position
    return write_points(stones.board, move)


def move_told(
    before: player.Table | ClearPathPosition, move: tuple[int, ...] | str, tongue: Tongue
) -> str:
    if isinstance(move, str):
        return tongue.say("The sides are changed.")
    now = before.position if isinstance(before, player.Table) else before
    won = now.play(sum(move)).outcome() is not Outcome.ONGOING
    return tongue.say((_WINS if won else _PLACES)[now.turn], name=write_points(now.board, move))


def table(state: State, board: int, tongue: Tongue = ENGLISH) -> Table:
    position = read_line(state.part(board))
    chain = _chain(position, state.placed)
    outcome = position.outcome()
    over = outcome is not Outcome.ONGOING
    path: tuple[int, ...] = ()
    marks = Marks(series=chain.placed)
    shown = position
    if over:
        winner = RED if outcome is Outcome.WON_BY_0 else BLUE
        path = path_of(position.board, winner, position.stones_of(winner))
        to_move = tongue.say(_OVER[winner])
        shown = replace(position, turn=winner)  # the path is drawn to the mover's edges
        marks = Marks(path=sum(path))
    elif chain.placed:
        to_move = tongue.say(_AGAIN[position.turn])
    else:
        to_move = tongue.say(_TO_MOVE[position.turn])
    board_ = position.board
    spots = tuple(
        _spot(position, chain, board_.at(x, y), tongue)
        for y in reversed(range(board_.height))
        for x in range(board_.width)
    )
    return Table(position_drawing(shown, marks, tongue), spots, to_move, ("point",), over)


def _spot(position: ClearPathPosition, chain: Chain, point: int, tongue: Tongue) -> Spot:
    x, y = place_of(position, point)
    mark, label = "empty", msg("{name}, empty")
    if position.red & point:
        mark, label = "red", msg("{name}, red")
    elif position.blue & point:
        mark, label = "blue", msg("{name}, blue")
    elif chain.set & point:
        mark, label = "new", msg("{name}, just placed")
    name = position.board.name(point)
    return Spot(name, "point", x, y, STEP * 0.95, mark, tongue.say(label, name=name))


# For each player, Red first.
_TO_MOVE = (msg("Red to move."), msg("Blue to move."))
_AGAIN = (msg("Red must place again."), msg("Blue must place again."))
_OVER = (
    msg("Red's path stands: the game is over."),
    msg("Blue's path stands: the game is over."),
)
_NOW = (msg("Red is to move now."), msg("Blue is to move now."))
_PLACES = (msg("Red places {name}."), msg("Blue places {name}."))
_WINS = (
    msg("Red places {name}, makes a path and wins."),
    msg("Blue places {name}, makes a path and wins."),
)
_GOES_ON = (
    msg("Red places {name}, a surrounded point: Red must place again."),
    msg("Blue places {name}, a surrounded point: Blue must place again."),
)
