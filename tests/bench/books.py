"""What a book costs: seconds by the clock, processor seconds, memory of the largest process, file."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import resource, sys, time
from pathlib import Path
from dataclasses import replace
from crossfall.generator.books.compose import compose
from crossfall.generator.books.items import Job, make
from crossfall.generator.books.render import print_book, worker_pool
from crossfall.generator.books.search import Store, find_puzzles
from crossfall.generator.books.spec import read_book
from crossfall.solver.budget import Budget

def spent():
    mine = resource.getrusage(resource.RUSAGE_SELF)
    theirs = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = sum(u.ru_utime + u.ru_stime for u in (mine, theirs))
    return time.monotonic(), used, max(mine.ru_maxrss, theirs.ru_maxrss) / 1024

if __name__ == "__main__":
    trim, workers, what = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    folder = Path("docs/sample-book")
    spec = replace(read_book(str(folder / "book.toml")), trim=trim)
    store = Store(str(folder / "book.puzzles.toml"), [name for name, _, _ in spec.picks])
    found = find_puzzles(spec, store, Budget(), lambda *_: None)
    start = spent()
    with worker_pool(workers) as mapped:
        jobs = [Job(record, False) for records in found.sections for record in records]
        outcomes = mapped(make, jobs)
        sections = [[next(outcomes).made for _ in records] for records in found.sections]
        told = spent()
        if what == "print":
            sections = [made * 2 for made in sections] if trim == "8.5x11" else sections
            start = spent()
            pdf = print_book(book := compose(spec, sections), mapped, lambda *_: None)
            if len(sys.argv) > 4:
                Path(sys.argv[4]).write_bytes(pdf)
    end = spent()
    clock, used, most = end[0] - start[0], end[1] - start[1], end[2]
    if what == "print":
        print(f"{len(book.pages)} pages, {book.puzzles} puzzles: {clock:.1f} s, {used:.1f} s of "
              f"processor, {most:.0f} MB, {len(pdf) / 1e6:.2f} MB of file")
    else:
        print(f"{len(jobs)} puzzles: {clock:.1f} s, {used:.1f} s of processor, {most:.0f} MB")
"""


def run() -> list[tuple[str, str]]:
    jobs = [
        ("prove and tell the puzzles of the sample book, 2 workers", ("8.5x11", "2", "tell")),
        ("lay out and print its puzzles twice over, 8.5×11, 2 workers", ("8.5x11", "2", "print")),
        ("the same, 1 worker", ("8.5x11", "1", "print")),
        ("lay out and print it on 6×9, 2 workers", ("6x9", "2", "print")),
    ]
    figures = []
    for what, arguments in jobs:
        import tempfile
        from pathlib import Path

        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "program.py"
            program.write_text(PROGRAM)
            done = subprocess.run(
                [sys.executable, str(program), *arguments],
                capture_output=True,
                text=True,
                check=True,
            )
        figures.append((what, done.stdout.strip()))
    return figures
