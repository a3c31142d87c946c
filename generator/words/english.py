"""Small pieces of English that the keys of all games share."""

from __future__ import annotations

from collections.abc import Sequence

_NUMBERS = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words as a sentence lists them.

    >>> listed(["a2", "a4", "b3"]), listed(["c3", "c4"], "or")
    ('a2, a4 and b3', 'c3 or c4')
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def spelled(number: int) -> str:
    """A small number as a word.

    >>> spelled(2), spelled(13)
    ('two', '13')
    """
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "ring"), counted(2, "ring"), counted(3, "crossing")
    ('one ring', 'two rings', 'three crossings')
    """
    return f"{spelled(number)} {noun if number == 1 else plural or noun + 's'}"


def capital(text: str) -> str:
    """The text with its first letter large.

    >>> capital("two rings")
    'Two rings'
    """
    return text[:1].upper() + text[1:]
