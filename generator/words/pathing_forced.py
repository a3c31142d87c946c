"""Why a Pathing line cannot be stopped, and why one swap alone stops a threat.

Each sentence tells what `solutions` played out or what the exact search found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from crossfall.generator.words.english import listed
from crossfall.generator.words.pathing_reasons import losing_at_once
from crossfall.generator.words.pathing_telling import any_of, names, turn_told
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


def force_key(puzzle: Puzzle, findings: Findings) -> list[str]:
    position: PathingPosition = puzzle.position
    answer = position.board.edge_number(findings.answers[0].strings[0])
    story = solution(puzzle, findings)
    if story.plan is not None:
        first = f"{turn_told(position, story.plan.first, bold=True)}."
        told = [" ".join([first, *_next_turn(position, story.plan)])]
    elif len(story.stages) == 2:
        told = [f"{turn_told(position, story.stages[0].swaps, bold=True)}."]
    else:
        told = [f"**{EDGE_NAMES[answer]}.** *A line of play:* {_played(story)}."]
        told.append("A search of every line of play proves that nothing stops it.")
    told += _wrong_force(puzzle, answer)
    if story.plan is None:
        told.append(f"*Marks:* 1 for {EDGE_NAMES[answer]}.")
    else:
        told.append(f"*Marks:* 1 for {EDGE_NAMES[answer]}, 1 for the line that follows.")
    return told


def _played(story: Solution) -> str:
    return "; ".join(
        f"{PLAYERS[stage.position.turn]}: {turn_told(stage.position, stage.swaps)}"
        for stage in story.stages
        if stage.swaps
    )


def _next_turn(position: PathingPosition, plan: Plan) -> list[str]:
    """How the line comes about after the first turn, whatever the opponent does."""
    own, rival = PLAYERS[position.turn], PLAYERS[1 - position.turn]
    after = play_series(position, plan.first)
    assert after is not None
    if not plan.reply:
        return [f"Whatever {rival} swaps now makes the line of {own}."]
    passed = replace(after, turn=position.turn)
    end = play_series(passed, plan.reply)
    if end is not None and end.winner() == position.turn:
        told = [f"Now {own} threatens: {turn_told(passed, plan.reply)}."]
    else:  # it needs a swap of the other's
        told = [f"On its next turn {own} plays {names(plan.reply)} and has its line."]
    number = len(plan.exceptions)
    helping = _helping(after, position.turn)
    if not number:
        told.append(_unstoppable(rival, plan.reply))
    else:
        shown = "; ".join(
            f"after {names(e.turn)} comes {names(e.answer)}"
            for e in plan.exceptions[:MOST_EXCEPTIONS]
        )
        if number == 1:
            told.append(f"Only one turn of {rival} stops this, and it has its answer: {shown}.")
        elif number <= MOST_EXCEPTIONS:
            told.append(f"Only these turns of {rival} stop this, each with its answer: {shown}.")
        else:
            told.append(
                f"{number} turns of {rival} stop this, each with its answer; among them: {shown}."
            )
    if helping:
        told.append(f"If {rival} swaps {any_of(helping)} itself, that makes {own}'s line too.")
    return told


def _unstoppable(rival: str, reply: _Series) -> str:
    if len(reply) == 1:
        return f"Whatever else {rival} swaps, {names(reply)} still makes the line."
    return f"Whatever {rival} swaps, {names(reply)} make the line, if fewer of them do not."


def _helping(position: PathingPosition, player: int) -> list[int]:
    """The swaps of the other's that make the player's line."""
    return [edge for edge in position.moves() if position.winner_after(edge) == player]


def _wrong_force(puzzle: Puzzle, answer: int) -> list[str]:
    """The tempting swap and the tries, each with what refutes it."""
    position: PathingPosition = puzzle.position
    limit: int | None = puzzle.wishes.get("turns")
    wave = Wave(position, Budget(work=WORK))
    told = []
    shown = {answer}
    try:
        for tempt in tempting_swaps(position, {answer})[:1]:
            why = _refuted(position, tempt.edge, wave, limit)
            if why:
                told.append(f"*Tempting:* {tempt.told}, but {why}.")
                shown.add(tempt.edge)
        tries = []
        for edge in position.moves():
            after = position.play(edge)
            if edge in shown or after.turn == position.turn or after.winner() is not None:
                continue
            replies = _refutations(after, position.turn, wave, limit)
            if len(replies) == 1:
                tries.append(f"{EDGE_NAMES[edge]} (only {EDGE_NAMES[replies[0]]} stops it)")
        if tries:
            told.append(f"*Nearly right:* {listed(tries[:MOST_TRIES])}.")
    except BudgetError:
        pass
    return told + losing_at_once(position, shown)


def _refutations(after: PathingPosition, player: int, wave: Wave, limit: int | None) -> list[int]:
    """The opponent's swaps after which `player` can no longer force its line in time."""
    left = None if limit is None else limit - 1
    return [e for e in after.moves() if not wave.forces(after.play(e), player, left)]


def _refuted(position: PathingPosition, edge: int, wave: Wave, limit: int | None) -> str:
    """A clause saying what is wrong with a first swap, empty if there is nothing short to say."""
    after = position.play(edge)
    rival = PLAYERS[1 - position.turn]
    if after.winner() == 1 - position.turn:
        return f"it makes the line of {rival}"
    if after.turn == position.turn:
        return f"however the turn goes on, {rival} can then stop the line"
    replies = _refutations(after, position.turn, wave, limit)
    if not replies:
        return ""
    winning = [e for e in replies if after.winner_after(e) == 1 - position.turn]
    if winning:
        return f"{rival} answers {EDGE_NAMES[winning[0]]} and has its own line"
    return f"{rival} answers {any_of(replies[:3])}"


# --- only-defence --------------------------------------------------------------------------------


def defence_key(puzzle: Puzzle, findings: Findings) -> list[str]:
    position: PathingPosition = puzzle.position
    stage = solution(puzzle, findings).stages[0]
    answer = stage.swaps[0]
    limit: int | None = puzzle.wishes.get("turns")
    threats = _threats(position)
    told = [
        " ".join(
            [_held(position, stage.swaps, limit), *_threat_told(position, stage.swaps, threats)]
        )
    ]
    wrong = _wrong_defences(position, answer)
    tempting = [t for t in tempting_swaps(position, {answer}) if t.edge not in wrong.losing][:1]
    rival = PLAYERS[1 - position.turn]
    for tempt in tempting:
        if tempt.edge in wrong.answered:
            line = turn_told(position.play(tempt.edge), wrong.answered[tempt.edge])
            told.append(f"*Tempting:* {tempt.told}, but then {line}.")
        elif tempt.edge in wrong.going_on:
            why = f"however the turn goes on, {rival} has its line"
            told.append(f"*Tempting:* {tempt.told}, but {why}.")
    told += losing_at_once(position)
    told += wrong.told(rival, {tempt.edge for tempt in tempting})
    if threats:
        told.append(f"*Marks:* 1 for {EDGE_NAMES[answer]}, 1 for naming the threat.")
    else:
        told.append(f"*Marks:* 1 for {EDGE_NAMES[answer]}.")
    return told


def _held(position: PathingPosition, swaps: _Series, limit: int | None) -> str:
    """The turn that stops the threat, and that it does."""
    own, rival = PLAYERS[position.turn], PLAYERS[1 - position.turn]
    end = play_series(position, swaps)
    assert end is not None
    turn = turn_told(position, swaps, bold=True)
    if end.winner() is not None:
        return f"{turn}. So {own} wins."
    if end.is_wave_over():
        return f"{turn}. The wave is over, and {rival} has no line."
    if limit == 1:
        return f"{turn}. Now {rival} has no line on its next turn."
    if limit is not None:
        return f"{turn}. Now {rival} cannot force a line within {limit} turns."
    return f"{turn}. Now {rival} cannot force a line in this wave."


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
    position: PathingPosition, answer: _Series, threats: Sequence[_Series]
) -> list[str]:
    """What the opponent threatens, and what the answer does about it."""
    rival = PLAYERS[1 - position.turn]
    passed = replace(position, turn=1 - position.turn)
    if not threats:
        return [f"If {rival} were to swap now, it had no line; but every other swap gives it one."]
    if len(threats[0]) == 1 and 1 < len(threats) <= MOST_SINGLE_THREATS:
        lines = "; ".join(turn_told(passed, threat) for threat in threats)
        return [f"*The threats:* {lines}."]
    threat = threats[0]
    told = f"*The threat:* {turn_told(passed, threat)}."
    end = play_series(position, answer)
    assert end is not None
    if end.winner() is not None:
        return [told]
    used = [edge for edge in threat if edge in answer]
    if used:
        return [told, f"After that turn {names(used[:1])} is filled."]
    if end.is_wave_over():
        return [told]
    if play_series(replace(end, turn=passed.turn), threat) is None:
        return [told, f"After that turn {rival} cannot make all these swaps in a row."]
    if len(threat) == 1:
        return [told, f"After that turn {names(threat)} makes no line."]
    return [told, f"After that turn {names(threat)} make no line."]


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

    def told(self, rival: str, shown: set[int]) -> list[str]:
        """What is to be said of them; those in `shown` have been told of."""
        told = _grouped({e: s for e, s in self.answered.items() if e not in shown}, rival)
        vain = [edge for edge in self.going_on if edge not in shown]
        if vain:
            told.append(
                f"After {any_of(vain)} the turn goes on, but however it does, {rival} has its line."
            )
        slow = [edge for edge in self.later if edge not in shown]
        if slow:
            told.append(f"After {any_of(slow)} {rival} forces its line too, later in the wave.")
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


def _grouped(answered: dict[int, _Series], rival: str) -> list[str]:
    """The swaps that are answered at once, those with the same answer together."""
    groups: dict[_Series, list[int]] = {}
    for edge, series in answered.items():
        groups.setdefault(series, []).append(edge)
    if not groups:
        return []
    ordered = sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
    lines = [f"after {any_of(edges)} by {names(series)}" for series, edges in ordered[:MOST_GROUPS]]
    rest = [edge for _, edges in ordered[MOST_GROUPS:] for edge in edges]
    if rest:
        lines.append(f"after {any_of(sorted(rest, key=lambda e: EDGE_NAMES[e]))} by another turn")
    return [f"*Others:* {rival} makes its line {'; '.join(lines)}."]
