"""Plants one fault in the running program and asks a test whether it notices.

`python -m tests.faults.planting NAME …` tells for each fault, or for all, which test caught it, and
with `--none` instead whether the tests pass without one. Every fault is
planted in a process of its own, forked from one that has everything loaded, so that the others, and
the source, stay whole.
"""

from __future__ import annotations
import __future__

import contextlib
import functools
import gc
import importlib
import inspect
import os
import resource
import sys
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType
from typing import Any

CAUGHT, MISSED, BROKEN = 0, 1, 2
NONE = "--none"
QUIETLY = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist")
AT_MOST = 60  # processor seconds a test may take with a fault


@dataclass(frozen=True)
class Fault:
    """What is wrong (`name`), where (`module:function`, or a callable that spoils data), what is
    written instead of what, and the test that must notice."""

    name: str
    where: str | Callable[[], None]
    old: str
    new: str
    test: str

    def plant(self) -> None:
        """Change the program in this process."""
        if callable(self.where):
            self.where()
        else:
            _rewrite(self.where, self.old, self.new)
        forget()


def forget() -> None:
    """Forget whatever functions have remembered."""
    for thing in gc.get_objects():
        if isinstance(thing, functools._lru_cache_wrapper):
            thing.cache_clear()


def _function(where: str) -> FunctionType:
    name, _, path = where.partition(":")
    thing: Any = importlib.import_module(f"crossfall.solver.{name}")
    for part in path.split("."):
        thing = vars(thing)[part]
    for inside in ("__wrapped__", "fget", "func", "__func__"):
        thing = getattr(thing, inside, None) or thing
    assert isinstance(thing, FunctionType), where
    return thing


def _rewrite(where: str, old: str, new: str) -> None:
    """Give a function the code of its own source with `old`, which it has once, made `new`."""
    function = _function(where)
    source = textwrap.dedent(inspect.getsource(function))
    assert source.count(old) == 1, f"{where} has {old!r} {source.count(old)} times"
    source = source[source.index("def ") :].replace(old, new)
    code = compile(source, where, "exec", flags=__future__.annotations.compiler_flag)
    made: dict[str, Any] = {}
    exec(code, function.__globals__, made)
    function.__code__ = made[function.__name__].__code__


def caught(fault: Fault | None, test: str) -> int:
    """Whether the test fails with the fault planted, in a process of its own."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with contextlib.suppress(BaseException):
        import pytest

        resource.setrlimit(resource.RLIMIT_CPU, (AT_MOST, AT_MOST))

        if os.environ.get("CROSSFALL_FAULTS") != "loud":
            sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - until the process ends
            os.dup2(sys.stdout.fileno(), 1)
            os.dup2(sys.stdout.fileno(), 2)
        if fault is not None:
            fault.plant()
        ended = pytest.main([*QUIETLY, "-x", "-m", "not prove", test])
        os._exit({1: CAUGHT, 0: MISSED}.get(int(ended), BROKEN))
    os._exit(BROKEN)


def load(tests: list[str]) -> None:
    """Import all that the tests do, so that every forked process has it."""
    import pytest

    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
        pytest.main([*QUIETLY, "--collect-only", *tests])


def main(names: list[str]) -> None:
    from tests.faults.list_of_faults import FAULTS

    os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", os.devnull + "/none")
    chosen = [fault for fault in FAULTS if fault.name in names or not names]
    if names == [NONE]:
        chosen = list(FAULTS)
    tests = sorted({fault.test for fault in chosen})
    load(tests)
    if names == [NONE]:
        for test in tests:
            passes = caught(None, test) == MISSED
            print(f"{test}: {'passes' if passes else 'FAILS'} without a fault", flush=True)
        return
    told = {CAUGHT: "caught by", MISSED: "MISSED by", BROKEN: "COULD NOT BE TRIED with"}
    for fault in chosen:
        said = told.get(caught(fault, fault.test), "CRASHED")
        print(f"{fault.name}: {said} {fault.test}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
