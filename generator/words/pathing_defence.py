"""Why one swap alone stops a Pathing threat, as sentences from the solved game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from crossfall.generator.tongues import Tongue
from crossfall.generator.words.pathing_reasons import losing_at_once
from crossfall.generator.words.pathing_telling import any_of, names, tempting, turn_told
from crossfall.solver.pathing_boxes.board import EDGE_NAMES
from crossfall.solver.pathing_boxes.defences import WrongSwaps, threats_of, wrong_defences
from crossfall.solver.pathing_boxes.rules import PLAYERS, PathingPosition
from crossfall.solver.pathing_boxes.solutions import solution
from crossfall.solver.pathing_boxes.tempting import tempting_swaps
from crossfall.solver.pathing_boxes.turns import play_series
from crossfall.solver.position import Findings, Puzzle

MOST_GROUPS = 4
MOST_SINGLE_THREATS = 3

_Series = tuple[int, ...]


def defence_key(puzzle: Puzzle, findings: Findings, tongue: Tongue) -> list[str]:
    """The key to an only-defence puzzle: paragraphs with marks, the answer first."""
    position: PathingPosition = puzzle.position
    stage = solution(puzzle, findings).stages[0]
    answer = stage.swaps[0]
    limit: int | None = puzzle.wishes.get("turns")
    threats = threats_of(position)
    told = [
        " ".join(
            [
                *_held(position, stage.swaps, limit, tongue),
                *_threat_told(position, stage.swaps, threats, tongue),
            ]
        )
    ]
    wrong = wrong_defences(position, answer)
    drawn = [t for t in tempting_swaps(position, {answer}) if t.edge not in wrong.losing][:1]
    rival = PLAYERS[1 - position.turn]
    for tempt in drawn:
        if tempt.edge in wrong.answered:
            turn = turn_told(position.play(tempt.edge), wrong.answered[tempt.edge], tongue=tongue)
            why = tongue.say("then {turn}", turn=turn)
        elif tempt.edge in wrong.going_on:
            why = tongue.say("however the turn goes on, {player} has its line", player=rival)
        else:
            continue
        told.append(tempting(position, tempt, why, tongue))
    told += losing_at_once(position, tongue)
    told += _wrong_told(wrong, rival, {tempt.edge for tempt in drawn}, tongue)
    name = EDGE_NAMES[answer]
    if threats:
        told.append(tongue.say("*Marks:* 1 for {answer}, 1 for naming the threat.", answer=name))
    else:
        told.append(tongue.say("*Marks:* 1 for {answer}.", answer=name))
    return told


def _held(
    position: PathingPosition, swaps: _Series, limit: int | None, tongue: Tongue
) -> tuple[str, ...]:
    """The turn that stops the threat, and that it does; its first swap alone where the rest was not
    found in time."""
    own, rival = PLAYERS[position.turn], PLAYERS[1 - position.turn]
    end = play_series(position, swaps)
    assert end is not None
    turn = f"{turn_told(position, swaps, True, tongue)}."
    if end.winner() is not None:
        return turn, tongue.say("So {player} wins.", player=own)
    if end.is_wave_over():
        return turn, tongue.say("The wave is over, and {player} has no line.", player=rival)
    if end.turn == position.turn:
        return (turn,)
    if limit == 1:
        return turn, tongue.say("Now {player} has no line on its next turn.", player=rival)
    if limit is not None:
        return turn, tongue.say(
            "Now {player} cannot force a line within {number} turns.", player=rival, number=limit
        )
    return turn, tongue.say("Now {player} cannot force a line in this wave.", player=rival)


def _threat_told(
    position: PathingPosition, answer: _Series, threats: Sequence[_Series] | None, tongue: Tongue
) -> list[str]:
    """What the opponent threatens, and what the answer does about it; nothing where it is unknown."""
    if threats is None:
        return []
    rival = PLAYERS[1 - position.turn]
    passed = replace(position, turn=1 - position.turn)
    if not threats:
        return [
            tongue.say(
                "If {player} were to swap now, it had no line; but every other swap gives it one.",
                player=rival,
            )
        ]
    if len(threats[0]) == 1 and 1 < len(threats) <= MOST_SINGLE_THREATS:
        lines = "; ".join(turn_told(passed, threat, tongue=tongue) for threat in threats)
        return [tongue.say("*The threats:* {turns}.", turns=lines)]
    threat = threats[0]
    told = tongue.say("*The threat:* {turn}.", turn=turn_told(passed, threat, tongue=tongue))
    end = play_series(position, answer)
    assert end is not None
    if end.winner() is not None:
        return [told]
    used = [edge for edge in threat if edge in answer]
    if used:
        return [told, tongue.say("After that turn {swap} is filled.", swap=names(used[:1]))]
    if end.is_wave_over() or end.turn == position.turn:
        return [told]
    if play_series(replace(end, turn=passed.turn), threat) is None:
        return [
            told,
            tongue.say(
                "After that turn {player} cannot make all these swaps in a row.", player=rival
            ),
        ]
    return [
        told,
        tongue.count(
            "After that turn {swaps} makes no line.",
            "After that turn {swaps} make no line.",
            len(threat),
            swaps=names(threat),
        ),
    ]


def _wrong_told(wrong: WrongSwaps, rival: str, shown: set[int], tongue: Tongue) -> list[str]:
    """What is to be said of the swaps that do not stop the threat; those in `shown` have been told of."""
    told = _grouped({e: s for e, s in wrong.answered.items() if e not in shown}, rival, tongue)
    vain = [edge for edge in wrong.going_on if edge not in shown]
    if vain:
        told.append(
            tongue.say(
                "After {swaps} the turn goes on, but however it does, {player} has its line.",
                swaps=any_of(vain, tongue),
                player=rival,
            )
        )
    slow = [edge for edge in wrong.later if edge not in shown]
    if slow:
        told.append(
            tongue.say(
                "After {swaps} {player} forces its line too, later in the wave.",
                swaps=any_of(slow, tongue),
                player=rival,
            )
        )
    return told


def _grouped(answered: dict[int, _Series], rival: str, tongue: Tongue) -> list[str]:
    """The swaps that are answered at once, those with the same answer together."""
    groups: dict[_Series, list[int]] = {}
    for edge, series in answered.items():
        groups.setdefault(series, []).append(edge)
    if not groups:
        return []
    ordered = sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
    lines = [
        tongue.say("after {swaps} by {answer}", swaps=any_of(edges, tongue), answer=names(series))
        for series, edges in ordered[:MOST_GROUPS]
    ]
    rest = [edge for _, edges in ordered[MOST_GROUPS:] for edge in edges]
    if rest:
        shown = any_of(sorted(rest, key=lambda e: EDGE_NAMES[e]), tongue)
        lines.append(tongue.say("after {swaps} by another turn", swaps=shown))
    return [
        tongue.say(
            "*Others:* {player} makes its line {lines}.", player=rival, lines="; ".join(lines)
        )
    ]
