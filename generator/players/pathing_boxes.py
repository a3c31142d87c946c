"""The computer at Pathing Dots & Boxes: exact within the wave where it can prove it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from crossfall.generator.clocks import Clock
from crossfall.generator.players import Choice
from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError, InputError
from crossfall.solver.pathing_boxes.board import CELL_NAMES, EDGE_NAMES, board
from crossfall.solver.pathing_boxes.conversion import best_conversions, judge_cells
from crossfall.solver.pathing_boxes.drawing import score_text, write_bare, write_drawing
from crossfall.solver.pathing_boxes.notation import read_cell, read_edges, read_rules, write_edges
from crossfall.solver.pathing_boxes.rules import (
    CLASSIC,
    DEFAULT_RULES,
    PLAYERS,
    PathingPosition,
)
from crossfall.solver.pathing_boxes.wave import Wave
from crossfall.solver.records import Record

OPTIONS = ("rules", "finals")
WORK = 150_000  # nodes for one look at a position
LOOK_AHEAD = (2, 1)  # own turns that are still looked at where the whole wave is too long


@dataclass(frozen=True)
class Convert:
    """At a wave's end: the cell the loser converts. Other moves are edges."""

    cell: int


def start(options: Mapping[str, Any]) -> PathingPosition:
    """The classic start under the rules asked for; the finals' own start is not known."""
    rules = read_rules(options.get("rules") or DEFAULT_RULES.name)
    return replace(CLASSIC, rules=rules, board=board(bool(options.get("finals"))))


def about_start(options: Mapping[str, Any]) -> str:
    """What must be said of a start that is not the sources' own; empty if there is nothing."""
    if not options.get("finals"):
        return ""
    return (
        "The finals' own start is not known: this game begins from classic. "
        "--from POSITION gives another."
    )


def clock(name: str) -> Clock:
    """The clock of a rule set: original 2 minutes and 5 in reserve, dm5 1 and 5, waves 5 periods
    of a minute and one more after each wave."""
    rules = read_rules(name)
    if rules.name == "waves":
        return Clock(action=60, reserve=5, period=60, gain=1, gains=_begins_a_wave)
    return Clock(action=120 if rules.name == "original" else 60, reserve=300)


def _begins_a_wave(before: PathingPosition, after: PathingPosition) -> bool:
    return before.is_wave_over() and after.winner() is None


def show(position: PathingPosition) -> str:
    drawn = write_bare(position) if position.is_wave_over() else write_drawing(position)
    return f"{drawn}\n{score_text(position.score)}, {PLAYERS[mover(position)]} to {_verb(position)}"


def _verb(position: PathingPosition) -> str:
    return "convert a cell" if position.is_wave_over() else "swap"


def mover(position: PathingPosition) -> int:
    return position.wave_loser() if position.is_wave_over() else position.turn


def result(position: PathingPosition) -> int | None:
    return position.winner()


def read_move(position: PathingPosition, text: str) -> int | Convert:
    """An open edge like `A1-B1`; at a wave's end a cell like `B2`."""
    if position.is_wave_over():
        cell = read_cell(text)
        if cell not in position.conversions():
            cells = " ".join(CELL_NAMES[c] for c in position.conversions())
            raise InputError(f"{CELL_NAMES[cell]} cannot be converted; expected one of {cells}")
        return Convert(cell)
    edges = read_edges(position.board, [text])
    if len(edges) != 1:
        raise InputError(f"{len(edges)} edges named; expected one, like A1-B1")
    if position.filled >> edges[0] & 1:
        raise InputError(f"{EDGE_NAMES[edges[0]]} is filled already")
    return edges[0]


def play(position: PathingPosition, move: int | Convert) -> tuple[PathingPosition, str]:
    if isinstance(move, Convert):
        after = position.convert(move.cell)
        content = after.contents(move.cell)
        becomes = "becomes empty" if content == "." else f"becomes {content}"
        told = f"{CELL_NAMES[move.cell]} {becomes}; a new wave begins."
        return after, told if after.winner() is None else f"{told} A line stands."
    after = position.play(move)
    told = EDGE_NAMES[move]
    if after.winner() is not None:
        return after, f"{told} makes a line."
    closed = sum(after.score) - sum(position.score)
    if closed:
        told += f" closes {'two boxes' if closed == 2 else 'a box'}"
    if after.is_wave_over():
        told += f"; the wave is over, {score_text(after.score)}"
    elif closed:
        told += f"; {PLAYERS[position.turn]} swaps again"
    return after, f"{told}."


def choose(position: PathingPosition, rng: random.Random, budget: Budget) -> Choice:
    """A swap that forces the line where one is proven; else one after which the opponent cannot,
    a box before others; and it says what it has proven."""
    if position.is_wave_over():
        try:
            cells = list(best_conversions(position, budget.part(WORK), turns=1))
        except BudgetError:
            cells = list(position.conversions())
        return Choice(Convert(rng.choice(cells)), "")
    winning = _winning(position, budget)
    if winning:
        return _told(
            position,
            _quickest(position, winning, budget),
            "I can prove that I win in this wave.",
        )
    holding, when = _holding(position, budget)
    if not holding:
        return Choice(rng.choice(_stubborn(position)), "")
    edge = rng.choice(_greedy(position, holding))
    if when != "in this wave":
        return Choice(edge, "")
    return _told(position, edge, "You cannot force a line in this wave now.")


def _told(position: PathingPosition, edge: int, comment: str) -> Choice:
    """The swap with what is proven of the rest of the wave; nothing is, once there is no rest."""
    return Choice(edge, comment if position.play(edge).moves() else "")


def casual(position: PathingPosition, rng: random.Random) -> int | Convert:
    """Any swap that does not end the game for the other side, a box before others half the time;
    at a wave's end any cell."""
    if position.is_wave_over():
        return Convert(rng.choice(list(position.conversions())))
    moves = list(position.moves())
    mine = [e for e in moves if position.winner_after(e) == position.turn]
    calm = mine or [e for e in moves if position.winner_after(e) is None] or moves
    return rng.choice(_greedy(position, calm) if rng.random() < 0.5 else calm)


def _winning(position: PathingPosition, budget: Budget) -> list[int]:
    """All swaps that force the line as far as it can be searched: in the wave, or by a few turns."""
    for turns in (None, *LOOK_AHEAD):
        try:
            return Wave(position, budget.part(WORK)).winning(turns)
        except BudgetError:
            continue
    return []


def _holding(position: PathingPosition, budget: Budget) -> tuple[list[int], str]:
    """The swaps after which the opponent cannot force its line, and for how long that is proven."""
    for turns in (None, *LOOK_AHEAD):
        try:
            held = Wave(position, budget.part(WORK)).holding(turns)
        except BudgetError:
            continue
        return held, "in this wave" if turns is None else f"within {turns} of its turns"
    return list(position.moves()), ""


def _quickest(position: PathingPosition, winning: list[int], budget: Budget) -> int:
    """The winning swap that needs the fewest turns."""
    wave = Wave(position, budget.part(WORK))
    try:
        for turns in range(1, 20):
            for edge in winning:
                if wave.swap_wins(edge, turns):
                    return edge
    except BudgetError:
        pass
    return winning[0]


def _greedy(position: PathingPosition, edges: list[int]) -> list[int]:
    """Those that close most boxes; without boxes, those that give the opponent none."""

    def worth(edge: int) -> int:
        after = position.play(edge)
        closed = sum(after.score) - sum(position.score)
        if closed or after.is_wave_over():
            return 2 * closed
        return -any(position.board.boxes_closed_by(e, after.filled) for e in after.moves())

    best = max(map(worth, edges))
    return [edge for edge in edges if worth(edge) == best]


def _stubborn(position: PathingPosition) -> list[int]:
    """In a lost position the swaps that do not end the game at once, if there are any."""
    return [e for e in position.moves() if position.winner_after(e) is None] or list(
        position.moves()
    )


def hints(position: PathingPosition, budget: Budget) -> tuple[str, ...]:
    if position.is_wave_over():
        good = [c.cell for c in judge_cells(position, position.wave_loser()) if c.holds]
        if not good:
            return ("Whichever cell you convert, a line follows at once if it is seen.",)
        names = " or ".join(CELL_NAMES[cell] for cell in good[:3])
        return ("Look for a cell that leaves no line on the next turn.", f"Convert {names}.")
    winning = _winning(position, budget)
    if winning:
        names = " or ".join(EDGE_NAMES[edge] for edge in winning[:3])
        closes = position.board.boxes_closed_by(winning[0], position.filled)
        first = "A box comes first." if closes else "You can force your line."
        return (first, f"Swap {names}.")
    holding, when = _holding(position, budget)
    if not when:
        return ("This wave is too long for me to see through yet; give no box away.",)
    if not holding:
        return ("Against best play you lose from here.",)
    if len(holding) == len(position.moves()):
        told = f"Whatever you swap, the opponent cannot force a line {when}."
        return (told, "Take a box, or give none away.")
    names = " or ".join(EDGE_NAMES[edge] for edge in holding[:3])
    return (f"The opponent threatens to force a line {when}.", f"Swap {names}.")


def why(before: PathingPosition, move: int | Convert, budget: Budget) -> str:
    """What there is to say for or against a move."""
    if isinstance(move, Convert):
        judged = judge_cells(before, before.wave_loser())
        cell = next(c for c in judged if c.cell == move.cell)
        name = CELL_NAMES[cell.cell]
        if cell.holds:
            return f"After {name} no line follows on the next turn."
        if cell.threat is not None:
            return (
                f"After {name} the opponent begins with {EDGE_NAMES[cell.threat]} and has a line."
            )
        return f"After {name} the opponent has a line on its first turn, whatever comes before."
    name = EDGE_NAMES[move]
    after = before.play(move)
    if after.winner() is not None:
        return f"{name} made a line, and that ends the game."
    wave = Wave(before, budget.part(WORK))
    own, rival = before.turn, 1 - before.turn
    try:
        if wave.swap_wins(move):
            line = Wave(after, budget.part(WORK)).main_line(own)
            return f"{name} forces the line of {PLAYERS[own]}: for example {write_edges(line)}."
        if not wave.swap_holds(move):
            line = Wave(after, budget.part(WORK)).main_line(rival)
            return f"After {name} {PLAYERS[rival]} forces its line: {write_edges(line)}."
    except BudgetError:
        return f"I cannot prove yet what {name} leads to: the wave is too long."
    return f"After {name} nobody can force a line in this wave; boxes decide it."


def record(position: PathingPosition) -> Record:
    fields: dict[str, Any] = {
        "game": "pathing-boxes",
        "task": "conversion" if position.is_wave_over() else "force-line",
        "rules": position.rules.name,
        "finals": position.board.finals,
        "to_move": PLAYERS[mover(position)],
        "score": score_text(position.score),
    }
    if position.is_wave_over():
        fields["board"] = write_bare(position)
        fields["last"] = PLAYERS[position.last or 0]
    else:
        fields["board"] = write_drawing(position, extra=False)
        fields["filled"] = position.board.edge_list(position.filled)
    return Record(fields)
