"""One module a game; each defines a click command called `command`: `crossfall compose GAME`.

As in `crossfall.generator.commands`, heavy imports stand inside the functions that use them.
"""
