"""Variables of the environment that libraries read, set to nonsense: told in a line, or let be."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Call

LOOKING = "generate clear-path --task play-again --size 3x3 --count 2 --workers 2 -o found.toml"
TABLE = "table build 2x2 -o t.xz --stock s.xz"


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("LOKY_MAX_CPU_COUNT", "x", "a whole number"),
        ("LOKY_MAX_CPU_COUNT", "", "a whole number"),
        ("LOKY_MAX_DEPTH", "1.5", "a whole number"),
        ("JOBLIB_MULTIPROCESSING", "yes", "1"),
        ("JOBLIB_START_METHOD", "x", "one of "),
        ("LOKY_PICKLER", "no_such_module", "cloudpickle"),
        ("LOKY_PICKLER", "os", "cloudpickle"),
        ("LOKY_PICKLER", "..", "cloudpickle"),
    ],
)
def test_what_joblib_cannot_read_is_told_in_one_line(
    name: str, value: str, expected: str, folder: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    code, out, err = call(*LOOKING.split())
    assert (code, out, err.count("\n")) == (2, "", 1)
    begin = f"crossfall: the environment variable {name} is {value!r}; expected {expected}"
    assert err.startswith(begin)
    assert not list(folder.iterdir())
    assert call(*LOOKING.replace("--workers 2", "").split())[0] == 0  # joblib is not needed


def run_with(line: str, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own, with these variables from its very start."""
    return subprocess.run(
        [sys.executable, "-m", "crossfall.generator", *line.split()],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, **variables},
        timeout=100,
    )


@pytest.mark.parametrize(
    "variable", ["LOKY_MAX_CPU_COUNT=-4", "JOBLIB_TEMP_FOLDER=/dev/null/x", "LOKY_PICKLER=pickle"]
)
def test_what_joblib_can_do_without_changes_nothing(variable: str, folder: Path) -> None:
    name, value = variable.split("=")
    done = run_with(LOOKING, folder, **{name: value})
    assert (done.returncode, done.stderr) == (0, "")
    found = (folder / "found.toml").read_bytes()
    assert run_with(LOOKING.replace("--workers 2", ""), folder).returncode == 0
    assert (folder / "found.toml").read_bytes() == found


@pytest.mark.parametrize(
    ("variable", "told"),
    [
        ("NUMBA_NUM_THREADS=x", ""),
        ("NUMBA_OPT=x", ""),
        ("NUMBA_NUM_THREADS=-1", "numba cannot be used (Number of threads"),
        ("NUMBA_DISABLE_JIT=1", "NUMBA_DISABLE_JIT is set"),
        ("NUMBA_CPU_FEATURES=x", "NUMBA_CPU_FEATURES names no features"),
    ],
)
def test_nonsense_for_numba_costs_speed_at_most(variable: str, told: str, folder: Path) -> None:
    pytest.importorskip("numba")
    assert run_with(TABLE, folder).returncode == 0
    results = [(folder / name).read_bytes() for name in ("t.xz", "s.xz")]
    name, value = variable.split("=")
    done = run_with(TABLE, folder, **{name: value})
    assert done.returncode == 0
    said = [line for line in done.stderr.splitlines() if not line.startswith("compiling for speed")]
    assert len(said) == bool(told)
    assert not told or said[0].startswith(f"nothing is compiled, so this is slower: {told}")
    assert [(folder / name).read_bytes() for name in ("t.xz", "s.xz")] == results


COMPILING = """
import resource
from crossfall.solver.compiling import compiled

@compiled
def twice(number):
    return 2 * number

@compiled
def four_times(number):
    return twice(twice(number))

resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
print(four_times(3), four_times(1.5))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the limit is Linux's")
def test_a_disk_too_full_to_keep_what_is_compiled_stops_nothing(folder: Path) -> None:
    pytest.importorskip("numba")
    (folder / "twice.py").write_text(COMPILING)
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "twice.py"],
            capture_output=True,
            text=True,
            cwd=folder,
            env={**os.environ, "NUMBA_CACHE_DIR": str(folder / "kept")},
            timeout=100,
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, "12 6.0\n", "")


@pytest.mark.parametrize("text", ["{[", "- a"])
def test_settings_that_dask_does_not_understand_are_told_in_one_line(
    text: str, folder: Path
) -> None:
    pytest.importorskip("distributed")
    (folder / "dask.yaml").write_text(text)
    line = LOOKING.replace("--workers 2", "--backend dask --scheduler tcp://127.0.0.1:1")
    for variables in ({"DASK_CONFIG": "dask.yaml"}, {"DASK_LOGGING__DISTRIBUTED": "x"}):
        done = run_with(line, folder, **variables)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
        assert done.stderr.startswith("crossfall: --backend dask: Dask cannot be loaded (")


@pytest.mark.parametrize("value", ["x", "bash", "bash_x", "x_source"])
def test_a_completion_of_no_shell_is_told_in_one_line(
    value: str, folder: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_CROSSFALL_COMPLETE", value)
    code, out, err = call("show", "roadworks:3x3:")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"_CROSSFALL_COMPLETE is {value!r}; expected bash_source" in err
