"""The bench speaks the languages that sheets are printed in."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.serve.benches import bench, done


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with bench() as found:
        yield found


@pytest.mark.parametrize(
    ("code", "title", "button"),
    [
        ("en", "Draw and check", "Undo"),
        ("es", "Dibujar y comprobar", "Deshacer"),
        ("hu", "Rajzolás és ellenőrzés", "Visszavonás"),
        ("de", "Zeichnen und prüfen", "Rückgängig"),
    ],
)
def test_a_page_comes_in_the_language_that_was_chosen(
    client: TestClient, code: str, title: str, button: str
) -> None:
    page = client.get("/", headers={"Cookie": f"language={code}"}).text
    assert f'<html lang="{code}">' in page
    assert title in page
    assert button in page


def test_a_page_comes_in_the_first_language_of_the_browser_that_we_have(
    client: TestClient,
) -> None:
    page = client.get("/", headers={"Accept-Language": "fr-FR, hu;q=0.9, de;q=0.8"}).text
    assert '<html lang="hu">' in page
    assert '<html lang="en">' in client.get("/", headers={"Accept-Language": "fr"}).text


def test_scripts_are_given_their_words(client: TestClient) -> None:
    page = client.get("/", headers={"Cookie": "language=de"}).text
    found = re.search(r'<script id="begin"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert found
    begin = json.loads(found[1])
    assert begin["words"]["Show the answer"] == "Lösung zeigen"
    assert begin["games"][0]["tools"][0]["title"] != "Play by the rules"


def test_the_board_tells_what_happens_in_that_language(client: TestClient) -> None:
    state = {"lines": ["roadworks:3x3:b2"]}
    asked = {"state": state, "board": 0, "tool": "close", "spot": "a3"}
    said = client.post("/api/act", json=asked, headers={"Cookie": "language=de"}).json()
    assert said["said"] == "a3 ist gesperrt; a2 und a4 fallen weg."
    assert "erste Spieler" in said["boards"][0]["to_move"]


def test_the_question_and_the_key_are_those_of_the_printed_sheet(client: TestClient) -> None:
    state = {"lines": ["roadworks:3x3:c1,b4,b2"]}
    found = done(client, "check", state=state, language="de")["result"]
    assert "Kreuzung" in found["question"]
    assert done(client, "check", state=state, language="xx")["state"] == "refused"


@pytest.mark.parametrize("code", ["es", "hu", "de"])
def test_tasks_and_tags_have_titles_in_every_language(client: TestClient, code: str) -> None:
    told = client.get("/api/games", headers={"Cookie": f"language={code}"}).json()["games"]
    plain = client.get("/api/games").json()["games"]
    for game, english in zip(told, plain, strict=True):
        for name in (*game["tasks"], *game["tags"]):
            assert english["titles"][name] != name
            assert game["titles"][name] not in (name, english["titles"][name])


@pytest.mark.parametrize(
    ("match", "told"),
    [
        (
            {"game": "roadworks", "size": "3x3", "moves": ["b2", "a3"]},
            "a3 ist gesperrt; a2 und a4 fallen weg.",
        ),
        ({"game": "clear-path", "size": "4x4", "moves": ["b2", "swap"]}, "getauscht"),
        ({"game": "pathing-boxes", "size": "waves", "moves": ["A1-B1"]}, "A1-B1"),
    ],
)
def test_the_moves_of_a_game_are_told_in_that_language(
    client: TestClient, match: dict[str, Any], told: str
) -> None:
    def said(code: str) -> str:
        asked = {"match": {"human": None, **match}}
        headers = {"Cookie": f"language={code}"}
        moves = client.post("/api/play/show", json=asked, headers=headers).json()["moves"]
        return str(moves[-1]["told"])

    assert told in said("de")
    assert len({said(code) for code in ("en", "es", "hu", "de")}) == 4
