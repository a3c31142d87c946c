"""The position a puzzle sets, put together from its parts, and everything impossible about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError, Faults, InputError
from crossfall.solver.pathing_boxes.board import EDGE_NAMES
from crossfall.solver.pathing_boxes.notation import Given
from crossfall.solver.pathing_boxes.play_finder import PlayFinder
from crossfall.solver.pathing_boxes.possible import (
    GAME_OVER,
    IMPOSSIBLE,
    box_problems,
    line_problems,
    turns_fit,
)
from crossfall.solver.pathing_boxes.rules import CLASSIC, PLAYERS, PathingPosition, X, Y
from crossfall.solver.position import Problem

PLAY_WORK = 80_000  # positions looked at for an order of swaps from the start; some seconds


@dataclass(frozen=True)
class Setting:
    """What a puzzle sets.

    start, swaps: a real play that leads here, where one is known. unproven: a start was given, but
    no play from it was found within the bound.
    """

    position: PathingPosition
    problems: tuple[Problem, ...] = ()
    start: PathingPosition | None = None
    swaps: tuple[int, ...] = ()
    unproven: bool = False


def impossible(message: str) -> Problem:
    """The problem of a position that cannot come about."""
    return Problem(IMPOSSIBLE, message)


def read_setting(given: Given, conversion: bool = False, counts_boxes: bool = True) -> Setting:
    """The position that the parts of a puzzle set together.

    conversion: it is a wave's end. counts_boxes: owners or a score must account for every closed
    box. Raises InputError where something needed is missing.
    """
    faults = Faults()
    if given.swaps is not None and given.first is None:
        faults.add("swaps without first; expected first = who began the wave, X or Y")
    if given.drawn is None and given.swaps is None:
        faults.add("no board given; expected board, or first and swaps from the start")
    if given.to_move is None and given.swaps is None:
        faults.add("no to_move given; expected X or Y")
    if conversion and given.last is None and given.swaps is None:
        faults.add("no last given; expected who made the last swap of the wave, X or Y")
    faults.check()
    if given.swaps is not None:
        return _played(given, conversion)
    return _drawn(given, conversion, counts_boxes)


# --- with the swaps given ------------------------------------------------------------------------


def _played(given: Given, conversion: bool) -> Setting:
    """The swaps must be possible in this order, and whatever else is given must agree."""
    assert given.swaps is not None
    assert given.first is not None
    x, y = given.start or (CLASSIC.x, CLASSIC.y)
    start = PathingPosition(x, y, turn=given.first, rules=given.rules, board=given.board)
    position = start
    problems = [impossible(f"at the start {p.message}") for p in line_problems(start)]
    for number, edge in enumerate(given.swaps if not problems else (), start=1):
        try:
            position = position.play(edge)
        except InputError as error:
            problems.append(impossible(f"swap {number}, {EDGE_NAMES[edge]}: {error}"))
            break
    if not problems:
        problems += _differences(given, position, conversion)
        problems += line_problems(position)
        if conversion:
            position = replace(position, turn=position.wave_loser())
            if position.filled != given.board.all_filled:
                problems.append(impossible("the swaps do not fill every edge: the wave goes on"))
    return Setting(position, tuple(problems), start, given.swaps)


def _differences(given: Given, position: PathingPosition, conversion: bool) -> Iterator[Problem]:
    """What else a puzzle with swaps says, against where they lead."""
    if given.drawn is not None:
        if given.drawn.cells != (position.x, position.y):
            yield impossible(
                "the swaps do not lead to the cells of the board; "
                f"they lead to {' '.join(position.rows())}"
            )
        for player, owned in enumerate(given.drawn.owned):
            if owned & ~position.owned[player]:
                yield impossible(f"a box marked as {PLAYERS[player]}'s is not, after the swaps")
    filled = _filled(given)
    if (given.filled is not None or filled) and filled != position.filled:
        yield impossible(
            "the filled edges are not those of the swaps, "
            f"{position.board.edge_list(position.filled)}"
        )
    mover = position.wave_loser() if conversion else position.turn
    if given.to_move is not None and given.to_move != mover:
        yield impossible(f"after the swaps it is {PLAYERS[mover]}'s turn")
    if given.score is not None and given.score != position.score:
        yield impossible(f"after the swaps the score is X{position.score[X]} Y{position.score[Y]}")
    if given.last is not None and position.last is not None and given.last != position.last:
        yield impossible(f"the last swap was {PLAYERS[position.last]}'s")


# --- with the board given ------------------------------------------------------------------------


def _filled(given: Given) -> int:
    filled = given.drawn.filled if given.drawn else 0
    for edge in given.filled or ():
        filled |= 1 << edge
    return filled


def _drawn(given: Given, conversion: bool, counts_boxes: bool) -> Setting:
    assert given.drawn is not None
    assert given.to_move is not None
    x, y = given.drawn.cells
    owned = given.drawn.owned
    known = owned[X].bit_count(), owned[Y].bit_count()
    filled = _filled(given)
    problems = []
    if conversion:
        if filled and filled != given.board.all_filled:
            problems.append(impossible("edges are open: the wave is not over"))
        filled = given.board.all_filled
        score = given.score if given.score != (0, 0) else None
        if score is None and sum(known) == len(given.board.boxes):
            score = known
        problems += _score_problems(given, score)
        counts_boxes = score is not None and sum(score) == len(given.board.boxes)
        score = score or _likely_score(given)
    else:
        score = given.score or known
        counts_boxes = counts_boxes or given.score is not None or owned != (0, 0)
    position = PathingPosition(
        x,
        y,
        filled,
        given.to_move,
        score,
        owned,
        last=given.last,
        rules=given.rules,
        board=given.board,
    )
    if counts_boxes:
        problems += box_problems(position)
    problems += line_problems(position)
    if not problems:
        position = replace(position, owned=_deduced_owners(position))
    if not counts_boxes or any(problem.code != GAME_OVER for problem in problems):
        return Setting(position, tuple(problems))
    return _possible_play(given, position, conversion, problems)


def _deduced_owners(position: PathingPosition) -> tuple[int, int]:
    """The owners, completed where the score leaves all other closed boxes to one player."""
    owned = list(position.owned)
    unknown = position.board.complete_boxes(position.filled) & ~(owned[X] | owned[Y])
    for player in (X, Y):
        if unknown and position.score[player] - owned[player].bit_count() == unknown.bit_count():
            owned[player] |= unknown
            break
    return owned[X], owned[Y]


def _score_problems(given: Given, score: tuple[int, int] | None) -> list[Problem]:
    """What a wave's final score must be."""
    if score is None:
        return []
    assert given.to_move is not None
    boxes = len(given.board.boxes)
    if sum(score) != boxes:
        told = f"the score X{score[X]} Y{score[Y]} of a wave's end must sum to {boxes}"
        return [impossible(f"{told}; leave score out if it is not known")]
    problems = []
    if score[given.to_move] >= score[1 - given.to_move]:
        problems.append(
            impossible(f"{PLAYERS[given.to_move]} has not lost the wave X{score[X]} Y{score[Y]}")
        )
    if given.last is not None and not score[given.last]:
        player = PLAYERS[given.last]
        problems.append(
            impossible(f"{player} made the last swap, which closes a box, but {player} has none")
        )
    return problems


def _likely_score(given: Given) -> tuple[int, int]:
    """A score for a wave's end whose score is not given: the closest one."""
    assert given.to_move is not None
    boxes = len(given.board.boxes)
    fewer, more = boxes // 2, boxes - boxes // 2
    return (fewer, more) if given.to_move == X else (more, fewer)


def _possible_play(
    given: Given, position: PathingPosition, conversion: bool, problems: list[Problem]
) -> Setting:
    """Whether the wave's beginner and the start, where given, can have led here."""
    if given.first is None and given.start is None:
        return Setting(position, tuple(problems))
    reached = position
    if conversion and position.last is not None:
        reached = replace(position, turn=position.last)
    who = f"begun by {PLAYERS[given.first]}, " if given.first is not None else ""
    if not turns_fit(reached, given.first):
        told = (
            f"no order of the filled edges, {who}leads to these boxes "
            f"with {PLAYERS[reached.turn]} to swap"
        )
        return Setting(position, (*problems, impossible(told)))
    if given.start is None:
        return Setting(position, tuple(problems))
    start_position = replace(
        reached, x=given.start[X], y=given.start[Y], filled=0, score=(0, 0), owned=(0, 0), last=None
    )
    standing = [impossible(f"at the start {p.message}") for p in line_problems(start_position)]
    if standing or problems:
        return Setting(position, (*problems, *standing))
    try:
        swaps = PlayFinder(reached, given.start, given.first, Budget(work=PLAY_WORK)).find()
    except BudgetError:
        return Setting(position, unproven=True)
    if swaps is None:
        told = (
            "no order of the filled edges leads from the start to these cells "
            "without a line on the way"
        )
        return Setting(position, (impossible(told),))
    first = given.first if given.first is not None else _beginner(start_position, swaps, reached)
    return Setting(position, (), replace(start_position, turn=first), tuple(swaps))


def _beginner(start: PathingPosition, swaps: list[int], reached: PathingPosition) -> int:
    """Who began, when the swaps are known and the puzzle does not say."""
    for first in (X, Y):
        position = replace(start, turn=first)
        for edge in swaps:
            position = position.play(edge)
        if (position.turn, position.score) == (reached.turn, reached.score):
            return first
    raise AssertionError("the swaps lead here for one of the two")
