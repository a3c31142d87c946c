"""Complete tables: every lost live set of a board, in a file that is checked before it is believed.

A table file is xz-compressed. Inside is one line of JSON (the header) and then the payload: the
lost live sets, one of each class under the board's symmetries (its least mask, without A and B),
rising, each as the difference to the one before in LEB128. The header names format, board and
counts, carries the census, and ends with the SHA-256 of everything else.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from crossfall.solver.errors import InputError
from crossfall.solver.roadworks.rules import Board, board

FORMAT = "crossfall-table-1"
MOST_BYTES = 1_000_000_000  # of a table unpacked; those that are installed have less than a million


class TableError(InputError):
    """A table that is damaged, of another board, or of a format this version does not know."""


@dataclass(frozen=True)
class Table:
    """All lost live sets of a falling board, `board.width` at most `board.height`.

    lost: the least image of each, rising.
    census: counts over all live sets (see `crossfall.solver.roadworks.census`).
    """

    board: Board
    lost: tuple[int, ...]
    census: Mapping[str, Any] = field(default_factory=dict)

    def to_bytes(self) -> bytes:
        """The content of the file before compression; the same bytes for the same table."""
        header = {"lost": len(self.lost), "census": self.census}
        return seal(FORMAT, self.board, header, encode_masks(shorten(self.board, self.lost)))

    @staticmethod
    def from_bytes(content: bytes, wanted: Board, place: str) -> Table:
        """The table of `wanted` that `to_bytes` wrote; TableError naming `place` if it is not."""
        header, payload = unseal(FORMAT, content, wanted, place)
        lost = tuple(lengthen(wanted, decode_masks(payload)))
        if len(lost) != header["lost"]:
            raise refuse(place, f"it holds {len(lost)} sets, not {header['lost']}", wanted)
        return Table(wanted, lost, header["census"])


def seal(format_: str, board_: Board, header: Mapping[str, Any], payload: bytes) -> bytes:
    """The header with format, board and checksum, and the payload."""
    whole = {
        "format": format_,
        "game": "roadworks",
        "board": board_.size,
        "falling": True,
        **header,
    }
    whole["sha256"] = _digest(whole, payload)
    return json.dumps(whole).encode() + b"\n" + payload


def unseal(
    format_: str, content: bytes, wanted: Board, place: str
) -> tuple[Mapping[str, Any], bytes]:
    """What `seal` put together; TableError naming `place` if it is damaged or something else."""
    line, _, payload = content.partition(b"\n")
    try:
        header = json.loads(line)
        digest = header.pop("sha256")
        known = header["format"] == format_ and header["game"] == "roadworks"
    except (ValueError, KeyError, AttributeError, TypeError):
        raise refuse(place, "it is no table", wanted) from None
    if not known:
        raise refuse(place, f"its format is not {format_}", wanted)
    if digest != _digest(header, payload):
        raise refuse(place, "it is damaged: its checksum does not fit", wanted)
    if header["board"] != wanted.size:
        raise refuse(place, f"it is of the board {header['board']}", wanted)
    return header, payload


def shorten(board_: Board, masks: Iterable[int]) -> Iterator[int]:
    """The masks without A and B."""
    return (mask >> 1 & ~(1 << board_.b - 1) for mask in masks)


def lengthen(board_: Board, masks: Iterable[int]) -> Iterator[int]:
    """The masks with A and B again."""
    ends = board_.ends
    return (mask << 1 | ends for mask in masks)


def refuse(place: str, why: str, wanted: Board) -> TableError:
    """The error that says why a file is not believed, and what to do."""
    return TableError(
        f"{place}: {why}; expected the table of {wanted.size}; "
        f"make it anew with: crossfall table build {wanted.size}"
    )


def _digest(header: Mapping[str, Any], payload: bytes) -> str:
    return hashlib.sha256(json.dumps(header, sort_keys=True).encode() + b"\n" + payload).hexdigest()


def encode_masks(rising: Iterable[int]) -> bytes:
    """Rising numbers as LEB128 differences.

    >>> encode_masks([3, 200]).hex()
    '03c501'
    """
    out = bytearray()
    before = 0
    for number in rising:
        step = number - before
        before = number
        while step > 127:
            out.append(step & 127 | 128)
            step >>= 7
        out.append(step)
    return bytes(out)


def decode_masks(payload: bytes) -> Iterator[int]:
    """What `encode_masks` wrote.

    >>> list(decode_masks(bytes.fromhex("03c501")))
    [3, 200]
    """
    number = step = shift = 0
    for byte in payload:
        if byte > 127:
            step |= (byte & 127) << shift
            shift += 7
        else:
            number += step | byte << shift
            step = shift = 0
            yield number


def pack(content: bytes) -> bytes:
    """The bytes of the file that holds this content."""
    return lzma.compress(content, preset=9 | lzma.PRESET_EXTREME)


def load(path: Path, wanted: Board) -> Table:
    """The table of `wanted` in that file. Raises TableError, OSError."""
    return Table.from_bytes(unpack(path.read_bytes(), wanted, str(path)), wanted, str(path))


def unpack(packed: bytes, wanted: Board, place: str) -> bytes:
    """The content of a compressed file; TableError naming `place` if it is damaged."""
    unpacking = lzma.LZMADecompressor(format=lzma.FORMAT_XZ)
    try:
        content = unpacking.decompress(packed, max_length=MOST_BYTES + 1)
    except (lzma.LZMAError, EOFError):
        raise refuse(place, "it is damaged or no table", wanted) from None
    if len(content) > MOST_BYTES:
        raise refuse(place, f"it unpacks to more than {MOST_BYTES // 1_000_000} MB", wanted)
    if not unpacking.eof or unpacking.unused_data:
        raise refuse(place, "it is damaged or no table", wanted)
    return content


def file_name(board_: Board) -> str:
    """The name of the board's table file: boards that are mirror images share one.

    >>> file_name(board(5, 4))
    'roadworks-4x5.xz'
    """
    return f"roadworks-{upright(board_).size}.xz"


def upright(board_: Board) -> Board:
    """The board, lying so that it is at least as high as wide."""
    if board_.width <= board_.height:
        return board_
    return board(board_.height, board_.width, board_.falling)


def find(board_: Board) -> Table | None:
    """The table of `upright(board_)`: one that is installed, else one in the folder that the
    environment's CROSSFALL_TABLES names, else None.

    Raises TableError if it is there but damaged.
    """
    wanted = upright(board_)
    name = file_name(board_)
    packed = at_hand(name)
    return None if packed is None else Table.from_bytes(unpack(packed, wanted, name), wanted, name)


def at_hand(name: str) -> bytes | None:
    """The file of that name that is installed, else in the folder CROSSFALL_TABLES, else None."""
    installed = resources.files("crossfall.solver.roadworks.data") / name
    if installed.is_file():
        return installed.read_bytes()
    folder = os.environ.get("CROSSFALL_TABLES")
    own = Path(folder) / name if folder else None
    if own is None or not own.is_file():
        return None
    try:
        return own.read_bytes()
    except OSError as error:
        raise TableError(f"{own}: cannot be read ({error.strerror})") from None


@lru_cache(maxsize=8)
def lost_sets(board_: Board) -> frozenset[int] | None:
    """The lost live sets of a falling board, the least image of each, if a table is at hand.

    Raises TableError if the table is damaged.
    """
    table = find(board_)
    if table is None:
        return None
    if table.board == board_:
        return frozenset(table.lost)
    across = transposition(table.board)
    return frozenset(board_.canonical(table.board.image(mask, across)) for mask in table.lost)


def transposition(board_: Board) -> tuple[int, ...]:
    """For every crossing its place on the board mirrored at the diagonal through A."""
    rows, columns = board_.grid.rows, board_.grid.columns
    return tuple((c % rows) * columns + c // rows for c in range(board_.grid.count))
