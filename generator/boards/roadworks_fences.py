"""The fences of Roadworks: a barrier for the first player, pickets for the second."""

from __future__ import annotations

from crossfall.generator.shapes import box, polygon


def _barrier() -> str:
    """A plank with slanting stripes on two legs; stripes are holes (even-odd)."""
    top, bottom, slant = -2.5, 0.9, 1.5
    holes = [
        polygon(
            (x + slant, top + 0.55),
            (x + slant + 1.25, top + 0.55),
            (x + 1.25, bottom - 0.55),
            (x, bottom - 0.55),
        )
        for x in (-3.7, -1.35, 1.0)
    ]
    legs = [box(x - 0.45, bottom, x + 0.45, 3.0) for x in (-2.6, 2.6)]
    return "".join((box(-4.2, top, 4.2, bottom), *holes, *legs))


def _pickets() -> str:
    """Four pointed pickets on two rails."""
    pickets = [
        polygon((x, -3.3), (x + 0.65, -2.3), (x + 0.65, 3.1), (x - 0.65, 3.1), (x - 0.65, -2.3))
        for x in (-3.15, -1.05, 1.05, 3.15)
    ]
    rails = [box(-4.2, top, 4.2, top + 0.8) for top in (-1.2, 1.2)]
    return "".join((*pickets, *rails))


BARRIER = _barrier()
PICKETS = _pickets()
