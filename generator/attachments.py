"""The puzzle file inside a PDF: put in when a sheet is printed, read back by every command."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from dataclasses import replace

from crossfall.solver.errors import InputError, file_name
from crossfall.solver.position import Findings, Puzzle
from crossfall.solver.records import (
    MAX_FILE_BYTES,
    Record,
    dump_records,
    is_one_line,
    read_records,
    records_in,
)

NAME = "crossfall.toml"  # of the file inside
MAX_PDF_BYTES = 200_000_000
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
    name = "standard input" if source == "-" else source
    data = _pdf(source, file_name(name))
    if data is None:
        return read_records(source)
    found = records_in(text_in(data, file_name(name)), name)
    return [replace(record, source=record.source or name) for record in found]


def _pdf(source: str, name: str) -> bytes | None:
    """The bytes of a source that is a PDF; None for any other, which is read elsewhere."""
    try:
        if source == "-":
            peek = getattr(getattr(sys.stdin, "buffer", None), "peek", None)
            if peek is None or not peek(len(_SIGN)).startswith(_SIGN):
                return None
            data: bytes = sys.stdin.buffer.read(MAX_PDF_BYTES + 1)
        else:
            if is_one_line(source) and not os.path.exists(source):
                return None
            with open(source, "rb") as file:
                if file.read(len(_SIGN)) != _SIGN:
                    return None
                data = _SIGN + file.read(MAX_PDF_BYTES + 1)
    except (OSError, ValueError):
        return None  # the other reader says what is wrong
    if len(data) > MAX_PDF_BYTES:
        raise InputError(
            f"{name}: larger than {MAX_PDF_BYTES // 1_000_000} MB; expected a printed sheet"
        )
    return data


def text_in(data: bytes, name: str) -> str:
    """The puzzle file inside a PDF; InputError, naming the PDF, where there is none."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError:
        raise InputError(f"{name}: a PDF that cannot be read; expected a printed sheet") from None
    with document:
        others = []
        for i in range(document.count_attachments()):
            attachment = document.get_attachment(i)
            if attachment.get_name() == NAME:
                break
            others.append(attachment.get_name())
        else:
            held = (
                f"it holds {', '.join(map(_plain, others[:3]))}" if others else "it holds no file"
            )
            raise InputError(
                f"{name}: a PDF without a puzzle file ({held}); "
                "expected a sheet printed with --attach"
            )
        try:
            inside = bytes(attachment.get_data())
        except (pypdfium2.PdfiumError, MemoryError):
            raise InputError(
                f"{name}: the puzzle file in this PDF is broken; expected a printed sheet"
            ) from None
    if len(inside) > MAX_FILE_BYTES:
        raise InputError(
            f"{name}: the puzzle file in this PDF is larger than {MAX_FILE_BYTES // 1_000_000} MB"
        )
    try:
        return inside.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise InputError(f"{name}: the puzzle file in this PDF is not UTF-8") from None


def _plain(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text)[:40]
