"""How much a search may cost: work for what shapes a result, seconds only to cut a run off."""

import time
from collections.abc import Callable

from crossfall.solver.errors import BudgetError

_LOOK_AT_CLOCK_EVERY = 512


class Budget:
    """Work units (nodes, conflicts) and, if the user asked, seconds.

    A work bound gives the same result on every machine; seconds only cut off. Units spent are
    counted in `spent`, whether bounded or not.

    >>> budget = Budget(work=2)
    >>> budget.spend(); budget.spend()
    >>> budget.spend()
    Traceback (most recent call last):
    ...
    crossfall.solver.errors.BudgetError: the work budget of 2 ran out
    """

    def __init__(
        self,
        work: int | None = None,
        seconds: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.work = work
        self.seconds = seconds
        self.spent = 0
        self._clock = clock
        self._deadline = None if seconds is None else clock() + seconds
        self._next_look = 0

    def spend(self, units: int = 1) -> None:
        """Count `units`; raise BudgetError once a bound is passed."""
        self.spent += units
        if self.work is not None and self.spent > self.work:
            raise BudgetError(f"the work budget of {self.work} ran out")
        if self._deadline is not None and self.spent >= self._next_look:
            self._next_look = self.spent + _LOOK_AT_CLOCK_EVERY
            if self._clock() > self._deadline:
                raise BudgetError(f"the budget of {self.seconds:g} seconds ran out")

    def is_over(self) -> bool:
        """Whether the seconds are spent (looked at between two pieces of work)."""
        return self._deadline is not None and self._clock() > self._deadline

    def seconds_left(self) -> float | None:
        """Seconds until the cut-off, at least 0; None when there is none."""
        return None if self._deadline is None else max(0.0, self._deadline - self._clock())

    def part(self, work: int) -> "Budget":
        """A new budget of `work` units under the same deadline."""
        share = Budget(work=work, clock=self._clock)
        share.seconds, share._deadline = self.seconds, self._deadline
        return share
