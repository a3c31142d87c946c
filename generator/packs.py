"""`python -m crossfall.generator.packs FOLDER`: finished PDFs for people who only print.

Lesson packs, ten sheets for each difficulty of each game, blank boards, and a page that lists them.
Every file is written whole or not at all, and one that is there already is not made again: a run
broken off goes on where it was. Files of another version or paper are made anew.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from crossfall.generator.cli import BAD_INPUT, DONE, FLAWED, run
from crossfall.generator.output import write_output
from crossfall.generator.tongues import ENGLISH, SOURCE, Tongue, languages, tongue_of
from crossfall.solver.errors import CrossfallError, InputError
from crossfall.solver.position import Puzzle, game

SHEETS = 10  # for each difficulty
PAPERS = ("a4", "letter")
MADE_BY = "made-by.txt"


@dataclass(frozen=True)
class Ask:
    """Some puzzles of a sheet, as `Shelf.take` is asked for them."""

    count: int
    task: str
    difficulty: int
    options: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True)
class Level:
    """A difficulty of a game: what one of its sheets holds."""

    game: str
    stars: int
    asks: tuple[Ask, ...]


def _level(name: str, stars: int, *asks: tuple[int, str], **options: object) -> Level:
    given = tuple(sorted(options.items()))
    return Level(name, stars, tuple(Ask(count, task, stars, given) for count, task in asks))


# Clear Path has no sheets of four stars: of a hundred thousand positions hardly ten ask for a win in
# two turns by a threat.
LEVELS: Sequence[Level] = (
    _level("roadworks", 1, (6, "winning-move"), level=3),
    _level("roadworks", 2, (6, "winning-move"), level=3),
    _level("roadworks", 3, (6, "winning-move"), level=3),
    _level("roadworks", 4, (4, "winning-move"), level=4),
    _level("roadworks", 5, (4, "winning-move"), level=3),
    _level("clear-path", 1, (6, "winning-turn"), size="5x5"),
    _level("clear-path", 2, (6, "winning-turn"), size="5x5"),
    _level("clear-path", 3, (6, "winning-turn"), size="6x6"),
    _level("clear-path", 5, (4, "win-in-two"), size="4x4"),
    _level("pathing-boxes", 1, (4, "line-now")),
    _level("pathing-boxes", 2, (4, "line-now")),
    _level("pathing-boxes", 3, (2, "line-now"), (2, "only-defence")),
    _level("pathing-boxes", 4, (4, "force-line")),
)
GAMES = ("roadworks", "clear-path", "pathing-boxes")
BLANKS = (
    *(("roadworks", size, ("--size", size)) for size in ("2x2", "3x3", "4x4", "5x5")),
    *(("clear-path", size, ("--size", size)) for size in ("4x4", "5x5", "6x6", "8x8", "13x13")),
    ("pathing-boxes", "usual", ()),
    ("pathing-boxes", "finals", ("--finals",)),
)


@dataclass(frozen=True)
class Entry:
    """A file of the packs: its path in the folder, what it is, how it is made."""

    path: str
    told: str
    make: Callable[[str], int]


@dataclass(frozen=True)
class Group:
    """Files made together."""

    title: str
    entries: tuple[Entry, ...]


def groups(paper: str, seed: int, tongue: Tongue = ENGLISH) -> Iterator[Group]:
    """Everything, in the order of the list."""
    spoken = ("--language", tongue.code)
    yield Group(
        tongue.say("Lesson packs"),
        tuple(
            Entry(
                f"lessons/{name}.pdf",
                tongue.say(
                    "{game}: pages for pupils, boards and cards to cut out, notes for the teacher, "
                    "answers",
                    game=game(name).title,
                ),
                _command("lesson", name, "--paper", paper, "--seed", str(seed), *spoken),
            )
            for name in GAMES
        ),
    )
    for level in LEVELS:
        made = _Sheets(level, paper, seed, tongue)
        title = tongue.count(
            "{game}, {n} star", "{game}, {n} stars", level.stars, game=game(level.game).title
        )
        yield Group(
            title,
            tuple(
                Entry(
                    f"sheets/{level.game}-{level.stars}-{number:02d}.pdf",
                    tongue.say("Sheet {number} with its answers", number=number),
                    made.maker(
                        number, tongue.say("{title}: sheet {number}", title=title, number=number)
                    ),
                )
                for number in range(1, SHEETS + 1)
            ),
        )
    yield Group(
        tongue.say("Blank boards"),
        tuple(
            Entry(
                f"boards/{name}-{kind}.pdf",
                f"{game(name).title}, {_kind(kind, tongue)}",
                _command("sheet", "--blank", name, *options, "--paper", paper, *spoken),
            )
            for name, kind, options in BLANKS
        ),
    )


def _kind(kind: str, tongue: Tongue) -> str:
    match kind:
        case "usual":
            return tongue.label("kind of board", "usual")
        case "finals":
            return tongue.label("kind of board", "finals")
    return kind.replace("x", " × ")


def _command(*arguments: str) -> Callable[[str], int]:
    return lambda target: run([*arguments, "-o", target])


class _Sheets:
    """The sheets of a level: no puzzle stands on two of them. Puzzles are found when they are first
    wanted, always all before them too, so that a sheet is the same in any run."""

    def __init__(self, level: Level, paper: str, seed: int, tongue: Tongue) -> None:
        self._level, self._paper, self._seed, self._tongue = level, paper, seed, tongue
        self._found: list[list[Puzzle]] = []

    def maker(self, number: int, title: str) -> Callable[[str], int]:
        return lambda target: self._make(number, title, target)

    def _make(self, number: int, title: str, target: str) -> int:
        from crossfall.generator.proven import prove
        from crossfall.generator.sheets import SheetOptions, build_sheet, puzzle_sheet
        from crossfall.solver.budget import Budget

        if not self._found:
            self._find()
        proven = prove(self._found[number - 1], Budget())
        if proven.flawed or proven.unknown or proven.unaudited:
            _tell("; ".join([*proven.flawed, *proven.unknown, *proven.unaudited]))
            return FLAWED
        per_page = sum(ask.count for ask in self._level.asks)
        options = SheetOptions(
            paper="letter" if self._paper == "letter" else "a4",
            per_page=per_page,
            language=self._tongue.code,
        )
        sheet = puzzle_sheet(proven.puzzles, title, tongue=self._tongue)
        write_output(target, build_sheet(sheet, options))
        return DONE

    def _find(self) -> None:
        """The puzzles of all sheets: each question asked once for all of them, then dealt out."""
        from crossfall.generator.shelf import Shelf
        from crossfall.solver.budget import Budget

        level = self._level
        shelf = Shelf(level.game, self._seed, Budget(), audit=False)
        self._found = [[] for _ in range(SHEETS)]
        for ask in level.asks:
            options: dict[str, Any] = dict(ask.options)
            chosen = shelf.take(SHEETS * ask.count, ask.task, ask.difficulty, **options)
            for number, sheet in enumerate(self._found):
                sheet += [puzzle for puzzle, _ in chosen[number::SHEETS]]


def make_packs(folder: str, paper: str, seed: int = 0, language: str = SOURCE) -> int:
    """Make what is missing in the folder; the exit code."""
    tongue = tongue_of(language)
    made_by = f"crossfall {_version()}, {paper}, seed {seed}\n"
    if language != SOURCE:
        made_by = made_by.replace("\n", f", {language}\n")
    mark = os.path.join(folder, MADE_BY)
    os.makedirs(folder, exist_ok=True)
    anew = not os.path.exists(mark) or _read(mark) != made_by
    if anew:
        for group in groups(paper, seed, tongue):
            for entry in group.entries:
                path = os.path.join(folder, entry.path)
                if os.path.exists(path):
                    os.unlink(path)
        write_output(mark, made_by)
    code = DONE
    everything = list(groups(paper, seed, tongue))
    for group in everything:
        for entry in group.entries:
            path = os.path.join(folder, entry.path)
            if os.path.exists(path):
                continue
            os.makedirs(os.path.dirname(path), exist_ok=True)
            try:
                done = entry.make(path)
            except CrossfallError as error:
                _tell(f"{entry.path}: {error}")
                done = FLAWED
            if done != DONE:
                code = max(code, done)
                _tell(f"{entry.path}: not made")
            else:
                _tell(entry.path)
    _index(folder, paper, everything, tongue)
    return code


def _index(folder: str, paper: str, everything: Sequence[Group], tongue: Tongue) -> None:
    """The page that lists the files, for browsers and for readers of plain text."""
    from crossfall.generator.drawing import environment

    listed = [
        (
            group.title,
            [e for e in group.entries if os.path.exists(os.path.join(folder, e.path))],
        )
        for group in everything
    ]
    names = {"a4": "A4", "letter": "Letter"}
    for template, name in (("packs.html.j2", "index.html"), ("packs.txt.j2", "README.txt")):
        page = (
            environment()
            .get_template(template)
            .render(groups=listed, paper=names[paper], language=tongue.code, _=tongue.say)
        )
        write_output(os.path.join(folder, name), page)


def _read(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


def _version() -> str:
    from importlib.metadata import version

    return version("crossfall")


def _tell(text: str) -> None:
    print(f"packs: {text}", file=sys.stderr, flush=True)


def main(arguments: list[str] | None = None) -> int:
    """Read the command line and make the packs."""
    parser = argparse.ArgumentParser(prog="packs", description="Finished PDFs to print.")
    parser.add_argument("folder")
    parser.add_argument("--paper", choices=PAPERS, default="a4")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--language", choices=languages(), default=SOURCE)
    given = parser.parse_args(arguments)
    try:
        return make_packs(given.folder, given.paper, given.seed, given.language)
    except KeyboardInterrupt:
        _tell("interrupted; the same command goes on from here")
        return 130
    except InputError as error:
        for fault in error.faults:
            _tell(fault)
        return BAD_INPUT


if __name__ == "__main__":
    sys.exit(main())
