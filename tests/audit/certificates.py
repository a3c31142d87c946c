"""Puzzles with their certificates, and every way to change one entry of a certificate."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from crossfall.solver.audit import AuditResult, audit_record
from crossfall.solver.audit.certificate import checksum, read_certificate
from crossfall.solver.budget import Budget
from crossfall.solver.certificates import certificate_text, proof_of
from crossfall.solver.records import Record, parse_records
from crossfall.solver.verify import read_puzzle

CASES = Path(__file__).parents[1] / "cases"


def roadworks(size: str, closed: str, task: str = "winning-move") -> Record:
    return Record({"game": "roadworks", "task": task, "size": size, "closed": closed})


def lengths(size: str, closed: str, task: str = "long-and-short", plain: bool = False) -> Record:
    """A question about the fewest and the most closures."""
    return roadworks(size, closed, task).with_fields(falling=not plain)


def sound(file: str, number: int) -> Record:
    """A puzzle of tests/cases."""
    return parse_records((CASES / file).read_text("utf-8"), file)[number - 1]


def two_turns(number: int) -> Record:
    """A position of Clear Path in which the refutations matter."""
    case = json.loads((CASES / "clear_path.json").read_text("utf-8"))[number]
    fields: dict[str, Any] = {"board": "\n".join(case["rows"]), "to_move": case["to_move"]}
    return Record({"game": "clear-path", "task": "win-in-two", **fields})


def certificate_of(record: Record) -> list[str]:
    """The lines of the certificate of a puzzle, in a file of its own."""
    puzzle = read_puzzle(record)
    proof = proof_of(puzzle, Budget())
    assert proof is not None
    return certificate_text([(1, puzzle, proof)]).splitlines()


def audited(record: Record, lines: list[str]) -> AuditResult:
    """What the audit says by a certificate. Raises RefusedError where it cannot even be read."""
    sections = read_certificate("".join(f"{line}\n" for line in lines).encode())
    return audit_record(record, section=sections[1])


def sealed(lines: list[str]) -> list[str]:
    """A certificate with its entries in order and the checksum that fits them."""
    head, entries = lines[:2], sorted(lines[2:-1])
    return [*head, *entries, f"end {checksum([*head, *entries])}"]


def changes(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Every certificate with one line changed, missing, twice, exchanged or added: what was done,
    and the lines. The checksum stays what it was."""
    for i, line in enumerate(lines):
        yield f"without {line!r}", lines[:i] + lines[i + 1 :]
        yield f"twice {line!r}", [*lines[: i + 1], *lines[i:]]
        if i + 1 < len(lines):
            yield f"exchanged {line!r}", [*lines[:i], lines[i + 1], line, *lines[i + 2 :]]
        for other in altered(line):
            yield f"{line!r} to {other!r}", [*lines[:i], other, *lines[i + 1 :]]


def altered(line: str) -> Iterator[str]:
    """The line with each of its words in turn made another of its kind."""
    words = line.split(" ")
    for i, word in enumerate(words):
        for other in _others(word):
            yield " ".join([*words[:i], other, *words[i + 1 :]])
    yield line + " "
    yield line + " a1"
    if len(words) > 1:
        yield " ".join(words[:-1])


def _others(word: str) -> Iterator[str]:
    signs = {
        "=": "!",
        "!": "=",
        ">": "=",
        "play": "path",
        "path": "play",
        "+": "-",
        "-": "+",
        "X": "Y",
        "Y": "X",
        "any": "1",
    }
    if word in signs:
        yield signs[word]
    elif word.isdigit():
        yield str(int(word) + 1)
        yield str(max(int(word) - 1, 0)) if word != "0" else "2"
    elif re.fullmatch(r"[a-z][0-9]{1,2}", word):
        yield from (name for name in (f"{c}{r}" for c in "abcd" for r in "1234") if name != word)
    elif re.fullmatch(r"[A-D][1-4]-[A-D][1-4]", word):
        swaps = ("A1-A2", "A1-B1", "B2-B3", "B2-C2", "C3-D3", "C3-C4", "C4-D4", "D3-D4", "A4-B4")
        yield from (swap for swap in swaps if swap != word)
    elif re.fullmatch(r"[XY.]{16}", word):
        yield word[1:] + word[0]
        yield word.translate(str.maketrans("XY", "YX"))
    else:
        yield word[:-1] + ("0" if word[-1] != "0" else "1")
        yield word + "1"
