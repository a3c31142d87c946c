"""Choosing from candidates: as the literal rule says, however many wait."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from crossfall.generator.finders.selection import PLACES, Candidate, Selection

LIMITS = {"biggest": 3, "R0": 2}


def literally(
    slots: list[frozenset[int]],
    source: list[Candidate | None],
    a_place: int,
    patience: int | None,
    apart: int,
) -> list[tuple[str, int, tuple[str, ...]]]:
    """Which candidates are chosen, their images and what was dropped, by looking at all of them."""
    came = iter(source)
    shares: Counter[str] = Counter()
    places: Counter[object] = Counter()
    waiting: list[Candidate] = []
    chosen_looks: list[tuple[tuple[int, ...], ...]] = []
    result = []

    def broken(candidate: Candidate) -> list[str]:
        full = [name for name in candidate.shares if shares[name] >= LIMITS.get(name, 10**9)]
        if candidate.places and all(places[p] >= a_place for p in candidate.places):
            full.append(PLACES)
        return full

    def near(candidate: Candidate) -> int:
        if not candidate.looks:
            return 0
        own = candidate.looks[0][0]
        different = [bin(own ^ look[0]).count("1") for looks in chosen_looks for look in looks]
        return max(0, apart - min(different, default=apart))

    def wanted(candidate: Candidate, slot: frozenset[int]) -> bool:
        plain = candidate.difficulty in slot and candidate.rank == 0
        return plain and not broken(candidate) and not near(candidate)

    for slot in slots:
        chosen = next((c for c in waiting if wanted(c, slot)), None)
        draws = 0
        while chosen is None and (patience is None or not waiting or draws < patience):
            draws += 1
            try:
                candidate = next(came)
            except StopIteration:
                break
            if candidate is None:
                continue
            if wanted(candidate, slot):
                chosen = candidate
            waiting.append(candidate)
        if chosen is None and waiting:
            chosen = min(
                waiting,
                key=lambda c: (
                    bool(broken(c)),
                    c.rank,
                    min(abs(c.difficulty - d) for d in slot),
                    near(c),
                    waiting.index(c),
                ),
            )
        if chosen is None:
            break
        waiting.remove(chosen)
        dropped = (*chosen.lacks, *broken(chosen))
        image = 0
        if chosen.places:
            image = min(range(len(chosen.places)), key=lambda i: (places[chosen.places[i]], i))
            places[chosen.places[image]] += 1
        shares.update(chosen.shares)
        chosen_looks.append(chosen.looks)
        result.append((chosen.canonical, image, dropped))
    return result


@pytest.mark.parametrize("patience", [None, 3, 20])
@pytest.mark.parametrize("seed", range(30))
def test_the_choice_is_the_literal_one(seed: int, patience: int | None) -> None:
    random = Random(f"{seed} {patience}")
    source: list[Candidate | None] = []
    for number in range(random.choice((5, 60, 200))):
        rank = random.choice((0, 0, 0, 1, 3))
        source.append(
            None
            if random.random() < 0.3
            else Candidate(
                number,
                random.randint(1, 5),
                rank,
                ("several",) * bool(rank),
                tuple(random.sample(range(12), random.choice((0, 1, 4)))),
                tuple(name for name in ("biggest", "R0") if random.random() < 0.4),
                str(number),
                ((random.randrange(256),), (random.randrange(256),)) * (number % 5 > 0),
            )
        )
    slots = [
        frozenset(random.sample(range(1, 6), random.choice((1, 1, 2))))
        for _ in range(random.choice((3, 20, 50)))
    ]
    a_place = random.choice((1, 2, 9))
    apart = random.choice((0, 2, 4))
    selection = Selection(slots, limits=LIMITS, a_place=a_place, patience=patience, apart=apart)
    chosen = selection.choose(iter(source))
    made = [(one.candidate.canonical, one.image, one.dropped) for one in chosen]
    assert made == literally(slots, source, a_place, patience, apart)
    assert made or not any(source)
