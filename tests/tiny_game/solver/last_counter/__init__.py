"""Last Counter: a row of counters; take one, two or three; who takes the last one wins."""

from crossfall.solver.last_counter.game import GAME

__all__ = ["GAME"]
