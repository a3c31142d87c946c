"""What a library holds, as a table and as a chart: difficulty by task."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from crossfall.solver.errors import counted
from crossfall.solver.position import game

LEVELS = (1, 2, 3, 4, 5, None)  # stars; None where a puzzle has none

# Millimetres.
WIDTH, MARGIN = 180.0, 6.0
LABEL, BAR = 42.0, 92.0
ROW, THICK, GAME_ROW, LEGEND, TITLE = 8.0, 5.2, 10.0, 12.0, 12.0


@dataclass
class Row:
    """The puzzles of one task: how many of each difficulty, and how many are used."""

    game: str
    task: str
    levels: dict[int | None, int] = field(default_factory=dict)
    used: int = 0

    @property
    def total(self) -> int:
        """How many puzzles of all difficulties."""
        return sum(self.levels.values())

    @staticmethod
    def of(counts: Iterable[tuple[str, str, int | None, int, int]]) -> list[Row]:
        """The rows of a library's counts."""
        rows: dict[tuple[str, str], Row] = {}
        for of_game, task, difficulty, number, used in counts:
            row = rows.setdefault((of_game, task), Row(of_game, task))
            level = difficulty if difficulty in LEVELS else None
            row.levels[level] = row.levels.get(level, 0) + number
            row.used += used
        return list(rows.values())


def table(rows: Sequence[Row]) -> str:
    """The counts for a terminal."""
    heads = ["game", "task", *("*" * n if n else "none" for n in LEVELS), "puzzles", "unused"]
    lines = [heads]
    for row in rows:
        numbers = [str(row.levels.get(level) or "") for level in LEVELS]
        lines.append([row.game, row.task, *numbers, str(row.total), str(row.total - row.used)])
    if len(rows) > 1:
        sums = [str(sum(row.levels.get(level, 0) for row in rows) or "") for level in LEVELS]
        total, used = sum(row.total for row in rows), sum(row.used for row in rows)
        lines.append(["all", "", *sums, str(total), str(total - used)])
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    return "\n".join(
        "  ".join(
            text.ljust(width) if column < 2 else text.rjust(width)
            for column, (text, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


@dataclass(frozen=True)
class _Piece:
    """A part of a bar: where it lies, its level, and its words."""

    x: float
    width: float
    level: int | None
    title: str
    label: str


@dataclass(frozen=True)
class _Bar:
    y: float
    row: Row
    pieces: tuple[_Piece, ...]
    end: float


def chart(rows: Sequence[Row]) -> str:
    """A bar for each task, cut by difficulty, as an SVG image that needs no colour to be read and
    says the same in words."""
    from crossfall.generator.drawing import environment

    most = max((row.total for row in rows), default=1)
    y = MARGIN + TITLE + LEGEND
    heads: list[tuple[float, str]] = []
    bars: list[_Bar] = []
    for number, row in enumerate(rows):
        if number == 0 or row.game != rows[number - 1].game:
            heads.append((y + 6.5, _title(row.game)))
            y += GAME_ROW
        pieces = _pieces(row, most)
        bars.append(_Bar(y, row, pieces, pieces[-1].x + pieces[-1].width))
        y += ROW
    total = sum(row.total for row in rows)
    used = [level for level in LEVELS if any(row.levels.get(level) for row in rows)]
    return (
        environment()
        .get_template("chart.svg.j2")
        .render(
            width=WIDTH,
            height=y + MARGIN,
            margin=MARGIN,
            label=MARGIN + LABEL,
            thick=THICK,
            title=f"{counted(total, 'puzzle')} by task and difficulty",
            words=_words(rows),
            heads=heads,
            bars=bars,
            legend=[
                (MARGIN + LABEL + 20.0 * n, level, _level(level)) for n, level in enumerate(used)
            ],
            legend_y=MARGIN + TITLE,
        )
        + "\n"
    )


def _pieces(row: Row, most: int) -> tuple[_Piece, ...]:
    x = MARGIN + LABEL
    pieces = []
    for level in LEVELS:
        number = row.levels.get(level, 0)
        if not number:
            continue
        width = BAR * number / most
        label = str(number) if width >= 2.0 + 1.9 * len(str(number)) else ""
        title = f"{row.task}, {_level(level)}: {number}"
        pieces.append(_Piece(round(x, 2), round(width, 2), level, title, label))
        x += width
    return tuple(pieces)


def _words(rows: Sequence[Row]) -> str:
    """What the chart shows, for those who do not see it."""
    lines = []
    for row in rows:
        parts = [
            f"{row.levels[level]} {_level(level)}" for level in LEVELS if row.levels.get(level)
        ]
        lines.append(f"{_title(row.game)}, {row.task}: {', '.join(parts)}; {row.used} used.")
    return " ".join(lines) or "No puzzles."


def _level(level: int | None) -> str:
    return "not graded" if level is None else "1 star" if level == 1 else f"{level} stars"


def _title(name: str) -> str:
    try:
        return game(name).title
    except ValueError:
        return name  # of a game that this version does not know
