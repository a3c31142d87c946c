"""Playing Pathing against the computer: legal, proven where it says so, with the sources' clocks."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import CliRunner

from crossfall.generator.clocks import Clock
from crossfall.generator.commands.play import command
from crossfall.generator.match import Match
from crossfall.generator.players import pathing_boxes as player
from crossfall.solver.budget import Budget
from crossfall.solver.errors import InputError
from crossfall.solver.pathing_boxes.board import EDGE_NAMES
from crossfall.solver.pathing_boxes.game import GAME
from crossfall.solver.pathing_boxes.rules import PathingPosition
from crossfall.solver.pathing_boxes.wave import Wave
from tests.pathing_boxes.positions import position, random_position, swaps

RULES_AND_BOARDS = [
    ("original", False),
    ("waves", True),
    ("dm5", False),
    *(
        pytest.param(*slow, marks=pytest.mark.prove)
        for slow in (("original", True), ("waves", False), ("dm5", True))
    ),
]


@pytest.mark.parametrize(("rules", "finals"), RULES_AND_BOARDS)
def test_the_computer_plays_whole_games_by_the_rules(rules: str, finals: bool) -> None:
    here = player.start({"rules": rules, "finals": finals})
    rng = random.Random(f"{rules} {finals}")
    for _ in range(400):
        if player.result(here) is not None:
            break
        if player.mover(here) == 0:
            move: Any = player.choose(here, rng, Budget()).move
        elif here.is_wave_over():
            move = player.Convert(rng.choice(list(here.conversions())))
        else:
            quiet = [e for e in here.moves() if here.winner_after(e) is None]
            move = rng.choice(quiet or list(here.moves()))
        here, told = player.play(here, move)
        assert told
    assert player.result(here) is not None


def test_the_finals_own_start_is_said_to_be_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    line = "pathing-boxes:waves-finals:X:YX1Y.X2X.Y2Y.X1YX:A1D1:X0Y0"
    for arguments, said in (
        (["--finals"], True),
        (["--finals", "--rules", "dm5"], True),
        ([], False),
        (["--from", line], False),
    ):
        told = CliRunner().invoke(command, ["pathing-boxes", *arguments]).output
        assert ("own start is not known" in told) == said
        assert ("begins from classic" in told and "--from" in told) == said
        assert "A   B" in told or "A B" in told


def test_what_the_computer_calls_proven_is_proven() -> None:
    rng = random.Random(2)
    proven = 0
    while proven < 6:
        here, _, _ = random_position(rng, "waves", False, 8)
        choice = player.choose(here, rng, Budget())
        if "prove that I win" in choice.comment:
            proven += 1
            assert choice.move in Wave(here, Budget()).winning()
        elif "cannot force" in choice.comment:
            assert choice.move in Wave(here, Budget()).holding()


def test_nothing_is_said_of_the_rest_of_a_wave_that_is_over() -> None:
    line = position("XXX. ...X .... ....", to_move="X")
    won = player.choose(line, random.Random(1), Budget())
    assert (line.play(won.move).winner(), won.comment) == (0, "")
    last = " ".join(name for name in EDGE_NAMES[:24] if name != "A1-A2")
    end = player.choose(
        position("X.Y. X... .Y.. ....", last, "X", (3, 5)), random.Random(1), Budget()
    )
    assert end.comment == ""


def test_at_a_waves_end_the_loser_types_a_cell() -> None:
    rng = random.Random(3)
    here, _, _ = random_position(rng, "waves", False, 0)
    cell = here.conversions()[0]
    assert player.read_move(here, _name(cell)) == player.Convert(cell)
    with pytest.raises(InputError):
        player.read_move(here, "A1-B1")
    assert player.mover(here) == here.wave_loser()


def _name(cell: int) -> str:
    return "ABCD"[cell % 4] + str(cell // 4 + 1)


def test_moves_that_are_none_are_refused_with_a_reason() -> None:
    here = swaps(player.start({}), "A1-B1")
    for text, told in [("A1-B1", "filled already"), ("A1-C1", "not neighbours"), ("", "0 edges")]:
        with pytest.raises(InputError, match=told):
            player.read_move(here, text)


def test_a_saved_game_reads_back() -> None:
    rng = random.Random(4)
    for open_edges in (0, 7, 20):
        here, _, _ = random_position(rng, "dm5", True, open_edges)
        puzzle = GAME.read(player.record(here))
        assert puzzle.problems == ()
        back = puzzle.position
        assert (back.x, back.y, back.filled, back.score) == (
            here.x,
            here.y,
            here.filled,
            here.score,
        )


def test_why_names_the_line_that_refutes_a_swap() -> None:
    here = position("YYY. .... ...Y .X..", to_move="X")
    told = player.why(here, here.board.edge_number("B3-B4"), Budget())
    assert "forces its line" in told or "cannot prove" in told
    threat = position("YYY. ...Y .... .X..", to_move="X")
    assert "D1-D2" in player.why(threat, threat.board.edge_number("A3-A4"), Budget())


# --- clocks --------------------------------------------------------------------------------------


def test_time_beyond_the_action_comes_from_the_reserve_until_it_is_spent() -> None:
    clock = player.clock("original")
    clock.charge(119)
    assert clock.reserve == 300
    clock.charge(120 + 299)
    assert (clock.reserve, clock.is_spent) == (1, False)
    clock.charge(122)
    assert clock.is_spent
    assert player.clock("dm5").action == 60


def test_waves_counts_periods_and_adds_one_after_each_wave() -> None:
    clock = player.clock("waves")
    clock.charge(59)
    assert clock.reserve == 5
    clock.charge(130)
    assert clock.reserve == 3
    rng = random.Random(5)
    end, _, _ = random_position(rng, "waves", False, 0)
    after = next(a for c in end.conversions() if (a := end.convert(c)).winner() is None)
    clock.moved(end, after)
    assert clock.reserve == 4
    clock.moved(after, after.play(0))
    assert clock.reserve == 4


def test_a_spent_clock_loses_the_game() -> None:
    seconds = iter(range(0, 100_000, 400))
    said: list[str] = []
    start: PathingPosition = player.start({})
    match = Match(
        player,
        start,
        human=0,
        rng=random.Random(1),
        say=said.append,
        clock=Clock(action=60, reserve=300),
        now=lambda: float(next(seconds)),
    )
    match.run(_typed("A1-B1", "A1-A2"))
    assert said[-1] == "Your time is spent. The computer wins."
    assert match.position == start


def _typed(*lines: str) -> Iterator[str]:
    yield from lines
