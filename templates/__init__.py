"""Page templates, board drawings and styles; no game logic."""
