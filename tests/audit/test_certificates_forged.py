"""Certificates that lie and fit their lie: what rests on a false entry is left out with care."""

from __future__ import annotations

import re

import pytest

from crossfall.solver.audit import AuditResult
from crossfall.solver.audit.certificate import RefusedError, read_certificate
from crossfall.solver.audit.pathing_boxes_play import edges
from crossfall.solver.audit.roadworks_certified import Certified, block_of
from crossfall.solver.audit.roadworks_play import city
from crossfall.solver.records import Record
from tests.audit.certificates import audited, certificate_of, roadworks, sealed, sound, two_turns

UNNEEDED = re.compile(r"line (\d+): nothing needs this entry")


def without_the_unneeded(record: Record, lines: list[str]) -> AuditResult:
    """What the audit says once all is gone that nothing needs any more."""
    lines = sealed(lines)
    while True:
        result = audited(record, lines)
        found = UNNEEDED.search(result.message)
        if found is None:
            return result
        lines = sealed([*lines[: int(found[1]) - 1], *lines[int(found[1]) :]])


def test_a_won_turn_of_clear_path_cannot_be_refuted() -> None:
    record = two_turns(3)
    lines = certificate_of(record)
    names = [f"{column}{row}" for column in "abcdef" for row in range(1, 7)]
    won = [i for i, line in enumerate(lines) if line.endswith(" +")]
    assert won
    for i in won:
        for reply in names:
            forged = [*lines[:i], f"{lines[i][:-1]}- {reply}", *lines[i + 1 :]]
            assert without_the_unneeded(record, forged).refused, forged[i]


@pytest.mark.parametrize("number", [3, 4, 5])
def test_who_forces_a_line_cannot_be_exchanged(number: int) -> None:
    record = sound("pathing_sound.toml", number)
    lines = certificate_of(record)
    answered = [i for i, line in enumerate(lines) if re.search(r" [+-]$", line)][:6]
    assert answered
    for i in answered:
        other = "-" if lines[i].endswith("+") else "+"
        for first, second in edges(False):
            forged = [*lines[:i], f"{lines[i][:-1]}{other} {first}-{second}", *lines[i + 1 :]]
            assert without_the_unneeded(record, forged).refused, forged[i]


NUMBERED = re.compile(r"(.* )= ([0-9]+)")


@pytest.mark.parametrize("more", [True, False], ids=["more", "less"])
def test_no_block_of_roadworks_has_another_number(more: bool) -> None:
    """One entry is false, and is judged by the others, which are right."""
    record = roadworks("4x4", "c4 e2")
    lines = certificate_of(record)
    (section,) = read_certificate("".join(f"{line}\n" for line in lines).encode()).values()
    tried = 0
    for line, entry in section.entries:
        found = NUMBERED.fullmatch(entry)
        if found is None:
            continue
        right = int(found[2])
        proof = Certified(city(4, 4), section)
        block = block_of(found[1].strip())
        proof._check_number(line, block, right)
        for false in range(right + 1, right + 3) if more else range(right):
            with pytest.raises(RefusedError):
                proof._check_number(line, block, false)
            tried += 1
    assert tried > 3
