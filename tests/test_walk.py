"""Every registered game and every task of it goes through everything; none is half there."""

import importlib.util
from pathlib import Path

import pytest

from crossfall.solver.position import game, game_names, module_name
from tests.walk import walk, walk_blank

EVERY_TASK = [(name, task) for name in game_names() for task in game(name).tasks]


@pytest.mark.parametrize(("name", "task"), EVERY_TASK, ids=map(" ".join, EVERY_TASK))
def test_every_task_is_found_checked_audited_drawn_and_printed(
    name: str, task: str, call, tmp_path: Path
) -> None:
    walk(call, name, task, tmp_path)


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_blank_boards(name: str, call, tmp_path: Path) -> None:
    walk_blank(call, name, tmp_path)


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_its_file_in_every_room(name: str) -> None:
    for room in ("solver.audit", "generator.finders", "generator.words", "generator.boards"):
        assert importlib.util.find_spec(f"crossfall.{room}.{module_name(name)}"), room
