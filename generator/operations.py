"""One run of `generate`: who looks, what is known already, and where what was done is kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from importlib.metadata import version
from types import TracebackType

from crossfall.generator.finders import Finder, Found, Wish
from crossfall.generator.finders.ranges import ALONE, Alone, Crew, Run
from crossfall.generator.options import tell
from crossfall.generator.output import STANDARD_OUTPUT
from crossfall.solver.budget import Budget


class Operation:
    """A search with whatever helps it; to be used in a `with`.

    workers: so many processes of this machine, None for this one alone. scheduler: a Dask cluster's
    instead. A search with workers keeps a journal beside `output`. is_done: to be set when the
    search came to its end. Raises InputError if the journal cannot be kept or no cluster answers.
    """

    def __init__(
        self, game: str, wish: Wish, output: str, workers: int | None, scheduler: str | None
    ) -> None:
        self.is_done = False
        self._wish = wish
        self._stack = ExitStack()
        self._run = ALONE
        self._kept = ""
        if workers is None and scheduler is None:
            return
        from crossfall.generator.crews import Cluster, Workers
        from crossfall.generator.journal import Journal, Recorded

        crew: Crew = Alone()
        if scheduler is not None:
            cluster = Cluster(scheduler)
            self._stack.callback(cluster.close)
            crew = cluster
        elif workers is not None and workers > 1:
            crew = Workers(workers)
        if output != STANDARD_OUTPUT:
            journal = Journal(output, _heading(game, wish))
            self._stack.callback(lambda: journal.close(self.is_done))
            self._kept = journal.name
            if journal.resumed != (0, 0):
                ranges, puzzles = journal.resumed
                tell([f"{journal.name}: goes on after {ranges} ranges and {puzzles} puzzles"])
            crew = Recorded(crew, journal)
        self._run = Run(crew)

    def __enter__(self) -> Operation:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    def search(self, finder: Finder, budget: Budget) -> Found:
        """The puzzles; see `crossfall.generator.finders.Finder`."""
        if self._run is ALONE:
            return finder.find(self._wish, budget)
        return finder.find(self._wish, budget, self._run)

    def left(self) -> Iterator[str]:
        """What is to be said of what the run leaves behind."""
        if self._kept and not self.is_done:
            yield f"the same command goes on from {self._kept}"


def _heading(game: str, wish: Wish) -> dict[str, str]:
    """What decides which puzzles a run finds."""
    wanted = {**vars(wish), **wish.options, "game": game, "version": version("crossfall")}
    del wanted["options"]
    lists = {name: " ".join(value) for name, value in wanted.items() if isinstance(value, tuple)}
    return {
        name: str(value) for name, value in {**wanted, **lists}.items() if value not in (None, "")
    }
