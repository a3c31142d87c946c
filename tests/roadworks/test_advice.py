"""What authors are told beyond the verdict is what the audit finds too."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from crossfall.generator.cli import run
from crossfall.generator.finders import Wish, finder
from crossfall.solver.advice import advise, warnings
from crossfall.solver.audit import AGREES, audit_record
from crossfall.solver.budget import Budget
from crossfall.solver.records import Record
from crossfall.solver.verify import read_puzzle, verify


def audited(record: Record, closed: list[str]) -> tuple[str, ...] | None:
    """The audit's single answer after other closures; None if there is none or several."""
    result = audit_record(record.with_fields(closed=" ".join(closed), answer=None))
    return tuple(result.answers) if result.verdict == AGREES else None


@pytest.mark.parametrize("task", ["winning-move", "great-fall", "what-falls", "cut-crossings"])
def test_needless_closures_and_twins_are_those_of_the_audit(task: str) -> None:
    wish = Wish(task, 3, seed=9, options={"size": "3x3"})
    for record in finder("roadworks").find(wish, Budget()):
        puzzle = read_puzzle(record)
        findings = verify(puzzle, Budget()).findings
        report = advise(puzzle, findings, Budget(), twins=True).report
        closed = record.text("closed").split()
        right = findings.answers[0].strings
        left_out = [
            name
            for place, name in enumerate(closed)
            if (task != "what-falls" or place < len(closed) - 1)
            and audited(record, closed[:place] + closed[place + 1 :]) == right
        ]
        assert report["needless"] == left_out
        names = [f"{column}{row}" for column in "abcd" for row in range(1, 5)][1:-1]
        changed = [
            closed[:i] + [n] * k + closed[i + 1 :]
            for i in range(len(closed))
            for k in (0, 1)
            for n in (names if k else names[:1])
        ]
        changed += [[*closed, name] for name in names]
        wanted = {}
        for other in changed:
            if len(set(other)) < len(other) or other == closed:
                continue
            if task == "what-falls" and not other:
                continue
            answer = audited(record, other)
            if answer is not None and answer != right:
                wanted[" ".join(other)] = answer
        assert {twin["closed"]: tuple(twin["answers"]) for twin in report["twins"]} == wanted


def test_check_names_the_technique_and_warns_of_proofs_for_computers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["check", "--json", "roadworks:4x4:c4,e2", "--twins"]) == 0
    (puzzle,) = json.loads(capsys.readouterr().out)["puzzles"]
    assert puzzle["verdict"] == "sound"
    assert puzzle["technique"] is None
    assert [problem["code"] for problem in puzzle["problems"]] == ["too-hard"]
    assert puzzle["twins"]
    assert run(["check", "--json", "roadworks:3x3:c1,b4,b2"]) == 0
    (puzzle,) = json.loads(capsys.readouterr().out)["puzzles"]
    assert (puzzle["technique"], puzzle["lines"], puzzle["problems"]) == ("R0", 1, [])


def test_watching_checks_again_after_a_save(tmp_path: Path) -> None:
    target = tmp_path / "mine.toml"
    text = '[[puzzle]]\ngame = "roadworks"\nclosed = "{}"\n'
    target.write_text(text.format("b4"))
    command = [sys.executable, "-m", "crossfall.generator", "check", "--watch", str(target)]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        lines = iter(process.stdout.readline, "")
        assert "sound" in next(lines)
        assert any("watching" in line for line in lines)
        time.sleep(0.05)
        target.write_text(text.format("b4 a1"))
        assert any("flawed" in line for line in lines)
        assert any("watching" in line for line in lines)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 1


def test_only_files_can_be_watched(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--watch", "no-such-file.toml"]) == 2
    assert run(["check", "--watch", "--json", __file__]) == 2
    assert capsys.readouterr().err.count("\n") == 2


def test_a_sheet_names_what_has_no_short_proof_without_numbers() -> None:
    hard = Record({"game": "roadworks", "level": 3, "closed": "e3 c3 b3"})
    puzzle = read_puzzle(hard)
    findings = verify(puzzle, Budget()).findings
    assert warnings(puzzle, findings, Budget()) == ()
    (problem,) = warnings(puzzle, findings, Budget(), numbers=False)
    assert (problem.code, problem.severity) == ("too-hard", "warning")
    assert "without the numbers of blocks no technique proves it" in problem.message
