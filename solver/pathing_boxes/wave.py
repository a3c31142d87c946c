"""Exact search within a wave: can a player force its line, whatever the other does?

A node is OR when the attacker is to swap and AND otherwise; values are never negated, so extra
turns need no special case. The wave's end and a line of the defender's are both "not forced".
Depth-first with a table of proven and refuted positions; a best-first search by proof numbers was
measured and visits three to ten times more nodes here, since a line that lacks pieces or gates
(`tables.line_gates`) cuts most of the tree off.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from crossfall.solver.budget import Budget
from crossfall.solver.pathing_boxes.board import SIDE, Board
from crossfall.solver.pathing_boxes.rules import PathingPosition
from crossfall.solver.pathing_boxes.tables import edge_rows, line_gates, line_table

_Child: TypeAlias = tuple[int, int, int, int, int]  # x, y, filled, turn, limit

UNBOUNDED = 99  # more turns and swaps than a wave has
COMPILED_FROM = 16  # with as many open edges the compiled twin is worth its start-up time


@dataclass(frozen=True)
class Question:
    """What one search is about.

    ties: who wins when a swap of X's, and one of Y's, lines up both colours.
    attacker: whose line is to be forced. by_swaps: whether limits count the attacker's swaps
    rather than its turns.
    """

    board: Board
    ties: tuple[int, int]
    attacker: int
    by_swaps: bool = False


class Search(Protocol):
    """A solver of one question; what it has found stays in its table."""

    def forces(self, x: int, y: int, filled: int, turn: int, limit: int) -> bool:
        """Whether the attacker forces its line before its turn (or swap) number `limit` ends.

        The turn to move is the first if it is the attacker's. Raises BudgetError.
        """


class PlainSearch:
    """The search in plain Python; `crossfall.solver.pathing_boxes.fast` is its compiled twin."""

    def __init__(self, question: Question, budget: Budget) -> None:
        self.question = question
        self.budget = budget
        self._rows = edge_rows(question.board)
        self._gates = line_gates(question.board)
        self._line = line_table()
        self._all = question.board.all_filled
        self._won: dict[int, int] = {}  # the least limit known to do
        self._lost: dict[int, int] = {}  # the greatest limit known not to do

    def forces(self, x: int, y: int, filled: int, turn: int, limit: int) -> bool:
        """See `Search.forces`."""
        known = self._known(position_key(x, y, filled, turn), limit)
        return self._value(x, y, filled, turn, limit) if known is None else known

    def _known(self, key: int, limit: int) -> bool | None:
        if self._won.get(key, UNBOUNDED + 1) <= limit:
            return True
        if self._lost.get(key, 0) >= limit:
            return False
        return None

    def _value(self, x: int, y: int, filled: int, turn: int, limit: int) -> bool:
        """The value of a position that the table does not have."""
        self.budget.spend()
        key = position_key(x, y, filled, turn)
        attacker = self.question.attacker
        if not self._line_possible(y if attacker else x, self._all & ~filled):
            self._lost[key] = UNBOUNDED
            return False
        children = self._children(x, y, filled, turn, limit)
        if isinstance(children, bool):
            (self._won if children else self._lost)[key] = 1 if children else UNBOUNDED
            return children
        verdict = self._verdict(children, turn == attacker)
        if verdict:
            self._won[key] = min(limit, self._won.get(key, UNBOUNDED))
        else:
            self._lost[key] = max(limit, self._lost.get(key, 0))
        return verdict

    def _line_possible(self, pieces: int, open_edges: int) -> bool:
        for line, gates in self._gates:  # a loop, being twice as fast here as any()
            if (pieces & line).bit_count() + (open_edges & gates).bit_count() >= SIDE:
                return True
        return False

    def _children(self, x: int, y: int, filled: int, turn: int, limit: int) -> bool | list[_Child]:
        """The positions after each swap, those with an extra turn first; or the value at once."""
        attacker, line, ties = self.question.attacker, self._line, self.question.ties
        attacking = turn == attacker
        limit_again = limit - 1 if attacking and self.question.by_swaps else limit
        limit_over = limit - 1 if attacking else limit
        again: list[_Child] = []
        over: list[_Child] = []
        for bit, cells, box, other_box in self._rows:
            if filled & bit:
                continue
            held = x & cells
            next_x = x ^ cells if held and held != cells else x
            held = y & cells
            next_y = y ^ cells if held and held != cells else y
            x_line, y_line = line[next_x], line[next_y]
            if x_line or y_line:
                winner = ties[turn] if x_line and y_line else y_line
                if attacking == (winner == attacker):
                    return attacking  # whoever is to swap takes a line of its own
                continue
            after = filled | bit
            if after == self._all:
                if attacking:
                    continue
                return False
            if filled & box == box or filled & other_box == other_box:
                if limit_again:
                    again.append((next_x, next_y, after, turn, limit_again))
            elif limit_over:
                over.append((next_x, next_y, after, 1 - turn, limit_over))
        return again + over

    def _verdict(self, children: Sequence[_Child], attacking: bool) -> bool:
        """OR or AND over the children, those already known first."""
        unknown = []
        for child in children:
            x, y, filled, turn, limit = child
            known = self._known(x | y << 16 | filled << 32 | turn << 60, limit)
            if known is None:
                unknown.append(child)
            elif known == attacking:
                return attacking
        for child in unknown:
            # An earlier child's search may have met this one meanwhile.
            if self.forces(*child) == attacking:
                return attacking
        return not attacking


def position_key(x: int, y: int, filled: int, turn: int) -> int:
    """A wave's position as one number of 61 bits."""
    return x | y << 16 | filled << 32 | turn << 60


def ties(position: PathingPosition) -> tuple[int, int]:
    """Who wins a double line made by X, and one made by Y (piece counts do not change in a wave)."""
    counts = position.x.bit_count(), position.y.bit_count()
    return position.rules.tie_winner(0, *counts), position.rules.tie_winner(1, *counts)


def new_search(question: Question, budget: Budget, compiled: bool) -> Search:
    """The compiled search where it is wanted and installed, the plain one otherwise.

    Both visit the same nodes in the same order, so budgets cut them off at the same place.
    """
    if compiled:
        try:
            from crossfall.solver.pathing_boxes.fast import CompiledSearch
        except ImportError:
            pass
        else:
            return CompiledSearch(question, budget)
    return PlainSearch(question, budget)


class Wave:
    """Everything there is to know about a position within its wave.

    >>> from crossfall.solver.pathing_boxes.rules import CLASSIC
    >>> Wave(CLASSIC, Budget()).winning(turns=1)
    []
    """

    def __init__(
        self, position: PathingPosition, budget: Budget, compiled_from: int = COMPILED_FROM
    ) -> None:
        self.position = position
        self.budget = budget
        self._compiled_from = compiled_from
        self._searches: dict[int, Search] = {}

    def forces(self, position: PathingPosition, attacker: int, turns: int | None = None) -> bool:
        """Whether `attacker` forces its line from a later position of this wave.

        turns: within so many of its own turns (the running one counts); None: ever in this wave.
        """
        winner = position.winner()
        if winner is not None:
            return winner == attacker
        if position.filled == position.board.all_filled or turns == 0:
            return False
        return self._search(attacker).forces(
            position.x, position.y, position.filled, position.turn, turns or UNBOUNDED
        )

    def winning(self, turns: int | None = None) -> list[int]:
        """All first swaps by which the player to move forces its line, in the order of names."""
        return [edge for edge in self.position.moves() if self.swap_wins(edge, turns)]

    def swap_wins(self, edge: int, turns: int | None = None) -> bool:
        """Whether the player to move forces its line by beginning with this swap."""
        mover = self.position.turn
        after = self.position.play(edge)
        if turns is not None and after.turn != mover:
            turns -= 1
        return self.forces(after, mover, turns)

    def holding(self, turns: int | None = None) -> list[int]:
        """All swaps after which the opponent cannot force its line, in the order of names.

        turns: within so many of the opponent's turns; None: ever in this wave.
        """
        return [edge for edge in self.position.moves() if self.swap_holds(edge, turns)]

    def swap_holds(self, edge: int, turns: int | None = None) -> bool:
        """Whether the opponent cannot force its line after this swap."""
        return not self.forces(self.position.play(edge), 1 - self.position.turn, turns)

    def turns_needed(
        self, position: PathingPosition, attacker: int, most: int = UNBOUNDED
    ) -> int | None:
        """The fewest own turns in which `attacker` forces its line; None if not in `most`."""
        if not self.forces(position, attacker, most):
            return None
        return next(n for n in range(1, most + 1) if self.forces(position, attacker, n))

    def main_line(self, attacker: int, most: int = UNBOUNDED) -> list[int]:
        """A shortest forced line for `attacker`, in `most` of its own turns: swaps up to its line.

        The attacker takes the swap that needs the fewest turns, the defender the one that makes it
        need the most; the least name decides. Empty if `attacker` cannot force it.
        """
        line: list[int] = []
        position = self.position
        limit = self.turns_needed(position, attacker, most)
        while limit is not None and position.winner() is None:
            edge = self._best(position, attacker, limit)
            after = position.play(edge)
            if position.turn == attacker != after.turn and after.winner() is None:
                limit -= 1
            line.append(edge)
            position = after
        return line

    def _best(self, position: PathingPosition, attacker: int, limit: int) -> int:
        best_edge, best_turns = -1, 0
        for edge in position.moves():
            after = position.play(edge)
            if after.winner() == attacker:
                needed = 0
            else:
                left = limit - (position.turn == attacker != after.turn)
                found = self.turns_needed(after, attacker, left) if left else None
                if found is None:
                    continue
                needed = found + (position.turn == attacker != after.turn)
            better = needed < best_turns if position.turn == attacker else needed > best_turns
            if best_edge < 0 or better:
                best_edge, best_turns = edge, needed
        return best_edge

    def _search(self, attacker: int) -> Search:
        if attacker not in self._searches:
            question = Question(self.position.board, ties(self.position), attacker)
            open_edges = self.position.board.edges - self.position.filled.bit_count()
            compiled = open_edges >= self._compiled_from
            self._searches[attacker] = new_search(question, self.budget, compiled)
        return self._searches[attacker]
