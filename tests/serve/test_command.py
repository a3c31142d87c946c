"""`crossfall serve` from the outside: begins, says where, ends cleanly."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from crossfall.generator.cli import run


def test_it_says_where_it_is_and_ends_cleanly_on_ctrl_c() -> None:
    command = [sys.executable, "-m", "crossfall.generator", "serve", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as p:
        assert p.stdout is not None
        said = p.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", said)
        assert found, said
        with urllib.request.urlopen(found[0], timeout=20) as page:
            assert page.status == 200
        p.send_signal(signal.SIGINT)
        _, errors = p.communicate(timeout=20)
    assert p.returncode == 0
    assert errors == ""


def test_a_port_that_is_taken_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert run(["serve", "--no-browser", "--port", str(port)]) == 2
    errors = capsys.readouterr().err
    assert errors.count("\n") == 1
    assert str(port) in errors


def test_without_the_extra_one_line_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert run(["serve", "--no-browser"]) == 2
    errors = capsys.readouterr().err
    assert errors.count("\n") == 1
    assert "crossfall[web]" in errors


def test_a_library_that_is_none_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(["serve", "--no-browser", "--library", str(tmp_path / "none.sqlite")]) == 2
    errors = capsys.readouterr().err
    assert errors.count("\n") == 1
    assert "none.sqlite" in errors
