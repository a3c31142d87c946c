"""The minutes of the pages that the teacher's notes put into one lesson fit into it."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from crossfall.generator.lesson_plans import (
    clear_path_notes,
    pathing_boxes_notes,
    roadworks_notes,
)

NOTES: dict[str, Sequence[tuple[object, ...]]] = {
    "clear-path": clear_path_notes.NOTES,
    "pathing-boxes": pathing_boxes_notes.NOTES,
    "roadworks": roadworks_notes.NOTES,
}


@pytest.mark.parametrize("game", NOTES)
def test_the_pages_of_each_lesson_take_45_minutes_at_most(game: str) -> None:
    text = "\n".join(str(paragraph) for part in NOTES[game] for paragraph in part)
    minutes = {int(page): int(m) for page, m in re.findall(r"(\d) · .*\((\d+) minutes\)", text)}
    plan = re.search(r"Pages 1 .*?\.", text)
    assert plan is not None
    lessons = re.findall(r"[Pp]ages? (\d)(?: (?:to|and) (\d))?", plan[0])
    assert len(lessons) >= 3
    told: list[int] = []
    for first, last in lessons:
        pages = range(int(first), int(last or first) + 1)
        assert sum(minutes[page] for page in pages) <= 45
        told += pages
    assert told == sorted(minutes)
