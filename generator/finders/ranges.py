"""A search cut into ranges: numbered pieces of the work whose results depend on nothing else.

Each range draws from chance of its own, so it can be looked through by any process, in any order,
again after a crash. The choice goes over the ranges in their order. So the puzzles are the same
whoever looks, and however many of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from itertools import count, islice
from threading import Lock
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from crossfall.generator.finders.selection import Candidate, Chosen
from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.records import Record

MOST_LOOKS = 1_000_000  # of a range in a journal; one has some dozens

Item = TypeVar("Item")


@dataclass(frozen=True)
class Passed:
    """A puzzle that is left out, and counted: its kind and its canonical form."""

    kind: str
    canonical: str


# What one look at something gives; None where there is no puzzle that meets the wish.
Look: TypeAlias = Candidate | Passed | None


class Job(Protocol):
    """The looks of one search. It can be sent to another process, and is the same there.

    The payload of a candidate is plain data, such as JSON holds; its canonical form is that of
    the puzzle which it becomes.
    """

    def looks(self, number: int, budget: Budget) -> Iterator[Look] | None:
        """The looks of range `number`; None if there are fewer ranges. Raises BudgetError."""

    def record(self, payload: Any, image: int) -> Record:
        """The puzzle of a chosen candidate."""


class Crew(Protocol):
    """Who looks."""

    def work(self, job: Job, budget: Budget, first: int = 0) -> Iterator[Iterable[Look]]:
        """The looks of the ranges from `first` on, in order. Raises BudgetError."""

    def record(self, job: Job, chosen: Chosen) -> Record:
        """The puzzle that was chosen; asked once for each, in order."""


class Alone:
    """This process, which looks no further than the choice needs."""

    def work(self, job: Job, budget: Budget, first: int = 0) -> Iterator[Iterable[Look]]:
        for number in count(first):
            looks = job.looks(number, budget)
            if looks is None:
                return
            yield in_time(looks, budget)

    def record(self, job: Job, chosen: Chosen) -> Record:
        return job.record(chosen.candidate.payload, chosen.image)


def in_time(looks: Iterator[Look], budget: Budget) -> Iterator[Look]:
    """The looks, as long as the seconds last: one that ended later may have been cut short and
    missed its puzzle. Raises BudgetError."""
    for look in looks:
        if budget.is_over():
            raise BudgetError(f"the budget of {budget.seconds:g} seconds ran out")
        yield look


def unknown(canonical: str) -> bool:
    """What knows no puzzle.

    >>> unknown("roadworks winning-move 3x3 7e3c")
    False
    """
    return False


@dataclass(frozen=True)
class Run:
    """How a search is run: who looks, and which puzzles, by canonical form, are known already and
    passed over. Only the latter changes what is found."""

    crew: Crew = field(default_factory=Alone)
    known: Callable[[str], bool] = unknown


ALONE = Run()


@dataclass
class Looked:
    """The looks of a run in a row: no puzzle twice, none that is known.

    passed: how many were left out, by kind. skipped: how many because they are known.
    """

    run: Run
    passed: Counter[str] = field(default_factory=Counter)
    skipped: int = 0

    def candidates(self, job: Job, budget: Budget) -> Iterator[Candidate | None]:
        """The puzzles that meet the wish, None for each look at something else."""
        seen: set[str] = set()
        for looks in self.run.crew.work(job, budget):
            for look in looks:
                if look is None or look.canonical in seen:
                    yield None
                    continue
                seen.add(look.canonical)
                if isinstance(look, Passed):
                    self.passed[look.kind] += 1
                    yield None
                elif self.run.known(look.canonical):
                    self.skipped += 1
                    yield None
                else:
                    yield look


class Listed(Generic[Item]):
    """A long series of which ranges are taken, made no further than is asked for.

    >>> Listed(iter("abcdefg")).part(1, 3)
    ['d', 'e', 'f']
    """

    def __init__(self, source: Iterator[Item]) -> None:
        self._source = source
        self._made: list[Item] = []
        self._lock = Lock()  # the workers of a cluster may be threads

    def part(self, number: int, size: int) -> list[Item]:
        """Range `number` of `size` items, shorter or empty where the series ends."""
        with self._lock:
            missing = (number + 1) * size - len(self._made)
            self._made.extend(islice(self._source, max(missing, 0)))
            return self._made[number * size : (number + 1) * size]


def pack(looks: Iterable[Look]) -> list[Any]:
    """The looks as plain data: a number for so many that found nothing.

    >>> pack([None, None, Passed("beyond", "x")])
    [2, ['beyond', 'x']]
    """
    packed: list[Any] = []
    for look in looks:
        if look is None:
            if packed and isinstance(packed[-1], int):
                packed[-1] += 1
            else:
                packed.append(1)
        elif isinstance(look, Passed):
            packed.append([look.kind, look.canonical])
        else:
            packed.append(vars(look))
    return packed


def unpack(packed: Sequence[Any]) -> Iterator[Look]:
    """The looks that were packed.

    >>> list(unpack([2, ["beyond", "x"]]))
    [None, None, Passed(kind='beyond', canonical='x')]
    """
    for item in packed:
        if isinstance(item, int):
            yield from (None for _ in range(item))
        elif isinstance(item, list):
            yield Passed(*item)
        else:
            told = {name: value for name, value in item.items() if name != "payload"}
            yield Candidate(item["payload"], **{name: _tupled(told[name]) for name in told})


def is_packed(packed: Any) -> bool:
    """Whether `unpack` can read this, which came out of a file: what `pack` gives looks so, but for
    the payloads, which only the finder knows.

    >>> is_packed([2, ["beyond", "x"]]), is_packed([10**12]), is_packed({"a": 1})
    (True, False, False)
    """
    if not isinstance(packed, list):
        return False
    empty = sum(item for item in packed if type(item) is int)
    return empty <= MOST_LOOKS and all(map(_is_look, packed))


def _is_look(item: Any) -> bool:
    if isinstance(item, list):
        return len(item) == 2 and _are(str, item)
    if not isinstance(item, dict):
        return type(item) is int and item > 0
    return (
        item.keys() == {one.name for one in fields(Candidate)}
        and type(item["difficulty"]) is int
        and type(item["rank"]) is int
        and isinstance(item["canonical"], str)
        and _are(str, item["lacks"])
        and _are(str, item["shares"])
        and _is_plain(item["places"])
        and isinstance(item["looks"], list)
        and all(_are(int, look) for look in item["looks"])
    )


def _are(kind: type, values: Any) -> bool:
    return isinstance(values, list) and all(type(value) is kind for value in values)


def _is_plain(value: Any) -> bool:
    """Lists of names and numbers, however deep."""
    if isinstance(value, list):
        return all(map(_is_plain, value))
    return type(value) in (str, int)


def _tupled(value: Any) -> Any:
    """A value read from JSON, which knows no tuples, with tuples for its lists, however deep."""
    return tuple(map(_tupled, value)) if isinstance(value, list) else value
