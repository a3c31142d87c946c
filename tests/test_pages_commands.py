"""The commands that README.md and docs/ tell people to type do what the pages say, in their order."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from crossfall.generator.cli import run

TOP = Path(__file__).parents[1]

# What would only take long: numbers that are as good when they are small.
SMALLER = {
    "--count 5000": "--count 4",
    "--count 200": "--count 20",
    "--workers 8": "--workers 2",
    "--variants 30": "--variants 2",
    "--level 4 --count 6": "--level 3 --count 2",
}
# Other tests print books and play games; a cluster is none of these pages' machine.
ELSEWHERE = re.compile(r"serve|play |book \S+ -o|lesson |generate .*--backend dask")


def typed(page: str) -> Iterator[str]:
    """The whole commands of a page, each as its shell would get it: in blocks, and in tables."""
    for block, cell in re.findall(r"^```sh\n(.*?)^```|`(crossfall [^`\n]*)`", page, re.M | re.S):
        for line in (block or cell).splitlines():
            found = re.fullmatch(r"(?:\.venv/bin/)?crossfall (.*?)(?:\s+#.*)?", line)
            if found and "…" not in found[1] and re.search(r"\s", found[1].strip()):
                yield found[1]


def puzzle_file(page: str) -> str:
    """The puzzle file that a page shows."""
    found = re.search(r"^```toml\n(\[\[puzzle\]\].*?)^```", page, re.M | re.S)
    assert found
    return found[1]


@pytest.mark.parametrize(
    "name", ["README.md", "docs/library.md", "docs/certificates.md", "docs/languages.md"]
)
def test_the_commands_of_a_page_do_what_it_says(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    readme = (TOP / "README.md").read_text("utf-8")
    monkeypatch.chdir(tmp_path)
    Path("out").mkdir()
    Path("mine.toml").write_text(puzzle_file(readme), "utf-8")
    if name != "README.md":  # it makes this file itself, and other pages go on from there
        six = "generate roadworks --level 3 --difficulty 1 --count 6 --seed 7 -o six.toml"
        assert run(shlex.split(six)) == 0
    ran = 0
    for line in typed((TOP / name).read_text("utf-8")):
        if ELSEWHERE.match(line):
            continue
        for given, less in SMALLER.items():
            line = line.replace(given, less)
        arguments = shlex.split(line)
        into = arguments.index(">") if ">" in arguments else len(arguments)
        capsys.readouterr()
        code = run(arguments[:into])
        out, err = capsys.readouterr()
        assert code == 0, (line, err)
        if into < len(arguments):
            Path(arguments[into + 1]).write_text(out, "utf-8")
        ran += 1
    assert ran
