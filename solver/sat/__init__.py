"""Connectivity in clauses: a small library on python-sat that knows no game.

    graph        what a board is to it: vertices 0, 1, 2, … and their neighbours
    formula      clauses, the one pool of variables, counting
    encodings    joined, separated, witness path, connected, on a simple path: stated in advance
    cuts         connected, stated as candidates break it
    propagator   the same inside the solver
    search       questions with a budget: satisfiable, unsatisfiable, or unknown
    proofs       files for an outside checker
    rup          a small checker of our own

docs/connectivity-in-clauses.md explains all of them on one 3×3 board.
"""
