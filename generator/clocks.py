"""Clocks for play against the computer: time for each action, and a reserve."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass
class Clock:
    """One player's time, in seconds.

    action: what each action may take for nothing. reserve: what may be spent beyond. period: if
    not 0, time beyond is spent in whole periods of this length, and `reserve` is a number of them.
    gain: what the reserve gets whenever `gains` says so of the positions before and after a move.

    >>> clock = Clock(action=60, reserve=300)
    >>> clock.charge(70); clock.reserve, clock.is_spent
    (290, False)
    """

    action: float
    reserve: float
    period: float = 0
    gain: float = 0
    gains: Callable[[Any, Any], bool] = lambda before, after: False
    is_spent: bool = False

    def charge(self, seconds: float) -> None:
        """Take the time of one action; without any reserve left it is spent, and the game lost."""
        beyond = seconds // self.period if self.period else max(0.0, seconds - self.action)
        if beyond > 0:
            self.reserve -= beyond
            self.is_spent = self.reserve <= 0

    def moved(self, before: Any, after: Any) -> None:
        """Note a move of either player's."""
        if self.gains(before, after):
            self.reserve += self.gain

    def told(self) -> str:
        """What is left, for a person.

        >>> Clock(action=120, reserve=250).told(), Clock(60, 5, period=60).told()
        ('Your reserve: 4:10.', 'Your periods: 5.')
        """
        if self.period:
            return f"Your periods: {int(self.reserve)}."
        return f"Your reserve: {int(self.reserve // 60)}:{int(self.reserve % 60):02d}."
