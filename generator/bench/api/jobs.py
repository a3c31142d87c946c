"""Jobs: start one, ask how far it is, cancel it, fetch the files it made."""

from __future__ import annotations

import asyncio
import mimetypes
import re
from contextlib import suppress

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from crossfall.generator.bench.jobs import Job, Jobs
from crossfall.generator.bench.talk import attachment, json_body

LONGEST_WAIT = 20.0  # seconds that a question waits for news


def _jobs(request: Request) -> Jobs:
    jobs: Jobs = request.app.state.jobs
    return jobs


def _job(request: Request) -> Job:
    found = _jobs(request).find(request.path_params["id"])
    if found is None:
        raise HTTPException(404, "this job is forgotten")
    return found


def _seconds(request: Request) -> float:
    try:
        asked = float(request.query_params.get("wait", "0"))
    except ValueError:
        asked = 0.0
    return min(asked, LONGEST_WAIT) if asked > 0 else 0.0  # not for NaN either


async def _start(request: Request) -> Response:
    """A new job; with `?wait=SECONDS` the answer waits for its first piece or its end, but no
    longer than that."""
    args = await json_body(request)
    job = _jobs(request).start(request.path_params["name"], args)
    with suppress(asyncio.TimeoutError):
        await asyncio.wait_for(job.begun.wait(), _seconds(request))
    return JSONResponse(job.report())


async def _ask(request: Request) -> Response:
    """News of a job; with `?wait=SECONDS` as soon as there are any. `since`: pieces known."""
    job = _job(request)
    since = request.query_params.get("since", "0")
    if not job.is_over:
        job.changed.clear()
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(job.changed.wait(), _seconds(request))
    return JSONResponse(job.report(int(since) if re.fullmatch("[0-9]{1,9}", since) else 0))


async def _cancel(request: Request) -> Response:
    job = _job(request)
    _jobs(request).cancel(job)
    return JSONResponse({"job": job.id})


async def _file(request: Request) -> Response:
    """A file that a job made; `?show` shows it in the browser."""
    job = _job(request)
    name = request.path_params["name"]
    if name not in job.files:
        raise HTTPException(404, "there is no such file")
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return attachment(job.files[name], name, kind, inline="show" in request.query_params)


ROUTES = [
    Route("/api/jobs/{name}", _start, methods=["POST"]),
    Route("/api/jobs/{id}", _ask, methods=["GET"]),
    Route("/api/jobs/{id}", _cancel, methods=["DELETE"]),
    Route("/files/{id}/{name}", _file),
]
