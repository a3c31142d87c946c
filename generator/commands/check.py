"""`crossfall check`: the verdict on each puzzle of a hand-made file."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from crossfall.generator.options import (
    budget_of,
    budget_option,
    certificate_option,
    echo_json,
    json_option,
    library_option,
    read_puzzles,
    say,
    tell,
)
from crossfall.solver.errors import InputError

if TYPE_CHECKING:
    from crossfall.generator.library import Entry
    from crossfall.solver.advice import Advice
    from crossfall.solver.budget import Budget
    from crossfall.solver.position import Puzzle
    from crossfall.solver.verify import Verdict

WATCH_EVERY = 0.3  # seconds between two looks at the file


@click.command(
    short_help="Verdict on each puzzle of a file.",
    epilog="Example: crossfall check my-puzzles.toml",
)
@click.argument("file")
@click.option("--twins", is_flag=True, help="List changes of one fence with another answer.")
@click.option("--watch", is_flag=True, help="Check again whenever the file is saved.")
@certificate_option("Write the proofs of sound puzzles' answers, for `audit` and `sheet`.")
@library_option("Say of each puzzle whether this library holds it, turned or mirrored or not.")
@budget_option
@json_option
def command(
    file: str,
    twins: bool,
    watch: bool,
    certificate: str | None,
    library: str | None,
    seconds: float | None,
    as_json: bool,
) -> int:
    """Judge each puzzle of FILE (a puzzle file, a sheet printed with --attach, - or a one-line
    position): is it possible, has it exactly one answer, is the given answer right? Every problem
    found is named.

    Exit code 0: all sound; 1: some puzzle is flawed; 2: some puzzle cannot be read; 3: unknown.
    """
    if certificate is not None:
        from crossfall.generator.output import check_target

        if watch:
            raise click.UsageError("--certificate and --watch do not go together")
        check_target(certificate, file)
    if not watch:
        return _check(file, twins, library, seconds, as_json, certificate)
    if as_json:
        raise click.UsageError("--json and --watch do not go together", click.get_current_context())
    return _watch(file, twins, library, seconds)


def _check(
    file: str,
    twins: bool,
    library: str | None,
    seconds: float | None,
    as_json: bool,
    certificate: str | None = None,
) -> int:
    from crossfall.solver.advice import Advice, advise
    from crossfall.solver.verify import FLAWED, SOUND, UNKNOWN, verify

    puzzles, faults = read_puzzles(file)
    known = _known(library, puzzles) if library is not None else None
    budget = budget_of(seconds)
    judged: list[tuple[Verdict, Advice]] = []
    for puzzle in puzzles:
        verdict = verify(puzzle, budget)
        advice = Advice()
        if verdict.verdict == SOUND:
            advice = advise(puzzle, verdict.findings, budget, twins)
            verdict = replace(verdict, problems=(*verdict.problems, *advice.problems))
        judged.append((verdict, advice))
        if not as_json:
            notes = list(advice.notes)
            if known is not None:
                notes.append(_told_known(library, known[len(judged) - 1]))
            say("\n".join((_told(verdict), *(f"  {note}" for note in notes))))
    if as_json:
        report = {"puzzles": [{**_reported(one), **advice.report} for one, advice in judged]}
        for told, entry in zip(report["puzzles"], known or (), strict=False):
            told["in_library"] = _reported_known(entry)
        echo_json(report)
    tell(faults)
    verdicts = {verdict.verdict for verdict, _ in judged}
    if certificate is not None and not faults and not _certified(certificate, judged, budget):
        verdicts.add(UNKNOWN)
    if faults:
        return 2
    if FLAWED in verdicts:
        return 1
    return 3 if UNKNOWN in verdicts else 0


def _certified(certificate: str, judged: list[tuple[Verdict, Advice]], budget: Budget) -> bool:
    """Write the certificate of the sound puzzles; whether it was finished."""
    from crossfall.generator.certifying import write_certificate
    from crossfall.solver.verify import SOUND

    sound = [verdict.puzzle for verdict, _ in judged if verdict.verdict == SOUND]
    puzzles = [(puzzle.record.number, puzzle) for puzzle in sound]
    unfinished, is_interrupted = write_certificate(certificate, puzzles, budget)
    tell(unfinished)
    if is_interrupted:
        raise KeyboardInterrupt
    return not unfinished


def _known(name: str, puzzles: list[Puzzle]) -> list[Entry | None]:
    """The same puzzles as the library `name` holds them."""
    from crossfall.generator.library import open_library

    with open_library(name) as library:
        return [None if puzzle.problems else library.same_as(puzzle) for puzzle in puzzles]


def _told_known(name: str | None, entry: Entry | None) -> str:
    """Whether a puzzle was anticipated, for a person."""
    if entry is None:
        return f"not in {name}"
    title = f' "{entry.title}"' if entry.title else ""
    used = f", used in {', '.join(entry.marks)}" if entry.marks else ""
    return f"in {name} already: number {entry.number}{title}, from {entry.source}{used}"


def _reported_known(entry: Entry | None) -> dict[str, Any] | None:
    """The same for programs."""
    if entry is None:
        return None
    return {
        "number": entry.number,
        "title": entry.title,
        "source": entry.source,
        "marks": list(entry.marks),
    }


def _watch(file: str, twins: bool, library: str | None, seconds: float | None) -> int:
    """Check at once and after every save, until Ctrl-C; the exit code of the last check."""
    if not os.path.isfile(file):
        raise InputError(f"{file}: not a file; expected one that can be watched")
    code = 0
    seen: object = None
    with suppress(KeyboardInterrupt):
        while True:
            stamp = _stamp(file)
            # Editors replace a file: for a moment there may be none.
            if stamp is not None and stamp != seen:
                if seen is not None:
                    click.echo()
                seen = stamp
                try:
                    code = _check(file, twins, library, seconds, as_json=False)
                except InputError as error:
                    tell(error.faults)
                    code = 2
                say(f"-- watching {file}; Ctrl-C ends")
            time.sleep(WATCH_EVERY)
    return code


def _stamp(file: str) -> tuple[int, int, int] | None:
    """What changes when a file is saved; None while there is none."""
    try:
        status = os.stat(file)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def _reported(verdict: Verdict) -> dict[str, Any]:
    """The verdict as the report for programs gives it."""
    puzzle = verdict.puzzle
    return {
        "number": puzzle.record.number,
        "title": puzzle.title,
        "game": puzzle.game,
        "task": puzzle.task,
        "verdict": verdict.verdict,
        "answers": list(verdict.answers),
        "problems": [
            {"code": p.code, "severity": p.severity, "message": p.message} for p in verdict.problems
        ],
    }


def _told(verdict: Verdict) -> str:
    """The verdict for a person."""
    puzzle = verdict.puzzle
    title = f' "{puzzle.title}"' if puzzle.title else ""
    head = f"puzzle {puzzle.record.number}{title} ({puzzle.game} {puzzle.task}): {verdict.verdict}"
    answers = [str(answer) for answer in verdict.findings.answers]
    lines = [head]
    if answers:
        # A sound table or series is one answer of several strings; many answers stay readable.
        told = "; ".join(answers[:12]) + (
            f"; and {len(answers) - 12} more" if len(answers) > 12 else ""
        )
        lines.append(f"  {'answer' if len(answers) == 1 else 'answers'}: {told}")
    lines.extend(f"  {p.severity} {p.code}: {p.message}" for p in verdict.problems)
    return "\n".join(lines)
