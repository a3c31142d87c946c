"""Sheets, packs and pictures that the bench makes are those of the commands."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from crossfall.generator.cli import run
from tests.serve.benches import bench, done

ONE = {"lines": ["roadworks:3x3:c1,b4,b2"], "task": "winning-move"}
TWO = {"lines": ["roadworks:3x3:b2"], "task": "winning-move"}


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with bench() as found:
        yield found


def test_the_pdf_is_the_one_that_the_command_makes(client: TestClient, tmp_path: Path) -> None:
    news = done(client, "sheet", puzzles=[ONE, TWO], title="Market day", paper="letter")
    assert news["files"] == ["sheet.pdf"]
    answer = client.get(f"/files/{news['job']}/sheet.pdf")
    assert "attachment" in answer.headers["content-disposition"]
    file = client.post("/api/file", json={"puzzles": [ONE, TWO]}).content
    (tmp_path / "two.toml").write_bytes(file)
    target = tmp_path / "two.pdf"
    arguments = ["sheet", str(tmp_path / "two.toml"), "--title", "Market day", "--paper", "letter"]
    assert run([*arguments, "-o", str(target)]) == 0
    assert answer.content == target.read_bytes()


def test_a_preview_shows_every_page_and_makes_no_file(client: TestClient) -> None:
    news = done(client, "sheet", puzzles=[ONE, TWO], per_page=1, preview=True)
    assert [piece["page"] for piece in news["pieces"]] == [1, 2, 3]
    assert all(piece["png"].startswith("data:image/png;base64,") for piece in news["pieces"])
    assert news["files"] == []


def test_a_flawed_or_impossible_puzzle_is_not_printed(client: TestClient) -> None:
    flawed = done(client, "sheet", puzzles=[ONE, {"lines": ["roadworks:3x3:"]}])
    assert flawed["state"] == "refused"
    assert "puzzle 2: several-answers" in flawed["error"][0]
    impossible = done(client, "sheet", puzzles=[{"lines": ["roadworks:3x3:a3,a4"]}])
    assert "a4 cannot be closed" in impossible["error"][0]


@pytest.mark.parametrize(
    "wrong", [{"paper": "a3"}, {"per_page": 5}, {"key": "x"}, {"language": "xx"}, {"puzzles": []}]
)
def test_options_that_make_no_sense_are_refused_in_words(
    client: TestClient, wrong: dict[str, object]
) -> None:
    news = done(client, "sheet", **{"puzzles": [ONE], **wrong})
    assert news["state"] == "refused"
    assert news["error"][0]


def test_boards_are_pictures_one_alone_or_several_in_a_zip(client: TestClient) -> None:
    one = done(client, "pictures", puzzles=[ONE], kind="png")
    data = client.get(f"/files/{one['job']}/board.png").content
    assert data.startswith(b"\x89PNG")
    several = done(client, "pictures", puzzles=[ONE, TWO], kind="svg")
    data = client.get(f"/files/{several['job']}/boards-svg.zip").content
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.namelist() == ["board-01.svg", "board-02.svg"]
        assert archive.read("board-01.svg").startswith(b"<svg")


def test_empty_boards_are_printed(client: TestClient) -> None:
    for game, size in (("roadworks", "4x4"), ("clear-path", "5x5"), ("pathing-boxes", "")):
        news = done(client, "sheet", blank=game, size=size, preview=True)
        assert news["result"] == {"pages": 1}, news


def test_an_impossible_position_has_a_picture_too(client: TestClient) -> None:
    state = {"lines": ["roadworks:3x3:a1"], "task": "what-falls"}
    assert client.post("/api/picture", json={"state": state}).text.startswith("<svg")
