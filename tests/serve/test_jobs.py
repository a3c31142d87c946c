"""Long work runs elsewhere, can be watched, and ends when nobody wants it."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from tests.serve.benches import bench, done


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with bench() as found:
        yield found


def test_the_verdict_names_the_answer_and_draws_it(client: TestClient) -> None:
    # From the project's page of cases: c1 b4 b2 on 3x3 is won by d3 alone.
    found = done(client, "check", state={"lines": ["roadworks:3x3:c1,b4,b2"]})["result"]
    assert found["verdict"] == "sound"
    assert [answer["text"] for answer in found["answers"]] == ["d3"]
    assert found["answers"][0]["boards"][0]["svg"].startswith("<svg")
    assert found["key"]


def test_all_problems_are_told_and_every_answer_of_several(client: TestClient) -> None:
    found = done(client, "check", state={"lines": ["roadworks:3x3:"]})["result"]
    assert found["verdict"] == "flawed"
    assert {answer["text"] for answer in found["answers"]} == {"d1", "c2", "b3", "a4"}
    assert all(answer["boards"] for answer in found["answers"])
    state = {"lines": ["roadworks:3x3:a3,a4,a1"]}
    impossible = done(client, "check", state=state)["result"]
    codes = [problem["code"] for problem in impossible["problems"]]
    assert codes == ["impossible-position", "impossible-position"]


def test_a_job_that_nobody_wants_is_killed_and_others_go_on(client: TestClient) -> None:
    # An 8x8 board without a table: far beyond a minute.
    slow = client.post("/api/jobs/check", json={"state": {"lines": ["roadworks:8x8:"]}}).json()
    assert slow["state"] in ("waiting", "running")
    quick = done(client, "check", state={"lines": ["roadworks:3x3:c1,b4,b2"]})
    assert quick["state"] == "done"
    assert client.delete(f"/api/jobs/{slow['job']}").status_code == 200
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        state = client.get(f"/api/jobs/{slow['job']}?wait=1").json()["state"]
        if state == "cancelled":
            break
    assert state == "cancelled"


def test_unknown_jobs_are_told_in_words(client: TestClient) -> None:
    assert client.post("/api/jobs/chekc", json={}).json()["error"][0].endswith("check?")
    assert client.get("/api/jobs/nothing").status_code == 404
    assert client.get("/files/nothing/a.pdf").status_code == 404


def test_bad_input_of_a_job_is_refused_in_words(client: TestClient) -> None:
    news = done(client, "check", state={"lines": ["roadworks:3x3:zz"]})
    assert news["state"] == "refused"
    assert "zz" in news["error"][0]
