"""Certificates: proofs written down by whoever found them, read and checked here.

A certificate is a text (compressed or not) of lines; `docs/certificates.md` describes it. Here is
what all games share: the file is read whole, within bounds, and every entry is asked for at most by
those that need it. What an entry says is checked by the game's own module, from the entries below
it and the literal rules; whoever looks an entry up marks it as needed, and one that nobody needs is
refused, so that a certificate holds nothing but its proof.
"""

from __future__ import annotations

import hashlib
import lzma
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

FIRST_LINE = "crossfall-certificate 1"
MOST_BYTES = 32_000_000  # of the text; a proof for an early 5×5 position takes about 3 million
MOST_LINE = 2_000
XZ = b"\xfd7zXZ\x00"
_MEMORY = 200_000_000  # what unpacking may take

_HEAD = re.compile(r"puzzle ([1-9][0-9]{0,5}) ([a-z-]{1,40}) ([a-z-]{1,40}) (\S.*)")
_END = re.compile(r"end ([0-9a-f]{64})")

Key = TypeVar("Key")
Claim = TypeVar("Claim")


class RefusedError(ValueError):
    """A certificate that proves nothing; the message names the line and what is wrong with it."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}" if line else why)


@dataclass(frozen=True)
class Section:
    """The proof for one puzzle: its number in the puzzle file, what it is about, and the entries
    with the number of the line each stands in."""

    number: int
    game: str
    task: str
    position: str
    line: int
    entries: tuple[tuple[int, str], ...]


def read_certificate(data: bytes) -> dict[int, Section]:
    """The sections of a certificate by the numbers of their puzzles.

    Raises RefusedError for anything but a whole, undamaged certificate of this format.

    >>> read_certificate(b"crossfall-certificate 2\\n")
    Traceback (most recent call last):
    ...
    crossfall.solver.audit.certificate.RefusedError: line 1: expected “crossfall-certificate 1”
    """
    lines = _lines(_unpacked(data))
    if lines[0] != FIRST_LINE:
        raise RefusedError(1, f"expected “{FIRST_LINE}”")
    _check_end(lines)
    sections: dict[int, Section] = {}
    head: re.Match[str] | None = None
    begun, entries = 0, list[tuple[int, str]]()
    for number, line in enumerate(lines[1:-1], start=2):
        if line.startswith("puzzle "):
            if head is not None:
                _close(sections, head, begun, entries)
            head, begun, entries = _HEAD.fullmatch(line), number, []
            if head is None:
                raise RefusedError(number, "expected “puzzle NUMBER GAME TASK POSITION”")
        elif head is None:
            raise RefusedError(number, "an entry before the first puzzle")
        elif entries and entries[-1][1] >= line:
            raise RefusedError(number, "out of order: entries rise, each once")
        else:
            entries.append((number, line))
    if head is not None:
        _close(sections, head, begun, entries)
    return sections


def _close(
    sections: dict[int, Section], head: re.Match[str], begun: int, entries: list[tuple[int, str]]
) -> None:
    number = int(head[1])
    if sections and number <= max(sections):
        raise RefusedError(begun, f"puzzle {number} out of order: numbers rise")
    sections[number] = Section(number, head[2], head[3], head[4], begun, tuple(entries))


def _unpacked(data: bytes) -> bytes:
    if not data.startswith(XZ):
        if len(data) > MOST_BYTES:
            raise RefusedError(0, f"larger than {MOST_BYTES // 1_000_000} MB")
        return data
    unpacking = lzma.LZMADecompressor(format=lzma.FORMAT_XZ, memlimit=_MEMORY)
    try:
        text = unpacking.decompress(data, max_length=MOST_BYTES + 1)
    except (lzma.LZMAError, EOFError, MemoryError):
        raise RefusedError(0, "its compression is damaged") from None
    if len(text) > MOST_BYTES:
        raise RefusedError(0, f"larger than {MOST_BYTES // 1_000_000} MB unpacked")
    if not unpacking.eof or unpacking.unused_data:
        raise RefusedError(0, "its compression is damaged, or something follows it")
    return text


def _lines(text: bytes) -> list[str]:
    lines = []
    for number, raw in enumerate(text.split(b"\n"), start=1):
        if len(raw) > MOST_LINE:
            raise RefusedError(number, f"longer than {MOST_LINE} characters")
        if not raw.isascii() or (raw and not raw.decode("ascii").isprintable()):
            raise RefusedError(number, "holds a sign that no certificate has")
        lines.append(raw.decode("ascii"))
    if lines[-1]:
        raise RefusedError(len(lines), "incomplete: the last line has no end")
    return lines[:-1] or [""]


def _check_end(lines: list[str]) -> None:
    end = _END.fullmatch(lines[-1])
    if end is None:
        raise RefusedError(len(lines), "incomplete: expected “end” with a checksum")
    if end[1] != checksum(lines[:-1]):
        raise RefusedError(len(lines), "altered or damaged: the checksum does not fit")


def checksum(lines: list[str]) -> str:
    """The SHA-256 of lines, each with its end: what the last line of a certificate gives.

    It is no part of the proof. It keeps out changes that would do no harm, as from one right reply
    to another.
    """
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode("ascii")).hexdigest()


class Ledger(Generic[Key, Claim]):
    """The entries of a section by what they are about, and which of them have been needed."""

    def __init__(self, section: Section, parse: Callable[[str], tuple[Key, Claim]]) -> None:
        self.section = section
        self._claims: dict[Key, Claim] = {}
        self._lines: dict[Key, int] = {}
        self._needed: set[Key] = set()
        for line, text in section.entries:
            try:
                key, claim = parse(text)
            except ValueError as error:
                raise RefusedError(line, str(error)) from None
            if key in self._claims:
                raise RefusedError(line, f"says the same thing as line {self._lines[key]}")
            self._claims[key], self._lines[key] = claim, line

    def look(self, key: Key) -> Claim | None:
        """What is claimed about `key`, which is then needed; None for nothing."""
        claim = self._claims.get(key)
        if claim is not None:
            self._needed.add(key)
        return claim

    def has(self, key: Key) -> bool:
        """Whether something is claimed about `key`, needed or not."""
        return key in self._claims

    def __iter__(self) -> Iterator[tuple[int, Key, Claim]]:
        """Every entry: its line, what it is about, what it claims."""
        for key, claim in self._claims.items():
            yield self._lines[key], key, claim

    def check_needed(self) -> None:
        """Raise RefusedError if some entry was never looked up."""
        for key, line in self._lines.items():
            if key not in self._needed:
                raise RefusedError(line, "nothing needs this entry")
