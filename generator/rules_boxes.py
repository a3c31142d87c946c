"""Where the parts of a rules box go: its text, and its drawn examples beside or under it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crossfall.generator import fonts, heights
from crossfall.generator.design import Box, Type
from crossfall.generator.words import RulesBox

PADDING = 4.0  # inside the box
GAP = 4.0  # between examples
BESIDE = 6.0  # between text and examples
SHORT = 40.0  # mm: a box of a few lines
LEAST_COLUMN = 16.0  # ems: a narrower column of rules is hard to read


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


def rules_strip(
    rules: RulesBox, top: float, page_width: float, type_: Type, alone: bool
) -> PlacedRules:
    """The box between a page's title and its puzzles: of those that are about as low as can be, the
    one with the largest text and examples. alone: nothing else needs the room."""
    sizes = (type_.rules, type_.text, 1.15 * type_.text)
    if alone:
        return rules_box(rules, top, page_width, type_, sizes[-1], 52.0)
    placed = _low(rules, top, page_width, type_, sizes, range(24, 53, 2), 2.5)
    if placed.box.height < SHORT and placed.size < type_.text:
        # A few lines may as well be as large as the questions under them.
        return _low(rules, top, page_width, type_, (type_.text,), range(24, 53, 2), 2.5)
    return placed


def rules_up_to(
    rules: RulesBox, top: float, page_width: float, type_: Type, most: float
) -> PlacedRules | None:
    """The box with the largest text, and then the largest examples, that is at most that tall; None
    if there is none."""
    for size in (1.15 * type_.text, type_.text, type_.rules):
        widest = 76 - 10 * len(rules.examples)
        for width in range(widest, 23, -2):
            placed = rules_box(rules, top, page_width, type_, size, width)
            if placed.box.height <= most:
                return placed
    return None


def _low(
    rules: RulesBox,
    top: float,
    page_width: float,
    type_: Type,
    sizes: Sequence[float],
    widths: Sequence[int],
    slack: float,
) -> PlacedRules:
    """The box with the largest text and examples that is at most `slack` taller than the lowest."""
    options = [
        rules_box(rules, top, page_width, type_, size, width) for size in sizes for width in widths
    ]
    lowest = min(placed.box.height for placed in options)
    return [placed for placed in options if placed.box.height < lowest + slack][-1]


def rules_stack(
    rules: Sequence[RulesBox],
    top: float,
    page_width: float,
    type_: Type,
    size: float,
    slack: float,
) -> tuple[PlacedRules, ...]:
    """The boxes of several games under each other, with text of `size` points; each at most
    `slack` taller than it must be, for the sake of its examples."""
    placed: list[PlacedRules] = []
    for box in rules:
        widths = range(28, 76 - 10 * len(box.examples), 4)
        placed.append(_low(box, top, page_width, type_, (size,), widths, slack))
        top += placed[-1].box.height + 0.6 * type_.gutter
    return tuple(placed)


def rules_box(
    rules: RulesBox, top: float, page_width: float, type_: Type, size: float, each: float
) -> PlacedRules:
    """The box with text of `size` points and examples `each` mm wide."""
    shown = len(rules.examples)
    room = shown * each + (shown - 1) * GAP if shown else 0.0
    inner = page_width - 2 * PADDING
    text_width = inner - (room + BESIDE if shown else 0.0)
    # A column too narrow to read has its examples under it.
    under = text_width < LEAST_COLUMN * size * fonts.POINTS_TO_MM
    if under:
        text_width = inner
        each = min(each, (inner - (shown - 1) * GAP) / max(1, shown))
    text = _text_height(rules, text_width, size, type_)
    left = PADDING + (0.0 if under else text_width + BESIDE)
    start = PADDING + (text + 3.0 if under else 0.0)
    examples = _examples(rules, left, start, each, type_)
    lowest = max((e.caption.y + e.caption.height for e in examples), default=0.0)
    height = max(PADDING + text, lowest) + PADDING - 1.0
    return PlacedRules(rules, Box(0, top, page_width, height), text_width, size, examples)


def _text_height(rules: RulesBox, width: float, size: float, type_: Type) -> float:
    title = type_.line(type_.heading) * _heading_lines(rules, width, type_)
    told = [heights.paragraph_height(p, size, width - 4.0, type_) + 0.8 for p in rules.paragraphs]
    return title + 0.5 + sum(told)


def _heading_lines(rules: RulesBox, width: float, type_: Type) -> int:
    """How many lines the title takes with the smaller credit after it."""
    bold = fonts.metrics(fonts.face(weight=700)).width(rules.title) * type_.heading
    credit = fonts.metrics(fonts.face()).width(f"  {rules.credit}") * type_.small
    if (bold + credit) * fonts.POINTS_TO_MM * 1.02 <= width - 1.0:
        return 1
    return fonts.lines(f"{rules.title} {rules.credit}", type_.heading * 1.02, width)


def _examples(
    rules: RulesBox, left: float, top: float, each: float, type_: Type
) -> tuple[PlacedExample, ...]:
    """The examples side by side on one foot line, their captions under them."""
    if not rules.examples:
        return ()
    scale = each / max(example.drawing.width for example in rules.examples)
    tallest = scale * max(example.drawing.height for example in rules.examples)
    placed = []
    for i, example in enumerate(rules.examples):
        x = left + i * (each + GAP)
        width, height = example.drawing.width * scale, example.drawing.height * scale
        board = Box(x + (each - width) / 2, top + tallest - height, width, height)
        caption = heights.paragraph_height(example.caption, type_.small, each, type_)
        placed.append(PlacedExample(board, Box(x, top + tallest + 1.0, each, caption)))
    return tuple(placed)
