"""Where results may go: whole into the named place, or nowhere with a line that says why."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from crossfall.generator.books import render
from crossfall.solver.errors import file_name
from tests.conftest import Call

PUZZLE = '[[puzzle]]\ngame = "roadworks"\nlevel = 2\nclosed = "c4 c3 d1"\n'
WRITING = (
    "generate roadworks -o {}",
    "sheet mine.toml -o {}",
    "check mine.toml --certificate {}",
    "show mine.toml --svg {}",
    "library export --library l.sqlite -o {}",
    "library stats --library l.sqlite --svg {}",
    "repair mine.toml -o {}",
    "table build 2x2 -o {}",
    "table build 2x2 -o t.xz --stock {}",
    "book book.toml --find-only --puzzles {}",
)
ADDING = "library add mine.toml --library {}"


@pytest.fixture
def here(folder: Path, call: Call) -> Path:
    Path("mine.toml").write_text(PUZZLE)
    Path("book.toml").write_text('title = "T"\n[[chapter]]\ngame = "roadworks"\ncount = 1\n')
    assert call("library", "add", "mine.toml", "--library", "l.sqlite")[0] == 0
    return folder


def looks(folder: Path) -> dict[str, bytes | str]:
    """Everything in a folder and in those below."""
    return {
        str(path): os.readlink(path) if path.is_symlink() else path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_symlink() or path.is_file()
    }


BAD_PLACES: dict[str, Callable[[Path], str]] = {
    "no folder": lambda here: "none/x",
    "back out of no folder": lambda here: "none/../x",
    "a folder": lambda here: ".",
    "a name too long": lambda here: "x" * 300,
    "a link to nowhere": lambda here: linked(here, "none/x"),
    "a link to itself": lambda here: linked(here, "link"),
}


def linked(here: Path, target: str) -> str:
    (here / "link").symlink_to(target)
    return "link"


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="this system has no links")
@pytest.mark.parametrize("place", BAD_PLACES)
@pytest.mark.parametrize("line", [*WRITING, ADDING])
def test_a_place_that_is_none_is_refused_before_anything_is_done(
    line: str, place: str, here: Path, call: Call
) -> None:
    target = BAD_PLACES[place](here)
    before = looks(here)
    code, out, err = call(*line.format(target).split())
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"crossfall: {file_name(target)}: ")
    assert looks(here) == before


@pytest.mark.parametrize("line", [*WRITING, ADDING])
def test_a_link_to_a_file_that_is_not_there_makes_it(line: str, here: Path, call: Call) -> None:
    (here / "link").symlink_to("real")
    assert call(*line.format("link").split())[0] == 0
    assert (here / "link").is_symlink()
    assert (here / "real").stat().st_size


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such pipes")
@pytest.mark.parametrize("line", WRITING[:-1])
def test_a_pipe_takes_a_result_and_stays_a_pipe(line: str, here: Path, call: Call) -> None:
    os.mkfifo("pipe")
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(Path("pipe").read_bytes()), daemon=True)
    reader.start()
    assert call(*line.format("pipe").split())[0] == 0
    reader.join(30)
    assert got
    assert got[0]
    assert stat.S_ISFIFO(os.stat("pipe").st_mode)


RUN = """
import ctypes, os, sys
if os.geteuid() == 0:  # root may write anywhere, but for these two capabilities
    for capability in (1, 2):
        if ctypes.CDLL(None).prctl(24, capability, 0, 0, 0):
            sys.exit(77)
os.execv(sys.executable, [sys.executable, "-m", "crossfall.generator", *sys.argv[1:]])
"""


def without_rights(*words: str) -> subprocess.CompletedProcess[str]:
    """A command by somebody who is not root, or by root who gave up what makes it so."""
    done = subprocess.run(
        [sys.executable, "-c", RUN, *words], capture_output=True, text=True, timeout=100
    )
    if done.returncode == 77:
        pytest.skip("root cannot give up its rights here")
    return done


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="capabilities are Linux's")
@pytest.mark.parametrize("line", [*WRITING, ADDING])
def test_a_folder_that_may_not_be_written_stays_as_it_is(line: str, here: Path) -> None:
    locked = here / "locked"
    locked.mkdir()
    (locked / "old").write_text("old")
    (locked / "old").chmod(0o444)
    locked.chmod(0o555)
    try:
        for target in ("locked/new", "locked/old"):
            done = without_rights(*line.format(target).split())
            assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
            assert f"crossfall: {target}: " in done.stderr
    finally:
        locked.chmod(0o755)
    assert [path.name for path in locked.iterdir()] == ["old"]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="capabilities are Linux's")
def test_a_file_that_may_not_be_read_is_called_so(here: Path) -> None:
    for name in ("mine.toml", "l.sqlite"):
        (here / name).chmod(0)
    for line in ("check mine.toml", "library list --library l.sqlite", "sheet mine.toml -o x.pdf"):
        done = without_rights(*line.split())
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert "permission" in done.stderr.lower()


LIMITED = """
import resource, signal, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]),) * 2)
from crossfall.generator.cli import run
sys.exit(run(sys.argv[2:]))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the limit is Linux's")
@pytest.mark.parametrize(
    ("line", "limit"),
    [*((line, "50") for line in WRITING), *((ADDING, size) for size in ("0", "50", "9000"))],
)
def test_a_file_that_can_grow_no_further_is_not_left_half_written(
    line: str, limit: str, here: Path
) -> None:
    before = looks(here)
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, limit, *line.format("new").split()],
        capture_output=True,
        text=True,
        timeout=100,
    )
    told = [one for one in done.stderr.splitlines() if not one.startswith("book: ")]
    assert (done.returncode, len(told)) == (2, 1), done.stderr
    left = looks(here)
    assert {name: left.get(name) for name in before} == before
    assert not [name for name in left if name.endswith((".part", "new"))]


PRINTING = (
    "sheet mine.toml --no-audit -o {}",
    "sheet mine.toml --contact puzzles -o {}",
    "sheet --blank roadworks -o {}",
    "lesson pathing-boxes --no-audit -o {}",
    "show mine.toml --png {}",
    "book book.toml --workers 1 --no-audit -o {}",
    "book book.toml --workers 2 --no-audit -o {}",
)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the limit is Linux's")
@pytest.mark.parametrize("line", PRINTING)
def test_a_page_whose_fonts_find_no_room_is_called_by_its_name(line: str, here: Path) -> None:
    before = looks(here)
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, "4000", *line.format("new.out").split()],
        capture_output=True,
        text=True,
        timeout=100,
    )
    told = [one for one in done.stderr.splitlines() if not one.startswith("book: ")]
    fault = "new.out: no temporary file can be written (File too large)"
    assert (done.returncode, told) == (2, [f"crossfall: {fault}"])
    left = looks(here)
    assert {name: left.get(name) for name in before} == before
    assert {Path(name).name for name in left.keys() - before.keys()} <= {"book.puzzles.toml"}


def test_a_book_whose_pieces_find_no_room_is_called_by_its_name(
    here: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(render, "join", full)
    code, _, err = call(*["book", "book.toml", "--workers", "1", "--no-audit", "-o", "new.pdf"])
    fault = "new.pdf: no temporary file can be written (No space left on device)"
    assert (code, err.splitlines()[-1]) == (2, f"crossfall: {fault}")
    assert not (here / "new.pdf").exists()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no such device")
@pytest.mark.parametrize("line", WRITING[:3])
def test_a_full_device_is_called_so(line: str, here: Path, call: Call) -> None:
    code, _, err = call(*line.format("/dev/full").split())
    assert (code, err.count("\n")) == (2, 1)
    assert "/dev/full: cannot be written (No space left on device)" in err
