"""Result files are written whole or not at all."""

import os
from pathlib import Path

import pytest

from crossfall.generator.output import check_target, write_output
from crossfall.solver.errors import InputError


def test_text_is_written_as_utf_8_and_replaces_what_was_there(tmp_path: Path) -> None:
    target = tmp_path / "six.toml"
    target.write_text("old")
    write_output(str(target), "ő")
    assert target.read_bytes() == b"\xc5\x91"
    assert os.listdir(tmp_path) == ["six.toml"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "not a file name"),
        ("a\0b", "not a file name"),
        (".", "is a folder"),
        ("missing/six.pdf", "no folder"),
        ("file/six.pdf", "is no folder"),
    ],
)
def test_what_cannot_be_written_is_said_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("")
    for refuse in (check_target, lambda target: write_output(target, b"x")):
        with pytest.raises(InputError, match=said) as caught:
            refuse(name)
        assert len(caught.value.faults) == 1
    assert os.listdir(tmp_path) == ["file"]


def test_a_failed_write_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "six.pdf"
    target.write_bytes(b"old")

    def full(_source: str, _target: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(InputError, match="No space left on device"):
        write_output(str(target), b"new")
    assert target.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["six.pdf"]


def test_a_device_is_written_to_and_stays() -> None:
    write_output(os.devnull, b"x")
    assert os.path.exists(os.devnull)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.pdf").write_bytes(b"old")
    (tmp_path / "link.pdf").symlink_to(tmp_path / "real.pdf")
    write_output(str(tmp_path / "link.pdf"), b"new")
    assert (tmp_path / "real.pdf").read_bytes() == b"new"
    assert (tmp_path / "link.pdf").is_symlink()


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    target = tmp_path / "six.pdf"
    write_output(str(target), b"x")
    (tmp_path / "plain").write_bytes(b"x")
    assert target.stat().st_mode == (tmp_path / "plain").stat().st_mode
