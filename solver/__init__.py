"""Knows the games: rules, search, proofs. Prints nothing, draws nothing."""
