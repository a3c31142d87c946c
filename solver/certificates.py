"""Certificates: proofs of answers, written so that the audit can check them without searching.

A game that has them offers `certificate(puzzle, budget)` (`Certifies`). What a file looks like, and
why checking it is a proof, is in `docs/certificates.md`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from crossfall.solver import position as registry
from crossfall.solver.budget import Budget
from crossfall.solver.position import Puzzle

FIRST_LINE = "crossfall-certificate 1"


@dataclass(frozen=True)
class Proof:
    """The proof of one puzzle's answers: what it is about, and its entries in any order."""

    position: str
    entries: frozenset[str]


@runtime_checkable
class Certifies(Protocol):
    """A game that can write down a proof."""

    def certificate(self, puzzle: Puzzle, budget: Budget) -> Proof | None:
        """The proof of all answers of a possible, unfinished position; None where the task needs
        no search. Raises BudgetError."""


def proof_of(puzzle: Puzzle, budget: Budget) -> Proof | None:
    """The proof of a puzzle's answers, None where its game or task has none. Raises BudgetError."""
    game = registry.game(puzzle.game)
    if puzzle.problems or not isinstance(game, Certifies):
        return None
    return game.certificate(puzzle, budget)


def certificate_text(proofs: Iterable[tuple[int, Puzzle, Proof]]) -> str:
    """The certificate of some puzzles, each with its number in the puzzle file, rising; the same
    text for the same proofs.

    >>> print(certificate_text([]), end="")
    crossfall-certificate 1
    end 6dd455e316d0cf707800ee45be23afc4114652edc2b994d2ad351cef681c5203
    """
    lines = [FIRST_LINE]
    for number, puzzle, proof in proofs:
        lines.append(f"puzzle {number} {puzzle.game} {puzzle.task} {proof.position}")
        lines.extend(sorted(proof.entries))
    text = "".join(f"{line}\n" for line in lines)
    return f"{text}end {hashlib.sha256(text.encode()).hexdigest()}\n"
