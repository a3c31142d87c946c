"""Divides a sheet into pages: what stands on each, and where."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, inf, log

from crossfall.generator import design, fonts, heights, layout
from crossfall.generator.answers import KeyItem, key_items
from crossfall.generator.design import Box, Paper, Type
from crossfall.generator.drawing import Drawing
from crossfall.generator.furniture import foot, furniture, row_that_fills
from crossfall.generator.hint_strips import BELOW, GAP, hint_steps, strip_height
from crossfall.generator.layout import Grid, Placed
from crossfall.generator.rules_boxes import PlacedRules, rules_stack, rules_strip, rules_up_to
from crossfall.generator.sheets import Sheet, SheetItem, SheetOptions, clean
from crossfall.generator.words import Paragraph
from crossfall.solver.errors import InputError

FIELD_HEIGHT = 9.0
LEAST_TO_PLAY_ON = 13.0  # mm: a street on which a fence is drawn by hand
# With the rules above them, boards may shrink to this share before the rules move out.
LEAST_SHARE, LEAST_STRIP_STEP = 0.5, 6.0
LEAST_ALONE = 10.0  # mm: a street that is long enough on a sheet's only page
CLEAR_EXAMPLE = 44.0  # mm: the board of an example that can be seen well
LEAST_SPARE = 8.0  # mm of blank foot that larger rules may fill
LEAST_LEFT = 0.45  # of a page: with less under the rules, no boards stand there


@dataclass(frozen=True)
class Page:
    """A page of puzzles.

    has_title: title and lines to write on stand at the top. notes_at: where the sheet's notes
    stand, None where they are not printed. texts: of the questions and tables at the foot, each with
    its place and style. furniture: what the page draws itself. hints: upside down in `hints_at`.
    """

    has_title: bool = False
    fields: tuple[tuple[str, Box], ...] = ()
    rules: tuple[PlacedRules, ...] = ()
    notes_at: float | None = None
    items: tuple[tuple[SheetItem, Placed], ...] = ()
    texts: tuple[tuple[str, Box, str], ...] = ()
    furniture: Drawing | None = None
    hints: tuple[Paragraph, ...] = ()
    hints_at: Box | None = None


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


def plan(sheet: Sheet, options: SheetOptions) -> Plan:
    """Where everything goes; InputError if the puzzles do not fit as the options want them."""
    sheet = replace(sheet, title=clean(sheet.title))
    if options.large_print:
        sheet = replace(sheet, items=tuple(map(_upright, sheet.items)))
    planner = _Planner(sheet, options)
    return Plan(
        sheet,
        options,
        planner.paper,
        planner.type,
        planner.title_size,
        () if options.key == "only" else tuple(planner.pages()),
        ()
        if options.key == "none"
        else key_items(sheet, options, planner.type, planner.area, planner.title_size),
    )


def _upright(item: SheetItem) -> SheetItem:
    """The puzzle with its blank copies under the board, where it has any."""
    return replace(item, boards=tuple(drawing.upright or drawing for drawing in item.boards))


def boards_that_fit(sheet_of: Callable[[int], Sheet], options: SheetOptions) -> int:
    """How many of a sheet's equal boards share a page: as many as leave them large to play on, or
    as large as one alone would be."""

    def step(count: int) -> float:
        planner = _Planner(sheet_of(count), options)
        placed = planner.placed_under_title(count) if planner.is_legible(count) else []
        return min((p.step for p in placed), default=0.0)

    alone = step(1)
    least = max(layout.LEAST_STEP, min(LEAST_TO_PLAY_ON, 0.97 * alone))
    fitting = [n for n in (2, 3, 4, 6) if step(n) >= least]
    return max(fitting, default=1)


def _balanced(items: int, most: int) -> int:
    """How many of so many items a page holds, `most` at most, if all hold about as many.

    >>> [_balanced(15, 6), _balanced(7, 6), _balanced(24, 6), _balanced(3, 4)]
    [5, 4, 6, 3]
    """
    pages = max(1, ceil(items / most))
    return max(1, ceil(items / pages))


def _narrowest(stack: Sequence[PlacedRules]) -> float:
    """The width of the narrowest example of several rules boxes."""
    return min((e.board.width for rules in stack for e in rules.examples), default=CLEAR_EXAMPLE)


@dataclass(frozen=True)
class _Opening:
    """The first page with puzzles: the height of its title (0 if it stands on an earlier page),
    its rules, and the room, number and division of its boards."""

    head: float
    rules: tuple[PlacedRules, ...]
    room: Box
    count: int
    grid: Grid | None


class _Planner:
    def __init__(self, sheet: Sheet, options: SheetOptions) -> None:
        self.sheet = sheet
        self.options = options
        self.paper = design.PAPERS[options.paper]
        self.type = design.LARGE if options.large_print else design.NORMAL
        self.area = self.paper.area
        long = fonts.lines(sheet.title, self.type.title * 1.05, self.area.width) > 2
        self.title_size = self.type.heading if long else self.type.title
        self.row = self.type.blank  # the height of a form's line

    def pages(self) -> Iterator[Page]:
        """The pages of puzzles. The first has title and rules; where these leave the boards too
        little room, fewer boards stand on it, or none."""
        items, sheet, type_ = self.sheet.items, self.sheet, self.type
        count = self._per_page()
        head = self._head_height()
        notes = self._notes_height()
        strip = self._strip(head)
        if not items:
            # Nothing but forms: their lines share the page.
            above = head + notes + (strip.box.height + type_.gutter if strip else 0.0)
            left = self.area.height - above
            self.row = row_that_fills(sheet.closing, self.area, type_, left)
        each = _balanced(len(items), count)
        first = items[:each]
        bare = self._shortened(self.area.below(head + notes), first)
        opening: _Opening | None = None
        if not sheet.rules:
            opening = _Opening(head, (), bare, each, layout.best_grid(first, each, bare, type_))
        elif strip is not None:
            opening = self._opening_with_strip(head, strip, notes, count)
        opening = opening or self._opening_with_rules(head, notes, count)
        if opening is None:
            yield from self._rules_pages(head)
            room = self._shortened(self.area.below(notes), first)
            opening = _Opening(0.0, (), room, each, layout.best_grid(first, each, room, type_))
        if opening.grid is None:
            raise self._too_many(count)
        yield self._first_page(opening, notes)
        rest = items[opening.count :]
        if not rest:
            return
        each = _balanced(len(rest), count)
        area = self._above_hints(self.area, rest, each)
        later = layout.best_grid(items, each, area, type_)
        if later is None:
            raise self._too_many(count)
        for i in range(0, len(rest), each):
            placed = self._placed(rest[i : i + each], area, later)
            drawn = furniture(self.area, type_, (), placed)
            yield self._with_hints(Page(items=placed, furniture=drawn))

    def _opening_with_strip(
        self, head: float, strip: PlacedRules, notes: float, count: int
    ) -> _Opening | None:
        """The first page with its rules in a strip over its boards; None if these become too small.

        Of all numbers of boards that need no further page, the one that leaves the boards of the
        whole sheet largest; the smallest of them counts as much as all together.
        """
        items, type_ = self.sheet.items, self.type
        if not items:
            room = self._shortened(self.area.below(head + notes))
            room = room.below(strip.box.height + 0.75 * type_.gutter)
            return _Opening(head, (strip,), room, 1, layout.best_grid((), 1, room, type_))
        best: _Opening | None = None
        rank = 0, 0.0
        for number in range(min(count, len(items)), 0, -1):
            pages = 1 + ceil((len(items) - number) / count)
            if best and pages > -rank[0]:
                break
            some = items[:number]
            bare = self._shortened(self.area.below(head + notes), some)
            room = bare.below(strip.box.height + 0.75 * type_.gutter)
            usual = layout.best_grid(some, number, bare, type_)
            grids = (layout.best_grid(some, number, room, type_, fill) for fill in (True, False))
            squeezed = next(
                (g for g in grids if g and self._is_fair(some, g, room, usual, bare)), None
            )
            if squeezed is None:
                continue
            steps = [p.step for _, p in self._placed(some, room, squeezed) if p.boards]
            steps += self._later_steps(items[number:], count)
            logs = [log(step) for step in steps] or [0.0]
            found = -pages, min(logs) + sum(logs) / len(logs)
            if best is None or found > rank:
                opening = _Opening(head, (strip,), room, number, squeezed)
                best, rank = self._with_larger_rules(opening, strip, bare), found
        return best

    def _later_steps(self, rest: Sequence[SheetItem], count: int) -> list[float]:
        """How long the streets are on the pages after the first."""
        if not rest:
            return []
        each = _balanced(len(rest), count)
        area = self._above_hints(self.area, rest, each)
        grid = layout.best_grid(self.sheet.items, each, area, self.type)
        if grid is None:
            return [0.1]
        cell = layout.cells(area, grid, self.type)[0]
        placed = layout.place(rest, [cell] * len(rest), grid, self.type) or []
        return [p.step for p in placed if p.boards]

    def _with_larger_rules(self, opening: _Opening, strip: PlacedRules, bare: Box) -> _Opening:
        """The first page with its rules as large as they can be without making boards smaller:
        wide boards leave room under them that the rules can use."""
        items = self.sheet.items[: opening.count]
        if not items or opening.grid is None:
            return opening
        before = self._placed(items, opening.room, opening.grid)
        least = min((placed.step for _, placed in before if placed.boards), default=0.0)
        foot_line = opening.room.y + opening.room.height
        spare = foot_line - max(placed.lowest for _, placed in before)
        for share in (0.95, 0.75, 0.5):
            if share * spare < LEAST_SPARE:
                break
            most = strip.box.height + share * spare
            larger = rules_up_to(strip.rules, strip.box.y, self.area.width, self.type, most)
            if larger is None or larger.box.height <= strip.box.height:
                continue
            room = bare.below(larger.box.height + 0.75 * self.type.gutter)
            grid = layout.best_grid(items, opening.count, room, self.type)
            if grid is None:
                continue
            placed = [p.step for _, p in self._placed(items, room, grid) if p.boards]
            if min(placed, default=0.0) >= 0.97 * least:
                return replace(opening, rules=(larger,), room=room, grid=grid)
        return opening

    def _first_page(self, opening: _Opening, notes: float) -> Page:
        """The first page with puzzles."""
        assert opening.grid is not None
        sheet = self.sheet
        closing = foot(sheet.closing, self.area, self.type, self.row)
        fields = self._fields(opening.head) if opening.head else ()
        placed = self._placed(sheet.items[: opening.count], opening.room, opening.grid)
        drawn = furniture(self.area, self.type, fields, placed, closing.lines, sheet.frames)
        notes_at = opening.room.y - notes if sheet.notes else None
        title = bool(opening.head)
        page = Page(title, fields, opening.rules, notes_at, placed, closing.texts, drawn)
        return self._with_hints(page)

    # ── hints ────────────────────────────────────────────────────────────────────────────────

    def _hints_height(self, items: Sequence[SheetItem]) -> float:
        """The room at a page's foot for the hints to these puzzles."""
        if self.options.hints != "upside-down":
            return 0.0
        steps = hint_steps(items, self.options.tongue)
        return strip_height(steps, self.area.width, self.type)

    def _above_hints(self, room: Box, items: Sequence[SheetItem], each: int) -> Box:
        """What of a room the hints leave on every one of the pages with `each` of the puzzles."""
        pages = [items[i : i + each] for i in range(0, len(items), max(1, each))]
        height = max(map(self._hints_height, pages), default=0.0)
        return replace(room, height=room.height - height)

    def _with_hints(self, page: Page) -> Page:
        """The page with the hints to its puzzles at its foot."""
        items = [item for item, _ in page.items]
        height = self._hints_height(items)
        if not height:
            return page
        closing = foot(self.sheet.closing, self.area, self.type, self.row).height
        bottom = self.area.height - (closing if page.texts else 0.0)
        at = Box(0.0, bottom - height + GAP, self.area.width, height - GAP - BELOW)
        return replace(page, hints=hint_steps(items, self.options.tongue), hints_at=at)

    def _opening_with_rules(self, head: float, notes: float, count: int) -> _Opening | None:
        """Title, all rules and as many boards as stay large enough under them, the rules as large
        as these boards allow; None if the rules leave no room for any."""
        items, type_ = self.sheet.items, self.type
        count = _balanced(len(items), count)
        usual_area = self._above_hints(self.area, items, count)
        usual = layout.best_grid(items, count, usual_area, type_)
        if usual is None or not items:
            return None
        best: _Opening | None = None
        for size, slack in self._rules_sizes():
            stack = rules_stack(self.sheet.rules, head, self.area.width, type_, size, slack)
            low = stack[-1].box.y + stack[-1].box.height
            if self.area.height - low < LEAST_LEFT * self.area.height:
                continue
            under = self.area.below(low + 0.75 * type_.gutter + notes)
            for fewer in sorted(layout.PER_PAGE, reverse=True):
                room = self._shortened(under, items[:fewer])
                if fewer > min(count, len(items)) or (best and fewer <= best.count):
                    continue
                grid = layout.best_grid(items[:fewer], fewer, room, type_)
                if grid and self._is_fair(items[:fewer], grid, room, usual, usual_area):
                    best = _Opening(head, stack, room, fewer, grid)
                    break
        return best

    def _rules_sizes(self) -> tuple[tuple[float, float], ...]:
        """Sizes of rules that stand on a page with few boards or none: of the text in points, and
        how much room may be given to the examples; largest first."""
        type_ = self.type
        return ((type_.heading * 0.95, 16.0), (type_.text, 6.0), (type_.rules, 2.5))

    def _placed(
        self, items: Sequence[SheetItem], area: Box, grid: Grid
    ) -> tuple[tuple[SheetItem, Placed], ...]:
        boxes = layout.cells(area, grid, self.type)[: len(items)]
        placed = layout.place(items, boxes, grid, self.type)
        assert placed is not None  # the grid was chosen so that all fit
        return tuple(zip(items, placed, strict=True))

    # ── how many puzzles a page ──────────────────────────────────────────────────────────────

    def _per_page(self) -> int:
        items = self.sheet.items
        wanted = self.options.per_page
        most = layout.room_for(len(items))
        if wanted is not None:
            if not self.is_legible(wanted):
                raise self._too_many(wanted)
            return min(wanted, most)
        for count in (6, 4, 3, 2):
            if count <= most and self._is_comfortable(count):
                return count
        return 1

    def placed_under_title(self, count: int) -> list[Placed]:
        """The puzzles as they come out, `count` on a page under the title; empty if they do not fit."""
        head = self._head_height()
        if self.sheet.rules and self._strip(head) is None:
            head = 0.0  # the title stands with the rules, on a page before
        under = self.area.below(head + self._notes_height())
        room = self._above_hints(self._shortened(under), self.sheet.items, count)
        grid = layout.best_grid(self.sheet.items, count, room, self.type)
        if grid is None:
            return []
        cell = layout.cells(room, grid, self.type)[0]
        items = self.sheet.items
        return layout.place(items, [cell] * len(items), grid, self.type) or []

    def _is_comfortable(self, count: int) -> bool:
        placed = self.placed_under_title(count)
        if not placed or any(b.step < b.comfortable for p in placed for b in p.boards):
            return False
        return self.is_legible(count)

    def is_legible(self, count: int) -> bool:
        """Whether large print keeps its promise: boards of at least that size."""
        least = self.type.least_board
        if not least or count == 1:
            return True
        placed = self.placed_under_title(count)
        return bool(placed) and self._is_promised(placed)

    def _is_promised(self, placed: Sequence[Placed]) -> bool:
        """Whether each board has at least the size that large print promises."""
        least = self.type.least_board
        return all(board.longest >= least for p in placed for board in p.boards)

    def _too_many(self, count: int) -> InputError:
        fewer = [n for n in layout.PER_PAGE if n < count and self.is_legible(n)]
        fits = [n for n in fewer if self.placed_under_title(n)]
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
        squeezed = [placed for _, placed in self._placed(items, room, grid)]
        usual = [placed for _, placed in self._placed(items, bare, bare_grid)]
        # Where no other page follows, nothing is seen to be small that is large enough.
        least = LEAST_ALONE if len(items) == len(self.sheet.items) else inf
        return all(
            small.step >= min(self._least_under_rules(small), 0.8 * large.step)
            and small.step >= min(least, LEAST_SHARE * large.step)
            for small, large in zip(squeezed, usual, strict=True)
        ) and self._is_promised(squeezed)

    def _least_under_rules(self, placed: Placed) -> float:
        """How long streets stay that the rules above them squeeze: where nobody asked for so many
        boards, long enough to write in their copies."""
        redrawn = any(board.has_copies for board in placed.boards)
        if redrawn and self.options.per_page is None:
            return layout.COMFORTABLE_TO_REDRAW
        return LEAST_STRIP_STEP

    # ── title, notes and rules ───────────────────────────────────────────────────────────────

    def _head_height(self) -> float:
        type_ = self.type
        title = heights.text_height(self.sheet.title, self.title_size, self.area.width, type_)
        fields = FIELD_HEIGHT * type_.text / design.NORMAL.text if self.sheet.fields else 0.0
        return title + fields + type_.gap + 2.0

    def _fields(self, head: float) -> tuple[tuple[str, Box], ...]:
        """Each line to write on with its label; the first is twice as long as the others."""
        names = self.sheet.fields
        if not names:
            return ()
        height = FIELD_HEIGHT * self.type.text / design.NORMAL.text
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
        height = heights.text_height(" ".join(texts), self.type.text, self.area.width, self.type)
        return height + 2 * self.type.gap

    def _strip(self, top: float) -> PlacedRules | None:
        """The rules box between title and puzzles; None where rules get their own page."""
        if len(self.sheet.rules) != 1 or self.options.large_print:
            return None
        alone = not self.sheet.items
        return rules_strip(self.sheet.rules[0], top, self.area.width, self.type, alone)

    def _shortened(self, room: Box, items: Sequence[SheetItem] = ()) -> Box:
        """What the first page's foot, the hints to its puzzles and the lines to cut along leave."""
        height = foot(self.sheet.closing, self.area, self.type, self.row).height
        height += self._hints_height(items)
        inset = self.type.gutter / 2 if self.sheet.frames else 0.0
        left, top = room.x + inset, room.y + inset
        return Box(left, top, room.width - 2 * inset, room.height - height - 2 * inset)

    def _rules_pages(self, head: float) -> Iterator[Page]:
        """Title and rules alone, on one page if they can be: as large as that allows."""
        type_, width, height = self.type, self.area.width, self.area.height
        # Nothing else needs the room: the examples may have all that the text leaves. The largest
        # text with which they can still be seen well, else that with the largest examples.
        tries = [
            rules_stack(self.sheet.rules, head, width, type_, size, more)
            for size, slack in self._rules_sizes()
            for more in (160, 80, 40, slack)
        ]
        fitting = [s for s in tries if s[-1].box.y + s[-1].box.height <= height]
        seen_well = (s for s in fitting if _narrowest(s) >= CLEAR_EXAMPLE)
        stack = next(seen_well, max(fitting, key=_narrowest, default=tries[-1]))
        fields = self._fields(head)
        drawn: Drawing | None = furniture(self.area, type_, fields, ())
        placed: list[PlacedRules] = []
        up = 0.0  # how far boxes move up because those before them stand on earlier pages
        for rules in stack:
            if placed and rules.box.y - up + rules.box.height > height:
                yield Page(drawn is not None, fields, tuple(placed), furniture=drawn)
                placed, fields, drawn, up = [], (), None, rules.box.y
            placed.append(replace(rules, box=replace(rules.box, y=rules.box.y - up)))
        yield Page(drawn is not None, fields, tuple(placed), furniture=drawn)
