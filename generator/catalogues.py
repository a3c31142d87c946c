"""Brings the catalogues in `locales/` up to date with the sentences in the code: `make messages`.

Sentences are found where the code says them: `tongue.say("…")`, `tongue.count("…", "…", n)`,
`tongue.label("context", "…")`, in tables `msg("…")` and `msg_in("context", "…")`, in templates
`_("…")`, in scripts `t("…")`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

from crossfall.generator.tongues import DOMAIN, LOCALES, languages

ROOTS = (Path(__file__).parent, Path(__file__).parent.parent / "templates")
# A module that knows languages: elsewhere `say` and `count` are other things.
TONGUES = re.compile(r"from crossfall\.generator\.tongues import|\btongue\.(?:say|count|label)\b")
KEYWORDS: dict[str, Any] = {
    "_": None,
    "say": None,
    "msg": None,
    "count": (1, 2),
    "label": ((1, "c"), 2),
    "msg_in": ((1, "c"), 2),
}
SCRIPT_KEYWORDS = {"t": None}  # `say` is another thing there
_HEADER = """\
# What crossfall prints, in another language; docs/languages.md says how to translate.
msgid ""
msgstr ""
"Language: {code}\\n"
"Plural-Forms: {plural}\\n"
"Content-Type: text/plain; charset=utf-8\\n"

"""


def source_messages() -> Catalog:
    """All messages of the code, untranslated: of our templates, and of the modules that know
    languages."""
    found = Catalog(domain=DOMAIN)
    for file in sorted(file for root in ROOTS for file in root.rglob("*")):
        if file.suffix == ".py" and _knows_languages(file):
            method = "python"
        elif file.suffix == ".j2":
            method = "jinja2"
        elif file.suffix == ".js":
            method = "javascript"
        else:
            continue
        where = file.relative_to(ROOTS[0].parent).as_posix()
        for _, message, comments, context in extract_from_file(
            method, file, _keywords(method), ("i18n:",), {"trimmed": "true"}, True
        ):
            found.add(message, locations=[(where, 0)], auto_comments=comments, context=context)
    return found


def _keywords(method: str) -> dict[str, Any]:
    return SCRIPT_KEYWORDS if method == "javascript" else KEYWORDS


def _knows_languages(file: Path) -> bool:
    return file == ROOTS[0] / "tongues.py" or bool(TONGUES.search(file.read_text("utf-8")))


def read(code: str) -> Catalog:
    """The catalogue of a language; an empty one if there is none yet."""
    file = LOCALES / code / "LC_MESSAGES" / f"{DOMAIN}.po"
    if not file.is_file():
        return Catalog(code, DOMAIN)
    with file.open("rb") as source:
        return read_po(source, locale=code, domain=DOMAIN)


def update(code: str, source: Catalog) -> Catalog:
    """Rewrite the catalogue of a language: old translations kept, new messages empty."""
    catalogue = read(code)
    catalogue.update(source, no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    file = LOCALES / code / "LC_MESSAGES" / f"{DOMAIN}.po"
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as target:
        target.write(_HEADER.format(code=code, plural=catalogue.plural_forms).encode())
        write_po(target, catalogue, width=100, omit_header=True, include_lineno=False)
    return catalogue


def untranslated(catalogue: Catalog) -> Iterator[Message]:
    """The messages that have no translation, or not in each plural form."""
    for message in catalogue:
        if not message.id:
            continue
        strings = message.string if isinstance(message.string, tuple | list) else (message.string,)
        if message.fuzzy or not all(strings):
            yield message


def main(codes: list[str]) -> int:
    """Update the catalogues of these languages, or of all; say what is left to translate."""
    source = source_messages()
    for code in codes or languages()[1:]:
        left = len(list(untranslated(update(code, source))))
        print(f"{code}: {len(source)} messages, {left} untranslated")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
