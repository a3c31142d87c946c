"""What the everyday commands cost, each in a process of its own: processor seconds, start included."""

import resource
import subprocess
import sys
import tempfile
from pathlib import Path


def processor_seconds(*arguments: str) -> float:
    """User and system time of one run of the command line."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "crossfall.generator", *arguments],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def run() -> list[tuple[str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        hundred, sheet = Path(folder, "hundred.toml"), Path(folder, "sheet.toml")
        pdf = Path(folder, "sheet.pdf")
        roadworks = ("generate", "roadworks", "--level", "3")
        jobs = [
            ("crossfall --help", ("--help",)),
            ("check one 4x4 winning-move", ("check", "roadworks:4x4:c4,e2")),
            ("solve a 5x5 position after three closures", ("solve", "roadworks:5x5:d6,c3,b5")),
            (
                "generate 100 level 3 winning-move puzzles",
                (*roadworks, "--count", "100", "-o", str(hundred)),
            ),
            (
                "generate the 24 puzzles of a sheet",
                (*roadworks, "--count", "24", "-o", str(sheet)),
            ),
            ("print them with their audited key", ("sheet", str(sheet), "-o", str(pdf))),
        ]
        return [(what, f"{processor_seconds(*command):.2f} s") for what, command in jobs]
