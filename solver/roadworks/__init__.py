"""Roadworks, a game by Georgy Nuzhdin."""

from crossfall.solver.roadworks.game import GAME

__all__ = ["GAME"]
