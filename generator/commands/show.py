"""`crossfall show`: the board as text."""

from __future__ import annotations

import click

from crossfall.generator.options import impossible, read_puzzles, tell


@click.command(
    short_help="The board as text.",
    epilog="Example: crossfall show roadworks:3x3:b2,a3",
)
@click.argument("position")
def command(position: str) -> int:
    """Draw POSITION (a puzzle file, - or a one-line position) as text that files may contain."""
    from crossfall.solver.position import game

    puzzles, faults = read_puzzles(position)
    drawable = []
    for puzzle in puzzles:
        if any(problem.code == "impossible-position" for problem in puzzle.problems):
            faults.extend(impossible([puzzle]))
        else:
            drawable.append(puzzle)
    click.echo(
        "\n\n".join(game(puzzle.game).text(puzzle) for puzzle in drawable), nl=bool(drawable)
    )
    tell(faults)
    return 2 if faults else 0
