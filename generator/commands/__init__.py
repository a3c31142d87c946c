"""One module a command; each defines a click command called `command`.

Modules here import only click and what is light, so that `crossfall --help` is quick: solvers,
WeasyPrint and the like are imported inside the functions that use them.
"""
