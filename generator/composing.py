"""What every composer does with its results: collect, report, write puzzles and proofs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from crossfall.generator.options import tell
from crossfall.generator.output import check_target, write_output
from crossfall.generator.progress import Ticker
from crossfall.solver.errors import BudgetError

if TYPE_CHECKING:
    from crossfall.solver.budget import Budget
    from crossfall.solver.records import Record
    from crossfall.solver.sat.proofs import Proof

DONE, UNKNOWN, INTERRUPTED = 0, 3, 130


@dataclass(frozen=True)
class Result:
    """One composed position.

    told: for a person. report: for programs. record: the puzzle, if it is one.
    """

    told: str
    report: dict[str, Any]
    record: Record | None = None


@dataclass(frozen=True)
class Asked:
    """How much is asked for, and where it goes.

    output: the puzzle file. proof: the name before `.cnf` and `.drup`.
    """

    count: int
    seed: int
    tries: int
    budget: Budget
    as_json: bool
    output: str | None
    proof: str | None

    def check_targets(self, *read: str | None) -> None:
        """Raise InputError if something cannot be written, or is `read` or written for something
        else."""
        used = list(read)
        for target in (self.output, *(proof_files(self.proof) if self.proof else ())):
            if target is not None:
                check_target(target, *used)
                used.append(target)


def proof_files(name: str) -> tuple[str, str]:
    """The names of the two files of a proof."""
    return f"{name}.cnf", f"{name}.drup"


def deliver(
    results: Iterator[Result],
    asked: Asked,
    ticker: Ticker,
    proof: Callable[[], tuple[Proof, list[str]] | None],
) -> int:
    """Collect results, report them, write the files; the exit code.

    `proof` is asked for a proof, with comments that say what is refuted, once it is known that
    there are no more results.
    """
    found: list[Result] = []
    unknown = ""
    with ticker:
        try:
            for result in results:
                found.append(result)
                if len(found) == asked.count:
                    break
        except BudgetError as error:
            unknown = str(error)
        except KeyboardInterrupt:
            unknown = "interrupted"
    complete = not unknown and len(found) < asked.count
    if asked.as_json:
        report = {"found": [result.report for result in found], "complete": complete}
        click.echo(json.dumps(report, indent=2, ensure_ascii=False))
    elif found:
        click.echo("\n\n".join(result.told for result in found))
    elif complete:
        click.echo("none, proven")
    records = [result.record for result in found if result.record is not None]
    if asked.output is not None and records:
        from crossfall.solver.records import dump_records

        write_output(asked.output, dump_records(records))
    if unknown:
        tell([f"unknown: {unknown}"])
    elif complete and found:
        tell([f"only {len(found)} exist, proven"])
    if asked.proof is not None:
        refutation = proof() if complete or found else None
        if refutation is None:
            tell(["no proof is written: nothing was proven that a proof file could show"])
        else:
            write_proof(asked.proof, *refutation)
    if unknown == "interrupted":
        return INTERRUPTED
    return UNKNOWN if unknown else DONE


def write_proof(name: str, proof: Proof, comments: list[str]) -> None:
    """Write a proof's two files and say so."""
    formula, steps = proof_files(name)
    write_output(formula, proof.dimacs(comments))
    write_output(steps, proof.drup())
    click.echo(
        f"{formula}, {steps}: {len(proof.clauses)} clauses, {len(proof.steps)} steps", err=True
    )
