"""The pages of a section's puzzles: as many on each as leave the boards large enough to draw on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from crossfall.generator import layout
from crossfall.generator.books import measure
from crossfall.generator.books.blocks import BookPage, Reference
from crossfall.generator.books.flow import Flow
from crossfall.generator.books.model import BookSpec
from crossfall.generator.books.setting import Setting
from crossfall.generator.design import Box
from crossfall.generator.furniture import furniture
from crossfall.generator.layout import Placed
from crossfall.generator.sheets import SheetItem
from crossfall.generator.words import plain
from crossfall.solver.errors import InputError

LEAST_STEP, LEAST_AMONG_SEVERAL = 7.0, 5.0  # a street that is comfortable to draw on, in mm
REFERENCE_ROOM, SECOND_LINE = 4.6, 3.0  # under each puzzle, in mm


class PuzzlePages:
    """Divides puzzles into the pages of one book."""

    def __init__(self, spec: BookSpec, setting: Setting) -> None:
        self.spec = spec
        self.setting = setting
        self.tongue = spec.tongue

    def pages(
        self, head: Flow, items: Sequence[SheetItem], wanted: int | None
    ) -> Iterator[BookPage]:
        """The pages. head: what stands above the first puzzles; wanted: so many on a page.

        Raises InputError where a puzzle, or as many as are wanted, do not fit on a page.
        """
        setting = self.setting
        top, begun = head.opening()
        blocks, anchors, entries = begun.blocks, begun.anchors, begun.entries
        area = setting.area
        first_room = _room(area.below(top + (1.0 if blocks else 0.0)))
        room = _room(area)
        count = self._per_page(items, wanted, first_room)
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
                (*blocks, *references), head.head, (*anchors, *names), entries, puzzles, drawn
            )
            blocks, anchors, entries = (), (), ()
            start += each

    def _placed(self, batch: Sequence[SheetItem], each: int, where: Box) -> list[Placed] | None:
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
            if len(measure.lines(plain(line), style, width)) == 1:
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

    def _per_page(self, items: Sequence[SheetItem], wanted: int | None, room: Box) -> int:
        """As many as leave the boards large enough to draw on."""
        type_ = self.setting.type
        if wanted:
            if layout.best_grid(items, wanted, _room(self.setting.area), type_) is None:
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


def _room(area: Box) -> Box:
    """What the references under the puzzles leave of an area."""
    return Box(area.x, area.y, area.width, area.height - REFERENCE_ROOM)


def _row_end(one: Placed, placed: Sequence[Placed]) -> float:
    """How far down the puzzles reach that stand in one row with a puzzle."""
    return max(other.lowest for other in placed if abs(other.cell.y - one.cell.y) < 0.1)
