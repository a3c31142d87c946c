"""`python -m crossfall.generator` is the command."""

from crossfall.generator.entry import main

main()
