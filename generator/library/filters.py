"""Which puzzles of a library are meant."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from crossfall.solver.errors import InputError

Range = tuple[int, int]
MOST = 10**9
STARS = 5


@dataclass(frozen=True)
class Filter:
    """Which puzzles are meant: those for which everything said here holds.

    board: a size as one-line positions write it (`4x4`, `4x4-plain`), or a rule set (`waves`);
    without an ending it stands for every ending. difficulty: from and to. tags: every one of them;
    not_tags: none. features: what a feature is, a word or a range. unused: bearing no mark.
    marks: bearing every one of them. numbers: one of these; empty for any.
    """

    game: str | None = None
    task: str | None = None
    board: str | None = None
    difficulty: Range | None = None
    tags: tuple[str, ...] = ()
    not_tags: tuple[str, ...] = ()
    features: tuple[tuple[str, str], ...] = ()
    source: str | None = None
    unused: bool = False
    marks: tuple[str, ...] = ()
    numbers: tuple[int, ...] = field(default=())

    def where(self) -> tuple[str, list[str | int]]:
        """The condition in SQL, with its values."""
        conditions: list[str] = ["1"]
        values: list[str | int] = []

        def add(condition: str, *given: str | int) -> None:
            conditions.append(condition)
            values.extend(given)

        for column, value in (("game", self.game), ("task", self.task), ("source", self.source)):
            if value is not None:
                add(f"{column} = ?", value)
        if self.board is not None:
            add(
                "(board = ? OR substr(board, 1, ?) = ?)",
                self.board,
                len(self.board) + 1,
                f"{self.board}-",
            )
        if self.difficulty is not None:
            add("difficulty BETWEEN ? AND ?", *self.difficulty)
        has = "EXISTS (SELECT 1 FROM {0} WHERE {0}.puzzle = number AND {0}.name = ?)"
        for tag in self.tags:
            add(has.format("tag"), tag)
        for tag in self.not_tags:
            add("NOT " + has.format("tag"), tag)
        for mark in self.marks:
            add(has.format("mark"), mark)
        if self.unused:
            add("NOT EXISTS (SELECT 1 FROM mark WHERE mark.puzzle = number)")
        for name, value in self.features:
            place = f'$."{name}"'
            try:
                add("json_extract(features, ?) BETWEEN ? AND ?", place, *read_range(value))
            except InputError:
                add("json_extract(features, ?) = ?", place, value)
        if self.numbers:
            add(f"number IN ({', '.join('?' * len(self.numbers))})", *self.numbers)
        return " AND ".join(conditions), values


def read_range(text: str) -> Range:
    """A number, or a range of numbers.

    >>> read_range("3"), read_range("2-4"), read_range("4-"), read_range("-2")
    ((3, 3), (2, 4), (4, 1000000000), (0, 2))
    """
    found = re.fullmatch(r"(\d{1,9})|(\d{0,9})-(\d{0,9})", text.strip(), re.ASCII)
    if found is None or text.strip() == "-":
        raise InputError(f"{text[:40]!r} is no number or range; expected such as 3, 2-4 or 4-")
    one, least, most = found.groups()
    low, high = (int(one), int(one)) if one else (int(least or 0), int(most or MOST))
    if low > high:
        raise InputError(f"{text[:40]!r} is an empty range; expected the smaller number first")
    return low, high


def read_stars(text: str) -> Range:
    """A difficulty, or a range of difficulties; one that no puzzle can have makes no sense.

    >>> read_stars("3-"), read_stars("-2")
    ((3, 5), (1, 2))
    """
    given = text.strip()
    low, high = read_range(given)
    low = 1 if given.startswith("-") else low
    high = STARS if given.endswith("-") else high
    if not 1 <= low <= high <= STARS:
        raise InputError(f"{text[:40]!r} is no difficulty; expected 1 to {STARS}, such as 3 or 2-4")
    return low, high


def read_size(text: str) -> str:
    """A board's size as one-line positions write it; `N` means `NxN`.

    >>> read_size("4"), read_size("4x5-plain")
    ('4x4', '4x5-plain')
    """
    found = re.fullmatch(r"(\d{1,2})(x\d{1,2})?((?:-[a-z]+)?)", text.strip().lower(), re.ASCII)
    if found is None:
        raise InputError(f"{text[:40]!r} is no size; expected such as 4x5, 4 or 4x4-plain")
    wide, high, ending = found.groups()
    return f"{wide}{high or f'x{wide}'}{ending}"


def read_feature(text: str) -> tuple[str, str]:
    """The name and the wished value of a feature.

    >>> read_feature("technique=R3")
    ('technique', 'R3')
    """
    name, equals, value = text.partition("=")
    if not equals or not re.fullmatch(r"[A-Za-z][A-Za-z0-9 _-]{0,40}", name.strip()) or not value:
        raise InputError(f"{text[:40]!r} is no feature; expected such as technique=R3 or lines=4-8")
    return name.strip(), value.strip()
