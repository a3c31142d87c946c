"""Clear Path in the terminal: by the rules, with the pie rule, claiming a win only with proof."""

from __future__ import annotations

import random

import pytest

from crossfall.generator.match import Match
from crossfall.generator.players import clear_path, player
from crossfall.solver.budget import Budget
from crossfall.solver.clear_path.notation import read_line
from crossfall.solver.errors import InputError
from tests.clear_path import literal
from tests.clear_path.states import drawn


def play(lines: list[str], human: int = 0, **options: object) -> tuple[Match, list[str]]:
    opponent = player("clear-path")
    said: list[str] = []
    match = Match(opponent, opponent.start(options), human, random.Random(0), said.append)
    match.run(lines)
    return match, said


def test_a_game_against_random_turns_ends_with_a_path_and_the_computer_wins_most() -> None:
    wins = 0
    for seed in range(8):
        rng = random.Random(seed)
        match, said = play([], human=seed % 2, size="5x5")
        for _ in range(30):
            if match.player.result(match.position) is not None:
                break
            position = match.position.position
            turn = rng.choice(list(position.moves()))
            order = clear_path.least_order(
                position.board, position.turn, position.own, position.empty, turn
            )
            match.run([clear_path.write_points(position.board, order)])
        assert match.player.result(match.position) is not None
        wins += "The computer wins." in said
    assert wins >= 6


def test_a_good_first_turn_is_taken_by_the_pie_rule_and_the_sides_change() -> None:
    # On 3x3 the corner wins, so whoever goes second takes it.
    match, said = play(["a1"], size="3x3")
    assert any("I take Red's place" in line for line in said)
    assert match.position.swapped
    assert match.player.mover(match.position) == match.human
    assert "Blue to move" in said[-1]
    # The edge loses, so it is left alone.
    match, _ = play(["b1"], size="3x3")
    assert not match.position.swapped


def test_the_person_may_swap_only_right_after_reds_first_turn() -> None:
    match, said = play([], human=1, size="4x4")
    assert "type swap" in said[-1]
    assert match.player.mover(match.position) == 1
    match.run(["swap"])
    assert match.position.swapped
    match.run(["swap"])
    assert "only right after Red's first turn" in said[-1]


def test_illegal_turns_are_refused_with_the_reason() -> None:
    position = read_line("6x6:red:R3BR.2R3.1RB1RB.4RB.BBB2R.BBR2R")
    for text, reason in (
        ("f5", "f5 was surrounded when it was placed, so another stone must follow"),
        ("e5", "cuts Blue off"),
        ("a6", "a6 is not empty"),
        ("z1", "no point 'z1'"),
        ("", "no stone named"),
        ("swap", "only right after"),
    ):
        with pytest.raises(InputError, match=reason):
            clear_path.read_move(position, text)
    series = clear_path.read_move(position, "F5 e5, e2")
    table, told = clear_path.play(position, series)
    assert clear_path.result(table) == 0
    assert "completes the path from bottom to top" in told


def test_a_win_is_claimed_only_where_play_by_the_letter_wins() -> None:
    rng = random.Random(3)
    claimed = 0
    for _ in range(25):
        state = literal.random_state(4, 4, 6, rng)
        position = drawn(
            " ".join(
                "".join(
                    "R" if (x, y) in state[2] else "B" if (x, y) in state[3] else "."
                    for x in range(4)
                )
                for y in reversed(range(4))
            ),
            ("red", "blue")[state[4]],
        )
        if position.outcome().value != "ongoing":
            continue
        choice = clear_path.choose(position, rng, Budget())
        sure = choice.comment == "I can prove that I win."
        assert sure == literal.mover_wins(state)
        claimed += sure
    assert claimed > 5


def test_hints_and_why_tell_the_win_and_the_refutation() -> None:
    match, said = play([], size="6x6")
    match.position = clear_path.Table(read_line("6x6:red:R3BR.2R3.1RB1RB.4RB.BBB2R.BBR2R"))
    match.run(["hint", "hint", "hint"])
    assert said[-3:] == [
        "You can win this turn.",
        "A winning turn of 3 stones starts with f5.",
        "Place f5 e5 e2.",
    ]
    before = match.position
    assert clear_path.why(before, clear_path.read_move(before, "f5 e5 e2"), Budget()).startswith(
        "f5 e5 e2 won"
    )
