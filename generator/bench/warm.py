"""Importing this loads what a job needs to answer within a tenth of a second: rules, tables,
proofs, drawing, printing. Only processes that run jobs import it."""

from __future__ import annotations

from contextlib import suppress

from crossfall.generator.boards import boards
from crossfall.generator.drawing import to_svg
from crossfall.generator.words import words
from crossfall.solver.advice import advise
from crossfall.solver.budget import Budget
from crossfall.solver.errors import CrossfallError
from crossfall.solver.records import record_from_line
from crossfall.solver.verify import SOUND, read_puzzle, verify

# One of each game, and those boards of Roadworks whose tables are large.
_LINES = (
    "roadworks:4x4:c4,e2",
    "roadworks:5x5:b2,a3",
    "clear-path:4x4:red:1BRB.4.1RBB.1RRB",
    "pathing-boxes:waves:X:YX1Y.X2X.Y2Y.X1YX:A1B1,A1A2:X0Y0",
)


def warm() -> None:
    """Judge, grade, draw and tell a position of each game."""
    for line in _LINES:
        with suppress(CrossfallError):
            puzzle = read_puzzle(record_from_line(line))
            verdict = verify(puzzle, Budget(work=2_000))
            for drawing in boards(puzzle.game).draw_key(puzzle, verdict.findings):
                to_svg(drawing)
            if verdict.verdict == SOUND:
                advise(puzzle, verdict.findings, Budget(work=2_000))
                words(puzzle.game).key(puzzle, verdict.findings)


def warm_printing() -> None:
    """Load what sets pages, if this machine has it."""
    with suppress(ImportError, OSError):
        import pypdfium2  # noqa: F401
        import weasyprint  # noqa: F401

        import crossfall.generator.sheets  # noqa: F401


warm()
warm_printing()
