"""The rules of Pathing Dots & Boxes, each ruling by an example."""

import random

import pytest

from crossfall.solver.audit.pathing_boxes_play import State
from crossfall.solver.errors import InputError
from crossfall.solver.grids import bits
from crossfall.solver.pathing_boxes.board import (
    BOXES,
    CELL_NAMES,
    EDGE_NAMES,
    FINALS,
    INNER_EDGES,
    NORMAL,
    SYMMETRIES,
)
from crossfall.solver.pathing_boxes.rules import CLASSIC, RULES, PathingPosition, X, Y
from crossfall.solver.position import Outcome
from tests.pathing_boxes.positions import audit_state, position, random_position, swaps

ALL_RULES = ["original", "waves", "dm5"]


def edge_mask(names: str) -> int:
    return sum(1 << FINALS.edge_number(name) for name in names.split())


# --- boards --------------------------------------------------------------------------------------


def test_the_normal_board_has_24_edges_and_9_boxes() -> None:
    assert (NORMAL.edges, len(NORMAL.boxes)) == (24, 9)
    assert NORMAL.boxes[0] == edge_mask("A1-B1 A1-A2 B1-B2 A2-B2")
    assert NORMAL.boxes[8] == edge_mask("C3-D3 C3-C4 D3-D4 C4-D4")


def test_the_finals_board_adds_four_corner_edges_and_four_boxes() -> None:
    assert (FINALS.edges, len(FINALS.boxes)) == (28, 13)
    long_boxes = {FINALS.boxes[box] for box in range(9, 13)}
    assert long_boxes == {
        edge_mask("A1-D1 A1-B1 B1-C1 C1-D1"),
        edge_mask("D1-D4 D1-D2 D2-D3 D3-D4"),
        edge_mask("A4-D4 A4-B4 B4-C4 C4-D4"),
        edge_mask("A1-A4 A1-A2 A2-A3 A3-A4"),
    }


def test_each_corner_edge_bounds_one_box_and_every_other_edge_of_the_finals_two() -> None:
    counts = [len(FINALS.edge_boxes[edge]) for edge in range(28)]
    assert counts == [2] * INNER_EDGES + [1] * 4


def test_edges_are_named_smaller_cell_first_and_sorted_by_column_then_row() -> None:
    names = [EDGE_NAMES[edge] for edge in FINALS.by_name]
    assert names[:6] == ["A1-A2", "A1-A4", "A1-B1", "A1-D1", "A2-A3", "A2-B2"]
    assert FINALS.edge_number("d4a4") == FINALS.edge_number("A4-D4")


def test_an_edge_that_is_none_is_named_in_the_error() -> None:
    for name, told in [
        ("A1-C1", "not neighbours"),
        ("A1-B2", "not neighbours"),
        ("A1-D1", "only the finals board"),
        ("D5-D4", "no cell D5"),
        ("A1", "two neighbouring cells"),
    ]:
        with pytest.raises(InputError, match=told):
            NORMAL.edge_number(name)


def test_the_eight_symmetries_keep_edges_and_boxes() -> None:
    assert len({image.cells for image in SYMMETRIES}) == 8
    for image in SYMMETRIES:
        assert {image.map_edges(box) for box in BOXES[:9]} == set(BOXES[:9])
        assert {image.map_edges(box) for box in BOXES[9:]} == set(BOXES[9:])


# --- the sources' examples -----------------------------------------------------------------------


def test_example_of_waves_gives_y_the_box_and_the_next_turn() -> None:
    one = swaps(CLASSIC, "A1-B1")
    assert one.rows() == ("XY.Y", "X..X", "Y..Y", "X.YX")
    two = swaps(one, "A1-A2")
    assert two.rows() == one.rows()  # two X's
    three = swaps(two, "B1-B2")
    assert three.rows() == ("X..Y", "XY.X", "Y..Y", "X.YX")
    four = swaps(three, "A2-B2")
    assert four.rows() == ("X..Y", "YX.X", "Y..Y", "X.YX")
    assert (four.turn, four.score, four.owned) == (Y, (0, 1), (0, 1))


def test_example_of_dm5_gives_the_second_player_the_box_and_another_turn() -> None:
    start = PathingPosition(CLASSIC.x, CLASSIC.y, turn=X, rules=RULES["dm5"])
    after = swaps(start, "A1-B1 A1-A2 A2-B2 B1-B2")
    assert (after.turn, after.score) == (Y, (0, 1))


# --- turns, boxes, lines -------------------------------------------------------------------------


def test_a_swap_that_closes_two_boxes_gives_both_and_one_extra_turn() -> None:
    before = position("XY.. .... .... ....", "A1-B1 A1-A2 A2-B2 B1-C1 B2-C2 C1-C2", score=(0, 0))
    after = swaps(before, "B1-B2")
    assert (after.score, after.turn) == ((2, 0), X)
    assert swaps(after, "C3-D3").turn == Y


def test_equal_contents_may_be_swapped_and_still_fill_the_edge() -> None:
    before = position("XX.. .... .... ....")
    after = swaps(before, "A1-B1")
    assert (after.rows(), after.turn, after.filled) == (before.rows(), Y, edge_mask("A1-B1"))
    assert swaps(before, "C3-D3").rows() == before.rows()


def test_a_filled_edge_cannot_be_swapped_again() -> None:
    with pytest.raises(InputError, match="A1-B1 is filled"):
        swaps(CLASSIC, "A1-B1 A1-B1")


def test_a_corner_edge_of_the_finals_swaps_two_corners() -> None:
    before = position("X..Y .... .... ....", finals=True)
    assert swaps(before, "A1-D1").rows()[0] == "Y..X"


def test_a_line_ends_the_game_for_its_colour() -> None:
    after = swaps(position("XXX. ...X .... ...."), "D1-D2")
    assert (after.winner(), after.outcome(), after.moves()) == (X, Outcome.WON_BY_0, ())


def test_a_column_counts_and_a_diagonal_does_not() -> None:
    assert swaps(position("Y... Y... Y... .Y..", to_move="Y"), "A4-B4").winner() == Y
    assert swaps(position("X... .X.. ..X. ..X.", to_move="X"), "C4-D4").winner() is None


def test_a_swap_that_completes_the_opponents_line_loses() -> None:
    after = swaps(position("YYY. ...Y .... .XXX", to_move="X"), "D1-D2")
    assert after.outcome() is Outcome.WON_BY_1


@pytest.mark.parametrize("rules", ALL_RULES)
def test_a_line_on_the_last_edge_ends_the_game_before_the_wave_ends(rules: str) -> None:
    edges = " ".join(name for name in EDGE_NAMES[:24] if name != "D1-D2")
    before = position("XXX. ...X .... YYY.", edges, "X", (4, 4), rules)
    after = swaps(before, "D1-D2")
    assert after.outcome() is Outcome.WON_BY_0
    assert not after.is_wave_over()
    assert after.conversions() == ()


BOTH = "XXXY YYYX .... ...."  # D1-D2 lines up both


@pytest.mark.parametrize(
    ("rules", "rows", "mover", "winner"),
    [
        ("waves", BOTH, "X", Y),
        ("waves", BOTH, "Y", X),
        ("dm5", BOTH, "X", X),
        ("dm5", BOTH, "Y", Y),
        ("original", BOTH, "X", X),
        ("original", BOTH, "Y", Y),
        ("original", "XXXY YYYX .X.. ....", "Y", X),
        ("original", "XXXY YYYX .Y.. ....", "X", Y),
    ],
)
def test_both_lines_at_once_follow_the_tie_rule(
    rules: str, rows: str, mover: str, winner: int
) -> None:
    after = swaps(position(rows, to_move=mover, rules=rules), "D1-D2")
    assert after.winner() == winner


# --- the end of a wave ---------------------------------------------------------------------------

ALL_BUT_ONE = " ".join(name for name in EDGE_NAMES[:24] if name != "A1-A2")


def wave_end(rows: str, rules: str, score: tuple[int, int] = (3, 5)) -> PathingPosition:
    """X makes the last swap (A1-A2, equal contents), closing one box."""
    return swaps(position(rows, ALL_BUT_ONE, "X", score, rules), "A1-A2")


def test_the_wave_ends_when_every_edge_is_filled() -> None:
    end = wave_end("X.Y. X... .Y.. ....", "waves")
    assert end.outcome() is Outcome.HORIZON
    assert end.filled == NORMAL.all_filled
    assert (end.score, end.wave_loser()) == ((4, 5), X)
    assert list(end.moves()) == []


def test_the_loser_puts_a_piece_of_the_opponents_on_an_empty_cell() -> None:
    end = wave_end("X.Y. X... .Y.. ....", "waves")
    assert "A1" not in [CELL_NAMES[cell] for cell in end.conversions()]
    assert len(end.conversions()) == 12
    after = end.convert(1)
    assert after.rows() == ("XYY.", "X...", ".Y..", "....")
    assert (after.filled, after.score, after.owned) == (0, (0, 0), (0, 0))


def test_the_player_of_the_last_swap_begins_the_next_wave_even_as_the_loser() -> None:
    assert wave_end("X.Y. X... .Y.. ....", "waves").convert(1).turn == X
    won = wave_end("X.Y. X... .Y.. ....", "waves", (5, 3))
    assert won.wave_loser() == Y
    assert won.convert(1).turn == X


def test_a_conversion_that_makes_a_line_ends_the_game() -> None:
    end = wave_end("X... X... YYY. ....", "waves")
    after = end.convert(11)
    assert after.outcome() is Outcome.WON_BY_1


FULL = "XYXY XYXY YXYX YXYX"


@pytest.mark.parametrize(("rules", "content"), [("original", "."), ("waves", "Y"), ("dm5", "Y")])
def test_with_no_empty_cell_the_loser_gives_up_a_piece_of_its_own(rules: str, content: str) -> None:
    end = wave_end(FULL, rules)
    assert [CELL_NAMES[cell] for cell in end.conversions()] == [
        "A1", "A2", "B3", "B4", "C1", "C2", "D3", "D4",
    ]  # fmt: skip
    assert end.convert(0).contents(0) == content
    with pytest.raises(InputError, match="B1 cannot be converted"):
        end.convert(1)


def test_on_the_finals_board_13_boxes_end_the_wave() -> None:
    rng = random.Random(3)
    here, _, _ = random_position(rng, "waves", True, 0)
    assert here.is_wave_over()
    assert sum(here.score) == 13


@pytest.mark.parametrize("finals", [False, True])
@pytest.mark.parametrize("rules", ALL_RULES)
def test_whole_games_over_several_waves_keep_the_rules(rules: str, finals: bool) -> None:
    rng = random.Random(f"{rules} {finals}")
    waves = 0
    for _ in range(12):
        here = PathingPosition(
            CLASSIC.x, CLASSIC.y, rules=RULES[rules], board=FINALS if finals else NORMAL
        )
        pieces = (here.x | here.y).bit_count()
        while here.winner() is None:
            if here.is_wave_over():
                waves += 1
                last, loser = here.last, here.wave_loser()
                assert sum(here.score) == (13 if finals else 9)
                before = here.pieces(1 - loser).bit_count()
                here = here.convert(rng.choice(list(here.conversions())))
                assert here.turn == last
                grown = here.pieces(1 - loser).bit_count() - before
                assert grown == (0 if rules == "original" and pieces == 16 else 1)
                pieces = (here.x | here.y).bit_count()
                continue
            quiet = [e for e in here.moves() if here.play(e).winner() is None]
            here = here.play(rng.choice(quiet or list(here.moves())))
            assert here.x & here.y == 0
            assert (here.x | here.y).bit_count() == pieces
        assert here.moves() == ()
    assert waves > 12


# --- counts by two implementations ---------------------------------------------------------------


def _count(here: PathingPosition, depth: int) -> int:
    if depth == 1:
        return len(here.moves())
    return sum(_count(here.play(edge), depth - 1) for edge in here.moves())


def _count_by_audit(state: State, depth: int) -> int:
    if depth == 1:
        return len(state.open())
    return sum(_count_by_audit(state.swap(edge), depth - 1) for edge in state.open())


# Falling short of 24·23·22·21 and 28·27·26·25 by the games that a line ends earlier.
PERFT = {False: (24, 552, 12144, 255024), True: (28, 756, 19656, 491250)}


@pytest.mark.parametrize("finals", [False, True])
def test_perft_counts_to_depth_4_agree_between_two_implementations(finals: bool) -> None:
    start = PathingPosition(CLASSIC.x, CLASSIC.y, board=FINALS if finals else NORMAL)
    counts = tuple(_count(start, depth) for depth in (1, 2, 3, 4))
    assert counts == PERFT[finals]
    state = audit_state(start)
    assert tuple(_count_by_audit(state, depth) for depth in (1, 2, 3)) == counts[:3]


@pytest.mark.prove
@pytest.mark.parametrize("finals", [False, True])
def test_perft_depth_4_by_the_audit(finals: bool) -> None:
    start = PathingPosition(CLASSIC.x, CLASSIC.y, board=FINALS if finals else NORMAL)
    assert _count_by_audit(audit_state(start), 4) == PERFT[finals][3]


@pytest.mark.parametrize("finals", [False, True])
@pytest.mark.parametrize("rules", ALL_RULES)
def test_random_play_leaves_the_same_position_in_the_audit(rules: str, finals: bool) -> None:
    rng = random.Random(f"play {rules} {finals}")
    for _ in range(40):
        here, start, played = random_position(rng, rules, finals, rng.randint(0, 12))
        state = audit_state(start)
        step = start
        for edge in played:
            a, b = EDGE_NAMES[edge].split("-")
            state = state.swap((a, b))
            step = step.play(edge)
            assert audit_state(step).cells == state.cells
            assert "XY"[step.turn] == state.mover
        for edge in here.moves():
            a, b = EDGE_NAMES[edge].split("-")
            after, literal = here.play(edge), state.swap((a, b))
            winner = after.winner()
            assert literal.over in ("", "wave") if winner is None else literal.over == "XY"[winner]


def test_a_position_and_its_images_have_one_key() -> None:
    rng = random.Random(5)
    for _ in range(20):
        here, _, _ = random_position(rng, "waves", False, 9)
        for image in SYMMETRIES:
            turned = PathingPosition(
                image.map_cells(here.x),
                image.map_cells(here.y),
                image.map_edges(here.filled),
                here.turn,
                here.score,
            )
            assert turned.key() == here.key()
    assert len(list(bits(NORMAL.all_filled))) == 24
