"""How the server talks to pages: JSON in and out, errors in words, short work in threads."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from crossfall.generator.bench.jobs import BusyError
from crossfall.generator.bench.security import RefusedError
from crossfall.generator.tongues import ENGLISH, Tongue, languages, tongue_of
from crossfall.solver.errors import BudgetError, CrossfallError, InputError

log = logging.getLogger("crossfall.bench")
Result = TypeVar("Result")
# What is answered in words of its own; everything else is a fault of ours.
WORDED: tuple[type[Exception], ...] = (
    HTTPException,
    ClientDisconnect,
    BusyError,
    RefusedError,
    CrossfallError,
    MemoryError,
    RecursionError,
    TimeoutError,
)
SHORT = 20.0  # seconds that a page waits for work that is done at once
WRONG = "something went wrong in the bench; please report it"


async def json_body(request: Request) -> dict[str, Any]:
    """The object that a page sent; InputError if it is none."""
    try:
        found = json.loads(await request.body(), parse_constant=_no_number)
        json.dumps(found, ensure_ascii=False).encode()  # half a sign could not be sent back
    except (ValueError, RecursionError):
        raise InputError("the request is not JSON") from None
    if not isinstance(found, dict):
        raise InputError("the request is no JSON object")
    return found


def _no_number(told: str) -> float:
    raise ValueError(f"{told} is no number")


def tongue_for(request: Request) -> Tongue:
    """The language that was chosen on a page, else the first that the browser asks for and we have."""
    accepted = request.headers.get("accept-language", "")
    wanted = [request.cookies.get("language", "")]
    wanted += [part.partition(";")[0].strip()[:2].lower() for part in accepted.split(",")[:20]]
    for code in wanted:
        if code in languages():
            return tongue_of(code)
    return ENGLISH


async def in_thread(work: Callable[[], Result]) -> Result:
    """Short work, while other requests go on. Raises TimeoutError if it is not short."""
    return await asyncio.wait_for(run_in_threadpool(work), SHORT)


def attachment(data: bytes, name: str, kind: str, inline: bool = False) -> Response:
    """A file to be saved under that name (`inline`: to be shown)."""
    way = "inline" if inline else "attachment"
    told = f"{way}; filename*=UTF-8''{quote(name)}"
    headers = {"content-disposition": told, "cache-control": "no-store"}
    return Response(data, media_type=kind, headers=headers)


async def on_error(request: Request, error: Exception) -> Response:
    """Any error in words; never where in the program it arose."""
    status, lines = _told(error)
    if status == 500:
        log.error("%s %s", request.method, request.url.path, exc_info=error)
    if request.url.path.startswith(("/api/", "/files/")):
        return JSONResponse({"error": lines}, status_code=status)
    from crossfall.generator.bench.pages import error_page

    return error_page(status, lines, tongue_for(request))


def _told(error: Exception) -> tuple[int, list[str]]:
    if isinstance(error, InputError):
        return 422, list(error.faults)
    if isinstance(error, BudgetError):
        return 422, [f"unknown: {error}"]
    if isinstance(error, CrossfallError):
        return 422, str(error).splitlines()
    if isinstance(error, RefusedError):
        return error.status, [str(error)]
    if isinstance(error, TimeoutError):
        return 503, ["this took too long and was given up"]
    if isinstance(error, BusyError):
        return 503, [str(error)]
    if isinstance(error, HTTPException):
        told = {404: "there is nothing at this address", 405: "this address is not asked this way"}
        return error.status_code, [told.get(error.status_code, error.detail)]
    if isinstance(error, ClientDisconnect):
        return 400, ["the request broke off"]
    if isinstance(error, (MemoryError, RecursionError)):
        return 500, ["that is too much for this machine"]
    return 500, [WRONG]
