"""What a user of the command line sees: reports, exit codes, one line an error."""

import json
import tomllib
from pathlib import Path

from click.testing import CliRunner

CASES = Path(__file__).parent / "cases"


def test_solve_reports_everything_as_json(call) -> None:
    code, out, _ = call("solve", "--json", "roadworks:3x3:c1,b4,b2")
    assert code == 0
    assert json.loads(out) == {
        "positions": [
            {
                "game": "roadworks",
                "position": "roadworks:3x3:c1,b4,b2",
                "to_move": "second",
                "outcome": "win",
                "winning": ["d3"],
                "safe": ["c2", "c4", "d2", "d3"],
                "falls": {"c2": ["d2"], "c4": [], "d2": ["c2"], "d3": ["c2", "d2"]},
                "nimber": None,
            }
        ]
    }


def test_solve_tells_the_nimber_when_asked(call) -> None:
    _, out, _ = call("solve", "--json", "--nimber", "roadworks:3x3:")
    assert json.loads(out)["positions"][0]["nimber"] == 1


def test_an_impossible_or_finished_position_cannot_be_solved(call) -> None:
    code, out, err = call("solve", "roadworks:3x3:a3,a4")
    assert (code, out) == (2, "")
    assert "a4 cannot be closed" in err
    assert call("solve", "roadworks:3x3:a2,b1")[0] == 2


def test_check_names_the_code_that_each_flawed_puzzle_deserves(call) -> None:
    file = CASES / "flawed.toml"
    puzzles = tomllib.loads(file.read_text())["puzzle"]
    code, out, _ = call("check", "--json", str(file))
    assert code == 1
    report = json.loads(out)["puzzles"]
    assert [entry["number"] for entry in report] == list(range(1, len(puzzles) + 1))
    for puzzle, entry in zip(puzzles, report, strict=True):
        expected = puzzle["note"].split()[1]
        errors = [p["code"] for p in entry["problems"] if p["severity"] == "error"]
        assert errors == [expected], entry
        assert entry["verdict"] == "flawed"


def test_check_calls_every_sound_puzzle_sound(call) -> None:
    file = CASES / "sound.toml"
    puzzles = tomllib.loads(file.read_text())["puzzle"]
    code, out, _ = call("check", "--json", str(file))
    assert code == 0
    for puzzle, entry in zip(puzzles, json.loads(out)["puzzles"], strict=True):
        assert entry["verdict"] == "sound", entry
        if puzzle["game"] == "roadworks":
            assert entry["answers"] == [puzzle["answer"]]


def test_check_judges_what_it_can_read_and_still_exits_with_two(call, tmp_path: Path) -> None:
    file = tmp_path / "mixed.toml"
    file.write_text(
        '[[puzzle]]\ngame = "roadworks"\nclosed = "b4"\n\n[[puzzle]]\ngame = "roadwork"\n'
    )
    code, out, err = call("check", str(file))
    assert code == 2
    assert "puzzle 1 (roadworks winning-move): sound" in out
    assert err.count("\n") == 1
    assert "puzzle 2: unknown game 'roadwork'; did you mean roadworks?" in err


def test_what_show_prints_can_be_read_back(call, tmp_path: Path) -> None:
    code, drawn, _ = call("show", "roadworks:4x5:a6,a3,c1,b1,c2,a4")
    assert code == 0
    file = tmp_path / "drawn.toml"
    file.write_text(f'[[puzzle]]\ngame = "roadworks"\nboard = """\n{drawn}"""\n')
    assert call("show", str(file)) == (0, drawn, "")


def test_unknown_commands_and_options_exit_with_two_and_one_line(call) -> None:
    code, _, err = call("slove")
    assert code == 2
    assert err.count("\n") == 1
    assert "did you mean solve?" in err
    code, _, err = call("solve", "--nmber", "roadworks:3x3:")
    assert code == 2
    assert err.count("\n") == 1
    assert call("solve", "--budget", "0", "roadworks:3x3:")[0] == 2


def test_a_budget_that_runs_out_is_unknown_and_exits_with_three(call) -> None:
    code, out, _ = call("solve", "--json", "--budget", "0.000001", "roadworks:7x7:")
    assert code == 3
    assert json.loads(out)["positions"][0]["outcome"] == "unknown"
    code, out, _ = call("check", "--json", "--budget", "0.000001", "roadworks:7x7:")
    assert code == 3
    assert json.loads(out)["puzzles"][0]["verdict"] == "unknown"


def test_every_command_has_help_with_an_example() -> None:
    from crossfall.generator.cli import cli

    runner = CliRunner()
    names = cli.list_commands(None)  # type: ignore[arg-type]
    assert "check" in names
    for name in names:
        result = runner.invoke(cli, [name, "--help"])
        assert result.exit_code == 0, result.output
        assert "Example" in result.output, name


MIXED = """
[[puzzle]]
game = "roadworks"
level = 2
closed = "b2"

[[puzzle]]
game = "pathing-boxes"
task = "line-now"
to_move = "X"
board = "YX.Y\\nX..X\\nY..Y\\nX.YX"
filled = "A1-B1"
"""


def test_several_boards_of_several_games_are_shown_each_under_its_name(
    call, tmp_path: Path
) -> None:
    file = tmp_path / "mixed.toml"
    file.write_text(MIXED)
    code, out, err = call("show", str(file))
    assert (code, err) == (0, "")
    first, second = out.split("\n\n", 1)
    assert first.splitlines()[0] == "# puzzle 1 (roadworks winning-move)"
    assert first.splitlines()[1:] == call("show", "roadworks:3x3:b2")[1].splitlines()
    assert second.splitlines()[0] == "# puzzle 2 (pathing-boxes line-now)"
    alone = call("show", str(file), "--number", "2")[1]
    assert second.splitlines()[1:] == alone.splitlines()
    picture = tmp_path / "x.png"
    assert call("show", str(file), "--png", str(picture))[0] == 2
    assert not picture.exists()
    assert call("show", str(file), "--png", str(picture), "--number", "2")[0] == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
