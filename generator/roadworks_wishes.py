"""The options of `crossfall compose roadworks` read as a wish, a board, a task and a judge."""

from __future__ import annotations

import sys
from typing import Any

from crossfall.solver.budget import Budget
from crossfall.solver.errors import InputError, file_name, nearest
from crossfall.solver.position import game
from crossfall.solver.records import Record
from crossfall.solver.roadworks.compose import JUDGING, Judge, judge_of_task, marked
from crossfall.solver.roadworks.grading import assess, hardest
from crossfall.solver.roadworks.notation import read_size
from crossfall.solver.roadworks.rules import LEVELS, MAX_SIDE, Board, board
from crossfall.solver.roadworks.techniques import TECHNIQUES
from crossfall.solver.roadworks.wishes import FREE, MARKS, Wish, read_mask
from crossfall.solver.verify import Verdict

FALL_TASKS = ("what-falls", "great-fall")
MOST_OPEN = 25  # live crossings of a winning-move beyond 4x4, unless told otherwise
MOST_OF_FENCES = 80  # of 100 crossings that are live in a fewest-fences, unless told otherwise
MOST = (MAX_SIDE + 1) ** 2

_OF_POSITIONS = (
    "mask",
    "live",
    "closed",
    "gone",
    "closures",
    "open",
    "symmetry",
    "single_path",
    "blocks",
)
_PROVEN = ("winning-move", "answer-table")


def check(options: dict[str, Any], falls: bool) -> None:
    """Raise InputError for options that do not go together."""
    given = [name for name in _OF_POSITIONS if options[name]]
    if falls and given:
        raise InputError(f"--{given[0].replace('_', '-')} does not go with --fall or --max-fall")
    if options["exactly"] and options["fall"] is None:
        raise InputError("--exactly goes with --fall")
    if options["max_fall"] and options["fall"] is not None:
        raise InputError("--max-fall finds the greatest --fall; give one of them")
    named = (options["task"] or "").lower()
    if options["difficulty"] is not None and (falls or not named):
        raise InputError("--difficulty goes with --task, and not with --fall")
    if options["technique"] is not None and named not in _PROVEN:
        raise InputError(f"--technique goes with --task {' or '.join(_PROVEN)}")
    if options["strict"] and named not in ("winning-move", "great-fall"):
        raise InputError("--strict goes with --task winning-move or great-fall")
    technique = options["technique"]
    if technique is not None and technique.upper() not in TECHNIQUES:
        raise InputError(f"unknown technique {technique!r}; expected {' '.join(TECHNIQUES)}")
    if options["single_path"] and options["blocks"] is not None:
        raise InputError("a single path has no blocks; give --single-path or --blocks")


def task(name: str | None, falls: bool) -> str | None:
    """The task wished for; InputError if there is no such task or it cannot be composed."""
    if name is None:
        return None
    known = game("roadworks").tasks
    if name.lower() not in known:
        raise InputError(f"unknown task {name!r}; {nearest(name, known)}")
    name = name.lower()
    if name == "lost-board":
        raise InputError("a lost-board is made of several positions; expected another task")
    if falls and name not in FALL_TASKS:
        raise InputError(f"{name} asks about no fall; expected {' or '.join(FALL_TASKS)}")
    if name == "what-falls" and not falls:
        raise InputError("what-falls is composed by how much falls; give --fall K")
    return name


def board_of(options: dict[str, Any]) -> Board:
    """The board that size, level and mask name together."""
    size = read_size(options["size"]) if options["size"] is not None else None
    if options["level"] is not None:
        of_level = LEVELS[options["level"]][:2]
        if size is not None and size != of_level:
            raise InputError(f"level {options['level']} is no {options['size']}; give one of them")
        size = of_level
    if options["mask"] is not None:
        options["mask"] = _mask_text(options["mask"])
        size, _ = read_mask(options["mask"], size)
    return board(*(size or LEVELS[2][:2]))


def wish_of(options: dict[str, Any], board_: Board, task_: str | None) -> Wish:
    """The wish that the options state."""
    masks = dict.fromkeys(MARKS.values(), 0)
    if options["mask"] is not None:
        _, masks = read_mask(options["mask"])
    for name in ("live", "closed", "gone"):
        if options[name] is not None:
            masks[name] |= marked(board_, options[name])
    blocks: tuple[int, ...] | None = None
    if options["single_path"]:
        blocks = ()
    elif options["blocks"] is not None:
        blocks = _numbers("--blocks", options["blocks"])
    open_ = _range("--open", options["open"], 2)
    if open_ is None and options["mask"] is None:
        open_ = _usual_number(board_, task_)
    # Of fewest-fences the number of fences is that of the answer, and the judge looks at it.
    closures = _range("--closures", options["closures"], 0) if task_ != "fewest-fences" else None
    return Wish(**masks, closures=closures, open=open_, symmetry=options["symmetry"], blocks=blocks)


def _usual_number(board_: Board, task_: str | None) -> tuple[int, int] | None:
    """How many crossings are live in a puzzle of this task where the author does not say."""
    if task_ in _PROVEN and board_.grid.count > MOST_OPEN:
        return 2, MOST_OPEN
    if task_ == "fewest-fences":  # something must have fallen
        return 2, MOST_OF_FENCES * board_.grid.count // 100
    return None


def judge_of(options: dict[str, Any], board_: Board, task_: str | None) -> Judge | None:
    """Who judges whether a position makes the puzzle wished for; None where none is.

    As in `generate`, a proof that no person would write down is not accepted, nor a
    `fewest-fences` where nothing fell.
    """
    if task_ is None:
        return None
    stars = options["difficulty"]
    if stars is not None and stars > hardest(task_):
        raise InputError(f"{task_} has no difficulty {stars}; expected 1 to {hardest(task_)}")
    fences = _range("--closures", options["closures"], 0) if task_ == "fewest-fences" else None
    technique = options["technique"] and options["technique"].upper()

    def accept(verdict: Verdict) -> bool:
        answers = verdict.findings.answers
        if options["strict"] and any(len(answer.strings) > 1 for answer in answers):
            return False
        found = assess(verdict.puzzle, verdict.findings, Budget(work=JUDGING))
        return (
            found.difficulty is not None
            and (found.for_sheets or task_ != "fewest-fences")
            and stars in (None, found.difficulty)
            and technique in (None, found.features.get("technique"))
            and (fences is None or fences[0] <= found.features["fences"] <= fences[1])
        )

    return judge_of_task(task_, accept)


def graded(verdict: Verdict) -> Record:
    """The record of a sound puzzle with its answer, difficulty, tags and features."""
    found = assess(verdict.puzzle, verdict.findings, Budget())
    answers = list(verdict.answers)
    return verdict.puzzle.record.with_fields(
        answer=answers[0] if len(answers) == 1 else answers,
        difficulty=found.difficulty,
        tags=list(found.tags) or None,
        features=dict(found.features) or None,
    )


def _mask_text(source: str) -> str:
    if "/" in source and set(source.lower()) <= {*MARKS, FREE, "a", "b", "/", " "}:
        return source
    try:
        if source == "-":
            return sys.stdin.read()
        with open(source, encoding="utf-8-sig") as file:
            return file.read()
    except (OSError, UnicodeDecodeError, ValueError) as error:
        why = getattr(error, "strerror", None) or "not a text"
        raise InputError(f"{file_name(source)}: the mask cannot be read ({why})") from None


def _numbers(option: str, text: str) -> tuple[int, ...]:
    words = text.replace(",", " ").split()
    if not words or not all(word.isdecimal() and len(word) < 4 for word in words):
        raise InputError(f"{option} {text[:40]!r}; expected numbers like 4,8")
    return tuple(int(word) for word in words)


def _range(option: str, text: str | None, least: int) -> tuple[int, int] | None:
    if text is None:
        return None
    ends = text.split("-")
    if len(ends) > 2 or not all(end.isdecimal() and len(end) < 4 for end in ends):
        raise InputError(f"{option} {text[:40]!r}; expected a number, or a range like 6-9")
    low, high = int(ends[0]), int(ends[-1])
    if not least <= low <= high <= MOST:
        raise InputError(f"{option} {text}; expected {least} to {MOST}, the smaller number first")
    return low, high
