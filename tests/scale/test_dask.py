"""A real Dask cluster finds what one process finds, even if one of its workers is killed."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from crossfall.generator import crews
from crossfall.generator.cli import run

pytest.importorskip("distributed", reason="the extra `cluster` is not installed")

WANTED = ["generate", "pathing-boxes", "--task", "force-line", "--count", "8", "--seed", "3"]
HERE = ["--host", "127.0.0.1", "--no-dashboard"]


@contextmanager
def cluster(folder: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and two workers on this machine: the scheduler's address, and the workers."""
    file = folder / "scheduler.json"
    started: list[subprocess.Popen[bytes]] = []

    def start(program: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{program}", *HERE, *arguments]
        started.append(
            subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        )
        return started[-1]

    try:
        start("dask_scheduler", "--port", "0", "--scheduler-file", str(file))
        until(file.exists)
        address = json.loads(file.read_text("utf-8"))["address"]
        own = ("--nthreads", "1", "--no-nanny", "--local-directory", str(folder))
        yield address, [start("dask_worker", address, *own) for _ in range(2)]
    finally:
        for process in started:
            process.kill()
            process.wait()


def until(holds: object, seconds: float = 60) -> None:
    """Wait until `holds()`."""
    assert callable(holds)
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def test_a_killed_worker_changes_nothing(tmp_path: Path) -> None:
    alone, target = tmp_path / "alone.toml", tmp_path / "cluster.toml"
    assert run([*WANTED, "-o", str(alone)]) == 0
    part = Path(f"{target}.part")
    with cluster(tmp_path) as (address, workers):
        await_workers(address, 2)
        killed = threading.Event()

        def kill() -> None:
            until(lambda: part.exists() and b'"range": 0' in part.read_bytes())
            os.kill(workers[0].pid, signal.SIGKILL)
            workers[0].wait()
            killed.set()

        killer = threading.Thread(target=kill)
        killer.start()
        code = run([*WANTED, "--backend", "dask", "--scheduler", address, "-o", str(target)])
        killer.join()
        assert code == 0
        assert killed.is_set()
        assert workers[1].poll() is None
    assert target.read_bytes() == alone.read_bytes()
    assert not part.exists()


def await_workers(address: str, number: int) -> None:
    from distributed import Client

    with Client(address) as client:
        client.wait_for_workers(number, timeout=60)


def test_no_scheduler_is_one_line_and_exit_code_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crossfall.generator.crews.SECONDS_TO_CONNECT", 1)
    target = tmp_path / "none.toml"
    for address in ("tcp://127.0.0.1:1", "nonsense"):
        assert run([*WANTED, "--backend", "dask", "--scheduler", address, "-o", str(target)]) == 2
        said = capsys.readouterr().err
        assert said.startswith(f"crossfall: --scheduler {address}: no Dask scheduler answers")
        assert said.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_what_listens_and_says_nothing_is_no_scheduler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(crews, "SECONDS_TO_CONNECT", 1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        words = [*WANTED, "--backend", "dask", "--scheduler", address]
        assert run([*words, "-o", str(tmp_path / "x.toml")]) == 2
    told = capsys.readouterr().err
    assert (told.count("\n"), "no Dask scheduler answers there" in told) == (1, True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.prove
def test_a_scheduler_that_dies_in_the_middle_loses_nothing_found(tmp_path: Path) -> None:
    target = tmp_path / "x.toml"
    part = Path(f"{target}.part")
    many = [*WANTED[:-4], "--count", "1000", "--seed", "3"]
    with cluster(tmp_path) as (address, _):
        await_workers(address, 2)
        words = [*many, "--backend", "dask", "--scheduler", address, "-o", str(target)]
        command = [sys.executable, "-m", "crossfall.generator", *words]
        running = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        until(lambda: part.exists() and b'"range": 0' in part.read_bytes())
    # The cluster is gone now, scheduler and workers.
    _, told = running.communicate(timeout=200)
    assert running.returncode == 3, told
    assert "Traceback" not in told
    assert f"the same command goes on from {part}" in told


def test_a_scheduler_without_workers_is_called_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from distributed import Client

    with cluster(tmp_path) as (address, workers):
        for worker in workers:
            worker.kill()
            worker.wait()
        with Client(address, timeout=60) as client:
            until(lambda: not client.nthreads())
        monkeypatch.setattr(crews, "SECONDS_TO_CONNECT", 2)
        words = [*WANTED, "--backend", "dask", "--scheduler", address]
        assert run([*words, "-o", str(tmp_path / "x.toml")]) == 2
    assert "this Dask scheduler has no worker; start one first" in capsys.readouterr().err
