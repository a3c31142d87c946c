"""Roadworks taught in a book: rules in pictures, leave nothing, rings, twins, heaps, looking ahead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crossfall.generator.boards.roadworks import Marks, card_drawing, position_drawing
from crossfall.generator.books.teaching import Figure, Figures, Heading, Technique, Told
from crossfall.generator.tongues import ENGLISH, Tongue, msg
from crossfall.generator.words import Paragraph, paragraph
from crossfall.generator.words.roadworks import card_name
from crossfall.generator.words.roadworks import key_notes as sheet_key_notes
from crossfall.generator.words.roadworks_lines import falling
from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.grids import bits
from crossfall.solver.position import Findings, Puzzle
from crossfall.solver.records import Record
from crossfall.solver.roadworks import grading
from crossfall.solver.roadworks.cards import CARDS
from crossfall.solver.roadworks.nimbers import oracle
from crossfall.solver.roadworks.rules import Board, Position, board, replay

MOST_STEPS = 9  # boards of a worked example
_WORK = 5_000_000


# -- the rules --------------------------------------------------------------------------------


def rules(puzzles: Sequence[Puzzle], tongue: Tongue = ENGLISH) -> Sequence[Told]:
    """The rules in pictures; see `crossfall.generator.books.teaching.Teaching`."""
    city = board(3, 3)
    return (
        Heading(tongue.say("The city")),
        paragraph(
            tongue.say(
                "The board is a city of blocks. Streets run around every block, and where streets meet "
                "there is a *crossing*. Crossings are named like the squares of a chessboard: a letter "
                "for the column, from the left, and a number for the row, from the bottom. **A** is the "
                "crossing at the bottom left, **B** the one at the top right."
            )
        ),
        Heading(tongue.say("Your turn")),
        paragraph(
            tongue.say(
                "Two players take turns. On your turn you close one open crossing by putting up a fence "
                "in your colour. A and B are never closed. A fence's colour only shows who put it there: "
                "it stops both players alike."
            )
        ),
        Heading(tongue.say("The end")),
        paragraph(
            tongue.say(
                "A *path* follows the streets, in any direction, and uses open crossings only. **Whoever "
                "cuts the last path between A and B loses at once.** So you want to make the last *safe* "
                "closure, one after which A and B are still joined. If every open crossing is needed, "
                "whoever must move loses."
            )
        ),
        Heading(tongue.say("What falls")),
        paragraph(
            tongue.say(
                "After each safe closure look at every open crossing. If no path from A to B that visits "
                "each crossing at most once goes through it, it **falls**. That happens to crossings that "
                "are cut off, to dead ends, and to whole loops that hang from a single crossing. All of "
                "them fall at once; a fallen crossing can be neither used nor closed."
            )
        ),
        Figures(
            (
                _fall(city, "a2 b4", tongue.say("A dead end."), tongue),
                _fall(city, "a2 c4", tongue.say("A loop."), tongue),
                _fall(city, "c3 d2", tongue.say("Two at once."), tongue),
            )
        ),
        Heading(tongue.say("A game, closure by closure")),
        Figures(
            (
                Figure(
                    position_drawing(replay(city, ()), tongue=tongue),
                    paragraph(tongue.say("A city of 3 × 3 blocks. All crossings are open.")),
                ),
                *_game(city, ("b2", "a3", "b1"), tongue),
            )
        ),
        paragraph(
            tongue.say(
                "Had the first player known! After b2 and a3 the way from A leads through b1 and c1 "
                "alone: neither may be closed."
            )
        ),
        Heading(tongue.say("Crossings that must stay")),
        paragraph(
            tongue.say(
                "A crossing that every path needs is a *cut crossing*. Nobody may close it without losing, "
                "and it stays one for the rest of the game. Cut crossings split the board into a row of "
                "**blocks** that have nothing to do with each other: what happens in one block changes "
                "nothing in another."
            )
        ),
        Figures((_cut_figure("a2 b3 d2", tongue), _cut_figure("b3 c1 d2", tongue))),
        *_plain(puzzles, tongue),
    )


def _plain(puzzles: Sequence[Puzzle], tongue: Tongue) -> Iterator[Told]:
    if any(not puzzle.position.board.falling for puzzle in puzzles):
        yield Heading(tongue.say("Boards on which nothing falls"))
        yield paragraph(
            tongue.say(
                "Some boards of this book are played without falling: closed crossings are gone, all "
                "others stay. There the number of safe closures left is the same however you play."
            )
        )


def _points(city: Board, names: str) -> list[int]:
    return [city.grid.point(name) or 0 for name in names.split()]


def _fall(city: Board, names: str, what: str, tongue: Tongue) -> Figure:
    """The last of these closures, with what is about to fall crossed out."""
    *earlier, last = _points(city, names)
    before = replay(city, earlier)
    falls = before.falls(last)
    standing = Position(city, before.open & ~(1 << last), (*earlier, last))
    told = tongue.say(
        "{closure} was closed last: {falling}.",
        closure=city.name(last),
        falling=_falling(city, falls, tongue),
    )
    return Figure(
        position_drawing(standing, Marks(last=last, crossed=falls), tongue=tongue),
        paragraph(f"{what} {told}"),
    )


def _falling(city: Board, falls: int, tongue: Tongue) -> str:
    return falling(city, falls, tongue) or tongue.say("nothing falls")


_CLOSES = (
    msg("The first player closes {closure}: {falling}."),
    msg("The second player closes {closure}: {falling}."),
)
_LOSES = (
    msg("The first player closes {closure} and cuts A from B: **the first player has lost.**"),
    msg("The second player closes {closure} and cuts A from B: **the second player has lost.**"),
)


def _game(city: Board, names: Sequence[str], tongue: Tongue) -> Iterator[Figure]:
    """A game, one board a closure."""
    closures: list[int] = []
    for number, name in enumerate(names):
        point = city.grid.point(name) or 0
        before = replay(city, closures)
        closures.append(point)
        after = replay(city, closures)
        if not city.joined(after.open):
            told = tongue.say(_LOSES[number % 2], closure=name)
        else:
            fell = _falling(city, before.falls(point), tongue)
            told = tongue.say(_CLOSES[number % 2], closure=name, falling=fell)
        marks = Marks(numbers=tuple((c, i) for i, c in enumerate(closures, start=1)))
        yield Figure(position_drawing(after, marks, tongue), paragraph(told))


def _cut_figure(names: str, tongue: Tongue) -> Figure:
    city = board(3, 3)
    position = replay(city, _points(city, names))
    cut = position.cut_crossings
    told = (
        tongue.say("Circled: {names} must stay.", names=tongue.listed(city.names(cut)))
        if cut
        else tongue.say("Nothing circled: there is a way round every crossing."),
        tongue.count(
            "{number} block with safe closures is left.",
            "{number} blocks with safe closures are left.",
            count := sum(mask.bit_count() > 2 for mask, _, _ in position.blocks),
            number=count,
        ),
    )
    drawing = position_drawing(position, Marks(circled=cut), tongue)
    return Figure(drawing, paragraph(" ".join(told)))


# -- techniques -------------------------------------------------------------------------------


def _example(size: str, closed: str, answer: str) -> Record:
    return Record(
        {
            "game": "roadworks",
            "task": "winning-move",
            "size": size,
            "closed": closed,
            "answer": answer,
        }
    )


def _cards(tongue: Tongue) -> Figures:
    """The eight cards with their numbers."""
    return Figures(
        tuple(
            Figure(
                card_drawing(card, card_name(card, tongue), tongue),
                paragraph(tongue.say("number **{number}**", number=card.number)),
            )
            for card in CARDS
        ),
        step=5.6,
    )


TECHNIQUES: Sequence[Technique] = (
    Technique(
        ("R0", "R1"),
        msg("Leave nothing, or an even number of rings"),
        (
            msg(
                "**Leave nothing.** If your closure leaves a single path from A to B, your opponent "
                "has no safe closure and must cut it. Look first for a closure that makes everything "
                "beside one path fall."
            ),
            msg(
                "**Count rings.** A *ring* is a block that one closure ends: close any crossing of "
                "it, and a single way through is left, which must stay. So a ring is good for exactly "
                "one safe closure, whichever crossing is chosen and however large the ring is."
            ),
            msg(
                "Leave an **even** number of rings. Your opponent closes one, you close another, and "
                "so on: you make the last safe closure."
            ),
        ),
        _example("3x3", "d1 c4 d2 c1", "a3"),
    ),
    Technique(
        ("R2",),
        msg("Twin blocks: copy your opponent"),
        (
            msg(
                "Two blocks of the same shape, turned or mirrored as they may be, are *twins*. **If "
                "nothing but twins is left, whoever moves loses:** whatever is closed in one of them, "
                "the other player closes in its twin. Even if parts fall, the two stay alike."
            ),
            msg(
                "Twins cancel. Strike out pairs of twins and look at what is left beside them: "
                "nothing, or an even number of rings, and the player to move has lost."
            ),
        ),
        _example("4x4", "d2 e1 c5 a2", "c4"),
    ),
    Technique(
        ("R3",),
        msg("Blocks as heaps: the eight cards"),
        (
            msg(
                "Every block has a **number**. A block without a safe closure has the number 0. Any "
                "other block has the *smallest number that cannot be left* by one closure in it: if "
                "you can leave 0 and 1, its number is 2; if you can leave 1 and 2, it is 0."
            ),
            msg(
                "Blocks with at most three closures are of eight kinds, which the cards below show. A "
                "block's kind does not depend on its drawing, only on what one closure can leave. The "
                "black crossings are its ends, which are never closed."
            ),
            msg(
                "Add the numbers of all blocks as heaps: **equal numbers cancel**; 0 changes nothing; "
                "1 with 2 gives 3, 1 with 3 gives 2, 2 with 3 gives 1. This sum is called the "
                "*nim-sum*. **Leave your opponent the nim-sum 0, and you win.**"
            ),
        ),
        _example("4x4", "a5 d2 d4 b1 b5 a4 a3", "d3"),
        lambda tongue: (Heading(tongue.say("The eight cards")), _cards(tongue)),
    ),
    Technique(
        ("R4",),
        msg("One closure ahead"),
        (
            msg(
                "Sometimes what your closure leaves cannot be counted at a glance. Then go through "
                "your opponent's closures, one after the other, and find to each a reply after which "
                "you can count."
            ),
            msg(
                "You need not list all of them. Closures in one street without side streets leave the "
                "same board, and often one reply answers many closures. Write it down as a table: "
                "“a2 → c3” means that you answer a2 with c3."
            ),
        ),
        _example("3x3", "a4 d3", "c1"),
    ),
    Technique(
        ("R5",),
        msg("Two closures ahead"),
        (
            msg(
                "The challenges ask for more patience: to some closures the right reply leaves a board "
                "that itself needs a table. Begin with the closures that make most crossings fall. They "
                "leave little, and little is quickly counted."
            ),
            msg(
                "Look for replies that make twins. A twin block is as good as no block, and cuts your "
                "table short."
            ),
        ),
        _example("4x4", "d4 e4 e3 c4", "d1"),
    ),
)

DESIGNER: Sequence[str] = (
    msg(
        "**Georgy Nuzhdin** designed *Roadworks*. It is played on four levels: the basic one, on 3 × 3 "
        "blocks where nothing falls; the medium one, on the same board with falling dead ends; the "
        "advanced one on 4 × 4 blocks; and on 5 × 5 blocks the competition level, which his rules keep "
        "for people: it is played between students and in competitions."
    ),
)


def technique(puzzle: Puzzle, findings: Findings) -> str:
    """The technique that proves the answer; see `crossfall.generator.books.teaching.Teaching`."""
    if puzzle.task not in grading.PROVEN_TASKS or not puzzle.position.board.falling:
        return ""
    try:
        grade = grading.technique(puzzle, findings, Budget(work=_WORK))
    except BudgetError:
        return "R5"
    return grade.technique if grade else "R5"


def key_notes(
    puzzles: Sequence[Puzzle], cards: bool, tongue: Tongue = ENGLISH
) -> Sequence[Paragraph]:
    """The signs of the keys; with a reference to the cards, not to the lesson pack."""
    told = [note.text for note in sheet_key_notes(puzzles, tongue=tongue)]
    if cards:
        told.append(tongue.say("The numbers of blocks are on the eight cards on page {cards}."))
    return (paragraph(" ".join(told)),) if told else ()


# -- worked examples --------------------------------------------------------------------------


def worked(puzzle: Puzzle, findings: Findings, tongue: Tongue = ENGLISH) -> Sequence[Figure]:
    """The closure, what it leaves, and the game played on, one board a closure."""
    return tuple(_worked(puzzle, findings, tongue))[:MOST_STEPS]


def _worked(puzzle: Puzzle, findings: Findings, tongue: Tongue) -> Iterator[Figure]:
    position: Position = puzzle.position
    city = position.board
    answer = city.grid.point(findings.answers[0].strings[0]) or 0
    yield Figure(
        position_drawing(position, tongue=tongue),
        paragraph(tongue.say("The puzzle. It is your turn.")),
    )
    falls = position.falls(answer)
    yield Figure(
        position_drawing(position, Marks(ring=1 << answer, crossed=falls), tongue=tongue),
        paragraph(_you_close(city, answer, falls, tongue)),
    )
    position = position.play(answer)
    blocks = tuple(mask for mask, _, _ in position.blocks if mask.bit_count() > 2)
    if blocks:
        left = tongue.count(
            "{number} block is left (shaded).",
            "{number} blocks are left (shaded).",
            len(blocks),
            number=len(blocks),
        )
    else:
        left = tongue.say("One path is left.")
    yield Figure(position_drawing(position, Marks(shade=blocks), tongue=tongue), paragraph(left))
    exact = oracle(city)
    while safe := list(bits(position.safe)):
        theirs = max(safe, key=lambda c: (position.falls(c).bit_count(), -c))
        falls = position.falls(theirs)
        position = position.play(theirs)
        told = tongue.say(
            "Your opponent closes {closure}: {falling}.",
            closure=city.name(theirs),
            falling=_falling(city, falls, tongue),
        )
        yield Figure(
            position_drawing(position, Marks(numbers=((theirs, 1),)), tongue=tongue),
            paragraph(told),
        )
        budget = Budget(work=_WORK)
        ours = next(c for c in bits(position.safe) if exact.is_lost(position.after(c), budget))
        falls = position.falls(ours)
        position = position.play(ours)
        told = _you_close(city, ours, falls, tongue)
        if not position.safe:
            won = tongue.say("No safe closure is left: **you win.**")
            told = f"{told} {won}"
        yield Figure(
            position_drawing(position, Marks(numbers=((ours, 2),)), tongue=tongue), paragraph(told)
        )


def _you_close(city: Board, closure: int, falls: int, tongue: Tongue) -> str:
    return tongue.say(
        "You close {closure}: {falling}.",
        closure=city.name(closure),
        falling=_falling(city, falls, tongue),
    )
