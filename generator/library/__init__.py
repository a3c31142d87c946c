"""A library: proven puzzles in one SQLite file, none twice up to symmetry, with what each was used for."""

from crossfall.generator.library.filters import Filter
from crossfall.generator.library.store import Added, Entry, Library, open_library

__all__ = ["Added", "Entry", "Filter", "Library", "open_library"]
