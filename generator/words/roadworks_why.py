"""Why a Roadworks closure wins, and why the others lose, as sentences from the solved game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from crossfall.solver.budget import Budget
from crossfall.solver.grids import bits, mask_of
from crossfall.solver.roadworks.blocks import Block
from crossfall.solver.roadworks.ideas import BIGGEST_FALL, PARITY, recommendations
from crossfall.solver.roadworks.nimbers import distinct_closures, oracle
from crossfall.solver.roadworks.rules import Board, Position
from crossfall.solver.roadworks.techniques import MIRRORS, SHEET_LINES, Case, Proof

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number(count: int) -> str:
    """Small numbers as words."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def listed(words: Iterable[str], joint: str = "and") -> str:
    """`a2, a3 and b1`.

    >>> listed(["a2", "a3", "b1"], "or")
    'a2, a3 or b1'
    """
    all_ = list(words)
    if len(all_) < 2:
        return "".join(all_)
    return f"{', '.join(all_[:-1])} {joint} {all_[-1]}"


def either(board: Board, mask: int) -> str:
    """The crossings of a mask, any of which will do."""
    return listed(board.names(mask), "or")


def corner(board: Board, crossing: int) -> str:
    """A crossing's name, A and B by their letters."""
    return {0: "A", board.b: "B"}.get(crossing, board.name(crossing))


def between(board: Board, block: Block) -> str:
    """Where a block lies in the row: `between A and c2`."""
    return f"between {corner(board, block[1])} and {corner(board, block[2])}"


def path_left(board: Board, live: int) -> str:
    """The crossings of a live set that is one path, from A to B, both aside."""
    return " ".join(board.name(near) for _, near, _ in board.grid.chain(live, 0, board.b)[1:])


# -- why the answer wins ---------------------------------------------------------------------


def why(board: Board, proof: Proof) -> list[str]:
    """The proof that the opponent has lost, as sentences."""
    if proof.level == 0:
        return [
            f"One path is left ({path_left(board, proof.live)}), so no safe closure remains: "
            "your opponent must cut it."
        ]
    if proof.level == 1:
        return [_rings(board, [block for block, _ in proof.blocks])]
    if proof.level == 2:
        return [*_twins(board, proof), *_remaining_rings(board, proof)]
    if proof.level == 3:
        return [*_twins(board, proof), _numbers(board, proof)]
    kinds = sum(len(case.replies) for case in proof.cases)
    head = "You can answer " + ("every safe closure" if kinds > 1 else "the one safe closure")
    if proof.lines <= SHEET_LINES:
        return [f"{head}: {' · '.join(cases(board, proof))}."]
    return [
        f"{head}: {' · '.join(cases(board, proof, deep=False))}.",
        f"Written out, the whole proof has {proof.lines} lines.",
    ]


def crossings_of(board: Board, block: Block) -> str:
    """A block by its crossings, A and B by their letters."""
    return " ".join(corner(board, crossing) for crossing in bits(block[0]))


def _rings(board: Board, rings: Sequence[Block]) -> str:
    count = number(len(rings))
    places = listed(crossings_of(board, ring) for ring in rings)
    pairs = "the other" if len(rings) == 2 else "another"
    return (
        f"{count.capitalize()} separate rings are left, {places}: an even number. One closure ends "
        "each (the rest of that side falls, one way past remains). When your opponent ends one, "
        f"you end {pairs}."
    )


def _twins(board: Board, proof: Proof) -> list[str]:
    return [
        f"Two separate parts have the same shape, {crossings_of(board, one)} and "
        f"{crossings_of(board, two)}, turned or mirrored as they may be. Whatever your opponent "
        "closes in one, close the matching crossing in the other."
        for one, two in proof.twins
    ]


def _remaining_rings(board: Board, proof: Proof) -> list[str]:
    if not proof.blocks:
        return []
    places = listed(crossings_of(board, block) for block, _ in proof.blocks)
    count = number(len(proof.blocks))
    return [
        f"The {count} separate rings {places} allow one closure each, an even number: "
        "when your opponent ends one, you end another."
    ]


def _numbers(board: Board, proof: Proof) -> str:
    if len(proof.blocks) == 1:
        ((block, _),) = proof.blocks
        return (
            f"The block {between(board, block)} has the number 0 on the cards: "
            "whatever your opponent closes in it, one closure of yours then ends it."
        )
    told = [f"{card.number} ({between(board, block)})" for block, card in proof.blocks]
    numbers = listed(str(card.number) for _, card in proof.blocks)
    return (
        f"The numbers of the blocks on the cards are {listed(told)}. The nim-sum of {numbers} "
        "is 0: your opponent must spoil it, and you can make it 0 again."
    )


def cases(board: Board, proof: Proof, deep: bool = True) -> list[str]:
    """The lines of an R4 or R5: `a2/a3 → d1, b1 ↔ c2 (one path is left)`; unless `deep`, the
    second closure and reply are only spoken of."""
    return [
        f"{_pairs(board, _by_reply(case))} "
        f"({_left(board, case.proof) if deep or case.proof.level < 4 else 'one more reply decides'})"
        for case in proof.cases
    ]


def endings(board: Board, proof: Proof) -> str:
    """What is left after the replies of an R4 or R5, each kind once: `one path or two rings`."""
    kinds: list[str] = []
    for case in proof.cases:
        kind = _left(board, case.proof) if case.proof.level < 4 else "one more reply decides"
        if kind not in kinds:
            kinds.append(kind)
    return listed(kinds, "or")


def _by_reply(case: Case) -> dict[int, int]:
    """The closures of a case by replies that serve them all, chosen greedily for few pairs."""
    waiting = list(case.replies)
    chosen: dict[int, int] = {}
    while waiting:
        served: dict[int, int] = {}  # by single reply, the closures it serves
        for closures, replies in waiting:
            for reply in bits(replies):
                served[reply] = served.get(reply, 0) | closures
        best = max(served, key=lambda reply: (served[reply].bit_count(), -reply))
        alike = mask_of(reply for reply in served if served[reply] == served[best])
        chosen[alike] = served[best]
        waiting = [pair for pair in waiting if not pair[1] >> best & 1]
    return chosen


def _pairs(board: Board, by_reply: Mapping[int, int]) -> str:
    """Closures and their replies; two that answer each other are told once."""
    told = []
    for reply, closures in by_reply.items():
        if by_reply.get(closures) != reply:
            told.append(f"{_slashed(board, closures)} → {_slashed(board, reply)}")
        elif closures & -closures < reply & -reply:
            told.append(f"{_slashed(board, closures)} ↔ {_slashed(board, reply)}")
    return ", ".join(told)


def _slashed(board: Board, mask: int) -> str:
    """Any of these crossings, where commas already part the pairs: `a2/a3`."""
    return "/".join(board.names(mask))


def _left(board: Board, proof: Proof) -> str:
    """What a line ends with, in a few words."""
    if proof.level == 0:
        return "one path is left"
    if proof.level == 1:
        return f"{number(len(proof.blocks))} rings are left"
    if proof.level == 2:
        pairs = "twin blocks" if len(proof.twins) == 1 else f"{number(len(proof.twins))} twin pairs"
        rings = f" and {number(len(proof.blocks))} rings" if proof.blocks else ""
        return f"{pairs}{rings} are left"
    if proof.level == 3:
        twins = "twin blocks and " if proof.twins else ""
        numbers = [str(card.number) for _, card in proof.blocks]
        if len(numbers) == 1:
            return f"{twins}a block of number {numbers[0]} {'are' if twins else 'is'} left"
        return f"{twins}blocks of numbers {listed(numbers)} are left: nim-sum 0"
    return "then " + "; ".join(cases(board, proof))


def idea(proof: Proof, mirror: str) -> str:
    """The idea behind the answer."""
    if mirror and proof.level > 1:
        return mirrored(mirror)
    return (
        "leave nothing",
        "leave an even number of separate rings",
        "two parts of the same shape: copy your opponent",
        "read the blocks as heaps and leave the nim-sum 0",
        "look one closure and one reply ahead",
        "look two closures and two replies ahead",
    )[proof.level]


def mirrored(mirror: str) -> str:
    """The advice to copy by a symmetry."""
    if mirror == MIRRORS[1]:
        return "answer every closure with the crossing that half a turn of the board puts there"
    return f"answer every closure with its mirror image in the {mirror}"


# -- why the others lose ----------------------------------------------------------------------


@dataclass(frozen=True)
class Wrong:
    """Closures that lose and leave one board: the mask, and the masks of the winning replies,
    each of which leaves a different board."""

    closures: int
    replies: tuple[int, ...]

    @property
    def every_reply(self) -> int:
        mask = 0
        for replies in self.replies:
            mask |= replies
        return mask


def wrong_closures(position: Position, budget: Budget) -> list[Wrong]:
    """Every safe closure that loses, with everything that refutes it. Raises BudgetError."""
    board = position.board
    exact = oracle(board)
    found = []
    for closures, left in distinct_closures(board, position.open):
        replies = tuple(
            mask for mask, after in distinct_closures(board, left) if exact.is_lost(after, budget)
        )
        if replies:
            found.append(Wrong(closures, replies))
    return found


def refutations(position: Position, wrong: Sequence[Wrong]) -> list[str]:
    """Tempting closures, tries and all others, each with what beats it: marked sentences."""
    board = position.board
    rest = list(wrong)
    sentences = []
    tempting = _tempting(position, rest)
    if tempting:
        sentences.append(f"*Tempting:* {'; '.join(tempting)}.")
    tries = sorted(
        (item for item in rest if len(item.replies) == 1),
        key=lambda item: item.every_reply.bit_count() > 1,
    )
    if tries:
        told = [f"{either(board, t.closures)} ({_same(board, t.every_reply)})" for t in tries]
        sentences.append(f"*Nearly right,* one answer each: {', '.join(told)}.")
        rest = [item for item in rest if item not in tries]
    if rest:
        sentences.append(_others(board, rest, bool(sentences)))
    return sentences


def _same(board: Board, replies: int) -> str:
    """The replies that leave one and the same board."""
    several = replies.bit_count() > 1
    return f"{either(board, replies)}{', all the same' if several else ''}"


def _tempting(position: Position, rest: list[Wrong]) -> list[str]:
    """A clause for each natural idea that fails; what it names is taken out of `rest`.

    The biggest falls are named one and all, of the other ideas one closure each.
    """
    told = []
    wrong = list(rest)
    losing = 0
    for item in wrong:
        losing |= item.closures
    for idea_, chosen in recommendations(position).items():
        if idea_ == PARITY or not chosen or chosen & ~losing:
            continue  # too long to explain in a key; nothing speaks for it; or it wins
        all_ = [item for item in wrong if item.closures & chosen]
        named = all_ if idea_ == BIGGEST_FALL else all_[:1]
        if not all(item in rest for item in named):
            continue  # told already
        for item in named:
            rest.remove(item)
        speaks = _speaks(position, idea_, named, more=len(all_) > len(named))
        told.append(f"{speaks}, but {_beaten(position.board, named)}")
    return told


def _speaks(position: Position, idea_: str, named: Sequence[Wrong], more: bool) -> str:
    """What an idea says for the closures named: a clause."""
    board = position.board
    closures = 0
    for item in named:
        closures |= item.closures
    least = next(bits(closures))
    name = either(board, closures)
    if idea_ == BIGGEST_FALL:
        return f"{name} makes the most crossings fall ({position.falls(least).bit_count()})"
    among = ", among others," if more else ""
    left = position.after(least)
    half_turn = board.image(left, board.symmetries[1]) == left
    what = "that half a turn does not change" if half_turn else "that is its own mirror image"
    return f"{name}{among} leaves a board {what}"


def _beaten(board: Board, named: Sequence[Wrong]) -> str:
    """What answers the closures named; those with the same answers together."""
    by_reply: dict[int, int] = {}
    for item in named:
        by_reply[item.every_reply] = by_reply.get(item.every_reply, 0) | item.closures
    if len(by_reply) == 1:
        ((replies, closures),) = by_reply.items()
        return f"{either(board, replies)} answers {'it' if closures.bit_count() == 1 else 'each'}"
    return ", and ".join(
        f"{either(board, replies)} answers {either(board, closures)}"
        for replies, closures in by_reply.items()
    )


def _others(board: Board, rest: Sequence[Wrong], after_some: bool) -> str:
    """The closures not told yet, by as few replies as a greedy choice finds."""
    waiting = list(rest)
    parts = []
    while waiting:
        counts: dict[int, int] = {}
        for item in waiting:
            for crossing in bits(item.every_reply):
                counts[crossing] = counts.get(crossing, 0) + 1
        best = max(counts, key=lambda c: (counts[c], -c))
        covered = 0
        for item in waiting:
            if item.every_reply >> best & 1:
                covered |= item.closures
        waiting = [item for item in waiting if not item.every_reply >> best & 1]
        parts.append((covered, board.name(best)))
    head = "All others" if after_some else "All other safe closures"
    if len(parts) == 1:
        return f"*{head}:* answered by {parts[0][1]}."
    told = "; ".join(f"{reply} answers {' '.join(board.names(mask))}" for mask, reply in parts)
    return f"*{head}:* {told}."


def cuts(position: Position) -> str:
    """Which closures cut A from B; empty if none does."""
    names = position.board.names(position.cut_crossings)
    if not names:
        return ""
    if len(names) == 1:
        return f"{names[0]} cuts A from B: never close it."
    return f"{listed(names)} cut A from B: never close them."
