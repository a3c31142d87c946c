"""Finds Roadworks puzzles: from the complete stock of small boards, by sampling on larger ones.

For `winning-move` the installed stocks (up to 5×5) hold every position there is. Else, up to 4×4
blocks (25 crossings; 16 where nothing falls), every position is enumerated up to the board's
symmetries. Either way "only N exist" is proven. On larger boards positions are drawn by random
play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from math import ceil
from random import Random
from typing import Any

from crossfall.generator.finders import Ending, Found, Wish
from crossfall.generator.finders.ranges import ALONE, Listed, Look, Looked, Passed, Run
from crossfall.generator.finders.selection import PLACES, Candidate, Selection
from crossfall.generator.roadworks_falls import fall_puzzles
from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError, InputError, NeverError, nearest
from crossfall.solver.grids import bits
from crossfall.solver.position import Findings, Puzzle
from crossfall.solver.records import Record
from crossfall.solver.roadworks.game import GAME
from crossfall.solver.roadworks.grading import PROVEN_TASKS, Assessment, assess, hardest
from crossfall.solver.roadworks.ideas import IDEAS
from crossfall.solver.roadworks.nimbers import distinct_closures, oracle
from crossfall.solver.roadworks.notation import read_size, write_crossings, write_drawing
from crossfall.solver.roadworks.rules import LEVELS, Board, Position, board, live_set, replay
from crossfall.solver.roadworks.stock import stock_of
from crossfall.solver.roadworks.tables import upright
from crossfall.solver.roadworks.techniques import BY_STARS, CHALLENGE_LINES, SHEET_LINES, TECHNIQUES

OPTIONS = ("level", "size", "plain", "fall")

MOST_CROSSINGS = {True: 25, False: 16}  # of a board whose stock is enumerated, by `falling`
LEAST_SAFE, MOST_SAFE = 3, 16  # safe closures of a drawn position
DRAWS, DRAWS_EACH = 3000, 400  # so many draws on larger boards: at all, and for each puzzle more
PATIENCE = 200  # draws for one slot of a sheet before it takes what is there
APART = 8  # the boards of a file differ in one crossing of so many at least
WORK_EACH = 5_000_000
RANGE = 50  # looks, or draws, of one range
BEYOND = "beyond"  # puzzles that no technique explains

WITH_STOCK = ("3x3", "3x4", "3x5", "4x4", "4x5", "5x5")  # whose stock comes with the program

NEEDS_FALLS = {
    "winning-move": "without falling it does not matter how you play",
    "what-falls": "without falling nothing ever falls",
    "great-fall": "without falling nothing ever falls",
    "fewest-fences": "without falling every crossing that is gone bears a fence",
}


@dataclass(frozen=True)
class _Setup:
    """What one candidate is made of: live sets, and the closure that a `what-falls` asks about."""

    boards: tuple[int, ...]
    last: int | None = None


def find(wish: Wish, budget: Budget, run: Run = ALONE) -> Found:
    """The puzzles of a wish, one after the other; see `crossfall.generator.finders.Finder`."""
    check(wish)
    board_ = _board(wish)
    if wish.options.get("fall") is not None:
        return (yield from fall_puzzles(wish, board_, budget, run))
    job = _Job(wish)
    looked = Looked(run)
    candidates = looked.candidates(job, budget)
    if not job.exact:
        candidates = islice(candidates, DRAWS + DRAWS_EACH * wish.count)
    selection = Selection(
        _slots(wish),
        limits={"biggest fall": wish.count // 5, "R0": ceil(wish.count / 5)},
        a_place=ceil(wish.count / 8),
        patience=None if job.small else PATIENCE,
        apart=board_.grid.count // APART,
    )
    found = 0
    dropped: Counter[str] = Counter()
    for chosen in selection.choose(candidates):
        found += 1
        dropped.update(chosen.dropped)
        yield run.crew.record(job, chosen)
    if not found and job.exact and not looked.skipped:
        asked = f" of difficulty {wish.difficulty}" if wish.difficulty else ""
        asked += " with these tags" if wish.tags or wish.not_tags else ""
        raise NeverError(f"{_named(board_)} has no {wish.task} puzzle{asked}, proven")
    notes = []
    if dropped:
        told = "; ".join(
            _DROPPED[name].format(selection.share(name) or count) for name, count in dropped.items()
        )
        notes.append(f"of these {found} puzzles {told}: no others were to be had")
    if found == wish.count:
        return Ending("done", tuple(notes))
    if not job.exact or wish.task == "lost-board":
        return Ending("gave up", tuple(notes))
    beyond = looked.passed[BEYOND]
    if beyond:
        notes.append(
            f"{beyond} more exist and are left out: no technique up to R5 proves their "
            f"answers in {CHALLENGE_LINES} lines"
        )
    return Ending("all", tuple(notes), found + beyond + looked.skipped)


# What is said of a share or wish that the puzzles to be had could not meet.
_DROPPED = {
    "biggest fall": "{} have the biggest fall as answer (at most a fifth is usual)",
    "R0": "{} leave nothing to play after the answer (at most a fifth is usual)",
    PLACES: "{} have their answer where others have theirs",
    "several": "{} have several right crossings",
    "hard": f"{{}} need R5 or more than {SHEET_LINES} lines",
    "shallow": "{} leave next to nothing to deduce",
}


def _board(wish: Wish) -> Board:
    """The board that `level`, `size` and `plain` name together."""
    level, size = wish.options.get("level"), wish.options.get("size")
    plain = bool(wish.options.get("plain"))
    if level is not None:
        if level not in LEVELS:
            raise InputError(f"level {level} is unknown; expected 1 to {len(LEVELS)}")
        width, height, falling = LEVELS[level]
        if size is not None and read_size(size) != (width, height):
            raise InputError(f"level {level} is {width}x{height}, not {size}; give one of them")
        if plain and falling:
            raise InputError(f"at level {level} crossings fall; leave out --plain or --level")
        return board(width, height, falling)
    if size is not None:
        return board(*read_size(size), not plain)
    return board(*LEVELS[1 if plain else 2])


def check(wish: Wish) -> None:
    """Raise if no puzzle can meet the wish, or it makes no sense; see `finders.Finder`."""
    board_ = _board(wish)
    if not board_.falling and wish.task in NEEDS_FALLS:
        raise NeverError(f"{wish.task} needs falling crossings: {NEEDS_FALLS[wish.task]}")
    if wish.difficulty is not None and wish.difficulty > hardest(wish.task):
        raise InputError(
            f"{wish.task} has no difficulty {wish.difficulty}; expected 1 to {hardest(wish.task)}"
        )
    if not board_.falling and wish.task in PROVEN_TASKS and wish.difficulty not in (None, 1):
        raise InputError(
            f"{wish.task} without falling has no difficulty {wish.difficulty}; expected 1"
        )
    for tag in (*wish.tags, *wish.not_tags):
        if tag not in IDEAS:
            raise InputError(f"unknown tag {tag!r}; {nearest(tag, IDEAS)}")
        if wish.task != "winning-move":
            raise InputError(f"{wish.task} puzzles have no tags; only winning-move has")
    both = set(wish.tags) & set(wish.not_tags)
    if both:
        raise InputError(f"tag {' '.join(sorted(both))} is both wanted and unwanted")


def techniques(wish: Wish) -> tuple[str, ...]:
    """The techniques that puzzles of a wish can need; see `finders.Finder`."""
    if wish.task not in PROVEN_TASKS or not _board(wish).falling:
        return ()
    return BY_STARS[wish.difficulty] if wish.difficulty else TECHNIQUES


def _named(board_: Board) -> str:
    return f"a board of {board_.size} blocks{'' if board_.falling else ' without falling'}"


def _slots(wish: Wish) -> list[frozenset[int]]:
    """The difficulties wanted, slot by slot: four tenths easy, four middling, two hard; or
    thirds where there are three."""
    if wish.difficulty is not None:
        return [frozenset({wish.difficulty})] * wish.count
    if hardest(wish.task) == 5:
        steps = ((0.4, frozenset({1})), (0.8, frozenset({2})), (1.0, frozenset({3, 4})))
    else:
        steps = ((1 / 3, frozenset({1})), (2 / 3, frozenset({2})), (1.0, frozenset({3})))
    slots = []
    for number in range(wish.count):
        where = (number + 0.5) / wish.count
        slots.append(next(wanted for end, wanted in steps if where < end))
    return slots


class _Job:
    """Where the candidates of a wish come from, range by range, and how they become records.

    small: every position is enumerated. exact: the ranges together hold every puzzle there is.
    """

    def __init__(self, wish: Wish) -> None:
        self.wish = wish
        self.board = _board(wish)
        self.task = GAME.tasks[wish.task]
        self.small = self.board.grid.count <= MOST_CROSSINGS[self.board.falling]
        self.known = wish.task == "winning-move" and upright(self.board).size in WITH_STOCK
        self.exact = self.small or self.known
        self._listed: Listed[_Setup | None] | None = None

    def __reduce__(self) -> tuple[type[_Job], tuple[Wish]]:
        return _Job, (self.wish,)

    def looks(self, number: int, budget: Budget) -> Iterator[Look] | None:
        """The looks of one range; see `crossfall.generator.finders.ranges.Job`."""
        if not self.exact:
            random = self._chance(f" {number}")
            lives = islice(self._drawn(random, budget), RANGE)
            return self._looked(self._setups(lives, random, budget), budget)
        setups = self._all(budget).part(number, RANGE)
        return self._looked(iter(setups), budget) if setups else None

    # -- positions

    def _all(self, budget: Budget) -> Listed[_Setup | None]:
        """Whatever can be asked about, in a random order."""
        if self._listed is None:
            random = self._chance("")
            lives = self._stocked(random) if self.known else iter(self._enumerated(random, budget))
            self._listed = Listed(self._setups(lives, random, Budget()))
        return self._listed

    def _chance(self, what: str) -> Random:
        """Chance that depends on the wish and `what` alone."""
        board_, wish = self.board, self.wish
        return Random(f"{wish.seed} {wish.task} {board_.size} {board_.falling}{what}")

    def _stocked(self, random: Random) -> Iterator[int]:
        """The positions of the installed stock that a `winning-move` can ask for, those with the
        techniques and the number of closures of a sheet first."""
        stock = stock_of(self.board)
        assert stock is not None
        difficulty = self.wish.difficulty
        most = MOST_SAFE if self.board.grid.count > MOST_CROSSINGS[True] else self.board.grid.count

        codes = BY_STARS[difficulty] if difficulty else TECHNIQUES[:5]
        wanted = {TECHNIQUES.index(code) for code in codes}

        def usual(technique: int, safe: int) -> bool:
            return LEAST_SAFE <= safe <= most and technique in wanted

        def unusual(technique: int, safe: int) -> bool:
            return safe >= LEAST_SAFE and not usual(technique, safe)

        yield from stock.draw(random, usual)
        yield from stock.draw(random, unusual)

    def _enumerated(self, random: Random, budget: Budget) -> list[int]:
        """Every live set of the board, the least of its images, in random order."""
        board_ = self.board
        seen = {board_.full}
        todo = [board_.full]
        while todo:
            budget.spend()
            for _, left in distinct_closures(board_, todo.pop()):
                least = board_.canonical(left)
                if least not in seen:
                    seen.add(least)
                    todo.append(least)
        lives = sorted(seen)
        random.shuffle(lives)
        return lives

    def _drawn(self, random: Random, budget: Budget) -> Iterator[int | None]:
        """Live sets from random play, none twice; None where a draw gives nothing new."""
        board_ = self.board
        seen = set()
        while True:
            budget.spend()
            target = random.randint(LEAST_SAFE, MOST_SAFE)
            position = Position(board_, board_.full, None)
            while (safe := list(bits(position.safe))) and len(safe) > target:
                position = Position(board_, position.after(random.choice(safe)), None)
            least = position.key()
            yield None if least in seen else least
            seen.add(least)

    # -- candidates

    def _looked(self, setups: Iterable[_Setup | None], budget: Budget) -> Iterator[Look]:
        """A look at each setup."""
        seen: set[str] = set()
        for setup in setups:
            budget.spend()
            if setup is None:
                yield None
                continue
            try:
                look = self._look(setup, seen, budget)
            except BudgetError:
                if budget.is_over():
                    raise
                look = None
            yield look

    def _setups(
        self, lives: Iterable[int | None], random: Random, budget: Budget
    ) -> Iterator[_Setup | None]:
        if self.wish.task == "lost-board":
            yield from self._lost_boards(lives, random, budget)
            return
        for live in lives:
            if live is None:
                yield None
            elif self.wish.task == "what-falls":
                yield from self._last_closures(live, random)
            else:
                yield _Setup((live,))

    def _last_closures(self, live: int, random: Random) -> Iterator[_Setup]:
        """The closures whose falls can be asked about; on larger boards one of them alone."""
        position = Position(self.board, live, None)
        closures = [c for c in bits(position.safe) if position.falls(c)]
        random.shuffle(closures)
        if self.board.grid.count > MOST_CROSSINGS[True]:
            closures = closures[:1]
        for closure in closures:
            yield _Setup((live,), closure)

    def _lost_boards(
        self, lives: Iterable[int | None], random: Random, budget: Budget
    ) -> Iterator[_Setup | None]:
        """Boards of like look, one of them lost; each lost board once.

        Like look is the same number of safe closures; lost boards for which there are too few such
        come last, with the nearest there are.
        """
        won: dict[int, list[int]] = {}
        lost: dict[int, list[int]] = {}
        exact = oracle(self.board)
        for live in lives:
            budget.spend()
            safe = 0 if live is None else Position(self.board, live, None).safe.bit_count()
            if live is None or not safe:
                yield None
                continue
            side = lost if exact.is_lost(live, budget) else won
            side.setdefault(safe, []).append(live)
            others = random.randint(2, 3)
            if lost.get(safe) and len(won.get(safe, ())) >= others:
                yield _mixed(lost[safe].pop(), random.sample(won[safe], others), random)
            else:
                yield None
        for safe, waiting in sorted(lost.items()):
            near = sorted(won, key=lambda count: (abs(count - safe), count))
            others_near = [live for count in near for live in won[count]][:2]
            for live in waiting:
                yield _mixed(live, others_near, random) if len(others_near) == 2 else None

    def _look(self, setup: _Setup, seen: set[str], budget: Budget) -> Look:
        puzzle = self._bare(setup)
        work = budget.part(WORK_EACH)
        findings = self.task.examine(puzzle, work)
        if not _printable(findings, self.wish.strict):
            return None
        canonical = GAME.canonical(puzzle)
        if canonical in seen:
            return None
        seen.add(canonical)
        assessment = assess(puzzle, findings, work)
        wish = self.wish
        if not set(wish.tags) <= set(assessment.tags) or set(wish.not_tags) & set(assessment.tags):
            return None
        if wish.difficulty is not None and assessment.difficulty != wish.difficulty:
            return None
        if wish.task in PROVEN_TASKS and assessment.difficulty is None:
            return Passed(BEYOND, canonical)
        strings = findings.answers[0].strings
        one_crossing = wish.task in ("winning-move", "great-fall")
        lacks = ["several"] if one_crossing and len(strings) > 1 else []
        if not assessment.for_sheets and wish.task not in PROVEN_TASKS:
            lacks.append("shallow")
        elif not assessment.for_sheets and wish.difficulty is None:
            lacks.append("hard")
        rank = len(lacks) + ("hard" in lacks)
        shares = ["biggest fall"] if assessment.biggest_fall else []
        if assessment.features.get("technique") == "R0" and wish.difficulty is None:
            shares.append("R0")
        places: tuple[int, ...] = ()
        if one_crossing:
            answer = self.board.grid.point(strings[0]) or 0
            places = tuple(symmetry[answer] for symmetry in self.board.symmetries)
        return Candidate(
            asdict(setup) | _told(assessment),
            assessment.difficulty or 1,
            rank,
            tuple(lacks),
            places,
            tuple(shares),
            canonical,
            self._looks(puzzle.position),
        )

    def _looks(self, position: Position) -> tuple[tuple[int], ...]:
        """The live crossings in each symmetric image; where several boards are shown, no matter."""
        if self.wish.task == "lost-board":
            return ()
        return tuple(
            (self.board.image(position.open, symmetry),) for symmetry in self.board.symmetries
        )

    # -- records

    def record(self, payload: dict[str, Any], image: int) -> Record:
        """The puzzle as its file says it: mirrored or turned, with an order of play, its answer
        found anew."""
        setup = _Setup(tuple(payload["boards"]), payload["last"])
        images = [image] * len(setup.boards)
        if self.wish.task not in ("winning-move", "great-fall"):
            random = self._random(setup, "image")
            images = [random.randrange(len(self.board.symmetries)) for _ in setup.boards]
        puzzle = self._puzzle(setup, tuple(images))
        findings = self.task.examine(puzzle, Budget())
        if not _printable(findings, self.wish.strict):
            raise AssertionError(f"{self.wish.task} {setup}: an image of it is no puzzle")
        strings = findings.answers[0].strings
        answer = list(strings) if self.wish.task == "answer-table" else strings[0]
        return puzzle.record.with_fields(
            answer=answer,
            difficulty=payload["difficulty"],
            tags=payload["tags"] or None,
            features=payload["features"] or None,
        )

    def _bare(self, setup: _Setup) -> Puzzle:
        """The puzzle of a setup without an order of play, where the task does without."""
        if setup.last is not None:
            return self._puzzle(setup, (0,))
        positions = [Position(self.board, live, None) for live in setup.boards]
        wishes = {"boards": tuple(positions)} if self.wish.task == "lost-board" else {}
        return Puzzle(Record(), GAME.name, self.wish.task, positions[0], wishes=wishes)

    def _puzzle(self, setup: _Setup, images: tuple[int, ...]) -> Puzzle:
        """The puzzle of a setup, each board under one of the symmetries."""
        board_ = self.board
        fields: dict[str, object] = {"game": "roadworks", "task": self.wish.task}
        level = next(
            (n for n, of in LEVELS.items() if of == (board_.width, board_.height, board_.falling)),
            None,
        )
        if level is not None:
            fields["level"] = level
        else:
            fields["size"] = board_.size
            if not board_.falling:
                fields["falling"] = False
        orders = []
        for live, image in zip(setup.boards, images, strict=True):
            symmetry = board_.symmetries[image]
            order = self._order(board_.image(live, symmetry), setup)
            if setup.last is not None:
                order.append(symmetry[setup.last])
            orders.append(write_crossings(board_, order))
        if self.wish.task == "lost-board":
            fields["boards"] = orders
        elif self.wish.task == "fewest-fences":
            live = board_.image(setup.boards[0], board_.symmetries[images[0]])
            fields["board"] = write_drawing(live_set(board_, live))
        else:
            fields["closed"] = orders[0]
        return GAME.read(Record(fields))

    def _order(self, live: int, setup: _Setup) -> list[int]:
        """Closures that lead to a live set, in a random order of play."""
        board_ = self.board
        random = self._random(setup, f"{live:x}")
        position = replay(board_, ())
        while position.open != live:
            position = position.play(random.choice(list(bits(position.open & ~live))))
        return list(position.closures or ())

    def _random(self, setup: _Setup, what: str) -> Random:
        """Chance that depends on the seed and one puzzle alone."""
        return Random(f"{self.wish.seed} {setup.boards} {setup.last} {what}")


def _mixed(lost: int, others: list[int], random: Random) -> _Setup:
    boards = [lost, *others]
    random.shuffle(boards)
    return _Setup(tuple(boards))


def _told(assessment: Assessment) -> dict[str, Any]:
    """What a record says of its puzzle beyond the answer."""
    return {
        "difficulty": assessment.difficulty,
        "tags": list(assessment.tags),
        "features": dict(assessment.features),
    }


def _printable(findings: Findings, strict: bool) -> bool:
    """Whether a puzzle has one proven answer and meets its printing conditions."""
    if not findings.proven or len(findings.answers) != 1 or findings.problems:
        return False
    return not strict or len(findings.answers[0].strings) == 1
