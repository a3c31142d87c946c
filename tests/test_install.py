"""The folders at the top are importable under their installed names."""

import importlib

import pytest


@pytest.mark.parametrize("name", ["solver", "generator", "templates"])
def test_each_top_folder_installs_under_crossfall(name: str) -> None:
    assert importlib.import_module(f"crossfall.{name}").__doc__
