"""Why an answer to a Pathing puzzle is right: the fewest swaps, a line this turn, a conversion.

Each sentence tells what `solutions` played out or what the exact search found, so that it is true
by construction. Forced lines and defences are told in `pathing_forced.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import permutations

from crossfall.generator.words.english import listed, spelled
from crossfall.generator.words.pathing_telling import line_names, moved, names, turn_told
from crossfall.solver.pathing_boxes.board import CELL_NAMES, EDGE_NAMES, LINES
from crossfall.solver.pathing_boxes.conversion import ConvertedCell, judge_cells
from crossfall.solver.pathing_boxes.rules import PLAYERS, PathingPosition
from crossfall.solver.pathing_boxes.solutions import alone, solution
from crossfall.solver.pathing_boxes.tempting import tempting_swaps
from crossfall.solver.position import Findings, Puzzle

MOST_ORDERS = 6  # working orders of a set are listed up to here

_Order = tuple[int, ...]

# --- fewest-swaps --------------------------------------------------------------------------------


def fewest_key(puzzle: Puzzle, findings: Findings) -> list[str]:
    position: PathingPosition = puzzle.position
    order: _Order = findings.facts["orders"][0]
    player = position.turn
    own, number = PLAYERS[player], len(order)
    where = line_names(alone(position, order), player)
    if number == 1:
        return [
            f"**{names(order)}** ({moved(position, order[0])}) makes {own}'s line in {where}.",
            f"*Marks:* 1 for {names(order)}.",
        ]
    steps = ", ".join(
        f"{EDGE_NAMES[edge]} ({moved(alone(position, order[:i]), edge)})"
        for i, edge in enumerate(order)
    )
    told = [f"**{names(order)}.** {own}'s line stands in {where}. *Swap by swap:* {steps}."]
    if number == 2:
        told.append("No single swap makes a line, and no other two do: every way has been tried.")
    else:
        told.append(
            f"No {spelled(number - 1)} swaps make a line, and no other {spelled(number)} do: "
            "every way has been tried."
        )
    working = [o for o in permutations(order) if _works(position, o)]
    told.append(f"*Order:* {_orders(order, working)}")
    if len(working) == len(list(permutations(order))):
        told.append(f"*Marks:* 1 for each right swap, {number} in all.")
    else:
        told.append(
            f"*Marks:* 1 for each right swap, 1 for an order that works: {number + 1} in all."
        )
    return told


def _orders(order: _Order, working: Sequence[_Order]) -> str:
    if len(working) == 1:
        return "only this one works."
    if len(working) == len(list(permutations(order))):
        return "any will do."
    before = {
        (a, b) for a, b in permutations(order, 2) if all(o.index(a) < o.index(b) for o in working)
    }
    fitting = [o for o in permutations(order) if all(o.index(a) < o.index(b) for a, b in before)]
    if len(fitting) == len(working):  # "before" says it all
        return f"any will do in which {listed(_befores(order, before))}."
    if len(working) <= MOST_ORDERS:
        return f"these work: {'; '.join(names(o) for o in working)}."
    return f"{len(working)} orders of these swaps work; accept any that ends with the line."


def _befores(order: _Order, before: Collection[tuple[int, int]]) -> list[str]:
    """Which swap comes before which, what follows from others left out."""
    last = order[-1]
    if all((edge, last) in before for edge in order[:-1]) and len(before) == len(order) - 1:
        return [f"{EDGE_NAMES[last]} comes last"]
    needed = [
        (a, b)
        for a, b in sorted(before, key=lambda pair: (order.index(pair[0]), order.index(pair[1])))
        if not any((a, c) in before and (c, b) in before for c in order)
    ]
    return [f"{EDGE_NAMES[a]} comes before {EDGE_NAMES[b]}" for a, b in needed]


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
    first = solution(puzzle, findings).stages[0]
    answer = first.swaps[0]
    told = [f"{turn_told(position, first.swaps, bold=True)}."]
    tempting = tempting_swaps(position, {answer})[:1]
    for tempt in tempting:
        after = position.play(tempt.edge)
        if after.winner() is not None:
            why = f"but it makes the line of {PLAYERS[1 - position.turn]}"
        elif after.turn == position.turn:
            why = "but no swaps that can follow in this turn make the line"
        else:
            why = "but it makes no line and closes no box, so the turn is over"
        told.append(f"*Tempting:* {tempt.told}, {why}.")
    told += losing_at_once(position, {tempt.edge for tempt in tempting})
    if len(position.moves()) > 1:
        told.append("*All others* end the turn, or go on without reaching the line.")
    if len(first.swaps) == 1:
        told.append(f"*Marks:* 1 for {EDGE_NAMES[answer]}.")
    else:
        told.append(
            f"*Marks:* 1 for {EDGE_NAMES[answer]}, 1 for going on with {names(first.swaps[1:])} "
            "(or another way to the line)."
        )
    return told


def losing_at_once(position: PathingPosition, told: Collection[int] = ()) -> list[str]:
    """The swaps not yet told of that line up the opponent."""
    rival = 1 - position.turn
    lost = [e for e in position.moves() if e not in told and position.winner_after(e) == rival]
    if not lost:
        return []
    if len(lost) == 1:
        return [f"{names(lost)} loses at once: it makes the line of {PLAYERS[rival]}."]
    swaps = listed([EDGE_NAMES[edge] for edge in lost])
    return [f"{swaps} lose at once: each makes the line of {PLAYERS[rival]}."]


# --- conversion ----------------------------------------------------------------------------------


def conversion_key(puzzle: Puzzle, findings: Findings) -> list[str]:
    position: PathingPosition = puzzle.position
    judged: Sequence[ConvertedCell] = findings.facts.get("judged") or judge_cells(
        position, position.turn
    )
    right = next(cell for cell in judged if cell.holds)
    told = [_right_cell(position, right)]
    rival, own = PLAYERS[1 - position.turn], PLAYERS[position.turn]
    lines = [CELL_NAMES[cell.cell] for cell in judged if cell.lines]
    if lines:
        told.append(f"A piece on {listed(lines, 'or')} makes the line of {rival} itself.")
    threats: dict[tuple[int, str], list[str]] = {}
    for cell in judged:
        if cell.threat is not None:
            end = turn_told(cell.after, [cell.threat])
            threats.setdefault((cell.threat, end), []).append(CELL_NAMES[cell.cell])
    for (_, end), cells in sorted(threats.items(), key=lambda item: -len(item[1])):
        told.append(f"After {listed(cells, 'or')}, {rival} begins: {end}.")
    helpless = [
        CELL_NAMES[c.cell] for c in judged if not c.holds and not c.lines and c.threat is None
    ]
    if helpless:
        told.append(
            f"After {listed(helpless, 'or')}, {rival} has a line next, whatever {own} swaps first."
        )
    told.append(f"*Marks:* 1 for {CELL_NAMES[right.cell]}.")
    return told


def _right_cell(position: PathingPosition, right: ConvertedCell) -> str:
    """What the answer leads to."""
    name, rival = CELL_NAMES[right.cell], PLAYERS[1 - position.turn]
    own = PLAYERS[position.turn]
    if right.after.winner() == position.turn:
        return f"**{name}.** It leaves {own}'s line standing, and the game is over."
    if right.own is None:
        swaps = len(right.after.moves())
        return f"**{name}.** {rival} begins, and none of its {swaps} swaps wins."
    end = right.after.play(right.own)
    if end.winner() is not None:
        return f"**{name}.** {own} begins: {turn_told(right.after, [right.own])}."
    swap = EDGE_NAMES[right.own]
    return f"**{name}.** {own} begins, and {swap} leaves {rival} no swap that wins."
