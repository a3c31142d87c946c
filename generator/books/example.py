"""A BOOK.toml that explains itself."""

EXAMPLE = """\
# A puzzle book for `crossfall book`. Only title and chapters are needed; what is shown with a #
# before it is what holds without.

title = "Watch What Falls"
subtitle = "Puzzles for three abstract games"
author = "Your Name"

# trim = "8.5x11"           # 8.5x11, 8x10, 6x9 (inches), a4, a5
# theme = "book"            # book (serif text) or classroom
# ink = "colour"            # colour or black
# seed = 0                  # another seed, other puzzles
# language = "en"
# isbn = "978-…"
# copyright = "© 2027 Your Name"
# credit = ["Cover by …"]   # more lines on the copyright page
# bleed = 0.125             # inches beyond the trim; 0 without
# marks = false             # crop marks
# hints = true              # a chapter of hints before the answers

# Margins in inches. Inside: up to so many pages, so much. Check with the shop that prints.
# [margins]
# inside = [[150, 0.375], [300, 0.5], [500, 0.625], [100000, 0.75]]
# outside = 0.5
# top = 0.7
# bottom = 0.6

# A standard chapter: rules in pictures, warm-ups, techniques with their puzzles, mixed puzzles,
# challenges, and another kind of question at its end.
[[chapter]]
game = "roadworks"          # roadworks, clear-path or pathing-boxes
chapter = "standard"
# title = "Roadworks"
# intro = "What you like to say before."
# warm_ups = 12             # how many puzzles of each part
# each = 12                 # for every technique
# mixed = 24
# challenges = 6
# special = 12
# per_page = 4              # 1, 2, 3, 4, 6, 8 or 12; as many as are comfortable without

# A chapter of one kind of puzzle. Technique pages that it needs come before it by themselves.
[[chapter]]
title = "Equal blocks"
game = "roadworks"
task = "winning-move"       # the game's first task without
size = "5x5"                # or level = 4; plain = true: nothing falls
# difficulty = 3            # stars; a mixture without
# technique = ["R3", "R4"]  # only these
count = 8

# A chapter of puzzles of your own, from a puzzle file.
# [[chapter]]
# title = "By hand"
# puzzles = "mine.toml"
"""
