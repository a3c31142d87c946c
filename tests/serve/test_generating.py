"""Puzzles found on the bench are those that the command finds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from crossfall.generator.cli import run
from crossfall.solver.records import read_records
from crossfall.solver.verify import read_puzzle
from tests.serve.benches import bench, done


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with bench() as found:
        yield found


@pytest.mark.parametrize(
    ("wish", "arguments"),
    [
        (
            {"game": "roadworks", "size": "3x3", "count": 3, "seed": 2},
            ["roadworks", "--size", "3x3", "--count", "3", "--seed", "2"],
        ),
        (
            {"game": "clear-path", "task": "play-again", "size": "4x4", "count": 2},
            ["clear-path", "--task", "play-again", "--size", "4x4", "--count", "2"],
        ),
    ],
)
def test_the_same_wish_gives_the_same_puzzles(
    client: TestClient, tmp_path: Path, wish: dict[str, object], arguments: list[str]
) -> None:
    news = done(client, "generate", **wish)
    assert news["result"]["ending"] == "done"
    target = tmp_path / "found.toml"
    assert run(["generate", *arguments, "-o", str(target)]) == 0
    commanded = [read_puzzle(record) for record in read_records(str(target))]
    file = client.post("/api/file", json={"puzzles": [p["state"] for p in news["pieces"]]})
    (tmp_path / "bench.toml").write_bytes(file.content)
    benched = [read_puzzle(r) for r in read_records(str(tmp_path / "bench.toml"))]
    assert [p.position for p in benched] == [p.position for p in commanded]
    assert [p.claim for p in benched] == [p.claim for p in commanded]


def test_puzzles_that_are_not_wanted_again_are_passed_over(client: TestClient) -> None:
    wish = {"game": "roadworks", "size": "3x3", "count": 2}
    first = [piece["canonical"] for piece in done(client, "generate", **wish)["pieces"]]
    again = done(client, "generate", **wish, avoid=first)
    assert not {piece["canonical"] for piece in again["pieces"]} & set(first)


@pytest.mark.parametrize(
    "wrong", [{"game": "chess"}, {"task": "x"}, {"count": 0}, {"tags": ["x"]}, {"size": "a"}]
)
def test_a_wish_without_sense_is_refused_in_words(
    client: TestClient, wrong: dict[str, object]
) -> None:
    news = done(client, "generate", **{"game": "roadworks", **wrong})
    assert news["state"] == "refused"
    assert news["error"][0]
