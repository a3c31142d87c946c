"""The pages themselves: one template each, in `templates/bench/`, and what they load."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from crossfall.generator.bench.talk import tongue_for
from crossfall.generator.drawing import environment
from crossfall.generator.fonts import FACES, SANS
from crossfall.generator.players.strength import STRENGTHS
from crossfall.generator.tongues import ENGLISH, Tongue, languages, msg


@dataclass(frozen=True)
class Page:
    """One page of the bench: the address, the name in the menu, template and module (`NAME.js`)."""

    path: str
    title: str
    name: str


PAGES = (
    Page("/", msg("Draw and check"), "draw"),
    Page("/generate", msg("Generate"), "generate"),
    Page("/print", msg("Print"), "print"),
    Page("/play", msg("Play"), "play"),
)
# What languages call themselves.
NAMES = {"en": "English", "es": "Español", "hu": "Magyar", "de": "Deutsch"}
_SAID = re.compile(r'\bt\(\s*"((?:[^"\\]|\\.)*)"')


@cache
def static_folder() -> Path:
    """Where scripts and styles lie."""
    return Path(str(resources.files("crossfall.templates") / "bench" / "static"))


@cache
def script_words(tongue: Tongue) -> dict[str, str]:
    """What scripts say, in that language: the sentence by the English one."""
    said: set[str] = set()
    for file in static_folder().glob("*.js"):
        said.update(json.loads(f'"{text}"') for text in _SAID.findall(file.read_text("utf-8")))
    told = {sentence: tongue.say(sentence) for sentence in sorted(said)}
    return {sentence: words for sentence, words in told.items() if words != sentence}


def page(shown: Page, tongue: Tongue = ENGLISH, library: str | None = None) -> HTMLResponse:
    """A page with its menu, and with what its script needs to begin; `library`: the file, if any."""
    from crossfall.generator.bench.api.board import games

    # In a data block no script can be hidden, but its end mark could.
    name = os.path.basename(library) if library else ""
    told = {
        "games": games(tongue),
        "languages": _languages(),
        "language": tongue.code,
        "words": script_words(tongue),
        "library": name,
        "strengths": [
            {"name": s.name, "title": tongue.say(s.title), "about": s.about and tongue.say(s.about)}
            for s in STRENGTHS
        ],
    }
    begin = json.dumps(told).replace("<", "\\u003c")
    template = environment().get_template(f"bench/{shown.name}.html.j2")
    return HTMLResponse(template.render(page=shown, begin=begin, **_common(tongue)))


def _common(tongue: Tongue) -> dict[str, Any]:
    """What every template is given."""
    return {
        "pages": PAGES,
        "language": tongue.code,
        "languages": _languages(),
        "_": tongue.say,
    }


def _languages() -> list[tuple[str, str]]:
    return [(code, NAMES.get(code, code)) for code in languages()]


def error_page(status: int, lines: Sequence[str], tongue: Tongue = ENGLISH) -> HTMLResponse:
    """What went wrong, for a person."""
    template = environment().get_template("bench/error.html.j2")
    return HTMLResponse(template.render(page=None, lines=lines, **_common(tongue)), status)


def _font(request: Request) -> Response:
    for face in FACES:
        if face.family == SANS and face.file == request.path_params["file"]:
            headers = {"cache-control": "max-age=86400"}
            return FileResponse(face.path, media_type="font/otf", headers=headers)
    raise HTTPException(404)


def _route(shown: Page) -> Route:
    def answer(request: Request) -> Response:
        return page(shown, tongue_for(request), request.app.state.jobs.library)

    return Route(shown.path, answer)


def page_routes() -> list[BaseRoute]:
    """The pages, the fonts and everything static."""
    return [
        *map(_route, PAGES),
        Route("/fonts/{file}", _font),
        Mount("/static", StaticFiles(directory=static_folder())),
    ]
