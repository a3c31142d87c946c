"""The Pathing lesson pack: from playing in pairs to a line that cannot be stopped."""

from __future__ import annotations

from collections.abc import Iterator

from crossfall.generator.boards.pathing_boxes import counters_drawing, position_drawing
from crossfall.generator.lesson_plans.pages import (
    blank_page,
    box,
    cut_out_page,
    items,
    key_notes_of,
    notes_in,
    play_page,
    puzzle_page,
    tally,
)
from crossfall.generator.lesson_plans.pathing_boxes_notes import NOTES
from crossfall.generator.lessons import Lesson, LessonPage
from crossfall.generator.shelf import Shelf
from crossfall.generator.tongues import ENGLISH, Tongue
from crossfall.generator.words import words
from crossfall.solver.budget import Budget
from crossfall.solver.pathing_boxes.rules import CLASSIC
from crossfall.solver.pathing_boxes.tempting import GREEDY_BOX
from crossfall.solver.position import Puzzle

# The finder lets two answers of more than six lie in one place; no page of four should have that.
SPARE = 2


def lesson(seed: int, budget: Budget, audit: bool, tongue: Tongue = ENGLISH) -> Lesson:
    """The pack for that seed; see `crossfall.generator.lesson_plans.LessonPlan`."""
    shelf = Shelf("pathing-boxes", seed, budget, audit, SPARE)
    pages = (
        _play(tongue),
        _fewest(shelf, tongue),
        _line_now(shelf, tongue),
        _defence(shelf, tongue),
        _force(shelf, tongue),
    )
    return Lesson(
        title=tongue.say("Pathing Dots & Boxes: a lesson pack"),
        pages=pages,
        materials=(
            *_blank_boards(tongue),
            cut_out_page(tongue.say("Counters"), counters_drawing(13, 18, tongue)),
        ),
        notes=notes_in(tongue, NOTES),
        credit=tongue.say(
            "Pathing Dots & Boxes is a game by Zero. Copy these pages freely for your class."
        ),
        key_notes=key_notes_of("pathing-boxes", shelf.given, pages, tongue),
    )


# -- the pupils' pages ------------------------------------------------------------------------


def _play(tongue: Tongue) -> LessonPage:
    return play_page(
        tongue,
        [position_drawing(CLASSIC, tongue=tongue)],
        words("pathing-boxes", tongue).rules([]),
        tongue.say(
            "Lay counters on the cells as drawn here, X in one colour and Y in another. "
            "Draw over each edge when you swap."
        ),
        tally(
            tongue,
            4,
            (tongue.say("Who started?"), 3),
            (tongue.say("Who won?"), 3),
            (tongue.say("Waves"), 2),
        ),
    )


def _fewest(shelf: Shelf, tongue: Tongue) -> LessonPage:
    chosen = [
        *shelf.take(2, "fewest-swaps", 1),
        *shelf.take(1, "fewest-swaps", 2),
        *shelf.take(1, "fewest-swaps", 3),
    ]
    return puzzle_page(
        tongue,
        tongue.say("2 · The shortest way to a line"),
        items(chosen, tongue),
        box(
            tongue.say("Alone on the board"),
            tongue.say(
                "Nobody answers you here. Look for the line that lacks fewest pieces, and for the "
                "pieces that stand right beside its gaps."
            ),
            tongue.say(
                "**A piece that steps in may push another out:** look at both cells of every swap."
            ),
        ),
    )


def _line_now(shelf: Shelf, tongue: Tongue) -> LessonPage:
    chosen = [
        *shelf.take(1, "line-now", 1, only=_tempts_with_a_box),
        *shelf.take(2, "line-now", 2),
        *shelf.take(1, "line-now", 3),
    ]
    return puzzle_page(
        tongue,
        tongue.say("3 · A box, then the line"),
        items(chosen, tongue),
        box(
            tongue.say("A box is a second swap"),
            tongue.say(
                "Whoever closes a box swaps again. So a line may be two or more swaps away and "
                "still be yours this turn."
            ),
            tongue.say("**Look first for edges that close a box, then for what they move.**"),
        ),
        ask=tongue.say("Which swap is better: one that closes a box, or one that does not?"),
        ask_lines=1,
        answer=tongue.say(
            "**It depends.** A box gives another swap, but you must make it, and the swap that "
            "closes the box may spoil your line or help the other's."
        ),
    )


def _tempts_with_a_box(puzzle: Puzzle) -> bool:
    """Whether a box is there for the taking, and taking it is wrong."""
    return GREEDY_BOX in (puzzle.record.fields.get("tags") or ())


def _defence(shelf: Shelf, tongue: Tongue) -> LessonPage:
    return puzzle_page(
        tongue,
        tongue.say("4 · Stop the threat"),
        items(shelf.take(4, "only-defence"), tongue),
        box(
            tongue.say("What does the other want?"),
            tongue.say("First play the other side: which swaps make its line on its next turn?"),
            tongue.say(
                "Then look for the one swap that stops them all. **You can take the edge away by "
                "using it yourself**, or move a piece that the line needs."
            ),
        ),
    )


def _force(shelf: Shelf, tongue: Tongue) -> LessonPage:
    return puzzle_page(
        tongue,
        tongue.say("5 · A line that cannot be stopped"),
        items(shelf.take(2, "force-line"), tongue),
        box(
            tongue.say("Two turns ahead"),
            tongue.say("Find a swap after which you threaten a line that no answer stops."),
            tongue.say(
                "A threat is strong when it needs only one more swap, and when there are two of them."
            ),
        ),
        ask=tongue.say("What is the first thing you look at before you swap?"),
        per_page=2,
    )


def _blank_boards(tongue: Tongue) -> Iterator[LessonPage]:
    for finals, title in (
        (False, tongue.say("Boards to play on")),
        (True, tongue.say("Finals boards")),
    ):
        yield blank_page(tongue, title, 4, game="pathing-boxes", finals=finals)
