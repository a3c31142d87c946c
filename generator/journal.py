"""What a long search has done so far, in a file beside its output, so that nothing is lost when it
is killed.

The file is a puzzle file: everything found so far can be read from it. What the search needs to go
on stands in its comments, one line of JSON each. A line or puzzle that was not written to its end is
dropped and made anew.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from crossfall.generator.finders.ranges import Crew, Job, Look, is_packed, pack, unpack
from crossfall.generator.finders.selection import Chosen
from crossfall.solver.budget import Budget
from crossfall.solver.errors import InputError, file_name
from crossfall.solver.records import Record, dump_records, parse_records

SUFFIX = ".part"
FIRST_LINE = b"# What crossfall generate has found so far; the same command goes on from here.\n"
_MARK = b"#: "


class Journal:
    """The journal of one run beside `target`; goes on with the one that a killed run left there.

    heading: what the run was asked for. Raises InputError where another run's journal lies there,
    or it cannot be written.
    """

    def __init__(self, target: str, heading: Mapping[str, str]) -> None:
        self.name = file_name(target + SUFFIX)
        self._path = os.path.realpath(target) + SUFFIX
        self._ranges: list[bytes] = []  # the packed looks of the first ranges, as JSON
        self._puzzles: list[str] = []  # the records made so far, as text
        self._canonical: set[str] = set()
        if os.path.islink(self._path) or (
            os.path.exists(self._path) and not os.path.isfile(self._path)
        ):
            raise InputError(f"{self.name}: is no ordinary file; move it away")
        try:
            self._file = open(self._path, "a+b")  # noqa: SIM115 - kept for the whole run
        except OSError as error:
            raise InputError(f"{self.name}: cannot be written ({error.strerror})") from None
        try:
            if not _is_ours_alone(self._file.fileno()):
                raise InputError(f"{self.name}: another run is writing it; wait for its end")
            self._read(heading)
        except InputError:
            self._file.close()
            raise
        self.resumed = len(self._ranges), len(self._puzzles)

    @property
    def ranges(self) -> int:
        """How many ranges it holds."""
        return len(self._ranges)

    def looks(self, number: int) -> Iterator[Look]:
        """The looks of a range that it holds."""
        return unpack(json.loads(self._ranges[number])["looks"])

    def puzzle(self, number: int) -> Record | None:
        """The puzzle that was made as number `number`, from 0; None if it was not."""
        if number >= len(self._puzzles):
            return None
        return parse_records(self._puzzles[number], self.name)[0]

    def made(self, canonical: str) -> bool:
        """Whether a puzzle of this form was made by this run."""
        return canonical in self._canonical

    def add_range(self, looks: Iterable[Look]) -> None:
        """Keep the looks of the next range."""
        entry = {"range": len(self._ranges), "looks": pack(looks)}
        self._ranges.append(json.dumps(entry).encode())
        self._write(_line(entry))

    def add_puzzle(self, record: Record, canonical: str) -> None:
        """Keep the next puzzle."""
        text = dump_records([record])
        self._puzzles.append(text)
        self._canonical.add(canonical)
        block = b"\n" + text.encode()
        self._write(block + _line({"puzzle": canonical}, block))

    def close(self, done: bool) -> None:
        """Leave it; a run that is done needs it no more."""
        self._file.close()
        if done or not (self._ranges or self._puzzles):
            os.unlink(self._path)

    def _write(self, data: bytes) -> None:
        try:
            self._file.write(data)
            self._file.flush()
        except OSError as error:
            raise InputError(f"{self.name}: cannot be written ({error.strerror})") from None

    def _read(self, heading: Mapping[str, str]) -> None:
        """Take up what is there and cut off what is torn; begin where nothing is there."""
        self._file.seek(0)
        first = self._file.readline()
        asked = self._file.readline()
        # A run killed at its very start may have left less than two lines.
        if not (asked.endswith(b"\n") or FIRST_LINE.startswith(first) or first == FIRST_LINE):
            raise InputError(f"{self.name}: is no journal of a run; move it away")
        if not asked.endswith(b"\n"):
            self._file.truncate(0)
            self._write(FIRST_LINE + _line(heading))
            return
        theirs = _entry(asked)
        if first != FIRST_LINE or theirs is None:
            raise InputError(f"{self.name}: is no journal of a run; move it away")
        if theirs != heading:
            told = "; ".join(
                f"{key} {theirs.get(key) or 'none'}, not {heading.get(key) or 'none'}"
                for key in sorted({*theirs, *heading})
                if theirs.get(key) != heading.get(key)
            )
            raise InputError(
                f"{self.name}: another run left it ({told}); give its command again to end it, "
                "or remove the file"
            )
        self._file.truncate(self._take(len(first) + len(asked)))
        self._file.seek(0, os.SEEK_END)

    def _take(self, end: int) -> int:
        """Take up the whole entries; the place after the last of them."""
        here = end
        block = b""
        for line in self._file:
            here += len(line)
            if not line.startswith(_MARK):
                block += line
                continue
            entry = _entry(line, block)
            if entry is None or not self._take_entry(entry, block):
                break
            end, block = here, b""
        return end

    def _take_entry(self, entry: Mapping[str, Any], block: bytes) -> bool:
        """Take up an entry and the block before it; False where they are none of ours."""
        canonical = entry.get("puzzle")
        if isinstance(canonical, str):
            try:
                text = block.removeprefix(b"\n").decode()
                (_,) = parse_records(text, self.name)
            except ValueError:
                return False
            self._puzzles.append(text)
            self._canonical.add(canonical)
            return True
        if entry.get("range") != len(self._ranges) or not is_packed(entry.get("looks")):
            return False
        self._ranges.append(json.dumps(entry).encode())
        return True


class Recorded:
    """A crew whose work goes into a journal, and is not done again where it stands there."""

    def __init__(self, crew: Crew, journal: Journal) -> None:
        self._crew, self._journal = crew, journal
        self._made = 0

    def work(self, job: Job, budget: Budget, first: int = 0) -> Iterator[Iterable[Look]]:
        """See `crossfall.generator.finders.ranges.Crew`."""
        for number in range(first, self._journal.ranges):
            yield self._journal.looks(number)
        for looks in self._crew.work(job, budget, self._journal.ranges):
            yield self._kept(looks)

    def _kept(self, looks: Iterable[Look]) -> Iterator[Look]:
        """The looks of a range, which is kept once it is at its end."""
        kept = []
        for look in looks:
            kept.append(look)
            yield look
        self._journal.add_range(kept)

    def record(self, job: Job, chosen: Chosen) -> Record:
        """The puzzle that was chosen."""
        record = self._journal.puzzle(self._made)
        self._made += 1
        if record is None:
            try:
                record = self._crew.record(job, chosen)
            except (TypeError, LookupError, AttributeError):
                if not self._journal.resumed[0]:
                    raise
                raise InputError(
                    f"{self._journal.name}: damaged; remove it to begin anew"
                ) from None
            self._journal.add_puzzle(record, chosen.candidate.canonical)
        return record


def _line(entry: Mapping[str, Any], block: bytes = b"") -> bytes:
    """An entry of the journal: a sum over it and the block before it, then the entry."""
    told = json.dumps(entry, sort_keys=True).encode()
    return b"%s%08x %s\n" % (_MARK, zlib.crc32(block + told), told)


def _entry(line: bytes, block: bytes = b"") -> dict[str, Any] | None:
    """What stands on a line of the journal; None on one that is torn or damaged."""
    seal, _, told = line.removeprefix(_MARK).removesuffix(b"\n").partition(b" ")
    if not line.endswith(b"\n") or seal != b"%08x" % zlib.crc32(block + told):
        return None
    try:
        entry = json.loads(told)
    except (ValueError, RecursionError):
        return None
    return entry if isinstance(entry, dict) else None


def _is_ours_alone(file: int) -> bool:
    """Whether no other process holds the file; held from now on, where the system can do that."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
