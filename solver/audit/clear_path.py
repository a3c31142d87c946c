"""Clear Path once more: every puzzle read from its plain texts and answered stone by stone.

A turn is placed by the letter of the rules, one stone after another, and a path is a path of the
grid graph. What is remembered of a turn in the middle is only which stones it has so far.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass, field, replace
from functools import cached_property

import networkx as nx

from crossfall.solver.audit import (
    AGREES,
    DIFFERS,
    AuditResult,
    OutOfWorkError,
    UnreadableError,
    Work,
)
from crossfall.solver.audit.certificate import RefusedError, Section
from crossfall.solver.records import Record

Point = tuple[int, int]  # column and row, both from 0
Stones = frozenset[Point]

LETTERS = "abcdefghijklmnopqrstuvwxyz"
MOST_POINTS = len(LETTERS)  # on a side of the board
PLAYERS = ("red", "blue")
DEFAULT_TASK = "play-again"
PLACED_OUT = 5_000  # stones looked at before what is asked for is sought without all other turns
MOST_ANSWERS = 100  # of more smallest wins so many are told
NOTHING: Stones = frozenset()

# --- the rules -------------------------------------------------------------------------------


@dataclass
class Field:
    """A board: its points joined along rows and columns, and diagonally too."""

    width: int
    height: int
    work: Work
    _wins: dict[tuple[Stones, Stones, int], bool] = field(default_factory=dict)

    @cached_property
    def straight(self) -> nx.Graph:
        return nx.grid_2d_graph(self.width, self.height)

    @cached_property
    def diagonal(self) -> nx.Graph:
        graph = self.straight.copy()
        for x in range(self.width - 1):
            for y in range(self.height - 1):
                graph.add_edge((x, y), (x + 1, y + 1))
                graph.add_edge((x + 1, y), (x, y + 1))
        return graph

    def name(self, point: Point) -> str:
        return f"{LETTERS[point[0]]}{point[1] + 1}"

    def point(self, name: str) -> Point:
        if not re.fullmatch(r"[a-z][1-9][0-9]*", name):
            raise UnreadableError(f"no point is called {name}")
        point = LETTERS.index(name[0]), int(name[1:]) - 1
        if point not in self.straight:
            raise UnreadableError(f"no point {name} on a {self.width}x{self.height} board")
        return point

    def joins(self, player: int, stones: Stones, graph: nx.Graph) -> bool:
        """Whether a path of these stones joins the player's two edges."""
        axis, far = (1, self.height - 1) if player == 0 else (0, self.width - 1)
        reached = {stone for stone in stones if stone[axis] == 0}
        todo = list(reached)
        while todo:
            stone = todo.pop()
            if stone[axis] == far:
                return True
            for other in graph[stone]:
                if other in stones and other not in reached:
                    reached.add(other)
                    todo.append(other)
        return False

    def placings(
        self, own: Stones, taken: Stones, player: int, placed: Stones
    ) -> Iterator[tuple[Point, str]]:
        """Each next stone of a turn that has `placed` so far, and what it means."""
        for point in self.straight:
            if point not in taken and point not in placed:
                yield point, self.meaning(own, taken, player, placed, point)

    def meaning(self, own: Stones, taken: Stones, player: int, placed: Stones, point: Point) -> str:
        """What a stone on an empty point means in a turn that has `placed` so far."""
        self.work.spend()
        stones = own | placed | {point}
        free = [p for p in self.straight[point] if p not in taken and p not in placed]
        if self.joins(player, stones, self.straight):
            return "wins"
        if len(free) <= 1:
            return "again"
        return "illegal" if self.joins(player, stones, self.diagonal) else "ends"


@dataclass(frozen=True)
class Standing:
    """A position: the stones of Red and Blue, and who is to place."""

    field: Field
    stones: tuple[Stones, Stones]
    player: int

    @property
    def own(self) -> Stones:
        return self.stones[self.player]

    @cached_property
    def taken(self) -> Stones:
        return self.stones[0] | self.stones[1]

    def next(self, placed: Stones) -> Iterator[tuple[Point, str]]:
        return self.field.placings(self.own, self.taken, self.player, placed)

    def meaning(self, placed: Stones, point: Point) -> str:
        if point in self.taken or point in placed:
            return "illegal"
        return self.field.meaning(self.own, self.taken, self.player, placed, point)

    def surrounded(self, placed: Set[Point], point: Point) -> bool:
        """Whether at most one neighbour of a point is empty."""
        beside = self.field.straight[point]
        return sum(1 for p in beside if p not in self.taken and p not in placed) <= 1

    def after(self, turn: Stones) -> Standing:
        stones = list(self.stones)
        stones[self.player] |= turn
        return Standing(self.field, (stones[0], stones[1]), 1 - self.player)

    def turns(self) -> dict[Stones, bool]:
        """Every legal turn as a set, with whether it wins."""
        found: dict[Stones, bool] = {}
        for placed in self.middles():
            for point, meaning in self.next(placed):
                if meaning in ("wins", "ends"):
                    found[placed | {point}] = meaning == "wins"
        return found

    def middles(self) -> Iterator[Stones]:
        """Every set of stones after which this turn can go on, small ones first."""
        waiting = [NOTHING]
        while waiting:
            longer: dict[Stones, None] = {}
            for placed in waiting:
                yield placed
                for point, meaning in self.next(placed):
                    if meaning == "again":
                        longer[placed | {point}] = None
            waiting = list(longer)

    def wins_now(self) -> bool:
        """Whether some turn of the player to move wins."""
        known = self.field._wins
        key = (*self.stones, self.player)
        if key not in known:
            known[key] = any(
                meaning == "wins" for placed in self.middles() for _, meaning in self.next(placed)
            )
        return known[key]

    def fault(self) -> str:
        """Why no turn can start here; empty if one can."""
        board = self.field
        for player in (0, 1):
            if board.joins(player, self.stones[player], board.straight):
                return f"the path of {PLAYERS[player]} stands"
        for player in (0, 1):
            if board.joins(player, self.stones[player], board.diagonal):
                return f"{PLAYERS[player]} cuts the other off"
        if not self.taken:
            return "" if self.player == 0 else "Red begins"
        for stone in self.stones[1 - self.player]:
            if len([p for p in board.straight[stone] if p not in self.taken]) >= 2:
                return ""
        return "the last turn cannot have ended"


# --- the questions ---------------------------------------------------------------------------


def _again(standing: Standing) -> list[str]:
    points = [point for point, meaning in standing.next(NOTHING) if meaning == "again"]
    return [_listed(standing.field, points)] if points else []


def _forbidden(standing: Standing) -> list[str]:
    points = []
    for point, meaning in list(standing.next(NOTHING)):
        if meaning == "illegal" or (meaning == "again" and not _can_go_on(standing, point)):
            points.append(point)
    return [_listed(standing.field, points)] if points else []


def _can_go_on(standing: Standing, first: Point) -> bool:
    """Whether a turn that begins with this surrounded point can be brought to an end.

    A stone that does not end the turn after `first` alone does not end it later: more stones only
    surround more points and cut off more. So what is left to look for is a win, and for that the
    more stones the better; what is surrounded stays so, whatever else is filled. So all that can
    be filled is, without asking in which order.
    """
    placed = frozenset({first})
    if any(meaning == "ends" for _, meaning in standing.next(placed)):
        return True
    filled = placed
    while filled:
        meanings = list(standing.next(placed))
        if any(meaning == "wins" for _, meaning in meanings):
            return True
        filled = frozenset(point for point, meaning in meanings if meaning == "again")
        placed |= filled
    board = standing.field
    return board.joins(standing.player, standing.own | placed, board.straight)


def _longest(standing: Standing) -> list[str]:
    try:
        turns = list(_for_a_while(standing).turns())
    except OutOfWorkError:
        from crossfall.solver.audit.clear_path_longest import longest_turns

        turns = longest_turns(standing)
    most = max(map(len, turns), default=0)
    return _series(standing, [turn for turn in turns if len(turn) == most])


def _for_a_while(standing: Standing) -> Standing:
    """The same position, on which little work may be done."""
    board = standing.field
    few = Field(board.width, board.height, Work(min(PLACED_OUT, board.work.most), board.work.stop))
    return replace(standing, field=few)


def _winning(standing: Standing) -> list[str]:
    from crossfall.solver.audit.clear_path_smallest import smallest_wins

    return _series(standing, smallest_wins(standing, MOST_ANSWERS + 1))


def _in_two(standing: Standing) -> list[str]:
    if standing.wins_now():
        return []
    good = []
    for turn in standing.turns():
        after = standing.after(turn)
        replies = [] if after.wins_now() else list(after.turns())
        if replies and all(after.after(reply).wins_now() for reply in replies):
            good.append(turn)
    return _series(standing, good)


def _series(standing: Standing, turns: Iterable[Stones]) -> list[str]:
    """The turns in their least legal orders, sorted by points."""
    orders = sorted(_least_order(standing, turn) or () for turn in turns)
    return [" ".join(map(standing.field.name, order)) for order in orders]


def _least_order(standing: Standing, turn: Stones) -> tuple[Point, ...] | None:
    """The least legal order of a turn; None if there is none.

    What is surrounded stays so. If all stones but the last can be placed in some order, then the
    others can still be after any of them, so the least next stone that keeps some last one will do.
    """
    lasts = {p for p in turn if _can_end(standing, turn, p)}
    if not lasts:
        return None
    order: list[Point] = []
    left = sorted(turn)
    while len(left) > 1:
        placed = frozenset(order)
        point = next(p for p in left if lasts - placed - {p} and standing.surrounded(placed, p))
        order.append(point)
        left.remove(point)
    return (*order, *left)


def _can_end(standing: Standing, turn: Stones, last: Point) -> bool:
    """Whether the turn can be placed so that it ends with `last`."""
    before, board = turn - {last}, standing.field
    # Without a path there is none on the way either, so each stone before has only to be surrounded.
    if board.joins(standing.player, standing.own | before, board.straight):
        return False
    return standing.meaning(before, last) in ("wins", "ends") and can_fill(standing, before)


def can_fill(standing: Standing, points: Stones) -> bool:
    """Whether these points can be filled one after the other, each surrounded."""
    placed: set[Point] = set()
    todo = list(points)
    while todo:
        point = todo.pop()
        if point in points and point not in placed and standing.surrounded(placed, point):
            placed.add(point)
            todo.extend(standing.field.straight[point])
    return placed == points


def _is_order_of(standing: Standing, claim: str, answer: str) -> bool:
    """Whether the claimed series is a legal order of the same stones."""
    stones = [standing.field.point(name) for name in _names(claim)]
    if sorted(_names(claim)) != sorted(answer.split()):
        return False
    for count, stone in enumerate(stones):
        meaning = standing.meaning(frozenset(stones[:count]), stone)
        if meaning != ("again" if count < len(stones) - 1 else meaning) or meaning == "illegal":
            return False
    return meaning in ("wins", "ends")


def _is_set(standing: Standing, claim: str, answer: str) -> bool:
    return {standing.field.point(name) for name in _names(claim)} == {
        standing.field.point(name) for name in answer.split()
    }


_Answers = Callable[[Standing], list[str]]
_Same = Callable[[Standing, str, str], bool]
TASKS: dict[str, tuple[_Answers, _Same]] = {
    "play-again": (_again, _is_set),
    "forbidden-points": (_forbidden, _is_set),
    "longest-chain": (_longest, _is_order_of),
    "winning-turn": (_winning, _is_order_of),
    "win-in-two": (_in_two, _is_order_of),
}

# --- reading and judging ---------------------------------------------------------------------


def _names(text: str) -> list[str]:
    return [name for name in re.split(r"[\s,;]+", text.lower()) if name]


def _listed(board: Field, points: Iterable[Point]) -> str:
    return " ".join(map(board.name, sorted(points)))


def _rows(record: Record) -> tuple[list[str], str]:
    """The rows from the top, one letter a point, and who is to move."""
    if record.line:
        parts = record.line.lower().split(":")
        if len(parts) != 3:
            raise UnreadableError("not a one-line position")
        rows = parts[2].strip().split(".")
        if any(int(run) > MOST_POINTS for run in re.findall(r"\d+", parts[2])):
            raise UnreadableError(f"a row of more than {MOST_POINTS} points")
        return [re.sub(r"\d+", lambda run: "." * int(run[0]), row) for row in rows], parts[1]
    rows = []
    for line in record.text("board").lower().splitlines():
        row = re.sub(r"[\s\d]+", "", line)
        if row and row != LETTERS[: len(row)]:
            rows.append(row)
    size = [int(number) for number in re.findall(r"\d+", str(record.fields.get("size", "")))]
    if not rows and size:
        if max(size) > MOST_POINTS:
            raise UnreadableError(f"a side of more than {MOST_POINTS} points")
        rows = ["." * size[0]] * size[-1]
    return rows, record.text("to_move", "red").strip().lower()


def _standing(record: Record, work: Work) -> Standing:
    rows, to_move = _rows(record)
    if not rows or any(len(row) != len(rows[0]) for row in rows):
        raise UnreadableError("the rows of the board differ in length, or there are none")
    if set("".join(rows)) - set("rb."):
        raise UnreadableError("the board holds other signs than R, B and .")
    players = [player for player in PLAYERS if to_move in (player, player[0])]
    if not players:
        raise UnreadableError(f"nobody is called {to_move}")
    board = Field(len(rows[0]), len(rows), work)
    stones = [
        frozenset(
            (x, len(rows) - 1 - i)
            for i, row in enumerate(rows)
            for x, sign in enumerate(row)
            if sign == player[0]
        )
        for player in PLAYERS
    ]
    return Standing(board, (stones[0], stones[1]), PLAYERS.index(players[0]))


def audit(record: Record, work: Work) -> AuditResult:
    """Find every answer again and compare it with the record's own."""
    task = record.task or DEFAULT_TASK
    if task not in TASKS:
        raise UnreadableError(f"no task {task}")
    find, same = TASKS[task]
    standing = _standing(record, work)
    fault = standing.fault()
    if fault:
        return AuditResult(DIFFERS, message=f"no turn can start here: {fault}")
    return _compare(standing, tuple(find(standing)), same, record)


def certified(record: Record, section: Section, work: Work) -> AuditResult:
    """The same by a certificate, which is checked whole. Raises RefusedError."""
    from crossfall.solver.audit.clear_path_certified import winning_turns, written

    standing = _standing(record, work)
    fault = standing.fault()
    if fault:
        return AuditResult(DIFFERS, message=f"no turn can start here: {fault}")
    about = ("clear-path", "win-in-two", written(standing))
    if (section.game, section.task, section.position) != about or record.task != section.task:
        told = f"{about[0]} {record.task} {about[2]}"
        raise RefusedError(section.line, f"is about another puzzle; expected {told}")
    answers = tuple(_series(standing, winning_turns(standing, section, work)))
    return _compare(standing, answers, _is_order_of, record)


def _compare(
    standing: Standing, answers: tuple[str, ...], same: _Same, record: Record
) -> AuditResult:
    if len(answers) > MOST_ANSWERS:
        told = f"it has more than {MOST_ANSWERS} answers"
        return AuditResult(DIFFERS, answers[:MOST_ANSWERS], told)
    if len(answers) != 1:
        return AuditResult(DIFFERS, answers, f"it has {len(answers)} answers")
    for claim in record.answers() or ():
        if not same(standing, claim, answers[0]):
            return AuditResult(DIFFERS, answers, f"the answer is {answers[0]}, not {claim}")
    return AuditResult(AGREES, answers)
