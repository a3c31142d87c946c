"""The sections of a `chapter = "standard"`: warm-ups, techniques, mixed puzzles, challenges."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from crossfall.generator.books.model import Pick, Section
from crossfall.generator.tongues import ENGLISH, Tongue

WARM_UPS, EACH, MIXED, CHALLENGES, SPECIAL = 12, 12, 24, 6, 12
# Shares of the mixed puzzles: easy, middling, hard.
SHARES = (0.4, 0.4, 0.2)


def standard_sections(
    game: str,
    counts: Mapping[str, int],
    per_page: int | None = None,
    tongue: Tongue = ENGLISH,
) -> tuple[Section, ...] | None:
    """The sections of a game's standard chapter; None if it has none.

    counts: `warm_ups`, `each` (of the techniques), `mixed`, `challenges` and `special`, where they
    are not the usual ones; with 0 the section is left out.

    >>> [s.title for s in standard_sections("roadworks", {"each": 0, "mixed": 0})]
    ['Warm-ups', 'Challenges', 'Fewest fences']
    """
    maker = _MAKERS.get(game)
    if maker is None:
        return None
    usual = {
        "warm_ups": WARM_UPS,
        "each": EACH,
        "mixed": MIXED,
        "challenges": CHALLENGES,
        "special": SPECIAL,
    }
    sections = []
    for section in maker({**usual, **counts}, tongue):
        picks = tuple(pick for pick in section.picks if pick.count)
        if picks:
            sections.append(replace(section, picks=picks, per_page=section.per_page or per_page))
    return tuple(sections)


def _shares(count: int) -> tuple[int, int, int]:
    """So many easy, middling and hard ones.

    >>> _shares(24), _shares(5)
    ((10, 9, 5), (2, 2, 1))
    """
    easy, middling = round(SHARES[0] * count + 0.1), round(SHARES[1] * count - 0.2)
    return easy, middling, count - easy - middling


def _split(count: int, *shares: float) -> list[int]:
    """A count divided by shares; the first parts are rounded, the last takes the rest.

    >>> _split(12, 0.5, 0.25, 0.25)
    [6, 3, 3]
    """
    parts = [round(count * share) for share in shares[:-1]]
    return [*parts, max(0, count - sum(parts))]


def _pick(
    game: str,
    task: str,
    count: int,
    difficulty: int | None = None,
    techniques: str = "",
    **options: object,
) -> Pick:
    return Pick(
        game, task, count, difficulty, tuple(techniques.split()), tuple(sorted(options.items()))
    )


def _roadworks(counts: Mapping[str, int], tongue: Tongue) -> list[Section]:
    name, move = "roadworks", "winning-move"
    falls, cuts, great = _split(counts["warm_ups"], 0.5, 0.25, 0.25)
    nothing, rings = _split(counts["each"], 0.25, 0.75)
    small, large = _split(counts["each"], 0.5, 0.5)
    easy, middling, hard = _shares(counts["mixed"])
    return [
        Section(
            tongue.say("Warm-ups"),
            tongue.say(
                "Nothing to win yet: learn to see what falls and what must stay. *Safe:* after the "
                "closure A and B are still joined by a path."
            ),
            (
                _pick(name, "what-falls", falls, level=2),
                _pick(name, "cut-crossings", cuts, level=3),
                _pick(name, "great-fall", great, level=2),
            ),
            rising=False,
        ),
        Section(
            tongue.say("Nothing and rings"),
            tongue.say(
                "Your turn. Find the closure with which you can always win, whatever your opponent does."
            ),
            (
                _pick(name, move, nothing, 1, "R0", level=2),
                _pick(name, move, rings, 1, "R1", level=3),
            ),
            teaches="R1",
            spread=True,
        ),
        Section(
            tongue.say("Twins"),
            tongue.say("Leave blocks that cancel."),
            (_pick(name, move, counts["each"], 2, "R2", level=3),),
            teaches="R2",
            spread=True,
        ),
        Section(
            tongue.say("Heaps"),
            tongue.say("Leave blocks whose numbers have the nim-sum 0."),
            (_pick(name, move, counts["each"], 2, "R3", level=3),),
            teaches="R3",
            spread=True,
        ),
        Section(
            tongue.say("A reply to everything"),
            tongue.say("Find a closure, and a reply to everything."),
            (
                _pick(name, move, small, techniques="R4", size="3x4"),
                _pick(name, move, large, techniques="R4", level=3),
            ),
            teaches="R4",
            spread=True,
        ),
        Section(
            tongue.say("Mixed puzzles"),
            tongue.say("Nobody tells you now which idea will do."),
            (
                _pick(name, move, easy, 1, "R0 R1", level=3),
                _pick(name, move, middling, 2, "R2 R3", level=3),
                _pick(name, move, hard, techniques="R4", level=3),
            ),
            spread=True,
        ),
        Section(
            tongue.say("Challenges"),
            tongue.say("Take your time, and a sheet of paper."),
            (_pick(name, move, counts["challenges"], 5, level=3),),
            teaches="R5",
        ),
        Section(
            tongue.say("Fewest fences"),
            tongue.say(
                "Another kind of question: who needs the fewest fences? The black crossings are closed "
                "or have fallen, and you find out which are which."
            ),
            (_pick(name, "fewest-fences", counts["special"], level=3),),
        ),
    ]


def _clear_path(counts: Mapping[str, int], tongue: Tongue) -> list[Section]:
    name, turn, two = "clear-path", "winning-turn", "win-in-two"
    again, forbidden = _split(counts["warm_ups"], 0.5, 0.5)
    small, large = _split(counts["each"], 0.5, 0.5)
    easy, middling, hard = _shares(counts["mixed"])
    straight, ordered = _split(easy, 0.5, 0.5)
    threats = counts["each"] // 12  # they are rare
    win = tongue.say("Win this turn, with as few stones as possible. Write the stones in order.")
    return [
        Section(
            tongue.say("Warm-ups"),
            tongue.say("Learn to see which points are surrounded, and where a turn may not start."),
            (
                _pick(name, "play-again", again, size="5x5"),
                _pick(name, "forbidden-points", forbidden, size="5x5"),
            ),
            rising=False,
        ),
        Section(
            tongue.say("Straight chains"),
            win,
            (
                _pick(name, turn, small, 1, size="5x5"),
                _pick(name, turn, large, 1, size="6x6"),
            ),
            teaches="C1",
        ),
        Section(
            tongue.say("In the right order"),
            win,
            (
                _pick(name, turn, small, 2, size="5x5"),
                _pick(name, turn, large, 2, size="6x6"),
            ),
            teaches="C2",
        ),
        Section(
            tongue.say("The stone elsewhere"),
            win,
            (
                _pick(name, turn, small, 3, "C3", size="5x5"),
                _pick(name, turn, large, 3, "C3", size="6x6"),
            ),
            teaches="C3",
        ),
        Section(
            tongue.say("Not allowed"),
            win,
            (
                _pick(name, turn, small, 3, "C4", size="5x5"),
                _pick(name, turn, large, 3, "C4", size="6x6"),
            ),
            teaches="C4",
        ),
        Section(
            tongue.say("Two turns ahead"),
            tongue.say(
                "Find the first turn that wins on your next one, whatever the other side does. Hardly "
                "any of these turns threatens anything."
            ),
            (
                _pick(name, two, threats, 4, size="5x5"),
                _pick(name, two, counts["each"] - threats, 5, size="4x4"),
            ),
            teaches="C6",
        ),
        Section(
            tongue.say("Mixed puzzles"),
            tongue.say("Nobody tells you now which idea will do."),
            (
                _pick(name, turn, straight, 1, size="6x6"),
                _pick(name, turn, ordered, 2, size="6x6"),
                _pick(name, turn, middling, 3, "C3 C4", size="6x6"),
                _pick(name, two, hard, 5, size="4x4"),
            ),
        ),
        Section(
            tongue.say("Challenges"),
            tongue.say("Two turns ahead on larger boards. Take your time, and a sheet of paper."),
            (_pick(name, two, counts["challenges"], 5, size="5x5"),),
        ),
        Section(
            tongue.say("The longest turn"),
            tongue.say("Another kind of question: how far can a single turn go?"),
            (_pick(name, "longest-chain", counts["special"], size="5x5"),),
        ),
    ]


def _pathing(counts: Mapping[str, int], tongue: Tongue) -> list[Section]:
    name = "pathing-boxes"
    each = counts["each"]
    easy, middling, hard = _shares(counts["mixed"])
    one, boxes = _split(easy, 0.5, 0.5)
    chains, threats = _split(middling, 0.5, 0.5)
    now = tongue.say("Make your line before your turn ends. Which swap comes first?")
    return [
        Section(
            tongue.say("Warm-ups"),
            tongue.say(
                "Alone on the board: nobody answers you, and boxes do not matter. Use no edge twice."
            ),
            (_pick(name, "fewest-swaps", counts["warm_ups"]),),
        ),
        Section(tongue.say("One swap"), now, (_pick(name, "line-now", each, 1),), teaches="P1"),
        Section(tongue.say("Box and line"), now, (_pick(name, "line-now", each, 2),), teaches="P2"),
        Section(
            tongue.say("Chains of boxes"), now, (_pick(name, "line-now", each, 3),), teaches="P3"
        ),
        Section(
            tongue.say("Stop the threat"),
            tongue.say("The other side will make its line on its next turn, if you let it."),
            (_pick(name, "only-defence", each, 3),),
            teaches="P4",
        ),
        Section(
            tongue.say("Two turns ahead"),
            tongue.say(
                "Which first swap makes your line by your second turn, whatever the other side does?"
            ),
            (_pick(name, "force-line", each, 4),),
            teaches="P5",
        ),
        Section(
            tongue.say("Mixed puzzles"),
            tongue.say("Read the question first: lines to make, threats to stop, plans to find."),
            (
                _pick(name, "line-now", one, 1),
                _pick(name, "line-now", boxes, 2),
                _pick(name, "line-now", chains, 3),
                _pick(name, "only-defence", threats, 3),
                _pick(name, "force-line", hard, 4),
            ),
        ),
        Section(
            tongue.say("Challenges"),
            tongue.say(
                "Plans on the finals board, whose corners are joined by four long edges. Each of them makes "
                "a box with the three edges of its side."
            ),
            (_pick(name, "force-line", counts["challenges"], 4, finals=True),),
        ),
        Section(
            tongue.say("The end of the wave"),
            tongue.say(
                "The wave is lost: now place the other side’s piece where it does least harm."
            ),
            (_pick(name, "conversion", counts["special"]),),
        ),
    ]


_MAKERS: Mapping[str, Callable[[Mapping[str, int], Tongue], list[Section]]] = {
    "roadworks": _roadworks,
    "clear-path": _clear_path,
    "pathing-boxes": _pathing,
}
