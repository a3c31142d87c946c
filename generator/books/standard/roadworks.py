"""The standard chapter of Roadworks."""

from __future__ import annotations

from collections.abc import Mapping

from crossfall.generator.books.model import Section
from crossfall.generator.books.standard import picked, shares, split
from crossfall.generator.tongues import Tongue


def sections(counts: Mapping[str, int], tongue: Tongue) -> list[Section]:
    """The sections; see `crossfall.generator.books.standard.Standard`."""
    name, move = "roadworks", "winning-move"
    falls, cuts, great = split(counts["warm_ups"], 0.5, 0.25, 0.25)
    nothing, rings = split(counts["each"], 0.25, 0.75)
    small, large = split(counts["each"], 0.5, 0.5)
    easy, middling, hard = shares(counts["mixed"])
    return [
        Section(
            tongue.say("Warm-ups"),
            tongue.say(
                "Nothing to win yet: learn to see what falls and what must stay. *Safe:* after the "
                "closure A and B are still joined by a path."
            ),
            (
                picked(name, "what-falls", falls, level=2),
                picked(name, "cut-crossings", cuts, level=3),
                picked(name, "great-fall", great, level=2),
            ),
            rising=False,
        ),
        Section(
            tongue.say("Nothing and rings"),
            tongue.say(
                "Your turn. Find the closure with which you can always win, whatever your opponent does."
            ),
            (
                picked(name, move, nothing, 1, "R0", level=2),
                picked(name, move, rings, 1, "R1", level=3),
            ),
            teaches="R1",
            spread=True,
        ),
        Section(
            tongue.say("Twins"),
            tongue.say("Leave blocks that cancel."),
            (picked(name, move, counts["each"], 2, "R2", level=3),),
            teaches="R2",
            spread=True,
        ),
        Section(
            tongue.say("Heaps"),
            tongue.say("Leave blocks whose numbers have the nim-sum 0."),
            (picked(name, move, counts["each"], 2, "R3", level=3),),
            teaches="R3",
            spread=True,
        ),
        Section(
            tongue.say("A reply to everything"),
            tongue.say("Find a closure, and a reply to everything."),
            (
                picked(name, move, small, techniques="R4", size="3x4"),
                picked(name, move, large, techniques="R4", level=3),
            ),
            teaches="R4",
            spread=True,
        ),
        Section(
            tongue.say("Mixed puzzles"),
            tongue.say("Nobody tells you now which idea will do."),
            (
                picked(name, move, easy, 1, "R0 R1", level=3),
                picked(name, move, middling, 2, "R2 R3", level=3),
                picked(name, move, hard, techniques="R4", level=3),
            ),
            spread=True,
        ),
        Section(
            tongue.say("Challenges"),
            tongue.say("Take your time, and a sheet of paper."),
            (picked(name, move, counts["challenges"], 5, level=3),),
            teaches="R5",
        ),
        Section(
            tongue.say("Fewest fences"),
            tongue.say(
                "Another kind of question: who needs the fewest fences? The black crossings are closed "
                "or have fallen, and you find out which are which."
            ),
            (picked(name, "fewest-fences", counts["special"], level=3),),
        ),
    ]
