"""The bench's server: everything put together, and run until Ctrl-C."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

import h11
import uvicorn
from starlette.applications import Starlette
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from crossfall.generator.bench import desks
from crossfall.generator.bench.api import all_routes
from crossfall.generator.bench.jobs import Jobs
from crossfall.generator.bench.pages import PAGES, page, page_routes
from crossfall.generator.bench.security import Guard, own_names
from crossfall.generator.bench.talk import WORDED, on_error
from crossfall.solver.errors import InputError

PORT = 8420  # where the bench is if nothing is said and nobody else is there
MOST_CONNECTIONS = 200
HEAD_SECONDS = 20.0  # for a request's head to arrive


def make_app(host: str = "127.0.0.1", library: str | None = None) -> ASGIApp:
    """The application, guarded; `host` is where it will listen, `library` a file it may read."""

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        jobs = app.state.jobs = Jobs(library)
        for shown in PAGES:
            page(shown, library=library)  # so that the first one opened is there at once
        threading.Thread(target=_warm, args=(jobs,), daemon=True).start()
        try:
            yield
        finally:
            jobs.close()

    # Starlette itself only words errors; whatever is left over must not show where it arose.
    app = Starlette(
        routes=[*page_routes(), *all_routes()],
        exception_handlers=dict.fromkeys((*WORDED, Exception), on_error),
        lifespan=life,
    )
    return Guard(app, own_names(host))


def _warm(jobs: Jobs) -> None:
    """Load what the first press of a spot needs, here and in the processes."""
    with suppress(Exception):
        jobs.warm()
        desks.warm()


def listen(host: str, port: int | None) -> socket.socket:
    """A socket that listens there; None for the usual port, or a free one if that is taken.

    Raises InputError where it cannot.
    """
    if not host.strip():  # which the system takes for every address of this machine
        raise InputError("--host: no address; expected such as 127.0.0.1")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    if os.name == "posix":
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    for wanted in (PORT, 0) if port is None else (port,):
        try:
            made.bind((host, wanted))
            made.listen(128)
        except OSError as error:
            if port is None and wanted:
                continue
            made.close()
            why = error.strerror or str(error)
            raise InputError(
                f"cannot listen on {host} port {wanted}: {why}; another port: --port N"
            ) from None
        except (ValueError, TypeError):
            made.close()
            raise InputError(
                f"--host {host[:80]!r}: no address; expected such as 127.0.0.1"
            ) from None
        break
    return made


def address(made: socket.socket) -> str:
    """The address of a listening socket, for a browser on this machine."""
    host, port = made.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "127.0.0.1"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def serve(
    made: socket.socket, host: str, begun: Callable[[], None], library: str | None = None
) -> None:
    """Serve until Ctrl-C; `begun` is called once pages are there."""
    if not os.environ.get("CROSSFALL_TRACEBACK"):
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        logging.getLogger("crossfall.bench").addFilter(_without_traceback)
    config = uvicorn.Config(
        make_app(host, library),
        http=Patient,
        ws="none",
        log_config=None,
        access_log=False,
        lifespan="on",
        server_header=False,
        proxy_headers=False,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=32_000,
    )
    server = uvicorn.Server(config)
    threading.Thread(target=_when_started, args=(server, begun), daemon=True).start()
    with suppress(KeyboardInterrupt):
        server.run(sockets=[made])


class Patient(H11Protocol):
    """Closes a connection on which no request's head arrives in time, so that those who open many
    and say nothing keep nobody out."""

    _closing: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._closing is not None:
            self._closing.cancel()
        super().connection_lost(exc)

    def _watch(self) -> None:
        """Give the head its time from when it was begun."""
        waits = self.conn.their_state is h11.IDLE
        if waits and self._closing is None:
            self._closing = self.loop.call_later(HEAD_SECONDS, self._give_up)
        elif not waits and self._closing is not None:
            self._closing.cancel()
            self._closing = None

    def _give_up(self) -> None:
        if self.conn.their_state is h11.IDLE:
            self.transport.close()


def _when_started(server: uvicorn.Server, begun: Callable[[], None]) -> None:
    import time

    while not server.started and not server.should_exit:
        time.sleep(0.02)
    if server.started:
        begun()


def _without_traceback(record: logging.LogRecord) -> bool:
    """What went wrong in one line."""
    if record.exc_info and record.exc_info[1] is not None:
        error = record.exc_info[1]
        record.msg = f"{record.getMessage()}: {type(error).__name__}: {error}"
        record.args, record.exc_info = (), None
    return True
