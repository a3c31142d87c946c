"""Pathing Dots & Boxes once more: every puzzle read from its plain texts and answered by trying.

How the game is played is in `pathing_boxes_play.py`; here are the files and the tasks.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Protocol

from crossfall.solver.audit import AGREES, DIFFERS, AuditResult, UnreadableError, Work
from crossfall.solver.audit.certificate import RefusedError, Section
from crossfall.solver.audit.pathing_boxes_certified import Certified, written
from crossfall.solver.audit.pathing_boxes_fewest import least_order, smallest_sets
from crossfall.solver.audit.pathing_boxes_play import (
    COLUMNS,
    LINES,
    NAMES,
    ROWS,
    Cells,
    Edge,
    Forcing,
    State,
    boxes,
    edge,
    edges,
    good_cells,
    lined_up,
    other,
)
from crossfall.solver.records import Record

CLASSIC = "YX.Y X..X Y..Y X.YX"
RULES = ("original", "waves", "dm5")


@dataclass(frozen=True)
class Setting:
    """The position a record sets, who made the wave's last swap, and why it is impossible."""

    state: State
    last: str = ""
    fault: str = ""


@dataclass
class _Drawn:
    """A drawing taken apart: marks by cell, filled edges, owners of boxes."""

    cells: dict[str, str] = field(default_factory=dict)
    filled: set[Edge] = field(default_factory=set)
    owners: Counter[str] = field(default_factory=Counter)
    lists: dict[str, str] = field(default_factory=dict)


# --- reading ---------------------------------------------------------------------------------


def _edge_names(text: str) -> list[Edge]:
    found = []
    for first, second in re.findall(r"([A-D][1-4])-?([A-D][1-4])", text.upper()):
        found.append(edge(first, second))
    return found


def _drawing(text: str) -> _Drawn:
    drawn = _Drawn()
    rows: list[tuple[str, list[int]]] = []
    pending: list[tuple[int, str]] = []
    for raw in text.splitlines():
        line = raw.expandtabs(8)
        listed = re.fullmatch(r"\s*(filled|score)\s*[=:](.*)", line, re.IGNORECASE)
        if listed:
            drawn.lists[listed[1].lower()] = listed[2]
            continue
        if line.upper().split() == list(COLUMNS) or line.strip().upper() == COLUMNS:
            continue
        body = re.sub(r"^(\s*)([1-4])", lambda m: m[1] + " ", line).upper()
        at = [i for i, mark in enumerate(body) if mark in "XY."]
        if len(at) == 4 and "|" not in body:
            rows.append((body, at))
        elif body.strip():
            pending.append((len(rows), body))
    if len(rows) != 4:
        raise UnreadableError(f"the drawing has {len(rows)} rows of cells; expected 4")
    for row, (body, at) in enumerate(rows):
        names = [column + ROWS[row] for column in COLUMNS]
        for i, name in enumerate(names):
            drawn.cells[name] = body[at[i]]
            if i and "-" in body[at[i - 1] : at[i]]:
                drawn.filled.add(edge(names[i - 1], name))
    for below, body in pending:
        at = rows[0][1]
        for place, mark in enumerate(body):
            if mark == "|" and place in at and 1 <= below <= 3:
                column = COLUMNS[at.index(place)]
                drawn.filled.add(edge(column + ROWS[below - 1], column + ROWS[below]))
            elif mark in "XY":
                drawn.owners[mark] += 1
            elif mark != " ":
                raise UnreadableError(f"a mark {mark} in the drawing that belongs nowhere")
    return drawn


def _cells(marks: str) -> Cells:
    """Cells from sixteen marks, row 1 first."""
    named = {column + row: mark for mark, (row, column) in zip(marks, _places(), strict=True)}
    return tuple(sorted(named.items()))


def _places() -> list[tuple[str, str]]:
    return [(row, column) for row in ROWS for column in COLUMNS]


def _setting(record: Record) -> Setting:
    if record.line:
        return _line_setting(record)
    rules = record.text("rules", "waves").strip().lower()
    if rules not in RULES:
        raise UnreadableError(f"no rules {rules!r}")
    finals = record.flag("finals", False)
    drawn = _drawing(record.text("board")) if record.has("board") else None
    texts = " ".join(
        [*(record.texts("filled") or ()), drawn.lists.get("filled", "") if drawn else ""]
    )
    filled = frozenset(_edge_names(texts)) | frozenset(drawn.filled if drawn else ())
    last = record.text("last").strip().upper()
    mover = record.text("to_move").strip().upper()
    score_text = record.text("score") or (drawn.lists.get("score", "") if drawn else "")
    score = _score(score_text) or (drawn.owners if drawn and drawn.owners else None)
    if record.task == "conversion":
        filled = frozenset(edges(finals))
    if record.has("swaps"):
        return _played(record, rules, finals, drawn, filled, score)
    if drawn is None or mover not in ("X", "Y"):
        raise UnreadableError("it gives no board, or nobody to move")
    state = State(rules, finals, tuple(sorted(drawn.cells.items())), filled, mover)
    return Setting(state, last, _fault(record, state, score, last))


def _score(text: str) -> Counter[str] | None:
    found = re.findall(r"([XY])\D*(\d+)", text.upper())
    return Counter({player: int(number) for player, number in found}) if found else None


def _line_setting(record: Record) -> Setting:
    rules, mover, rows, filled, score, *last = record.line.strip().upper().split(":")
    finals = rules.endswith("-FINALS")
    marks = "".join("." * int(mark) if mark.isdigit() else mark for mark in rows.replace(".", ""))
    state = State(
        rules.removesuffix("-FINALS").lower(),
        finals,
        _cells(marks),
        frozenset(_edge_names(filled)),
        mover,
    )
    maker = last[0] if last else ""
    return Setting(state, maker, _fault(record, state, _score(score), maker))


def _fault(record: Record, state: State, score: Counter[str] | None, last: str) -> str:
    """Why a position is impossible or finished, as far as it shows by itself."""
    if any(lined_up(dict(state.cells), player) for player in "XY"):
        return "a line stands"
    if not state.filled <= set(edges(state.finals)):
        return "it fills edges that this board has not"
    if record.task == "fewest-swaps":
        return ""
    closed = sum(1 for box in boxes(state.finals) if box <= state.filled)
    if record.task == "conversion":
        if score is not None and sum(score.values()) != closed:
            return "the score does not count all boxes"
        if score is not None and (
            score[state.mover] >= score[other(state.mover)] or not score[last]
        ):
            return "with this score the wave was not lost so"
        return "" if last in ("X", "Y") else "nobody made the last swap"
    if closed != sum((score or Counter()).values()):
        are = "1 box is" if closed == 1 else f"{closed} boxes are"
        return f"{are} closed, which is not what the score counts"
    return ""


def _played(
    record: Record,
    rules: str,
    finals: bool,
    drawn: _Drawn | None,
    filled: frozenset[Edge],
    score: Counter[str] | None,
) -> Setting:
    """The position the swaps lead to, which must be the one given."""
    start = record.text("start", "classic")
    if start.strip().lower() == "classic":
        cells = _cells(CLASSIC.replace(" ", ""))
    else:
        cells = tuple(sorted(_drawing(start).cells.items()))
    state = State(rules, finals, cells, frozenset(), record.text("first").strip().upper())
    boxes_won: Counter[str] = Counter()
    last = ""
    for chosen in _edge_names(" ".join(record.texts("swaps") or ())):
        if state.over or chosen not in state.open():
            return Setting(state, fault=f"the swap {'-'.join(chosen)} cannot be made")
        last = state.mover
        after = state.swap(chosen)
        won = [b for b in boxes(finals) if b <= after.filled and not b <= state.filled]
        boxes_won[last] += len(won)
        state = after
    if state.over in ("X", "Y"):
        return Setting(state, last, "a line stands")
    if record.task == "conversion":
        if state.over != "wave":
            return Setting(state, last, "the wave is not over")
        loser = "X" if boxes_won["X"] < boxes_won["Y"] else "Y"
        state = State(rules, finals, state.cells, state.filled, loser)
    told = record.text("to_move").strip().upper()
    if (
        (drawn is not None and tuple(sorted(drawn.cells.items())) != state.cells)
        or (filled and filled != state.filled)
        or (score is not None and _differs(score, boxes_won, drawn))
        or told not in ("", state.mover)
        or record.text("last").strip().upper() not in ("", last)
    ):
        return Setting(state, last, "the swaps lead elsewhere")
    return Setting(state, last)


def _differs(score: Counter[str], won: Counter[str], drawn: _Drawn | None) -> bool:
    """A score must be the one played; owners drawn may leave out the long boxes."""
    if drawn is not None and score is drawn.owners:
        return any(score[player] > won[player] for player in "XY")
    return any(score[player] != won[player] for player in "XY")


# --- tasks -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Found:
    """What a task's answers are, and which claims are right."""

    answers: tuple[str, ...]
    accepts: Callable[[tuple[str, ...]], bool]


class Judge(Protocol):
    """Says whether a player forces its line: by trying everything, or by a certificate."""

    def forces_after(self, state: State, chosen: Edge, turns: int | None) -> bool: ...


def _written(chosen: Edge) -> str:
    return "-".join(chosen)


def _one_swap(right: Iterable[Edge]) -> Found:
    swaps = sorted(right)

    def accepts(claim: tuple[str, ...]) -> bool:
        claimed = set(_edge_names(" ".join(claim)))
        return len(claimed) == 1 and claimed <= set(swaps)

    return Found(tuple(map(_written, swaps)), accepts)


def _line_now(at: Setting, turns: int | None, work: Work) -> Found:
    return _forced(at, 1, Forcing(at.state.mover, work))


def _force_line(at: Setting, turns: int | None, work: Work) -> Found:
    return _forced(at, turns, Forcing(at.state.mover, work))


def _only_defence(at: Setting, turns: int | None, work: Work) -> Found:
    return _held(at, turns, Forcing(other(at.state.mover), work))


def _forced(at: Setting, turns: int | None, judge: Judge) -> Found:
    return _one_swap(e for e in at.state.open() if judge.forces_after(at.state, e, turns))


def _held(at: Setting, turns: int | None, judge: Judge) -> Found:
    return _one_swap(e for e in at.state.open() if not judge.forces_after(at.state, e, turns))


def _fewest_swaps(at: Setting, turns: int | None, work: Work) -> Found:
    sets = smallest_sets(at.state, work)
    return Found(
        tuple(
            sorted(" ".join(map(_written, least_order(at.state, chosen, work))) for chosen in sets)
        ),
        lambda claim: frozenset(_edge_names(" ".join(claim))) in sets,
    )


def _conversion(at: Setting, turns: int | None, work: Work) -> Found:
    work.spend(len(NAMES) * len(LINES))
    good = good_cells(at.state, at.last)
    return Found(
        tuple(sorted(good)),
        lambda claim: len(claim) == 1 and claim[0].strip().upper() in good,
    )


TASKS: dict[str, Callable[[Setting, int | None, Work], Found]] = {
    "fewest-swaps": _fewest_swaps,
    "line-now": _line_now,
    "force-line": _force_line,
    "only-defence": _only_defence,
    "conversion": _conversion,
}

# Where the audit would have to try everything.
CERTIFIED = ("line-now", "force-line", "only-defence")


def audit(record: Record, work: Work) -> AuditResult:
    """The answers of one Pathing puzzle, worked out again, against the one it claims."""
    at = _setting(record)
    if at.fault:
        return AuditResult(DIFFERS, message=f"no possible position: {at.fault}")
    if record.task not in TASKS:
        raise UnreadableError(f"it knows no task {record.task!r}")
    return _compare(TASKS[record.task](at, _turns(record), work), record)


def certified(record: Record, section: Section, work: Work) -> AuditResult:
    """The same by a certificate, which is checked whole. Raises RefusedError."""
    at = _setting(record)
    if at.fault:
        return AuditResult(DIFFERS, message=f"no possible position: {at.fault}")
    turns = 1 if record.task == "line-now" else _turns(record)
    board = f"{at.state.rules}{'-finals' if at.state.finals else ''}"
    told = f"{board} {written(at.state, turns)}"
    if (section.game, section.task, section.position) != ("pathing-boxes", record.task, told):
        raise RefusedError(
            section.line, f"is about another puzzle; expected pathing-boxes {record.task} {told}"
        )
    if record.task not in CERTIFIED:
        raise RefusedError(section.line, "no such puzzle needs a certificate")
    defends = record.task == "only-defence"
    player = other(at.state.mover) if defends else at.state.mover
    proof = Certified(player, at.state, section)
    found = (_held if defends else _forced)(at, turns, proof)
    proof.check(work)
    return _compare(found, record)


def _turns(record: Record) -> int | None:
    return record.integer("turns", 1, 28)


def _compare(found: Found, record: Record) -> AuditResult:
    claim = record.texts("answer")
    listed = "; ".join(found.answers)
    if not found.answers:
        return AuditResult(DIFFERS, message="the audit finds no answer")
    if len(found.answers) > 1:
        message = f"the audit finds several answers: {listed}"
    elif claim is not None and not found.accepts(claim):
        message = f"the audit finds {listed}, not {'; '.join(claim)}"
    else:
        return AuditResult(AGREES, found.answers)
    return AuditResult(DIFFERS, found.answers, message)
