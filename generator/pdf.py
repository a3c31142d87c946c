"""HTML to PDF with WeasyPrint: our fonts, nothing from outside, the same bytes every time."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any

from crossfall.generator import fonts
from crossfall.generator.output import temporary_files
from crossfall.generator.painter import Painter, Picture

if TYPE_CHECKING:
    from weasyprint.text.fonts import FontConfiguration

# Every address on a page is relative to this; only the fonts exist there.
BASE = "crossfall:/"
_EPOCH = datetime(1970, 1, 1)  # no clock in what is printed


def to_pdf(
    html: str, images: Mapping[str, Picture] | None = None, attachment: str | None = None
) -> bytes:
    """The PDF of a page description made by our templates; `images` are its pictures by address,
    `attachment` is a puzzle file to put into it. Raises TemporaryFileError: WeasyPrint keeps the
    fonts of a page in files while it prints."""
    from weasyprint import HTML

    pictures = images or {}
    with temporary_files(), _no_clock():
        fonts_known = _font_configuration()
        painter = Painter(fonts_known)
        painted = {address: painter.image(picture) for address, picture in pictures.items()}
        document = HTML(string=html, base_url=BASE, url_fetcher=_fetcher(pictures))
        # PDF/UA: tagged, each board with its alternative text. Images that WeasyPrint finds in its
        # cache are not fetched: these are ours, and paint themselves.
        made: bytes = document.write_pdf(
            font_config=fonts_known,
            pdf_variant="pdf/ua-1",
            attachments=[] if attachment is None else [_attachment(attachment)],
            cache={address: image for address, image in painted.items() if image is not None},
        )
    return made


def _attachment(text: str) -> Any:
    from weasyprint import Attachment

    from crossfall.generator.attachments import NAME

    return Attachment(
        string=text,
        base_url=BASE,
        name=NAME,
        description="The puzzles of this sheet as a puzzle file",
        created=_EPOCH,
        modified=_EPOCH,
        relationship="Source",
    )


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


def _fetcher(images: Mapping[str, Picture]) -> Any:
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    files = {f"{BASE}{face.file}": face for face in fonts.FACES}

    class OnlyOurs(URLFetcher):  # type: ignore[misc]
        """Gives the fonts of the installation and our images, and refuses everything else."""

        def fetch(self, url: str, headers: Any = None) -> Any:
            if url in images:
                kind, data = "image/svg+xml", images[url].svg.encode()
            elif url in files:
                kind, data = "font/otf", files[url].path.read_bytes()
            else:
                raise ValueError(f"{url} is none of our files")
            return URLFetcherResponse(url, data, {"Content-Type": kind})

    return OnlyOurs()
