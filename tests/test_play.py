"""A game in the terminal: it is played by the rules, and claims a win only where it has one."""

import random
from pathlib import Path

import pytest

from crossfall.generator.match import Match
from crossfall.generator.players import player
from crossfall.solver.budget import Budget
from crossfall.solver.errors import InputError
from crossfall.solver.roadworks.rules import Position


def play(
    lines: list[str], human: int = 0, seed: int = 0, **options: object
) -> tuple[Match, list[str]]:
    opponent = player("roadworks")
    said: list[str] = []
    match = Match(opponent, opponent.start(options), human, random.Random(seed), said.append)
    match.run(lines)
    return match, said


def test_the_computer_wins_from_every_won_start_whatever_the_person_does() -> None:
    # The second player wins 2x2 and 2x4, the first 3x3 (rules page); the person plays at random.
    for size, human in (("2x2", 0), ("2x4", 0), ("3x3", 1)):
        for seed in range(12):
            rng = random.Random(seed)
            match, _ = play([], human, seed, size=size)
            for _ in range(40):
                if match.player.result(match.position) is not None:
                    break
                moves = list(match.position.moves())
                match.run([match.position.board.name(rng.choice(moves))])
            assert match.player.result(match.position) == 1 - human


def test_undo_takes_back_the_persons_move_and_the_answer_to_it() -> None:
    match, _ = play(["b2", "undo"], level=2)
    assert match.position == player("roadworks").start({"level": 2})
    _, said = play(["undo"], level=2)
    assert said[-1] == "There is nothing of yours to take back."


def test_moves_that_the_rules_forbid_are_refused_with_the_reason() -> None:
    opponent = player("roadworks")
    position: Position = opponent.start({"level": 2})
    for name in ("b2", "a3"):
        move = opponent.read_move(position, name)
        position = opponent.play(position, move)[0]
    for text, reason in [
        ("a1", "a1 is A and is never closed"),
        ("b2", "b2 is closed already"),
        ("a4", "a4 has fallen and cannot be closed"),
        ("z9", "no crossing z9"),
        ("c2 c3", "2 crossings named"),
    ]:
        with pytest.raises(InputError, match=reason):
            opponent.read_move(position, text)


def test_hints_go_from_gentle_to_the_answer() -> None:
    # d3 alone wins here.
    _, said = play(["hint", "hint", "hint"], size="3x3")
    assert said[-1].startswith("Close ")
    assert all(not line.startswith("Close ") for line in said[:-1])


def test_a_lost_computer_leaves_the_fewest_winning_answers() -> None:
    # 3x3 after a winning first closure: whoever moves now has lost.
    opponent = player("roadworks")
    position: Position = opponent.start({"level": 2})
    position = opponent.play(position, opponent.read_move(position, "d1"))[0]
    choice = opponent.choose(position, random.Random(1), Budget())
    assert "win" not in choice.comment


def test_why_names_an_answer_to_every_closure_of_a_won_game() -> None:
    opponent = player("roadworks")
    position: Position = opponent.start({"level": 2})
    told = opponent.why(position, opponent.read_move(position, "d1"), Budget())
    assert told.startswith("d1 wins")
    told = opponent.why(position, opponent.read_move(position, "a2"), Budget())
    assert told.startswith("a2 does not win")


def test_a_game_is_saved_as_a_puzzle_file(tmp_path: Path) -> None:
    from crossfall.solver.records import read_records

    file = tmp_path / "game.toml"
    match, said = play(["b2", f"save {file}"], level=2)
    assert said[-1] == f"Saved to {file}."
    (record,) = read_records(str(file))
    board = match.position.board
    names = [board.name(c) for c in match.position.closures]
    assert record.text("closed").split() == names
    _, said = play([f"save {tmp_path}"], level=2)
    assert "is a folder" in said[-1]


def test_options_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(InputError):
        player("roadworks").start({"level": 2, "size": "3x3"})
    with pytest.raises(InputError):
        player("go")
