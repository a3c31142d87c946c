"""Swaps puzzles of a file for others of their kind, and leaves the rest of the file as it is."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import replace

from crossfall.generator.finders import finder
from crossfall.generator.recipes import kind_of
from crossfall.solver.budget import Budget
from crossfall.solver.errors import InputError
from crossfall.solver.position import Puzzle, game
from crossfall.solver.records import dump_records, parse_records
from crossfall.solver.verify import read_puzzle

_TABLE = re.compile(r"^[ \t]*\[\[[ \t]*puzzle[ \t]*\]\]", re.MULTILINE)


def replaced(
    puzzles: Sequence[Puzzle], numbers: Sequence[int], seed: int, budget: Budget
) -> list[Puzzle]:
    """The puzzles with those of these numbers swapped for others of the same game, task, board and
    difficulty that are not among them; the same ones for the same seed.

    Raises InputError where there is no such puzzle, or no other of its kind.
    """
    made = list(puzzles)
    for number in dict.fromkeys(numbers):
        if not 1 <= number <= len(made):
            raise InputError(f"no puzzle {number}; expected 1 to {len(made)}")
        made[number - 1] = _another(made, number, seed, budget)
    return made


def _another(puzzles: Sequence[Puzzle], number: int, seed: int, budget: Budget) -> Puzzle:
    old = puzzles[number - 1]
    kind = kind_of(old)
    canonical = game(old.game).canonical
    known = {canonical(p) for p in puzzles if (p.game, p.task) == (old.game, old.task)}
    text = f"{seed} {number} {canonical(old)}"
    own_seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")
    # Only so many can be known: one more is a new one.
    for record in finder(old.game).find(kind.wish(len(known) + 1, own_seed), budget):
        puzzle = read_puzzle(record)
        if canonical(puzzle) not in known:
            placed = replace(record, number=old.record.number, source=old.record.source)
            return replace(puzzle, record=placed)
    raise InputError(f"{old.record.place}: no other puzzle like {kind.told} was found")


def rewritten(text: str, puzzles: Sequence[Puzzle], numbers: Sequence[int]) -> str:
    """The text of a puzzle file with the puzzles of these numbers in the place of the old ones;
    comments and everything else stay where the file can be cut into its tables."""
    records = [puzzle.record for puzzle in puzzles]
    starts = [found.start() for found in _TABLE.finditer(text)]
    if len(starts) == len(records):
        pieces = [text[a:b] for a, b in zip(starts, [*starts[1:], len(text)], strict=True)]
        for number in numbers:
            piece = pieces[number - 1]
            after = piece[_end_of_table(piece) :]
            new = dump_records([records[number - 1]])
            pieces[number - 1] = new + (after or ("" if number == len(pieces) else "\n"))
        made = text[: starts[0]] + "".join(pieces)
        if _fields(made) == [dict(record.fields) for record in records]:
            return made
    return dump_records(records)


def _end_of_table(piece: str) -> int:
    """Where the blank lines and comments begin that stand after a table's last key: they belong to
    what follows. Of the places that leave the same keys, the first."""
    fields = _fields(piece)
    lines = piece.splitlines(keepends=True)
    end = len(lines)
    while end and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#")):
        if _fields("".join(lines[: end - 1])) != fields:
            break
        end -= 1
    return sum(map(len, lines[:end]))


def _fields(text: str) -> list[dict[str, object]]:
    try:
        return [dict(record.fields) for record in parse_records(text, "")]
    except InputError:
        return []
