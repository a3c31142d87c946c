"""Decide who wins on a large empty board: resumable, in bounded memory, hours if need be.

    python -m crossfall.solver.roadworks.long_run 6x6 out/6x6.memory

Needs the extra `fast`. What is known is written to the file from time to time and read again at
the next start. The memory holds exact keys, so nothing is ever mistaken for something else; when
it is full, small blocks are forgotten.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import numpy as np

from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError, InputError
from crossfall.solver.roadworks.fast import FastSearch, store_all
from crossfall.solver.roadworks.rules import Board, board

FORMAT = "crossfall-memory-1"
SLOTS = 700_000_000  # of 10 bytes each
REPORT_EVERY = 60.0
SAVE_EVERY = 1200.0
_CHUNK = 1 << 22


def decide(board_: Board, path: Path, slots: int = SLOTS) -> bool:
    """Whether the first player wins on the empty falling board; progress goes to stderr."""
    search = FastSearch(max(board_.width, board_.height) + 1, slots, forgets=True)
    if path.exists():
        load_memory(search, board_, path)
        print(f"{path}: {search.states:,} blocks known", file=sys.stderr)
    chain = board_.grid.chain(board_.full, 0, board_.b)
    began = saved = time.monotonic()
    units = 0
    while True:
        budget = Budget(seconds=REPORT_EVERY)
        try:
            lost = search.sum_has_value(board_.grid, chain, 0, budget)
        except BudgetError:
            units += budget.spent
            now = time.monotonic()
            print(
                f"{now - began:8.0f} s  {search.states:>13,} blocks  {units:>15,} closures",
                file=sys.stderr,
                flush=True,
            )
            if now - saved > SAVE_EVERY:
                save_memory(search, board_, path)
                saved = time.monotonic()
            continue
        except KeyboardInterrupt:
            save_memory(search, board_, path)
            raise
        save_memory(search, board_, path)
        return not lost


def save_memory(search: FastSearch, board_: Board, path: Path) -> None:
    """Write everything known, whole or not at all."""
    part = path.with_name(path.name + ".part")
    with part.open("wb") as file:
        header = {"format": FORMAT, "board": board_.size, "blocks": int((search.keys > 0).sum())}
        file.write(json.dumps(header).encode() + b"\n")
        for first in range(0, len(search.keys), _CHUNK):
            keys = search.keys[first : first + _CHUNK]
            infos = search.infos[first : first + _CHUNK]
            used = keys > 0
            kept = np.empty(int(used.sum()), _RECORD)
            kept["key"], kept["info"] = keys[used], infos[used]
            file.write(kept.tobytes())
    part.replace(path)


def load_memory(search: FastSearch, board_: Board, path: Path) -> None:
    """Read what `save_memory` wrote; InputError if the file is not of this board or cut off."""
    with path.open("rb") as file:
        try:
            header = json.loads(file.readline())
            fits = header["format"] == FORMAT and header["board"] == board_.size
            blocks = int(header["blocks"])
        except (ValueError, KeyError, TypeError):
            fits, blocks = False, 0
        if not fits:
            raise InputError(f"{path}: expected a memory of {board_.size}; remove it to begin anew")
        while kept := file.read(_CHUNK * _RECORD.itemsize):
            if len(kept) % _RECORD.itemsize:
                break
            records = np.frombuffer(kept, _RECORD)
            blocks -= len(records)
            store_all(search, records["key"].copy(), records["info"].copy())
    if blocks:
        raise InputError(f"{path}: cut off or damaged; remove it to begin anew")


_RECORD = np.dtype([("key", "<u8"), ("info", "<u2")])


def main(arguments: list[str]) -> None:
    """`SIZE FILE [SLOTS]`; prints the answer."""
    width, height = (int(side) for side in arguments[0].lower().split("x"))
    slots = int(arguments[2]) if len(arguments) > 2 else SLOTS
    wins = decide(board(width, height), Path(arguments[1]), slots)
    print(f"{width}x{height}: the {'first' if wins else 'second'} player wins the empty board")


if __name__ == "__main__":
    main(sys.argv[1:])
