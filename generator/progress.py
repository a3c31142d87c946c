"""Progress on standard error: one changing line on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys

import click

QUIET = 1000  # where nobody watches, one of so many lines is printed


class Ticker:
    """Says how far a long search is.

    >>> with Ticker("falls") as ticker:
    ...     ticker.say("3 found")
    """

    def __init__(self, what: str) -> None:
        self._what = what
        self._watched = sys.stderr.isatty()
        self._said = 0
        self._width = 0

    def __enter__(self) -> Ticker:
        return self

    def __exit__(self, *_: object) -> None:
        if self._width:
            click.echo("\r" + " " * self._width + "\r", nl=False, err=True)

    def say(self, text: str) -> None:
        """Show `text` in place of what was said last."""
        self._said += 1
        line = f"{self._what}: {text}"
        if self._watched:
            click.echo("\r" + line.ljust(self._width), nl=False, err=True)
            self._width = len(line)
        elif self._said % QUIET == 0:
            click.echo(line, err=True)
