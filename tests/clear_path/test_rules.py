"""The rules of Clear Path and how we read them, stone by stone."""

from __future__ import annotations

import random
import re

import pytest

from crossfall.solver.clear_path.board import board_of
from crossfall.solver.clear_path.notation import read_line
from crossfall.solver.clear_path.rules import Chain, ClearPathPosition, Step, path_of
from crossfall.solver.clear_path.turns import least_order, quiet_turns, winning_turns
from crossfall.solver.errors import InputError
from crossfall.solver.position import Outcome
from tests.clear_path import literal
from tests.clear_path.states import drawn, position_of


def steps(position: ClearPathPosition, series: str) -> list[Step]:
    chain = Chain(position)
    for name in series.split():
        chain = chain.place(name)
    return list(chain.steps)


def codes(position: ClearPathPosition) -> list[str]:
    return [problem.code for problem in position.problems()]


def test_points_are_named_by_column_letter_and_row_number_from_the_bottom_left() -> None:
    board = board_of(13, 13)
    assert board.names(board.full)[:2] == ["a1", "a2"]
    assert board.names(board.full)[-1] == "m13"
    assert board.names(board.mask("a10 a2 b1")) == ["a2", "a10", "b1"]
    with pytest.raises(InputError, match="no point 'n1' on a 13x13 board; expected a1 to m13"):
        board.point("n1")


def test_red_owns_top_and_bottom_and_blue_left_and_right_and_a_corner_is_of_both() -> None:
    assert drawn("RB. RB. R..").outcome() is Outcome.WON_BY_0
    assert drawn("... BBB RR.").outcome() is Outcome.WON_BY_1
    assert drawn("R").outcome() is Outcome.WON_BY_0
    assert drawn("B").outcome() is Outcome.WON_BY_1
    assert drawn("R.. .R. ..R").outcome() is Outcome.ONGOING


def test_a_stone_on_a_surrounded_point_makes_the_player_place_again() -> None:
    position = drawn("... ..B ..R")
    assert steps(position, "b2") == [Step.ENDS]
    # c3 has the edge above and right of it and Blue below: one empty neighbour.
    assert steps(position, "c3 a1") == [Step.AGAIN, Step.ENDS]


def test_edges_alone_do_not_surround_a_corner() -> None:
    assert steps(drawn("... ... ..."), "a1") == [Step.ENDS]


def test_a_point_is_judged_just_before_its_stone_is_placed() -> None:
    # b1 has two empty neighbours until a1, a dead end, is filled.
    position = drawn("...... BBBB.. ..BB..")
    assert steps(position, "a1 b1 f1") == [Step.AGAIN, Step.AGAIN, Step.ENDS]
    open_end = drawn("...... BB.B.. ...B..")
    assert steps(open_end, "b1") == [Step.ENDS]
    assert steps(open_end, "a1 b1 c1") == [Step.AGAIN, Step.AGAIN, Step.AGAIN]


def test_a_turn_that_ends_with_the_opponent_cut_off_is_illegal() -> None:
    assert steps(drawn("..R.. .R... .R... ..... ....."), "a1") == [Step.ENDS]
    assert steps(drawn("R.. .R. ..."), "c1") == [Step.CUTS_OFF]


def test_in_the_middle_of_a_chain_the_movers_odip_may_stand() -> None:
    # Ruling 1: a4 makes an ODIP (a4 b3 c2 d1) and must be followed; a3 then makes the path.
    position = drawn(".B.. .RB. BRRB ..RR")
    assert steps(position, "a4 a3")[0] is Step.AGAIN
    assert literal.has_path(4, 4, 0, frozenset({(0, 3), (1, 2), (1, 1), (2, 1), (2, 0)}), True)


def test_a_path_wins_at_the_placement_that_makes_it_and_nothing_follows() -> None:
    position = drawn(".B. RB. RB.")
    assert steps(position, "a3") == [Step.WINS]
    with pytest.raises(InputError, match="c1 comes too late: the turn ended with a3"):
        steps(position, "a3 c1")


def test_a_full_board_ends_no_turn() -> None:
    position = drawn(".B BR", "blue")
    assert steps(position, "a2") == [Step.WINS]
    # Red fills the last point: no path of Red's, and nothing to place on.
    assert steps(drawn("B. RB"), "b2") == [Step.FULL]


def test_two_orders_of_one_set_are_one_turn() -> None:
    rng = random.Random(1)
    for _ in range(40):
        state = literal.random_state(4, 4, 6, rng)
        if any(literal.has_path(4, 4, p, state[2 + p], False) for p in (0, 1)):
            continue
        position = position_of(state)
        board, own, empty = position.board, position.own, position.empty
        args = board, position.turn, own, empty
        for turn in (*quiet_turns(*args), *winning_turns(*args)):
            order = [board.name(point) for point in least_order(*args, turn)]
            assert steps(position, " ".join(order))[-1] in (Step.ENDS, Step.WINS)
            assert sum(map(board.point, order)) == turn


def test_a_position_that_is_not_two_clear_is_impossible() -> None:
    position = drawn("R.. .R. ..R", "blue")
    (problem,) = position.problems()
    assert problem.code == "impossible-position"
    assert "c1 b2 a3" in problem.message
    assert "cut Blue off" in problem.message


def test_the_player_not_to_move_needs_a_stone_with_two_empty_neighbours() -> None:
    told = drawn("..BR ..RB R... ....").problems()
    assert [problem.code for problem in told] == ["impossible-position"]
    assert "no stone of Blue has two empty neighbours" in told[0].message
    assert codes(drawn("..BR ..RB R... ....", "blue")) == []
    assert codes(drawn("... ... ...", "blue")) == ["impossible-position"]
    assert codes(drawn("... ... ...", "red")) == []


def test_of_a_standing_path_nothing_else_is_told() -> None:
    told = drawn("RB. R.. RB.", "blue").problems()
    assert [problem.code for problem in told] == ["game-over"]
    assert told[0].message == "Red's path already stands: a1 a2 a3"


def test_every_reason_is_told() -> None:
    assert codes(drawn("RB. .R. .BR")) == ["impossible-position", "impossible-position"]


def test_the_key_is_the_same_for_all_images_of_a_position() -> None:
    rng = random.Random(2)
    for _ in range(50):
        width, height, red, blue, turn = literal.random_state(4, 3, 5, rng)
        same = position_of((width, height, red, blue, turn)).key()

        def moved(stones, across, down, width=width, height=height):
            return frozenset(
                (width - 1 - x if across else x, height - 1 - y if down else y) for x, y in stones
            )

        for across, down in ((0, 1), (1, 0), (1, 1)):
            image = width, height, moved(red, across, down), moved(blue, across, down), turn
            assert position_of(image).key() == same
        turned = frozenset((y, x) for x, y in red), frozenset((y, x) for x, y in blue)
        # Columns and rows exchanged, the colours change places with their edges.
        assert position_of((height, width, turned[1], turned[0], 1 - turn)).key() == same


def test_a_path_is_told_from_edge_to_edge() -> None:
    position = drawn(".R. .RR B.R")
    path = path_of(position.board, 0, position.red)
    assert [position.board.name(point) for point in path] == ["c1", "c2", "b2", "b3"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("3x3:red:9999999999999999999999.3.3", "row 1 from the top is '9999999999999999999999'"),
        ("3x3:red:999.3.3", "row 1 from the top has 999 points; expected 3"),
        ("3x3:red:9999", "1 row for a 3x3 board; expected 3"),
    ],
)
def test_a_bad_row_of_a_one_line_position_is_quoted_as_it_was_typed(line: str, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        read_line(line)
