"""Reads the key of a Clear Path puzzle sentence by sentence and asks the literal rules about each.

It uses nothing of the solver: what a sentence claims is read from its words alone. A sentence that
it does not know is a fault as well, so that none stays unread.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise, permutations

from tests.clear_path import literal
from tests.clear_path.literal import Point, State, Stones

_POINT = r"[a-z]\d+"
_SERIES = rf"{_POINT}(?: {_POINT})*"
_LIST = rf"{_POINT}(?:(?:, | and | or ){_POINT})*"
_TURNS = rf"{_SERIES}(?:(?:, | or ){_SERIES})*"
_SIDE = "(?:Red|Blue)"
_NUMBERS = [
    "none",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
_MOST_ORDERS = 6  # stones of a turn whose orders are all tried


def points(text: str) -> list[Point]:
    """The points that a text names, in its order."""
    names = re.findall(_POINT, text)
    return [("abcdefghijklmnopqrstuvwxyz".index(name[0]), int(name[1:]) - 1) for name in names]


class Reader:
    """Reads one key. `seen` collects the kinds of sentences that came up."""

    def __init__(self, state: State, task: str, answer: str, seen: set[str]) -> None:
        self.width, self.height, self.red, self.blue, self.player = state
        self.state, self.task, self.seen = state, task, seen
        self.answer = points(answer)
        self.me, self.you = ("Blue", "Red") if self.player else ("Red", "Blue")
        self.own = self.blue if self.player else self.red
        self.empty = frozenset(literal.points(self.width, self.height)) - self.red - self.blue
        self.turns = literal.turns(state)
        self.after = literal.after(state, frozenset(self.answer))
        self.replies = {} if task != "win-in-two" else literal.turns(self.after)
        self.placed: list[Point] = []  # of the answer's chain, as far as it has been told
        self.path: Stones = frozenset()
        self.answered: set[Stones] = set()

    # -- what the rules say

    def free(self, point: Point, placed: Iterable[Point] = ()) -> Stones:
        beside = literal.beside(self.width, self.height, point)
        return frozenset(beside) & (self.empty - frozenset(placed))

    def joins(self, stones: Iterable[Point], diagonal: bool = False) -> bool:
        mine = self.own | frozenset(stones)
        return literal.has_path(self.width, self.height, self.player, mine, diagonal)

    def starts(self) -> Stones:
        """The points where a legal turn can begin."""
        return frozenset(p for p in self.empty if self._goes_on((p,), set()))

    def _goes_on(self, placed: tuple[Point, ...], seen: set[Stones]) -> bool:
        """Whether these stones, the last one just placed, can be completed to a legal turn."""
        if self.joins(placed):
            return True
        if len(self.free(placed[-1], placed)) >= 2:
            return not self.joins(placed, diagonal=True)
        key = frozenset(placed)
        if key in seen:
            return False
        seen.add(key)
        left = self.empty - key
        return any(self._goes_on((*placed, point), seen) for point in left)

    def ends_of(self, first: Point) -> Iterator[tuple[Point, ...]]:
        """Every way, legal or not, to play on from `first` to a path or a turn's end."""
        todo, seen = [(first,)], {frozenset((first,))}
        while todo:
            placed = todo.pop()
            if self.joins(placed) or len(self.free(placed[-1], placed)) >= 2:
                yield placed
                continue
            for point in self.empty - frozenset(placed):
                longer = (*placed, point)
                ended = self.joins(longer) or len(self.free(point, longer)) >= 2
                if ended or frozenset(longer) not in seen:
                    todo.append(longer)
                    if not ended:
                        seen.add(frozenset(longer))

    def is_turn(self, series: list[Point]) -> bool:
        """Whether the stones in this very order are a legal turn."""
        for number, point in enumerate(series, start=1):
            so_far = series[:number]
            if point not in self.empty or len(set(so_far)) < number:
                return False
            if self.joins(so_far):
                return number == len(series)
            if len(self.free(point, so_far)) >= 2:
                return number == len(series) and not self.joins(so_far, diagonal=True)
        return False

    def wins_after(self, reply: Stones, series: list[Point]) -> bool:
        """Whether, after the other side's turn, these stones in this very order win."""
        later = Reader(literal.after(self.after, reply), "", "", set())
        return later.is_turn(series) and later.joins(series)

    # -- reading

    def read(self, paragraphs: Iterable[str]) -> None:
        """Check a whole key; AssertionError names the sentence that is wrong or unknown."""
        for text in paragraphs:
            rest = text.strip()
            while rest:
                rest = self._sentence(rest)
        if self.task in ("winning-turn", "longest-chain"):
            assert self.placed == self.answer, "not every stone of the chain is told"
        if self.task == "win-in-two":
            assert self.answered == set(self.replies), "not every reply is answered"

    def _sentence(self, rest: str) -> str:
        for pattern, check in _SENTENCES:
            found = re.match(rf"(?:{pattern})(?= |$)", rest)
            if found:
                assert check(self, found), f"{self.state}: {self.task}: {found[0]}"
                self.seen.add(pattern)
                return rest[found.end() :].lstrip()
        raise AssertionError(f"{self.state}: {self.task}: nobody knows what is meant by: {rest}")


# -- what each sentence claims


def _head(r: Reader, m: re.Match[str]) -> bool:
    if r.task == "play-again":
        right = {p for p in r.empty if len(r.free(p)) <= 1 and not r.joins([p])}
        return set(points(m[0])) == right
    if r.task == "forbidden-points":
        return set(points(m[0])) == r.empty - r.starts()
    if points(m[0]) != r.answer or not r.is_turn(r.answer):
        return False
    wins = {turn for turn, is_win in r.turns.items() if is_win}
    turn = frozenset(r.answer)
    if r.task == "longest-chain":
        most = max(map(len, r.turns))
        return {one for one in r.turns if len(one) == most} == {turn}
    if r.task == "winning-turn":
        least = min(map(len, wins))
        return {one for one in wins if len(one) == least} == {turn}
    right = {
        one
        for one in r.turns
        if not wins and literal.loses_after(literal.after(r.state, one), {}, 2)
    }
    return right == {turn}


def _with_one_free(r: Reader, m: re.Match[str]) -> bool:
    told = re.findall(rf"({_POINT}) \(only ({_POINT})\)", m[0])
    plain = [points(one)[0] for one, _ in told]
    right = [p for p in r.empty if len(r.free(p)) == 1 and not r.joins([p])]
    return sorted(plain) == sorted(right) and all(
        r.free(points(one)[0]) == set(points(other)) for one, other in told
    )


def _with_none_free(r: Reader, m: re.Match[str]) -> bool:
    right = [p for p in r.empty if not r.free(p) and not r.joins([p])]
    return sorted(points(m[0])) == sorted(right)


def _wins_at_once(r: Reader, m: re.Match[str]) -> bool:
    right = [p for p in r.empty if len(r.free(p)) <= 1 and r.joins([p])]
    return sorted(points(m[0])) == sorted(right)


def _others_have_two(r: Reader, m: re.Match[str]) -> bool:
    others = [p for p in r.empty if p not in r.answer and not (r.joins([p]) and len(r.free(p)) < 2)]
    return bool(others) and all(len(r.free(p)) >= 2 for p in others)


def _ends_and_cuts(r: Reader, m: re.Match[str]) -> bool:
    (point,) = points(m[1])
    line = points(m[2])
    return (
        m[3] == r.you
        and len(r.free(point)) >= 2
        and point in line
        and _is_line(r, line, [point], diagonal=True)
        and not r.joins([point])
    )


def _is_line(r: Reader, line: list[Point], placed: list[Point], diagonal: bool) -> bool:
    """Whether the points are own stones, each next to the one before, from edge to edge."""
    axis, far = (0, r.width - 1) if r.player else (1, r.height - 1)
    steps = [(abs(a - c), abs(b - d)) for (a, b), (c, d) in pairwise(line)]
    near = all(max(step) == 1 if diagonal else sum(step) == 1 for step in steps)
    mine = set(line) <= r.own | set(placed)
    return near and mine and line[0][axis] == 0 and line[-1][axis] == far


def _cuts_already(r: Reader, m: re.Match[str]) -> bool:
    (point,) = points(m[1])
    return (
        m[2] == r.you
        and len(r.free(point)) <= 1
        and r.joins([point], diagonal=True)
        and not any(r.joins(placed) for placed in r.ends_of(point))
    )


def _may_start_elsewhere(r: Reader, m: re.Match[str]) -> bool:
    return bool(r.empty - set(r.answer)) and r.empty - set(r.answer) == r.starts()


def _place(r: Reader, point: Point) -> bool:
    """Take the next stone of the chain; whether it is the one that is told."""
    expected = len(r.placed) < len(r.answer) and r.answer[len(r.placed)] == point
    r.placed.append(point)
    return expected


def _forces(r: Reader, m: re.Match[str]) -> bool:
    (point,) = points(m[1])
    free = set(points(m[2] or ""))
    return _place(r, point) and r.free(point, r.placed) == free and not r.joins(r.placed)


def _force_alike(r: Reader, m: re.Match[str]) -> bool:
    named = points(m[1])
    assert (" is " in m[0]) == (len(named) == 1)
    return len(r.placed) > 0 and all(
        _place(r, point) and len(r.free(point, r.placed)) <= 1 and not r.joins(r.placed)
        for point in named
    )


def _completes(r: Reader, m: re.Match[str]) -> bool:
    (point,) = points(m[1])
    line = points(m[3])
    before = r.joins(r.placed)
    r.path = frozenset(line)
    return (
        m[2] == ("left to right" if r.player else "bottom to top")
        and not before
        and _place(r, point)
        and len(r.placed) == len(r.answer)
        and point in line
        and _is_line(r, line, r.placed, diagonal=False)
    )


def _is_over(r: Reader, m: re.Match[str]) -> bool:
    (point,) = points(m[1])
    return (
        _place(r, point)
        and len(r.placed) == len(r.answer)
        and r.free(point, r.placed) == set(points(m[2]))
        and len(r.free(point, r.placed)) >= 2
        and not r.joins(r.placed, diagonal=True)
    )


def _no_other_turn(r: Reader, m: re.Match[str]) -> bool:
    return set(r.turns) == {frozenset(r.answer)}


def _none_as_long(r: Reader, m: re.Match[str]) -> bool:
    number = int(m[1])
    long = {turn for turn in r.turns if len(turn) >= number}
    return number == len(r.answer) and long == {frozenset(r.answer)}


def _opens_the_way(r: Reader, m: re.Match[str]) -> bool:
    beside = frozenset(points(m[1]))
    turn = frozenset(r.answer)
    without = [turn - {point} for point in beside]
    return (
        beside == turn - r.path
        and r.joins(turn - beside)
        and not any(r.turns.get(fewer) for fewer in without)
    )


def _too_early(r: Reader, m: re.Match[str]) -> bool:
    starts = points(m[1])
    right = {p for p in r.answer if len(r.free(p)) >= 2 and not r.joins([p], diagonal=True)}
    return set(starts) == right and all(r.turns.get(frozenset([p])) is False for p in starts)


def _illegal(r: Reader, m: re.Match[str]) -> bool:
    return m[2] == r.you and all(
        len(r.free(p)) >= 2 and not r.joins([p]) and r.joins([p], diagonal=True)
        for p in points(m[1])
    )


def _no_other_stone(r: Reader, m: re.Match[str]) -> bool:
    return len(r.answer) == 1 and [p for p in r.empty if r.joins([p])] == r.answer


def _no_win_as_small(r: Reader, m: re.Match[str]) -> bool:
    wins = {turn for turn, is_win in r.turns.items() if is_win and len(turn) <= len(r.answer)}
    return wins == {frozenset(r.answer)} and len(r.answer) > 1


def _threat(r: Reader) -> bool:
    """Whether the mover would win if the other side passed."""
    passed = (*r.after[:4], r.player)
    return any(literal.turns(passed).values())


def _threatens(r: Reader, m: re.Match[str]) -> bool:
    return m[1] == r.me and _threat(r)


def _threatens_nothing(r: Reader, m: re.Match[str]) -> bool:
    return m[1] == r.me and m[2] == r.you and not _threat(r) and bool(r.replies)


def _has_answers(r: Reader, m: re.Match[str]) -> bool:
    return m[1] == r.me and m[2] == r.you and not literal.mover_wins(r.after, {}, 1)


def _cannot_take(r: Reader, m: re.Match[str]) -> bool:
    series = points(m[4])
    r.answered |= set(r.replies)
    return (
        (m[1], m[3]) == (r.you, r.me)
        and not any(reply & set(points(m[2])) for reply in r.replies)
        and all(r.wins_after(reply, series) for reply in r.replies)
    )


def _unless(r: Reader, m: re.Match[str]) -> bool:
    named, series = set(points(m[2])), points(m[4])
    left = [reply for reply in r.replies if not reply & named]
    r.answered |= set(left)
    return (m[1], m[3]) == (r.you, r.me) and all(r.wins_after(reply, series) for reply in left)


def _none_takes(r: Reader, m: re.Match[str]) -> bool:
    return m[1] == r.you and not any(reply & set(points(m[2])) for reply in r.replies)


def _after_each(r: Reader, m: re.Match[str]) -> bool:
    good = True
    for part in re.split(r"; after ", m[0].rstrip(".").split("fter ", 1)[1]):
        replies, series = part.split(": ")
        for told in re.split(", | or ", replies):
            reply = frozenset(points(told))
            opponent = Reader(r.after, "", "", set())
            good = good and reply not in r.answered and opponent.is_turn(points(told))
            good = good and reply in r.replies and r.wins_after(reply, points(series))
            r.answered.add(reply)
    return good


def _all_were_tried(r: Reader, m: re.Match[str]) -> bool:
    left = [reply for reply in r.replies if reply not in r.answered]
    r.answered |= set(left)
    return (m[1], m[2]) == (r.you, r.me) and all(
        any(literal.turns(literal.after(r.after, reply)).values()) for reply in left
    )


def _no_other_reply(r: Reader, m: re.Match[str]) -> bool:
    return m[1] == r.you and r.answered == set(r.replies)


def _tempting(r: Reader, m: re.Match[str]) -> bool:
    turn, reply = points(m[1]), points(m[4])
    if turn == r.answer or not r.is_turn(turn) or r.joins(turn) or m[2] != r.you:
        return False
    after = literal.after(r.state, frozenset(turn))
    opponent = Reader(after, "", "", set())
    passed = (*after[:4], r.player)
    if not opponent.is_turn(reply) or not any(literal.turns(passed).values()):
        return False
    if "at once" in m[3]:
        return opponent.joins(reply)
    later = literal.turns(literal.after(after, frozenset(reply)))
    return not opponent.joins(reply) and not any(later.values())


def _idea_straight(r: Reader, m: re.Match[str]) -> bool:
    columns, rows = {x for x, _ in r.answer}, {y for _, y in r.answer}
    long = sorted(rows if len(columns) == 1 else columns)
    in_line = min(len(columns), len(rows)) == 1
    return len(r.answer) > 1 and in_line and long[-1] - long[0] + 1 == len(r.answer)


def _is_on_edge(r: Reader, point: Point) -> bool:
    """Whether a point lies on an edge of the mover's."""
    axis, far = (0, r.width - 1) if r.player else (1, r.height - 1)
    return point[axis] in (0, far)


def _groups_beside(r: Reader, point: Point) -> int:
    """How many groups of stones that the told path goes through the point keeps apart."""
    left = set(r.path) - {point}
    groups = 0
    while left:
        todo = [left.pop()]
        groups += 1
        seen = set(todo)
        while todo:
            near = (set(literal.beside(r.width, r.height, todo.pop())) & r.own) - seen
            seen |= near
            todo += near
        left -= seen
    return groups


def _idea_gap(r: Reader, m: re.Match[str]) -> bool:
    return len(r.answer) == 1 and _groups_beside(r, r.answer[0]) == 2


def _idea_edge(r: Reader, m: re.Match[str]) -> bool:
    (point,) = r.answer
    return _is_on_edge(r, point) and _groups_beside(r, point) < 2


def _idea_fill(r: Reader, m: re.Match[str]) -> bool:
    return len(r.answer) > 1 and all(len(r.free(p)) <= 1 for p in r.answer)


def _idea_order(r: Reader, m: re.Match[str]) -> bool:
    if len(r.answer) > _MOST_ORDERS:  # one that fails will do
        orders: Iterable[tuple[Point, ...]] = (
            (p, *(q for q in r.answer if q != p)) for p in r.answer
        )
    else:
        orders = permutations(r.answer)
    return any(not r.is_turn(list(order)) for order in orders)


def _idea_elsewhere(r: Reader, m: re.Match[str]) -> bool:
    x, y = r.answer[-1]
    return all(max(abs(x - a), abs(y - b)) > 1 for a, b in r.answer[:-1])


def _idea_illegal(r: Reader, m: re.Match[str]) -> bool:
    return any(
        len(r.free(p)) >= 2 and r.joins([p], diagonal=True) and not r.joins([p]) for p in r.empty
    )


def _idea_threat(r: Reader, m: re.Match[str]) -> bool:
    return _threat(r)


def _idea_zugzwang(r: Reader, m: re.Match[str]) -> bool:
    return not _threat(r) and all(
        any(literal.turns(literal.after(r.after, reply)).values()) for reply in r.replies
    )


def _marks_points(r: Reader, m: re.Match[str]) -> bool:
    told = _NUMBERS.index(m[1]) if m[1] in _NUMBERS else int(m[1])
    return told == len(r.answer) > 1


def _marks_one(r: Reader, m: re.Match[str]) -> bool:
    return len(r.answer) == 1


def _marks_order(r: Reader, m: re.Match[str]) -> bool:
    return len(r.answer) > 1


_SENTENCES: list[tuple[str, Callable[[Reader, re.Match[str]], bool]]] = [
    (rf"(?:{_LIST}|{_SERIES})\.", _head),
    (rf"One empty neighbour: {_POINT} \(only [^:]*?\)\.", _with_one_free),
    (rf"No empty neighbour: {_LIST}\.", _with_none_free),
    (rf"A stone on {_LIST} wins, so nothing follows it\.", _wins_at_once),
    (r"All other empty points have two or more\.", _others_have_two),
    (
        rf"({_POINT}) is not surrounded, so the turn would end there, "
        rf"with ({_SERIES}) cutting ({_SIDE}) off\.",
        _ends_and_cuts,
    ),
    (
        rf"({_POINT}) is surrounded and already cuts ({_SIDE}) off; "
        r"no way to go on from it makes a path\.",
        _cuts_already,
    ),
    (r"On every other empty point a legal turn can begin\.", _may_start_elsewhere),
    (
        rf"({_POINT}) is surrounded \((?:only ({_POINT})|nothing) beside it is empty\): "
        r"another stone must follow\.",
        _forces,
    ),
    (rf"Then ({_LIST}) (?:is|are) surrounded in the same way when placed\.", _force_alike),
    (rf"({_POINT}) completes the path from (.*?): ({_SERIES})\.", _completes),
    (
        rf"({_POINT}) is not surrounded \(({_LIST}) beside it are empty\): the turn is over\.",
        _is_over,
    ),
    (r"No other turn is legal: all of them were tried\.", _no_other_turn),
    (r"No other legal turn has (\d+) stones or more: all of them were tried\.", _none_as_long),
    (rf"({_LIST}) (?:is|are) not on the path: (?:it|they) only opens? the way\.", _opens_the_way),
    (
        rf"Tempting: to start with ({_LIST}): not surrounded yet, so the turn would be over\.",
        _too_early,
    ),
    (
        rf"Illegal: to start with ({_LIST}): the turn would end there and cut ({_SIDE}) off\.",
        _illegal,
    ),
    (r"No other single stone wins\.", _no_other_stone),
    (r"No other turn wins with so few stones: all of them were tried\.", _no_win_as_small),
    (rf"Now ({_SIDE}) threatens to win\.", _threatens),
    (rf"({_SIDE}) threatens nothing, but ({_SIDE}) must move\.", _threatens_nothing),
    (rf"({_SIDE}) has an answer to each of ({_SIDE})'s turns:", _has_answers),
    (
        rf"({_SIDE}) has no legal turn that takes ({_LIST}): "
        rf"whatever {_SIDE} does, ({_SIDE}) wins with ({_SERIES})\.",
        _cannot_take,
    ),
    (rf"Unless ({_SIDE})'s turn takes ({_LIST}), ({_SIDE}) wins with ({_SERIES})\.", _unless),
    (rf"No legal turn of ({_SIDE}) takes ({_LIST})\.", _none_takes),
    (rf"All (?:other )?turns of ({_SIDE}) were tried: ({_SIDE}) always wins\.", _all_were_tried),
    (
        rf"(?:If it does: a|A)fter {_TURNS}: {_SERIES}(?:; after {_TURNS}: {_SERIES})*\.",
        _after_each,
    ),
    (rf"({_SIDE}) has no other legal turn\.", _no_other_reply),
    (
        rf"Tempting: ({_SERIES}) threatens to win, but (?:then )?({_SIDE}) "
        rf"(answers|wins at once with) ({_SERIES})\.",
        _tempting,
    ),
    (r"Idea: a dead end in a straight line fills up in one turn\.", _idea_straight),
    (r"Idea: one stone can be enough: look for the gap between two groups\.", _idea_gap),
    (r"Idea: one stone can be enough: look for the last gap before an edge\.", _idea_edge),
    (
        r"Idea: each of these points is surrounded from the start: fill them all\.",
        _idea_fill,
    ),
    (r"Idea: the order of the stones matters\.", _idea_order),
    (r"Idea: the last stone need not touch the chain\.", _idea_elsewhere),
    (r"Idea: a stone that would cut the other side off is illegal\.", _idea_illegal),
    (r"Idea: threaten a win that no reply can stop\.", _idea_threat),
    (r"Idea: every turn that the other side has left helps you\.", _idea_zugzwang),
    (r"Marks: 1 for this point alone\.", _marks_one),
    (r"Marks: 1 for each of the (\w+), less 1 for each point too many\.", _marks_points),
    (r"Marks: 1 for this stone alone\.", _marks_one),
    (
        r"Marks: 1 for the right stones, 1 for a legal order of them \(any one will do\)\.",
        _marks_order,
    ),
]
KINDS = tuple(pattern for pattern, _ in _SENTENCES)
