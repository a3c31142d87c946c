"""The bench: how soon a page is there, and how soon a press has its verdict, seen in a browser."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from tests.web.browser import driver, missing, serving

POSITIONS = 4  # walks over each board
PRESSES = 7  # of each walk

# Presses a spot, and gives the milliseconds until a verdict of the new position is to be read.
PRESS = """
const [spot, done] = arguments;
const check = document.getElementById("check");
check.replaceChildren();
const start = performance.now();
new MutationObserver((_, watcher) => {
  if (check.querySelector(".verdict[data-verdict]")) {
    watcher.disconnect();
    done(performance.now() - start);
  }
}).observe(check, {childList: true, subtree: true});
document.querySelector(`[data-spot="${spot}"]`).click();
"""
LOADED = """
const entry = performance.getEntriesByType("navigation")[0];
return entry.domContentLoadedEventEnd - entry.startTime;
"""


def run() -> list[tuple[str, str]]:
    start = time.perf_counter()
    with serving() as address:
        figures = [("from the command to its address", f"{time.perf_counter() - start:.2f} s")]
        if missing():
            figures.append(("in a browser", "Chromium is not here"))
            return figures
        with tempfile.TemporaryDirectory() as folder:
            browser = driver(Path(folder))
            try:
                figures += _seen(browser, address)
            finally:
                browser.quit()
    return figures


def _seen(browser: Any, address: str) -> list[tuple[str, str]]:
    browser.set_script_timeout(60)
    figures = []
    for what in ("first load of the page", "second load"):
        browser.get("about:blank")
        start = time.perf_counter()
        browser.get(address)
        while browser.execute_script("return document.body.dataset.ready") != "yes":
            time.sleep(0.01)
        ready = time.perf_counter() - start
        shown = browser.execute_script(LOADED)
        figures.append((what, f"shown after {shown / 1000:.2f} s, board after {ready:.2f} s"))
    rng = Random(1)
    for size in ("4x4", "5x5"):
        took = sorted(ms for _ in range(POSITIONS) for ms in _walk(browser, address, size, rng))
        middle, most = took[len(took) // 2], took[int(len(took) * 0.9)]
        told = f"median {middle:.0f} ms, nine of ten within {most:.0f} ms"
        figures.append((f"press to verdict, Roadworks {size}, {len(took)} presses", told))
    return figures


def _walk(browser: Any, address: str, size: str, rng: Random) -> list[float]:
    browser.get("about:blank")
    browser.get(f"{address}#roadworks:{size}:")
    took = []
    for _ in range(PRESSES):
        time.sleep(0.6)
        spots = browser.find_elements("css selector", ".spot[data-mark='open']")
        if not spots or "lost" in browser.find_element("id", "to-move").text:
            break
        spot = rng.choice(spots).get_attribute("data-spot")
        took.append(float(browser.execute_async_script(PRESS, spot)))
    return took
