"""The sections of a `chapter = "standard"`, one module a game: warm-ups, techniques, mixed puzzles,
challenges. A game without a module here has no standard chapter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol, cast

from crossfall.generator.books.model import Pick, Section
from crossfall.generator.tongues import ENGLISH, Tongue
from crossfall.solver.position import module_if_any, module_name

WARM_UPS, EACH, MIXED, CHALLENGES, SPECIAL = 12, 12, 24, 6, 12
# Shares of the mixed puzzles: easy, middling, hard.
SHARES = (0.4, 0.4, 0.2)


class Standard(Protocol):
    """What `standard/GAME.py` offers, as a function of the module."""

    def sections(self, counts: Mapping[str, int], tongue: Tongue) -> Sequence[Section]:
        """The sections, in order; counts as for `standard_sections`, all of them given."""


def standard_sections(
    game: str,
    counts: Mapping[str, int],
    per_page: int | None = None,
    tongue: Tongue = ENGLISH,
) -> tuple[Section, ...] | None:
    """The sections of a game's standard chapter; None if it has none.

    counts: `warm_ups`, `each` (of the techniques), `mixed`, `challenges` and `special`, where they
    are not the usual ones; with 0 the section is left out.

    >>> [s.title for s in standard_sections("roadworks", {"each": 0, "mixed": 0})]
    ['Warm-ups', 'Challenges', 'Fewest fences']
    """
    standard = cast(Standard | None, module_if_any(f"{__name__}.{module_name(game)}"))
    if standard is None:
        return None
    usual = {
        "warm_ups": WARM_UPS,
        "each": EACH,
        "mixed": MIXED,
        "challenges": CHALLENGES,
        "special": SPECIAL,
    }
    sections = []
    for section in standard.sections({**usual, **counts}, tongue):
        picks = tuple(pick for pick in section.picks if pick.count)
        if picks:
            sections.append(replace(section, picks=picks, per_page=section.per_page or per_page))
    return tuple(sections)


def shares(count: int) -> tuple[int, int, int]:
    """So many easy, middling and hard ones.

    >>> shares(24), shares(5)
    ((10, 9, 5), (2, 2, 1))
    """
    easy, middling = round(SHARES[0] * count + 0.1), round(SHARES[1] * count - 0.2)
    return easy, middling, count - easy - middling


def split(count: int, *shares: float) -> list[int]:
    """A count divided by shares; the first parts are rounded, the last takes the rest.

    >>> split(12, 0.5, 0.25, 0.25)
    [6, 3, 3]
    """
    parts = [round(count * share) for share in shares[:-1]]
    return [*parts, max(0, count - sum(parts))]


def picked(
    game: str,
    task: str,
    count: int,
    difficulty: int | None = None,
    techniques: str = "",
    **options: object,
) -> Pick:
    """Some puzzles of a section. techniques: their codes with blanks between; any where empty.

    >>> picked("roadworks", "winning-move", 6, 1, "R0 R1", level=3).techniques
    ('R0', 'R1')
    """
    return Pick(
        game, task, count, difficulty, tuple(techniques.split()), tuple(sorted(options.items()))
    )
