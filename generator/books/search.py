"""The puzzles of a book: found once, kept in a file beside it, none of them twice.

The file is an ordinary puzzle file. Each puzzle's `features` say under `pick` what it was found
for, so that a run broken off goes on where it was, and a changed BOOK.toml searches anew only for
what changed. Under `proof` stands a seal of the audit: it fits the puzzle and the program's version
alone, so that an answer changed by hand is audited again.
"""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from math import ceil

from crossfall.generator.books.model import BookSpec, Pick, Section, seed_of
from crossfall.generator.books.teaching import teaching
from crossfall.generator.finders import Wish, finder
from crossfall.generator.output import write_output
from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError, Faults, InputError
from crossfall.solver.position import game
from crossfall.solver.records import Record, dump_records, read_records
from crossfall.solver.verify import read_puzzle

ATTEMPTS = 4  # seeds tried for a pick before it is given up
SPARE = 6  # more than are needed, so that what is taken already can be passed over
FILTERED = 25  # times as many are asked for where one technique is wanted
PLACES = 8  # no place holds more than one in so many of the answers
SAVE_EACH = 4  # puzzles found before the file is written anew
PICK, PROOF = "pick", "proof"

Say = Callable[[str, int, int], None]
Used = Callable[[str], bool]


@dataclass
class Found:
    """The puzzles of each section, in the order of the book.

    sections: records by section, in the order of `spec.chapters`. notes: what a person should know.
    gave_up: whether a search ended without all that was wanted. searched, kept: how many puzzles
    were found now and how many came from the file.
    """

    sections: list[list[Record]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    gave_up: bool = False
    searched: int = 0
    kept: int = 0


class Store:
    """The puzzles file of a book: what was found, by pick."""

    def __init__(self, path: str, names: Iterable[str]) -> None:
        self.path = path
        self.names = tuple(names)
        self._by_pick: dict[str, list[Record]] = {name: [] for name in self.names}
        self._unsaved = 0
        if os.path.exists(path):
            for record in read_records(path):
                pick = _features(record).get(PICK)
                if not isinstance(pick, str):
                    raise InputError(
                        f"{record.place}: no pick in its features; expected a file that "
                        "`crossfall book` wrote (move it away to search anew)"
                    )
                self._by_pick.setdefault(pick, []).append(record)

    def of(self, name: str) -> list[Record]:
        """What is known for a pick."""
        return list(self._by_pick.get(name, ()))

    def add(self, name: str, record: Record) -> None:
        """Keep one more; the file is written now and then."""
        self._by_pick[name].append(record)
        self._unsaved += 1
        if self._unsaved >= SAVE_EACH:
            self.save()

    def put(self, name: str, records: list[Record]) -> None:
        """Keep these for a pick, in this order."""
        if self._by_pick.get(name) != records:
            self._by_pick[name] = list(records)
            self._unsaved += 1

    def save(self) -> None:
        """Write the file, whole or not at all. Puzzles of picks that the book has no more stay."""
        if not self._unsaved:
            return
        records = [record for found in self._by_pick.values() for record in found]
        if records:
            write_output(self.path, dump_records(records))
        self._unsaved = 0


def _features(record: Record) -> Mapping[str, object]:
    features = record.fields.get("features", {})
    return features if isinstance(features, dict) else {}


def find_puzzles(
    spec: BookSpec, store: Store, budget: Budget, say: Say, used: Used = lambda _: False
) -> Found:
    """The puzzles of a book: those in the store first, the others found and stored.

    used: whether a puzzle of this canonical form was handed out elsewhere; such are passed over.
    Raises InputError for a puzzle file that cannot be read or a pick that makes no sense.
    """
    found = Found()
    own = _own_files(spec)  # before any work: no fault of theirs comes late
    taken = _examples(spec)
    names = iter(spec.picks)
    try:
        for chapter in spec.chapters:
            for section in chapter.sections:
                if section.puzzles:
                    found.sections.append(_new_ones(own[section.puzzles], taken, found))
                    continue
                records: list[Record] = []
                places: Counter[object] = Counter()
                total = sum(pick.count for pick in section.picks)
                for _ in section.picks:
                    name, pick, _ = next(names)
                    told = partial(say, f"finding {pick.task} for {section.title}")
                    search = _Search(
                        name, pick, section, total, taken, places, store, budget, used, told
                    )
                    try:
                        got = search.run(found)
                    except InputError as error:
                        raise error.at(chapter.place) from None
                    records += got
                found.sections.append(records)
    finally:
        store.save()
    return found


def _examples(spec: BookSpec) -> set[str]:
    """The worked examples: they are no puzzles of the book."""
    taken = set()
    for name in {pick.game for _, pick, _ in spec.picks}:
        taught = teaching(name)
        for technique in taught.TECHNIQUES if taught else ():
            taken.add(game(name).canonical(read_puzzle(technique.example)))
    return taken


def _own_files(spec: BookSpec) -> dict[str, list[tuple[Record, str]]]:
    """The puzzles of each file that the book names, with their canonical forms; InputError with
    every fault in them."""
    own: dict[str, list[tuple[Record, str]]] = {}
    faults = Faults()
    for path in (section.puzzles for chapter in spec.chapters for section in chapter.sections):
        if not path or path in own:
            continue
        own[path] = []
        try:
            records = read_records(path)
        except InputError as error:
            faults.add(*error.faults)
            continue
        for record in records:
            try:
                puzzle = read_puzzle(record)
            except InputError as error:
                faults.add(*error.faults)
                continue
            faults.add(*(f"{record.place}: {p.code}: {p.message}" for p in puzzle.problems))
            own[path].append((record, game(puzzle.game).canonical(puzzle)))
    faults.check()
    return own


def _new_ones(records: Iterable[tuple[Record, str]], taken: set[str], found: Found) -> list[Record]:
    """Those of a file that do not stand in the book already."""
    new = []
    for record, canonical in records:
        if canonical in taken:
            found.notes.append(f"{record.place} is left out: it stands in the book already")
            continue
        taken.add(canonical)
        new.append(record)
    return new


class _Search:
    """The puzzles of one pick."""

    def __init__(
        self,
        name: str,
        pick: Pick,
        section: Section,
        total: int,
        taken: set[str],
        places: Counter[object],
        store: Store,
        budget: Budget,
        used: Used,
        say: Callable[[int, int], None],
    ) -> None:
        self.say = say
        self.name, self.pick, self.section = name, pick, section
        self.taken, self.places, self.store, self.budget = taken, places, store, budget
        self.used = used
        self.game = game(pick.game)
        self.a_place = max(1, ceil(total / PLACES))
        self.biggest = 0  # answers that are the biggest fall
        self.records: list[Record] = []

    def run(self, found: Found) -> list[Record]:
        """The puzzles in their order."""
        for record in self.store.of(self.name)[: self.pick.count]:
            puzzle = read_puzzle(record)
            canonical = self.game.canonical(puzzle)
            if canonical in self.taken or puzzle.problems or self.used(canonical):
                continue
            self._take(record, canonical)
            found.kept += 1
        kept = len(self.records)
        if kept < self.pick.count:
            self.store.put(self.name, self.records)
            self.say(kept, self.pick.count)
            try:
                self._search(found)
            except BudgetError:
                found.gave_up = True
                found.notes.append(f"{self.pick.signature}: the budget ran out: {self._so_many()}")
        found.searched += len(self.records) - kept
        return self._ordered()

    def _so_many(self) -> str:
        return f"{len(self.records)} of {self.pick.count} found"

    def _search(self, found: Found) -> None:
        ending = ""
        for attempt in range(ATTEMPTS):
            held: list[tuple[Record, str]] = []
            search = finder(self.pick.game).find(self._wish(attempt), self.budget)
            try:
                for record, canonical in self._fitting(search):
                    if self._is_wanted(record):
                        self._keep(record, canonical)
                    else:
                        held.append((record, canonical))
                    if len(self.records) == self.pick.count:
                        return
            except _EndedError as stop:
                ending = stop.kind
            for record, canonical in held:
                if len(self.records) < self.pick.count:
                    self._keep(record, canonical)
            if len(self.records) == self.pick.count:
                return
            if ending == "all":
                found.notes.append(
                    f"{self.pick.signature}: {self._so_many()}; no more exist beside those that "
                    "stand in the book already"
                )
                return
        found.gave_up = True
        found.notes.append(f"{self.pick.signature}: the search gave up: {self._so_many()}")

    def _wish(self, attempt: int) -> Wish:
        pick = self.pick
        many = pick.count * FILTERED if pick.techniques else pick.count + SPARE
        seed = seed_of(f"{self.name} {attempt}" if attempt else self.name)
        return Wish(pick.task, many, seed, pick.difficulty, options=dict(pick.options))

    def _fitting(self, search: Iterator[Record]) -> Iterator[tuple[Record, str]]:
        while True:
            try:
                record = next(search)
            except StopIteration as stop:
                raise _EndedError(stop.value.kind if stop.value else "done") from None
            features = _features(record)
            if self.pick.techniques and features.get("technique") not in self.pick.techniques:
                continue
            canonical = self.game.canonical(read_puzzle(record))
            if canonical not in self.taken and not self.used(canonical):
                yield record, canonical

    def _is_wanted(self, record: Record) -> bool:
        """Whether it keeps the answers spread, and the biggest fall rare."""
        if self.section.spread and self.places[_place(record)] >= self.a_place:
            return False
        return not (_is_biggest_fall(record) and self.biggest >= ceil(self.pick.count / 5))

    def _keep(self, record: Record, canonical: str) -> None:
        named = record.with_fields(features={**_features(record), PICK: self.name})
        self._take(named, canonical)
        self.store.add(self.name, named)
        self.say(len(self.records), self.pick.count)

    def _take(self, record: Record, canonical: str) -> None:
        self.taken.add(canonical)
        self.places[_place(record)] += 1
        self.biggest += _is_biggest_fall(record)
        self.records.append(record)

    def _ordered(self) -> list[Record]:
        """Easier ones first: by stars, then by lines of proof, then by falls to imagine."""
        if not self.section.rising:
            return self.records

        def hard(record: Record) -> tuple[int, ...]:
            features = _features(record)
            difficulty = record.fields.get("difficulty")
            values = [difficulty, features.get("lines"), features.get("falls")]
            return tuple(value if isinstance(value, int) else 0 for value in values)

        return sorted(self.records, key=hard)


class _EndedError(Exception):
    """A finder has no more; `kind` as in `finders.Ending`."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


def _place(record: Record) -> object:
    answer = record.fields.get("answer", "")
    return str(answer).split()[0] if answer else ""


def _is_biggest_fall(record: Record) -> bool:
    """Whether the answer of a `winning-move` is what makes the most crossings fall."""
    if record.task != "winning-move":
        return False
    tags = record.fields.get("tags") or ()
    return bool(_features(record).get("falls")) and "biggest-fall" not in tags


def unpicked(record: Record) -> Record:
    """The puzzle without what only its book keeps with it."""
    features = {k: v for k, v in _features(record).items() if k not in (PICK, PROOF)}
    return record.with_fields(features=features or None)


# -- seals ------------------------------------------------------------------------------------


def seal(record: Record) -> str:
    """What says that this very puzzle with this answer was audited by this version."""
    from importlib.metadata import version

    told = f"{version('crossfall')}\n{identity(record)}"
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def is_sealed(record: Record) -> bool:
    """Whether the puzzle bears a seal that fits."""
    return _features(record).get(PROOF) == seal(record)


def sealed(record: Record) -> Record:
    """The puzzle with its seal."""
    return record.with_fields(features={**_features(record), PROOF: seal(record)})


def identity(record: Record) -> str:
    """What tells a record from every other, its seal aside."""
    features = {k: v for k, v in _features(record).items() if k != PROOF}
    return dump_records([record.with_fields(features=features or None)])
