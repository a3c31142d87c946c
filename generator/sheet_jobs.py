"""What `crossfall sheet` prints: puzzles of a file, of a class by variants or of a code, empty boards."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from crossfall.generator.attachments import attached
from crossfall.generator.options import impossible, read_puzzles, tell
from crossfall.generator.proven import Proven, prove
from crossfall.generator.recipes import Kind, Print, Recipe, find_all, kind_of
from crossfall.generator.sheets import Sheet, SheetOptions, blank_sheet, build_class, puzzle_sheet
from crossfall.solver.advice import warnings
from crossfall.solver.budget import Budget
from crossfall.solver.errors import InputError
from crossfall.solver.position import Findings, Puzzle, game
from crossfall.solver.records import Record

if TYPE_CHECKING:
    from crossfall.solver.audit.certificate import Section

DONE, FLAWED, BAD_INPUT, UNKNOWN = 0, 1, 2, 3
KINDS = {"falling": "--plain", "finals": "--finals"}  # the options for kinds of empty boards


@dataclass(frozen=True)
class Made:
    """The PDF, None where something forbids one (it has been said), the exit code, and the puzzles
    of a worksheet."""

    pdf: bytes | None
    code: int = DONE
    puzzles: Sequence[tuple[Puzzle, Findings]] = ()


@dataclass(frozen=True)
class Wanted:
    """How the sheets are printed and proven. title: empty for the games' names."""

    print: Print
    title: str = ""
    audit: bool = True
    attach: bool = False
    certificate: str | None = None

    @property
    def options(self) -> SheetOptions:
        """How the sheet is printed."""
        return self.print.options


def print_file(puzzles: Sequence[Puzzle], wanted: Wanted, budget: Budget) -> Made:
    """The worksheet of these puzzles, with its key."""
    sections: Mapping[int, Section] = {}
    if wanted.certificate is not None:
        from crossfall.generator.certifying import read_sections

        sections = read_sections(wanted.certificate, list(puzzles))
    proven, code = _proven(puzzles, wanted, budget, sections)
    if proven is None:
        return Made(None, code)
    return Made(_class([(proven, "")], wanted), code, proven.puzzles)


def print_variants(recipe: Recipe, wanted: Wanted, budget: Budget, only: int | None = None) -> Made:
    """The sheets of a class in the order of their codes, or one of them; each with its code."""
    found = find_all(recipe, budget)
    tell(found.notes)
    chosen = range(recipe.variants) if only is None else [only]
    sheets: list[tuple[Proven, str]] = []
    code = DONE
    for variant in chosen:
        puzzles = [
            replace(puzzle, record=replace(puzzle.record, number=number, source=""))
            for number, puzzle in enumerate(found.variants[variant], start=1)
        ]
        proven, code_ = _proven(puzzles, wanted, budget)
        if proven is None:
            return Made(None, code_)
        code = max(code, code_)
        sheets.append((proven, recipe.code(variant)))
    return Made(_class(sorted(sheets, key=lambda sheet: sheet[1]), wanted), code)


def recipe_for(puzzles: Sequence[Puzzle], variants: int, seed: int, print_: Print) -> Recipe:
    """The recipe for variants of a sheet with these puzzles; InputError for every puzzle that has
    none of its kind."""
    kinds: list[Kind] = []
    faults: list[str] = []
    for puzzle in puzzles:
        try:
            kinds.append(kind_of(puzzle))
        except InputError as error:
            faults.extend(error.faults)
    if faults:
        raise InputError(*faults)
    return Recipe(tuple(kinds), variants, seed, print_)


def swapped(
    file: str, puzzles: Sequence[Puzzle], numbers: Sequence[int], seed: int, budget: Budget
) -> tuple[list[Puzzle], str]:
    """The puzzles of a file with some swapped for others of their kind, and the file's new text."""
    from crossfall.generator.replacing import replaced, rewritten

    try:
        made = replaced(puzzles, numbers, seed, budget)
    except InputError as error:
        raise error if str(error).startswith(file) else error.at(file) from None
    text = ""
    if os.path.isfile(file):
        with suppress(UnicodeDecodeError), open(file, encoding="utf-8-sig", newline="") as source:
            text = source.read()
    return made, rewritten(text, made, numbers)


def print_contact(puzzles: Sequence[Puzzle], answers: bool, wanted: Wanted, budget: Budget) -> Made:
    """All puzzles small, many a page, with their answers or without."""
    from crossfall.generator.contact import contact_sheet

    if not answers:
        shown: list[tuple[Puzzle, Findings | None]] = [(puzzle, None) for puzzle in puzzles]
        return Made(contact_sheet(shown, wanted.title, wanted.options))
    proven, code = _proven(puzzles, wanted, budget)
    if proven is None:
        return Made(None, code)
    return Made(contact_sheet(proven.puzzles, wanted.title, wanted.options), code)


def possible(file: str) -> list[Puzzle] | None:
    """The puzzles of a file that can be printed; None where some cannot (it is said which)."""
    puzzles, faults = read_puzzles(file)
    faults.extend(impossible(puzzles))
    tell(faults)
    return None if faults else puzzles


def _class(sheets: Sequence[tuple[Proven, str]], wanted: Wanted) -> bytes:
    print_, options = wanted.print, wanted.options
    made = [
        replace(
            puzzle_sheet(
                proven.puzzles,
                wanted.title,
                print_.rules,
                print_.numbers,
                print_.play,
                options.tongue,
                hinted=options.hints != "none",
            ),
            code=code,
        )
        for proven, code in sheets
    ]
    inside = None
    if wanted.attach:
        puzzles = [pair for proven, _ in sheets for pair in proven.puzzles]
        inside = attached(puzzles, with_answers=options.key != "none")
    return build_class(made, options, inside)


def _proven(
    puzzles: Sequence[Puzzle],
    wanted: Wanted,
    budget: Budget,
    sections: Mapping[int, Section] | None = None,
) -> tuple[Proven | None, int]:
    """The puzzles, proven, and the exit code; none where something forbids a sheet."""
    proven = prove(puzzles, budget, wanted.audit, sections)
    if proven.flawed or proven.unknown or proven.refused:
        tell([*proven.refused, *proven.flawed, *proven.unknown])
        tell(["nothing was written"])
        return None, BAD_INPUT if proven.refused else FLAWED if proven.flawed else UNKNOWN
    for puzzle, findings in proven.puzzles:
        place = puzzle.record.place
        tell(
            f"warning: {place}: {problem.code}: {problem.message}"
            for problem in warnings(puzzle, findings, budget, wanted.print.numbers)
        )
    if proven.unaudited:
        tell([f"warning: {'; '.join(proven.unaudited)}"])
    return proven, UNKNOWN if proven.unaudited else DONE


def empty_boards(
    game_name: str,
    size: str | None,
    kinds: Mapping[str, bool],
    title: str,
    options: SheetOptions,
) -> bytes:
    """A page of a game's empty boards, as many as stay large.

    kinds: what the record says of their kind. InputError for a size or kind that the game has not.
    """
    from crossfall.generator.pages import boards_that_fit

    named = game(game_name)
    record = Record({"game": named.name, "size": size or named.default_size})
    try:
        puzzle = named.read(record)
    except InputError as error:
        raise error.at("--blank") from None
    for kind, value in kinds.items():
        record = record.with_fields(**{kind: value})
        try:
            puzzle = named.read(record)
        except InputError:
            option = KINDS[kind]
            raise InputError(f"{option}: {named.title} has no such boards; leave it out") from None

    def blank(boards: int) -> Sheet:
        return blank_sheet(puzzle, title, boards, options.tongue)

    count = options.per_page or boards_that_fit(blank, options)
    return build_class([blank(count)], replace(options, per_page=count))
