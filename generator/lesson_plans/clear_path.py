"""The Clear Path lesson pack: from a first game to turns that win in two."""

from __future__ import annotations

from collections.abc import Iterator

from crossfall.generator.boards.clear_path import Marks, position_drawing, stones_drawing
from crossfall.generator.lesson_plans.clear_path_notes import NOTES, SAID
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
from crossfall.generator.lessons import Lesson, LessonPage
from crossfall.generator.shelf import Shelf
from crossfall.generator.tongues import ENGLISH, Tongue
from crossfall.generator.words import Example, paragraph, words
from crossfall.generator.words.clear_path_reasons import chain_told, forbidden_told
from crossfall.solver.budget import Budget
from crossfall.solver.clear_path.notation import read_line
from crossfall.solver.clear_path.rules import again_points
from crossfall.solver.records import Record
from crossfall.solver.verify import read_puzzle

_AGAIN = "4x4:red:1BRB.4.1RBB.1RRB"
_FORBIDDEN = "5x5:red:3BB.1BRBB.2RBB.2BRB.2BRR"


def lesson(seed: int, budget: Budget, audit: bool, tongue: Tongue = ENGLISH) -> Lesson:
    """The pack for that seed; see `crossfall.generator.lesson_plans.LessonPlan`."""
    shelf = Shelf("clear-path", seed, budget, audit)
    pages = (
        _play(tongue),
        _again(shelf, tongue),
        _forbidden(shelf, tongue),
        _longest(shelf, tongue),
        _winning(shelf, tongue),
        _in_two(shelf, tongue),
    )
    return Lesson(
        title=tongue.say("Clear Path: a lesson pack"),
        pages=pages,
        materials=(
            *_blank_boards(tongue),
            cut_out_page(tongue.say("Stones"), stones_drawing(tongue=tongue)),
        ),
        notes=notes_in(tongue, NOTES),
        credit=tongue.say(
            "Clear Path (the chain-reaction game) is by Mark Steere. "
            "Copy these pages freely for your class."
        ),
        key_notes=key_notes_of("clear-path", shelf.given, pages, tongue),
    )


# -- the pupils' pages ------------------------------------------------------------------------


def _play(tongue: Tongue) -> LessonPage:
    puzzle = read_puzzle(Record({"game": "clear-path", "size": "5x5"}))
    return play_page(
        tongue,
        [position_drawing(puzzle.position, tongue=tongue)],
        words("clear-path", tongue).rules([puzzle]),
        tongue.say("Play with stones on the blank boards. Take turns to be Red."),
        tally(
            tongue,
            5,
            (tongue.say("Who was Red?"), 3),
            (tongue.say("Sides changed?"), 2),
            (tongue.say("Who won?"), 3),
        ),
    )


def _again(shelf: Shelf, tongue: Tongue) -> LessonPage:
    position = read_line(_AGAIN)
    points = again_points(position)
    names = " ".join(position.board.names(points))
    return puzzle_page(
        tongue,
        tongue.say("2 · Who must place again?"),
        items(
            [
                *shelf.take(2, "play-again", 1, size="5x5"),
                *shelf.take(2, "play-again", 2, size="6x6"),
            ],
            tongue,
        ),
        box(
            tongue.say("Surrounded"),
            tongue.say(
                "Look at the four sides of an empty point. Stones count, whatever their colour, and so "
                "does the edge of the board. **Three or four sides taken: the point is surrounded**, "
                "and whoever places there must place again."
            ),
            examples=(
                Example(
                    position_drawing(position, Marks(circled=points), tongue=tongue),
                    paragraph(tongue.say("Surrounded: {names}.", names=names)),
                ),
            ),
        ),
        ask=tongue.say("Can an empty corner be surrounded? When?"),
        answer=tongue.say(SAID["corner"]),
    )


def _forbidden(shelf: Shelf, tongue: Tongue) -> LessonPage:
    position = read_line(_FORBIDDEN)
    point = position.board.point("b5")
    told = forbidden_told(position, (point,), tongue)[0]
    return puzzle_page(
        tongue,
        tongue.say("3 · Where may you not start?"),
        items(
            [
                *shelf.take(2, "forbidden-points", 1, size="5x5"),
                *shelf.take(2, "forbidden-points", 2, size="5x5"),
            ],
            tongue,
        ),
        box(
            tongue.say("Leave a clear path"),
            tongue.say(
                "Your turn may not end with the other side cut off: your stones may not join your two "
                "edges by the help of diagonal steps. (If they join them along the lines, you have won.)"
            ),
            tongue.say(
                "If every way to go on from a point ends like that, you may not even start there."
            ),
            examples=(
                Example(
                    position_drawing(position, Marks(crossed=point), tongue=tongue), paragraph(told)
                ),
            ),
        ),
        ask=tongue.say("Why can a game of Clear Path never end in a draw?"),
        answer=tongue.say(SAID["draw"]),
    )


def _longest(shelf: Shelf, tongue: Tongue) -> LessonPage:
    return puzzle_page(
        tongue,
        tongue.say("4 · Long turns"),
        items(
            [
                *shelf.take(2, "longest-chain", 2, size="5x5"),
                *shelf.take(2, "longest-chain", 3, size="5x5"),
            ],
            tongue,
        ),
        box(
            tongue.say("Chains"),
            tongue.say(
                "Each stone on a surrounded point brings another one, and it may surround the next "
                "point. **Fill dead ends from their closed end.** The first stone on a point that is "
                "not surrounded is the last of the turn."
            ),
        ),
        ask=tongue.say("Is the longest turn always a good turn? Give a reason."),
        answer=tongue.say(SAID["long"]),
    )


def _winning(shelf: Shelf, tongue: Tongue) -> LessonPage:
    position = read_line(_AGAIN)
    series = tuple(position.board.point(name) for name in ("d3", "c3", "b3"))
    return puzzle_page(
        tongue,
        tongue.say("5 · Win this turn"),
        items(
            [
                *shelf.take(1, "winning-turn", 1, size="5x5"),
                *shelf.take(2, "winning-turn", 2, size="6x6"),
                *shelf.take(1, "winning-turn", 3, size="6x6"),
            ],
            tongue,
        ),
        box(
            tongue.say("Work backwards"),
            tongue.say(
                "Look for the stones that are missing in a path, then for the order in which each but "
                "the last is surrounded when you place it."
            ),
            tongue.say("*Example:* {told}", told=chain_told(position, series, tongue)),
            examples=(
                Example(
                    position_drawing(position, Marks(series=series), tongue=tongue), paragraph("")
                ),
            ),
        ),
    )


def _in_two(shelf: Shelf, tongue: Tongue) -> LessonPage:
    return puzzle_page(
        tongue,
        tongue.say("6 · Win in two turns"),
        items(shelf.take(2, "win-in-two", size="4x4"), tongue),
        box(
            tongue.say("Nobody may pass"),
            tongue.say(
                "Find a turn after which **every** turn of the other side lets you win. Go through all "
                "of them: there are at most eight. Often you need no threat: the other side has to "
                "place somewhere, and each stone of either colour can surround a point for you."
            ),
        ),
        ask=tongue.say("Write down one turn of the other side, and how you win after it."),
        per_page=2,
    )


def _blank_boards(tongue: Tongue) -> Iterator[LessonPage]:
    for size in ("5x5", "6x6", "8x8", "13x13"):
        title = tongue.say("A board of {size} points", size=size.replace("x", " × "))
        yield blank_page(tongue, title, 1, game="clear-path", size=size)
