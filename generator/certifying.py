"""Certificates as files: written beside puzzles, read for the audit."""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from crossfall.generator.output import write_output
from crossfall.solver.certificates import certificate_text, proof_of
from crossfall.solver.errors import BudgetError, InputError, file_name
from crossfall.solver.records import Record, read_bytes
from crossfall.solver.verify import read_puzzle

if TYPE_CHECKING:
    from crossfall.solver.audit.certificate import Section
    from crossfall.solver.budget import Budget
    from crossfall.solver.position import Puzzle

COMPRESSED = ".xz"


def numbered(records: Iterable[Record]) -> list[tuple[int, Puzzle]]:
    """The puzzles that these records set, with the numbers they have in a file of them all."""
    return [(number, read_puzzle(record)) for number, record in enumerate(records, start=1)]


def write_certificate(
    target: str, puzzles: Iterable[tuple[int, Puzzle]], budget: Budget
) -> tuple[list[str], bool]:
    """Write the certificate of numbered puzzles to `target`, compressed if its name ends in .xz:
    lines about those whose proofs were not finished in time and are left out; whether Ctrl-C was
    pressed, which leaves out what is not proven yet.

    Puzzles whose answers need no search have no part in it.
    """
    proofs = []
    unfinished = []
    is_interrupted = False
    waiting = iter(puzzles)
    for number, puzzle in waiting:
        try:
            proof = proof_of(puzzle, budget)
        except BudgetError as error:
            unfinished.append(f"the certificate leaves out puzzle {number}: {error}")
            continue
        except KeyboardInterrupt:
            is_interrupted = True
            left = [number, *(number for number, _ in waiting)]
            which = f"puzzles {left[0]} to {left[-1]}" if left[1:] else f"puzzle {left[0]}"
            unfinished.append(f"the certificate leaves out {which}: interrupted")
            break
        if proof is not None:
            proofs.append((number, puzzle, proof))
    data = certificate_text(proofs).encode("ascii")
    write_output(target, lzma.compress(data) if target.endswith(COMPRESSED) else data)
    return unfinished, is_interrupted


def read_sections(source: str, puzzles: Sequence[Puzzle]) -> Mapping[int, Section]:
    """The parts of the certificate `source`, by the numbers of the puzzles they are for.

    Raises InputError if it cannot be read, is damaged, or is for puzzles that are not there.
    """
    from crossfall.solver.audit.certificate import MOST_BYTES, RefusedError, read_certificate

    try:
        sections = read_certificate(read_bytes(source, source, MOST_BYTES, "a certificate"))
    except RefusedError as error:
        raise InputError(
            f"{file_name(source)}: {error}; expected a certificate of crossfall"
        ) from None
    numbers = {puzzle.record.number for puzzle in puzzles}
    strangers = [section for number, section in sections.items() if number not in numbers]
    if strangers:
        raise InputError(
            *(
                f"{file_name(source)}: line {s.line}: there is no puzzle {s.number}"
                for s in strangers
            )
        )
    return sections
