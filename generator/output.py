"""Writing result files: whole or not at all."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from crossfall.solver.errors import InputError, file_name

STANDARD_OUTPUT = "-"
_LIBRARY = b"SQLite format 3\0"


class TemporaryFileError(InputError):
    """A temporary file that a result needs on its way cannot be written."""


def check_target(target: str, *others: str | None, is_library: bool = False) -> None:
    """Raise InputError if `target` cannot be written; to be asked before long work.

    others: files that the same command reads or writes, none of which may be lost under it.
    is_library: it is a library to be opened; nothing else is ever written over one.

    >>> check_target("no-such-folder/six.pdf")
    Traceback (most recent call last):
    ...
    crossfall.solver.errors.InputError: no-such-folder/six.pdf: no folder no-such-folder; make it first
    """
    if target == STANDARD_OUTPUT:
        return
    told = file_name(target)
    if not target or not _is_name(target):
        raise InputError(f"{told!r}: not a file name; expected a file to write")
    _check_folder(target)
    path = os.path.realpath(target)
    folder = os.path.dirname(path)
    if os.path.isdir(path) or target.endswith(("/", os.sep)):
        raise InputError(f"{told}: is a folder; expected a file to write")
    _check_name(path, told)
    if os.path.islink(path):  # realpath leaves no other
        raise InputError(f"{told}: a link that leads back to itself; expected a file to write")
    if not os.path.isdir(folder):
        raise InputError(
            f"{told}: a link into {file_name(folder)}, which is no folder; make it first"
        )
    if any(other is not None and _is_same(path, other) for other in others):
        raise InputError(f"{told}: this command uses it for something else; name another file")
    if os.path.exists(path):
        if not os.access(path, os.W_OK):
            raise InputError(f"{told}: no permission to write it; expected a file you may write")
        if not is_library and _holds_library(path):
            raise InputError(f"{told}: is a library, which nothing is written over")
        if not _is_special(path) and not os.access(folder, os.W_OK):
            raise InputError(f"{told}: no permission to write into its folder")
    elif not os.access(folder, os.W_OK):
        raise InputError(f"{told}: no permission to write into its folder")


def _check_name(path: str, told: str) -> None:
    """Raise InputError where the system has no file of this name, as of one that is too long."""
    try:
        os.lstat(path)
    except FileNotFoundError:
        pass
    except OSError as error:
        raise InputError(f"{told}: cannot be written ({error.strerror})") from None


def _check_folder(target: str) -> None:
    """Raise InputError where the folder that is named is none."""
    folder = os.path.dirname(target)
    if not folder or os.path.isdir(folder):
        return
    told, named = file_name(target), file_name(folder)
    if os.path.exists(folder):
        raise InputError(f"{told}: {named} is no folder")
    raise InputError(f"{told}: no folder {named}; make it first")


def write_output(target: str, data: bytes | str) -> None:
    """Write `data` (text as UTF-8) to the file `target`, or to standard output for `-`.

    It is written beside and then renamed, so nobody ever sees half a file; InputError says in one
    line why it cannot be written. A device or pipe is written to directly.
    """
    payload = data.encode("utf-8") if isinstance(data, str) else data
    if target == STANDARD_OUTPUT:
        if sys.stdout is None:  # closed before we were started
            raise InputError("standard output is closed; name a file with -o")
        sys.stdout.flush()
        sys.stdout.buffer.write(payload)
        sys.stdout.buffer.flush()
        return
    check_target(target)
    path = os.path.realpath(target)
    try:
        if _is_special(path):
            with open(path, "wb") as device:
                device.write(payload)
        else:
            _replace(path, payload)
    except BrokenPipeError:
        raise
    except OSError as error:
        reason = error.strerror or "unknown reason"
        raise InputError(f"{file_name(target)}: cannot be written ({reason})") from None


@contextmanager
def temporary_files() -> Iterator[None]:
    """Where libraries write temporary files: raises TemporaryFileError if they cannot.

    >>> with temporary_files():
    ...     raise OSError(28, "No space left on device")
    Traceback (most recent call last):
    ...
    crossfall.generator.output.TemporaryFileError: no temporary file can be written (No space left on device)
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        reason = error.strerror or "unknown reason"
        if error.filename is not None:
            reason = f"{file_name(str(error.filename))}: {reason}"
        raise TemporaryFileError(f"no temporary file can be written ({reason})") from None


@contextmanager
def making(target: str) -> Iterator[None]:
    """While what goes into the file `target` is made: a temporary file that cannot be written is
    told as a fault of making that file.

    >>> with making("six.pdf"):
    ...     raise TemporaryFileError("no temporary file can be written (File too large)")
    Traceback (most recent call last):
    ...
    crossfall.generator.output.TemporaryFileError: six.pdf: no temporary file can be written (File too large)
    """
    try:
        yield
    except TemporaryFileError as error:
        told = "standard output" if target == STANDARD_OUTPUT else file_name(target)
        raise error.at(told) from None


def _is_name(name: str) -> bool:
    """Whether there can be a file of this name: no NUL, no half signs."""
    try:
        return b"\0" not in os.fsencode(name)
    except UnicodeEncodeError:
        return False


def _is_same(path: str, other: str) -> bool:
    if other == STANDARD_OUTPUT or not _is_name(other) or _is_special(path):
        return False
    return path == os.path.realpath(other)


def _holds_library(path: str) -> bool:
    if _is_special(path):
        return False
    try:
        with open(path, "rb") as file:
            return file.read(len(_LIBRARY)) == _LIBRARY
    except OSError:  # may be written, but not read
        return False


def _is_special(path: str) -> bool:
    return os.path.exists(path) and not stat.S_ISREG(os.stat(path).st_mode)


def _replace(path: str, payload: bytes) -> None:
    handle, beside = tempfile.mkstemp(
        dir=os.path.dirname(path), prefix=".crossfall-", suffix=".part"
    )
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(payload)
        os.chmod(beside, _mode(path))
        os.replace(beside, path)
    except BaseException:
        os.unlink(beside)
        raise


def _mode(path: str) -> int:
    """The permissions of the file that is replaced, or those that a new file gets."""
    if os.path.exists(path):
        return stat.S_IMODE(os.stat(path).st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
