"""`crossfall lesson`: a lesson pack with teacher's notes as a PDF."""

from __future__ import annotations

import click

from crossfall.generator.options import budget_of, budget_option, language_option, tell


@click.command(
    short_help="A lesson pack with teacher's notes as a PDF.",
    epilog="Example: crossfall lesson roadworks -o lesson.pdf --paper letter",
)
@click.argument("game")
@click.option("-o", "--output", required=True, metavar="FILE.pdf", help="Where the PDF goes.")
@click.option(
    "--paper", type=click.Choice(("a4", "letter")), default="a4", show_default=True, help="Paper."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Another seed, other puzzles.")
@language_option
@click.option("--bw", is_flag=True, help="For a black-and-white copier.")
@click.option("--no-audit", is_flag=True, help="Do not prove the answers a second time.")
@budget_option
def command(
    game: str,
    output: str,
    paper: str,
    seed: int,
    language: str,
    bw: bool,
    no_audit: bool,
    seconds: float | None,
) -> int:
    """Print a lesson pack of GAME: pages for pupils, boards and cards to cut out, notes for the
    teacher, and the answer key. Every puzzle is proven, every answer a second time by the audit.
    """
    from crossfall.generator.lesson_plans import lesson_plan
    from crossfall.generator.lessons import LessonError, build_lesson
    from crossfall.generator.output import check_target, making, write_output
    from crossfall.generator.sheets import SheetOptions
    from crossfall.generator.tongues import tongue_of

    plan = lesson_plan(game, tongue_of(language))
    check_target(output)
    try:
        lesson = plan.lesson(seed, budget_of(seconds), not no_audit)
    except LessonError as error:
        tell([str(error), "nothing was written"])
        return 1
    options = SheetOptions(
        paper="letter" if paper == "letter" else "a4",
        look="copier" if bw else "classroom",
        language=language,
    )
    with making(output):
        pdf = build_lesson(lesson, options)
    write_output(output, pdf)
    return 0
