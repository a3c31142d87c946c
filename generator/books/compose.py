"""The whole book: every page with everything on it, and where everything stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from crossfall.generator import layout
from crossfall.generator.books import front, measure
from crossfall.generator.books.flow import BookPage, Flow, Reference, Setting
from crossfall.generator.books.items import Made
from crossfall.generator.books.model import BookSpec, Chapter, Section
from crossfall.generator.books.teaching import Figures, Teaching, Technique, Told, teaching
from crossfall.generator.design import Box
from crossfall.generator.furniture import furniture
from crossfall.generator.hint_strips import listed_numbers, shared_hints
from crossfall.generator.layout import Placed
from crossfall.generator.sheets import SheetItem
from crossfall.generator.tongues import Tongue
from crossfall.generator.words import Paragraph, Run, paragraph, words
from crossfall.solver.errors import InputError
from crossfall.solver.position import Puzzle, game

NUMBERS = "R3"  # the technique with which block numbers are taught
LEAST_STEP, LEAST_AMONG_SEVERAL = 7.0, 5.0  # a street that is comfortable to draw on, in mm
LARGE_EXAMPLE, SMALL_EXAMPLE = 10.5, 8.4  # a street in a worked example, by its boards
SHRINKS = (1.0, 0.93, 0.86, 0.8, 0.74)  # tried where a few lines would spill onto a page more
REFERENCE_ROOM, SECOND_LINE = 4.6, 3.0  # under each puzzle, in mm
NEIGHBOURS = 12  # puzzles among which a reader finds a number fast, though not in its place


@dataclass(frozen=True)
class Entry:
    """A line of the contents."""

    level: int
    title: str
    anchor: str


@dataclass
class Book:
    """A book laid out.

    where: the page of every anchor, from 1. taught: for each technique the page that teaches it.
    """

    spec: BookSpec
    setting: Setting
    pages: list[BookPage]
    where: dict[str, int]
    entries: list[Entry]
    puzzles: int = 0
    taught: dict[tuple[str, str], int] = field(default_factory=dict)


def compose(spec: BookSpec, sections: Sequence[Sequence[Made]]) -> Book:
    """Lay out a book; `sections` holds the puzzles of each section, in the order of the spec.

    Raises InputError where a puzzle does not fit on a page.
    """
    if not any(sections):
        raise InputError(f"{spec.source}: no puzzle was found; there is nothing to print")
    pages, contents = 2, 1
    for _ in range(5):
        book = _Binder(spec, sections, pages, contents).bind()
        entries = book.entries
        needed = len(front.contents_pages(book.setting, entries))
        same_margin = spec.margins.inside_at(len(book.pages)) == spec.margins.inside_at(pages)
        if needed == contents and (same_margin or len(book.pages) < pages):
            break
        pages, contents = max(pages, len(book.pages)), needed
    return book


class _Binder:
    """Binds one book, for a margin and a length of the contents taken for granted."""

    def __init__(
        self, spec: BookSpec, sections: Sequence[Sequence[Made]], pages: int, contents: int
    ) -> None:
        self.spec = spec
        self.setting = Setting(spec.geometry(pages), spec.theme, spec.language)
        self.tongue = spec.tongue
        self.sections = sections
        self.contents = contents
        self.pages: list[BookPage] = []
        self.entries: list[Entry] = []
        self.ruled: set[str] = set()  # games whose rules are told
        self.taught: dict[tuple[str, str], int] = {}
        self.answers: list[tuple[str, list[tuple[SheetItem, Made, bool]]]] = []
        self.number = 0

    def bind(self) -> Book:
        spec, setting = self.spec, self.setting
        games = self._games()
        self._add(front.title_page(spec, setting, self._title_board()))
        self._add(front.copyright_page(spec, setting, games))
        self.pages += [BookPage(head=self.tongue.say("Contents"))] * self.contents
        self._begin(self.tongue.say("How to use this book"), "use")
        self._add(front.use_pages(spec, setting, games))
        waiting = iter(self.sections)
        for number, chapter in enumerate(spec.chapters, start=1):
            self._chapter(number, chapter, [next(waiting) for _ in chapter.sections])
        self._hints()
        self._answers()
        self._begin(self.tongue.say("About the designers"), "designers")
        self._add(front.designer_pages(spec, setting, games))
        if len(self.pages) % 2:
            self.pages.append(BookPage(folio=False))
        listed = front.contents_pages(setting, self.entries)
        self.pages[2 : 2 + self.contents] = listed[: self.contents]
        where = {
            anchor: number
            for number, page in enumerate(self.pages, start=1)
            for anchor in page.anchors
        }
        return Book(spec, setting, self.pages, where, self.entries, self.number, self.taught)

    # -- pages

    def _add(self, pages: Iterable[BookPage]) -> None:
        self.pages += pages

    def _recto(self) -> None:
        """Go on with a right-hand page."""
        if len(self.pages) % 2:
            self.pages.append(BookPage(folio=False))

    def _begin(self, title: str, anchor: str, level: int = 1) -> None:
        if level == 1 and anchor != "use":
            self._recto()
        self.entries.append(Entry(level, title, anchor))

    def _games(self) -> list[str]:
        """The games of the book, in the order of their puzzles."""
        return list(dict.fromkeys(made.game for section in self.sections for made in section))

    def _title_board(self) -> Made:
        return next(made for section in self.sections for made in section)

    # -- chapters

    def _chapter(self, number: int, chapter: Chapter, found: list[Sequence[Made]]) -> None:
        title = chapter.title
        anchor = f"chapter-{number}"
        self._begin(title, anchor)
        games = list(dict.fromkeys(made.game for section in found for made in section))
        new = [name for name in games if name not in self.ruled]
        self.ruled.update(new)
        puzzles = [made.puzzle for section in found for made in section]

        def opened(shrink: float) -> Flow:
            flow = Flow(self.setting, title, shrink=shrink)
            flow.anchor(anchor, title)
            flow.full(paragraph(self.tongue.say("Chapter {number}", number=number)), "kicker")
            flow.full(_plain(title), "h1")
            if chapter.intro:
                flow.text(_plain(chapter.intro), "lead")
            for name in new:
                if len(games) > 1 or game(name).title != title:
                    flow.heading(game(name).title)
                flow.text(
                    paragraph(
                        self.tongue.say("*A game by {designer}.*", designer=game(name).designer)
                    )
                )
                flow.told(
                    _rules(name, [puzzle for puzzle in puzzles if puzzle.game == name], self.tongue)
                )
            return flow

        heading: Callable[[float], Flow] | None = opened
        if new or chapter.intro:
            self._add(_tightest(lambda shrink: opened(shrink).finish()))
            heading = None
        for place, (section, made) in enumerate(zip(chapter.sections, found, strict=True)):
            if made:
                self._section(f"{anchor}-{place}", chapter, section, made, heading)
                heading = None

    def _section(
        self,
        anchor: str,
        chapter: Chapter,
        section: Section,
        found: Sequence[Made],
        heading: Callable[[float], Flow] | None,
    ) -> None:
        """The technique pages that its puzzles need, then its puzzles. heading: begins the chapter's
        first page, of whichever kind, its figures shrunk so far."""
        for name, taught, technique in list(self._needed(section, found)):
            self._technique_pages(name, chapter, taught, technique, heading)
            heading = None
        numbers = self.numbers_taught
        items = []
        for made in found:
            self.number += 1
            items.append((replace(made.item(numbers), number=self.number), made, numbers))
        self.answers.append((_titled(chapter, section), items))
        if section.title != chapter.title and section.title != self.entries[-1].title:
            self.entries.append(Entry(2, section.title, anchor))  # not twice what it teaches
        self._add(self._puzzle_pages(anchor, chapter, section, [i for i, _, _ in items], heading))

    def _needed(
        self, section: Section, found: Sequence[Made]
    ) -> Iterator[tuple[str, Teaching, Technique]]:
        """The techniques that are not taught yet and needed now, and those before them."""
        for name in dict.fromkeys(made.game for made in found):
            taught = teaching(name)
            if taught is None:
                continue
            needed = {made.technique for made in found if made.game == name} | {section.teaches}
            every = list(taught.TECHNIQUES)
            last = max((i for i, t in enumerate(every) if needed & set(t.codes)), default=-1)
            for technique in every[: last + 1]:
                if (name, technique.codes[0]) not in self.taught:
                    yield name, taught, technique

    def _technique_pages(
        self,
        name: str,
        chapter: Chapter,
        taught: Teaching,
        technique: Technique,
        heading: Callable[[float], Flow] | None,
    ) -> None:
        from crossfall.generator.books.items import worked_example

        anchor = f"technique-{name}-{technique.codes[-1]}"
        title = self.tongue.say(technique.title)
        self.entries.append(Entry(2, title, anchor))
        shows_cards = technique.codes[-1] == NUMBERS
        example = worked_example(
            name, technique.codes[0], self.numbers_taught or shows_cards, self.spec.language
        )
        step = LARGE_EXAMPLE if len(example.figures) <= 4 else SMALL_EXAMPLE

        def made(shrink: float) -> list[BookPage]:
            flow = heading(shrink) if heading else Flow(self.setting, chapter.title, shrink=shrink)
            flow.anchor(anchor, title, 2)
            if shows_cards:
                flow.anchor("cards")
            flow.full(paragraph(self.tongue.say("Technique")), "kicker")
            flow.full(paragraph(title), "h2" if heading else "h1")
            flow.told(tuple(paragraph(self.tongue.say(told)) for told in technique.told))
            if technique.more is not None:
                flow.told(technique.more(self.tongue))
            flow.heading(self.tongue.say("A worked example"))
            shown = Figures(example.figures, step=step)
            flow.told((paragraph(f"*{example.question}*"), shown))
            flow.told(example.told)
            return flow.finish()

        for code in technique.codes:
            self.taught[name, code] = len(self.pages) + 1
        self._add(_tightest(made))

    @property
    def numbers_taught(self) -> bool:
        return any(code == NUMBERS for _, code in self.taught)

    # -- puzzles

    def _puzzle_pages(
        self,
        anchor: str,
        chapter: Chapter,
        section: Section,
        items: list[SheetItem],
        heading: Callable[[float], Flow] | None,
    ) -> Iterator[BookPage]:
        setting = self.setting
        opening = heading(1.0) if heading else None
        head = opening or Flow(setting, chapter.title)
        if section.title != chapter.title:
            head.anchor(anchor, section.title, 2)
            head.full(paragraph(section.title), "h1" if opening is None else "h2")
        elif opening is None:
            head.anchor(anchor)
        if section.intro:
            head.full(paragraph(section.intro), "lead")
        top, begun = head.opening()
        blocks, anchors, entries = begun.blocks, begun.anchors, begun.entries
        area = setting.area
        first_room = self._room(area.below(top + (1.0 if blocks else 0.0)))
        room = self._room(area)
        count = self._per_page(items, section.per_page, first_room)
        start = 0
        while start < len(items):
            where = first_room if start == 0 else room
            left = len(items) - start
            each = min(count, left)
            batch = items[start : start + each]
            placed = self._placed(batch, each, where)
            while placed is None and each > 1:
                each -= 1
                batch = items[start : start + each]
                placed = self._placed(batch, each, where)
            if placed is None:
                raise InputError(
                    f"{self.spec.source}: puzzle {batch[0].number} does not fit on a page; "
                    "expected a larger trim"
                )
            puzzles = tuple(zip(batch, placed, strict=True))
            references = tuple(
                reference
                for item, p in puzzles
                for reference in self._references(item, p.cell, _row_end(p, placed))
            )
            drawn = furniture(area, setting.type, (), puzzles)
            names = tuple(f"puzzle-{item.number}" for item in batch)
            yield BookPage(
                (*blocks, *references),
                chapter.title,
                (*anchors, *names),
                entries,
                puzzles,
                drawn,
            )
            blocks, anchors, entries = (), (), ()
            start += each

    def _placed(self, batch: list[SheetItem], each: int, where: Box) -> list[Placed] | None:
        """The puzzles of a page in `each` cells, with room under each for its references; None
        where they do not fit."""
        usual = self.setting.type
        for more in (0.0, SECOND_LINE):
            type_ = replace(usual, gutter=usual.gutter + more)
            room = Box(where.x, where.y, where.width, where.height - more)
            grid = layout.best_grid(batch, each, room, type_)
            if grid is None:
                return None
            boxes = layout.cells(room, grid, type_)[: len(batch)]
            if more or self._worded(boxes[0].width)[-1]:
                return layout.place(batch, boxes, grid, type_)
        return None

    def _worded(self, width: float) -> tuple[str, str, bool]:
        """How a puzzle tells the pages of its first hint and its answer, in full or, in a narrow
        cell, in short, and whether both go in one line."""
        say, style = self.tongue.say, self.setting.style("back")
        ways = (
            (say("Hint on page {page}"), say("Answer on page {page}")),
            (say("Hint: p. {page}"), say("Answer: p. {page}")),
        )
        for hint, answer in ways:
            # As wide as with pages of three digits, and an m between the two.
            line = f"{hint} m {answer}".replace("{page}", "000")
            if len(measure.lines(_plain(line), style, width)) == 1:
                return hint, answer, True
        return *ways[-1], False

    def _references(self, item: SheetItem, cell: Box, low: float) -> Iterator[Reference]:
        """Under a puzzle that reaches down to `low`: where its first hint stands, and its answer."""
        line = Box(cell.x, min(cell.y + cell.height, low + 4.0) + 0.6, cell.width, 3.6)
        hint, answer, in_one = self._worded(cell.width)
        aligned = "reference" if in_one else "back"
        if self.spec.hints and item.hints:
            yield Reference(line, hint, f"hint-{item.number}", self.setting.style("back"))
            if not in_one:
                line = replace(line, y=line.y + SECOND_LINE)
        yield Reference(line, answer, f"answer-{item.number}", self.setting.style(aligned))

    def _room(self, area: Box) -> Box:
        return Box(area.x, area.y, area.width, area.height - REFERENCE_ROOM)

    def _per_page(self, items: list[SheetItem], wanted: int | None, room: Box) -> int:
        """As many as leave the boards large enough to draw on."""
        type_ = self.setting.type
        if wanted:
            if layout.best_grid(items, wanted, self._room(self.setting.area), type_) is None:
                raise InputError(
                    f"{self.spec.source}: {wanted} puzzles do not fit on a page; expected fewer"
                )
            return wanted
        for count in (6, 4, 3, 2):
            grid = layout.best_grid(items, count, room, type_)
            if grid is None:
                continue
            cell = layout.cells(room, grid, type_)[0]
            placed = layout.place(items, [cell] * len(items), grid, type_) or []
            least = {True: LEAST_STEP, False: LEAST_AMONG_SEVERAL}
            if placed and all(p.step >= least[len(p.boards) == 1] for p in placed if p.boards):
                return count
        return 1

    # -- hints

    def _hints(self) -> None:
        """First hints to all puzzles, then second ones, then third: nobody who reads one sees the
        next. Neighbours that share a hint share the line."""
        sections = [[item for item, _, _ in titled] for _, titled in self.answers]
        items = [item for section in sections for item in section]
        neighbours = [
            section[start : start + NEIGHBOURS]
            for section in sections
            for start in range(0, len(section), NEIGHBOURS)
        ]
        if not self.spec.hints or not any(item.hints for item in items):
            return
        self._begin(self.tongue.say("Hints"), "hints")
        flow = Flow(
            self.setting, self.tongue.say("Hints"), columns=2 if self.setting.is_small else 3
        )
        flow.anchor("hints", self.tongue.say("Hints"))
        flow.full(paragraph(self.tongue.say("Hints")), "h1")
        flow.full(
            paragraph(
                self.tongue.say(
                    "First hints say where to look, second and third ones say more. None gives the whole "
                    "answer away."
                )
            ),
            "lead",
        )
        for step, title in enumerate(
            (
                self.tongue.say("First hints"),
                self.tongue.say("Second hints"),
                self.tongue.say("Third hints"),
            )
        ):
            if any(len(item.hints) > step for item in items):
                flow.heading(title, "h3")
            for near in neighbours:
                for numbers, hint in shared_hints(near, step):
                    runs = (Run(f"{listed_numbers(numbers)} ", "bold"), *hint.runs)
                    marks = [f"hint-{number}" for number in numbers] if not step else []
                    flow.text(Paragraph(runs), "hint", marks=marks)
        self._add(flow.finish())

    # -- answers

    def _answers(self) -> None:
        self._begin(self.tongue.say("Answers"), "answers")
        columns = 1 if self.setting.is_small else 2
        flow = Flow(self.setting, self.tongue.say("Answers"), columns)
        flow.anchor("answers", self.tongue.say("Answers"))
        flow.full(paragraph(self.tongue.say("Answers")), "h1")
        for told in self._key_notes():
            flow.full(told, "fine")
        for title, items in self.answers:
            flow.heading(title, "h3")
            for item, made, numbers in items:
                flow.answer(item, made.key(numbers, self.tongue))
        self._add(flow.finish())

    def _key_notes(self) -> Iterator[Paragraph]:
        for name in self._games():
            taught = teaching(name)
            made = [m for section in self.sections for m in section if m.game == name]
            if taught is not None:
                yield from taught.key_notes(
                    [m.puzzle for m in made], self.numbers_taught, self.tongue
                )


def _row_end(one: Placed, placed: Sequence[Placed]) -> float:
    """How far down the puzzles reach that stand in one row with a puzzle."""
    return max(other.lowest for other in placed if abs(other.cell.y - one.cell.y) < 0.1)


def _titled(chapter: Chapter, section: Section) -> str:
    if section.title == chapter.title:
        return chapter.title
    return f"{chapter.title} · {section.title}"


def _plain(text: str) -> Paragraph:
    """A user's text: no marks in it."""
    return Paragraph((Run(text),))


def _rules(name: str, puzzles: Sequence[Puzzle], tongue: Tongue) -> Sequence[Told]:
    """The rules of a game; as worksheets tell them for one that has no teaching."""
    taught = teaching(name)
    if taught is None:
        return words(name, tongue).rules(puzzles).paragraphs
    return taught.rules(puzzles, tongue)


def _tightest(made: Callable[[float], list[BookPage]]) -> list[BookPage]:
    """The pages with the largest figures of those that are fewest."""
    tries = [made(shrink) for shrink in SHRINKS]
    return min(tries, key=len)


def resolved(text: str, where: Mapping[str, int]) -> str:
    """A text of ours with the pages of the anchors named in it.

    >>> resolved("The cards are on page {cards}.", {"cards": 31})
    'The cards are on page 31.'
    """
    if "{" not in text:
        return text
    for name in ("cards",):
        text = text.replace("{" + name + "}", str(where.get(name, "")))
    return text
