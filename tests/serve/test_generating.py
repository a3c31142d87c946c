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


def test_the_library_gives_what_was_not_used_and_is_passed_over(tmp_path: Path) -> None:
    file, library = tmp_path / "three.toml", str(tmp_path / "mine.sqlite")
    wish = ["roadworks", "--size", "3x3", "--count", "3"]
    assert run(["generate", *wish, "-o", str(file)]) == 0
    assert run(["library", "add", "--library", library, str(file)]) == 0
    held = {read_puzzle(r).position.key() for r in read_records(str(file))}
    asked = {"game": "roadworks", "size": "3x3"}
    with bench(library) as client:
        taken = done(client, "generate", **asked, count=3, source="library")["pieces"]
        assert len(taken) == 3
        more = done(client, "generate", **asked, count=4, source="library")["result"]
        assert more["found"] == 3
        assert "no more" in more["told"][0]
        new = done(client, "generate", **asked, count=2, source="new")["pieces"]
        states = [piece["state"] for piece in new]
        text = client.post("/api/file", json={"puzzles": states}).text
    (tmp_path / "new.toml").write_text(text)
    found = {read_puzzle(r).position.key() for r in read_records(str(tmp_path / "new.toml"))}
    assert len(found) == 2
    assert not found & held


def test_without_a_library_none_can_be_asked(client: TestClient) -> None:
    news = done(client, "generate", game="roadworks", source="library", library="/etc/passwd")
    assert news["state"] == "refused"
    assert "--library" in news["error"][0]
