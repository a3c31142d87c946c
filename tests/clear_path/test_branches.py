"""The shortest walks over branches are the smallest wins that the literal rules allow."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from crossfall.solver.audit import AGREES, Work, audit_record
from crossfall.solver.audit.clear_path import Field, Standing
from crossfall.solver.audit.clear_path_smallest import smallest_wins as by_audit
from crossfall.solver.budget import Budget
from crossfall.solver.clear_path import wins
from crossfall.solver.clear_path.board import board_of
from crossfall.solver.clear_path.branches import branches, smallest_by_walks
from crossfall.solver.clear_path.game import GAME
from crossfall.solver.clear_path.tasks import TURN_WORK
from crossfall.solver.clear_path.wins import smallest_wins
from crossfall.solver.errors import BudgetError
from crossfall.solver.records import Record
from crossfall.solver.verify import verify
from tests.clear_path import literal
from tests.clear_path.states import mask_of, position_of

# Width, height, empty points at most, how many positions.
PLAN = [
    (1, 4, 4, 10),
    (3, 3, 7, 60),
    (4, 4, 8, 150),
    (5, 5, 8, 120),
    (6, 6, 8, 80),
    (3, 6, 8, 80),
    (7, 2, 8, 80),
]


def states(plan: list[tuple[int, int, int, int]]) -> list[literal.State]:
    rng = random.Random("branches")
    found = [
        literal.random_state(w, h, e - rng.randrange(min(4, e)), rng)
        for w, h, e, n in plan
        for _ in range(n)
    ]
    return [state for state in found if position_of(state).outcome().value == "ongoing"]


def can_be_filled(state: literal.State, part: literal.Stones) -> bool:
    """Whether stones can be put on all of these points, each on a surrounded one."""
    width, height, red, blue, _ = state
    taken, left = set(red | blue), set(part)
    while left:
        ready = [
            point
            for point in left
            if sum(p not in taken for p in literal.beside(width, height, point)) <= 1
        ]
        if not ready:
            return False
        taken.add(ready[0])
        left.remove(ready[0])
    return True


def hang_together(state: literal.State, part: literal.Stones) -> bool:
    reached = {min(part)}
    for _ in part:
        reached |= {p for q in reached for p in literal.beside(*state[:2], q) if p in part}
    return reached == part


def test_branches_are_the_parts_that_can_be_filled() -> None:
    sizes = set()
    for state in states(PLAN)[::3]:
        board = board_of(*state[:2])
        empty = [p for p in literal.points(*state[:2]) if p not in state[2] | state[3]]
        expected = [
            frozenset(part)
            for number in range(1, len(empty) + 1)
            for part in combinations(empty, number)
            if hang_together(state, frozenset(part)) and can_be_filled(state, frozenset(part))
        ]
        found = branches(board, mask_of(board, frozenset(empty)))
        assert sorted(found) == sorted(mask_of(board, part) for part in expected)
        sizes |= {len(part) for part in expected}
    assert max(sizes) > 4


def test_the_shortest_walks_are_the_smallest_wins_among_all_turns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(wins, "QUICK", 0)
    counts: dict[int, int] = {}
    for state in states(PLAN):
        position = position_of(state)
        board, own, empty = position.board, position.own, position.empty
        winning = [turn for turn, won in literal.turns(state).items() if won]
        least = min(map(len, winning), default=0)
        expected = sorted(mask_of(board, turn) for turn in winning if len(turn) == least)
        found = smallest_by_walks(board, position.turn, own, empty, Budget())
        assert sorted(found) == expected
        assert sorted(smallest_wins(board, position.turn, own, empty, Budget())) == expected
        counts[least] = counts.get(least, 0) + 1
    assert min(counts[number] for number in (0, 1, 2, 3)) > 4
    assert max(counts) > 3


def maze(size: int, walls: str, seed: int) -> literal.State:
    """Corridors of empty points that never close to a circle, stones between them; Red to move."""
    rng = random.Random(f"corridors {size} {seed}")
    rooms = [(x, y) for x in range(0, size, 2) for y in range(0, size, 2)]
    corridor = {room: {room} for room in rooms}
    doors = [((x, y), (x + 2, y)) for x, y in rooms if (x + 2, y) in corridor]
    doors += [((x, y), (x, y + 2)) for x, y in rooms if (x, y + 2) in corridor]
    rng.shuffle(doors)
    empty = set(rooms)
    for one, two in doors:
        if corridor[one] is not corridor[two]:
            empty.add(((one[0] + two[0]) // 2, (one[1] + two[1]) // 2))
            corridor[one] |= corridor[two]
            for room in corridor[two]:
                corridor[room] = corridor[one]
    stones: tuple[set[literal.Point], set[literal.Point]] = set(), set()
    for point in literal.points(size, size):
        if point not in empty:
            stones[rng.choice(walls) == "b"].add(point)
    return size, size, frozenset(stones[0]), frozenset(stones[1]), 0


@pytest.mark.parametrize("size", [8, 13, 18])
def test_in_a_maze_solver_and_audit_find_the_same(size: int) -> None:
    ran_out = settled = 0
    for seed in range(4):
        state = maze(size, ("rb", "rbb")[seed % 2], seed)
        position = position_of(state)
        if position.outcome().value != "ongoing":
            continue
        field = Field(size, size, Work())
        turns = by_audit(Standing(field, (state[2], state[3]), 0), 1000)
        budget = Budget(work=TURN_WORK)
        found = smallest_wins(position.board, 0, position.own, position.empty, budget)
        assert set(found) == {mask_of(position.board, turn) for turn in turns}
        settled += bool(found)
        ran_out += budget.spent > wins.QUICK
    assert settled > 1
    assert ran_out > 1 or size == 8


def test_check_and_audit_settle_a_maze() -> None:
    state = maze(14, "rb", 1)
    rows = [
        "".join(
            "R" if (x, y) in state[2] else "B" if (x, y) in state[3] else "." for x in range(14)
        )
        for y in reversed(range(14))
    ]
    fields = {"game": "clear-path", "task": "winning-turn", "to_move": "red"}
    record = Record({**fields, "board": "\n".join(rows)})
    verdict = verify(GAME.read(record), Budget())
    audited = audit_record(record)
    assert verdict.answers
    assert verdict.verdict != "unknown"
    assert sorted(audited.answers) == sorted(verdict.answers)
    assert len(verdict.answers) == 1
    assert audit_record(record.with_fields(answer=verdict.answers[0])).verdict == AGREES


def test_a_budget_that_the_first_search_uses_up_ends_the_search() -> None:
    position = position_of(maze(18, "rb", 0))
    for work in (0, 20, wins.QUICK):
        budget = Budget(work=work)
        with pytest.raises(BudgetError):
            smallest_wins(position.board, 0, position.own, position.empty, budget)
        assert budget.spent == work + 1
    over = Budget(seconds=1, clock=iter(range(0, 10_000, 5)).__next__)
    with pytest.raises(BudgetError):
        smallest_wins(position.board, 0, position.own, position.empty, over)
