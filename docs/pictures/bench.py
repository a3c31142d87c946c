"""Pictures the bench for the README: `python docs/pictures/bench.py` (needs Chromium)."""

import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent.parent))

from tests.web.browser import driver, serving  # noqa: E402


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, serving() as address:
        browser = driver(Path(folder), 1100, 760)
        try:
            browser.get(f"{address}#roadworks:3x3:c4,c3,d1")
            time.sleep(6)
            browser.find_element("id", "answers-button").click()
            time.sleep(1)
            browser.execute_script("document.activeElement.blur()")
            browser.save_screenshot(str(HERE / "bench.png"))
        finally:
            browser.quit()


if __name__ == "__main__":
    main()
