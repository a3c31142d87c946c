"""Certificates: what they prove, and that nothing but the whole proof is taken."""

import lzma
from pathlib import Path
from random import Random

import pytest

from crossfall.generator.cli import run
from crossfall.solver.audit import AGREES, DIFFERS, UNKNOWN, audit_record
from crossfall.solver.audit.certificate import (
    MOST_BYTES,
    RefusedError,
    checksum,
    read_certificate,
)
from crossfall.solver.budget import Budget
from crossfall.solver.certificates import proof_of
from crossfall.solver.errors import BudgetError
from crossfall.solver.records import Record
from crossfall.solver.verify import read_puzzle, verify
from tests.audit.certificates import (
    altered,
    audited,
    certificate_of,
    changes,
    lengths,
    roadworks,
    sealed,
    sound,
    two_turns,
)

SMALL = {
    "a won board": roadworks("3x3", "b4"),
    "an answer table": roadworks("3x3", "c2", "answer-table"),
    "several boards": Record(
        {
            "game": "roadworks",
            "task": "lost-board",
            "size": "3x3",
            "boards": ["b4", "b2 a3", "a2 b4", "c2"],
        }
    ),
    "a forced line": sound("pathing_sound.toml", 3),
    "a forced line in the wave": sound("pathing_sound.toml", 5),
    "an only defence": sound("pathing_sound.toml", 4),
    "a win in two": two_turns(3),
    "no win in two": two_turns(5),
    "long and short": lengths("3x3", "b4"),
    "long and short of several blocks": lengths("4x4", "b4 b2 d3"),
    "long and short without falling": lengths("4x4", "b2 d3", plain=True),
    "closures left without falling": lengths("4x4", "a2 a3 c1", "closures-left", plain=True),
    "several closures left without falling": lengths("4x4", "b2", "closures-left", plain=True),
}
LARGE = {
    "4x4": roadworks("4x4", "c4 e2"),
    "4x4 with more blocks": sound("sound.toml", 7),
    "a wave": sound("pathing_sound.toml", 2),
    "long and short on 4x4": lengths("4x4", "c4 e2"),
    "a longer path": lengths("5x4", "b2", plain=True),
}


def all_of(records: dict[str, Record]) -> list[object]:
    return [pytest.param(record, id=name) for name, record in records.items()]


@pytest.mark.parametrize("record", all_of(SMALL | LARGE))
def test_by_its_certificate_the_audit_finds_what_solver_and_search_find(record: Record) -> None:
    by_proof = audited(record, certificate_of(record))
    by_search = audit_record(record)
    assert not by_proof.refused
    assert (by_proof.verdict, by_proof.answers) == (by_search.verdict, by_search.answers)
    assert sorted(by_proof.answers) == sorted(verify(read_puzzle(record), Budget()).answers)


@pytest.mark.parametrize("record", all_of(SMALL))
def test_a_certificate_with_any_single_line_changed_is_refused(record: Record) -> None:
    for what, lines in changes(certificate_of(record)):
        with pytest.raises(RefusedError) as refused:
            audited(record, lines)
        assert str(refused.value).startswith("line "), what


def refused_even_sealed(record: Record, most: int) -> None:
    """Whoever changes an entry can work out the checksum too. What then passes must still prove the
    same, so it can only name another right reply. So many changes of each entry are tried."""
    lines = certificate_of(record)
    right = audited(record, lines)
    for i in range(2, len(lines) - 1):
        line, head, rest = lines[i], lines[:i], lines[i + 1 :]
        assert audited(record, sealed([*head, *rest])).refused, f"without {line!r}"
        others = list(altered(line))
        for other in Random(line).sample(others, min(most, len(others))):
            if other in lines:
                continue
            try:
                result = audited(record, sealed([*head, other, *rest]))
            except RefusedError:
                continue
            if result.refused:
                continue
            assert result == right, f"{line!r} to {other!r}"
            # The same claim with the same kind of reply: all but the last words are untouched.
            assert _claim(other) == _claim(line), f"{line!r} to {other!r}"


def _claim(line: str) -> str:
    """An entry without the reply, or the play or path, that it names."""
    words = line.split(" ")
    if words[0] in ("play", "path"):
        return words[0]
    for sign in "+-":
        if sign in words:
            return " ".join(words[: words.index(sign) + 1])
    return " ".join(words[:-1]) if "!" in words else line


@pytest.mark.parametrize("record", all_of(SMALL))
def test_an_entry_changed_and_sealed_anew_is_refused_or_as_right_as_before(record: Record) -> None:
    refused_even_sealed(record, most=4)


@pytest.mark.prove
@pytest.mark.parametrize("record", all_of(SMALL | LARGE))
def test_so_it_is_with_every_change_of_larger_proofs(record: Record) -> None:
    certificate = certificate_of(record)
    # Each trial reads the whole proof: the longer it is, the fewer changes of each entry are tried.
    refused_even_sealed(record, most=max(1, 1_200 // len(certificate)))
    for what, lines in changes(certificate):
        with pytest.raises(RefusedError) as refused:
            audited(record, lines)
        assert str(refused.value).startswith("line "), what


def test_entries_out_of_order_or_twice_are_refused_though_sealed() -> None:
    record = SMALL["a won board"]
    lines = certificate_of(record)
    for i in range(2, len(lines) - 2):
        for entries in (
            [*lines[2:i], lines[i + 1], lines[i], *lines[i + 2 : -1]],
            [*lines[2:i], lines[i], *lines[i:-1]],
        ):
            body = [*lines[:2], *entries]
            with pytest.raises(RefusedError, match="out of order"):
                audited(record, [*body, f"end {checksum(body)}"])


def test_an_entry_that_is_true_but_not_needed_is_refused() -> None:
    record = SMALL["a won board"]
    lines = certificate_of(record)
    ring = "7.5.7 a1 a2 = 1"  # every closure leaves one path: true by itself
    assert ring not in lines
    result = audited(record, sealed([*lines[:-1], ring, lines[-1]]))
    assert result.refused.endswith("nothing needs this entry")


def test_the_certificate_of_another_puzzle_is_refused_by_name() -> None:
    for record, other in (
        (roadworks("3x3", "b4"), roadworks("3x3", "c1")),
        (roadworks("3x3", "b4"), roadworks("3x3", "b4", "answer-table")),
        (two_turns(3), two_turns(5)),
        (sound("pathing_sound.toml", 3), sound("pathing_sound.toml", 4)),
        (sound("pathing_sound.toml", 3), roadworks("3x3", "b4")),
        (roadworks("3x3", "b4"), two_turns(3)),
    ):
        result = audited(record, certificate_of(other))
        assert result.verdict == UNKNOWN
        assert result.refused.startswith("line 2: is about another puzzle; expected ")


def test_another_rule_set_or_number_of_turns_makes_another_puzzle() -> None:
    record = sound("pathing_sound.toml", 3)
    lines = certificate_of(record)
    for rules in {"original", "waves", "dm5"} - {record.text("rules", "waves")}:
        assert "another puzzle" in audited(record.with_fields(rules=rules), lines).refused
    turns = {"turns": 1} if record.fields.get("turns") != 1 else {"turns": 2}
    assert "another puzzle" in audited(record.with_fields(**turns), lines).refused


def test_a_certificate_for_a_task_that_needs_none_is_refused() -> None:
    record = roadworks("3x3", "b2 a3", "what-falls")
    lines = certificate_of(roadworks("3x3", "b2 a3"))
    lines = sealed([lines[0], lines[1].replace("winning-move", "what-falls"), *lines[2:]])
    assert "needs a certificate" in audited(record, lines).refused
    assert proof_of(read_puzzle(record), Budget()) is None


def test_a_wrong_answer_differs_by_certificate_as_by_search() -> None:
    record = roadworks("3x3", "b4").with_fields(answer="a3")
    result = audited(record, certificate_of(record))
    assert result.verdict == DIFFERS
    assert result.message == "the audit finds c1, not a3"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "line 1"),
        (b"\n", "line 1: expected"),
        (b"crossfall-certificate 1\n", "line 1: incomplete"),
        (b"crossfall-certificate 1", "line 1: incomplete"),
        (b"crossfall-certificate 2\nend " + b"0" * 64 + b"\n", "line 1: expected"),
        (b"\xef\xbb\xbfcrossfall-certificate 1\n", "line 1: holds a sign"),
        (b"crossfall-certificate 1\r\n", "line 1: holds a sign"),
        (b"crossfall-certificate 1\n\0\n", "line 2: holds a sign"),
        (b"a" * 3_000 + b"\n", "line 1: longer than"),
        (b"crossfall-certificate 1\nend " + b"0" * 64 + b"\n", "line 2: altered"),
        (b"x" * (MOST_BYTES + 1), "larger than 32 MB"),
        (b"\xfd7zXZ\x00" + b"rubbish", "compression is damaged"),
        (lzma.compress(b"crossfall-certificate 1\n")[:-9], "compression is damaged"),
        (lzma.compress(b"x") + b"more", "something follows"),
        (lzma.compress(b"\n" * (MOST_BYTES + 2)), "larger than 32 MB unpacked"),
    ],
)
def test_what_is_no_whole_certificate_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(RefusedError, match=why):
        read_certificate(data)


def test_a_proof_not_finished_in_its_budget_is_no_proof() -> None:
    for record in (*SMALL.values(),):
        with pytest.raises(BudgetError):
            proof_of(read_puzzle(record), Budget(work=1))


# --- by commands -------------------------------------------------------------------------------


def call(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    code = run([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize("name", ["proof", "proof.xz"])
def test_generate_writes_what_audit_and_sheet_take(
    name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, proof = tmp_path / "p.toml", tmp_path / name
    wish = ("generate", "roadworks", "--level", "3", "--count", "2", "-o", file)
    assert call(capsys, *wish, "--certificate", proof) == (0, "", "")
    before = proof.read_bytes()
    assert before.startswith(b"\xfd7zXZ" if name.endswith(".xz") else b"crossfall-certificate 1\n")
    code, out, err = call(capsys, "audit", file, "--certificate", proof)
    assert (code, out.count("agrees"), err) == (0, 2, "")
    target = tmp_path / "p.pdf"
    assert call(capsys, "sheet", file, "--certificate", proof, "-o", target) == (0, "", "")
    assert call(capsys, *wish, "--certificate", proof) == (0, "", "")
    assert proof.read_bytes() == before


def test_check_writes_the_proofs_of_hand_made_puzzles(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, proof = tmp_path / "p.toml", tmp_path / "proof"
    file.write_text(
        '[[puzzle]]\ngame = "roadworks"\ntask = "what-falls"\nclosed = "b2 a3"\n'
        '[[puzzle]]\ngame = "roadworks"\nclosed = "b4"\n'
    )
    assert call(capsys, "check", file, "--certificate", proof)[0] == 0
    assert proof.read_text().splitlines()[1] == "puzzle 2 roadworks winning-move 3x3 without a4 b4"
    assert call(capsys, "audit", file, "--certificate", proof)[0] == 0


def test_a_refused_certificate_exits_with_two_and_names_file_and_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, proof, target = tmp_path / "p.toml", tmp_path / "proof", tmp_path / "p.pdf"
    file.write_text('[[puzzle]]\ngame = "roadworks"\nclosed = "b4"\n')
    assert call(capsys, "check", file, "--certificate", proof)[0] == 0
    lines = proof.read_text().splitlines()
    proof.write_text("\n".join(sealed([*lines[:5], *lines[6:]])) + "\n")
    code, out, err = call(capsys, "audit", file, "--certificate", proof)
    assert (code, out.count("unknown")) == (2, 1)
    assert err.startswith(f"crossfall: {proof}: line ")
    assert "incomplete: nothing is said of" in err
    code, out, err = call(capsys, "sheet", file, "--certificate", proof, "-o", target)
    assert (code, out, err.count("\n")) == (2, "", 2)
    assert "puzzle 1: the certificate is refused: line " in err
    assert not target.exists()
    proof.write_text("nonsense\n")
    for command in (["audit", file], ["sheet", file, "-o", target]):
        code, out, err = call(capsys, *command, "--certificate", proof)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert err.startswith(f"crossfall: {proof}: line 1: ")
    missing = tmp_path / "none"
    assert call(capsys, "audit", file, "--certificate", missing) == (
        2,
        "",
        f"crossfall: {missing}: no such file; expected a certificate\n",
    )


def test_a_certificate_of_puzzles_that_are_not_there_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    two, one, proof = tmp_path / "two.toml", tmp_path / "one.toml", tmp_path / "proof"
    puzzle = '[[puzzle]]\ngame = "roadworks"\nclosed = "{}"\n'
    two.write_text(puzzle.format("b4") + puzzle.format("d3 a2"))
    one.write_text(puzzle.format("b4"))
    assert call(capsys, "check", two, "--certificate", proof)[0] in (0, 1)
    lines = proof.read_text().splitlines()
    proof.write_text(
        "\n".join(sealed([lines[0], lines[1].replace("puzzle 1", "puzzle 7"), *lines[2:]])) + "\n"
    )
    code, out, err = call(capsys, "audit", one, "--certificate", proof)
    assert (code, out) == (2, "")
    assert err == f"crossfall: {proof}: line 2: there is no puzzle 7\n"


@pytest.mark.prove
def test_an_early_5x5_position_gets_an_audited_key(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, proof, target = tmp_path / "p.toml", tmp_path / "proof.xz", tmp_path / "p.pdf"
    file.write_text('[[puzzle]]\ngame = "roadworks"\nlevel = 4\nclosed = "c3 b5"\n')
    assert call(capsys, "check", file, "--certificate", proof)[0] == 0
    assert call(capsys, "audit", file, "--certificate", proof)[:2] == (
        0,
        "puzzle 1 (roadworks winning-move): agrees\n  answer: d5\n",
    )
    code, _, err = call(capsys, "sheet", file, "--certificate", proof, "-o", target)
    assert code == 0
    assert "did not finish" not in err
    assert target.exists()


def test_agreement_is_the_whole_of_it() -> None:
    """An audit by certificate that agrees says nothing else."""
    record = SMALL["a won board"]
    result = audited(record, certificate_of(record))
    assert (result.verdict, result.answers, result.message) == (AGREES, ("c1",), "")
