"""Progress on standard error: one changing line on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys

import click

QUIET = 1000  # where nobody watches, one of so many lines is printed
PARTS = 4  # where nobody watches, a stage is told in so many parts


class Ticker:
    """Says how far a long search is.

    >>> with Ticker("falls") as ticker:
    ...     ticker.say("3 found")
    """

    def __init__(self, what: str, quiet: int = QUIET) -> None:
        self._what, self._quiet = what, quiet
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
        elif self._said % self._quiet == 0:
            click.echo(line, err=True)


class Stages:
    """Says how far long work of several stages is: on a terminal every step, in a line that changes;
    elsewhere a plain line where a stage begins and for each quarter of it.

    >>> with Stages("book") as stages:
    ...     stages.say("proving", 3, 40, "puzzles")
    """

    def __init__(self, what: str) -> None:
        self._what = what
        self._watched = sys.stderr.isatty()
        self._width = 0
        self._told = ("", -1)  # the stage, and the part of it that was told last

    def __enter__(self) -> Stages:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def say(self, stage: str, done: int = 0, of: int = 0, unit: str = "") -> None:
        """`done` of `of` units of the stage are done; a stage without steps is only named."""
        text = f"{self._what}: {stage}" + (f": {done} of {of} {unit}".rstrip() if of else "")
        if self._watched:
            click.echo("\r" + text.ljust(self._width), nl=False, err=True)
            self._width = len(text)
            return
        now = (stage, done * PARTS // of if of else 0)
        if now != self._told:
            self._told = now
            click.echo(text, err=True)

    def end(self) -> None:
        """End the line that changes: what is said next stands on its own."""
        if self._width:
            click.echo(err=True)
            self._width = 0
