"""Whatever a title, a note or a tag says is printed as it stands, and fetches nothing."""

import io
import socket
import urllib.request
from pathlib import Path

import pypdf
import pytest

from crossfall.generator.cli import run
from crossfall.generator.pdf import to_pdf
from crossfall.solver.records import Record, dump_records

EVIL = (
    "<script>alert(1)</script>",
    "{{7*7}}",
    "{% for a in b %}",
    "<img src=file:///etc/passwd>",
    "<img src=http://192.0.2.1/a.png>",
    "<style>@import url(file:///etc/passwd);</style>",
    "]]><svg onload=1>",
    "&lt;b&gt; &amp;",
    "%(name)s %s {name} {0.__class__}",
)


@pytest.fixture
def nothing_outside(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every attempt to reach the network or a file by its address."""
    asked: list[str] = []

    def refuse(*arguments: object, **_: object) -> None:
        asked.append(str(arguments[:2]))
        raise OSError("outside")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(urllib.request, "urlopen", refuse)
    return asked


def printed(data: bytes) -> str:
    """The text of a PDF without its blanks, which lines may break at."""
    pages = pypdf.PdfReader(io.BytesIO(data)).pages
    return "".join("".join(page.extract_text() for page in pages).split())


@pytest.mark.parametrize("evil", EVIL)
def test_titles_authors_notes_and_tags_are_printed_as_they_are(
    evil: str, nothing_outside: list[str], tmp_path: Path
) -> None:
    file, target = tmp_path / "p.toml", tmp_path / "p.pdf"
    record = Record(
        {
            "game": "roadworks",
            "task": "what-falls",
            "closed": "b2 a3",
            "title": f"A {evil}",
            "author": f"B {evil}",
            "note": f"C {evil}",
            "tags": [evil],
        }
    )
    file.write_text(dump_records([record]), "utf-8")
    assert run(["sheet", str(file), "--title", f"D {evil}", "-o", str(target)]) == 0
    text = printed(target.read_bytes())
    bare = "".join(evil.split())
    assert f"D{bare}" in text
    assert f"A{bare}" in text
    assert "49" not in text.replace(bare, "")
    assert "root:" not in text
    assert nothing_outside == []


ADDRESSES = (
    "file:///etc/passwd",
    "/etc/passwd",
    "../../../etc/passwd",
    "http://192.0.2.1/x",
    "https://192.0.2.1/x",
    "ftp://192.0.2.1/x",
    "//192.0.2.1/x",
    "crossfall:/../../etc/passwd",
)


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_page_that_asks_for_something_outside_gets_nothing(
    address: str, nothing_outside: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where a template let markup through, no file and no address is opened."""
    opened: list[str] = []
    read = Path.read_bytes

    def watched(self: Path) -> bytes:
        opened.append(str(self))
        return read(self)

    monkeypatch.setattr(Path, "read_bytes", watched)
    html = (
        f"<html lang=en><head><title>t</title><link rel=stylesheet href='{address}'>"
        f"<style>@import url('{address}'); p {{ background: url('{address}') }}"
        f" @font-face {{ font-family: x; src: url('{address}') }} p {{ font-family: x }}</style>"
        f"<link rel=attachment href='{address}'></head>"
        f"<body><p>seen<img src='{address}' alt=a><object data='{address}'></object>"
        f"<embed src='{address}'><svg xmlns='http://www.w3.org/2000/svg' "
        f"xmlns:xlink='http://www.w3.org/1999/xlink'><image href='{address}'/>"
        f"<use xlink:href='{address}#a'/></svg></p></body></html>"
    )
    data = to_pdf(html)
    assert data.startswith(b"%PDF-")
    assert "root:" not in printed(data)
    assert not [name for name in opened if "passwd" in name]
    assert nothing_outside == []
    reader = pypdf.PdfReader(io.BytesIO(data))
    assert not reader.attachments
