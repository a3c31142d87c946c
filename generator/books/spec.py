"""Reads BOOK.toml: what a book is to hold, every mistake reported at once."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from crossfall.generator.bench import desks
from crossfall.generator.books.geometry import INSIDE, TRIMS, Margins
from crossfall.generator.books.model import BookSpec, Chapter, Pick, Section
from crossfall.generator.finders import Wish, check_wish, finder, techniques
from crossfall.generator.sheets import clean
from crossfall.generator.tongues import ENGLISH, languages, tongue_of
from crossfall.solver.errors import Faults, InputError, file_name, nearest
from crossfall.solver.position import game, task
from crossfall.solver.records import read_bytes

THEMES = ("book", "classroom")
INKS = ("colour", "black")
STANDARD = "standard"
TOP_KEYS = (
    "title", "subtitle", "author", "trim", "theme", "ink", "seed", "language", "isbn",
    "copyright", "credit", "margins", "bleed", "marks", "hints", "chapter",
)  # fmt: skip
CHAPTER_KEYS = (
    "title", "intro", "game", "chapter", "task", "level", "size", "plain", "rules", "finals",
    "difficulty", "technique", "count", "puzzles", "per_page", "warm_ups", "each", "mixed",
    "challenges", "special",
)  # fmt: skip
SHARES = ("warm_ups", "each", "mixed", "challenges", "special")  # of a standard chapter
_CHAPTER = re.compile(r"\s*\[\[\s*[\"']?chapter[\"']?\s*\]\]")
MARGIN_KEYS = ("inside", "outside", "top", "bottom")
MOST_PUZZLES, MOST_BYTES = 5000, 1_000_000
PER_PAGE = (1, 2, 3, 4, 6, 8, 12)


def read_book(path: str) -> BookSpec:
    """The book that a BOOK.toml describes (`-`: standard input); InputError with a line a mistake."""
    told = "standard input" if path == "-" else file_name(path)
    try:
        if path == "-":
            data = read_bytes("-", told, MOST_BYTES, "a BOOK.toml")
        else:
            with open(path, "rb") as file:
                data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise InputError(f"{told}: larger than {MOST_BYTES // 1_000_000} MB; expected a book")
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except InputError:  # is a ValueError too
        raise
    except UnicodeDecodeError:
        raise InputError(f"{told}: not UTF-8; save the file as UTF-8") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a file name"
        raise InputError(f"{told}: cannot be read ({reason}); expected a BOOK.toml") from None
    return parse_book(text, told if path == "-" else path)


def parse_book(text: str, source: str) -> BookSpec:
    """The book of the TOML text `text`; `source` is the file's name, for messages."""
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        told = " ".join(str(error).split())
        raise InputError(f"{file_name(source)}: not TOML: {told}") from None
    reader = _Reader(source, os.path.dirname(source), _Lines(text, table))
    book = reader.book(table)
    reader.faults.check()
    return book


class _Lines:
    """Where the chapters of a BOOK.toml and their keys stand in its text, as far as the text shows
    it: tomllib does not say it."""

    def __init__(self, text: str, table: Mapping[str, Any]) -> None:
        self._lines = text.split("\n")
        starts = [n for n, line in enumerate(self._lines) if _CHAPTER.match(line)]
        chapters = table.get("chapter")
        # Else they are written in another way, or something in a text only looks like one.
        self._known = isinstance(chapters, list) and len(starts) == len(chapters)
        self._bounds = [0, *starts, len(self._lines)]

    def of(self, chapter: int, key: str = "") -> int | None:
        """The line, counted from 1, of a key in a chapter (0: before the first one), or where the
        chapter begins; None where that is not known."""
        if not self._known:
            return None
        start, after = self._bounds[chapter], self._bounds[chapter + 1]
        written = re.compile(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=")
        found = [n for n in range(start, after) if key and written.match(self._lines[n])]
        if len(found) == 1:
            return found[0] + 1
        return start + 1 if chapter else None


@dataclass(frozen=True)
class _Place:
    """Where in a BOOK.toml a mistake is, for messages: `book.toml: line 9: chapter 2`."""

    source: str
    lines: _Lines
    chapter: int = 0
    key: str = ""

    def at(self, key: str) -> _Place:
        """The place of a key of this table."""
        return replace(self, key=key)

    def __str__(self) -> str:
        line = self.lines.of(self.chapter, self.key)
        told = [file_name(self.source), f"line {line}" if line else ""]
        told.append(f"chapter {self.chapter}" if self.chapter else "")
        return ": ".join(filter(None, told))


class _Reader:
    """Reads tables and collects the mistakes in them."""

    def __init__(self, source: str, folder: str, lines: _Lines) -> None:
        self.source, self.folder, self.lines = source, folder, lines
        self.faults = Faults()
        self.tongue = ENGLISH

    def book(self, table: Mapping[str, Any]) -> BookSpec:
        place = _Place(self.source, self.lines)
        self._strangers(place, table, TOP_KEYS)
        title = self._text(place, table, "title")
        if not title:
            self.faults.add(f'{place}: no title; expected title = "…"')
        bleed = self._number(place, table, "bleed", 0.0, 0.0, 0.5)
        language = self._choice(place, table, "language", languages())
        self.tongue = tongue_of(language)
        chapters = table.get("chapter", [])
        if not isinstance(chapters, list) or not all(isinstance(c, dict) for c in chapters):
            self.faults.add(
                f"{place.at('chapter')}: chapter is no list of tables; expected [[chapter]]"
            )
            chapters = []
        elif not chapters:
            self.faults.add(f"{place}: no chapter in it; expected [[chapter]] tables")
        read = [self._chapter(number, c) for number, c in enumerate(chapters, start=1)]
        credit = table.get("credit", [])
        credit = [credit] if isinstance(credit, str) else credit
        if not isinstance(credit, list) or not all(isinstance(line, str) for line in credit):
            self.faults.add(
                f"{place.at('credit')}: credit is no text; expected a text or a list of texts"
            )
            credit = []
        return BookSpec(
            title=title,
            chapters=tuple(chapter for chapter in read if chapter),
            subtitle=self._text(place, table, "subtitle"),
            author=self._text(place, table, "author"),
            trim=self._choice(place, table, "trim", tuple(TRIMS)),
            theme=self._choice(place, table, "theme", THEMES),
            black=self._choice(place, table, "ink", INKS) == "black",
            seed=self._whole(place, table, "seed", 0, 0, 1 << 40),
            language=language,
            isbn=self._text(place, table, "isbn"),
            copyright=self._text(place, table, "copyright"),
            credit=tuple(map(clean, credit)),
            margins=self._margins(table.get("margins", {})),
            bleed=bleed,
            marks=self._flag(place, table, "marks"),
            hints=self._flag(place, table, "hints", True),
            source=self.source,
        )

    def _margins(self, table: Any) -> Margins:
        place = _Place(self.source, self.lines)
        if not isinstance(table, dict):
            self.faults.add(f"{place.at('margins')}: margins is no table; expected [margins]")
            return Margins()
        self._strangers(place, table, MARGIN_KEYS)
        inside = table.get("inside", [list(pair) for pair in INSIDE])
        if isinstance(inside, (int, float)) and not isinstance(inside, bool):
            inside = [[100_000, inside]]
        pairs: list[tuple[int, float]] = []
        good = isinstance(inside, list) and bool(inside)
        for pair in inside if isinstance(inside, list) else ():
            good = (
                good
                and isinstance(pair, list)
                and len(pair) == 2
                and type(pair[0]) is int
                and type(pair[1]) in (int, float)
                and 0.2 <= pair[1] <= 2
                and (not pairs or pair[0] > pairs[-1][0])
            )
            if not good:
                break
            pairs.append((pair[0], float(pair[1])))
        if not good:
            self.faults.add(
                f"{place.at('inside')}: inside makes no sense; expected [[150, 0.375], [300, 0.5], …]: "
                "up to so many pages, so many inches (0.2 to 2)"
            )
            pairs = list(INSIDE)
        usual = Margins()
        return Margins(
            tuple(pairs),
            self._number(place, table, "outside", usual.outside, 0.25, 2),
            self._number(place, table, "top", usual.top, 0.5, 2),
            self._number(place, table, "bottom", usual.bottom, 0.5, 2),
        )

    # -- chapters

    def _chapter(self, number: int, table: Mapping[str, Any]) -> Chapter | None:
        place = _Place(self.source, self.lines, number)
        before = bool(self.faults)
        self._strangers(place, table, CHAPTER_KEYS)
        title, intro = self._text(place, table, "title"), self._text(place, table, "intro", 2000)
        per_page = self._per_page(place, table)
        if "puzzles" in table:
            return self._from_file(place, table, title, intro, per_page)
        name = self._text(place, table, "game")
        if not name:
            self.faults.add(f'{place}: no game; expected game = "…" or puzzles = "FILE.toml"')
            return None
        try:
            named = game(name)
        except InputError as error:
            self.faults.add(*error.at(str(place.at("game"))).faults)
            return None
        if "chapter" in table:
            return self._standard(place, table, named.name, title, intro, per_page)
        self._not_with(place, table, SHARES, f'chapter = "{STANDARD}"')
        pick = self._pick(place, table, named.name)
        if pick is None or (bool(self.faults) and not before):
            return None
        heading = (
            title or f"{named.title}: {desks.title_of(pick.game, 'task', pick.task, self.tongue)}"
        )
        section = Section(heading, "", (pick,), per_page=per_page, spread=True)
        return Chapter(heading, (section,), intro, str(place))

    def _from_file(
        self, place: _Place, table: Mapping[str, Any], title: str, intro: str, per_page: int | None
    ) -> Chapter | None:
        allowed = ("title", "intro", "puzzles", "per_page")
        others = [key for key in CHAPTER_KEYS if key not in allowed]
        self._not_with(place, table, others, "no puzzles = FILE")
        file = self._text(place, table, "puzzles", 1000)
        if not file:
            return None
        path = os.path.join(self.folder, file)
        if not os.path.isfile(path):
            self.faults.add(
                f"{place.at('puzzles')}: puzzles: no file {file_name(path)}; expected a puzzle file"
            )
            return None
        heading = title or self.tongue.say("Puzzles")
        section = Section(heading, "", puzzles=path, per_page=per_page, rising=False)
        return Chapter(heading, (section,), intro, str(place))

    def _standard(
        self,
        place: _Place,
        table: Mapping[str, Any],
        name: str,
        title: str,
        intro: str,
        per_page: int | None,
    ) -> Chapter | None:
        from crossfall.generator.books.standard import standard_sections

        self._choice(place, table, "chapter", (STANDARD,))
        allowed = ("title", "intro", "game", "chapter", "per_page", *SHARES)
        others = [key for key in CHAPTER_KEYS if key not in allowed]
        self._not_with(place, table, others, f'no chapter = "{STANDARD}"')
        counts = {key: self._whole(place, table, key, -1, 0, 120) for key in SHARES if key in table}
        sections = standard_sections(name, counts, per_page, self.tongue)
        if sections is None:
            self.faults.add(f"{place}: {name} has no standard chapter; name a task instead")
            return None
        return Chapter(title or game(name).title, sections, intro, str(place))

    def _pick(self, place: _Place, table: Mapping[str, Any], name: str) -> Pick | None:
        options = {
            key: table[key] for key in ("level", "size", "plain", "rules", "finals") if key in table
        }
        known = finder(name).OPTIONS
        for key in options:
            if key not in known:
                self.faults.add(
                    f"{place.at(key)}: {name} takes no {key}; expected {', '.join(known)}"
                )
        kinds: dict[str, type] = {
            "level": int, "size": str, "plain": bool, "rules": str, "finals": bool
        }  # fmt: skip
        for key, value in options.items():
            if type(value) is not kinds[key]:
                told = {int: "a whole number", str: "a text in quotes", bool: "true or false"}
                self.faults.add(f"{place.at(key)}: {key}: expected {told[kinds[key]]}")
                return None
        tasks = game(name).tasks
        wanted = self._text(place, table, "task") or next(iter(tasks))
        try:
            wanted = task(game(name), wanted).name
        except InputError as error:
            self.faults.add(*error.at(str(place.at("task"))).faults)
            return None
        difficulty = (
            self._whole(place, table, "difficulty", 1, 1, 5) if "difficulty" in table else None
        )
        technique = table.get("technique", [])
        wished = [technique] if isinstance(technique, str) else technique
        from crossfall.generator.books.teaching import techniques_of

        known_techniques = techniques_of(name)
        for code in wished if isinstance(wished, list) else [None]:
            if code not in known_techniques:
                self.faults.add(
                    f"{place.at('technique')}: unknown technique {code!r}; {nearest(str(code), known_techniques)}"
                )
                return None
        pick = Pick(
            name,
            wanted,
            self._whole(place, table, "count", 12, 1, MOST_PUZZLES),
            difficulty,
            tuple(wished),
            tuple(sorted(options.items())),
        )
        return pick if self._makes_sense(place, pick) else None

    def _makes_sense(self, place: _Place, pick: Pick) -> bool:
        """Whether the finder has nothing against a pick; what it has is a mistake of the first key
        without which it would have nothing."""

        def fault(left_out: str = "") -> InputError | None:
            options = {key: value for key, value in pick.options if key != left_out}
            difficulty = None if left_out == "difficulty" else pick.difficulty
            wish = Wish(pick.task, pick.count, 0, difficulty, options=options)
            try:
                check_wish(pick.game, wish)
            except InputError as error:
                return error
            return None

        found = fault()
        if found is None:
            return self._has_techniques(place, pick)
        given = [*(key for key, _ in pick.options), "difficulty"]
        key = next((key for key in given if fault(key) is None), "task")
        self.faults.add(*found.at(str(place.at(key))).faults)
        return False

    def _has_techniques(self, place: _Place, pick: Pick) -> bool:
        """Whether any puzzle of a pick can need one of the techniques it names."""
        wish = Wish(pick.task, difficulty=pick.difficulty, options=dict(pick.options))
        possible = techniques(pick.game, wish)
        if not pick.techniques or set(pick.techniques) & set(possible):
            return True
        asked = f" of difficulty {pick.difficulty}" if pick.difficulty and possible else ""
        expected = f"expected {' or '.join(possible)}" if possible else "leave it out"
        named = " or ".join(pick.techniques)
        self.faults.add(
            f"{place.at('technique')}: no {pick.task} puzzle{asked} needs {named}; {expected}"
        )
        return False

    def _per_page(self, place: _Place, table: Mapping[str, Any]) -> int | None:
        value = table.get("per_page")
        if value is not None and value not in PER_PAGE:
            told = ", ".join(map(str, PER_PAGE))
            self.faults.add(
                f"{place.at('per_page')}: per_page is {value!r}; expected one of {told}"
            )
            return None
        return value

    # -- values

    def _strangers(self, place: _Place, table: Mapping[str, Any], known: Iterable[str]) -> None:
        names = tuple(known)
        for key in table:
            if key not in names:
                self.faults.add(f"{place.at(key)}: unknown key {key[:40]!r}; {nearest(key, names)}")

    def _not_with(
        self, place: _Place, table: Mapping[str, Any], keys: Iterable[str], only: str
    ) -> None:
        for key in keys:
            if key in table:
                self.faults.add(f"{place.at(key)}: {key} goes with {only}")

    def _text(self, place: _Place, table: Mapping[str, Any], key: str, longest: int = 240) -> str:
        value = table.get(key, "")
        if not isinstance(value, str):
            self.faults.add(f"{place.at(key)}: {key}: expected a text in quotes")
            return ""
        return clean(value, longest)

    def _flag(self, place: _Place, table: Mapping[str, Any], key: str, usual: bool = False) -> bool:
        value = table.get(key, usual)
        if not isinstance(value, bool):
            self.faults.add(f"{place.at(key)}: {key}: expected true or false")
            return usual
        return value

    def _choice(
        self, place: _Place, table: Mapping[str, Any], key: str, known: tuple[str, ...]
    ) -> str:
        value = table.get(key, known[0])
        if not isinstance(value, str) or value.lower() not in known:
            self.faults.add(
                f"{place.at(key)}: unknown {key} {value!r}; {nearest(str(value), known)}"
            )
            return known[0]
        return value.lower()

    def _whole(
        self, place: _Place, table: Mapping[str, Any], key: str, usual: int, least: int, most: int
    ) -> int:
        value = table.get(key, usual)
        if key in table and (type(value) is not int or not least <= value <= most):
            self.faults.add(
                f"{place.at(key)}: {key} is {value!r}; expected a whole number {least} to {most}"
            )
            return usual
        return int(value)

    def _number(
        self,
        place: _Place,
        table: Mapping[str, Any],
        key: str,
        usual: float,
        least: float,
        most: float,
    ) -> float:
        value = table.get(key, usual)
        if type(value) not in (int, float) or not least <= value <= most:
            self.faults.add(
                f"{place.at(key)}: {key} is {value!r}; expected a number of inches, {least:g} to {most:g}"
            )
            return usual
        return float(value)
