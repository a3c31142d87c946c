"""Roadworks once more: every puzzle read from its plain texts and answered by the literal rules.

How the board behaves and who wins is in `roadworks_play.py`; here are the files and the tasks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from crossfall.solver.audit import (
    AGREES,
    DIFFERS,
    AuditResult,
    OutOfWorkError,
    UnreadableError,
    Work,
)
from crossfall.solver.audit.certificate import RefusedError, Section
from crossfall.solver.audit.roadworks_certified import Certified
from crossfall.solver.audit.roadworks_fences import smallest_fences
from crossfall.solver.audit.roadworks_lengths import (
    CertifiedLengths,
    Counted,
    another_length,
    most_closures,
)
from crossfall.solver.audit.roadworks_play import (
    LETTERS,
    City,
    Crossings,
    city,
    listed,
    order,
    search,
)
from crossfall.solver.records import Record

# Level: (blocks wide, blocks high, does anything fall?)
LEVELS = {1: (3, 3, False), 2: (3, 3, True), 3: (4, 4, True), 4: (5, 5, True)}
DEFAULT_LEVEL = 2
DEFAULT_TASK = "winning-move"
MOST_BLOCKS = 25

# Of a closures-left with several numbers all are named on boards of at most so many crossings, if
# that takes no more work than this.
LISTED_ON = 64
LISTING = 20_000

# --- reading ---------------------------------------------------------------------------------


def _words(text: str) -> list[str]:
    return [word for word in re.split(r"[\s,;]+", text.lower()) if word]


def _board_of(record: Record, drawing: list[str]) -> City:
    level = record.integer("level", 1, 4)
    falling = record.flag("falling", True)
    sizes = []
    if level is not None:
        width, height, falls = LEVELS[level]
        sizes.append((width, height))
        if record.has("falling") and falling != falls:
            raise UnreadableError(f"level {level} and falling contradict each other")
        falling = falls
    size = str(record.fields.get("size", ""))
    if record.line:
        size, _, plain = record.line.partition(":")[0].partition("-")
        falling = plain.strip().lower() != "plain"
    numbers = [int(number) for number in re.findall(r"\d+", size)]
    if numbers:
        sizes.append((numbers[0], numbers[-1]))
    if drawing:
        sizes.append((len(drawing[0]) - 1, len(drawing) - 1))
    if not sizes:
        sizes.append(LEVELS[DEFAULT_LEVEL][:2])
    if len(set(sizes)) != 1:
        raise UnreadableError("its level, size and drawing do not give one size")
    width, height = sizes[0]
    if not (1 <= width <= MOST_BLOCKS and 1 <= height <= MOST_BLOCKS):
        raise UnreadableError(f"no board of {width}x{height} blocks")
    return city(width, height, falling)


def _drawing(text: str) -> list[str]:
    """The rows of a drawn board from the top, one letter a crossing, labels left out."""
    rows = []
    for line in text.lower().splitlines():
        row = re.sub(r"\s+", "", re.sub(r"^\s*\d+|\d+\s*$", "", line))
        if row and row != LETTERS[: len(row)]:
            rows.append(row)
    if any(len(row) != len(rows[0]) for row in rows):
        raise UnreadableError("the rows of the drawing differ in length")
    return rows


@dataclass(frozen=True)
class Setting:
    """The position a record sets: what is live, the closures in order (None where only the live
    crossings are known), and why it is no possible position."""

    board: City
    live: Crossings
    closures: tuple[str, ...] | None = None
    fault: str = ""


def _setting(record: Record) -> Setting:
    drawing = _drawing(record.text("board"))
    board = _board_of(record, drawing)
    if record.line:
        rest = record.line.partition(":")[2].strip()
        if rest.startswith("?"):
            return _bare(board, frozenset(_words(rest[1:])))
        return _played(board, _words(rest))
    if not drawing:
        return _played(board, _words(" ".join(record.texts("closed") or ())))
    drawn = {
        f"{LETTERS[column]}{len(drawing) - row}": mark
        for row, marks in enumerate(drawing)
        for column, mark in enumerate(marks)
    }
    marked = {mark: frozenset(n for n in drawn if drawn[n] == mark) for mark in "#~?"}
    if record.task == "fewest-fences":
        return _bare(board, board.all - marked["?"])
    return _drawn(board, marked["#"], marked["~"])


def _played(board: City, closures: Sequence[str]) -> Setting:
    """The position after these closures in this order."""
    live = board.all
    for number, crossing in enumerate(closures, start=1):
        if crossing not in live - board.ends:
            return Setting(board, live, fault=f"{crossing} cannot be closed")
        left = board.close(live, crossing)
        if left is None:
            when = "last" if number == len(closures) else "early"
            return Setting(board, live, fault=f"{crossing}, closed {when}, cuts A from B")
        live = left
    return Setting(board, live, tuple(closures))


def _bare(board: City, live: Crossings) -> Setting:
    """The position of the live crossings alone."""
    if not live <= board.all:
        raise UnreadableError(f"no crossing {listed(live - board.all)} on this board")
    possible = board.core(live) == live if board.falling else board.joined(live)
    return Setting(board, live, fault="" if possible else "no play leaves these crossings")


def _drawn(board: City, fences: Crossings, fallen: Crossings) -> Setting:
    """The position of a drawing, its closures made in the least order that works."""
    live = board.core(board.all - fences) if board.falling else board.all - fences
    if fences & board.ends or not board.joined(live):
        return Setting(board, live, fault="A and B are not joined")
    if not _can_follow(board, frozenset(), fences):
        return Setting(board, live, fault="no order of play closes its fences")
    if not fallen <= board.all - live - fences:
        return Setting(board, live, fault="what is drawn fallen has not fallen")
    closures: list[str] = []
    while len(closures) < len(fences):
        made = frozenset(closures)
        standing = board.core(board.all - made) if board.falling else board.all
        closures.append(
            next(
                x
                for x in sorted((fences - made) & standing, key=order)
                if _can_follow(board, made | {x}, fences)
            )
        )
    return Setting(board, live, tuple(closures))


def _can_follow(board: City, made: Crossings, fences: Crossings) -> bool:
    """Whether the fences can all be put up once those of `made` are: take up the others one after
    the other, each live as soon as it is open (which is taken first does not matter, for taking
    up a fence makes nothing fall)."""
    rest = fences
    while board.falling and rest != made:
        free = next((x for x in rest - made if board.on_a_path(x, board.all - rest | {x})), None)
        if free is None:
            return False
        rest = rest - {free}
    return True


# --- tasks -----------------------------------------------------------------------------------


class Judge(Protocol):
    """Says who wins: by playing on, or by a certificate."""

    def is_lost(self, live: Crossings, work: Work) -> bool: ...

    def winning(self, live: Crossings, work: Work) -> dict[str, Crossings]: ...


class Counter(Protocol):
    """Says how few closures there can be: by playing on, or by a certificate."""

    def fewest(self, live: Crossings, work: Work) -> int: ...


@dataclass(frozen=True)
class Found:
    """What a task's answers are: written out, whether they are one answer, and which claims are
    right."""

    answers: tuple[str, ...]
    single: bool
    accepts: Callable[[tuple[str, ...]], bool]


def _one_of(crossings: dict[str, Crossings]) -> Found:
    """Any of these crossings, if all leave the same crossings live."""
    return Found(
        tuple(sorted(crossings, key=order)),
        len(set(crossings.values())) == 1,
        lambda claim: bool(_claimed(claim)) and _claimed(claim) <= set(crossings),
    )


def _one_set(sets: Collection[Crossings]) -> Found:
    """Exactly this set."""
    return Found(
        tuple(sorted(listed(names) for names in sets if names)),
        len(sets) == 1,
        lambda claim: _claimed(claim) in sets,
    )


def _numbers(numbers: Sequence[int], together: bool = False) -> Found:
    """One number, or several that make up one answer."""
    answers = tuple(str(n) for n in numbers)
    if together:
        answers = (" ".join(answers),)
    return Found(
        answers,
        len(answers) == 1,
        lambda claim: _words(" ".join(claim)) == " ".join(answers).split(),
    )


def _claimed(claim: Iterable[str]) -> frozenset[str]:
    return frozenset(_words(" ".join(claim)))


def _winning_move(at: Setting, work: Work, judge: Judge) -> Found:
    return _one_of(judge.winning(at.live, work))


def _great_fall(at: Setting, work: Work, judge: Judge) -> Found:
    closures = at.board.closures(at.live)
    least = min((len(left) for left in closures.values()), default=0)
    if least == len(at.live) - 1:  # nothing falls
        return _one_of({})
    return _one_of({x: left for x, left in closures.items() if len(left) == least})


def _what_falls(at: Setting, work: Work, judge: Judge) -> Found:
    if not at.closures:
        raise UnreadableError("what-falls needs at least one closure")
    before = _played(at.board, at.closures[:-1]).live
    return _one_set([before - at.live - {at.closures[-1]}])


def _cut_crossings(at: Setting, work: Work, judge: Judge) -> Found:
    closable = at.live - at.board.ends
    return _one_set([frozenset(x for x in closable if not at.board.joined(at.live - {x}))])


def _fewest_fences(at: Setting, work: Work, judge: Judge) -> Found:
    return _one_set(smallest_fences(at.board, at.live, work))


def _closures_left(at: Setting, work: Work, counter: Counter) -> Found:
    board, live = at.board, at.live
    most = most_closures(board, live)
    other = another_length(board, live) if board.falling else counter.fewest(live, work)
    if other in (None, most):
        return _numbers([most])
    if len(board.names) > LISTED_ON:
        return _numbers([other or 0, most])
    try:  # There are several answers: name them all, if they are soon found.
        part = Work(min(work.most - work.spent, LISTING), work.stop)
        return _numbers(sorted(search(board).lengths(live, part)))
    except OutOfWorkError:
        if work.stop is not None and work.stop():
            raise
        return _numbers([other or 0, most])


def _long_and_short(at: Setting, work: Work, counter: Counter) -> Found:
    fewest = counter.fewest(at.live, work)
    return _numbers([fewest, most_closures(at.board, at.live)], together=True)


def _answer_table(at: Setting, work: Work, judge: Judge) -> Found:
    replies: dict[str, dict[str, Crossings]] = {}
    for closure, left in at.board.closures(at.live).items():
        replies[closure] = judge.winning(left, work)
        if not replies[closure]:  # that closure wins: nobody has to answer here
            replies.clear()
            break
    if not replies:
        return Found((), False, lambda claim: False)

    def accepts(claim: tuple[str, ...]) -> bool:
        answered: set[str] = set()
        for line in claim:
            closures, _, given = (_claimed([part]) for part in line.partition(":"))
            if not given or not closures <= set(replies):
                return False
            if not all(given <= set(replies[closure]) for closure in closures):
                return False
            answered |= closures
        return answered == set(replies)

    return Found(
        tuple(f"{closure}: {min(right, key=order)}" for closure, right in replies.items()),
        all(len(set(right.values())) == 1 for right in replies.values()),
        accepts,
    )


# What each asks about play is told by a search or by a certificate.
TASKS: dict[str, Callable[[Setting, Work, Any], Found]] = {
    "winning-move": _winning_move,
    "what-falls": _what_falls,
    "great-fall": _great_fall,
    "cut-crossings": _cut_crossings,
    "fewest-fences": _fewest_fences,
    "closures-left": _closures_left,
    "long-and-short": _long_and_short,
    "answer-table": _answer_table,
}

# Where the audit would have to play on to the end: with falling, and without.
CERTIFIED = {
    True: ("winning-move", "answer-table", "lost-board", "long-and-short"),
    False: ("closures-left", "long-and-short"),
}
COUNTED = ("closures-left", "long-and-short")


def _settings(record: Record) -> list[Setting]:
    if record.task != "lost-board":
        return [_setting(record)]
    board = _board_of(record, [])
    return [_played(board, _words(closed)) for closed in record.texts("boards") or ()]


def audit(record: Record, work: Work) -> AuditResult:
    """The answers of one Roadworks puzzle, worked out again, against the one it claims."""
    return _judged(record, work, None)


def certified(record: Record, section: Section, work: Work) -> AuditResult:
    """The same by a certificate, which is checked whole. Raises RefusedError."""
    return _judged(record, work, section)


def _judged(record: Record, work: Work, section: Section | None) -> AuditResult:
    record = record.with_fields(task=record.task or DEFAULT_TASK)
    settings = _settings(record)
    if not settings:
        raise UnreadableError("it has no boards")
    for number, at in enumerate(settings, start=1):
        if at.fault:
            which = f"board {number}: " if record.task == "lost-board" else ""
            return AuditResult(DIFFERS, message=f"no possible position: {which}{at.fault}")
    if record.task not in TASKS and record.task != "lost-board":
        raise UnreadableError(f"it knows no task {record.task!r}")
    proof: Certified | CertifiedLengths | None = None
    if section is not None:
        _check_subject(record.task, settings, section)
        kind = CertifiedLengths if record.task in COUNTED else Certified
        proof = kind(settings[0].board, section)
    if record.task == "lost-board":
        judges: list[Any] = [proof or search(at.board) for at in settings]
        found = _numbers(
            [i + 1 for i, at in enumerate(settings) if judges[i].is_lost(at.live, work)]
        )
    else:
        board = settings[0].board
        played = Counted(board) if record.task in COUNTED else search(board)
        found = TASKS[record.task](settings[0], work, proof or played)
    if proof is not None:
        proof.check(work)
    return _compare(found, record.answers())


def _check_subject(task: str, settings: Sequence[Setting], section: Section) -> None:
    """Raise RefusedError if the certificate is about something else."""
    told = " / ".join(
        f"{at.board.width}x{at.board.height}{'' if at.board.falling else '-plain'} "
        f"without {listed(at.board.all - at.live) or 'none'}"
        for at in settings
    )
    if (section.game, section.task, section.position) != ("roadworks", task, told):
        raise RefusedError(
            section.line, f"is about another puzzle; expected roadworks {task} {told}"
        )
    if not all(task in CERTIFIED[at.board.falling] for at in settings):
        raise RefusedError(section.line, "no such puzzle needs a certificate")


def _compare(found: Found, claim: tuple[str, ...] | None) -> AuditResult:
    written = "; ".join(found.answers)
    if not found.answers:
        return AuditResult(DIFFERS, message="the audit finds no answer")
    if not found.single:
        message = f"the audit finds several answers: {written}"
    elif claim is not None and not found.accepts(claim):
        message = f"the audit finds {written}, not {'; '.join(claim)}"
    else:
        return AuditResult(AGREES, found.answers)
    return AuditResult(DIFFERS, found.answers, message)
