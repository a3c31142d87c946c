"""The puzzle file inside a PDF: put in when a sheet is printed, read back by every command."""

from __future__ import annotations

import hashlib
import io
import os
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from crossfall.solver.errors import InputError, file_name
from crossfall.solver.position import Findings, Puzzle
from crossfall.solver.records import (
    MAX_FILE_BYTES,
    PUZZLE_FILE,
    Record,
    dump_records,
    is_one_line,
    read_bytes,
    read_records,
    records_in,
    text_of,
)

if TYPE_CHECKING:
    import pikepdf

NAME = "crossfall.toml"  # of the file inside
MAX_PDF_BYTES = 200_000_000
MOST_MENDED = 2_000_000  # bytes of a damaged PDF that is read all the same
MOST_FILES = 1_000  # looked at in a PDF
MOST_FILTERS = 3  # one after the other
_SIGN = b"%PDF-"


def attached(puzzles: Iterable[tuple[Puzzle, Findings]], with_answers: bool) -> str:
    """The puzzle file to put into a sheet: its puzzles in their order.

    with_answers: with the answers of the key; without one nobody wants to find them in the file.
    """
    records = []
    for puzzle, findings in puzzles:
        record = puzzle.record
        if record.line:
            records.append(record)
            continue
        strings = list(findings.answers[0].strings)
        answer: object = strings[0] if len(strings) == 1 else strings
        records.append(
            record.with_fields(
                game=puzzle.game, task=puzzle.task, answer=answer if with_answers else None
            )
        )
    if records and all(record.line for record in records):
        return "".join(f"{record.game}:{record.line}\n" for record in records)
    return dump_records(records)


def records_of(source: str) -> list[Record]:
    """The puzzles of a FILE argument: what `read_records` reads, or the file inside a PDF.

    Raises InputError where the PDF cannot be read or has no puzzle file in it.
    """
    if source != "-" and is_one_line(source) and not os.path.exists(source):
        return read_records(source)
    name = "standard input" if source == "-" else source
    data = read_bytes(source, name, MAX_FILE_BYTES, PUZZLE_FILE, (_SIGN, MAX_PDF_BYTES))
    if not data.startswith(_SIGN):
        return records_in(text_of(data, file_name(name)), name)
    found = records_in(text_in(data, file_name(name)), name)
    return [replace(record, source=record.source or name) for record in found]


def text_in(data: bytes, name: str) -> str:
    """The puzzle file inside a PDF; InputError, naming the PDF, where there is none."""
    import pikepdf

    try:
        # To look for the objects of a file whose list of them is lost takes minutes in a large one.
        mended = len(data) <= MOST_MENDED
        with pikepdf.open(io.BytesIO(data), attempt_recovery=mended) as document:
            inside = _inside(document, name)
    except InputError:  # is a ValueError too
        raise
    except pikepdf.PasswordError:
        raise InputError(
            f"{name}: a PDF locked with a password; expected a printed sheet without one"
        ) from None
    except (pikepdf.PdfError, ValueError, TypeError, LookupError, AttributeError, RuntimeError):
        raise InputError(f"{name}: a PDF that cannot be read; expected a printed sheet") from None
    try:
        return inside.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise InputError(f"{name}: the puzzle file in this PDF is not UTF-8") from None


def _inside(document: pikepdf.Pdf, name: str) -> bytes:
    """The content of the puzzle file in a PDF; InputError where there is none, or it is broken."""
    import pikepdf

    others = []
    for held in islice(_files(document), MOST_FILES):
        called = str(held.get("/UF", held.get("/F", "")))
        if called != NAME:
            others.append(called)
            continue
        files = held.get("/EF", pikepdf.Dictionary())
        found = files.get("/F", files.get("/UF"))
        if isinstance(found, pikepdf.Stream):
            return _unpacked(found, name)
        raise _broken(name)
    held_ = f"it holds {', '.join(map(_plain, others[:3]))}" if others else "it holds no file"
    raise InputError(
        f"{name}: a PDF without a puzzle file ({held_}); expected a sheet printed with --attach"
    )


def _files(document: pikepdf.Pdf) -> Iterator[pikepdf.Dictionary]:
    """What a PDF says of each file in it; a tree of names may lead anywhere, back to itself too."""
    import pikepdf

    root = document.Root.get("/Names", pikepdf.Dictionary()).get("/EmbeddedFiles")
    waiting, seen = [root], set()
    while waiting:
        node = waiting.pop()
        if not isinstance(node, pikepdf.Dictionary) or node.objgen in seen:
            continue
        if node.is_indirect:
            seen.add(node.objgen)
        names = node.get("/Names", pikepdf.Array())
        if isinstance(names, pikepdf.Array):
            for held in islice(names, 1, None, 2):
                if isinstance(held, pikepdf.Dictionary):
                    yield held
        kids = node.get("/Kids", pikepdf.Array())
        if isinstance(kids, pikepdf.Array) and len(seen) < MOST_FILES:
            waiting.extend(reversed(list(islice(kids, MOST_FILES))))


def _unpacked(stream: pikepdf.Stream, name: str) -> bytes:
    """The content of a file in a PDF, unpacked no further than a puzzle file may be long."""
    import pikepdf

    data = stream.read_raw_bytes()
    filters = stream.get("/Filter", pikepdf.Array())
    ways = list(filters) if isinstance(filters, pikepdf.Array) else [filters]
    for way in ways:
        if way != pikepdf.Name.FlateDecode or len(ways) > MOST_FILTERS or "/DecodeParms" in stream:
            raise _broken(name)
        unpacking = zlib.decompressobj()
        try:
            data = unpacking.decompress(data, MAX_FILE_BYTES + 1)
        except zlib.error:
            raise _broken(name) from None
        if not unpacking.eof and len(data) <= MAX_FILE_BYTES:
            raise _broken(name)
    if len(data) > MAX_FILE_BYTES:
        raise InputError(
            f"{name}: the puzzle file in this PDF is larger than {MAX_FILE_BYTES // 1_000_000} MB"
        )
    sealed = stream.get("/Params", pikepdf.Dictionary()).get("/CheckSum")
    md5 = hashlib.md5(data, usedforsecurity=False).digest()  # which PDF prescribes
    if sealed is not None and bytes(sealed) != md5:
        raise _broken(name)
    return data


def _broken(name: str) -> InputError:
    return InputError(f"{name}: the puzzle file in this PDF is broken; expected a printed sheet")


def _plain(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text)[:40]
