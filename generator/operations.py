"""One run of `generate`: who looks, what is known already, and where what was done is kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from importlib.metadata import version
from inspect import signature

from crossfall.generator.finders import Finder, Found, Wish
from crossfall.generator.finders.ranges import ALONE, Alone, Crew, Run
from crossfall.generator.journal import Journal, Recorded
from crossfall.generator.library import Library, open_library
from crossfall.generator.options import tell
from crossfall.generator.output import STANDARD_OUTPUT
from crossfall.solver.budget import Budget
from crossfall.solver.errors import NeverError, counted
from crossfall.solver.records import Record
from crossfall.solver.verify import read_puzzle


class Operation:
    """A search with whatever helps it; to be used in a `with`.

    workers: so many processes of this machine, None for this one alone. scheduler: a Dask cluster's
    instead. library: where each puzzle is put as it is found. shunned: another library whose puzzles
    are passed over like those of the first. A search with workers or into a library keeps a journal
    beside `output`, or the library. is_done: to be set when the search came to its end. Raises InputError if the
    journal cannot be kept, a library not be opened, or no cluster answers.
    """

    def __init__(
        self,
        game: str,
        wish: Wish,
        output: str | None,
        workers: int | None,
        scheduler: str | None,
        library: str | None = None,
        shunned: str | None = None,
    ) -> None:
        self.is_done = False
        self._wish = wish
        self._source = f"generate {game} {wish.task}, seed {wish.seed}"
        self._stack = ExitStack()
        self._journal: Journal | None = None
        self._library: Library | None = None
        self._libraries: list[Library] = []
        try:
            if library is not None:
                self._library = self._stack.enter_context(open_library(library, write=True))
                self._libraries.append(self._library)
            if shunned is not None:
                self._libraries.append(self._stack.enter_context(open_library(shunned)))
            crew = self._crew(game, output, workers, scheduler)
        except BaseException:
            self._stack.close()
            raise
        self._run = ALONE
        if crew is not None or self._libraries:
            self._run = Run(crew or Alone(), self._knows)

    def _crew(
        self, game: str, output: str | None, workers: int | None, scheduler: str | None
    ) -> Crew | None:
        """Who looks; None for this process alone."""
        # What a library holds is passed over: only with a journal does a run that was killed know
        # its own puzzles again, and end with what it would have found.
        if workers is None and scheduler is None and self._library is None:
            return None
        crew: Crew = Alone()
        if scheduler is not None or (workers is not None and workers > 1):
            from crossfall.generator.crews import Cluster, Workers

            if scheduler is not None:
                cluster = Cluster(scheduler)
                self._stack.callback(cluster.close)
                crew = cluster
            else:
                crew = Workers(workers or 1)
        target = output or STANDARD_OUTPUT
        if target == STANDARD_OUTPUT and self._library is not None:
            target = self._library.name
        if target != STANDARD_OUTPUT:
            names = {str(number): one.name for number, one in enumerate(self._libraries, start=1)}
            libraries = {f"library {number}": name for number, name in names.items()}
            journal = Journal(target, _heading(game, self._wish) | libraries)
            self._stack.callback(lambda: journal.close(self.is_done))
            self._journal = journal
            if journal.resumed != (0, 0):
                ranges, puzzles = journal.resumed
                done = f"{counted(ranges, 'range')} and {counted(puzzles, 'puzzle')}"
                tell([f"{journal.name}: goes on after {done}"])
            crew = Recorded(crew, journal)
        return crew

    def _knows(self, canonical: str) -> bool:
        """Whether a puzzle is passed over: a library holds it, and not from this very run."""
        if self._journal is not None and self._journal.made(canonical):
            return False
        return any(library.knows(canonical) for library in self._libraries)

    def __enter__(self) -> Operation:
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, NeverError):
            self.is_done = True  # to go on would end the same way
        self._stack.close()

    def search(self, finder: Finder, budget: Budget) -> Found:
        """The puzzles; see `crossfall.generator.finders.Finder`."""
        if self._run is ALONE or "run" not in signature(finder.find).parameters:
            return finder.find(self._wish, budget)
        return finder.find(self._wish, budget, self._run)

    def keep(self, record: Record) -> None:
        """Put a puzzle that was found into the library, if there is one."""
        if self._library is not None:
            self._library.add(read_puzzle(record), record, self._source)

    def passed_over(self) -> str:
        """What is to be said of the libraries where it is counted what exists."""
        names = " and ".join(library.name for library in self._libraries)
        return f"; those in {names} are passed over" if names else ""

    def left(self) -> Iterator[str]:
        """What is to be said of what the run leaves behind."""
        if self._journal is not None and not self.is_done:
            yield f"the same command goes on from {self._journal.name}"


def _heading(game: str, wish: Wish) -> dict[str, str]:
    """What decides which puzzles a run finds."""
    wanted = {**vars(wish), **wish.options, "game": game, "version": version("crossfall")}
    del wanted["options"]
    lists = {name: " ".join(value) for name, value in wanted.items() if isinstance(value, tuple)}
    return {
        name: str(value) for name, value in {**wanted, **lists}.items() if value not in (None, "")
    }
