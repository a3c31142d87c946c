"""Finds Pathing puzzles: positions of real play, drawn at random, that have one answer.

Every puzzle carries the start and the swaps that lead to it. Only puzzles with the same answer
under all rule sets are kept, unless the others are asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from math import ceil
from random import Random
from typing import Any

from crossfall.generator.finders import Ending, Found, Wish
from crossfall.generator.finders.ranges import ALONE, Look, Looked, Run
from crossfall.generator.finders.selection import Candidate, Selection
from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError, InputError, nearest
from crossfall.solver.pathing_boxes.board import (
    SYMMETRIES,
    Symmetry,
    board,
    cell_number,
)
from crossfall.solver.pathing_boxes.conversion import judge_cells
from crossfall.solver.pathing_boxes.drawing import score_text, write_bare, write_drawing
from crossfall.solver.pathing_boxes.game import GAME
from crossfall.solver.pathing_boxes.notation import (
    CLASSIC_NAME,
    read_edges,
    read_rules,
    write_edges,
)
from crossfall.solver.pathing_boxes.rules import (
    CLASSIC,
    DEFAULT_RULES,
    PLAYERS,
    PathingPosition,
    RuleSet,
    X,
    replay,
)
from crossfall.solver.pathing_boxes.techniques import DIFFICULTIES, NEEDED, STARS, assess, wins_now
from crossfall.solver.pathing_boxes.tempting import GREEDY_BOX, THREE_IN_A_ROW
from crossfall.solver.pathing_boxes.wave import Wave
from crossfall.solver.position import Findings, Puzzle
from crossfall.solver.records import Record

OPTIONS = ("rules", "finals", "rules_dependent")
TAGS = (GREEDY_BOX, THREE_IN_A_ROW)

GAMES, GAMES_EACH = 1000, 300  # so many games are played: at all, and for each puzzle more
TIMES_RARE = 4  # times as many where the answer must hang on the rules, which is rare
PATIENCE = 150  # games for one slot of a sheet before it takes what is there
WORK_EACH, WORK_FEWEST = 20_000, 1_000  # nodes for one position; for one of `fewest-swaps`
TURNS = {"force-line": 2, "only-defence": 1}  # what `turns` says in the puzzles found
RANGE = 20  # games of one range
CLASSIC_SHARE, CARE = 0.5, 0.8  # how often the classic start is taken; how often a threat is seen
# Pieces of each colour at other starts. Crowded ones where the answer must hang on the rules: both
# colours line up at once mostly where few cells are empty.
PIECES, CROWDED = (5, 7), (7, 8)
# Open edges of the positions looked at, fewest and most.
OPEN = {
    "fewest-swaps": (8, 22),
    "line-now": (4, 15),
    "force-line": (5, 14),
    "only-defence": (3, 14),
    "conversion": (0, 0),
}


@dataclass(frozen=True)
class _Play:
    """A position of real play and how it came about."""

    start: PathingPosition
    swaps: tuple[int, ...]
    position: PathingPosition

    def image(self, symmetry: Symmetry) -> _Play:
        """The same play, turned or mirrored."""
        start = replace(
            self.start, x=symmetry.map_cells(self.start.x), y=symmetry.map_cells(self.start.y)
        )
        swaps = tuple(symmetry.edges[edge] for edge in self.swaps)
        return _Play(start, swaps, replay(start, swaps))


def find(wish: Wish, budget: Budget, run: Run = ALONE) -> Found:
    """The puzzles of a wish, one after the other; see `crossfall.generator.finders.Finder`."""
    check(wish)
    job = _Job(wish)
    slots = _slots(wish)
    selection = Selection(
        slots, a_place=ceil(wish.count / 6), patience=PATIENCE if len(set(slots)) > 1 else None
    )
    found = dropped = 0
    games = GAMES + GAMES_EACH * wish.count
    if wish.options.get("rules_dependent"):
        games *= TIMES_RARE
    draws = islice(Looked(run).candidates(job, budget), games)
    for chosen in selection.choose(draws):
        found += 1
        dropped += bool(chosen.dropped)
        yield run.crew.record(job, chosen)
    notes = []
    if dropped:
        notes.append(
            f"of these {found} puzzles {dropped} had to be of another difficulty than their place "
            "asks for, or with an answer close to another: no others were to be had"
        )
    return Ending("done" if found == wish.count else "gave up", tuple(notes))


def check(wish: Wish) -> None:
    """Raise InputError for a wish that makes no sense; see `finders.Finder`."""
    _rules(wish)
    known = DIFFICULTIES[wish.task]
    if wish.difficulty is not None and wish.difficulty not in known:
        expected = " or ".join(map(str, known))
        raise InputError(f"{wish.task} has no difficulty {wish.difficulty}; expected {expected}")
    for tag in (*wish.tags, *wish.not_tags):
        if tag not in TAGS:
            raise InputError(f"unknown tag {tag!r}; {nearest(tag, TAGS)}")
        if wish.task in ("fewest-swaps", "conversion"):
            raise InputError(f"{wish.task} puzzles have no tags")
    both = set(wish.tags) & set(wish.not_tags)
    if both:
        raise InputError(f"tag {' '.join(sorted(both))} is both wanted and unwanted")
    if wish.task == "fewest-swaps" and wish.options.get("rules_dependent"):
        raise InputError("fewest-swaps never depends on the rules; leave out --rules-dependent")


def techniques(wish: Wish) -> tuple[str, ...]:
    """The techniques that puzzles of a wish can need; see `finders.Finder`."""
    needed = NEEDED.get(wish.task, ())
    return tuple(code for code in needed if wish.difficulty in (None, STARS[code]))


def _rules(wish: Wish) -> RuleSet:
    return read_rules(wish.options.get("rules") or DEFAULT_RULES.name)


def _slots(wish: Wish) -> list[frozenset[int]]:
    """The difficulties wanted, slot by slot: easy ones first."""
    if wish.difficulty is not None:
        return [frozenset({wish.difficulty})] * wish.count
    known = DIFFICULTIES[wish.task]
    return [frozenset({known[number * len(known) // wish.count]}) for number in range(wish.count)]


class _Job:
    """Where candidates come from, range by range, and how they become records."""

    def __init__(self, wish: Wish) -> None:
        self.wish = wish
        self.rules = _rules(wish)
        self.board = board(bool(wish.options.get("finals")))
        self.task = GAME.tasks[wish.task]
        self.turns = TURNS.get(wish.task)

    def __reduce__(self) -> tuple[type[_Job], tuple[Wish]]:
        return _Job, (self.wish,)

    def looks(self, number: int, budget: Budget) -> Iterator[Look]:
        """One look at a game after the other: a puzzle from it, or None; see
        `crossfall.generator.finders.ranges.Job`."""
        chance = f"{self.wish.seed} {self.wish.task} {self.rules.name} {self.board.finals} {number}"
        return self._looked(_Player(self, Random(chance)), budget)

    def _looked(self, player: _Player, budget: Budget) -> Iterator[Look]:
        seen: set[str] = set()
        for _ in range(RANGE):
            budget.spend()
            found = None
            for play in player.game():
                try:
                    found = self._candidate(play, seen, budget)
                except BudgetError:
                    if budget.is_over():
                        raise
                if found is not None:
                    break  # positions of one game are too much alike
            yield found

    # -- candidates

    def _candidate(self, play: _Play, seen: set[str], budget: Budget) -> Candidate | None:
        budget.spend()
        position = play.position
        if not _HOPEFUL[self.wish.task](position):
            return None
        puzzle = self._bare(position)
        work = WORK_FEWEST if self.wish.task == "fewest-swaps" else WORK_EACH
        findings = self.task.examine(puzzle, budget.part(work))
        if not self._printable(findings):
            return None
        canonical = GAME.canonical(puzzle)
        if canonical in seen:
            return None
        seen.add(canonical)
        assessment = assess(puzzle, findings)
        wish = self.wish
        if not set(wish.tags) <= set(assessment.tags) or set(wish.not_tags) & set(assessment.tags):
            return None
        if wish.difficulty is not None and assessment.difficulty != wish.difficulty:
            return None
        start = play.start
        payload = {
            "start": [start.x, start.y, start.turn],
            "swaps": list(play.swaps),
            "difficulty": assessment.difficulty,
            "tags": list(assessment.tags),
            "features": dict(assessment.features),
        }
        places = self._places(findings.answers[0].strings[0])
        return Candidate(payload, assessment.difficulty, places=places, canonical=canonical)

    def _places(self, answer: str) -> tuple[int, ...]:
        if self.wish.task == "fewest-swaps":
            return ()
        if self.wish.task == "conversion":
            return tuple(image.cells[cell_number(answer)] for image in SYMMETRIES)
        (edge,) = read_edges(self.board, [answer])
        return tuple(image.edges[edge] for image in SYMMETRIES)

    def _printable(self, findings: Findings) -> bool:
        """One proven answer, and the conditions met; by the others' rules as the wish wants it."""
        if not findings.proven or len(findings.answers) != 1:
            return False
        codes = [problem.code for problem in findings.problems]
        if self.wish.options.get("rules_dependent"):
            return codes == ["depends-on-rules"]
        return not codes and all(findings.facts["other_rules"].values())

    def _bare(self, position: PathingPosition) -> Puzzle:
        """The puzzle of a position, without how it came about."""
        wishes: dict[str, Any] = {"turns": self.turns}
        if self.wish.task == "conversion":
            position = replace(position, turn=position.wave_loser())
        return Puzzle(Record(), GAME.name, self.wish.task, position, wishes=wishes)

    # -- records

    def record(self, payload: dict[str, Any], image: int) -> Record:
        """The puzzle as its file says it, mirrored or turned, its answer found anew."""
        x, y, turn = payload["start"]
        start = PathingPosition(x, y, turn=turn, rules=self.rules, board=self.board)
        swaps = tuple(payload["swaps"])
        play = _Play(start, swaps, replay(start, swaps))
        if self.wish.task == "fewest-swaps":
            image = Random(f"{self.wish.seed} {play.swaps}").randrange(len(SYMMETRIES))
        play = play.image(SYMMETRIES[image])
        puzzle = GAME.read(Record(self._fields(play)))
        if puzzle.problems:
            raise AssertionError(f"{play}: {puzzle.problems}")
        findings = self.task.examine(puzzle, Budget())
        if not self._printable(findings):
            raise AssertionError(f"{play}: an image of it is no puzzle")
        return puzzle.record.with_fields(
            answer=findings.answers[0].strings[0],
            difficulty=payload["difficulty"],
            tags=payload["tags"] or None,
            features=payload["features"],
        )

    def _fields(self, play: _Play) -> dict[str, Any]:
        position, start = play.position, play.start
        wave_over = self.wish.task == "conversion"
        mover = position.wave_loser() if wave_over else position.turn
        fields: dict[str, Any] = {
            "game": GAME.name,
            "task": self.wish.task,
            "rules": self.rules.name,
            "finals": self.board.finals,
            "to_move": PLAYERS[mover],
        }
        if self.turns is not None:
            fields["turns"] = self.turns
        if wave_over:
            fields["last"] = PLAYERS[position.last or X]
            fields["board"] = write_bare(position)
        else:
            fields["board"] = write_drawing(position, extra=False)
            fields["filled"] = self.board.edge_list(position.filled)
        fields["score"] = score_text(position.score)
        classic = (start.x, start.y) == (CLASSIC.x, CLASSIC.y)
        fields["first"] = PLAYERS[start.turn]
        fields["start"] = CLASSIC_NAME if classic else write_bare(start)
        fields["swaps"] = write_edges(play.swaps)
        return fields


class _Player:
    """Plays random games."""

    def __init__(self, job: _Job, random: Random) -> None:
        self.task = job.wish.task
        self.rules = job.rules
        self.board = job.board
        self.random = random
        crowded = bool(job.wish.options.get("rules_dependent"))
        self.classic_share = 0.0 if crowded else CLASSIC_SHARE
        self.pieces = CROWDED if crowded else PIECES

    def game(self) -> Iterator[_Play]:
        """The positions of one random game that may hold a puzzle, in a random order."""
        fewest, most = OPEN[self.task]
        start = position = self._start()
        swaps: list[int] = []
        plays = []
        while position.winner() is None:
            if fewest <= len(position.moves()) <= most:
                plays.append(_Play(start, tuple(swaps), position))
            edge = self._swap(position)
            if edge is None:
                break
            swaps.append(edge)
            position = position.play(edge)
        self.random.shuffle(plays)
        yield from plays

    def _start(self) -> PathingPosition:
        turn = self.random.randrange(2)
        if self.random.random() < self.classic_share:
            return replace(CLASSIC, turn=turn, rules=self.rules, board=self.board)
        while True:
            cells = list(range(16))
            self.random.shuffle(cells)
            own, other = self.random.randint(*self.pieces), self.random.randint(*self.pieces)
            x = sum(1 << cell for cell in cells[:own])
            y = sum(1 << cell for cell in cells[own : own + other])
            start = PathingPosition(x, y, turn=turn, rules=self.rules, board=self.board)
            if start.winner() is None:
                return start

    def _swap(self, position: PathingPosition) -> int | None:
        """A random swap that makes no line, and mostly none that lets the other make one at once."""
        moves = list(position.moves())
        self.random.shuffle(moves)
        careful = self.random.random() < CARE
        careless: int | None = None
        for edge in moves:
            if position.winner_after(edge) is not None:
                continue
            if not careful:
                return edge
            if careless is None:
                careless = edge
            after = position.play(edge)
            if after.turn == position.turn or not any(wins_now(after, e) for e in after.moves()):
                return edge
        return careless


def _one_line(position: PathingPosition) -> bool:
    """Whether exactly one first swap makes a line this turn."""
    wave = Wave(position, Budget())
    if not wave.forces(position, position.turn, 1):
        return False
    return _exactly_one(wave.swap_wins(edge, 1) for edge in position.moves())


def _two_turns(position: PathingPosition) -> bool:
    """Whether no line can be made this turn, and exactly one swap forces it by the second."""
    wave = Wave(position, Budget(work=WORK_EACH), compiled_from=0)
    player = position.turn
    if wave.forces(position, player, 1) or not wave.forces(position, player, 2):
        return False
    return _exactly_one(wave.swap_wins(edge, 2) for edge in position.moves())


def _one_defence(position: PathingPosition) -> bool:
    """Whether exactly one swap leaves the opponent no line on its next turn, and not because it
    begins a line of one's own: that would be an attack."""
    wave = Wave(position, Budget(work=WORK_EACH), compiled_from=0)
    if len(position.moves()) < 2 or wave.forces(position, position.turn, 1):
        return False
    return _exactly_one(wave.swap_holds(edge, 1) for edge in position.moves())


def _one_cell(position: PathingPosition) -> bool:
    if not position.is_wave_over():
        return False
    return _exactly_one(cell.holds for cell in judge_cells(position, position.wave_loser()))


def _exactly_one(values: Iterator[bool]) -> bool:
    """Whether one of the values is true; stops at the second."""
    return sum(1 for _ in islice((value for value in values if value), 2)) == 1


def _enough_pieces(position: PathingPosition) -> bool:
    return position.pieces(position.turn).bit_count() >= 4


_HOPEFUL: dict[str, Callable[[PathingPosition], bool]] = {
    "fewest-swaps": _enough_pieces,
    "line-now": _one_line,
    "force-line": _two_turns,
    "only-defence": _one_defence,
    "conversion": _one_cell,
}
