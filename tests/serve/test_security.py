"""Strangers stay out, and nobody is shown where in the program something went wrong."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient

from crossfall.generator.bench import security
from crossfall.generator.bench.security import Guard, own_names
from crossfall.generator.bench.talk import WORDED, on_error
from tests.serve.benches import bench


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with bench() as found:
        yield found


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil", ""])
def test_a_bench_under_another_name_is_not_opened(client: TestClient, host: str) -> None:
    answer = client.get("/", headers={"Host": host})
    assert answer.status_code == 421
    assert "<html" not in answer.text


@pytest.mark.parametrize("host", ["127.0.0.1:8420", "localhost:9999", "[::1]:8420", "127.0.0.1"])
def test_this_machine_is_opened_by_any_of_its_names(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 200


def test_a_bench_that_listens_elsewhere_is_known_by_that_name() -> None:
    assert own_names("bench.example") == ("bench.example",)
    assert own_names("::1") == ()
    assert own_names("0.0.0.0")


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:9"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "navigate"},
    ],
)
def test_a_page_of_another_site_cannot_ask(client: TestClient, headers: dict[str, str]) -> None:
    body = {"state": {"lines": ["roadworks:3x3:"]}}
    assert client.post("/api/view", json=body, headers=headers).status_code == 403


def test_a_link_on_another_site_may_be_followed(client: TestClient) -> None:
    followed = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert client.get("/", headers=followed).status_code == 200
    read = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}
    assert client.get("/api/games", headers=read).status_code == 403


def test_only_content_types_that_browsers_ask_about_first_are_taken(client: TestClient) -> None:
    headers = {"Content-Type": "text/plain"}
    answer = client.post("/api/view", content="{}", headers=headers)
    assert answer.status_code == 415


def test_what_is_too_large_is_refused_whether_it_says_so_or_not(client: TestClient) -> None:
    large = b"x" * (security.MOST_JSON + 1)
    headers = {"Content-Type": "application/json"}
    assert client.post("/api/view", content=large, headers=headers).status_code == 413
    in_parts = client.post("/api/view", content=iter([large[:200_000]] * 2), headers=headers)
    assert in_parts.status_code == 413
    assert client.get("/?" + "a" * 9_000).status_code == 414


def test_a_request_that_dawdles_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "BODY_SECONDS", 0.05)
    sent: list[Any] = []

    async def read(request: Request) -> Response:
        await request.body()
        return Response("never")

    async def receive() -> Any:
        await asyncio.sleep(5)

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/",
        "raw_path": b"/",
        "query_string": b"",
        "headers": [(b"host", b"localhost"), (b"content-type", b"application/json")],
    }
    handlers = dict.fromkeys(WORDED, on_error)
    app = Guard(Starlette(routes=[Route("/", read, methods=["POST"])], exception_handlers=handlers))
    asyncio.run(app(scope, receive, send))
    assert sent[0]["status"] == 408


def test_every_answer_says_that_pages_load_nothing_from_elsewhere(client: TestClient) -> None:
    for path in ("/", "/static/draw.js", "/api/games", "/nothing"):
        policy = client.get(path).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy


def test_pages_name_nothing_elsewhere(client: TestClient) -> None:
    page = client.get("/").text
    assert "http:" not in page
    assert "https:" not in page
    assert "style=" not in page


def test_an_unknown_address_is_told_in_words(client: TestClient) -> None:
    assert "nothing at this address" in client.get("/nothing").text
    assert client.get("/api/nothing").json() == {"error": ["there is nothing at this address"]}
    assert client.get("/api/act").status_code == 405
    assert client.get("/static/../bench.css").status_code == 404
    assert client.get("/static/%2e%2e/page.html.j2").status_code == 404


@pytest.mark.parametrize("path", ["/", "/api/x"])
def test_a_fault_of_ours_shows_nothing_of_the_program(path: str) -> None:
    def breaks(request: Request) -> Response:
        raise KeyError("secret detail")

    app = Starlette(routes=[Route(path, breaks)], exception_handlers={Exception: on_error})
    with TestClient(Guard(app), base_url="http://localhost", raise_server_exceptions=False) as c:
        answer = c.get(path)
    assert answer.status_code == 500
    assert "report it" in answer.text
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text


@pytest.mark.parametrize("body", ["", "{", "[]", "7", '{"state": 5}', '{"state": {"lines": []}}'])
def test_nonsense_is_refused_in_words(client: TestClient, body: str) -> None:
    headers = {"Content-Type": "application/json"}
    for path in ("/api/view", "/api/act", "/api/empty", "/api/read", "/api/file"):
        answer = client.post(path, content=body, headers=headers)
        assert answer.status_code == 422, (path, body)
        assert answer.json()["error"]


def test_deeply_nested_nonsense_is_refused_in_words(client: TestClient) -> None:
    deep = "[" * 100_000 + "]" * 100_000
    answer = client.post("/api/view", content=deep, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422
    assert json.loads(answer.text)["error"]
