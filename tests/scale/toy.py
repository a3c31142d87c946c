"""A search of which everything is known: a job in a file of its own, so that workers can import it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from crossfall.generator.finders.ranges import Look, Passed
from crossfall.generator.finders.selection import Candidate
from crossfall.solver.budget import Budget
from crossfall.solver.records import Record

RANGES = 7


@dataclass(frozen=True)
class Toy:
    """Range k looks three times: a miss, the puzzle of number k, and one that is passed over.

    deadly: once, range 4 kills the process that looks through it; a file of this name says that it
    did. log: a folder in which each range that is looked through leaves a file.
    """

    deadly: str = ""
    log: str = ""

    def looks(self, number: int, budget: Budget) -> Iterator[Look] | None:
        if number >= RANGES:
            return None
        return self._looks(number, budget)

    def _looks(self, number: int, budget: Budget) -> Iterator[Look]:
        if number == 4 and self.deadly and not Path(self.deadly).exists():
            Path(self.deadly).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        if self.log:
            Path(self.log, str(number)).touch()
        budget.spend()
        yield None
        yield Candidate({"number": number}, 1, places=(number, 9), canonical=f"toy {number}")
        yield Passed("odd", f"odd {number}")

    def record(self, payload: Any, image: int) -> Record:
        return Record({"game": "toy", "title": f"{payload['number']} {image}"})
