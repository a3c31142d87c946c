"""The verdict on a drawn puzzle: first the verdict itself, then what more there is to say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from crossfall.generator.bench.api.board import records_of
from crossfall.generator.bench.desks import desk
from crossfall.generator.bench.jobs import QUICK, Report
from crossfall.generator.boards import boards
from crossfall.generator.drawing import to_svg
from crossfall.generator.tongues import SOURCE, Tongue, tongue_of
from crossfall.generator.words import words
from crossfall.solver import position as registry
from crossfall.solver.advice import advise
from crossfall.solver.budget import Budget
from crossfall.solver.position import Answer, Findings, Puzzle
from crossfall.solver.records import Record
from crossfall.solver.verify import SOUND, Verdict, read_puzzle, verify

LANE = QUICK
SECONDS = 60.0
MOST_DRAWN = 12  # answers that are drawn; the others are only named


def run(args: Mapping[str, Any], report: Report) -> dict[str, Any]:
    """`state`: the puzzle. `twins`: whether to list small changes with another answer.
    `language`: of what is printed of it; problems and notes are in English."""
    (record,) = records_of([args.get("state")])
    puzzle = read_puzzle(record)
    tongue = tongue_of(str(args.get("language") or SOURCE))
    verdict = verify(puzzle, Budget())
    told = _told(puzzle, verdict, tongue)
    report.piece(told)
    # Answers stay hidden until they are asked for, so their boards may come after the verdict.
    drawn = zip(told["answers"], verdict.findings.answers, strict=False)
    told["answers"] = [
        {**one, "boards": _boards(puzzle, verdict.findings, answer, tongue)}
        for one, answer in drawn
    ]
    return {**told, **_more(puzzle, verdict, bool(args.get("twins")), tongue)}


def _told(puzzle: Puzzle, verdict: Verdict, tongue: Tongue) -> dict[str, Any]:
    findings = verdict.findings
    return {
        "verdict": verdict.verdict,
        "question": _question(puzzle, findings, tongue),
        "problems": [
            {"code": p.code, "severity": p.severity, "message": p.message} for p in verdict.problems
        ],
        "answers": [
            {"text": str(answer), "boards": []} for answer in findings.answers[:MOST_DRAWN]
        ],
        "count": len(findings.answers),
        "proven": findings.proven,
    }


def _question(puzzle: Puzzle, findings: Findings, tongue: Tongue) -> str:
    if puzzle.problems:
        return ""
    try:
        return words(puzzle.game, tongue).question(puzzle, findings)
    except (ValueError, LookupError):  # some questions can only be asked where there is an answer
        return ""


def _boards(
    puzzle: Puzzle, findings: Findings, answer: Answer, tongue: Tongue
) -> list[dict[str, str]]:
    """The boards with an answer drawn in, as if it were the only one."""
    alone = replace(findings, answers=(answer,))
    try:
        drawings = boards(puzzle.game, tongue).draw_key(puzzle, alone)
        return [{"svg": to_svg(drawing), "alt": drawing.alt} for drawing in drawings]
    except (ValueError, LookupError):
        return []


def _more(puzzle: Puzzle, verdict: Verdict, twins: bool, tongue: Tongue) -> dict[str, Any]:
    """For a sound puzzle: technique, stars, tags, what can be left out, and its key in words."""
    if verdict.verdict != SOUND:
        return {}
    advice = advise(puzzle, verdict.findings, Budget(), twins)
    key = words(puzzle.game, tongue).key(puzzle, verdict.findings)
    report = dict(advice.report)
    return {
        "twins": [_twin(puzzle, twin) for twin in report.pop("twins", ())] if twins else None,
        "advice": [
            {"code": p.code, "severity": p.severity, "message": p.message} for p in advice.problems
        ],
        "notes": list(advice.notes),
        "report": report,
        "key": [
            [{"text": run.text, "style": run.style} for run in paragraph.runs]
            for paragraph in key.paragraphs
        ],
        "canonical": registry.game(puzzle.game).canonical(puzzle),
    }


def _twin(puzzle: Puzzle, twin: Mapping[str, Any]) -> dict[str, Any]:
    """A small change with another answer, as a page can show it."""
    fields = {**puzzle.record.fields, "closed": twin["closed"]}
    fields.pop("answer", None)
    state = desk(puzzle.game).state_of(read_puzzle(Record(fields)))
    told = f"{twin['change']}: {' or '.join(twin['answers'])}"
    return {"told": told, "state": state.to_json()}
