"""`crossfall serve`: the bench, a web page on this machine."""

from __future__ import annotations

import os

import click

from crossfall.generator.options import library_option
from crossfall.solver.errors import InputError

LIBRARY = "crossfall.sqlite"


@click.command(
    short_help="A web page on this machine: draw, check, generate, print, play.",
    epilog="Example: crossfall serve --port 8420 --no-browser",
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Where to listen. Anyone who can reach another address can use the bench.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help="The port, 0 for a free one; without, 8420, or a free one if that is taken.",
)
@library_option(
    "Puzzles of this library are offered, and those it holds passed over; it is only read. "
    "Without, crossfall.sqlite where there is one."
)
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
def command(host: str, port: int | None, library: str | None, no_browser: bool) -> int:
    """Serve the bench: one page to draw positions, check them as you draw, find puzzles, print
    sheets and play. It listens on this machine only unless told otherwise. Ctrl-C ends it.

    It needs the extra `web`: pip install 'crossfall[web]'
    """
    try:
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError:
        raise InputError(
            "the bench needs the extra web; install it with: pip install 'crossfall[web]'"
        ) from None
    from crossfall.generator.bench.server import address, listen, serve

    if library is None and os.path.isfile(LIBRARY):
        library = LIBRARY
    if library is not None:
        from crossfall.generator.library import open_library

        with open_library(library):
            library = os.path.abspath(library)
    made = listen(host, port)
    where = address(made)

    def begun() -> None:
        click.echo(f"The bench is at {where} (Ctrl-C ends it)")
        if not no_browser:
            import webbrowser

            webbrowser.open(where)

    serve(made, host, begun, library)
    return 0
