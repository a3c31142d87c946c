"""The compiled search and the plain one are twins: answers, work, and where a budget runs out."""

from __future__ import annotations

import random
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("numba")

from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError, InputError
from crossfall.solver.roadworks import bitboards, search
from crossfall.solver.roadworks.blocks import BlockKeys, BlockSearch, block_closures, count_closures
from crossfall.solver.roadworks.fast import FastSearch, fits
from crossfall.solver.roadworks.long_run import decide, load_memory
from crossfall.solver.roadworks.nimbers import Oracle
from crossfall.solver.roadworks.rules import Board, board, start
from tests.roadworks.literal import Literal, mask


def random_live_set(board_: Board, rng: random.Random, fewest: int, most: int) -> int:
    position = start(board_)
    for _ in range(rng.randint(fewest, most)):
        safe = list(board_.names(position.safe))
        if not safe:
            break
        crossing = board_.grid.point(rng.choice(safe))
        assert crossing is not None
        position = position.play(crossing)
    return position.open


def test_thousands_of_random_positions_have_the_same_value_and_cost() -> None:
    rng = random.Random(4)
    for width, height in ((3, 4), (4, 4), (4, 5), (5, 5), (6, 6), (4, 7)):
        board_ = board(width, height)
        slow, fast = BlockSearch(8), FastSearch(8, slots=64)
        for _ in range(400 if width < 6 else 100):
            # Late enough for the plain search to be quick.
            open_ = random_live_set(board_, rng, width * height // 2, width * height)
            if open_.bit_count() > 20:
                continue
            chain = board_.grid.chain(open_, 0, board_.b)
            ours, theirs = Budget(), Budget()
            for value in range(3):
                assert slow.sum_has_value(board_.grid, chain, value, ours) == (
                    fast.sum_has_value(board_.grid, chain, value, theirs)
                )
            assert slow.sum_value(board_.grid, chain, ours) == (
                fast.sum_value(board_.grid, chain, theirs)
            )
            assert ours.spent == theirs.spent
        assert slow.values.keys() | slow.excluded.keys()
        assert fast.states == len(slow.values) + len(slow.excluded)


def test_the_compiled_search_agrees_with_the_literal_rules() -> None:
    literal = Literal(3, 3)
    board_ = board(3, 3)
    fast = FastSearch(4)
    for live in literal.live_sets():
        chain = board_.grid.chain(mask(live, 3), 0, board_.b)
        assert fast.sum_value(board_.grid, chain, Budget()) == literal.nimber(live)


def test_a_budget_of_work_runs_out_at_the_same_place() -> None:
    board_ = board(4, 5)
    chain = board_.grid.chain(board_.full, 0, board_.b)
    rng = random.Random(7)
    slow, fast = BlockSearch(6), FastSearch(6)
    for _ in range(25):
        work = rng.randint(0, 400)
        ours, theirs = Budget(work=work), Budget(work=work)
        for searcher, budget in ((slow, ours), (fast, theirs)):
            with pytest.raises(BudgetError):
                searcher.sum_has_value(board_.grid, chain, 0, budget)
        assert ours.spent == theirs.spent
        assert fast.states == len(slow.values) + len(slow.excluded)


def test_an_answer_within_a_bound_of_work_does_not_depend_on_compilation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(search, "HAND_OVER", 500)
    board_ = board(3, 5)
    outcomes = []
    for compiled in (True, False):
        spent = []
        for work in (400, 700, 5_000, 20_000):
            budget = Budget(work=work)
            try:
                answer = Oracle(board_, tables=False, compiled=compiled).winning(
                    board_.full, budget
                )
            except BudgetError:
                answer = -1
            spent.append((answer, budget.spent))
        outcomes.append(spent)
    assert outcomes[0] == outcomes[1]
    assert outcomes[0][0][0] == -1


def test_a_memory_that_forgets_gives_the_same_answers() -> None:
    board_ = board(4, 5)
    chain = board_.grid.chain(board_.full, 0, board_.b)
    small, large = FastSearch(6, slots=2_000, forgets=True), FastSearch(6)
    for value in range(4):
        assert small.sum_has_value(board_.grid, chain, value, Budget()) == (
            large.sum_has_value(board_.grid, chain, value, Budget())
        )
    assert small.states <= 2_000 < large.states


def test_a_long_run_goes_on_from_its_file_and_refuses_another(tmp_path: Path) -> None:
    path = tmp_path / "memory"
    literal = Literal(2, 4)
    wins = literal.nimber(literal.full) != 0
    assert decide(board(2, 4), path, slots=5_000) is wins
    known = FastSearch(5, slots=5_000, forgets=True)
    load_memory(known, board(2, 4), path)
    assert known.states > 10
    assert decide(board(2, 4), path, slots=5_000) is wins
    with pytest.raises(InputError, match="2x3"):
        decide(board(2, 3), path, slots=5_000)
    path.write_bytes(path.read_bytes()[:-3])
    with pytest.raises(InputError, match="cut off"):
        decide(board(2, 4), path, slots=5_000)


def test_compiling_is_announced_only_where_nothing_is_kept(
    caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    function = SimpleNamespace(__module__="a.fast", __name__="run")
    function.stats = SimpleNamespace(cache_path=str(tmp_path))
    bitboards.announce(function)
    assert len(caplog.messages) == 1
    (tmp_path / "fast.run-12.py311.nbi").touch()
    bitboards.announce(function)
    assert len(caplog.messages) == 1


def test_shapes_of_random_blocks_are_the_same_numbers() -> None:
    import numpy as np

    rng = random.Random(2)
    keys = BlockKeys(8)
    out = np.zeros(3, np.uint64)
    for _ in range(300):
        board_ = board(rng.randint(1, 7), rng.randint(1, 7))
        open_ = random_live_set(board_, rng, 0, 10)
        for block in board_.grid.chain(open_, 0, board_.b):
            rows = board_.grid.rows
            moved = sum(
                1 << c // rows * 8 + c % rows for c in range(board_.grid.count) if block[0] >> c & 1
            )
            ends = sum(1 << c // rows * 8 + c % rows for c in block[1:])
            bitboards.shape(np.uint64(moved), np.uint64(ends), out)
            shape = keys.shape(board_.grid, block)
            assert (int(out[0]) << 12 | int(out[1]), int(out[2])) == (shape.key, shape.symmetry)
            if shape.size > 2:
                assert count_closures(board_.grid, *block) == len(
                    block_closures(board_.grid, *block)
                )


def test_a_key_is_equal_for_the_eight_images_of_a_block_and_for_no_other() -> None:
    keys = BlockKeys(4)
    board_ = board(3, 3)
    images: dict[int, set[frozenset[object]]] = {}
    for live in Literal(3, 3).live_sets():
        for block in board_.grid.chain(mask(live, 3), 0, board_.b):
            points = {divmod(c, 4) for c in range(16) if block[0] >> c & 1}
            ends = {divmod(c, 4) for c in block[1:]}
            images.setdefault(keys.shape(board_.grid, block).key, set()).add(
                _least_image(points, ends)
            )
    assert all(len(found) == 1 for found in images.values())
    assert len({next(iter(found)) for found in images.values()}) == len(images)


def _least_image(points: set[tuple[int, int]], ends: set[tuple[int, int]]) -> frozenset[object]:
    found = []
    for flip_x in (1, -1):
        for flip_y in (1, -1):
            for across in (False, True):
                turned = [
                    (flip_y * y, flip_x * x, (x, y) in ends)
                    if across
                    else (flip_x * x, flip_y * y, (x, y) in ends)
                    for x, y in points
                ]
                left = min(x for x, _, _ in turned)
                low = min(y for _, y, _ in turned)
                found.append(sorted((x - left, y - low, end) for x, y, end in turned))
    return frozenset(min(found))


@pytest.mark.parametrize(("one", "two", "answer"), [(6, 8, True), (7, 7, True), (7, 8, False)])
def test_boards_whose_keys_do_not_fit_one_word_are_not_compiled(
    one: int, two: int, answer: bool
) -> None:
    assert fits(one, two) is fits(two, one) is answer
