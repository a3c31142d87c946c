"""Room for deep recursion while a search runs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

_DEPTH = 20_000


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Let a search recurse once for each ply of the largest boards, then put the limit back.

    Python frames of Python functions take no C stack, so the limit is only a guard.
    """
    before = sys.getrecursionlimit()
    if before >= _DEPTH:
        yield
        return
    sys.setrecursionlimit(_DEPTH)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
