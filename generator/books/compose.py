"""The whole book: every page with everything on it, and where everything stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from crossfall.generator.books import front
from crossfall.generator.books.blocks import BookPage, Entry
from crossfall.generator.books.flow import Flow
from crossfall.generator.books.items import Made
from crossfall.generator.books.model import BookSpec, Chapter, Section
from crossfall.generator.books.puzzle_pages import PuzzlePages
from crossfall.generator.books.setting import Setting
from crossfall.generator.books.teaching import Figures, Teaching, Technique, Told, teaching
from crossfall.generator.hint_strips import listed_numbers, shared_hints
from crossfall.generator.sheets import SheetItem
from crossfall.generator.tongues import Tongue
from crossfall.generator.words import Paragraph, Run, paragraph, plain, words
from crossfall.solver.errors import InputError
from crossfall.solver.position import Puzzle, game

NUMBERS = "R3"  # the technique with which block numbers are taught
LARGE_EXAMPLE, SMALL_EXAMPLE = 10.5, 8.4  # a street in a worked example, by its boards
SHRINKS = (1.0, 0.93, 0.86, 0.8, 0.74)  # tried where a few lines would spill onto a page more
NEIGHBOURS = 12  # puzzles among which a reader finds a number fast, though not in its place


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
        self._recto()
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
        """Go on, or end, with an even number of pages: the next is a right-hand one."""
        if len(self.pages) % 2:
            self.pages.append(BookPage(folio=False))

    def _begin(self, title: str, anchor: str) -> None:
        if anchor != "use":
            self._recto()
        self.entries.append(Entry(1, title, anchor))

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
            flow.full(plain(title), "h1")
            if chapter.intro:
                flow.text(plain(chapter.intro), "lead")
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
        opening = heading(1.0) if heading else None
        head = self._section_head(anchor, chapter, section, opening)
        pages = PuzzlePages(self.spec, self.setting)
        self._add(pages.pages(head, [item for item, _, _ in items], section.per_page))

    def _section_head(
        self, anchor: str, chapter: Chapter, section: Section, opening: Flow | None
    ) -> Flow:
        """What stands above a section's puzzles, under the chapter's title where that is `opening`."""
        head = opening or Flow(self.setting, chapter.title)
        if section.title != chapter.title:
            head.anchor(anchor, section.title, 2)
            head.full(paragraph(section.title), "h1" if opening is None else "h2")
        elif opening is None:
            head.anchor(anchor)
        if section.intro:
            head.full(paragraph(section.intro), "lead")
        return head

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
        columns = 2 if self.setting.is_small else 3
        flow = Flow.part(self.setting, self.tongue.say("Hints"), "hints", columns)
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
        flow = Flow.part(self.setting, self.tongue.say("Answers"), "answers", columns)
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


def _titled(chapter: Chapter, section: Section) -> str:
    if section.title == chapter.title:
        return chapter.title
    return f"{chapter.title} · {section.title}"


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
