"""Codes to type: whole numbers packed into a few groups of letters and digits that check themselves.

No sign can be taken for another (no 0 O, no 1 I L, no S U), small and large letters are the same, blanks and
dashes do not matter. Two check signs find every single wrong sign and every exchange of two (weighted
sums modulo a prime, as in ISBN-10).
"""

from __future__ import annotations

from collections.abc import Iterable

from crossfall.solver.errors import InputError

SIGNS = "23456789ABCDEFGHJKMNPQRTVWXYZ"
PRIME = len(SIGNS)  # 29
_GROUP = 4
_LONGEST = 1_000  # a sheet of many kinds has a long code, which must be read again


def packed(numbers: Iterable[int]) -> str:
    """The code of a series of whole numbers from 0 on; small ones make short codes.

    >>> packed([0, 1, 0, 7])
    '4P8Y-TK'
    """
    whole = 1
    for number in numbers:
        for bits in _pieces(number):
            whole = whole << 4 | bits
    signs = ""
    while whole:
        whole, rest = divmod(whole, len(SIGNS))
        signs = SIGNS[rest] + signs
    signs += _checks(signs)
    return "-".join(signs[i : i + _GROUP] for i in range(0, len(signs), _GROUP))


def unpacked(code: str) -> list[int]:
    """The numbers of a code as a person typed it; InputError where it is none.

    >>> unpacked("4p8y tk")
    [0, 1, 0, 7]
    """
    signs = "".join(code.upper().split()).replace("-", "")
    shown = "".join(c if c.isprintable() else "?" for c in code)[:60]
    strangers = sorted({sign for sign in signs if sign not in SIGNS})
    if strangers:
        raise InputError(
            f"code {shown!r}: {', '.join(strangers[:5])} stands in no code; "
            f"expected signs of {SIGNS}"
        )
    body, checks = signs[:-2], signs[-2:]
    if not body or len(signs) > _LONGEST or _checks(body) != checks:
        raise InputError(f"code {shown!r}: some sign is wrong or missing; look at it again")
    whole = 0
    for sign in body:
        whole = whole * len(SIGNS) + SIGNS.index(sign)
    numbers: list[int] = []
    waiting = None
    text = f"{whole:b}"[1:]
    for i in range(0, len(text) - len(text) % 4, 4):
        bits = int(text[i : i + 4], 2)
        waiting = (waiting or 0) << 3 | bits & 7
        if not bits & 8:
            numbers.append(waiting)
            waiting = None
    return numbers


def _pieces(number: int) -> list[int]:
    """A number as groups of three bits, each but the last with a fourth that says: more follows."""
    pieces = [number & 7]
    while number := number >> 3:
        pieces.insert(0, number & 7 | 8)
    return pieces


def _checks(signs: str) -> str:
    values = [SIGNS.index(sign) for sign in signs]
    weights = [i % (PRIME - 1) + 1 for i in range(len(values))]
    first = sum(value * weight for value, weight in zip(values, weights, strict=True))
    second = sum(value * weight**2 for value, weight in zip(values, weights, strict=True))
    return SIGNS[first % PRIME] + SIGNS[second % PRIME]
