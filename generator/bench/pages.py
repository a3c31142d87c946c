"""The pages themselves: one template each, in `templates/bench/`, and what they load."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from crossfall.generator.drawing import environment
from crossfall.generator.fonts import FACES, SANS
from crossfall.generator.tongues import languages


@dataclass(frozen=True)
class Page:
    """One page of the bench: the address, the name in the menu, template and module (`NAME.js`)."""

    path: str
    title: str
    name: str


PAGES = (
    Page("/", "Draw and check", "draw"),
    Page("/generate", "Generate", "generate"),
    Page("/print", "Print", "print"),
    Page("/play", "Play", "play"),
)


@cache
def static_folder() -> Path:
    """Where scripts and styles lie."""
    return Path(str(resources.files("crossfall.templates") / "bench" / "static"))


def page(shown: Page, library: str | None = None) -> HTMLResponse:
    """A page with its menu, and with what its script needs to begin; `library`: the file, if any."""
    from crossfall.generator.bench.api.board import games

    # In a data block no script can be hidden, but its end mark could.
    name = os.path.basename(library) if library else ""
    told = {"games": games(), "languages": languages(), "library": name}
    begin = json.dumps(told).replace("<", "\\u003c")
    template = environment().get_template(f"bench/{shown.name}.html.j2")
    return HTMLResponse(template.render(page=shown, pages=PAGES, begin=begin))


def error_page(status: int, lines: Sequence[str]) -> HTMLResponse:
    """What went wrong, for a person."""
    template = environment().get_template("bench/error.html.j2")
    return HTMLResponse(template.render(page=None, pages=PAGES, lines=lines), status)


def _font(request: Request) -> Response:
    for face in FACES:
        if face.family == SANS and face.file == request.path_params["file"]:
            headers = {"cache-control": "max-age=86400"}
            return FileResponse(face.path, media_type="font/otf", headers=headers)
    raise HTTPException(404)


def _route(shown: Page) -> Route:
    def answer(request: Request) -> Response:
        return page(shown, request.app.state.jobs.library)

    return Route(shown.path, answer)


def page_routes() -> list[BaseRoute]:
    """The pages, the fonts and everything static."""
    return [
        *map(_route, PAGES),
        Route("/fonts/{file}", _font),
        Mount("/static", StaticFiles(directory=static_folder())),
    ]
