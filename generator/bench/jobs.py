"""Long work in processes of its own: started, watched, and killed when nobody wants it any more.

A job is a module of `generator/bench/work/`. Every job runs in a process that does nothing else,
so that tabs do not wait for each other and a cancelled search ends at once. Processes are forked
from one that has everything loaded (or started afresh, where the system knows no forking), and
some always stand ready.
"""

from __future__ import annotations

import asyncio
import importlib
import logging
import multiprocessing
import os
import pkgutil
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from typing import Any, Protocol, cast

import crossfall.generator.bench.work as work_package
from crossfall.solver.errors import InputError, nearest

WAITING, RUNNING, DONE, REFUSED, UNKNOWN, FAILED, CANCELLED = (
    "waiting",
    "running",
    "done",
    "refused",
    "unknown",
    "failed",
    "cancelled",
)
QUICK, LONG = "quick", "long"
MOST_JOBS = 48  # of a lane that are waiting or running
MOST_QUICK = 8  # that run at the same time
READY = 2  # processes that stand ready
KEPT_JOBS = 200  # that are remembered when they have ended …
KEPT_BYTES = 300_000_000  # … with the files they made
LOOK_EVERY = 0.05  # seconds between two looks whether a job is still wanted

log = logging.getLogger("crossfall.bench")


class Work(Protocol):
    """What a module of `generator/bench/work/` offers."""

    @property
    def LANE(self) -> str:  # noqa: N802 - a constant of the module
        """`quick` for what a person waits for with a finger on the board, else `long`."""

    @property
    def SECONDS(self) -> float:  # noqa: N802
        """How long it may take; then it is killed, and what it was to find is unknown."""

    def run(self, args: Mapping[str, Any], report: Report) -> dict[str, Any]:
        """The job itself: what comes back is sent to the page as JSON, but for `files`, a mapping
        of names to bytes, which are kept for download."""


class Report:
    """How a job tells what it is at. The page sees the last `say` and every `piece`."""

    def __init__(self, pipe: Connection, library: str | None = None) -> None:
        """library: the file of the library that the bench was begun with; a page cannot name one."""
        self._pipe = pipe
        self._last = 0.0
        self.library = library

    def say(self, text: str, share: float | None = None) -> None:
        """What is being done and, if it is known, how much of it is done (0 to 1)."""
        now = time.monotonic()
        if now - self._last > 0.05:
            self._last = now
            self._pipe.send(("say", (text, share)))

    def piece(self, piece: Any) -> None:
        """A part of the result, to be shown before the rest is there."""
        self._pipe.send(("piece", piece))


@dataclass
class Job:
    """One job, as the page sees it."""

    name: str
    args: Mapping[str, Any]
    loop: asyncio.AbstractEventLoop
    id: str = field(default_factory=lambda: secrets.token_urlsafe(12))
    state: str = WAITING
    said: str = ""
    share: float | None = None
    pieces: list[Any] = field(default_factory=list)
    result: dict[str, Any] | None = None
    files: dict[str, bytes] = field(default_factory=dict)
    errors: tuple[str, ...] = ()
    unwanted: threading.Event = field(default_factory=threading.Event)
    begun: asyncio.Event = field(default_factory=asyncio.Event)  # a piece is there, or the end
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def is_over(self) -> bool:
        """Whether it has ended, in whatever way."""
        return self.state not in (WAITING, RUNNING)

    def report(self, since: int = 0) -> dict[str, Any]:
        """What the page is told; `since`: how many pieces it has already."""
        return {
            "job": self.id,
            "state": self.state,
            "said": self.said,
            "share": self.share,
            "pieces": self.pieces[since:],
            "result": self.result,
            "files": sorted(self.files),
            "error": list(self.errors),
        }

    def note(self) -> None:
        """Wake whoever waits for news of this job; called from any thread."""

        def wake() -> None:
            self.changed.set()
            if self.is_over or self.pieces:
                self.begun.set()

        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(wake)


class BusyError(Exception):
    """There are too many jobs already."""


class Jobs:
    """All jobs of one bench."""

    def __init__(self, library: str | None = None) -> None:
        self.library = library
        self._context = _context()
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._idle: list[_Process] = []
        self._lock = threading.Lock()
        self._lanes = {
            QUICK: threading.BoundedSemaphore(MOST_QUICK),
            LONG: threading.BoundedSemaphore(max(2, os.cpu_count() or 2)),
        }
        self._closed = False

    def warm(self) -> None:
        """Have processes stand ready."""
        with self._lock:
            missing = 0 if self._closed else READY - len(self._idle)
        for _ in range(missing):
            self._give_back(_Process(self._context))

    def start(self, name: str, args: Mapping[str, Any]) -> Job:
        """A new job. Raises InputError for an unknown name, BusyError when there are too many."""
        work = work_of(name)
        # Searches that wait do not keep anybody from a verdict on what is drawn.
        alive = sum(
            not job.is_over and work_of(job.name).LANE == work.LANE for job in self._jobs.values()
        )
        if alive >= MOST_JOBS:
            raise BusyError("the bench is busy with too many jobs; wait, or cancel some")
        job = Job(name, args, asyncio.get_running_loop())
        self._jobs[job.id] = job
        self._forget()
        threading.Thread(target=self._run, args=(job, work), daemon=True).start()
        return job

    def find(self, id_: str) -> Job | None:
        """The job of that id; None if there is none."""
        return self._jobs.get(id_)

    def cancel(self, job: Job) -> None:
        """Kill a job's process, if it still runs."""
        job.unwanted.set()

    def close(self) -> None:
        """Kill every process."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for job in self._jobs.values():
            job.unwanted.set()
        for process in idle:
            process.kill()

    def _forget(self) -> None:
        """Drop the oldest jobs that have ended, beyond what is kept."""
        over = [job for job in self._jobs.values() if job.is_over]
        size = sum(len(data) for job in over for data in job.files.values())
        while over and (len(over) > KEPT_JOBS or size > KEPT_BYTES):
            oldest = over.pop(0)
            size -= sum(map(len, oldest.files.values()))
            del self._jobs[oldest.id]

    def _run(self, job: Job, work: Work) -> None:
        """In a thread of its own: wait for a turn, run the job in a process, watch over it."""
        lane = self._lanes[work.LANE]
        while not lane.acquire(timeout=LOOK_EVERY):
            if job.unwanted.is_set():
                self._end(job, CANCELLED)
                return
        try:
            process = self._take()
            alive = self._watch(job, work, process)
            if alive:
                self._give_back(process)
            else:
                process.kill()
        except Exception:
            log.exception("job %s", job.name)
            self._end(job, FAILED, ("something went wrong in the bench; please report it",))
        finally:
            lane.release()
        self.warm()

    def _watch(self, job: Job, work: Work, process: _Process) -> bool:
        """Whether the process can be used again."""
        job.state = RUNNING
        deadline = time.monotonic() + work.SECONDS
        try:
            process.pipe.send((job.name, dict(job.args), self.library))
            while True:
                if job.unwanted.is_set():
                    self._end(job, CANCELLED)
                    return False
                if time.monotonic() > deadline:
                    told = f"this took longer than {work.SECONDS:g} seconds and was stopped"
                    self._end(job, UNKNOWN, (told,))
                    return False
                if process.pipe.poll(LOOK_EVERY) and self._heard(job, *process.pipe.recv()):
                    return True
        except (EOFError, OSError):
            self._end(job, FAILED, ("the work broke off; perhaps there was not enough memory",))
            return False

    def _heard(self, job: Job, kind: str, content: Any) -> bool:
        """Take one message of a job's process; whether it was the last."""
        if kind == "say":
            job.said, job.share = content
        elif kind == "piece":
            job.pieces.append(content)
        elif kind == DONE:
            job.files = content.pop("files", {})
            job.result = content
            self._end(job, DONE)
            return True
        else:
            self._end(job, kind, tuple(content))
            return True
        job.note()
        return False

    def _end(self, job: Job, state: str, errors: tuple[str, ...] = ()) -> None:
        job.errors = errors
        job.state = state
        job.note()

    def _take(self) -> _Process:
        with self._lock:
            while self._idle:
                process = self._idle.pop()
                if process.is_alive():
                    return process
        return _Process(self._context)

    def _give_back(self, process: _Process) -> None:
        with self._lock:
            if not self._closed and len(self._idle) < READY + 2:
                self._idle.append(process)
                return
        process.kill()


def _context() -> BaseContext:
    """Forks from a process that has loaded everything and runs no threads, where that can be."""
    if "forkserver" in multiprocessing.get_all_start_methods():
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["crossfall.generator.bench.warm"])
        return context
    return multiprocessing.get_context("spawn")


class _Process:
    """A process that runs one job after another."""

    def __init__(self, context: BaseContext) -> None:
        from crossfall.generator.bench.worker import serve

        self.pipe, theirs = context.Pipe()
        process = context.Process(target=serve, args=(theirs,), daemon=True)  # type: ignore[attr-defined]
        process.start()
        self._process = process
        theirs.close()

    def is_alive(self) -> bool:
        return bool(self._process.is_alive())

    def kill(self) -> None:
        self.pipe.close()
        self._process.kill()
        self._process.join(1)


def work_names() -> tuple[str, ...]:
    """The names of all jobs: the modules of `generator/bench/work/`."""
    return tuple(sorted(m.name for m in pkgutil.iter_modules(work_package.__path__)))


def work_of(name: str) -> Work:
    """A job's module; InputError naming the nearest one if there is none."""
    if name not in work_names():
        raise InputError(f"no job {name[:40]!r}; {nearest(name, work_names())}")
    return cast(Work, importlib.import_module(f"{work_package.__name__}.{name}"))
