"""Puzzles of all games and tasks, as the finders make them, for the audit to prove again.

`python -m tests.audit.sampled FIRST LAST` audits a slice of the ten thousand and says how it went,
so that the whole can be run in pieces.
"""

import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from crossfall.generator.finders import Wish, finder
from crossfall.solver.audit import AGREES, Work, audit_record
from crossfall.solver.audit.certificate import read_certificate
from crossfall.solver.audit.roadworks_play import City, Search, city, order
from crossfall.solver.budget import Budget
from crossfall.solver.certificates import certificate_text, proof_of
from crossfall.solver.errors import InputError
from crossfall.solver.position import game
from crossfall.solver.records import Record
from crossfall.solver.verify import SOUND, read_puzzle, verify

AT_ONCE = 8  # puzzles of one seed
GIVEN_UP = 4  # seeds in a row without a new puzzle

# What finders are asked for: game, task, options. Sizes for which the audit's search is quick,
# and 5×5 boards, whose keys are audited by certificate.
ROWS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    *(
        ("roadworks", task, {"size": size})
        for task in game("roadworks").tasks
        for size in ("3x3", "3x4", "4x4", "4x3", "5x5")
        if not (task in ("closures-left", "long-and-short", "fewest-fences") and size == "5x5")
    ),
    *(("roadworks", task, {"level": 1}) for task in ("closures-left", "cut-crossings")),
    *(
        ("clear-path", task, {"size": size})
        for task in game("clear-path").tasks
        for size in ("4x4", "5x5", "6x6", "7x7", "5x6", "8x6")
    ),
    *(
        ("pathing-boxes", task, {"rules": rules, **more})
        for task in game("pathing-boxes").tasks
        for rules in ("waves", "original", "dm5")
        for more in ({}, {"finals": True})
    ),
)


def samples() -> Iterator[Record]:
    """Puzzles of all rows by turns, no two the same up to symmetry; the same ones every time."""
    seen: set[str] = set()
    barren = Counter[int]()
    seed = 0
    while True:
        for number, (name, task, options) in enumerate(ROWS):
            if barren[number] >= GIVEN_UP:
                continue
            fresh = 0
            for record in _found(name, task, seed, options):
                key = game(name).canonical(read_puzzle(record))
                if key not in seen:
                    seen.add(key)
                    fresh += 1
                    yield record
            barren[number] = 0 if fresh else barren[number] + 1
        if all(barren[number] >= GIVEN_UP for number in range(len(ROWS))):
            return
        seed += 1


def _found(name: str, task: str, seed: int, options: dict[str, Any]) -> Iterator[Record]:
    # Different stars by different seeds; without where a task has none of that number.
    for difficulty in (Random(seed).choice([None, 1, 2, 3, 4]), None):
        wish = Wish(task, AT_ONCE, seed, difficulty, options=options)
        try:
            yield from finder(name).find(wish, Budget())
            return
        except InputError:
            continue


def difference(record: Record) -> str:
    """What solver and audit say differently of a puzzle; empty where both find its one answer.

    The audit gets the puzzle without its answer, then with it. Where its search would be long it
    goes by a certificate.
    """
    verdict = verify(read_puzzle(record), Budget())
    if verdict.verdict != SOUND:
        return f"the solver calls it {verdict.verdict}"
    bare = record.with_fields(answer=None)
    section = _section(record) if _is_large(record) else None
    for asked in (bare, record):
        result = audit_record(asked, section=section)
        if result.verdict != AGREES or set(result.answers) != set(verdict.answers):
            return f"{result.verdict}: {result.answers} {verdict.answers} {result.message}"
    return ""


def _is_large(record: Record) -> bool:
    return record.fields.get("size") == "5x5" or record.fields.get("level") == 4


def _section(record: Record) -> Any:
    puzzle = read_puzzle(record)
    proof = proof_of(puzzle, Budget())
    if proof is None:
        return None
    return read_certificate(certificate_text([(1, puzzle, proof)]).encode())[1]


def single_crossings(side: int) -> list[Record]:
    """Every position of a square board at which exactly one crossing wins, one of each class under
    the board's symmetries, with closures that lead there; all by the audit's own rules."""
    board = city(side, side)
    found = {}
    for live, closures in _plays(board).items():
        key = min(_images(board, live))
        if key in found:
            continue
        winning = _search(board).winning(live, Work(1 << 60))
        found[key] = (closures, list(winning))
    return [
        Record(
            {
                "game": "roadworks",
                "task": "winning-move",
                "size": f"{side}x{side}",
                "closed": " ".join(closures),
                "answer": winning[0],
            }
        )
        for closures, winning in found.values()
        if len(winning) == 1
    ]


def _search(board: City) -> Search:
    from crossfall.solver.audit.roadworks_play import search

    return search(board)


def _plays(board: City) -> dict[frozenset[str], tuple[str, ...]]:
    """Every live set, with one way there."""
    ways: dict[frozenset[str], tuple[str, ...]] = {board.all: ()}
    waiting = [board.all]
    for live in waiting:
        for crossing, left in board.closures(live).items():
            if left not in ways:
                ways[left] = (*ways[live], crossing)
                waiting.append(left)
    return ways


def _images(board: City, live: frozenset[str]) -> Iterator[tuple[str, ...]]:
    def placed(turned: bool, flipped: bool) -> tuple[str, ...]:
        names = []
        for name in live:
            x, y = ord(name[0]) - 97, int(name[1:]) - 1
            if flipped:
                x, y = y, x
            if turned:
                x, y = board.width - x, board.height - y
            names.append(f"{chr(97 + x)}{y + 1}")
        return tuple(sorted(names, key=order))

    for turned in (False, True):
        for flipped in (False, True):
            yield placed(turned, flipped)


def main(first: int, last: int) -> None:
    began, told = time.process_time(), Counter[str]()
    for number, record in enumerate(islice(samples(), last)):
        if number < first:
            continue
        told[f"{record.game} {record.task}"] += 1
        said = difference(record)
        if said:
            told["DIFFERENCES"] += 1
            print(f"{number}: {said}: {dict(record.fields)}", flush=True)
        if number % 100 == 99:
            print(f"{number + 1} after {time.process_time() - began:.0f} s", flush=True)
    print(f"{first} to {last}: {time.process_time() - began:.0f} s of processor")
    for what, count in sorted(told.items()):
        print(f"  {what}: {count}")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
