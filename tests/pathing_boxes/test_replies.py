"""The plan by which a line is forced: the same however the board is turned."""

from dataclasses import replace

import pytest

from crossfall.solver.budget import Budget
from crossfall.solver.pathing_boxes.board import SYMMETRIES, Symmetry
from crossfall.solver.pathing_boxes.replies import common_reply
from crossfall.solver.pathing_boxes.rules import replay
from crossfall.solver.pathing_boxes.wave import Wave
from tests.pathing_boxes.positions import position

# B1-B2 alone forces X's line by its second turn.
PLAYED = (
    "C1-D1 A1-A2 C2-D2 B2-C2 D2-D3 C3-C4 A2-A3 C3-D3 C4-D4 B3-C3 D1-D2 C2-C3 B3-B4 B4-C4 C1-C2 "
    "B2-B3 A3-A4 A1-B1 D3-D4"
)


@pytest.mark.parametrize("image", SYMMETRIES)
def test_answers_are_tried_in_every_order_so_that_no_turned_board_has_more_exceptions(
    image: Symmetry,
) -> None:
    start = position("YX.Y X..X Y..Y X.YX")
    names = start.board.edge_number
    turned = replace(start, x=image.map_cells(start.x), y=image.map_cells(start.y))
    reached = replay(turned, [image.edges[names(name)] for name in PLAYED.split()])
    edge = image.edges[names("B1-B2")]
    plan = common_reply(reached, edge, Wave(reached, Budget()), Budget())
    # Two swaps in one order answer all; in the order of their names they fail twice.
    assert plan is not None
    assert plan.first == (edge,)
    assert not plan.exceptions
    assert len(plan.reply) == 2
