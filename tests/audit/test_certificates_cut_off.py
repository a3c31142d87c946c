"""A certificate that was broken off holds the proofs of what was found, and says what it lacks."""

from __future__ import annotations

from pathlib import Path

import pytest

from crossfall.generator.cli import run
from crossfall.generator.finders import roadworks as finder
from crossfall.solver.records import read_records

FOUR = ["generate", "roadworks", "--level", "3", "--count", "4"]


@pytest.mark.parametrize("task", ["winning-move", "long-and-short"])
def test_ctrl_c_writes_the_proofs_of_the_puzzles_found(
    task: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wish = [*FOUR, "--task", task]
    whole, target, proof = (tmp_path / name for name in ("w.toml", "f.toml", "f.proof"))
    assert run([*wish, "-o", str(whole)]) == 0
    find = finder.find

    def stopped(*arguments):
        search = find(*arguments)
        yield next(search)
        yield next(search)
        raise KeyboardInterrupt

    monkeypatch.setattr(finder, "find", stopped)
    assert run([*wish, "-o", str(target), "--certificate", str(proof)]) == 130
    assert "interrupted: 2 of 4 found" in capsys.readouterr().err
    assert len(read_records(str(target))) == 2
    assert whole.read_bytes().startswith(target.read_bytes())
    assert run(["audit", str(target), "--certificate", str(proof)]) == 0
    assert proof.read_text().count("\npuzzle ") == 2


def test_ctrl_c_among_the_proofs_keeps_those_that_are_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from crossfall.generator import certifying

    target, proof, again = (tmp_path / name for name in ("f.toml", "f.proof", "again.proof"))
    wanted = [*FOUR, "-o", str(target), "--certificate"]
    assert run([*wanted, str(again)]) == 0
    prove, asked = certifying.proof_of, []

    def stopped(puzzle, budget):
        asked.append(puzzle)
        if len(asked) == 2:
            raise KeyboardInterrupt
        return prove(puzzle, budget)

    with monkeypatch.context() as patched:
        patched.setattr(certifying, "proof_of", stopped)
        assert run([*wanted, str(proof)]) == 130
        said = capsys.readouterr().err
        assert "the certificate leaves out puzzles 2 to 4: interrupted" in said
        assert f"crossfall check {target} --certificate {proof} writes it whole" in said
        asked.clear()
        assert run(["check", str(target), "--certificate", str(proof)]) == 130
    assert len(read_records(str(target))) == 4
    assert proof.read_text().count("\npuzzle ") == 1
    assert run(["check", str(target), "--certificate", str(proof)]) == 0
    assert proof.read_bytes() == again.read_bytes()
