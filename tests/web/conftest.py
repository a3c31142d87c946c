"""A bench that runs for the tests, and browsers that look at it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.browser import driver, serving

SECONDS = 20.0


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where the bench is."""
    with serving() as found:
        yield found


@pytest.fixture(scope="session")
def downloads(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("downloads")


@pytest.fixture(scope="session")
def chromium(downloads: Path) -> Iterator[Any]:
    found = driver(downloads)
    yield found
    found.quit()


class Tab:
    """One tab of the browser, with the questions that tests ask of a page."""

    def __init__(self, browser: Any, address: str, downloads: Path) -> None:
        self.browser, self.address, self.downloads = browser, address, downloads

    def open(self, path: str = "") -> None:
        self.browser.get("about:blank")
        self.browser.get(self.address + path)
        self.until(lambda: self.js("return document.body.dataset.ready") == "yes")

    def js(self, script: str, *given: Any) -> Any:
        return self.browser.execute_script(script, *given)

    def all(self, css: str) -> list[Any]:
        found: list[Any] = self.browser.find_elements("css selector", css)
        return found

    def one(self, css: str) -> Any:
        self.until(lambda: self.all(css), f"no {css}")
        return self.all(css)[0]

    def text(self, css: str) -> str:
        return str(self.js("return document.querySelector(arguments[0])?.textContent || ''", css))

    def press(self, spot: str, board: int = 0) -> None:
        """Press a spot of a board as a mouse or finger would."""
        chosen = f".board:nth-of-type({board + 1}) [data-spot='{spot}']"
        self.click(chosen)

    def click(self, css: str) -> None:
        """Click what is there; again if the page drew it anew in that very moment."""
        from selenium.common.exceptions import StaleElementReferenceException

        for _ in range(5):
            try:
                self.one(css).click()
                return
            except StaleElementReferenceException:
                continue
        raise AssertionError(f"{css} never stood still")

    def href(self, css: str) -> str:
        """Where a link leads."""
        return str(self.js("return document.querySelector(arguments[0])?.href || ''", css))

    def choose(self, css: str, value: str) -> None:
        """Take a choice of a list as a person would."""
        from selenium.webdriver.support.ui import Select

        Select(self.one(css)).select_by_value(value)

    def until(self, holds: Callable[[], Any], why: str = "", seconds: float = SECONDS) -> None:
        deadline = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < deadline, why or "it never came"
            time.sleep(0.03)

    def until_text(self, css: str, wanted: str, seconds: float = SECONDS) -> None:
        self.until(lambda: wanted in self.text(css), f"{css} never said {wanted!r}", seconds)

    def verdict(self, wanted: str) -> None:
        """Wait for a whole verdict."""
        css = f"#check[data-complete='yes'] .verdict[data-verdict='{wanted}']"
        self.until(lambda: self.all(css), f"the verdict was never {wanted}: {self.text('#check')}")

    def saved(self, name: str) -> Path:
        """The file of that name once the browser has saved it."""
        file = self.downloads / name
        self.until(lambda: file.exists() and file.stat().st_size, f"{name} was never saved")
        return file

    def complaints(self) -> list[str]:
        """What the browser itself complains about: scripts that fail, what the policy forbids."""
        return [
            entry["message"]
            for entry in self.browser.get_log("browser")
            if entry["level"] == "SEVERE" and "422" not in entry["message"]
        ]


@pytest.fixture
def tab(chromium: Any, address: str, downloads: Path) -> Iterator[Tab]:
    chromium.get_log("browser")
    for file in downloads.iterdir():
        file.unlink()
    found = Tab(chromium, address, downloads)
    yield found
    assert found.complaints() == []
