"""Divides a sheet into pages: what stands on each, and where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import cos, pi, sin

from crossfall.generator import fonts, layout
from crossfall.generator.drawing import Dots, Drawing, Layer, Path, Point, number
from crossfall.generator.layout import Box, Grid, Paper, Placed, Type
from crossfall.generator.sheets import Ask, Form, Sheet, SheetItem, SheetOptions, clean
from crossfall.generator.words import Key, RulesBox
from crossfall.solver.errors import InputError

PADDING = 4.0  # inside the rules box
LEAST_COLUMN = 16.0  # ems: a narrower column of rules is hard to read
FIELD_HEIGHT = 9.0
KEY_STEP, KEY_BOARD, KEY_BOARDS = 6.6, 46.0, 96.0  # mm: a street, one board, several boards
# With the rules above them, boards may shrink to this share before the rules move out.
LEAST_SHARE, LEAST_STRIP_STEP = 0.5, 6.0


@dataclass(frozen=True)
class PlacedExample:
    """An example's board and the room of its caption, measured from the rules box's corner."""

    board: Box
    caption: Box


@dataclass(frozen=True)
class PlacedRules:
    """A rules box, the width of its text, and its examples; `size` is the text's in points."""

    rules: RulesBox
    box: Box
    text_width: float
    size: float
    examples: tuple[PlacedExample, ...] = ()


@dataclass(frozen=True)
class Page:
    """A page of puzzles.

    has_title: title and lines to write on stand at the top. notes_at: where the sheet's notes
    stand, None where they are not printed. texts: of the questions and tables at the foot, each with
    its place and style. furniture: what the page draws itself.
    """

    has_title: bool = False
    fields: tuple[tuple[str, Box], ...] = ()
    rules: tuple[PlacedRules, ...] = ()
    notes_at: float | None = None
    items: tuple[tuple[SheetItem, Placed], ...] = ()
    texts: tuple[tuple[str, Box, str], ...] = ()
    furniture: Drawing | None = None


@dataclass(frozen=True)
class KeyItem:
    """One answer on the key pages: how wide each board is and how far its right edge is from the
    page's; the room beside the text; the least height."""

    item: SheetItem
    key: Key
    board_widths: tuple[float, ...]
    board_rights: tuple[float, ...]
    room: float
    height: float


@dataclass(frozen=True)
class Plan:
    """Everything that the template prints."""

    sheet: Sheet
    options: SheetOptions
    paper: Paper
    type: Type
    title_size: float
    pages: tuple[Page, ...]
    key_items: tuple[KeyItem, ...]


def star(x: float, y: float, size: float) -> str:
    """The path of a five-pointed star in the square with that corner."""
    corners = []
    for i in range(10):
        radius = size * (0.5 if i % 2 == 0 else 0.21)
        angle = pi * i / 5
        corners.append(
            f"{number(x + size / 2 + radius * sin(angle))} "
            f"{number(y + size * 0.53 - radius * cos(angle))}"
        )
    return f"M{'L'.join(corners)}z"


def plan(sheet: Sheet, options: SheetOptions) -> Plan:
    """Where everything goes; InputError if the puzzles do not fit as the options want them."""
    sheet = replace(sheet, title=clean(sheet.title))
    planner = _Planner(sheet, options)
    return Plan(
        sheet,
        options,
        planner.paper,
        planner.type,
        planner.title_size,
        () if options.key == "only" else tuple(planner.pages()),
        () if options.key == "none" else tuple(planner.key_items()),
    )


@dataclass(frozen=True)
class _Closing:
    """The foot of a page: its texts with place and style, its lines, the room it takes."""

    texts: tuple[tuple[str, Box, str], ...]
    lines: tuple[str, ...]
    height: float


class _Planner:
    def __init__(self, sheet: Sheet, options: SheetOptions) -> None:
        self.sheet = sheet
        self.options = options
        self.paper = layout.PAPERS[options.paper]
        self.type = layout.LARGE if options.large_print else layout.NORMAL
        self.area = self.paper.area
        long = fonts.lines(sheet.title, self.type.title * 1.05, self.area.width) > 2
        self.title_size = self.type.heading if long else self.type.title
        self.row = self.type.blank  # the height of a form's line

    def pages(self) -> Iterator[Page]:
        """The pages of puzzles: the first with title and rules, unless these need their own."""
        items, sheet, type_ = self.sheet.items, self.sheet, self.type
        count = self._per_page()
        head = self._head_height()
        notes = self._notes_height()
        first = items[:count]
        strip = self._strip(head)
        if not items:
            # Nothing but forms: their lines share the page.
            above = head + notes + (strip.box.height + type_.gutter if strip else 0.0)
            self.row = self._row_that_fills(self.area.height - above)
        closing = self._closing()
        bare = self._shortened(self.area.below(head + notes))
        bare_grid = layout.best_grid(first, count, bare, type_)
        under = bare
        grid = bare_grid
        rules: tuple[PlacedRules, ...] = ()
        if strip is not None:
            room = bare.below(strip.box.height + 0.75 * type_.gutter)
            squeezed = layout.best_grid(first, count, room, type_)
            if squeezed is not None and self._is_fair(first, squeezed, room, bare_grid, bare):
                under, grid, rules = room, squeezed, (strip,)
        if sheet.rules and not rules:
            yield from self._rules_pages()
        if grid is None:
            raise self._too_many(count)
        notes_at = under.y - notes if sheet.notes else None
        fields, placed = self._fields(head), self._placed(first, under, grid)
        furniture = self._furniture(fields, placed, closing.lines)
        yield Page(True, fields, rules, notes_at, placed, closing.texts, furniture)
        rest = items[count:]
        if not rest:
            return
        later = layout.best_grid(items, count, self.area, type_)
        if later is None:
            raise self._too_many(count)
        for i in range(0, len(rest), count):
            placed = self._placed(rest[i : i + count], self.area, later)
            yield Page(items=placed, furniture=self._furniture((), placed))

    def _placed(
        self, items: Sequence[SheetItem], area: Box, grid: Grid
    ) -> tuple[tuple[SheetItem, Placed], ...]:
        boxes = layout.cells(area, grid, self.type)[: len(items)]
        placed = layout.place(items, boxes, grid, self.type)
        assert placed is not None  # the grid was chosen so that all fit
        return tuple(zip(items, placed, strict=True))

    def _furniture(
        self,
        fields: tuple[tuple[str, Box], ...],
        items: tuple[tuple[SheetItem, Placed], ...],
        closing: Sequence[str] = (),
    ) -> Drawing:
        """Discs behind the numbers, stars, lines to write on: one picture for the whole page."""
        type_ = self.type
        discs: list[Point] = []
        stars: list[str] = []
        lines: list[str] = []
        radius = type_.badge / 2
        for item, placed in items:
            if item.heading:
                discs.append((placed.head.x + radius, placed.head.y + radius))
            stars.extend(self._stars(item.stars, placed.head))
            labelled = [(blank.label, box) for blank, box in placed.blanks]
            lines.extend(self._line(label, box) for label, box in (*labelled, *placed.rows))
        lines.extend(self._line(label, box) for label, box in fields)
        layers: list[Layer] = [
            Dots("badge", type_.badge, tuple(discs)),
            Path("star", "".join(stars)),
            Path("line", "".join((*lines, *closing))),
        ]
        if self.sheet.frames:
            frames = "".join(self._frame(placed.cell) for _, placed in items)
            layers.append(Path("cut", frames))
        return Drawing("page", self.area.width, self.area.height, tuple(layers))

    def _frame(self, cell: Box) -> str:
        around = self.type.gutter / 2
        x, y = cell.x - around, cell.y - around
        width, height = cell.width + 2 * around, cell.height + 2 * around
        return f"M{number(x)} {number(y)}h{number(width)}v{number(height)}h{number(-width)}z"

    def _stars(self, count: int, head: Box) -> Iterator[str]:
        """Stars at the end of the question's line, or two in a row under the number."""
        badge, size = self.type.badge, self.type.star
        for i in range(count):
            if layout.stars_at_right(head.width, self.type):
                x, y = head.x + head.width - (count - i) * size, head.y + (badge - size) / 2
            else:
                row, column = divmod(i, 2)
                in_row = min(2, count - 2 * row)
                x = head.x + (badge - in_row * size) / 2 + column * size
                y = head.y + badge + 0.6 + row * size
            yield star(x, y, size)

    def _line(self, label: str, box: Box) -> str:
        """The line to write on after a label, at the foot of the box."""
        em = self.type.text * fonts.POINTS_TO_MM
        x = box.x + fonts.metrics(fonts.face()).width(label) * em + 1.5
        return f"M{number(x)} {number(box.y + box.height)}H{number(box.x + box.width)}"

    # ── how many puzzles a page ──────────────────────────────────────────────────────────────

    def _per_page(self) -> int:
        items = self.sheet.items
        wanted = self.options.per_page
        most = layout.room_for(len(items))
        if wanted is not None:
            if not self._is_legible(wanted):
                raise self._too_many(wanted)
            return min(wanted, most)
        for count in (6, 4, 3, 2):
            if count <= most and self._is_comfortable(count):
                return count
        return 1

    def _steps(self, count: int) -> list[Placed]:
        """The puzzles as they come out, `count` on a page under the title; empty if they do not fit."""
        room = self._shortened(self.area.below(self._head_height() + self._notes_height()))
        grid = layout.best_grid(self.sheet.items, count, room, self.type)
        if grid is None:
            return []
        cell = layout.cells(room, grid, self.type)[0]
        items = self.sheet.items
        return layout.place(items, [cell] * len(items), grid, self.type) or []

    def _is_comfortable(self, count: int) -> bool:
        placed = self._steps(count)
        least = {True: layout.COMFORTABLE_STEP, False: layout.COMFORTABLE_AMONG_SEVERAL}
        if not placed or any(p.step < least[len(p.boards) == 1] for p in placed if p.boards):
            return False
        return self._is_legible(count)

    def _is_legible(self, count: int) -> bool:
        """Whether large print keeps its promise: boards of at least that size."""
        least = self.type.least_board
        if not least or count == 1:
            return True
        placed = self._steps(count)
        return bool(placed) and all(
            max(board.box.width, board.box.height) >= least for p in placed for board in p.boards
        )

    def _too_many(self, count: int) -> InputError:
        fewer = [n for n in layout.PER_PAGE if n < count and self._is_legible(n)]
        fits = [n for n in fewer if self._steps(n)]
        if not fits:
            return InputError("some puzzle does not fit on a page of its own")
        return InputError(f"{count} puzzles do not fit on a page; expected at most {fits[-1]}")

    def _is_fair(
        self,
        items: Sequence[SheetItem],
        grid: Grid,
        room: Box,
        bare_grid: Grid | None,
        bare: Box,
    ) -> bool:
        """Whether the boards under the rules stay large enough."""
        if bare_grid is None:
            return True
        small = [placed.step for _, placed in self._placed(items, room, grid)]
        large = [placed.step for _, placed in self._placed(items, bare, bare_grid)]
        return all(
            s >= min(LEAST_STRIP_STEP, 0.8 * b) and s >= LEAST_SHARE * b
            for s, b in zip(small, large, strict=True)
        )

    # ── title, notes and rules ───────────────────────────────────────────────────────────────

    def _head_height(self) -> float:
        type_ = self.type
        title = layout.text_height(self.sheet.title, self.title_size, self.area.width, type_)
        fields = FIELD_HEIGHT * type_.text / layout.NORMAL.text if self.sheet.fields else 0.0
        return title + fields + type_.gap + 2.0

    def _fields(self, head: float) -> tuple[tuple[str, Box], ...]:
        """Each line to write on with its label; the first is twice as long as the others."""
        names = self.sheet.fields
        if not names:
            return ()
        height = FIELD_HEIGHT * self.type.text / layout.NORMAL.text
        gap = 5.0
        unit = (self.area.width - gap * (len(names) - 1)) / (len(names) + 1)
        boxes = []
        x = 0.0
        for i, name in enumerate(names):
            width = unit * (2 if i == 0 else 1)
            boxes.append((name, Box(x, head - self.type.gap - 2.0 - height, width, height)))
            x += width + gap
        return tuple(boxes)

    def _notes_height(self) -> float:
        texts = [note.text for note in self.sheet.notes]
        if not texts:
            return 0.0
        height = layout.text_height(" ".join(texts), self.type.text, self.area.width, self.type)
        return height + 2 * self.type.gap

    def _strip(self, top: float) -> PlacedRules | None:
        """The rules box between title and puzzles; None where rules get their own page."""
        if len(self.sheet.rules) != 1 or self.options.large_print:
            return None
        rules, type_ = self.sheet.rules[0], self.type
        options = [
            self._rules_box(rules, top, size, width)
            for size in (type_.rules, type_.text, 1.15 * type_.text)
            for width in range(24, 53, 2)
        ]
        if not self.sheet.items:
            return options[-1]
        lowest = min(placed.box.height for placed in options)
        # Of the boxes that are about as low, the one with the largest text and examples.
        return [placed for placed in options if placed.box.height < lowest + 2.5][-1]

    def _rules_pages(self) -> Iterator[Page]:
        """Pages of rules alone, as many boxes on each as fit."""
        placed: list[PlacedRules] = []
        y = 0.0
        for rules in self.sheet.rules:
            size, width = self.type.heading * 0.95, 74.0 - 10.0 * len(rules.examples)
            box = self._rules_box(rules, y, size, width)
            if placed and y + box.box.height > self.area.height:
                yield Page(rules=tuple(placed))
                placed, y = [], 0.0
                box = self._rules_box(rules, y, size, width)
            placed.append(box)
            y += box.box.height + self.type.gutter
        if placed:
            yield Page(rules=tuple(placed))

    def _rules_box(self, rules: RulesBox, top: float, size: float, each: float) -> PlacedRules:
        type_ = self.type
        gap = 4.0
        shown = len(rules.examples)
        room = shown * each + (shown - 1) * gap if shown else 0.0
        inner = self.area.width - 2 * PADDING
        text_width = inner - (room + 6.0 if shown else 0.0)
        # A column too narrow to read has its examples under it.
        under = text_width < LEAST_COLUMN * size * fonts.POINTS_TO_MM
        if under:
            text_width = inner
            each = min(each, (inner - (shown - 1) * gap) / shown) if shown else each
        title = max(
            type_.line(type_.heading),
            layout.text_height(f"{rules.title} {rules.credit}", type_.heading, text_width, type_),
        )
        text = (
            title
            + 0.5
            + sum(
                layout.text_height(p.text, size, text_width - 4.0, type_) + 0.8
                for p in rules.paragraphs
            )
        )
        examples = []
        start = PADDING + (text + 3.0 if under else 0.0)
        lowest = 0.0
        for i, example in enumerate(rules.examples):
            x = PADDING + (0.0 if under else text_width + 6.0) + i * (each + gap)
            scale = each / max(e.drawing.width for e in rules.examples)
            width, height = example.drawing.width * scale, example.drawing.height * scale
            tallest = scale * max(e.drawing.height for e in rules.examples)
            caption = layout.text_height(example.caption.text, type_.small, each, type_)
            board = Box(x + (each - width) / 2, start + tallest - height, width, height)
            examples.append(PlacedExample(board, Box(x, start + tallest + 1.0, each, caption)))
            lowest = max(lowest, start + tallest + 1.0 + caption)
        height = max(PADDING + text, lowest) + PADDING - 1.0
        return PlacedRules(
            rules, Box(0, top, self.area.width, height), text_width, size, tuple(examples)
        )

    # ── questions and tables at the foot ─────────────────────────────────────────────────────

    def _shortened(self, room: Box) -> Box:
        height = self._closing().height
        inset = self.type.gutter / 2 if self.sheet.frames else 0.0
        return Box(
            room.x + inset,
            room.y + inset,
            room.width - 2 * inset,
            room.height - height - 2 * inset,
        )

    def _closing(self) -> _Closing:
        """What stands at the foot of the first page, the lowest part at its lower edge."""
        texts: list[tuple[str, Box, str]] = []
        lines: list[str] = []
        bottom = self.area.height
        for part in reversed(self.sheet.closing):
            if isinstance(part, Ask):
                bottom = self._ask(part, bottom, texts, lines)
            else:
                bottom = self._form(part, bottom, texts, lines)
            bottom -= self.type.gutter
        height = self.area.height - bottom
        return _Closing(tuple(texts), tuple(lines), height)

    def _row_that_fills(self, room: float) -> float:
        """The height of a form's lines with which the closing parts fill `room`, within reason."""
        lines = sum(len(part.rows) for part in self.sheet.closing if isinstance(part, Form))
        if not lines:
            return self.row
        rest = self._closing().height - lines * self.row
        return max(self.row, min(18.0, (room - rest) / lines))

    def _ask(
        self, ask: Ask, bottom: float, texts: list[tuple[str, Box, str]], lines: list[str]
    ) -> float:
        width = self.area.width
        for i in range(ask.lines):
            lines.append(f"M0 {number(bottom - i * self.type.blank)}H{number(width)}")
        top = bottom - ask.lines * self.type.blank + 1.0
        height = layout.text_height(ask.question, self.type.text, width, self.type)
        texts.append((ask.question, Box(0, top - height, width, height), "ask"))
        return top - height

    def _form(
        self, form: Form, bottom: float, texts: list[tuple[str, Box, str]], lines: list[str]
    ) -> float:
        type_ = self.type
        edges = [0.0]
        for share in form.shares:
            edges.append(edges[-1] + share * self.area.width / sum(form.shares))
        head = type_.line(type_.text) + 2.0
        top = bottom - len(form.rows) * self.row - head
        levels = [top, top + head]
        levels.extend(top + head + (i + 1) * self.row for i in range(len(form.rows)))
        lines.extend(f"M0 {number(y)}H{number(self.area.width)}" for y in levels)
        lines.extend(f"M{number(x)} {number(top)}V{number(bottom)}" for x in edges)
        for name, left, right in zip(form.heads, edges, edges[1:], strict=False):
            texts.append((name, Box(left + 1.5, top + 1.0, right - left - 3.0, head), "form-head"))
        for name, y in zip(form.rows, levels[1:], strict=False):
            texts.append(
                (
                    name,
                    Box(1.5, y + (self.row - type_.line(type_.text)) / 2, edges[1] - 3.0, self.row),
                    "form-row",
                )
            )
        return top

    # ── the key ──────────────────────────────────────────────────────────────────────────────

    def key_items(self) -> Iterator[KeyItem]:
        """The answers with the sizes of their boards; the pages flow by themselves."""
        for item in self.sheet.items:
            if item.key is None:
                continue
            count = len(item.key_boards)
            widths = []
            height = 0.0
            for drawing in item.key_boards:
                one = KEY_BOARD * (1.3 if self.options.large_print else 1.0)
                step = KEY_STEP * (1.5 if self.options.large_print else 1.0)
                widest = one if count == 1 else (KEY_BOARDS - 3.0 * (count - 1)) / count
                scale = min(step / drawing.step, widest / drawing.width, one / drawing.height)
                widths.append(scale * drawing.width)
                height = max(height, scale * drawing.height)
            room = sum(widths) + 3.0 * (count - 1) + 5.0 if count else 0.0
            rights = tuple(sum(widths[i + 1 :]) + 3.0 * (count - 1 - i) for i in range(count))
            yield KeyItem(item, item.key, tuple(widths), rights, room, height)
