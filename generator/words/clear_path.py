"""How Clear Path puzzles and their answers are told."""

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
from crossfall.generator.words.clear_path_reasons import (
    chain_told,
    forbidden_told,
    listed,
    replies_told,
    tempting_told,
)
from crossfall.solver.clear_path.board import BLUE, COLOURS, RED
from crossfall.solver.clear_path.notation import read_line, write_points
from crossfall.solver.clear_path.rules import ClearPathPosition
from crossfall.solver.clear_path.techniques import grade, is_threat
from crossfall.solver.clear_path.turns import joined, joining_points
from crossfall.solver.position import Findings, Puzzle

_CREDIT = "A game by Mark Steere"
_EXAMPLE = "4x4:red:1BRB.4.1RBB.1RRB"
_EXAMPLE_SERIES = "d3 c3 b3"

_QUESTIONS = {
    "play-again": "Circle each empty point where {me}, starting there, must place again.",
    "forbidden-points": "Cross out each empty point where {me} may not start.",
    "longest-chain": "Which turn of {me}'s is the longest? Write the stones in order.",
    "winning-turn": "{me} to play and win this turn, with as few stones as possible. "
    "Write the stones in order.",
    "win-in-two": "{me} to play. Which first turn wins on {me}'s next turn, whatever {you} does?",
}

_IDEAS = {
    "C1": "a dead end in a straight line fills up in one turn",
    "C2": "the order of the stones matters",
    "C3": "the last stone need not touch the chain",
    "C4": "a stone that would cut the other side off is illegal",
    "C5": "threaten a win that no reply can stop",
    "C6": "every turn that the other side has left helps you",
}


def question(puzzle: Puzzle, findings: Findings) -> str:
    """The printed question."""
    me, you = names(puzzle.position)
    return _QUESTIONS[puzzle.task].format(me=me, you=you)


def answer_space(puzzle: Puzzle, findings: Findings) -> AnswerSpace:
    """Where the pupil writes the answer."""
    if puzzle.task in ("play-again", "forbidden-points"):
        return ON_BOARD
    return AnswerSpace((Blank("Stones", "long"),))


def notes(puzzles: Sequence[Puzzle]) -> tuple[Paragraph, ...]:
    """What a sheet with these puzzles says once."""
    if not puzzles:
        return ()
    return (
        paragraph(
            "An empty point is *surrounded* if stones of either colour or the edge of the board "
            "are on at least three of its four sides."
        ),
    )


def key_notes(puzzles: Sequence[Puzzle], keys: Sequence[Key]) -> tuple[Paragraph, ...]:
    """Nothing: these keys speak for themselves."""
    return ()


def line_of_play(puzzle: Puzzle) -> Paragraph:
    """The turns that lead to the position, or that none are known."""
    turns: list[tuple[int, ...]] | None = puzzle.wishes.get("line_of_play")
    if turns is None:
        return paragraph(
            "*Line of play:* none was found in the search for one. Whether the position can come "
            "up in a game is not proven."
        )
    board = puzzle.position.board
    told = "\xa0· ".join(  # no line begins with a dot or ends in the middle of a turn's head
        f"{number}\xa0{COLOURS[(number - 1) % 2].capitalize()}\xa0{write_points(board, turn)}"
        for number, turn in enumerate(turns, start=1)
    )
    return paragraph(f"*Line of play:* {told or 'nothing has been placed yet'}.")


def rules(puzzles: Sequence[Puzzle]) -> RulesBox:
    """The rules in our own words."""
    told = (
        "Red wants to join **top and bottom**, Blue **left and right**, each with an unbroken "
        "path of own stones, neighbours along the lines. A corner belongs to both its edges. "
        "Red begins; after Red's first turn Blue may change sides.",
        "In your turn place a stone on an empty point. Was the point *surrounded* just before "
        "(stones of either colour or the edge on three or four of its sides)? "
        "**Then you must place again**, and so on. The first stone on a point that is not "
        "surrounded ends your turn. You may neither pass nor stop early.",
        "**Never cut the other side off.** If your turn ends with your stones joining your two "
        "edges only by the help of diagonal steps, the turn is not allowed. "
        "If they join them along the lines, you have won, at once.",
        "These are the *chain-reaction* rules: a newer game of the same name is played one stone "
        "at a time.",
    )
    return RulesBox(
        "Clear Path (chain-reaction rules)",
        _CREDIT,
        tuple(map(paragraph, told)),
        _examples(),
    )


def _examples() -> tuple[Example, ...]:
    from crossfall.generator.boards.clear_path import Marks, position_drawing
    from crossfall.solver.clear_path.rules import path_of

    position = read_line(_EXAMPLE)
    board = position.board
    series = tuple(board.point(name) for name in _EXAMPLE_SERIES.split())
    path = sum(path_of(board, position.turn, position.own | sum(series)))
    drawing = position_drawing(position, Marks(series=series, path=path))
    told = chain_told(position, series)
    return (Example(drawing, paragraph(f"Red wins in one turn. {told}")),)


def key(puzzle: Puzzle, findings: Findings, numbers: bool = True) -> Key:
    """The answer and why it is right."""
    if len(findings.answers) != 1 or not findings.proven:
        raise ValueError("only a puzzle with one proven answer has a key")
    answer = findings.answers[0].strings[0]
    position: ClearPathPosition = puzzle.position
    points = tuple(position.board.point(name) for name in answer.split())
    told = _KEYS[puzzle.task](position, points)
    technique = grade(position, puzzle.task, sum(points)).technique
    if technique:
        told.append(f"*Idea:* {_IDEAS[technique]}.")
    told.append(_marks(puzzle.task, points))
    return Key(answer, tuple(paragraph(text) for text in told))


def names(position: ClearPathPosition) -> tuple[str, str]:
    """The mover and the opponent as pages call them."""
    me, you = COLOURS[position.turn], COLOURS[BLUE if position.turn == RED else RED]
    return me.capitalize(), you.capitalize()


def _marks(task: str, points: tuple[int, ...]) -> str:
    if task in ("play-again", "forbidden-points"):
        if len(points) == 1:
            return "*Marks:* 1 for this point alone."
        return f"*Marks:* 1 for each of the {len(points)}, 1 off for each other one marked."
    if len(points) == 1:
        return "*Marks:* 1 for this stone alone."
    return "*Marks:* 1 for the right stones, 1 for a legal order of them (any one will do)."


def _play_again(position: ClearPathPosition, points: tuple[int, ...]) -> list[str]:
    board = position.board
    free: dict[int, list[str]] = {0: [], 1: []}
    for point in points:
        beside = board.beside(point) & position.empty
        name = board.name(point)
        free[beside.bit_count()].append(f"{name} (only {board.name(beside)})" if beside else name)
    told = []
    if free[1]:
        told.append(f"One empty neighbour: {listed(free[1])}.")
    if free[0]:
        told.append(f"No empty neighbour: {listed(free[0])}.")
    surrounded = position.empty & ~board.roomy(position.empty)
    wins = joining_points(board, position.turn, position.own, position.empty) & surrounded
    if wins:
        told.append(f"A stone on {listed(board.names(wins), 'or')} wins, so nothing follows it.")
    head = listed([board.name(point) for point in points])
    return (
        [f"**{head}.** {' '.join(told)} All other empty points have two or more."]
        if not wins
        else [f"**{head}.** {' '.join(told)}"]
    )


def _forbidden(position: ClearPathPosition, points: tuple[int, ...]) -> list[str]:
    head = listed([position.board.name(point) for point in points])
    return [f"**{head}.**", *forbidden_told(position, points)]


def _longest(position: ClearPathPosition, points: tuple[int, ...]) -> list[str]:
    series = " ".join(position.board.name(point) for point in points)
    return [
        f"**{series}.** {chain_told(position, points)}",
        f"No other legal turn has {len(points)} stones or more: all of them were tried."
        if len(points) > 1
        else "No other turn is legal: all of them were tried.",
    ]


def _winning(position: ClearPathPosition, points: tuple[int, ...]) -> list[str]:
    series = " ".join(position.board.name(point) for point in points)
    told = [f"**{series}.** {chain_told(position, points)}"]
    told.extend(tempting_told(position, points))
    told.append(
        "No other turn wins with so few stones: all of them were tried."
        if len(points) > 1
        else "No other single stone wins."
    )
    return told


def _in_two(position: ClearPathPosition, points: tuple[int, ...]) -> list[str]:
    me, you = names(position)
    turn = sum(points)
    series = " ".join(position.board.name(point) for point in points)
    assert not joined(position.board, position.turn, position.own | turn)
    what = (
        f"Now {me} threatens to win."
        if is_threat(position, turn)
        else f"{me} threatens nothing, but {you} must move."
    )
    chain = f" {chain_told(position, points)}" if len(points) > 1 else ""
    return [f"**{series}.**{chain} {what}", *replies_told(position.play(turn))]


_KEYS: dict[str, Callable[[ClearPathPosition, tuple[int, ...]], list[str]]] = {
    "play-again": _play_again,
    "forbidden-points": _forbidden,
    "longest-chain": _longest,
    "winning-turn": _winning,
    "win-in-two": _in_two,
}
