"""Playing: a game as it stands, a press on its board, the puzzle file of its position."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from crossfall.generator.bench.api.board import view
from crossfall.generator.bench.desks import State, desk
from crossfall.generator.bench.matches import Made, Match, read_match
from crossfall.generator.bench.talk import attachment, in_thread, json_body, tongue_for
from crossfall.generator.tongues import SOURCE, Tongue
from crossfall.solver.errors import InputError
from crossfall.solver.records import dump_records


def shown(
    match: Match, tongue: Tongue, placed: State | None = None, said: str = ""
) -> dict[str, Any]:
    """A game as a page shows it; `placed`: with the stones of a turn that is being placed."""
    told = [_told(match, made, tongue) for made in match.moves]
    last = told[-1] if told else match.about
    return {
        **view(placed or match.state(), said or last, tongue),
        "moves": [
            {"text": made.text, "by": made.by, "told": said}
            for made, said in zip(match.moves, told, strict=True)
        ],
        "mover": match.mover,
        "result": match.result,
        "spent": match.is_spent,
        "computer": match.computer_moves,
        "swap": bool(getattr(match.position, "first", False)) and match.result is None,
        "clocks": [
            clock
            and {
                "told": clock.told(),
                "action": clock.action,
                "reserve": clock.reserve,
                "period": clock.period,
            }
            for clock in match.clocks
        ],
    }


def _told(match: Match, made: Made, tongue: Tongue) -> str:
    """What a move did: in English as `crossfall play` tells it, else as the drawing board does."""
    if tongue.code == SOURCE:
        return made.told
    return desk(match.game).move_told(made.before, made.move, tongue)


async def _show(request: Request) -> Response:
    body = await json_body(request)
    return JSONResponse(
        await in_thread(lambda: shown(read_match(body.get("match")), tongue_for(request)))
    )


async def _press(request: Request) -> Response:
    """A spot pressed, or a move typed: the game with it, or the turn as far as it is placed."""
    body = await json_body(request)
    return JSONResponse(await in_thread(lambda: _pressed(body, tongue_for(request))))


def _pressed(body: dict[str, Any], tongue: Tongue) -> dict[str, Any]:
    match = read_match(body.get("match"))
    if match.computer_moves:
        raise InputError("the computer is to move")
    placed = str(body.get("placed") or "")[:2_000]
    spot = str(body.get("spot") or "")[:200]
    seconds = body.get("seconds")
    # Nobody thinks for longer than a day; what is no such number counts as no time.
    thought = 0.0
    if isinstance(seconds, int | float) and 0 <= seconds < 86_400:
        thought = float(seconds)
    text = f"{placed} {spot}".strip()
    try:
        match.make(text, thought)
    except InputError:
        # Perhaps the beginning of a turn, which goes on: the desk says so, or why it is none.
        state = replace(match.state(), placed=placed)
        after, said = desk(match.game).act(state, 0, desk(match.game).TOOLS[0].name, spot, tongue)
        if not after.placed:
            raise
        return {**shown(match, tongue, after, said), "placed": after.placed, "move": None}
    return {**shown(match, tongue), "placed": "", "move": [text, thought]}


async def _file(request: Request) -> Response:
    """The position reached, as a puzzle file, with the moves in its note."""
    body = await json_body(request)

    def made() -> str:
        match = read_match(body.get("match"))
        record = match.player.record(match.position)
        moves = "; ".join(made.text for made in match.moves)
        return dump_records([record.with_fields(note=f"Moves: {moves}" if moves else None)])

    return attachment((await in_thread(made)).encode(), "game.toml", "application/toml")


ROUTES = [
    Route("/api/play/show", _show, methods=["POST"]),
    Route("/api/play/press", _press, methods=["POST"]),
    Route("/api/play/file", _file, methods=["POST"]),
]
