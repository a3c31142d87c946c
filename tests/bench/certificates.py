"""What certificates cost: entries, bytes, processor seconds to write and to check."""

import lzma
import time

from crossfall.solver.audit import audit_record
from crossfall.solver.audit.certificate import read_certificate
from crossfall.solver.budget import Budget
from crossfall.solver.certificates import certificate_text, proof_of
from crossfall.solver.records import record_from_line
from crossfall.solver.verify import read_puzzle

PUZZLES = (
    *[
        ("winning-move", at)
        for at in ("3x3:b4", "4x4:c4,e2", "5x5:d6,c3,b5", "5x5:c3,b5", "5x5:a3")
    ],
    *[("long-and-short", at) for at in ("3x3:b4", "4x4:c4,e2", "5x5:d6,c3,b5", "5x5:c3,b5")],
    *[("long-and-short", at) for at in ("5x5-plain:", "7x7-plain:")],
)


def run() -> list[tuple[str, str]]:
    figures = []
    for task, line in PUZZLES:
        record = record_from_line(f"roadworks:{line}").with_fields(task=task)
        puzzle = read_puzzle(record)
        began = time.process_time()
        proof = proof_of(puzzle, Budget())
        assert proof is not None
        data = certificate_text([(1, puzzle, proof)]).encode()
        written = time.process_time()
        result = audit_record(record, section=read_certificate(data)[1])
        checked = time.process_time()
        packed = len(lzma.compress(data))
        figures.append(
            (
                f"certificate of {task} {line}",
                f"{len(proof.entries)} entries, {len(data)} bytes ({packed} compressed), "
                f"written in {written - began:.1f} s, checked in {checked - written:.1f} s: "
                f"{result.verdict}",
            )
        )
    return figures
