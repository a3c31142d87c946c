"""Composing to a wish: on small boards exactly what the list of all live sets says, proven."""

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

import pytest

from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError, InputError
from crossfall.solver.grids import bits
from crossfall.solver.roadworks.compose import (
    Composed,
    Composer,
    Progress,
    falls_to_wish,
    judge_of_task,
)
from crossfall.solver.roadworks.rules import Board, board, replay
from crossfall.solver.roadworks.wishes import Wish, read_mask, symmetries
from crossfall.solver.sat.rup import check_files
from crossfall.solver.verify import SOUND
from tests.roadworks import literal

SMALL = board(3, 3)


@pytest.fixture(scope="module")
def live_sets() -> list[int]:
    """Every live set of 3×3, by the literal rules."""
    return [literal.mask(live, 3) for live in literal.Literal(3, 3).live_sets()]


def composed(wish: Wish, board_: Board = SMALL) -> list[Composed]:
    return list(Composer(board_, wish).positions())


def images(board_: Board, live: int) -> set[int]:
    return {board_.image(live, symmetry) for symmetry in board_.symmetries}


def agrees(wish: Wish, live_sets: list[int], truth: Callable[[int], bool]) -> None:
    """The composer gives, up to symmetry, exactly the live sets that the wish allows."""
    found = [one.position.open for one in composed(wish)]
    assert all(truth(live) for live in found)
    covered = set().union(*(images(SMALL, live) for live in found))
    assert covered >= {live for live in live_sets if truth(live)}
    assert len({SMALL.canonical(live) for live in found}) == len(found)


def test_without_a_wish_every_live_set_comes_once_up_to_symmetry(live_sets: list[int]) -> None:
    agrees(Wish(), live_sets, lambda live: True)
    assert len(composed(Wish())) == 114


def test_crossings_can_be_wished_live_or_gone(live_sets: list[int]) -> None:
    live, gone = 1 << 5 | 1 << 2, 1 << 10 | 1 << 12
    agrees(
        Wish(live=live, gone=gone),
        live_sets,
        lambda some: some & live == live and not some & gone,
    )


@pytest.mark.parametrize(
    "name", ["half-turn", "diagonal", "antidiagonal", "left-right", "top-bottom", "quarter-turn"]
)
def test_a_wished_symmetry_is_that_of_live_crossings_and_fences(
    name: str, live_sets: list[int]
) -> None:
    image = symmetries(SMALL)[name]
    found = composed(Wish(symmetry=name))
    assert found
    for one in found:
        for mask in (one.position.open, one.position.closed):
            assert SMALL.image(mask, image) == mask
    wanted = {SMALL.canonical(live) for live in live_sets if SMALL.image(live, image) == live}
    assert {SMALL.canonical(one.position.open) for one in found} <= wanted


def test_symmetries_are_permutations_that_keep_streets() -> None:
    for size in [(3, 3), (2, 4)]:
        b = board(*size)
        for image in symmetries(b).values():
            assert sorted(image) == list(range(b.grid.count))
            for crossing, near in enumerate(b.grid.neighbours):
                assert b.image(near, image) == b.grid.neighbours[image[crossing]]
    assert set(symmetries(board(2, 4))) == {"half-turn", "left-right", "top-bottom"}


def test_a_single_path_is_a_live_set_without_safe_closure(live_sets: list[int]) -> None:
    def is_path(live: int) -> bool:
        degrees = [(SMALL.grid.neighbours[c] & live).bit_count() for c in bits(live)]
        return sum(degrees) == 2 * (len(degrees) - 1) and max(degrees) == 2

    agrees(Wish(blocks=()), live_sets, is_path)
    assert all(not one.position.safe for one in composed(Wish(blocks=())))


@pytest.mark.parametrize(
    "sizes", [(4,), (4, 4), (4, 4, 4), (6,), (8,), (6, 4), (10,), (7,), (16,), (15,)]
)
def test_block_sizes_are_those_of_the_biconnected_components(
    sizes: tuple[int, ...], live_sets: list[int]
) -> None:
    def blocks(live: int) -> tuple[int, ...]:
        points = frozenset(divmod(c, 4) for c in bits(live))
        parts = literal.nx.biconnected_components(literal.graph(points))
        return tuple(sorted(len(part) for part in parts if len(part) > 2))

    agrees(Wish(blocks=sizes), live_sets, lambda live: blocks(live) == tuple(sorted(sizes)))


def test_blocks_on_a_larger_board() -> None:
    found = list(islice(Composer(board(5, 5), Wish(blocks=(4, 8, 6))).positions(), 4))
    for one in found:
        parts = [mask.bit_count() for mask, _, _ in one.position.blocks]
        assert sorted(part for part in parts if part > 2) == [4, 6, 8]
    assert len(found) == 4


def test_the_number_of_open_crossings_can_be_wished(live_sets: list[int]) -> None:
    agrees(Wish(open=(9, 11)), live_sets, lambda live: 9 <= live.bit_count() <= 11)


def every_position(board_: Board) -> Iterator[tuple[int, int]]:
    """Live set and fences of every position that play can reach, by playing."""
    seen = set()
    todo = [replay(board_, ())]
    while todo:
        position = todo.pop()
        for crossing in bits(position.safe):
            after = position.play(crossing)
            if (after.open, after.closed) not in seen:
                seen.add((after.open, after.closed))
                todo.append(after)
    yield board_.full, 0
    yield from seen


@pytest.mark.parametrize("number", [0, 1, 3, 5, 9])
def test_the_number_of_closures_can_be_wished_and_play_leads_there(number: int) -> None:
    b = board(2, 3)
    wanted = {
        b.canonical(live) for live, closed in every_position(b) if closed.bit_count() == number
    }
    found = composed(Wish(closures=(number, number)), b)
    assert {b.canonical(one.position.open) for one in found} == wanted
    for one in found:
        assert one.position.closures is not None
        assert len(one.position.closures) == number
        assert not replay(b, one.position.closures).faults


def test_closed_and_fallen_crossings_can_be_wished() -> None:
    b = board(2, 2)
    positions = set(every_position(b))
    for closed in (1 << 4, 1 << 1 | 1 << 4, 1 << 1 | 1 << 2, 1 << 2 | 1 << 6):
        for fallen in (0, 1 << 2, 1 << 1, 1 << 3):
            wanted = {
                b.canonical(live)
                for live, fences in positions
                if fences & closed == closed and not (live | fences) & fallen
            }
            found = composed(Wish(closed=closed, fallen=fallen), b)
            assert {b.canonical(one.position.open) for one in found} <= wanted
            assert bool(found) == bool(wanted)
            for one in found:
                assert (one.position.open, one.position.closed) in positions
                assert one.position.closed & closed == closed
                assert not (one.position.open | one.position.closed) & fallen


def test_a_puzzle_is_wished_with_the_position() -> None:
    judge = judge_of_task("winning-move")
    found = list(Composer(SMALL, Wish(), judge).positions())
    slow = literal.Literal(3, 3)
    wanted = set()
    for live in slow.live_sets():
        moves = slow.moves(live)
        left = {moves[c] for c in slow.winning(live)}
        if len(left) == 1 and len(moves) >= 3:
            wanted.add(SMALL.canonical(literal.mask(live, 3)))
    assert {SMALL.canonical(one.position.open) for one in found} == wanted
    assert all(one.verdict is not None and one.verdict.verdict == SOUND for one in found)


def test_fewest_fences_composed_on_3x3_are_all_that_have_one_smallest_set() -> None:
    from crossfall.solver.roadworks.fences import smallest_fences

    wanted = set()
    for live in literal.Literal(3, 3).live_sets():
        mask = literal.mask(live, 3)
        smallest = smallest_fences(SMALL, mask)
        if smallest.count == 1 and smallest.size >= 1:
            wanted.add(SMALL.canonical(mask))
    found = list(Composer(SMALL, Wish(), judge_of_task("fewest-fences")).positions())
    assert {SMALL.canonical(one.position.open) for one in found} == wanted


def test_on_7x7_fewest_fences_are_composed_with_one_answer() -> None:
    composer = Composer(board(7, 7), Wish(), judge_of_task("fewest-fences"), rng=Random(1))
    for one in islice(composer.positions(), 3):
        assert one.verdict is not None
        assert one.verdict.verdict == SOUND
        assert len(one.verdict.findings.answers) == 1


def test_a_wish_that_cannot_be_met_is_proven_so_to_an_outside_checker() -> None:
    composer = Composer(SMALL, Wish(gone=SMALL.grid.neighbours[0]))
    assert list(composer.positions()) == []
    proof = composer.refutation()
    check_files(proof.dimacs(), proof.drup())
    with pytest.raises(ValueError, match="not all"):
        Composer(SMALL, Wish()).refutation()


def test_what_is_cut_off_is_unknown() -> None:
    with pytest.raises(BudgetError, match="proposals"):
        list(Composer(SMALL, Wish(), tries=5).positions())
    with pytest.raises(BudgetError, match="cut off"):
        list(Composer(SMALL, Wish(), budget=Budget(seconds=0)).positions())
    with pytest.raises(BudgetError):
        list(falls_to_wish(board(4, 4), 5, "great-fall", tries=3))


def test_one_seed_composes_one_series_and_seeds_differ() -> None:
    def some(seed: int) -> list[int]:
        positions = Composer(board(5, 5), Wish(), rng=Random(seed)).positions()
        return [one.position.open for one in islice(positions, 3)]

    assert some(1) == some(1)
    assert len({live for seed in range(3) for live in some(seed)}) == 9


@pytest.mark.parametrize("task", ["great-fall", "what-falls"])
def test_falls_of_a_wished_size_are_composed_into_puzzles(task: str) -> None:
    progress = Progress()
    found = list(
        islice(falls_to_wish(board(5, 5), 9, task, True, rng=Random(4), progress=progress), 3)
    )
    assert len(found) == progress.found == 3
    for one in found:
        assert one.verdict is not None
        position = one.position
        if task == "what-falls":
            (answer,) = one.verdict.answers
            assert len(answer.split()) == 9
        else:
            falls = [position.falls(c).bit_count() for c in bits(position.safe)]
            assert max(falls) == 9


def test_a_mask_is_read_with_and_without_labels() -> None:
    size, masks = read_mask("3 . ? B\n2 o # ~\n1 A . .\n  a b c")
    assert size == (2, 2)
    assert (masks["live"], masks["closed"], masks["fallen"], masks["gone"]) == (
        1 << 0 | 1 << 1 | 1 << 8,
        1 << 4,
        1 << 7,
        1 << 5,
    )
    assert read_mask(".?B/o#~/A..") == (size, masks)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("...", "no rectangle"),
        ("...\n..", "no rectangle"),
        ("", "no rectangle"),
        ("x..\n...", "unknown mark 'x'"),
        ("..B\nB..", "unknown mark 'b'"),
        ("..\n..\n..", "expected 2x2"),
    ],
)
def test_a_mask_that_is_none_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        read_mask(text, (2, 2))


def test_wishes_that_make_no_sense_are_refused() -> None:
    with pytest.raises(InputError, match="unknown symmetry"):
        Composer(board(2, 3), Wish(symmetry="diagonal"))
    with pytest.raises(InputError, match="smallest"):
        Composer(SMALL, Wish(blocks=(3,)))
    with pytest.raises(InputError, match="fall"):
        Composer(board(3, 3, falling=False), Wish())
