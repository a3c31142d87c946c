"""`python -m tests.bench [ROOM …]`: run the benchmarks, print one line a figure.

Each module beside this one offers `run() -> list[tuple[str, str]]`: what was measured, and the
figure with its unit. Figures depend on the machine and are never asserted.
"""

import importlib
import pkgutil
import sys
from pathlib import Path


def main(rooms: list[str]) -> None:
    names = [m.name for m in pkgutil.iter_modules([str(Path(__file__).parent)])]
    for name in names:
        if name == "__main__" or (rooms and name not in rooms):
            continue
        print(f"\n{name}", flush=True)
        for what, figure in importlib.import_module(f"tests.bench.{name}").run():
            print(f"  {what:<72} {figure}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
