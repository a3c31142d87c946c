"""Whole puzzle books: read from BOOK.toml, found, laid out by arithmetic, printed in pieces, joined.

spec.py          reads what BOOK.toml says
model.py         what a book is made of, as plain data
standard/        the sections of a `chapter = "standard"`, one module a game
search.py        the puzzles of a book, kept in a file so that a run resumes
used.py          those of them that a library holds, and their marks there
items.py         puzzles as they are printed, proven and told, in worker processes
teaching/        what a book teaches, one module a game: rules in pictures, techniques
geometry.py      trims, margins by page count
setting.py       the type scale
measure.py       how high a paragraph runs
blocks.py        what a page is made of
flow.py          prose, figures and answers (answers.py), divided into pages
puzzle_pages.py  the puzzles of a section, divided into pages
front.py         what stands before and after the chapters
compose.py       the whole book: every page with everything on it
render.py        pages to PDF, in worker processes; joining.py joins them

Everything is placed by arithmetic before anything is drawn. So every page number is known at once,
and pieces can be printed in any order by any number of processes to the same bytes.
"""
