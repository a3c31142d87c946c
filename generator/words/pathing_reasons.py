"""Why an answer to a Pathing puzzle is right: the fewest swaps, a line this turn, a conversion.

Each sentence tells what `solutions` played out or what the exact search found, so that it is true
by construction. Forced lines are told in `pathing_forced.py`, defences in
`pathing_defence.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import permutations

from crossfall.generator.tongues import Tongue
from crossfall.generator.words.pathing_telling import (
    line_names,
    moved,
    names,
    tempting,
    turn_told,
)
from crossfall.solver.pathing_boxes.board import CELL_NAMES, EDGE_NAMES, LINES
from crossfall.solver.pathing_boxes.conversion import ConvertedCell, judge_cells
from crossfall.solver.pathing_boxes.rules import PLAYERS, PathingPosition
from crossfall.solver.pathing_boxes.solutions import alone, solution
from crossfall.solver.pathing_boxes.tempting import tempting_swaps
from crossfall.solver.position import Findings, Puzzle

MOST_ORDERS = 6  # working orders of a set are listed up to here

_Order = tuple[int, ...]

# --- fewest-swaps --------------------------------------------------------------------------------


def fewest_key(puzzle: Puzzle, findings: Findings, tongue: Tongue) -> list[str]:
    """The key to a fewest-swaps puzzle: paragraphs with marks, the answer first."""
    position: PathingPosition = puzzle.position
    order: _Order = findings.facts["orders"][0]
    player = position.turn
    own, number = PLAYERS[player], len(order)
    where = line_names(alone(position, order), player, tongue)
    if number == 1:
        return [
            tongue.say(
                "**{swap}** ({moved}) makes {player}'s line in {lines}.",
                swap=names(order),
                moved=moved(position, order[0], tongue),
                player=own,
                lines=where,
            ),
            tongue.say("*Marks:* 1 for {answer}.", answer=names(order)),
        ]
    steps = ", ".join(
        f"{EDGE_NAMES[edge]} ({moved(alone(position, order[:i]), edge, tongue)})"
        for i, edge in enumerate(order)
    )
    told = [
        tongue.say(
            "**{swaps}.** {player}'s line stands in {lines}. *Swap by swap:* {steps}.",
            swaps=names(order),
            player=own,
            lines=where,
            steps=steps,
        ),
        tongue.count(
            "No single swap makes a line, and no other two do: every way has been tried.",
            "No {n} swaps make a line, and no other {more} do: every way has been tried.",
            number - 1,
            more=tongue.number(number),
        ),
    ]
    working = [o for o in permutations(order) if _works(position, o)]
    told.append(_orders(order, working, tongue))
    if len(working) == len(list(permutations(order))):
        told.append(tongue.say("*Marks:* 1 for each right swap, {number} in all.", number=number))
    else:
        told.append(
            tongue.say(
                "*Marks:* 1 for each right swap, 1 for an order that works: {number} in all.",
                number=number + 1,
            )
        )
    return told


def _orders(order: _Order, working: Sequence[_Order], tongue: Tongue) -> str:
    if len(working) == 1:
        return tongue.say("*Order:* only this one works.")
    if len(working) == len(list(permutations(order))):
        return tongue.say("*Order:* any will do.")
    before = {
        (a, b) for a, b in permutations(order, 2) if all(o.index(a) < o.index(b) for o in working)
    }
    fitting = [o for o in permutations(order) if all(o.index(a) < o.index(b) for a, b in before)]
    if len(fitting) == len(working):  # "before" says it all
        return tongue.say(
            "*Order:* any will do in which {befores}.",
            befores=tongue.listed(_befores(order, before, tongue)),
        )
    if len(working) <= MOST_ORDERS:
        return tongue.say(
            "*Order:* these work: {orders}.", orders="; ".join(names(o) for o in working)
        )
    return tongue.say(
        "*Order:* {number} orders of these swaps work; accept any that ends with the line.",
        number=len(working),
    )


def _befores(order: _Order, before: Collection[tuple[int, int]], tongue: Tongue) -> list[str]:
    """Which swap comes before which, what follows from others left out."""
    last = order[-1]
    if all((edge, last) in before for edge in order[:-1]) and len(before) == len(order) - 1:
        return [tongue.say("{swap} comes last", swap=EDGE_NAMES[last])]
    needed = [
        (a, b)
        for a, b in sorted(before, key=lambda pair: (order.index(pair[0]), order.index(pair[1])))
        if not any((a, c) in before and (c, b) in before for c in order)
    ]
    return [
        tongue.say("{first} comes before {second}", first=EDGE_NAMES[a], second=EDGE_NAMES[b])
        for a, b in needed
    ]


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


def line_key(puzzle: Puzzle, findings: Findings, tongue: Tongue) -> list[str]:
    """The key to a line-now puzzle, likewise."""
    position: PathingPosition = puzzle.position
    first = solution(puzzle, findings).stages[0]
    answer = first.swaps[0]
    told = [f"{turn_told(position, first.swaps, True, tongue)}."]
    drawn = tempting_swaps(position, {answer})[:1]
    told += [tempting(position, t, _vain(position, t.edge, tongue), tongue) for t in drawn]
    told += losing_at_once(position, tongue, {tempt.edge for tempt in drawn})
    if len(position.moves()) > 1:
        told.append(tongue.say("*All others* end the turn, or go on without reaching the line."))
    if len(first.swaps) == 1:
        told.append(tongue.say("*Marks:* 1 for {answer}.", answer=EDGE_NAMES[answer]))
    else:
        told.append(
            tongue.say(
                "*Marks:* 1 for {answer}, 1 for going on with {swaps} (or another way to the "
                "line).",
                answer=EDGE_NAMES[answer],
                swaps=names(first.swaps[1:]),
            )
        )
    return told


def _vain(position: PathingPosition, edge: int, tongue: Tongue) -> str:
    """What is wrong with a first swap that does not lead to the line this turn."""
    after = position.play(edge)
    if after.winner() is not None:
        return tongue.say("it makes the line of {player}", player=PLAYERS[1 - position.turn])
    if after.turn == position.turn:
        return tongue.say("no swaps that can follow in this turn make the line")
    return tongue.say("it makes no line and closes no box, so the turn is over")


def losing_at_once(
    position: PathingPosition, tongue: Tongue, told: Collection[int] = ()
) -> list[str]:
    """The swaps not yet told of that line up the opponent."""
    rival = 1 - position.turn
    lost = [e for e in position.moves() if e not in told and position.winner_after(e) == rival]
    if not lost:
        return []
    return [
        tongue.count(
            "{swaps} loses at once: it makes the line of {player}.",
            "{swaps} lose at once: each makes the line of {player}.",
            len(lost),
            swaps=tongue.listed([EDGE_NAMES[edge] for edge in lost]),
            player=PLAYERS[rival],
        )
    ]


# --- conversion ----------------------------------------------------------------------------------


def conversion_key(puzzle: Puzzle, findings: Findings, tongue: Tongue) -> list[str]:
    """The key to a conversion puzzle, likewise."""
    position: PathingPosition = puzzle.position
    judged: Sequence[ConvertedCell] = findings.facts.get("judged") or judge_cells(
        position, position.turn
    )
    right = next(cell for cell in judged if cell.holds)
    told = [_right_cell(position, right, tongue)]
    rival, own = PLAYERS[1 - position.turn], PLAYERS[position.turn]
    lines = [CELL_NAMES[cell.cell] for cell in judged if cell.lines]
    if lines:
        told.append(
            tongue.say(
                "A piece on {cells} makes the line of {player} itself.",
                cells=tongue.listed(lines, "or"),
                player=rival,
            )
        )
    threats: dict[tuple[int, str], list[str]] = {}
    for cell in judged:
        if cell.threat is not None:
            end = turn_told(cell.after, [cell.threat], tongue=tongue)
            threats.setdefault((cell.threat, end), []).append(CELL_NAMES[cell.cell])
    for (_, end), cells in sorted(threats.items(), key=lambda item: -len(item[1])):
        told.append(
            tongue.say(
                "After {cells}, {player} begins: {turn}.",
                cells=tongue.listed(cells, "or"),
                player=rival,
                turn=end,
            )
        )
    helpless = [
        CELL_NAMES[c.cell] for c in judged if not c.holds and not c.lines and c.threat is None
    ]
    if helpless:
        told.append(
            tongue.say(
                "After {cells}, {player} has a line next, whatever {other} swaps first.",
                cells=tongue.listed(helpless, "or"),
                player=rival,
                other=own,
            )
        )
    told.append(tongue.say("*Marks:* 1 for {answer}.", answer=CELL_NAMES[right.cell]))
    return told


def _right_cell(position: PathingPosition, right: ConvertedCell, tongue: Tongue) -> str:
    """What the answer leads to."""
    name, rival = CELL_NAMES[right.cell], PLAYERS[1 - position.turn]
    own = PLAYERS[position.turn]
    if right.after.winner() == position.turn:
        return tongue.say(
            "**{cell}.** It leaves {player}'s line standing, and the game is over.",
            cell=name,
            player=own,
        )
    if right.own is None:
        return tongue.say(
            "**{cell}.** {player} begins, and none of its {swaps} swaps wins.",
            cell=name,
            player=rival,
            swaps=len(right.after.moves()),
        )
    end = right.after.play(right.own)
    if end.winner() is not None:
        return tongue.say(
            "**{cell}.** {player} begins: {turn}.",
            cell=name,
            player=own,
            turn=turn_told(right.after, [right.own], tongue=tongue),
        )
    return tongue.say(
        "**{cell}.** {player} begins, and {swap} leaves {other} no swap that wins.",
        cell=name,
        player=own,
        swap=EDGE_NAMES[right.own],
        other=rival,
    )
