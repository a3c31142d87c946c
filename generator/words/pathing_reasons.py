"""Why an answer to a Pathing puzzle is right, in sentences that are true by construction.

Each sentence tells what `solutions` played out or what the exact search found.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import permutations

from crossfall.generator.words.english import capital, counted, listed, spelled
from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.pathing_boxes.board import CELL_NAMES, COLUMNS, EDGE_NAMES, LINES
from crossfall.solver.pathing_boxes.conversion import ConvertedCell, judge_cells
from crossfall.solver.pathing_boxes.replies import Plan
from crossfall.solver.pathing_boxes.rules import PLAYERS, PathingPosition
from crossfall.solver.pathing_boxes.solutions import WORK, Stage, alone, solution
from crossfall.solver.pathing_boxes.tasks import MOST_EXCEPTIONS
from crossfall.solver.pathing_boxes.tempting import tempting_swaps
from crossfall.solver.pathing_boxes.turns import Turn, play_series, winning_turns
from crossfall.solver.pathing_boxes.wave import Wave
from crossfall.solver.position import Findings, Puzzle

MOST_ORDERS = 6  # working orders of a set are listed up to here
MOST_GROUPS = 4


def names(edges: Iterable[int]) -> str:
    """Swaps one after the other.

    >>> names([1, 0])
    'A1-B1, A1-A2'
    """
    return ", ".join(EDGE_NAMES[edge] for edge in edges)


def line_name(position: PathingPosition, player: int) -> str:
    """Where a player's line stands: `row 4`, `column B`."""
    pieces = position.pieces(player)
    found = next(i for i, line in enumerate(LINES) if pieces & line == line)
    return f"row {found + 1}" if found < 4 else f"column {COLUMNS[found - 4]}"


# --- fewest-swaps --------------------------------------------------------------------------------


def fewest_key(puzzle: Puzzle, findings: Findings) -> list[str]:
    position: PathingPosition = puzzle.position
    order = findings.facts["orders"][0]
    player = position.turn
    end = alone(position, order)
    where = line_name(end, player)
    number = len(order)
    told = [
        f"**{names(order)}.** {capital(counted(number, 'swap'))} {_make(number)} "
        f"{PLAYERS[player]}'s line in {where}."
    ]
    if number > 1:
        told.append(
            f"No {spelled(number - 1)} will do, and no other {spelled(number)}: "
            "every way has been tried."
        )
        told.append(f"*Orders:* {_orders(position, order)}")
    told.append(f"*Marks:* 1 for each right swap, 1 for an order that works: {number + 1} in all.")
    return told


def _make(number: int) -> str:
    return "makes" if number == 1 else "make"


def _orders(position: PathingPosition, order: Sequence[int]) -> str:
    working = [o for o in permutations(order) if _works(position, o)]
    if len(working) == 1:
        return "only this one works."
    if len(working) <= MOST_ORDERS:
        others = [names(o) for o in working if o != tuple(order)]
        return f"{'; '.join(others)} {'is' if len(others) == 1 else 'are'} right too."
    return f"{len(working)} orders of these swaps work; accept any that ends with the line."


def _works(position: PathingPosition, order: Sequence[int]) -> bool:
    """Whether swaps in this order make the line, and no line stands before the last."""
    before = alone(position, order[:-1]) if _quiet(position, order[:-1]) else None
    if before is None:
        return False
    pieces = alone(before, order[-1:]).pieces(position.turn)
    return any(pieces & line == line for line in LINES)


def _quiet(position: PathingPosition, order: Sequence[int]) -> bool:
    for edge in order:
        position = alone(position, [edge])
        if position.winner() is not None:
            return False
    return True


# --- line-now ------------------------------------------------------------------------------------


def line_key(puzzle: Puzzle, findings: Findings) -> list[str]:
    position: PathingPosition = puzzle.position
    first, last = solution(puzzle, findings).stages
    answer = first.swaps[0]
    told = [_turn_told(first, last.position)]
    tempting = tempting_swaps(position, {answer})
    for tempt in tempting[:1]:
        after = position.play(tempt.edge)
        if after.winner() is not None:
            why = f"but it lines up {PLAYERS[1 - position.turn]}"
        elif after.turn == position.turn:
            why = "but then no swaps of this turn make the line"
        else:
            why = "but it makes no line and closes no box, so the turn is over"
        told.append(f"*Tempting:* {tempt.told}, {why}.")
    told += _losing_at_once(position, {tempt.edge for tempt in tempting[:1]})
    told.append("*All others* end the turn, or go on without reaching the line.")
    told.append(f"*Marks:* 1 for {EDGE_NAMES[answer]}{_rest_marks(first)}.")
    return told


def _rest_marks(stage: Stage) -> str:
    if len(stage.swaps) == 1:
        return ""
    return f", 1 for going on with {names(stage.swaps[1:])} (or another way to the line)"


def _turn_told(stage: Stage, end: PathingPosition) -> str:
    """What each swap of a turn does, up to the line; the first in bold."""
    position = stage.position
    player = position.turn
    parts = []
    for edge in stage.swaps:
        after = position.play(edge)
        closed = sum(after.score) - sum(position.score)
        if after.winner() is not None:
            parts.append(f"{EDGE_NAMES[edge]} makes the line in {line_name(end, player)}")
        elif closed:
            parts.append(f"{EDGE_NAMES[edge]} closes {counted(closed, 'box', 'boxes')}")
        else:
            parts.append(EDGE_NAMES[edge])
        position = after
    name = EDGE_NAMES[stage.swaps[0]]
    parts[0] = f"**{name}**{parts[0].removeprefix(name)}"
    if len(parts) == 1:
        return f"{parts[0]}."
    return f"{listed(parts[:-1])}, and so {PLAYERS[player]} swaps on: {parts[-1]}."


def _losing_at_once(position: PathingPosition, told: Collection[int] = ()) -> list[str]:
    """The swaps not yet told of that line up the opponent."""
    rival = 1 - position.turn
    lost = [e for e in position.moves() if e not in told and position.play(e).winner() == rival]
    if not lost:
        return []
    swaps = listed([EDGE_NAMES[edge] for edge in lost])
    verb = "loses" if len(lost) == 1 else "lose"
    return [f"{swaps} {verb} at once: {PLAYERS[rival]} has a line."]


# --- force-line ----------------------------------------------------------------------------------


def force_key(puzzle: Puzzle, findings: Findings) -> list[str]:
    position: PathingPosition = puzzle.position
    answer = position.board.edge_number(findings.answers[0].strings[0])
    told_story = solution(puzzle, findings)
    plan = told_story.plan
    told = []
    if plan is not None:
        goes_on = f", then {names(plan.first[1:])}" if len(plan.first) > 1 else ""
        told.append(f"**{EDGE_NAMES[answer]}**{goes_on}. {_next_turn(position, plan)}")
    elif len(told_story.stages) == 2:
        first, last = told_story.stages
        told.append(_turn_told(first, last.position))
    else:
        series = "; ".join(
            f"{PLAYERS[stage.position.turn]} {names(stage.swaps)}"
            for stage in told_story.stages
            if stage.swaps
        )
        told.append(f"**{EDGE_NAMES[answer]}.** A line of play: {series}.")
        told.append("A search of every line of play proves that nothing stops it.")
    told += _wrong_force(puzzle, answer)
    if plan is None:
        told.append(f"*Marks:* 1 for {EDGE_NAMES[answer]}.")
    else:
        told.append(f"*Marks:* 1 for {EDGE_NAMES[answer]}, 1 for the line that follows.")
    return told


def _next_turn(position: PathingPosition, plan: Plan) -> str:
    """How the line comes about after the first turn."""
    own, rival = PLAYERS[position.turn], PLAYERS[1 - position.turn]
    if not plan.reply:
        return f"Every turn left to {rival} makes {own}'s line itself."
    threat = f"{own} threatens {names(plan.reply)}"
    if not _threatens(position, plan):  # it needs a swap of the other's
        threat = f"{names(plan.reply)} makes {own}'s line next turn"
    number = len(plan.exceptions)
    if not number:
        return f"Now {threat}, and {rival} cannot stop it."
    shown = plan.exceptions[:MOST_EXCEPTIONS]
    answers = [f"{names(e.turn)} by {names(e.answer)}" for e in shown]
    if number > len(shown):
        told = f"{number} turns of {rival} stop it, and each has its answer; among them"
    elif number == 1:
        told = f"Only one turn of {rival} stops it, and it is answered:"
    else:
        told = f"Only these turns of {rival} stop it, and each is answered:"
    return f"Now {threat}. {told} {'; '.join(answers)}."


def _threatens(position: PathingPosition, plan: Plan) -> bool:
    """Whether the reply would make the line if the opponent passed."""
    after = play_series(position, plan.first)
    assert after is not None
    end = play_series(replace(after, turn=position.turn), plan.reply)
    return end is not None and end.winner() == position.turn


def _wrong_force(puzzle: Puzzle, answer: int) -> list[str]:
    """The tempting swap and the tries, each with what refutes it."""
    position: PathingPosition = puzzle.position
    turns: int | None = puzzle.wishes.get("turns")
    wave = Wave(position, Budget(work=WORK))
    told = []
    shown = {answer}
    try:
        for tempt in tempting_swaps(position, {answer})[:1]:
            why = _refuted(position, tempt.edge, wave, turns)
            if why:
                told.append(f"*Tempting:* {tempt.told}, but {why}.")
                shown.add(tempt.edge)
        tries = []
        for edge in position.moves():
            after = position.play(edge)
            if edge in shown or after.turn == position.turn or after.winner() is not None:
                continue
            replies = _refutations(after, position.turn, wave, turns)
            if len(replies) == 1:
                tries.append(f"{EDGE_NAMES[edge]} (only {EDGE_NAMES[replies[0]]})")
        if tries:
            told.append(f"*Nearly right,* each with a single answer: {listed(tries[:4])}.")
    except BudgetError:
        pass
    return told + _losing_at_once(position, shown)


def _refutations(after: PathingPosition, player: int, wave: Wave, turns: int | None) -> list[int]:
    """The opponent's swaps after which `player` can no longer force its line in time."""
    left = None if turns is None else turns - 1
    return [e for e in after.moves() if not wave.forces(after.play(e), player, left)]


def _refuted(position: PathingPosition, edge: int, wave: Wave, turns: int | None) -> str:
    """A clause saying what is wrong with a first swap, empty if there is nothing short to say."""
    after = position.play(edge)
    rival = PLAYERS[1 - position.turn]
    if after.winner() == 1 - position.turn:
        return f"it lines up {rival}"
    if after.turn == position.turn:
        return "however the turn goes on, the line can then be stopped"
    replies = _refutations(after, position.turn, wave, turns)
    if not replies:
        return ""
    winning = [e for e in replies if after.play(e).winner() == 1 - position.turn]
    if winning:
        return f"{rival} answers {EDGE_NAMES[winning[0]]} and has a line itself"
    return f"{rival} answers {listed([EDGE_NAMES[e] for e in replies[:3]], 'or')}"


# --- only-defence --------------------------------------------------------------------------------


def defence_key(puzzle: Puzzle, findings: Findings) -> list[str]:
    position: PathingPosition = puzzle.position
    answer = position.board.edge_number(findings.answers[0].strings[0])
    name, rival = EDGE_NAMES[answer], PLAYERS[1 - position.turn]
    own = PLAYERS[position.turn]
    turns: int | None = puzzle.wishes.get("turns")
    after = position.play(answer)
    if after.winner() is not None:
        told = [f"**{name}.** It makes {own}'s own line, and the game is over."]
    else:
        when = "in this wave" if turns is None else "in time"
        told = [f"**{name}.** After it no play of {rival}'s forces a line {when}."]
    refuted = _answered(position, answer, turns)
    tempting = [t for t in tempting_swaps(position, {answer}) if t.edge in refuted][:1]
    for tempt in tempting:
        told.append(f"*Tempting:* {tempt.told}, but {rival} goes {names(refuted[tempt.edge])}.")
    told += _losing_at_once(position)
    told += _grouped_answers(refuted, rival, {t.edge for t in tempting})
    told.append(f"*Marks:* 1 for {name}, 1 for naming the threat.")
    return told


def _answered(
    position: PathingPosition, answer: int, turns: int | None
) -> dict[int, tuple[int, ...]]:
    """For wrong swaps that end the turn, a turn of the opponent's that makes its line at once.

    The turn that answers most swaps is taken first, so that few answers cover all.
    """
    rival = 1 - position.turn
    found: dict[int, list[Turn]] = {}
    try:
        for edge in position.moves():
            after = position.play(edge)
            if edge != answer and after.turn == rival and after.winner() is None:
                found[edge] = list(winning_turns(after, Budget(work=WORK)))
    except BudgetError:
        return {}
    counts: dict[tuple[int, ...], int] = {}
    for answers in found.values():
        for turn in answers:
            counts[turn.swaps] = counts.get(turn.swaps, 0) + 1
    return {
        edge: min((t.swaps for t in answers), key=lambda s: (len(s), -counts[s], s))
        for edge, answers in found.items()
        if answers
    }


def _grouped_answers(refuted: dict[int, tuple[int, ...]], rival: str, shown: set[int]) -> list[str]:
    groups: dict[tuple[int, ...], list[int]] = {}
    for edge, series in refuted.items():
        if edge not in shown:
            groups.setdefault(series, []).append(edge)
    if not groups:
        return []
    ordered = sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
    lines = [
        f"{names(series)} answers {listed([EDGE_NAMES[e] for e in edges])}"
        for series, edges in ordered[:MOST_GROUPS]
    ]
    more = "; the rest likewise" if len(ordered) > MOST_GROUPS else ""
    return [f"*Others:* with {rival}'s line, {'; '.join(lines)}{more}."]


# --- conversion ----------------------------------------------------------------------------------


def conversion_key(puzzle: Puzzle, findings: Findings) -> list[str]:
    position: PathingPosition = puzzle.position
    judged: Sequence[ConvertedCell] = findings.facts.get("judged") or judge_cells(
        position, position.turn
    )
    right = next(cell for cell in judged if cell.holds)
    name, rival = CELL_NAMES[right.cell], PLAYERS[1 - position.turn]
    own = PLAYERS[position.turn]
    if right.own is None:
        told = [f"**{name}.** {rival} begins, and none of its swaps makes a line."]
    else:
        after = right.after.play(right.own)
        does = f"leaves {rival} no swap that makes a line"
        if after.winner() is not None:
            does = f"makes {own}'s line"
        told = [f"**{name}.** {own} begins, and {EDGE_NAMES[right.own]} {does}."]
    lines = [CELL_NAMES[cell.cell] for cell in judged if cell.lines]
    if lines:
        told.append(f"A piece on {listed(lines, 'or')} makes {rival}'s line itself.")
    threats: dict[int, list[str]] = {}
    for cell in judged:
        if cell.threat is not None:
            threats.setdefault(cell.threat, []).append(CELL_NAMES[cell.cell])
    for threat, cells in sorted(threats.items(), key=lambda item: -len(item[1])):
        told.append(f"After {listed(cells, 'or')}, {rival} begins with {EDGE_NAMES[threat]}.")
    helpless = [
        CELL_NAMES[c.cell] for c in judged if not c.holds and not c.lines and c.threat is None
    ]
    if helpless:
        told.append(
            f"After {listed(helpless, 'or')}, {rival} has a line next, whatever {own} swaps first."
        )
    told.append(f"*Marks:* 1 for {name}.")
    return told
