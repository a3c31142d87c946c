"""`crossfall show`: the board as text or as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from crossfall.generator.options import impossible, read_puzzles, tell
from crossfall.solver.errors import InputError

if TYPE_CHECKING:
    from crossfall.solver.position import Puzzle


@click.command(
    short_help="The board as text or as a picture.",
    epilog="Example: crossfall show roadworks:3x3:b2,a3 --png board.png",
)
@click.argument("position")
@click.option("--svg", metavar="FILE", help="Write the board as an SVG picture.")
@click.option("--png", metavar="FILE", help="Write the board as a PNG picture.")
@click.option("--number", type=click.IntRange(1), metavar="N", help="Only the Nth puzzle.")
@click.option("--bw", is_flag=True, help="Pictures for a black-and-white copier.")
def command(position: str, svg: str | None, png: str | None, number: int | None, bw: bool) -> int:
    """Draw POSITION (a puzzle file, - or a one-line position) as text that files may contain, or
    as a picture."""
    from crossfall.generator.output import check_target

    if svg is not None:
        check_target(svg, position, png)
    if png is not None:
        check_target(png, position)
    puzzles, faults = read_puzzles(position)
    if number is not None:
        puzzles = [puzzle for puzzle in puzzles if puzzle.record.number == number]
        if not puzzles and not faults:
            raise InputError(f"{position}: no puzzle {number}")
    drawable = []
    for puzzle in puzzles:
        if any(problem.code == "impossible-position" for problem in puzzle.problems):
            faults.extend(impossible([puzzle]))
        else:
            drawable.append(puzzle)
    several = len(puzzles) > 1
    if svg is None and png is None:
        click.echo("\n\n".join(_shown(puzzle, several) for puzzle in drawable), nl=bool(drawable))
    elif not faults:
        _write_pictures(position, drawable, svg, png, "copier" if bw else "classroom")
    tell(faults)
    return 2 if faults else 0


def _shown(puzzle: Puzzle, several: bool) -> str:
    """The board; among others under a line that says which puzzle it is."""
    from crossfall.solver.position import game

    text = game(puzzle.game).text(puzzle)
    if not several:
        return text
    return f"# puzzle {puzzle.record.number} ({puzzle.game} {puzzle.task})\n{text}"


def _write_pictures(
    source: str, puzzles: list[Puzzle], svg: str | None, png: str | None, look: str
) -> None:
    from crossfall.generator.boards import boards
    from crossfall.generator.output import making, write_output
    from crossfall.generator.pictures import png_picture, svg_picture

    if len(puzzles) != 1:
        raise InputError(
            f"{source}: holds {len(puzzles)} puzzles; a picture shows one, choose it with --number N"
        )
    drawings = boards(puzzles[0].game).draw(puzzles[0])
    if svg is not None:
        write_output(svg, svg_picture(drawings, look))
    if png is not None:
        with making(png):
            picture = png_picture(drawings, look)
        write_output(png, picture)
