"""A journal beside a search that was broken off, changed by hand and sealed again: taken up as far as
it makes sense, refused otherwise."""

from __future__ import annotations

import json
import zlib
from pathlib import Path

import pytest

from crossfall.generator import journal as journals
from crossfall.solver.errors import InputError
from tests.conftest import Call

HEADING = {"game": "roadworks", "seed": "1"}
LOOK = {
    "payload": [1], "difficulty": 2, "rank": 0, "lacks": [], "places": ["a", [1, "b"]],
    "shares": ["x"], "canonical": "c", "looks": [[1, 2], [3]],
}  # fmt: skip
PUZZLE = b'\n[[puzzle]]\ngame = "roadworks"\nclosed = "b4"\n'


def sealed(entry: object, block: bytes = b"") -> bytes:
    told = entry if isinstance(entry, bytes) else json.dumps(entry, sort_keys=True).encode()
    return block + b"#: %08x %s\n" % (zlib.crc32(block + told), told)


def ranged(*looks: object) -> bytes:
    return sealed({"range": 0, "looks": list(looks)})


HEAD = journals.FIRST_LINE + sealed(HEADING)
GOOD = {
    "nothing": b"",
    "a range": ranged(3, ["beyond", "x"], LOOK),
    "a puzzle": sealed({"puzzle": "c"}, PUZZLE),
}
STRANGE = {
    "a list": sealed([1, 2]),
    "a text": sealed("puzzle"),
    "an empty table": sealed({}),
    "nesting": sealed(b"[" * 100_000),
    "no JSON": sealed(b"{"),
    "a wrong number": sealed({"range": 5, "looks": []}),
    "no looks": sealed({"range": 0}),
    "looks in a text": sealed({"range": 0, "looks": "abc"}),
    "looks without end": ranged(10**12),
    "looks below none": ranged(-5),
    "a yes": ranged(True),
    "half a look": ranged(2.5),
    "no look": ranged(None),
    "a text for a look": ranged("x"),
    "a short list": ranged(["a"]),
    "a list of lists": ranged([["a"], "b"]),
    "an empty look": ranged({}),
    "a look with more": ranged({**LOOK, "more": 1}),
    "NaN": sealed(b'{"range": 0, "looks": [NaN]}'),
    **{
        f"a strange {key}": ranged({**LOOK, key: value})
        for key, value in (
            ("difficulty", "2"),
            ("rank", None),
            ("canonical", 7),
            ("lacks", "x"),
            ("shares", [1]),
            ("places", [{"a": 1}]),
            ("places", {"a": 1}),
            ("looks", [["x"]]),
        )
    },
    "a puzzle with a number": sealed({"puzzle": 5}, PUZZLE),
    "a puzzle with a list": sealed({"puzzle": []}, PUZZLE),
    "a puzzle without one": sealed({"puzzle": "c"}),
    "two puzzles": sealed({"puzzle": "c"}, PUZZLE + PUZZLE),
    "nonsense": sealed({"puzzle": "c"}, b"nonsense\n"),
    "no text": sealed({"puzzle": "c"}, b"\xff\xfe\n"),
    "NUL": b"\0" * 1_000_000,
    "a line without end": b"x" * 1_000_000,
}


@pytest.mark.parametrize("kind", STRANGE)
def test_what_no_run_writes_is_cut_off_and_what_stands_before_it_counts(
    kind: str, folder: Path
) -> None:
    for name, before in GOOD.items():
        Path("x.toml.part").write_bytes(HEAD + before + STRANGE[kind])
        taken = journals.Journal("x.toml", HEADING)
        assert taken.resumed == (name == "a range", name == "a puzzle")
        for number in range(taken.ranges):
            assert len(list(taken.looks(number))) == 5
        taken.close(done=False)
        if before:
            assert Path("x.toml.part").read_bytes() == HEAD + before


STRANGE_HEADS = {
    "a list": sealed([1]),
    "a text": sealed("x"),
    "nesting": sealed(b"[" * 100_000),
    "another run": sealed({"game": {"a\x1b[2J": [1] * 10_000}}),
}


@pytest.mark.parametrize("kind", STRANGE_HEADS)
def test_a_heading_that_no_run_writes_is_refused_and_left(kind: str, folder: Path) -> None:
    part = Path("x.toml.part")
    part.write_bytes(journals.FIRST_LINE + STRANGE_HEADS[kind] + GOOD["a range"])
    before = part.read_bytes()
    with pytest.raises(InputError, match=r"x\.toml\.part: "):
        journals.Journal("x.toml", HEADING)
    assert part.read_bytes() == before


def test_a_payload_that_no_finder_gave_is_called_damaged(folder: Path, call: Call) -> None:
    wish = ["generate", "roadworks", "--level", "2", "--count", "4", "--workers", "1", "--budget"]
    assert call(*wish, "0.000001", "-o", "x.toml")[0] == 3
    (folder / "x.toml.part").unlink(missing_ok=True)
    # What is asked for stands in the heading.
    stopped = journals.Journal("x.toml", _heading())
    stopped._write(ranged(*({**LOOK, "canonical": str(n), "looks": [[n]]} for n in range(9))))
    stopped._file.close()
    code, _, err = call(*wish, "30", "-o", "x.toml")
    assert code == 2
    assert "x.toml.part: damaged; remove it to begin anew" in err
    assert not (folder / "x.toml").exists()


def _heading() -> dict[str, str]:
    from crossfall.generator.finders import Wish
    from crossfall.generator.operations import _heading as heading

    return heading("roadworks", Wish("winning-move", 4, 0, None, options={"level": 2}))


def test_a_journal_is_written_through_no_link(folder: Path, call: Call) -> None:
    Path("victim").touch()
    Path("x.toml.part").symlink_to("victim")
    code, _, err = call("generate", "roadworks", "--workers", "1", "-o", "x.toml")
    assert (code, "is no ordinary file" in err) == (2, True)
    assert Path("victim").read_bytes() == b""
