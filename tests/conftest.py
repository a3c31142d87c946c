"""What all tests share: a command typed, a folder to type it in, and how hypothesis draws.

It draws the same examples each time in `make test`, others each time in `make prove`.
"""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from crossfall.generator.cli import run

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    """A command as it is typed: its exit code, what it prints, what it says on standard error."""

    def called(*arguments: str | Path) -> tuple[int, str, str]:
        code = run([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return code, out, err

    return called


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, and the command works in it."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


# No deadline and no check of speed: a busy machine is no fault.
settings.register_profile(
    "same", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "others", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_EXAMPLES", "same"))
