"""Boards: begin one, press a spot, read what was pasted or dropped, write a puzzle file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from crossfall.generator.bench.desks import (
    State,
    Table,
    desk,
    desk_names,
    left_out,
    read_state,
    title_of,
)
from crossfall.generator.bench.talk import attachment, in_thread, json_body, tongue_for
from crossfall.generator.drawing import Drawing, to_svg
from crossfall.generator.tongues import ENGLISH, Tongue
from crossfall.solver import position as registry
from crossfall.solver.errors import InputError
from crossfall.solver.records import Record, dump_records

MOST_PUZZLES = 200  # of a file that is dropped on a page


def games(tongue: Tongue = ENGLISH) -> list[dict[str, Any]]:
    """What there is to choose from: games, their tasks, tools and sizes."""
    told = []
    for name in desk_names():
        game, its_desk = registry.game(name), desk(name)
        told.append(
            {
                "name": name,
                "title": game.title,
                "designer": game.designer,
                "tasks": list(game.tasks),
                "sizes": list(its_desk.SIZES),
                "levels": dict(its_desk.LEVELS),
                "tags": list(its_desk.TAGS),
                "titles": titles(name, tongue),
                "tools": [
                    {
                        "name": t.name,
                        "title": tongue.say(t.title),
                        "help": tongue.say(t.help),
                        "kinds": list(t.kinds),
                    }
                    for t in its_desk.TOOLS
                ],
            }
        )
    return told


def titles(game_name: str, tongue: Tongue) -> dict[str, str]:
    """What a page calls the tasks and tags of a game."""
    its_desk = desk(game_name)
    named = [("task", task) for task in registry.game(game_name).tasks]
    named += [("tag", tag) for tag in its_desk.TAGS]
    return {name: title_of(game_name, context, name, tongue) for context, name in named}


def view(state: State, said: str = "", tongue: Tongue = ENGLISH) -> dict[str, Any]:
    """A state with all its boards, as a page shows it."""
    its_desk = desk(state.game)
    tables = [its_desk.table(state, board, tongue) for board in range(len(state.lines))]
    return {
        "state": state.to_json(),
        "said": said,
        "boards": [board_view(table) for table in tables],
    }


def board_view(table: Table) -> dict[str, Any]:
    """A board as a page shows it."""
    drawing = table.drawing
    return {
        "svg": to_svg(drawing),
        "width": drawing.width,
        "height": drawing.height,
        "alt": drawing.alt,
        "to_move": table.to_move,
        "over": table.over,
        "by_rules": list(table.by_rules),
        "spots": [
            [spot.id, spot.kind, spot.x, spot.y, spot.size, spot.mark, spot.label]
            for spot in table.spots
        ],
    }


async def _games(request: Request) -> Response:
    return JSONResponse({"games": await in_thread(lambda: games(tongue_for(request)))})


async def _view(request: Request) -> Response:
    body = await json_body(request)
    tongue = tongue_for(request)

    def shown() -> dict[str, Any]:
        names = left_out(body.get("state"))
        said = ""
        if names:
            said = tongue.say(
                "Left out, because a puzzle has no such entry: {names}.",
                names=tongue.listed(names),
            )
        return view(read_state(body.get("state")), said, tongue)

    return JSONResponse(await in_thread(shown))


async def _views(request: Request) -> Response:
    """Several puzzles at once, for lists of them; what cannot be shown is told in its place."""
    body = await json_body(request)
    given = body.get("states")
    if not isinstance(given, list) or len(given) > MOST_PUZZLES:
        raise InputError(f"no list of puzzles was sent; expected at most {MOST_PUZZLES}")
    return JSONResponse(
        {"views": await in_thread(lambda: [_thumbnail(one, tongue_for(request)) for one in given])}
    )


def _thumbnail(given: object, tongue: Tongue) -> dict[str, Any]:
    try:
        state = read_state(given)
        its_desk = desk(state.game)
        tables = [its_desk.table(state, board, tongue) for board in range(len(state.lines))]
    except InputError as error:
        return {"error": list(error.faults)}
    return {
        "state": state.to_json(),
        "title": registry.game(state.game).title,
        "boards": [{"svg": to_svg(t.drawing), "alt": t.drawing.alt} for t in tables],
    }


async def _empty(request: Request) -> Response:
    body = await json_body(request)

    def made() -> dict[str, Any]:
        name = str(body.get("game") or "")
        line = desk(name).empty({key: body.get(key) for key in ("size", "clear")})
        task = body.get("task") or ""
        state = read_state({"lines": [line], "task": task})
        tongue = tongue_for(request)
        return view(state, tongue.say("A new board."), tongue)

    return JSONResponse(await in_thread(made))


async def _act(request: Request) -> Response:
    body = await json_body(request)

    def acted() -> dict[str, Any]:
        state = read_state(body.get("state"))
        board = body.get("board", 0)
        if not isinstance(board, int) or not 0 <= board < len(state.lines):
            raise InputError(f"no board {str(board)[:20]}; expected 0 to {len(state.lines) - 1}")
        spot, tool = str(body.get("spot") or "")[:40], str(body.get("tool") or "")
        known = [*(t.name for t in desk(state.game).TOOLS), "turn"]
        if tool not in known:
            raise InputError(f"no tool {tool[:40]!r}; expected one of: {', '.join(known)}")
        if not spot and tool != "turn":
            raise InputError("no spot was pressed; expected one")
        tongue = tongue_for(request)
        after, said = desk(state.game).act(state, board, tool, spot, tongue)
        return view(after, said, tongue)

    return JSONResponse(await in_thread(acted))


async def _read(request: Request) -> Response:
    """What was pasted (JSON) or dropped (a file's bytes): its puzzles, and every mistake."""
    if request.headers.get("content-type", "").startswith("application/octet-stream"):
        data = await request.body()
        name = request.query_params.get("name", "the file")[:100]
        return JSONResponse(await in_thread(lambda: read_bytes(data, name)))
    body = await json_body(request)
    text, wanted = str(body.get("text") or ""), str(body.get("game") or "")
    return JSONResponse(await in_thread(lambda: read_text(text, "what you pasted", wanted)))


def read_bytes(data: bytes, name: str) -> dict[str, Any]:
    """The puzzles of a dropped file: a puzzle file, one-line positions, or a sheet of ours."""
    if data.startswith(b"%PDF-"):
        from crossfall.generator.attachments import text_in

        return read_text(text_in(data, name), name)
    try:
        return read_text(data.decode("utf-8-sig"), name)
    except UnicodeDecodeError:
        raise InputError(f"{name}: neither a puzzle file nor one of our PDFs") from None


def read_text(text: str, name: str, game: str = "") -> dict[str, Any]:
    """The puzzles of a puzzle file, of lines of one-line positions, or of one drawn board."""
    from crossfall.generator.bench.pasted import pasted_records
    from crossfall.solver.verify import read_puzzle

    puzzles: list[dict[str, Any]] = []
    faults: list[str] = []
    records = pasted_records(text, name, game)
    if len(records) > MOST_PUZZLES:
        faults.append(f"{name}: {len(records)} puzzles; only the first {MOST_PUZZLES} are shown")
    for record in records[:MOST_PUZZLES]:
        try:
            puzzle = read_puzzle(record)
            puzzles.append(desk(puzzle.game).state_of(puzzle).to_json())
        except InputError as error:
            faults.extend(error.faults)
    if not puzzles and faults:
        raise InputError(*faults)
    return {"puzzles": puzzles, "faults": faults}


def records_of(states: object) -> list[Record]:
    """The puzzles that a page holds, as a file would hold them; InputError naming all faults."""
    if not isinstance(states, list) or not states:
        raise InputError("there is no puzzle; expected at least one")
    if len(states) > MOST_PUZZLES:
        raise InputError(f"{len(states)} puzzles; expected at most {MOST_PUZZLES}")
    faults: list[str] = []
    records: list[Record] = []
    for number, given in enumerate(states, start=1):
        try:
            state = read_state(given)
            found = desk(state.game).record(state)
            records.append(Record(found.fields, number=number))
        except InputError as error:
            faults.extend(error.at(f"puzzle {number}").faults)
    if faults:
        raise InputError(*faults)
    return records


async def _file(request: Request) -> Response:
    """The puzzles that a page holds, as a puzzle file."""
    body = await json_body(request)
    text = await in_thread(lambda: dump_records(records_of(body.get("puzzles"))))
    return attachment(text.encode(), "puzzles.toml", "application/toml")


async def _picture(request: Request) -> Response:
    """A board as an SVG picture."""
    body = await json_body(request)
    data = await in_thread(lambda: svg_of(body))
    return attachment(data, "board.svg", "image/svg+xml")


def drawings(record: Record) -> tuple[Drawing, ...]:
    """A puzzle's boards as a sheet shows them; an impossible position as it is drawn."""
    from crossfall.generator.boards import boards
    from crossfall.solver.verify import read_puzzle

    puzzle = read_puzzle(record)
    if not puzzle.problems:
        return boards(puzzle.game).draw(puzzle)
    its_desk = desk(puzzle.game)
    state = its_desk.state_of(puzzle)
    return tuple(its_desk.table(state, board).drawing for board in range(len(state.lines)))


def svg_of(body: Mapping[str, Any]) -> bytes:
    """The boards of the puzzle sent, as one SVG image."""
    from crossfall.generator.pictures import svg_picture

    (record,) = records_of([body.get("state")])
    look = "copier" if body.get("bw") else "classroom"
    return svg_picture(drawings(record), look).encode()


ROUTES = [
    Route("/api/games", _games),
    Route("/api/view", _view, methods=["POST"]),
    Route("/api/views", _views, methods=["POST"]),
    Route("/api/empty", _empty, methods=["POST"]),
    Route("/api/act", _act, methods=["POST"]),
    Route("/api/read", _read, methods=["POST"]),
    Route("/api/file", _file, methods=["POST"]),
    Route("/api/picture", _picture, methods=["POST"]),
]
