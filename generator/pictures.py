"""Single boards as pictures: SVG and PNG."""

from __future__ import annotations

import io
from collections.abc import Sequence

from crossfall.generator.drawing import Drawing, number, to_svg

STEP = 15.0  # mm: one step of the game in a picture
PIXELS_PER_MM = 6.0
GAP = 6.0


def svg_picture(drawings: Sequence[Drawing], look: str = "classroom") -> str:
    """The boards side by side as one SVG image, a step of the game 15 mm long."""
    if len(drawings) == 1:
        return to_svg(drawings[0], look, _width(drawings[0])) + "\n"
    x = 0.0
    parts = []
    tallest = max(_height(drawing) for drawing in drawings)
    for drawing in drawings:
        parts.append(
            f'<svg x="{number(x)}" y="{number(tallest - _height(drawing))}"'
            + to_svg(drawing, look, _width(drawing)).removeprefix("<svg").replace("mm", "", 2)
        )
        x += _width(drawing) + GAP
    width, height = number(x - GAP), number(tallest)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}">{"".join(parts)}</svg>\n'
    )


def png_picture(drawings: Sequence[Drawing], look: str = "classroom") -> bytes:
    """The boards side by side as a PNG image on white, with our own fonts."""
    import pypdfium2

    from crossfall.generator.pdf import to_pdf

    svg = svg_picture(drawings, look)
    width = sum(map(_width, drawings)) + GAP * (len(drawings) - 1)
    height = max(map(_height, drawings))
    document = pypdfium2.PdfDocument(to_pdf(_page(svg, width, height)))
    image = document[0].render(scale=PIXELS_PER_MM * 25.4 / 72).to_pil()
    made = io.BytesIO()
    image.save(made, "PNG")
    return made.getvalue()


def _page(svg: str, width: float, height: float) -> str:
    from crossfall.generator.drawing import environment
    from crossfall.generator.fonts import FACES

    template = environment().get_template("picture.html.j2")
    return template.render(svg=svg, width=width, height=height, faces=FACES)


def _width(drawing: Drawing) -> float:
    return drawing.width * STEP / drawing.step


def _height(drawing: Drawing) -> float:
    return drawing.height * STEP / drawing.step
