"""The language of what is printed: whole sentences from gettext catalogues, English as written.

A `Tongue` is passed to whatever words a page; there is no current language. Each language is one
catalogue in `locales/`, found by its folder; docs/languages.md tells how sentences are written and
translated. What the command line says stays English.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, Literal

from crossfall.solver.errors import InputError

DOMAIN = "crossfall"
LOCALES = Path(__file__).parent / "locales"
SOURCE = "en"  # the language in which sentences are written in the code


# Words that change before what a sentence is filled with. Spanish: y is e before the sound i, o is
# u before the sound o (`h3 e i3`, `n2 u o2`).
_BEFORE = {
    "es": (
        (re.compile(r"\by(?= \**h?i(?![aeo]))"), "e"),
        (re.compile(r"\bo(?= \**h?o)"), "u"),
    ),
}


@dataclass(frozen=True)
class Tongue:
    """One language to print in.

    >>> ENGLISH.say("Then {names} fall.", names=ENGLISH.listed(["a2", "a4"]))
    'Then a2 and a4 fall.'
    """

    code: str = SOURCE
    catalogue: NullTranslations = field(default_factory=NullTranslations, compare=False)

    def say(self, sentence: str, /, **values: object) -> str:
        """The sentence with its named places filled."""
        return self._filled(self.catalogue.gettext(sentence), values)

    def label(self, context: str, text: str) -> str:
        """A short text whose translation hangs on what it stands for.

        >>> ENGLISH.label("closures until none is safe", "Most")
        'Most'
        """
        return self.catalogue.pgettext(context, text)

    def count(self, one: str, many: str, number: int, /, **values: object) -> str:
        """The sentence for so many: `{n}` is the number as a word, `{N}` the same with a capital.

        >>> ENGLISH.count("One ring is left.", "{N} rings are left.", 2)
        'Two rings are left.'
        """
        word = self.number(number)
        sentence = self.catalogue.ngettext(one, many, number)
        return self._filled(sentence, {"n": word, "N": capital(word), **values})

    def _filled(self, sentence: str, values: dict[str, Any]) -> str:
        told = sentence.format(**values) if values else sentence
        for found, instead in _BEFORE.get(self.code, ()):
            told = found.sub(instead, told)
        return told

    def number(self, number: int) -> str:
        """A number as a word before a noun, as figures from 13 on.

        >>> ENGLISH.number(2), ENGLISH.number(13)
        ('two', '13')
        """
        if not 0 <= number < len(_NUMBERS):
            return str(number)
        return self.label("number", _NUMBERS[number])

    def listed(self, words: Sequence[str], joint: Literal["and", "or"] = "and") -> str:
        """Words as a sentence lists them.

        >>> ENGLISH.listed(["a2", "a4", "b3"]), ENGLISH.listed(["c3", "c4"], "or")
        ('a2, a4 and b3', 'c3 or c4')
        """
        *rest, last = words or [""]
        if not rest:
            return last
        some = ", ".join(rest)
        if joint == "and":
            return self.say("{some} and {last}", some=some, last=last)
        return self.say("{some} or {last}", some=some, last=last)


def msg(text: str) -> str:
    """Marks a text in a table for the catalogues; `Tongue.say` translates it where it is used."""
    return text


def msg_in(context: str, text: str) -> str:
    """Marks a text in a table that `Tongue.label` translates under that context."""
    return text


_NUMBERS = (
    msg_in("number", "no"),
    msg_in("number", "one"),
    msg_in("number", "two"),
    msg_in("number", "three"),
    msg_in("number", "four"),
    msg_in("number", "five"),
    msg_in("number", "six"),
    msg_in("number", "seven"),
    msg_in("number", "eight"),
    msg_in("number", "nine"),
    msg_in("number", "ten"),
    msg_in("number", "eleven"),
    msg_in("number", "twelve"),
)


def capital(text: str) -> str:
    """The text with its first letter large.

    >>> capital("two rings")
    'Two rings'
    """
    return text[:1].upper() + text[1:]


ENGLISH = Tongue()


def languages() -> tuple[str, ...]:
    """The codes of all languages, English first."""
    found = sorted(folder.name for folder in LOCALES.iterdir() if catalogue_file(folder.name))
    return (SOURCE, *found)


def catalogue_file(code: str) -> Path | None:
    """The catalogue of a language; None if there is none."""
    file = LOCALES / code / "LC_MESSAGES" / f"{DOMAIN}.po"
    return file if file.is_file() else None


@cache
def tongue_of(code: str) -> Tongue:
    """The language of that code; InputError if there is no catalogue for it.

    >>> tongue_of("en") == ENGLISH
    True
    """
    if code == SOURCE:
        return ENGLISH
    file = catalogue_file(code) if code in languages() else None
    if file is None:
        raise InputError(f"unknown language {code!r}; expected one of {', '.join(languages())}")
    # Compiled in memory: there is no second file that could be older than the first.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = io.BytesIO()
    with file.open("rb") as source:
        write_mo(compiled, read_po(source, locale=code))
    compiled.seek(0)
    return Tongue(code, GNUTranslations(compiled))


def spoken(module: ModuleType, tongue: Tongue) -> Any:
    """The module with `tongue` given to each of its functions that asks for one.

    A game whose modules know no languages prints in English.
    """
    if tongue == ENGLISH:
        return module
    functions = {k: v for k, v in vars(module).items() if isinstance(v, FunctionType)}
    return SimpleNamespace(
        **{
            name: partial(function, tongue=tongue) if _asks(function) else function
            for name, function in functions.items()
        }
    )


def _asks(function: FunctionType) -> bool:
    code = function.__code__
    return "tongue" in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
