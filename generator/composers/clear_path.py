"""`crossfall compose clear-path`: positions with one strictly unique winning turn."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

import click

from crossfall.generator.composing import Asked, Result, deliver
from crossfall.generator.options import budget_of, budget_option, json_option
from crossfall.generator.progress import Ticker

if TYPE_CHECKING:
    from crossfall.solver.clear_path.compose import ComposedChain
    from crossfall.solver.clear_path.compose_model import ChainWish

QUIET = 20  # where nobody watches, one of so many slices of the search is told


@click.command(
    short_help="Positions with one winning turn, a chain of K stones.",
    epilog="Example: crossfall compose clear-path --size 7 --chain 4 -o chain.toml",
)
@click.option("--size", default="6x6", show_default=True, metavar="MxN", help="The board's size.")
@click.option(
    "--chain",
    type=click.IntRange(1, 60),
    default=3,
    show_default=True,
    metavar="K",
    help="The winning turn has K stones.",
)
@click.option("--empty", type=click.IntRange(1), metavar="E", help="So many points are empty.")
@click.option("--true-chain", is_flag=True, help="Each stone opens the way for the next.")
@click.option("--elsewhere", is_flag=True, help="The last stone touches no other of the turn.")
@click.option("--count", type=click.IntRange(1, 10_000), default=1, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True, help="Another seed, others.")
@click.option("-o", "--output", metavar="FILE.toml", help="Where the puzzles go.")
@budget_option
@json_option
def command(
    size: str,
    chain: int,
    empty: int | None,
    true_chain: bool,
    elsewhere: bool,
    count: int,
    seed: int,
    output: str | None,
    seconds: float | None,
    as_json: bool,
) -> int:
    """Compose possible Clear Path positions in which exactly one turn wins: a chain of K stones,
    each of which is needed. A line of play from the empty board is given with each.

    The same wish and seed give the same positions. Where there are fewer, it says so, proven. Exit
    code 3: the search gave up, more may exist.
    """
    from crossfall.solver.clear_path.compose_model import ChainWish
    from crossfall.solver.clear_path.notation import read_size

    budget = budget_of(seconds)
    asked = Asked(count, seed, 0, budget, as_json, output, None)
    asked.check_targets()
    wish = ChainWish(*read_size(size), chain, empty, true_chain, elsewhere)
    ticker = Ticker("composing", quiet=QUIET)
    return deliver(_results(wish, asked, ticker), asked, ticker, lambda: None)


def _results(wish: ChainWish, asked: Asked, ticker: Ticker) -> Iterator[Result]:
    from crossfall.solver.clear_path.compose import compose

    found = 0

    def told(conflicts: int) -> None:
        ticker.say(f"{found} found, {conflicts:,} conflicts in this search")

    for composed in compose(wish, Random(asked.seed), asked.budget, told):
        found += 1
        yield _result(composed)


def _result(composed: ComposedChain) -> Result:
    """A composed position, audited, as it is told and as the puzzle it makes."""
    from crossfall.solver.audit import DIFFERS, audit_record
    from crossfall.solver.clear_path.notation import (
        record_of,
        write_drawing,
        write_line,
        write_points,
    )
    from crossfall.solver.clear_path.techniques import grade
    from crossfall.solver.clear_path.turns import least_order

    position = composed.position
    board, turn = position.board, sum(composed.series)
    order = least_order(board, position.turn, position.own, position.empty, turn)
    answer = write_points(board, order)
    graded = grade(position, "winning-turn", turn)
    record = record_of(
        position,
        "winning-turn",
        answer=answer,
        difficulty=graded.stars,
        features={"technique": graded.technique},
    )
    if audit_record(record).verdict == DIFFERS:
        raise AssertionError(f"the audit contradicts {write_line(position)}: {answer}")
    line = [write_points(board, stones) for stones in composed.line_of_play]
    mover = ("red", "blue")[position.turn]
    told = "\n".join(
        (
            write_line(position),
            write_drawing(position),
            f"{mover} wins with {answer} only",
            f"line of play: {', '.join(line)}",
        )
    )
    report = {
        "position": write_line(position),
        "to_move": mover,
        "winning": [answer],
        "technique": graded.technique,
        "line_of_play": line,
    }
    return Result(told, report, record)
