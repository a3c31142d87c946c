"""Certificates as files: written beside puzzles, read for the audit."""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from crossfall.generator.output import write_output
from crossfall.solver.certificates import certificate_text, proof_of
from crossfall.solver.errors import BudgetError, InputError
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
) -> list[str]:
    """Write the certificate of numbered puzzles to `target`, compressed if its name ends in .xz;
    one line for each whose proof was not finished in time and is left out.

    Puzzles whose answers need no search have no part in it.
    """
    proofs = []
    unfinished = []
    for number, puzzle in puzzles:
        try:
            proof = proof_of(puzzle, budget)
        except BudgetError as error:
            unfinished.append(f"the certificate leaves out puzzle {number}: {error}")
            continue
        if proof is not None:
            proofs.append((number, puzzle, proof))
    data = certificate_text(proofs).encode("ascii")
    write_output(target, lzma.compress(data) if target.endswith(COMPRESSED) else data)
    return unfinished


def read_sections(source: str, puzzles: Sequence[Puzzle]) -> Mapping[int, Section]:
    """The parts of the certificate `source`, by the numbers of the puzzles they are for.

    Raises InputError if it cannot be read, is damaged, or is for puzzles that are not there.
    """
    from crossfall.solver.audit.certificate import MOST_BYTES, RefusedError, read_certificate

    try:
        sections = read_certificate(read_bytes(source, source, MOST_BYTES, "a certificate"))
    except RefusedError as error:
        raise InputError(f"{source}: {error}; expected a certificate of crossfall") from None
    numbers = {puzzle.record.number for puzzle in puzzles}
    strangers = [section for number, section in sections.items() if number not in numbers]
    if strangers:
        raise InputError(
            *(f"{source}: line {s.line}: there is no puzzle {s.number}" for s in strangers)
        )
    return sections
