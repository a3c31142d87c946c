"""Is Pango, the system library that WeasyPrint draws text with, on this machine?

`python -m crossfall.generator.pango` says what to type where it is missing; with `--install` it
installs it on Debian and Ubuntu when it may.
"""

import os
import shutil
import subprocess
import sys

HOW_TO_INSTALL = """\
crossfall prints with WeasyPrint, which needs the system library Pango. Install it with the line for your system:
  Debian, Ubuntu:  sudo apt install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0
  Fedora:          sudo dnf install pango
  macOS:           brew install pango
  Windows:         winget install MSYS2.MSYS2, then in its shell: pacman -S mingw-w64-ucrt-x86_64-pango
                   and set WEASYPRINT_DLL_DIRECTORIES=C:\\msys64\\ucrt64\\bin"""

APT_PACKAGES = ("libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0")


def is_present() -> bool:
    """Whether WeasyPrint finds Pango."""
    try:
        import weasyprint  # noqa: F401
    except OSError:
        return False
    return True


def has_subsetter() -> bool:
    """Whether HarfBuzz's subsetter is there, with which WeasyPrint shortens fonts much faster."""
    from ctypes.util import find_library

    return find_library("harfbuzz-subset") is not None


def _install_with_apt() -> None:
    apt = shutil.which("apt-get")
    if apt is None:
        return
    prefix: list[str] = []
    if os.geteuid() != 0:
        if shutil.which("sudo") is None or subprocess.run(["sudo", "-n", "true"]).returncode:
            return
        prefix = ["sudo", "-n"]
    subprocess.run([*prefix, apt, "update", "-qq"])
    subprocess.run([*prefix, apt, "install", "-y", "-qq", *APT_PACKAGES])


def main(arguments: list[str]) -> int:
    """Return 0 where Pango is present (perhaps only now), else print how to install it and return 1."""
    present = is_present()
    if present and (has_subsetter() or "--install" not in arguments):
        return 0
    if "--install" in arguments:
        _install_with_apt()
        # A fresh interpreter, since the failed import left its traces in this one.
        check = "from crossfall.generator import pango; raise SystemExit(not pango.is_present())"
        if present or subprocess.run([sys.executable, "-c", check]).returncode == 0:
            return 0
    print(HOW_TO_INSTALL, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
