"""The pages that lesson packs have in common: to play, to solve, to read, to cut out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from crossfall.generator.drawing import Drawing
from crossfall.generator.lessons import LessonPage, Notes
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
from crossfall.generator.shelf import Chosen
from crossfall.generator.tongues import Tongue
from crossfall.generator.words import ON_BOARD, Example, Paragraph, RulesBox, paragraph, words
from crossfall.solver.records import Record
from crossfall.solver.verify import read_puzzle


def box(title: str, *told: str, examples: tuple[Example, ...] = ()) -> RulesBox:
    """What a page teaches, in a box over its puzzles. told: a paragraph each, with marks.

    >>> box("Rings", "A **ring** allows one closure.").paragraphs[0].text
    'A ring allows one closure.'
    """
    return RulesBox(title, "", tuple(map(paragraph, told)), examples)


def items(chosen: Chosen, tongue: Tongue, numbers: bool = False) -> tuple[SheetItem, ...]:
    """The puzzles of a page, numbered from 1; `numbers` as for `sheet_item`."""
    return tuple(
        sheet_item(number, puzzle, findings, numbers, tongue=tongue)
        for number, (puzzle, findings) in enumerate(chosen, start=1)
    )


def key_notes_of(
    game_name: str, given: Chosen, pages: Iterable[LessonPage], tongue: Tongue
) -> tuple[Paragraph, ...]:
    """What the key of a pack says once: the signs that the keys of its puzzles use."""
    keys = [item.key for page in pages for item in page.sheet.items if item.key]
    return words(game_name, tongue).key_notes([puzzle for puzzle, _ in given], keys)


def rising(chosen: Chosen) -> Chosen:
    """The puzzles of a page from the easiest to the hardest, those alike in their order."""
    return sorted(chosen, key=lambda pair: pair[0].record.integer("difficulty", 1, 5) or 0)


def puzzle_page(
    tongue: Tongue,
    title: str,
    puzzles: tuple[SheetItem, ...],
    *taught: RulesBox,
    ask: str = "",
    ask_lines: int = 2,
    answer: str = "",
    per_page: int = 4,
) -> LessonPage:
    """A page to solve. ask: a question at its foot, with `ask_lines` to write on; answer: what the
    key says about it, with marks."""
    sheet = Sheet(
        title,
        puzzles,
        taught,
        closing=(Ask(ask, ask_lines),) if ask else (),
        fields=name_fields(tongue),
    )
    return LessonPage(sheet, per_page, (paragraph(answer),) if answer else ())


def play_page(
    tongue: Tongue, boards: Sequence[Drawing], rules: RulesBox, told: str, games: Form
) -> LessonPage:
    """The first page of a pack: boards on which two play, and the rules.

    told: how to play on them, with marks. games: the tally at the foot.
    """
    sheet = Sheet(
        tongue.say("1 · Play in pairs"),
        tuple(SheetItem(number, "", ON_BOARD, (board,)) for number, board in enumerate(boards, 1)),
        (rules,),
        (paragraph(told),),
        fields=pair_fields(tongue),
        closing=(games,),
    )
    return LessonPage(sheet, len(boards))


def tally(tongue: Tongue, games: int, *columns: tuple[str, int]) -> Form:
    """A table for so many games. columns: what stands over each, and its share of the width."""
    heads, shares = zip((tongue.say("Game"), 1), *columns, strict=True)
    return Form(heads, shares, tuple(str(number) for number in range(1, games + 1)))


def blank_page(tongue: Tongue, title: str, count: int, **fields: object) -> LessonPage:
    """A page of `count` empty boards; `fields`: the record of one of them."""
    puzzle = read_puzzle(Record(fields))
    return LessonPage(blank_sheet(puzzle, title, count, tongue=tongue), count)


def cut_out_page(title: str, drawing: Drawing) -> LessonPage:
    """A page of pieces to cut out."""
    sheet = Sheet(title, (SheetItem(1, "", ON_BOARD, (drawing,)),), fields=())
    return LessonPage(sheet, 1)


def notes_in(tongue: Tongue, sections: Iterable[tuple[str, ...]]) -> tuple[Notes, ...]:
    """The teacher's notes. sections: a title and paragraphs each, marked messages in English."""
    return tuple(
        Notes(tongue.say(title), tuple(paragraph(tongue.say(text)) for text in told))
        for title, *told in sections
    )
