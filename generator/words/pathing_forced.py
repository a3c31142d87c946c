"""Why a Pathing line cannot be stopped, and why one swap alone stops a threat.

Each sentence tells what `solutions` played out or what the exact search found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from crossfall.generator.tongues import Tongue
from crossfall.generator.words.pathing_reasons import losing_at_once
from crossfall.generator.words.pathing_telling import any_of, names, tempting, turn_told
from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.pathing_boxes.board import EDGE_NAMES
from crossfall.solver.pathing_boxes.replies import Plan
from crossfall.solver.pathing_boxes.rules import PLAYERS, PathingPosition
from crossfall.solver.pathing_boxes.solutions import WORK, Solution, solution
from crossfall.solver.pathing_boxes.tasks import MOST_EXCEPTIONS
from crossfall.solver.pathing_boxes.tempting import tempting_swaps
from crossfall.solver.pathing_boxes.turns import Turn, play_series, winning_turns
from crossfall.solver.pathing_boxes.wave import Wave
from crossfall.solver.position import Findings, Puzzle

MOST_GROUPS = 4
MOST_TRIES = 4
MOST_SINGLE_THREATS = 3

_Series = tuple[int, ...]

# --- force-line ----------------------------------------------------------------------------------


def force_key(puzzle: Puzzle, findings: Findings, tongue: Tongue) -> list[str]:
    position: PathingPosition = puzzle.position
    answer = position.board.edge_number(findings.answers[0].strings[0])
    name = EDGE_NAMES[answer]
    story = solution(puzzle, findings)
    if story.plan is not None:
        first = f"{turn_told(position, story.plan.first, True, tongue)}."
        told = [" ".join([first, *_next_turn(position, story.plan, tongue)])]
    elif len(story.stages) == 2:
        told = [f"{turn_told(position, story.stages[0].swaps, True, tongue)}."]
    else:
        told = [
            tongue.say(
                "**{swap}.** *A line of play:* {turns}.", swap=name, turns=_played(story, tongue)
            ),
            tongue.say("A search of every line of play proves that nothing stops it."),
        ]
    told += _wrong_force(puzzle, answer, tongue)
    if story.plan is None:
        told.append(tongue.say("*Marks:* 1 for {answer}.", answer=name))
    else:
        told.append(
            tongue.say("*Marks:* 1 for {answer}, 1 for the line that follows.", answer=name)
        )
    return told


def _played(story: Solution, tongue: Tongue) -> str:
    return "; ".join(
        f"{PLAYERS[stage.position.turn]}: {turn_told(stage.position, stage.swaps, tongue=tongue)}"
        for stage in story.stages
        if stage.swaps
    )


def _next_turn(position: PathingPosition, plan: Plan, tongue: Tongue) -> list[str]:
    """How the line comes about after the first turn, whatever the opponent does."""
    sides = {"me": PLAYERS[position.turn], "you": PLAYERS[1 - position.turn]}
    after = play_series(position, plan.first)
    assert after is not None
    if not plan.reply:
        return [
            tongue.say(
                "{you} must swap, and whichever way its turn goes, that turn makes the line of {me}.",
                **sides,
            )
        ]
    passed = replace(after, turn=position.turn)
    end = play_series(passed, plan.reply)
    if end is not None and end.winner() == position.turn:
        turn = turn_told(passed, plan.reply, tongue=tongue)
        told = [tongue.say("Now {me} threatens: {turn}.", me=sides["me"], turn=turn)]
    else:  # it needs a swap of the other's
        told = [
            tongue.say(
                "On its next turn {me} plays {swaps} and has its line.",
                me=sides["me"],
                swaps=names(plan.reply),
            )
        ]
    if plan.exceptions:
        told.append(_exceptions(plan, sides["you"], tongue))
    else:
        told.append(_unstoppable(sides, plan.reply, tongue))
    helping = _helping(after, position.turn)
    if helping:
        told.append(
            tongue.say(
                "If {you} swaps {swaps} itself, that makes {me}'s line too.",
                swaps=any_of(helping, tongue),
                **sides,
            )
        )
    return told


def _exceptions(plan: Plan, rival: str, tongue: Tongue) -> str:
    """The turns that stop the threat, each with its answer."""
    number = len(plan.exceptions)
    shown = "; ".join(
        tongue.say("after {turn} comes {answer}", turn=names(e.turn), answer=names(e.answer))
        for e in plan.exceptions[:MOST_EXCEPTIONS]
    )
    if number <= MOST_EXCEPTIONS:
        return tongue.count(
            "Only one turn of {you} stops this, and it has its answer: {answers}.",
            "Only these turns of {you} stop this, each with its answer: {answers}.",
            number,
            you=rival,
            answers=shown,
        )
    return tongue.say(
        "{number} turns of {you} stop this, each with its answer; among them: {answers}.",
        number=number,
        you=rival,
        answers=shown,
    )


def _unstoppable(sides: dict[str, str], reply: _Series, tongue: Tongue) -> str:
    if len(reply) == 1:
        return tongue.say(
            "Whatever else {you} swaps, {swaps} still makes the line.", swaps=names(reply), **sides
        )
    return tongue.say(
        "Whatever else {you} swaps, {me} then swaps {swaps}, in this order, until its line stands.",
        swaps=names(reply),
        **sides,
    )


def _helping(position: PathingPosition, player: int) -> list[int]:
    """The swaps of the other's that make the player's line."""
    return [edge for edge in position.moves() if position.winner_after(edge) == player]


def _wrong_force(puzzle: Puzzle, answer: int, tongue: Tongue) -> list[str]:
    """The tempting swap and the tries, each with what refutes it."""
    position: PathingPosition = puzzle.position
    limit: int | None = puzzle.wishes.get("turns")
    wave = Wave(position, Budget(work=WORK))
    told = []
    shown = {answer}
    try:
        for tempt in tempting_swaps(position, {answer})[:1]:
            why = _refuted(position, tempt.edge, wave, limit, tongue)
            if why:
                told.append(tempting(position, tempt, why, tongue))
                shown.add(tempt.edge)
        tries = []
        for edge in position.moves():
            after = position.play(edge)
            if edge in shown or after.turn == position.turn or after.winner() is not None:
                continue
            replies = _refutations(after, position.turn, wave, limit)
            if len(replies) == 1:
                tries.append(
                    tongue.say(
                        "{swap} (only {answer} stops it)",
                        swap=EDGE_NAMES[edge],
                        answer=EDGE_NAMES[replies[0]],
                    )
                )
        if tries:
            shown_tries = tongue.listed(tries[:MOST_TRIES])
            told.append(tongue.say("*Nearly right:* {tries}.", tries=shown_tries))
    except BudgetError:
        pass
    return told + losing_at_once(position, tongue, shown)


def _refutations(after: PathingPosition, player: int, wave: Wave, limit: int | None) -> list[int]:
    """The opponent's swaps after which `player` can no longer force its line in time."""
    left = None if limit is None else limit - 1
    return [e for e in after.moves() if not wave.forces(after.play(e), player, left)]


def _refuted(
    position: PathingPosition, edge: int, wave: Wave, limit: int | None, tongue: Tongue
) -> str:
    """A clause saying what is wrong with a first swap, empty if there is nothing short to say."""
    after = position.play(edge)
    rival = PLAYERS[1 - position.turn]
    if after.winner() == 1 - position.turn:
        return tongue.say("it makes the line of {player}", player=rival)
    if after.turn == position.turn:
        return tongue.say("however the turn goes on, {player} can then stop the line", player=rival)
    replies = _refutations(after, position.turn, wave, limit)
    if not replies:
        return ""
    winning = [e for e in replies if after.winner_after(e) == 1 - position.turn]
    if winning:
        return tongue.say(
            "{player} answers {swap} and has its own line",
            player=rival,
            swap=EDGE_NAMES[winning[0]],
        )
    return tongue.say("{player} answers {swaps}", player=rival, swaps=any_of(replies[:3], tongue))


# --- only-defence --------------------------------------------------------------------------------


def defence_key(puzzle: Puzzle, findings: Findings, tongue: Tongue) -> list[str]:
    position: PathingPosition = puzzle.position
    stage = solution(puzzle, findings).stages[0]
    answer = stage.swaps[0]
    limit: int | None = puzzle.wishes.get("turns")
    threats = _threats(position)
    told = [
        " ".join(
            [
                *_held(position, stage.swaps, limit, tongue),
                *_threat_told(position, stage.swaps, threats, tongue),
            ]
        )
    ]
    wrong = _wrong_defences(position, answer)
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
    told += wrong.told(rival, {tempt.edge for tempt in drawn}, tongue)
    name = EDGE_NAMES[answer]
    if threats:
        told.append(tongue.say("*Marks:* 1 for {answer}, 1 for naming the threat.", answer=name))
    else:
        told.append(tongue.say("*Marks:* 1 for {answer}.", answer=name))
    return told


def _held(
    position: PathingPosition, swaps: _Series, limit: int | None, tongue: Tongue
) -> tuple[str, str]:
    """The turn that stops the threat, and that it does."""
    own, rival = PLAYERS[position.turn], PLAYERS[1 - position.turn]
    end = play_series(position, swaps)
    assert end is not None
    turn = f"{turn_told(position, swaps, True, tongue)}."
    if end.winner() is not None:
        return turn, tongue.say("So {player} wins.", player=own)
    if end.is_wave_over():
        return turn, tongue.say("The wave is over, and {player} has no line.", player=rival)
    if limit == 1:
        return turn, tongue.say("Now {player} has no line on its next turn.", player=rival)
    if limit is not None:
        return turn, tongue.say(
            "Now {player} cannot force a line within {number} turns.", player=rival, number=limit
        )
    return turn, tongue.say("Now {player} cannot force a line in this wave.", player=rival)


def _threats(position: PathingPosition) -> list[_Series]:
    """The shortest turns by which the opponent would make its line, were it to swap now."""
    passed = replace(position, turn=1 - position.turn)
    try:
        found = [turn.swaps for turn in winning_turns(passed, Budget(work=WORK))]
    except BudgetError:
        return []
    least = min(map(len, found), default=0)
    return sorted(swaps for swaps in found if len(swaps) == least)


def _threat_told(
    position: PathingPosition, answer: _Series, threats: Sequence[_Series], tongue: Tongue
) -> list[str]:
    """What the opponent threatens, and what the answer does about it."""
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
    if end.is_wave_over():
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


@dataclass(frozen=True)
class _Wrong:
    """The swaps that do not stop the threat, each under what happens.

    losing: makes the opponent's line. answered: the turn that makes it next. going_on: keeps the
    turn, in vain. later: the opponent needs more than one turn.
    """

    losing: tuple[int, ...]
    answered: dict[int, _Series]
    going_on: tuple[int, ...]
    later: tuple[int, ...]

    def told(self, rival: str, shown: set[int], tongue: Tongue) -> list[str]:
        """What is to be said of them; those in `shown` have been told of."""
        told = _grouped({e: s for e, s in self.answered.items() if e not in shown}, rival, tongue)
        vain = [edge for edge in self.going_on if edge not in shown]
        if vain:
            told.append(
                tongue.say(
                    "After {swaps} the turn goes on, but however it does, {player} has its line.",
                    swaps=any_of(vain, tongue),
                    player=rival,
                )
            )
        slow = [edge for edge in self.later if edge not in shown]
        if slow:
            told.append(
                tongue.say(
                    "After {swaps} {player} forces its line too, later in the wave.",
                    swaps=any_of(slow, tongue),
                    player=rival,
                )
            )
        return told


def _wrong_defences(position: PathingPosition, answer: int) -> _Wrong:
    """Every swap but the answer. A turn that answers most swaps is told before one that is rare."""
    rival = 1 - position.turn
    losing, going_on, later = [], [], []
    found: dict[int, list[Turn]] = {}
    for edge in position.moves():
        after = position.play(edge)
        if edge == answer:
            continue
        if after.winner() is not None:
            losing.append(edge)
        elif after.turn != rival:
            going_on.append(edge)
        else:
            try:
                found[edge] = list(winning_turns(after, Budget(work=WORK)))
            except BudgetError:
                found[edge] = []
            if not found[edge]:
                later.append(edge)
    counts: dict[_Series, int] = {}
    for answers in found.values():
        for turn in answers:
            counts[turn.swaps] = counts.get(turn.swaps, 0) + 1
    answered = {
        edge: min((t.swaps for t in answers), key=lambda s: (len(s), -counts[s], s))
        for edge, answers in found.items()
        if answers
    }
    return _Wrong(tuple(losing), answered, tuple(going_on), tuple(later))


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
