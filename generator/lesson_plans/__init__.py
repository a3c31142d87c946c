"""What a lesson pack of a game holds, one module a game: pupil pages, materials, teacher's notes."""

from __future__ import annotations

from typing import Protocol, cast

from crossfall.generator.lessons import Lesson
from crossfall.generator.tongues import ENGLISH, Tongue, spoken
from crossfall.solver.budget import Budget
from crossfall.solver.errors import InputError
from crossfall.solver.position import game, module_if_any, module_name


class LessonPlan(Protocol):
    """What `lesson_plans/GAME.py` offers, as a function of the module."""

    def lesson(self, seed: int, budget: Budget, audit: bool) -> Lesson:
        """The pack for that seed: every puzzle proven, every key audited.

        With `tongue: Tongue = ENGLISH` it is given the language of the pack.
        Raises BudgetError where the budget runs out, LessonError where a key is contradicted.
        """


def lesson_plan(game_name: str, tongue: Tongue = ENGLISH) -> LessonPlan:
    """The plan of a game by name, in that language; InputError if the game is unknown or has no lesson pack."""
    plan = module_if_any(f"{__name__}.{module_name(game(game_name).name)}")
    if plan is None:
        raise InputError(f"there is no lesson pack for {game_name}")
    return cast(LessonPlan, spoken(plan, tongue))
