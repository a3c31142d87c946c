"""Roadworks, a game by Georgy Nuzhdin."""
