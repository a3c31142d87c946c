"""Boards painted straight into a page look as their SVG images do."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pypdfium2
import pytest

from crossfall.generator.boards import boards
from crossfall.generator.drawing import LOOKS, Drawing, Path
from crossfall.generator.pages import plan
from crossfall.generator.painter import (
    Painter,
    Picture,
    UnknownToPainterError,
    painted,
    path_operators,
)
from crossfall.generator.pdf import to_pdf
from crossfall.generator.sheets import SheetOptions
from crossfall.solver.budget import Budget
from crossfall.solver.records import read_records
from crossfall.solver.verify import read_puzzle, verify
from tests.pages.sheets import sheet

PAGE = (
    "<html lang=en><title>Board</title><style>@page {{ size: 80mm 90mm; margin: 0 }}"
    "body {{ margin: 0 }} img {{ display: block }}</style>{}"
)


def every_drawing() -> list[Drawing]:
    """The boards and key boards of a puzzle of every task, and what pages draw themselves."""
    drawings: list[Drawing] = []
    seen = set()
    for record in read_records("tests/cases/every_task.toml"):
        puzzle = read_puzzle(record)
        if (puzzle.game, puzzle.task) in seen:
            continue
        seen.add((puzzle.game, puzzle.task))
        drawn = boards(puzzle.game)
        drawings += drawn.draw(puzzle)[:1]
        drawings += drawn.draw_key(puzzle, verify(puzzle, Budget(work=200_000)).findings)[:1]
    page = plan(sheet(6), SheetOptions()).pages[0]
    assert page.furniture is not None
    return [*drawings, page.furniture]


def rendered(drawings: list[Drawing], look: str) -> list[np.ndarray]:
    pictures = {f"crossfall:/{i}.svg": Picture(d, look, 70.0) for i, d in enumerate(drawings)}
    body = "".join(
        f'<div style="height: 90mm; break-after: page"><img alt="" src="{address}"></div>'
        for address in pictures
    )
    document = pypdfium2.PdfDocument(to_pdf(PAGE.format(body), pictures))
    return [np.asarray(page.render(scale=2).to_pil(), float) for page in document][: len(drawings)]


@pytest.mark.parametrize("look", LOOKS)
def test_a_painted_board_looks_like_its_svg(look: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drawings = every_drawing()
    assert len(drawings) > 30
    painter = Painter(None)
    assert all(painter.image(Picture(d, look, 70.0)) for d in drawings), "not all are painted"
    ours = rendered(drawings, look)
    monkeypatch.setattr(Painter, "image", lambda self, picture: None)
    theirs = rendered(drawings, look)
    assert len(ours) == len(theirs) == len(drawings)
    for drawing, one, other in zip(drawings, ours, theirs, strict=True):
        assert one.min() < 128, "nothing was drawn"
        difference = np.abs(one - other)
        assert difference.max() <= 64, drawing.alt
        assert difference.mean() <= 0.2, drawing.alt


def test_a_style_or_path_that_only_svg_knows_stays_svg() -> None:
    for look in ('fill="url(#a)"', 'opacity="0.5" fill="#000000"', "nonsense"):
        with pytest.raises(UnknownToPainterError):
            painted(look, "M0 0h1z")
    for d in ("M0 0c1 1 2 2 3 3", "M0 0a2 3 0 0 1 1 1", "M0 0h1 2"):
        with pytest.raises(UnknownToPainterError):
            path_operators(d)
    drawing = Drawing("page", 10, 10, (Path("line", "M0 0c1 1 2 2 3 3"),))
    assert Painter(None).image(Picture(drawing, "classroom", 10.0)) is None
    (shown,) = rendered([drawing], "classroom")
    assert shown.min() < 128


def test_half_a_turn_of_an_arc_ends_where_it_should_and_stays_on_the_circle() -> None:
    for sweep, low in ((0, True), (1, False)):
        points = [
            tuple(map(float, part.split()[-3:-1]))
            for part in path_operators(f"M2 5a3 3 0 1 {sweep} 6 0")
        ]
        assert points[0] == (2, 5)
        assert points[-1] == (8, 5)
        for x, y in points:
            assert (x - 5) ** 2 + (y - 5) ** 2 == pytest.approx(9, abs=0.01)
        assert all((y >= 5) == low or y == 5 for _, y in points)
        assert all(one != other for one, other in pairwise(points))


def test_equal_layers_are_written_once() -> None:
    made = replace(sheet(2), items=sheet(2).items)
    drawn = [item.boards[0] for item in made.items]
    painter = Painter(None)
    first, second = (painter.image(Picture(d, "classroom", 60.0)) for d in drawn)
    assert first is not None
    assert second is not None
    assert all(
        one is other
        for one, other in zip(first.parts, second.parts, strict=True)
        if isinstance(one, bytes)
    )
