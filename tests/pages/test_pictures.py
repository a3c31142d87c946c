"""Single boards as SVG and PNG."""

import io
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PIL import Image

from crossfall.generator.cli import run
from crossfall.generator.pictures import png_picture, svg_picture
from tests.pages.sheets import board


def test_boards_side_by_side_are_one_sound_svg() -> None:
    root = ET.fromstring(svg_picture([board("3x3", "b2"), board("2x5"), board("4x4")]))
    inner = list(root)
    assert len(inner) == 3
    assert [float(child.get("x") or -1) for child in inner] == sorted(
        float(child.get("x") or -1) for child in inner
    )
    width = float((root.get("width") or "").removesuffix("mm"))
    assert float(inner[2].get("x") or 0) + float(inner[2].get("width") or 0) <= width + 0.1


def test_a_png_shows_maroon_and_navy_and_black_where_they_belong() -> None:
    image = Image.open(io.BytesIO(png_picture([board("3x3", "b2,a3")]))).convert("RGB")
    colours = {colour for _, colour in image.getcolors(1_000_000) or []}
    assert {(140, 29, 47), (27, 47, 107), (29, 29, 31), (255, 255, 255)} <= colours
    copied = Image.open(io.BytesIO(png_picture([board("3x3", "b2,a3")], "copier"))).convert("RGB")
    assert all(r == g == b for _, (r, g, b) in copied.getcolors(1_000_000) or [])


def test_show_writes_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    svg, png = tmp_path / "b.svg", tmp_path / "b.png"
    assert run(["show", "roadworks:3x3:b2,a3", "--svg", str(svg), "--png", str(png)]) == 0
    assert svg.read_text().startswith("<svg")
    assert png.read_bytes().startswith(b"\x89PNG")
    assert capsys.readouterr().out == ""


def test_a_picture_shows_one_puzzle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "two.toml"
    file.write_text('[[puzzle]]\ngame = "roadworks"\n[[puzzle]]\ngame = "roadworks"\nlevel = 3\n')
    svg = tmp_path / "b.svg"
    assert run(["show", str(file), "--svg", str(svg)]) == 2
    assert "--number" in capsys.readouterr().err
    assert not svg.exists()
    assert run(["show", str(file), "--number", "2", "--svg", str(svg)]) == 0
    assert "4 by 4" in svg.read_text()


def test_an_impossible_position_has_no_picture(tmp_path: Path) -> None:
    svg = tmp_path / "b.svg"
    assert run(["show", "roadworks:3x3:a1", "--svg", str(svg)]) == 2
    assert not svg.exists()
