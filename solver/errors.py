"""What can be wrong with what a user gives us, and what stops a search."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches


class CrossfallError(Exception):
    """The root of every error that this project raises on purpose."""


class InputError(CrossfallError, ValueError):
    """Input that cannot be read or makes no sense: exit code 2.

    `faults` holds one line for each mistake, each naming place, fault and what was expected.

    >>> str(InputError("puzzle 2: no crossing d9 on a 3x3 board; expected a1 to d4"))
    'puzzle 2: no crossing d9 on a 3x3 board; expected a1 to d4'
    """

    def __init__(self, *faults: str) -> None:
        super().__init__("\n".join(faults))
        self.faults: tuple[str, ...] = faults

    def at(self, place: str) -> "InputError":
        """The same faults, each with its place before it."""
        return type(self)(*(f"{place}: {fault}" for fault in self.faults))


class Faults:
    """Collects the mistakes of one piece of input, so that all are reported at once.

    >>> faults = Faults()
    >>> faults.add("first")
    >>> faults.add("second")
    >>> faults.check()
    Traceback (most recent call last):
    ...
    crossfall.solver.errors.InputError: first
    second
    """

    def __init__(self) -> None:
        self._lines: list[str] = []

    def add(self, *lines: str) -> None:
        """Note mistakes; one noted already is not noted twice."""
        self._lines.extend(line for line in lines if line not in self._lines)

    def __bool__(self) -> bool:
        return bool(self._lines)

    def check(self) -> None:
        """Raise InputError with everything collected; do nothing when that is nothing."""
        if self._lines:
            raise InputError(*self._lines)


class NeverError(InputError):
    """A wish that no puzzle can meet (exit code 2), with the reason."""


class BudgetError(CrossfallError):
    """The budget ran out: the answer is unknown."""


class WorkersError(CrossfallError):
    """The processes that search together are gone: what they would have found is unknown."""


def file_name(name: str, most: int = 120) -> str:
    """The name of a file for a message: printable and, where it is long, cut in the middle, so that
    both its folder and its ending are seen.

    >>> file_name("books/" + 300 * "x" + ".toml", most=20)
    'books/xxxx…xxxx.toml'
    """
    told = "".join(char if char.isprintable() else "?" for char in name)
    if len(told) <= most:
        return told
    half = most // 2
    return f"{told[:half]}…{told[half - most + 1 :]}"


def nearest(word: str, known: Iterable[str]) -> str:
    """A clause naming the known word nearest to `word`, or all known words if none is near.

    >>> nearest("winning-mvoe", ["winning-move", "what-falls"])
    'did you mean winning-move?'
    >>> nearest("zzz", ["winning-move", "what-falls"])
    'expected one of: winning-move, what-falls'
    """
    words: Sequence[str] = sorted(known)
    close = get_close_matches(word.lower(), words, n=1, cutoff=0.6)
    if close:
        return f"did you mean {close[0]}?"
    return f"expected one of: {', '.join(sorted(words, key=list(known).index))}"


def counted(number: int, one: str, more: str = "") -> str:
    """A number with its noun, for messages; `more` is the plural where it is not just an s more.

    >>> counted(1, "turn"), counted(2, "turn"), counted(0, "box", "boxes")
    ('1 turn', '2 turns', '0 boxes')
    """
    return f"{number} {one if number == 1 else more or f'{one}s'}"
