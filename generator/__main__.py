"""`python -m crossfall.generator` is the command."""

from crossfall.generator.cli import main

main()
