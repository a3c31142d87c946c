"""Whole puzzle books: read from BOOK.toml, found, laid out by arithmetic, printed in pieces, joined.

spec.py        what BOOK.toml says, as plain data
standard.py    the parts of a `chapter = "standard"`, one list a game
search.py      the puzzles of a book, kept in a file so that a run resumes
teaching/      what a book teaches, one module a game: rules in pictures, techniques
geometry.py    trims, margins by page count
measure.py     how high a paragraph runs
flow.py        prose, figures and answers, divided into pages
compose.py     the whole book: every page with everything on it
render.py      pages to PDF, in worker processes, joined

Everything is placed by arithmetic before anything is drawn. So every page number is known at once,
and pieces can be printed in any order by any number of processes to the same bytes.
"""
