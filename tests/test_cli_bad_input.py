"""Bad input on the command line: one clear line, the right exit code, never half a file."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from crossfall.generator.cli import run
from crossfall.solver.records import read_records

CROSSFALL = [sys.executable, "-m", "crossfall.generator"]
READERS = ["check", "solve", "show", "audit", "sheet"]

BAD_FILES = {
    "empty": (b"", "no puzzle in it"),
    "blank": (b" \n\n", "no puzzle in it"),
    "wrong TOML": (b"[[puzzle]\n", "not TOML"),
    "unquoted": (b'[[puzzle]]\ngame = "roadworks"\nclosed = b2\n', "line 3"),
    "not UTF-8": (b'[[puzzle]]\ngame = "\xff"\n', "line 2: not UTF-8"),
    "NUL": (b'[[puzzle]]\ngame = "a\x00"\n', "not TOML"),
    "PDF": (b"%PDF-1.7\n\xe2\xe3\xcf\xd3\n", "a PDF that cannot be read"),
    "deep": (b"a = " + b"[" * 50_000, "nested too deeply"),
    "outside": (b'game = "roadworks"\n', "unknown key game outside a puzzle"),
    "single table": (b'[puzzle]\ngame = "roadworks"\n', "expected [[puzzle]]"),
}

BAD_PUZZLES = {
    "no game": ('closed = "b2"', "no game given; expected one of"),
    "unknown game": ('game = "roadwork"', "did you mean roadworks?"),
    "unknown key": ('game = "roadworks"\nclosd = "b2"', "unknown key closd; did you mean closed?"),
    "unknown task": (
        'game = "roadworks"\ntask = "winning-mvoe"\nclosed = ""',
        "did you mean winning-move?",
    ),
    "unknown crossing": (
        'game = "roadworks"\nlevel = 2\nclosed = "b2 e1"',
        "no crossing e1 on a 3x3 board; expected a1 to d4",
    ),
    "no blocks": ('game = "roadworks"\nsize = "0x0"\nclosed = ""', "too small; expected 1x1"),
    "too many blocks": ('game = "roadworks"\nsize = "1000x1000"\nclosed = ""', "too big"),
    "absurd size": (f'game = "roadworks"\nsize = "{"9" * 5000}x1"\nclosed = ""', "no board size"),
    "negative size": ('game = "roadworks"\nsize = "-3x3"\nclosed = ""', "no board size"),
    "level and size": (
        'game = "roadworks"\nlevel = 2\nsize = "4x4"\nclosed = ""',
        "size 4x4 contradicts level 2; level 2 is 3x3 with falling",
    ),
    "level and falling": (
        'game = "roadworks"\nlevel = 1\nfalling = true\nclosed = ""',
        "falling = true contradicts level 1; level 1 is 3x3 without falling",
    ),
    "no such level": ('game = "roadworks"\nlevel = 5\nclosed = ""', "level is 5; expected 1 to 4"),
    "level in words": ('game = "roadworks"\nlevel = "two"\nclosed = ""', "level is a text"),
    "falling in words": ('game = "roadworks"\nfalling = "yes"\nclosed = ""', "falling is a text"),
    "closed as number": ('game = "roadworks"\nclosed = 3', "closed is a number"),
    "closed and board": ('game = "roadworks"\nclosed = "b2"\nboard = "o B\\nA o"', "both"),
    "ragged": ('game = "roadworks"\nboard = "o o B\\no o\\nA o o"', "differ in length"),
    "unknown mark": ('game = "roadworks"\nboard = "o B\\nA x"', "unknown mark x"),
    "empty board": ('game = "roadworks"\nboard = ""', "board is empty"),
    "A elsewhere": (
        'game = "roadworks"\nboard = "A o B\\nA o o"',
        "A is drawn at a2; expected at a1",
    ),
    "question mark": ('game = "roadworks"\nboard = "? B\\nA o"', "expected only in fewest-fences"),
    "answer": ('game = "roadworks"\nclosed = "b4"\nanswer = "z9"', "answer: no crossing z9"),
    "nothing closed": (
        'game = "roadworks"\ntask = "what-falls"\nclosed = ""',
        "what-falls without",
    ),
}


# More of the command line: (arguments, what the one line must say). The folder holds `folder/`.
BAD_ARGUMENTS = [
    ("generate roadwork", "did you mean roadworks?"),
    ("generate", "Missing argument"),
    ("generate roadworks --task winning-mvoe", "did you mean winning-move?"),
    ("generate roadworks --size 0x0", "too small"),
    ("generate roadworks --size 1000x1000", "too big"),
    ("generate roadworks --size banana", "no board size"),
    ("generate roadworks --level 9", "expected 1 to 4"),
    ("generate roadworks --level 2 --size 4x4", "level 2 is 3x3"),
    ("generate roadworks --level 3 --plain", "leave out --plain or --level"),
    ("generate roadworks --level 1", "without falling it does not matter how you play"),
    ("generate roadworks --count 0", "--count"),
    ("generate roadworks --count many", "--count"),
    ("generate roadworks --difficulty 6", "--difficulty"),
    ("generate roadworks --seed x", "--seed"),
    ("generate roadworks --tag nonsense", "unknown tag"),
    ("generate roadworks --budget 0", "--budget"),
    ("generate roadworks -o folder", "is a folder"),
    ("generate roadworks -o none/x.toml", "no folder none"),
    ("lesson", "Missing argument"),
    ("lesson roadwork -o x.pdf", "did you mean roadworks?"),
    ("lesson roadworks -o folder", "is a folder"),
    ("compose roadworks --size 0x0", "too small"),
    ("compose roadworks --size 1000x1000", "too big"),
    ("repair none.toml", "no such file"),
    ("repair folder", "is a folder"),
    ("sheet --blank roadworks --size 3x3 --key-only -o x.pdf", "empty boards have no key"),
    ("sheet none.toml -o x.pdf --per-page 5", "--per-page"),
    ("sheet none.toml -o x.pdf --paper a5", "--paper"),
    ("sheet none.toml", "-o"),
    ("show roadworks:3x3: --svg folder", "is a folder"),
    ("show roadworks:3x3: --png none/x.png", "no folder"),
    ("play roadworks --size 0x0", "too small"),
    ("play roadworks --from none.toml", "no such file"),
    ("play roadworks --from roadworks:3x3:a2,b1", "game-over"),
]


def crossfall(
    *arguments: str, cwd: Path | None = None, stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*CROSSFALL, *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        cwd=cwd,
    )


def refused(done: subprocess.CompletedProcess[str], said: str, lines: int = 1) -> None:
    """Exit code 2, nothing on standard output, so many clear lines on standard error."""
    assert done.returncode == 2, done
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == lines, done.stderr
    assert all(line.startswith("crossfall: ") for line in done.stderr.splitlines())
    assert said in done.stderr, done.stderr
    assert done.stdout == ""


def call(command: str, source: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """The command on `source`; a sheet would be written to out.pdf."""
    output = ["-o", "out.pdf"] if command == "sheet" else []
    done = crossfall(command, source, *output, cwd=cwd)
    assert not (cwd / "out.pdf").exists()
    return done


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_bad_file_is_refused(name: str, tmp_path: Path) -> None:
    data, said = BAD_FILES[name]
    (tmp_path / "bad.toml").write_bytes(data)
    done = call("check", "bad.toml", tmp_path)
    refused(done, said)
    assert "bad.toml" in done.stderr


@pytest.mark.parametrize("command", READERS)
def test_every_command_refuses_an_empty_file_a_folder_and_none(
    command: str, tmp_path: Path
) -> None:
    (tmp_path / "empty.toml").write_bytes(b"")
    (tmp_path / "folder").mkdir()
    refused(call(command, "empty.toml", tmp_path), "empty.toml: no puzzle in it")
    refused(call(command, "folder", tmp_path), "folder: is a folder; expected a puzzle file")
    refused(call(command, "none.toml", tmp_path), "none.toml: no such file")


@pytest.mark.parametrize("name", BAD_PUZZLES)
def test_a_bad_puzzle_is_refused_and_its_place_named(name: str, tmp_path: Path) -> None:
    text, said = BAD_PUZZLES[name]
    (tmp_path / "bad.toml").write_text(f"[[puzzle]]\n{text}\n", "utf-8")
    done = call("solve", "bad.toml", tmp_path)
    refused(done, said)
    assert "bad.toml: puzzle 1: " in done.stderr


@pytest.mark.parametrize("command", READERS)
def test_every_command_refuses_a_bad_puzzle(command: str, tmp_path: Path) -> None:
    text = '[[puzzle]]\ngame = "roadworks"\nlevel = 2\nclosed = "b2 e1"\n'
    (tmp_path / "bad.toml").write_text(text)
    done = call(command, "bad.toml", tmp_path)
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "crossfall: bad.toml: puzzle 1: no crossing e1 on a 3x3 board; expected a1 to d4"
    ]


@pytest.mark.parametrize("command", ["check", "audit"])
def test_every_mistake_has_its_line(command: str, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text(
        '[[puzzle]]\ngame = "roadworks"\nclosd = "b2"\nlevel = 7\n\n'
        '[[puzzle]]\ngame = "chess"\n\n[[puzzle]]\ngame = "roadworks"\nclosed = "z9 y8"\n'
    )
    done = call(command, "bad.toml", tmp_path)
    assert done.returncode == 2
    lines = done.stderr.splitlines()
    assert [line.split(": ")[2] for line in lines] == [
        *["puzzle 1"] * 2,
        "puzzle 2",
        *["puzzle 3"] * 2,
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("roadworks:0x0:", "too small"),
        ("roadworks:1000x1000:", "too big"),
        ("roadworks:3x3", "not a one-line position"),
        ("roadworks:3x3:b2:a3", "not a one-line position"),
        ("roadworks:3x3-plane:", "did you mean plain?"),
        ("roadworks:3x3:b9", "no crossing b9"),
        ("roadwork:3x3:", "did you mean roadworks?"),
        ("roadworks:3x3:" + "a2," * 20_000, "expected at most"),
        ("roadworks:3x3:a3,a4", "a4 cannot be closed: it fell when a3 was closed"),
        ("roadworks:3x3:a2,b1", "game-over"),
        ("", ""),
    ],
    ids=lambda value: str(value)[:24],
)
def test_a_bad_one_line_position_is_refused(line: str, said: str, tmp_path: Path) -> None:
    refused(call("solve", line, tmp_path), said)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["slove", "x"], "did you mean solve?"),
        (["solve"], "Missing argument"),
        (["solve", "--nimbr", "roadworks:3x3:"], "--nimber"),
        (["solve", "--budget", "-1", "roadworks:3x3:"], "--budget"),
        (["solve", "--budget", "soon", "roadworks:3x3:"], "--budget"),
        (["check", "a.toml", "b.toml"], "b.toml"),
        (["sheet", "-o", "x.pdf"], "expected one of them"),
        (["sheet", "--blank", "roadworks", "--size", "0x0", "-o", "x.pdf"], "too small"),
        (["sheet", "--blank", "roadworks", "--size", "1000x1000", "-o", "x.pdf"], "too big"),
        (["sheet", "--blank", "chess", "-o", "x.pdf"], "unknown game"),
        (["play", "roadworks", "--level", "9"], "--level"),
        (["play", "roadwork"], "did you mean roadworks?"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_a_bad_command_line_is_refused(arguments: list[str], said: str, tmp_path: Path) -> None:
    refused(crossfall(*arguments, cwd=tmp_path), said)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("line", "said"), BAD_ARGUMENTS, ids=[line for line, _ in BAD_ARGUMENTS])
def test_every_command_says_in_one_line_what_it_was_given_and_what_it_expected(
    line: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    assert run(line.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("crossfall: ")
    assert len(err.splitlines()) == 1
    assert said in err
    assert [path.name for path in tmp_path.rglob("*")] == ["folder"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_is_told_in_one_line(unbuffered: str, tmp_path: Path) -> None:
    with open("/dev/full", "wb") as full:
        for arguments in (["show", "roadworks:3x3:"], ["generate", "roadworks"], ["--help"]):
            done = subprocess.run(
                [*CROSSFALL, *arguments],
                stdout=full,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                cwd=tmp_path,
                env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            )
            assert done.returncode == 2
            assert done.stderr.splitlines() == [
                "crossfall: the output cannot be written: No space left on device"
            ]


@pytest.mark.skipif(os.name == "nt", reason="descriptors close differently there")
def test_closed_standard_streams_are_no_internal_error(tmp_path: Path) -> None:
    command = " ".join(CROSSFALL)
    for line, code in [
        (f"{command} show roadworks:3x3: >&-", 2),
        (f"{command} check none.toml 2>&-", 2),
        (f"{command} check - <&-", 2),
        (f"{command} play roadworks <&-", 0),
    ]:
        done = subprocess.run(line, shell=True, capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == code, (line, done)
        assert "internal error" not in done.stderr
        assert len(done.stderr.splitlines()) <= 1


def test_a_puzzle_that_is_too_big_for_the_page_or_the_mind_ends_in_order(tmp_path: Path) -> None:
    done = crossfall("solve", "--budget", "1", "roadworks:25x25:", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (3, "")
    done = crossfall("show", "roadworks:25x25:", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


GOOD = '[[puzzle]]\ngame = "roadworks"\nlevel = 2\nclosed = "b4"\n'


@pytest.mark.parametrize(
    ("target", "said"),
    [("folder", "is a folder"), ("none/out.pdf", "no folder"), ("file/out.pdf", "is no folder")],
)
def test_what_cannot_be_written_is_said_before_any_work(
    target: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    (tmp_path / "good.toml").write_text(GOOD)
    refused(crossfall("sheet", "good.toml", "-o", target, cwd=tmp_path), said)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["file", "folder", "good.toml"]
    assert list((tmp_path / "folder").iterdir()) == []


def test_without_permission_nothing_is_written_or_read(tmp_path: Path) -> None:
    locked = tmp_path / "locked"
    locked.mkdir()
    (tmp_path / "good.toml").write_text(GOOD)
    (tmp_path / "secret.toml").write_text(GOOD)
    os.chmod(locked, 0o500)
    os.chmod(tmp_path / "secret.toml", 0)
    try:
        if os.access(locked, os.W_OK):
            pytest.skip("this user may write everywhere")
        done = crossfall("sheet", "good.toml", "-o", "locked/out.pdf", cwd=tmp_path)
        refused(done, "no permission")
        refused(crossfall("check", "secret.toml", cwd=tmp_path), "no permission to read it")
    finally:
        os.chmod(locked, 0o700)


def test_a_flawed_puzzle_is_never_printed(tmp_path: Path) -> None:
    (tmp_path / "flawed.toml").write_text('[[puzzle]]\ngame = "roadworks"\nclosed = ""\n')
    (tmp_path / "out.pdf").write_bytes(b"old")
    done = crossfall("sheet", "flawed.toml", "-o", "out.pdf", cwd=tmp_path)
    assert done.returncode == 1
    assert "several-answers" in done.stderr
    assert (tmp_path / "out.pdf").read_bytes() == b"old"


def test_standard_input_is_refused_like_a_file(tmp_path: Path) -> None:
    done = crossfall("check", "-", stdin='[[puzzle]]\ngame = "chess"\n', cwd=tmp_path)
    refused(done, "standard input: puzzle 1: unknown game 'chess'")
    refused(crossfall("check", "-", cwd=tmp_path), "standard input: no puzzle in it")


@pytest.mark.skipif(os.name == "nt", reason="pipes close differently there")
@pytest.mark.parametrize("command", ["check", "solve", "show", "audit"])
def test_a_reader_that_goes_away_ends_it_with_one_line(command: str, tmp_path: Path) -> None:
    # More than a pipe holds unread, from boards that are quickly judged.
    big = '[[puzzle]]\ngame = "roadworks"\nsize = "9x9"\nfalling = false\nclosed = ""\n'
    (tmp_path / "many.toml").write_text(big * 1_000)
    process = subprocess.Popen(
        [*CROSSFALL, command, "many.toml"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        # Unbuffered, Python itself loses what a closed pipe did not take, without a word.
        env={key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"},
    )
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline()
    process.stdout.close()
    errors = process.stderr.read().decode()
    process.stderr.close()
    assert process.wait(timeout=60) == 141
    assert errors == "crossfall: whoever read the output went away before its end\n"


@pytest.mark.skipif(os.name == "nt", reason="signals differ there")
@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "roadworks:12x12:"],
        ["check", "roadworks:12x12:"],
        ["audit", "roadworks:9x9:"],
        ["sheet", "roadworks:12x12:", "-o", "out.pdf"],
    ],
    ids=lambda value: value[0],
)
def test_ctrl_c_ends_a_long_search_with_one_line(arguments: list[str], tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*CROSSFALL, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    )
    time.sleep(3)  # past the imports, into the search
    assert process.poll() is None, process.communicate()
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert (out, errors) == ("", "crossfall: interrupted\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="signals differ there")
def test_ctrl_c_while_puzzles_are_found_leaves_whole_puzzles_or_nothing(tmp_path: Path) -> None:
    arguments = ["generate", "roadworks", "--level", "4", "--count", "100000", "-o", "many.toml"]
    process = subprocess.Popen(
        [*CROSSFALL, *arguments], stderr=subprocess.PIPE, text=True, cwd=tmp_path
    )
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors.startswith("crossfall: interrupted")
    assert "Traceback" not in errors
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left in ([], ["many.toml"])
    if left:
        assert len(read_records(str(tmp_path / "many.toml"))) > 0
