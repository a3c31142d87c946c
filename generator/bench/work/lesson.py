"""A lesson pack: its pages as pictures, and the PDF."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crossfall.generator.bench.jobs import LONG, Report
from crossfall.generator.bench.work.sheet import options_of, show_pages
from crossfall.generator.lesson_plans import lesson_plan
from crossfall.generator.lessons import build_lesson
from crossfall.solver.budget import Budget
from crossfall.solver.errors import InputError

LANE = LONG
SECONDS = 600.0


def run(args: Mapping[str, Any], report: Report) -> dict[str, Any]:
    """`game`, `seed`, `paper`, `language`, `bw`. Each page is a piece, the PDF a file."""
    seed = args.get("seed") or 0
    if not isinstance(seed, int):
        raise InputError("the seed is no whole number")
    options = options_of({**args, "key": "after", "per_page": None})
    plan = lesson_plan(str(args.get("game") or ""), options.tongue)
    report.say("the puzzles of the pack are found and proven twice; this takes a while")
    lesson = plan.lesson(seed, Budget(), not args.get("preview"))
    report.say("the pages are set")
    pdf = build_lesson(lesson, options)
    return {"pages": show_pages(pdf, report), "files": {"lesson.pdf": pdf}}
