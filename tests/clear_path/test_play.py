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


def test_no_first_turn_is_said_to_win_which_the_other_may_take_over() -> None:
    # Without pie a1 wins on 3x3; with it, whoever has it taken over loses.
    for size in ("2x2", "3x3", "4x4", "5x5", "13x13"):
        _, said = play(["why"], human=1, size=size)
        assert "You may take that turn over: type swap." in said[1]
        assert not any("I can prove" in line or "wins: whatever" in line for line in said)
        _, said = play(["hint", "hint", "hint"], size=size)
        assert said[-3].startswith("The other side may take over your first turn")
        assert not any("You can win" in line for line in said)
    # Where the first turn makes a path nobody takes it over.
    for size in ("1x1", "3x1"):
        _, said = play([], human=1, size=size)
        assert said[-1] == "The computer wins."


def test_hints_and_why_know_of_the_swap() -> None:
    match, said = play([], human=1, size="3x3")
    for first, hint, why in (
        ("a1", "Type swap.", "a1 is proven to win for whoever has Red: Blue should swap."),
        ("b1", "Place a1 c1 a2.", "After b1 Blue wins with a1 c1 a2."),
    ):
        match.position, match.past = clear_path.start({"size": "3x3"}), []
        said.append(match._make(clear_path.read_move(match.position, first)))
        match.run(["hint", "hint", "hint", "why"])
        assert said[-2:] == [hint, why]
    taken = match.position
    assert "It loses: Blue wins with a1 c1 a2." in clear_path.why(taken, "swap", Budget())
    match, said = play(["a1", "why"], size="3x3")
    assert "That first turn is proven to win: I take Red's place." in said[2]
    assert said[-1].endswith("It is proven to win, so the swap was right.")


def test_of_turns_that_are_worth_the_same_the_computer_likes_the_middle() -> None:
    empty = clear_path.start({"size": "13x13"}).position
    assert clear_path._sensible(empty, random.Random(1))[0] == empty.board.point("g7")
    # But it does not begin there: the other would swap.
    match, _ = play([], human=1, size="13x13")
    (stone,) = match.position.position.board.names(match.position.position.red)
    assert stone[0] in "abcklm" or stone[1:] in ["1", "2", "3", "11", "12", "13"]


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
        ("f5", r"f5 was surrounded when it was placed \(only e5 beside it is empty\), so another "),
        ("e5", "ends with e5 and cuts Blue off, which is illegal: f1 f2 e3 e4 e5 f6 join Red"),
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
