"""What runs in a job's process: take a job from the pipe, do it, send what came of it."""

from __future__ import annotations

import contextlib
import logging
import signal
import sys
from multiprocessing.connection import Connection

from crossfall.generator.bench.jobs import (
    DONE,
    FAILED,
    REFUSED,
    UNKNOWN,
    Report,
    work_of,
)
from crossfall.solver.errors import BudgetError, CrossfallError, InputError


def serve(pipe: Connection) -> None:
    """Do one job after another until the bench goes away."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the bench itself ends us
    # A killed bench cannot end us: then the pipe is closed.
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):
        from crossfall.generator.bench import warm  # noqa: F401 - loads what jobs need

        while True:
            name, args, library = pipe.recv()
            pipe.send(_done(name, args, Report(pipe, library)))


def _done(name: str, args: dict[str, object], report: Report) -> tuple[str, object]:
    try:
        return DONE, work_of(name).run(args, report)
    except InputError as error:
        return REFUSED, error.faults
    except BudgetError as error:
        return UNKNOWN, (f"unknown: {error}",)
    except CrossfallError as error:
        return REFUSED, tuple(str(error).splitlines())
    except MemoryError:
        return UNKNOWN, ("unknown: not enough memory for this search",)
    except RecursionError:
        return UNKNOWN, ("unknown: too deep for this search",)
    except OSError:
        raise
    except Exception as error:
        logging.getLogger("crossfall.bench").debug("job %s", name, exc_info=True)
        what = " ".join(str(error).split())[:200]
        print(f"crossfall: job {name}: {type(error).__name__}: {what}", file=sys.stderr)
        return FAILED, ("something went wrong in the bench; please report it",)
