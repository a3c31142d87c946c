"""The Pathing lesson pack: from playing in pairs to a line that cannot be stopped."""

from __future__ import annotations

from collections.abc import Iterator

from crossfall.generator.boards.pathing_boxes import counters_drawing, position_drawing
from crossfall.generator.finders import Wish
from crossfall.generator.finders.pathing_boxes import find
from crossfall.generator.lessons import Lesson, LessonError, LessonPage, Notes
from crossfall.generator.proven import prove
from crossfall.generator.sheets import (
    Ask,
    Form,
    Sheet,
    SheetItem,
    blank_sheet,
    name_fields,
    pair_fields,
    sheet_item,
)
from crossfall.generator.tongues import ENGLISH, Tongue, msg
from crossfall.generator.words import ON_BOARD, RulesBox, paragraph, words
from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.pathing_boxes.game import GAME
from crossfall.solver.pathing_boxes.rules import CLASSIC
from crossfall.solver.position import Findings, Puzzle
from crossfall.solver.records import Record
from crossfall.solver.verify import read_puzzle

Chosen = list[tuple[Puzzle, Findings]]


def lesson(seed: int, budget: Budget, audit: bool, tongue: Tongue = ENGLISH) -> Lesson:
    """The pack for that seed; see `crossfall.generator.lesson_plans.LessonPlan`."""
    shelf = _Shelf(seed, budget, audit)
    return Lesson(
        title=tongue.say("Pathing Dots & Boxes: a lesson pack"),
        pages=(
            _play(tongue),
            _fewest(shelf, tongue),
            _line_now(shelf, tongue),
            _defence(shelf, tongue),
            _force(shelf, tongue),
        ),
        materials=(*_blank_boards(tongue), _counters(tongue)),
        notes=notes(tongue),
        credit=tongue.say(
            "Pathing Dots & Boxes is a game by Zero. Copy these pages freely for your class."
        ),
    )


class _Shelf:
    """Finds the puzzles of a pack, each proven and its key audited, none of them twice."""

    def __init__(self, seed: int, budget: Budget, audit: bool) -> None:
        self._seed, self._budget, self._audit = seed, budget, audit
        self._taken: set[str] = set()
        self._asked = 0

    def take(self, count: int, task: str, difficulty: int | None = None) -> Chosen:
        """`count` puzzles of a task."""
        wish = Wish(task, count + 2, self._seed * 1000 + self._asked, difficulty)
        self._asked += 1
        chosen: list[Puzzle] = []
        for puzzle in map(read_puzzle, find(wish, self._budget)):
            name = GAME.canonical(puzzle)
            if name not in self._taken:
                self._taken.add(name)
                chosen.append(puzzle)
            if len(chosen) == count:
                break
        if len(chosen) < count:
            raise LessonError(f"too few {task} puzzles were found for this page")
        proven = prove(chosen, self._budget, self._audit)
        if proven.flawed:
            raise LessonError("; ".join(proven.flawed))
        if proven.unknown or proven.unaudited:
            raise BudgetError("; ".join([*proven.unknown, *proven.unaudited]))
        return proven.puzzles


def _items(chosen: Chosen, tongue: Tongue) -> tuple[SheetItem, ...]:
    return tuple(
        sheet_item(number, puzzle, findings, tongue=tongue)
        for number, (puzzle, findings) in enumerate(chosen, start=1)
    )


def _box(title: str, *told: str) -> tuple[RulesBox, ...]:
    return (RulesBox(title, "", tuple(paragraph(text) for text in told)),)


# -- the pupils' pages ------------------------------------------------------------------------


def _play(tongue: Tongue) -> LessonPage:
    tally = Form(
        (
            tongue.say("Game"),
            tongue.say("Who started?"),
            tongue.say("Who won?"),
            tongue.say("Waves"),
        ),
        (1, 3, 3, 2),
        tuple(str(number) for number in range(1, 5)),
    )
    sheet = Sheet(
        tongue.say("1 · Play in pairs"),
        (SheetItem(1, "", ON_BOARD, (position_drawing(CLASSIC, tongue=tongue),)),),
        (words("pathing-boxes", tongue).rules([]),),
        (
            paragraph(
                tongue.say(
                    "Lay counters on the cells as drawn here, X in one colour and Y in another. "
                    "Draw over each edge when you swap."
                )
            ),
        ),
        fields=pair_fields(tongue),
        closing=(tally,),
    )
    return LessonPage(sheet, 1)


def _fewest(shelf: _Shelf, tongue: Tongue) -> LessonPage:
    chosen = [
        *shelf.take(2, "fewest-swaps", 1),
        *shelf.take(1, "fewest-swaps", 2),
        *shelf.take(1, "fewest-swaps", 3),
    ]
    return LessonPage(
        Sheet(
            tongue.say("2 · The shortest way to a line"),
            _items(chosen, tongue=tongue),
            _box(
                tongue.say("Alone on the board"),
                tongue.say(
                    "Nobody answers you here. Look for the line that lacks fewest pieces, and for the "
                    "pieces that stand right beside its gaps."
                ),
                tongue.say(
                    "**A piece that steps in may push another out:** look at both cells of every swap."
                ),
            ),
            fields=name_fields(tongue),
        ),
        4,
    )


def _line_now(shelf: _Shelf, tongue: Tongue) -> LessonPage:
    chosen = [
        *shelf.take(1, "line-now", 1),
        *shelf.take(2, "line-now", 2),
        *shelf.take(1, "line-now", 3),
    ]
    return LessonPage(
        Sheet(
            tongue.say("3 · A box, then the line"),
            _items(chosen, tongue=tongue),
            _box(
                tongue.say("A box is a second swap"),
                tongue.say(
                    "Whoever closes a box swaps again. So a line may be two or more swaps away and "
                    "still be yours this turn."
                ),
                tongue.say("**Look first for edges that close a box, then for what they move.**"),
            ),
            closing=(
                Ask(
                    tongue.say(
                        "Which swap is better: one that closes a box, or one that does not?"
                    ),
                    2,
                ),
            ),
            fields=name_fields(tongue),
        ),
        4,
        (
            paragraph(
                tongue.say(
                    "**It depends.** A box gives another swap, but you must make it, and the swap that "
                    "closes the box may spoil your line or help the other's."
                )
            ),
        ),
    )


def _defence(shelf: _Shelf, tongue: Tongue) -> LessonPage:
    chosen = shelf.take(4, "only-defence")
    return LessonPage(
        Sheet(
            tongue.say("4 · Stop the threat"),
            _items(chosen, tongue=tongue),
            _box(
                tongue.say("What does the other want?"),
                tongue.say(
                    "First play the other side: which swaps make its line on its next turn?"
                ),
                tongue.say(
                    "Then look for the one swap that stops them all. **You can take the edge away by "
                    "using it yourself**, or move a piece that the line needs."
                ),
            ),
            fields=name_fields(tongue),
        ),
        4,
    )


def _force(shelf: _Shelf, tongue: Tongue) -> LessonPage:
    chosen = shelf.take(2, "force-line")
    return LessonPage(
        Sheet(
            tongue.say("5 · A line that cannot be stopped"),
            _items(chosen, tongue=tongue),
            _box(
                tongue.say("Two turns ahead"),
                tongue.say("Find a swap after which you threaten a line that no answer stops."),
                tongue.say(
                    "A threat is strong when it needs only one more swap, and when there are two of "
                    "them."
                ),
            ),
            closing=(Ask(tongue.say("What is the first thing you look at before you swap?"), 2),),
            fields=name_fields(tongue),
        ),
        2,
    )


def _blank_boards(tongue: Tongue) -> Iterator[LessonPage]:
    for finals, title in (
        (False, tongue.say("Boards to play on")),
        (True, tongue.say("Finals boards")),
    ):
        puzzle = read_puzzle(Record({"game": "pathing-boxes", "finals": finals}))
        yield LessonPage(blank_sheet(puzzle, title, 4, tongue=tongue), 4)


def _counters(tongue: Tongue) -> LessonPage:
    drawing = counters_drawing(13, 18, tongue)
    items = (SheetItem(1, "", ON_BOARD, (drawing,)),)
    return LessonPage(Sheet(tongue.say("Counters"), items, fields=()), 1)


# -- the teacher's pages ------------------------------------------------------------------------


_NOTES = (
    (
        msg("What this pack is for"),
        msg(
            "Five pages lead from a first game to a line that nobody can stop. Pages 1 and 2 fit one "
            "lesson of 45 minutes, pages 3 and 4 a second, page 5 a third. Ages 10 and up."
        ),
        msg(
            "Each pair needs a copy of page 1 or of the blank boards, and about seven counters of each "
            "kind; there is a page of them to cut out. The answers of all puzzles are the same under "
            "all three sets of rules."
        ),
    ),
    (
        msg("1 · Play in pairs (15 minutes)"),
        msg(
            "*Aim:* the two games in one. *Ask:* what decides who swaps twice? Who begins the next "
            "wave? *Common mistake:* forgetting that a swap also moves the other's piece."
        ),
    ),
    (
        msg("2 · The shortest way to a line (20 minutes)"),
        msg(
            "*Aim:* to see both ends of a swap. *Ask:* which line lacks fewest pieces? Does the order "
            "of your swaps matter? *Wrong guess:* the line with most pieces, when no open edge leads "
            "to its gap."
        ),
    ),
    (
        msg("3 · A box, then the line (20 minutes)"),
        msg(
            "*Aim:* a box as a means, not an end. *Ask:* which edges close a box now? What does each "
            "of them move? *Wrong guess:* the box that is there for the taking."
        ),
    ),
    (
        msg("4 · Stop the threat (20 minutes)"),
        msg(
            "*Aim:* to think for the other side. Let one of a pair play the threat, the other try to "
            "stop it, in the blank copies. *Wrong guess:* building a line of one's own meanwhile."
        ),
    ),
    (
        msg("5 · A line that cannot be stopped (20 minutes)"),
        msg(
            "*Aim:* two turns ahead, for those who want more. *Ask:* if the other did nothing, what "
            "would you do? What can it do against that?"
        ),
    ),
)


def notes(tongue: Tongue) -> tuple[Notes, ...]:
    """The teacher's notes, a section a page."""
    return tuple(
        Notes(tongue.say(title), tuple(paragraph(tongue.say(text)) for text in told))
        for title, *told in _NOTES
    )
