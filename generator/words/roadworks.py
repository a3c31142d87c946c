"""Roadworks told in words: questions, answer lines, rules, and keys after the solved game."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from crossfall.generator.boards.roadworks import Marks, position_drawing
from crossfall.generator.words import (
    ON_BOARD,
    AnswerSpace,
    Blank,
    Example,
    Key,
    Paragraph,
    RulesBox,
    paragraph,
)
from crossfall.generator.words import roadworks_lines as lines
from crossfall.generator.words.roadworks_why import (
    corner,
    cuts,
    idea,
    listed,
    number,
    refutations,
    why,
    wrong_closures,
)
from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.grids import bits
from crossfall.solver.position import Findings, Puzzle
from crossfall.solver.roadworks.line_tasks import Line
from crossfall.solver.roadworks.nimbers import distinct_closures
from crossfall.solver.roadworks.rules import Board, Position, board, replay
from crossfall.solver.roadworks.techniques import mirror, prover

KEY_WORK = 2_000_000  # closures of blocks looked at before a key does without its reasons

_QUESTIONS = {
    "winning-move": "Your turn. Close one crossing so that you can always win. Which one?",
    "cut-crossings": "Circle every crossing that must never be closed (A and B aside).",
    "great-fall": "Which safe closure makes the most crossings fall?",
    "fewest-fences": "Black crossings are closed or have fallen. Find the smallest set of fences "
    "that does this.",
    "closures-left": "However you both play, how many more safe closures will there be?",
    "long-and-short": "Playing alone and safely, what are the fewest and the most closures until "
    "none is safe?",
    "lost-board": "On exactly one of these boards the player to move loses. Which?",
    "answer-table": "You go second. Write a winning reply to every closure.",
}
_ANSWER_SPACES = {
    "what-falls": ON_BOARD,
    "cut-crossings": ON_BOARD,
    "fewest-fences": AnswerSpace((Blank("Fences", "long"),)),
    "long-and-short": AnswerSpace((Blank("Fewest"), Blank("Most"))),
    "lost-board": AnswerSpace((Blank("Board"),)),
}
_WITH_REPLIES = {"winning-move", "lost-board", "answer-table"}
_SPEAK_OF_SAFE = {"great-fall", "closures-left", "long-and-short"}


def question(puzzle: Puzzle, findings: Findings) -> str:
    """The printed question."""
    if puzzle.task == "what-falls":
        position: Position = puzzle.position
        last = position.board.name((position.closures or (0,))[-1])
        return f"{last} has just been closed. Cross out every crossing that falls."
    return _QUESTIONS[puzzle.task]


def answer_space(puzzle: Puzzle, findings: Findings) -> AnswerSpace:
    """Where the pupil writes."""
    if puzzle.task == "answer-table":
        board_: Board = puzzle.position.board
        table: tuple[Line, ...] = findings.facts.get("table", ())
        rows = tuple(listed((board_.name(c) for c in line.closures), "or") for line in table)
        return AnswerSpace(rows=rows, heads=("Opponent", "You"))
    return _ANSWER_SPACES.get(puzzle.task, AnswerSpace((Blank(),)))


def notes(puzzles: Sequence[Puzzle]) -> tuple[Paragraph, ...]:
    """What the sheet says once."""
    said = []
    if any(puzzle.task == "winning-move" for puzzle in puzzles):
        said.append("*You can always win:* you win whatever your opponent does.")
    if any(puzzle.task in _SPEAK_OF_SAFE for puzzle in puzzles):
        said.append("*Safe:* after the closure A and B are still joined by a path.")
    return tuple(paragraph(text) for text in said)


def key_notes(puzzles: Sequence[Puzzle], keys: Sequence[Key] = ()) -> tuple[Paragraph, ...]:
    """What the key page says once: the signs that these keys use.

    Without `keys` it is what keys of such puzzles may use.
    """
    text = " ".join(part.text for key_ in keys for part in key_.paragraphs)
    tasks = {puzzle.task for puzzle in puzzles}
    said = []
    if "→" in text or (not keys and tasks & _WITH_REPLIES):
        said.append("a → b: if your opponent closes a, you close b.")
    if "↔" in text or (not keys and tasks & _WITH_REPLIES):
        said.append("a ↔ b: the same, and the other way round.")
    if re.search(r"[a-z]\d+/[a-z]", text) or (not keys and tasks & _WITH_REPLIES):
        said.append("a/b: either one.")
    if tasks & {"winning-move", "great-fall"}:
        said.append("Ring: the answer; cross: it falls.")
    if "on the cards" in text or "of number" in text:
        said.append("The numbers of blocks are on the eight cards of the lesson pack.")
    return (paragraph(" ".join(said)),) if said else ()


def line_of_play(puzzle: Puzzle) -> Paragraph | None:
    """The closures in order, with what fell; None where the question is about the fences."""
    told = lines.line_of_play_told(puzzle)
    return paragraph(told) if told else None


def rules(puzzles: Sequence[Puzzle]) -> RulesBox:
    """The rules these puzzles are played by, with the falls drawn where anything falls."""
    boards = [puzzle.position.board for puzzle in puzzles]
    some_fall = any(board_.falling for board_ in boards) or not boards
    all_fall = all(board_.falling for board_ in boards)
    told = [
        "Two players take turns. On your turn you close one open crossing with a fence in your "
        "colour; A and B are never closed. A fence's colour only shows who put it there.",
        "A path runs along the streets, in any direction, and only through open crossings. "
        "**Whoever cuts the last path between A and B loses at once.** If every open crossing is "
        "needed, whoever must move loses.",
    ]
    if some_fall:
        where = "After" if all_fall else "On boards where dead ends close, after"
        told.append(
            f"{where} each closure look at every open crossing. If no path from A to B that visits "
            "each crossing at most once goes through it, it **falls**: cut-off crossings, dead "
            "ends, loops joined to the rest at one crossing. All fall at once. Fallen crossings "
            "can be neither used nor closed."
        )
    return RulesBox(
        title="Roadworks",
        credit="A game by Georgy Nuzhdin",
        paragraphs=tuple(paragraph(text) for text in told),
        examples=(_falling_example(),) if some_fall else (),
    )


def _falling_example() -> Example:
    city = board(3, 3)
    crossings = [city.grid.point(name) or 0 for name in ("b2", "a3")]
    position = replay(city, crossings)
    return Example(
        position_drawing(position, Marks(numbers=((crossings[0], 1), (crossings[1], 2)))),
        paragraph(
            "The first player closes b2, the second a3: both kinds of fence close. Now a2 hangs "
            "only from A, and a4 only from b4: both fall (hatched)."
        ),
    )


# -- keys -------------------------------------------------------------------------------------


def key(puzzle: Puzzle, findings: Findings, numbers: bool = True) -> Key:
    """The answer and why it is right.

    numbers: whether the numbers of blocks may be spoken of (they must have been taught).
    """
    told = _KEYS[puzzle.task](puzzle, findings, numbers)
    return Key(str(findings.answers[0]), tuple(paragraph(text) for text in told if text))


def _winning_move(puzzle: Puzzle, findings: Findings, numbers: bool) -> list[str]:
    position: Position = puzzle.position
    board_ = position.board
    names = findings.answers[0].strings
    closure = board_.grid.point(names[0]) or 0
    left = position.after(closure)
    head = f"**{' or '.join(names)}.**"
    if not board_.falling:
        return [
            f"{head} After it an even number of safe closures is left, however you both play, "
            "so your opponent is the first without one."
        ]
    budget = Budget(work=KEY_WORK)
    told = [f"{head} {_effect(position, closure, len(names) > 1)}"]
    try:
        proof = prover(board_, numbers).easiest(left, budget)
        if proof is None:
            told.append(_by_search(board_, left))
        else:
            told += why(board_, proof)
        others = [cuts(position), *refutations(position, wrong_closures(position, budget))]
    except BudgetError:
        return [" ".join(told)]
    last = []
    reason = "saying why your opponent can be answered every time"
    if proof is not None:
        last.append(f"*Idea:* {idea(proof, mirror(board_, left))}.")
        reason = _REASONS[proof.level]
    last.append(f"*Marks:* 1 for {' or '.join(names)}, 1 for {reason}.")
    return [" ".join(told), " ".join(text for text in others if text), " ".join(last)]


_REASONS = (
    "“one path is left”",
    "“an even number of rings is left”",
    "naming the two parts of the same shape",
    "the numbers of the blocks and their nim-sum",
    "a winning reply to every closure",
    "a winning reply to every closure",
)


def _effect(position: Position, closure: int, several: bool) -> str:
    """What a closure makes fall."""
    board_ = position.board
    falls = board_.names(position.falls(closure))
    if not falls:
        return "Nothing falls."
    when = f"When {board_.name(closure)} is closed," if several else "Then"
    return f"{when} {listed(falls)} {'falls' if len(falls) == 1 else 'fall'}."


def _by_search(board_: Board, left: int) -> str:
    """What is said where no technique explains the answer."""
    count = len(distinct_closures(board_, left))
    return (
        f"Your opponent's closures leave {number(count)} different boards; a complete search found "
        "a winning reply on each, but no short reason."
    )


def _what_falls(puzzle: Puzzle, findings: Findings, numbers: bool) -> list[str]:
    position: Position = puzzle.position
    closures = position.closures or ()
    before = replay(position.board, closures[:-1])
    names = findings.answers[0].strings[0].split()
    many = len(names) > 1
    marks = (
        "2 for all of them, 1 if one is missing or one too many" if many else f"1 for {names[0]}"
    )
    return [
        f"**{' '.join(names)}.** {' '.join(_hanging(before, closures[-1]))}",
        f"*Marks:* {marks}.",
    ]


def _hanging(before: Position, closure: int) -> list[str]:
    """Why crossings fall: what they hang from, piece by piece."""
    board_ = before.board
    grid = board_.grid
    left = before.after(closure)
    waiting = before.falls(closure)
    told = []
    while waiting:
        piece = grid.flood(waiting & -waiting, waiting)
        waiting &= ~piece
        names = board_.names(piece)
        several = len(names) > 1
        holds = grid.around(piece) & left
        loop = "" if piece == 0 or not grid.two_core(piece | holds) else ", a loop"
        if not holds:
            told.append(f"{listed(names)} {'are' if several else 'is'} cut off.")
        else:
            post = corner(board_, next(bits(holds)))
            told.append(f"{listed(names)} {'hang' if several else 'hangs'} only from {post}{loop}.")
    return told


def _cut_crossings(puzzle: Puzzle, findings: Findings, numbers: bool) -> list[str]:
    position: Position = puzzle.position
    board_ = position.board
    names = findings.answers[0].strings[0].split()
    in_order = [board_.name(near) for _, near, _ in position.blocks[1:]]
    if len(names) == 1:
        why_ = f"Every path from A to B goes through {names[0]}"
    else:
        why_ = f"Every path from A to B goes through {listed(in_order)}, in this order"
    return [
        f"**{' '.join(names)}.** {why_}. Round every other open crossing there is a way.",
        f"*Marks:* 1 for each of the {number(len(names))}, less 1 for each crossing too many."
        if len(names) > 1
        else f"*Marks:* 1 for {names[0]} alone.",
    ]


def _great_fall(puzzle: Puzzle, findings: Findings, numbers: bool) -> list[str]:
    position: Position = puzzle.position
    board_ = position.board
    names = findings.answers[0].strings
    closure = board_.grid.point(names[0]) or 0
    counts = {c: position.falls(c).bit_count() for c in bits(position.safe)}
    most = counts[closure]
    told = [
        f"**{' or '.join(names)}.** {number(most).capitalize()} crossings fall"
        f"{f' after {names[0]}' if len(names) > 1 else ''}: {listed(board_.names(position.falls(closure)))}.",
        *_hanging(position, closure),
    ]
    next_most = max((n for n in counts.values() if n < most), default=0)
    if next_most:
        runners = [board_.name(c) for c, n in counts.items() if n == next_most]
        verb = "makes" if len(runners) == 1 else "make"
        told.append(f"*Next:* {listed(runners)} {verb} {number(next_most)} fall.")
    told.append(f"*Marks:* 1 for {' or '.join(names)}, 1 for the number {most}.")
    return [" ".join(told)]


_Teller = Callable[[Puzzle, Findings, bool], list[str]]
_KEYS: dict[str, _Teller] = {
    "winning-move": _winning_move,
    "what-falls": _what_falls,
    "cut-crossings": _cut_crossings,
    "great-fall": _great_fall,
    "fewest-fences": lines.fewest_fences,
    "closures-left": lines.closures_left,
    "long-and-short": lines.long_and_short,
    "lost-board": lines.lost_board,
    "answer-table": lines.answer_table,
}
