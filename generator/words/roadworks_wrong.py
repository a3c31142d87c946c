"""Why the other Roadworks closures lose, as sentences from the solved game."""

from __future__ import annotations

from collections.abc import Sequence

from crossfall.generator.tongues import Tongue, msg
from crossfall.generator.words.roadworks_why import NEXT, answered, either
from crossfall.solver.grids import bits
from crossfall.solver.roadworks.ideas import BIGGEST_FALL, PARITY, recommendations
from crossfall.solver.roadworks.refutations import Wrong
from crossfall.solver.roadworks.rules import Board, Position


def refutations(position: Position, wrong: Sequence[Wrong], tongue: Tongue) -> list[str]:
    """Tempting closures, tries and all others, each with what beats it: marked sentences."""
    board = position.board
    rest = list(wrong)
    sentences = []
    tempting = _tempting(position, rest, tongue)
    if tempting:
        sentences.append(tongue.say("*Tempting:* {clauses}.", clauses="; ".join(tempting)))
    tries = sorted(
        (item for item in rest if len(item.replies) == 1),
        key=lambda item: item.every_reply.bit_count() > 1,
    )
    if tries:
        told = NEXT.join(answered(board, t.closures, t.every_reply) for t in tries)
        sentences.append(tongue.say("*Nearly right,* one answer each: {told}.", told=told))
        rest = [item for item in rest if item not in tries]
    if rest:
        sentences.append(_others(board, rest, bool(sentences), tongue))
    return sentences


def _tempting(position: Position, rest: list[Wrong], tongue: Tongue) -> list[str]:
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
        told.append(
            tongue.say(
                "{idea}, but {answer}",
                idea=_speaks(position, idea_, named, len(all_) > len(named), tongue),
                answer=_beaten(position.board, named, tongue),
            )
        )
    return told


def _speaks(
    position: Position, idea_: str, named: Sequence[Wrong], more: bool, tongue: Tongue
) -> str:
    """What an idea says for the closures named: a clause. more: it speaks for others too."""
    board = position.board
    closures = 0
    for item in named:
        closures |= item.closures
    least = next(bits(closures))
    names = either(board, closures, tongue)
    if idea_ == BIGGEST_FALL:
        return tongue.say(
            "{names} makes the most crossings fall ({number})",
            names=names,
            number=position.falls(least).bit_count(),
        )
    left = position.after(least)
    half_turn = board.image(left, board.symmetries[1]) == left
    return tongue.say(_SYMMETRIC[half_turn, more], names=names)


_SYMMETRIC = {
    # half a turn, others too
    (True, False): msg("{names} leaves a board that half a turn does not change"),
    (True, True): msg("{names}, among others, leaves a board that half a turn does not change"),
    (False, False): msg("{names} leaves a board that is its own mirror image"),
    (False, True): msg("{names}, among others, leaves a board that is its own mirror image"),
}


def _beaten(board: Board, named: Sequence[Wrong], tongue: Tongue) -> str:
    """What answers the closures named; those with the same answers together."""
    by_reply: dict[int, int] = {}
    for item in named:
        by_reply[item.every_reply] = by_reply.get(item.every_reply, 0) | item.closures
    if len(by_reply) == 1:
        ((replies, closures),) = by_reply.items()
        return tongue.count(
            "{replies} answers it",
            "{replies} answers each",
            closures.bit_count(),
            replies=either(board, replies, tongue),
        )
    first, *others = (
        _answers(either(board, replies, tongue), either(board, closures, tongue), tongue)
        for replies, closures in by_reply.items()
    )
    for other in others:
        first = tongue.say("{one}, and {other}", one=first, other=other)
    return first


def _answers(replies: str, closures: str, tongue: Tongue) -> str:
    return tongue.say("{replies} answers {closures}", replies=replies, closures=closures)


def _others(board: Board, rest: Sequence[Wrong], after_some: bool, tongue: Tongue) -> str:
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
        parts.append((covered, best))
    if len(parts) == 1:
        reply = board.name(parts[0][1])
        if after_some:
            return tongue.say("*All others:* answered by {reply}.", reply=reply)
        return tongue.say("*All other safe closures:* answered by {reply}.", reply=reply)
    told = NEXT.join(answered(board, mask, 1 << reply) for mask, reply in parts)
    if after_some:
        return tongue.say("*All others:* {told}.", told=told)
    return tongue.say("*All other safe closures:* {told}.", told=told)


def cuts(position: Position, tongue: Tongue) -> str:
    """Which closures cut A from B; empty if none does."""
    names = position.board.names(position.cut_crossings)
    if not names:
        return ""
    return tongue.count(
        "{names} cuts A from B: never close it.",
        "{names} cut A from B: never close them.",
        len(names),
        names=tongue.listed(names),
    )
