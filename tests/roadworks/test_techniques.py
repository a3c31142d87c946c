"""A proof by technique is a proof: checked closure by closure against the literal rules."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from crossfall.solver.budget import Budget
from crossfall.solver.grids import bits, mask_of
from crossfall.solver.roadworks.blocks import block_closures
from crossfall.solver.roadworks.cards import CARDS, LONGEST, cards
from crossfall.solver.roadworks.ideas import failing_ideas, recommendations
from crossfall.solver.roadworks.nimbers import distinct_closures, oracle
from crossfall.solver.roadworks.rules import Board, board, replay
from crossfall.solver.roadworks.techniques import Proof, Prover, grade, mirror
from tests.roadworks.literal import Literal, Live, graph, mask


def every_live_set(width: int, height: int) -> Iterator[tuple[Literal, Board, Live, int]]:
    literal = Literal(width, height)
    for live in literal.live_sets():
        yield literal, board(width, height), live, mask(live, height)


def points(crossings: int, height: int) -> Live:
    return frozenset(divmod(c, height + 1) for c in bits(crossings))


def confirm(literal: Literal, proof: Proof, height: int) -> None:
    """Fail unless the proof shows, line by line, that the player to move has lost."""
    live = points(proof.live, height)
    moves = literal.moves(live)
    assert literal.nimber(live) == 0
    if proof.level == 0:
        assert not moves
        return
    if proof.level <= 3:
        assert moves
        assert proof.lines == 1
        for pair in proof.twins:
            assert len({literal_block(literal, *block, height) for block in pair}) == 1
        for block, card in proof.blocks:
            assert card in CARDS
            assert literal_block(literal, *block, height) == card.number
        everything = [b for b, _ in proof.blocks] + [b for pair in proof.twins for b in pair]
        inner = mask_of(c for m, n, f in everything for c in bits(m & ~(1 << n | 1 << f)))
        assert points(inner, height) == frozenset(moves)
        if proof.level == 1:
            assert not proof.twins
        if proof.level < 3:
            assert len(proof.blocks) % 2 == 0
            assert {card.name for _, card in proof.blocks} <= {"ring"}
        return
    answered: Counter[tuple[int, int]] = Counter()
    for case in proof.cases:
        confirm(literal, case.proof, height)
        assert case.proof.level < proof.level
        for closures, replies in case.replies:
            for closure in points(closures, height):
                answered[closure] += 1
                after = literal.moves(moves[closure])
                good = {c for c, left in after.items() if mask(left, height) == case.proof.live}
                assert points(replies, height) == good
                assert good
    assert set(answered) == set(moves)
    assert set(answered.values()) == {1}
    assert proof.lines == sum(case.proof.lines for case in proof.cases)


def literal_block(literal: Literal, block: int, near: int, far: int, height: int) -> int:
    """The value of a block, played by itself on the general graph library."""
    one, two = (divmod(c, height + 1) for c in (near, far))
    alone = Literal.__new__(Literal)
    alone.full, alone.a, alone.b = points(block, height), one, two
    return alone.nimber(alone.full)


@pytest.mark.parametrize("size", [(1, 1), (1, 3), (2, 2), (2, 3), (3, 2), (3, 3)], ids=str)
def test_every_proof_holds_line_by_line(size: tuple[int, int]) -> None:
    for literal, board_, _, open_ in every_live_set(*size):
        for numbers in (True, False):
            proof = Prover(board_, numbers).easiest(open_, Budget())
            if proof is not None:
                confirm(literal, proof, size[1])
                assert numbers or proof.level != 3


def test_nothing_is_called_lost_that_is_not() -> None:
    literal = Literal(3, 4)
    board_ = board(3, 4)
    ours = Prover(board_)
    proven = lost = 0
    for live in literal.live_sets():
        is_lost = literal.nimber(live) == 0
        proof = ours.easiest(mask(live, 4), Budget())
        assert proof is None or is_lost
        proven += proof is not None
        lost += is_lost
    assert 0.9 * lost < proven <= lost


@pytest.mark.prove
def test_nothing_is_called_lost_that_is_not_on_4x4() -> None:
    literal = Literal(4, 4)
    board_ = board(4, 4)
    ours = Prover(board_)
    for live in literal.live_sets():
        if ours.easiest(mask(live, 4), Budget()) is not None:
            assert literal.nimber(live) == 0


def test_the_1009_puzzles_of_4x4_fall_to_these_techniques() -> None:
    """The figures of an earlier, independent program: 258, 249, 42, 181, 206, 61 and 12 beyond.

    It found a mirror in 158 of them, counting the 112 symmetric boards without a safe closure.
    """
    found: Counter[str] = Counter()
    mirrors = 0
    for position in four_by_four():
        after = winning_results(position)
        if len(after) == 1 and next(iter(after.values())).bit_count() == 1:
            (left,) = after
            graded = grade(board(4, 4), left)
            found[graded.technique if graded else "beyond"] += 1
            mirrors += bool(mirror(board(4, 4), left))
            if graded and graded.technique == "R0":
                mirrors += any(
                    board(4, 4).image(left, s) == left for s in board(4, 4).symmetries[1:]
                )
    assert found == Counter(R0=258, R1=249, R2=42, R3=181, R4=206, R5=61, beyond=12)
    assert mirrors == 158


def four_by_four() -> Iterator[int]:
    """Every live set of the 4×4 board, one of each class under its symmetries."""
    board_ = board(4, 4)
    seen = {board_.full}
    todo = [board_.full]
    while todo:
        live = todo.pop()
        yield live
        for left in {board_.settle(live & ~(1 << c)) for c in safe(board_, live)}:
            least = board_.canonical(left)
            if least not in seen:
                seen.add(least)
                todo.append(least)


def safe(board_: Board, live: int) -> list[int]:
    cut = mask_of(near for _, near, _ in board_.grid.chain(live, 0, board_.b)) | board_.ends
    return list(bits(live & ~cut))


def winning_results(live: int) -> dict[int, int]:
    """What winning closures leave on 4×4, with the mask of those that leave it."""
    board_ = board(4, 4)
    ours = oracle(board_)
    return {
        left: closures
        for closures, left in distinct_closures(board_, live)
        if ours.is_lost(left, Budget())
    }


def kinds_of(width: int, height: int) -> dict[frozenset[tuple[object, ...]], int]:
    """The games of all blocks with at most LONGEST closures, by what closures leave, with values.

    A game is the set of what its closures leave, each a sorted row of games; by the literal rules.
    """
    literal = Literal(width, height)
    games: dict[tuple[Live, object, object], object] = {}

    def game(live: Live, a: tuple[int, int], b: tuple[int, int]) -> object:
        key = (live, a, b)
        if key not in games:
            alone = Literal.__new__(Literal)
            alone.full, alone.a, alone.b = live, a, b
            games[key] = frozenset(
                tuple(sorted((game(*part) for part in row(after, a, b)), key=repr))
                for after in alone.moves(live).values()
            )
        return games[key]

    def row(
        live: Live, a: tuple[int, int], b: tuple[int, int]
    ) -> list[tuple[Live, object, object]]:
        import networkx as nx

        whole = graph(live)
        parts = [frozenset(p) for p in nx.biconnected_components(whole) if len(p) > 2]
        path = nx.shortest_path(whole, a, b)
        found = []
        for part in parts:
            on = [c for c in path if c in part]
            found.append((part, on[0], on[-1]))
        return found

    def longest(game_: object) -> int:
        assert isinstance(game_, frozenset)
        return max((1 + sum(map(longest, option)) for option in game_), default=0)

    def value(game_: object) -> int:
        assert isinstance(game_, frozenset)
        values = set()
        for option in game_:
            total = 0
            for part in option:
                total ^= value(part)
            values.add(total)
        return next(v for v in itertools.count() if v not in values)

    kinds = {}
    for live in literal.live_sets():
        for part in row(live, literal.a, literal.b):
            # A block with many more crossings than a long ring has longer games; skip the work.
            if longest_by_greed(*part) <= LONGEST:
                game_ = game(*part)
                if longest(game_) <= LONGEST:
                    kinds[game_] = value(game_)
    return kinds  # type: ignore[return-value]


def longest_by_greed(live: Live, a: object, b: object) -> int:
    """The length of one game: a lower bound of the longest."""
    alone = Literal.__new__(Literal)
    alone.full, alone.a, alone.b = live, a, b  # type: ignore[assignment]
    length = 0
    while length <= LONGEST:
        moves = alone.moves(live)
        if not moves:
            break
        live = max(moves.values(), key=len)
        length += 1
    return length


@pytest.mark.parametrize(
    ("size", "kinds"),
    [((2, 2), 3), ((3, 3), 6), pytest.param((4, 4), 8, marks=pytest.mark.prove)],
    ids=["2x2", "3x3", "4x4"],
)
def test_no_block_of_three_closures_is_without_a_card(size: tuple[int, int], kinds: int) -> None:
    found = kinds_of(*size)
    assert len(found) == kinds
    wanted = Counter(found.values())
    assert not wanted - Counter(card.number for card in CARDS)


def test_the_eight_cards_have_the_numbers_of_their_examples() -> None:
    assert sorted(card.number for card in CARDS) == [0, 1, 1, 1, 2, 3, 3, 3]
    board_ = board(4, 4)
    for card in CARDS:
        named = [board_.grid.point(name) for name in card.example.split()]
        crossings = [c for c in named if c is not None]
        block = (mask_of(crossings), crossings[0], crossings[1])
        assert cards(board_.grid).read(block) == card
        assert literal_block(Literal(4, 4), *block, 4) == card.number


def test_a_mirror_is_believed_only_where_copying_works_to_the_end() -> None:
    for literal, board_, live, open_ in every_live_set(3, 3):
        name = mirror(board_, open_)
        if name:
            assert literal.nimber(live) == 0
            assert literal.moves(live)


def test_the_biggest_fall_is_an_idea_that_can_fail() -> None:
    # c4, e2 on 4x4: the winning closure is e3 alone.
    city = board(4, 4)
    position = replay(city, [city.grid.point(name) or 0 for name in ("c4", "e2")])
    e3 = 1 << (city.grid.point("e3") or 0)
    by_hand = {c: position.falls(c).bit_count() for c in bits(position.safe)}
    most = max(by_hand.values())
    assert recommendations(position)["biggest-fall"] == mask_of(
        c for c, n in by_hand.items() if n == most
    )
    assert ("biggest-fall" in failing_ideas(position, e3)) == (by_hand[e3.bit_length() - 1] < most)


@pytest.mark.prove
def test_on_4x5_only_two_rings_on_one_street_lead_to_blocks_without_a_card() -> None:
    """Every live set of 4×5: a short block without a card is that one, or can become it."""
    board_ = board(4, 5)
    grid = board_.grid
    reader = cards(grid)
    side_by_side = frozenset({("ring",)})

    def kind(block: tuple[int, int, int]) -> tuple[int, frozenset[tuple[str, ...]]]:
        """Closures of the longest game, up to 4, and what a closure leaves."""
        leaves, longest = set(), 0
        for _, parts in block_closures(grid, *block):
            names, total = [], 1
            for part in parts:
                if part[0].bit_count() > 2:
                    length, inner = kinds(part)
                    total += length
                    card = reader.read(part)
                    names.append(card.name if card else "?" if inner == side_by_side else "long")
            longest = max(longest, total)
            if longest > LONGEST:
                return LONGEST + 1, frozenset()
            leaves.add(tuple(sorted(names)))
        return longest, frozenset(leaves)

    kinds = cache(kind)
    found = set()
    rare = 0
    seen = {board_.full}
    todo = [board_.full]
    while todo:
        live = todo.pop()
        for block in grid.chain(live, 0, board_.b):
            if block[0].bit_count() > 2 and reader.read(block) is None:
                longest, leaves = kinds(block)
                if longest <= LONGEST:
                    assert leaves == side_by_side or any("?" in names for names in leaves)
                    found.add(leaves)
                    rare += 1
        for _, left in distinct_closures(board_, live):
            least = board_.canonical(left)
            if least not in seen:
                seen.add(least)
                todo.append(least)
    assert len(seen) == 129_137
    assert (len(found), rare) == (5, 23)
