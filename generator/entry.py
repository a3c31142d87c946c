"""Where the command starts: Ctrl-C is answered in one line even while the rest is still loading."""

from __future__ import annotations

import os
import signal
from types import FrameType


def _stop(_: int, __: FrameType | None) -> None:
    os.write(2, b"crossfall: interrupted\n")
    os._exit(130)


def main() -> None:
    """Load the command line and run it; leaves with its exit code."""
    before = signal.getsignal(signal.SIGINT)
    # A shell that runs us in the background may have told us to ignore Ctrl-C: then we do.
    if before is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, _stop)
    from crossfall.generator import cli

    if before is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    cli.main()
