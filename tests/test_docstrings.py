"""The examples in docstrings are true."""

import doctest
import importlib
import pkgutil

import pytest

import crossfall.generator
import crossfall.solver

MODULES = [
    module.name
    for package in (crossfall.solver, crossfall.generator)
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    if not module.name.endswith("__main__")
]


@pytest.mark.parametrize("name", MODULES)
def test_every_example_gives_what_it_says(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0
