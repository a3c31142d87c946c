"""Compiled bit boards: blocks of up to 8 × 8 crossings, one 64-bit word each.

Crossing (x, y) is bit 8·x + y. Everything here is the compiled twin of something in
`crossfall.solver.grids`, `…roadworks.rules` or `…roadworks.blocks`. Needs the extra `fast`.
"""

# numba turns a sum of an unsigned and a signed integer into a float, so every constant that
# meets a mask is a uint64.

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba.extending import intrinsic

from crossfall.solver.compiling import compiled

log = logging.getLogger(__name__)

Masks = np.ndarray[Any, np.dtype[np.uint64]]
Numbers = np.ndarray[Any, np.dtype[np.int64]]

U0, U1, U2, U3, U4, U6, U7, U8 = (np.uint64(n) for n in (0, 1, 2, 3, 4, 6, 7, 8))
U12, U14, U16, U28, U32, U63 = (np.uint64(n) for n in (12, 14, 16, 28, 32, 63))
NOT_BOTTOM = np.uint64(0xFEFEFEFEFEFEFEFE)
NOT_TOP = np.uint64(0x7F7F7F7F7F7F7F7F)
COLUMN = np.uint64(0xFF)
EVERY_2ND = np.uint64(0x5555555555555555)
EVERY_4TH = np.uint64(0x3333333333333333)
NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
SWAP_1 = np.uint64(0x00AA00AA00AA00AA)
SWAP_2 = np.uint64(0x0000CCCC0000CCCC)
SWAP_4 = np.uint64(0x00000000F0F0F0F0)
MOST = 64  # crossings, and so closures of a block and plies of a game


def announce(function: Callable[..., Any]) -> None:
    """Say on the log that `function` will be compiled, unless an earlier run has kept it."""
    folder = function.stats.cache_path  # type: ignore[attr-defined]
    name = f"{function.__module__.rpartition('.')[2]}.{function.__name__}-*.nbi"
    if folder is None or not any(Path(folder).glob(name)):
        log.warning("compiling for speed; this is kept, later runs only load it …")


def _bit_operation(name: str) -> Any:
    def typed(_context: Any, mask: Any) -> Any:
        def generate(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
            if name == "ctpop":
                return builder.ctpop(args[0])
            return getattr(builder, name)(args[0], ir.Constant(ir.IntType(1), 0))

        return numba.types.uint64(numba.types.uint64), generate

    return intrinsic(typed)


lowest = _bit_operation("cttz")  # the number of the lowest set bit
count = _bit_operation("ctpop")  # how many bits are set
leading = _bit_operation("ctlz")  # how many clear bits lie above the highest set one


@compiled
def around(mask: np.uint64) -> np.uint64:
    """Everything with a neighbour in `mask`."""
    return (mask & NOT_TOP) << U1 | (mask & NOT_BOTTOM) >> U1 | mask << U8 | mask >> U8


@compiled
def two_streets(mask: np.uint64) -> np.uint64:
    """The crossings of `mask` with at most two neighbours in it."""
    up = (mask & NOT_TOP) << U1
    down = (mask & NOT_BOTTOM) >> U1
    east = mask << U8
    west = mask >> U8
    three = (up & down & (east | west)) | (east & west & (up | down))
    return mask & ~three


@compiled
def count_closures(mask: np.uint64, ends: np.uint64) -> np.uint64:
    """How many distinct closures a block has (see `blocks.count_closures`)."""
    chained = two_streets(mask) & ~ends
    streets = (chained & NOT_TOP) << U1 & chained
    across = chained << U8 & chained
    closures: np.uint64 = count(mask & ~ends) - count(streets) - count(across)
    return closures


@compiled
def flood(start: np.uint64, within: np.uint64) -> np.uint64:
    """Everything in `within` joined to `start`, a crossing of it, inside `within`."""
    reached = start
    edge = start
    while edge:
        edge = around(edge) & within & ~reached
        reached |= edge
    return reached


@compiled
def chain(
    mask: np.uint64,
    near: np.uint64,
    far: np.uint64,
    masks: Masks,
    ends: Masks,
    path: Masks,
    before: Masks,
    lows: Numbers,
    depth: Numbers,
) -> int:
    """Write the row of blocks between the bits `near` and `far`, the last one first, into `masks`
    and `ends` (both terminals' bits); how many there are. See `Grid.chain`.

    The other arrays are scratch of `MOST` entries.
    """
    unseen = mask & ~near
    kept = mask
    here = near
    path[0] = near
    depth[lowest(near)] = 0
    lows[0] = 0
    before[0] = unseen
    length = 1
    found = 0
    while True:
        beside = around(here)
        rest = beside & unseen
        if rest:
            bit = rest & (~rest + U1)
            before[length] = unseen
            unseen ^= bit
            back = around(bit) & kept & ~unseen & ~here
            low = length
            while back:
                number = lowest(back)
                back &= back - U1
                low = min(low, depth[number])
            depth[lowest(bit)] = length
            lows[length] = low
            path[length] = bit
            here = bit
            length += 1
            continue
        length -= 1
        if length == 0:
            return 0
        low = lows[length]
        here = path[length - 1]
        if low >= length - 1:
            piece = before[length] & ~unseen & kept
            kept ^= piece
            if piece & far:
                masks[found] = piece | here
                ends[found] = here | far
                found += 1
                far = here
                if length == 1:
                    return found
        elif low < lows[length - 1]:
            lows[length - 1] = low


@compiled
def flip_x(mask: np.uint64) -> np.uint64:
    """Column x to column 7 - x."""
    mask = (mask >> U8) & np.uint64(0x00FF00FF00FF00FF) | (
        mask & np.uint64(0x00FF00FF00FF00FF)
    ) << U8
    mask = (mask >> U16) & np.uint64(0x0000FFFF0000FFFF) | (
        mask & np.uint64(0x0000FFFF0000FFFF)
    ) << U16
    return mask >> U32 | mask << U32


@compiled
def flip_y(mask: np.uint64) -> np.uint64:
    """Row y to row 7 - y."""
    mask = (mask >> U1) & EVERY_2ND | (mask & EVERY_2ND) << U1
    mask = (mask >> U2) & EVERY_4TH | (mask & EVERY_4TH) << U2
    return (mask >> U4) & NIBBLES | (mask & NIBBLES) << U4


@compiled
def transpose(mask: np.uint64) -> np.uint64:
    """Crossing (x, y) to (y, x)."""
    swap = (mask ^ (mask >> U7)) & SWAP_1
    mask ^= swap ^ (swap << U7)
    swap = (mask ^ (mask >> U14)) & SWAP_2
    mask ^= swap ^ (swap << U14)
    swap = (mask ^ (mask >> U28)) & SWAP_4
    return mask ^ swap ^ (swap << U28)


@compiled
def _ends_code(ends: np.uint64) -> np.uint64:
    code: np.uint64 = lowest(ends) << U6 | lowest(ends & (ends - U1))
    return code


@compiled
def shape(mask: np.uint64, ends: np.uint64, out: Masks) -> None:
    """The shape of a block into `out`: mask in the corner, code of the ends, symmetry.

    See `blocks.BlockKeys.shape`; a key there is mask·2^12 + code here.
    """
    left = lowest(mask) & ~U7
    mask >>= left
    ends >>= left
    union = mask | mask >> U32
    union |= union >> U16
    union = (union | union >> U8) & COLUMN
    low = lowest(union)
    mask >>= low
    ends >>= low
    high = U8 - (leading(union >> low) - np.uint64(56))
    wide = U8 - (leading(mask) >> U3)
    up = U8 - high
    right = (U8 - wide) << U3
    mask_x = flip_x(mask) >> right
    ends_x = flip_x(ends) >> right
    mask_y = flip_y(mask) >> up
    ends_y = flip_y(ends) >> up
    mask_xy = flip_x(mask_y) >> right
    ends_xy = flip_x(ends_y) >> right
    best = ~U0
    code = U0
    times = 0
    for i in range(8):
        if i < 4 and high < wide:
            continue
        if i >= 4 and wide < high:
            break
        k = i & 3
        if k == 0:
            image, image_ends = mask, ends
        elif k == 1:
            image, image_ends = mask_x, ends_x
        elif k == 2:
            image, image_ends = mask_y, ends_y
        else:
            image, image_ends = mask_xy, ends_xy
        if i >= 4:
            image = transpose(image)
        if image > best:
            continue
        if i >= 4:
            image_ends = transpose(image_ends)
        its_code = _ends_code(image_ends)
        if times == 0 or image < best or its_code < code:
            best = image
            code = its_code
            times = 1
        elif its_code == code:
            times += 1
    out[0] = best
    out[1] = code
    if mask == mask_xy and ends == ends_xy:
        out[2] = U0
    elif times > 1:
        out[2] = U1
    else:
        out[2] = U2
