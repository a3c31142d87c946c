"""Pages to PDF: printed in pieces by worker processes, and joined.

A piece is so many pages of the book, whoever prints it; so the bytes do not depend on the number of
workers. Links are printed as addresses of their own kind and become jumps where the pieces are
joined. Tags, bookmarks and metadata are joined too.
"""

from __future__ import annotations

import os
import signal
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any, TypeVar

from crossfall.generator.books.blocks import BookPage, TextBlock
from crossfall.generator.books.compose import Book, resolved
from crossfall.generator.books.measure import Style, lines
from crossfall.generator.books.setting import Setting
from crossfall.generator.output import temporary_files
from crossfall.generator.words import Paragraph, Run

PIECE = 24  # pages; an even number, so that every piece begins with a right-hand page
JUMP = "https://crossfall.invalid/page/"  # what a link to a page looks like before joining

Given = TypeVar("Given")
Got = TypeVar("Got")


@dataclass(frozen=True)
class Piece:
    """Some pages, with all that is needed to print them."""

    first: int
    pages: tuple[BookPage, ...]
    where: dict[str, int]
    setting: Setting
    title: str
    author: str
    language: str
    look: str
    bleed: float
    marks: bool


def pieces(book: Book) -> Iterator[Piece]:
    """The book in pieces of PIECE pages."""
    spec = book.spec
    for start in range(0, len(book.pages), PIECE):
        yield Piece(
            start + 1,
            tuple(book.pages[start : start + PIECE]),
            book.where,
            book.setting,
            spec.title,
            spec.author,
            spec.language,
            spec.look,
            spec.bleed,
            spec.marks,
        )


def print_piece(piece: Piece) -> bytes:
    """The PDF of a piece."""
    from crossfall.generator import fonts
    from crossfall.generator.drawing import environment
    from crossfall.generator.pdf import to_pdf
    from crossfall.generator.sheets import Album

    album = Album(piece.look)
    setting = piece.setting
    html = (
        environment()
        .get_template("book.html.j2")
        .render(
            piece=piece,
            setting=setting,
            styles=_styles(setting),
            plan=_PlanLike(setting),
            picture=album.picture,
            faces=fonts.FACES,
            look=piece.look,
            jump=lambda anchor: f"{JUMP}{piece.where[anchor]}",
            page_of=lambda anchor: piece.where[anchor],
            lines=lambda block: _lines(block, piece.where),
            kind=lambda block: type(block).__name__,
        )
    )
    return to_pdf(html, album.images)


def _lines(block: TextBlock, where: Mapping[str, int]) -> Sequence[Sequence[Run]]:
    """The lines of a paragraph, with the pages of the anchors that it names."""
    told = Paragraph(tuple(Run(resolved(run.text, where), run.style) for run in block.told.runs))
    return lines(told, block.style, block.box.width)


class _PlanLike:
    """What the parts of worksheets need to know of the page they stand on."""

    def __init__(self, setting: Setting) -> None:
        self.type = setting.type


def _styles(setting: Setting) -> Sequence[Style]:
    return list(setting.styles.values())


# -- workers ----------------------------------------------------------------------------------


def usual_workers() -> int:
    """As many workers as there are processors for us, four at most."""
    try:
        count = len(os.sched_getaffinity(0))
    except AttributeError:
        count = os.cpu_count() or 1
    return max(1, min(4, count))


@contextmanager
def worker_pool(workers: int) -> Iterator[Callable[..., Iterator[Any]]]:
    """A function like `map` whose work is done by so many processes; results in order.

    With one worker everything happens in this process. At most two jobs a worker wait at a time,
    so that memory stays bounded.
    """
    if workers <= 1:
        yield lambda work, given: map(work, given)
        return
    pool = ProcessPoolExecutor(
        workers, mp_context=get_context("spawn"), initializer=_deaf_to_interrupts
    )

    def mapped(work: Callable[[Given], Got], given: Iterable[Given]) -> Iterator[Got]:
        waiting: list[Future[Got]] = []
        for job in given:
            waiting.append(pool.submit(work, job))
            if len(waiting) >= 4 * workers:
                yield waiting.pop(0).result()
        for future in waiting:
            yield future.result()

    try:
        yield mapped
    except BaseException:
        processes = list(getattr(pool, "_processes", None) or {})
        children = [(pool._processes or {})[number] for number in processes]
        pool.shutdown(wait=False, cancel_futures=True)
        for child in children:
            child.terminate()
        raise
    pool.shutdown()


def _deaf_to_interrupts() -> None:
    # Ctrl-C reaches every process of the terminal; the first one alone answers it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


# -- joining ----------------------------------------------------------------------------------


def print_book(
    book: Book, mapped: Callable[..., Iterator[bytes]], say: Callable[[int, int], None]
) -> bytes:
    """The PDF of a book; `say` is told how many pages of how many are printed.

    Raises TemporaryFileError: the pieces are kept in files until they are joined.
    """
    total = len(book.pages)
    with temporary_files(), tempfile.TemporaryDirectory(prefix="crossfall-") as folder:
        files = []
        for number, data in enumerate(mapped(print_piece, pieces(book))):
            path = os.path.join(folder, f"{number:05d}.pdf")
            with open(path, "wb") as file:
                file.write(data)
            files.append(path)
            say(min(total, (number + 1) * PIECE), total)
        target = os.path.join(folder, "book.pdf")
        join(files, book, target)
        with open(target, "rb") as file:
            return file.read()


def join(files: Sequence[str], book: Book, target: str) -> None:
    """Join printed pieces into one file: pages, tags, jumps, bookmarks, page labels."""
    import pikepdf

    from crossfall.generator.books.joining import Joiner

    joiner = Joiner(files[0])
    for path in files[1:]:
        joiner.append(path)
    joiner.finish_tags()
    joiner.jumps(JUMP)
    entries = [
        (level, title, number)
        for number, page in enumerate(book.pages, start=1)
        for level, title in page.entries
    ]
    joiner.bookmarks(entries)
    joiner.pdf.save(
        target,
        deterministic_id=True,
        object_stream_mode=pikepdf.ObjectStreamMode.generate,
        compress_streams=True,
    )
    joiner.close()
