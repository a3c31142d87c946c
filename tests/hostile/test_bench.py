"""The bench, asked by somebody who means no good."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
import uvicorn
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from crossfall.generator.bench import server
from crossfall.generator.bench.jobs import work_of
from crossfall.solver.errors import CrossfallError
from tests.serve.benches import bench

LINES = ["roadworks:3x3:b4", "roadworks:3x3:?a1", "clear-path:3x3:red:R2.3.3"]
LINES += ["pathing-boxes:waves:X:YX1Y.X2X.Y2Y.X1YX:A1B1,A1A2:X0Y0"]
KEYS = [
    *["state", "lines", "game", "task", "size", "level", "tool", "spot", "board", "placed", "key"],
    *["match", "moves", "start", "computer", "strength", "clock", "first", "seconds", "number"],
    *["language", "puzzles", "paper", "per_page", "title", "kind", "text", "count", "seed", "why"],
    *["difficulty", "tags", "not_tags", "source", "avoid", "blank", "finals", "preview", "twins"],
]
LEAVES = st.sampled_from(
    [
        *[None, True, False, 0, 1, -1, 10**30, 1e308, 0.5, "", "\0", "\ud800", "\u202e", "²"],
        *["<script>", "../../x", "A" * 3_000, "9" * 3_000, "99999x99999", "roadworks:99999x9:"],
        *["roadworks", "clear-path", "pathing-boxes", "3x3", "b2", "full", "en", "xx", *LINES],
    ]
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4)
    ),
    max_leaves=12,
)
STATES = st.fixed_dictionaries(
    {"lines": st.lists(st.sampled_from(LINES), min_size=1, max_size=2) | VALUES}
) | st.fixed_dictionaries({"lines": st.just(LINES[:1]), "task": VALUES, "fields": VALUES})
MATCHES = st.fixed_dictionaries(
    {"game": st.sampled_from(["roadworks", "clear-path", "pathing-boxes"])},
    optional={"moves": VALUES, "size": LEAVES, "start": st.sampled_from(LINES) | VALUES},
)
BODIES = st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=6) | st.fixed_dictionaries(
    {},
    optional={
        **dict.fromkeys(("spot", "tool", "board", "seconds", "placed", "language", "kind"), VALUES),
        "state": STATES,
        "match": MATCHES,
        "puzzles": st.lists(STATES, max_size=2) | VALUES,
        "game": st.sampled_from(["roadworks", "clear-path", "pathing-boxes"]) | VALUES,
    },
)
PLACES = ["view", "views", "empty", "act", "read", "file", "picture"]
PLACES += ["play/show", "play/press", "play/file"]


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with bench() as asked:
        yield asked


def _ask_anything(client: TestClient, examples: int) -> None:
    @given(st.sampled_from(PLACES), BODIES)
    @settings(max_examples=examples, database=None)
    def anything(place: str, body: dict[str, Any]) -> None:
        told = json.dumps(body).encode()
        answer = client.post(
            f"/api/{place}", content=told, headers={"content-type": "application/json"}
        )
        assert answer.status_code in (200, 404, 422, 503), (place, body)
        if answer.status_code != 200:
            lines = answer.json()["error"]
            assert lines
            assert all(line.strip() and len(line) < 3_000 for line in lines)

    anything()


def test_any_json_is_answered(client: TestClient) -> None:
    _ask_anything(client, 150)


@pytest.mark.prove
def test_any_json_is_answered_thousands_of_times(client: TestClient) -> None:
    _ask_anything(client, 4_000)


class Unheard:
    """Takes what a job reports, and keeps nothing."""

    library = None

    def __getattr__(self, name: str) -> Any:
        return lambda *_, **__: None


# What a page may ask of jobs that are over at once with what makes no sense.
JOBS = ["sheet", "pictures", "lesson", "generate", "counsel", "reply"]


@given(st.sampled_from(JOBS), st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=6))
@settings(max_examples=60, database=None)
def test_any_json_is_a_job_or_none(name: str, args: dict[str, Any]) -> None:
    if name in ("lesson", "generate"):
        args = {**args, "seed": "none"}  # which alone is refused
    report: Any = Unheard()
    with suppress(CrossfallError):
        work_of(name).run(args, report)


@pytest.mark.parametrize("asked", ["wait=nan", "wait=-1", "wait=1e999", "wait=²"])
def test_no_wait_is_strange(client: TestClient, asked: str) -> None:
    answer = client.post(f"/api/jobs/check?{asked}", json={"state": {"lines": LINES[:1]}})
    assert answer.status_code == 200
    job = answer.json()["job"]
    for since in ("²", "9" * 5_000, "-1", "٣"):
        assert client.get(f"/api/jobs/{job}?since={since}").status_code == 200


@pytest.mark.parametrize(
    "told",
    [
        "NaN",
        "Infinity",
        '{"state": {"lines": ["", "\\ud800"]}}',
        "[" * 50_000,
        '{"a":' * 20_000,
        "[]",
        "",
    ],
)
def test_what_is_no_object_is_refused(client: TestClient, told: str) -> None:
    asked = client.post(
        "/api/view", content=told.encode(), headers={"content-type": "application/json"}
    )
    assert asked.status_code == 422


# --- on a socket --------------------------------------------------------------------------------


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, int]]:
    """A bench that listens, and gives a request's head half a second."""
    monkeypatch.setattr(server, "HEAD_SECONDS", 0.5)
    running: list[uvicorn.Server] = []
    usual = uvicorn.Server

    def kept(config: uvicorn.Config) -> uvicorn.Server:
        running.append(usual(config))
        return running[0]

    monkeypatch.setattr(uvicorn, "Server", kept)
    made = server.listen("127.0.0.1", 0)
    begun = threading.Event()
    serving = threading.Thread(target=server.serve, args=(made, "127.0.0.1", begun.set))
    serving.start()
    assert begun.wait(60)
    yield made.getsockname()
    running[0].should_exit = True
    serving.join(30)


HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"


def said(address: tuple[str, int], *parts: bytes) -> bytes:
    """The first that comes back."""
    with socket.create_connection(address, timeout=20) as made:
        for part in parts:
            made.sendall(part)
        return made.recv(1_000)


def test_who_opens_connections_and_says_nothing_keeps_nobody_out(address: tuple[str, int]) -> None:
    held = [socket.create_connection(address, timeout=20) for _ in range(250)]
    for number, one in enumerate(held):
        if number % 2:
            one.sendall(HEAD)
    time.sleep(1.5)
    assert said(address, HEAD + b"\r\n").startswith(b"HTTP/1.1 200")
    for one in held:
        one.close()


def test_a_connection_that_was_used_is_closed_too_when_a_head_does_not_end(
    address: tuple[str, int],
) -> None:
    with socket.create_connection(address, timeout=20) as made:
        made.sendall(HEAD + b"\r\n")
        assert made.recv(100_000).startswith(b"HTTP/1.1 200")
        made.sendall(HEAD)
        told = b"x"
        while told:
            told = made.recv(100_000)


def test_bytes_that_are_no_request_bring_nothing_down(address: tuple[str, int]) -> None:
    upgrade = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    key = b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    assert not said(address, HEAD + upgrade + key).startswith((b"HTTP/1.1 101", b"HTTP/1.1 5"))
    for junk in (b"\x16\x03\x01\x02\0" + b"\0" * 500, b"\xff" * 200, b"GET\0 / HTTP/1.1\r\n\r\n"):
        assert said(address, junk)[:12] in (b"HTTP/1.1 400", b"")
    assert said(address, HEAD + b"\r\n").startswith(b"HTTP/1.1 200")
