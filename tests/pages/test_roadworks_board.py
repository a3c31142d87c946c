"""The Roadworks board shows exactly the position."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossfall.generator.boards import boards
from crossfall.generator.boards.roadworks import Marks, position_drawing
from crossfall.generator.boards.roadworks_fences import BARRIER, PICKETS
from crossfall.generator.drawing import LOOKS, Dots, Drawing, Labels, Path, to_svg
from crossfall.solver.position import Answer, Findings
from crossfall.solver.records import Record
from crossfall.solver.roadworks.notation import read_line
from crossfall.solver.roadworks.rules import Position, board, start
from crossfall.solver.verify import read_puzzle


def path(drawing: Drawing, style: str) -> str:
    return "".join(
        layer.d for layer in drawing.layers if isinstance(layer, Path) and layer.style == style
    )


def dots(drawing: Drawing, style: str) -> set[tuple[float, float]]:
    return {
        point
        for layer in drawing.layers
        if isinstance(layer, Dots) and layer.style == style
        for point in layer.points
    }


def place(drawing: Drawing, name: str) -> tuple[float, float]:
    """Where a crossing is, found from the printed coordinates."""
    (labels,) = (x for x in drawing.layers if isinstance(x, Labels) and x.style == "name")
    (x,) = (label.x for label in labels.labels if label.text == name[0])
    (y,) = (label.y for label in labels.labels if label.text == name[1:])
    return x, y


def streets(drawing: Drawing) -> int:
    """The streets drawn, counted in steps."""
    total = 0.0
    for x1, y1, x2, y2 in re.findall(r"M(\S+) (\S+)L(\S+) ([\d.]+)", path(drawing, "street")):
        total += abs(float(x1) - float(x2)) + abs(float(y1) - float(y2))
    return round(total / drawing.step)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    position = start(board(draw(st.integers(1, 6)), draw(st.integers(1, 6)), draw(st.booleans())))
    for _ in range(draw(st.integers(0, 8))):
        safe = [c for c in range(position.board.grid.count) if position.safe >> c & 1]
        if not safe:
            break
        position = position.play(draw(st.sampled_from(safe)))
    return position


@given(positions())
def test_streets_join_exactly_the_open_neighbours(position: Position) -> None:
    columns, rows = position.board.width + 1, position.board.height + 1
    graph = nx.grid_2d_graph(columns, rows)
    graph.remove_nodes_from(
        [(c // rows, c % rows) for c in range(columns * rows) if not position.open >> c & 1]
    )
    assert streets(position_drawing(position)) == graph.number_of_edges()


@given(positions())
def test_every_crossing_is_drawn_as_what_it_is(position: Position) -> None:
    drawing = position_drawing(position)
    ends = {"a1", position.board.name(position.board.b)}
    names = {n for n in position.board.names(position.open) if n not in ends}
    assert dots(drawing, "crossing") == {place(drawing, name) for name in names}
    closures = position.closures or ()
    assert path(drawing, "fence-0").count(BARRIER) == len(closures[0::2])
    assert path(drawing, "fence-1").count(PICKETS) == len(closures[1::2])
    assert path(drawing, "fallen-rim").count("M") == position.fallen.bit_count()
    for player, style in enumerate(("fence-0", "fence-1")):
        for closure in closures[player::2]:
            x, y = place(drawing, position.board.name(closure))
            assert f"M{x:g} {y:g}" in path(drawing, style)


def test_streets_into_gone_crossings_run_out() -> None:
    drawing = position_drawing(read_line("3x3:b2"))
    assert path(drawing, "fading").count("M") == 4


def test_where_the_fences_are_unknown_gone_crossings_are_black() -> None:
    drawing = position_drawing(read_line("2x2:?a1,b1,c1,c2,c3"))
    gone = {place(drawing, name) for name in ("a2", "a3", "b2", "b3")}
    assert dots(drawing, "gone") == gone
    assert not path(drawing, "fence-0")


def test_the_two_fences_differ_in_shape_not_in_colour_alone() -> None:
    assert BARRIER != PICKETS


@pytest.mark.parametrize("size", ["1x1", "25x25", "1x25", "25x1", "9x9"])
@pytest.mark.parametrize("look", LOOKS)
def test_every_size_is_drawn_as_sound_svg_of_few_elements(size: str, look: str) -> None:
    svg = to_svg(position_drawing(read_line(f"{size}:")), look, width=80)
    root = ET.fromstring(svg)
    assert root.get("width") == "80mm"
    assert len(list(root)) < 20


def test_names_are_centred_under_their_streets() -> None:
    root = ET.fromstring(to_svg(position_drawing(read_line("10x10:"))))
    namespace = "{http://www.w3.org/2000/svg}"
    texts = [text for text in root.iter(f"{namespace}text") if (text.text or "").startswith("abc")]
    (text,) = texts
    xs = [float(x) for x in (text.get("x") or "").split()]
    assert len(xs) == len(text.text or "")
    # Digits of this font are 0.497 em wide: 10 begins twice as far left of its centre as 1.
    size = float(text.get("font-size") or 0)
    one, ten = xs[11], xs[20]
    assert one - ten == pytest.approx(0.497 * size / 2, abs=0.02)


def draw(record: Record, *answers: str) -> tuple[Drawing, Drawing]:
    puzzle = read_puzzle(record)
    module = boards("roadworks")
    (seen,) = module.draw(puzzle)
    (key,) = module.draw_key(puzzle, Findings((Answer(answers),)))
    return seen, key


def test_what_falls_is_still_standing_on_the_pupils_board_and_crossed_out_in_the_key() -> None:
    record = Record({"game": "roadworks", "task": "what-falls", "closed": "b2 a3"})
    seen, key = draw(record, "a2 a4")
    for drawing in (seen, key):
        assert {place(drawing, "a2"), place(drawing, "a4")} <= dots(drawing, "crossing")
        assert path(drawing, "last")
    assert not path(seen, "crossed")
    assert path(key, "crossed").count("M") == 2


def test_the_key_of_a_closure_rings_it_and_crosses_out_what_falls() -> None:
    record = Record({"game": "roadworks", "task": "great-fall", "closed": "b2"})
    seen, key = draw(record, "a3")
    assert not path(seen, "ring")
    x, y = place(key, "a3")
    assert path(key, "ring").startswith(f"M{x:g} {y:g}m")
    assert path(key, "crossed").count("M") == 2


def test_the_key_circles_the_cut_crossings() -> None:
    record = Record({"game": "roadworks", "task": "cut-crossings", "closed": "b2 a3"})
    _, key = draw(record, "a2 b1")
    assert path(key, "circled").count("M") == 2


def test_the_key_of_fewest_fences_marks_the_fences_among_the_black() -> None:
    drawn = "3 ? o B\n2 ? ? o\n1 A o o"
    record = Record({"game": "roadworks", "task": "fewest-fences", "board": drawn})
    seen, key = draw(record, "a2 b2")
    assert len(dots(seen, "gone")) == 3
    assert dots(key, "gone-fence") == {place(key, "a2"), place(key, "b2")}
    assert len(dots(key, "gone")) == 1


def test_a_board_is_told_in_words() -> None:
    told = position_drawing(read_line("3x3:b2,a3")).alt
    assert told == (
        "Roadworks, 3 by 3 blocks, closed by the first player: b2, "
        "closed by the second player: a3, fallen: a2 a4."
    )


def test_marks_show() -> None:
    everything = Marks(
        ring=2, crossed=4, circled=8, last=1, faint=32, numbers=((6, 12),), shade=(96,)
    )
    drawing = position_drawing(read_line("3x3:"), everything)
    for style in ("ring", "crossed", "circled", "last", "shade-0", "faint-street"):
        assert path(drawing, style), style
    assert any(isinstance(x, Labels) and x.labels[0].text == "12" for x in drawing.layers)
    framed = position_drawing(read_line("3x3:"), Marks(chosen=True))
    assert path(framed, "frame")


def test_the_frame_of_the_answer_among_boards_touches_nothing_of_it() -> None:
    position = read_line("4x4:e2")
    framed = position_drawing(position, Marks(chosen=True, place=2))
    beside = position_drawing(position, Marks(place=1))
    over = [
        label
        for drawing in (beside, framed)
        for layer in drawing.layers
        if isinstance(layer, Labels) and layer.style == "number"
        for label in layer.labels
    ]
    assert [label.text for label in over] == ["1", "2"]
    assert all(1.8 < label.y < 9.0 for label in over)
    assert (framed.width, framed.height) == (beside.width, beside.height)
    lowest = max(
        label.y + layer.size / 2
        for layer in framed.layers
        if isinstance(layer, Labels) and layer.style == "name"
        for label in layer.labels
    )
    assert lowest < framed.height - 1.6
    fence_right = 9.0 + 1.8 + 4 * 10.0 + 4.6  # the widest fence, at e2, by its own measures
    assert fence_right <= framed.width - 1.6
