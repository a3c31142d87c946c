"""Tasks about lines of play: the numbers of closures, lost boards, tables of answers.

The expectations come from the literal tree of play below, which closes one crossing after another
on a general graph library.
"""

from functools import cache
from itertools import pairwise
from random import Random

import networkx as nx
import pytest

from crossfall.solver.budget import Budget
from crossfall.solver.errors import InputError
from crossfall.solver.grids import bits
from crossfall.solver.records import Record
from crossfall.solver.roadworks.lengths import another_length, lengths, numbers
from crossfall.solver.roadworks.rules import Position, board
from crossfall.solver.roadworks.shortest import Shortest, most_closures
from crossfall.solver.verify import Verdict, read_puzzle, verify

Crossings = frozenset[tuple[int, int]]


def settle(open_: Crossings, a: tuple[int, int], b: tuple[int, int], falling: bool) -> Crossings:
    if not falling:
        return open_
    graph = nx.grid_2d_graph(b[0] + 1, b[1] + 1).subgraph(open_).copy()
    graph.add_edge(a, b)
    for component in nx.biconnected_components(graph):
        if a in component and b in component:
            return frozenset(component)
    raise AssertionError


@cache
def literal_counts(open_: Crossings, b: tuple[int, int], falling: bool) -> frozenset[int]:
    a = (0, 0)
    grid = nx.grid_2d_graph(b[0] + 1, b[1] + 1)
    found: set[int] = set()
    for crossing in open_ - {a, b}:
        left = open_ - {crossing}
        if nx.has_path(grid.subgraph(left), a, b):
            after = settle(left, a, b, falling)
            found |= {1 + n for n in literal_counts(after, b, falling)}
    return frozenset(found) or frozenset({0})


@pytest.mark.parametrize(
    ("width", "height", "falling"),
    [(1, 1, True), (2, 2, True), (2, 2, False), (1, 3, False), (2, 3, True), (3, 3, True)],
)
def test_possible_numbers_of_closures_are_those_of_the_literal_tree(
    width: int, height: int, falling: bool
) -> None:
    board_ = board(width, height, falling)
    every = frozenset((x, y) for x in range(width + 1) for y in range(height + 1))
    found = numbers(lengths(board_).counts(board_.full, Budget()))
    assert frozenset(found) == literal_counts(every, (width, height), falling)


@pytest.mark.parametrize(
    ("size", "falling"),
    [
        ((2, 2), True),
        ((3, 3), True),
        ((2, 3), False),
        ((3, 3), False),
        pytest.param((4, 4), True, marks=pytest.mark.prove),
        pytest.param((4, 4), False, marks=pytest.mark.prove),
    ],
    ids=str,
)
def test_the_fewest_and_the_most_are_the_ends_of_all_numbers(
    size: tuple[int, int], falling: bool
) -> None:
    """On random positions, against all possible numbers, which come from counting."""
    board_, rng = board(*size, falling), Random(f"{size}")
    for _ in range(60):
        position = Position(board_, board_.full)
        for _ in range(rng.randint(0, 5)):
            if position.safe:
                position = position.play(rng.choice(list(bits(position.safe))))
        open_ = position.open
        counted = numbers(lengths(board_).counts(open_, Budget()))
        assert most_closures(board_, open_) == counted[-1]
        assert Shortest(board_).fewest(open_, Budget()) == counted[0]
        other = another_length(position, Budget())
        assert (other is None) == (len(counted) == 1)
        assert other is None or other in counted[:-1]
        for count in range(counted[-1] + 2):
            assert lengths(board_).can_be(open_, count, Budget()) == (count in counted)


def test_a_large_board_has_several_numbers_at_once() -> None:
    verdict = check(task="closures-left", size="12x12", closed="b2")
    assert (verdict.verdict, len(verdict.answers)) == ("flawed", 2)
    (problem,) = verdict.problems
    assert problem.message.startswith("at least 2 different answers: ")
    assert check(task="long-and-short", size="7x7", closed="", falling=False).answers == ("25 49",)


def test_a_line_of_play_with_the_wished_number_of_closures_is_a_real_one() -> None:
    board_ = board(3, 3)
    start = Position(board_, board_.full)
    possible = numbers(lengths(board_).counts(board_.full, Budget()))
    for count in possible:
        position = start
        line = lengths(board_).example(start, count, Budget())
        for crossing in line:
            assert position.safe >> crossing & 1
            position = position.play(crossing)
        assert len(line) == count
        assert position.safe == 0
    assert all(low < high for low, high in pairwise(possible))


def check(**fields: object) -> Verdict:
    return verify(read_puzzle(Record({"game": "roadworks", **fields})), Budget())


def codes(verdict: Verdict) -> list[str]:
    return [problem.code for problem in verdict.problems]


def test_level_one_always_leaves_the_same_number_of_closures() -> None:
    # 16 crossings, and every A-B path without short cuts on 3x3 has 7 of them or 9.
    verdict = check(task="closures-left", level=1, closed="b2 c2")
    assert (verdict.verdict, verdict.answers) == ("sound", ("7",))


def test_closures_left_that_vary_are_several_answers() -> None:
    verdict = check(task="closures-left", level=2, answer="5")
    assert verdict.verdict == "flawed"
    assert codes(verdict)[0] == "several-answers"


def test_a_claimed_number_of_closures_is_judged() -> None:
    assert check(task="closures-left", level=1, closed="b2 c2", answer="7").verdict == "sound"
    verdict = check(task="closures-left", level=1, closed="b2 c2", answer="8")
    assert codes(verdict) == ["wrong-answer"]


def test_long_and_short_reports_fewest_and_most() -> None:
    # 2x2, falling: b2 makes nothing fall and leaves a ring of 8: two closures in all at least.
    verdict = check(task="long-and-short", size="2x2", answer="2 4")
    assert (verdict.verdict, verdict.answers) == ("sound", ("2 4",))
    verdict = check(task="long-and-short", size="2x2", answer="1 4")
    assert codes(verdict) == ["wrong-answer"]
    assert "fewest closures are 2, not 1" in verdict.problems[0].message


def test_equal_numbers_are_sound_but_too_easy() -> None:
    verdict = check(task="long-and-short", size="1x1")
    assert (verdict.verdict, verdict.answers, codes(verdict)) == ("sound", ("1 1",), ["too-easy"])


def test_the_lost_board_is_found_and_a_wrong_one_refuted() -> None:
    boards = ["b2", "d1", "b2 a3"]  # d1 wins on the empty board, so it leaves a lost one
    verdict = check(task="lost-board", level=2, boards=boards)
    assert (verdict.verdict, verdict.answers) == ("sound", ("2",))
    verdict = check(task="lost-board", level=2, boards=boards, answer="1")
    assert codes(verdict) == ["wrong-answer"]
    assert "on board 1 the player to move wins with" in verdict.problems[0].message


def test_lost_boards_of_two_make_several_answers_and_none_makes_no_answer() -> None:
    assert codes(check(task="lost-board", level=2, boards=["d1", "c2", "b2"])) == [
        "several-answers"
    ]
    assert codes(check(task="lost-board", level=2, boards=["a2", "b2", ""])) == ["no-answer"]


def test_an_impossible_board_of_several_is_named() -> None:
    verdict = check(task="lost-board", level=2, boards=["b2", "a3 a4", "d1"])
    assert codes(verdict) == ["impossible-position"]
    assert verdict.problems[0].message.startswith("board 2: a4")
    assert verdict.answers == ()


def test_an_answer_table_lists_a_reply_to_every_safe_closure() -> None:
    # 1x1 is one ring; 1x2 has a middle row: the second player wins 1x3, so every closure is answered.
    verdict = check(task="answer-table", size="1x3")
    assert verdict.findings.proven
    closures = [row.split(":")[0] for row in verdict.answers]
    assert closures == ["a2", "a3", "a4", "b1", "b2", "b3"]


def test_tables_of_won_or_finished_positions_have_no_answer() -> None:
    assert codes(check(task="answer-table", level=2)) == ["no-answer"]
    assert codes(check(task="answer-table", size="1x1", closed="a2")) == ["no-answer"]


def test_any_right_reply_of_a_table_is_accepted_and_a_wrong_one_refuted() -> None:
    # Two rings are left, b3 b4 beside the street c3 c4 and d1 d2 beside c1 c2: one closure in each.
    fields = {"task": "answer-table", "size": "3x3", "closed": "a3 d3 b2"}
    verdict = check(**fields)
    assert verdict.verdict == "sound"
    assert verdict.answers == ("b3: d1", "b4: d1", "d1: b3", "d2: b3")
    assert check(**fields, answer=["b4: d2", "d2: b3 b4"]).verdict == "sound"
    verdict = check(**fields, answer=["b3: b4", "c3: d1"])
    assert codes(verdict) == ["wrong-answer"]
    told = verdict.problems[0].message
    assert "b4 does not answer b3: it is no safe closure then" in told
    assert "c3 is no safe closure" in told
    assert "no reply given to d1" in told


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"task": "closures-left", "answer": "many"}, "expected a whole number"),
        ({"task": "long-and-short", "answer": "4"}, "expected 2 whole numbers"),
        ({"task": "lost-board"}, "no list of boards"),
        ({"task": "lost-board", "boards": []}, "no boards"),
        ({"task": "lost-board", "boards": ["e9"]}, "board 1: no crossing e9"),
        ({"task": "lost-board", "boards": ["b2"], "closed": "b2"}, "closed is given"),
        ({"task": "winning-move", "boards": ["b2"]}, "expected only in lost-board"),
        ({"task": "answer-table", "answer": "a2 c3"}, "is no line"),
        ({"task": "answer-table", "answer": ["a2:"]}, "lacks a closure or a reply"),
    ],
)
def test_what_a_task_cannot_read_is_named(fields: dict[str, object], told: str) -> None:
    with pytest.raises(InputError) as caught:
        read_puzzle(Record({"game": "roadworks", **fields}))
    assert told in str(caught.value)
