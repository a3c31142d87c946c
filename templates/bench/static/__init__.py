"""Scripts and styles of the bench, sent as they are."""
