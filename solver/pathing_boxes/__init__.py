"""Pathing Dots & Boxes, a game by Zero."""

from crossfall.solver.pathing_boxes.game import GAME

__all__ = ["GAME"]
