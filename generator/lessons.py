"""Lesson packs: pupil pages, materials to cut out, teacher's notes and the key, as one PDF."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from crossfall.generator.answers import KeyPart, joint_key_items
from crossfall.generator.sheets import DEFAULT_OPTIONS, Album, Sheet, SheetItem, SheetOptions
from crossfall.generator.words import Paragraph
from crossfall.solver.errors import CrossfallError


class LessonError(CrossfallError):
    """A puzzle of the pack turned out flawed, or the audit contradicts its key."""


@dataclass(frozen=True)
class LessonPage:
    """A page of the pack: a sheet and how many puzzles stand on it.

    answers: what the key says about the questions at the page's foot.
    """

    sheet: Sheet
    per_page: int = 6
    answers: tuple[Paragraph, ...] = ()


@dataclass(frozen=True)
class Notes:
    """One section of the teacher's notes."""

    title: str
    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True)
class Lesson:
    """A lesson pack. pages: for the pupils, in order; materials: to copy and cut out; key_notes:
    what the key says once."""

    title: str
    pages: tuple[LessonPage, ...]
    materials: tuple[LessonPage, ...]
    notes: tuple[Notes, ...]
    credit: str = ""
    key_notes: tuple[Paragraph, ...] = ()

    @property
    def items(self) -> Sequence[SheetItem]:
        """Every puzzle of the pack."""
        return [item for page in self.pages for item in page.sheet.items]


def build_lesson(lesson: Lesson, options: SheetOptions = DEFAULT_OPTIONS) -> bytes:
    """The PDF of a lesson pack; the same bytes for the same pack and options."""
    from crossfall.generator import fonts
    from crossfall.generator.drawing import environment
    from crossfall.generator.pages import plan
    from crossfall.generator.pdf import to_pdf

    album = Album(options.look)
    plans = []
    for page in (*lesson.pages, *lesson.materials):
        asked = replace(options, per_page=page.per_page, key="after")
        plans.append((page, plan(page.sheet, asked)))
    parts = [
        KeyPart(placed.sheet, placed.options, placed.type, placed.paper.area, page.answers)
        for page, placed in plans
    ]
    plans = [
        (page, replace(placed, key_items=items))
        for (page, placed), items in zip(plans, joint_key_items(parts), strict=True)
    ]
    html = (
        environment()
        .get_template("lesson.html.j2")
        .render(
            lesson=lesson,
            plans=plans,
            plan=plans[0][1],
            picture=album.picture,
            faces=fonts.FACES,
            _=options.tongue.say,
        )
    )
    return to_pdf(html, album.images)
