"""How the boards of each game look: one file a game."""
