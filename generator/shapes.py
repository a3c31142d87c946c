"""Shapes as pieces of SVG paths, relative to where the pen stands; lengths in board units."""

from __future__ import annotations

from math import sqrt

from crossfall.generator.drawing import number


def circle(radius: float) -> str:
    """A circle around the pen.

    >>> circle(2)
    'm-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0z'
    """
    r, across = number(radius), number(2 * radius)
    return f"m-{r} 0a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0-{across} 0z"


def cross(half: float) -> str:
    """Two strokes across the pen, as far to each side as `half`."""
    h, across = number(half), number(2 * half)
    return f"m-{h} -{h}l{across} {across}m0 -{across}l-{across} {across}"


def hatch(radius: float) -> str:
    """Three chords of a circle around the pen, rising to the right."""
    pieces = []
    at_x = at_y = 0.0
    for offset in (-0.55 * radius, 0.0, 0.55 * radius):
        half = sqrt(radius * radius - offset * offset) / sqrt(2)
        x, y = offset / sqrt(2) - half, offset / sqrt(2) + half
        pieces.append(
            f"m{number(x - at_x)} {number(y - at_y)}l{number(2 * half)} {number(-2 * half)}"
        )
        at_x, at_y = x + 2 * half, y - 2 * half
    return "".join(pieces)


def rounded_from_corner(width: float, height: float, radius: float) -> str:
    """A rectangle with round corners, drawn from the corner the pen stands in and back to it."""
    across = 1 if width > 0 else -1
    up = 1 if height > 0 else -1
    r, w, h = radius, abs(width) - 2 * radius, abs(height) - 2 * radius
    sweep = 1 if across == up else 0
    arc = f"a{number(r)} {number(r)} 0 0 {sweep} "
    return (
        f"m{number(across * r)} 0h{number(across * w)}"
        f"{arc}{number(across * r)} {number(up * r)}v{number(up * h)}"
        f"{arc}{number(-across * r)} {number(up * r)}h{number(-across * w)}"
        f"{arc}{number(-across * r)} {number(-up * r)}v{number(-up * h)}"
        f"{arc}{number(across * r)} {number(-up * r)}z"
    )


def polygon(*corners: tuple[float, float]) -> str:
    """A closed polygon with these corners around the pen, which ends where it was."""
    (x0, y0), *rest = corners
    path = f"m{number(x0)} {number(y0)}"
    x, y = x0, y0
    for to_x, to_y in rest:
        path += f"l{number(to_x - x)} {number(to_y - y)}"
        x, y = to_x, to_y
    # After z the pen is at (x0, y0) again; go back without drawing.
    return path + f"zm{number(-x0)} {number(-y0)}"


def box(left: float, top: float, right: float, bottom: float) -> str:
    """A rectangle with these sides around the pen, which ends where it was."""
    return polygon((left, top), (right, top), (right, bottom), (left, bottom))
