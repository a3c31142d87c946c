"""Makes puzzles and pages out of what the solver knows."""
