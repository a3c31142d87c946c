"""Puzzles of a book as they are printed: proven, audited, drawn and told, in worker processes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from crossfall.generator.books.search import identity, is_sealed, sealed
from crossfall.generator.books.teaching import Figure, teaching
from crossfall.generator.proven import prove
from crossfall.generator.sheets import SheetItem, sheet_item
from crossfall.generator.tongues import ENGLISH, SOURCE, Tongue, tongue_of
from crossfall.generator.words import Key, Paragraph, paragraph, words
from crossfall.generator.words.hints import hints
from crossfall.solver.budget import Budget
from crossfall.solver.position import Answer, Puzzle
from crossfall.solver.records import Record
from crossfall.solver.verify import read_puzzle


@dataclass(frozen=True)
class Made:
    """A puzzle ready for its page.

    technique: what it needs, empty where its task has none. with_numbers, without: its item, whose
    key may or may not speak of block numbers (the same one where that is no matter). found: the
    identity of the record it was made from; record: the same with a seal where it was audited.
    answers: what was proven.
    """

    puzzle: Puzzle
    game: str
    task: str
    technique: str
    with_numbers: SheetItem
    without: SheetItem
    found: str
    record: Record
    answers: tuple[Answer, ...]

    def item(self, numbers: bool) -> SheetItem:
        """The item for where block numbers have been taught, or have not."""
        return self.with_numbers if numbers else self.without

    def key(self, numbers: bool, tongue: Tongue = ENGLISH) -> Key:
        """The answer, without what is for those who mark it."""
        found = self.item(numbers).key
        assert found is not None
        return Key(found.answer, tuple(_without_marks(found.paragraphs, tongue)))


@dataclass(frozen=True)
class Job:
    """What a worker is to make; `audit`: whether the key is to be proven a second time."""

    record: Record
    audit: bool
    language: str = SOURCE


@dataclass(frozen=True)
class Outcome:
    """What a worker made, or why it could not: lines for flawed, unknown, unaudited."""

    made: Made | None = None
    flawed: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    unaudited: tuple[str, ...] = ()


def make(job: Job) -> Outcome:
    """One puzzle, proven and told."""
    record, tongue = job.record, tongue_of(job.language)
    puzzle = read_puzzle(record)
    audit = job.audit and not is_sealed(record)
    proven = prove([puzzle], Budget(), audit)
    if not proven.puzzles or proven.flawed:
        return Outcome(None, tuple(proven.flawed), tuple(proven.unknown))
    ((_, findings),) = proven.puzzles
    told = sheet_item(0, puzzle, findings, numbers=True, tongue=tongue, hinted=True)
    key = words(puzzle.game, tongue).key(puzzle, findings, False)
    hinted = tuple(map(paragraph, hints(puzzle, findings, numbers=False, tongue=tongue)))
    without = replace(told, key=key, hints=hinted)
    taught = teaching(puzzle.game)
    technique = taught.technique(puzzle, findings) if taught else ""
    if audit and not proven.unaudited:
        record = sealed(record)
    found = identity(job.record)
    made = Made(
        puzzle,
        puzzle.game,
        puzzle.task,
        technique,
        told,
        without,
        found,
        record,
        findings.answers,
    )
    return Outcome(made, unaudited=tuple(proven.unaudited))


@dataclass(frozen=True)
class Example:
    """A worked example: the question, its boards step by step, what its key tells."""

    question: str
    figures: tuple[Figure, ...]
    told: tuple[Paragraph, ...]


@cache
def worked_example(game_name: str, code: str, numbers: bool, language: str = SOURCE) -> Example:
    """The example on the page that teaches a technique, worked by the rules code.

    Raises AssertionError if it is no sound puzzle of its technique.
    """
    taught = teaching(game_name)
    assert taught is not None
    technique = next(t for t in taught.TECHNIQUES if code in t.codes)
    puzzle = read_puzzle(technique.example)
    proven = prove([puzzle], Budget(), audit=False)
    assert proven.puzzles, proven
    ((_, findings),) = proven.puzzles
    assert taught.technique(puzzle, findings) in technique.codes
    tongue = tongue_of(language)
    told = words(puzzle.game, tongue)
    key = told.key(puzzle, findings, numbers)
    return Example(
        told.question(puzzle, findings),
        tuple(taught.worked(puzzle, findings, tongue)),
        tuple(_without_marks(key.paragraphs, tongue)),
    )


def _without_marks(paragraphs: Sequence[Paragraph], tongue: Tongue) -> Iterator[Paragraph]:
    """The paragraphs of a key, without what is for those who mark it."""
    marks = tongue.say("*Marks:*").strip("*")
    for told in paragraphs:
        runs = []
        for run in told.runs:
            if run.style == "italic" and run.text == marks:
                break
            runs.append(run)
        if any(run.text.strip() for run in runs):
            yield Paragraph(tuple(runs), told.listed)
