"""The questions asked about Pathing positions: answers, warnings, verdicts on claims."""

import json
import random
import tomllib
from itertools import combinations, permutations
from pathlib import Path

import pytest

from crossfall.solver.audit import AGREES, audit_record
from crossfall.solver.audit.pathing_boxes_play import lined_up
from crossfall.solver.budget import Budget
from crossfall.solver.pathing_boxes.board import EDGE_NAMES
from crossfall.solver.pathing_boxes.fewest import fewest_swaps, line_distances
from crossfall.solver.pathing_boxes.game import GAME
from crossfall.solver.pathing_boxes.rules import PathingPosition, swapped
from crossfall.solver.position import Puzzle, SolveOptions
from crossfall.solver.records import Record, read_records
from crossfall.solver.verify import Verdict, verify
from tests.pathing_boxes.positions import audit_state, position, random_position

CASES = Path(__file__).parent.parent / "cases"
SOUND = read_records(str(CASES / "pathing_sound.toml"))
FLAWED = read_records(str(CASES / "pathing_flawed.toml"))
POSITIONS = json.loads((CASES / "pathing_positions.json").read_text())


def puzzle(task: str, rows: str, filled: str = "", **fields: object) -> Puzzle:
    told = {"game": "pathing-boxes", "task": task, "board": "\n".join(rows.split())}
    return GAME.read(Record({"to_move": "X", **told, "filled": filled, **fields}))


def judged(task: str, rows: str, filled: str = "", **fields: object) -> Verdict:
    return verify(puzzle(task, rows, filled, **fields), Budget())


def codes(verdict: Verdict) -> list[str]:
    return [problem.code for problem in verdict.problems]


@pytest.mark.parametrize("record", SOUND, ids=lambda record: record.number)
def test_sound_puzzles_are_sound_and_the_audit_agrees(record: Record) -> None:
    verdict = verify(GAME.read(record), Budget())
    assert verdict.verdict == "sound"
    assert verdict.answers == (record.text("answer"),)
    assert audit_record(record).verdict == AGREES


@pytest.mark.parametrize("record", FLAWED, ids=lambda record: record.number)
def test_flawed_puzzles_have_the_code_of_their_note(record: Record) -> None:
    verdict = verify(GAME.read(record), Budget())
    assert verdict.verdict == "flawed"
    assert verdict.answers == ()
    assert codes(verdict)[0] == record.text("note").split()[1].rstrip(",")
    assert audit_record(record).verdict != AGREES


@pytest.mark.parametrize("case", POSITIONS, ids=range(len(POSITIONS)))
def test_solve_reports_all_forcing_and_holding_swaps(case: dict) -> None:
    setting = puzzle(
        "force-line",
        " ".join(case["rows"]),
        case["filled"],
        rules=case["rules"],
        finals=case["finals"],
        to_move=case["to_move"],
        score=f"X{case['score'][0]} Y{case['score'][1]}",
        start="\n".join(case["start"]),
        swaps=case["swaps"],
        first=_beginner(case),
    )
    (report,) = GAME.solve(setting, Budget(), SolveOptions())
    assert report["winning"] == case["force_line"]
    assert report["holding"] == case["holds"]
    wins, holds = bool(case["force_line"]), bool(case["holds"])
    assert report["outcome"] == ("win" if wins else "open" if holds else "loss")


def _beginner(case: dict) -> str:
    for first in "XY":
        here = position(" ".join(case["start"]), "", first, (0, 0), case["rules"], case["finals"])
        for name in case["swaps"].split():
            here = here.play(here.board.edge_number(name))
        if "XY"[here.turn] == case["to_move"] and list(here.score) == case["score"]:
            return first
    raise AssertionError(case)


def test_a_search_cut_off_is_unknown_and_lists_nothing() -> None:
    start = puzzle("line-now", "YX.Y X..X Y..Y X.YX")
    over = Budget(seconds=1, clock=iter(range(0, 10_000, 5)).__next__)
    (report,) = GAME.solve(start, over, SolveOptions())
    assert (report["outcome"], report["winning"], report["holding"]) == ("unknown", [], [])


def test_solve_can_be_asked_within_some_own_turns() -> None:
    start = puzzle("line-now", "YX.Y X..X Y..Y X.YX")
    (report,) = GAME.solve(start, Budget(), SolveOptions(turns=1))
    assert report["outcome"] == "open"


def test_a_callers_smaller_work_bound_is_kept() -> None:
    start = puzzle("fewest-swaps", "X..X .... .... X..X")
    findings = GAME.tasks["fewest-swaps"].examine(start, Budget(work=20))
    assert not findings.proven


# --- fewest-swaps --------------------------------------------------------------------------------


def sets_by_trying(here: PathingPosition, most: int) -> set[frozenset[str]]:
    """The smallest sets of at most `most` edges with a working order, by trying all orders."""
    open_edges = [EDGE_NAMES[edge] for edge in here.moves()]
    state = audit_state(here)
    own, other = state.mover, "XY"["YX".index(state.mover)]
    for size in range(1, most + 1):
        found = set()
        for chosen in combinations(open_edges, size):
            for order in permutations(chosen):
                board = dict(state.cells)
                for step, name in enumerate(order, start=1):
                    a, b = name.split("-")
                    board[a], board[b] = board[b], board[a]
                    if step < size and (lined_up(board, own) or lined_up(board, other)):
                        break
                else:
                    if lined_up(board, own):
                        found.add(frozenset(chosen))
        if found:
            return found
    return set()


@pytest.mark.parametrize("finals", [False, True])
def test_the_smallest_sets_are_those_found_by_trying_every_order(finals: bool) -> None:
    rng = random.Random(f"fewest {finals}")
    seen = 0
    while seen < 8:
        here, _, _ = random_position(rng, "waves", finals, 7)
        expected = sets_by_trying(here, 3)
        found = fewest_swaps(here, Budget(work=20_000)) if expected else None
        if found is None:
            continue
        seen += 1
        assert {frozenset(EDGE_NAMES[e] for e in order) for order in found.orders} == expected


def test_fewest_swaps_names_each_set_once_in_its_least_working_order() -> None:
    verdict = judged("fewest-swaps", "XXX. .... ...X ....", "A3-B3")
    assert verdict.answers == ("D2-D3 D1-D2",)


def test_any_order_of_the_right_swaps_is_right_and_other_swaps_are_wrong() -> None:
    rows = "XXX. .... ...X ...."
    assert judged("fewest-swaps", rows, answer="D1-D2 D2-D3").verdict == "sound"
    assert codes(judged("fewest-swaps", rows, answer="D2-D3")) == ["wrong-answer"]
    assert codes(judged("fewest-swaps", rows, answer="D2-D3 D1-D2 A1-B1")) == ["wrong-answer"]


def test_a_line_of_the_other_colour_on_the_way_ends_it_and_both_at_once_count() -> None:
    # D1-D2 lines up both.
    assert judged("fewest-swaps", "XXXY YYYX .... ....").answers == ("D1-D2",)
    # D1-D2 first would line up Y alone.
    blocked = judged("fewest-swaps", "XXXY YYY. ...X ....", "C1-D1 C2-D2 C3-D3")
    assert all(not text.startswith("D1-D2") for text in blocked.answers)


def test_too_few_pieces_make_no_line() -> None:
    assert codes(judged("fewest-swaps", "XXX. .... .... ....")) == ["no-answer"]


@pytest.mark.parametrize("pieces", [4, 6])
def test_line_distances_are_exact(pieces: int) -> None:
    from crossfall.solver.pathing_boxes.board import NORMAL

    distance = line_distances(NORMAL, pieces)
    assert len(distance) == len(list(combinations(range(16), pieces)))
    for mask, steps in list(distance.items())[::97]:
        nearby = [distance[swapped(mask, edge)] for edge in range(24)]
        assert min(nearby) == steps - 1 if steps else True


# --- line-now, force-line, only-defence ----------------------------------------------------------


def test_line_now_wants_one_first_swap() -> None:
    assert judged("line-now", "XXX. ...X Y... Y.Y.").answers == ("D1-D2",)
    two = judged("line-now", "XXX. ...X XXX. ...X")
    assert codes(two) == ["several-answers"]
    assert codes(judged("line-now", "XX.. .... .Y.. ....")) == ["no-answer"]


def test_a_box_may_come_before_the_line() -> None:
    # D2-D3 closes the box of C2 to D3, so X swaps again: D1-D2.
    verdict = judged("line-now", "XXX. .... ...X Y..Y", "C2-D2 C2-C3 C3-D3")
    assert verdict.answers == ("D2-D3",)


def audit_answers(verdict: Verdict) -> list[str]:
    return list(audit_record(verdict.puzzle.record).answers)


def test_a_double_line_counts_for_whom_the_rules_give_it_to() -> None:
    rows = "XXXY YYYX .... ...."
    assert judged("line-now", rows, rules="dm5").answers == ("D1-D2",)
    assert codes(judged("line-now", rows, rules="waves")) == ["no-answer"]
    assert judged("line-now", rows, rules="original").answers == ("D1-D2",)


def test_an_answer_that_hangs_on_the_tie_rule_is_named() -> None:
    verdict = judged("line-now", "XXXY YYYX .... ....", rules="dm5")
    assert (verdict.verdict, codes(verdict)) == ("sound", ["depends-on-rules"])
    assert "waves" in verdict.problems[0].message
    assert "original" not in verdict.problems[0].message
    assert codes(judged("line-now", "XXX. ...X Y... Y.Y.")) == []


def test_a_conversion_that_hangs_on_the_rules_is_named() -> None:
    rows = "XYXX YXYX XXYY YYXY"
    found = {
        rules: judged("conversion", rows, rules=rules, last="Y", score="X4 Y5")
        for rules in ("waves", "original", "dm5")
    }
    assert found["waves"].answers == found["dm5"].answers
    for verdict in found.values():
        if verdict.verdict == "sound":
            differs = found["original"].answers != found["waves"].answers
            assert ("depends-on-rules" in codes(verdict)) == differs


def test_a_claim_is_refuted_by_what_happens() -> None:
    rows, filled = "XXX. ...X Y... Y.Y.", "A4-B4"
    told = judged("line-now", rows, filled, answer="A4-B4").problems[0].message
    assert "filled already" in told
    told = judged("line-now", rows, answer="B3-B4").problems[0].message
    assert "the turn ends" in told
    assert "the answer is D1-D2" in told
    assert judged("line-now", rows, answer="d2d1").verdict == "sound"
    assert codes(judged("line-now", rows, answer="D1-D2 B3-B4")) == ["wrong-answer"]


def test_a_force_line_with_a_line_now_is_too_easy() -> None:
    assert "too-easy" in codes(judged("force-line", "XXX. ...X Y... Y.Y.", turns=2))


def test_only_defence_takes_a_win_as_a_defence() -> None:
    # Y threatens D3-D4; X can only win at once or take the threatened edge away.
    verdict = judged("only-defence", "XXX. ...X ...Y YYY.", turns=1)
    assert "D1-D2" in verdict.answers


@pytest.mark.parametrize("finals", [False, True])
@pytest.mark.parametrize("task", ["line-now", "force-line", "only-defence"])
def test_answers_agree_with_the_audit_on_random_positions(task: str, finals: bool) -> None:
    rng = random.Random(f"{task} {finals}")
    for _ in range(15):
        rules = rng.choice(["original", "waves", "dm5"])
        _, start, played = random_position(rng, rules, finals, rng.randint(2, 7))
        fields = {
            "game": "pathing-boxes",
            "task": task,
            "rules": rules,
            "finals": finals,
            "first": "XY"[start.turn],
            "start": "\n".join(start.rows()),
            "swaps": " ".join(EDGE_NAMES[edge] for edge in played),
        }
        if task != "line-now" and rng.random() < 0.7:
            fields["turns"] = rng.randint(1, 2)
        record = Record(fields)
        verdict = verify(GAME.read(record), Budget())
        assert verdict.findings.proven
        assert list(verdict.answers) == audit_answers(verdict)


@pytest.mark.parametrize("finals", [False, True])
def test_conversions_agree_with_the_audit_at_the_end_of_random_waves(finals: bool) -> None:
    rng = random.Random(f"conversion {finals}")
    for _ in range(25):
        rules = rng.choice(["original", "waves", "dm5"])
        here, _, _ = random_position(rng, rules, finals, 0)
        record = Record(
            {
                "game": "pathing-boxes",
                "task": "conversion",
                "rules": rules,
                "finals": finals,
                "board": "\n".join(here.rows()),
                "to_move": "XY"[here.wave_loser()],
                "last": "XY"[here.last or 0],
                "score": f"X{here.score[0]} Y{here.score[1]}",
            }
        )
        verdict = verify(GAME.read(record), Budget())
        assert sorted(verdict.answers) == sorted(audit_answers(verdict))


def test_by_original_rules_a_full_board_has_never_one_answer_when_the_opponent_starts() -> None:
    rng = random.Random(12)
    for _ in range(30):
        cells = ["X"] * 8 + ["Y"] * 8
        rng.shuffle(cells)
        rows = ["".join(cells[i : i + 4]) for i in range(0, 16, 4)]
        verdict = judged("conversion", " ".join(rows), rules="original", last="Y", score="X4 Y5")
        assert len(verdict.answers) != 1


def test_the_cases_are_real_toml() -> None:
    text = (CASES / "pathing_sound.toml").read_text()
    assert len(tomllib.loads(text)["puzzle"]) == len(SOUND) == 6
