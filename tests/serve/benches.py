"""A bench to ask in tests: without a browser, and without a socket."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from starlette.testclient import TestClient

from crossfall.generator.bench.server import make_app

BASE = "http://127.0.0.1:8420"


@contextmanager
def bench(library: str | None = None) -> Iterator[TestClient]:
    """A running bench; errors that it does not word are answers here too, as on a socket."""
    with TestClient(
        make_app(library=library), base_url=BASE, raise_server_exceptions=False
    ) as client:
        yield client


def act(client: TestClient, line: str, tool: str, *spots: str, **more: Any) -> dict[str, Any]:
    """What the page shows after some spots were pressed."""
    view: dict[str, Any] = {"state": {"lines": [line], **more}}
    for spot in spots:
        asked = {"state": view["state"], "board": 0, "tool": tool, "spot": spot}
        answer = client.post("/api/act", json=asked)
        assert answer.status_code == 200, answer.text
        view = answer.json()
    return view


def refused(client: TestClient, line: str, tool: str, spot: str, **more: Any) -> str:
    """Why a press does nothing."""
    asked = {"state": {"lines": [line], **more}, "board": 0, "tool": tool, "spot": spot}
    answer = client.post("/api/act", json=asked)
    assert answer.status_code == 422, answer.text
    return "\n".join(answer.json()["error"])


def marks(view: dict[str, Any]) -> dict[str, str]:
    """What the spots of the first board hold, by name."""
    return {spot[0]: spot[5] for spot in view["boards"][0]["spots"]}


def done(client: TestClient, name: str, **args: Any) -> dict[str, Any]:
    """A job run to its end."""
    news = client.post(f"/api/jobs/{name}?wait=20", json=args).json()
    pieces = list(news.get("pieces", ()))
    while news.get("state") in ("waiting", "running"):
        news = client.get(f"/api/jobs/{news['job']}?wait=20&since={len(pieces)}").json()
        pieces += news["pieces"]
    return {**news, "pieces": pieces}
