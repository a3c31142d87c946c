"""What docs/connectivity-in-clauses.md says is so."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from crossfall.solver.sat import encodings
from crossfall.solver.sat.cuts import LazyConnected
from crossfall.solver.sat.formula import Formula
from crossfall.solver.sat.graph import Graph, grid

PAGE = (Path(__file__).parents[2] / "docs" / "connectivity-in-clauses.md").read_text("utf-8")

ENCODINGS: dict[str, Callable[[Formula, Graph, list[int]], object]] = {
    "joined": lambda f, g, on: f.add(encodings.joined(f, g, on, 0, len(g) - 1)),
    "separated": lambda f, g, on: encodings.separated(f, g, on, 0, len(g) - 1),
    "witness path": lambda f, g, on: encodings.witness_path(f, g, on, [0], [len(g) - 1]),
    "connected, order": lambda f, g, on: encodings.connected(f, g, on, 0),
    "connected, layers": lambda f, g, on: encodings.connected_by_layers(f, g, on, 0),
    "connected, lazy": lambda f, g, on: f.extend(LazyConnected(g, on, 0).first_clauses()),
    "on a simple path": lambda f, g, on: encodings.on_simple_path(f, g, on, 0, len(g) - 1),
}


@pytest.mark.parametrize("name", ENCODINGS)
def test_the_sizes_in_the_table_are_those_of_the_encodings(name: str) -> None:
    row = next(line for line in PAGE.splitlines() if line.startswith(f"| {name} |"))
    told = [
        tuple(int(n.replace(",", "")) for n in cell.split("/")) for cell in row.split("|")[2:-1]
    ]
    for size, (variables, clauses) in zip((3, 4, 6, 8, 10), told, strict=True):
        formula = Formula()
        on = formula.fresh(size * size)
        ENCODINGS[name](formula, grid(size, size), on)
        assert (formula.variables - size * size, len(formula.clauses)) == (variables, clauses)


def test_the_cut_drawn_is_the_cut_stated() -> None:
    lazy = LazyConnected(grid(3, 3), list(range(1, 10)), root=0)
    cuts = lazy.cuts(frozenset({1, 4, 7, 8, 3, 6}))
    assert sorted(map(sorted, cuts)) == [[-6, 2, 5, 9], [-3, 2, 5, 9]]


def test_the_code_on_the_page_runs() -> None:
    for code in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL):
        exec(code, {})


def test_the_commands_on_the_page_exist(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from crossfall.generator.cli import run

    monkeypatch.chdir(tmp_path)
    lines = [line for line in PAGE.splitlines() if line.startswith("crossfall ")]
    assert len(lines) == 3
    for line in lines:
        assert run(line.split()[1:]) == 0
    assert "proven" in capsys.readouterr().out
