"""The standard chapter of Clear Path."""

from __future__ import annotations

from collections.abc import Mapping

from crossfall.generator.books.model import Section
from crossfall.generator.books.standard import picked, shares, split
from crossfall.generator.tongues import Tongue


def sections(counts: Mapping[str, int], tongue: Tongue) -> list[Section]:
    """The sections; see `crossfall.generator.books.standard.Standard`."""
    name, turn, two = "clear-path", "winning-turn", "win-in-two"
    again, forbidden = split(counts["warm_ups"], 0.5, 0.5)
    small, large = split(counts["each"], 0.5, 0.5)
    easy, middling, hard = shares(counts["mixed"])
    straight, ordered = split(easy, 0.5, 0.5)
    threats, waiting = split(hard, 0.5, 0.5)
    win = tongue.say("Win this turn, with as few stones as possible. Write the stones in order.")
    return [
        Section(
            tongue.say("Warm-ups"),
            tongue.say("Learn to see which points are surrounded, and where a turn may not start."),
            (
                picked(name, "play-again", again, size="5x5"),
                picked(name, "forbidden-points", forbidden, size="5x5"),
            ),
            rising=False,
        ),
        Section(
            tongue.say("Straight chains"),
            win,
            (
                picked(name, turn, small, 1, size="5x5"),
                picked(name, turn, large, 1, size="6x6"),
            ),
            teaches="C1",
        ),
        Section(
            tongue.say("In the right order"),
            win,
            (
                picked(name, turn, small, 2, size="5x5"),
                picked(name, turn, large, 2, size="6x6"),
            ),
            teaches="C2",
        ),
        Section(
            tongue.say("The stone elsewhere"),
            win,
            (
                picked(name, turn, small, 3, "C3", size="5x5"),
                picked(name, turn, large, 3, "C3", size="6x6"),
            ),
            teaches="C3",
        ),
        Section(
            tongue.say("Not allowed"),
            win,
            (
                picked(name, turn, small, 3, "C4", size="5x5"),
                picked(name, turn, large, 3, "C4", size="6x6"),
            ),
            teaches="C4",
        ),
        Section(
            tongue.say("The threat"),
            tongue.say(
                "Find the first turn that wins on your next one, whatever the other side does: it "
                "threatens a win that no reply can stop."
            ),
            (
                picked(name, two, small, 4, size="5x5"),
                picked(name, two, large, 4, size="6x6"),
            ),
            teaches="C5",
        ),
        Section(
            tongue.say("Nobody may pass"),
            tongue.say(
                "Find the first turn that wins on your next one, whatever the other side does. None of "
                "these turns threatens a win."
            ),
            (picked(name, two, counts["each"], 5, size="4x4"),),
            teaches="C6",
        ),
        Section(
            tongue.say("Mixed puzzles"),
            tongue.say("Nobody tells you now which idea will do."),
            (
                picked(name, turn, straight, 1, size="6x6"),
                picked(name, turn, ordered, 2, size="6x6"),
                picked(name, turn, middling, 3, "C3 C4", size="6x6"),
                picked(name, two, threats, 4, size="6x6"),
                picked(name, two, waiting, 5, size="4x4"),
            ),
        ),
        Section(
            tongue.say("Challenges"),
            tongue.say("Two turns ahead on larger boards. Take your time, and a sheet of paper."),
            (picked(name, two, counts["challenges"], 5, size="5x5"),),
        ),
        Section(
            tongue.say("The longest turn"),
            tongue.say("Another kind of question: how far can a single turn go?"),
            (picked(name, "longest-chain", counts["special"], size="5x5"),),
        ),
    ]
