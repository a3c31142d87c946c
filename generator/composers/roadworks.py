"""`crossfall compose roadworks`: record falls, and positions to a wish."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

import click

from crossfall.generator.composing import DONE, UNKNOWN, Asked, Result, deliver, write_proof
from crossfall.generator.options import budget_of, budget_option, json_option, tell
from crossfall.generator.progress import Ticker
from crossfall.solver.errors import BudgetError, InputError, counted

if TYPE_CHECKING:
    from crossfall.solver.roadworks.compose import Composed, Progress
    from crossfall.solver.roadworks.record_falls import Fall
    from crossfall.solver.roadworks.rules import Board, Position
    from crossfall.solver.sat.proofs import Proof

FALL_TASKS = ("what-falls", "great-fall")
MASK_HELP = (
    "A drawn wish: o live, # closed, ~ fallen, ? closed or fallen, . free; rows from the top, "
    "in a file, in standard input (-), or here with / between."
)
SYMMETRY_HELP = (
    "Of live crossings and fences: half-turn, quarter-turn, left-right, top-bottom, diagonal, "
    "antidiagonal."
)


@click.command(
    short_help="Record falls, and positions to a wish.",
    epilog="Example: crossfall compose roadworks --size 6x6 --fall 20 --task great-fall -o six.toml",
)
@click.option("--size", metavar="MxN", help="Blocks wide x high; 3x3 or the mask's without.")
@click.option("--level", type=click.IntRange(2, 4), help="Level 2, 3 or 4 instead of a size.")
@click.option("--max-fall", is_flag=True, help="The greatest fall on the board, proven.")
@click.option("--fall", type=click.IntRange(1), metavar="K", help="K crossings or more fall.")
@click.option("--exactly", is_flag=True, help="Exactly K crossings fall.")
@click.option("--task", metavar="T", help="The position makes a sound puzzle of this task.")
@click.option("--difficulty", type=click.IntRange(1, 5), help="Stars of the puzzle.")
@click.option("--technique", metavar="R", help="What proves the answer: R0 to R5.")
@click.option("--strict", is_flag=True, help="One crossing alone is the answer.")
@click.option("--mask", metavar="FILE", help=MASK_HELP)
@click.option("--live", metavar="NAMES", help="Crossings that are live.")
@click.option("--closed", metavar="NAMES", help="Crossings that bear a fence.")
@click.option("--gone", metavar="NAMES", help="Crossings that are closed or have fallen.")
@click.option("--closures", metavar="N[-N]", help="How many closures have been made.")
@click.option("--open", metavar="N[-N]", help="How many crossings are live, with A and B.")
@click.option("--symmetry", metavar="NAME", help=SYMMETRY_HELP)
@click.option("--single-path", is_flag=True, help="A single path is left.")
@click.option("--blocks", metavar="N,N", help="Crossings of each block that is no mere street.")
@click.option("--count", type=click.IntRange(1, 10_000), default=1, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True, help="Another seed, others.")
@click.option(
    "--tries",
    type=click.IntRange(1),
    default=5000,
    show_default=True,
    help="How many proposals are judged at most.",
)
@click.option("-o", "--output", metavar="FILE.toml", help="Where the puzzles of --task go.")
@click.option("--proof", metavar="NAME", help="Write proofs: NAME.cnf and NAME.drup.")
@budget_option
@json_option
def command(seconds: float | None, as_json: bool, **options: Any) -> int:
    """Compose Roadworks positions to a wish, or prove that there are none.

    --fall and --max-fall look for a possible position and one closure after which many crossings
    fall. The other options say what the position shall be like; with --task it also makes a sound
    puzzle. Results differ up to the board's symmetries; the same wish and seed give the same ones.
    Exit code 3: the search gave up, more may exist.
    """
    from crossfall.generator import roadworks_wishes as wishes

    asked = Asked(
        options["count"],
        options["seed"],
        options["tries"],
        budget_of(seconds),
        as_json,
        options["output"],
        options["proof"],
    )
    asked.check_targets(options["mask"])
    falls = options["fall"] is not None or options["max_fall"]
    wishes.check(options, falls)
    task = wishes.task(options["task"], falls)
    if asked.output is not None and (options["max_fall"] or (task is None and not falls)):
        raise InputError("-o writes puzzles of a task; give --task, and no --max-fall")
    board = wishes.board_of(options)
    if options["max_fall"]:
        return _greatest(board, asked)
    if options["fall"] is not None:
        return _falls(board, options["fall"], options["exactly"], task or "what-falls", asked)
    return _to_wish(board, options, task, asked)


def _greatest(board: Board, asked: Asked) -> int:
    """`--max-fall`."""
    from crossfall.solver.roadworks.record_falls import FallSearch

    search = FallSearch(board, asked.budget, Random(asked.seed))
    best: Fall | None = None
    unknown = ""
    with Ticker("greatest fall") as ticker:

        def greater(fall: Fall) -> None:
            nonlocal best
            best = fall
            ticker.say(f"at least {fall.size}")

        try:
            search.maximum(greater)
        except BudgetError as error:
            unknown = str(error)
    if asked.as_json:
        fall = _fall_report(best) if best is not None else None
        size = best.size if best is not None else None
        report = {"size": board.size, "most": size, "proven": not unknown, "fall": fall}
        click.echo(json.dumps(report, indent=2))
    elif best is not None:
        least = "" if not unknown else "at least "
        proven = ", proven" if not unknown else ""
        most = counted(best.size, "crossing")
        click.echo(f"{board.size}: the greatest fall is of {least}{most}{proven}")
        click.echo(_fall_told(best))
    elif not unknown:
        click.echo("none, proven")
    if unknown:
        tell([f"unknown: {unknown}"])
    elif asked.proof is not None and best is not None:
        refutation = search.refutation(best.size + 1)
        write_proof(asked.proof, refutation, [_refuted(board, best.size + 1, False)])
    return UNKNOWN if unknown else DONE


def _falls(board: Board, least: int, exactly: bool, task: str, asked: Asked) -> int:
    """`--fall`."""
    from crossfall.solver.roadworks.compose import falls_to_wish
    from crossfall.solver.roadworks.record_falls import FallSearch

    ticker = Ticker("falls")
    found = falls_to_wish(
        board,
        least,
        task,
        exactly,
        asked.budget,
        Random(asked.seed),
        asked.tries,
        _progress(ticker),
    )

    def proof() -> tuple[Proof, list[str]] | None:
        search = FallSearch(board)
        if search.find(least, exactly) is not None:
            return None
        return search.refutation(least, exactly), [_refuted(board, least, exactly)]

    return deliver(map(_result, found), asked, ticker, proof)


def _refuted(board: Board, least: int, exactly: bool) -> str:
    how = "exactly" if exactly else "at least"
    return (
        f"refuted: one closure on {board.size} blocks makes {how} {counted(least, 'crossing')} fall"
    )


def _to_wish(board: Board, options: dict[str, Any], task: str | None, asked: Asked) -> int:
    """Everything else."""
    from crossfall.generator import roadworks_wishes as wishes
    from crossfall.solver.roadworks.compose import Composer
    from crossfall.solver.roadworks.fences import only_smallest

    ticker = Ticker("composing")
    composer = Composer(
        board,
        wishes.wish_of(options, board, task),
        wishes.judge_of(options, board, task),
        asked.budget,
        Random(asked.seed),
        asked.tries,
        _progress(ticker),
    )
    first: list[Composed] = []

    def results() -> Iterator[Result]:
        for composed in composer.positions():
            first.append(composed)
            yield _result(composed)

    def proof() -> tuple[Proof, list[str]] | None:
        if task == "fewest-fences" and first:
            live = first[0].position.open
            assert first[0].verdict is not None
            answer = first[0].verdict.answers[0]
            said = f"refuted: so few fences as {answer}, but others, leave the same board"
            return only_smallest(board, live), [said]
        if len(first) == asked.count:
            return None
        said = "refuted: a position to the wish, other than those found and those refused"
        return composer.refutation(), [said]

    return deliver(results(), asked, ticker, proof)


def _progress(ticker: Ticker) -> Progress:
    from crossfall.solver.roadworks.compose import Progress

    return Progress(told=lambda p: ticker.say(f"{p.proposals} proposals judged, {p.found} found"))


def _result(composed: Composed) -> Result:
    from crossfall.generator.roadworks_wishes import graded
    from crossfall.solver.roadworks.rules import replay

    position, verdict = composed.position, composed.verdict
    if verdict is None:
        return Result("\n".join(_shown(position)), _position_report(position))
    position = verdict.puzzle.position
    record, task = graded(verdict), verdict.puzzle.task
    report: dict[str, Any] = {"task": task, "answers": list(verdict.answers)}
    report["difficulty"] = record.fields["difficulty"]
    if task in FALL_TASKS:
        closure = position.board.grid.point(verdict.answers[0])
        if task == "what-falls":  # shown as it was before the closure that the puzzle asks about
            closure = position.closures[-1]
            position = replay(position.board, position.closures[:-1])
        assert closure is not None
        fallen = position.board.names(position.falls(closure))
        report |= {"closure": position.board.name(closure), "falls": list(fallen)}
        told = f"{position.board.name(closure)} makes {len(fallen)} fall: {' '.join(fallen)}"
    else:
        told = f"{task}: {' or '.join(verdict.answers)}"
    lines = [*_shown(position), told]
    return Result("\n".join(lines), {**_position_report(position), **report}, record)


def _shown(position: Position) -> list[str]:
    from crossfall.solver.roadworks.notation import write_drawing, write_line

    return [write_line(position), write_drawing(position)]


def _position_report(position: Position) -> dict[str, Any]:
    from crossfall.solver.roadworks.notation import write_line

    board = position.board
    return {
        "position": write_line(position),
        "closed": list(board.names(position.closed)),
        "live": list(board.names(position.open)),
    }


def _fall_report(fall: Fall) -> dict[str, Any]:
    from crossfall.solver.roadworks.notation import write_line

    return {
        "position": write_line(fall.position()),
        "closure": fall.board.name(fall.closure),
        "falls": list(fall.board.names(fall.fallen)),
    }


def _fall_told(fall: Fall) -> str:
    told = _fall_report(fall)
    lines = _shown(fall.position())
    return "\n".join(lines) + (
        f"\n{told['closure']} makes {fall.size} fall: {' '.join(told['falls'])}"
    )
