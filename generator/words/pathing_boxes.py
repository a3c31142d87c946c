"""How Pathing puzzles and their answers are told.

The rules box and the questions are here; why an answer is right is in `pathing_reasons.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from crossfall.generator.tongues import ENGLISH, Tongue, msg
from crossfall.generator.words import (
    AnswerSpace,
    Blank,
    Example,
    Key,
    Paragraph,
    RulesBox,
    paragraph,
)
from crossfall.generator.words.pathing_defence import defence_key
from crossfall.generator.words.pathing_forced import force_key
from crossfall.generator.words.pathing_reasons import conversion_key, fewest_key, line_key
from crossfall.solver.pathing_boxes.board import EDGE_NAMES
from crossfall.solver.pathing_boxes.plays import play_to
from crossfall.solver.pathing_boxes.rules import (
    CLASSIC,
    PLAYERS,
    RULES,
    PathingPosition,
    replay,
)
from crossfall.solver.position import Findings, Puzzle

_FULL = 0xFFFF


def question(puzzle: Puzzle, findings: Findings, tongue: Tongue = ENGLISH) -> str:
    """The printed question; a puzzle that hangs on its rules says which they are."""
    told = _QUESTIONS[puzzle.task](puzzle, tongue)
    if not depends_on_rules(findings):
        return told
    return f"{told} {_rules_named(puzzle, tongue)}"


def rules_label(puzzle: Puzzle, among: Sequence[Puzzle], tongue: Tongue = ENGLISH) -> str:
    """Which rules a puzzle goes by, where those of its sheet go by several."""
    names = {other.position.rules.name for other in among}
    return _rules_named(puzzle, tongue) if len(names) > 1 else ""


def _rules_named(puzzle: Puzzle, tongue: Tongue) -> str:
    return tongue.say("(Rules: {rules}.)", rules=puzzle.position.rules.name)


def depends_on_rules(findings: Findings) -> bool:
    """Whether the answer is another one under some other rule set, or may be."""
    return not all(findings.facts.get("other_rules", {}).values())


def _players(puzzle: Puzzle) -> tuple[str, str]:
    mover: int = puzzle.position.turn
    return PLAYERS[mover], PLAYERS[1 - mover]


def _fewest(puzzle: Puzzle, tongue: Tongue) -> str:
    own, _ = _players(puzzle)
    return tongue.say(
        "Make four {player} in a line in the fewest swaps. Use no edge twice.", player=own
    )


def _line_now(puzzle: Puzzle, tongue: Tongue) -> str:
    own, _ = _players(puzzle)
    return tongue.say(
        "{player} to swap: make your line before your turn ends. Which swap comes first?",
        player=own,
    )


def _force_line(puzzle: Puzzle, tongue: Tongue) -> str:
    own, other = _players(puzzle)
    turns = puzzle.wishes.get("turns")
    return tongue.say(_FORCE.get(turns, _FORCE_BY), player=own, other=other, turns=turns)


_FORCE = {
    None: msg(
        "{player} to swap: which first swap makes your line in this wave, whatever {other} does?"
    ),
    1: msg(
        "{player} to swap: which first swap makes your line by your first turn, whatever {other} "
        "does?"
    ),
    2: msg(
        "{player} to swap: which first swap makes your line by your second turn, whatever {other} "
        "does?"
    ),
    3: msg(
        "{player} to swap: which first swap makes your line by your third turn, whatever {other} "
        "does?"
    ),
}
_FORCE_BY = msg(
    "{player} to swap: which first swap makes your line by turn {turns} of yours, whatever {other} "
    "does?"
)


def _only_defence(puzzle: Puzzle, tongue: Tongue) -> str:
    own, other = _players(puzzle)
    turns: int | None = puzzle.wishes.get("turns")
    if not turns:
        return tongue.say(
            "{player} to swap: {other} threatens a line in this wave. Which swap stops it?",
            player=own,
            other=other,
        )
    return tongue.count(
        "{player} to swap: {other} threatens a line on the next turn. Which swap stops it?",
        "{player} to swap: {other} threatens a line within {n} turns. Which swap stops it?",
        turns,
        player=own,
        other=other,
    )


def _conversion(puzzle: Puzzle, tongue: Tongue) -> str:
    own, other = _players(puzzle)
    position: PathingPosition = puzzle.position
    must = msg("{player} has lost the wave and must place a piece of {other} on an empty cell.")
    if position.x | position.y == _FULL:
        must = msg("{player} has lost the wave and must turn one of its own pieces into {other}.")
        if position.rules.emptying:
            must = msg("{player} has lost the wave and must take one of its own pieces away.")
    starter = PLAYERS[position.last] if position.last is not None else "?"
    asked = tongue.say(
        "{starter} begins the next wave. Which cell leaves {other} without a line on its first "
        "turn?",
        starter=starter,
        other=other,
    )
    return f"{tongue.say(must, player=own, other=other)} {asked}"


_QUESTIONS: dict[str, Callable[[Puzzle, Tongue], str]] = {
    "fewest-swaps": _fewest,
    "line-now": _line_now,
    "force-line": _force_line,
    "only-defence": _only_defence,
    "conversion": _conversion,
}


def answer_space(puzzle: Puzzle, findings: Findings, tongue: Tongue = ENGLISH) -> AnswerSpace:
    """Where the pupil writes the answer."""
    if puzzle.task == "fewest-swaps":
        return AnswerSpace((Blank(tongue.say("Swaps"), "long"),))
    if puzzle.task == "conversion":
        return AnswerSpace((Blank(tongue.say("Cell")),))
    return AnswerSpace((Blank(tongue.say("Swap")),))


def notes(puzzles: Sequence[Puzzle], tongue: Tongue = ENGLISH) -> tuple[Paragraph, ...]:
    """What a sheet with these puzzles says once."""
    if not any(puzzle.task in ("line-now", "force-line", "only-defence") for puzzle in puzzles):
        return ()
    return (
        paragraph(
            tongue.say(
                "A *turn* is all swaps of one player in a row. Dotted edges are open, thick ones "
                "filled. Redraw the board in the empty copies as you think ahead."
            )
        ),
    )


def key_notes(puzzles: Sequence[Puzzle], keys: Sequence[Key]) -> tuple[Paragraph, ...]:
    """Nothing: these keys speak for themselves."""
    return ()


def line_of_play(puzzle: Puzzle, tongue: Tongue = ENGLISH) -> Paragraph:
    """The swaps that lead to the position, numbered by turns, with the boxes they close."""
    play = play_to(puzzle)
    if play is None and puzzle.wishes.get("unproven"):
        return paragraph(
            tongue.say("*Line of play:* none was found from the start that the puzzle gives.")
        )
    if play is None:
        return paragraph(
            tongue.say("*Line of play:* none is known, since the puzzle gives no start.")
        )
    if not play.swaps:
        return paragraph(tongue.say("*Line of play:* nothing has been swapped yet."))
    told = "\xa0· ".join(
        f"{number}\xa0{PLAYERS[before.turn]}\xa0{_with_boxes(before, swaps, tongue)}"
        for number, (before, swaps) in enumerate(play.turns(), start=1)
    )
    if (play.start.x, play.start.y) == (CLASSIC.x, CLASSIC.y):
        return paragraph(tongue.say("*Line of play* from the start classic: {turns}.", turns=told))
    if play.given:
        return paragraph(tongue.say("*Line of play* from the start shown: {turns}.", turns=told))
    return paragraph(
        tongue.say(
            "*Line of play:* the puzzle gives no start; from the one shown, these swaps lead here: "
            "{turns}.",
            turns=told,
        )
    )


def _with_boxes(position: PathingPosition, swaps: Sequence[int], tongue: Tongue) -> str:
    """The swaps of a turn, with the boxes they close."""
    told = []
    for edge in swaps:
        after = position.play(edge)
        closed = sum(after.score) - sum(position.score)
        name = EDGE_NAMES[edge]
        if closed == 1:
            name = tongue.say("{swap}\xa0(box)", swap=name)
        elif closed == 2:
            name = tongue.say("{swap}\xa0(2\xa0boxes)", swap=name)
        told.append(name)
        position = after
    return ", ".join(told)


def rules(puzzles: Sequence[Puzzle], tongue: Tongue = ENGLISH) -> RulesBox:
    """The rules these puzzles are played by, in our own words."""
    from crossfall.generator.boards.pathing_boxes import position_drawing

    sets = [p.position.rules for p in puzzles if isinstance(p.position, PathingPosition)]
    names = sorted({rules.name for rules in sets} or {"waves"}, key=list(RULES).index)
    finals = any(p.position.board.finals for p in puzzles)
    board = CLASSIC.board
    shown = replay(CLASSIC, [board.edge_number(n) for n in ["A1-B1", "A1-A2", "B1-B2", "A2-B2"]])
    example = Example(
        position_drawing(shown, tongue=tongue),
        paragraph(
            tongue.say(
                "From a start with Y X . Y in row 1, X began: A1-B1, then Y A1-A2, X B1-B2, Y "
                "A2-B2. The last swap *closed a box*: it is Y's, and Y swaps again."
            )
        ),
    )
    told = [
        tongue.say(
            "X and Y share a board of 16 cells. **A swap:** choose an open edge between two "
            "neighbouring cells, swap what the two cells hold, and fill the edge. Equal or empty "
            "cells may be swapped too. A filled edge is used up."
        ),
        tongue.say(
            "**Four of one colour in a full row or column end the game at once:** that colour "
            "wins, whoever made the swap. Diagonals do not count."
        ),
        tongue.say(
            "Four edges around the middle of four cells make a box. **Whoever fills the last edge "
            "of a box owns it and swaps once more** (once, even for two boxes)."
        ),
        _wave_end(names, tongue),
        _tie(names, tongue),
    ]
    if finals:
        told.append(
            tongue.say(
                "*Finals board:* four long edges join the corners around the outside; each makes a "
                "box with the three edges of its side. How its games begin is not known; any start "
                "will do."
            )
        )
    return RulesBox(
        "Pathing Dots & Boxes",
        tongue.say("A game by {designer}", designer="Zero"),
        tuple(map(paragraph, told)),
        (example,),
    )


def _wave_end(names: Sequence[str], tongue: Tongue) -> str:
    told = tongue.say(
        "When every edge is filled the wave is over. Whoever has fewer boxes puts a piece of the "
        "*other* colour on an empty cell. Then all edges open again, and the player of the last "
        "swap begins."
    )
    turned = [name for name in names if not RULES[name].emptying]
    emptied = [name for name in names if RULES[name].emptying]
    if turned and emptied:
        full = tongue.say(
            "With no empty cell left, one of the loser's own pieces becomes empty ({emptied}) or "
            "changes its colour ({turned}).",
            emptied=tongue.listed(emptied),
            turned=tongue.listed(turned),
        )
    elif emptied:
        full = tongue.say("With no empty cell left, one of the loser's own pieces becomes empty.")
    else:
        full = tongue.say(
            "With no empty cell left, one of the loser's own pieces changes its colour."
        )
    return f"{told} {full}"


def _tie(names: Sequence[str], tongue: Tongue) -> str:
    if len(names) == 1:
        rule = tongue.say(_TIES[RULES[names[0]].tie])
        return tongue.say("If both colours line up at once, {rule}.", rule=rule)
    parts = [f"{tongue.say(_TIES[RULES[name].tie])} ({name})" for name in names]
    return tongue.say("If both colours line up at once: {rules}.", rules="; ".join(parts))


_TIES = {
    "majority": msg(
        "the colour with more pieces on the board wins, and if equal the player who made the swap"
    ),
    "opponent": msg("the player who made the swap loses"),
    "mover": msg("the player who made the swap wins"),
}


def key(puzzle: Puzzle, findings: Findings, numbers: bool = True, tongue: Tongue = ENGLISH) -> Key:
    """The answer and why it is right; `numbers` is no matter here."""
    if len(findings.answers) != 1 or not findings.proven:
        raise ValueError("only a puzzle with one proven answer has a key")
    told = list(_KEYS[puzzle.task](puzzle, findings, tongue))
    told += _rules_told(puzzle, findings, tongue)
    return Key(findings.answers[0].strings[0], tuple(map(paragraph, told)))


def _rules_told(puzzle: Puzzle, findings: Findings, tongue: Tongue) -> list[str]:
    """Under which rules the answer holds, where it hangs on them."""
    others: dict[str, bool | None] = findings.facts.get("other_rules", {})
    differing = [name for name, same in others.items() if same is False]
    unknown = [name for name, same in others.items() if same is None]
    own = puzzle.position.rules.name
    told = []
    if differing:
        told.append(
            tongue.say(
                "*Rules:* the answer holds by the rules {rules}. By {others} it is not the same.",
                rules=own,
                others=tongue.listed(differing, "or"),
            )
        )
    if unknown:
        told.append(
            tongue.say(
                "*Rules:* the answer is proven for the rules {rules}, not for {others}.",
                rules=own,
                others=tongue.listed(unknown, "or"),
            )
        )
    return told


_KEYS: dict[str, Callable[[Puzzle, Findings, Tongue], list[str]]] = {
    "fewest-swaps": fewest_key,
    "line-now": line_key,
    "force-line": force_key,
    "only-defence": defence_key,
    "conversion": conversion_key,
}
