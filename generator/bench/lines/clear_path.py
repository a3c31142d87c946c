"""Clear Path: a winning turn stone by stone; a first turn, every reply, and the win after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from crossfall.generator.bench.desks import State
from crossfall.generator.bench.lines import Line, Step
from crossfall.generator.players import clear_path as player
from crossfall.solver.budget import Budget
from crossfall.solver.clear_path.board import COLOURS
from crossfall.solver.clear_path.notation import read_points, write_line, write_points
from crossfall.solver.clear_path.rules import Chain, ClearPathPosition
from crossfall.solver.clear_path.rules import Step as Meaning
from crossfall.solver.clear_path.search import any_win
from crossfall.solver.clear_path.turns import least_order, quiet_turns, wins_now
from crossfall.solver.position import Findings, Puzzle

MOST_REPLIES = 24
MOST_TRIES = 24


def lines(puzzle: Puzzle, findings: Findings, state: State, budget: Budget) -> Iterator[Line]:
    """For turns: each answer stone by stone; for a win in two also replies and wrong turns."""
    position: ClearPathPosition = puzzle.position
    if puzzle.task in ("play-again", "forbidden-points"):
        return
    for answer in findings.answers[:6]:
        series = read_points(position.board, answer.strings[0])
        placed = tuple(_stones(position, series, state))
        yield Line(answer.strings[0], True, placed[-1].said, placed)
        if puzzle.task == "win-in-two":
            yield from _replies(position, series, state, placed, budget)
    if puzzle.task == "win-in-two":
        answers = {sum(read_points(position.board, a.strings[0])) for a in findings.answers}
        yield from _tries(position, answers, state, budget)


def _stones(position: ClearPathPosition, series: tuple[int, ...], state: State) -> Iterator[Step]:
    """The position after each stone of a turn."""
    chain = Chain(position)
    mover = COLOURS[position.turn].capitalize()
    for point in series:
        name = position.board.name(point)
        chain = chain.place(name)
        if chain.over:
            _, said = player.play(position, series)
            yield Step(_shown(state, position.play(chain.set)), said)
            return
        again = f"{mover} places {name}; it was surrounded, so another stone must follow."
        placed = write_points(position.board, chain.placed)
        said = again if chain.steps[-1] is Meaning.AGAIN else f"{mover} places {name}."
        yield Step(replace(_shown(state, position), placed=placed), said)


def _turn(position: ClearPathPosition, turn: int, state: State) -> Step:
    series = least_order(position.board, position.turn, position.own, position.empty, turn)
    after, said = player.play(position, series)
    return Step(_shown(state, after.position), said)


def _name(position: ClearPathPosition, turn: int) -> str:
    series = least_order(position.board, position.turn, position.own, position.empty, turn)
    return write_points(position.board, series)


def _shown(state: State, position: ClearPathPosition) -> State:
    return replace(state, lines=(write_line(position),), placed="")


def _replies(
    position: ClearPathPosition,
    series: tuple[int, ...],
    state: State,
    placed: tuple[Step, ...],
    budget: Budget,
) -> Iterator[Line]:
    """The win after each reply to a first turn."""
    after = position.play(sum(series))
    first = write_points(position.board, series)
    replies = quiet_turns(after.board, after.turn, after.own, after.empty)
    for reply in islice(replies, MOST_REPLIES):
        budget.spend()
        then = after.play(reply)
        win = any_win(then.board, then.turn, then.own, then.empty)
        if not win:
            continue
        told = f"After {_name(after, reply)} {_name(then, win)} wins."
        steps = (*placed, _turn(after, reply, state), _turn(then, win, state))
        yield Line(f"{first}, then {_name(after, reply)}", True, told, steps)


def _tries(
    position: ClearPathPosition, answers: set[int], state: State, budget: Budget
) -> Iterator[Line]:
    """Turns that do not win in two, each with a reply that shows it."""
    board, mover = position.board, position.turn
    me = COLOURS[mover].capitalize()
    turns = quiet_turns(board, mover, position.own, position.empty)
    for turn in islice((turn for turn in turns if turn not in answers), MOST_TRIES):
        budget.spend()
        after = position.play(turn)
        name = _name(position, turn)
        steps = (_turn(position, turn, state),)
        win = 0
        if wins_now(board, after.turn, after.own, after.empty):
            win = any_win(board, after.turn, after.own, after.empty)
        if win:
            told = f"{COLOURS[after.turn].capitalize()} wins with {_name(after, win)}."
            yield Line(name, False, told, (*steps, _turn(after, win, state)))
            continue
        for reply in quiet_turns(board, after.turn, after.own, after.empty):
            then = after.play(reply)
            if not wins_now(board, mover, then.own, then.empty):
                told = f"Answered by {_name(after, reply)}: {me} has no win then."
                yield Line(name, False, told, (*steps, _turn(after, reply, state)))
                break
