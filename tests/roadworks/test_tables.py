"""Complete tables: right, the same however built, resumable, and never believed when damaged."""

from __future__ import annotations

import lzma
import random
import re
from array import array
from collections import Counter
from pathlib import Path

import pytest

from crossfall.solver.budget import Budget
from crossfall.solver.errors import InputError
from crossfall.solver.roadworks import build as building
from crossfall.solver.roadworks import tables
from crossfall.solver.roadworks.build import build
from crossfall.solver.roadworks.census import Census
from crossfall.solver.roadworks.engines import PlainEngine, engine
from crossfall.solver.roadworks.nimbers import Oracle, oracle
from crossfall.solver.roadworks.rules import Board, board
from crossfall.solver.roadworks.stock import Stock, shuffled, stock_of
from crossfall.solver.roadworks.tables import Table, TableError, find, load, lost_sets, pack
from tests.roadworks.literal import Literal, Live, mask

SIZES = [(1, 1), (1, 3), (2, 2), (2, 3), (3, 3)]
# Up to symmetry: live sets, positions with one winning crossing, longest fall, positions where all
# winning closures leave one board and at least three closures are safe.
KNOWN = {
    (3, 3): (114, 11, 5, 22),
    (4, 4): (5_866, 1_009, 11, 1_900),
    (5, 5): (1_258_787, 223_265, 18, None),
    (3, 4): (None, None, 8, None),
    (4, 5): (129_137, None, 14, None),
}


def images(live: Live, width: int, height: int) -> list[Live]:
    found = [live, frozenset((width - x, height - y) for x, y in live)]
    if width == height:
        found += [frozenset((y, x) for x, y in image) for image in found]
    return found


def least(live: Live, width: int, height: int) -> int:
    return min(mask(image, height) for image in images(live, width, height))


@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "plain"])
@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
def test_a_table_holds_the_lost_sets_of_the_literal_rules(
    size: tuple[int, int], compiled: bool
) -> None:
    if compiled:
        pytest.importorskip("numba")
    board_ = board(*size)
    literal = Literal(*size)
    table, stock = build(board_, engine(board_, compiled))
    live = literal.live_sets()
    assert set(table.lost) == {least(s, *size) for s in live if literal.nimber(s) == 0}
    assert list(table.lost) == sorted(table.lost)
    census = Census.from_json(table.census)
    assert census.live == len({least(s, *size) for s in live})
    assert census.longest_fall == max(
        (len(s) - 1 - len(left) for s in live for left in literal.moves(s).values()), default=0
    )
    one_result: Counter[int] = Counter()
    one_crossing: Counter[int] = Counter()
    for s in live:
        if mask(s, size[1]) != least(s, *size):
            continue
        moves = literal.moves(s)
        winning = literal.winning(s)
        if len({moves[c] for c in winning}) == 1:
            one_result[len(moves)] += 1
        if len(winning) == 1:
            one_crossing[len(moves)] += 1
    for counts, literal_counts in (
        (census.one_result, one_result),
        (census.one_crossing, one_crossing),
    ):
        ours: Counter[int] = Counter()
        for (safe, _), number in counts.items():
            ours[safe] += number
        assert ours == literal_counts
    by_safe: Counter[int] = Counter()
    for (_, safe), masks in stock.groups.items():
        by_safe[safe] += len(masks)
    assert by_safe == one_result


@pytest.mark.parametrize("size", KNOWN, ids=lambda s: f"{s[0]}x{s[1]}")
def test_the_tables_that_come_with_the_installation_carry_the_known_counts(
    size: tuple[int, int],
) -> None:
    live, one_crossing, longest_fall, printable = KNOWN[size]
    table = find(board(*size))
    assert table is not None
    census = Census.from_json(table.census)
    assert census.longest_fall == longest_fall
    assert live is None or census.live == live
    assert one_crossing is None or sum(census.one_crossing.values()) == one_crossing
    assert census.lost == len(table.lost)
    stock = stock_of(board(*size))
    assert stock is not None
    assert stock.count() == sum(census.one_result.values())
    if printable is not None:
        assert stock.count(lambda technique, safe: safe >= 3) == printable


@pytest.mark.parametrize("size", [(3, 4), (4, 4)], ids=["3x4", "4x4"])
def test_an_installed_table_is_what_a_build_gives(size: tuple[int, int]) -> None:
    pytest.importorskip("numba")
    table, stock = build(board(*size))
    assert find(board(*size)) == table
    assert stock_of(board(*size)) == stock


def test_the_plain_engine_builds_the_same_table() -> None:
    board_ = board(3, 4)
    assert build(board_, PlainEngine(board_)) == (find(board_), stock_of(board_))


def test_the_5x5_table_knows_the_winning_first_moves() -> None:
    board_ = board(5, 5)
    found = oracle(board_).winning(board_.full, Budget(work=0))
    assert set(board_.names(found)) == {"f1", "e2", "d3", "c4", "b5", "a6"}


@pytest.mark.parametrize("size", [(4, 3), (5, 4)], ids=["4x3", "5x4"])
def test_a_board_wider_than_high_uses_the_table_of_its_mirror_image(size: tuple[int, int]) -> None:
    board_ = board(*size)
    lost = lost_sets(board_)
    assert lost is not None
    rng = random.Random(1)
    chosen = rng.sample(sorted(lost), 40)
    search = Oracle(board_, tables=False, compiled=False)
    for live in chosen:
        if live.bit_count() < 20:
            assert search.is_lost(live, Budget())


def test_a_sample_of_each_installed_table_agrees_with_the_search() -> None:
    rng = random.Random(5)
    for size in ((3, 5), (4, 5), (5, 5)):
        board_ = board(*size)
        search = Oracle(board_, tables=False, compiled=False)
        stock = stock_of(board_)
        assert stock is not None
        late = (live for live in stock.draw(rng) if live.bit_count() <= 17)
        for _, live in zip(range(30), late, strict=False):
            winning = oracle(board_).winning(live, Budget())
            assert winning == search.winning(live, Budget()) != 0


def test_the_census_in_the_documents_is_that_of_the_tables() -> None:
    page = (Path(__file__).parents[2] / "docs" / "roadworks-census.md").read_text("utf-8")
    rows = re.findall(r"^\| (\d)×(\d) \|((?: [\d,]+ \|){6})", page, re.MULTILINE)
    assert len(rows) == 9
    for width, height, figures in rows:
        table = find(board(int(width), int(height)))
        if table is None:
            continue
        census = Census.from_json(table.census)
        report = census.report()
        assert [int(figure.replace(",", "")) for figure in figures.split(" |")[:-1]] == [
            census.live,
            census.lost,
            census.longest_fall,
            report["one_crossing"]["total"],
            report["one_result"]["total"],
            report["one_result"]["printable"],
        ]


# Files.


@pytest.fixture
def small(tmp_path: Path) -> tuple[Path, Table]:
    table, _ = build(board(2, 3), PlainEngine(board(2, 3)))
    path = tmp_path / "roadworks-2x3.xz"
    path.write_bytes(pack(table.to_bytes()))
    return path, table


def test_a_table_is_read_back_as_it_was_written(small: tuple[Path, Table]) -> None:
    path, table = small
    assert load(path, board(2, 3)) == table
    assert Table.from_bytes(table.to_bytes(), board(2, 3), "here") == table


def test_a_damaged_table_is_refused(small: tuple[Path, Table]) -> None:
    path, table = small
    content = table.to_bytes()
    for place in range(len(content)):
        damaged = bytearray(content)
        damaged[place] ^= 1
        with pytest.raises(TableError, match="2x3"):
            Table.from_bytes(bytes(damaged), board(2, 3), "here")
    packed = path.read_bytes()
    for damaged_file in (packed[:-9], packed[: len(packed) // 2], b"", b"no table", packed[4:]):
        path.write_bytes(damaged_file)
        with pytest.raises(TableError, match="crossfall table build 2x3"):
            load(path, board(2, 3))


def test_a_foreign_table_is_refused(small: tuple[Path, Table]) -> None:
    path, table = small
    with pytest.raises(TableError, match="of the board 2x3"):
        load(path, board(3, 3))
    with pytest.raises(TableError, match="format"):
        Stock.from_bytes(table.to_bytes(), board(2, 3), "here")
    path.write_bytes(lzma.compress(b'{"format": "crossfall-table-1"}\n'))
    with pytest.raises(TableError):
        load(path, board(2, 3))


def test_a_table_in_the_named_folder_is_used_and_refused_when_damaged(
    tmp_path: Path, small: tuple[Path, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, table = small
    monkeypatch.setenv("CROSSFALL_TABLES", str(tmp_path))
    lost_sets.cache_clear()
    assert lost_sets(board(2, 3)) == set(table.lost)
    assert Oracle(board(3, 2)).is_lost(board(3, 2).full, Budget(work=0)) == (
        Literal(3, 2).nimber(Literal(3, 2).full) == 0
    )
    lost_sets.cache_clear()
    path.write_bytes(b"damaged")
    with pytest.raises(TableError):
        Oracle(board(2, 3)).is_lost(board(2, 3).full, Budget())
    lost_sets.cache_clear()


def test_numbers_survive_their_encoding() -> None:
    rng = random.Random(3)
    numbers = sorted({rng.getrandbits(rng.randint(1, 62)) for _ in range(500)})
    assert list(tables.decode_masks(tables.encode_masks(numbers))) == numbers


# Resuming.


class InterruptedBuildError(Exception):
    pass


def test_a_build_that_is_stopped_by_hand_keeps_what_it_has(tmp_path: Path) -> None:
    board_ = board(2, 3)
    path = tmp_path / "unfinished"
    told: list[str] = []

    def stop(stage: str, done: int, total: int) -> None:
        told.append(stage)
        if stage == "marking lost sets" and done == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(board_, PlainEngine(board_), path, stop)
    assert "finding live sets" in told
    told.clear()
    result = build(board_, PlainEngine(board_), path, lambda *at: told.append(at[0]))
    assert "finding live sets" not in told
    assert result == build(board_, PlainEngine(board_))


@pytest.mark.parametrize("breaks", [1, 4, 9])
def test_a_build_goes_on_where_it_was_interrupted(tmp_path: Path, breaks: int) -> None:
    board_ = board(2, 3)
    path = tmp_path / "unfinished"
    stages: list[str] = []

    def progress(stage: str, done: int, total: int) -> None:
        stages.append(stage)
        if len(stages) % breaks == 0:
            raise InterruptedBuildError

    for _ in range(100):
        try:
            result = build(board_, PlainEngine(board_), path, progress, save_every=0)
            break
        except InterruptedBuildError:
            if len(stages) > 40:
                progress = _quiet
    assert result == build(board_, PlainEngine(board_))


def _quiet(stage: str, done: int, total: int) -> None:
    pass


def test_an_unfinished_build_of_something_else_or_damaged_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "unfinished"
    state = building.Build(board(2, 3), {12: array("Q", [board(2, 3).full])}, {}, 12)
    building._save(state, path)
    with pytest.raises(InputError, match="remove it"):
        build(board(2, 2), PlainEngine(board(2, 2)), path)
    content = path.read_bytes()
    path.write_bytes(content[:-1])
    with pytest.raises(InputError, match="remove it"):
        build(board(2, 3), PlainEngine(board(2, 3)), path)


@pytest.mark.parametrize(
    "change",
    [
        (b'"marked": 0', b'"marked": 3'),
        (b'"size": 12', b'"size": 1'),
        (b'"live": [[12, 1]]', b'"live": [[12, -1]]'),
        (b'"live": [[12, 1]]', b'"live": [[12, 99999999999999]]'),
        (b'"live": [[12, 1]]', b'"live": [[13, 1]]'),
        (b"{", b"[" * 90_000),
        (b"{", b" " * 200_000),
    ],
)
def test_an_unfinished_build_whose_heading_was_changed_is_refused(
    change: tuple[bytes, bytes], tmp_path: Path
) -> None:
    path = tmp_path / "unfinished"
    state = building.Build(board(2, 3), {12: array("Q", [board(2, 3).full])}, {}, 12)
    building._save(state, path)
    content = path.read_bytes()
    assert change[0] in content
    path.write_bytes(content.replace(*change, 1))
    with pytest.raises(InputError, match="remove it"):
        build(board(2, 3), PlainEngine(board(2, 3)), path)


def test_an_unfinished_build_is_written_through_no_link(tmp_path: Path) -> None:
    (tmp_path / "victim").write_text("mine")
    (tmp_path / "unfinished.part").symlink_to("victim")
    state = building.Build(board(2, 3), {12: array("Q", [board(2, 3).full])}, {}, 12)
    building._save(state, tmp_path / "unfinished")
    assert (tmp_path / "victim").read_text() == "mine"


def test_a_table_is_unpacked_no_further_than_a_table_goes(
    small: tuple[Path, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, table = small
    monkeypatch.setattr(tables, "MOST_BYTES", 100_000)
    assert load(path, board(2, 3)) == table
    path.write_bytes(pack(bytes(50_000_000)))
    with pytest.raises(TableError, match="unpacks to more than"):
        load(path, board(2, 3))


@pytest.mark.parametrize("wrong", [board(8, 8), board(3, 3, falling=False)], ids=["8x8", "plain"])
def test_boards_without_tables_are_refused(wrong: Board) -> None:
    with pytest.raises(InputError, match="no table of"):
        build(wrong)


# Drawing.


def test_a_draw_gives_every_position_once_and_its_order_depends_on_the_seed_alone() -> None:
    stock = stock_of(board(3, 4))
    assert stock is not None

    def wanted(technique: int, safe: int) -> bool:
        return technique <= 3 and 4 <= safe <= 8

    one, same, other = (list(stock.draw(random.Random(s), wanted)) for s in (1, 1, 2))
    assert one == same != other
    canonical = [stock.board.canonical(live) for live in one]
    assert len(set(canonical)) == len(canonical) == stock.count(wanted)
    assert {live for group, masks in stock.groups.items() if wanted(*group) for live in masks} == (
        set(canonical)
    )


def test_shuffled_numbers_come_in_every_order_equally_often() -> None:
    rng = random.Random(9)
    counts = Counter(tuple(shuffled(3, rng)) for _ in range(6_000))
    assert len(counts) == 6
    assert all(850 < number < 1_150 for number in counts.values())
