"""How Pathing puzzles and their answers are told.

The rules box and the questions are here; why an answer is right is in `pathing_reasons.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from crossfall.generator.words import (
    AnswerSpace,
    Blank,
    Example,
    Key,
    Paragraph,
    RulesBox,
    paragraph,
)
from crossfall.generator.words.english import listed, spelled
from crossfall.generator.words.pathing_forced import defence_key, force_key
from crossfall.generator.words.pathing_reasons import conversion_key, fewest_key, line_key
from crossfall.solver.pathing_boxes.rules import (
    CLASSIC,
    PLAYERS,
    RULES,
    PathingPosition,
    RuleSet,
    replay,
)
from crossfall.solver.position import Findings, Puzzle

_CREDIT = "A game by Zero"
_FULL = 0xFFFF


def question(puzzle: Puzzle, findings: Findings) -> str:
    """The printed question; a puzzle that hangs on its rules says which they are."""
    told = _QUESTIONS[puzzle.task](puzzle)
    if depends_on_rules(findings):
        told += f" (Rules: {puzzle.position.rules.name}.)"
    return told


def depends_on_rules(findings: Findings) -> bool:
    """Whether the answer is another one under some other rule set, or may be."""
    return not all(findings.facts.get("other_rules", {}).values())


def _players(puzzle: Puzzle) -> tuple[str, str]:
    mover: int = puzzle.position.turn
    return PLAYERS[mover], PLAYERS[1 - mover]


def _fewest(puzzle: Puzzle) -> str:
    own, _ = _players(puzzle)
    return f"Make four {own} in a line in the fewest swaps. Use no edge twice."


def _line_now(puzzle: Puzzle) -> str:
    own, _ = _players(puzzle)
    return f"{own} to swap: make your line before your turn ends. Which swap comes first?"


def _force_line(puzzle: Puzzle) -> str:
    own, other = _players(puzzle)
    turns = puzzle.wishes.get("turns")
    when = f"by your {_ordinal(turns)} turn" if turns else "in this wave"
    return f"{own} to swap: which first swap makes your line {when}, whatever {other} does?"


def _only_defence(puzzle: Puzzle) -> str:
    own, other = _players(puzzle)
    turns = puzzle.wishes.get("turns")
    when = "in this wave"
    if turns:
        when = "on the next turn" if turns == 1 else f"within {spelled(turns)} turns"
    return f"{own} to swap: {other} threatens a line {when}. Which swap stops it?"


def _conversion(puzzle: Puzzle) -> str:
    own, other = _players(puzzle)
    position: PathingPosition = puzzle.position
    must = f"must place a piece of {other} on an empty cell"
    if position.x | position.y == _FULL:
        must = f"must turn one of its own pieces into {other}"
        if position.rules.emptying:
            must = "must take one of its own pieces away"
    starter = PLAYERS[position.last] if position.last is not None else "?"
    return (
        f"{own} has lost the wave and {must}. {starter} begins the next wave. "
        f"Which cell leaves {other} without a line on its first turn?"
    )


_QUESTIONS: dict[str, Callable[[Puzzle], str]] = {
    "fewest-swaps": _fewest,
    "line-now": _line_now,
    "force-line": _force_line,
    "only-defence": _only_defence,
    "conversion": _conversion,
}


def _ordinal(number: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(number, f"{number}th")


def answer_space(puzzle: Puzzle, findings: Findings) -> AnswerSpace:
    """Where the pupil writes the answer."""
    if puzzle.task == "fewest-swaps":
        return AnswerSpace((Blank("Swaps", "long"),))
    if puzzle.task == "conversion":
        return AnswerSpace((Blank("Cell"),))
    return AnswerSpace((Blank("Swap"),))


def notes(puzzles: Sequence[Puzzle]) -> tuple[Paragraph, ...]:
    """What a sheet with these puzzles says once."""
    told = []
    if any(puzzle.task in ("line-now", "force-line", "only-defence") for puzzle in puzzles):
        told.append(
            "A *turn* is all swaps of one player in a row. Dotted edges are open, thick ones "
            "filled. Redraw the board in the empty copies as you think ahead."
        )
    return tuple(map(paragraph, told))


def key_notes(puzzles: Sequence[Puzzle], keys: Sequence[Key]) -> tuple[Paragraph, ...]:
    """Nothing: these keys speak for themselves."""
    return ()


def rules(puzzles: Sequence[Puzzle]) -> RulesBox:
    """The rules these puzzles are played by, in our own words."""
    from crossfall.generator.boards.pathing_boxes import position_drawing

    sets = [p.position.rules for p in puzzles if isinstance(p.position, PathingPosition)]
    names = sorted({rules.name for rules in sets} or {"waves"}, key=list(RULES).index)
    finals = any(p.position.board.finals for p in puzzles)
    board = CLASSIC.board
    shown = replay(CLASSIC, [board.edge_number(n) for n in ["A1-B1", "A1-A2", "B1-B2", "A2-B2"]])
    example = Example(
        position_drawing(shown),
        paragraph(
            "From a start with Y X . Y in row 1, X began: A1-B1, then Y A1-A2, X B1-B2, Y A2-B2. "
            "The last swap *closed a box*: it is Y's, and Y swaps again."
        ),
    )
    told = [
        "X and Y share a board of 16 cells. **A turn:** choose an open edge between two "
        "neighbouring cells, swap what the two cells hold, and fill the edge. Equal or empty "
        "cells may be swapped too. A filled edge is used up.",
        "**Four of one colour in a full row or column end the game at once:** that colour wins, "
        "whoever made the swap. Diagonals do not count.",
        "Four edges around the middle of four cells make a box. **Whoever fills the last edge of "
        "a box owns it and swaps once more** (once, even for two boxes).",
        "When every edge is filled the wave is over. " + _wave_end(names),
        _tie(names),
    ]
    if finals:
        told.append(
            "*Finals board:* four long edges join the corners around the outside; each makes a box "
            "with the three edges of its side. How its games begin is not known; any start will do."
        )
    return RulesBox("Pathing Dots & Boxes", _CREDIT, tuple(map(paragraph, told)), (example,))


def _wave_end(names: Sequence[str]) -> str:
    told = (
        "Whoever has fewer boxes puts a piece of the *other* colour on an empty cell. Then all "
        "edges open again, and the player of the last swap begins."
    )
    turned = [name for name in names if not RULES[name].emptying]
    emptied = [name for name in names if RULES[name].emptying]
    if turned and emptied:
        return (
            f"{told} With no empty cell left, one of the loser's own pieces becomes empty "
            f"({listed(emptied)}) or changes its colour ({listed(turned)})."
        )
    becomes = "becomes empty" if emptied else "changes its colour"
    return f"{told} With no empty cell left, one of the loser's own pieces {becomes}."


def _tie(names: Sequence[str]) -> str:
    if len(names) == 1:
        return f"If both colours line up at once, {_tie_rule(RULES[names[0]])}."
    parts = [f"{_tie_rule(RULES[name])} ({name})" for name in names]
    return f"If both colours line up at once: {'; '.join(parts)}."


def _tie_rule(rules_: RuleSet) -> str:
    return {
        "majority": "the colour with more pieces on the board wins, and if equal the player who "
        "made the swap",
        "opponent": "the player who made the swap loses",
        "mover": "the player who made the swap wins",
    }[rules_.tie]


def key(puzzle: Puzzle, findings: Findings, numbers: bool = True) -> Key:
    """The answer and why it is right; `numbers` is no matter here."""
    if len(findings.answers) != 1 or not findings.proven:
        raise ValueError("only a puzzle with one proven answer has a key")
    told = list(_KEYS[puzzle.task](puzzle, findings))
    told += _rules_told(puzzle, findings)
    return Key(findings.answers[0].strings[0], tuple(map(paragraph, told)))


def _rules_told(puzzle: Puzzle, findings: Findings) -> list[str]:
    """Under which rules the answer holds, where it hangs on them."""
    others: dict[str, bool | None] = findings.facts.get("other_rules", {})
    differing = [name for name, same in others.items() if same is False]
    unknown = [name for name, same in others.items() if same is None]
    own = puzzle.position.rules.name
    told = []
    if differing:
        told.append(
            f"*Rules:* the answer holds by the rules {own}. "
            f"By {listed(differing, 'or')} it is not the same."
        )
    if unknown:
        told.append(
            f"*Rules:* the answer is proven for the rules {own}, not for {listed(unknown, 'or')}."
        )
    return told


_KEYS: dict[str, Callable[[Puzzle, Findings], list[str]]] = {
    "fewest-swaps": fewest_key,
    "line-now": line_key,
    "force-line": force_key,
    "only-defence": defence_key,
    "conversion": conversion_key,
}
