"""What comes through pipes, goes to terminals and small alphabets, and folders that are gone."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import threading
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from crossfall.generator import cli
from crossfall.generator.cli import run
from crossfall.generator.options import LONGEST_LINE, plain
from tests.conftest import Call

PUZZLE = '[[puzzle]]\ngame = "roadworks"\nclosed = "b4"\ntitle = "Márton’s 😀 puzzle"\n'


def typed(
    *arguments: str, stdin: bytes = b"", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "crossfall.generator", *arguments],
        input=stdin,
        capture_output=True,
        timeout=60,
        env={**os.environ, **environment},
    )


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such pipes")
@pytest.mark.parametrize("kind", ["puzzles", "empty", "PDF"])
def test_a_pipe_is_read_once_whatever_comes_out_of_it(kind: str, folder: Path) -> None:
    Path("p.toml").write_text(PUZZLE)
    assert run(["sheet", "p.toml", "--attach", "-o", "p.pdf"]) == 0
    told = {"puzzles": PUZZLE.encode(), "empty": b"", "PDF": Path("p.pdf").read_bytes()}[kind]
    os.mkfifo("pipe")
    # The other end of a pipe waits until it is opened.
    threading.Thread(target=lambda: Path("pipe").write_bytes(told), daemon=True).start()
    done = typed("check", "pipe")
    assert done.returncode == (2 if kind == "empty" else 0), done.stderr


def test_a_pipe_with_a_name_is_standard_input_too(folder: Path) -> None:
    name = "/dev/stdin"
    if not os.path.exists(name):
        pytest.skip("this system has no such name")
    assert typed("check", name, stdin=PUZZLE.encode()).returncode == 0


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "cp437", "utf-8"])
def test_a_small_alphabet_loses_nothing(encoding: str, folder: Path) -> None:
    Path("p.toml").write_text(PUZZLE, encoding="utf-8")
    done = typed("check", "p.toml", PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode(encoding)
    done = typed("check", "--json", "p.toml", PYTHONIOENCODING=encoding)
    (told,) = json.loads(done.stdout.decode(encoding))["puzzles"]
    assert told["title"] == "Márton’s 😀 puzzle"


def test_half_a_sign_is_written_as_json_writes_it() -> None:
    assert "a\udcffb".encode("ascii", cli._ESCAPED) == b"a\\udcffb"
    assert "a😀b".encode("ascii", cli._ESCAPED) == b"a\\ud83d\\ude00b"


STEERING = "\x1b[2J\x1b]0;evil\x07\u202e\x9b\x7f\ufeff"


def test_nobodys_text_steers_the_terminal(folder: Path, call: Call) -> None:
    told = json.dumps(f"Fin {STEERING}")
    Path("p.toml").write_text(
        f'[[puzzle]]\ngame = "roadworks"\nclosed = "b4"\ntitle = {told}\ntags = [{told}]\n'.replace(
            "\x7f", "\\u007f"
        )
    )
    sheet = ["library", "mark", "Sheet", "1"]
    for words in (
        ["check", "p.toml"],
        ["audit", "p.toml"],
        ["repair", "p.toml"],
        ["solve", "p.toml"],
        ["show", "p.toml"],
        ["library", "add", "p.toml", "--source", STEERING],
        sheet,
        ["library", "list"],
        ["library", "show", "1"],
        ["library", "stats"],
        ["check", f"p{STEERING}.toml"],
        ["generate", "roadworks", "--task", STEERING],
    ):
        _, out, err = call(*words)
        assert not set(STEERING) & set(out + err) - set("[2J]0;evil"), words


def test_text_for_a_person_keeps_its_lines_and_blanks() -> None:
    assert plain("a\u00a0b\tc\nd\u200be\ud800") == "a b c\nd?e?"


@pytest.mark.parametrize("words", [["check"], ["generate", "roadworks", "--seed"], ["book"]])
def test_an_error_is_one_line_of_some_length_whatever_was_typed(
    words: list[str], folder: Path, call: Call
) -> None:
    code, _, err = call(*words, "A" * 100_000)
    assert (code, err.count("\n")) == (2, 1)
    assert len(err) <= len("crossfall: \n") + LONGEST_LINE


@pytest.mark.skipif(os.name != "posix", reason="this system keeps the folder somebody is in")
@pytest.mark.parametrize(
    "words",
    [
        ["check", "roadworks:3x3:b4", "--certificate", "x"],
        ["show", "roadworks:3x3:b4", "--svg", "x"],
        ["generate", "roadworks", "-o", "x"],
        ["library", "add", "x"],
        ["library", "list"],
        ["sheet", "roadworks:3x3:b4", "-o", "x"],
        ["table", "build", "2x2"],
    ],
    ids=" ".join,
)
def test_a_folder_that_is_gone_is_called_so(
    words: list[str], folder: Path, call: Call, tmp_path_factory: pytest.TempPathFactory
) -> None:
    gone = tmp_path_factory.mktemp("gone")
    os.chdir(gone)
    gone.rmdir()
    try:
        code, out, err = call(*words)
    finally:
        os.chdir(folder)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "output" not in err
    assert "gone" in err or "no such" in err.lower()


def test_play_takes_bytes_that_are_no_text(
    monkeypatch: pytest.MonkeyPatch, folder: Path, call: Call
) -> None:
    typing = io.TextIOWrapper(io.BytesIO(b"\xff\xfe\n\0\nquit\n"), "utf-8")
    monkeypatch.setattr(sys, "stdin", typing)
    code, _, err = call("play", "roadworks", "--level", "2")
    assert (code, err) == (0, "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no such device")
def test_an_exit_code_is_right_even_where_nobody_can_be_told(folder: Path) -> None:
    words = [sys.executable, "-m", "crossfall.generator", "check", "none.toml"]
    with open("/dev/full", "wb") as full:
        assert subprocess.run(words, stderr=full, timeout=60).returncode == 2


def test_a_closed_output_takes_no_file(
    monkeypatch: pytest.MonkeyPatch, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in (["generate", "roadworks"], ["sheet", "roadworks:3x3:b4", "-o", "-"]):
        monkeypatch.setattr(sys, "stdout", None)
        code = run(words)
        monkeypatch.undo()
        monkeypatch.chdir(folder)
        assert (code, "standard output is closed" in capsys.readouterr().err) == (2, True)


def test_a_process_that_was_ended_from_outside_leaves_its_work_unknown(
    monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    def ended(*_: object, **__: object) -> None:
        raise BrokenProcessPool("gone")

    monkeypatch.setattr(cli.cli, "main", ended)
    code, _, err = call("book", "b.toml", "-o", "b.pdf")
    assert (code, err.count("\n")) == (3, 1)
    assert "ended from outside" in err


@pytest.mark.parametrize(
    "host", ["", " ", "\udcff", "a" * 300, "a\0b", "a..b", "::x", "no.invalid"]
)
def test_the_bench_listens_at_an_address_or_not_at_all(host: str, call: Call) -> None:
    code, out, err = call("serve", "--no-browser", "--host", host, "--port", "0")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "internal" not in err
