"""Clear Path, the chain-reaction game by Mark Steere."""

from crossfall.solver.clear_path.game import GAME

__all__ = ["GAME"]
