"""Why a Roadworks closure wins, as sentences from the solved game; `roadworks_wrong` tells why the
others lose.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import NamedTuple

from crossfall.generator.tongues import Tongue, capital, msg
from crossfall.solver.grids import bits, mask_of
from crossfall.solver.roadworks.blocks import Block
from crossfall.solver.roadworks.rules import Board
from crossfall.solver.roadworks.techniques import MIRRORS, SHEET_LINES, Case, Proof

NEXT = "\xa0· "  # between the pairs of a list: no line begins with the dot


class Told(NamedTuple):
    """A key's paragraphs, marked, and whether they name numbers of blocks."""

    paragraphs: list[str]
    numbers: bool = False


def any_of(names: Sequence[str], tongue: Tongue) -> str:
    """Answers that are all right, where commas part other things: `b1 or c1 or d2`."""
    return reduce(lambda some, last: tongue.say("{some} or {last}", some=some, last=last), names)


def either(board: Board, mask: int, tongue: Tongue) -> str:
    """The crossings of a mask, any of which will do."""
    return tongue.listed(board.names(mask), "or")


def corner(board: Board, crossing: int) -> str:
    """A crossing's name, A and B by their letters."""
    return {0: "A", board.b: "B"}.get(crossing, board.name(crossing))


def path_left(board: Board, live: int) -> str:
    """The crossings of a live set that is one path, from A to B, both aside."""
    return " ".join(board.name(near) for _, near, _ in board.grid.chain(live, 0, board.b)[1:])


# -- why the answer wins ---------------------------------------------------------------------


def why(board: Board, proof: Proof, tongue: Tongue) -> list[str]:
    """The proof that the opponent has lost, as paragraphs: the first goes on where the answer was
    named; a proof that looks ahead adds a line for each thing that can be left."""
    if proof.level < 4:
        return [" ".join(_told_at_once(board, proof, tongue))]
    if sum(len(case.replies) for case in proof.cases) > 1:
        answers = tongue.say("You can answer every safe closure:")
    else:
        answers = tongue.say("You can answer the one safe closure:")
    whole = _is_told_whole(proof)
    lines = [
        f"- {NEXT.join(pairs)}: {ending}."
        for ending, pairs in _by_ending(board, proof, tongue, deep=whole).items()
    ]
    if whole:
        return [answers, *lines]
    written = "- " + tongue.say(
        "Written out, the whole proof has {lines} lines.", lines=proof.lines
    )
    return [answers, *lines, written]


def _told_at_once(board: Board, proof: Proof, tongue: Tongue) -> list[str]:
    """The sentences of a proof that does not look ahead."""
    if proof.level == 0:
        return [
            tongue.say(
                "One path is left ({path}), so no safe closure remains: your opponent must cut it.",
                path=path_left(board, proof.live),
            )
        ]
    if proof.level == 1:
        return [_rings(board, [block for block, _ in proof.blocks], tongue)]
    if proof.level == 2:
        return [*_twins(board, proof, tongue), *_remaining_rings(board, proof, tongue)]
    return [*_twins(board, proof, tongue), _numbers(board, proof, tongue)]


def _is_told_whole(proof: Proof) -> bool:
    """Whether each closure and reply of a proof that looks ahead is spelled out."""
    return proof.lines <= SHEET_LINES


def speaks_of_numbers(proof: Proof, deep: bool | None = None) -> bool:
    """Whether the proof as told by `why` names numbers of blocks; `deep` as for `cases`."""
    if proof.level < 4:
        return proof.level == 3
    deep = _is_told_whole(proof) if deep is None else deep
    return any(
        speaks_of_numbers(case.proof, True) for case in proof.cases if deep or case.proof.level < 4
    )


def crossings_of(board: Board, block: Block) -> str:
    """A block by its crossings, A and B by their letters."""
    return " ".join(corner(board, crossing) for crossing in bits(block[0]))


def _rings(board: Board, rings: Sequence[Block], tongue: Tongue) -> str:
    places = tongue.listed([crossings_of(board, ring) for ring in rings])
    if len(rings) == 2:
        return tongue.say(
            "Two separate rings are left, {places}: an even number. One closure ends each (the "
            "rest of that side falls, one way past remains). When your opponent ends one, you end "
            "the other.",
            places=places,
        )
    return tongue.say(
        "{N} separate rings are left, {places}: an even number. One closure ends each (the rest of "
        "that side falls, one way past remains). When your opponent ends one, you end another.",
        N=capital(tongue.number(len(rings))),
        places=places,
    )


def _twins(board: Board, proof: Proof, tongue: Tongue) -> list[str]:
    return [
        tongue.say(
            "Two separate parts have the same shape, {one} and {other}, turned or mirrored as they "
            "may be. Whatever your opponent closes in one, close the matching crossing in the "
            "other.",
            one=crossings_of(board, one),
            other=crossings_of(board, two),
        )
        for one, two in proof.twins
    ]


def _remaining_rings(board: Board, proof: Proof, tongue: Tongue) -> list[str]:
    if not proof.blocks:
        return []
    return [
        tongue.say(
            "The {n} separate rings {places} allow one closure each, an even number: when your "
            "opponent ends one, you end another.",
            n=tongue.number(len(proof.blocks)),
            places=tongue.listed([crossings_of(board, block) for block, _ in proof.blocks]),
        )
    ]


def _numbers(board: Board, proof: Proof, tongue: Tongue) -> str:
    def ends(block: Block) -> dict[str, str]:
        return {"near": corner(board, block[1]), "far": corner(board, block[2])}

    if len(proof.blocks) == 1:
        ((block, _),) = proof.blocks
        return tongue.say(
            "The block between {near} and {far} has the number 0 on the cards: whatever your "
            "opponent closes in it, one closure of yours then ends it.",
            **ends(block),
        )
    told = [
        tongue.say("{number} (between {near} and {far})", number=card.number, **ends(block))
        for block, card in proof.blocks
    ]
    return tongue.say(
        "The numbers of the blocks on the cards are {told}. The nim-sum of {numbers} is 0: your "
        "opponent must spoil it, and you can make it 0 again.",
        told=tongue.listed(told),
        numbers=tongue.listed([str(card.number) for _, card in proof.blocks]),
    )


def _by_ending(board: Board, proof: Proof, tongue: Tongue, deep: bool) -> dict[str, list[str]]:
    """The closures and replies of an R4 or R5 by what is left after them: `a2/a3 → d1` and
    `b1 ↔ c2` under `one path is left`; unless `deep`, the second closure and reply are only spoken
    of."""
    found: dict[str, list[str]] = {}
    for case in proof.cases:
        pairs = found.setdefault(_ending(board, case.proof, tongue, deep), [])
        pairs += _pairs(board, _by_reply(case))
    return found


def endings(board: Board, proof: Proof, tongue: Tongue) -> str:
    """What is left after the replies of an R4 or R5, each kind once: `one path is left or two
    rings are left`."""
    kinds = [_ending(board, case.proof, tongue, deep=False) for case in proof.cases]
    return tongue.listed(list(dict.fromkeys(kinds)), "or")


def _ending(board: Board, proof: Proof, tongue: Tongue, deep: bool) -> str:
    if deep or proof.level < 4:
        return _left(board, proof, tongue)
    return tongue.say("one more reply decides")


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


def _pairs(board: Board, by_reply: Mapping[int, int]) -> list[str]:
    """Closures and their replies; two that answer each other are told once."""
    told = []
    for reply, closures in by_reply.items():
        if by_reply.get(closures) != reply:
            told.append(answered(board, closures, reply))
        elif closures & -closures < reply & -reply:
            told.append(answered(board, closures, reply, "↔"))
    return told


def answered(board: Board, closures: int, replies: int, arrow: str = "→") -> str:
    """Closures and what answers them, any of each, on one line: `a2/a3 → d1`."""
    return f"{slashed(board, closures)}\xa0{arrow}\xa0{slashed(board, replies)}"


def slashed(board: Board, mask: int) -> str:
    """Any of these crossings, in a list of pairs: `a2/a3`."""
    return "/".join(board.names(mask))


def _left(board: Board, proof: Proof, tongue: Tongue) -> str:
    """What a line ends with, in a few words."""
    twins = len(proof.twins)
    if proof.level == 0:
        return tongue.say("one path is left")
    if proof.level == 1:
        return tongue.count("{n} ring is left", "{n} rings are left", len(proof.blocks))
    if proof.level == 2:
        pairs, rings = tongue.number(twins), tongue.number(len(proof.blocks))
        if not proof.blocks:
            return tongue.count("twin blocks are left", "{n} twin pairs are left", twins)
        if twins == 1:
            return tongue.say("twin blocks and {rings} rings are left", rings=rings)
        return tongue.say("{n} twin pairs and {rings} rings are left", n=pairs, rings=rings)
    if proof.level == 3:
        numbers = tongue.listed([str(card.number) for _, card in proof.blocks])
        if twins:
            return tongue.count(
                "twin blocks and a block of number {numbers} are left",
                "twin blocks and blocks of numbers {numbers} are left, nim-sum 0",
                len(proof.blocks),
                numbers=numbers,
            )
        return tongue.count(
            "a block of number {numbers} is left",
            "blocks of numbers {numbers} are left, nim-sum 0",
            len(proof.blocks),
            numbers=numbers,
        )
    told = "; ".join(
        f"{', '.join(pairs)} ({ending})"
        for ending, pairs in _by_ending(board, proof, tongue, deep=True).items()
    )
    return tongue.say("then {cases}", cases=told)


_IDEAS = (
    msg("*Idea:* leave nothing."),
    msg("*Idea:* leave an even number of separate rings."),
    msg("*Idea:* two parts of the same shape: copy your opponent."),
    msg("*Idea:* read the blocks as heaps and leave the nim-sum 0."),
    msg("*Idea:* look one closure and one reply ahead."),
    msg("*Idea:* look two closures and two replies ahead."),
)
_MIRRORED = dict(
    zip(
        MIRRORS[1:],
        (
            msg(
                "*Idea:* answer every closure with the crossing that half a turn of the board puts "
                "there."
            ),
            msg(
                "*Idea:* answer every closure with its mirror image in the diagonal through A and B."
            ),
            msg("*Idea:* answer every closure with its mirror image in the other diagonal."),
        ),
        strict=True,
    )
)


def idea(proof: Proof, mirror: str, tongue: Tongue) -> str:
    """The idea behind the answer, `mirror` the symmetry that proves it too."""
    if mirror and proof.level > 1:
        return tongue.say(_MIRRORED[mirror])
    return tongue.say(_IDEAS[proof.level])
