"""Every Roadworks task, answered by solver and second opinion alike."""

from random import Random
from typing import Any

import pytest

from crossfall.solver.audit import AGREES, audit_record
from crossfall.solver.budget import Budget
from crossfall.solver.position import game
from crossfall.solver.records import Record
from crossfall.solver.verify import SOUND, read_puzzle, verify
from tests.roadworks.literal import Literal

TASKS = sorted(set(game("roadworks").tasks) - {"lost-board"})


def some_play(size: tuple[int, int], rng: Random) -> list[str]:
    """A few safe closures at random, by the literal rules."""
    rules, closed = Literal(*size), []
    live = rules.full
    for _ in range(rng.randint(0, size[0] + size[1])):
        moves = rules.moves(live)
        if not moves:
            break
        x, y = rng.choice(sorted(moves))
        closed.append(f"{'abcdefgh'[x]}{y + 1}")
        live = moves[x, y]
    return closed


def compared(record: Record) -> None:
    """Both must find the same answers and agree on whether they are one; neither may accept what
    the other finds wrong. Of many numbers of closures the audit names two on larger boards."""
    verdict = verify(read_puzzle(record), Budget())
    audited = audit_record(record)
    if record.task == "closures-left" and len(verdict.answers) > len(audited.answers) > 1:
        assert set(audited.answers) < set(verdict.answers), record.fields
    else:
        assert sorted(verdict.answers) == sorted(audited.answers), record.fields
    assert (verdict.verdict == SOUND) == (audited.verdict == AGREES), record.fields
    if verdict.verdict == SOUND:
        answer = list(verdict.answers)
        assert audit_record(record.with_fields(answer=answer)).verdict == AGREES
        assert verify(read_puzzle(record.with_fields(answer=answer)), Budget()).verdict == SOUND


@pytest.mark.parametrize(
    ("size", "count"),
    [
        ((2, 2), 12),
        ((2, 3), 12),
        ((3, 3), 12),
        pytest.param((4, 4), 60, marks=pytest.mark.prove),
        pytest.param((5, 3), 60, marks=pytest.mark.prove),
    ],
    ids=str,
)
@pytest.mark.parametrize("task", TASKS)
def test_solver_and_audit_find_the_same_answers(
    task: str, size: tuple[int, int], count: int
) -> None:
    rng = Random(f"{task} {size}")
    for _ in range(count):
        closed = some_play(size, rng)
        fields: dict[str, Any] = {"game": "roadworks", "task": task}
        if task == "what-falls" and not closed:
            continue
        if task == "fewest-fences":
            fields["board"] = drawn(size, closed)
        else:
            fields |= {"size": f"{size[0]}x{size[1]}", "closed": " ".join(closed)}
        compared(Record(fields))


def drawn(size: tuple[int, int], closed: list[str]) -> str:
    """The position with `?` for all that is gone."""
    rules = Literal(*size)
    live = rules.full
    for name in closed:
        live = rules.moves(live)["abcdefgh".index(name[0]), int(name[1:]) - 1]
    marks = {point: "o" if point in live else "?" for point in rules.full}
    marks |= {rules.a: "A", rules.b: "B"}
    rows = range(size[1], -1, -1)
    return "\n".join(" ".join(marks[x, y] for x in range(size[0] + 1)) for y in rows)


@pytest.mark.parametrize("falling", [True, False])
@pytest.mark.parametrize("task", sorted(set(TASKS) - {"fewest-fences"}))
def test_they_do_without_falling_too(task: str, falling: bool) -> None:
    for closed in ("b2", "b2 c3", "a2 b2 c2", "a2 a3 b2", "d1 c1 d2"):
        fields = {"game": "roadworks", "task": task, "size": "3x3", "closed": closed}
        compared(Record({**fields, "falling": falling}))


def test_they_name_the_same_lost_board() -> None:
    rng = Random(4)
    for _ in range(15):
        boards = [" ".join(some_play((3, 3), rng)) for _ in range(4)]
        compared(
            Record({"game": "roadworks", "task": "lost-board", "size": "3x3", "boards": boards})
        )
