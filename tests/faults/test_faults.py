"""Faults planted in the rules, solvers, tables and second opinion: each is caught."""

import os
import subprocess
import sys

import pytest

from tests.faults.list_of_faults import FAULTS
from tests.faults.planting import Fault

QUICK = [fault for fault in FAULTS if not fault.slow]
SLOW = [fault for fault in FAULTS if fault.slow]


def tried(faults: list[Fault], tmp_path: str) -> list[str]:
    """What is told of these faults, by a process of their own."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.planting", *(fault.name for fault in faults)],
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
def test_every_planted_fault_is_caught_by_its_quick_test(tmp_path_factory) -> None:
    folder = str(tmp_path_factory.mktemp("examples"))
    assert tried(QUICK, folder) == [f"{f.name}: caught by {f.test}" for f in QUICK]


@pytest.mark.prove
def test_so_are_those_that_take_longer(tmp_path_factory) -> None:
    folder = str(tmp_path_factory.mktemp("examples"))
    assert tried(SLOW, folder) == [f"{f.name}: caught by {f.test}" for f in SLOW]
