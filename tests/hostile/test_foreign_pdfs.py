"""PDFs that other programs made or changed: read where they hold our file whole, refused otherwise."""

from __future__ import annotations

import hashlib
import re
import time
import zlib
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Pdf, Stream, String

from crossfall.generator.cli import run
from tests.conftest import Call
from tests.hostile.test_files import command, is_clear

OURS = b'[[puzzle]]\ngame = "roadworks"\nlevel = 2\nclosed = "c1 b4 b2"\n'
OTHER = b'[[puzzle]]\ngame = "roadworks"\nclosed = "b4"\n'
NAME = "crossfall.toml"


def blank() -> Pdf:
    made = Pdf.new()
    made.add_blank_page()
    return made


def held(pdf: Pdf, data: bytes | Stream, name: str = NAME) -> pikepdf.Object:
    stream = Stream(pdf, data) if isinstance(data, bytes) else data
    return pdf.make_indirect(
        Dictionary(Type=Name.Filespec, F=String(name), UF=String(name), EF=Dictionary(F=stream))
    )


def with_tree(pdf: Pdf, tree: pikepdf.Object) -> Pdf:
    pdf.Root.Names = Dictionary(EmbeddedFiles=tree)
    return pdf


def with_files(*files: tuple[str, bytes]) -> Pdf:
    pdf = blank()
    names = [part for name, data in files for part in (String(name), held(pdf, data, name))]
    return with_tree(pdf, Dictionary(Names=Array(names)))


def with_stream(data: bytes, **keys: object) -> Pdf:
    pdf = blank()
    stream = Stream(pdf, data)
    for key, value in keys.items():
        stream[f"/{key}"] = value
    return with_tree(pdf, Dictionary(Names=Array([String(NAME), held(pdf, stream)])))


def saved(pdf: Pdf, name: str = "p.pdf", **options: object) -> None:
    """As it is, with nothing unpacked or packed on the way."""
    way = {} if "encryption" in options else {"stream_decode_level": pikepdf.StreamDecodeLevel.none}
    pdf.save(name, **{"compress_streams": False, **way, **options})


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("printed")
    (folder / "p.toml").write_bytes(OURS)
    assert run(["sheet", str(folder / "p.toml"), "--attach", "-o", str(folder / "p.pdf")]) == 0
    return folder / "p.pdf"


RESAVED: dict[str, dict[str, object]] = {
    "linearized": {"linearize": True},
    "packed anew": {
        "object_stream_mode": pikepdf.ObjectStreamMode.generate,
        "recompress_flate": True,
        "compress_streams": True,
    },
    "laid open": {"qdf": True},
    "unpacked": {"stream_decode_level": pikepdf.StreamDecodeLevel.all},
    "locked for its owner": {"encryption": pikepdf.Encryption(owner="o", user="")},
    "locked the old way": {"encryption": pikepdf.Encryption(owner="o", user="", R=4)},
}


@pytest.mark.parametrize("way", RESAVED)
def test_a_sheet_that_another_program_saved_again_is_read(
    way: str, printed: Path, folder: Path, call: Call
) -> None:
    with Pdf.open(printed) as pdf:
        saved(pdf, **RESAVED[way])
    code, out, _ = call("check", "p.pdf")
    assert (code, "puzzle 1 (roadworks winning-move): sound" in out) == (0, True)
    assert call("sheet", "p.pdf", "-o", "again.pdf")[0] == 0


def test_what_stands_before_and_after_others_is_found_and_the_first_of_several_counts(
    folder: Path, call: Call
) -> None:
    saved(with_files(("a.txt", b"x"), (NAME, OURS), ("z.txt", b"x")))
    assert "roadworks winning-move" in call("check", "p.pdf")[1]
    pdf = blank()
    first, second = (
        pdf.make_indirect(Dictionary(Names=Array([String(NAME), held(pdf, data)])))
        for data in (OTHER, OURS)
    )
    saved(with_tree(pdf, Dictionary(Kids=Array([first, second]))))
    assert call("show", "p.pdf")[1].count("#") == OTHER.count(b"b4")


def bomb(megabytes: int, times: int) -> bytes:
    packing = zlib.compressobj(9)
    data = b"".join(packing.compress(b" " * 1_000_000) for _ in range(megabytes)) + packing.flush()
    for _ in range(times - 1):
        data = zlib.compress(data, 9)
    return data


def flate(times: int) -> Array:
    return Array([Name.FlateDecode] * times)


def looped(pdf: Pdf, kids: int) -> Pdf:
    node = pdf.make_indirect(Dictionary(Limits=Array([String("a"), String("z")])))
    node.Kids = Array([node] * kids)
    return with_tree(pdf, node)


def laughing(pdf: Pdf) -> Pdf:
    """A tree of a few nodes that leads to 10 to the power of 25 leaves."""
    node = pdf.make_indirect(Dictionary(Names=Array([String("n"), held(pdf, b"x", "n")])))
    for _ in range(25):
        node = pdf.make_indirect(Dictionary(Kids=Array([node] * 10)))
    return with_tree(pdf, node)


def page_in_itself() -> Pdf:
    pdf = with_files((NAME, OURS))
    pdf.Root.Pages.Kids = Array([pdf.Root.Pages])
    return pdf


def file_that_is_its_own_stream() -> Pdf:
    pdf = blank()
    spec = pdf.make_indirect(Dictionary(Type=Name.Filespec, UF=String(NAME)))
    spec.EF = Dictionary(F=spec)
    return with_tree(pdf, Dictionary(Names=Array([String(NAME), spec])))


def md5_of(data: bytes) -> Dictionary:
    return Dictionary(CheckSum=String(hashlib.md5(data).digest().decode("latin-1")))


NO_FILE, BROKEN, LARGE = "a PDF without a puzzle file", "in this PDF is broken", "larger than 16 MB"
EVIL: dict[str, tuple[Callable[[], Pdf], str]] = {
    "a bomb": (lambda: with_stream(bomb(200, 1), Filter=flate(1)), LARGE),
    "a bomb in a bomb": (lambda: with_stream(bomb(200, 2), Filter=flate(2)), LARGE),
    "many filters": (lambda: with_stream(b"x", Filter=flate(5_000)), BROKEN),
    "a strange filter": (lambda: with_stream(b"x", Filter=Name.LZWDecode), BROKEN),
    "torn": (lambda: with_stream(zlib.compress(OURS)[:-9], Filter=flate(1)), BROKEN),
    "the sum of another": (lambda: with_stream(OURS, Params=md5_of(OTHER)), BROKEN),
    "a sum that is none": (lambda: with_stream(OURS, Params=Dictionary(CheckSum=7)), "PDF"),
    "not UTF-8": (lambda: with_stream(b"\xff\xfe\0"), "not UTF-8"),
    "a path": (lambda: with_files(("../../x.toml", OURS)), NO_FILE + " (it holds ../../x.toml)"),
    "a name with signs": (lambda: with_files(("\x1b[2J\u202e", OURS)), "(it holds ?[2J?)"),
    "thousands": (lambda: with_files(*((f"n{i}", b"") for i in range(2_000))), NO_FILE),
    "names in a ring": (lambda: looped(blank(), 1), NO_FILE),
    "names in many rings": (lambda: looped(blank(), 50), NO_FILE),
    "names without end": (lambda: laughing(blank()), NO_FILE),
    "pages in a ring": (page_in_itself, "cannot be read"),
    "its own stream": (file_that_is_its_own_stream, BROKEN),
    "names that are none": (lambda: with_tree(blank(), Array([1, 2])), NO_FILE),
}


@pytest.mark.parametrize("kind", EVIL)
def test_a_pdf_made_to_harm_is_refused_in_a_line(kind: str, folder: Path, call: Call) -> None:
    make, words = EVIL[kind]
    saved(make())
    before = time.process_time()
    code, out, err = call("check", "p.pdf")
    assert (code, out, err.count("\n")) == (2, "", 1), err
    assert re.match(r"crossfall: p\.pdf: ", err)
    assert words in err
    assert time.process_time() - before < 10
    assert [path.name for path in folder.iterdir()] == ["p.pdf"]


def test_a_pdf_locked_with_a_password_is_called_so(folder: Path, call: Call) -> None:
    saved(with_files((NAME, OURS)), encryption=pikepdf.Encryption(owner="o", user="u"))
    assert "locked with a password" in call("check", "p.pdf")[2]


def test_a_file_outside_is_not_read(folder: Path, call: Call) -> None:
    (folder / "p.toml").write_bytes(OTHER)
    pdf = blank()
    spec = Dictionary(Type=Name.Filespec, UF=String(NAME), F=String("p.toml"), FS=Name.URL)
    saved(with_tree(pdf, Dictionary(Names=Array([String(NAME), spec]))))
    assert BROKEN in call("check", "p.pdf")[2]
    saved(with_stream(OURS, F=String("p.toml")))
    assert call("show", "p.pdf")[1].count("#") == 3


HUGE = {
    "objects": b"1 0 obj\n<<>>\nendobj\n" * 5_000_000,
    "arrays in arrays": b"1 0 obj\n" + b"[" * 5_000_000,
    "tables in tables": b"1 0 obj\n" + b"<</A" * 2_000_000,
    "numbers": b"".join(b"%d 0 obj\n" % number for number in range(150_000)),
}


@pytest.mark.prove
@pytest.mark.parametrize("kind", HUGE)
def test_a_huge_pdf_is_refused_within_bounds(kind: str, folder: Path) -> None:
    (folder / "p.pdf").write_bytes(b"%PDF-1.7\n" + HUGE[kind])
    done = command("check", "p.pdf")
    is_clear(done.returncode, done.stderr.decode())
    assert done.returncode == 2
