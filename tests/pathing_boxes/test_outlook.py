"""What `solve` tells of forced lines and of a wave's end, against the audit's board and search."""

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from crossfall.generator.cli import run
from crossfall.solver.audit import Work
from crossfall.solver.audit.pathing_boxes_play import Forcing, State, lined_up
from crossfall.solver.budget import Budget
from crossfall.solver.pathing_boxes.board import CELL_NAMES
from crossfall.solver.pathing_boxes.conversion import next_waves
from crossfall.solver.pathing_boxes.game import GAME
from crossfall.solver.pathing_boxes.rules import PathingPosition
from crossfall.solver.position import Puzzle, SolveOptions
from crossfall.solver.records import Record
from tests.pathing_boxes.positions import audit_state, random_position

CONVERSION = """
[[puzzle]]
game = "pathing-boxes"
task = "conversion"
rules = "waves"
to_move = "X"
last = "Y"
score = "X4 Y5"
board = \"\"\"
X.Y.
X...
YY..
XXY.
\"\"\"
"""


def solved(here: PathingPosition) -> dict:
    puzzle = Puzzle(Record(), "pathing-boxes", "force-line", here)
    (report,) = GAME.solve(puzzle, Budget(), SolveOptions())
    return report


@pytest.mark.parametrize("finals", [False, True])
def test_a_forced_line_is_told_with_its_fewest_turns_and_a_play_to_it(finals: bool) -> None:
    rng = random.Random(f"told {finals}")
    seen = set()
    while len(seen) < 2:
        here, _, _ = random_position(rng, rng.choice(["waves", "dm5"]), finals, 7)
        report, state = solved(here), audit_state(here)
        if report["outcome"] == "open":
            assert "main_line" not in report
            continue
        seen.add(report["outcome"])
        player = report["line_of"]
        assert (player == state.mover) == (report["outcome"] == "win")
        for turns in (report["own_turns"] - 1, report["own_turns"]):
            forced = turns > 0 and Forcing(player, Work()).forces(state, turns)
            assert forced == (turns == report["own_turns"])
        for name in report["main_line"]:
            assert not state.over
            a, b = name.split("-")
            state = state.swap((a, b))
        assert state.over == player


def kind_by_audit(here: PathingPosition, cell: str, turns: int) -> str:
    """What the loser's cell leads to, by the rules of `waves` and `dm5`, on the audit's board."""
    loser = "XY"[here.wave_loser()]
    rival = "YX"["XY".index(loser)]
    end = audit_state(here)
    cells = {**dict(end.cells), cell: rival}
    if lined_up(cells, rival):
        return "line"
    assert here.last is not None
    state = State(end.rules, end.finals, tuple(sorted(cells.items())), frozenset(), "XY"[here.last])
    if Forcing(loser, Work()).forces(state, turns):
        return "win"
    return "loss" if Forcing(rival, Work()).forces(state, turns) else "open"


def check_next_waves(seed: str, number: int, turns: int, cells_each: int) -> set[str]:
    rng = random.Random(seed)
    kinds = set()
    for _ in range(number):
        here, _, _ = random_position(rng, rng.choice(["waves", "dm5"]), rng.random() < 0.5, 0)
        found = next_waves(here, here.wave_loser(), Budget(), turns)
        kind_of = {cell: kind for kind, cells in found.items() for cell in cells}
        assert sorted(kind_of) == sorted(here.conversions())
        for cell in rng.sample(sorted(kind_of), min(cells_each, len(kind_of))):
            kinds.add(kind_of[cell])
            assert kind_of[cell] == kind_by_audit(here, CELL_NAMES[cell], turns)
    return kinds


def test_every_cell_of_a_waves_end_is_what_one_turn_of_the_next_shows() -> None:
    assert check_next_waves("ends", 45, 1, 2) == {"win", "open", "loss", "line"}


@pytest.mark.prove
def test_every_cell_of_a_waves_end_is_what_two_turns_of_the_next_show() -> None:
    check_next_waves("two turns", 6, 2, 2)


@pytest.fixture
def solve(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    def call(*arguments: str) -> tuple[int, str]:
        code = run(["solve", *arguments])
        return code, capsys.readouterr().out

    return call


@pytest.fixture
def wave_end(tmp_path: Path) -> str:
    file = tmp_path / "end.toml"
    file.write_text(CONVERSION)
    return str(file)


def test_solve_says_who_converts_what_is_best_and_who_begins_the_next_wave(
    solve: Callable[..., tuple[int, str]], wave_end: str
) -> None:
    code, said = solve(wave_end)
    assert code == 0
    assert "  converts: X\n" in said
    assert "  next begins: Y\n" in said
    code, told = solve(wave_end, "--json")
    (report,) = json.loads(told)["positions"]
    assert (report["outcome"], report["winning"], report["holding"]) == ("open", [], [])
    assert (report["converts"], report["next_begins"], report["looked_ahead"]) == ("X", "Y", 2)
    # A Y on C2 lets B3-C3 fill column C; one on D3 lets C3-C4 fill row 3.
    assert {"C2", "D3"} <= set(report["next_wave"]["loss"])
    assert report["best_conversion"] == report["next_wave"]["open"]
    line = report["position"]
    assert json.loads(solve(line, "--json")[1])["positions"] == [report]


def test_a_look_into_the_next_wave_that_is_cut_off_is_unknown(
    solve: Callable[..., tuple[int, str]], wave_end: str
) -> None:
    code, told = solve(wave_end, "--json", "--budget", "0.000001")
    (report,) = json.loads(told)["positions"]
    assert (code, report["best_conversion"], report["next_wave"]) == (3, None, None)
