"""Nothing that is read, kept or written beside is lost under what a command writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from crossfall.generator.cli import run

PUZZLE = '[[puzzle]]\ngame = "roadworks"\nlevel = 2\nclosed = "c1 b4 b2"\n'
BOOK = 'title = "T"\n[[chapter]]\npuzzles = "mine.toml"\n'
REFUSED = "this command uses it for something else; name another file"


@pytest.fixture
def here(folder: Path) -> Path:
    (folder / "mine.toml").write_text(PUZZLE)
    (folder / "book.toml").write_text(BOOK)
    for name in ("mask.txt", "mask.cnf"):
        (folder / name).write_text("...?B\n..??.\n???.?\n..?..\nA....\n")
    (folder / "link.toml").symlink_to("mine.toml")
    return folder


@pytest.mark.parametrize(
    "line",
    [
        "sheet mine.toml -o mine.toml",
        "sheet mine.toml -o ./link.toml",
        "sheet mine.toml --certificate mine.proof -o mine.proof",
        "sheet mine.toml --replace 1 --save other.toml -o other.toml",
        "sheet mine.toml --mark X --library new.sqlite -o new.sqlite",
        "check mine.toml --certificate mine.toml",
        "show mine.toml --svg mine.toml",
        "show mine.toml --svg board --png board",
        "generate roadworks -o new.toml --certificate new.toml",
        "generate roadworks -o new.toml --library new.toml",
        "book book.toml -o book.toml",
        "book book.toml -o book.puzzles.toml",
        "book book.toml -o book.pdf --puzzles book.toml",
        "book book.toml -o book.pdf --puzzles mine.toml",
        "book book.toml -o mine.toml",
        "repair mine.toml -o mine.toml",
        "repair ./mine.toml -o link.toml",
        "compose roadworks --mask mask.txt --task winning-move -o mask.txt",
        "compose roadworks --mask mask.cnf --proof mask",
        "compose roadworks --size 3x3 --task what-falls --fall 3 -o x.cnf --proof x",
        "table build 2x2 -o new.xz --stock new.xz",
        "table build 2x2 -o new.xz --stock new.xz.unfinished",
    ],
)
def test_no_command_writes_over_a_file_that_it_uses(
    line: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path.name: path.read_bytes() for path in here.iterdir()}
    assert run(line.split()) == 2
    errors = capsys.readouterr().err
    assert REFUSED in errors
    assert len(errors.splitlines()) == 1
    assert {path.name: path.read_bytes() for path in here.iterdir()} == before


@pytest.mark.parametrize(
    "line",
    [
        "library export --library kept.sqlite -o kept.sqlite",
        "library export -o kept.sqlite --library other.sqlite",
        "generate roadworks -o kept.sqlite",
        "show mine.toml --svg kept.sqlite",
        "sheet mine.toml -o kept.sqlite",
        "lesson roadworks -o kept.sqlite",
    ],
)
def test_nothing_is_written_over_a_library(
    line: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("kept.sqlite", "other.sqlite"):
        assert run(["library", "add", "mine.toml", "--library", name]) == 0
    before = (here / "kept.sqlite").read_bytes()
    capsys.readouterr()
    assert run(line.split()) == 2
    assert "kept.sqlite" in capsys.readouterr().err
    assert (here / "kept.sqlite").read_bytes() == before


@pytest.mark.parametrize(
    "line",
    [
        "library export --unused --mark X -o out.toml",
        "library mark X 1",
        "library mark X --remove mine.toml",
        "library remove 1",
    ],
)
def test_only_adding_makes_a_library(
    line: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(line.split()) == 2
    assert "no such library; `crossfall library add` makes one" in capsys.readouterr().err
    assert not (here / "crossfall.sqlite").exists()


LONG = "a" * 100 + "b" * 100


@pytest.mark.parametrize(
    "line",
    [
        "sheet mine.toml -o {}/{}.pdf",
        "sheet mine.toml -o {}.pdf/",
        "sheet {}.toml -o x.pdf",
        "generate roadworks -o {}/{}.toml",
        "show {}/{}.toml",
        "library list --library {}.sqlite",
        "library add mine.toml --library {}/{}.sqlite",
        "book {}.toml -o x.pdf",
        "check mine.toml --certificate {}/{}",
        "audit mine.toml --certificate {}",
        "compose check-proof {}.cnf {}.drup",
        "compose roadworks --mask {}.txt",
        "repair {}/{}.toml",
        "play roadworks --from {}/{}.toml",
        "table build 2x2 -o {}/{}.xz",
        "lesson roadworks -o {}/{}.pdf",
    ],
)
def test_long_names_of_files_are_cut_in_the_middle(
    line: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(line.format(LONG, LONG).split()) == 2
    (told,) = capsys.readouterr().err.splitlines()
    assert "aaaaaaaaaa" in told
    assert "…" in told
    assert "bbbbbbbbbb" in told
    assert len(told) < 400
    assert 101 * "a" not in told


def test_what_is_written_and_cannot_be_is_named_short(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from crossfall.generator import output
    from crossfall.solver.errors import InputError

    def full(path: str, payload: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(output, "_replace", full)
    with pytest.raises(InputError) as caught:
        output.write_output(f"{LONG}.pdf", b"x")
    assert str(caught.value) == (
        f"{'a' * 60}…{'b' * 55}.pdf: cannot be written (No space left on device)"
    )
