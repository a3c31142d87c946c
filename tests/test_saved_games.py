"""A saved game goes on as it would have gone on: nothing that its future depends on is forgotten."""

from __future__ import annotations

import io
import random
from pathlib import Path
from typing import Any

import pytest

from crossfall.generator.bench.matches import read_match
from crossfall.generator.players import begun, player, player_names
from crossfall.solver.pathing_boxes.rules import PathingPosition
from crossfall.solver.records import dump_records, parse_records, record_from_line
from crossfall.solver.verify import read_puzzle
from tests.conftest import Call

STARTS: list[tuple[str, dict[str, object]]] = [
    ("roadworks", {"size": "3x4"}),
    ("roadworks", {"level": 1}),
    ("clear-path", {"size": "3x3"}),
    ("clear-path", {"size": "5x4"}),
    *(
        ("pathing-boxes", {"rules": rules, "finals": finals})
        for rules in ("original", "waves", "dm5")
        for finals in (False, True)
    ),
]


def again(opponent: Any, position: Any) -> Any:
    """The position saved and read back."""
    (record,) = parse_records(dump_records([opponent.record(position)]), "game.toml")
    puzzle = read_puzzle(record)
    assert not puzzle.problems
    return begun(opponent, puzzle)


def future(position: Any) -> tuple[Any, ...]:
    """All that can still matter of a position, written down game by game."""
    if isinstance(position, PathingPosition):
        who = (position.last,) if position.is_wave_over() else (position.turn, position.filled)
        place = position.x, position.y, position.score, position.rules, position.board
        return *place, position.is_wave_over(), *who
    table = getattr(position, "position", None)
    if table is not None:  # Clear Path: the stones, who is to place, whether swap may be said
        return table.board, table.red, table.blue, table.turn, position.first
    return position.board, position.open, position.turn


def test_every_game_is_tried() -> None:
    assert {name for name, _ in STARTS} == set(player_names())


@pytest.mark.parametrize(("name", "options"), STARTS)
def test_a_game_saved_after_any_move_goes_on_the_same(name: str, options: dict[str, Any]) -> None:
    opponent = player(name)
    waves = 0
    for seed in range(6):
        rng = random.Random(seed)
        position = opponent.start(options)
        for _ in range(120):
            if opponent.result(position) is not None:
                break
            assert future(again(opponent, position)) == future(position)
            move = opponent.casual(position, rng)
            if getattr(position, "first", False) and seed % 2:
                move = "swap"
            position, _ = opponent.play(position, move)
            waves += isinstance(position, PathingPosition) and position.is_wave_over()
    assert waves or name != "pathing-boxes"


@pytest.mark.parametrize("moves", [0, 1, 2])
@pytest.mark.parametrize("line", ["roadworks:3x3:?a1,a2,a3,b3,c3,c4,d4,b1,c1,d1,d2,d3,a4,b4"])
def test_a_game_from_live_crossings_alone_keeps_its_board(line: str, moves: int) -> None:
    opponent = player("roadworks")
    position = begun(opponent, read_puzzle(record_from_line(line)))
    for name in ["b3", "d2"][:moves]:
        position, _ = opponent.play(position, opponent.read_move(position, name))
    saved = again(opponent, position)
    assert saved.open == position.open
    assert saved.open.bit_count() < 16


def test_the_swap_is_offered_once_and_after_a_saved_game_not_again(
    call: Call, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def typed(*lines: str, from_: str = "") -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        more = ["--from", from_] if from_ else ["--size", "4x4"]
        code, out, _ = call("play", "clear-path", "--first", "me", "--seed", "1", *more)
        assert code == 0
        return out

    # Red's first turn stands; Blue may still take it over, and that is kept.
    (folder / "one.toml").write_text(
        '[[puzzle]]\ngame = "clear-path"\nto_move = "blue"\nboard = """\n'
        '4 . . . .\n3 . . . .\n2 . R . .\n1 . . . .\n"""\n'
    )
    assert "or type swap" in typed("save open.toml", from_="one.toml")
    assert '"open"' in (folder / "open.toml").read_text()
    assert "or type swap" in typed(from_="open.toml")
    # Whoever began now has Blue and answers: nobody swaps a second time.
    opponent = player("clear-path")
    swapped, _ = opponent.play(begun(opponent, read(folder / "open.toml")), "swap")
    (folder / "made.toml").write_text(dump_records([opponent.record(swapped)]))
    told = typed("swap", from_="made.toml")
    assert "or type swap" not in told
    assert "only right after Red's first turn may you swap" in told
    # The bench is told the same.
    record = read(folder / "made.toml").record
    asked = {"game": "clear-path", "from": "clear-path:4x4:blue:4.4.1R2.4", "human": 0}
    assert read_match(asked).position.first
    features = record.fields["features"]
    assert not read_match({**asked, "features": features}).position.first
    # What says neither is refused.
    bad = (folder / "made.toml").read_text().replace('"made"', '"maybe"')
    (folder / "bad.toml").write_text(bad)
    code, _, err = call("play", "clear-path", "--from", "bad.toml")
    assert code == 2
    assert err == "crossfall: features: swap is 'maybe'; expected open or made\n"


def read(path: Path) -> Any:
    (record,) = parse_records(path.read_text(), path.name)
    return read_puzzle(record)
