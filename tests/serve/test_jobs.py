"""Long work runs elsewhere, can be watched, and ends when nobody wants it."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from typing import Any

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


def test_tries_are_refuted_and_answers_played_out(client: TestClient) -> None:
    # The key's example: 3x3, closed c4 c3 d1; b2 wins, a2 answers c1, a3 or b3 answers b1.
    found = done(client, "lines", state={"lines": ["roadworks:3x3:c4,c3,d1"]})
    by_move = {line["move"]: line for line in found["pieces"]}
    right = [line["move"] for line in found["pieces"] if line["right"]]
    assert right == ["b2"]
    assert by_move["c1"]["told"] == "Answered by a2."
    assert by_move["b1"]["told"] == "Answered by a3 or b3."
    assert by_move["c1"]["steps"][-1]["state"]["lines"] == ["roadworks:3x3:c4,c3,d1,c1,a2"]


def test_a_winning_turn_is_played_stone_by_stone(client: TestClient) -> None:
    line = "clear-path:6x6:red:R3BR.2R3.1RB1RB.4RB.BBB2R.BBR2R"
    found = done(client, "lines", state={"lines": [line], "task": "winning-turn"})
    (answer,) = found["pieces"]
    assert answer["move"] == "f5 e5 e2" or set(answer["move"].split()) == {"f5", "e5", "e2"}
    assert len(answer["steps"]) == 3
    assert "wins" in answer["told"] or "path" in answer["told"]


def test_a_flawed_puzzle_is_offered_its_nearest_sound_ones(client: TestClient) -> None:
    found = done(client, "repair", state={"lines": ["roadworks:3x3:"], "task": "winning-move"})
    nearest = found["result"]["nearest"]
    assert nearest
    for one in nearest:
        verdict = done(client, "check", state=one["state"])["result"]["verdict"]
        assert verdict == "sound"


def test_twins_change_one_fence_and_have_another_answer(client: TestClient) -> None:
    state = {"lines": ["roadworks:3x3:c1,b4,b2"]}
    found = done(client, "check", state=state, twins=True)["result"]
    assert found["twins"]
    for twin in found["twins"][:3]:
        judged = done(client, "check", state=twin["state"])["result"]
        assert judged["verdict"] == "sound"
        assert judged["answers"][0]["text"] != "d3"


def test_a_job_whose_process_is_killed_from_outside_is_told_and_the_next_one_runs(
    client: TestClient,
) -> None:
    jobs: Any = client.app._app.state.jobs
    done(client, "check", state={"lines": ["roadworks:3x3:c1,b4,b2"]})
    ready = {process._process.pid for process in jobs._idle}
    asked = {"game": "pathing-boxes", "task": "force-line", "size": "waves", "count": 60}
    job = client.post("/api/jobs/generate?wait=0.3", json=asked).json()["job"]
    for pid in ready:
        os.kill(pid, signal.SIGKILL)
    deadline = time.monotonic() + 20
    while (news := client.get(f"/api/jobs/{job}?wait=1").json())["state"] in ("waiting", "running"):
        assert time.monotonic() < deadline
    assert news["state"] == "failed"
    assert "broke off" in news["error"][0]
    found = done(client, "check", state={"lines": ["roadworks:3x3:c1,b4,b2"]})
    assert found["result"]["verdict"] == "sound"


def test_many_searches_do_not_keep_anybody_from_a_verdict(client: TestClient) -> None:
    asked = {"game": "pathing-boxes", "task": "force-line", "size": "waves", "count": 60}
    told = [client.post("/api/jobs/generate?wait=0", json=asked) for _ in range(52)]
    assert {answer.status_code for answer in told} == {200, 503}
    found = done(client, "check", state={"lines": ["roadworks:3x3:c1,b4,b2"]})
    assert found["result"]["verdict"] == "sound"
    for answer in told:
        if answer.status_code == 200:
            client.delete(f"/api/jobs/{answer.json()['job']}")
