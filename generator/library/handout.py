"""Handing puzzles out, each once: what goes on a sheet is noted in the library."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from crossfall.generator.library.intake import with_answer
from crossfall.generator.library.store import Library
from crossfall.solver.errors import InputError
from crossfall.solver.position import Findings, Puzzle

Proven = Sequence[tuple[Puzzle, Findings]]


def hand_out(
    library: Library, puzzles: Proven, mark: str, again: bool, write: Callable[[], None]
) -> None:
    """Mark proven puzzles as used in `mark`, adding those that are not there, and write what they
    are used in: both or neither.

    Raises InputError, and neither is done, if one was used elsewhere, unless `again`.
    """
    check_unused(library, puzzles, mark, again)
    with library.change():
        numbers = []
        for puzzle, findings in puzzles:
            record = with_answer(puzzle.record, findings.answers)
            numbers.append(library.add(puzzle, record, puzzle.record.source).number)
        library.mark(numbers, mark)
        write()


def check_unused(library: Library, puzzles: Proven, mark: str, again: bool) -> None:
    """Raise InputError if a puzzle cannot be handed out as `mark`."""
    faults = []
    for puzzle, _ in puzzles:
        place = puzzle.record.place
        if puzzle.record.line:
            faults.append(f"{place}: a library keeps no such; write it as a [[puzzle]] in a file")
            continue
        entry = library.same_as(puzzle)
        others = [name for name in entry.marks if name != mark] if entry else []
        if entry is not None and others and not again:
            faults.append(
                f"{place}: number {entry.number} of {library.name} was used in "
                f"{', '.join(others)}; --again hands it out once more"
            )
    if faults:
        raise InputError(*faults)
