"""Faults planted in the rules, solvers, tables and second opinion: each is caught."""

import os
import subprocess
import sys

import pytest

from tests.faults.list_of_faults import FAULTS
from tests.faults.planting import NONE


def tried(names: list[str], tmp_path: str) -> list[str]:
    """What is told of these faults, by a process of their own."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.planting", *names],
        capture_output=True,
        text=True,
        env={**os.environ, "HYPOTHESIS_STORAGE_DIRECTORY": tmp_path},
        check=True,
    )
    return done.stdout.splitlines()


def test_there_are_many_and_each_has_a_name_of_its_own() -> None:
    assert len(FAULTS) >= 20
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="faults are planted in forked processes")
def test_every_planted_fault_is_caught_by_its_test(tmp_path_factory) -> None:
    folder = str(tmp_path_factory.mktemp("examples"))
    told = tried([fault.name for fault in FAULTS], folder)
    assert told == [f"{f.name}: caught by {f.test}" for f in FAULTS]


@pytest.mark.prove
@pytest.mark.skipif(not hasattr(os, "fork"), reason="faults are planted in forked processes")
def test_without_a_fault_each_of_these_tests_passes(tmp_path_factory) -> None:
    folder = str(tmp_path_factory.mktemp("examples"))
    tests = sorted({fault.test for fault in FAULTS})
    assert tried([NONE], folder) == [f"{test}: passes without a fault" for test in tests]
