"""Draws `winning-closures.svg`: how many closures win, at first and through a game.

    python docs/pictures/winning_closures.py

Needs matplotlib (extra `dev`). The games are random: every safe closure equally likely.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from matplotlib import pyplot

from crossfall.solver.budget import Budget
from crossfall.solver.grids import bits
from crossfall.solver.roadworks.nimbers import oracle
from crossfall.solver.roadworks.rules import LEVELS, board, start

GAMES = 500
LOOK = {1: (":", "o"), 2: ("--", "s"), 3: ("-.", "^"), 4: ("-", "D")}
INK = {1: "#7a7a7a", 2: "#7b2d3b", 3: "#1f3a5f", 4: "#2f6b3a"}


def first_moves(level: int) -> tuple[int, int]:
    """Winning and safe closures of the empty board."""
    position = start(board(*LEVELS[level]))
    winning = oracle(position.board).winning(position.open, Budget())
    return winning.bit_count(), position.safe.bit_count()


def through_games(level: int) -> list[float]:
    """The mean number of winning closures after 0, 1, 2, … closures, over all random games that
    last so long; only where at least a tenth of them do."""
    rng = Random(level)
    exact = oracle(board(*LEVELS[level]))
    sums: list[int] = []
    games: list[int] = []
    for _ in range(GAMES):
        position = start(exact.board)
        place = 0
        while safe := list(bits(position.safe)):
            if place == len(sums):
                sums.append(0)
                games.append(0)
            sums[place] += exact.winning(position.open, Budget()).bit_count()
            games[place] += 1
            place += 1
            position = position.play(rng.choice(safe))
    return [total / n for total, n in zip(sums, games, strict=True) if 10 * n >= GAMES]


def main() -> None:
    """Draw both halves and write the file beside this one."""
    pyplot.switch_backend("svg")
    pyplot.rcParams["svg.hashsalt"] = "crossfall"  # the same bytes each time
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.6), width_ratios=(2, 3))
    for level in LEVELS:
        winning, safe = first_moves(level)
        left.bar(str(level), 100 * winning / safe, color=INK[level], width=0.6)
        left.annotate(f"{winning} of {safe}", (level - 1, 100 * winning / safe + 2), ha="center")
        means = through_games(level)
        line, mark = LOOK[level]
        right.plot(means, line, marker=mark, markersize=4, color=INK[level], label=f"level {level}")
    left.set(xlabel="level", ylabel="% of safe closures", ylim=(0, 115))
    left.set_title("First moves that win", fontsize=10)
    right.set(xlabel="closures made", ylabel="closures that win")
    right.set_title(f"Through a game (mean of {GAMES} random games)", fontsize=10)
    right.legend(frameon=False)
    for axes in (left, right):
        axes.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(
        Path(__file__).with_name("winning-closures.svg"), metadata={"Date": None, "Creator": None}
    )


if __name__ == "__main__":
    main()
