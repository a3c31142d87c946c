"""Whether functions can be compiled here (the extra `fast`), and how they are.

What stands in the way (numba is missing, or the environment forbids it or names nonsense) costs
speed and nothing else: everything compiled has a plain twin.
"""

from __future__ import annotations

import logging
import os
import warnings
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import Any

log = logging.getLogger(__name__)


@cache
def can_compile() -> bool:
    """Whether numba is here and works; where it is here and does not, the log says why, once."""
    if find_spec("numba") is None:
        return False
    why = _hindrance()
    if why:
        log.warning("nothing is compiled, so this is slower: %s", why)
    return not why


def _hindrance() -> str:
    """What keeps numba from compiling; empty for nothing."""
    features = os.environ.get("NUMBA_CPU_FEATURES", "")
    if any(feature.strip()[:1] not in ("+", "-") for feature in features.split(",") if features):
        return "NUMBA_CPU_FEATURES names no features as +this,-that"  # it would abort the program
    try:
        with warnings.catch_warnings():
            # It complains of its variables with a traceback, and takes its usual values instead.
            warnings.simplefilter("ignore")
            from numba.core import config
    except Exception as error:
        told = " ".join(str(error).split())[:200].rstrip(".")
        return f"numba cannot be used ({told or type(error).__name__})"
    settings: Any = config
    return "NUMBA_DISABLE_JIT is set" if settings.DISABLE_JIT else ""


def compiled(function: Callable[..., Any]) -> Any:
    """Compile on first use and keep the result for later runs, where there is room for it.

    Raises ImportError where nothing can be compiled.
    """
    if not can_compile():
        raise ImportError("numba is not at hand")
    import numba

    try:
        made: Any = numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:  # no folder to keep it in
        return numba.njit(nogil=True)(function)
    # numba itself lets a disk that is full, or becomes it, end the program.
    made._cache = _Kept(made._cache)
    return made


class _Kept:
    """numba's store of a compiled function, where what cannot be read or written is let be."""

    def __init__(self, store: Any) -> None:
        self._store = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def load_overload(self, *about: Any) -> Any:
        """The compiled function of a signature; None if there is none."""
        try:
            return self._store.load_overload(*about)
        except OSError as error:
            log.info("a compiled function cannot be read: %s", error)
            return None

    def save_overload(self, *about: Any) -> None:
        """Keep a compiled function for later runs."""
        try:
            self._store.save_overload(*about)
        except OSError as error:
            log.info("a compiled function cannot be kept: %s", error)
