"""How Roadworks puzzles and their answers are told."""

from __future__ import annotations

from collections.abc import Callable, Sequence

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
from crossfall.generator.words.english import capital, counted, listed, spelled
from crossfall.generator.words.roadworks_reasons import (
    IDEAS,
    SHORT_REASONS,
    why_falls,
    why_lost,
)
from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError
from crossfall.solver.grids import bits
from crossfall.solver.position import Findings, Puzzle
from crossfall.solver.roadworks.ideas import BIGGEST_FALL, MIRROR, failing_ideas, recommended
from crossfall.solver.roadworks.lengths import lengths
from crossfall.solver.roadworks.line_tasks import Line
from crossfall.solver.roadworks.nimbers import distinct_closures, oracle
from crossfall.solver.roadworks.rules import Board, Position, replay
from crossfall.solver.roadworks.techniques import Proof, prover

# Work that a reason in words may cost; beyond it the key says only what the search proved.
REASON_WORK = 200_000
MOST_TRIES = 4

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

_SAYS_SAFE = {"great-fall", "closures-left", "long-and-short"}


def question(puzzle: Puzzle, findings: Findings) -> str:
    """The printed question."""
    if puzzle.task == "what-falls":
        position: Position = puzzle.position
        last = position.board.name((position.closures or (0,))[-1])
        return f"{last} has just been closed. Cross out every crossing that falls."
    return _QUESTIONS[puzzle.task]


def answer_space(puzzle: Puzzle, findings: Findings) -> AnswerSpace:
    """Where the pupil writes the answer."""
    board: Board = puzzle.position.board
    if puzzle.task in ("what-falls", "cut-crossings"):
        return ON_BOARD
    if puzzle.task == "fewest-fences":
        return AnswerSpace((Blank("Fences", "long"),))
    if puzzle.task == "long-and-short":
        return AnswerSpace((Blank("Fewest"), Blank("Most")))
    if puzzle.task == "lost-board":
        return AnswerSpace((Blank("Board"),))
    if puzzle.task == "answer-table":
        table: tuple[Line, ...] = findings.facts.get("table", ())
        rows = tuple(listed([board.name(c) for c in line.closures], "or") for line in table)
        return AnswerSpace(rows=rows, heads=("Your opponent closes", "You close"))
    return AnswerSpace((Blank(),))


def notes(puzzles: Sequence[Puzzle]) -> tuple[Paragraph, ...]:
    """What a sheet with these puzzles says once."""
    if any(puzzle.task in _SAYS_SAFE for puzzle in puzzles):
        return (paragraph("A closure is *safe* if A and B stay joined."),)
    return ()


def rules(puzzles: Sequence[Puzzle]) -> RulesBox:
    """The rules these puzzles are played by, in our own words."""
    from crossfall.generator.boards import boards
    from crossfall.solver.records import record_from_line
    from crossfall.solver.verify import read_puzzle

    falling = not puzzles or any(puzzle.position.board.falling for puzzle in puzzles)
    told = [
        "Streets join the crossings of a town. Two players take turns to **close one open "
        "crossing** with a fence, never A or B.",
        "A path runs along the streets from A to B, through open crossings only. "
        "**Whoever makes the closure after which no path is left loses** at that moment.",
    ]
    if not falling:
        return RulesBox("Roadworks", _CREDIT, tuple(map(paragraph, told)))
    told.append(
        "After every other closure look for crossings that no path from A to B can use any more "
        "without passing some crossing twice: lone crossings, dead ends, loops that hang from one "
        "crossing. **They all fall at once.** A fallen crossing can be neither used nor closed."
    )
    shown = read_puzzle(record_from_line("roadworks:3x3:b2,a3"))
    example = Example(
        boards("roadworks").draw(shown)[0],
        paragraph(
            "First b2 was closed, then a3. Now *a2* hangs only from A and *a4* only from b4: "
            "both fall. Whoever closes b1 or c1 now cuts A from B and loses."
        ),
    )
    return RulesBox("Roadworks", _CREDIT, tuple(map(paragraph, told)), (example,))


_CREDIT = "A game by Georgy Nuzhdin"


def key(puzzle: Puzzle, findings: Findings, numbers: bool = True) -> Key:
    """The answer and why it is right. numbers: whether block numbers have been taught."""
    if len(findings.answers) != 1 or not findings.proven:
        raise ValueError("only a puzzle with one proven answer has a key")
    strings = findings.answers[0].strings
    paragraphs = _KEYS[puzzle.task](puzzle, findings, numbers)
    answer = strings[0] if len(strings) == 1 else listed(strings, "or")
    if puzzle.task == "answer-table":
        answer = "; ".join(strings)
    return Key(answer, tuple(paragraph(text) for text in paragraphs))


def _winning_move(puzzle: Puzzle, findings: Findings, numbers: bool) -> list[str]:
    position: Position = puzzle.position
    board = position.board
    strings = findings.answers[0].strings
    answer = _crossing(board, strings[0])
    after = position.after(answer)
    head = f"**{strings[0]}.**"
    if len(strings) > 1:
        head = f"**{strings[0]}**, or {listed(strings[1:], 'or')}: all leave the same board."
        if len(strings) == 2:
            head = head.replace("all leave", "both leave")
    what = _falls(board, position.falls(answer), len(strings) > 1)
    proof = _proof(board, after, numbers)
    if proof is None:
        reason = ["A search of every line of play proves that your opponent has lost now."]
    else:
        reason = why_lost(board, proof)
    told = [f"{head} {what} {reason[0]}", *reason[1:]]
    told.extend(_wrong_moves(position, findings))
    if proof is not None:
        told.append(f"*Idea:* {IDEAS[proof.technique]}.")
        accepted = listed(strings, "or")
        told.append(f"*Marks:* 1 for {accepted}, 1 for “{SHORT_REASONS[proof.technique]}”.")
    return told


def _falls(board: Board, fell: int, same: bool = False) -> str:
    """What a closure makes fall, as a sentence."""
    if not fell:
        return "Nothing falls."
    if same:
        return f"The rest of the street falls with it{_and_more(board, fell)}."
    names = board.names(fell)
    return f"Then {listed(names)} {'falls' if len(names) == 1 else 'fall'}."


def _and_more(board: Board, fell: int) -> str:
    return f": {fell.bit_count()} in all" if fell.bit_count() > 1 else ""


def _proof(board: Board, live: int, numbers: bool) -> Proof | None:
    """The easiest proof that fits a key; None if there is none that a person would write."""
    try:
        return prover(board, numbers).easiest(live, Budget(work=REASON_WORK))
    except BudgetError:
        return None


def _wrong_moves(position: Position, findings: Findings) -> list[str]:
    """The tempting closure, the tries with their one refutation, and what answers all others."""
    board = position.board
    right = {name for answer in findings.answers for name in answer.strings}
    winning = sum(1 << _crossing(board, name) for name in right)
    wrong = [
        (mask, left) for mask, left in distinct_closures(board, position.open) if not mask & winning
    ]
    refutations = {mask: oracle(board).winning(left, Budget()) for mask, left in wrong}
    boards = dict(wrong)
    told = []
    done = 0
    for idea, text in _TEMPTING:
        if idea not in failing_ideas(position, winning):
            continue
        tempting = recommended(position, idea)
        mask = next(mask for mask, _ in wrong if mask & tempting)
        told.append(
            f"*Tempting:* {text.format(_or(board, mask & tempting))}, but "
            f"{_answers(board, refutations[mask])} it."
        )
        done = mask
        break
    tries = [
        mask
        for mask, _ in wrong
        if mask != done and _is_one_answer(board, boards[mask], refutations[mask])
    ]
    shown = tries[:MOST_TRIES]
    if shown:
        lines = [f"{_or(board, mask)} (only {_or(board, refutations[mask])})" for mask in shown]
        told.append(f"*Nearly right,* each with a single answer: {listed(lines)}.")
    others = [mask for mask, _ in wrong if mask != done and mask not in shown]
    if others:
        told.append(_others(board, others, refutations, not told))
    if position.cut_crossings:
        cut = listed(board.names(position.cut_crossings), "or")
        told.append(f"Closing {cut} cuts A from B and loses at once.")
    return told


_TEMPTING = (
    (BIGGEST_FALL, "{} makes the most crossings fall"),
    (MIRROR, "{} leaves a board that looks the same from both ends"),
)


def _is_one_answer(board: Board, left: int, replies: int) -> bool:
    """Whether all replies come to the same board."""
    position = Position(board, left, None)
    return len({position.after(reply) for reply in bits(replies)}) == 1


def _answers(board: Board, replies: int) -> str:
    """`a2 answers`, `a2 or b3 answers`; of many replies the first three."""
    return f"{_or(board, replies, 3)} answers"


def _or(board: Board, mask: int, most: int = 99) -> str:
    names = board.names(mask)
    return listed(names[:most], "or")


def _others(board: Board, masks: list[int], refutations: dict[int, int], are_all: bool) -> str:
    """One answer for all other wrong closures, or few answers that between them cover all."""
    waiting = list(masks)
    groups: list[tuple[int, list[int]]] = []
    while waiting:
        union = 0
        for mask in waiting:
            union |= refutations[mask]
        best = max(bits(union), key=lambda reply: sum(refutations[m] >> reply & 1 for m in waiting))
        taken = [mask for mask in waiting if refutations[mask] >> best & 1]
        groups.append((best, taken))
        waiting = [mask for mask in waiting if mask not in taken]
    lead = "All wrong closures" if are_all else "All others"
    if len(groups) == 1:
        reply, taken = groups[0]
        names = " ".join(name for mask in taken for name in board.names(mask))
        return f"*{lead}* ({names}): answered by {board.name(reply)}."
    lines = [
        f"{board.name(reply)} answers {' '.join(name for mask in taken for name in board.names(mask))}"
        for reply, taken in groups
    ]
    return f"*{lead}:* {'; '.join(lines)}."


def _what_falls(puzzle: Puzzle, findings: Findings, _: bool) -> list[str]:
    position: Position = puzzle.position
    board = position.board
    fell: int = findings.facts["fell"]
    names = board.names(fell)
    reasons = "; ".join(why_falls(board, position.open, fell))
    points = "1 for each crossing that falls, 1 off for each other one crossed out"
    return [
        f"**{listed(names)}.** {capital(reasons)}. All other open crossings still lie on a path from A to B.",
        f"*Marks:* {points}.",
    ]


def _cut_crossings(puzzle: Puzzle, findings: Findings, _: bool) -> list[str]:
    position: Position = puzzle.position
    names = position.board.names(position.cut_crossings)
    every = "Every path from A to B runs through "
    each = "it" if len(names) == 1 else "each of them"
    return [
        f"**{listed(names)}.** {every}{each}. Around every other crossing there is another way.",
        f"*Marks:* 1 for each of {listed(names)}, 1 off for each other one circled."
        if len(names) > 1
        else f"*Marks:* 1 for {names[0]} alone.",
    ]


def _great_fall(puzzle: Puzzle, findings: Findings, _: bool) -> list[str]:
    position: Position = puzzle.position
    board = position.board
    strings = findings.answers[0].strings
    answer = _crossing(board, strings[0])
    fell = position.falls(answer)
    head = f"**{strings[0]}.**"
    if len(strings) > 1:
        head = f"**{listed(strings, 'or')}** (the board left is the same)."
    reasons = "; ".join(why_falls(board, position.after(answer), fell))
    told = f"{head} {capital(counted(fell.bit_count(), 'crossing'))} fall: {reasons}."
    others: dict[int, list[int]] = {}
    for crossing in bits(position.safe):
        if board.name(crossing) not in strings:
            others.setdefault(position.falls(crossing).bit_count(), []).append(crossing)
    lines = [told]
    if others:
        second = max(others)
        names = listed([board.name(c) for c in others[second]], "or")
        most = f"{spelled(second)} with {names}" if second else "nothing"
        lines.append(f"*Next best:* {most}.")
    lines.append(f"*Marks:* 1 for {listed(strings, 'or')}, 1 for the number {fell.bit_count()}.")
    return lines


def _fewest_fences(puzzle: Puzzle, findings: Findings, _: bool) -> list[str]:
    position: Position = puzzle.position
    board = position.board
    names = findings.answers[0].strings[0].split()
    fences = [_crossing(board, name) for name in names]
    played = replay(board, ())
    steps = []
    for fence in fences:
        fell = played.falls(fence)
        played = played.play(fence)
        steps.append(f"{board.name(fence)} ({_short_falls(board, fell)})")
    return [
        f"**{listed(names)}.** For example in this order: {', then '.join(steps)}.",
        f"No other set of {spelled(len(names))} or fewer fences leaves this board: that is proven.",
        f"*Marks:* 1 for {listed(names)} in any order.",
    ]


def _short_falls(board: Board, fell: int) -> str:
    if not fell:
        return "nothing falls"
    return f"{listed(board.names(fell))} {'falls' if fell.bit_count() == 1 else 'fall'}"


def _closures_left(puzzle: Puzzle, findings: Findings, _: bool) -> list[str]:
    position: Position = puzzle.position
    board = position.board
    number = int(findings.answers[0].strings[0])
    told = [f"**{number}.** {_why_as_many(position, number)}"]
    line = lengths(board).example(position, number, Budget())
    if line:
        told.append(f"For example: {' '.join(board.name(c) for c in line)}.")
    told.append(f"*Marks:* 1 for {number}.")
    return told


def _why_as_many(position: Position, number: int) -> str:
    board = position.board
    if not number:
        return "Every open crossing lies on the only path that is left."
    if not board.falling:
        open_ = position.open.bit_count()
        return (
            f"Nothing falls, so play ends when the open crossings are a single path without short "
            f"cuts. Here every such path has {open_ - number} crossings, A and B included: "
            f"{open_} open now less {open_ - number} makes {number}."
        )
    blocks = [block for block in position.blocks if block[0].bit_count() > 2]
    if all(_allows_one(board, block) for block in blocks):
        return (
            f"What is left has {counted(len(blocks), 'ring')}, and each allows one closure: "
            "then it is a single street."
        )
    return "Every line of play has been counted: none is longer or shorter."


def _allows_one(board: Board, block: tuple[int, int, int]) -> bool:
    from crossfall.solver.roadworks.cards import cards

    card = cards(board.grid).read(block)
    return card is not None and card.longest == 1


def _long_and_short(puzzle: Puzzle, findings: Findings, _: bool) -> list[str]:
    position: Position = puzzle.position
    board = position.board
    fewest, most = map(int, findings.answers[0].strings[0].split())

    def shown(count: int) -> str:
        line = lengths(board).example(position, count, Budget())
        return " ".join(board.name(c) for c in line) or "no closure is safe"

    return [
        f"**{fewest} and {most}.** Fewest: {shown(fewest)}. Most: {shown(most)}.",
        "Every line of play has been counted: none is shorter or longer.",
        f"*Marks:* 1 for {fewest}, 1 for {most}; other closures with these numbers are right too.",
    ]


def _lost_board(puzzle: Puzzle, findings: Findings, numbers: bool) -> list[str]:
    boards: tuple[Position, ...] = puzzle.wishes["boards"]
    number = int(findings.answers[0].strings[0])
    lost = boards[number - 1]
    proof = _proof(lost.board, lost.open, numbers)
    if proof is None:
        reason = ["A search of every line of play proves it."]
    else:
        # The reasons speak to the player who has just moved.
        reason = [
            sentence.replace("your opponent's", "the first player's")
            .replace("your opponent", "the first player")
            .replace("you close", "the second closes")
            for sentence in why_lost(lost.board, proof)
        ]
    told = [f"**Board {number}.** Whoever is to move there loses. {reason[0]}", *reason[1:]]
    others = []
    for place, position in enumerate(boards, start=1):
        if place == number:
            continue
        winning = oracle(position.board).winning(position.open, Budget())
        others.append(f"board {place}: {_or(position.board, winning, 3)}")
    told.append(f"*On the others* the player to move wins, {'; '.join(others)}.")
    told.append(f"*Marks:* 1 for board {number}.")
    return told


def _answer_table(puzzle: Puzzle, findings: Findings, numbers: bool) -> list[str]:
    position: Position = puzzle.position
    board = position.board
    table: tuple[Line, ...] = findings.facts["table"]
    told = []
    for line in table:
        closures = listed([board.name(c) for c in line.closures], "or")
        replies = listed([board.name(c) for c in line.replies], "or")
        told.append(f"**{closures}:** {replies}")
    proof = _proof(board, position.open, numbers)
    if proof is not None and proof.level in (1, 2, 3):
        told.append(f"*Why:* {why_lost(board, proof)[0]}")
    told.append(f"*Marks:* 1 for each of the {spelled(len(table))} lines.")
    return told


def _crossing(board: Board, name: str) -> int:
    crossing = board.grid.point(name)
    assert crossing is not None
    return crossing


_KEYS: dict[str, Callable[[Puzzle, Findings, bool], list[str]]] = {
    "winning-move": _winning_move,
    "what-falls": _what_falls,
    "cut-crossings": _cut_crossings,
    "great-fall": _great_fall,
    "fewest-fences": _fewest_fences,
    "closures-left": _closures_left,
    "long-and-short": _long_and_short,
    "lost-board": _lost_board,
    "answer-table": _answer_table,
}
