"""Recipes: all that is needed to make the sheets of a class again, as a code to print and to type.

A recipe says of each place on the sheet what kind of puzzle stands there; the puzzles themselves are
found anew, by a seed that comes from the recipe, so that a code needs nothing but itself and the
version that made it. Every variant of a class gets puzzles of its own out of one common search.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from itertools import groupby
from typing import Any

from crossfall.generator.codes import packed, unpacked
from crossfall.generator.finders import Wish, finder
from crossfall.generator.layout import PER_PAGE
from crossfall.generator.sheets import SheetOptions
from crossfall.generator.tongues import languages
from crossfall.solver.budget import Budget
from crossfall.solver.errors import InputError, counted
from crossfall.solver.position import Puzzle, game, game_names
from crossfall.solver.records import Record
from crossfall.solver.verify import read_puzzle

MOST_PUZZLES = 5_000  # in a class


@dataclass(frozen=True)
class Kind:
    """What kind of puzzle: game and task, the board as one-line positions name it (`4x4`,
    `3x3-plain`, `waves-finals`), difficulty 0 for unsaid."""

    game: str
    task: str
    board: str
    difficulty: int = 0

    @property
    def options(self) -> dict[str, Any]:
        """The board as the options of a wish."""
        first, *flags = self.board.split("-")
        options: dict[str, Any] = {"size" if first[0].isdigit() else "rules": first}
        options.update(dict.fromkeys(flags, True))
        return options

    @property
    def told(self) -> str:
        """The kind in words, for messages."""
        stars = f", difficulty {self.difficulty}" if self.difficulty else ""
        return f"{self.game} {self.task} ({self.board}{stars})"

    def wish(self, count: int, seed: int) -> Wish:
        """So many puzzles of this kind."""
        return Wish(self.task, count, seed, self.difficulty or None, options=self.options)


def kind_of(puzzle: Puzzle) -> Kind:
    """The kind of a puzzle; InputError where none of its kind can be found by `generate`."""
    board = game(puzzle.game).line(puzzle).split(":")[1]
    difficulty = puzzle.record.integer("difficulty", 1, 5) or 0
    kind = Kind(puzzle.game, puzzle.task, board, difficulty)
    strangers = set(kind.options) - set(finder(puzzle.game).OPTIONS)
    if strangers:
        raise InputError(f"{puzzle.record.place}: no others like it can be found")
    return kind


@dataclass(frozen=True)
class Print:
    """How a sheet is printed, as far as its code says it; the rest is asked for anew.

    titled: whether it has a title of its own. What that is no code says.
    """

    options: SheetOptions = field(default_factory=SheetOptions)
    rules: bool = True
    numbers: bool = True
    play: bool = False
    titled: bool = False


@dataclass(frozen=True)
class Recipe:
    """The sheets of a class: the kinds of their puzzles in order, how many variants, the seed."""

    kinds: tuple[Kind, ...]
    variants: int
    seed: int = 0
    print: Print = field(default_factory=Print)

    def code(self, variant: int) -> str:
        """The code of a variant, counted from 0."""
        return packed([*_version(), *self._numbers(), variant])

    def _numbers(self) -> list[int]:
        runs = [(kind, len(list(same))) for kind, same in groupby(self.kinds)]
        numbers = [_flags(self.print), self.seed, self.variants, len(runs)]
        before: Kind | None = None
        for kind, count in runs:
            numbers += _run_numbers(kind, count, before)
            before = kind
        return numbers

    @property
    def search_seed(self) -> int:
        """The seed of the search, from all that the code says but the variant."""
        text = ",".join(map(str, self._numbers()[1:]))
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")


def recipe_of(code: str) -> tuple[Recipe, int]:
    """The recipe and the variant of a code; InputError where it is none, or of another version."""
    numbers = unpacked(code)
    own = _version()
    if len(numbers) < len(own) or numbers[: len(own)] != own:
        theirs = ".".join(map(str, numbers[: len(own)]))
        raise InputError(
            f"code {code[:60]!r} was printed by crossfall {theirs}, this is crossfall "
            f"{version('crossfall')}; only that version finds the same puzzles"
        )
    reader = _Reader(code, numbers[len(own) :])
    print_ = _unflagged(reader.next())
    seed, variants, runs = reader.next(), reader.next(), reader.next()
    kinds: list[Kind] = []
    for _ in range(min(runs, MOST_PUZZLES)):
        kind, count = reader.run(kinds[-1] if kinds else None)
        kinds += [kind] * min(count, MOST_PUZZLES)
    recipe = Recipe(tuple(kinds), variants, seed, print_)
    variant = reader.next()
    if not kinds or variant >= variants or variants * len(kinds) > MOST_PUZZLES:
        raise reader.fault()
    return recipe, variant


class _Reader:
    def __init__(self, code: str, numbers: Iterable[int]) -> None:
        self._code, self._numbers = code, iter(numbers)

    def next(self) -> int:
        for number in self._numbers:
            return number
        raise self.fault()

    def run(self, before: Kind | None) -> tuple[Kind, int]:
        """A kind and how many of it follow each other; `before` is the kind of the run before."""
        rest, new = divmod(self.next(), 2)
        rest, difficulty = divmod(rest, 6)
        if not new:
            if before is None:
                raise self.fault()
            return replace(before, difficulty=difficulty), rest + 1
        rest, name = self._one_of(game_names(), rest)
        rest, task = self._one_of(tuple(game(name).tasks), rest)
        count, shape = divmod(rest, 3)
        if shape == 0:
            board = _usual(name)
        elif shape == 1:
            board = f"{self.next()}x{self.next()}"
        else:
            board = "".join(chr(self.next() + 32) for _ in range(min(self.next(), 40)))
        return Kind(name, task, board, difficulty), count + 1

    def _one_of(self, things: Sequence[str], number: int) -> tuple[int, str]:
        rest, which = divmod(number, len(things))
        return rest, things[which]

    def fault(self) -> InputError:
        return InputError(f"code {self._code[:60]!r}: no sheet has it")


def _run_numbers(kind: Kind, count: int, before: Kind | None) -> list[int]:
    """A kind and how many of it follow each other, as `_Reader.run` reads it: in one number, and
    those of the board; a kind that differs from the one before in its difficulty alone is short."""
    if before is not None and replace(before, difficulty=kind.difficulty) == kind:
        return [((count - 1) * 6 + kind.difficulty) * 2]
    tasks = list(game(kind.game).tasks)
    size = kind.board.split("x")
    board: list[int]
    if kind.board == _usual(kind.game):
        shape, board = 0, []
    elif len(size) == 2 and all(part.isdigit() for part in size):
        shape, board = 1, [int(size[0]), int(size[1])]
    else:
        shape, board = 2, [len(kind.board), *(ord(sign) - 32 for sign in kind.board)]
    number = (count - 1) * 3 + shape
    number = number * len(tasks) + tasks.index(kind.task)
    number = number * len(game_names()) + game_names().index(kind.game)
    return [(number * 6 + kind.difficulty) * 2 + 1, *board]


def _usual(game_name: str) -> str:
    """The board of a game where none is named."""
    named = game(game_name)
    record = Record({"game": named.name, "size": named.default_size})
    try:
        return named.line(named.read(record)).split(":")[1]
    except InputError:
        return named.default_size


def _version() -> list[int]:
    parts = [*version("crossfall").split("."), "0", "0"][:3]
    return [int("".join(sign for sign in part if sign.isdigit()) or 0) for part in parts]


# What the flags of a code say, from the lowest bits up: a name and the values it may have.
def _choices() -> tuple[tuple[str, tuple[Any, ...]], ...]:
    return (
        ("per_page", (None, *PER_PAGE)),
        ("paper", ("a4", "letter")),
        ("large_print", (False, True)),
        ("look", ("classroom", "copier", "book", "thrifty")),
        ("key_as", ("boards", "text")),
        ("hints", ("none", "upside-down", "key")),
        ("rules", (True, False)),
        ("numbers", (True, False)),
        ("play", (False, True)),
        ("language", languages()),
        ("titled", (False, True)),
    )


def _flags(print_: Print) -> int:
    values = {**vars(print_.options), **vars(print_)}
    number, factor = 0, 1
    for name, choices in _choices():
        number += factor * choices.index(values[name])
        factor *= len(choices)
    return number


def _unflagged(number: int) -> Print:
    values = {}
    for name, choices in _choices():
        number, which = divmod(number, len(choices))
        values[name] = choices[which]
    own = {name: values.pop(name) for name in ("rules", "numbers", "play", "titled")}
    return Print(replace(SheetOptions(), **values), **own)


@dataclass(frozen=True)
class ClassPuzzles:
    """The puzzles of every variant, and what is to be said of them, one line each."""

    variants: tuple[tuple[Puzzle, ...], ...]
    notes: tuple[str, ...] = ()


def find_all(recipe: Recipe, budget: Budget) -> ClassPuzzles:
    """The puzzles of all variants, no two the same as far as there are enough.

    Raises InputError where one sheet alone cannot be filled, BudgetError when the budget runs out.
    """
    sheets: list[list[Puzzle | None]] = [[None] * len(recipe.kinds) for _ in range(recipe.variants)]
    taken: dict[tuple[str, str], set[str]] = {}
    notes = []
    for kind in dict.fromkeys(recipe.kinds):
        slots = [i for i, other in enumerate(recipe.kinds) if other == kind]
        needed = len(slots) * recipe.variants
        known = taken.setdefault((kind.game, kind.task), set())
        pool = _pool(kind, needed, known, recipe.search_seed, budget)
        if len(pool) < len(slots):
            raise InputError(
                f"found only {counted(len(pool), 'puzzle')} like {kind.told}; "
                f"a sheet asks for {len(slots)}"
            )
        if len(pool) < needed:
            notes.append(
                f"found only {counted(len(pool), 'puzzle')} like {kind.told} for {needed} places: "
                "some stand in several variants"
            )
        for i, slot in enumerate(slots):
            for variant, sheet in enumerate(sheets):
                # Pools run from easy to hard: a place is about as hard in every variant. Where
                # there are too few, at least no sheet gets one twice.
                where = i * recipe.variants + variant
                if len(pool) < needed:
                    where = (variant * len(slots) + i) % len(pool)
                sheet[slot] = pool[where]
    filled = (tuple(puzzle for puzzle in sheet if puzzle is not None) for sheet in sheets)
    return ClassPuzzles(tuple(filled), tuple(notes))


def _pool(kind: Kind, needed: int, known: set[str], seed: int, budget: Budget) -> list[Puzzle]:
    """Puzzles of a kind that no other pool holds; `known` are those of its game and task."""
    pool = []
    canonical = game(kind.game).canonical
    for record in finder(kind.game).find(kind.wish(needed + len(known), seed), budget):
        puzzle = read_puzzle(record)
        form = canonical(puzzle)
        if form in known:
            continue
        known.add(form)
        pool.append(puzzle)
        if len(pool) == needed:
            break
    return pool
