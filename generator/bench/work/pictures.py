"""The boards of the puzzles that a page holds as pictures: one file, or several in a zip."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from typing import Any

from crossfall.generator.bench.api.board import drawings, records_of
from crossfall.generator.bench.jobs import LONG, Report
from crossfall.generator.pictures import png_picture, svg_picture
from crossfall.solver.errors import InputError

LANE = LONG
SECONDS = 300.0
KINDS = ("svg", "png")


def run(args: Mapping[str, Any], report: Report) -> dict[str, Any]:
    """`puzzles`, `kind` (svg or png), `bw`. `file`: the name of what was made."""
    kind = args.get("kind")
    if kind not in KINDS:
        raise InputError(f"no picture of kind {str(kind)[:20]!r}; expected svg or png")
    look = "copier" if args.get("bw") else "classroom"
    made: list[bytes] = []
    records = records_of(args.get("puzzles"))
    for number, record in enumerate(records, start=1):
        report.say(f"board {number} of {len(records)}", number / len(records))
        shown = drawings(record)
        png = kind == "png"
        made.append(png_picture(shown, look) if png else svg_picture(shown, look).encode())
    if len(made) == 1:
        name, data = f"board.{kind}", made[0]
    else:
        name, data = f"boards-{kind}.zip", _zipped(made, kind)
    return {"file": name, "files": {name: data}}


def _zipped(pictures: list[bytes], kind: str) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, data in enumerate(pictures, start=1):
            # Always the same date: the same boards are the same bytes.
            archive.writestr(zipfile.ZipInfo(f"board-{number:02}.{kind}"), data)
    return target.getvalue()
