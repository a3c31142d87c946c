"""Every page, for everyone: narrow and wide, dark and light, by ear, by finger, without motion."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser import resize

PAGES = ("#roadworks:4x4:c4,e2", "generate", "print", "play")

# Controls without a name for those who do not see them.
NAMELESS = """
return [...document.querySelectorAll("button, a, input, select, textarea")].filter((control) =>
  control.checkVisibility() && !(control.getAttribute("aria-label") || control.textContent.trim() ||
  control.labels?.length || control.title)).map((control) => control.outerHTML.slice(0, 120));
"""

# Texts that stand out too little from what is behind them (less than 4.5 to 1).
PALE = """
const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
const light = ([r, g, b]) => {
  const [x, y, z] = [r, g, b].map((v) => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
};
const behind = (element) => {
  for (let at = element; at; at = at.parentElement) {
    const colour = parts(getComputedStyle(at).backgroundColor);
    if (colour.length === 3 || colour[3] === 1) return colour;
  }
  return [255, 255, 255];
};
const bad = [];
for (const element of document.querySelectorAll("body *")) {
  const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
  if (!own || !element.checkVisibility() || element.closest("svg, :disabled, script, .unseen")) continue;
  const [a, b] = [light(parts(getComputedStyle(element).color)), light(behind(element))];
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  if (ratio < 4.5) bad.push(`${element.textContent.trim().slice(0, 40)}: ${ratio.toFixed(2)}`);
}
return bad;
"""

# How many pixels of the page can only be seen by scrolling sideways.
STICKS_OUT = """
const page = document.documentElement;
return page.scrollWidth - page.clientWidth;
"""

# Controls that a finger misses: less than 24 pixels wide or high.
SMALL = """
return [...document.querySelectorAll("button, select, input:not([type=radio]):not([type=checkbox]):not(.unseen)")]
  .filter((control) => control.checkVisibility())
  .map((control) => [control, control.getBoundingClientRect()])
  .filter(([control, box]) => box.width && (box.width < 24 || box.height < (control.closest("li") ? 20 : 24)) && control.type !== "range")
  .map(([control, box]) => `${control.outerHTML.slice(0, 80)} ${box.width}x${box.height}`);
"""


@pytest.fixture
def sized(tab: Any) -> Any:
    yield lambda width, dark=False: resize(tab.browser, width, 900, dark)
    resize(tab.browser, 1280, 900)


@pytest.mark.parametrize("page", PAGES)
def test_nothing_sticks_out_is_nameless_pale_or_small(tab: Any, sized: Any, page: str) -> None:
    for width, dark in ((360, False), (360, True), (800, False), (1280, True)):
        sized(width, dark)
        tab.open(page)
        assert tab.js("return document.documentElement.scrollWidth") <= width
        assert tab.js(NAMELESS) == []
        assert tab.js(PALE) == [], (width, dark)
        assert tab.js(SMALL) == [], (width, dark)


@pytest.mark.parametrize("code", ["es", "hu", "de"])
def test_longer_words_fit_on_narrow_screens_too(tab: Any, sized: Any, code: str) -> None:
    try:
        tab.open("play")
        tab.js(f"document.cookie = 'language={code}; path=/'")
        for page in PAGES:
            for width in (360, 800):
                sized(width)
                tab.open(page)
                assert tab.js("return document.documentElement.lang") == code
                assert tab.js(STICKS_OUT) == 0, (page, width)
    finally:
        tab.js("document.cookie = 'language=en; path=/'")


def test_without_motion_nothing_moves_and_all_is_told(tab: Any) -> None:
    still = {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]}
    tab.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", still)
    try:
        tab.open("#roadworks:3x3:b2")
        tab.press("a3")
        tab.until_text("#said", "a2 and a4 fall")
        assert not tab.all(".ghost, .old")
        tab.until_text("#live", "a2 and a4 fall")
        tab.until(lambda: len(tab.all("#live span")) > 1)  # the verdict, which takes nothing away
        assert "a2 and a4 fall" in tab.text("#live")
    finally:
        resize(tab.browser, 1280, 900)


def test_what_falls_is_seen_falling(tab: Any) -> None:
    tab.open("#roadworks:3x3:b2")
    tab.press("a3")
    tab.until(lambda: len(tab.all(".ghost.falls")) == 2)
    tab.until(lambda: not tab.all(".ghost"))


def test_a_dropped_file_is_read(tab: Any) -> None:
    tab.open()
    tab.js(
        """
        const data = new DataTransfer();
        const text = '[[puzzle]]\\ngame = "clear-path"\\nsize = "4x4"\\ntitle = "Dropped"\\n';
        data.items.add(new File([text], "one.toml"));
        document.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true}));
        """
    )
    tab.until(lambda: "title=Dropped" in tab.browser.current_url)
    assert len(tab.all(".spot")) == 16
