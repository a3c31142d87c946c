"""The puzzles of a book in a library: none that was handed out elsewhere, each marked."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from crossfall.generator.books.items import Made
from crossfall.generator.books.search import Used, unpicked
from crossfall.generator.library import open_library
from crossfall.generator.library.handout import check_unused, hand_out
from crossfall.solver.position import Findings, Puzzle


@dataclass(frozen=True)
class Marking:
    """What a book is to be marked as, in which library, and whether puzzles that were used
    elsewhere may stand in it."""

    name: str
    library: str
    again: bool

    @contextmanager
    def used(self) -> Iterator[Used]:
        """Tells of a puzzle's canonical form whether it was used elsewhere."""
        if self.again or not os.path.exists(self.library):
            yield lambda _: False
            return
        with open_library(self.library) as library:
            yield lambda form: any(name != self.name for name in library.marks_of(form))

    def check(self, made: Iterable[Made]) -> None:
        """Raise InputError if one of these was used elsewhere."""
        if os.path.exists(self.library):
            with open_library(self.library) as library:
                check_unused(library, _proven(made), self.name, self.again)

    def hand_out(self, made: Iterable[Made], write: Callable[[], None]) -> None:
        """Mark them and write what they stand in: both or neither."""
        with open_library(self.library, write=True) as library:
            hand_out(library, _proven(made), self.name, self.again, write)


def _proven(made: Iterable[Made]) -> list[tuple[Puzzle, Findings]]:
    return [
        (replace(one.puzzle, record=unpicked(one.puzzle.record)), Findings(one.answers))
        for one in made
    ]
