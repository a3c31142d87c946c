"""How Clear Path puzzles and their answers are told."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from crossfall.generator.tongues import ENGLISH, Tongue, msg
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
    parried_told,
    replies_told,
    side,
    tempting_told,
)
from crossfall.solver.clear_path.board import BLUE, RED
from crossfall.solver.clear_path.notation import read_line, write_points
from crossfall.solver.clear_path.rules import ClearPathPosition, path_of
from crossfall.solver.clear_path.techniques import grade, is_straight, is_threat
from crossfall.solver.clear_path.turns import joined, joining_points
from crossfall.solver.position import Findings, Puzzle

_EXAMPLE = "4x4:red:1BRB.4.1RBB.1RRB"
_EXAMPLE_SERIES = "d3 c3 b3"

_QUESTIONS = {
    "play-again": msg("Circle each empty point where {me}, starting there, must place again."),
    "forbidden-points": msg("Cross out each empty point where {me} may not start."),
    "longest-chain": msg("Which turn of {me}'s is the longest? Write the stones in order."),
    "winning-turn": msg(
        "{me} to play and win this turn, with as few stones as possible. Write the stones in order."
    ),
    "win-in-two": msg(
        "{me} to play. Which first turn wins on {me}'s next turn, whatever {you} does?"
    ),
}

_IDEAS = {
    "C1": msg("*Idea:* a dead end in a straight line fills up in one turn."),
    "C2": msg("*Idea:* the order of the stones matters."),
    "C3": msg("*Idea:* the last stone need not touch the chain."),
    "C4": msg("*Idea:* a stone that would cut the other side off is illegal."),
    "C5": msg("*Idea:* threaten a win that no reply can stop."),
    "C6": msg("*Idea:* every turn that the other side has left helps you."),
}


def question(puzzle: Puzzle, findings: Findings, tongue: Tongue = ENGLISH) -> str:
    """The printed question."""
    me, you = names(puzzle.position, tongue)
    return tongue.say(_QUESTIONS[puzzle.task], me=me, you=you)


def answer_space(puzzle: Puzzle, findings: Findings, tongue: Tongue = ENGLISH) -> AnswerSpace:
    """Where the pupil writes the answer."""
    if puzzle.task in ("play-again", "forbidden-points"):
        return ON_BOARD
    return AnswerSpace((Blank(tongue.say("Stones"), "long"),))


def notes(puzzles: Sequence[Puzzle], tongue: Tongue = ENGLISH) -> tuple[Paragraph, ...]:
    """What a sheet with these puzzles says once."""
    if not puzzles:
        return ()
    return (
        paragraph(
            tongue.say(
                "An empty point is *surrounded* if stones of either colour or the edge of the "
                "board are on at least three of its four sides."
            )
        ),
    )


def key_notes(puzzles: Sequence[Puzzle], keys: Sequence[Key]) -> tuple[Paragraph, ...]:
    """Nothing: these keys speak for themselves."""
    return ()


def line_of_play(puzzle: Puzzle, tongue: Tongue = ENGLISH) -> Paragraph:
    """The turns that lead to the position, or that none are known."""
    turns: list[tuple[int, ...]] | None = puzzle.wishes.get("line_of_play")
    if turns is None:
        return paragraph(
            tongue.say(
                "*Line of play:* none was found in the search for one. Whether the position can "
                "come up in a game is not proven."
            )
        )
    if not turns:
        return paragraph(tongue.say("*Line of play:* nothing has been placed yet."))
    board = puzzle.position.board
    told = "\xa0· ".join(  # no line begins with a dot or ends in the middle of a turn's head
        f"{number}\xa0{side((number - 1) % 2, tongue)}\xa0{write_points(board, turn)}"
        for number, turn in enumerate(turns, start=1)
    )
    return paragraph(tongue.say("*Line of play:* {turns}.", turns=told))


def rules(puzzles: Sequence[Puzzle], tongue: Tongue = ENGLISH) -> RulesBox:
    """The rules in our own words."""
    told = (
        tongue.say(
            "Red wants to join **top and bottom**, Blue **left and right**, each with an unbroken "
            "path of own stones, neighbours along the lines. A corner belongs to both its edges. "
            "Red begins; after Red's first turn Blue may change sides."
        ),
        tongue.say(
            "In your turn place a stone on an empty point. Was the point *surrounded* just before "
            "(stones of either colour or the edge on three or four of its sides)? **Then you must "
            "place again**, and so on. The first stone on a point that is not surrounded ends your "
            "turn. You may neither pass nor stop early."
        ),
        tongue.say(
            "**Never cut the other side off.** If your turn ends with your stones joining your two "
            "edges only by the help of diagonal steps, the turn is not allowed. If they join them "
            "along the lines, you have won, at once."
        ),
        tongue.say(
            "These are the *chain-reaction* rules: a newer game of the same name is played one "
            "stone at a time."
        ),
    )
    return RulesBox(
        tongue.say("Clear Path (chain-reaction rules)"),
        tongue.say("A game by {designer}", designer="Mark Steere"),
        tuple(map(paragraph, told)),
        _examples(tongue),
    )


def _examples(tongue: Tongue) -> tuple[Example, ...]:
    from crossfall.generator.boards.clear_path import Marks, position_drawing

    position = read_line(_EXAMPLE)
    board = position.board
    series = tuple(board.point(name) for name in _EXAMPLE_SERIES.split())
    path = sum(path_of(board, position.turn, position.own | sum(series)))
    drawing = position_drawing(position, Marks(series=series, path=path), tongue)
    told = (tongue.say("Red wins in one turn."), chain_told(position, series, tongue))
    return (Example(drawing, paragraph(" ".join(told))),)


def key(puzzle: Puzzle, findings: Findings, numbers: bool = True, tongue: Tongue = ENGLISH) -> Key:
    """The answer and why it is right."""
    if len(findings.answers) != 1 or not findings.proven:
        raise ValueError("only a puzzle with one proven answer has a key")
    answer = findings.answers[0].strings[0]
    position: ClearPathPosition = puzzle.position
    points = tuple(position.board.point(name) for name in answer.split())
    told = _KEYS[puzzle.task](position, points, tongue)
    technique = grade(position, puzzle.task, sum(points)).technique
    if technique == "C1" and len(points) == 1:
        path = path_of(position.board, position.turn, position.own | points[0])
        if points[0] in (path[0], path[-1]):
            told.append(
                tongue.say("*Idea:* one stone can be enough: look for the last gap before an edge.")
            )
        else:
            told.append(
                tongue.say("*Idea:* one stone can be enough: look for the gap between two groups.")
            )
    elif technique == "C1" and not is_straight(position.board, sum(points)):
        told.append(
            tongue.say("*Idea:* each of these points is surrounded from the start: fill them all.")
        )
    elif technique:
        told.append(tongue.say(_IDEAS[technique]))
    told.append(_marks(puzzle.task, points, tongue))
    return Key(answer, tuple(paragraph(text) for text in told))


def names(position: ClearPathPosition, tongue: Tongue) -> tuple[str, str]:
    """The mover and the opponent as pages call them."""
    return side(position.turn, tongue), side(BLUE if position.turn == RED else RED, tongue)


def _marks(task: str, points: tuple[int, ...], tongue: Tongue) -> str:
    if task in ("play-again", "forbidden-points"):
        return tongue.count(
            "*Marks:* 1 for this point alone.",
            "*Marks:* 1 for each of the {n}, less 1 for each point too many.",
            len(points),
        )
    return tongue.count(
        "*Marks:* 1 for this stone alone.",
        "*Marks:* 1 for the right stones, 1 for a legal order of them (any one will do).",
        len(points),
    )


def _play_again(position: ClearPathPosition, points: tuple[int, ...], tongue: Tongue) -> list[str]:
    board = position.board
    free: dict[int, list[str]] = {0: [], 1: []}
    for point in points:
        beside = board.beside(point) & position.empty
        told_of = board.name(point)
        if beside:
            told_of = tongue.say(
                "{point} (only {beside})", point=told_of, beside=board.name(beside)
            )
        free[beside.bit_count()].append(told_of)
    told = [f"**{tongue.listed([board.name(point) for point in points])}.**"]
    if free[1]:
        told.append(tongue.say("One empty neighbour: {points}.", points=tongue.listed(free[1])))
    if free[0]:
        told.append(tongue.say("No empty neighbour: {points}.", points=tongue.listed(free[0])))
    surrounded = position.empty & ~board.roomy(position.empty)
    wins = joining_points(board, position.turn, position.own, position.empty) & surrounded
    if wins:
        told.append(
            tongue.say(
                "A stone on {points} wins, so nothing follows it.",
                points=tongue.listed(board.names(wins), "or"),
            )
        )
    if position.empty & ~surrounded:
        told.append(tongue.say("All other empty points have two or more."))
    return [" ".join(told)]


def _forbidden(position: ClearPathPosition, points: tuple[int, ...], tongue: Tongue) -> list[str]:
    head = tongue.listed([position.board.name(point) for point in points])
    told = [f"**{head}.**", *forbidden_told(position, points, tongue)]
    if position.empty & ~sum(points):
        told.append(tongue.say("On every other empty point a legal turn can begin."))
    return told


def _longest(position: ClearPathPosition, points: tuple[int, ...], tongue: Tongue) -> list[str]:
    series = " ".join(position.board.name(point) for point in points)
    return [
        f"**{series}.** {chain_told(position, points, tongue)}",
        tongue.count(
            "No other turn is legal: all of them were tried.",
            "No other legal turn has {number} stones or more: all of them were tried.",
            len(points),
            number=len(points),
        ),
    ]


def _winning(position: ClearPathPosition, points: tuple[int, ...], tongue: Tongue) -> list[str]:
    series = " ".join(position.board.name(point) for point in points)
    told = [f"**{series}.** {chain_told(position, points, tongue)}"]
    path = path_of(position.board, position.turn, position.own | sum(points))
    beside = [position.board.name(point) for point in points if point not in path]
    if beside:
        told.append(
            tongue.count(
                "{points} is not on the path: it only opens the way.",
                "{points} are not on the path: they only open the way.",
                len(beside),
                points=tongue.listed(beside),
            )
        )
    return [
        " ".join(told),
        *tempting_told(position, points, tongue),
        tongue.count(
            "No other single stone wins.",
            "No other turn wins with so few stones: all of them were tried.",
            len(points),
        ),
    ]


def _in_two(position: ClearPathPosition, points: tuple[int, ...], tongue: Tongue) -> list[str]:
    me, you = names(position, tongue)
    turn = sum(points)
    told = [f"**{' '.join(position.board.name(point) for point in points)}.**"]
    assert not joined(position.board, position.turn, position.own | turn)
    if len(points) > 1:
        told.append(chain_told(position, points, tongue))
    if is_threat(position, turn):
        told.append(tongue.say("Now {me} threatens to win.", me=me))
    else:
        told.append(tongue.say("{me} threatens nothing, but {you} must move.", me=me, you=you))
        told.append(tongue.say("{me} has an answer to each of {you}'s turns:", me=me, you=you))
    replies = replies_told(position.play(turn), tongue)
    return [" ".join(told), *replies, *parried_told(position, turn, tongue)]


_KEYS: dict[str, Callable[[ClearPathPosition, tuple[int, ...], Tongue], list[str]]] = {
    "play-again": _play_again,
    "forbidden-points": _forbidden,
    "longest-chain": _longest,
    "winning-turn": _winning,
    "win-in-two": _in_two,
}
