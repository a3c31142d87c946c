"""Whatever bytes a file holds, every reader reads it or refuses it in clear lines."""

import lzma
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crossfall.generator.attachments import text_in
from crossfall.generator.books.spec import parse_book
from crossfall.generator.cli import run
from crossfall.generator.library.store import open_library
from crossfall.generator.options import puzzles_of
from crossfall.solver.audit import UNKNOWN, audit_record
from crossfall.solver.audit.certificate import RefusedError, checksum, read_certificate
from crossfall.solver.errors import InputError
from crossfall.solver.records import Record, read_records
from crossfall.solver.roadworks.rules import board
from crossfall.solver.roadworks.tables import Table, at_hand, file_name, unpack
from tests.audit.certificates import certificate_of, lengths, roadworks, sound, two_turns

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "cases"
# Bytes that have broken readers before: none, ends of lines, marks of other encodings, half a sign.
NASTY = st.sampled_from(
    [
        *[
            b"\0",
            b"\r\n",
            b"\r",
            b"\xef\xbb\xbf",
            b"\xff\xfe",
            b"\xed\xa0\x80",
            b"\xc3",
            b"\x1b[2J",
        ],
        *[
            b"\xe2\x80\xae",
            b"\xe2\x80\xa8",
            b'"',
            b"'''",
            b'"""',
            b"\\ud800",
            b"\\U0010FFFF",
            b"\\x",
        ],
        *[
            b"[[puzzle]]",
            b"[[[[[[",
            b"{",
            b"= = =",
            b"#",
            b"1e999",
            b"nan",
            b"-inf",
            b"0x",
            b"9" * 400,
        ],
        *[b"1979-05-27T07:32:00Z", b"a.b.c.d = 1", b"A" * 5000, b"\x7f", b"\xf0\x9f\x98\x80"],
    ]
)


@st.composite
def spoiled(draw: st.DrawFn, whole: bytes) -> bytes:
    """A file with bytes changed, cut out, doubled and put in."""
    data = whole
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        end = min(len(data), at + draw(st.sampled_from([0, 1, 2, 8, 64, 1000])))
        put = draw(NASTY | st.binary(max_size=12) | st.just(data[at:end] * 2))
        data = data[:at] + put + data[end:]
    return data


def refused_or(read: Callable[[], object], *errors: type[Exception]) -> object:
    """What was read, or None where it was refused in lines for a person."""
    try:
        return read()
    except errors as error:
        lines = error.faults if isinstance(error, InputError) else (str(error),)
        assert lines
        for line in lines:
            assert line.strip()
            assert "\n" not in line
            assert len(line) < 3_000
        return None


SMALL_FILE = b"".join(
    [
        b'[[puzzle]]\ngame = "roadworks"\ntask = "what-falls"\nclosed = "b2 a3"\n',
        b'[[puzzle]]\ngame = "clear-path"\nto_move = "red"\nboard = """\nR B .\n. . .\n. B R\n"""\n',
        'title = "Márton’s puzzle"\ntags = ["easy", "x"]\ndifficulty = 2\n'.encode(),
    ]
)
BOOK = (ROOT / "tests" / "books" / "small.toml").read_bytes()


def _read_puzzles(folder: Path, data: bytes) -> None:
    file = folder / "p.toml"
    file.write_bytes(data)
    records = refused_or(lambda: read_records(str(file)), InputError)
    if isinstance(records, list):
        _, faults = puzzles_of(records)
        assert all(line.strip() and "\n" not in line for line in faults)


def _read_table(folder: Path, data: bytes) -> None:
    refused_or(
        lambda: Table.from_bytes(unpack(data, board(3, 3), "t"), board(3, 3), "t"), InputError
    )


def _read_table_inside(folder: Path, data: bytes) -> None:
    refused_or(lambda: Table.from_bytes(data, board(3, 3), "t"), InputError)


def _read_proof(folder: Path, data: bytes) -> None:
    refused_or(lambda: read_certificate(data), RefusedError)


def _read_pdf(folder: Path, data: bytes) -> None:
    refused_or(lambda: text_in(data, "p.pdf"), InputError)


def _read_book(folder: Path, data: bytes) -> None:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return
    refused_or(lambda: parse_book(text, "b.toml"), InputError)


def _read_library(folder: Path, data: bytes) -> None:
    file = folder / "l.sqlite"
    file.write_bytes(data)

    def opened() -> None:
        with open_library(str(file)) as library:
            library.knows("roadworks")

    refused_or(opened, InputError)


def _table() -> bytes:
    packed = at_hand(file_name(board(3, 3)))
    assert packed is not None
    return packed


@pytest.fixture(scope="session")
def wholes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """A whole file of each kind."""
    folder = tmp_path_factory.mktemp("wholes")
    puzzles, pdf, library = folder / "p.toml", folder / "p.pdf", folder / "l.sqlite"
    puzzles.write_bytes(b'[[puzzle]]\ngame = "roadworks"\ntask = "what-falls"\nclosed = "b2 a3"\n')
    assert run(["sheet", str(puzzles), "--attach", "-o", str(pdf)]) == 0
    assert run(["library", "add", str(puzzles), "--library", str(library)]) == 0
    proof = "".join(f"{line}\n" for line in certificate_of(roadworks("3x3", "b4"))).encode()
    return {
        "puzzles": SMALL_FILE,
        "table": _table(),
        "table inside": lzma.decompress(_table()),
        "certificate": proof,
        "packed certificate": lzma.compress(proof),
        "pdf": pdf.read_bytes(),
        "book": BOOK,
        "library": library.read_bytes(),
    }


READERS: dict[str, Callable[[Path, bytes], None]] = {
    "puzzles": _read_puzzles,
    "table": _read_table,
    "table inside": _read_table_inside,
    "certificate": _read_proof,
    "packed certificate": _read_proof,
    "pdf": _read_pdf,
    "book": _read_book,
    "library": _read_library,
}


def _fuzz(kind: str, wholes: dict[str, bytes], folder: Path, examples: int) -> None:
    @given(spoiled(wholes[kind]) | st.binary(max_size=200))
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    def any_bytes(data: bytes) -> None:
        READERS[kind](folder, data)

    READERS[kind](folder, wholes[kind])
    any_bytes()


@pytest.mark.parametrize("kind", READERS)
def test_any_file_is_read_or_refused(kind: str, wholes: dict[str, bytes], tmp_path: Path) -> None:
    _fuzz(kind, wholes, tmp_path, examples=60)


@pytest.mark.prove
@pytest.mark.parametrize("kind", READERS)
def test_so_are_thousands(kind: str, wholes: dict[str, bytes], tmp_path: Path) -> None:
    _fuzz(kind, wholes, tmp_path, examples=400 if kind in ("pdf", "library") else 4_000)


PROOFS = {
    "roadworks": roadworks("3x3", "b4"),
    "pathing-boxes": sound("pathing_sound.toml", 5),
    "clear-path": two_turns(3),
    "roadworks lengths": lengths("3x3", "b4"),
    "roadworks without falling": lengths("4x4", "b2", plain=True),
}
WORDS = st.sampled_from(
    [
        *[
            "0.0",
            "7.5.7",
            "ffffff",
            "1" * 7,
            ".",
            "a1",
            "z99",
            "a0",
            "b2",
            "=",
            "!",
            "+",
            "-",
            "any",
            ">",
            "play",
            "path",
        ],
        *["0", "999", "X" * 16, "XY.XY.XY.XY.XY.X", "fffffff", "99", "A1-B1", "A1-D4", "A1-A1", ""],
    ]
)


@pytest.mark.parametrize("game", PROOFS)
@given(data=st.data())
@settings(max_examples=60, deadline=None, database=None)
def test_a_sealed_certificate_may_hold_any_nonsense(game: str, data: st.DataObject) -> None:
    record = PROOFS[game]
    lines = _LINES.setdefault(game, certificate_of(record))
    entries = set(data.draw(st.lists(st.sampled_from(lines[2:-1]), max_size=4)))
    for _ in range(data.draw(st.integers(1, 3))):
        entries.add(" ".join(data.draw(st.lists(WORDS, min_size=1, max_size=6))))
    head = [lines[0], data.draw(st.sampled_from([lines[1], "puzzle 1 roadworks x y", "puzzle 1"]))]
    body = [*head, *sorted(entries)]
    text = "".join(f"{line}\n" for line in [*body, f"end {checksum(body)}"])
    sections = refused_or(lambda: read_certificate(text.encode()), RefusedError)
    if isinstance(sections, dict):
        result = audit_record(record, section=sections[1])
        assert result.verdict == UNKNOWN
        assert result.refused


_LINES: dict[str, list[str]] = {}


# --- by commands, bounded -----------------------------------------------------------------------

READING = (["check"], ["audit"], ["solve"], ["show"], ["repair"])
HUGE = {
    "huge size": '[[puzzle]]\ngame = "roadworks"\nsize = "999999999x999999999"\n',
    "huge number": "[[puzzle]]\ngame = 'roadworks'\nlevel = " + "9" * 100_000 + "\n",
    "deep lists": "a = " + "[" * 100_000 + "\n",
    "deep tables": "[" + "a." * 50_000 + "a]\n",
    "deep inline": "[[puzzle]]\nfeatures = " + "{a=" * 5_000 + "1" + "}" * 5_000 + "\n",
    "long line": "roadworks:3x3:" + "a1," * 1_000_000 + "\n",
    "wide drawing": '[[puzzle]]\ngame = "roadworks"\nboard = """\n' + "o " * 500_000 + '\n"""\n',
    "tall drawing": '[[puzzle]]\ngame = "clear-path"\nboard = """\n' + "R\n" * 500_000 + '"""\n',
    "long run": '[[puzzle]]\ngame = "clear-path"\nsize = "1000000000x1"\n',
    "tabs": '[[puzzle]]\ngame = "pathing-boxes"\nto_move = "X"\nboard = """\n'
    + "\t" * 300_000
    + '"""\n',
    "many answers": '[[puzzle]]\ngame = "roadworks"\nanswer = "' + "a2 " * 300_000 + '"\n',
    "many tables": "[[puzzle]]\n" * 20_000,
    "nul": '[[puzzle]]\ngame = "road\0works"\n',
    "surrogate": '[[puzzle]]\ngame = "\\ud800"\n',
    "bidi": '[[puzzle]]\ngame = "\u202eskrowdaor"\n',
    "run in a line": "clear-path:6x6:red:" + "9" * 3_000 + "\n",
}


def limited() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (2_000_000_000, 2_000_000_000))
    resource.setrlimit(resource.RLIMIT_CPU, (30, 30))


def command(*arguments: str | Path) -> subprocess.CompletedProcess[bytes]:
    """Run crossfall within 2 GB and 30 seconds of processor."""
    return subprocess.run(
        [sys.executable, "-m", "crossfall.generator", *map(str, arguments)],
        capture_output=True,
        preexec_fn=limited,
    )


def is_clear(code: int, err: str) -> None:
    """Refused, judged or unknown, in lines that are no trace of ours."""
    assert code in (0, 1, 2, 3), (code, err[:500])
    assert "Traceback" not in err
    assert "internal error" not in err
    assert all(len(line) < 3_000 for line in err.splitlines())


@pytest.mark.parametrize("name", HUGE)
def test_huge_deep_and_odd_files_are_refused_in_a_line(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "p.toml"
    file.write_bytes(HUGE[name].encode("utf-8"))
    code = run(["check", "--budget", "5", str(file)])
    err = capsys.readouterr().err
    is_clear(code, err)
    assert code == (1 if name == "many answers" else 2), err[:300]


@pytest.mark.prove
@pytest.mark.parametrize("name", HUGE)
@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_every_command_refuses_them_within_bounds(
    words: list[str], name: str, tmp_path: Path
) -> None:
    file = tmp_path / "p.toml"
    file.write_bytes(HUGE[name].encode("utf-8"))
    done = command(*words, file)
    is_clear(done.returncode, done.stderr.decode())


@pytest.mark.parametrize("words", [["check"], ["audit", "--certificate"], ["library", "list"]])
def test_files_of_100_megabytes_are_refused_without_being_read_whole(
    words: list[str], tmp_path: Path
) -> None:
    file, small = tmp_path / "big", tmp_path / "p.toml"
    with open(file, "wb") as big:
        big.truncate(100_000_000)
    small.write_text('[[puzzle]]\ngame = "roadworks"\nclosed = "b4"\n')
    arguments: list[str | Path] = [*words, file]
    if "--certificate" in words:
        arguments.append(small)
    if words[0] == "library":
        arguments = ["library", "list", "--library", file]
    done = command(*arguments)
    assert done.returncode == 2, done.stderr
    is_clear(done.returncode, done.stderr.decode())
    assert file.stat().st_size == 100_000_000


@pytest.mark.parametrize("start", ["\ufeff", ""], ids=["mark", "none"])
@pytest.mark.parametrize("end", ["\r\n", "\n"], ids=["windows", "unix"])
def test_marks_and_line_ends_of_other_systems_do_not_matter(
    start: str, end: str, tmp_path: Path
) -> None:
    file = tmp_path / "p.toml"
    text = '[[puzzle]]\ngame = "roadworks"\nboard = """\no o B\no # o\nA o o\n"""\n'
    file.write_bytes((start + text.replace("\n", end)).encode())
    (record,) = read_records(str(file))
    assert record.text("board").split() == ["o", "o", "B", "o", "#", "o", "A", "o", "o"]


def test_a_name_with_nul_or_half_signs_is_no_file(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a\0b", "\ud800", "a" * 5_000, "/dev/null/x"):
        for words in (["check"], ["audit"], ["sheet", "-o", "x.pdf"]):
            assert run([*words, name]) == 2
            is_clear(2, capsys.readouterr().err)


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "a" * 300, "/dev/null/x"])
def test_nothing_is_written_to_a_name_that_no_file_has(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.toml").write_text('[[puzzle]]\ngame = "roadworks"\nclosed = "b4"\n')
    for words in (
        ["sheet", "p.toml", "-o"],
        ["generate", "roadworks", "-o"],
        ["check", "p.toml", "--certificate"],
        ["show", "p.toml", "--svg"],
        ["library", "add", "p.toml", "--library"],
    ):
        assert run([*words, name]) == 2, words
        is_clear(2, capsys.readouterr().err)
        assert os.listdir() == ["p.toml"]


def test_nothing_is_written_beside_the_path_that_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names inside puzzles are never names of files."""
    inside = tmp_path / "inside"
    inside.mkdir()
    monkeypatch.chdir(inside)
    evil = "../../evil"
    Path("p.toml").write_text(
        f'[[puzzle]]\ngame = "roadworks"\nclosed = "b4"\ntitle = "{evil}"\nauthor = "/etc/{evil}"\n'
        f'tags = ["{evil}"]\n'
    )
    assert run(["sheet", "p.toml", "--title", evil, "--attach", "-o", "p.pdf"]) == 0
    assert run(["check", "p.toml", "--certificate", "p.proof"]) == 0
    assert run(["library", "add", "p.toml", "--library", "l.sqlite"]) == 0
    assert run(["show", "p.toml", "--svg", "p.svg"]) == 0
    written = {path.name for path in inside.iterdir()}
    assert {"p.toml", "p.pdf", "p.proof", "p.svg", "l.sqlite"} <= written
    assert {name for name in written if not name.startswith("l.sqlite")} == {
        *["p.toml", "p.pdf", "p.proof", "p.svg"]
    }
    assert [path.name for path in tmp_path.iterdir()] == ["inside"]
    assert not os.path.exists("/etc/evil")
    assert Record({"title": evil}).text("title") == evil
