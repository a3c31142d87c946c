"""Why a Roadworks position is lost, in the words of the technique that proves it; and what falls
and what hangs where. Every sentence restates a proof or a fact of the solver."""

from __future__ import annotations

from collections.abc import Iterator

from crossfall.generator.words.english import capital, counted, listed, spelled
from crossfall.solver.grids import bits
from crossfall.solver.roadworks.blocks import Block
from crossfall.solver.roadworks.rules import Board
from crossfall.solver.roadworks.techniques import Case, Proof

IDEAS = {
    "R0": "leave nothing to close",
    "R1": "leave an even number of rings",
    "R2": "leave twin blocks and copy your opponent",
    "R3": "leave blocks whose numbers cancel",
    "R4": "have one answer ready to every closure",
    "R5": "think two closures and answers ahead",
}

SHORT_REASONS = {
    "R0": "one path is left",
    "R1": "an even number of rings",
    "R2": "twin blocks",
    "R3": "the numbers cancel",
    "R4": "every closure has an answer",
    "R5": "every closure has an answer",
}


def path_names(board: Board, live: int) -> tuple[str, ...]:
    """The crossings between A and B of a live set that is one path, in order from A.

    >>> from crossfall.solver.roadworks.rules import board
    >>> path_names(board(1, 1), 0b1101)
    ('b1',)
    """
    grid = board.grid
    names = []
    here, rest = 0, live & ~1
    while here != board.b:
        here = next(bits(grid.neighbours[here] & rest))
        rest &= ~(1 << here)
        names.append(board.name(here))
    return tuple(names[:-1])


def why_lost(board: Board, proof: Proof) -> list[str]:
    """Sentences, the first on what is left, that prove that the opponent has lost; from the
    second on each is a line of its own."""
    if proof.level == 0:
        inner = path_names(board, proof.live)
        told = f" ({' '.join(inner)})" if inner else ""
        return [f"One path is left{told}, so no safe closure remains: your opponent must cut it."]
    if proof.level == 1:
        return [_rings(board, proof)]
    if proof.level == 2:
        return [_twins(board, proof)]
    if proof.level == 3:
        return [_numbers(board, proof)]
    return ["Every safe closure of your opponent's has an answer:", *_cases(board, proof)]


def _rings(board: Board, proof: Proof) -> str:
    count = len(proof.blocks)
    rings = listed([_inner(board, block) for block, _ in proof.blocks])
    copy = (
        "When your opponent closes one, you close the other."
        if count == 2
        else "Whenever your opponent closes one, you close another."
    )
    return (
        f"What is left has {counted(count, 'ring')}: {rings}. Each allows one more closure: "
        f"{spelled(count)} in all, an even number. {copy}"
    )


def _twins(board: Board, proof: Proof) -> str:
    pairs = [
        f"the blocks {_ends(board, one)} and {_ends(board, other)} are twins"
        for one, other in proof.twins
    ]
    told = capital(listed(pairs)) + ": whatever your opponent closes in one, copy it in its twin."
    if proof.blocks:
        told += " The rest are rings. " + _rings(board, proof).partition(": ")[0] + ": "
        told += listed([_inner(board, block) for block, _ in proof.blocks])
        told += ", one closure each, an even number."
    return told


def _numbers(board: Board, proof: Proof) -> str:
    told = ""
    if proof.twins:
        told = _twins(board, Proof(2, proof.live, twins=proof.twins)) + " "
    parts = [f"{_ends(board, block)} has number {card.number}" for block, card in proof.blocks]
    numbers = [card.number for _, card in proof.blocks]
    if len(numbers) == 1:
        return f"{told}The block {parts[0]} (see the cards): whoever moves first in it loses it."
    told += f"The block {listed(parts)} (see the cards). "
    return told + _cancel(numbers)


def _cancel(numbers: list[int]) -> str:
    """Why block numbers cancel; their nim-sum is 0.

    >>> _cancel([1, 2, 3])
    'Split into ones, twos and fours, 1, 2 and 3 hold each an even number of times: they cancel, so your opponent has lost.'
    """
    rest = [number for number in numbers if number]
    if len(rest) == 2:
        return f"Two equal numbers ({rest[0]} and {rest[1]}) cancel, so your opponent has lost."
    if not rest:
        return "All are 0, so your opponent has lost."
    return (
        f"Split into ones, twos and fours, {listed([str(n) for n in rest])} hold each an even "
        "number of times: they cancel, so your opponent has lost."
    )


def _cases(board: Board, proof: Proof, indent: str = "") -> Iterator[str]:
    for case in proof.cases:
        yield f"{indent}{_replies(board, case)}{_left(board, case.proof)}"
        if case.proof.level >= 4:
            yield from _cases(board, case.proof, indent + "– ")


def _replies(board: Board, case: Case) -> str:
    """`a2, a3: answer c1 or c2; b4: answer d1`, closures with the same answers together."""
    by_reply: dict[int, int] = {}
    for closures, replies in case.replies:
        by_reply[replies] = by_reply.get(replies, 0) | closures
    return "; ".join(
        f"to {listed(board.names(closures), 'or')} answer {listed(board.names(replies), 'or')}"
        for replies, closures in by_reply.items()
    )


def _left(board: Board, proof: Proof) -> str:
    """What a reply leaves, as the end of a line."""
    if proof.level == 0:
        return ": one path is left."
    if proof.level == 1:
        rings = listed([_inner(board, block) for block, _ in proof.blocks])
        return f": {counted(len(proof.blocks), 'ring')} are left ({rings}), an even number."
    if proof.level == 2:
        return ": twin blocks are left" + (
            " and an even number of rings." if proof.blocks else "; copy your opponent."
        )
    if proof.level == 3:
        numbers = [str(card.number) for _, card in proof.blocks]
        twins = "twin blocks and " if proof.twins else ""
        if len(numbers) == 1:
            return (
                f": {twins}a block with number {numbers[0]} are left."
                if twins
                else (f": a block with number {numbers[0]} is left.")
            )
        return f": {twins}blocks with the numbers {listed(numbers)} are left; they cancel."
    return ". Then again every closure has an answer:"


def _inner(board: Board, block: Block) -> str:
    """The crossings of a block that can be closed."""
    mask, near, far = block
    return " ".join(board.names(mask & ~(1 << near | 1 << far)))


def _ends(board: Board, block: Block) -> str:
    """Where a block lies: between its two ends."""
    _, near, far = block
    return f"between {_end(board, near)} and {_end(board, far)}"


def _end(board: Board, crossing: int) -> str:
    return {0: "A", board.b: "B"}.get(crossing, board.name(crossing))


def why_falls(board: Board, live: int, fell: int) -> list[str]:
    """Why crossings fall: for each piece of them, where alone it still hangs.

    live: what stays. A piece that hung from two crossings would lie on a path and stay.
    """
    grid = board.grid
    told = []
    rest = fell
    while rest:
        piece = grid.flood(rest & -rest, rest)
        rest &= ~piece
        names = listed(board.names(piece))
        one = piece.bit_count() == 1
        hooks = grid.around(piece) & live
        if not hooks:
            told.append(f"no street leads to {names} any more")
            continue
        (hook,) = bits(hooks)
        verb = "hangs" if one else "hang"
        loop = ", a loop" if grid.two_core(piece | hooks) else ""
        told.append(f"{names} {verb} only from {_end(board, hook)}{loop}")
    return told
