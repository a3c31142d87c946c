"""Why a Pathing line cannot be stopped.

Each sentence tells what `solutions` played out or what the exact search found.
"""

from __future__ import annotations

from dataclasses import replace

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
from crossfall.solver.pathing_boxes.turns import play_series
from crossfall.solver.pathing_boxes.wave import Wave
from crossfall.solver.position import Findings, Puzzle

MOST_TRIES = 4

_Series = tuple[int, ...]


def force_key(puzzle: Puzzle, findings: Findings, tongue: Tongue) -> list[str]:
    """The key to a force-line puzzle: paragraphs with marks, the answer first."""
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
    lost = [edge for edge in plan.lost if edge not in helping]
    if lost:
        told.append(
            tongue.say(
                "If {you} swaps {swaps} itself, its own turn ends with {me}'s line.",
                swaps=any_of(lost, tongue),
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
