"""The standard chapter of Pathing Dots & Boxes."""

from __future__ import annotations

from collections.abc import Mapping

from crossfall.generator.books.model import Section
from crossfall.generator.books.standard import picked, shares, split
from crossfall.generator.tongues import Tongue


def sections(counts: Mapping[str, int], tongue: Tongue) -> list[Section]:
    """The sections; see `crossfall.generator.books.standard.Standard`."""
    name = "pathing-boxes"
    each = counts["each"]
    easy, middling, hard = shares(counts["mixed"])
    one, boxes = split(easy, 0.5, 0.5)
    chains, threats = split(middling, 0.5, 0.5)
    now = tongue.say("Make your line before your turn ends. Which swap comes first?")
    return [
        Section(
            tongue.say("Warm-ups"),
            tongue.say(
                "Alone on the board: nobody answers you, and boxes do not matter. Use no edge twice."
            ),
            (picked(name, "fewest-swaps", counts["warm_ups"]),),
        ),
        Section(tongue.say("One swap"), now, (picked(name, "line-now", each, 1),), teaches="P1"),
        Section(
            tongue.say("Box and line"), now, (picked(name, "line-now", each, 2),), teaches="P2"
        ),
        Section(
            tongue.say("Chains of boxes"), now, (picked(name, "line-now", each, 3),), teaches="P3"
        ),
        Section(
            tongue.say("Stop the threat"),
            tongue.say("The other side will make its line on its next turn, if you let it."),
            (picked(name, "only-defence", each, 3),),
            teaches="P4",
        ),
        Section(
            tongue.say("Two turns ahead"),
            tongue.say(
                "Which first swap makes your line by your second turn, whatever the other side does?"
            ),
            (picked(name, "force-line", each, 4),),
            teaches="P5",
        ),
        Section(
            tongue.say("Mixed puzzles"),
            tongue.say("Read the question first: lines to make, threats to stop, plans to find."),
            (
                picked(name, "line-now", one, 1),
                picked(name, "line-now", boxes, 2),
                picked(name, "line-now", chains, 3),
                picked(name, "only-defence", threats, 3),
                picked(name, "force-line", hard, 4),
            ),
        ),
        Section(
            tongue.say("Challenges"),
            tongue.say(
                "Plans on the finals board, whose corners are joined by four long edges. Each of them makes "
                "a box with the three edges of its side."
            ),
            (picked(name, "force-line", counts["challenges"], 4, finals=True),),
        ),
        Section(
            tongue.say("The end of the wave"),
            tongue.say(
                "The wave is lost: now place the other side’s piece where it does least harm."
            ),
            (picked(name, "conversion", counts["special"]),),
        ),
    ]
