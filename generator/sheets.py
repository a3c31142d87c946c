"""Worksheets and their answer keys: from puzzles to the bytes of a PDF.

What is printed is a `Sheet`, plain data that knows no game; `pages` places it, `templates/` says
how it looks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from crossfall.generator.boards import boards, start_drawings
from crossfall.generator.drawing import Drawing, environment
from crossfall.generator.painter import Picture
from crossfall.generator.tongues import ENGLISH, Tongue, tongue_of
from crossfall.generator.words import (
    AnswerSpace,
    Blank,
    Key,
    Paragraph,
    RulesBox,
    line_of_play,
    paragraph,
    rules_label,
    words,
)
from crossfall.solver.position import Findings, Puzzle, game

if TYPE_CHECKING:
    from crossfall.generator.pages import Plan

LONGEST_TITLE = 240


@dataclass(frozen=True)
class SheetItem:
    """One puzzle on a sheet.

    stars: how hard it is, 0 for unsaid. boards: what the pupil sees; key_boards: the same with the
    answer. key is None where there is nothing to answer (blank boards). hints: from the least to
    the most telling.
    """

    number: int
    question: str
    space: AnswerSpace
    boards: tuple[Drawing, ...]
    key: Key | None = None
    key_boards: tuple[Drawing, ...] = ()
    stars: int = 0
    title: str = ""
    hints: tuple[Paragraph, ...] = ()

    @property
    def heading(self) -> str:
        """Everything printed beside the number."""
        return f"{self.title}. {self.question}" if self.title else self.question


@dataclass(frozen=True)
class Ask:
    """A question at the foot of a page, with ruled lines to write on."""

    question: str
    lines: int = 3


@dataclass(frozen=True)
class Form:
    """A ruled table to fill in, at the foot of a page.

    heads: over its columns. shares: how wide these are to each other. rows: what is printed in
    the first column of each line (nothing, where the line is all to be filled in).
    """

    heads: tuple[str, ...]
    shares: tuple[float, ...]
    rows: tuple[str, ...]


@dataclass(frozen=True)
class Sheet:
    """A worksheet: its title, the rules of its games, what is said once, its puzzles.

    key_notes: what the key page says once. fields: the lines to write on under the title, the
    first twice as long as the others.
    closing: what stands at the foot of the first page. frames: a line to cut along around each
    puzzle. code: what to type to have the same sheet again.
    """

    title: str
    items: tuple[SheetItem, ...]
    rules: tuple[RulesBox, ...] = ()
    notes: tuple[Paragraph, ...] = ()
    key_notes: tuple[Paragraph, ...] = ()
    fields: tuple[str, ...] = ("Name", "Class", "Date")
    closing: tuple[Ask | Form, ...] = ()
    frames: bool = False
    code: str = ""


@dataclass(frozen=True)
class SheetOptions:
    """How a sheet is printed.

    per_page: puzzles on a page, None for as many as are comfortable. key: after the puzzles, not
    at all, or alone; key_as: boards with the answer drawn and told, or the bare answers. hints: upside down at the foot of their page, or with the key.
    look: one of `drawing.LOOKS`. language: the code of the sheet's language.
    """

    paper: Literal["a4", "letter"] = "a4"
    per_page: int | None = None
    large_print: bool = False
    look: str = "classroom"
    key: Literal["after", "none", "only"] = "after"
    key_as: Literal["boards", "text"] = "boards"
    hints: Literal["none", "upside-down", "key"] = "none"
    language: str = "en"

    @property
    def tongue(self) -> Tongue:
        """The language in which the page itself speaks (`Answers`)."""
        return tongue_of(self.language)


DEFAULT_OPTIONS = SheetOptions()


def sheet_item(
    number: int,
    puzzle: Puzzle,
    findings: Findings,
    numbers: bool = True,
    play: bool = False,
    tongue: Tongue = ENGLISH,
    hinted: bool = False,
    among: Sequence[Puzzle] = (),
) -> SheetItem:
    """The sheet's view of a verified puzzle.

    numbers: whether its key may speak of block numbers. play: whether the key also says how the
    position came about. tongue: the language of all its words. hinted: with hints. among: the
    puzzles of the same game on the sheet, for a word on the rules where these differ.
    """
    told, drawn = words(puzzle.game, tongue), boards(puzzle.game, tongue)
    key = told.key(puzzle, findings, numbers)
    line = line_of_play(puzzle, tongue) if play else None
    if line is not None:
        key = replace(key, paragraphs=(*key.paragraphs, line))
    return SheetItem(
        number=number,
        question=_labelled(
            told.question(puzzle, findings), rules_label(puzzle, among, tongue) if among else ""
        ),
        space=told.answer_space(puzzle, findings),
        boards=drawn.draw(puzzle),
        key=key,
        key_boards=(
            *drawn.draw_key(puzzle, findings),
            *(start_drawings(puzzle, tongue) if play else ()),
        ),
        stars=puzzle.record.integer("difficulty", 1, 5) or 0,
        title=clean(puzzle.title),
        hints=_hints(puzzle, findings, numbers, tongue) if hinted else (),
    )


def _hints(
    puzzle: Puzzle, findings: Findings, numbers: bool, tongue: Tongue
) -> tuple[Paragraph, ...]:
    from crossfall.generator.words.hints import hints

    return tuple(map(paragraph, hints(puzzle, findings, numbers, tongue)))


def _labelled(question: str, label: str) -> str:
    """A question followed by a label, unless it has it already."""
    return question if not label or label in question else f"{question} {label}"


def puzzle_sheet(
    puzzles: Sequence[tuple[Puzzle, Findings]],
    title: str = "",
    with_rules: bool = True,
    numbers: bool = True,
    play: bool = False,
    tongue: Tongue = ENGLISH,
    hinted: bool = False,
) -> Sheet:
    """The worksheet of verified puzzles, in their order, numbered from 1.

    title: the games' names if empty. numbers, play, hinted: as for `sheet_item`.
    tongue: the language of everything on it; build the sheet with `SheetOptions.language` alike.
    """
    by_game: dict[str, list[Puzzle]] = {}
    for puzzle, _ in puzzles:
        by_game.setdefault(puzzle.game, []).append(puzzle)
    told = {name: words(name, tongue) for name in by_game}
    items = tuple(
        sheet_item(number, puzzle, findings, numbers, play, tongue, hinted, by_game[puzzle.game])
        for number, (puzzle, findings) in enumerate(puzzles, start=1)
    )
    keys: dict[str, list[Key]] = {}
    for (puzzle, _), item in zip(puzzles, items, strict=True):
        if item.key is not None:
            keys.setdefault(puzzle.game, []).append(item.key)
    return Sheet(
        title=title or " · ".join(game(name).title for name in by_game),
        items=items,
        rules=tuple(told[name].rules(of) for name, of in by_game.items()) if with_rules else (),
        notes=tuple(note for name, of in by_game.items() for note in told[name].notes(of)),
        key_notes=tuple(
            note
            for name, of in by_game.items()
            for note in told[name].key_notes(of, keys.get(name, ()))
        ),
        fields=name_fields(tongue),
    )


def name_fields(tongue: Tongue = ENGLISH) -> tuple[str, ...]:
    """The lines to write on under a worksheet's title.

    >>> name_fields()
    ('Name', 'Class', 'Date')
    """
    return tongue.say("Name"), tongue.say("Class"), tongue.say("Date")


def pair_fields(tongue: Tongue = ENGLISH) -> tuple[str, ...]:
    """The same for two pupils who share a page."""
    return tongue.say("Names"), *name_fields(tongue)[1:]


def blank_sheet(puzzle: Puzzle, title: str, count: int, tongue: Tongue = ENGLISH) -> Sheet:
    """A page of `count` empty boards (the puzzle's position) to play on."""
    drawings = boards(puzzle.game, tongue).draw(puzzle)
    blanks = (
        Blank(tongue.label("player", "First")),
        Blank(tongue.label("player", "Second")),
        Blank(tongue.say("Winner")),
    )
    space = AnswerSpace(blanks)
    items = tuple(SheetItem(i, "", space, drawings) for i in range(1, count + 1))
    return Sheet(title or game(puzzle.game).title, items, fields=())


def clean(text: str, longest: int = LONGEST_TITLE) -> str:
    """A user's text as it can be printed: one line, no control characters, not too long.

    >>> clean("Market\\n day\\x07")
    'Market day'
    """
    printable = "".join(c if c.isprintable() else " " for c in text)
    line = " ".join(printable.split())
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"


def build_sheet(
    sheet: Sheet, options: SheetOptions = DEFAULT_OPTIONS, attachment: str | None = None
) -> bytes:
    """The PDF of a sheet; the same bytes for the same sheet and options.

    attachment: a puzzle file to put into it (`attachments.attached`).
    Raises InputError if the puzzles do not fit on the page as the options want them.
    """
    from crossfall.generator.pdf import to_pdf

    return to_pdf(*sheet_html(sheet, options), attachment)


def sheet_html(
    sheet: Sheet, options: SheetOptions = DEFAULT_OPTIONS
) -> tuple[str, dict[str, Picture]]:
    """The page description that `build_sheet` prints, and its pictures by address."""
    return sheets_html([sheet], options)


def build_class(
    sheets: Sequence[Sheet], options: SheetOptions = DEFAULT_OPTIONS, attachment: str | None = None
) -> bytes:
    """The PDF of several sheets with one joint key in the order of their codes."""
    from crossfall.generator.pdf import to_pdf

    return to_pdf(*sheets_html(sheets, options), attachment)


def sheets_html(sheets: Sequence[Sheet], options: SheetOptions) -> tuple[str, dict[str, Picture]]:
    """The page description of sheets with one key, and its pictures by address."""
    from crossfall.generator.pages import plan

    return _html([plan(sheet, options) for sheet in sheets], options)


def plans_pdf(plans: Sequence[Plan], options: SheetOptions) -> bytes:
    """The PDF of sheets that are placed already."""
    from crossfall.generator.pdf import to_pdf

    return to_pdf(*_html(plans, options))


def _html(plans: Sequence[Plan], options: SheetOptions) -> tuple[str, dict[str, Picture]]:
    from crossfall.generator import fonts

    album = Album(options.look)
    html = (
        environment()
        .get_template("sheet.html.j2")
        .render(
            plan=plans[0],
            plans=plans,
            answers=sorted(plans, key=lambda plan: plan.sheet.code),
            key_notes=tuple(
                dict.fromkeys(note for placed in plans for note in placed.sheet.key_notes)
            ),
            picture=album.picture,
            faces=fonts.FACES,
            _=options.tongue.say,
        )
    )
    return html, album.images


class Album:
    """The pictures of one document; `images` are all of them by address."""

    def __init__(self, look: str) -> None:
        self._look = look
        self._addresses: dict[tuple[int, float], str] = {}
        self._kept: list[Drawing] = []  # so that no other drawing gets a kept one's id
        self.images: dict[str, Picture] = {}

    def picture(self, drawing: Drawing, width: float) -> str:
        """The address of a drawing as a picture of that width; one that recurs is drawn once."""
        known = (id(drawing), width)
        if known not in self._addresses:
            address = f"crossfall:/{len(self.images)}.svg"
            self._addresses[known] = address
            self._kept.append(drawing)
            self.images[address] = Picture(drawing, self._look, width)
        return self._addresses[known]
