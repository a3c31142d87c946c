"""What stands before and after the chapters: title, copyright, contents, how to use it, designers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from crossfall.generator.books.blocks import BookPage, Entry
from crossfall.generator.books.flow import Flow
from crossfall.generator.books.model import BookSpec
from crossfall.generator.books.setting import Setting
from crossfall.generator.books.teaching import teaching
from crossfall.generator.tongues import Tongue
from crossfall.generator.words import Paragraph, paragraph, plain
from crossfall.solver.position import game

if TYPE_CHECKING:
    from crossfall.generator.books.items import Made


def title_page(spec: BookSpec, setting: Setting, first: Made) -> list[BookPage]:
    """Title, subtitle, the board of the first puzzle, author."""
    flow = Flow(setting, "")
    area = setting.area
    flow.anchor("title")
    flow.space(0.1 * area.height)
    flow.full(plain(spec.title), "title")
    if spec.subtitle:
        flow.full(plain(spec.subtitle), "subtitle")
    flow.space(0.06 * area.height)
    drawing = first.with_numbers.boards[0]
    # Without the blank copies beside it where a board has some.
    if not drawing.beside:
        flow.board(drawing, 0.62 * area.width, 22.0)
    if spec.author:
        style = setting.style("author")
        flow.down_to(area.height - 1.6 * style.line)
        flow.full(plain(spec.author), "author")
    return [replace(page, folio=False) for page in flow.finish()[:1]]


def copyright_page(spec: BookSpec, setting: Setting, games: Sequence[str]) -> list[BookPage]:
    """Who owns what."""
    tongue: Tongue = setting.tongue
    told: list[Paragraph] = []
    if spec.copyright:
        told.append(plain(spec.copyright))
    told.append(
        paragraph(
            tongue.say(
                "**Who owns these puzzles.** The positions and answers in this book were found and proven "
                "by the program crossfall. Those who wrote the program claim no rights in puzzles that it "
                "finds: whoever made this book with it may print, change and sell them. The texts that "
                "explain rules and techniques come with the program and may be used under its licence, "
                "the MIT licence."
            )
        )
    )
    named = [
        tongue.say("{game} is by {designer}", game=game(name).title, designer=game(name).designer)
        for name in games
    ]
    told.append(
        paragraph(
            tongue.say(
                "**Who owns the games.** The games belong to those who designed them: {games}. Their "
                "rules are told here in other words than theirs.",
                games=tongue.listed(named),
            )
        )
    )
    told.append(
        paragraph(
            tongue.say(
                "Every answer was found by complete search and proven a second time by a program that "
                "shares nothing with the first."
            )
        )
    )
    told += [plain(line) for line in spec.credit]
    told.append(
        paragraph(tongue.say("Set in Source Serif and Source Sans (SIL Open Font License)."))
    )
    if spec.isbn:
        told.append(plain(f"ISBN {spec.isbn}"))
    from crossfall.generator.books import measure

    style = setting.style("fine")
    width = setting.area.width
    high = sum(measure.height(part, style, width) + style.after for part in told)
    flow = Flow(setting, "")
    flow.anchor("copyright")
    flow.space(max(0.0, setting.area.height - high))
    for part in told:
        flow.full(part, "fine")
    return [replace(page, folio=False) for page in flow.finish()]


def contents_pages(setting: Setting, entries: Sequence[Entry]) -> list[BookPage]:
    """The contents."""
    tongue = setting.tongue
    flow = Flow.part(setting, tongue.say("Contents"), "contents")
    for entry in entries:
        flow.contents(entry.title, entry.anchor, entry.level)
    return flow.finish()


def use_pages(spec: BookSpec, setting: Setting, games: Sequence[str]) -> list[BookPage]:
    """How to use the book."""
    tongue = setting.tongue
    flow = Flow.part(setting, tongue.say("How to use this book"), "use")
    flow.text(
        paragraph(
            tongue.say(
                "You need a pencil, an eraser, and for the harder puzzles a sheet of paper. Nothing else: "
                "every puzzle can be solved by thinking, and none needs a guess."
            )
        )
    )
    if len(games) > 1:
        flow.text(
            paragraph(
                tongue.say(
                    "Each game has a chapter of its own. Read its rules first, they are told in pictures. "
                    "After that you may read the chapters in any order."
                )
            )
        )
    flow.heading(tongue.say("Stars"))
    flow.text(
        paragraph(
            tongue.say(
                "Stars beside a puzzle say how hard it is: one star for what is seen at a glance, four for "
                "what needs a table of replies, five for challenges. Where there are several kinds of "
                "questions, each kind has its own scale."
            )
        )
    )
    flow.heading(tongue.say("Techniques"))
    flow.text(
        paragraph(
            tongue.say(
                "Before the puzzles that need an idea stands a page that explains it, with an example "
                "worked step by step. **No puzzle needs an idea that comes later in the book.** Ideas that "
                "came before may be needed again at any time."
            )
        )
    )
    if spec.hints:
        flow.heading(tongue.say("Hints"))
        flow.text(
            paragraph(
                tongue.say(
                    "Stuck? Under most puzzles stands the page of a first hint. Second and third hints "
                    "follow in lists of their own, so that you never see more than you wanted to."
                )
            )
        )
    flow.heading(tongue.say("Answers"))
    flow.text(
        paragraph(
            tongue.say(
                "Under each puzzle stands the page of its answer, and beside each answer the page of its "
                "puzzle. An answer tells you more than the solution: why it is right, and why other "
                "tempting ideas fail. Read it also when you were right."
            )
        )
    )
    flow.text(
        paragraph(
            tongue.say(
                "Each puzzle has exactly one answer, in the sense of its question. Where two ways of "
                "writing it come to the same, the answer says so."
            )
        )
    )
    flow.heading(tongue.say("Play"))
    flow.text(
        paragraph(
            tongue.say(
                "All games are for two. Play any of the positions against a friend: you take the side that "
                "should win, and see whether you can."
            )
        )
    )
    return flow.finish()


def designer_pages(spec: BookSpec, setting: Setting, games: Sequence[str]) -> list[BookPage]:
    """About the designers."""
    tongue = setting.tongue
    flow = Flow.part(setting, tongue.say("About the designers"), "designers")
    for name in games:
        taught = teaching(name)
        if taught is None:
            flow.text(
                paragraph(
                    tongue.say(
                        "**{designer}** designed *{game}*.",
                        designer=game(name).designer,
                        game=game(name).title,
                    )
                )
            )
            continue
        for told in taught.DESIGNER:
            flow.text(paragraph(tongue.say(told)))
    return flow.finish()
