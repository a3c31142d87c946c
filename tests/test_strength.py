"""Weaker play is weaker, legal and repeatable, and full play is what it was."""

import io
import random
from typing import Any

import pytest

from crossfall.generator.players import Choice, player, player_names
from crossfall.generator.players.strength import EASY, FULL, MEDIUM, Strength, choose, strength
from crossfall.solver.budget import Budget
from crossfall.solver.errors import InputError

SMALL: dict[str, dict[str, Any]] = {
    "roadworks": {"size": "3x3"},
    "clear-path": {"size": "4x4"},
    "pathing-boxes": {},
}


def play_out(game: str, sides: tuple[Strength, Strength], seed: int, most: int = 60) -> Any:
    """A game between two computers: the moves as far as it went, and who won."""
    opponent = player(game)
    position, rng = opponent.start(SMALL[game]), random.Random(seed)
    moves: list[Any] = []
    while opponent.result(position) is None and len(moves) < most:
        side = sides[opponent.mover(position)]
        move = choose(opponent, side, position, rng, Budget()).move
        moves.append(move)
        position, _ = opponent.play(position, move)
    return moves, opponent.result(position)


def test_the_weaker_one_loses_more_often() -> None:
    # The first player wins the empty 3x3 board: only mistakes let the second player win it.
    lost = {
        side.name: sum(play_out("roadworks", (side, FULL), seed)[1] == 1 for seed in range(40))
        for side in (EASY, MEDIUM, FULL)
    }
    assert lost["full"] == 0 < lost["medium"] < lost["easy"] < 40


@pytest.mark.parametrize("game", SMALL)
def test_the_same_seed_gives_the_same_weak_moves(game: str) -> None:
    first = play_out(game, (EASY, EASY), 3, most=6)
    assert first == play_out(game, (EASY, EASY), 3, most=6)
    assert any(first != play_out(game, (EASY, EASY), seed, most=6) for seed in range(4, 8))


@pytest.mark.parametrize("game", SMALL)
def test_moves_without_looking_ahead_are_legal_to_the_end(game: str) -> None:
    careless = Strength("careless", "careless", 1.0)
    for seed in range(8):
        # `play` of each game refuses illegal moves; what a person could type must be accepted too.
        moves, _ = play_out(game, (careless, careless), seed, most=200)
        assert moves


def test_a_weak_computer_closes_no_crossing_that_loses_at_once_while_another_is_safe() -> None:
    opponent = player("roadworks")
    for seed in range(30):
        position = opponent.start({"size": "3x3"})
        rng = random.Random(seed)
        while position.safe:
            position, _ = opponent.play(position, opponent.casual(position, rng))
            assert opponent.result(position) is None


def test_a_weak_computer_claims_no_win_and_full_strength_is_the_players_own_choice() -> None:
    opponent = player("roadworks")
    start = opponent.start({"size": "3x3"})
    for seed in range(20):
        told = choose(opponent, EASY, start, random.Random(seed), Budget())
        assert told.comment == ""
    own: Choice = opponent.choose(start, random.Random(5), Budget())
    assert choose(opponent, FULL, start, random.Random(5), Budget()) == own


def test_every_game_that_is_played_can_be_played_weaker() -> None:
    assert "strength" not in player_names()
    assert set(SMALL) <= set(player_names())
    for name in player_names():
        assert callable(player(name).casual)


def test_an_unknown_strength_is_told_with_the_nearest(call) -> None:
    with pytest.raises(InputError, match="medium"):
        strength("mediun")
    code, out, err = call("play", "roadworks", "--strength", "mediun")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "did you mean medium" in err


def test_the_terminal_says_that_it_plays_weaker_and_hints_stay_exact(
    call, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ["play", "roadworks", "--level", "2"]
    said = []
    for more in (["--strength", "easy"], []):
        monkeypatch.setattr("sys.stdin", io.StringIO("hint\nhint\nhint\n"))
        code, out, _ = call(*asked, *more)
        assert code == 0
        said.append(out)
    weak, full = said
    assert "weaker on purpose" in weak
    assert "weaker" not in full
    assert weak.splitlines()[-3:] == full.splitlines()[-3:]
    # The empty 3x3 board is won by these alone.
    assert any(f"Close {name}" in weak for name in ("d1", "c2", "b3", "a4"))
