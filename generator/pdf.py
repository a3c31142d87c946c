"""HTML to PDF with WeasyPrint: our fonts, nothing from outside, the same bytes every time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from crossfall.generator import fonts

if TYPE_CHECKING:
    from weasyprint.text.fonts import FontConfiguration

# Every address on a page is relative to this; only the fonts exist there.
BASE = "crossfall:/"


def to_pdf(html: str) -> bytes:
    """The PDF of a page description made by our templates."""
    from weasyprint import HTML

    document = HTML(string=html, base_url=BASE, url_fetcher=_fetcher())
    with _no_clock():
        made: bytes = document.write_pdf(font_config=_font_configuration())
    return made


@contextmanager
def _no_clock() -> Iterator[None]:
    """While this lasts, the date that fontTools writes into shortened fonts is always the same."""
    name = "SOURCE_DATE_EPOCH"
    before = os.environ.get(name)
    os.environ[name] = "0"
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


@cache
def _font_configuration() -> FontConfiguration:
    # Fonts are read once in a process, however many files it prints.
    from weasyprint.text.fonts import FontConfiguration

    return FontConfiguration()


@cache
def _fetcher() -> Any:
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    files = {f"{BASE}{face.file}": face.path for face in fonts.FACES}

    class OnlyOurFonts(URLFetcher):  # type: ignore[misc]
        """Gives the fonts of the installation and refuses everything else."""

        def fetch(self, url: str, headers: Any = None) -> Any:
            if url not in files:
                raise ValueError(f"{url} is none of our files")
            return URLFetcherResponse(url, files[url].read_bytes(), {"Content-Type": "font/otf"})

    return OnlyOurFonts()
