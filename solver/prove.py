"""Proof search for any game: can one side force a win?

The question is always put for one `attacker`: a position is an OR node while the attacker is to
move and an AND node while the other is. Nothing is negated from ply to ply, so extra turns, where
the same player moves again, need no special case. A horizon (`Outcome.HORIZON`) counts as not
won. Depth-first with a transposition table on `Position.key()` and `turn`; a game whose search
matters has a faster one of its own, and this is what that is compared with.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from crossfall.solver.budget import Budget
from crossfall.solver.deep import deep_recursion
from crossfall.solver.errors import BudgetError
from crossfall.solver.position import Outcome, Position


class ProofSearch:
    """Proofs for one attacker; remembers what it has settled. One unit of budget is one position.

    >>> from crossfall.solver.roadworks.rules import board, start
    >>> ProofSearch(attacker=1).wins(start(board(2, 2)), Budget())
    True
    """

    def __init__(self, attacker: int) -> None:
        self.attacker = attacker
        self._won = Outcome.WON_BY_0 if attacker == 0 else Outcome.WON_BY_1
        self._settled: dict[tuple[Hashable, int], bool] = {}

    def wins(self, position: Position, budget: Budget) -> bool | None:
        """Whether the attacker can force a win from `position`; None if the budget ran out."""
        with deep_recursion():
            try:
                return self._wins(position, budget)
            except BudgetError:
                return None

    def _wins(self, position: Position, budget: Budget) -> bool:
        outcome = position.outcome()
        if outcome is not Outcome.ONGOING:
            return outcome is self._won
        key = (position.key(), position.turn)
        known = self._settled.get(key)
        if known is not None:
            return known
        budget.spend()
        mine = position.turn == self.attacker
        # The attacker needs one move that wins, the defender one that does not lose.
        found = any(self._wins(position.play(move), budget) is mine for move in position.moves())
        self._settled[key] = found is mine
        return found is mine


def can_force(position: Position, attacker: int, budget: Budget) -> bool | None:
    """Whether `attacker` (0 or 1) can force a win; None if the budget ran out: unknown."""
    return ProofSearch(attacker).wins(position, budget)


def winning_moves(position: Position, budget: Budget) -> tuple[Any, ...] | None:
    """All moves after which the player to move can force a win, in the game's own order; None if
    the budget ran out before all were settled.

    >>> from crossfall.solver.roadworks.rules import board, start
    >>> city = board(3, 3)
    >>> [city.name(move) for move in winning_moves(start(city), Budget())]
    ['a4', 'b3', 'c2', 'd1']
    """
    search = ProofSearch(position.turn)
    found = []
    for move in position.moves():
        won = search.wins(position.play(move), budget)
        if won is None:
            return None
        if won:
            found.append(move)
    return tuple(found)
