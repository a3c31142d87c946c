"""Every sentence of a key is read back and proven again with the audit's solver."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import networkx as nx
import pytest

from crossfall.generator.finders import Wish, finder
from crossfall.generator.sheets import puzzle_sheet
from crossfall.generator.words import words
from crossfall.generator.words.roadworks import key_notes
from crossfall.solver.audit import Work
from crossfall.solver.audit.roadworks_fences import smallest_fences
from crossfall.solver.audit.roadworks_play import City, Crossings, Search, city, search
from crossfall.solver.budget import Budget
from crossfall.solver.position import Findings, Puzzle
from crossfall.solver.records import Record
from crossfall.solver.verify import SOUND, read_puzzle, verify

NAME = r"[a-z]\d+"
ANY = rf"{NAME}(?:/{NAME})*"
SET = rf"{NAME}(?:(?:, | or | and | ){NAME})*"
COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}


def names(text: str) -> list[str]:
    return re.findall(NAME, text)


@cache
def puzzles(task: str, size: str, count: int, seed: int) -> list[Record]:
    return list(finder("roadworks").find(Wish(task, count, seed, options={"size": size}), Budget()))


class Told:
    """A puzzle with its key, and the audit's view of its position."""

    def __init__(self, record: Record, numbers: bool = True) -> None:
        self.record = record
        self.puzzle: Puzzle = read_puzzle(record)
        verdict = verify(self.puzzle, Budget())
        assert verdict.verdict == SOUND
        self.findings: Findings = verdict.findings
        key = words("roadworks").key(self.puzzle, self.findings, numbers)
        self.paragraphs = [paragraph.text for paragraph in key.paragraphs]
        self.listed = [paragraph.text for paragraph in key.paragraphs if paragraph.listed]
        self.text = " ".join(self.paragraphs)
        board = self.puzzle.position.board
        self.city: City = city(board.width, board.height, board.falling)
        self.search: Search = search(self.city)
        self.closed = record.text("closed").split()
        self.live = self.live_after(self.closed)

    def live_after(self, closures: list[str]) -> Crossings:
        live = self.city.all
        for closure in closures:
            after = self.city.close(live, closure)
            assert after is not None, f"{closure} cuts A from B"
            live = after
        return live

    def after(self, live: Crossings, closure: str) -> Crossings:
        left = self.city.close(live, closure)
        assert left is not None, f"{closure} cuts A from B"
        return left

    def winning(self, live: Crossings) -> set[str]:
        return set(self.search.winning(live, Work()))

    def is_lost(self, live: Crossings) -> bool:
        return self.search.is_lost(live, Work())

    def fallen(self, live: Crossings, closure: str) -> set[str]:
        return set(live - self.after(live, closure) - {closure})

    def place(self, word: str) -> str:
        return {"A": self.city.a, "B": self.city.b}.get(word, word)


# -- winning-move -----------------------------------------------------------------------------


def winning_moves() -> Iterator[tuple[Record, bool]]:
    for record in puzzles("winning-move", "3x3", 30, 0):
        yield record, True
        yield record, False
    for record in puzzles("winning-move", "4x4", 40, 1):
        yield record, True
    for record in puzzles("winning-move", "4x4", 40, 1)[::4]:
        yield record, False
    for record in puzzles("winning-move", "3x4", 12, 2):
        yield record, True
    hard = Wish("winning-move", 12, difficulty=5, options={"size": "4x4"})
    for record in finder("roadworks").find(hard, Budget()):
        yield record, True


def test_every_sentence_on_a_winning_move_is_true() -> None:
    kinds = set()
    for record, numbers in winning_moves():
        told = Told(record, numbers)
        why, *rest, marks = told.paragraphs
        assert rest[: len(told.listed)] == told.listed, "the list follows what it proves"
        others = " ".join(rest[len(told.listed) :])
        answers = names(why.split(". ")[0])
        assert set(answers) == told.winning(told.live)
        left = told.after(told.live, answers[0])
        assert told.is_lost(left)
        confirm_effect(told, why, answers)
        kinds.add(confirm_reason(told, why, left))
        if not numbers:
            assert "on the cards" not in why
            assert "of number" not in told.text
            assert "nim-sum" not in told.text
        confirm_refutations(told, others)
        assert names(marks.split("Marks: 1 for ")[1].split(", 1")[0]) == answers
    assert kinds == {"path", "rings", "twins", "numbers", "cases"}


def confirm_effect(told: Told, text: str, answers: list[str]) -> None:
    fallen = told.fallen(told.live, answers[0])
    said = re.search(rf"(?:Then|When {NAME} is closed,) ({SET}) falls?\.", text)
    if said is None:
        assert "othing falls." in text
        assert not fallen
    else:
        assert set(names(said[1])) == fallen


def confirm_reason(told: Told, text: str, left: Crossings) -> str:
    """Check why the opponent has lost; which kind of reason it is."""
    if path := re.search(r"One path is left \((.*?)\)", text):
        confirm_path(told, names(path[1]), left)
        return "path"
    if re.search(r"You can answer (?:every safe closure|the one safe closure):$", text):
        confirm_cases(told, left)
        return "cases"
    assert not told.listed
    if rings := re.search(r"(\w+) separate rings are left, (.*?): an even number", text):
        parts_ = [ends_and_crossings(told, one) for one in re.split(r", | and ", rings[2])]
        assert len(parts_) == COUNTS[rings[1].lower()]
        assert len(parts_) % 2 == 0
        assert told.search.lengths(left, Work()) == {len(parts_)}
        assert sorted(parts_) == sorted(map(sorted, blocks(told, left).values()))
        return "rings"
    kind = ""
    accounted = []
    by_crossings = {tuple(sorted(part)): ends for ends, part in blocks(told, left).items()}
    for one in re.finditer(r"have the same shape, (.*?) and (.*?), turned", text):
        twins = [by_crossings[tuple(ends_and_crossings(told, part))] for part in one.groups()]
        parts = blocks(told, left)
        assert len({shape(parts[ends], *ends) for ends in twins}) == 1
        accounted += twins
        kind = "twins"
    if some := re.search(r"The (\w+) separate rings (.*?) allow one closure each", text):
        rings_ = [ends_and_crossings(told, one) for one in re.split(r", | and ", some[2])]
        assert len(rings_) == COUNTS[some[1]]
        for ring in rings_:
            place = by_crossings[tuple(ring)]
            assert value(told, blocks(told, left)[place], *place) == 1
            accounted.append(place)
    if zero := re.search(r"The block between (\S+) and (\S+) has the number 0", text):
        place = (told.place(zero[1]), told.place(zero[2]))
        assert value(told, blocks(told, left)[place], *place) == 0
        accounted.append(place)
        kind = "numbers"
    if several := re.search(r"on the cards are (.*?)\. The nim-sum of (.*?) is 0", text):
        total = 0
        said = re.findall(r"(\d) \(between (\S+) and (\S+)\)", several[1])
        assert [number for number, _, _ in said] == re.findall(r"\d", several[2])
        for number, a, b in said:
            place = (told.place(a), told.place(b))
            assert value(told, blocks(told, left)[place], *place) == int(number)
            total ^= int(number)
            accounted.append(place)
        assert total == 0
        kind = "numbers"
    assert sorted(accounted) == sorted(blocks(told, left))
    return kind


def ends_and_crossings(told: Told, text: str) -> list[str]:
    """The crossings of a block as a key lists them, A and B by their letters."""
    return sorted(told.place(word) for word in text.split())


def confirm_path(told: Told, inner: list[str], left: Crossings) -> None:
    path = [told.city.a, *inner, told.city.b]
    assert set(path) == left
    assert all(two in told.city.neighbours[one] for one, two in pairwise(path))
    assert not told.city.closures(left)


def blocks(told: Told, live: Crossings) -> dict[tuple[str, str], Crossings]:
    """The blocks of more than a street by their ends, from A to B."""
    graph = nx.Graph((a, b) for a in live for b in told.city.neighbours[a] if b in live)
    path = nx.shortest_path(graph, told.city.a, told.city.b)
    found = {}
    for part in nx.biconnected_components(graph):
        if len(part) > 2:
            on = [name for name in path if name in part]
            found[on[0], on[-1]] = frozenset(part)
    return found


def value(told: Told, block: Crossings, a: str, b: str) -> int:
    """The Grundy value of one block, played out on the audit's board."""
    alone = City.__new__(City)
    alone.__dict__.update(told.city.__dict__)
    alone.a, alone.b, alone.ends = a, b, frozenset((a, b))
    alone.names = [a, *sorted(block - {a, b}), b]

    @cache
    def grundy(live: Crossings) -> int:
        values = {grundy(after) for after in alone.closures(live).values()}
        return next(v for v in range(len(values) + 1) if v not in values)

    return grundy(block)


def shape(block: Crossings, a: str, b: str) -> frozenset[tuple[int, int, bool]]:
    """A block moved into the corner, least of its eight images, its ends marked."""
    spots = [("abcdefgh".index(n[0]), int(n[1:]), n in (a, b)) for n in block]
    found = []
    for swap in (False, True):
        for sx in (1, -1):
            for sy in (1, -1):
                image = [((y if swap else x) * sx, (x if swap else y) * sy, e) for x, y, e in spots]
                left = min(x for x, _, _ in image)
                low = min(y for _, y, _ in image)
                found.append(sorted((x - left, y - low, e) for x, y, e in image))
    return frozenset(min(found))


def confirm_cases(told: Told, left: Crossings) -> None:
    """Each line of the list names pairs and what is left after them; each ending has one line."""
    answered = []
    endings = []
    for line in told.listed:
        if line.startswith("Written out, the whole proof has "):
            assert line == told.listed[-1]
            continue
        pairs, ending = line.removesuffix(".").split(": ", 1)
        endings.append(ending)
        for closures, replies in ways(pairs, "\xa0· "):
            answered += closures
            for closure in closures:
                for reply in replies:
                    after = told.after(told.after(left, closure), reply)
                    confirm_ending(told, after, ending)
    assert len(endings) == len(set(endings))
    assert sorted(answered) == sorted(told.city.closures(left))


def ways(pairs: str, joint: str) -> Iterator[tuple[list[str], list[str]]]:
    """The closures and replies of a list of pairs, those that answer each other both ways."""
    for pair in pairs.split(joint):
        told = re.fullmatch(rf"({ANY})\xa0([→↔])\xa0({ANY})", pair)
        assert told, pair
        yield names(told[1]), names(told[3])
        if told[2] == "↔":
            yield names(told[3]), names(told[1])


def split_cases(text: str, joint: str) -> Iterator[tuple[str, str]]:
    """Pairs of closures and replies with what stands in the brackets after them."""
    depth = start = 0
    pairs = ""
    for place, char in enumerate(text):
        if char == "(":
            if depth == 0:
                pairs = text[start:place]
                start = place + 1
            depth += 1
        elif char == ")":
            depth -= 1
            if depth == 0:
                yield pairs, text[start:place]
                start = place + 1
                assert text[start:].startswith(joint) or not text[start:]


def confirm_ending(told: Told, live: Crossings, ending: str) -> None:
    assert told.is_lost(live)
    if ending == "one path is left":
        assert not told.city.closures(live)
    elif rings := re.fullmatch(r"(\w+) rings are left", ending):
        assert told.search.lengths(live, Work()) == {COUNTS[rings[1]]}
    elif number := re.fullmatch(r"a block of number (\d) is left", ending):
        ((place, block),) = blocks(told, live).items()
        assert value(told, block, *place) == int(number[1])
    elif numbers := re.fullmatch(r"blocks of numbers (.*) are left, nim-sum 0", ending):
        values = sorted(value(told, b, *place) for place, b in blocks(told, live).items())
        assert values == sorted(map(int, re.findall(r"\d", numbers[1])))
    elif "twin" in ending:
        parts = [shape(b, *place) for place, b in blocks(told, live).items()]
        assert any(parts.count(one) > 1 for one in parts)
    elif ending == "one more reply decides":
        assert told.city.closures(live)
    elif ending.startswith("then "):
        answered = []
        for pairs, last in split_cases(ending[5:], "; "):
            for closures, replies in ways(pairs.removeprefix("; ").strip(), ", "):
                answered += closures
                for one in closures:
                    for two in replies:
                        confirm_ending(told, told.after(told.after(live, one), two), last)
        assert sorted(answered) == sorted(told.city.closures(live))
    else:
        raise AssertionError(f"no reading of {ending!r}")


def confirm_refutations(told: Told, text: str) -> None:
    """Every losing closure is told exactly once, with replies that win."""
    seen: list[str] = []
    replies = {c: told.winning(left) for c, left in told.city.closures(told.live).items()}
    falls = {c: len(told.fallen(told.live, c)) for c in replies}
    cut = set(told.live) - set(replies) - {told.city.a, told.city.b}
    never = re.search(rf"({SET}) cuts? A from B: never close", text)
    assert set(names(never[1]) if never else []) == cut
    parts = re.split(r"(Tempting:|Nearly right, one answer each:|All other.*?:)", text)
    sections = dict(zip(parts[1::2], parts[2::2], strict=True))
    for clause in re.split(r"[;.]", sections.pop("Tempting:", "")):
        if not clause.strip():
            continue
        speaks, beaten = clause.split(", but ")
        chosen = names(speaks)
        seen += chosen
        for answers, closures in re.findall(rf"({SET}) answers (it|each|{SET})", beaten):
            for closure in names(closures) or chosen:
                assert replies[closure] == set(names(answers))
        if "answers it" not in beaten and "answers each" not in beaten:
            told_of = re.findall(rf"answers ({SET})", beaten)
            assert sorted(names(" ".join(told_of))) == sorted(chosen)
        if most := re.search(r"makes the most crossings fall \((\d+)\)", speaks):
            greatest = max(falls.values())
            assert greatest == int(most[1])
            assert set(chosen) == {c for c, fall in falls.items() if fall == greatest}
            continue
        for closure in chosen:
            after = told.after(told.live, closure)
            if "mirror image" in speaks:
                assert after in (turned(after, told, "xy"), turned(after, told, "yx"))
            else:
                assert "half a turn" in speaks
                assert after == turned(after, told, "half")
    nearly = sections.pop("Nearly right, one answer each:", "")
    for closures, only in ways(nearly.strip(" ."), "\xa0· ") if nearly else ():
        seen += closures
        for closure in closures:
            assert replies[closure] == set(only)
            after = told.after(told.live, closure)
            assert len({told.after(after, reply) for reply in only}) == 1
    wrong = {c for c in replies if replies[c]}
    for rest in sections.values():
        if alone := re.search(rf"answered by ({NAME})", rest):
            others = wrong - set(seen)
            assert all(alone[1] in replies[closure] for closure in others)
            seen += others
            continue
        for closures, (reply,) in ways(rest.strip(" ."), "\xa0· "):
            seen += closures
            assert all(reply in replies[closure] for closure in closures)
    assert set(seen) == wrong


def turned(live: Crossings, told: Told, how: str) -> Crossings:
    width = "abcdefgh".index(told.city.b[0])
    height = int(told.city.b[1:]) - 1
    spots = [("abcdefgh".index(n[0]), int(n[1:]) - 1) for n in live]
    if how == "half":
        images = [(width - x, height - y) for x, y in spots]
    elif how == "xy":
        images = [(y, x) for x, y in spots]
    else:
        images = [(width - y, height - x) for x, y in spots]
    return frozenset(f"{'abcdefgh'[x]}{y + 1}" for x, y in images)


# -- the other tasks --------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["3x3", "4x4"])
def test_every_sentence_on_what_falls_is_true(size: str) -> None:
    for record in puzzles("what-falls", size, 20, 3):
        told = Told(record)
        before = told.live_after(told.closed[:-1])
        fallen = told.fallen(before, told.closed[-1])
        assert names(told.text.split(".")[0]) == sorted(fallen)
        confirm_hanging(told, told.paragraphs[0], before - {told.closed[-1]}, fallen)


def confirm_hanging(told: Told, text: str, open_: Crossings, fallen: set[str]) -> None:
    explained: list[str] = []
    for piece, post, loop in re.findall(rf"({SET}) hangs? only from (\w+)(, a loop)?\.", text):
        explained += names(piece)
        around = {n for name in names(piece) for n in told.city.neighbours[name]} & open_
        assert around - set(names(piece)) == {told.place(post)}
        graph = nx.Graph((a, b) for a in open_ for b in told.city.neighbours[a] if b in open_)
        part = graph.subgraph({*names(piece), told.place(post)})
        assert bool(loop) == (not nx.is_forest(part))
    for piece in re.findall(rf"({SET}) (?:is|are) cut off\.", text):
        explained += names(piece)
        around = {n for name in names(piece) for n in told.city.neighbours[name]} & open_
        assert not around - set(names(piece))
    assert sorted(explained) == sorted(fallen)


@pytest.mark.parametrize("size", ["3x3", "4x4"])
def test_every_sentence_on_cut_crossings_is_true(size: str) -> None:
    for record in puzzles("cut-crossings", size, 12, 4):
        told = Told(record)
        safe = set(told.city.closures(told.live))
        cut = set(told.live) - safe - {told.city.a, told.city.b}
        assert set(names(told.text.split(".")[0])) == cut
        through = re.search(rf"from A to B goes through ({SET})", told.text)
        assert through
        way = told.city.way(told.city.a, told.live, (told.city.b,))[::-1]
        assert names(through[1]) == [name for name in way if name in cut]


@pytest.mark.parametrize("size", ["3x3", "4x4"])
def test_every_sentence_on_the_great_fall_is_true(size: str) -> None:
    for record in puzzles("great-fall", size, 12, 5):
        told = Told(record)
        falls = {c: told.fallen(told.live, c) for c in told.city.closures(told.live)}
        ranks = sorted({len(f) for f in falls.values()}, reverse=True)
        answers = names(told.text.split(".")[0])
        assert set(answers) == {c for c, f in falls.items() if len(f) == ranks[0]}
        said = re.search(rf"(\w+) crossings fall[^:]*: ({SET})\.", told.text)
        assert said
        assert COUNTS.get(said[1].lower(), ranks[0]) == ranks[0]
        assert set(names(said[2])) == falls[answers[0]]
        confirm_hanging(
            told, told.text.split(". ", 2)[2], told.live - {answers[0]}, falls[answers[0]]
        )
        if "Next:" in told.text:
            runners = re.search(rf"Next: ({SET}) makes? (\w+) fall", told.text)
            assert runners
            assert {c for c, f in falls.items() if len(f) == ranks[1]} == set(names(runners[1]))
            assert COUNTS.get(runners[2], ranks[1]) == ranks[1]


@pytest.mark.parametrize("size", ["3x3", "4x4"])
def test_every_sentence_on_long_and_short_is_true(size: str) -> None:
    for record in puzzles("long-and-short", size, 8, 6):
        told = Told(record)
        fewest, most = (
            names(re.search(rf"{word}: ([a-z0-9 ]+)\.", told.text)[1])  # type: ignore[index]
            for word in ("Fewest", "Most")
        )
        possible = told.search.lengths(told.live, Work())
        assert (len(fewest), len(most)) == (min(possible), max(possible))
        for line in (fewest, most):
            assert not told.city.closures(told.live_after(told.closed + line))


def test_every_sentence_on_the_lost_board_is_true() -> None:
    for record in puzzles("lost-board", "3x3", 4, 7) + puzzles("lost-board", "4x4", 6, 7):
        told = Told(record)
        lives = [told.live_after(text.split()) for text in record.fields["boards"]]
        (lost,) = (n for n, live in enumerate(lives) if told.is_lost(live))
        assert told.text.startswith(f"Board {lost + 1}.")
        confirm_reason(told, told.paragraphs[0], lives[lost])
        won = re.findall(rf"({SET}) on board (\d)", told.paragraphs[-2])
        assert {int(n) for _, n in won} == {n + 1 for n in range(len(lives)) if n != lost}
        for closures, place in won:
            assert set(names(closures)) == told.winning(lives[int(place) - 1])


def test_every_line_of_an_answer_table_is_true() -> None:
    for record in puzzles("answer-table", "4x4", 8, 8):
        told = Told(record)
        answered = []
        for line in told.listed:
            ((closures, replies),) = ways(line, "\xa0· ")
            answered += closures
            for closure in closures:
                assert told.winning(told.after(told.live, closure)) == set(replies)
        assert sorted(answered) == sorted(told.city.closures(told.live))


def test_a_proof_beyond_all_techniques_is_told_as_a_search() -> None:
    told = Told(
        Record({"game": "roadworks", "task": "winning-move", "level": 3, "closed": "c4 e2"})
    )
    left = told.after(told.live, "e3")
    boards = set(told.city.closures(left).values())
    assert f"leave {len(boards)} different boards; a complete search" in told.text
    assert all(told.winning(board) for board in boards)
    confirm_refutations(told, " ".join(told.paragraphs[1:-1]))


def test_a_sheet_without_numbers_speaks_of_none() -> None:
    record = next(
        record
        for record in puzzles("winning-move", "4x4", 40, 1)
        if record.fields["features"]["technique"] == "R3"
    )
    puzzle = read_puzzle(record)
    pairs = [(puzzle, verify(puzzle, Budget()).findings)]
    told = {
        numbers: " ".join(p.text for p in key.paragraphs)
        for numbers in (True, False)
        if (key := puzzle_sheet(pairs, numbers=numbers).items[0].key)
    }
    assert ("cards" in told[True], "cards" in told[False]) == (True, False)


@pytest.mark.parametrize("size", ["3x3", "4x4"])
def test_every_sentence_on_the_fewest_fences_is_true(size: str) -> None:
    for record in puzzles("fewest-fences", size, 8, 10):
        told = Told(record)
        drawn = [row.split() for row in record.text("board").splitlines()[:-1]]
        live = frozenset(
            f"{column}{row[0]}"
            for row in drawn
            for column, mark in zip("abcdefgh", row[1:], strict=False)
            if mark != "?"
        )
        fences = names(told.text.split(".")[0])
        assert smallest_fences(told.city, live, Work()) == [frozenset(fences)]
        order = re.findall(rf"({NAME}) \((.*?)\)", told.paragraphs[0])
        assert [name for name, _ in order] == fences
        at = told.city.all
        for name, effect in order:
            assert set(names(effect)) == told.fallen(at, name)
            at = told.after(at, name)
        assert at == live
        assert COUNTS[re.search(r"No other (\w+) fences", told.text)[1]] == len(fences)  # type: ignore[index]


@pytest.mark.parametrize(("size", "plain"), [("3x3", True), ("3x3", False), ("4x4", False)])
def test_every_sentence_on_the_closures_left_is_true(size: str, plain: bool) -> None:
    options = {"size": size, "plain": True} if plain else {"size": size}
    wish = Wish("closures-left", 8, seed=11, options=options)
    for record in finder("roadworks").find(wish, Budget()):
        told = Told(record)
        count = int(told.text.split(".")[0])
        assert told.search.lengths(told.live, Work()) == {count}
        if rings := re.search(r"(\w+) rings? (?:is|are) left", told.text):
            assert COUNTS[rings[1].lower()] == len(blocks(told, told.live)) == count
        if crossings := re.search(
            r"every such path has (\d+) crossings.* (\d+) are open", told.text
        ):
            assert len(told.live) == int(crossings[2]) == int(crossings[1]) + count
        example = re.search(r"For example: ([a-z0-9 ]+)\.", told.text)
        line = names(example[1]) if example else []
        assert len(line) == count
        assert not told.city.closures(told.live_after(told.closed + line))


def test_the_key_page_explains_the_signs_that_its_keys_use() -> None:
    for record in puzzles("winning-move", "4x4", 40, 1)[::6]:
        told = Told(record)
        key = words("roadworks").key(told.puzzle, told.findings)
        said = " ".join(note.text for note in key_notes([told.puzzle], [key]))
        assert "Ring: the answer" in said
        assert ("a → b" in said) == ("→" in told.text)
        assert ("a ↔ b" in said) == ("↔" in told.text)
        assert ("eight cards" in said) == ("the cards" in told.text or "of number" in told.text)
