"""Walks one task of one game through everything that users do with it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from crossfall.solver.records import Record, dump_records, parse_records

# Runs `crossfall` with these arguments: exit code, standard output, standard error.
Call = Callable[..., tuple[int, str, str]]


def walk(call: Call, game: str, task: str, folder: Path) -> None:
    """Generate, check, audit, solve, show, draw and print one puzzle; every step must agree with
    the last."""

    def done(*arguments: str | Path) -> str:
        code, out, err = call(*map(str, arguments))
        assert (code, err) == (0, ""), (arguments, code, out, err)
        return out

    file = folder / "one.toml"
    done("generate", game, "--task", task, "-o", file)
    text = file.read_text("utf-8")
    (record,) = parse_records(text, file.name)
    assert (record.game, record.task) == (game, task)
    assert dump_records([record]) == text
    assert '"""\n\n' not in text, "a drawing begins with an empty line"

    (checked,) = json.loads(done("check", "--json", file))["puzzles"]
    assert checked["verdict"] == "sound"
    assert checked["problems"] == []
    (audited,) = json.loads(done("audit", "--json", file))["puzzles"]
    assert audited["verdict"] == "agrees"
    assert sorted(audited["answers"]) == sorted(checked["answers"])
    claim = record.fields["answer"]
    assert set([claim] if isinstance(claim, str) else claim) <= set(checked["answers"])

    drawn = done("show", file)
    lines = [p["position"] for p in json.loads(done("solve", "--json", file))["positions"]]
    assert [line.partition(":")[0] for line in lines] == [game] * len(lines)
    # A line may say less than a file (how many boxes somebody owns, not which), never other things.
    assert "\n".join(done("show", line) for line in lines) == drawn or lines == [
        json.loads(done("solve", "--json", line))["positions"][0]["position"] for line in lines
    ]
    if len(lines) == 1:
        again = folder / "drawn.toml"
        again.write_text(dump_records([drawn_record(record, drawn)]), "utf-8")
        assert done("show", again) == drawn

    picture = folder / "one.svg"
    done("show", file, "--svg", picture)
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    sheet = folder / "one.pdf"
    done("sheet", file, "-o", sheet)
    assert sheet.read_bytes().startswith(b"%PDF-")


def drawn_record(record: Record, drawn: str) -> Record:
    """The record with its position drawn instead of listed."""
    dropped: dict[str, Any] = {"closed": None, "answer": None}
    return record.with_fields(**dropped, board=drawn)


def walk_blank(call: Call, game: str, folder: Path) -> None:
    """Empty boards to play on need no puzzle."""
    target = folder / "blank.pdf"
    assert call("sheet", "--blank", game, "-o", str(target)) == (0, "", "")
    assert target.read_bytes().startswith(b"%PDF-")
