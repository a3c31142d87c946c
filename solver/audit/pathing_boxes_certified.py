"""The second opinion on Pathing Dots & Boxes with a certificate: a proof tree, every reply answered.

An entry is about one position and a number of turns: that the attacker forces its line (`+`), or
that the defender prevents it (`-`). Where the one who so succeeds is to swap, the entry names its
swap; where the other is, every swap leads to a position of which the same is known. Positions in
which one swap ends the game for the mover, and those in which no line can be filled any more, need
no entry.
"""

from __future__ import annotations

import re
from functools import cache

from crossfall.solver.audit import Work
from crossfall.solver.audit.certificate import Ledger, RefusedError, Section
from crossfall.solver.audit.pathing_boxes_play import LINES, Edge, State, edges

_ENTRY = re.compile(
    r"([XY.]{16}) ([0-9a-f]{1,7}) ([XY]) ([1-9][0-9]?|any) ([+-])"
    r"(?: ([A-D][1-4])-([A-D][1-4]))?"
)
SIDE = 4

_Claim = tuple[bool, Edge | None]


def written(state: State, turns: int | None) -> str:
    """A position and a number of turns as entries write them: the cells column by column, the
    filled edges as the sum of 2 to their places by name in base 16, who is to swap, the turns."""
    filled = sum(1 << i for i, one in enumerate(edges(state.finals)) if one in state.filled)
    cells = "".join(mark for _, mark in state.cells)
    return f"{cells} {filled:x} {state.mover} {'any' if turns is None else turns}"


def _parse(text: str) -> tuple[str, _Claim]:
    found = _ENTRY.fullmatch(text)
    if found is None:
        raise ValueError("expected “CELLS EDGES MOVER TURNS + SWAP” or “… - SWAP”")
    swap = (found[6], found[7]) if found[6] else None
    return " ".join(found.group(1, 2, 3, 4)), (found[5] == "+", swap)


class Certified:
    """Whether a player forces its line, by a certificate: the same question as
    `pathing_boxes_play.Forcing` answers by trying everything."""

    def __init__(self, player: str, root: State, section: Section) -> None:
        self.player = player
        self.section = section
        self._root = root
        self._entries = Ledger(section, _parse)

    def forces_after(self, state: State, chosen: Edge, turns: int | None) -> bool:
        """Whether the player forces its line after one swap; by the entries, which `check` proves."""
        return self._after(state, chosen, turns, self.section.line)

    def check(self, work: Work) -> None:
        """Prove every entry from the later positions; RefusedError names the first that fails."""
        for line, key, (forced, swap) in self._entries:
            state, turns = self._read(line, key)
            work.spend()
            chooses = (state.mover == self.player) == forced
            if chooses != (swap is not None):
                wanted = "a swap" if chooses else "none, every swap being answered"
                raise RefusedError(line, f"expected {wanted}")
            if swap is not None and swap not in state.open():
                raise RefusedError(line, f"the swap {'-'.join(swap)} cannot be made")
            for chosen in state.open() if swap is None else [swap]:
                if self._after(state, chosen, turns, line) != forced:
                    raise RefusedError(line, f"the swap {'-'.join(chosen)} leads elsewhere")
        self._entries.check_needed()

    def _read(self, line: int, key: str) -> tuple[State, int | None]:
        """The position that an entry is about, one that can be reached in the wave."""
        cells, filled, mover, turns = key.split(" ")
        names = [name for name, _ in self._root.cells]
        all_edges = edges(self._root.finals)
        mask = int(filled, 16)
        state = State(
            self._root.rules,
            self._root.finals,
            tuple(zip(names, cells, strict=True)),
            frozenset(one for i, one in enumerate(all_edges) if mask >> i & 1),
            mover,
        )
        limit = None if turns == "any" else int(turns)
        if written(state, limit) != key or sorted(cells) != sorted(m for _, m in self._root.cells):
            raise RefusedError(line, "is no position of this wave")
        return state, limit

    def _after(self, state: State, chosen: Edge, turns: int | None, line: int) -> bool:
        after = state.swap(chosen)
        if after.over:
            return after.over == self.player
        if turns is not None and state.mover == self.player != after.mover:
            turns -= 1
        if turns == 0 or not can_line_up(after, self.player):
            return False
        if any(after.swap(one).over == after.mover for one in after.open()):
            return after.mover == self.player
        claim = self._entries.look(written(after, turns))
        if claim is None:
            raise RefusedError(line, f"incomplete: nothing is said of {written(after, turns)}")
        return claim[0]


def can_line_up(state: State, player: str) -> bool:
    """Whether some line may still be filled: a piece can join a line only over an open edge with one
    end on it, one piece over each, so a line that lacks more pieces than it has such edges stays
    unfilled in this wave."""
    own = {name for name, mark in state.cells if mark == player}
    for line, gates in _gates(state.finals):
        if len(line & own) + len(gates - state.filled) >= SIDE:
            return True
    return False


@cache
def _gates(finals: bool) -> tuple[tuple[frozenset[str], frozenset[Edge]], ...]:
    """Each line with the edges that have one end on it."""
    return tuple(
        (
            frozenset(line),
            frozenset(one for one in edges(finals) if (one[0] in line) != (one[1] in line)),
        )
        for line in LINES
    )
