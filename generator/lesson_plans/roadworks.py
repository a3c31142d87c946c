"""The Roadworks lesson pack: from playing in pairs to blocks as heaps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import reduce
from operator import xor

from crossfall.generator.boards.roadworks import (
    Marks,
    card_drawing,
    counters_drawing,
    position_drawing,
)
from crossfall.generator.lesson_plans.pages import (
    blank_page,
    box,
    cut_out_page,
    items,
    key_notes_of,
    notes_in,
    play_page,
    puzzle_page,
    rising,
    tally,
)
from crossfall.generator.lesson_plans.roadworks_notes import NOTES, SAID
from crossfall.generator.lessons import Lesson, LessonPage
from crossfall.generator.sheets import Form, Sheet, SheetItem, name_fields, sheet_item
from crossfall.generator.shelf import Shelf
from crossfall.generator.tongues import ENGLISH, Tongue
from crossfall.generator.words import AnswerSpace, Blank, Example, Paragraph, paragraph, words
from crossfall.generator.words.roadworks import card_name
from crossfall.solver.budget import Budget
from crossfall.solver.position import Puzzle
from crossfall.solver.records import Record
from crossfall.solver.roadworks.cards import CARDS, Card, cards
from crossfall.solver.roadworks.notation import read_line
from crossfall.solver.roadworks.rules import Position, board, replay
from crossfall.solver.verify import read_puzzle


def lesson(seed: int, budget: Budget, audit: bool, tongue: Tongue = ENGLISH) -> Lesson:
    """The pack for that seed; see `crossfall.generator.lesson_plans.LessonPlan`."""
    shelf = Shelf("roadworks", seed, budget, audit)
    pages = (
        _play(tongue),
        _what_falls(shelf, tongue),
        _never_closed(shelf, tongue),
        _parity(shelf, tongue),
        _rings(shelf, tongue),
        _heaps(tongue),
        _winning(shelf, tongue),
        _exit_ticket(shelf, tongue),
    )
    return Lesson(
        title=tongue.say("Roadworks: a lesson pack"),
        pages=pages,
        materials=(
            _cards(tongue),
            cut_out_page(tongue.say("Counters"), counters_drawing(170, 220, tongue=tongue)),
            *_blank_boards(tongue),
            _tournament(tongue),
        ),
        notes=notes_in(tongue, NOTES),
        credit=tongue.say(
            "Roadworks is a game by Georgy Nuzhdin. Copy these pages freely for your class."
        ),
        key_notes=key_notes_of("roadworks", shelf.given, pages, tongue),
    )


# -- the pupils' pages ------------------------------------------------------------------------


def _play(tongue: Tongue) -> LessonPage:
    puzzle = read_puzzle(Record({"game": "roadworks", "level": 2}))
    drawing = position_drawing(puzzle.position, tongue=tongue)
    return play_page(
        tongue,
        [drawing, drawing],
        words("roadworks", tongue).rules([puzzle]),
        tongue.say("Draw fences in two colours. Take turns to start, and write down every game."),
        tally(
            tongue,
            6,
            (tongue.say("Who started?"), 3),
            (tongue.say("Who won?"), 3),
            (tongue.say("Closures"), 2),
        ),
    )


def _what_falls(shelf: Shelf, tongue: Tongue) -> LessonPage:
    with_loop = shelf.take(1, "what-falls", difficulty=3, only=_drops_a_loop, level=2)
    easy = shelf.take(2, "what-falls", 1, level=2)
    middle = shelf.take(
        3, "what-falls", 2, only=lambda p: not _drops_a_loop(p), vary=_first_to_fall, level=2
    )
    return puzzle_page(
        tongue,
        tongue.say("2 · What falls?"),
        items([*easy, *middle, *with_loop], tongue),
        box(
            tongue.say("What falls?"),
            tongue.say(
                "After each closure look for crossings that no longer lie on a path from A to B. "
                "A path may visit no crossing twice."
            ),
            tongue.say(
                "Dead ends fall. So does everything that **hangs from one crossing**: to go in "
                "and come out again, a path would have to use that crossing twice."
            ),
            examples=(_loop_example(tongue),),
        ),
        per_page=6,
    )


def _never_closed(shelf: Shelf, tongue: Tongue) -> LessonPage:
    cut = shelf.take(2, "cut-crossings", level=2)
    left = shelf.take(2, "closures-left", vary=_claimed, level=1)
    return puzzle_page(
        tongue,
        tongue.say("3 · What must never be closed?"),
        items([*cut, *left], tongue),
        box(
            tongue.say("Safe or not?"),
            tongue.say(
                "A closure is **safe** if A and B stay joined. Whoever must make one that is not "
                "safe has lost."
            ),
            tongue.say(
                "On boards 3 and 4 **nothing falls**: closed crossings are gone, all others stay."
            ),
        ),
        ask=tongue.say("Boards 3 and 4: does it matter how you play? Why?"),
        answer=tongue.say(SAID["plain"]),
    )


def _parity(shelf: Shelf, tongue: Tongue) -> LessonPage:
    chosen = shelf.take(4, "long-and-short", vary=_claimed, level=2)
    return puzzle_page(
        tongue,
        tongue.say("4 · Long games and short games"),
        items(chosen, tongue),
        box(
            tongue.say("Now crossings fall"),
            tongue.say(
                "Close crossings one after the other, always safely, until no safe closure is "
                "left. Find a way to get there with as **few** closures as you can, then one with "
                "as **many** as you can."
            ),
        ),
        ask=tongue.say("Why does it now matter how you play?"),
        answer=tongue.say(SAID["falls"]),
    )


def _rings(shelf: Shelf, tongue: Tongue) -> LessonPage:
    chosen = shelf.take(4, "closures-left", only=_only_rings, vary=_claimed, level=3)
    return puzzle_page(
        tongue,
        tongue.say("5 · Rings"),
        items(rising(chosen), tongue),
        box(
            tongue.say("Rings"),
            tongue.say(
                "A **ring** is a block that one closure ends: close any crossing of it, and a single "
                "way through is left. That way must stay."
            ),
            tongue.say("So each ring allows **one** safe closure, whichever crossing you choose."),
            examples=(_ring_example(tongue),),
        ),
        ask=tongue.say("Only rings are left, and it is your turn. When do you win? Why?"),
        answer=tongue.say(SAID["rings"]),
    )


def _heaps(tongue: Tongue) -> LessonPage:
    reached = Form(
        (tongue.say("Block"), tongue.say("Numbers you can leave"), tongue.say("Its number")),
        (2, 5, 2),
        tuple(card_name(card, tongue) for card in CARDS),
    )
    return LessonPage(
        Sheet(
            tongue.say("6 · Blocks as heaps"),
            (),
            (
                box(
                    tongue.say("A number for each block"),
                    tongue.say(
                        "Cut out the eight cards. The black crossings are the ends of a block: they are "
                        "never closed. Close another crossing, let fall what falls, and see which blocks "
                        "are left."
                    ),
                    tongue.say(
                        "A block with no closure left has the number **0**. Any other block has the "
                        "**smallest number that you cannot leave**: if you can leave 0 and 1, it is 2; "
                        "if you can leave 1 and 2, it is 0."
                    ),
                    tongue.say(
                        "Two blocks left: add their numbers as heaps. **Equal numbers give 0**, for your "
                        "partner can copy you. 0 with any number gives that number; 1 with 2 gives 3, "
                        "1 with 3 gives 2, and 2 with 3 gives 1."
                    ),
                    tongue.say("**Leave your opponent 0 and you win.**"),
                ),
            ),
            closing=(reached,),
            fields=name_fields(tongue),
        ),
        1,
        tuple(_card_answer(card, tongue) for card in CARDS),
    )


def _winning(shelf: Shelf, tongue: Tongue) -> LessonPage:
    def by(technique: str) -> Callable[[Puzzle], bool]:
        return lambda puzzle: _technique(puzzle) == technique

    chosen = [
        *shelf.take(2, "winning-move", only=by("R1"), level=2),
        *shelf.take(1, "winning-move", only=by("R2"), level=3),
        *shelf.take(2, "winning-move", only=by("R3"), level=3),
        *shelf.take(1, "answer-table", level=2),
    ]
    return puzzle_page(
        tongue,
        tongue.say("7 · Find the winning closure"),
        items(chosen, tongue, numbers=True),
        per_page=6,
    )


def _exit_ticket(shelf: Shelf, tongue: Tongue) -> LessonPage:
    ticket = [
        *shelf.take(1, "what-falls", 2, level=2),
        *shelf.take(1, "winning-move", only=lambda p: _technique(p) in {"R0", "R1"}, level=2),
    ]
    challenge = shelf.take(1, "winning-move", only=lambda p: _technique(p) == "R4", level=3)
    hard = replace(sheet_item(3, *challenge[0], tongue=tongue), title=tongue.say("Challenge"))
    return puzzle_page(
        tongue,
        tongue.say("8 · Exit ticket"),
        (*items(ticket, tongue, numbers=True), hard),
        ask=tongue.say("What is the first thing you look at before you close a crossing?"),
    )


# -- materials --------------------------------------------------------------------------------


def _cards(tongue: Tongue) -> LessonPage:
    space = AnswerSpace((Blank(tongue.say("Number")),))
    blocks = tuple(
        SheetItem(
            number,
            "",
            space,
            (card_drawing(card, card_name(card, tongue), tongue),),
        )
        for number, card in enumerate(CARDS, start=1)
    )
    return LessonPage(Sheet(tongue.say("The eight cards"), blocks, fields=(), frames=True), 8)


def _blank_boards(tongue: Tongue) -> Iterator[LessonPage]:
    for size, count in (("2x2", 6), ("3x3", 4), ("4x4", 2), ("5x5", 1)):
        title = tongue.say("Boards of {size} blocks", size=size.replace("x", " × "))
        yield blank_page(tongue, title, count, game="roadworks", size=size)


def _tournament(tongue: Tongue) -> LessonPage:
    players = [str(number) for number in range(1, 9)]
    table = Form(
        (tongue.say("Player"), *players, tongue.say("Points")),
        (4, *(1.2 for _ in players), 1.8),
        tuple(f"{number}" for number in players),
    )
    return LessonPage(
        Sheet(
            tongue.say("Tournament"),
            (),
            (
                box(
                    tongue.say("How it goes"),
                    tongue.say(
                        "Everyone plays everyone twice, on the same size of board, and each starts once. "
                        "A win is one point; there are no draws."
                    ),
                    tongue.say(
                        "Write the points of both games into the row of each player. Equal points: the "
                        "games between those players decide, then one more game on a board of 5 × 5."
                    ),
                ),
            ),
            fields=(tongue.say("Class"), tongue.say("Date"), tongue.say("Board")),
            closing=(table,),
        ),
        1,
    )


# -- what puzzles are like --------------------------------------------------------------------


def _drops_a_loop(puzzle: Puzzle) -> bool:
    """Whether a loop falls that hangs from one crossing."""
    position: Position = puzzle.position
    *earlier, last = position.closures or (0,)
    before = replay(position.board, earlier)
    grid = position.board.grid
    fallen, left = before.falls(last), before.after(last)
    while fallen:
        piece = grid.flood(fallen & -fallen, fallen)
        fallen &= ~piece
        if grid.two_core(piece | grid.around(piece) & left):
            return True
    return False


def _only_rings(puzzle: Puzzle) -> bool:
    position: Position = puzzle.position
    reader = cards(position.board.grid)
    found = [reader.read(block) for block in position.blocks if block[0].bit_count() > 2]
    return len(found) >= 2 and all(card is not None and card.name == "ring" for card in found)


def _first_to_fall(puzzle: Puzzle) -> object:
    """The column of the first crossing that falls, so that the falls of a page lie apart."""
    position: Position = puzzle.position
    *earlier, last = position.closures or (0,)
    before = replay(position.board, earlier)
    return before.board.names(before.falls(last))[0][0]


def _claimed(puzzle: Puzzle) -> object:
    """The answer that the finder wrote down."""
    return puzzle.claim


def _technique(puzzle: Puzzle) -> str:
    features = puzzle.record.fields.get("features", {})
    return str(features.get("technique", "")) if isinstance(features, dict) else ""


def _loop_example(tongue: Tongue) -> Example:
    """A loop that hangs from one crossing, as it falls."""
    city = board(3, 3)
    a2, c4 = (city.grid.point(name) or 0 for name in ("a2", "c4"))
    before = replay(city, (a2,))
    falls = before.falls(c4)
    standing = Position(city, before.open & ~(1 << c4), (a2, c4))
    return Example(
        position_drawing(standing, Marks(last=c4, crossed=falls), tongue=tongue),
        paragraph(
            tongue.say("c4 was closed last. The loop a3 a4 b4 hangs from b3 alone: it falls.")
        ),
    )


def _ring_example(tongue: Tongue) -> Example:
    position = read_line("3x3:a2,b3,d2")
    rings = tuple(mask for mask, _, _ in position.blocks if mask.bit_count() > 2)
    return Example(
        position_drawing(position, Marks(shade=rings), tongue=tongue),
        paragraph(tongue.say("Two rings: two more safe closures.")),
    )


def _card_answer(card: Card, tongue: Tongue) -> Paragraph:
    """A card's number and the numbers that its closures leave."""
    number_of = {card.name: card.number for card in CARDS}
    left = {reduce(xor, (number_of[name] for name in names), 0) for names in card.leaves}
    return paragraph(
        tongue.say(
            "**{card}: {number}.** You can leave {numbers}.",
            card=card_name(card, tongue),
            number=card.number,
            numbers=tongue.listed([str(number) for number in sorted(left)]),
        )
    )
