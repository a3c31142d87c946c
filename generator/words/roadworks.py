"""Roadworks told in words: questions, answer lines, rules, and keys after the solved game."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from crossfall.generator.boards.roadworks import Marks, position_drawing
from crossfall.generator.tongues import ENGLISH, Tongue, msg, msg_in
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
    Told,
    any_of,
    corner,
    idea,
    speaks_of_numbers,
    why,
)
from crossfall.generator.words.roadworks_wrong import cuts, refutations
from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.grids import bits
from crossfall.solver.position import Findings, Puzzle
from crossfall.solver.roadworks.cards import Card
from crossfall.solver.roadworks.line_tasks import Line
from crossfall.solver.roadworks.nimbers import distinct_closures
from crossfall.solver.roadworks.refutations import wrong_closures
from crossfall.solver.roadworks.rules import Board, Position, board, replay
from crossfall.solver.roadworks.techniques import Proof, mirror, prover

KEY_WORK = 2_000_000  # closures of blocks looked at before a key does without its reasons

_QUESTIONS = {
    "winning-move": msg("Your turn. Close one crossing so that you can always win. Which one?"),
    "cut-crossings": msg("Circle every crossing that must never be closed (A and B aside)."),
    "great-fall": msg("Which safe closure makes the most crossings fall?"),
    "fewest-fences": msg(
        "Black crossings are closed or have fallen. Find the smallest set of fences that does this."
    ),
    "closures-left": msg("However you both play, how many more safe closures will there be?"),
    "long-and-short": msg(
        "Playing alone and safely, what are the fewest and the most closures until none is safe?"
    ),
    "lost-board": msg("On exactly one of these boards the player to move loses. Which?"),
    "answer-table": msg("You go second. Write a winning reply to every closure."),
}
_ON_BOARD = {"what-falls", "cut-crossings"}
_WITH_REPLIES = {"winning-move", "lost-board", "answer-table"}
_SPEAK_OF_SAFE = {"great-fall", "closures-left", "long-and-short"}
_NUMBERS = "block numbers"  # what a key may speak of that the key page must then explain


def question(puzzle: Puzzle, findings: Findings, tongue: Tongue = ENGLISH) -> str:
    """The printed question."""
    if puzzle.task == "what-falls":
        position: Position = puzzle.position
        last = position.board.name((position.closures or (0,))[-1])
        return tongue.say(
            "{closure} has just been closed. Cross out every crossing that falls.", closure=last
        )
    return tongue.say(_QUESTIONS[puzzle.task])


def answer_space(puzzle: Puzzle, findings: Findings, tongue: Tongue = ENGLISH) -> AnswerSpace:
    """Where the pupil writes."""
    if puzzle.task in _ON_BOARD:
        return ON_BOARD
    match puzzle.task:
        case "answer-table":
            board_: Board = puzzle.position.board
            table: tuple[Line, ...] = findings.facts.get("table", ())
            rows = tuple(
                tongue.listed([board_.name(c) for c in line.closures], "or") for line in table
            )
            return AnswerSpace(rows=rows, heads=(tongue.say("Opponent"), tongue.say("You")))
        case "fewest-fences":
            return AnswerSpace((Blank(tongue.say("Fences"), "long"),))
        case "long-and-short":
            fewest = tongue.label("closures until none is safe", "Fewest")
            most = tongue.label("closures until none is safe", "Most")
            return AnswerSpace((Blank(fewest), Blank(most)))
        case "lost-board":
            return AnswerSpace((Blank(tongue.say("Board")),))
    return AnswerSpace((Blank(tongue.say("Answer")),))


def notes(puzzles: Sequence[Puzzle], tongue: Tongue = ENGLISH) -> tuple[Paragraph, ...]:
    """What the sheet says once."""
    said = []
    if any(puzzle.task == "winning-move" for puzzle in puzzles):
        said.append(tongue.say("*You can always win:* you win whatever your opponent does."))
    if any(puzzle.task in _SPEAK_OF_SAFE for puzzle in puzzles):
        said.append(tongue.say("*Safe:* after the closure A and B are still joined by a path."))
    return tuple(paragraph(text) for text in said)


def key_notes(
    puzzles: Sequence[Puzzle], keys: Sequence[Key] = (), tongue: Tongue = ENGLISH
) -> tuple[Paragraph, ...]:
    """What the key page says once: the signs that these keys use.

    Without `keys` it is what keys of such puzzles may use.
    """
    text = " ".join(part.text for key_ in keys for part in key_.paragraphs)
    tasks = {puzzle.task for puzzle in puzzles}
    said = []
    if "→" in text or (not keys and tasks & _WITH_REPLIES):
        said.append(tongue.say("a → b: b is a winning answer to a."))
    if "↔" in text or (not keys and tasks & _WITH_REPLIES):
        said.append(tongue.say("a ↔ b: each answers the other."))
    if re.search(r"[a-z]\d+/[a-z]", text) or (not keys and tasks & _WITH_REPLIES):
        said.append(tongue.say("a/b: either one."))
    if tasks & {"winning-move", "great-fall"}:
        said.append(tongue.say("Ring: the answer; cross: it falls."))
    if any(_NUMBERS in key_.speaks_of for key_ in keys):
        said.append(tongue.say("The numbers of blocks are on the eight cards of the lesson pack."))
    return (paragraph(" ".join(said)),) if said else ()


def line_of_play(puzzle: Puzzle, tongue: Tongue = ENGLISH) -> Paragraph | None:
    """The closures in order, with what fell; None where the question is about the fences."""
    told = lines.line_of_play_told(puzzle, tongue)
    return paragraph(told) if told else None


def rules(puzzles: Sequence[Puzzle], tongue: Tongue = ENGLISH) -> RulesBox:
    """The rules these puzzles are played by, with the falls drawn where anything falls."""
    boards = [puzzle.position.board for puzzle in puzzles]
    some_fall = any(board_.falling for board_ in boards) or not boards
    all_fall = all(board_.falling for board_ in boards)
    told = [
        tongue.say(
            "Two players take turns. On your turn you close one open crossing with a fence in your "
            "colour; A and B are never closed. A fence's colour only shows who put it there."
        ),
        tongue.say(
            "A path runs along the streets, in any direction, and only through open crossings. "
            "**Whoever cuts the last path between A and B loses at once.** If every open crossing "
            "is needed, whoever must move loses."
        ),
    ]
    if some_fall and all_fall:
        told.append(
            tongue.say(
                "After each closure look at every open crossing. If no path from A to B that "
                "visits each crossing at most once goes through it, it **falls**: cut-off "
                "crossings, dead ends, loops joined to the rest at one crossing. All fall at once. "
                "Fallen crossings can be neither used nor closed."
            )
        )
    elif some_fall:
        told.append(
            tongue.say(
                "On boards where dead ends close, after each closure look at every open crossing. "
                "If no path from A to B that visits each crossing at most once goes through it, it "
                "**falls**: cut-off crossings, dead ends, loops joined to the rest at one "
                "crossing. All fall at once. Fallen crossings can be neither used nor closed."
            )
        )
    return RulesBox(
        title="Roadworks",
        credit=tongue.say("A game by {designer}", designer="Georgy Nuzhdin"),
        paragraphs=tuple(paragraph(text) for text in told),
        examples=(_falling_example(tongue),) if some_fall else (),
    )


def _falling_example(tongue: Tongue) -> Example:
    city = board(3, 3)
    crossings = [city.grid.point(name) or 0 for name in ("b2", "a3")]
    position = replay(city, crossings)
    marks = Marks(numbers=((crossings[0], 1), (crossings[1], 2)))
    return Example(
        position_drawing(position, marks, tongue),
        paragraph(
            tongue.say(
                "The first player closes b2, the second a3: both kinds of fence close. Now a2 "
                "hangs only from A, and a4 only from b4: both fall (hatched)."
            )
        ),
    )


# -- keys -------------------------------------------------------------------------------------


def key(puzzle: Puzzle, findings: Findings, numbers: bool = True, tongue: Tongue = ENGLISH) -> Key:
    """The answer and why it is right.

    numbers: whether the numbers of blocks may be spoken of (they must have been taught).
    """
    told = _KEYS[puzzle.task](puzzle, findings, numbers, tongue)
    answer = findings.answers[0]
    return Key(
        str(answer) if answer.together else any_of(answer.strings, tongue),
        tuple(paragraph(text) for text in told.paragraphs if text),
        frozenset({_NUMBERS} if told.numbers else ()),
    )


def _winning_move(puzzle: Puzzle, findings: Findings, numbers: bool, tongue: Tongue) -> Told:
    position: Position = puzzle.position
    board_ = position.board
    names = findings.answers[0].strings
    closure = board_.grid.point(names[0]) or 0
    left = position.after(closure)
    head = f"**{any_of(names, tongue)}.**"
    if not board_.falling:
        reason = tongue.say(
            "After it an even number of safe closures is left, however you both play, so your "
            "opponent is the first without one."
        )
        return Told([f"{head} {reason}"])
    budget = Budget(work=KEY_WORK)
    told = [head, _effect(position, closure, len(names) > 1, tongue)]
    ahead: list[str] = []
    proof: Proof | None = None
    try:
        proof = prover(board_, numbers).easiest(left, budget)
        if proof is None:
            told.append(_by_search(board_, left, tongue))
        else:
            reason, *ahead = why(board_, proof, tongue)
            told.append(reason)
        wrong = wrong_closures(position, budget)
        first, *others = refutations(position, wrong, tongue) or [""]
        others = [f"{cuts(position, tongue)} {first}".strip(), *others]
    except BudgetError:
        return Told([" ".join(told), *ahead], proof is not None and speaks_of_numbers(proof))
    last = []
    marks = _MARKS[-1]
    if proof is not None:
        last.append(idea(proof, mirror(board_, left), tongue))
        marks = _MARKS[proof.level]
    last.append(tongue.say(marks, names=any_of(names, tongue)))
    return Told(
        [" ".join(told), *ahead, *others, " ".join(last)],
        proof is not None and speaks_of_numbers(proof),
    )


_MARKS = (
    msg("*Marks:* 1 for {names}, 1 for “one path is left”."),
    msg("*Marks:* 1 for {names}, 1 for “an even number of rings is left”."),
    msg("*Marks:* 1 for {names}, 1 for naming the two parts of the same shape."),
    msg("*Marks:* 1 for {names}, 1 for the numbers of the blocks and their nim-sum."),
    msg("*Marks:* 1 for {names}, 1 for a winning reply to every closure."),
    msg("*Marks:* 1 for {names}, 1 for a winning reply to every closure."),
    msg("*Marks:* 1 for {names}, 1 for saying why your opponent can be answered every time."),
)


def _effect(position: Position, closure: int, several: bool, tongue: Tongue) -> str:
    """What a closure makes fall."""
    board_ = position.board
    falls = board_.names(position.falls(closure))
    if not falls:
        return tongue.say("Nothing falls.")
    names = tongue.listed(falls)
    if several:
        return tongue.count(
            "When {closure} is closed, {names} falls.",
            "When {closure} is closed, {names} fall.",
            len(falls),
            closure=board_.name(closure),
            names=names,
        )
    return tongue.count("Then {names} falls.", "Then {names} fall.", len(falls), names=names)


def _by_search(board_: Board, left: int, tongue: Tongue) -> str:
    """What is said where no technique explains the answer."""
    return tongue.count(
        "Your opponent's closures leave one board; a complete search found a winning reply on it, "
        "but no short reason.",
        "Your opponent's closures leave {n} different boards; a complete search found a winning "
        "reply on each, but no short reason.",
        len(distinct_closures(board_, left)),
    )


def _what_falls(puzzle: Puzzle, findings: Findings, numbers: bool, tongue: Tongue) -> Told:
    position: Position = puzzle.position
    closures = position.closures or ()
    before = replay(position.board, closures[:-1])
    names = findings.answers[0].strings[0].split()
    return Told(
        [
            f"**{' '.join(names)}.** {' '.join(_hanging(before, closures[-1], tongue))}",
            tongue.count(
                "*Marks:* 1 for {names}.",
                "*Marks:* 2 for all of them, 1 if one is missing or one too many.",
                len(names),
                names=names[0],
            ),
        ]
    )


def _hanging(before: Position, closure: int, tongue: Tongue) -> list[str]:
    """Why crossings fall: what they hang from, piece by piece."""
    board_ = before.board
    grid = board_.grid
    left = before.after(closure)
    waiting = before.falls(closure)
    told = []
    while waiting:
        piece = grid.flood(waiting & -waiting, waiting)
        waiting &= ~piece
        fallen = board_.names(piece)
        names = tongue.listed(fallen)
        holds = grid.around(piece) & left
        if not holds:
            told.append(
                tongue.count(
                    "{names} is cut off.", "{names} are cut off.", len(fallen), names=names
                )
            )
            continue
        post = corner(board_, next(bits(holds)))
        if grid.two_core(piece | holds):
            told.append(
                tongue.say("{names} hang only from {post}, a loop.", names=names, post=post)
            )
        else:
            told.append(
                tongue.count(
                    "{names} hangs only from {post}.",
                    "{names} hang only from {post}.",
                    len(fallen),
                    names=names,
                    post=post,
                )
            )
    return told


def _cut_crossings(puzzle: Puzzle, findings: Findings, numbers: bool, tongue: Tongue) -> Told:
    position: Position = puzzle.position
    board_ = position.board
    names = findings.answers[0].strings[0].split()
    in_order = [board_.name(near) for _, near, _ in position.blocks[1:]]
    reason = tongue.count(
        "Every path from A to B goes through {names}. Round every other open crossing there is a "
        "way.",
        "Every path from A to B goes through {names}, in this order. Round every other open "
        "crossing there is a way.",
        len(names),
        names=tongue.listed(in_order),
    )
    marks = tongue.count(
        "*Marks:* 1 for {names} alone.",
        "*Marks:* 1 for each of the {n}, less 1 for each crossing too many.",
        len(names),
        names=names[0],
    )
    return Told([f"**{' '.join(names)}.** {reason}", marks])


def _great_fall(puzzle: Puzzle, findings: Findings, numbers: bool, tongue: Tongue) -> Told:
    position: Position = puzzle.position
    board_ = position.board
    names = findings.answers[0].strings
    closure = board_.grid.point(names[0]) or 0
    counts = {c: position.falls(c).bit_count() for c in bits(position.safe)}
    most = counts[closure]
    fallen = tongue.listed(board_.names(position.falls(closure)))
    told = [f"**{any_of(names, tongue)}.**"]
    if len(names) > 1:
        told.append(
            tongue.count(
                "{N} crossing falls after {closure}: {names}.",
                "{N} crossings fall after {closure}: {names}.",
                most,
                closure=names[0],
                names=fallen,
            )
        )
    else:
        told.append(
            tongue.count(
                "{N} crossing falls: {names}.", "{N} crossings fall: {names}.", most, names=fallen
            )
        )
    told += _hanging(position, closure, tongue)
    next_most = max((n for n in counts.values() if n < most), default=0)
    if next_most:
        runners = [board_.name(c) for c, n in counts.items() if n == next_most]
        told.append(
            tongue.count(
                "*Next:* {names} makes {number} fall.",
                "*Next:* {names} make {number} fall each.",
                len(runners),
                names=tongue.listed(runners),
                number=tongue.number(next_most),
            )
        )
    marks = tongue.say(
        "*Marks:* 1 for {names}, 1 for the number {number}.",
        names=any_of(names, tongue),
        number=most,
    )
    return Told([" ".join(told), marks])


_Teller = Callable[[Puzzle, Findings, bool, Tongue], Told]
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


# -- the cards --------------------------------------------------------------------------------

_CARD_NAMES = {
    "ring": msg_in("card", "ring"),
    "double": msg_in("card", "double"),
    "triple a": msg_in("card", "triple a"),
    "triple b": msg_in("card", "triple b"),
    "triple c": msg_in("card", "triple c"),
    "triple d": msg_in("card", "triple d"),
    "triple e": msg_in("card", "triple e"),
    "triple f": msg_in("card", "triple f"),
}


def card_name(card: Card, tongue: Tongue) -> str:
    """What stands on a card."""
    return tongue.label("card", _CARD_NAMES[card.name])
