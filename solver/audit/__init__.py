"""The second opinion: literal rules, sharing no code with what they check.

One file a game (`roadworks.py`, …) with one function, `audit(record, work)`. It reads the puzzle
from the plain texts of its record and works out every answer again, by the rules as they are
written, on plain sets and networkx. From the rest of the project it may import
`crossfall.solver.records` and this package, nothing else; a test looks at the imports.
"""

from __future__ import annotations

import importlib
import importlib.util
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol, cast, runtime_checkable

from crossfall.solver.audit.certificate import RefusedError, Section
from crossfall.solver.records import Record

AGREES = "agrees"
DIFFERS = "differs"
UNKNOWN = "unknown"

# About two minutes of Roadworks; enough for 5×5 boards after three closures.
DEFAULT_WORK = 500_000

_LOOK_EVERY = 256
_NO_BOUND = 1 << 60  # certificates are bounded by their size


class UnreadableError(ValueError):
    """The record does not say what its task needs; the message says what is missing."""


class OutOfWorkError(Exception):
    """The work bound was reached, or the caller asked to stop: nothing is proven."""


@dataclass
class Work:
    """How much an audit may do: `most` units (about a position of a small board each), the same on
    every machine.

    stop: asked now and then; once it says True, the audit gives up too.

    >>> work = Work(2)
    >>> work.spend(); work.spend()
    >>> work.spend()
    Traceback (most recent call last):
    ...
    crossfall.solver.audit.OutOfWorkError: the work bound of 2 was reached
    """

    most: int = DEFAULT_WORK
    stop: Callable[[], bool] | None = None
    spent: int = field(default=0, init=False)
    _next_look: int = field(default=0, init=False)

    def spend(self, units: int = 1) -> None:
        """Count `units`; raise OutOfWorkError when there are too many."""
        self.spent += units
        if self.spent > self.most:
            raise OutOfWorkError(f"the work bound of {self.most} was reached")
        if self.stop is not None and self.spent >= self._next_look:
            self._next_look = self.spent + _LOOK_EVERY
            if self.stop():
                raise OutOfWorkError("stopped before the end")


@dataclass(frozen=True)
class AuditResult:
    """What the audit says of one puzzle.

    verdict: `agrees` only if the audit has proven that the puzzle has exactly one answer and,
    if the record claims an answer, that it is this one; `unknown` when the work ran out.
    answers: every answer found, written as in reports; empty when unknown.
    message: one sentence for a person, empty when the audit agrees.
    refused: why the certificate that was to prove it proves nothing, empty where there is none or
    it holds. The verdict is then `unknown`.
    """

    verdict: str
    answers: tuple[str, ...] = ()
    message: str = ""
    refused: str = ""


class _GameAudit(Protocol):
    def audit(self, record: Record, work: Work) -> AuditResult: ...


@runtime_checkable
class _Certified(Protocol):
    """A game whose audit takes certificates."""

    def certified(self, record: Record, section: Section, work: Work) -> AuditResult: ...


def audit_record(
    record: Record,
    work: int = DEFAULT_WORK,
    stop: Callable[[], bool] | None = None,
    section: Section | None = None,
) -> AuditResult:
    """Work out the answers of `record` again and compare them with its `answer`.

    `work` bounds what is looked at (see `Work`); `stop`, if given, is asked now and then whether to give
    up. With the `section` of a certificate nothing is searched for: the section is checked, in time
    that grows with its size, whatever `work` says. Never raises for a bad puzzle: what cannot be read differs, what is not proven is unknown.

    >>> audit_record(
    ...     Record({"game": "roadworks", "task": "what-falls", "level": 2, "closed": "b2 a3",
    ...             "answer": "a2 a4"})
    ... ).verdict
    'agrees'
    """
    try:
        module = _module(record.game)
        if module is None:
            return AuditResult(UNKNOWN, message=f"there is no audit of the game {record.game!r}")
        if section is None:
            return module.audit(record, Work(work, stop))
        if not isinstance(module, _Certified):
            raise RefusedError(section.line, f"{record.game} takes no certificates")
        return module.certified(record, section, Work(_NO_BOUND, stop))
    except RefusedError as error:
        return AuditResult(
            UNKNOWN, message=f"not proven: the certificate: {error}", refused=str(error)
        )
    except OutOfWorkError as error:
        return AuditResult(UNKNOWN, message=f"not proven: {error}")
    except RecursionError:
        return AuditResult(UNKNOWN, message="not proven: its lines of play are too long")
    except ValueError as error:
        return AuditResult(DIFFERS, message=f"the audit cannot read it: {error}")


def _module(game: str) -> _GameAudit | None:
    name = f"{__name__}.{game.replace('-', '_')}"
    if not re.fullmatch(r"[a-z]+(-[a-z]+)*", game) or importlib.util.find_spec(name) is None:
        return None
    module = importlib.import_module(name)
    return cast(_GameAudit, module) if hasattr(module, "audit") else None
