"""What printing costs: processor seconds, memory at its highest, and the size of the file."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import resource, sys, time
from itertools import cycle, permutations
from tests.pages.sheets import board, item, sheet
from dataclasses import replace
from crossfall.generator.sheets import SheetOptions, build_sheet
count, per_page, with_key = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3] == "key"
inner = [column + row for column in "bcd" for row in "234"]
closures = cycle(permutations(inner, 2))  # boards with fences, no two alike on ten pages
boards = [(board("4x4", ",".join(next(closures))),) for _ in range(count)]
items = tuple(
    item(i, boards=shown, key_boards=shown, key=item(i).key if with_key else None)
    for i, shown in enumerate(boards, start=1)
)
made = replace(sheet(1), items=items)
start = time.process_time()
pdf = build_sheet(made, SheetOptions(per_page=per_page))
seconds = time.process_time() - start
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(f"{seconds:.1f} s, {memory:.0f} MB, {len(pdf) / 1e6:.2f} MB of file")
"""


def run() -> list[tuple[str, str]]:
    jobs = [
        ("a page of 6 boards with key", ("6", "6", "key")),
        ("100 pages of 6 boards", ("600", "6", "none")),
        ("100 pages of 6 boards and their key", ("600", "6", "key")),
    ]
    figures = []
    for what, arguments in jobs:
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, *arguments], capture_output=True, text=True, check=True
        )
        figures.append((what, done.stdout.strip()))
    return figures
