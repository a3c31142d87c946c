"""What the second opinion costs: processor seconds in this process, nothing remembered before."""

import time

from crossfall.solver.audit import Work, audit_record
from crossfall.solver.audit.roadworks_play import Search, city
from crossfall.solver.records import record_from_line
from tests.audit.test_clear_path_smallest import maze, record_of
from tests.audit.test_fewest_swaps import HARDER, hard_state
from tests.audit.test_fewest_swaps import record_of as swaps_of


def run() -> list[tuple[str, str]]:
    figures = []
    for line in ("4x4:c4,e2", "5x5:e5,a4,a2,e1,b3", "5x5:d6,c3,b5"):
        began = time.process_time()
        audit_record(record_from_line(f"roadworks:{line}"))
        figures.append((f"audit winning-move {line}", f"{time.process_time() - began:.2f} s"))
    for size in (10, 20, 26):
        record = record_of(maze(size, "rbb", 0), "red")
        began = time.process_time()
        verdict = audit_record(record).message or "one answer"
        what = f"audit winning-turn in a maze of {size}x{size}"
        figures.append((what, f"{time.process_time() - began:.2f} s: {verdict}"))
    for case in HARDER:
        began = time.process_time()
        audit_record(swaps_of(hard_state(case)))
        what = f"audit fewest-swaps {case[1]}, {case[3]} swaps, {case[4]} answers"
        figures.append((what, f"{time.process_time() - began:.2f} s"))
    for size in ((3, 4), (4, 4)):
        at, work = city(*size), Work()
        began = time.process_time()
        Search(at).winning(at.all, work)
        took = time.process_time() - began
        what = f"all winning closures of the empty {size[0]}x{size[1]} board"
        figures.append((what, f"{took:.2f} s, {work.spent} units of work"))
    return figures
