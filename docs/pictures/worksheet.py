"""Draws `worksheet.png`, the first page of the README's worksheet: python docs/pictures/worksheet.py"""

import subprocess
import sys
import tempfile
from pathlib import Path

import pypdfium2

HERE = Path(__file__).parent
WIDTH = 760  # pixels


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        six, pdf = Path(folder, "six.toml"), Path(folder, "six.pdf")
        crossfall = (sys.executable, "-m", "crossfall.generator")
        made = ("generate", "roadworks", "--level", "3", "--difficulty", "1")
        subprocess.run(
            [*crossfall, *made, "--count", "6", "--seed", "7", "-o", str(six)], check=True
        )
        subprocess.run([*crossfall, "sheet", str(six), "-o", str(pdf)], check=True)
        page = pypdfium2.PdfDocument(pdf)[0]
        image = page.render(scale=WIDTH / page.get_width()).to_pil()
        image.quantize(64).save(HERE / "worksheet.png", optimize=True)


if __name__ == "__main__":
    main()
