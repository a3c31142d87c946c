"""The fewest and the most closures: by certificates, directly, and by playing everything."""

import lzma
import re
from functools import cache
from pathlib import Path
from random import Random

import networkx as nx
import pytest

from crossfall.generator.cli import run
from crossfall.solver.audit import AGREES, DIFFERS, UNKNOWN, Work, audit_record
from crossfall.solver.audit.certificate import RefusedError, read_certificate
from crossfall.solver.audit.roadworks_certified import block_of
from crossfall.solver.audit.roadworks_lengths import (
    CertifiedLengths,
    another_length,
    most_closures,
)
from crossfall.solver.audit.roadworks_play import LETTERS, City, Crossings, Search, city
from crossfall.solver.budget import Budget
from crossfall.solver.certificates import proof_of
from crossfall.solver.records import Record, record_from_line
from crossfall.solver.verify import read_puzzle
from tests.audit.certificates import audited, certificate_of, lengths, sealed
from tests.roadworks import literal


def named(live: literal.Live) -> Crossings:
    return frozenset(f"{LETTERS[x]}{y + 1}" for x, y in live)


class Played(literal.Literal):
    """A falling board on which everything is played to the end."""

    @cache  # noqa: B019 - one object a test
    def numbers(self, live: literal.Live) -> frozenset[int]:
        left = set(self.moves(live).values())
        return frozenset(1 + n for after in left for n in self.numbers(after)) or frozenset({0})


def of_live_set(size: tuple[int, int], live: Crossings, task: str = "long-and-short") -> Record:
    line = f"roadworks:{size[0]}x{size[1]}:?{','.join(sorted(live))}"
    return record_from_line(line).with_fields(task=task)


@pytest.mark.parametrize(
    "size",
    [(1, 1), (1, 3), (2, 2), (2, 3), (3, 3), pytest.param((3, 4), marks=pytest.mark.prove)],
    ids=str,
)
def test_every_live_set_has_the_numbers_that_playing_everything_finds(
    size: tuple[int, int],
) -> None:
    played, at = Played(*size), city(*size)
    for live in played.live_sets():
        numbers, names = played.numbers(live), named(live)
        assert most_closures(at, names) == max(numbers)
        other = another_length(at, names)
        assert (other is None) == (len(numbers) == 1)
        assert other is None or other in numbers - {max(numbers)}
        assert Search(at).fewest(names, Work()) == min(numbers)
        record = of_live_set(size, names)
        result = audited(record, certificate_of(record))
        assert result.answers == (f"{min(numbers)} {max(numbers)}",)
        assert result.verdict == AGREES


def induced_paths(at: City, live: Crossings) -> set[int]:
    """The numbers of crossings of all A–B paths that no street shortens, from a general graph
    library."""
    graph = nx.Graph([(x, y) for x in live for y in at.neighbours[x] if y in live])
    return {
        len(path)
        for path in nx.all_simple_paths(graph, at.a, at.b)
        if graph.subgraph(path).number_of_edges() == len(path) - 1
    }


@pytest.mark.parametrize(
    ("size", "count"),
    [((3, 3), 15), ((4, 3), 10), pytest.param((4, 4), 40, marks=pytest.mark.prove)],
    ids=str,
)
def test_without_falling_the_numbers_are_those_of_all_paths(
    size: tuple[int, int], count: int
) -> None:
    at, rng = city(*size, falling=False), Random(f"{size}")
    for _ in range(count):
        live = at.all - set(rng.sample(at.names[1:-1], rng.randint(0, 6)))
        if not at.joined(live):
            continue
        numbers = {len(live) - length for length in induced_paths(at, live)}
        closed = " ".join(sorted(at.all - live))
        told = f"{min(numbers)} {max(numbers)}"
        record = lengths(f"{size[0]}x{size[1]}", closed, plain=True)
        assert audited(record, certificate_of(record)).answers == (told,)
        assert audit_record(record).answers == (told,)
        left = record.with_fields(task="closures-left")
        result = audited(left, certificate_of(left))
        assert result.verdict == (AGREES if len(numbers) == 1 else DIFFERS)
        assert result.answers == tuple(str(number) for number in sorted(numbers))


@pytest.mark.parametrize("size", [(5, 5), (8, 6), (13, 13)], ids=str)
def test_one_can_always_play_as_long_as_there_are_rings(size: tuple[int, int]) -> None:
    """The most closures are no mere bound: some closure always leaves just one fewer."""
    at, rng = city(*size), Random(f"{size}")
    live = at.all
    for _ in range(rng.randint(2, size[0])):
        live = at.close(live, rng.choice(at.closable(live))) or live
    most = most_closures(at, live)
    while most:
        live = next(
            left
            for name in at.closable(live)
            if len(live.intersection(at.neighbours[name])) == 2
            and (left := at.close(live, name)) is not None
            and most_closures(at, left) == most - 1
        )
        most -= 1
    assert not at.closures(live)


def test_closures_left_needs_no_search_and_no_certificate_with_falling() -> None:
    for line in ("25x25:", "12x12:b2,c3", "5x5:d2,e5,c3"):
        record = record_from_line(f"roadworks:{line}").with_fields(task="closures-left")
        result = audit_record(record, work=2_000)
        assert (result.verdict, len(result.answers)) == (DIFFERS, 2)
        assert proof_of(read_puzzle(record), Budget()) is None
    rim = named(literal.full(25, 25) - {(x, y) for x in range(1, 25) for y in range(1, 25)})
    ring = of_live_set((25, 25), rim, "closures-left").with_fields(answer="1")
    assert audit_record(ring, work=2_000).verdict == AGREES


def test_where_all_plays_are_alike_there_may_be_no_entry() -> None:
    record = lengths("2x2", "b2")
    lines = certificate_of(record)
    assert len(lines) == 3
    assert audited(record, lines).answers == ("1 1",)
    for entry in ("7.5.7 a1 c3 > 1", "play a2", "path a1", "7.5.7 a1 c3 = 1"):
        assert audited(record, sealed([*lines[:-1], entry, lines[-1]])).refused


NUMBERED = re.compile(r"(.* )> ([0-9]+)")


@pytest.mark.parametrize("plain", [False, True], ids=["falling", "plain"])
@pytest.mark.parametrize("by", [1, -1], ids=["more", "less"])
def test_no_block_is_said_to_allow_more_or_less_than_its_entries_show(plain: bool, by: int) -> None:
    """One entry is false, and is judged by the others, which are right."""
    record = lengths("4x4", "c4 e2", plain=plain)
    lines = certificate_of(record)
    (section,) = read_certificate("".join(f"{line}\n" for line in lines).encode()).values()
    tried = 0
    for line, entry in section.entries:
        found = NUMBERED.fullmatch(entry)
        if found is None:
            continue
        proof = CertifiedLengths(city(4, 4, not plain), section)
        block, right = block_of(found[1].strip()), int(found[2])
        proof._check_bound(line, block, right)
        with pytest.raises(RefusedError):
            proof._check_bound(line, block, right + by)
        tried += 1
    assert tried > 3


@pytest.mark.parametrize(
    ("plain", "witness", "why"),
    [
        (False, "play a2", "does not show how 4"),
        (False, "play a2 b2 c2 c3 d3", "cuts A from B"),
        (False, "play a2 a2 c2 c3", "a2 cannot be closed then"),
        (False, "play a1 b2 c2 c3", "a1 cannot be closed then"),
        (False, "play b2 z9 c2 c3", "z9 cannot be closed then"),
        (False, "path a1 b1 c1 d1 d2 d3 d4", "nothing shows how 4"),
        (True, "path a1 b1 c1 d1 e1 e2 e3 e4 e5", "does not show how"),
        (True, "path a1 a2 b2 b1 c1 d1 e1 e2 e3 e4 e5", "does not show how"),
        (True, "path a1 a2 a3 b3 b4 a4 a5 b5 c5 c4 c3 d3 e3 e4 d4 d5 e5", "does not show how 8"),
        (True, "path a1 b1 a1 b1", "does not show how"),
        (True, "path e5", "does not show how"),
        (True, "play a2 b2", "nothing shows how"),
    ],
)
def test_a_play_or_path_that_does_not_show_it_is_refused(
    plain: bool, witness: str, why: str
) -> None:
    record = lengths("4x4" if plain else "3x3", "", plain=plain)
    lines = certificate_of(record)
    kind = "path " if plain else "play "
    others = [line for line in lines if not line.startswith(kind)]
    assert len(others) == len(lines) - 1
    assert why in audited(record, sealed([*others[:-1], witness, others[-1]])).refused
    assert "nothing shows how" in audited(record, sealed(others)).refused


@pytest.mark.prove
def test_an_early_5x5_position_and_a_large_plain_board_are_proven() -> None:
    for record, answer in (
        (lengths("5x5", "a3 c4 d6"), ""),
        (lengths("7x7", "b2 e5", plain=True), ""),
    ):
        result = audited(record, certificate_of(record))
        assert result.verdict == AGREES, answer
        assert audit_record(record, work=300).verdict == UNKNOWN


def test_a_large_plain_board_is_audited_without_a_certificate_too() -> None:
    record = lengths("6x6", "", plain=True)
    result = audit_record(record)
    assert result == audited(record, certificate_of(record))
    assert (result.verdict, result.answers) == (AGREES, ("18 36",))


def test_commands_write_and_take_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, proof, again = tmp_path / "p.toml", tmp_path / "p.proof", tmp_path / "again.proof.xz"
    wish = ["generate", "roadworks", "--task", "long-and-short", "--size", "4x4", "--count", "2"]
    assert run([*wish, "-o", str(file), "--certificate", str(proof)]) == 0
    text = file.read_text() + (
        '[[puzzle]]\ngame = "roadworks"\ntask = "closures-left"\nsize = "4x4"\n'
        'falling = false\nclosed = "a2 a3 c1"\n'
        '[[puzzle]]\ngame = "roadworks"\ntask = "closures-left"\nclosed = "b2 b3 c2 c3"\n'
        '[[puzzle]]\ngame = "roadworks"\ntask = "fewest-fences"\n'
        'board = """\n? o o B\n? o o o\no o o o\nA o o o\n"""\n'
    )
    file.write_text(text)
    assert run(["check", str(file), "--certificate", str(again)]) == 0
    lines = lzma.decompress(again.read_bytes()).decode().splitlines()
    heads = [line.split()[:4] for line in lines if line.startswith("puzzle ")]
    assert heads == [
        ["puzzle", "1", "roadworks", "long-and-short"],
        ["puzzle", "2", "roadworks", "long-and-short"],
        ["puzzle", "3", "roadworks", "closures-left"],
    ]
    alone = proof.read_text().splitlines()[1:-1]
    assert lines[1 : 1 + len(alone)] == alone
    capsys.readouterr()
    assert run(["audit", str(file), "--certificate", str(again)]) == 0
    assert capsys.readouterr().out.count("agrees") == 5
    target = tmp_path / "p.pdf"
    assert run(["sheet", str(file), "--certificate", str(again), "-o", str(target)]) == 0
    assert target.exists()
