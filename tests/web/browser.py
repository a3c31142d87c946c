"""Debian's Chromium for the tests, driven by Selenium; `python -m tests.web.browser --install`
installs it where that is allowed, and else says what to type."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PACKAGES = ("chromium", "chromium-driver")
LINE = f"sudo apt-get install -y --no-install-recommends {' '.join(PACKAGES)}"


def missing() -> bool:
    """Whether the browser or its driver is not there."""
    return not (shutil.which("chromium") and shutil.which("chromedriver"))


def install() -> bool:
    """Install both with apt, as root or by sudo without a password; whether they are there now."""
    if shutil.which("apt-get") is None:
        return False
    rights = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if rights and (not shutil.which("sudo") or subprocess.call([*rights, "true"])):
        return False
    install_ = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *PACKAGES]
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    if subprocess.call([*rights, *install_], env=environment):
        subprocess.call([*rights, "apt-get", "update", "-qq"])
        subprocess.call([*rights, *install_], env=environment)
    return not missing()


@contextmanager
def serving() -> Iterator[str]:
    """A bench that runs as long as this lasts: its address."""
    command = [sys.executable, "-m", "crossfall.generator", "serve", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found, "the bench did not begin"
            yield found[0]
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(20)


def driver(downloads: Path, width: int = 1280, height: int = 900, dark: bool = False) -> Any:
    """A browser of that size that saves files in the folder `downloads`."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for argument in (
        "--headless=new",
        "--no-sandbox",  # tests run as root in containers
        "--disable-gpu",
        "--disable-dev-shm-usage",
        f"--window-size={width},{height}",
    ):
        options.add_argument(argument)
    options.add_experimental_option("prefs", {"download.default_directory": str(downloads)})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    made = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    resize(made, width, height, dark)
    return made


def resize(browser: Any, width: int, height: int, dark: bool = False) -> None:
    """Give the page that size, narrower than windows can be, and dark or light colours."""
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})


def main() -> int:
    if missing() and ("--install" not in sys.argv or not install()):
        print(f"The tests in a browser need Chromium and its driver; type: {LINE}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
