"""Several processes that look for puzzles together, on this machine or on a cluster.

joblib hands the ranges of a search out. They come back in their order and are joined to what one
process alone would have found.
"""

from __future__ import annotations

import logging
import os
import pickle
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError
from contextlib import AbstractContextManager, closing
from functools import lru_cache
from importlib import import_module
from importlib.metadata import version
from multiprocessing import get_all_start_methods
from threading import Thread
from typing import Any, TypeAlias

from crossfall.generator.finders.ranges import Job, Look, in_time, pack, unpack
from crossfall.generator.finders.selection import Chosen
from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError, Faults, InputError, WorkersError, file_name
from crossfall.solver.records import Record

FIRST_WAVE, LARGEST_WAVE = 2, 16  # ranges for each worker that are handed out at once
TRIES = 4  # of a wave of which a worker died
SECONDS_TO_CONNECT = 10

# What a worker sends back: the packed looks, None past the last range; whether it was cut off.
_Sent: TypeAlias = tuple[list[Any] | None, bool]


def _a_number(value: str) -> bool:
    try:
        int(value)
    except ValueError:
        return False
    return True


def _a_pickler(value: str) -> bool:
    try:
        return hasattr(import_module(value), "Pickler")
    except Exception:  # whatever a module may raise
        return False


# What joblib reads in the environment and stumbles over: what each variable may be, and its name.
_READ_BY_JOBLIB: dict[str, tuple[Callable[[str], bool], str]] = {
    "JOBLIB_MULTIPROCESSING": (_a_number, "1"),
    "JOBLIB_START_METHOD": (
        lambda value: value.strip() in ("", *get_all_start_methods()),
        f"one of {', '.join(get_all_start_methods())}",
    ),
    "LOKY_MAX_CPU_COUNT": (_a_number, "a whole number"),
    "LOKY_MAX_DEPTH": (_a_number, "a whole number"),
    "LOKY_PICKLER": (
        lambda value: value in ("", "cloudpickle") or _a_pickler(value),
        "cloudpickle",
    ),
}


def check_environment() -> None:
    """Raise InputError for environment variables with which joblib cannot start any process."""
    faults = Faults()
    for name, (is_good, expected) in _READ_BY_JOBLIB.items():
        value = os.environ.get(name)
        if value is not None and not is_good(value):
            faults.add(
                f"the environment variable {name} is {file_name(value)!r}; "
                f"expected {expected}, or unset it"
            )
    faults.check()


class Workers:
    """So many processes on this machine. Raises InputError; see `check_environment`."""

    lost: tuple[type[Exception], ...] = (BrokenExecutor,)  # what says that a worker died

    def __init__(self, number: int) -> None:
        check_environment()
        self.number = number

    def work(self, job: Job, budget: Budget, first: int = 0) -> Iterator[Iterable[Look]]:
        """The looks of the ranges from `first` on, in order; see
        `crossfall.generator.finders.ranges.Crew`. Raises WorkersError too.
        """
        packed = pickle.dumps(job)
        size, tries = FIRST_WAVE, TRIES
        while True:
            wave = range(first, first + size * self.number)
            try:
                with self._backend(), closing(self._sent(packed, wave, budget)) as sent:
                    for looks, cut in sent:
                        if looks is None:
                            return
                        yield _cut_off(unpack(looks), budget) if cut else unpack(looks)
                        first, tries = first + 1, TRIES
            except self.lost as error:
                # What a dead worker had in hand is looked through by the others.
                tries -= 1
                if not tries:
                    raise WorkersError(_told(error)) from None
            else:
                size = min(2 * size, LARGEST_WAVE)

    def record(self, job: Job, chosen: Chosen) -> Record:
        """The puzzle that was chosen."""
        return job.record(chosen.candidate.payload, chosen.image)

    def _backend(self) -> AbstractContextManager[object]:
        from joblib import parallel_config

        found: AbstractContextManager[object] = parallel_config(backend="loky")
        return found

    def _sent(self, packed: bytes, wave: range, budget: Budget) -> Generator[_Sent, None, None]:
        """What the workers send for each range of a wave, in order."""
        from joblib import Parallel, delayed

        task, ours = delayed(look_through), version("crossfall")
        enough = False

        def tasks() -> Iterator[object]:
            for number in wave:
                if enough:
                    return
                yield task(packed, number, budget.seconds_left(), ours)

        sent: Iterator[_Sent] = Parallel(
            n_jobs=self.number, return_as="generator", batch_size=1, pre_dispatch="2*n_jobs"
        )(tasks())
        try:
            for one in sent:  # noqa: UP028 - `yield from` would break it off
                yield one
        except GeneratorExit:
            enough = True
            # To break off what is in hand is no faster, and joblib complains about it.
            for _ in sent:
                pass


class Cluster(Workers):
    """The workers of a Dask cluster whose scheduler is at `address`.

    Raises InputError if there is none, or if the extra `cluster` is not installed.
    """

    def __init__(self, address: str) -> None:
        try:
            from distributed.scheduler import KilledWorker
        except ImportError:
            raise InputError(
                "--backend dask needs the extra cluster; type: pip install 'crossfall[cluster]'"
            ) from None
        except Exception as error:  # whatever Dask says of its settings
            raise InputError(
                f"--backend dask: Dask cannot be loaded ({_told(error)}); "
                "expected settings that it understands (DASK_CONFIG and other variables DASK_…)"
            ) from None
        if not os.environ.get("CROSSFALL_TRACEBACK"):
            for name in ("distributed", "distributed.client"):
                logging.getLogger(name).setLevel(logging.CRITICAL)  # it is told in a line
        self._client = _connected(address)
        try:
            self._client.wait_for_workers(1, timeout=SECONDS_TO_CONNECT)
        except OSError:
            self.close()
            raise InputError(
                f"--scheduler {address}: this Dask scheduler has no worker; start one first"
            ) from None
        self.lost = (BrokenExecutor, CancelledError, KilledWorker, OSError)
        super().__init__(max(1, sum(self._client.nthreads().values())))

    def _backend(self) -> AbstractContextManager[object]:
        from joblib import parallel_config

        if self._client.status in ("closed", "closing"):
            raise WorkersError("the Dask scheduler is gone")
        found: AbstractContextManager[object] = parallel_config(backend="dask")
        return found

    def close(self) -> None:
        """Leave the cluster."""
        self._client.close()


def _connected(address: str) -> Any:
    """A client of the scheduler at `address`; InputError if none answers there in time.

    What listens there and says nothing is waited for by Dask without end: by a thread, so that we
    need not.
    """
    from distributed import Client

    made: list[Any] = []

    def connect() -> None:
        try:
            made.append(Client(address, timeout=SECONDS_TO_CONNECT, set_as_default=True))
        except Exception as error:
            made.append(error)

    waiting = Thread(target=connect, daemon=True)
    waiting.start()
    waiting.join(2 * SECONDS_TO_CONNECT)
    if made and not isinstance(made[0], Exception):
        return made[0]
    why = _told(made[0]) if made else "it says nothing"
    raise InputError(
        f"--scheduler {address}: no Dask scheduler answers there ({why}); "
        "expected an address such as tcp://127.0.0.1:8786"
    )


def look_through(packed: bytes, number: int, seconds: float | None, ours: str) -> _Sent:
    """What a worker does: look through one range of the job, for at most so many seconds."""
    if version("crossfall") != ours:
        raise InputError(
            f"a worker has crossfall {version('crossfall')}, not {ours}; expected the same version"
        )
    budget = Budget(seconds=seconds)
    found: list[Look] = []
    try:
        looks = _job(packed).looks(number, budget)
        if looks is None:
            return None, False
        for look in in_time(looks, budget):
            found.append(look)  # one by one: what was found before a cut-off counts
    except BudgetError:
        return pack(found), True
    return pack(found), False


def _cut_off(looks: Iterator[Look], budget: Budget) -> Iterator[Look]:
    yield from looks
    raise BudgetError(f"the budget of {budget.seconds:g} seconds ran out")


@lru_cache(maxsize=1)
def _job(packed: bytes) -> Job:
    """The job, kept for the next range: it may have listed a whole board."""
    job: Job = pickle.loads(packed)
    return job


def _told(error: BaseException) -> str:
    """An error of joblib's or Dask's in one short line."""
    words = " ".join(str(error).split())
    kind = type(error).__name__
    return f"{kind}: {words}" if isinstance(error, KeyError) else words[:200] or kind
