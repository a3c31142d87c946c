"""Who may ask the bench for what: Host and Origin, sizes and times, and what pages may load.

The bench has no password. What keeps strangers out is that it listens on this machine only, that
a page of another site cannot speak to it (Origin, and a content type that browsers ask about
first), and that no other site can pass for it by pointing its own name here (Host).
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import re
import socket
from collections.abc import Iterable
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_JSON = 256_000  # bytes of a request's body
MOST_FILE = 16_000_000  # bytes of a file that is dropped on a page
MOST_PATH = 8_000  # characters of an address
BODY_SECONDS = 20.0  # for a request's body to arrive
JSON, FILE = "application/json", "application/octet-stream"

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
_SAFE = ("GET", "HEAD")


class RefusedError(Exception):
    """A request that the bench does not take: the status to answer with, and why."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class Guard:
    """Lets through only requests that a page of the bench makes, or a person who opens one."""

    def __init__(self, app: ASGIApp, names: Iterable[str] = ()) -> None:
        """names: by what other names than this machine's addresses the bench may be called."""
        self._app = app
        self._names = frozenset(name.lower() for name in ("localhost", *names))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        begun = False

        async def guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                message = {**message, "headers": [*message.get("headers", ()), *HEADERS]}
            await send(message)

        try:
            headers = _headers(scope)
            self._check(scope, headers)
            body = _Body(receive, _most(scope, headers))
            await self._app(scope, body.receive, guarded)
        except RefusedError as error:
            if not begun:
                await _answer(guarded, error.status, str(error))

    def _check(self, scope: Scope, headers: dict[str, str]) -> None:
        host = headers.get("host", "")
        if not self._is_ours(host):
            raise RefusedError(
                421,
                f"this bench is not called {host[:80]!r}; open it by the address that "
                "crossfall serve printed (other names: crossfall serve --host NAME)",
            )
        if len(scope.get("raw_path", b"")) + len(scope.get("query_string", b"")) > MOST_PATH:
            raise RefusedError(414, f"the address is longer than {MOST_PATH} characters")
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in (f"http://{host}", f"https://{host}"):
            raise RefusedError(403, "a page of another site asked; only the bench's own may")
        site = headers.get("sec-fetch-site", "same-origin")
        opened = headers.get("sec-fetch-mode") == "navigate" and scope["method"] in _SAFE
        if site not in ("same-origin", "none") and not opened:
            raise RefusedError(403, "a page of another site asked; only the bench's own may")
        if scope["method"] in ("POST", "PUT", "PATCH"):
            kind = headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind not in (JSON, FILE):
                raise RefusedError(415, f"a body of type {kind[:40]!r}; expected {JSON}")

    def _is_ours(self, host: str) -> bool:
        """A number is always this machine's own: no other site can take its place. A name can be
        pointed anywhere by its owner, so only known ones count."""
        name = host.lower()
        if name.startswith("["):
            name = name[1:].partition("]")[0]
        elif name.count(":") <= 1:
            name = name.partition(":")[0]
        if name in self._names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


class _Body:
    """A request's body, not longer and not slower than allowed."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive, self._most = receive, most
        self._size, self._ended = 0, False
        self._deadline = asyncio.get_running_loop().time() + BODY_SECONDS

    async def receive(self) -> Message:
        if self._ended:
            return await self._receive()
        left = self._deadline - asyncio.get_running_loop().time()
        try:
            message = await asyncio.wait_for(self._receive(), max(left, 0.001))
        except TimeoutError:
            raise RefusedError(408, "the request took too long to arrive") from None
        if message["type"] == "http.request":
            self._size += len(message.get("body", b""))
            if self._size > self._most:
                raise _too_large(self._most)
            self._ended = not message.get("more_body", False)
        return message


def _most(scope: Scope, headers: dict[str, str]) -> int:
    """How long the body may be; refused at once if it says that it is longer."""
    is_file = headers.get("content-type", "").startswith(FILE)
    most = MOST_FILE if is_file else MOST_JSON
    length = headers.get("content-length", "0")
    if not re.fullmatch("[0-9]{1,18}", length):
        raise RefusedError(400, "the request's length is no number")
    if int(length) > most:
        raise _too_large(most)
    return most


def _too_large(most: int) -> RefusedError:
    told = f"{most // 1_000_000} MB" if most >= 1_000_000 else f"{most // 1000} kB"
    return RefusedError(413, f"that is larger than {told}")


def _headers(scope: Scope) -> dict[str, str]:
    """The request's headers by lower-case name; refused where one that matters comes twice."""
    found: dict[str, str] = {}
    for raw, value in scope["headers"]:
        name = raw.decode("latin-1").lower()
        if name in found and name in ("host", "origin", "content-length", "content-type"):
            raise RefusedError(400, f"the request gives {name} twice")
        found[name] = value.decode("latin-1")
    return found


async def _answer(send: Send, status: int, message: str) -> None:
    body = json.dumps({"error": [message]}).encode()
    headers: list[Any] = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def own_names(host: str) -> tuple[str, ...]:
    """The names by which the bench may be called when it listens on `host`.

    >>> own_names("127.0.0.1")
    ()
    """
    try:
        if ipaddress.ip_address(host).is_loopback:
            return ()
    except ValueError:
        if host.lower() == "localhost":
            return ()
        return (host,)
    return (socket.gethostname(), socket.getfqdn())
